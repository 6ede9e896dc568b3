"""The names of things in the notations, and how the position notation writes single values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from napoleon.rules.known import is_known
from napoleon.rules.notation.codecs import (
    NUMBER,
    PACKS,
    WORD,
    YES,
    Codec,
    full_name_of,
    hidden,
    named,
    pairs,
    result_of,
    several,
    structured,
)
from napoleon.rules.notation.names import Names
from napoleon.rulesets.napoleon_columbia import places
from napoleon.rulesets.napoleon_columbia.flanks import own_name
from napoleon.rulesets.napoleon_columbia.packs.pack import Block, Pack
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER, FIRST, SECOND
from napoleon.rulesets.napoleon_columbia.sides import NAMES as SIDES_AND_ARMIES
from napoleon.rulesets.napoleon_columbia.state import (
    Battle,
    Beaten,
    Bid,
    Fighter,
    Marker,
    Regrouping,
    Shot,
    Skirmish,
    Tally,
)

_PLAYERS = {**SIDES_AND_ARMIES, FIRST: "First player", SECOND: "Second player"}
PLAYERS = Names(_PLAYERS)
"""Sides, armies and seats; those that share an id share a name."""

WINNERS = Names({**_PLAYERS, "": "nobody"})

ROLES = Names({ATTACKER: "attacker", DEFENDER: "defender"})

PLACES = Names({place: f"{places.owner(place)}'s {own_name(place)}" for place in places.PLACES})
"""The places of a battle board as anybody may call them: ``attacker's left``."""


@lru_cache(PACKS)
def units(pack: Pack) -> Names:
    """All units, by names that no two of them share; what labels say is read as well."""
    return Names(
        {it.id: short_name(it) for it in pack.blocks.values()}, pack.unit_names, pack.labels
    )


def short_name(block: Block) -> str:
    """A unit by its commander, if the label names one, or by its name."""
    return block.commander or block.called


@lru_cache(PACKS)
def towns(pack: Pack) -> Names:
    """The towns of the map."""
    return Names({town.id: town.name for town in pack.towns.values()})


@lru_cache(PACKS)
def roads(pack: Pack) -> Names:
    """The roads of the map, by both of their ends in either order."""
    ends = {
        road.id: (pack.towns[road.a].name, pack.towns[road.b].name) for road in pack.roads.values()
    }
    return Names(
        {road: f"{a}-{b}" for road, (a, b) in ends.items()},
        {road: f"{b}-{a}" for road, (a, b) in ends.items()},
    )


# -- single values -------------------------------------------------------------------------------

SIDE = ARMY = SEAT = named(lambda pack: PLAYERS)
ROLE, PLACE = named(lambda pack: ROLES), named(lambda pack: PLACES)
UNIT, TOWN, ROAD = named(units), named(towns), named(roads)
SEATS, TOWNS, UNITS = several(SEAT), several(TOWN), several(UNIT)
RESULT = result_of(WINNERS)
ELIMINATED = pairs(ARMY, UNITS)
BY_ROAD = pairs(ROAD, NUMBER)

_BID = re.compile(r"(?P<seat>.+) bids for (?P<side>.+), (?P<steps>\d+) less")


def _write_bid(bid: Bid, pack: Pack) -> str:
    return f"{PLAYERS.write(bid.seat)} bids for {PLAYERS.write(bid.side)}, {bid.steps} less"


def _read_bid(text: str, pack: Pack) -> Bid:
    said = _BID.fullmatch(text)
    if said is None:
        raise ValueError("a bid is as in: First player bids for French, 2 less")
    return Bid(
        full_name_of(PLAYERS, said["seat"]), full_name_of(PLAYERS, said["side"]), int(said["steps"])
    )


def _write_group(group: tuple[str, str], pack: Pack) -> str:
    army, town = group
    return f"{PLAYERS.write(army)} from {towns(pack).write(town)}"


def _read_group(text: str, pack: Pack) -> tuple[str, str]:
    army, mark, town = text.partition(" from ")
    if not mark:
        raise ValueError("a group is as in: French from Beaumont")
    return full_name_of(PLAYERS, army), full_name_of(towns(pack), town)


_DUE = re.compile(r"(?P<army>.+) (?P<units>\d+) for (?P<city>.+)")


def _write_due(due: tuple[str, str, int], pack: Pack) -> str:
    city, army, number = due
    return f"{PLAYERS.write(army)} {number} for {towns(pack).write(city)}"


def _read_due(text: str, pack: Pack) -> tuple[str, str, int]:
    said = _DUE.fullmatch(text)
    if said is None:
        raise ValueError("what supply costs is as in: Prussians 2 for Liege")
    city = full_name_of(towns(pack), said["city"])
    return city, full_name_of(PLAYERS, said["army"]), int(said["units"])


BID = Codec(_write_bid, _read_bid)
GROUPS = several(Codec(_write_group, _read_group))
DUE = Codec(_write_due, _read_due)

