"""Player turns and phases, supply, and the ends of a game [2, 10, 11]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import HIDDEN, Event, Line, recorded
from napoleon.rules.kit.conceding import is_conceding, turns_down
from napoleon.rules.orders import Answered, OrderGiven
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon_columbia.state import State, Tally


@recorded("napoleon_columbia.turn_started/1", "{date}: turn {index}, of the {side}, began.")
class TurnStarted(Event, frozen=True):
    """A player turn begins [2.0]."""

    index: int
    """On the turn record, from 1."""
    date: str
    """Such as ``1815-06-15``."""
    side: str
    night: bool
    pool: tuple[str, ...]
    """All terrain, which is shuffled again [N-05]."""

    def apply(self, state: State) -> None:
        """Groups are those that stand together now; nothing has marched [N-04]."""
        state.turn, state.active, state.night = self.index, self.side, self.night
        state.phase = "march"
        state.parts, state.groups, state.road_use, state.marching = [], [], {}, ""
        state.leaders_asked, state.unchecked, state.helped = [], [], {}
        state.attacks_declared = state.supplied = state.checked = False
        state.fought = state.last_battle = 0
        state.at = ""
        state.pool = list(self.pool)
        for block in state.blocks.values():
            block.start, block.path = block.town, []
            block.forced = block.halted = False


@recorded("napoleon_columbia.phase_started/1", "{begun} began.")
class PhaseStarted(Event, frozen=True):
    """Another phase of the player turn begins [2.0]."""

    begun: str
    """``forced_checks``, ``skirmish``, ``battle_deploy``, ``battle`` or ``supply``."""

    def apply(self, state: State) -> None:
        """The game stands in it, and nobody has ended their part of it."""
        state.phase, state.parts = self.begun, []


@recorded(
    "napoleon_columbia.supply_loss_due/1",
    "The French hold {city}: that costs the {army} {units:unit/units}.",
)
class SupplyLossDue(Event, frozen=True):
    """What a supply city in French hands costs [10.0]."""

    city: str
    army: str
    units: int
    """As many as the army has, if it has fewer than the city costs [N-66]."""
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """Their owner chooses them."""
        if self.units:
            state.supply_due.append((self.city, self.army, self.units))


@recorded("napoleon_columbia.supply_counted/1", "Supply was counted.")
class SupplyCounted(Event, frozen=True):
    """The cities were looked at, at the end of a French turn [10.0]."""

    cities: tuple[str, ...]
    """Supply cities that the French hold."""

    def apply(self, state: State) -> None:
        """It happens once in a turn."""
        state.supplied = True


@recorded(
    "napoleon_columbia.unit_removed_for_supply/1",
    "The {army} lost {unit:the} for want of supply from {city}: {total} are lost, limit {limit}.",
    reveals=True,
)
class UnitRemovedForSupply(Event, frozen=True):
    """A whole unit is lost for the want of supply [10.0]."""

    unit: str
    army: str
    city: str
    total: int
    """Units of the army that are eliminated by now [N-38]."""
    limit: int
    town: str
    token: str

    def apply(self, state: State) -> None:
        """One of those that are due is gone."""
        state.eliminated[self.army].append(self.unit)
        del state.blocks[self.unit]
        city, army, units = state.supply_due[0]
        rest = [(city, army, units - 1)] if units > 1 else []
        state.supply_due = [*rest, *state.supply_due[1:]]


@recorded("napoleon_columbia.units_recovered/1", "{tokens} recovered.")
class UnitsRecovered(Event, frozen=True):
    """Disrupted units are in order again at the end of the player turn [7.3]."""

    player: str
    tokens: tuple[str, ...]
    units: Annotated[tuple[str, ...], HIDDEN]
    towns: tuple[str, ...]

    def apply(self, state: State) -> None:
        """They stand up among the others of their town, under new tokens."""
        for unit in self.units:
            state.blocks[unit].disrupted = False
        state.unmixed = [*state.unmixed, *(it for it in self.towns if it not in state.unmixed)]


@recorded(
    "napoleon_columbia.army_defeated/1",
    "The {army} were defeated: they have lost {eliminated:unit/units}, and {limit} are enough.",
)
class ArmyDefeated(Event, frozen=True):
    """An army has lost too many units, and leaves the map [11.0]."""

    army: str
    eliminated: int
    limit: int
    left: int
    """Units that leave the map with it; they count for nobody [N-67]."""

    def apply(self, state: State) -> None:
        """Nothing of it is left."""
        state.defeated.append(self.army)
        state.blocks = {b: it for b, it in state.blocks.items() if it.army != self.army}


@recorded("napoleon_columbia.victory_checked/1", "Units lost: {lost}. In French hands: {held}.")
class VictoryChecked(Event, frozen=True):
    """Losses and cities were looked at, at the end of a player turn [11.0 to 11.2]."""

    lost: dict[str, int]
    """Units eliminated, by army."""
    limits: dict[str, int]
    held: tuple[str, ...]
    """Supply cities that the French hold."""
    result: str
    """Side that has won; empty while the game goes on."""

    def apply(self, state: State) -> None:
        """It happens once in a turn."""
        state.checked = True
        state.history.append(Tally(state.turn, dict(self.lost), len(self.held)))


@recorded("napoleon_columbia.game_won/1", "{reason} The {side} won the game.")
class GameWon(Event, frozen=True):
    """The game is over."""

    side: str
    reason: str
    clause: str

    def apply(self, state: State) -> None:
        """Everything is public now."""
        state.result = Result(self.side, self.reason, self.clause)


@recorded("napoleon_columbia.player_resigned/1", "The {player} gave the game up.")
class PlayerResigned(Event, frozen=True):
    """A player gives up; a side is beaten when all its players have."""

    player: str

    def apply(self, state: State) -> None:
        """It cannot be taken back by an order."""
        state.resigned.append(self.player)


@recorded(
    "napoleon_columbia.end_offered/1", "The {player} agreed to end the game without a winner."
)
class EndOffered(Event, frozen=True):
    """A player would end the game."""

    player: str

    def apply(self, state: State) -> None:
        """It ends when all have agreed."""
        state.agreed.append(self.player)


@recorded("napoleon_columbia.end_offers_lapsed/1", "The offer to end the game lapsed.")
class EndOffersLapsed(Event, frozen=True):
    """Somebody played on instead of agreeing."""

    players: tuple[str, ...]
    """Who had offered it."""

    def apply(self, state: State) -> None:
        """Nobody has agreed any more."""
        state.agreed, state.turned_down = [], False


@recorded("napoleon_columbia.game_drawn/1", "{reason} The game ended without a winner.")
class GameDrawn(Event, frozen=True):
    """Everybody agreed to end it."""

    reason: str
    clause: str

    def apply(self, state: State) -> None:
        """Nobody has won."""
        state.result = Result("", self.reason, self.clause)


def note_order(state: State, event: Answered) -> None:
    """Orders number a seat's decisions; one that does not answer an offer to end turns it down."""
    player = event.player
    if is_conceding(event):
        return
    state.given[player] = state.given.get(player, 0) + 1
    state.turned_down = type(event) is OrderGiven and turns_down(state.agreed, player)
