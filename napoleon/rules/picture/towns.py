"""Places of a map with their names, who holds them, and their stacks, each in a fragment."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from napoleon.rules.picture.layout import SIZES
from napoleon.rules.picture.markup import number, pair, text
from napoleon.rules.picture.model import Picture, Place, Point
from napoleon.rules.picture.places import told
from napoleon.rules.picture.placing import Plan, Site
from napoleon.rules.picture.placing.afar import LETTERS, phone_unit
from napoleon.rules.picture.placing.boxes import meets_any
from napoleon.rules.picture.placing.names import FIELD, RANKS, Choice
from napoleon.rules.picture.plates import Plate, lead_fragment, plate_fragment
from napoleon.rules.picture.sides import Side

_BASE = 0.22
"""How far the letters of a name stand above the foot of its box, compared with its height."""


@lru_cache(maxsize=4096)
def town_fragment(
    place: Place, sides: tuple[Side, ...], plan: Plan, plates: tuple[Plate, ...]
) -> tuple[str, str]:
    """What is told of a place in words, and what is drawn of it: most stay as they are."""
    by_id, site, unit = {side.id: side for side in sides}, plan.sites[place.id], plan.unit
    folds = is_folded(plates)
    leads = "".join(lead_fragment(it, by_id[it.side].look, unit) for it in plates)
    stacks = "".join(plate_fragment(it, by_id[it.side].look, unit, folds=folds) for it in plates)
    return text(
        told(place, by_id)
    ), f"{leads}{_mark(place, by_id, unit)}{_name(place, site, unit)}{stacks}"


def is_folded(plates: tuple[Plate, ...]) -> bool:
    """Whether a plate of a place stands for several pieces, which a fan shows one by one."""
    return any(len(it.pieces) > 1 for it in plates)


def _mark(place: Place, sides: Mapping[str, Side], unit: float) -> str:
    size, at = SIZES[place.kind], f'x="{number(place.x)}" y="{number(place.y)}"'
    middle = f'cx="{number(place.x)}" cy="{number(place.y)}"'
    top = place.y - size
    parts = [f'<circle class="mark" {middle} r="{size + 7}"/>']
    if place.fortified:
        parts.append(f'<use href="#sign-earthwork" {at}/>')
    if place.control and place.flies:
        look = sides[place.control].look
        parts.append(f'<circle class="held {look}" {middle} r="{number(size + 1.8)}"/>')
    parts.append(f'<use href="#sign-{place.kind}" {at}/>')
    if place.kind == "country":
        parts.append(_written(place, "value", str(place.value), unit))
    elif place.value:
        row = place.x - 6.5 * (place.value - 1)
        parts += (
            f'<use href="#sign-star" x="{number(row + 13 * star)}" y="{number(top - 8)}"/>'
            for star in range(place.value)
        )
    if place.kind == "fortress" and place.strength:
        parts.append(_written(place, "strength", str(place.strength), unit))
    if place.port:
        x, y = number(place.x - 0.85 * size), number(place.y + 0.45 * size)
        parts.append(f'<use href="#sign-anchor" x="{x}" y="{y}"/>')
    if place.contested:
        parts.append(f'<use href="#sign-swords" {at}/>')
    return "".join(parts)


def _written(place: Place, kind: str, words: str, unit: float) -> str:
    """A number in a sign, whose letters have their size on the screen, as those of names have."""
    at = f"translate({pair(place.x, place.y)}) scale({unit:.3g})"
    return f'<text class="{kind}" transform="{at}" y="4">{text(words)}</text>'


def _name(place: Place, site: Site, unit: float) -> str:
    x, base = _foot(site.name)
    anchor = site.name.anchor
    classes = " ".join(filter(None, ("name", RANKS.get(place.kind, FIELD), anchor)))
    return (
        f'<text class="{classes}" transform="translate({pair(x, base)}) scale({unit:.3g})">'
        f"{text(place.name)}</text>"
    )


def _foot(name: Choice) -> Point:
    """Where the letters of a name stand, at the end from which it is written."""
    _, box, anchor = name
    x = {"start": box.left, "middle": (box.left + box.right) / 2, "end": box.right}[anchor]
    return x, box.bottom - _BASE * (box.bottom - box.top)


def afar_fragment(picture: Picture, plan: Plan, plates: Mapping[str, tuple[Plate, ...]]) -> str:
    """The names for those who see all of a map on a phone, beside the blocks that stand there.

    A page shows them there, and then no other ones.
    """
    blocks = [it.block for stand in plates.values() for it in stand]
    places, drawn = {it.id: it for it in picture.places}, []
    for it in plan.afar:
        place = places[it.id]
        name = next((one for one in it.boxes if not meets_any(one.box, blocks)), None)
        if name is not None:
            x, y = map(number, _foot(name))
            classes = f"{RANKS.get(place.kind, FIELD)} {name.anchor}"
            drawn.append(f'<text class="{classes}" x="{x}" y="{y}">{text(place.name)}</text>')
    size = number(LETTERS * phone_unit(picture.box))
    return f'<g class="afar" aria-hidden="true" font-size="{size}">{"".join(drawn)}</g>'
