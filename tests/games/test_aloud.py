"""What is read aloud: everything that happened, once and in order, in words for the ear; and nothing that the viewer may not know."""

import re
from random import Random

import pytest
from django.utils.translation import override

from games import aloud, sentences
from games.rules import engine
from tests.factories import SittingFactory
from tests.games.rounds import a_round, example, html
from tests.random_games import states

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


class Hearing:
    """Somebody at the table, or beside it, whose page says what it has not said yet (static/table.js)."""

    def __init__(self, viewer):
        self.viewer, self.round, self.place, self.said = viewer, None, -1, []

    def look(self, state):
        view = engine.view(state, self.viewer)
        lines = aloud.lines(view, NAMES)
        since = self.place if self.round == view.round else -1
        self.said += [line for place, line in lines if place > since]
        self.round, self.place = view.round, lines[-1][0] if lines else since


def said(state, viewer):
    return " ".join(line for _place, line in aloud.lines(engine.view(state, viewer), NAMES))


@pytest.mark.parametrize("game", engine.GAMES)
@pytest.mark.parametrize("viewer", [0, None])
def test_nothing_is_lost_and_nothing_said_twice_however_many_moves_a_frame_brings(game, viewer):
    rng = Random(f"aloud {game} {viewer}")
    slow, quick = Hearing(viewer), Hearing(viewer)
    for number, state in enumerate(states(rng, game, 3 if game != "gin" else 2)):
        slow.look(state)
        turns = viewer is not None and any(engine.legal_actions(state, viewer))
        if turns or sentences.told_in(game, state.phase) or number % 5 == 0:
            quick.look(state)
            heard, all_of_it = discards(quick.said), discards(slow.said)
            assert heard == all_of_it[len(all_of_it) - len(heard) :] if viewer is None else heard == all_of_it
    for one, other in zip(slow.said, slow.said[1:], strict=False):
        assert one != other or "turned over" in one


def discards(lines):
    """Who discarded a card, one after the other."""
    told = re.findall(r"(\w+) (?:drew and |took [\w ]+ and )?discarded", " ".join(lines))
    return [NAMES[0] if who == "You" else who for who in told]


def test_the_deal_tells_ones_own_cards_and_nobody_elses():
    hands = ("5C 6C 7C 9D 9H 9S TC JC QC KC", "AC AD AH 4H 5H 6H 8C 2D 7S TD")
    state = a_round("gin", hands, "", "2C QS")
    heard = said(state, 0)
    assert "Your cards: " in heard
    assert "nine of diamonds, nine of hearts and nine of spades in a set; " in heard
    assert "in a run" in heard
    assert "ace of clubs" not in heard
    assert "Your cards" not in said(state, None)


def test_ones_own_draw_is_named_and_somebody_elses_is_not():
    hands = ("5C 6C 7C 9D 9H 9S TC JC 2H 3D", "AC AD AH 4H 5H 6H 8C 2D 7S TD")
    drawn = a_round("gin", hands, "pass, pass, draw stock", "2C QS")
    assert said(drawn, 0).endswith("You drew queen of spades.")
    assert "queen of spades" not in said(drawn, 1)
    assert said(drawn, 1) == "You passed.", "what Ann does is told when she has done it"


def test_a_turn_of_somebody_else_is_one_sentence():
    hands = ("5C 6C 7C 9D 9H 9S TC JC 2H 3D", "AC AD AH 4H 5H 6H 8C 2D 7S TD")
    took = a_round("gin", hands, "draw discard, discard 3D", "2C QS")
    assert said(took, 1).endswith("Ann took two of clubs and discarded three of diamonds.")
    assert aloud.asked(engine.view(took, 1), NAMES, [False, False]) == "Your turn: draw a card."


def test_a_settlement_tells_who_pays_how_much():
    heard = said(example("knock_rummy", "lowest"), None)
    assert re.search(r"knocked, and put a card away face down\. \w+ has the least deadwood\. (\w+ [+−]\d+(, |\.))+$", heard)


def test_a_joker_is_told_as_what_it_stands_for():
    heard = aloud.cards(engine.view(example("knock_rummy", "jokers", 1), 0))
    assert "joker as six of clubs" in heard


def test_it_is_told_in_the_readers_language():
    with override("es"):
        heard = said(example("knock_rummy", "lowest", 0), 0)
        assert "Tus cartas: " in heard
        assert " de " in heard


@pytest.mark.parametrize("bot", [True, False])
def test_a_person_is_waited_for_aloud_and_a_computer_player_is_not(bot):
    hands = ("5C 6C 7C 9D 9H 9S TC JC 2H 3D", "AC AD AH 4H 5H 6H 8C 2D 7S TD")
    passed = a_round("gin", hands, "pass", "2C QS")
    waiting = aloud.asked(engine.view(passed, 0), NAMES, [False, bot])
    assert waiting == ("" if bot else "Waiting for Bo to take the upcard or pass.")


@pytest.mark.django_db
def test_a_waiting_room_tells_who_is_there():
    table = SittingFactory(people=2, started=False)
    seats = list(table.table.seats.order_by("number"))
    leader = next(seat for seat in seats if seat.number == table.table.leader)
    assert aloud.waiting_room(table.table, leader, seats, []).endswith("You can start the game.")
    other = next(seat for seat in seats if seat is not leader)
    assert aloud.waiting_room(table.table, other, seats, []).startswith("At the table: Ann and Bo.")


def test_a_seat_reads_as_one_phrase():
    page = html(example("knock_rummy", "lowest", 1), None, "seats")
    assert re.search(r'<span class="hush">\w+(, leads the table)?(, dealer)?, \d+ cards, Points: [+−\d]+(, to act|, drew)?</span>', page)


def test_face_down_cards_are_a_number():
    page = html(a_round("bagelsknock", ("5C 6C 7C 9D 9H 9S TC", "AC AD AH 4H 5H 6H 8C"), "", "2C QS"), 0, "hand")
    assert "5 face-down cards" in page
    assert page.count("aria-label") == 2 + page.count('aria-label="you lead') + 1, "two cards, the region, and who leads"
