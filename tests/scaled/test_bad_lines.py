"""Connections at their worst, with real sockets and real server processes: after whatever happens each decision has had one effect,
nobody's seat is lost, and everybody sees the same present.

Each trouble is tried in one process, with kill -9 in the middle, in two processes on one SQLite file, and in two on PostgreSQL and Redis.
"""

import asyncio
import contextlib
import random
import re
import secrets
import urllib.error

import pytest

from tests.scaled import lines
from tests.scaled.lines import Browser, Site, every_decision_had_one_effect, everybody_sees_the_same, open_table, until

SITES = {"one process": lines.in_one_process, "two processes": lines.in_two_processes, "postgres": lines.on_postgres_and_redis}
ON_POSTGRES = pytest.param("postgres", marks=pytest.mark.servers)


@pytest.fixture(scope="module", params=["one process", "two processes", ON_POSTGRES])
def site(request, tmp_path_factory):
    """Each kind of site in turn."""
    yield from SITES[request.param](tmp_path_factory.mktemp("site"))


#: for what must be tried only once
in_one_process = pytest.mark.parametrize("site", ["one process"], indirect=True)


@contextlib.asynccontextmanager
async def pages(site: Site, code: str, keys: dict[str, str], **line: float):
    """A page for each of them, at the processes in turn."""
    opened = {handle: Browser(code, key, seed=number, **line) for number, (handle, key) in enumerate(keys.items())}
    try:
        for number, page in enumerate(opened.values()):
            await page.open(site.servers[number % len(site.servers)])
        yield opened
    finally:
        for page in opened.values():
            await page.close()


def home(site: Site, opened: dict[str, Browser], page: Browser):
    """The process that this page is connected to."""
    return site.servers[list(opened.values()).index(page) % len(site.servers)]


async def who_is_asked(opened: dict[str, Browser]) -> Browser:
    """The page that asks for a decision now."""
    await until(lambda: any(page.line and page.wish() for page in opened.values()), "somebody's turn")
    return next(page for page in opened.values() if page.line and page.wish())


async def play_until(opened: dict[str, Browser], phase: str) -> None:
    """Everybody answers what they are asked until the game is there."""
    while not any(page.phase == phase for page in opened.values() if page.line):
        await (await who_is_asked(opened)).act()


async def end_the_rounds(leader: Browser) -> None:
    """The leader ends the game, by way of the final hand."""
    await until(leader.wish, "the end of the round")
    leader.press(leader.wish()[0], {"do": "end_game", "big_kahuna_first": "false"})
    await until(lambda: leader.sent is None, "the end of the rounds")


# --- one decision ---


async def _break_off_in_the_middle_of_each_move(site: Site, moves: int, kills: int) -> None:
    """Press, and be gone before an answer can come; back again, press the same if the board still asks."""
    code, keys = open_table(site.one, "Bo", "Cy")
    rng = random.Random(5)
    async with pages(site, code, keys) as opened:
        for move in range(moves):
            page = await who_is_asked(opened)
            wish = page.wish()
            page.press(*wish)
            await asyncio.sleep(rng.choice([0, 0, 0.001, 0.003, 0.01]))
            server = home(site, opened, page)
            await page.close()
            if moves - move <= kills:
                site.restart()
                for each in opened.values():
                    await each.open(home(site, opened, each))
            else:
                await page.open(server)
            if page.sent:  # the board still asks: it was lost on the way
                page.press(*wish)
                await until(lambda page=page: page.sent is None, "the move")
            assert page.moves[wish[0]] == wish[1]
        await everybody_sees_the_same(site, list(opened.values()))
        every_decision_had_one_effect(site, list(opened.values()))
        assert len(site.moves(code)) == moves


async def test_cut_off_in_the_middle_of_a_move(site):
    await _break_off_in_the_middle_of_each_move(site, 12, kills=0)


@in_one_process
async def test_cut_off_and_the_server_killed_in_the_middle_of_a_move(site):
    await _break_off_in_the_middle_of_each_move(site, 5, kills=2)


