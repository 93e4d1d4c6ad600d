"""Handles: the names that people choose at a table. Pure functions, the one place that knows what a handle may be.

Two seats at a table never have handles that look the same: each handle has a *skeleton*, equal for handles that a reader could mix up,
and the second of two such handles gets a number.
"""

import unicodedata
from collections.abc import Collection, Mapping
from functools import lru_cache

MAX_VISIBLE = 20
"""The most characters that a reader sees; marks on a letter and the parts of one emoji do not count by themselves."""
MAX_LENGTH = 60
"""The most code points, so that a column can hold every handle."""


class BadHandle(ValueError):
    """The text is no handle. `code` is "handle_empty", "handle_long" (`params`: max), "handle_hidden" or "handle_refused", which becomes
    a sentence at the edge."""

    def __init__(self, code: str, params: Mapping[str, object] | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})


_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
# Letters and symbols by category, but nothing to see: Hangul fillers, the blank braille pattern, the combining grapheme joiner, Khmer
# inherent vowels, Mongolian selectors, the null notehead, the Khitan filler, the Ogham space, the sign for an object that is missing.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\U0001d159\U00016fe4\u1680\ufffc")
_PICTURES_IN_ONE = 4  # a family; longer chains are drawn one beside the other
_WIDE = {"\ufdfd": 12}  # one character as wide as so many
_MARKS_IN_A_ROW = 3  # Vietnamese and polytonic Greek need three; a tower of marks would cover the lines above and below


def clean_handle(text: str) -> str:
    """The handle that the typed text stands for: NFKC, blanks at the ends gone, blanks within single.

    Raises BadHandle when nothing visible is left, when it is too long, or when it holds characters that nobody can see: control and
    bidirectional characters, zero-width ones, private use. Joiners are kept inside an emoji, which they make one picture.
    """
    # Bound the work before normalising: one code point can become eighteen.
    if len(text) > 40 * MAX_LENGTH:
        raise BadHandle("handle_long", {"max": MAX_VISIBLE})
    handle = " ".join(unicodedata.normalize("NFKC", text).split(" ")).strip("\t\r\n ")
    handle = " ".join(part for part in handle.split(" ") if part)
    if not handle:
        raise BadHandle("handle_empty")
    visible = marks = chain = 0
    before = ""
    for at, char in enumerate(handle):
        category = unicodedata.category(char)
        if char in (_JOINER, _EMOJI_STYLE) and _is_picture(before):
            # A joiner with nothing behind it, or with a letter, would be a hidden character.
            if char == _JOINER and not _is_picture(handle[at + 1 : at + 2]):
                raise BadHandle("handle_hidden")
            chain += char == _JOINER
            continue
        if (
            category[0] == "C"
            or category in ("Zl", "Zp")
            or char in _BLANK
            or "\ufe00" <= char <= "\ufe0f"
            or "\U000e0100" <= char <= "\U000e01ef"
        ):
            raise BadHandle("handle_hidden")
        if category in ("Mn", "Me", "Mc"):
            marks += 1
            if not before or before == " " or marks > _MARKS_IN_A_ROW:
                raise BadHandle("handle_hidden")
            if category == "Mc":
                visible += 1
        else:
            marks = 0
            chain = chain if handle[at - 1 : at] == _JOINER else 0
            joined = chain % _PICTURES_IN_ONE != 0
            skin_tone = "\U0001f3fb" <= char <= "\U0001f3ff" and _is_picture(before)
            visible += 0 if joined or skin_tone else _WIDE.get(char, 1)
            before = char
    if visible > MAX_VISIBLE or len(handle) > MAX_LENGTH:
        raise BadHandle("handle_long", {"max": MAX_VISIBLE})
    return handle


