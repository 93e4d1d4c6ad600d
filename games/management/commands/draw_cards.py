"""`python manage.py draw_cards`: draws the deck into the one SVG sprite that every page uses.

Every face is a `<symbol id="card-9C">` of 100 by 140 units. Suit colours are `currentColor`, so CSS decides them
(two colours or four) and a sprite need not be sent twice. Faces are built for a hand whose cards overlap: rank and
suit lie in the left third, large, and the picture beside them. No `<use>` inside a symbol: some browsers do not follow it in another file.
"""

from math import hypot
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.rules.cards import Card, deck, is_joker

SPRITE = Path(settings.STATICFILES_DIRS[0]) / "cards.svg"

# Suits in a box from -10 to 10.
PIPS = {
    "C": "M0-9.8a4.5 4.5 0 0 1 3.6 7.2"
    "A4.6 4.6 0 1 1 1 5.2C1.2 7.4 2 9 3.6 10h-7.2C-2 9-1.2 7.4-1 5.2a4.6 4.6 0 1 1-2.6-7.8A4.5 4.5 0 0 1 0-9.8z",
    "D": "M0-10.4C1.9-6.4 5-2.8 8.2 0 5 2.8 1.9 6.4 0 10.4-1.9 6.4-5 2.8-8.2 0-5-2.8-1.9-6.4 0-10.4z",
    "H": "M0 9.6C-2.6 5.8-9.6 2-9.6-3.8-9.6-7-7.2-9-4.7-9-2.5-9-.8-7.8 0-5.8.8-7.8 2.5-9 4.7-9 7.2-9 9.6-7 9.6-3.8 9.6 2 2.6 5.8 0 9.6z",
    "S": "M0-9.8C2.8-5.6 9.6-1.9 9.6 3.1c0 3-2.2 4.7-4.5 4.7"
    "C3.2 7.8 1.7 6.9.9 5.4 1.1 7.4 2 9 3.6 10h-7.2C-2 9-1.1 7.4-.9 5.4"
    "C-1.7 6.9-3.2 7.8-5.1 7.8c-2.3 0-4.5-1.7-4.5-4.7C-9.6-1.9-2.8-5.6 0-9.8z",
}

# Ranks as strokes in a box of 20 by 30; the box of "10" is 27 wide.
STROKES = {
    "A": "M2 28 10 3l8 25M5 20h10",
    "2": "M3 9c0-8 14-8 14 0C17 15 4 20 3 27.5h14.5",
    "3": "M3 6.5C5 1.5 16 1.5 16 8.5c0 4-3 5.5-7 5.5 5 0 8 2 8 6.5C17 29 4.5 29.5 2.5 23",
    "4": "M13 28V3L2.5 20.5H18",
    "5": "M16 3H5.5L4 14c5-3 13-1.5 13 6 0 9-11.5 9.5-14 4.5",
    "6": "M14.5 3C7 6 3 12 3 19.5 3 30 17 30 17 20c0-8-11-9.5-14-1",
    "7": "M3 3h14.5C12 11 9 19 8.5 28",
    "8": "M10 14c-8-1.5-7.5-11.5 0-11.5s8 10 0 11.5c-9.5 1.5-9.5 14 0 14s9.5-12.5 0-14z",
    "9": "M5.5 28C13 25 17 19 17 11.5 17 1 3 1 3 11c0 8 11 9.5 14 1",
    "T": "M2.5 7 6.5 3v25M18.5 2.5c-8 0-8 25.5 0 25.5s8-25.5 0-25.5z",
    "J": "M6 3h10v17.5c0 10-13 10-13.5 1.5",
    "Q": "M10 2.5c-10 0-10 25.5 0 25.5s10-25.5 0-25.5zM11 20l7 9",
    "K": "M3.5 3v25M17 3 4 17.5M8.5 13 17.5 28",
}

