"""What each viewer finds on the table in each phase: regions, buttons, cards, arithmetic; before the game and after it."""

import gzip
import re
from dataclasses import replace
from random import Random

import pytest
from django.core.management import call_command
from django.utils import timezone

from games import absence, boards, rematch
from games.management.commands import draw_cards
from games.models import Table
from games.play import Refused
from games.replay import Again, Present
from games.rules import engine
from games.rules.cards import DECK, deck, parse_cards
from games.rules.state import Action, Seat, Standing
from games.sentences import words
from tests.factories import Sitting, SittingFactory
from tests.games import rounds
from tests.games.test_hidden_cards import present
from tests.random_games import states

GAMES = sorted(engine.GAMES)


def seen_by(now: Present, seat: int | None) -> boards.Board:
    boards._kept.clear()
    return boards.render(now, None if seat is None else now.seats[seat])


def look(state, seat, **fields):
    return seen_by(present(state, **fields), seat)


def in_phase(phase: str) -> Present:
    """A BagelsKnock table in this phase."""
    return present(next(state for state in states(Random(phase), "bagelsknock") if state.phase == phase))


def text(html: str) -> str:
    """What can be read, without tags."""
    return rounds.words(html)


def verbs(html: str) -> set[str]:
    return set(re.findall(r'name="do" value="(\w+)"', html))


def faces(html: str) -> list[str]:
    return re.findall(r"#card-([A-Z0-9]{2})\"", html)


@pytest.fixture(scope="module", params=GAMES)
def moments(request):
    """Of random games, a few states of every phase."""
    found: dict[str, list] = {}
    for seed in range(12):
        for state in states(Random(f"boards {seed}"), request.param):
            if len(found.setdefault(state.phase, [])) < 6:
                found[state.phase].append(state)
    assert found.keys() >= engine.GAMES[request.param].phases.keys()
    return [state for some in found.values() for state in some]


def everywhere(moments):
    for state in moments:
        for seat in (None, *range(len(state.seats))):
            yield state, seat, look(state, seat)


def test_every_region_is_on_every_board_with_its_own_id(moments):
    for _state, _seat, board in everywhere(moments):
        assert tuple(board.regions) == boards.REGIONS
        for name, html in board.regions.items():
            assert re.match(rf'\s*<\w+ id="{name}"[^>]* hx-swap-oob="true"', html), name
        ids = re.findall(r'\bid="([^"]+)"', board.html)
        assert len(ids) == len(set(ids))


def test_what_all_share_is_the_same_bytes_for_all(moments):
    for state in moments:
        now = present(state)
        everybody = [seen_by(now, seat).regions for seat in (None, *range(len(state.seats)))]
        for name in (*boards.SHARED, "score"):
            assert len({regions[name] for regions in everybody}) == 1, name


def test_what_may_be_done_is_a_button_and_nothing_else_is(moments):
    for state, seat, board in everywhere(moments):
        offered = {offer.verb for offer in engine.legal_actions(state, seat)} if seat is not None else set()
        assert verbs(board.html) == offered
        for form in re.findall(r"<form[^>]*data-act.*?</form>", board.html, re.S):
            assert 'name="decision" value="1"' in form


def test_the_cards_that_may_go_can_be_chosen_and_no_others(moments):
    for state, seat, board in everywhere(moments):
        offers = {offer.verb: offer for offer in engine.legal_actions(state, seat)} if seat is not None else {}
        choosable = re.findall(r'<input type="radio" name="card" form="discard" value="(\w\w)"[^>]* data-verbs="([\w ]+)"', board.html)
        found = {verb: sorted(card for card, verbs in choosable if verb in verbs.split(" ")) for verb in ("discard", "splash", "knock")}
        for verb, cards in found.items():
            assert cards == sorted(offers[verb].choices if verb in offers else ())


def test_a_hand_shows_each_card_that_its_owner_sees_once(moments):
    for state, seat, board in everywhere(moments):
        if seat is not None and 'id="hand" hx-swap-oob="true" aria' in board.regions["hand"]:
            view = engine.view(state, seat)
            assert sorted(faces(board.regions["hand"])) == sorted(card for card in view.seats[seat].cards if card)


