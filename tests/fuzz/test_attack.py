"""The site under attack: `make fuzz` for long, `make test` for a moment. FUZZ says how many requests and messages, SEED which."""

import os

import pytest

from tests.fuzz.attack import Attack

MANY = int(os.environ.get("FUZZ", "400"))
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