#: Where the pips of a number card lie, right of the index.
LEFT, MIDDLE, RIGHT = 45.5, 64.5, 83.5
TOP, UPPER, CENTRE, LOWER, BOTTOM = 21.0, 53.6, 70.0, 86.4, 119.0
_CORNERS = [(LEFT, TOP), (RIGHT, TOP), (LEFT, BOTTOM), (RIGHT, BOTTOM)]
_SIX = [*_CORNERS, (LEFT, CENTRE), (RIGHT, CENTRE)]
_EIGHT = [*_CORNERS, (LEFT, UPPER), (RIGHT, UPPER), (LEFT, LOWER), (RIGHT, LOWER)]
PLACES: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, TOP), (MIDDLE, BOTTOM)],
    "3": [(MIDDLE, TOP), (MIDDLE, CENTRE), (MIDDLE, BOTTOM)],
    "4": _CORNERS,
    "5": [*_CORNERS, (MIDDLE, CENTRE)],
    "6": _SIX,
    "7": [*_SIX, (MIDDLE, 45.5)],
    "8": [*_SIX, (MIDDLE, 45.5), (MIDDLE, 94.5)],
    "9": [*_EIGHT, (MIDDLE, CENTRE)],
    "T": [*_EIGHT, (MIDDLE, 37.3), (MIDDLE, 102.7)],
}

PAPER, INK, GOLD, SKIN, SILVER = "#fffaf0", "#2a2130", "#e9b44c", "#f5d7b5", "#efe9e4"


def pip(suit: str, x: float, y: float, size: float, *, turned: bool = False, fill: str = "") -> str:
    """The suit, `size` units wide, with its middle at (x, y)."""
    scale = size / 20
    scales = f"{-scale:g}" if turned else f"{scale:g}"
    paint = f' fill="{fill}"' if fill else ""
    return f'<path{paint} transform="translate({x:g} {y:g})scale({scales})" d="{PIPS[suit]}"/>'


def index(rank: str, suit: str) -> str:
    """Rank over suit; 30 units wide, so that overlapping cards show it whole."""
    width = 27 if rank == "T" else 20
    place = f'transform="translate({19 - width * 0.55:g} 7)scale(1.1)"'
    pen = 'fill="none" stroke="currentColor" stroke-width="4.6" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path {place} {pen} d="{STROKES[rank]}"/>' + pip(suit, 19, 55, 23)


