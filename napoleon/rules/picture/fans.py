"""Fans: a stack opened as a list beside its place, one row a piece.

Where a fan stands depends on its place and on how many rows it has; it keeps off the marks of all
other places, as any of them may be what an order leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, cos, pi, sin

from napoleon.rules.picture.layout import SIZES, Rectangle
from napoleon.rules.picture.markup import number, pair, text
from napoleon.rules.picture.model import Piece, Place
from napoleon.rules.picture.placing import RING, Plan
from napoleon.rules.picture.placing.boxes import around, distance, meet, nearest
from napoleon.rules.picture.plates import Plate
from napoleon.rules.picture.sides import Side

ROW, COLUMN, HEAD = 22.0, 132.0, 26.0
"""Pixels that a row, a column and the name of the place take up."""

_IN_A_COLUMN = 6
_UP, _LYING = "translate(2.5,2.5) scale(.68)", "translate(2.5,9.5) scale(.68,.36)"
_PADDING = 6.0
_DIRECTIONS = 24
_GAPS = (14.0, 34.0, 60.0, 95.0, 140.0, 200.0, 280.0, 370.0)
_MARK, _OWN, _NAME, _BEYOND = 400.0, 1500.0, 15.0, 4000.0


def fan_fragment(
    place: Place,
    plates: Sequence[Plate],
    sides: Mapping[str, Side],
    sheet: tuple[float, float, float, float],
    plan: Plan,
    *,
    opened: bool = False,
) -> str:
    """The fan of a place as an element, which is seen where it is `opened`, on a sheet of a size.

    Each piece is an element with ``data-piece``; its title tells everything about it.
    """
    pieces = [it for plate in plates for it in plate.pieces]
    columns = max(1, ceil(len(pieces) / _IN_A_COLUMN))
    rows = ceil(len(pieces) / columns)
    own = tuple(it.box for it in plates)
    box = _where(place.id, columns, rows, own, sheet, plan)
    unit = plan.unit
    width, height = (box.right - box.left) / unit, (box.bottom - box.top) / unit
    x, y = nearest(box, place.x, place.y)
    line = (
        f'<path class="lead" d="M{pair((place.x - box.left) / unit, (place.y - box.top) / unit)}'
        f'L{pair((x - box.left) / unit, (y - box.top) / unit)}"/>'
    )
    listed = "".join(
        _row(
            piece,
            sides[piece.side],
            _PADDING + (index // rows) * COLUMN,
            HEAD + (index % rows) * ROW,
        )
        for index, piece in enumerate(pieces)
    )
    classes = "fan opened" if opened else "fan"
    return (
        f'<g class="{classes}" data-fan="{text(place.id)}" role="group" '
        f'aria-label="{text(place.name)}" '
        f'transform="translate({pair(box.left, box.top)}) scale({unit:.3g})">{line}'
        f'<rect class="sheet" width="{number(width)}" height="{number(height)}" rx="4"/>'
        f'<text class="heading" x="10" y="17.5">{text(place.name)}</text>{listed}</g>'
    )


def _row(piece: Piece, side: Side, x: float, y: float) -> str:
    state, lies = "ready" if piece.ready else "spent", _LYING if piece.lying else _UP
    classes = f"row {side.look} {state} {'unseen' if piece.hidden else 'seen'}"
    return (
        f'<g class="{classes}" data-piece="{text(piece.id)}" '
        f'transform="translate({pair(x, y)})"><title>{text(piece.words)}</title>'
        f'<rect class="cell" width="{number(COLUMN - 4)}" height="{number(ROW - 2)}" rx="2"/>'
        f'<use class="block" href="#block-{side.look}" transform="{lies}"/>'
        f"{''.join(_told(piece))}</g>"
    )


def _told(piece: Piece) -> Iterator[str]:
    """The arm of a piece, its name, and how strong or tired it is."""
    left = 22.0
    if piece.kind == "commander":
        yield '<use href="#sign-star" transform="translate(10,10.3)"/>'
    if piece.arm:
        yield f'<use href="#arm-{piece.arm}" transform="translate(32,10) scale(.78)"/>'
        left = 44.0
    yield f'<text class="who" x="{number(left)}" y="14">{text(piece.label)}</text>'
    figure = piece.strength
    if figure is not None:
        yield f'<text class="figure" x="120" y="14.5">{figure}</text>'
    if piece.fatigue:
        start = 111 - 5 * piece.fatigue
        yield f'<path class="tired" d="M{start},15h{5 * (piece.fatigue - 1)}.1"/>'


@lru_cache(maxsize=2048)
def _where(
    place: str,
    columns: int,
    rows: int,
    own: tuple[Rectangle, ...],
    sheet: tuple[float, float, float, float],
    plan: Plan,
) -> Rectangle:
    """The box that covers fewest marks and names, close by."""
    unit = plan.unit
    wide = (columns * COLUMN + 2 * _PADDING - 4) * unit
    high = (HEAD + rows * ROW + 4) * unit
    marks = [(it.id, it.x, it.y, SIZES[it.kind] + RING) for it in plan.bare.values()]
    _, x, y, radius = next(it for it in marks if it[0] == place)
    reach = (_GAPS[-1] + 4) * unit + radius + max(wide, high)
    near = [
        (name, around(its_x, its_y, its_radius))
        for name, its_x, its_y, its_radius in marks
        if abs(its_x - x) < reach + wide and abs(its_y - y) < reach + high
    ]
    names = [(name, plan.sites[name].name.box) for name, _ in near]
    left, top, right, bottom = sheet[0], sheet[1], sheet[0] + sheet[2], sheet[1] + sheet[3]
    best, least = Rectangle(left, top, left + wide, top + high), 1e9
    for gap in _GAPS:
        away = radius + gap * unit
        # Nothing that lies further off can be covered by a box so far away.
        x_away, y_away = away + wide, away + high
        within = Rectangle(x - x_away, y - y_away, x + x_away, y + y_away)
        close = [it for it in near if meet(within, it[1], unit)]
        close_names = [it for it in names if meet(within, it[1])]
        for step in range(_DIRECTIONS):
            angle = 2 * pi * step / _DIRECTIONS
            middle_x = x + cos(angle) * (away + wide / 2)
            middle_y = y + sin(angle) * (away + high / 2)
            box = Rectangle(
                middle_x - wide / 2, middle_y - high / 2, middle_x + wide / 2, middle_y + high / 2
            )
            cost = distance(box, x, y) / unit * 0.6
            over = box.left < left or box.top < top or box.right > right or box.bottom > bottom
            beyond = _BEYOND if over else 0.0
            # What else it covers is looked for where that can still be the best.
            if cost + beyond >= least:
                continue
            cost += sum((_OWN if it == place else _MARK) * meet(box, at, unit) for it, at in close)
            cost += sum((_MARK if it == place else _NAME) * meet(box, at) for it, at in close_names)
            cost += _OWN * sum(meet(box, it, unit) for it in own)
            cost += beyond
            if cost < least:
                best, least = box, cost
    return best
