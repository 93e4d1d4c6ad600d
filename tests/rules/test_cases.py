"""Every rule case under tests/cases holds, and files that are no cases are reported without a traceback."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from games.management.commands.check_cases import case_files, check_file
from games.rules import engine

TESTS = Path(__file__).resolve().parent.parent
CASES = list(case_files([TESTS / "cases"]))
UNREADABLE = sorted((TESTS / "unreadable_cases").iterdir())


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case_holds(path: Path) -> None:
    assert check_file(path) is None


@pytest.mark.parametrize("path", UNREADABLE, ids=lambda path: path.name)
def test_no_case(path: Path) -> None:
    problem = check_file(path)
    assert problem and "Traceback" not in problem


def check(*paths: object) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("check_cases", *map(str, paths), stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


def test_command_counts_what_passed() -> None:
    code, out = check(TESTS / "cases" / "bagelsknock")
    assert code == 0
    assert out.splitlines()[-1] == f"{len(list((TESTS / 'cases' / 'bagelsknock').glob('*.json')))} passed, 0 failed"


def test_command_names_file_step_expectation_and_finding(tmp_path: Path) -> None:
    case = json.loads((TESTS / "cases" / "bagelsknock" / "p1_all_check.json").read_text())
    case["steps"][0]["expect"] = {"stock": 31}
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps(case))
    code, out = check(path)
    assert code == 1
    assert out.splitlines() == [f"{path}: step 1: expected stock 31, found 30", "0 passed, 1 failed"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe\x00",
        b"null",
        b"[" * 100_000,
        b'{"game": ["bagelsknock"]}',
        b'{"game": "whist", "seats": ["Ann", "Bo"], "steps": [], "decks": []}',
        b'{"game": "bagelsknock", "options": {"speed": 3}, "seats": ["Ann", "Bo"], "steps": [], "decks": []}',
        b'{"game": "bagelsknock", "seats": [["Ann"], "Bo"], "steps": [], "decks": []}',
        b'{"game": "bagelsknock", "seats": ["Ann", "Bo"], "leader": {}, "dealer": "Bo", "steps": [], "decks": []}',
        b'{"game": "bagelsknock", "seats": ["Ann", "Bo"], "leader": "Ann", "dealer": "Bo", "steps": [], "decks": []}',
        b'{"game": "bagelsknock", "seats": ["Ann", "Bo"], "leader": "Ann", "dealer": "Bo", "steps": [7], "decks": []}',
        b'{"game": "bagelsknock", "seats": ["Ann", "Bo"], "leader": "Ann", "dealer": "Bo", "steps": [{"expect": {"x": 1}}], "decks": []}',
        b'{"game": "bagelsknock", "seats": ["Ann", "Bo"], "leader": "Ann", "dealer": "Bo", "steps": [], "decks": [["AC", "1C"]]}',
    ],
)
def test_junk_is_a_failure_with_a_reason(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "junk.json"
    path.write_bytes(content)
    code, out = check(path, tmp_path / "not there.json")
    assert code == 1
    assert out.splitlines()[-1] == "0 passed, 2 failed"
    assert all(line.startswith(str(tmp_path)) for line in out.splitlines()[:-1])


@pytest.mark.parametrize(
    "expect",
    [
        {"hands": {"Ann": [1, "KC", None]}},
        {"hands": 3},
        {"sees": {"Zed": []}},
        {"winners": {}},
        {"bets": {"Ann": True}},
        {"big_kahuna": 0},
        {"victories": {"Ann": 0}},
        [],
    ],
)
def test_odd_expectations_fail_plainly(tmp_path: Path, expect: object) -> None:
    case = json.loads((TESTS / "cases" / "bagelsknock" / "p1_all_check.json").read_text())
    case["steps"] = [{"expect": expect}]
    path = tmp_path / "odd.json"
    path.write_text(json.dumps(case))
    problem = check_file(path)
    assert problem and problem.startswith(("step 1: expected", "step 1: 'expect' is"))


def test_one_line_for_each_failing_case_whatever_it_holds(tmp_path: Path) -> None:
    case = json.loads((TESTS / "cases" / "bagelsknock" / "p1_all_check.json").read_text())
    odd = "A\nB\ud800\u2028"
    for number, step in enumerate([{"expect": {odd: 1}}, {"seat": odd, "do": odd}, {"seat": "Bo", "do": "bet", "to": odd}]):
        path = tmp_path / f"{number}.json"
        path.write_text(json.dumps(case | {"seats": ["Ann", "Bo", odd], "leader": "Ann", "dealer": "Ann", "steps": [step]}))
    code, out = check(tmp_path)
    assert code == 1
    lines = out.encode().decode().splitlines()
    assert [line.split(": ")[:2] for line in lines[:-1]] == [[str(tmp_path / f"{number}.json"), "step 1"] for number in range(3)]
    assert lines[-1] == "0 passed, 3 failed"


def test_a_link_to_nowhere_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "gone.json").symlink_to(tmp_path / "not there")
    code, out = check(tmp_path)
    assert code == 1
    assert out.splitlines()[-1] == "0 passed, 1 failed"


def test_points_out_of_nowhere_fail_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine.GAMES["gin"], "zero_sum", True)
    problem = check_file(TESTS / "cases" / "gin" / "hundred_exactly.json")
    assert problem and "points that do not sum to zero" in problem