async def test_an_answer_that_was_lost_is_asked_for_again_over_every_way(site):
    """The same decision again and again: over the socket, by POST, at another process. And another answer to it, which is too late."""
    code, keys = open_table(site.one, "Bo")
    async with pages(site, code, keys) as opened:
        for _ in range(4):
            page = await who_is_asked(opened)
            decision, fields = page.wish()
            for server in (site.one, site.other):
                await asyncio.to_thread(server.post, f"/table/{code}/act/", page.key, decision=decision, **fields)
            page.press(decision, fields)
            page.press(decision, fields)
            await until(lambda page=page: page.sent is None, "the move")
            with pytest.raises(urllib.error.HTTPError) as refused:
                await asyncio.to_thread(site.other.post, f"/table/{code}/act/", page.key, decision=decision, do="dance")
            assert refused.value.code == 409
            refused.value.close()
        await everybody_sees_the_same(site, list(opened.values()))
        every_decision_had_one_effect(site, list(opened.values()))
        assert len(site.moves(code)) == 4


async def test_two_tabs_of_one_seat_that_answer_at_once(site):
    """Both work, and one answer counts; the other tab is shown it."""
    code, keys = open_table(site.one, "Bo")
    async with pages(site, code, keys) as opened, pages(site, code, dict(reversed(keys.items()))) as others:
        for turn in range(6):
            page = await who_is_asked(opened)
            tab = next(each for each in others.values() if each.key == page.key)
            await until(lambda page=page, tab=tab: tab.version == page.version, "both tabs to show the turn")
            decision, fields = page.wish()
            # once the same from both, once something else
            page.press(decision, fields)
            tab.press(
                decision, fields if turn % 2 else {"do": "fold"} if "check" in fields.values() or "call" in fields.values() else fields
            )
            await until(lambda page=page, tab=tab: page.sent is None and tab.sent is None, "both tabs to show the move")
            for each in (page, tab):
                each.moves.pop(decision)  # which of them it was, the database says
        both = [*opened.values(), *others.values()]
        assert all(page.me is not None for page in both)
        await everybody_sees_the_same(site, both)
        every_decision_had_one_effect(site, both)


@pytest.mark.parametrize("site", [ON_POSTGRES], indirect=True)
async def test_clocks_of_two_processes_never_act_twice(site):
    """Whole games with computer players: both processes want to make each of their moves. (For SQLite: test_kill.py.)"""

    async def game(*guests: str, computers: int) -> None:
        code, keys = open_table(site.one, *guests, computers=computers, option_rounds="leader")
        async with pages(site, code, keys) as opened:
            while not any(page.over for page in opened.values()):
                for page in opened.values():
                    ends = page.phase == "round_over" and page.wish()
                    await (end_the_rounds(page) if ends else page.act())
                await asyncio.sleep(0.02)
            await everybody_sees_the_same(site, list(opened.values()))
            every_decision_had_one_effect(site, list(opened.values()))
            assert site.table(code, "status") == "finished"

    await asyncio.gather(game("Bo", computers=2), game(computers=3))
    for server in site.servers:
        assert "Traceback" not in server.log.read_text()


# --- what is seen ---


async def _lose_and_delay_frames(site: Site, kill: bool) -> None:
    code, keys = open_table(site.one, "Bo", "Cy")
    async with pages(site, code, keys, loses=0.3, delays=0.3) as opened:
        watcher = await Browser(code, loses=0.5, delays=0.4).open(site.other)
        for turn in range(14):
            await (await who_is_asked(opened)).act()
            if kill and turn == 7:
                site.restart()
                for page in (*opened.values(), watcher):
                    await page.open(site.one)
        everybody = [*opened.values(), watcher]
        await everybody_sees_the_same(site, everybody)
        every_decision_had_one_effect(site, list(opened.values()))
        await watcher.close()


async def test_frames_that_are_lost_or_come_late(site):
    await _lose_and_delay_frames(site, kill=False)


@in_one_process
async def test_frames_that_are_lost_and_a_server_that_is_killed(site):
    await _lose_and_delay_frames(site, kill=True)


# --- people who vanish ---


