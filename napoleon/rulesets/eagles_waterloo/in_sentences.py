"""Cards as they stand in a sentence: with an article, and as what they are.

On its card a brigade has the name of whoever led it, and a battery that of its corps.
"""

from __future__ import annotations

import re

from napoleon.rulesets.eagles_waterloo.packs.cards import (
    AnyCard,
    Artillery,
    Cavalry,
    General,
    Infantry,
    Terrain,
)

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


__all__ = ["in_a_sentence"]
