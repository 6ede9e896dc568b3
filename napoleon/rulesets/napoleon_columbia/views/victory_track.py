"""What each side has to do for victory, and how far it is [10, 11]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from napoleon.rules import views
from napoleon.rules.endings import Ending, as_data
from napoleon.rulesets.napoleon_columbia import supply
from napoleon.rulesets.napoleon_columbia.packs.pack import ARMIES
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.victory import CITIES_TO_WIN
from napoleon.rulesets.napoleon_columbia.views.map import turn_called


class LossesView(msgspec.Struct, kw_only=True):
    """How many units an army has lost, and how many defeat it [11.0]."""

    army: str
    eliminated: int
    defeated_at: int
    defeated: bool


class CityView(msgspec.Struct, kw_only=True):
    """A supply city [10.0]."""

    town: str
    army: str
    """That suffers while the French hold it."""
    units: int
    """Which that costs at the end of each French turn."""
    held: bool
    """Whether the French do."""


class TallyView(msgspec.Struct, kw_only=True):
    """How losses and cities stood at the end of a player turn."""

    turn: int
    lost: Mapping[str, int]
    """Units eliminated, by army."""
    held: int
    """Supply cities that the French held."""


class VictoryTrackView(views.VictoryTrackView, kw_only=True):
    """Losses against limits, cities, and the turns that are left."""

    losses: Sequence[LossesView]
    cities: Sequence[CityView]
    cities_held: int
    cities_to_win: int
    """That the French have to hold after their last turn [11.1]."""
    last_turn: int
    turn_names: Sequence[str]
    """What players call the player turns, from the first to the last."""
    tallies: Sequence[TallyView]
    result: Ending | None


def victory_track(table: Table) -> VictoryTrackView:
    """The measures of victory; they lie open to everybody."""
    state = table.state
    held = supply.held(table)
    return VictoryTrackView(
        turn=state.turn,
        phase=state.phase,
        losses=[
            LossesView(
                army=army,
                eliminated=len(state.eliminated[army]),
                defeated_at=table.data.defeated_at[army],
                defeated=army in state.defeated,
            )
            for army in ARMIES
        ],
        cities=[
            CityView(town=it.id, army=it.supply_army, units=it.supply_loss, held=it.id in held)
            for it in table.data.supply_cities
        ],
        cities_held=len(held),
        cities_to_win=CITIES_TO_WIN,
        last_turn=len(table.data.turns),
        turn_names=[turn_called(turn) for turn in table.data.turns],
        tallies=[TallyView(turn=it.turn, lost=it.lost, held=it.held) for it in state.history],
        result=as_data(state.result),
    )