# -- battles -------------------------------------------------------------------------------------

_DONE = {"fired": "fired", "charge": "charging", "first_fire": "first fire", "shaken": "shaken"}
"""What is so or not of a fighter, with how it is said."""


def _write_fighter(it: Fighter, pack: Pack) -> str:
    said = [PLACES.write(it.place)]
    said += [f"moves {it.moves}"] * (bool(it.moves) and is_known(it.moves))
    said += [f"way {it.way}"] * (bool(it.way) and is_known(it.way))
    said += ["in square"] * it.square
    said += [f"with {units(pack).write(it.shelter)}"] * bool(it.shelter)
    said += [word for name, word in _DONE.items() if getattr(it, name)]
    return ", ".join(said)


def _read_fighter(text: str, pack: Pack) -> Fighter:
    place, *words = text.split(", ")
    it: dict[str, Any] = {"place": full_name_of(PLACES, place)}
    by_word = {word: name for name, word in _DONE.items()} | {"in square": "square"}
    for word in words:
        label, _, rest = word.partition(" ")
        if word in by_word:
            it[by_word[word]] = True
        elif label == "moves":
            it["moves"] = int(rest)
        elif label == "way":
            it["way"] = rest
        elif label == "with":
            it["shelter"] = full_name_of(units(pack), rest)
        else:
            raise ValueError(f"{word!r} says nothing of a unit on a battle board")
    return Fighter(**it)


def _write_marker(it: Marker, pack: Pack) -> str:
    return f"{it.kind} held by {units(pack).write(it.holder)}" if it.holder else it.kind


def _read_marker(text: str, pack: Pack) -> Marker:
    kind, mark, holder = text.partition(" held by ")
    return Marker(kind, full_name_of(units(pack), holder) if mark else "")


def _write_tally(use: Mapping[str, int], pack: Pack) -> str:
    return ", ".join(f"{roads(pack).write(road)} {number}" for road, number in use.items())


def _read_tally(text: str, pack: Pack) -> dict[str, int]:
    counts = [entry.rpartition(" ") for entry in text.split(", ") if entry]
    return {full_name_of(roads(pack), road): int(number) for road, _, number in counts}


USED = pairs(SIDE, TOWNS)

BATTLE = structured(
    Battle,
    (
        ("town", "in", TOWN),
        ("attacker", "attacker", SIDE),
        ("number", "number", NUMBER),
        ("used", "came from", USED),
        ("deciding", "decided by", pairs(SIDE, SEAT)),
        ("drawn", "terrain to place", pairs(ROLE, hidden(several(WORD)))),
        ("terrain_drawn", "terrain drawn", YES),
        ("terrain", "terrain", pairs(PLACE, Codec(_write_marker, _read_marker))),
        ("deployed", "deployed", SEATS),
        ("begun", "begun", YES),
        ("acting", "acting", ROLE),
        ("turn", "combat turn", NUMBER),
        ("step", "step", WORD),
        ("parts", "parts ended", SEATS),
        ("crossed", "crossed", NUMBER),
        ("retreat_use", "retreats", BY_ROAD),
        ("reinforce_use", "reinforcements", pairs(SIDE, Codec(_write_tally, _read_tally))),
        ("busy", "busy", YES),
        ("idle", "idle", NUMBER),
        ("stalemate_counted", "stalemate counted", YES),
        ("fighters", "units", pairs(UNIT, Codec(_write_fighter, _read_fighter))),
    ),
)
"""A battle in one line; the units come last."""

SKIRMISH = structured(
    Skirmish,
    (
        ("town", "in", TOWN),
        ("attacker", "attacker", SIDE),
        ("used", "came from", USED),
        ("chosen", "chosen", pairs(SIDE, UNITS)),
        ("ready", "ready", several(SIDE)),
        ("begun", "begun", YES),
        ("fired", "fired", UNITS),
        ("decided", "decided", YES),
    ),
)

SHOT = structured(
    Shot,
    (
        ("target", "at", SIDE),
        ("hits", "hits", NUMBER),
        ("place", "in", PLACE),
        ("group", "group", WORD),
        ("least", "least", NUMBER),
        ("spares_farm", "spares the Farm", YES),
    ),
)

BEATEN = structured(
    Beaten,
    (
        ("side", "side", SIDE),
        ("town", "in", TOWN),
        ("why", "by", WORD),
        ("losing", "losses due", UNITS),
        ("use", "roads", BY_ROAD),
    ),
)

REGROUPING = structured(
    Regrouping,
    (
        ("side", "side", SIDE),
        ("town", "in", TOWN),
        ("use", "roads", BY_ROAD),
        ("moved", "moved", UNITS),
        ("parts", "parts ended", SEATS),
    ),
)

TALLY = structured(
    Tally,
    (("turn", "turn", NUMBER), ("lost", "lost", pairs(ARMY, NUMBER)), ("held", "cities", NUMBER)),
)
"""How the measures of victory stood after a turn."""
