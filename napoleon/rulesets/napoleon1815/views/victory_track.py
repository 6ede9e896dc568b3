"""The victory track, how it got there, and the flags that score [chapter 10]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from napoleon.rules import views
from napoleon.rules.endings import Ending, as_data
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.packs.printed import BOTTOM, TOP
from napoleon.rulesets.napoleon1815.sides import SIDES
from napoleon.rulesets.napoleon1815.table import Table


class TurnNameView(msgspec.Struct):
    """A turn as players call it."""

    turn: int
    name: str


class VictoryTrackView(views.VictoryTrackView, kw_only=True):
    """The victory track: Allied points move it up, French ones down."""

    value: int
    allied_victory_at: int
    """Where the Allies win at once [VICTORY.6]."""
    french_victory_at: int
    last_turn: int
    turn_names: Sequence[TurnNameView]
    french_win_at_the_end_up_to: int
    """The most at which the French win when the last turn is over [VICTORY.8]."""
    flags: Mapping[str, Sequence[str]]
    """By side, the areas that it controls [VICTORY.3]."""
    result: Ending | None
    history: Sequence[views.TrackMove]


def victory_track(table: Table) -> VictoryTrackView:
    """The track; it lies open to everybody."""
    state = table.state
    return VictoryTrackView(
        turn=state.turn,
        phase=state.phase,
        value=state.track,
        allied_victory_at=TOP,
        french_victory_at=BOTTOM,
        last_turn=state.last_turn,
        turn_names=[*_turn_names(table.pack, state.scenario)],
        french_win_at_the_end_up_to=table.scenario.end.french_win_if_track_at_most,
        flags={
            side: [area for area in state.control if table.controller(area) == side]
            for side in SIDES
        },
        result=as_data(state.result),
        history=views.history(state.history),
    )


@cache
def _turn_names(pack: Pack, scenario: str) -> tuple[TurnNameView, ...]:
    """The turns of a scenario that players call by a name, made once for all positions."""
    return tuple(TurnNameView(*it) for it in pack.scenarios[scenario].turn_names.items())
