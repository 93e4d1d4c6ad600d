"""Two people, each with a browser of their own, and a computer player: a whole game, and nobody is sent more than they may see."""

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, is_over, open_table, play, sit_down, start
from tests.browser.received import Received, cards_in, secrets


def words(places: Locator) -> list[str]:
    return [" ".join(text.split()) for text in places.all_inner_texts()]


def has_drawn(player: Player) -> bool:
    return any(offer.startswith("Discard") for offer in player.offered())


def reload(player: Player) -> None:
    """Reload the page: the hand and what can be done are the same."""
    before = player.cards(), player.offered()
    player.page.reload()
    expect(player.page.locator("#board")).to_have_attribute("data-greeted", "true")
    assert (player.cards(), player.offered()) == before


def test_three_rounds_to_the_result_and_a_reload_in_the_middle(person: Person) -> None:
    anns, bos = person(), person()
    heard_by_ann, heard_by_bo = Received(anns), Received(bos)
    open_table(anns, "Ann", seats=3, link_only=True)
    sit_down(bos, anns.get_by_label("Anybody with this link").input_value(), "Bo")
    anns.get_by_role("button", name="Add computer").click()
    expect(bos.get_by_text("3 of 3")).to_be_visible()
    start(anns)
    ann, bo = players = Player(anns, daring=-1), Player(bos, daring=-1)  # each of them is to draw

    for whose in players:
        play(players, until=lambda whose=whose: has_drawn(whose))
        reload(bo)
    play(players, until=lambda: is_over(ann) and is_over(bo))

    # The same result for both, and points that only changed hands
    assert words(anns.locator(".places li")) == words(bos.locator(".places li"))
    sheet = words(anns.get_by_role("region", name="Score").locator("th, td"))
    assert sheet == words(bos.get_by_role("region", name="Score").locator("th, td"))
    assert [sheet[at] for at in range(4, 24, 4)] == ["1", "2", "3", "P3", "P1"]
    assert sum(int(total.replace("−", "-")) for total in sheet[-3:]) == 0
    assert anns.title() == bos.title()
    assert any(move.startswith("Knock") for move in ann.made + bo.made)

    # What Bo was sent, reloads included
    hidden = 0
    for moment, secret in secrets(heard_by_ann, heard_by_bo):
        assert not secret & cards_in(moment.sent)
        hidden += len(secret)
        if moment.in_betting:
            assert len(moment.shown) <= 3, "two cards and the upcard: the others are for nobody to know"
    assert hidden > 100
