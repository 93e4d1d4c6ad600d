import json

import pytest

from games import check, history
from games.rules.verify import verify
from games.sentences import checks
from tests.factories import SittingFactory

pytestmark = pytest.mark.django_db


def test_x():
    t = SittingFactory(people=3, started=True, options={"rounds": 3})
    t.play_until("game_over")
    doc = json.loads(json.dumps(history.document(t.table)))
    print(json.dumps(doc)[:1500])
    for f in verify(doc):
        print(f.result, checks.finding(f, doc["seats"]))
    for f in check.check(t.table):
        print(f.result, checks.finding(f, doc["seats"]))
