"""Pieces built, flags placed and removed [7]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.napoleonic_wars.pieces import put, squadrons_at
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.units_built/1", "{nation} built {sp} SP in {space}.")
class UnitsBuilt(Event, frozen=True):
    """Strength points come onto the map [7.1]."""

    nation: str
    space: str
    sp: int

    def apply(self, state: State) -> None:
        """They stand there."""
        put(state, self.space, self.nation, self.sp)


@recorded("napoleonic_wars.leader_built/1", "{nation} built {leader} in {space}.")
class LeaderBuilt(Event, frozen=True):
    """A leader comes onto the map [7.2]."""

    nation: str
    leader: str
    space: str

    def apply(self, state: State) -> None:
        """They stand there, and serve that nation."""
        leader = state.leaders[self.leader]
        leader.nation, leader.standing, leader.where = self.nation, "map", self.space


@recorded("napoleonic_wars.squadron_laid_down/1", "{nation} laid down a squadron in {port}.")
class SquadronLaidDown(Event, frozen=True):
    """A squadron is under construction until the next interphase [7.3]."""

    nation: str
    port: str

    def apply(self, state: State) -> None:
        """It may not sail yet."""
        squadrons_at(state, self.nation, self.port).building += 1


@recorded("napoleonic_wars.units_regrouped/1", "{nation} brought {sp} SP back to {space}.")
class UnitsRegrouped(Event, frozen=True):
    """Strength points come back from the Regroup box [7.7]."""

    nation: str
    space: str
    sp: int

    def apply(self, state: State) -> None:
        """They stand on the map again."""
        state.nations[self.nation].regroup_sp -= self.sp
        put(state, self.space, self.nation, self.sp)
