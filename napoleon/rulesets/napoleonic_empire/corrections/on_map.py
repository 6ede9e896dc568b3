"""Correcting armies and commanders: where they stand, and which of them have moved [E-55]."""

from __future__ import annotations

from typing import Any

from napoleon.rules.corrections import Correction
from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.settings import Field, Setting, corrected
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.corrections.checks import (
    NONE,
    Commander,
    Country,
    refuse_battlefield,
    refuse_moved,
    refuse_place,
    refuse_placing,
)
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.packs.pack import Side
from napoleon.rulesets.napoleonic_empire.sides import NAMES, counted
from napoleon.rulesets.napoleonic_empire.state import Commander as Standing
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table, refuse

OF_ARMIES = {"side": str, "country": str, "before": int, "after": int}
"""What an event tells of a number of armies, from 0 to 80."""


def _put(numbers: dict[str, int], country: str, armies: int) -> None:
    """A country without any is not kept."""
    if armies:
        numbers[country] = armies
    else:
        numbers.pop(country, None)


# -- armies that have moved [MOVE.2] ---------------------------------------------------------------


class SetMovedArmies(Correction, frozen=True, tag="set_moved_armies"):
    """Say how many armies of the active side in a country have moved in this turn."""

    country: Country
    armies: int


MovedArmiesCorrected = corrected(
    "napoleonic_empire.moved_armies_corrected/1",
    "Correction: of the armies of the {side} in {country:the}, {after} moved in this turn, "
    "not {before}.",
    OF_ARMIES,
    lambda state, country, after: _put(state.moved, country, after),
)
ArmiesCorrected = corrected(
    "napoleonic_empire.armies_corrected/1",
    "Correction: the {side} have {after:army/armies} in {country:the}, no longer {before}.",
    OF_ARMIES,
    lambda state, side, country, after: _put(state.armies[side], country, after),
)


class Garrison(Scene[Table]):
    """The armies of a side in a country."""

    def __init__(self, table: Table, side: str, country: str) -> None:
        super().__init__(table, side)
        self.side, self.country = side, country
        self.number = table.state.armies_in(side, country)
        self.moved = table.state.moved.get(country, 0)

    def tell(self, kind: type[Any], *clauses: str, **more: Any) -> None:
        """Where fewer are left than had moved, all of those left have moved."""
        after = more["after"]
        moves = self.side == self.table.state.active and after < self.moved
        if kind is ArmiesCorrected and moves:
            super().tell(MovedArmiesCorrected, "E-55", "MOVE.2", **{**more, "before": self.moved})
        super().tell(kind, *clauses, **more)


def _refuse_number(it: Garrison, wanted: SetMovedArmies) -> Refusal | None:
    if 0 <= wanted.armies <= it.number:
        return None
    detail = f"The {NAMES[it.side]} have {counted(it.number)} there."
    return refuse("OUT_OF_RANGE", "MOVE.2", detail, armies=wanted.armies, there=it.number)


def _refuse_having_moved(it: Garrison, wanted: SetMovedArmies) -> Refusal | None:
    if wanted.armies and (refusal := refuse_moved(it.table, it.country)):
        return refusal
    brought = sum(it.table.state.moved.values())
    if wanted.armies <= max(it.moved, brought):
        return None
    detail = f"The moves of this turn have brought {counted(brought)} anywhere, and no more."
    return refuse("OUT_OF_RANGE", "MOVE.2", detail, armies=wanted.armies, brought=brought)


MOVED: Setting[Table, Garrison, SetMovedArmies] = Setting(
    SetMovedArmies,
    lambda table, wanted: Garrison(table, table.state.active, wanted.country),
    "MOVE.2",
    MovedArmiesCorrected,
    sets={"armies": Field(lambda it: it.moved)},
    unable=_refuse_number,
    refuses=_refuse_having_moved,
)


# -- armies [COMP.2] -------------------------------------------------------------------------------


class SetArmies(Correction, frozen=True, tag="set_armies"):
    """Set how many armies a side has in a country: 0, or as many as its pool allows.

    If that leaves fewer than have moved there in this turn, all of those left have moved.
    """

    side: Side
    country: Country
    armies: int


def _refuse_garrison(it: Garrison, wanted: SetArmies) -> Refusal | None:
    return (
        refuse_place(it.table, it.side, it.country)
        or refuse_battlefield(it.table, it.country)
        or refuse_placing(it.table)
    )


