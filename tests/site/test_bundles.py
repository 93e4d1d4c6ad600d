"""Files made of files: what the page of a table loads at once."""

import os
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from bagelsknock_site import bundles


@pytest.fixture
def finder(tmp_path: Path, settings) -> bundles.BundleFinder:
    settings.STATICFILES_DIRS, settings.VAR = [tmp_path], tmp_path / "var"
    for part in {part for parts in bundles.PARTS.values() for part in parts}:
        (tmp_path / part).write_text(f"/* {part} */\n{Path(part).stem} {{ }}\n")
    return bundles.BundleFinder()


def test_all_parts_in_their_order_and_no_comments(finder: bundles.BundleFinder) -> None:
    made = Path(finder.find("table-page.css")).read_text()
    assert made == "site{}table{}hand{}rulebook{}"


def test_it_is_made_anew_when_a_part_has_changed(finder: bundles.BundleFinder, tmp_path: Path) -> None:
    first = Path(finder.find("table-page.css"))
    (tmp_path / "site.css").write_text("b { }")
    os.utime(tmp_path / "site.css", (first.stat().st_mtime + 1,) * 2)
    assert Path(finder.find("table-page.css")).read_text().startswith("b{}")


def test_what_is_collected(finder: bundles.BundleFinder) -> None:
    assert [name for name, _ in finder.list(None)] == list(bundles.PARTS)


def test_other_names_are_for_other_finders(finder: bundles.BundleFinder) -> None:
    assert finder.find("site.css") == []
    assert finders.find("table-page.js")
