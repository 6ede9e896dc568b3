"""The signs of a map, drawn once and used wherever they appear."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from napoleon.rules.picture.markup import polygon, text
from napoleon.rules.picture.sides import LOOKS, Side


def _star(points: int, outer: float, inner: float, turned: float = 0) -> str:
    """The data of a star with one point upwards."""
    corners = (
        (radius * sin(angle), -radius * cos(angle))
        for index in range(2 * points)
        for radius, angle in [(inner if index % 2 else outer, turned + pi * index / points)]
    )
    return polygon(corners)


def _hachures(radius: float, outer: float) -> str:
    """An earthwork: short strokes in a half circle below a place."""
    angles = [pi * (0.14 + 0.72 * step / 8) for step in range(9)]
    strokes = (
        f"M{radius * cos(a):.1f},{radius * sin(a):.1f}L{outer * cos(a):.1f},{outer * sin(a):.1f}"
        for a in angles
    )
    return "".join(strokes)


_PLATES = {
    # Ready pieces have square ends, commanders round ones; spent ones are cut like a flag.
    "unit-ready": "M0,0H138V31H0Z",
    "unit-spent": "M0,0H138L132,15.5L138,31H0Z",
    "commander-ready": "M15,0H123A15.5,15.5 0 0 1 123,31H15A15.5,15.5 0 0 1 15,0Z",
    "commander-spent": "M15,0H138L131,15.5L138,31H15A15.5,15.5 0 0 1 15,0Z",
    "scout-ready": "M9,0H129L138,15.5L129,31H9L0,15.5Z",
    "scout-spent": "M9,0H138L129,15.5L138,31H9L0,15.5Z",
    # Whatever lies on its face is seen from the side.
    "unit-lying": "M0,31L12,0H138L126,31Z",
    "commander-lying": "M0,31L12,0H138L126,31Z",
    "scout-lying": "M0,31L12,0H138L126,31Z",
    "card-ready": "M4,0H134Q138,0 138,4V46Q138,50 134,50H4Q0,50 0,46V4Q0,0 4,0Z",
    "card-spent": "M4,0H138L131,25L138,50H4Q0,50 0,46V4Q0,0 4,0Z",
    "card-lying": "M0,50L8,0H138L130,50Z",
    # The hull of a ship.
    "fleet-ready": "M0,0H78L66,31H12Z",
    "fleet-spent": "M0,0H78L72,15.5L66,31H12Z",
    "fleet-lying": "M0,31L12,0H78L66,31Z",
    "count-ready": "M0,0H74V31H0Z",
    "count-spent": "M0,0H78L72,15.5L78,31H0Z",
}

_ARMS = {
    "infantry": "M-11,-7.5L11,7.5M-11,7.5L11,-7.5",
    "cavalry": "M-11,7.5L11,-7.5",
    "foot_artillery": "M-3,0A3,3 0 1 1 3,0A3,3 0 1 1 -3,0Z",
    "horse_artillery": "M-11,7.5L11,-7.5M-3,0A3,3 0 1 1 3,0A3,3 0 1 1 -3,0Z",
}
"""What stands in the box of an arm of service, as on maps of armies."""

_ON_CARDS = {
    "infantry_card": "infantry",
    "cavalry_card": "cavalry",
    "artillery_card": "foot_artillery",
    "horse_artillery_card": "horse_artillery",
}
"""Arms of service on cards, which have the same boxes."""

_MARKS = {
    "square": "M-5.5,-5.5H5.5V5.5H-5.5Z",
    "sheltered": "M-5.5,-5.5H5.5V5.5H-5.5ZM-1.5,0A1.5,1.5 0 1 1 1.5,0A1.5,1.5 0 1 1 -1.5,0Z",
    "holder": "M-4,6.5V-6.5L5.5,-3L-4,0.5",
    "charge": "M-5.5,-5.5L0,0L-5.5,5.5M0,-5.5L5.5,0L0,5.5",
    "first_fire": "M0,-6.5V6.5M-5.6,-3.2L5.6,3.2M-5.6,3.2L5.6,-3.2",
    "fired": "M-5,4.5A3.4,3.4 0 0 1 -5,-1.5A5,5 0 0 1 4,-2.5A3.6,3.6 0 1 1 4,4.5Z",
    "shaken": "M-6.5,3L-3,-4L0,3L3,-4L6.5,3",
    "column": "M-2.5,-6H2.5V6H-2.5ZM-2.5,-2H2.5M-2.5,2H2.5",
    "blown": "M-6,-4.5Q-3,-7 0,-4.5T6,-4.5M-6,0Q-3,-2.5 0,0T6,0M-6,4.5Q-3,2 0,4.5T6,4.5",
    "decoy": "M-4,-3A4,3.6 0 1 1 0,1.2V3M0,5.6V6.2",
}

_STREAM = "M-5,-150C9,-115 -9,-80 3,-40S-7,20 4,62S-6,115 5,150"
"""A stream that runs across the way it is on."""

_PEAKS = "M-13,6L-4,-8L1,0L5,-5L13,6Z"
_REEDS = "M-12,5H12M-9,5V-3M-4,5V-8M1,5V-4M6,5V-9M10,5V-2"
_ANCHOR = "M0,-7.5V7M-4,-4H4M-6.5,1.5Q-5.5,7 0,7Q5.5,7 6.5,1.5M-1.8,-7.5A1.8,1.8 0 1 1 1.8,-7.5"

_BASTIONS = _star(8, 15, 10.5)
_SWORDS = "M-9,-9L7,7M9,-9L-7,7M-8.5,4L-4,8.5M8.5,4L4,8.5M-7,7L-9.5,9.5M7,7L9.5,9.5"

_BRIDGE = "M-9,-7Q-6,-4 -3,-4H3Q6,-4 9,-7M-9,7Q-6,4 -3,4H3Q6,4 9,7"
_BROKEN = "M-11,-7Q-8,-4 -4,-4L-6,0L-4,4Q-8,4 -11,7M11,-7Q8,-4 4,-4L6,0L4,4Q8,4 11,7"

_PLACES = {
    "plain": '<circle class="sign-ground" r="6.5"/>',
    "forest": '<circle class="sign-ground" r="9"/>'
    '<path class="sign-leaf" d="M0,-7.5L4.2,-1H2.2L5.4,4H-5.4L-2.2,-1H-4.2Z"/>'
    '<path class="sign-line" d="M0,4V7"/>',
    "hill": '<circle class="sign-ground" r="9"/><path class="sign-line" '
    'd="M-6,4Q0,-10 6,4M-3.6,2.5L-5,5.5M0,-1V5.5M3.6,2.5L5,5.5"/>',
    "reserve": '<path class="sign-ground" d="M-11,-7.5H11V7.5H-11Z"/>'
    '<path class="sign-line" d="M-7,-3.5H7M-7,0H7M-7,3.5H7"/>',
    "town": '<circle class="sign-ground" r="11"/>'
    '<path class="sign-wall" d="M-6.5,6V-1L-3.75,-4L-1,-1V6ZM0.5,6V-4.5L2.75,-8.5L5,-4.5V1H7V6Z"/>',
    "citadel": f'<path class="sign-rampart" d="{_BASTIONS}"/><circle class="sign-ground" r="8"/>'
    '<path class="sign-wall" d="M-4.5,4.5V-4.5H-2.5V-2H-1V-4.5H1V-2H2.5V-4.5H4.5V4.5Z"/>',
    "fortified_farm": '<path class="sign-ground" d="M-11,-9H11V9H-11Z"/>'
    '<path class="sign-wall" fill-rule="evenodd" d="M-8,-6H8V6H-8ZM-4,-2.5V2.5H4V-2.5Z"/>',
    "country": '<circle class="sign-ground" r="13"/>',
    "position": '<path class="sign-wall" d="M-11,2H-5V7H-11ZM-3,2H3V7H-3ZM5,2H11V7H5Z"/>'
    '<path class="sign-line" d="M-8,2V-7M0,2V-7M8,2V-7"/>'
    '<path class="sign-wall" d="M-8,-7H-3V-3H-8ZM0,-7H5V-3H0ZM8,-7H13V-3H8Z"/>',
    "capital": '<circle class="sign-rampart" r="14"/><circle class="sign-ground" r="10.5"/>'
    '<path class="sign-wall" d="M-6.5,6V-1L-3.75,-4L-1,-1V6ZM0.5,6V-4.5L2.75,-8.5L5,-4.5V1H7V6Z"/>',
    "fortress": f'<path class="sign-rampart" d="{_BASTIONS}"/>'
    '<circle class="sign-ground" r="8.5"/>',
    "waters": '<circle class="sign-deep" r="10.5"/><path class="sign-wave" '
    'd="M-7,-2.5Q-3.5,-6 0,-2.5T7,-2.5M-7,3Q-3.5,-0.5 0,3T7,3"/>',
    "closed": '<circle class="sign-ground" r="11"/>'
    '<path class="sign-line" d="M-6,-6L6,6M6,-6L-6,6"/>',
}


@lru_cache(maxsize=16)
def definitions(sides: tuple[Side, ...]) -> str:
    """What the drawing of a map refers to, including emblems and hatchings of its sides."""
    made = [
        *(f'<g id="sign-{kind}">{shapes}</g>' for kind, shapes in _PLACES.items()),
        *(f'<path id="plate-{kind}" d="{data}"/>' for kind, data in _PLATES.items()),
        f'<path id="sign-star" class="sign-star" d="{_star(5, 5.6, 2.3)}"/>',
        f'<g id="sign-swords"><path class="sign-halo" d="{_SWORDS}"/>'
        f'<path class="sign-blade" d="{_SWORDS}"/></g>',
        f'<path id="sign-earthwork" class="sign-earthwork" d="{_hachures(17, 22)}"/>',
        '<g id="sign-tree"><path class="sign-trunk" d="M0,3V6M-2,6.2H7"/><path class="sign-crown" '
        'd="M-4.5,3.2A3.4,3.4 0 0 1 -4.6,-2.4A4.8,4.8 0 0 1 4.6,-2.4A3.4,3.4 0 0 1 4.5,3.2Z"/>'
        "</g>",
        f'<path id="sign-bridge" class="sign-span" d="{_BRIDGE}"/>',
        f'<path id="sign-peaks" class="sign-peaks" d="{_PEAKS}"/>',
        f'<g id="sign-reeds"><path class="sign-pool" d="M-14,8H14V-3H-14Z"/>'
        f'<path class="sign-reeds" d="{_REEDS}"/></g>',
        f'<g id="sign-anchor"><path class="sign-halo" d="{_ANCHOR}"/>'
        f'<path class="sign-anchor" d="{_ANCHOR}"/></g>',
        '<g id="sign-broken"><path class="sign-gap" d="M-5,0H5"/>'
        f'<path class="sign-span" d="{_BROKEN}"/></g>',
        f'<g id="sign-stream"><path class="sign-bank" d="{_STREAM}"/>'
        f'<path class="sign-water" d="{_STREAM}"/></g>',
        *(
            f'<g id="arm-{arm}" class="arm"><path class="box" d="M-11,-7.5H11V7.5H-11Z"/>'
            f'<path class="{"gun" if "artillery" in arm else "cross"}" d="{data}"/></g>'
            for arm, data in (
                *_ARMS.items(),
                *((card, _ARMS[arm]) for card, arm in _ON_CARDS.items()),
            )
        ),
        f'<g id="arm-general_card" class="arm"><path class="shape" d="{_star(5, 10, 4.2)}"/></g>',
        f'<path id="sign-burst" class="sign-burst" d="{_star(9, 13.5, 9)}"/>',
        *(
            f'<g id="hits-{hits}"><use href="#sign-burst"/>'
            f'<text class="sign-hits" y="5.5">{hits}</text></g>'
            for hits in ("1", "2", "3", "4", "5", "6", "7", "8", "9", "9+")
        ),
        '<path id="plate-ground" class="sign-terrain" d="M0,0H138V50H0Z"/>',
        *(
            f'<g id="mark-{mark}"><path class="mark-ground" d="M-8,-7.5H8V7.5H-8Z"/>'
            f'<path class="mark-line" d="{data}"/></g>'
            for mark, data in _MARKS.items()
        ),
        '<marker id="sail" viewBox="0 0 10 10" refX="8" refY="5" orient="auto" '
        'markerUnits="userSpaceOnUse" markerWidth="12" markerHeight="12">'
        '<path class="sail" d="M0,0.5L10,5L0,9.5L2.5,5Z"/></marker>',
        *(_block(it) for it in dict.fromkeys(side.look for side in sides)),
        *map(_emblem, sides),
        *map(_hatching, sides),
    ]
    return f"<defs>{''.join(made)}</defs>"


def _block(look: str) -> str:
    """The shape of a look as a block of a stack, 22 units wide and high."""
    return (
        f'<path id="block-{look}" transform="translate(11,11) scale(1.45)" '
        f'd="{LOOKS[look].shape}"/>'
    )


def _emblem(side: Side) -> str:
    """The shape of a side with its letter."""
    small = ' class="two"' if len(side.letter) > 1 else ""
    return (
        f'<g id="emblem-{text(side.id)}" class="emblem {side.look}">'
        f'<path transform="scale(1.35)" d="{LOOKS[side.look].shape}"/>'
        f'<text{small} y="5">{text(side.letter)}</text></g>'
    )


def _hatching(side: Side) -> str:
    return (
        f'<pattern id="hatching-{text(side.id)}" class="{side.look}" width="8" height="8" '
        f'patternUnits="userSpaceOnUse"><path class="hatching" d="{LOOKS[side.look].hatching}"/>'
        "</pattern>"
    )
