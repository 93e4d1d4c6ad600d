"""The options of a new table: those of the chosen game that make a difference, presets, and nothing that belongs to another game."""

import re
from html import unescape

import pytest
from django.test import Client

from games import sentences
from games.models import Table
from games.rules import engine
from tests.factories import SittingFactory
from tests.games.rounds import words_unmarked

GAMES = list(engine.GAMES)
KEY = "a" * 32


def ask(client: Client, **fields: str) -> str:
    return client.get("/open/options/", fields).content.decode()


def asked(page: str) -> list[str]:
    """The options that the form has."""
    return re.findall(r'name="option_(\w+)"', page)


def chosen(page: str) -> dict[str, str]:
    """What the form has chosen, by option."""
    fields = re.findall(r'name="option_(\w+)".*?</select>', page, re.S)
    values = [re.search(rf'name="option_{name}".*?value="(\w+)" selected', page, re.S) for name in fields]
    return {name: value[1] for name, value in zip(fields, values, strict=True) if value}


def open_table(client: Client, **fields: str):
    return client.post("/open/", {"handle": "Ann", **fields}, headers={"X-Seat-Key": KEY, "HX-Request": "true"})


@pytest.mark.parametrize("name", GAMES)
def test_a_game_asks_for_its_own_options_defaults_first_each_with_a_sentence(client: Client, name: str) -> None:
    game = engine.GAMES[name]
    page = words_unmarked(unescape(ask(client, game=name)))
    complete = engine.check_options(name, {})
    assert asked(page) == [option.name for option in game.options if option.matters(complete)]
    for option in game.options:
        if option.matters(complete):
            values = re.findall(r'value="(\w+)"', page.split(f'name="option_{option.name}"')[1].split("</select>")[0])
            assert values == [str(value).lower() for value in option.values]
            assert chosen(page)[option.name] == values[0]
            assert sentences.option_hint(name, option.name) in page


def test_an_option_that_makes_no_difference_is_not_asked_for(client: Client) -> None:
    def also(**options: str) -> set[str]:
        return {"rounds", "target", "bankroll", "re_entry", "knock_at"} & set(asked(ask(client, game="knock_rummy", **options)))

    assert also() == {"rounds", "knock_at"}
    assert also(option_scoring="match") == {"target", "knock_at"}
    assert also(option_scoring="pool") == {"bankroll", "re_entry", "knock_at"}
    assert also(option_no_knock="true") == {"rounds"}


@pytest.mark.parametrize(("name", "preset"), [(game.name, preset) for game in engine.GAMES.values() for preset in game.presets])
def test_a_preset_fills_in_the_options(client: Client, name: str, preset: str) -> None:
    page = ask(client, game=name, preset=preset, option_chips="20")
    wanted = engine.check_options(name, engine.GAMES[name].presets[preset])
    assert chosen(page) == {option: str(value).lower() for option, value in wanted.items()}
    assert re.findall(r'name="preset" value="(\w+)"[^>]* checked', page) == [preset]


def test_options_that_no_preset_has_press_none(client: Client) -> None:
    page = ask(client, game="knock_poker", option_chips="20")
    assert 'name="preset"' in page
    assert not re.findall(r'name="preset"[^>]* checked', page)
    assert 'name="preset"' not in ask(client, game="gin")


def test_another_game_has_its_own_seats_words_and_company(client: Client) -> None:
    for name, seats, company in (
        ("bagelsknock", "234", "with 2 computer players"),
        ("knock_poker", "345", "with 3 computer players"),
        ("knock_rummy", "2345", "with 2 computer players"),
        ("gin", "2", "with a computer player"),
    ):
        page = ask(client, game=name, seats="4", option_rounds="15")
        assert "".join(re.findall(r'name="seats" value="(\d)"', page)) == seats
        assert len(re.findall(r'name="seats"[^>]* checked', page)) == 1
        assert company in page
        assert f'href="/rules/{name}/"' in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "option", "said"),
    [
        ("gin", "option_jokers", "Gin has no option called “jokers”"),
        ("gin", "option_rounds", "Gin has no option called “rounds”"),
        ("bagelsknock", "option_chips", "BagelsKnock has no option called “chips”"),
        ("knock_poker", "option_final_bet", "Knock Poker has no option called “final_bet”"),
        ("knock_rummy", "option_lay_off", "Knock Rummy has no option called “lay_off”"),
    ],
)
def test_an_option_of_another_game_is_refused_by_name(client: Client, game: str, option: str, said: str) -> None:
    answer = open_table(client, game=game, **{option: "true"})
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_a_table_with_options_of_every_kind(client: Client) -> None:
    open_table(
        client, game="knock_rummy", seats="5", option_scoring="pool", option_re_entry="true", option_bankroll="50", option_jokers="true"
    )
    options = Table.objects.get().options
    assert (options["scoring"], options["re_entry"], options["bankroll"], options["jokers"]) == ("pool", True, 50, True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "bad", "said"),
    [
        ("gin", {"seats": "3"}, "is for 2 players, not 3"),
        ("knock_poker", {"seats": "2"}, "3 to 5 players, not 2"),
        ("knock_rummy", {"option_scoring": "golf"}, "“scoring” cannot be “golf”"),
        ("knock_poker", {"option_betting": "1"}, "“betting” cannot be “1”"),
        ("gin", {"option_victories": "true"}, "“victories” cannot be “true”"),
    ],
)
def test_bad_options_are_refused_in_a_sentence(client: Client, game: str, bad: dict[str, str], said: str) -> None:
    answer = open_table(client, game=game, **bad)
    assert answer.status_code == 400
    assert said in answer.content.decode()


@pytest.mark.django_db
def test_house_rules_stand_in_the_list_and_at_the_door_before_sitting(client: Client) -> None:
    table = SittingFactory(game="knock_rummy", people=1, seats=4, options={"scoring": "match", "target": 300, "jokers": True})
    for page in (client.get("/"), client.get(f"/sit/{table.code}/"), client.get(f"/table/{table.code}/")):
        told = words_unmarked(unescape(page.content.decode()))
        for words in ("a match", "first to 300", "two jokers"):
            assert words in told
        assert "bankroll of" not in told