def allowed_handle(text: str, refused: Collection[str]) -> str:
    """Like `clean_handle`, but BadHandle, too, for a handle that says one of the `refused` words or phrases.

    They are compared by what they look like, and as whole words: "admin" refuses "The Adm1n" and "a.d.m.i.n", and not "Badminton".
    """
    handle = clean_handle(text)
    whole, said = skeleton(handle), [f" {_words(handle, letters)} " for letters in ("", "!|")]
    for phrase in refused:
        words = _words(phrase)
        if words and (whole == words.replace(" ", "") or any(f" {words} " in each for each in said)):
            raise BadHandle("handle_refused")
    return handle


def _words(text: str, letters: str = "") -> str:
    """The skeletons of the words in a text, with blanks between; `letters` are signs that count as letters here."""
    parts = "".join(char if char.isalnum() or char in letters or unicodedata.combining(char) else " " for char in text).split()
    return " ".join(skeleton(part) for part in parts)


def skeleton(handle: str) -> str:
    """A text that is equal for handles which look alike: case, marks, look-alike letters of other alphabets, blanks and dots do not count.

    For comparing only, never shown. It errs on the side of "alike", which costs a player no more than a number behind the name.
    """
    text = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", handle).casefold()).casefold()
    text = "".join(_LOOK_ALIKE.get(char, char) for char in text if not unicodedata.combining(char) >= 200)
    bare = "".join(char for char in text if unicodedata.category(char)[0] not in "ZPC" and char != _EMOJI_STYLE)
    for pair, single in (("rn", "m"), ("vv", "w")):
        bare = bare.replace(pair, single)
    return bare or text


def number_handle(handle: str, taken: Collection[str]) -> str:
    """The handle itself, or with the first number behind it whose skeleton is not among the `taken` skeletons: "Ann", "Ann 2", "Ann 3"."""
    number, numbered = 2, handle
    while skeleton(numbered) in taken:
        numbered = _with_number(handle, f" {number}")
        number += 1
    return numbered


@lru_cache(maxsize=8192)
@lru_cache(maxsize=4096)
def isolated(handle: str) -> str:
    """The handle as it stands within other text. One that reads from right to left is closed off, or it would turn what is around it."""
    turns = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in handle)
    return f"\u2068{handle}\u2069" if turns else handle


def _with_number(handle: str, suffix: str) -> str:
    """The handle with the suffix, shortened at its end where both together would be too long."""
    while True:
        try:
            return clean_handle(handle + suffix)
        except BadHandle:
            handle = handle[:-1].rstrip(_JOINER + " ")


def _is_picture(char: str) -> bool:
    """Whether the character is an emoji or part of one, as far as its category tells."""
    return bool(char) and unicodedata.category(char) in ("So", "Sk") and char > "\x7f"


# Letters that look like a Latin one, after casefolding and taking marks away; both sides of a pair become the right one. Written down from
# looking at the letters, with the name of the alphabet.
_LOOK_ALIKE: Mapping[str, str] = {
    alike: plain
    for plain, alikes in {
        # Cyrillic, Greek, Armenian, then phonetic small capitals, strokes and digits
        "a": "аαɑᴀ",
        "b": "вβЬьƅʙ",
        "c": "сϲᴄⅽ",
        "d": "ԁɗᴅđ",
        "e": "еєεҽᴇɛ",
        "f": "ƒꜰϝ",
        "g": "ɡԍցɢ",
        "h": "һհнηʜħ",
        "j": "јϳᴊ",
        "k": "кκᴋ",
        "l": "i1|!ıіιւӏլⅼłɪʟ",
        "m": "мᴍ",
        "n": "пոռɴп",
        "o": "0оοσօөᴏø०٥۵",
        "p": "рρᴘ",
        "q": "ԛզ",
        "r": "гᴦʀ",
        "s": "ѕꜱş",
        "t": "тτᴛŧ",
        "u": "υսцᴜ",
        "v": "νѵᴠ",
        "w": "ѡԝωᴡ",
        "x": "хχⅹ",
        "y": "уүγʏ",
        "z": "ᴢʐ",
        "ae": "æӕ",
        "oe": "œ",
    }.items()
    for alike in alikes
}