def test_whose_turn_it_is_stands_in_words_and_in_the_title(moments):
    for state, seat, board in everywhere(moments):
        seats = present(state).seats
        if state.to_act is None:
            assert "won ·" in board.title
        elif seat is not None and engine.legal_actions(state, seat):
            assert board.title.startswith("Your turn")
        else:
            assert board.title.startswith(f"{seats[state.to_act].handle} to act")
        if state.to_act is not None:
            assert text(board.regions["seats"]).count("to act") == 2, "seen, and read aloud"


def test_who_watches_has_nothing_to_press(moments):
    for _state, seat, board in everywhere(moments):
        assert ("<form" in board.html) <= (seat is not None)


def test_a_computer_player_in_ones_seat_can_be_sent_away():
    now = in_phase("rummy")
    now.seats[0].bot = True
    actions = seen_by(now, 0).regions["actions"]
    assert "take it back" in text(actions)
    assert "/return/" in actions
    assert not verbs(actions)


# --- who is here ---


def test_a_computer_player_that_sits_in_is_marked_so():
    now = in_phase("rummy")
    bo, cy = now.seats[1:3]
    bo.bot = bo.away = True
    cy.bot, cy.is_computer = True, True
    for seat in (None, 0, 2):
        board = seen_by(now, seat)
        assert "computer for Bo" in text(board.regions["seats"])
        assert "Bo a computer plays" in text(board.regions["people"])
        assert "for Cy" not in text(board.html)
    bo.away, bo.removed_at = False, timezone.now()
    board = seen_by(now, 0)
    assert "no longer Bo" in text(board.regions["seats"])
    assert "Bo out, a computer plays" in text(board.regions["people"])


def test_only_the_presence_of_persons_who_play_is_shown():
    now = in_phase("rummy")
    now.seats[1].bot = now.seats[1].is_computer = True
    for name in ("seats", "people"):
        places = re.findall(r'data-seat="(\d)"(?:(?!data-seat).)*?data-presence', seen_by(now, None).regions[name], re.S)
        assert places == [str(seat.number) for seat in now.seats if not seat.bot], name


def test_the_last_seconds_stand_at_the_seat_to_act_and_at_ones_own_sentence():
    now = in_phase("rummy")
    to_act = now.state.to_act
    other = (to_act + 1) % len(now.seats)
    now.table.due_at = timezone.now()
    due = f'data-due="{int(now.table.due_at.timestamp() * 1000)}"'
    mine, theirs = seen_by(now, to_act).regions, seen_by(now, other).regions
    assert due in mine["seats"] and due in mine["topbar"] and due in mine["sentence"]
    assert due in theirs["seats"] and due not in theirs["sentence"]
    now.seats[to_act].bot = True
    assert due not in seen_by(now, other).html


def test_a_paused_table_says_so_and_waits_for_a_touch_of_who_sits_there():
    now = in_phase("rummy")
    now.table.paused_at = timezone.now()
    now.seats[1].bot, now.seats[1].left_at = True, timezone.now()
    for seat, waits in ((None, False), (0, True), (1, False), (2, True)):
        board = seen_by(now, seat)
        assert board.title.startswith("Paused")
        assert text(board.regions["sentence"]).startswith("Paused until somebody is back.")
        assert ("Touch the table" in board.html) == ("data-touch" in board.regions["sentence"]) == waits
        assert 'class="yours"' not in board.regions["sentence"]


def test_an_absent_persons_page_waits_for_a_touch():
    now = in_phase("rummy")
    now.seats[0].bot = now.seats[0].away = True
    assert "data-touch" in seen_by(now, 0).regions["sentence"]
    assert "data-touch" not in seen_by(now, 1).html


def led_by_ann(waits_for: int) -> Present:
    """A rummy of Ann, who leads, Bo and Cy, where the table waits for this seat."""
    found = (state for seed in range(20) for state in states(Random(f"led {seed}"), "bagelsknock", 3))
    return present(next(state for state in found if (state.phase, state.leader, state.to_act) == ("rummy", 0, waits_for)))


def test_only_the_leader_has_a_leaders_means_and_only_about_others():
    now = led_by_ann(waits_for=1)
    now.seats[2].bot = now.seats[2].is_computer = True
    ann = seen_by(now, 0).regions["people"]
    for path in ("hand-over", "sit-in", "remove"):
        assert re.findall(rf'/{path}/"(?:(?!</form>).)*?name="seat" value="(\d)"', ann, re.S) == ["1"], path
        assert f"/{path}/" not in "".join(seen_by(now, seat).html for seat in (None, 1))
    assert re.search(r"<details[^>]*><summary[^>]*>Remove Bo</summary>.*?Yes, remove Bo</button>", ann, re.S)
    assert "You lead this table." in text(ann)
    assert "Ann leads this table." in text(seen_by(now, 1).regions["people"])
    now.seats[1].bot = now.seats[1].away = True
    ann = seen_by(now, 0).regions["people"]
    assert "/remove/" in ann
    assert "/hand-over/" not in ann and "/sit-in/" not in ann


