"""Every code that the rules, the table and the forms can give has a sentence of its own, and the sentences say what happened."""

import re
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from django.conf import settings

from games import sentences
from games.rules import engine
from games.rules.cards import DECK
from games.rules.state import Event, Payment, PokerRank, Refusal, Settlement
from games.sentences import common, words
from tests.random_games import play

GAMES = sorted(engine.GAMES)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
SOURCES = {path: path.read_text() for folder in ("games", "lobby") for path in (Path(settings.ROOT) / folder).rglob("*.py")}


def codes(pattern: str) -> set[str]:
    """The codes that the source of the site mentions like this."""
    return {code for source in SOURCES.values() for code in re.findall(pattern, source)}


#: Values for every parameter that a code may have.
PARAMS = {
    "verb": "bet", "phase": "rummy", "leader": 0, "to_act": 1, "knocker": 2, "low": 1, "high": 20, "name": "card", "bet": 5, "card": "TH",
    "loose": 12, "big_kahuna": True, "most": 3, "max": 20, "game": "Chess", "option": "rounds", "value": "4", "seats": 9,
    "deadwood": 14, "seat": 1, "awaited": [1, 2],
}  # fmt: skip

REFUSALS = codes(r'Refus(?:al|ed)\(\s*"(\w+)"') | codes(r'BadOption\("(\w+)"') | codes(r'BadHandle\("(\w+)"')
PARSED = codes(r'parse_number\([^)]*"(bad_\w+)"')


def refusing(code: str) -> list[str]:
    """The games whose own rules refuse with this code; all of them where it is shared."""
    own = [game for game in GAMES if f'"{code}"' in SOURCES[Path(settings.ROOT) / "games" / "rules" / f"{game}.py"]]
    return own or GAMES


@pytest.mark.parametrize("code", sorted(REFUSALS | PARSED | {"started", "finished", "bad_number"}))
def test_every_refusal_has_a_sentence_of_its_own(code):
    told = {sentences.refusal(game, Refusal(code, PARAMS), NAMES) for game in refusing(code)}
    assert common.FALLBACK not in told or code == "not_now"
    for sentence in told:
        assert sentence[0].isupper()
        assert sentence.endswith((".", "?", "!"))
        assert "%(" not in sentence


def test_codes_were_found():
    assert {"not_your_turn", "card_just_taken", "wrong_key", "too_late", "bad_value", "handle_long", "bad_amount"} <= REFUSALS | PARSED


@pytest.mark.parametrize("refused", [Refusal("from_the_future"), Refusal("out_of_range"), Refusal("not_your_turn", {"to_act": 77})])
def test_a_code_without_sentence_or_parameters_is_still_a_friendly_sentence(refused):
    assert sentences.refusal("bagelsknock", refused, NAMES) == "That is not possible now."
    assert sentences.refusal(None, refused) == "That is not possible now."


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_told_in_sentences(name):
    told, kinds = set(), set()
    for seed in range(12):
        for number, step in enumerate(islice(play(Random(f"told {seed}"), name), 400)):
            seats = range(len(step.after.seats))
            names = NAMES[: len(seats)]
            for event in step.events:
                check_sentence(sentences.event(name, event, names))
                told.add(event.code)
            if step.events[-1].code in ("drew_stock", "discarded") and number % 5:
                continue
            for viewer in (None, *seats):
                view = engine.view(step.after, viewer)
                check_sentence(sentences.sentence(view, names))
                assert all("%(" not in sentences.deed(name, view.log, seat) for seat in seats)
                if view.settlement:
                    kinds.add(view.settlement.kind)
                    lines = sentences.explanation(view, view.settlement, names)
                    assert lines and all(line and "%(" not in line for line in lines)
                    assert "%(" not in sentences.headline(view, view.settlement, names)
            for event in engine.view(step.after, None).log:
                check_sentence(sentences.event(name, event, names))
    assert told >= {"dealt", "discarded"} and len(told) > 10
    assert len(kinds) > 1


def check_sentence(sentence):
    """One that can be read."""
    assert sentence.endswith((".", "!", "?", ":")), sentence
    assert "%(" not in sentence
    assert len(sentence) < 160, sentence


