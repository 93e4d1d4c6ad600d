"""What is installed is what was locked, and what was locked is what was meant."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests import audit

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ["requirements.lock", "requirements-dev.lock", "requirements-tools.lock", "tests/bench/openspiel.lock"]


def locked(*names: str) -> dict[str, Requirement]:
    """The locked packages by name."""
    lines = [line for name in names for line in (ROOT / name).read_text().splitlines()]
    found = [Requirement(line.rstrip("\\ ")) for line in lines if line and line[0].isalpha()]
    return {canonicalize_name(each.name): each for each in found}


@pytest.mark.parametrize("name", LOCKS)
def test_every_package_is_locked_by_version_and_hash_and_from_nowhere_in_particular(name: str) -> None:
    text = (ROOT / name).read_text().replace(" \\\n", " ")
    lines = [line for line in text.splitlines() if not line.startswith(("#", "-r "))]
    assert lines
    for line in lines:
        assert re.match(r"[\w.-]+==[\w.]+( ; [^#]*?)?( +--hash=sha256:[0-9a-f]{64})+$", line), line[:100]
    assert "://" not in text
    assert "index-url" not in text


@pytest.mark.parametrize(
    ("kind", "locks"), [("dependencies", ["requirements.lock"]), ("dev", LOCKS[:2]), ("tools", ["requirements-tools.lock"])]
)
def test_the_locks_fit_the_ranges_of_the_project(kind: str, locks: list[str]) -> None:
    meant = tomllib.loads((ROOT / "pyproject.toml").read_text())
    project = meant["project"]
    wanted = project["dependencies"] if kind == "dependencies" else {**project["optional-dependencies"], **meant["dependency-groups"]}[kind]
    found = locked(*locks)
    for each in map(Requirement, wanted):
        pin = found[canonicalize_name(each.name)]
        (version,) = pin.specifier
        assert version.version in each.specifier, f"{each} is locked as {pin}: make lock"


@pytest.mark.parametrize(
    ("found", "code", "said"),
    [
        ([{"name": "a", "version": "1", "vulns": []}], 0, "1 packages were checked, 0 of them have a known fault."),
        ([{"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}], 1, "a 1: PYSEC-1, mended in 2"),
        ([{"name": "a", "skip_reason": "not found"}, {"name": "b", "version": "1", "vulns": []}], 2, "Not checked: 1 of 2 packages."),
    ],
)
def test_an_audit_that_got_no_answer_does_not_pass(capsys: pytest.CaptureFixture[str], found: list[dict], code: int, said: str) -> None:
    assert audit.told(found) == code
    assert said in capsys.readouterr().out