def court(rank: str, suit: str) -> str:
    """Half a figure, standing in the upper right of the card down to its middle: coat in the suit's colour, what it holds, face, hat.

    Lines are ink in every suit, so that a red figure is no paler than a black one; each rank has a thing of its own in its hand.
    """
    line = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"'
    coat = f'<path {line} d="M35 70V61c2-6 10-9 18-10l11 8 11-8c8 1 16 4 18 10v9z"/>'
    face = f'<path fill="{SKIN}" {line} d="M54 30c0-2 20-2 20 0v9c0 8-5 13-10 13s-10-5-10-13z"/>'
    eyes = f'<g fill="{INK}"><circle cx="59.5" cy="37" r="1.5"/><circle cx="68.5" cy="37" r="1.5"/></g>'
    cheeks = '<g fill="#e9a58a"><circle cx="57" cy="42" r="2"/><circle cx="71" cy="42" r="2"/></g>'
    nose = f'<path fill="none" {line} d="M64 37.5l-1.2 4h2"/>'
    mouth = f'<path fill="none" {line} d="M61 46c2 1.6 4 1.6 6 0"/>'
    hem = f'<path fill="{GOLD}" {line} d="M35 65h58v5H35z"/>' + "".join(
        f'<path fill="{PAPER}" d="M{x} 65.8l2.4 1.7-2.4 1.7-2.4-1.7z"/>' for x in (41, 50, 78, 87)
    )
    if rank == "K":
        held = f'<path fill="{SILVER}" {line} d="M84.2 60V25l2.2-4 2.2 4v35z"/><path fill="{GOLD}" {line} d="M81 56.5h10.8v3.6H81z"/>'
        drawing = (
            f'<path fill="{SILVER}" {line} d="M50 31c-4 14 2 30 14 34 12-4 18-20 14-34z"/>'
            f"{face}{cheeks}{eyes}{nose}"
            f'<path fill="{SILVER}" {line} d="M54 41c4 3 7 0 10 2 3-2 6 1 10-2 1 9-4 18-10 20-6-2-11-11-10-20z"/>'
            f'<path {line} fill="none" d="M61.5 48h5M59 53.5l1.5 3M69 53.5l-1.5 3"/>'
            f'<path fill="{GOLD}" {line} d="M50 31 47 13l9 7 8-11 8 11 9-7-3 18c-9-3-19-3-28 0z"/>'
            f'<circle cx="64" cy="23" r="2.8"/>'
            f'<circle fill="{PAPER}" cx="55.5" cy="25.5" r="1.3"/><circle fill="{PAPER}" cx="72.5" cy="25.5" r="1.3"/>'
        )
        trim = f'<path fill="{GOLD}" {line} d="M46 65l5-13.2 4.5 1.7 3.5 11.5zM82 65l-5-13.2-4.5 1.7-3.5 11.5z"/>'
    elif rank == "Q":
        petals = "".join(
            f'<circle fill="{PAPER}" {line} cx="{85 + dx}" cy="{45 + dy}" r="2.5"/>'
            for dx, dy in ((0, -3.2), (3.1, -1), (1.9, 2.7), (-1.9, 2.7), (-3.1, -1))
        )
        held = f'<path fill="none" {line} d="M84.6 63V48"/>{petals}<circle fill="{GOLD}" {line} cx="85" cy="45" r="1.8"/>'
        drawing = (
            f'<path fill="{GOLD}" {line} d="M64 19c-17 0-18 18-17 37 5 3 10 2 12-2h10c2 4 7 5 12 2 1-19 0-37-17-37z"/>'
            f"{face}{cheeks}{eyes}{nose}{mouth}"
            f'<path fill="{GOLD}" {line} d="M53 32c3-6 8-8 11-8s8 2 11 8c-4-1-7-3-11-3s-7 2-11 3z"/>'
            f'<path fill="{SILVER}" {line} d="M53 23l-2-10 7 5 6-8 6 8 7-5-2 10c-7-3-15-3-22 0z"/>'
            f'<circle cx="64" cy="19" r="2"/><circle {line} cx="64" cy="9.5" r="2"/>'
            f'<circle {line} cx="51" cy="12.5" r="1.9"/><circle {line} cx="77" cy="12.5" r="1.9"/>'
        )
        brooch = f'<circle fill="{GOLD}" {line} cx="64" cy="63" r="2"/>'
        trim = f'<path fill="{PAPER}" {line} d="M54 53c2 8 18 8 20 0l5 1c-3 13-27 13-30 0z"/>{brooch}'
    else:
        held = f'<path fill="{GOLD}" {line} d="M87 63V26h2v37z"/><path fill="{SILVER}" {line} d="M88 18l4.5 8-4.5 4-4.5-4z"/>'
        drawing = (
            f'<path fill="{GOLD}" {line} d="M51 30h26v13c0 5-3 7-6 6H57c-3 1-6-1-6-6z"/>'
            f"{face}{cheeks}{eyes}{nose}{mouth}"
            f'<path {line} fill="{PAPER}" d="M52 22C43 20 40 13 43 8.5c7 1.5 11 6.5 12 11.5z"/>'
            f'<path {line} d="M49 29c-3-9 5-16 15-16s18 7 15 16z"/>'
            f'<path fill="{GOLD}" {line} d="M49 27h30v5H49z"/>'
        )
        trim = f'<path fill="{PAPER}" {line} d="M53 51l11 8 11-8 5 3-16 11-16-11z"/>'
    emblem = pip(suit, 42, 33 if rank == "J" else 17, 10)
    return coat + trim + hem + held + drawing + emblem


