"""Opening a table, sitting down, getting ready: `games.play` before the game."""

import pytest

from games import absence, play
from games.models import Seat, Table
from games.play import Refused
from games.rules import shuffle
from games.rules.cards import deck
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db
KEY = "00112233445566778899aabbccddeeff"
OTHER = "ffeeddccbbaa99887766554433221100"


def opened(**fields):
    given = {"game": "bagelsknock", "options": {}, "seats": 3, "public": True, "turn_clock": 60, "handle": "Ann", "key": KEY} | fields
    return play.open_table(**given)


def refusal(call, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value


# --- opening ---


def test_the_opener_sits_and_leads():
    table = opened()
    _, seat = play.find(table.code, KEY)
    assert (seat.handle, seat.number, table.leader, table.status) == ("Ann", 0, 0, "waiting")
    assert table.options == {"rounds": "leader", "final_bet": "free"}


def test_a_public_code_is_short_and_a_private_one_cannot_be_guessed():
    assert len(opened().code) == 8
    assert len(opened(public=False, key=OTHER).code) == 16


def test_opening_twice_with_one_key_is_opening_once():
    assert opened().code == opened().code
    assert Table.objects.count() == 1


def test_the_key_itself_is_not_stored():
    opened()
    assert KEY not in str(list(Seat.objects.values()))


def test_the_commitment_is_there_from_the_start():
    table = opened()
    assert len(table.commitment) == 64
    assert table.commitment != bytes(table.secret).hex()


@pytest.mark.parametrize(
    ("fields", "code", "named"),
    [
        ({"game": "snap"}, "unknown_game", "snap"),
        ({"game": ["bagelsknock"]}, "unknown_game", "bagelsknock"),
        ({"options": {"stakes": 5}}, "unknown_option", "stakes"),
        ({"options": {"rounds": 4}}, "bad_value", "4"),
        ({"options": {"rounds": True}}, "bad_value", "True"),
        ({"seats": 5}, "bad_seats", "5"),
        ({"seats": 1}, "bad_seats", "1"),
        ({"seats": "3"}, "bad_seats", "3"),
        ({"turn_clock": 45}, "bad_turn_clock", ""),
        ({"bots": 3}, "bad_computers", "2"),
        ({"bots": -1}, "bad_computers", ""),
        ({"handle": " "}, "handle_empty", ""),
        ({"handle": "x" * 21}, "handle_long", "20"),
        ({"handle": "A\u200bn"}, "handle_hidden", ""),
    ],
)
def test_bad_wishes_are_refused_by_name(fields, code, named):
    refused = refusal(opened, **fields)
    assert (refused.code, refused.status) == (code, 400)
    assert named in str(refused.params)
    assert not Table.objects.exists()


@pytest.mark.parametrize("key", [None, "", "short", "x" * 200, "with\0nul" * 4, "päss" * 8])
def test_what_is_no_seat_key_opens_nothing(key):
    assert refusal(opened, key=key).status == 403
    assert not Table.objects.exists()


def test_one_person_with_computer_players_plays_five_rounds_unless_they_say_otherwise():
    assert opened(bots=2).options["rounds"] == 5
    assert opened(bots=2, key=OTHER, options={"rounds": "leader"}).options["rounds"] == "leader"


def test_the_defaults_follow_who_sits_there():
    table = opened()
    rounds = lambda: play.present(table).table.options["rounds"]  # noqa: E731
    assert rounds() == "leader"
    play.add_bot(table.code, KEY)
    assert rounds() == 5
    play.sit(table.code, OTHER, "Bo")
    assert rounds() == "leader"
    absence.leave(table.code, OTHER)
    play.start(table.code, KEY)
    assert rounds() == 5


# --- sitting down ---


def test_sitting_twice_with_one_key_is_one_seat():
    table = opened()
    first, again = play.sit(table.code, OTHER, "Bo"), play.sit(table.code, OTHER, "Bobby")
    assert (first.pk, again.handle) == (again.pk, "Bo")
    assert table.seats.count() == 2


def test_a_handle_like_another_gets_a_number():
    table = opened()
    assert play.sit(table.code, OTHER, "аnn").handle == "аnn 2"  # a Cyrillic а


def test_a_full_table_has_no_seat():
    table = SittingFactory(people=2)
    refused = refusal(play.sit, table.code, KEY, "Cy")
    assert (refused.code, refused.status) == ("full", 409)


def test_nobody_sits_down_once_it_runs():
    table = SittingFactory(people=2, seats=3, started=True)
    assert refusal(play.sit, table.code, KEY, "Cy").code == "started"


def test_a_key_of_another_table_gets_no_second_seat():
    opened()
    refused = refusal(play.sit, SittingFactory(people=1).code, KEY, "Ann")
    assert (refused.code, refused.status) == ("key_elsewhere", 403)


def test_there_is_no_such_table():
    refused = refusal(play.sit, "00000000", KEY, "Ann")
    assert (refused.code, refused.status) == ("unknown_table", 404)


# --- the leader's business ---


def test_only_the_leader_starts_removes_and_adds():
    table = SittingFactory(people=2, seats=3)
    bo = table.keys["Bo"]
    for call in (lambda: play.start(table.code, bo), lambda: play.add_bot(table.code, bo), lambda: play.remove(table.code, bo, 0)):
        refused = refusal(call)
        assert (refused.code, refused.status) == ("leader_only", 403)


def test_it_takes_two_to_start():
    table = SittingFactory(people=1)
    assert refusal(play.start, table.code, table.keys["Ann"]).code == "too_few"


def test_starting_twice_deals_once():
    table = SittingFactory(people=2)
    play.start(table.code, table.keys["Ann"])
    version = table.table.version
    play.start(table.code, table.keys["Ann"])
    assert table.table.version == version
    assert table.table.rounds.count() == 1


def test_computer_players_have_names_of_their_own():
    table = opened(seats=4, handle="Pip", bots=3)
    handles = [seat.handle for seat in table.seats.all()]
    assert len(set(handles)) == 4
    assert handles[1:].count("Pip") == 0


def test_a_computer_player_is_added_once_for_a_seat():
    table = opened()
    assert play.add_bot(table.code, KEY, 2).pk == play.add_bot(table.code, KEY, 2).pk
    assert table.seats.count() == 2


def test_a_removed_seat_is_free_and_its_key_opens_nothing():
    table = SittingFactory(people=3, seats=3)
    play.remove(table.code, table.keys["Ann"], 1)
    play.remove(table.code, table.keys["Ann"], 1)  # a double click
    assert refusal(play.find, table.code, table.keys["Bo"]).code == "freed"
    assert play.sit(table.code, KEY, "Di").number == 1


@pytest.mark.parametrize(("number", "code"), [(0, "not_yourself"), (7, "no_such_seat"), (-1, "no_such_seat")])
def test_some_seats_cannot_be_removed(number, code):
    table = SittingFactory(people=2)
    assert refusal(play.remove, table.code, table.keys["Ann"], number).code == code


def test_gaps_between_seats_close_at_the_start():
    table = SittingFactory(people=4)
    absence.leave(table.code, table.keys["Ann"])
    play.remove(table.code, table.keys["Bo"], 2)
    play.start(table.code, table.keys["Bo"])
    seats = table.present.seats
    assert [(seat.number, seat.handle) for seat in seats] == [(0, "Bo"), (1, "Di")]
    assert table.table.leader == 0
    assert table.state.leader == 0


# --- the cut ---


def test_the_cuts_decide_the_deal():
    table = SittingFactory(people=2)
    play.set_cut(table.code, table.keys["Ann"], "left")
    play.set_cut(table.code, table.keys["Bo"], "right")
    play.start(table.code, table.keys["Ann"])
    assert refusal(play.set_cut, table.code, table.keys["Ann"], "late").code == "cut_fixed"
    play.set_cut(table.code, table.keys["Ann"], "late", only_first=True)  # the browser's hello, which nobody typed
    assert [seat.cut for seat in table.present.seats] == ["left", "right"]
    order = shuffle.SeededDecks(shuffle.seed(bytes(table.table.secret), ["left", "right"])).shuffle(1, 0, deck())
    assert table.state.seats[table.state.after(table.state.dealer)[0]].cards == order[0:14:2]


@pytest.mark.parametrize("cut", ["", "x" * 65, "a\0b", "a\nb", None, 5])
def test_a_cut_is_a_short_visible_text(cut):
    table = SittingFactory()
    assert refusal(play.set_cut, table.code, table.keys["Ann"], cut).code == "bad_cut"


def test_play_now_deals_as_soon_as_the_cut_is_there():
    table = SittingFactory(people=1, bots=3, quick=True)
    assert table.table.status == "waiting"
    play.set_cut(table.code, table.keys["Ann"], "mine")
    assert table.state.phase == "betting"


# --- leaving ---


def test_leaving_before_the_start_frees_the_seat_and_the_next_person_leads():
    table = SittingFactory(people=3)
    absence.leave(table.code, table.keys["Ann"])
    assert [seat.handle for seat in table.present.seats] == ["Bo", "Cy"]
    assert table.table.leader == 1


def test_a_table_that_everybody_left_closes():
    table = SittingFactory(people=1, bots=1, seats=2)
    absence.leave(table.code, table.keys["Ann"])
    assert (table.table.status, table.table.close_reason) == ("closed", "empty")
    assert refusal(play.sit, table.code, KEY, "Cy").code == "closed"