async def _leaders_vanish(site: Site, phases: list[str], kill: bool) -> None:
    """In each phase whoever leads is gone; the next one leads and plays on; the one who comes back has their seat, and not the lead."""
    code, keys = open_table(site.one, "Bo", "Cy")
    names = list(keys)
    async with pages(site, code, keys) as opened:
        for phase in phases:
            if phase == "final_bet":
                await end_the_rounds(opened[names[site.table(code, "leader")]])
            await play_until(opened, phase)
            number = site.table(code, "leader")
            gone = opened[names[number]]
            await gone.close()
            if kill:
                site.restart()
                for page in opened.values():
                    if page is not gone:
                        await page.open(home(site, opened, page))
            await until(lambda number=number: site.table(code, "leader") != number, f"another leader in {phase}")
            left = [page for page in opened.values() if page is not gone]
            await everybody_sees_the_same(site, left)
            for page in left:
                await until(lambda page=page, number=number: number in page.presence["away"] + page.presence["reconnecting"], "who is away")
            leader = site.table(code, "leader")
            assert leader == next(seat for seat in [(number + 1) % 3, (number + 2) % 3])
            await gone.open(home(site, opened, gone))
            assert gone.me == number
            await until(lambda left=left, number=number: all(number in page.presence["here"] for page in left), "who is back")
            assert site.table(code, "leader") == leader
            await everybody_sees_the_same(site, list(opened.values()))
        every_decision_had_one_effect(site, list(opened.values()))
        assert not site.table(code, "paused_at")


@in_one_process
async def test_a_leader_who_vanishes_in_each_phase(site):
    await _leaders_vanish(site, ["betting", "betting_over", "rummy", "round_over", "final_bet", "final_hand"], kill=False)


@pytest.mark.parametrize("site", ["two processes", ON_POSTGRES], indirect=True)
async def test_a_leader_who_vanishes_from_one_of_two_processes(site):
    await _leaders_vanish(site, ["betting_over", "rummy"], kill=False)


@in_one_process
async def test_a_leader_who_vanishes_as_the_server_is_killed(site):
    await _leaders_vanish(site, ["round_over"], kill=True)


async def test_a_leader_who_vanishes_from_the_waiting_room(site):
    code, keys = open_table(site.one, "Bo", started=False, seats=3)
    async with pages(site, code, keys) as opened:
        await opened["Ann"].close()
        await until(lambda: site.table(code, "leader") == 1, "another leader")
        await opened["Ann"].open(site.other)
        await asyncio.to_thread(site.other.post, f"/table/{code}/add-computer/", keys["Bo"])
        await asyncio.to_thread(site.one.post, f"/table/{code}/start/", keys["Bo"])
        await until(lambda: all(page.phase == "betting" for page in opened.values()), "the game")
        await everybody_sees_the_same(site, list(opened.values()))


async def _everybody_vanishes(site: Site, kill: bool) -> None:
    code, keys = open_table(site.one, "Bo", computers=1, turn_clock=30)
    async with pages(site, code, keys) as opened:
        await play_until(opened, "rummy")
        for page in opened.values():
            await page.close()
        if kill:
            site.restart()
        await until(lambda: site.table(code, "paused_at"), "the pause")
        moves = len(site.moves(code))
        if kill:
            site.restart()
        await asyncio.sleep(1)
        assert len(site.moves(code)) == moves
        await opened["Bo"].open(site.other)
        await until(lambda: not site.table(code, "paused_at"), "the end of the pause")
        await opened["Ann"].open(site.one)
        assert [page.me for page in opened.values()] == [0, 1]
        await until(lambda: len(site.moves(code)) > moves, "the next move")
        await everybody_sees_the_same(site, list(opened.values()))
        every_decision_had_one_effect(site, list(opened.values()))


async def test_everybody_vanishes_and_comes_back(site):
    await _everybody_vanishes(site, kill=False)


@in_one_process
async def test_everybody_vanishes_as_the_server_is_killed_twice(site):
    await _everybody_vanishes(site, kill=True)


