"""What a card says, and what players call it, alone and in sentences.

On its card a brigade has the name of its leader, and a battery that of its corps.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeGuard

from napoleon.rules.notation.codecs import PACKS
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    AnyCard,
    Artillery,
    Cavalry,
    General,
    Infantry,
    Special,
    Terrain,
    UnitCard,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.table import Table

INFANTRY = "infantry"
CAVALRY = "cavalry"
ARTILLERY = "artillery"
GENERAL = "general"
TERRAIN = "terrain"
SPECIAL = "special"

COLUMN = "column"
SQUARE = "square"
"""Formations of infantry; in line it has none [9.0]."""

_UNITS = (Infantry, Cavalry, Artillery)
_WINNERS = (Infantry, Cavalry)

MOST_COPIES = 3
"""Of a card in a custom deck [15.0]."""


def printed(card: str) -> str:
    """The id in the data pack of a card, of which a deck may have copies.

    >>> printed("f_quiot_brigade.2")
    'f_quiot_brigade'
    """
    return card.partition(".")[0]


def copies(cards: list[str]) -> list[str]:
    """Cards of a deck, each copy under an id of its own.

    >>> copies(["a", "b", "a"])
    ['a', 'b', 'a.2']
    """
    seen: dict[str, int] = {}
    found = []
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
        found.append(card if seen[card] == 1 else f"{card}.{seen[card]}")
    return found


@lru_cache(maxsize=4096)
def named(pack: Pack, card: str) -> str:
    """What players call a card wherever it is told of, and which copy of it: without an article."""
    return in_sentence(pack, card).removeprefix("the ")


@lru_cache(maxsize=4096)
def in_sentence(pack: Pack, card: str) -> str:
    """The same with the article that it needs in a sentence."""
    return _copy(_in_sentences(pack)[pack.by_id[printed(card)].no], card)


@lru_cache(maxsize=4096)
def name_on_card(pack: Pack, card: str) -> str:
    """What is printed on a card: it is shorter to type, and tells less of what the card is."""
    return _copy(pack.card_names[pack.by_id[printed(card)].no], card)


@lru_cache(PACKS)
def _in_sentences(pack: Pack) -> dict[int, str]:
    return pack.told_apart({no: in_a_sentence(card) for no, card in pack.cards.items()})


def _copy(name: str, card: str) -> str:
    copy = card.partition(".")[2]
    return f"{name} (copy {copy})" if copy else name


def label(table: Table, card: str) -> AnyCard:
    """What a card says."""
    known = table.data.by_id
    # Few cards have copies.
    return known.get(card) or known[printed(card)]


def name_of(table: Table, card: str) -> str:
    """What players call a card."""
    return named(table.data, card)


def name_for_chance(table: Table, card: str) -> str:
    """What chance is called by for a card: recorded games go by what it was called then."""
    called = named if table.rulings.one_name else name_on_card
    return called(table.data, card)


def kind_of(table: Table, card: str) -> str:
    """The kind of a card, such as ``infantry``."""
    known = table.data.kinds
    return known.get(card) or known[printed(card)]


def is_unit(it: AnyCard) -> TypeGuard[UnitCard]:
    """Whether a card is infantry, cavalry or artillery [1.0]."""
    return isinstance(it, _UNITS)


def wins_positions(it: AnyCard) -> bool:
    """Whether a card wins by holding an enemy position: infantry and cavalry do [4.3]."""
    return isinstance(it, _WINNERS)


def unit(table: Table, card: str) -> UnitCard:
    """What a unit card says. It has to be one."""
    found = label(table, card)
    assert is_unit(found), f"{card} is no unit"
    return found


# -- in sentences ----------------------------------------------------------------------------------

_BY_LEADER = re.compile(r"(?P<leader>[^(]+?)(?: brigade)? \((?P<what>[^)]+)\)")
"""``Maitland (1st Guards)``."""

_GUARD = re.compile(r"(?P<what>Guard (?:Light|Heavy)) \((?P<leader>[^)]+)\)")
"""``Guard Heavy (Guyot)``."""

_YOUNG_GUARD = re.compile(r"Young Guard (?P<leader>.+)")

_BATTERY = re.compile(r"(?P<whose>.*(?:foot|horse))(?P<letter> [AB])?(?: \((?P<leader>[^)]+)\))?")
"""``Guard horse A``, ``Netherlands horse (Bijleveld)``."""

_WITH_ARTICLE = ("Heights", "Mill", "Bank", "Bridge", "Ridge", "Brook")
"""Terrain of these kinds is called the Aisemont Heights, and not Aisemont Heights."""

_ADJECTIVES = {"french": "French", "british": "British", "prussian": "Prussian"}


def in_a_sentence(card: AnyCard) -> str:
    """A card with the article that it needs.

    The batteries of a corps have the same names in the French and in the Prussian army, so that
    their nation is told.
    """
    match card:
        case Infantry():
            return _infantry(card.name)
        case Cavalry():
            return _cavalry(card)
        case Artillery():
            return _battery(card)
        case General():
            of = " of " in card.name
            if of:
                return f"the {card.name}"
            return card.name
        case Terrain():
            kind = re.sub(r" \([LCR]\)$", "", card.name)
            named = kind.endswith(_WITH_ARTICLE) or kind.startswith("River ")
            if named:
                return f"the {card.name}"
            return card.name
    return card.name


def _infantry(name: str) -> str:
    if found := _YOUNG_GUARD.fullmatch(name):
        return f"{found['leader']}'s Young Guard"
    found = _BY_LEADER.fullmatch(name)
    if found and not found["leader"][0].isdigit():
        return f"{found['leader']}'s {found['what']} brigade"
    is_a_man = name[0].isalpha() and " " not in name
    if is_a_man:
        return f"{name}'s brigade"
    return f"the {name}"


def _cavalry(card: Cavalry) -> str:
    name = card.name
    found = _GUARD.fullmatch(name) or _BY_LEADER.fullmatch(name)
    if not found:
        if name.endswith(" cavalry"):
            return f"the {name}"
        return f"{name}'s cavalry"
    leader, what = found["leader"], found["what"]
    if leader.endswith("."):
        surname, initial = leader.split(" ")
        leader = f"{initial} {surname}"
    if what.endswith("Cavalry"):
        return f"{leader}'s {what}"
    return f"{leader}'s {what} cavalry"


def _battery(card: Artillery) -> str:
    name = card.name
    found = _BATTERY.fullmatch(name)
    told = f"{name} battery"
    if found:
        told = f"{found['whose']} battery{found['letter'] or ''}"
        if found["leader"]:
            return f"{found['leader']}'s {told}"
    elif name.startswith("Royal Horse Artillery"):
        told = name
    if re.match(r"[IV]+ (?:Cavalry )?Corps ", name):
        told = f"{_ADJECTIVES[card.nation]} {told}"
    return f"the {told}"


__all__ = [
    "ARTILLERY",
    "CAVALRY",
    "COLUMN",
    "GENERAL",
    "INFANTRY",
    "SPECIAL",
    "SQUARE",
    "TERRAIN",
    "AnyCard",
    "Artillery",
    "Cavalry",
    "General",
    "Infantry",
    "Special",
    "Terrain",
    "copies",
    "in_a_sentence",
    "in_sentence",
    "is_unit",
    "kind_of",
    "label",
    "name_for_chance",
    "name_of",
    "name_on_card",
    "named",
    "printed",
    "unit",
    "wins_positions",
]
