"""The stacks of a map: the pieces of a side in a place, folded into one plate.

A plate is a block in the shape of its side, with how strong the stack is, and a paper tab with the
name of its chief, where there is room. It stands in a berth of its place, which nothing moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import ceil, dist
from typing import NamedTuple

from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.markup import number, pair, text
from napoleon.rules.picture.model import Picture, Piece
from napoleon.rules.picture.placing import Plan
from napoleon.rules.picture.placing.berths import BLOCK, SHEET, SIDE, Berth
from napoleon.rules.picture.placing.boxes import Line, crossed_by_any, meets_any, nearest
from napoleon.rules.picture.placing.widths import sans
from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.language import Language

FLEET, CHIEF = "fleet", "commander"

STAR = "*"
"""What stands for those who have no strength of their own."""

LETTERS = 11.2
"""Pixels of the letters on a tab; the style says the same."""

_PADDING = 9.0
"""Pixels of a tab around its name."""

_MOST_SHEETS = 2
_LEAST_LINE = 1.5
"""Pixels of the shortest line that is worth being drawn."""


class Plate(NamedTuple):
    """A folded stack: `pieces` of a side where a berth is.

    `box` is what it covers, in units of the map; `words` stand on its tab, and are empty if it has
    none. The tab of one that is `mirrored` is at the left of its block. It is drawn at `scale`
    times its size, where several share a berth.
    """

    side: str
    pieces: tuple[Piece, ...]
    box: Rectangle
    lead: Line
    words: str
    mirrored: bool = False
    scale: float = 1.0

    @property
    def block(self) -> Rectangle:
        """What it covers without its tab."""
        side = self.box.bottom - self.box.top
        if self.mirrored:
            return self.box._replace(left=self.box.right - side)
        return self.box._replace(right=self.box.left + side)


def strength(pieces: Sequence[Piece]) -> str:
    """How strong some pieces are together, as far as the reader knows it.

    >>> unit = Piece(id="a", side="f", label="Ney", words="Ney", strength=6)
    >>> unknown = Piece(id="b", side="f", label="? 7", words="unknown", hidden=True)
    >>> commander = Piece(id="c", side="f", label="Napoleon", words="Napoleon", kind="commander")
    >>> [strength(it) for it in ([unit, commander], [unit, unknown], [unknown], [commander])]
    ['6', '6+', '?', '*']
    """
    figures = [it.strength if it.count is None else it.count for it in pieces]
    known = [it for it in figures if it is not None]
    unknown = any(
        figure is None and (piece.hidden or piece.kind == "unit")
        for piece, figure in zip(pieces, figures, strict=True)
    )
    if known:
        return f"{sum(known)}{'+' if unknown else ''}"
    return "?" if unknown else STAR


def stacks_of(pieces: Sequence[Piece], sides: Mapping[str, Side]) -> list[tuple[Piece, ...]]:
    """The pieces of a place side by side, in the order of the sides; ships by themselves."""
    order = list(sides)
    ready = sorted(pieces, key=lambda it: (order.index(it.side), it.kind == FLEET))
    return [
        tuple(together) for _, together in groupby(ready, lambda it: (it.side, it.kind == FLEET))
    ]


def plates(picture: Picture, plan: Plan) -> Mapping[str, tuple[Plate, ...]]:
    """The plates of all places that have pieces, by the ids of the places."""
    taken = tuple((it.id, it.pieces) for it in picture.places if it.pieces)
    return _plates(taken, picture.sides, plan, picture.language)


@lru_cache(maxsize=128)  # many orders move nobody
def _plates(
    taken: tuple[tuple[str, tuple[Piece, ...]], ...],
    sides: tuple[Side, ...],
    plan: Plan,
    language: Language,
) -> Mapping[str, tuple[Plate, ...]]:
    camps, by_id = list(dict.fromkeys(side.camp for side in sides)), {it.id: it for it in sides}
    found: dict[str, tuple[Plate, ...]] = {}
    for place, pieces in taken:
        stacks = stacks_of(pieces, by_id)
        stand = [by_id[it[0].side].camp for it in stacks]
        found[place] = tuple(_standing(stacks, stand, camps, plan.sites[place].berths, language))
    return _named(found, plan, language)


def _standing(
    stacks: Sequence[tuple[Piece, ...]],
    stand: Sequence[str],
    camps: Sequence[str],
    berths: Sequence[Berth],
    language: Language,
) -> Iterator[Plate]:
    """Each stack in a berth of its own, as long as there are some; the last ones share one.

    Where there are two camps, each has a berth whether the other one stands there or not: so a
    piece met by an enemy does not move. A chief whose name has no room there takes one that nobody
    else may need.
    """
    free = list(berths)
    if len(camps) == 2 and len(free) > 1 and stand[0] == camps[1]:
        free = [*free[1:], free[0]]
    alone = stacks if len(stacks) <= len(free) else stacks[: len(free) - 1]
    spare = free[max(len(alone), len(camps) if len(camps) == 2 else 1) :]
    for pieces, own in zip(alone, free, strict=False):
        berth = own
        if spare and len(alone) == len(stacks):
            berth = _with_room(pieces, own, spare, language)
            spare = [it for it in spare if it is not berth]
        yield Plate(pieces[0].side, pieces, berth.box, berth.lead, "")
    together = stacks[len(alone) :]
    if together:
        shared = free[len(alone)]
        # Three of them beside each other would be too small to be read.
        abreast = 2 if len(together) <= 6 else 3
        size = (shared.box.right - shared.box.left) / abreast
        rows = ceil(len(together) / abreast)
        filled = shared.box._replace(bottom=shared.box.top + size * rows)
        x, y, _, _ = shared.lead
        lead = (x, y, *nearest(filled, x, y))
        for index, pieces in enumerate(together):
            left = shared.box.left + size * (index % abreast)
            top = shared.box.top + size * (index // abreast)
            box = Rectangle(left, top, left + size, top + size)
            yield Plate(pieces[0].side, pieces, box, lead, "", scale=1 / abreast)


def _with_room(
    pieces: tuple[Piece, ...], own: Berth, spare: Sequence[Berth], language: Language
) -> Berth:
    """The first berth with room for the shortest name that a tab may have; the own one if none."""
    said = titles(pieces, language)
    for it in (own, *spare) if said else ():
        unit = (it.box.right - it.box.left) / SIDE
        if (sans(said[-1], LETTERS) + _PADDING) * unit <= max(it.left, it.right):
            return it
    return own


def _named(
    found: Mapping[str, tuple[Plate, ...]], plan: Plan, language: Language
) -> Mapping[str, tuple[Plate, ...]]:
    """The plates with a name on each that has room for it beside all others."""
    taken = [it.box for stand in found.values() for it in stand]
    lines = [it.lead for stand in found.values() for it in stand]
    named = {place: list(stand) for place, stand in found.items()}
    every = [(place, index, it) for place in named for index, it in enumerate(named[place])]
    # Chiefs first: a map is read by their names.
    for place, index, it in sorted(every, key=lambda each: not _is_led(each[2].pieces)):
        berth = next((one for one in plan.sites[place].berths if one.box == it.box), None)
        if berth is None:
            continue
        with_tab = _with_tab(it, berth, language, plan.unit, taken, lines)
        if with_tab is not None:
            taken.append(with_tab.box)
            named[place][index] = with_tab
    return {place: tuple(stand) for place, stand in named.items()}


def _is_led(pieces: Sequence[Piece]) -> bool:
    """Whether a chief whom the reader knows is among some pieces."""
    return any(it.kind == CHIEF and not it.hidden for it in pieces)


def _with_tab(
    plate: Plate,
    berth: Berth,
    language: Language,
    unit: float,
    taken: Sequence[Rectangle],
    lines: Sequence[Line],
) -> Plate | None:
    """The plate with the longest name that fits beside its block; None if none does."""
    box, gap = plate.box, 1.1 * unit
    for words in titles(plate.pieces, language):
        wide = (sans(words, LETTERS) + _PADDING) * unit
        at_right, at_left = box.right + wide, box.left - wide
        beside = (
            (berth.right, box._replace(left=box.right + gap, right=at_right), False),
            (berth.left, box._replace(left=at_left, right=box.left - gap), True),
        )
        for room, tab, mirrored in beside:
            if wide > room or meets_any(tab, taken, unit):
                continue
            if not crossed_by_any(tab, lines):
                whole = box._replace(left=at_left) if mirrored else box._replace(right=at_right)
                return plate._replace(words=words, box=whole, mirrored=mirrored)
    return None


@lru_cache(maxsize=4096)  # each stack is looked at for its berth and for its tab, again and again
def titles(pieces: tuple[Piece, ...], language: Language) -> tuple[str, ...]:
    """What a tab may say of a stack, the best first and the shortest last; nothing of a number."""
    chiefs = [it for it in pieces if it.kind == CHIEF and not it.hidden]
    known = [it for it in pieces if not it.hidden and it.count is None]
    number_of = f"\N{MULTIPLICATION SIGN}{len(pieces)}"
    if not known:
        several = len(pieces) > 1 and not all(it.count is not None for it in pieces)
        return (number_of,) if several else ()
    head = (chiefs or sorted(known, key=lambda it: -(it.strength or 0)))[0]
    others = sum(it.count is None for it in pieces) - 1
    if others and head.arm and not chiefs:
        return language.ngettext("%(num)s block", "%(num)s blocks", len(pieces)), number_of
    return (f"{head.label} +{others}", head.label) if others else (head.label,)


# -- what is drawn ---------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def lead_fragment(plate: Plate, look: str, unit: float) -> str:
    """The line from the mark of a place to a plate; none where they touch."""
    x, y, to_x, to_y = plate.lead
    if dist((x, y), (to_x, to_y)) < _LEAST_LINE * unit:
        return ""
    data = f"M{pair(x, y)}L{pair(to_x, to_y)}"
    return f'<path class="lead-halo" d="{data}"/><path class="lead {look}" d="{data}"/>'


@lru_cache(maxsize=4096)
def plate_fragment(plate: Plate, look: str, unit: float, *, folds: bool) -> str:
    """A plate as an element; one that `folds` stands for pieces that a fan shows one by one."""
    ready = any(it.ready for it in plate.pieces)
    hidden = all(it.hidden for it in plate.pieces)
    size = unit * plate.scale
    states = ["ready" if ready else "spent", "unseen" if hidden else "seen"]
    if all(it.lying for it in plate.pieces):
        states.append("lying")
    piece = "" if folds else f' data-piece="{text(plate.pieces[0].id)}"'
    at = pair(plate.box.left, plate.box.top + _MOST_SHEETS * SHEET * size)
    told = "; ".join(it.words for it in plate.pieces)
    width = (plate.box.right - plate.box.left) / size - SIDE + BLOCK
    return (
        f'<g class="plate {look} {" ".join(states)}"{piece} '
        f'transform="translate({at}) scale({size:.3g})">'
        f"<title>{text(told)}</title>{''.join(_drawn(plate, look, width))}</g>"
    )


def _drawn(plate: Plate, look: str, width: float) -> Iterator[str]:
    """The sheets under a stack, its tab, its block, and what is written on them."""
    across = width - BLOCK if plate.mirrored else 0.0
    at = f' x="{number(across)}"' if across else ""
    for index in range(min(len(plate.pieces) - 1, _MOST_SHEETS), 0, -1):
        aside = SHEET * index
        if plate.words:
            yield (
                f'<rect class="sheet" x="{number(aside)}" y="{number(-aside)}" '
                f'width="{number(width)}" height="22" rx="2.5"/>'
            )
        else:
            yield (
                f'<use class="sheet" href="#block-{look}" x="{number(aside)}" '
                f'y="{number(-aside)}"/>'
            )
    if plate.words:
        yield f'<rect class="tab" width="{number(width)}" height="22" rx="2.5"/>'
    lying = all(it.lying for it in plate.pieces)
    # Whatever lies on its face is seen from the side.
    flat = f' transform="translate({number(across)},10) scale(1,.54)"' if lying else at
    yield f'<use class="block" href="#block-{look}"{flat}/>'
    told, middle = strength(plate.pieces), across + BLOCK / 2
    fleet = plate.pieces[0].kind == FLEET
    if told == STAR and all(it.kind == "scout" for it in plate.pieces):
        yield f'<path class="wave" d="M{number(across + 6)},16L{number(across + 16)},6"/>'
    elif told == STAR:
        yield f'<use href="#sign-star" transform="translate({number(middle)},11.5) scale(1.35)"/>'
    else:
        small = " long" if len(told) > 2 else ""
        small = " long" if lying else small
        base = 19.6 if lying else 13.5 if fleet else 15.6
        if plate.scale < 1 and not small:
            # The block is small, and its figure fills it.
            small, base = " large", base + 2.4
        yield f'<text class="figure{small}" x="{number(middle)}" y="{base}">{text(told)}</text>'
    if fleet:
        yield f'<path class="wave" d="M{number(across + 3.5)},17.5q2.5,-3 5,0t5,0t5,0"/>'
    if plate.words:
        left = 4.5 if plate.mirrored else BLOCK + 4.5
        yield f'<text class="who" x="{number(left)}" y="14.9">{text(plate.words)}</text>'
    if tired := sum(it.fatigue for it in plate.pieces):
        # A line of dots: a dash without length, round at both ends, for each point.
        tab = 4.5 + 2.5 * tired if plate.mirrored else width - 4 - 2.5 * (tired - 1)
        start = (tab if plate.words else middle) - 2.5 * (tired - 1)
        yield f'<path class="tired" d="M{number(start)},19.2h{5 * (tired - 1)}.1"/>'
