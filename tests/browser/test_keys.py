"""With the keyboard alone: a whole game, the help sheet, and keys that stay out of the way."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Person
from tests.browser.players import Player, is_over, open_table, play, play_now, play_until_offered, start

_ORDER = "(hand) => [...hand.querySelectorAll('[data-card]')].map((card) => card.dataset.card)"
_FOCUS = "() => document.activeElement.closest('[data-card]')?.dataset.card"


def order(page: Page) -> list[str]:
    """The hand as it lies, card by card."""
    return page.locator("#hand").evaluate(_ORDER)


def press(what: Locator) -> None:
    """The key that a button says, once it can be pressed; to a card with the arrows, and choose it."""
    page, card = what.page, what.get_attribute("data-card")
    if card is None:
        expect(what).to_be_enabled()
        shown = what.get_attribute("data-key")
        assert what.get_attribute("aria-keyshortcuts") == {"+": "Plus"}.get(shown, shown.upper())
        page.keyboard.press(shown)
        return
    for _ in order(page):
        page.keyboard.press("ArrowRight")
        if page.evaluate(_FOCUS) == card:
            break
    page.keyboard.press("Enter")
    expect(page.locator(f"#card-{card}")).to_be_checked()


def raise_by_keys(player: Player) -> None:
    """More, more, less, and bet."""
    scale = player.actions.get_by_role("slider", name="Your bet")
    amount, high = int(scale.input_value()), int(scale.get_attribute("max"))
    for key in "++-":
        player.page.keyboard.press(key)
    amount = min(amount + 2, high) - 1
    expect(scale).to_have_value(str(amount))
    pending = player.decides()
    press(player.actions.locator("[data-key=b], [data-key=r]"))
    pending.wait_for(state="detached")
    expect(player.page.locator("#log")).to_contain_text(f" {amount}.")


def test_a_whole_game_by_keys(person: Person) -> None:
    page = person()
    open_table(page, "Di", seats=2, link_only=True)
    page.get_by_role("button", name="Add computer").press("Enter")
    start(page)
    player = Player(page, press=press, patience=1)
    expect(player.hand).to_be_visible()
    raised = 0

    def over() -> bool:
        nonlocal raised
        if not raised and any(words.startswith(("Bet", "Raise to")) for words in player.offered()) and "Fold" in player.offered():
            raise_by_keys(player)
            raised += 1
        return is_over(player)

    play([player], until=over, seconds=120)
    assert raised
    expect(page.locator(".places")).to_contain_text("Di")


@pytest.fixture
def player(person: Person) -> Player:
    """Somebody on a laptop who is asked to draw a card."""
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Draw a card", player)
    # whoever knocked already leaves one turn, after which nobody holds cards any more: then the next round will do
    while page.locator("#seats .knocked").count():
        player.play_turn()
        play_until_offered("Draw a card", player)
    # the script of the keys comes with the first of them
    page.keyboard.press("Shift")
    expect(page.locator("[aria-keyshortcuts]").first).to_be_attached()
    return player


def test_the_sheets_open_and_close_by_keys_and_give_the_focus_back(player: Player) -> None:
    page, draw = player.page, player.button("Draw a card")
    draw.focus()
    for key, name in (("?", "Keys"), ("i", "Rules"), ("m", "Menu")):
        page.keyboard.press(key)
        sheet = page.get_by_role("region", name=name)
        expect(sheet).to_be_visible()
        expect(sheet).to_be_focused()
        page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(draw).to_be_focused()
    for key, name in (("l", "Log"), ("o", "Score")):  # which lie open on a laptop
        page.keyboard.press(key)
        expect(page.get_by_role("region", name=name)).to_be_focused()


def test_no_key_while_somebody_types_or_means_the_browser(player: Player) -> None:
    page = player.page
    page.keyboard.press("m")
    page.get_by_label("Invitation link").click()
    page.keyboard.press("d")
    page.keyboard.press("Escape")
    for keys in ("Control+d", "Alt+k", "Meta+t", "Shift+D", "q"):
        page.keyboard.press(keys)
    page.wait_for_timeout(300)
    expect(player.button("Draw a card")).to_be_visible()
    assert len(player.cards()) == 7
    page.keyboard.press("d")
    expect(player.button("Discard")).to_be_visible()


def test_a_keyboard_without_latin_letters(player: Player) -> None:
    player.page.evaluate("() => document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'в', code: 'KeyD', bubbles: true}))")
    expect(player.button("Discard")).to_be_visible()


def test_a_card_is_chosen_then_discarded_by_enter(player: Player) -> None:
    page = player.page
    player.press(player.button("Draw a card"))
    expect(player.button("Discard")).to_be_visible()
    page.locator("#board:not([data-busy])").wait_for()
    page.keyboard.press("x")  # none is chosen yet: to the first one
    card = page.wait_for_function(_FOCUS).json_value()
    page.keyboard.press(" ")
    expect(page.locator(f"#card-{card}")).to_be_checked()
    pending = player.decides()
    page.keyboard.press("Enter")
    pending.wait_for(state="detached")
    assert card not in order(page)
    assert len(order(page)) == 7


def test_the_hand_is_sorted_and_a_card_moved_by_keys(player: Player) -> None:
    page = player.page
    by_melds = order(page)
    page.keyboard.press("2")
    assert order(page) == sorted(by_melds, key=lambda card: ("CDSH".index(card[1]), "A23456789TJQK".index(card[0])))
    page.keyboard.press("3")
    by_rank = order(page)
    assert by_rank == sorted(by_melds, key=lambda card: ("A23456789TJQK".index(card[0]), "CDSH".index(card[1])))
    page.reload()
    expect(player.button("Draw a card")).to_be_visible()
    assert order(page) == by_rank, "remembered"
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hand :focus")).to_be_attached()
    page.keyboard.press(".")
    assert order(page) == [by_rank[1], by_rank[0], *by_rank[2:]]
    assert page.evaluate(_FOCUS) == by_rank[0]
    expect(page.get_by_role("button", name="by rank")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("1")
    assert order(page) == by_melds


def test_a_good_hand_is_not_folded_by_mistake(person: Person) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Fold", player)
    # whatever was dealt: it is for the tests of the board that the attribute is there when it should be
    ask = "(button) => { button.form.dataset.sure = 'You hold three kings.'; }"
    fold, question = player.button("Fold"), page.get_by_role("dialog", name="Fold this hand?")
    fold.evaluate(ask)
    page.keyboard.press("f")
    expect(question).to_contain_text("You hold three kings.")
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    fold.dblclick()
    expect(question).to_be_visible()
    question.get_by_role("button", name="Keep playing").click()
    expect(fold).to_be_visible()
    fold.click()
    question.get_by_role("button", name="Fold").click()
    expect(page.locator("#log")).to_contain_text("Di folded.")


def test_who_wants_no_question_is_not_asked(person: Person) -> None:
    page = person()
    player = play_now(page, "Di")
    play_until_offered("Fold", player)
    page.evaluate("() => { document.documentElement.dataset.confirmFold = 'false'; }")
    player.button("Fold").evaluate("(button) => { button.form.dataset.sure = 'You hold three kings.'; }")
    player.button("Fold").click()
    expect(page.locator("#log")).to_contain_text("Di folded.")
