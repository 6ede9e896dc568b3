"""Checks of a data pack, for those who replace one: ``napoleon pack check DIR``.

A pack passes when the rules can be played with it, and when it agrees with what the rulebook prints
and named sources tell. What is inferred or reconstructed is held to the formulas of the
reconstruction as long as it is marked so, and is free once it is marked `printed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from napoleon.rules.kit.findings import (
    Explained,
    check_of,
    finding,
    findings,
    not_plain,
    without_source,
)
from napoleon.rules.terms import Finding
from napoleon.rulesets.eagles_waterloo.packs.card_check import CARD_CHECKS
from napoleon.rulesets.eagles_waterloo.packs.chart_check import CHART_CHECKS
from napoleon.rulesets.eagles_waterloo.packs.field_check import FIELD_CHECKS
from napoleon.rulesets.eagles_waterloo.packs.filler_check import FILLER_CHECKS
from napoleon.rulesets.eagles_waterloo.packs.loader import PackAndSpecials, read_pack
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.packs.special_check import SPECIAL_CHECKS

MACHINE_PATH = re.compile(r"(?:^|[\s\"'`(])/(?:work|home|tmp|root|usr|var)/")


def _ids(pack: Pack) -> Iterator[str]:
    yield from not_plain([*(card.id for card in pack.cards.values()), *pack.places])


def _sources(pack: Pack) -> Iterator[str]:
    tables: dict[str, Iterable[Explained]] = {
        "card": pack.cards.values(),
        "army": pack.armies.values(),
        "place": pack.places.values(),
        "lane": pack.lanes,
    }
    yield from without_source(tables)


def _names(pack: Pack) -> Iterator[str]:
    for card in pack.cards.values():
        if not card.name.strip():
            yield f"card {card.no} has no name"


def _machine_paths(pack: Pack) -> Iterator[str]:
    tables = {
        "cards": list(pack.cards.values()),
        "battle chart": list(pack.armies.values()),
        "campaign": pack.campaign,
        "places": list(pack.places.values()),
        "lanes": pack.lanes,
    }
    for name, rows in tables.items():
        if any(MACHINE_PATH.search(text) for text in _texts(msgspec.to_builtins(rows))):
            yield f"{name} name a path of some machine"


def _texts(data: Any) -> Iterator[str]:
    """All texts in plain data."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)


PACK_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "ids are plain": _ids,
    "sources are told": _sources,
    "cards have names": _names,
    "no text names a path of a machine": _machine_paths,
    **CARD_CHECKS,
    **CHART_CHECKS,
    **FIELD_CHECKS,
    **FILLER_CHECKS,
}
"""What is asked of the tables: the name of each check, and what finds the things that are wrong."""


def _findings(read: PackAndSpecials) -> Iterator[Finding]:
    pack, specials = read
    yield from findings(pack, PACK_CHECKS)
    for name, unlike in SPECIAL_CHECKS.items():
        yield finding(name, unlike(pack, specials))


check = check_of(read_pack, _findings)
"""Every check of the pack in a folder."""
