"""Places that are frames: a field with its heading, terrain and cards in it, and what is on a card.

All that stands in a frame is as large as it can be without leaving it. A terrain card begins a row
of its own, in which those who stand on it follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from napoleon.rules.picture.counters import Column, camps_of, length_of, shortened, width_of
from napoleon.rules.picture.layout import PLATE_HEIGHT, PLATE_WIDTH, Rectangle
from napoleon.rules.picture.markup import number, pair, text
from napoleon.rules.picture.model import Ground, Piece, Place
from napoleon.rules.picture.sides import Side

HEADING = 30.0
"""What the heading of a frame takes up."""

NOTE = 22.0
"""What a note takes up for which there is no room beside the name."""

HEADED, NOTED = 0.72, 0.55
"""How large headings and notes are, compared with the label of a block."""

PADDING = 7.0
"""Between the edge of a frame and what stands in it, and between two camps."""

CARD_HEIGHT = 54
"""What the plate of a card takes up, with the gap to the next one."""

LARGEST, SMALLEST = 130, 20
"""How large cards are drawn, in hundredths of their size."""

MOST_TOLD = 9
"""Hits for which there is a burst with their number."""

WRITTEN, TIGHT = 0.71, 0.55
"""How large words on a card are, compared with the label of a block, and long ones."""

MARK = 18.0
"""From one mark of a card to the next."""


class Arranged(NamedTuple):
    """What stands where in a frame."""

    columns: tuple[Column, ...]
    grounds: tuple[tuple[Ground, Rectangle], ...]


class _Row(NamedTuple):
    """What belongs together: a terrain card, and those who stand on it; or all others of a camp."""

    ground: Ground | None
    pieces: tuple[Piece, ...]

    @property
    def length(self) -> int:
        return len(self.pieces) + (self.ground is not None)


_Camp = tuple[_Row, ...]


def frame_box(place: Place) -> Rectangle:
    """What a place with a frame takes up."""
    width, height = place.room or (0.0, 0.0)
    left, top = place.x - width / 2, place.y - height / 2
    return Rectangle(left, top, left + width, top + height)


def heading_box(place: Place) -> Rectangle:
    """What the heading of a frame takes up."""
    box = frame_box(place)
    below = 0.0 if _note_beside(place) else NOTE
    return box._replace(bottom=box.top + HEADING + below)


def _swords(place: Place) -> float:
    """The room for swords at the end of a heading."""
    return 30.0 if place.contested else 0.0


def _note_beside(place: Place) -> bool:
    """Whether a note has room beside the name."""
    if not place.note:
        return True
    room = (place.room or (0.0, 0.0))[0] - 60 - _swords(place)
    return HEADED * length_of(place.name) + NOTED * length_of(place.note) <= room


def arranged(place: Place, sides: Mapping[str, Side]) -> Arranged:
    """Where the pieces and the terrain of a place with a frame stand."""
    first = next(iter(sides.values())).camp
    above: list[_Camp] = []
    below: list[_Camp] = []
    camps = {sides[pieces[0].side].camp: pieces for pieces in camps_of(place, sides)}
    for camp in dict.fromkeys(
        (*(sides[it.side].camp for it in place.grounds), *camps, first), None
    ):
        rows = tuple(_rows(place, camps.get(camp, ()), camp, sides))
        if rows:
            (above if camp == first else below).append(rows)
    box = frame_box(place)
    inside = Rectangle(
        box.left + PADDING,
        heading_box(place).bottom + PADDING,
        box.right - PADDING,
        box.bottom - PADDING,
    )
    return _arranged(tuple(above), tuple(below), inside)


def _rows(
    place: Place, pieces: Sequence[Piece], camp: str, sides: Mapping[str, Side]
) -> Iterator[_Row]:
    standing = {name for ground in place.grounds for name in ground.on}
    for ground in place.grounds:
        if sides[ground.side].camp == camp:
            yield _Row(ground, tuple(it for it in pieces if it.id in ground.on))
    others = tuple(it for it in pieces if it.id not in standing)
    if others:
        yield _Row(None, others)


@lru_cache(maxsize=1024)
def _arranged(above: tuple[_Camp, ...], below: tuple[_Camp, ...], inside: Rectangle) -> Arranged:
    camps = (*above, *below)
    pieces = [it for camp in camps for row in camp for it in row.pieces]
    counted = bool(pieces) and all(it.count is not None for it in pieces)
    wide = width_of(pieces) if counted else PLATE_WIDTH
    cards = any(it.kind == "card" for it in pieces)
    cards = cards or any(row.ground is not None for camp in camps for row in camp)
    high = CARD_HEIGHT if cards else PLATE_HEIGHT
    scale, abreast = _size(camps, inside, wide, high)
    columns: list[Column] = []
    grounds: list[tuple[Ground, Rectangle]] = []

    def lay(camp: _Camp, top: float) -> None:
        for row in camp:
            top = _lay(row, top)

    def _lay(row: _Row, top: float) -> float:
        across, down = wide * scale, high * scale
        left, pieces = inside.left, row.pieces
        if row.ground is not None:
            grounds.append((row.ground, Rectangle(left, top, left + across, top + down)))
            beside, pieces = pieces[: abreast - 1], pieces[abreast - 1 :]
            if beside:
                columns.append(_column(beside, left + across, top, abreast - 1))
            top += down
        if pieces:
            columns.append(_column(pieces, left, top, abreast))
            top += down * ceil(len(pieces) / abreast)
        return top

    def _column(pieces: tuple[Piece, ...], left: float, top: float, most: int) -> Column:
        width = min(most, len(pieces)) * wide * scale
        bottom = top + ceil(len(pieces) / most) * high * scale
        box = Rectangle(left, top, left + width, bottom)
        return Column(box, pieces, min(most, len(pieces)), scale, False, high)

    top = inside.top
    for camp in above:
        lay(camp, top)
        top += _height(camp, abreast) * high * scale + PADDING
    bottom = inside.bottom
    for camp in reversed(below):
        bottom -= _height(camp, abreast) * high * scale
        lay(camp, bottom)
        bottom -= PADDING
    return Arranged(tuple(columns), tuple(grounds))


def _size(camps: Sequence[_Camp], inside: Rectangle, wide: int, high: int) -> tuple[float, int]:
    """How large cards are drawn, and how many stand in a row: as large as there is room for all."""
    width, height = inside.right - inside.left, inside.bottom - inside.top
    height -= PADDING * max(0, len(camps) - 1)
    for hundredths in range(LARGEST, SMALLEST, -2):
        scale = hundredths / 100
        abreast = int(width / (wide * scale))
        rows = sum(_height(camp, abreast) for camp in camps) if abreast else 0
        if abreast and rows * high * scale <= height:
            return scale, abreast
    return SMALLEST / 100, int(width / (wide * SMALLEST / 100))


def _height(camp: _Camp, abreast: int) -> int:
    """How many rows a camp has where `abreast` stand in each."""
    return sum(ceil(row.length / abreast) for row in camp)


# -- what is drawn --------------------------------------------------------------------------------


def frame_fragment(place: Place, sides: Mapping[str, Side]) -> str:
    """The frame of a place with its heading and the terrain in it, without its pieces."""
    box = frame_box(place)
    width, height = box.right - box.left, box.bottom - box.top
    at = f'x="{number(box.left)}" y="{number(box.top)}" width="{number(width)}"'
    area = f'{at} height="{number(height)}" rx="3"'
    line = f"M{pair(box.left, heading_box(place).bottom)}h{number(width)}"
    middle = box.top + HEADING / 2
    swords = ""
    if place.contested:
        swords = f'<use href="#sign-swords" x="{number(box.right - 19)}" y="{number(middle)}"/>'
    name = shortened(place.name, width - 46 - _swords(place), HEADED)
    tiles = "".join(_ground(it, sides[it.side], its) for it, its in arranged(place, sides).grounds)
    return (
        f'<rect class="field" {area}/><rect class="mark" {area}/>'
        f'<path class="heading-line" d="{line}"/>'
        f'<use href="#sign-{place.kind}" x="{number(box.left + 20)}" y="{number(middle)}"/>'
        f'<text class="name heading" x="{number(box.left + 38)}" y="{number(middle + 6)}">'
        f"{text(name)}</text>{_note(place, box)}{swords}{tiles}"
    )


def _note(place: Place, box: Rectangle) -> str:
    """What is written beside the name, or under it where there is no room."""
    if not place.note:
        return ""
    if _note_beside(place):
        end, base = box.right - 10 - _swords(place), box.top + HEADING / 2 + 5
        return _written(end, base, "note", place.note)
    note = shortened(place.note, box.right - box.left - 24, NOTED)
    return _written(box.left + 12, box.top + HEADING + NOTE - 9, "note under", note)


def _written(x: float, base: float, kind: str, words: str) -> str:
    return f'<text class="{kind}" x="{number(x)}" y="{number(base)}">{text(words)}</text>'


def _ground(ground: Ground, side: Side, box: Rectangle) -> str:
    """A terrain card: its sign, its name, and the emblem of its holder."""
    scale = (box.bottom - box.top) / CARD_HEIGHT
    sized = "" if scale == 1 else f" scale({scale:g})"
    return (
        f'<g class="terrain" transform="translate({pair(box.left, box.top)}){sized}">'
        f'<title>{text(ground.words)}</title><use href="#plate-ground"/>'
        f'<use href="#sign-{ground.kind}" x="17" y="36"/>'
        f'<use href="#emblem-{text(side.id)}" x="122" y="36"/>'
        f"{_written(8, 19, 'ground-name', shortened(ground.label, 122, WRITTEN))}</g>"
    )


def _on_card(x: float, base: float, kind: str, words: str, room: float) -> str:
    """Words on a card, in smaller letters where they are long."""
    if shortened(words, room, WRITTEN) == words:
        return _written(x, base, kind, words)
    return _written(x, base, f"{kind} tight", shortened(words, room, TIGHT))


def card_face(piece: Piece) -> Iterator[str]:
    """What is on a card: its name; under it its arm, its strength, more figures, and its marks."""
    end = 134.0
    if piece.hits:
        end = 110.0
        told = str(piece.hits) if piece.hits <= MOST_TOLD else f"{MOST_TOLD}+"
        yield f'<use href="#hits-{told}" x="122" y="14.5"/>'
    if piece.hidden:
        yield f'<text class="figure" x="69" y="36">{text(piece.label)}</text>'
        return
    yield _on_card(28, 21, "title", piece.label, end - 28)
    left = 30.0
    if piece.arm:
        yield f'<use href="#arm-{piece.arm}" x="15" y="37.5"/>'
    if piece.strength is not None:
        yield f'<text class="figure" x="38" y="46">{piece.strength}</text>'
        left = 52.0
    room = 132 - MARK * len(piece.marks) - left
    if piece.figures:
        yield _on_card(left, 44.5, "rating", piece.figures, room)
    for place, mark in enumerate(reversed(piece.marks)):
        yield f'<use href="#mark-{mark}" x="{number(124 - MARK * place)}" y="38"/>'
