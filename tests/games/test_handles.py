"""What may be a name at a table, and which names look the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.handles import MAX_LENGTH, MAX_VISIBLE, BadHandle, clean_handle, isolated, number_handle, skeleton


@pytest.mark.parametrize(
    ("typed", "handle"),
    [
        ("Ann", "Ann"),
        ("  Ann \t", "Ann"),
        ("Ann\u00a0\u2003 Lee", "Ann Lee"),
        ("Ａｎｎ", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("李小龙", "李小龙"),
        ("नमस्ते", "नमस्ते"),
        ("Nguyễn", "Nguyễn"),
        ("Ann ❤\ufe0f", "Ann ❤\ufe0f"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("👍🏽", "👍🏽"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("".join(map(chr, range(0x21, 0x31))), "".join(map(chr, range(0x21, 0x31)))),
        ("0123456789", "0123456789"),
        ("A" * 20, "A" * 20),
        ("👩\u200d👧" * 20, "👩\u200d👧" * 20),
    ],
)
def test_a_handle_is_kept_as_it_looks(typed: str, handle: str) -> None:
    assert clean_handle(typed) == handle


@pytest.mark.parametrize("typed", ["", "   ", "\u00a0\u2003", "\t\n"])
def test_an_empty_handle_is_refused(typed: str) -> None:
    with pytest.raises(BadHandle) as refused:
        clean_handle(typed)
    assert refused.value.code == "handle_empty"


@pytest.mark.parametrize(
    "typed", ["A" * 21, "A" * 100_000, "\ufdfa" * 20, "\ufdfd" * 2, "x\u0301\u0302\u0303" * 20, "👩\u200d" * 29 + "👩" * 2 + "A" * 18]
)
def test_a_long_handle_is_refused(typed: str) -> None:
    with pytest.raises(BadHandle) as refused:
        clean_handle(typed)
    assert (refused.value.code, refused.value.params) == ("handle_long", {"max": MAX_VISIBLE})


@pytest.mark.parametrize(
    "typed",
    [
        "An\u200bn",  # zero-width space
        "An\u200dn",  # joiner outside an emoji
        "👩\u200d",
        "\u202ennA",  # right-to-left override
        "\u2066Ann\u2069",
        "Ann\x00",
        "An\nn",
        "\u3164",  # Hangul filler
        "\u2800",  # blank braille pattern
        "A\u1680B",  # Ogham space
        "\ufffc",  # object replacement
        "A\U00016fe4",  # Khitan filler
        "\u00ad",  # soft hyphen
        "\ue000",  # private use
        "\U000e0041",  # tag
        "Ann\ufe01",
        "\u0301",  # a mark on nothing
        "A" + "\u0335" * 4,
        "\ud800",
    ],
)
def test_what_nobody_can_see_is_refused(typed: str) -> None:
    with pytest.raises(BadHandle) as refused:
        clean_handle(typed)
    assert refused.value.code == "handle_hidden"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "Аnn"),  # Cyrillic A
        ("Bo", "Bο"),  # Greek omicron
        ("Bo", "B0"),
        ("Bo", "ΒΟ"),  # both Greek
        ("Ian", "lan"),
        ("Bill", "BiII"),
        ("Cy", "Су"),  # both Cyrillic
        ("Bernd", "Bemd"),
        ("Ann", "Ánn"),
        ("Ann", "A n n."),
        ("Ann", "ᴀɴɴ"),
        ("Ed", "𝓔𝓭"),
        ("STRASSE", "Straße"),
    ],
)
def test_these_look_the_same(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "Anne"), ("Bo", "Bob"), ("Ann", "Ann 2"), ("राम", "रम"), ("...", "!!"), ("🙂", "🙃"), ("李", "王")]
)
def test_these_look_different(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_the_second_of_two_that_look_the_same_gets_a_number() -> None:
    taken: list[str] = []
    shown = []
    for handle in ["Ann", "Bo", "ann", "Аnn", "Ann 2", "A" * 20, "A" * 20]:
        numbered = number_handle(handle, taken)
        taken.append(skeleton(numbered))
        shown.append(numbered)
    assert shown == ["Ann", "Bo", "ann 2", "Аnn 3", "Ann 2 2", "A" * 20, "A" * 18 + " 2"]


@given(st.text(max_size=80))
def test_any_text_is_a_handle_or_refused(text: str) -> None:
    try:
        handle = clean_handle(text)
    except BadHandle:
        return
    assert clean_handle(handle) == handle
    assert 0 < len(handle) <= MAX_LENGTH
    assert skeleton(handle)
    numbered = number_handle(handle, {skeleton(handle)})
    assert skeleton(numbered) != skeleton(handle)
    assert clean_handle(numbered) == numbered


def test_a_name_that_reads_from_right_to_left_does_not_turn_the_sentence_around_it() -> None:
    assert isolated("Ann") == "Ann"
    assert isolated("دينا") == "\u2068دينا\u2069"
