"""Checks of a set-up: whether units may stand where it puts them [4.0]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from napoleon.rules.kit.findings import differences
from napoleon.rulesets.napoleon_columbia.packs import printed
from napoleon.rulesets.napoleon_columbia.packs.pack import ARMIES, Pack, Setup


def _caps(pack: Pack, setup: Setup) -> Iterator[str]:
    yield from differences({army: setup.caps.of(army) for army in ARMIES}, printed.CAPS)


def _zones(pack: Pack, setup: Setup) -> Iterator[str]:
    for block, town in setup.placed.items():
        army, zone = pack.blocks[block].army, pack.towns[town].zone
        if army != zone:
            yield f"{block} stands in {town}, where {zone} units are set up"


def _stacks(pack: Pack, setup: Setup) -> Iterator[str]:
    standing = Counter((pack.blocks[block].army, town) for block, town in setup.placed.items())
    for (army, town), units in standing.items():
        if units > setup.caps.of(army):
            yield f"{units} {army} units stand in {town}"


def _excess(pack: Pack, setup: Setup) -> Iterator[str]:
    for town, excess in setup.excess.items():
        card = setup.on_the_card[town]
        if excess.units != len(card):
            yield f"{town} has {len(card)} units on the card instead of {excess.units}"
        if excess.units - len(excess.default) > excess.cap:
            yield f"{len(excess.default)} units are too few to leave {town}"
        for block in card:
            place = excess.default.get(block, town)
            if setup.placed[block] != place:
                yield f"{block} stands in {setup.placed[block]} instead of {place}"
        for block, place in excess.default.items():
            if block not in card:
                yield f"{block} leaves {town}, where the card does not put it"
            if pack.road_between(town, place) is None:
                yield f"{block} goes to {place}, which is not adjacent to {town}"


SETUP_CHECKS: dict[str, Callable[[Pack, Setup], Iterable[str]]] = {
    "most units in a town [4.1, 4.2]": _caps,
    "units stand in their own zone [4.1, 4.2]": _zones,
    "no town holds too many [4.1, 4.2]": _stacks,
    "the excess goes to adjacent towns [4.3, N-03]": _excess,
}
"""What is asked of a set-up: the name of each check, and what finds the things that are wrong."""