def test_the_leader_may_let_a_computer_player_sit_in_where_the_table_waits():
    now = led_by_ann(waits_for=1)
    assert 'data-sit-in="1" hidden' in seen_by(now, 0).regions["actions"]  # until the page is told that Bo has been gone for long
    for seat in (None, 1, 2):
        assert "data-sit-in" not in seen_by(now, seat).html
    now.seats[1].bot = True
    assert "data-sit-in" not in seen_by(now, 0).regions["actions"]


def test_a_seat_can_go_to_another_device_and_be_left():
    now = in_phase("rummy")
    for seat, own in ((None, False), (0, True), (1, True)):
        menu = seen_by(now, seat).regions["people"]
        assert ("/move/" in menu) == ("/leave/" in menu) == own
    now.seats[1].bot, now.seats[1].left_at = True, timezone.now()
    assert "/leave/" not in seen_by(now, 1).regions["people"]
    assert "#move=" not in "".join(seen_by(now, seat).html for seat in (None, 0, 1))


def test_a_refusal_is_a_sentence_for_who_asked():
    now = in_phase("betting")
    board = boards.render(now, now.seats[0], Refused("not_your_turn", {"to_act": 1}))
    assert text(board.regions["notice"]) == "It is not your turn: the table waits for Bo."
    assert text(boards.render(now, now.seats[1]).regions["notice"]) == ""


# --- the settlement speaks ---


def settled(hands):
    """A BagelsKnock round in which Ann has knocked, everybody holds these hands, and the last seat has just discarded."""
    state = next(state for state in states(Random("deal"), "bagelsknock", len(hands)) if state.phase == "rummy")
    thrown = next(card for card in DECK if card not in " ".join(hands))
    seats = tuple(Seat(cards=parse_cards(hand), known=7) for hand in hands)
    last = len(hands) - 1
    seats = (*seats[:-1], replace(seats[last], cards=(*seats[last].cards, thrown), known=8))
    state = replace(
        state, standing=Standing(1, 0, "regular"), seats=seats, knocker=0, last_turns=(last,), to_act=last, drawn="stock", taken=None
    )
    return engine.apply(state, last, Action("discard", thrown))[0]


def test_a_knock_explains_what_everybody_pays():
    # Ann 6 loose, Bo 14, Cy 6: the first line of the table in the rules
    state = settled(["2C 3C 4C 7D 7H 7S 6D", "9C TC JC 5D 5H 5S KD", "2D 3D 4D 8C 8H 8S 6H"])
    board = look(state, 1)
    told = text(board.regions["reckoning"])
    assert "Cy pays Ann 10: 6 loose − 6 loose + 10" in told
    assert "Bo pays Ann 14: 10 loose − 6 loose + 10" in told
    assert "Ann knocked with 6" in text(board.regions["center"])
    assert sorted(faces(board.regions["center"])) == sorted(card for seat in state.seats for card in seat.cards)
    assert board.regions["center"].count('class="group meld"') == 6


def test_an_undercut_knocker_pays_five_times():
    state = settled(["2C 3C 4C 7D 7H 7S TD", "9C TC JC 5D 5H 5S 3H", "2D 3D 4D 8C 8H 8S KH"])
    told = text(look(state, None).regions["reckoning"])
    assert "Ann pays Bo 45: 5 × (10 loose − 3 loose) + 10" in told
    assert "Cy pays Ann 10: 10 loose − 10 loose + 10" in told


def test_the_score_sheet_adds_up_to_four_times_p1_and_p2_and_p3(moments):
    for state, _seat, board in everywhere(moments):
        if state.game != "bagelsknock":
            continue
        sums = text(board.regions["score"].split("<tfoot>")[1])
        for seat in engine.view(state, None).seats:
            points = seat.points
            assert points["total"] == 4 * points["p1"] + points["p2"] + points["p3"]
            assert str(points["total"]).replace("-", "−") in sums


