"""Places with their labels, flags and stacks, each in a fragment of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from napoleon.rules.picture.counters import Column, lettered, shortened
from napoleon.rules.picture.frames import card_face, frame_fragment
from napoleon.rules.picture.markup import number, pair, text
from napoleon.rules.picture.model import Piece, Place
from napoleon.rules.picture.sides import Side

Sides = Mapping[str, Side]

_BASES = {"": 24.8, "medium": 22.8, "small": 21, "tight": 20.5, "fine": 19.5}
"""On which line a name stands, by its letters."""

MARK = 17.0
"""From one mark to the next."""


def place_fragment(
    place: Place,
    drawn: tuple[str, str],
    *,
    arrows: str = "",
    classes: str = "",
    href: str | None = None,
    named: bool = True,
) -> str:
    """The place as an element of its own: a title that tells in words all that is seen of it.

    `drawn` are these words, and what is drawn of the place itself.

    With `href` it is a link that leads there. `classes` are added to its own. One that is not
    `named` has no id, so that it may stand in a document more than once.
    """
    tag = "g" if href is None else "a"
    extra = "" if href is None else f' href="{text(href)}"'
    extra += f' id="place-{text(place.id)}"' if named else ""
    if href is None:
        extra += ' role="img"'
    if href is None and "chosen" in classes.split():
        extra += ' tabindex="0"'
    kinds = " ".join(filter(None, ("place", place.kind, classes)))
    title, itself = drawn
    return (
        f'<{tag} class="{kinds}" data-place="{text(place.id)}"{extra}>'
        f"<title>{title}</title>{arrows}{itself}</{tag}>"
    )


@lru_cache(maxsize=4096)
def counters_fragment(
    place: Place, sides: tuple[Side, ...], columns: tuple[Column, ...]
) -> tuple[str, str]:
    """What is told of a place of a board, and what is drawn of it: most stay as they are.

    >>> it = Place(id="it", name="Centre", x=0, y=0, kind="position", room=(300, 200))
    >>> side = Side("f", "French", "F", "blue", "f")
    >>> counters_fragment(it, (side,), ()) is counters_fragment(it, (side,), ())
    True
    """
    by_id = {side.id: side for side in sides}
    drawn = (frame_fragment(place, by_id), *_counters(columns, by_id))
    return text(told(place, by_id)), "".join(drawn)


def told(place: Place, sides: Sides) -> str:
    """All that is seen of a place in words.

    >>> ney = Piece(id="ney", side="f", label="Ney", words="Ney (ready)")
    >>> it = Place(id="it", name="Ligny", x=0, y=0, kind="town", words=("town",), pieces=(ney,))
    >>> told(it, {"f": Side("f", "French", "F", "blue", "f")})
    'Ligny, town. French: Ney (ready)'
    """
    here = ", ".join((place.name, *place.words))
    stacks = (
        f"{sides[side].name}: {', '.join(piece.words for piece in pieces)}"
        for side, pieces in _by_side(place.pieces, sides)
    )
    return ". ".join((here, "; ".join(stacks))).removesuffix(". ")


def _counters(columns: Iterable[Column], sides: Sides) -> Iterator[str]:
    """The counters of each camp, where they have room."""
    for column in columns:
        for piece, box in column.counters():
            yield plate(piece, sides[piece.side], box.left, box.top, column.scale)


def plate(piece: Piece, side: Side, x: float, y: float, scale: float = 1.0) -> str:
    """A piece: the emblem of its side and what it is, on a plate whose shape says how it stands.

    It is drawn at `scale` times its size.
    """
    kind = "count" if piece.count is not None and piece.kind != "fleet" else piece.kind
    state = "ready" if piece.ready else "spent"
    shape = f"{kind}-{'lying' if piece.lying else state}"
    classes = f"piece {side.look} {state} {'unseen' if piece.hidden else 'seen'}"
    # A ready one that is hidden is tinted, and nothing may shine through.
    paper = f'<use class="under" href="#plate-{shape}"/>' if piece.hidden else ""
    sized = "" if scale == 1 else f" scale({scale:g})"
    return (
        f'<g class="{classes}" data-piece="{text(piece.id)}" '
        f'transform="translate({pair(x, y)}){sized}">'
        f'<title>{text(piece.words)}</title>{paper}<use href="#plate-{shape}"/>'
        f'<use href="#emblem-{text(side.id)}" x="14" y="15.5"/>{"".join(_face(piece))}</g>'
    )


def _face(piece: Piece) -> Iterator[str]:
    """What is written on a piece: a number alone, or a name, its pips and its strength."""
    if piece.kind == "card" and piece.count is None:
        yield from card_face(piece)
        return
    if piece.arm or piece.marks:
        yield from _fighting(piece)
        return
    if piece.count is not None:
        yield f'<text class="figure armies" x="49.5" y="27">{text(piece.label)}</text>'
        return
    if piece.hidden:
        told = shortened(piece.label, 108)
        yield f'<text class="figure" x="81" y="24.5">{text(told)}</text>'
        return
    room = 106
    if piece.kind == "commander":
        room = 90
        yield '<use href="#sign-star" x="124" y="15.5"/>'
    elif piece.strength is not None:
        # A number of two figures needs more room, and leaves less for the label.
        more = 13 * (piece.strength > 9)
        room = 89 - more
        yield f'<text class="figure" x="{125 - more // 2}" y="25">{piece.strength}</text>'
    told, letters = lettered(piece.label, room)
    base = 20.5 if piece.fatigue else _BASES[letters]
    yield f'<text{_class(letters)} x="{number(26 + room / 2)}" y="{base}">{text(told)}</text>'
    if piece.fatigue:
        # A line of dots: a dash without length, round at both ends, for each point.
        yield f'<path class="pips" d="M29,27h{7 * (piece.fatigue - 1)}.1"/>'


def _fighting(piece: Piece) -> Iterator[str]:
    """What is on a piece with an arm of service, or one that fights: a label over its marks."""
    left, right = 27.0, 135.0
    if piece.arm:
        yield f'<use href="#arm-{piece.arm}" x="39" y="15.5"/>'
        left = 52.0
    if piece.kind == "commander":
        right = 112.0
        yield '<use href="#sign-star" x="124" y="15.5"/>'
    elif piece.strength is not None:
        right = 115.0 if piece.strength < 10 else 108.0
        yield f'<text class="figure" x="125" y="25">{piece.strength}</text>'
    told, letters = lettered(piece.label, right - left, large=not piece.marks)
    base = 14 if piece.marks else _BASES[letters]
    middle = number((left + right) / 2)
    yield f'<text{_class(letters)} x="{middle}" y="{base}">{text(told)}</text>'
    start = (left + right) / 2 - MARK * (len(piece.marks) - 1) / 2
    for place, mark in enumerate(piece.marks):
        yield f'<use href="#mark-{mark}" x="{number(start + MARK * place)}" y="23"/>'


def _class(letters: str) -> str:
    return f' class="{letters}"' if letters else ""


def _by_side(pieces: Iterable[Piece], sides: Sides) -> Iterator[tuple[str, Sequence[Piece]]]:
    """Pieces side by side, in the order of the sides."""
    order = list(sides)
    by_side = sorted(pieces, key=lambda piece: order.index(piece.side))
    for side, stack in groupby(by_side, lambda piece: piece.side):
        yield side, list(stack)