def _refuse_strength(it: Garrison, wanted: SetArmies) -> Refusal | None:
    """Armies come out of the pool."""
    if wanted.armies < 0:
        detail = "There are no fewer armies than 0."
        return refuse("OUT_OF_RANGE", "COMP.3", detail, armies=wanted.armies)
    pool = it.table.state.pool(it.side)
    if wanted.armies - it.number <= pool:
        return None
    detail = f"The pool of the {NAMES[it.side]} has {counted(pool)}."
    return refuse("EXCEEDS_POOL", "COMP.2", detail, pool=pool)


ARMIES: Setting[Table, Garrison, SetArmies] = Setting(
    SetArmies,
    lambda table, wanted: Garrison(table, wanted.side, wanted.country),
    "COMP.2",
    ArmiesCorrected,
    sets={"armies": Field(lambda it: it.number)},
    unable=_refuse_garrison,
    refuses=_refuse_strength,
    facts=("country", "armies"),
)


# -- commanders [OPT1] -----------------------------------------------------------------------------


class PlaceCommander(Correction, frozen=True, tag="place_commander"):
    """Put a commander into a country: from another one, or back into the game."""

    commander: Commander
    country: Country
    moved: bool = False
    """Whether he has moved in this turn."""


class RemoveCommander(Correction, frozen=True, tag="remove_commander"):
    """Take a commander out of the game."""

    commander: Commander


class Leader(Scene[Table]):
    """A commander; their country is ``none`` for one who is out of the game."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(table, table.data.pack.commanders[name].side)
        self.name, self.side = name, self.player
        there = table.state.commanders.get(name)
        self.country = NONE if there is None else there.country
        self.had_moved = there is not None and there.moved


def _refuse_coming(it: Leader, wanted: PlaceCommander) -> Refusal | None:
    """Refuse where he can never be, a battlefield, and moves that nobody made [MOVE.2, MOVE.6]."""
    to, table = wanted.country, it.table
    if refusal := refuse_place(table, it.side, to):
        return refusal
    if to == ENGLAND != table.data.pack.commanders[it.name].start:
        detail = "Nobody enters England, and this commander does not begin there."
        return refuse("ENGLAND_CLOSED", "MOVE.6", detail, commander=it.name)
    if refusal := refuse_battlefield(table, to) or refuse_battlefield(table, it.country):
        return refusal
    if wanted.moved and it.side != table.state.active:
        detail = "Only commanders of the side whose turn it is have moved in it."
        return refuse("OUT_OF_RANGE", "MOVE.2", detail, active=table.state.active)
    return refuse_moved(table, to) if wanted.moved else None


def _stand(state: State, name: str, side: str, after: str, has_moved: bool) -> None:
    state.commanders[name] = Standing(side, after, has_moved)


PLACED: Setting[Table, Leader, PlaceCommander] = Setting(
    PlaceCommander,
    lambda table, wanted: Leader(table, wanted.commander),
    "E-34",
    corrected(
        "napoleonic_empire.commander_corrected/1",
        "Correction: {name} is in {after:the} (before: {before}).",
        {
            "name": str,
            "side": str,
            "before": str,
            "after": str,
            "had_moved": bool,
            "has_moved": bool,
        },
        _stand,
    ),
    sets={
        "country": Field(lambda it: it.country),
        "moved": Field(lambda it: it.had_moved, before="had_moved", after="has_moved"),
    },
    unable=_refuse_coming,
    facts=("commander", "country"),
)


def _refuse_going(it: Leader, wanted: RemoveCommander) -> Refusal | None:
    if it.country == NONE:
        return nothing_to_correct("E-55", commander=it.name)
    return refuse_battlefield(it.table, it.country)


REMOVED: Setting[Table, Leader, RemoveCommander] = Setting(
    RemoveCommander,
    lambda table, wanted: Leader(table, wanted.commander),
    "E-38",
    corrected(
        "napoleonic_empire.commander_withdrawn/1",
        "Correction: {name}, who was in {country:the}, is out of the game.",
        {"name": str, "country": str},
        lambda state, name: state.commanders.pop(name),
    ),
    unable=_refuse_going,
)

SETTINGS = (ARMIES, MOVED, PLACED, REMOVED)