def test_the_final_result_gives_places_and_equal_totals_share_one():
    state = next(state for state in states(Random("end"), "bagelsknock", 3) if engine.is_over(state))
    even = tuple(tuple((0,) * len(cell) for cell in row) for row in state.standing.sheet)
    settlement = replace(state.settled[-1], points=(5, -10, 5), winners=(0, 2))
    state = replace(state, standing=replace(state.standing, sheet=even), settled=(settlement,))
    board = look(state, 0)
    assert text(board.regions["reckoning"]).startswith("1. Ann 5 1. Cy 5 3. Bo −10")
    assert board.title.startswith("Ann and Cy won")
    assert "Play again" in text(board.regions["actions"])
    assert "To the lobby" in text(seen_by(present(state), None).regions["actions"])


# --- play again ---


def over(again: Again | None = None) -> Present:
    """A finished table of Ann, Bo and Cy."""
    state = next(state for state in states(Random("end"), "bagelsknock", 3) if engine.is_over(state))
    return replace(present(state), again=again)


def test_who_played_is_offered_the_next_table_and_nobody_else_learns_of_it():
    now = over(Again("REMATCH1", frozenset({1}), True))
    ann, bo, watcher = (seen_by(now, seat) for seat in (0, 1, None))
    assert "Play again with Bo" in text(ann.regions["actions"])
    assert "Bo is at the new table." in text(ann.regions["actions"])
    assert "Bo is at" not in text(bo.regions["actions"])
    assert ["data-again" in board.regions["actions"] for board in (ann, bo)] == [True, False], "alerts whoever looks elsewhere"
    for board in (ann, bo):
        assert f"/table/{now.table.code}/again/" in board.regions["actions"]
    assert "REMATCH1" not in watcher.html
    assert "/again/" not in watcher.html
    assert all("REMATCH1" not in ann.regions[name] for name in (*boards.SHARED, "score"))


def test_several_at_the_new_table():
    now = over(Again("REMATCH1", frozenset({1, 2}), True))
    assert "Bo and Cy are at the new table." in text(seen_by(now, 0).regions["actions"])


def test_who_comes_too_late_for_the_next_game_may_watch_it():
    now = over(Again("REMATCH1", frozenset({1, 2}), False))
    assert 'href="/table/REMATCH1/"' in seen_by(now, 0).regions["actions"]
    assert "/again/" in seen_by(now, 1).regions["actions"]  # and a way back to one's seat there


def test_points_that_are_still_to_come_are_not_written_as_none():
    for phase, to_come in (("rummy", True), ("round_over", False)):
        row = seen_by(in_phase(phase), 0).regions["score"].split("<tbody>")[1].split("</tbody>")[0]
        assert ("–" in text(row).split()) == to_come


def test_a_seat_says_who_thinks_and_what_was_done_last():
    for state in states(Random("thinks"), "bagelsknock"):
        if state.phase == "rummy" and state.log and state.log[-1].code == "discarded":
            break
    acted, to_act = state.log[-1].seat, state.to_act
    board = seen_by(present(state, bots=(to_act,)), None).regions["seats"]
    seats = dict(re.findall(r'<li class="([^"]*)" data-seat="(\d)"', board))
    assert next(int(number) for classes, number in seats.items() if "acted" in classes.split()) == acted
    assert 'class="thinking"' in board
    assert 'class="thinking"' not in seen_by(present(state), None).regions["seats"]
    assert f'data-last="discarded" data-by="{acted}"' in board


def test_scores_carried_along_are_in_the_sheet_and_in_the_result():
    now = over()
    totals = [seat.points["total"] for seat in engine.view(now.state, None).seats]
    assert "In all" not in seen_by(now, 0).regions["score"]
    now.table.tally = {"0": 100, "1": -60, "2": -40}
    told = seen_by(now, None).regions
    sums = [words.number(before + total) for before, total in zip((100, -60, -40), totals, strict=True)]
    assert text(told["score"].split("In all")[1]).startswith(" ".join(sums))
    assert "Before 100 −60 −40" in text(told["score"])
    for each in sums:
        assert f"in all {each}" in text(told["reckoning"])


