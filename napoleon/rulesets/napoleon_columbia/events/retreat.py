"""Retreats, routs, the end of a battle, regrouping [7]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, Event, recorded
from napoleon.rulesets.napoleon_columbia.events.blocks import leave_board
from napoleon.rulesets.napoleon_columbia.events.combat import enter
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.state import Beaten, Regrouping, State


@recorded("napoleon_columbia.position_lost/1", "{town}: the {side} lost {place}.")
class PositionLost(Event, frozen=True):
    """Only enemies stand in a position [7.4]."""

    town: str
    side: str
    place: str

    def apply(self, state: State) -> None:
        """Its owner is routed."""


@recorded("napoleon_columbia.side_routed/1", "{town}: the {side} were routed.")
class SideRouted(Event, frozen=True):
    """All units of a side leave the battle at once [7.4]."""

    town: str
    side: str
    place: str
    """The position that was lost."""
    units: tuple[str, ...]
    """Tokens of all units that are still there: all of them suffer [7.41, N-35]."""
    voided: int
    """Hits that are not taken any more [N-34]."""

    def apply(self, state: State) -> None:
        """First its losses, then its retreat [N-61]."""
        state.shot = None
        losing = [unit for unit, it in state.blocks.items() if it.token in self.units]
        state.beaten = Beaten(self.side, self.town, "rout", losing)


@recorded(
    "napoleon_columbia.unit_retreated/1",
    "{unit} retreated from {origin} to {town}.",
    fogged="{token} retreated from {origin} to {town}.",
)
class UnitRetreated(Event, frozen=True):
    """A unit leaves a fight by road, and is disrupted [7.0 to 7.3]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    side: str
    origin: str
    town: str
    road: str
    use: int
    """Units that have retreated along the road in this combat turn [FAQ.6]."""
    limit: int

    def apply(self, state: State) -> None:
        """It lies face down until the player turn ends."""
        block = state.blocks[self.unit]
        block.town, block.disrupted, block.halted = self.town, True, True
        battle = state.battle_in(self.origin)
        if battle is not None:
            if self.unit in battle.fighters:
                leave_board(state, self.unit, self.origin)
            battle.retreat_use[self.road] = self.use
            if self.side == battle.attacker:
                battle.busy = True
        else:
            _skirmish_road(state, self.road, self.use)


def _skirmish_road(state: State, road: str, use: int) -> None:
    assert state.beaten is not None, "a side that leaves a skirmish was beaten"
    state.beaten.use[road] = use


@recorded(
    "napoleon_columbia.battle_ended/1",
    "The battle in {town} was over, and the town held by the {winner}.",
)
class BattleEnded(Event, frozen=True):
    """A side has left, or is gone [7.4, N-45]."""

    town: str
    number: int
    winner: str
    """Side that holds the town; empty if nobody is left."""
    why: str
    """``rout``, ``stalemate``, ``retreat`` or ``eliminated``."""
    regroups: bool
    """Whether the winner may regroup at once [7.5]."""

    def apply(self, state: State) -> None:
        """Its blocks stand up again [N-58]."""
        state.battles = [it for it in state.battles if it.town != self.town]
        state.beaten = state.shot = None
        if self.town not in state.unmixed:
            state.unmixed.append(self.town)
        if self.regroups:
            state.regrouping = Regrouping(self.winner, self.town)


@recorded(
    "napoleon_columbia.unit_regrouped/1",
    "{unit} regrouped from {origin} to {town}.",
    fogged="{token} regrouped from {origin} to {town}.",
)
class UnitRegrouped(Event, frozen=True):
    """A unit of the winner moves to or from the town of the battle [7.5]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    side: str
    origin: str
    town: str
    road: str
    use: int
    """Units that have regrouped along the road after this battle."""
    limit: int
    place: str
    """The Reserve of a battle that it joins; empty where none is fought [N-51]."""

    def apply(self, state: State) -> None:
        """No unit regroups twice [N-36]."""
        regrouping = state.regrouping
        assert regrouping is not None, "only the winner of a battle regroups"
        regrouping.use[self.road] = self.use
        regrouping.moved.append(self.unit)
        if self.place:
            enter(state, self.unit, self.side, self.origin, self.town, self.place)
            use = board(state, self.town).reinforce_use.setdefault(self.side, {})
            use[self.road] = use.get(self.road, 0) + 1
        else:
            state.blocks[self.unit].town = self.town


@recorded("napoleon_columbia.regrouping_ended/1", "The {player} ended the regrouping at {town}.")
class RegroupingEnded(Event, frozen=True):
    """A seat regroups no more units after this battle [7.5]."""

    player: str
    town: str

    def apply(self, state: State) -> None:
        """A partner may regroup yet."""
        assert state.regrouping is not None, "only the winner of a battle regroups"
        state.regrouping.parts.append(self.player)


@recorded("napoleon_columbia.regrouping_closed/1", "The regrouping at {town} was over.")
class RegroupingClosed(Event, frozen=True):
    """The units that may regroup after this battle have done so [7.5]."""

    town: str

    def apply(self, state: State) -> None:
        """The next combat turn, or the end of the player turn, comes next."""
        state.regrouping = None
