"""Victory: how far each side is from its condition, and how it got there [chapter 10]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules.endings import Ending, as_data
from napoleon.rules.views import TrackMove, VictoryTrackView, history
from napoleon.rulesets.napoleonic_empire import control
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table
from napoleon.rulesets.napoleonic_empire.victory import CAPITAL
from napoleon.rulesets.napoleonic_empire.views.order_of_battle import StackView, stacks


class MissingView(msgspec.Struct, kw_only=True):
    """A country that a side still needs, with the armies there."""

    id: str
    name: str
    control: str | None
    """A side, ``contested``, or None if nobody is there [COMP.6]."""
    armies: Sequence[StackView]


class ConditionView(msgspec.Struct, kw_only=True):
    """What a side has to do to win."""

    side: str
    clause: str
    text: str
    needed: int
    """Countries that it needs."""
    held: int
    """How many of them it controls."""
    distance: int | None
    """How far it is from that, by its own measure; None if there is no way."""
    missing: Sequence[MissingView]


class EmpireVictoryTrack(VictoryTrackView, kw_only=True):
    """The continental countries that the French control, and both conditions.

    The conditions are that of the French, then that of the Allies. The marker moves whenever
    victory is checked and the French control other countries than before [VIC.3].
    """

    value: int
    conditions: Sequence[ConditionView]
    result: Ending | None
    history: Sequence[TrackMove]


def victory_track(table: Table) -> EmpireVictoryTrack:
    """How far each side is from victory; nothing of it is hidden."""
    state = table.state
    return EmpireVictoryTrack(
        turn=state.turn,
        phase=state.phase,
        value=len(control.french_continent(table)),
        conditions=[_french(table), _allied(table)],
        result=as_data(state.result),
        history=history(state.history),
    )


def _french(table: Table) -> ConditionView:
    """Every continental country; the distance is how many are missing [VIC.2, E-30]."""
    held, needed = control.french_continent(table), table.data.board.continental
    missing = [country for country in needed if country not in held]
    return ConditionView(
        side=FRENCH,
        clause="VIC.2",
        text="Control every country of the continent.",
        needed=len(needed),
        held=len(held),
        distance=len(missing),
        missing=[_missing(table, country) for country in missing],
    )


def _allied(table: Table) -> ConditionView:
    """France; the distance is how many areas the nearest army has to go [VIC.1]."""
    held = table.state.controls(ALLIED, CAPITAL)
    return ConditionView(
        side=ALLIED,
        clause="VIC.1",
        text="Control France.",
        needed=1,
        held=int(held),
        distance=_areas_to_france(table),
        missing=[] if held else [_missing(table, CAPITAL)],
    )


def _areas_to_france(table: Table) -> int | None:
    """Areas that the nearest Allied army has to enter on its way; None if there is no way."""
    board, armies = table.data.board, table.state.armies[ALLIED]
    ways = [board.distance(country, CAPITAL) for country in armies]
    if ENGLAND in armies:
        landings = (board.distance(landing, CAPITAL) for landing in board.sea_reach)
        ways += [1 + way for way in landings if way is not None]
    return min((way for way in ways if way is not None), default=None)


def _missing(table: Table, country: str) -> MissingView:
    state = table.state
    return MissingView(
        id=country,
        name=table.data.board.countries[country].name,
        control=state.standing(country) or None,
        armies=stacks(state, country),
    )