@pytest.mark.django_db
def test_the_waiting_room_of_a_rematch_keeps_seats_and_asks_about_the_scores():
    table = SittingFactory(people=2, seats=2, started=True)
    Table.objects.filter(code=table.code).update(status=Table.Status.FINISHED, result={"0": 30, "1": -30}, version=99)
    seat = rematch.again(table.code, table.keys["Ann"], "a" * 32)
    new = Sitting(seat.table.code, {})
    ann, watcher = (boards.render(new.present, each).regions["waiting"] for each in (new.present.seats[0], None))
    for each in (ann, watcher):
        assert "Playing again 1 of 2" in text(each)
        assert "kept for Bo" in text(each)
        assert "so far 30" in text(each)
        assert "so far −30" in text(each)
    assert re.search(r"<button[^>]* disabled>Start the game", ann)
    assert "/carry/" in ann
    assert "/carry/" not in watcher
    assert "/sit/" not in watcher
    assert f"/table/{new.code}/" not in boards.render(table.present, None).html

    rematch.again(table.code, table.keys["Bo"], "b" * 32)
    rematch.carry(new.code, "a" * 32, True)
    ann, bo = (boards.render(new.present, each).regions["waiting"] for each in new.present.seats)
    assert "2 of 2" in text(bo)
    assert text(bo).count("carries scores") == 1
    assert 'value="1" checked' in ann
    assert 'value="1" checked' not in bo
    assert not re.search(r"<button[^>]* disabled>Start the game", ann)


# --- before the game ---


@pytest.mark.django_db
def test_the_waiting_room_tells_who_sits_what_is_played_and_how_to_invite():
    table = SittingFactory(seats=3, options={"rounds": 5})
    told = text(boards.render(table.present, None).regions["waiting"])
    for said in ("Ann", "Bo", "free seat", "2 of 3", "5 rounds", "Phase 1 points count four times"):
        assert said in told
    html = boards.render(table.present, None).regions["waiting"]
    assert f"/table/{table.code}/qr.svg" in html
    assert f'value="/table/{table.code}/"' in html
    assert table.table.commitment in html


@pytest.mark.django_db
def test_only_the_leader_starts_removes_and_adds_computers():
    table = SittingFactory(seats=3)
    ann, bo, watcher = (boards.render(table.present, seat).regions["waiting"] for seat in (*table.present.seats, None))
    for path in ("start", "remove", "add-computer"):
        assert f"/{path}/" in ann
        assert f"/{path}/" not in bo + watcher
    assert "Ann starts the game" in text(bo)
    assert f"/sit/{table.code}/" in watcher
    assert f"/sit/{table.code}/" not in ann + bo


@pytest.mark.django_db
def test_nobody_starts_alone_and_nobody_sits_where_all_is_taken():
    alone = SittingFactory(people=1)
    assert re.search(r"<button[^>]* disabled>Start the game", boards.render(alone.present, alone.present.seats[0]).regions["waiting"])
    full = SittingFactory(people=2)
    assert "All seats are taken" in text(boards.render(full.present, None).regions["waiting"])


@pytest.mark.django_db
def test_a_closed_table_says_so_and_shows_a_way_on():
    table = SittingFactory(people=1)
    absence.leave(table.code, table.keys["Ann"])
    assert table.table.status == Table.Status.CLOSED
    board = boards.render(table.present, None)
    assert "This table is closed" in text(board.regions["waiting"])
    assert "Everybody has left it." in text(board.regions["waiting"])
    assert board.title.startswith("Table closed")


def test_a_closed_table_says_why():
    now = replace(in_phase("rummy"), state=None)
    now.table.status = Table.Status.CLOSED
    for reason, played, told in (
        ("abandoned", 1, "Nobody was here for 15 minutes, so the game has ended."),
        ("abandoned", 0, "Nobody was here for 15 minutes."),
        ("rules", 1, "could not go on"),
    ):
        now.table.close_reason, now.table.round = reason, played
        board = seen_by(now, 0)
        assert told in text(board.regions["waiting"])
        assert "<form" not in board.html


def test_a_handle_is_text_and_never_markup():
    now = in_phase("betting")
    now.seats[1].handle = "<b>&amp;'\""
    for seat in (None, 0):
        page = seen_by(now, seat).html
        assert "<b>&amp;'" not in page
        assert "&lt;b&gt;&amp;amp;" in page


# --- the deck ---


def test_the_sprite_holds_every_card_is_light_and_is_what_the_script_draws(capsys):
    drawn = draw_cards.SPRITE.read_text()
    assert re.findall(r'<symbol id="card-(\w+)"', drawn) == [*deck(jokers=True), "back"]
    assert drawn == draw_cards.sprite()
    assert len(gzip.compress(drawn.encode())) < 40_000
    call_command("draw_cards")
    assert str(draw_cards.SPRITE) in capsys.readouterr().out
