"""Victory: the points of every seat line by line, and the track of keys [5.8, 5.81]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from napoleon.rules.endings import Ending, as_data
from napoleon.rules.views import Reason, VictoryTrackView, lines
from napoleon.rulesets.napoleonic_wars import turn_end
from napoleon.rulesets.napoleonic_wars.nations import powers_of
from napoleon.rulesets.napoleonic_wars.scoring import keys_held, standings
from napoleon.rulesets.napoleonic_wars.table import Wars


class PointsView(msgspec.Struct, kw_only=True):
    """The points that a seat would have if the game ended now [5.81.b-c]."""

    seat: str
    powers: Sequence[str]
    points: int
    breakdown: Sequence[Reason]


class KeysView(msgspec.Struct, kw_only=True):
    """The keys of a nation: those that it controls, and the balance to the start [5.81.a]."""

    nation: str
    held: int
    at_start: int
    gained: Sequence[str]
    lost: Sequence[str]
    """With nobody's keys told apart: they are somebody else's, or uncontrolled [R-92]."""


class WarsVictoryTrack(VictoryTrackView, kw_only=True):
    """Points, keys, and how long the game can go on."""

    year: int
    last_turn: int
    peace: int
    """The modified roll that ends the game [5.8.c]."""
    standings: Sequence[PointsView]
    """The most points first."""
    keys: Sequence[KeysView]
    """In track order."""
    result: Ending | None


def victory_track(table: Wars) -> WarsVictoryTrack:
    """Nothing of it is hidden."""
    state, pack = table.state, table.data
    held = keys_held(table)
    return WarsVictoryTrack(
        turn=state.turn,
        phase=state.phase,
        year=pack.year(state.turn),
        last_turn=turn_end.TURNS,
        peace=turn_end.PEACE,
        standings=[
            PointsView(
                seat=it.who,
                powers=powers_of(state, it.who),
                points=it.points,
                breakdown=lines(it.breakdown),
            )
            for it in standings(table)
        ],
        keys=[_keys(it, held.get(it, ()), pack.keys[it]) for it in pack.track],
        result=as_data(state.result),
    )


def _keys(nation: str, held: Sequence[str], due: Sequence[str]) -> KeysView:
    return KeysView(
        nation=nation,
        held=len(held),
        at_start=len(due),
        gained=[it for it in held if it not in due],
        lost=[it for it in due if it not in held],
    )