def joker() -> str:
    """A fool in a cap with three bells, and a star for an index."""
    line = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"'
    star = "M12 2l3 6.5 7 .8-5.2 4.8L18.3 21 12 17.5 5.7 21l1.5-6.9L2 9.3l7-.8z"
    bells = "".join(f'<circle fill="{GOLD}" {line} cx="{x}" cy="{y}" r="4.2"/>' for x, y in ((40, 52), (64, 17), (88, 52)))
    return (
        '<rect x="35.6" y="8.6" width="56.8" height="122.8" rx="4" fill-opacity=".1" stroke="currentColor" stroke-width="1.2"/>'
        f'<path {line} d="M40 124c1-15 10-23 24-25 14 2 23 10 24 25z"/>'
        f'<path fill="{GOLD}" {line} d="M64 99l-9 12 3 11 6-9 6 9 3-11z"/>'
        f'<path fill="{SKIN}" {line} d="M51 66h26v12c0 12-6 19-13 19s-13-7-13-19z"/>'
        f'<g fill="{INK}"><circle cx="58.5" cy="76" r="1.8"/><circle cx="69.5" cy="76" r="1.8"/></g>'
        f'<path fill="none" {line} d="M57 85c4 5 10 5 14 0"/>'
        f'<path {line} d="M48 70c-1-8-2-14-8-18 7-7 16-4 19 3 0-16 1-28 5-36z"/>'
        f'<path {line} d="M80 70c1-8 2-14 8-18-7-7-16-4-19 3 0-16-1-28-5-36z"/>'
        f'<path fill="{GOLD}" {line} d="M64 19c-5 11-6 24-5 36l5 10 5-10c1-12 0-25-5-36z"/>'
        f'<path fill="{PAPER}" {line} d="M46 64h36v7H46z"/>{bells}'
        f'<path transform="translate(5 5)scale(1.2)" d="{star}"/>'
        f'<path transform="translate(9 36)scale(.85)" d="{star}"/>'
    )


def face(card: Card) -> str:
    if is_joker(card):
        return joker()
    rank, suit = card
    if rank == "A":
        picture = pip(suit, MIDDLE, CENTRE, 48)
        if suit == "S":
            picture += pip("S", MIDDLE, CENTRE - 1, 27, fill=PAPER) + pip("S", MIDDLE, CENTRE - 1, 16)
    elif rank in PLACES:
        picture = "".join(pip(suit, x, y, 18, turned=y > CENTRE) for x, y in PLACES[rank])
    else:
        half = court(rank, suit)
        panel = '<rect x="35" y="8" width="58" height="124" rx="4" fill-opacity=".1"/>'
        middle = f'<path stroke="{INK}" stroke-width="1.5" d="M35 70h58"/>'
        frame = '<rect x="35" y="8" width="58" height="124" rx="4" fill="none" stroke="currentColor" stroke-width="1.2"/>'
        picture = f'{panel}{half}<g transform="rotate(180 64 70)">{half}</g>{middle}{frame}'
    return picture + index(rank, suit)


def paper(fill: str) -> str:
    # a hairline of its own keeps cards apart where they overlap, whatever lies under them
    line = 'stroke="#3b2a1a" stroke-opacity=".35" stroke-width="1.2"'
    return f'<rect x=".6" y=".6" width="98.8" height="138.8" rx="8" fill="{fill}" {line}/>'


def bagel(x: float, y: float, size: float, ring: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{size:g}" fill="none" stroke="{ring}" stroke-width="{size * 0.62:g}"/>'


def back() -> str:
    rings = "".join(
        bagel(15.5 + column * 11.5, 15.5 + row * 12.1, 2.6, "#5d7396")
        for row in range(10)
        for column in range(7)
        if hypot(column * 11.5 - 34.5, row * 12.1 - 54.5) > 30
    )
    strokes = '<path fill="none" stroke="#fffaf0" stroke-width="3.6" stroke-linecap="round" d="M66 52l6-6M69.5 58l8-3M60 48.5l3-8"/>'
    return (
        f'<rect x="7" y="7" width="86" height="126" rx="5" fill="#32486b"/>{rings}'
        f'<circle cx="50" cy="70" r="25" fill="#32486b"/>{bagel(48, 72, 12, GOLD)}{strokes}'
    )


def sprite() -> str:
    """The whole file."""
    faces = [
        f'<symbol id="card-{card}" viewBox="0 0 100 140">{paper(PAPER)}<g fill="currentColor">{face(card)}</g></symbol>'
        for card in deck(jokers=True)
    ]
    symbols = "\n".join([*faces, f'<symbol id="card-back" viewBox="0 0 100 140">{paper(PAPER)}{back()}</symbol>'])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{symbols}\n</svg>\n'


class Command(BaseCommand):
    help = "Draw the deck of cards into bagelsknock_site/static/cards.svg."

    def handle(self, *args: Any, **options: Any) -> None:
        SPRITE.write_text(sprite(), encoding="utf-8")
        self.stdout.write(f"{SPRITE}: {SPRITE.stat().st_size} bytes")
