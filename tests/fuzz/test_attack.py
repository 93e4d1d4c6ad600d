"""The site under attack: `make fuzz` for long, `make test` for a moment. FUZZ says how many requests and messages, SEED which."""

import os

import pytest

from games import boards
from tests.fuzz.attack import Attack, Finding

MANY = int(os.environ.get("FUZZ", "300"))
SEED = int(os.environ.get("SEED") or 1)


@pytest.mark.django_db(transaction=True)
async def test_nobody_breaks_in(capsys: pytest.CaptureFixture[str]) -> None:
    attack = await Attack(SEED).run(MANY)
    tried = {name for name, count in attack.counts.items() if count.total()}
    if MANY > 2000:
        with capsys.disabled():
            print("\n" + attack.table())
    if MANY >= 20_000:
        assert tried == {door.name for door in [*attack.arms.pages, *attack.arms.sockets]}, "every door was tried"
    assert len(tried) > 60


@pytest.mark.django_db(transaction=True)
async def test_a_page_that_shows_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fuzzer itself: here everybody who has no seat is shown the leader's board."""
    render = boards.render
    monkeypatch.setattr(boards, "render", lambda present, seat, **told: render(present, seat or present.seats[0], **told))
    with pytest.raises(Finding, match="shows"):
        await Attack(SEED).run(100)
