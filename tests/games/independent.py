"""A check of history.json written from the description on /fairness/ alone. It shares no code with the site, and must not: nothing of the
project is imported here. Says what does not fit; nothing said is a good game.
"""

import hashlib
import hmac
from typing import Any


def numbers(seed: bytes, r: int, j: int):
    """A function that draws numbers from the words of shuffle j in round r: each below what it is called with."""
    words: list[int] = []
    block = 0

    def next_number(limit: int) -> int:
        nonlocal block
        while True:
            if not words:
                digest = hmac.new(seed, b"%d:%d:%d" % (r, j, block), hashlib.sha256).digest()
                words.extend(int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
                block += 1
            word = words.pop(0)
            if word < (2**32 // limit) * limit:
                return word % limit

    return next_number


def unshuffled(jokers: bool) -> list[str]:
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    return [*deck, "X1", "X2"] if jokers else deck


def shuffle(cards: list[str], seed: bytes, r: int, j: int) -> list[str]:
    cards = [card for card in unshuffled(True) if card in cards]
    draw = numbers(seed, r, j)
    for i in range(len(cards) - 1, 0, -1):
        k = draw(i + 1)
        cards[i], cards[k] = cards[k], cards[i]
    return cards


def complaints(game: dict[str, Any]) -> list[str]:
    found = []
    secret = bytes.fromhex(game["secret"])
    if hashlib.sha256(secret).hexdigest() != game["commitment"]:
        found.append("commitment")
    seed = hashlib.sha256(secret + b"".join(b"\x00" + cut.encode("utf-8") for cut in game["cuts"])).digest()
    seats = len(game["seats"])
    if game["rounds"] and numbers(seed, 0, 0)(seats) != game["first_dealer"]:
        found.append("first dealer")
    for each in game["rounds"]:
        r, decks = each["number"], []
        for j, listed in enumerate(each["shuffles"]):
            order = shuffle(listed if j else unshuffled(len(listed) > 52), seed, r, j)
            decks.append(order)
            if order != listed:
                found.append(f"round {r}: shuffle {j}")
        found += deal(each, decks[0]) or follow(each, decks)
    return found


def deal(each: dict[str, Any], deck: list[str]) -> list[str]:
    """One card at a time, clockwise from the seat that got the first."""
    hands = {seat: hand for seat, hand in enumerate(each["hands"]) if hand}
    first = next((seat for seat, hand in hands.items() if hand[0] == deck[0]), None)
    if first is None:
        return [f"round {each['number']}: deal"]
    order = sorted(hands, key=lambda seat: (seat < first, seat))
    length = len(hands[first])
    dealt = [hands[seat][place] for place in range(length) for seat in order]
    if dealt != deck[: len(dealt)] or each["upcard"] not in (None, deck[len(dealt)]):
        return [f"round {each['number']}: deal"]
    return []


def follow(each: dict[str, Any], decks: list[list[str]]) -> list[str]:
    """Where each card is that a move tells of."""
    hands = [list(hand) for hand in each["hands"]]
    upcard = [each["upcard"]] if each["upcard"] else []
    stock, pile, used = decks[0][sum(map(len, hands)) + len(upcard) :], upcard, 1
    for move in each["moves"]:
        hand, action = hands[move["seat"]], move["action"]
        wrong = [f"round {each['number']}: move {move['number']}"]
        if action.get("from") == "stock":
            if not stock:
                if used >= len(decks) or set(decks[used]) != set(pile[:-1]):
                    return wrong
                stock, pile, used = list(decks[used]), pile[-1:], used + 1
            hand.append(stock.pop(0))
        elif action.get("from") == "discard":
            if not pile:
                return wrong
            hand.append(pile.pop())
        elif "card" in action:
            if action["card"] not in hand:
                return wrong
            hand.remove(action["card"])
            pile.append(action["card"])
    return []
