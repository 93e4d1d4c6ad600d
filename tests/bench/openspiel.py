"""Our Gin as a foreign player inside OpenSpiel: its rules, its scoring, its dealing of the cards, against its own simple bot.

Our player decides from a View that is built from what it may observe there: its own cards (its private observation) and the actions
that everybody sees. How it lays down and lays off is its own choice, too. What differs from our rules: there the taken card may be
thrown again (ours never does it), equal deadwood scores nothing either way, and with two cards left in the stock the next player may
still knock with the upcard, which ours does if it can.

`pyspiel` is no part of the project's locked environment: `make bench-bots` installs it when it is first asked for, a large wheel
that nothing else needs. `to_observation_struct` is not used, because it shows a knocker the other hand.
"""

from collections.abc import Callable
from random import Random
from typing import Any

from games.bots import Level, choose
from games.rules.cards import RANKS, Card, parse_card
from games.rules.engine import check_options
from games.rules.gin import KNOCK_AT, lay_off
from games.rules.melds import best_arrangement, least_after_discard
from games.rules.state import Action, Event, Offer, SeatView, View

DRAW_UPCARD, DRAW_STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
OPTIONS = check_options("gin", {})


def card_of(number: int) -> Card:
    return Card(RANKS[number % 13] + "SCDH"[number // 13])


def number_of(card: Card) -> int:
    return "SCDH".index(card[1]) * 13 + RANKS.index(card[0])


class Ours:
    """Our player of a level, in one seat of an OpenSpiel game. It is told every action that the table sees."""

    def __init__(self, seat: int, level: Level, rng: Random, decided: Callable[..., Action] = choose) -> None:
        self.seat, self.level, self.rng, self.decided = seat, level, rng, decided
        self.log: list[Event] = []
        self.taken: Card | None = None
        self.planned: Card | None = None
        self.passes = 0
        self.knocked = False
        self.pile = 0

    def upcard(self, card: Card) -> None:
        self.log = [Event("dealt", 1, {"round": 1, "kind": ""}), Event("upcard_turned", None, {"card": card})]
        self.pile = 1

    def saw(self, seat: int, phase: str, action: int, upcard: int | None) -> None:
        """Somebody, perhaps this player, did this in `phase`, the upcard being so before it."""
        if phase not in ("FIRST_UPCARD", "DRAW", "DISCARD"):
            return
        self.taken = None
        if action == PASS:
            self.passes += 1
            self.log.append(Event("passed", seat))
        elif action == DRAW_STOCK:
            self.log.append(Event("drew_stock", seat))
        elif action == DRAW_UPCARD and upcard is not None:
            self.taken = card_of(upcard)
            self.pile -= 1
            self.log.append(Event("took_discard", seat, {"card": self.taken}))
        elif action == KNOCK:
            self.knocked = True
        else:
            self.pile += 1
            self.log.append(Event("discarded", seat, {"card": card_of(action)}))

    def step(self, state: Any) -> int:
        legal = state.legal_actions()
        phase = state.current_phase().name
        if len(legal) == 1:
            return int(legal[0])
        tensor = state.observation_tensor(self.seat)
        first = 2 + 52 * self.seat
        hand = tuple(card_of(number) for number in range(52) if tensor[first + number])
        match phase:
            case "FIRST_UPCARD" | "DRAW":
                return self._draw(state, hand, phase)
            case "DISCARD":
                return self._put_away(state, hand, legal)
            case "WALL":
                return KNOCK if KNOCK in legal else PASS
            case "KNOCK" if len(hand) == 11 and not _laid(state, self.seat):
                return number_of(self._leaving(hand, legal))
        return self._lay_down(state, hand, legal)

    def _leaving(self, hand: tuple[Card, ...], legal: list[int]) -> Card:
        if self.planned and number_of(self.planned) in legal:
            return self.planned
        left = least_after_discard(hand, "low")
        return min((card_of(action) for action in legal), key=lambda card: left[card])

    def _draw(self, state: Any, hand: tuple[Card, ...], phase: str) -> int:
        first = phase == "FIRST_UPCARD"
        offers = (Offer("draw", choices=("discard",)), Offer("pass")) if first else (Offer("draw", choices=("stock", "discard")),)
        action = self._decide(state, hand, offers, "first_turn" if first else "play", drawn=False)
        if action.verb == "pass":
            return PASS
        return DRAW_UPCARD if action.argument == "discard" else DRAW_STOCK

    def _put_away(self, state: Any, hand: tuple[Card, ...], legal: list[int]) -> int:
        after = {card: points for card, points in least_after_discard(hand, "low").items() if card != self.taken}
        low = tuple(card for card in after if after[card] <= KNOCK_AT)
        offers = (Offer("discard", choices=tuple(after)),)
        if low and KNOCK in legal:
            offers += (Offer("knock", choices=low),)
        action = self._decide(state, hand, offers, "play", drawn=True, after=after)
        if action.verb == "knock":
            self.planned = action.argument
            return KNOCK
        return number_of(action.argument)

    def _decide(self, state: Any, hand: tuple[Card, ...], offers: tuple[Offer, ...], phase: str, *, drawn: bool, **more: Any) -> Action:
        upcard = None if drawn or state.upcard() is None else card_of(state.upcard())
        own = SeatView(self.seat, hand, {"total": 0}, hand=best_arrangement(hand, ace="low"))
        other = SeatView(1 - self.seat, (None,) * 10, {"total": 0})
        view = View(
            game="gin", options=OPTIONS, viewer=self.seat, phase=phase, round=1, dealer=1, leader=0, first_player=0, to_act=self.seat,
            seats=(own, other) if self.seat == 0 else (other, own), offers=offers, stock=state.stock_size(), discard_top=upcard,
            pile=self.pile, drawn=drawn, taken=self.taken, pot=0, bet=0, knocker=None, last_turns=(), settlement=None, sheet=(), totals=(),
            winners=(), log=tuple(self.log), carried={"points": (0, 0), "victories": (0, 0)}, **more,
        )  # fmt: skip
        return self.decided(view, offers, self.rng, self.level)

    def _lay_down(self, state: Any, hand: tuple[Card, ...], legal: list[int]) -> int:
        """The next meld, or the next card to lay off."""
        if state.current_phase().name == "LAYOFF" and not state.finished_layoffs():
            theirs = tuple(_cards(state, MELDS + meld) for meld in state.layed_melds()[1 - self.seat])
            _, off = lay_off(hand, _with(theirs, tuple(map(card_of, state.layoffs()))))
            wanted = [number_of(card) for cards in off for card in cards]
            # the nearest of a run first: the farther one is legal only then
            return next((action for action in wanted if action in legal), PASS)
        melds = {frozenset(_cards(state, action)): action for action in legal if action >= MELDS}
        for meld in best_arrangement(hand, ace="low").melds:
            if frozenset(meld) in melds:
                return melds[frozenset(meld)]
        return PASS


def _laid(state: Any, seat: int) -> bool:
    return bool(state.layed_melds()[seat])


def _cards(state: Any, action: int) -> tuple[Card, ...]:
    text = state.action_to_string(0, action).split()[-1]
    cards = [parse_card((text[place] + text[place + 1]).upper()) for place in range(0, len(text), 2)]
    return tuple(sorted(cards, key=lambda card: RANKS.index(card[0])))


def _with(melds: tuple[tuple[Card, ...], ...], laid_off: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """The melds with the cards that were laid off on them."""
    grown = [list(meld) for meld in melds]
    for card in laid_off:
        for meld in grown:
            if meld[0][0] == meld[1][0]:
                fits = card[0] == meld[0][0]
            else:
                heights = [RANKS.index(held[0]) for held in meld]
                fits = card[1] == meld[0][1] and RANKS.index(card[0]) in (min(heights) - 1, max(heights) + 1)
            if fits:
                meld.append(card)
                meld.sort(key=lambda held: RANKS.index(held[0]))
                break
    return tuple(map(tuple, grown))


def play(pyspiel: Any, deal: int, seat: int, level: Level, decided: Callable[..., Action] = choose) -> float:
    """One hand, our player in `seat`; the points that it got. The same deal has the same cards in the same order whoever draws them."""
    game = pyspiel.load_game("gin_rummy")
    state = game.new_initial_state()
    ours = Ours(seat, level, Random(f"{deal} {seat}"), decided)
    theirs = pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), 1 - seat)
    cards = list(range(52))
    Random(deal).shuffle(cards)
    turned = False
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(cards.pop())
            continue
        upcard, phase, player = state.upcard(), state.current_phase().name, state.current_player()
        if not turned:
            ours.upcard(card_of(upcard))
            turned = True
        action = ours.step(state) if player == seat else theirs.step(state)
        ours.saw(player, phase, action, upcard)
        state.apply_action(action)
    return float(state.player_return(seat))