@pytest.mark.parametrize("name", GAMES)
def test_phases_and_options_have_words(name):
    game = engine.GAMES[name]
    for phase in [*game.phases, "game_over"]:
        assert sentences.phase(name, phase) != phase
    for option in game.options:
        assert sentences.option_label(name, option.name)
        assert sentences.option_hint(name, option.name).endswith(".")
        for value in option.values:
            assert sentences.option_value(name, option.name, value) != value
    chosen = engine.check_options(name, {})
    assert len(sentences.options_in_words(name, chosen)) == sum(option.matters(chosen) for option in game.options)
    for preset in game.presets:
        assert sentences.preset(name, preset) != preset


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("knocked", 2, {"loose": 9}), "Cy knocked with 9 loose."),
        (Event("took_discard", 1, {"card": "TH"}), "Bo took 10♥\ufe0e."),
        (Event("pot_won", None, {"winners": [0], "pot": 20, "shown": True, "rank": "pair"}), "Ann wins the pot of 20 with a pair."),
        (Event("pot_won", None, {"winners": [1], "pot": 3, "shown": False}), "Bo takes the pot of 3: everybody else has folded."),
        (Event("pot_won", None, {"winners": [0, 1, 3], "pot": 9, "shown": True, "rank": "flush"}),
         "Ann, Bo and Di share the pot of 9: a flush each."),
        (Event("dealt", 0, {"round": 3, "kind": "big_kahuna"}), "Big Kahuna! Round 3, dealt by Ann."),
        (Event("knock_settled", 1, {"points": -37}), "The knock brings Bo −37."),
        (Event("splashed", 0, {"card": "9C", "royal": False}), "Ann splashed with 9♣\ufe0e!"),
    ],
)  # fmt: skip
def test_events(event, sentence):
    assert sentences.event("bagelsknock", event, NAMES) == sentence
    # from the database, where tuples are lists
    assert sentences.event("bagelsknock", Event.from_json(event.to_json()), NAMES) == sentence


@pytest.mark.parametrize(
    ("payment", "sentence"),
    [
        (Payment(1, 0, 18, "knock_stands", {"other_loose": 14, "knocker_loose": 6}), "Bo pays Ann 18: 14 loose − 6 loose + 10"),
        (Payment(0, 1, 55, "knock_beaten", {"other_loose": 3, "knocker_loose": 12}), "Ann pays Bo 55: 5 × (12 loose − 3 loose) + 10"),
        (Payment(1, 0, 40, "splash", {"other_loose": 15}), "Bo pays Ann 40: 15 loose + 25"),
        (Payment(2, 0, 97, "splash_royal", {"other_loose": 22}), "Cy pays Ann 97: 22 loose + 25 + 50"),
        (Payment(2, 1, 30, "final_hand"), "Cy pays Bo 30: the bet"),
    ],
)
def test_payments_show_their_arithmetic(payment, sentence):
    assert sentences.payment("bagelsknock", payment, NAMES) == sentence


#: Why a seat pays, for every game.
REASONS = {
    "bagelsknock": {"knock_stands", "knock_beaten", "splash", "splash_royal", "final_hand"},
    "knock_poker": {"fold", "knocker_folded", "knock_won", "knock_lost", "knock_tied", "bonus"},
    "knock_rummy": {"rummy", "lowest", "undercut", "undercut_knocker"},
    "gin": set(),
}


def test_every_reason_of_a_payment_has_its_arithmetic():
    found = codes(r'Payment\([^"{]*"(\w+)"') | codes(r'pays\(\w+, "(\w+)"') | {"splash", "splash_royal"}
    assert found == set().union(*REASONS.values())
    params = {"other_loose": 1, "knocker_loose": 2, "deadwood": 3, "mine": 4, "lowest": 2, "for": "royal_flush"}
    for name, reasons in REASONS.items():
        for reason in reasons:
            sentence = sentences.payment(name, Payment(0, 1, 5, reason, params), NAMES)
            assert sentence.startswith("Ann pays Bo ") and "5: " in sentence and "%(" not in sentence
            assert "Ann pays the winners" in sentences.payment(name, Payment(0, None, 5, reason, params), NAMES)


def test_an_odd_share_is_told():
    state = next(step.after for step in play(Random("odd"), "bagelsknock", 3))
    settlement = Settlement("pot", (6, 5, -11), (0, 1), params={"pot": 21, "shares": [11, 10]})
    assert sentences.explanation(engine.view(state, None), settlement, NAMES) == ["Equal hands share the pot of 21: Ann 11 · Bo 10."]


@pytest.mark.parametrize(
    ("category", "cards", "name"),
    [
        ("high_card", "KC 9D 2H", "king high"),
        ("pair", "9C 9D KH", "a pair of nines"),
        ("two_pair", "AC AD 6H 6S KC", "aces and sixes"),
        ("three_of_a_kind", "TC TD TH", "three tens"),
        ("straight", "3C 2D AH", "a straight to the three"),
        ("flush", "QC 9C 2C", "a flush, queen high"),
        ("full_house", "4C 4D 4H 2S 2C", "fours full of twos"),
        ("royal_flush", "AS KS QS JS TS", "a royal flush"),
    ],
)
def test_poker_hands_have_names(category, cards, name):
    assert words.poker_hand(PokerRank(category, tuple(cards.split()))) == name


def test_cards_are_spoken_and_written():
    assert words.card_name("9C") == "nine of clubs"
    assert words.card_sign("TD") == "10♦\ufe0e"
    assert words.card_sign("X1") == words.card_name("X2") == "joker"
    assert len({words.card_name(card) for card in DECK}) == 52
