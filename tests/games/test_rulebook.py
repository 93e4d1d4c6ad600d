"""The rules pages: every option and house decision is told, every example is one that the rules have played, every word is explained."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from games import rulebook, sentences
from games.rules import engine
from games.sentences import glossary, words
from tests.factories import SittingFactory
from tests.games.rounds import words_unmarked

GAMES = sorted(engine.GAMES)


@pytest.fixture(params=GAMES)
def name(request):
    return request.param


@pytest.fixture
def page(client, name):
    answer = client.get(f"/rules/{name}/")
    assert answer.status_code == 200
    return answer.content.decode()


def text(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", words_unmarked(html))))


def test_the_front_page_leads_to_every_game(client):
    page = client.get("/rules/").content.decode()
    for game in engine.GAMES.values():
        assert f'href="/rules/{game.name}/"' in page
        assert game.title in page
    assert "for 3 to 5 players" in text(page)
    assert "for 2 players" in text(page)


def test_rules_of_an_unknown_game_are_not_found(client):
    assert client.get("/rules/snap/").status_code == 404


def test_the_parts_of_a_page(page, name):
    for part in ("aim", "deal", "turn", "score", "strategy", "options", "house", "words"):
        assert f'<h2 id="rules-{part}">' in page
        assert f'href="#rules-{part}"' in page
    assert "knock" in page.lower()


def test_every_option_is_told(page, name):
    told = text(page)
    for option in engine.GAMES[name].options:
        assert sentences.option_label(name, option.name) in told
        assert sentences.option_hint(name, option.name) in told
        for value in option.values:
            assert sentences.option_value(name, option.name, value) in told


def test_every_house_decision_is_told_and_every_mark_leads_to_one(page, name):
    told, decided = text(page), rulebook.house(name)
    for key, decision in decided.items():
        assert str(decision) in told
        assert f'id="house-{key}"' in page
    marks = re.findall(r'href="#house-([a-z_0-9]+)"', page)
    assert set(marks) <= set(decided)
    assert len(set(marks)) > len(decided) / 4, "house decisions are marked where the rule is told"


#: What every game's page must say of what the house has decided, by words that cannot be missed.
DECIDED = {
    "bagelsknock": [
        "A-2-3 or Q-K-A", "usual order", "whole number, up to 20", "puts down the blind", "25 at most", "no further turn",
        "after 20 seconds", "instead of drawing", "tells everybody how many loose points", "Last turns still to come are lost",
        "first round is a regular one", "Only the number of the round", "30 seconds", "last round is a Big Kahuna", "equally low",
        "9,999", "15 seconds", "from every other player", "share the place", "even after folding", "seven cards that are all in melds",
        "not part of the discard pile", "it is the neutral bet",
    ],
    "knock_poker": [
        "counters, not money", "below zero", "shows nothing", "no chips left", "not those who folded", "may check", "three raises",
        "no second betting round", "pays 2 at once", "pays nothing", "only one winner", "empty", "stay hidden", "before you may fold",
        "who is still in begins", "stays in for you", "all chips of that round",
    ],
    "knock_rummy": [
        "no deadwood pays, too", "divide what the others pay", "buy in again once",
        "takes every buy-in", "two natural cards", "face down, and nobody sees it", "Go out", "cards you keep", "paid in full",
        "exactly the starting bankroll", "waits one minute", "next seat still in", "still leads", "two players have that total",
        "that somebody holds",
    ],
    "gin": [
        "Ten cards each", "take turns to deal", "dealer may take it or pass", "is an option", "fewest points",
        "leaves the other side the most", "two cards are left", "must draw from the stock", "may knock with the discard of that turn",
        "still counts", "before anybody lays off", "go back to zero at once", "never shuffled", "passes for you",
    ],
}  # fmt: skip
EVERYWHERE = ["you must keep it for that turn", "never knocks for you", "opened the table leads"]
RESHUFFLED = ["Its top card stays", "fifth reshuffle", "in seat order after the dealer", "counts like any other"]


def test_what_the_house_has_decided(page, name):
    told = text(page)
    for words_ in DECIDED[name] + EVERYWHERE + ([] if name == "gin" else RESHUFFLED):
        assert words_ in told


def examples():
    return [(game, example) for game in GAMES for example in rulebook.of(game).EXAMPLES]


@pytest.mark.parametrize(("game", "example"), examples())
def test_an_example_shows_what_the_rules_came_to(client, game, example):
    page = client.get(f"/rules/{game}/").content.decode()
    shown = re.search(rf'data-example="{example}".*?</figure>', page, re.S)
    assert shown, "the page shows the example"
    told = text(shown[0])
    _, view = rulebook.played(game, example)
    names = rulebook.PEOPLE[: len(view.seats)]
    assert sentences.headline(view, view.settlement, names) in told
    for line in sentences.explanation(view, view.settlement, names):
        assert line in told
    for seat, row in zip(view.seats, shown[0].split("<li ")[1:], strict=True):
        assert f"{names[seat.seat]} {words.signed(view.settlement.points[seat.seat])}" in text(row)
    faces = re.findall(r"#card-([A-Z0-9]{2})\"", shown[0])
    assert sorted(faces) == sorted(card for seat in view.seats for card in seat.cards[: seat.shown])


#: What the rules of the house say of these hands (points by seat).
KNOWN = {
    ("bagelsknock", "knock"): (-37, 55, -18),
    ("bagelsknock", "splash"): (87, -40, -47),
    ("bagelsknock", "royal"): (187, -90, -97),
    ("bagelsknock", "final"): (60, -30, -30),
    ("knock_poker", "knocker_best"): (-3, -3, 11, -3, -2),
    ("knock_poker", "tie"): (-3, -3, 5, 3, -2),
    ("knock_poker", "somebody_else"): (6, 1, -6, 1, -2),
    ("knock_rummy", "lowest"): (20, -7, -13),
    ("knock_rummy", "undercut"): (-15, 33, -18),
    ("knock_rummy", "equal"): (-10, 12, -2),
    ("knock_rummy", "shared"): (-15, 16, 16, -17),
    ("knock_rummy", "rummy"): (64, -39, -25),
    ("gin", "knock"): (11, 0),
    ("gin", "undercut"): (0, 30),
    ("gin", "equal"): (0, 0),
    ("gin", "gin"): (52, 0),
}


@pytest.mark.parametrize(("game", "example"), KNOWN)
def test_the_examples_are_those_of_the_written_rules(game, example):
    assert rulebook.played(game, example)[1].settlement.points == KNOWN[game, example]


def test_no_page_types_the_arithmetic_of_an_example():
    """Points with a sign are written by the rules; the text has none."""
    for name in GAMES:
        source = (Path(settings.ROOT) / f"templates/games/{name}/rules.html").read_text()
        assert not re.search(r"[+−]\d", source)


def test_the_words_are_explained_and_used(page, name):
    rules, explained = (text(part).lower() for part in page.split('<h2 id="rules-words">'))
    for term in rulebook.terms(name).values():
        assert str(term.meaning).lower() in explained
        assert re.search(rf"\b{re.escape(str(term.word).lower())}", rules), f"{term.word} is explained and never used"


def test_every_word_of_the_glossary_is_on_some_page():
    used = {key for name in GAMES for key in rulebook.of(name).TERMS}
    assert set(glossary.TERMS) - used <= {"cut", "quick_knock", "circuit"}


def test_a_page_has_each_id_once_and_sets_no_cookie(client, page, name):
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert not client.get(f"/rules/{name}/").cookies


@pytest.mark.django_db
def test_the_rules_are_one_click_from_a_table(client, name):
    seats = engine.GAMES[name].seats[0]
    table = SittingFactory(game=name, people=seats)
    page = client.get(f"/table/{table.code}/").content.decode()
    assert f'hx-get="/rules/{name}/"' in page
    assert 'hx-select="#rulebook"' in page
    for line in sentences.options_in_words(name, table.table.options):
        assert line in unescape(words_unmarked(page))
    # what the panel takes out of the page has no id that the table has
    article = client.get(f"/rules/{name}/").content.decode().split('<article id="rulebook"')[1].split("</article>")[0]
    assert not set(re.findall(r'\bid="([^"]+)"', article)) & set(re.findall(r'\bid="([^"]+)"', page))


def test_lobby_and_footer_lead_to_the_rules(client, db):
    page = client.get("/").content.decode()
    assert 'href="/rules/"' in page
    for name in GAMES:
        assert f'href="/rules/{name}/"' in page