@in_one_process
async def test_turns_that_run_out_a_computer_player_and_the_owner_who_touches_the_page(site):
    """Ann's page lies open and nobody touches it; the server is killed while the computer player sits in for her."""
    code, keys = open_table(site.one, "Bo", turn_clock=30)
    site.one.post(f"/table/{code}/hand-over/", keys["Ann"], seat=1)  # between the phases the table waits for the leader, for longer
    async with pages(site, code, keys) as opened:
        ann, bo = opened["Ann"], opened["Bo"]
        deadline = asyncio.get_running_loop().time() + 20
        while not site.seats(code, "away")["Ann"]:
            assert asyncio.get_running_loop().time() < deadline
            await bo.act()
            await asyncio.sleep(0.05)
        assert not site.seats(code, "away")["Bo"]
        site.restart()
        await bo.open(site.one)
        ann.touched = False
        await ann.open(site.one, active=False)
        await asyncio.sleep(0.6)
        assert site.seats(code, "away")["Ann"]
        ann.touched = True
        await until(lambda: not site.seats(code, "away")["Ann"], "her seat")
        assert ann.me == 0
        for page in opened.values():
            page.touched = True
        every_decision_had_one_effect(site, list(opened.values()))


@in_one_process
async def test_who_was_to_move_when_the_server_died_gets_time_to_come_back(site):
    code, keys = open_table(site.one, "Bo", turn_clock=30)
    async with pages(site, code, keys) as opened:
        await (await who_is_asked(opened)).act()
        for page in opened.values():
            await page.close()
        site.one.kill()
        due, moves = site.table(code, "due_at"), len(site.moves(code))
        await asyncio.sleep(1)
        site.one.start()
        await until(lambda: site.table(code, "due_at") != due, "another deadline")
        found = site.query("t.due_at, t.moves FROM games_table t", code)
        assert found[0][1] == moves, "the clock has moved for somebody who could not"


# --- other devices, other tables ---


async def test_a_seat_that_goes_to_another_device_in_the_middle_of_the_game(site):
    code, keys = open_table(site.one, "Bo")
    new = secrets.token_hex(16)
    async with pages(site, code, keys) as opened:
        link, _ = await asyncio.to_thread(site.one.post, f"/table/{code}/move/", keys["Ann"])
        token = re.search(r"#move=(\w+)", link)[1]
        claims = [asyncio.to_thread(server.post, f"/table/{code}/claim/", new, token=token) for server in (site.one, site.other) * 2]
        answers = await asyncio.gather(*claims)
        assert all(headers["X-Table-Seat"] == "0" for _, headers in answers)
        await until(lambda: opened["Ann"].lost == "seat_moved", "word on the old device")
        assert opened["Ann"].me is None
        assert "another device" in opened["Ann"].notice
        opened["Ann"].key = ""
        device = await Browser(code, new).open(site.other)
        assert device.me == 0
        players = {"Ann": device, "Bo": opened["Bo"]}
        for _ in range(3):
            await (await who_is_asked(players)).act()
        await everybody_sees_the_same(site, [*opened.values(), device])
        every_decision_had_one_effect(site, [device, opened["Bo"]])
        await device.close()


async def test_play_again_pressed_by_all_at_once_is_one_table(site):
    code, keys = open_table(site.one, "Bo", "Cy")
    async with pages(site, code, keys) as opened:
        await play_until(opened, "round_over")
        await end_the_rounds(opened["Ann"])
        while not any(page.over for page in opened.values()):
            await (await who_is_asked(opened)).act()
        new = {handle: secrets.token_hex(16) for handle in keys}
        presses = [
            asyncio.to_thread(server.post, f"/table/{code}/again/", key, new_key=new[handle])
            for _ in range(2)
            for server in (site.one, site.other)
            for handle, key in keys.items()
        ]
        answers = await asyncio.gather(*presses)
        assert len({headers["X-Table-Code"] for _, headers in answers}) == 1
        again = answers[0][1]["X-Table-Code"]
        assert site.seats(again, "number") == site.seats(code, "number")
        async with pages(site, again, new) as there:
            assert [page.me for page in there.values()] == [0, 1, 2]
            leader = list(keys)[site.table(again, "leader")]
            await asyncio.to_thread(site.other.post, f"/table/{again}/start/", new[leader])
            await (await who_is_asked(there)).act()
            await everybody_sees_the_same(site, list(there.values()))
