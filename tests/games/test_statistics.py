"""How evenly the cards fall: one card and one hand of every finished round, counted once, for as long as the site lives."""

import itertools
from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from games import play, statistics
from games.change import Change
from games.closing import close_table
from games.models import DealCount, Round, Table
from games.rules import poker
from games.rules.cards import DECK, deck
from games.rules.record import deal_order
from games.rules.shuffle import SeededDecks, order, words
from tests.factories import SittingFactory
from tests.games.over import finished

pytestmark = pytest.mark.django_db


def counts(kind):
    return {each.name: each.count for each in DealCount.objects.filter(kind=kind)}


def test_each_finished_round_counts_once_when_the_game_is_over():
    table = SittingFactory(people=3, started=True, options={"rounds": 3})
    expected = []
    while table.table.status == Table.Status.PLAYING:
        if len(expected) < table.state.round:
            expected.append(statistics.sample(deal_order(table.state)))
        assert not DealCount.objects.exists(), "whoever looks would learn a card of a round whose hands were not shown"
        seat, action = table.next_action()
        table.act(action.verb, action.argument, seat)
    assert counts("card") == Counter(card for card, _hand in expected)
    assert counts("hand") == Counter(hand for _card, hand in expected)


@pytest.mark.parametrize("readable", [True, False])
def test_a_game_that_is_closed_counts_its_finished_rounds(readable):
    table = SittingFactory(people=2, started=True)
    first = statistics.sample(deal_order(table.state))
    table.play_until("round_over")
    table.act("next_round", False)
    if not readable:
        Round.objects.filter(number=1).update(standing={"forgotten": True})
    for _ in range(2):
        with suppress(play.Refused):
            close_table(table.code, "Good night")
    assert counts("card") == ({first[0]: 1} if readable else {})


def test_a_repeated_move_counts_no_second_time():
    table = SittingFactory(people=2, started=True, options={"rounds": 3})
    while table.table.status == Table.Status.PLAYING:
        seat, action = table.next_action()
        decision = table.decision(seat)
        for _ in range(2):
            play.act(table.code, table.key(seat), decision, action)
    assert sum(counts("card").values()) == Round.objects.count()


def test_a_move_that_fails_counts_nothing(monkeypatch):
    table = SittingFactory(people=2, started=True)
    table.play_until("round_over")
    table.act("next_round", False)
    monkeypatch.setattr(Change, "save", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        close_table(table.code, "Good night")
    assert not DealCount.objects.exists()


def test_the_counts_outlive_the_tables():
    table = finished(people=2)
    rounds = Round.objects.filter(table__code=table.code).count()
    Table.objects.all().delete()
    assert sum(counts("card").values()) == sum(counts("hand").values()) == rounds


def test_jokers_are_passed_over():
    first = ("X1", "AS", "X2", "AH", "9C", "KD")
    assert statistics.sample(first) == ("AS", "pair")


def test_the_expected_hands_are_counted_out():
    kinds = Counter(poker.three_card(hand).rank.category for hand in itertools.combinations(DECK, 3))
    assert kinds == statistics.HANDS


def test_an_honest_shuffle_passes_and_a_crooked_one_does_not():
    rng = Random(1)
    cards, hands = Counter(), Counter()
    for number in range(4000):
        card, hand = statistics.sample(order(deck(jokers=number % 2 == 0), words(rng.randbytes(32), 1, 0)))
        cards[card] += 1
        hands[hand] += 1
    honest = statistics.fit([cards[card] for card in DECK], [1] * 52)
    assert honest.chance > 0.001
    assert statistics.fit([hands[kind] for kind in statistics.HANDS], list(statistics.HANDS.values())).chance > 0.001
    cards["AS"] += 80
    assert statistics.fit([cards[card] for card in DECK], [1] * 52).chance < 1e-6


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    # from printed tables of the distribution
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01), (4.351, 5, 0.5), (68.669, 51, 0.05), (0, 51, 1)],
)
def test_the_chance_of_a_chi_square_value(value, freedom, chance):
    assert statistics.tail(value, freedom) == pytest.approx(chance, abs=2e-4)


def test_the_page_without_a_round(client):
    text = client.get("/fairness/").content.decode()
    assert "No round has been finished here yet." in text
    assert "<svg" not in text.split('id="statistics"')[1]


def test_the_page_with_counts(client):
    for number, card in enumerate(DECK):
        DealCount.objects.create(kind="card", name=card, count=10 + number % 3)
    for hand, count in {"pair": 100, "high_card": 420, "flush": 50}.items():
        DealCount.objects.create(kind="hand", name=hand, count=count)
    reply = client.get("/fairness/")
    assert reply.status_code == 200
    assert not reply.cookies
    text = reply.content.decode()
    assert "style=" not in text
    assert text.count("<rect ") == 52
    assert "over all 571 finished rounds" in text
    assert "expected: 11.0 times" in text
    assert "It means little before 260 rounds for the cards, and 2303 for the hands." in " ".join(text.split())


def test_the_page_says_what_it_cannot_prove_and_documents_every_key(client):
    text = client.get("/fairness/").content.decode()
    assert "fill all other seats with friends" in text
    for key in (
        "table, game, options",
        "rules_version",
        "seats",
        "commitment, secret",
        "cuts",
        "first_dealer",
        "shuffles",
        "hands, upcard",
    ):
        assert f"<dt>{key}</dt>" in text
    assert 'href="/fairness/"' in client.get("/").content.decode()


def test_decks_of_the_seed_are_what_is_sampled():
    table = SittingFactory(people=2, started=True)
    seed = table.state.decks.seed
    assert deal_order(table.state) == SeededDecks(seed).shuffle(1, 0, DECK)
