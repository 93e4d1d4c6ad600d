"""Knock Rummy on the table: knocks, undercuts, going out, jokers, bankrolls and who is out."""

from games.rules import engine
from games.rules.state import Action, Standing
from tests.games.rounds import a_round, buttons, example, html, read

GAME = "knock_rummy"
DRAWN = 1  # Ann has drawn


def pool(**options):
    """A pool with bankrolls of 150, 30 and 120, in which Ann goes rummy against Bo's 14 and Cy's 0 deadwood: they pay 39 and 25."""
    standing = Standing(2, 2, "", (((50,), (-70,), (20,)),), carried={"points": (150, 30, 120), "buy_ins": (1, 1, 1), "out": ()})
    hands = ("5C 6C 7C 9C 9D 9H 9S", "AC AD AH 2S 3S 4D 5H", "2H 3H 4H TC JC QC KC")
    return a_round(GAME, hands, "draw stock, knock -", "2C QS", standing, scoring="pool", **options)


def act(state, seat, verb):
    return engine.apply(state, seat, Action(verb))[0]


def test_a_card_is_thrown_or_knocked_with():
    state = example(GAME, "lowest", DRAWN)
    assert buttons(state, 0) == ["Discard", "Knock"]
    assert "best discard leaves 8 deadwood" in read(state, 0, "hand")
    assert 'value="QS" id="card-QS" required data-sign="Q♠\ufe0e" data-left="8" data-verbs="discard knock"' in html(state, 0, "hand")


def test_a_limit_stands_on_the_table_and_only_cards_that_keep_it_can_be_knocked_with():
    state = example(GAME, "lowest", DRAWN, knock_at="ten")
    assert "Knock with 10 deadwood or less" in read(state, None, "center")
    hand = html(state, 0, "hand")
    assert hand.count('data-verbs="discard knock"') == len(next(o for o in engine.legal_actions(state, 0) if o.verb == "knock").choices)
    assert 'data-verbs="discard"' in hand


def test_without_knocking_one_goes_out():
    state = example(GAME, "rummy", DRAWN, no_knock=True)
    assert "Go out with no deadwood" in buttons(state, 0)
    assert "No knocking" in read(state, 1, "center")
    assert buttons(example(GAME, "lowest", DRAWN, no_knock=True), 0) == ["Discard"]


def test_every_settlement_explains_itself():
    for name, headline, told in (
        ("lowest", "Ann knocked, and has the least", "Bo pays Ann 7: 15 deadwood − 8"),
        ("undercut", "Bo undercuts Ann", "Ann pays Bo 15: 8 deadwood − 3 + 10"),
        ("equal", "Bo undercuts Ann", "Ann pays Bo 10: 8 deadwood − 8 + 10"),
        ("shared", "Bo and Cy undercut Ann", "They divide 32: Bo 16 · Cy 16."),
        ("rummy", "Rummy: Ann has no deadwood", "Cy pays Ann 25: 0 deadwood + 25"),
    ):
        state = example(GAME, name)
        assert headline in read(state, None, "center")
        assert told in read(state, None, "reckoning")
        assert html(state, None, "center").count("#card-") == sum(len(seat.cards) for seat in state.seats)


def test_the_card_that_was_knocked_with_is_seen_by_nobody():
    for viewer in (None, 1, 2):
        page = html(example(GAME, "lowest"), viewer)
        assert "Q♠" not in page
        assert "#card-QS" not in page


def test_a_joker_says_what_it_stands_for():
    state = example(GAME, "jokers", DRAWN)
    hand = html(state, 0, "hand")
    assert 'aria-label="joker as six of clubs"' in hand
    assert 'aria-label="joker as nine"' in hand
    shown = html(example(GAME, "jokers"), 2, "center")
    assert 'aria-label="joker as six of clubs"' in shown
    assert '<small aria-hidden="true">6♣\ufe0e</small>' in shown


def test_who_has_nothing_left_is_out_and_may_buy_in_again():
    state = pool(re_entry=True)
    seats = read(state, None, "seats")
    assert "Bankroll: −9" in seats
    assert seats.count("eliminated") == 1
    assert "may buy in again" in seats
    assert buttons(state, 1) == ["Buy in again for 100"]
    state = act(state, 1, "re_enter")
    seats = read(state, None, "seats")
    assert "eliminated" not in seats
    assert "2 buy-ins" in seats
    assert "Bankroll: 100" in seats
    assert "Buy-ins 1 2 1 Bankroll 214 100 95" in read(state, None, "score")


def test_who_is_out_watches_on():
    state = act(pool(), 0, "next_round")
    assert read(state, None, "seats").count("eliminated") == 1
    assert read(state, 1, "actions") == "You are out of this game. You can still watch."
    assert "hidden" in html(state, 1, "hand").split(">")[0]
    assert "10 cards" in read(state, None, "seats"), "the cards follow the players who are still in"


def test_the_winner_of_a_pool_takes_every_buy_in():
    state = act(act(pool(re_entry=True), 1, "re_enter"), 0, "end_game")
    # all three are still in: Ann's bankroll is the highest
    assert read(state, 0, "reckoning").startswith("1. Ann +300")
    assert "−200" in read(state, 0, "reckoning")


def test_how_far_the_game_goes_stands_at_the_top():
    for options, words in (({}, "10 rounds"), ({"scoring": "match", "target": 300}, "first to 300"), ({"scoring": "pool"}, "the last")):
        assert words in read(example(GAME, "lowest", DRAWN, **options), None, "topbar")
