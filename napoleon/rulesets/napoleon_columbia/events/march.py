"""Marches and forced marches [5]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, Event, Line, recorded
from napoleon.rulesets.napoleon_columbia.state import State


@recorded(
    "napoleon_columbia.group_activated/1",
    "The {army} in {town} marched; {left:group/groups} more may march.",
)
class GroupActivated(Event, frozen=True):
    """The units of an army in a town march in this turn [5.1]."""

    player: str
    army: str
    town: str
    left: int
    """Groups that the army may still march with."""

    def apply(self, state: State) -> None:
        """Any of them may march from now on [N-04]."""
        state.groups.append((self.army, self.town))


@recorded(
    "napoleon_columbia.unit_marched/1",
    "{unit} marched from {origin} to {town}.",
    fogged="{token} marched from {origin} to {town}.",
)
class UnitMarched(Event, frozen=True):
    """A unit enters a road and the town at its end [5.0, N-56]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    army: str
    origin: str
    town: str
    road: str
    forced: bool
    """Whether it goes beyond its normal allowance [5.6, N-10]."""
    use: int
    """Units that have marched along the road in this turn, this one too [N-07]."""
    limit: int
    """Most that may [5.4, 5.5]."""
    ends: str
    """Why its march is over: ``enemy`` or ``allowance``; empty while it may go on."""
    breakdown: tuple[Line, ...] = ()
    """Sums to the limit; empty in games under the rules 1.0."""

    def apply(self, state: State) -> None:
        """A unit that marched before has ended its march [N-56]."""
        if state.marching not in ("", self.unit):
            state.blocks[state.marching].halted = True
        block = state.blocks[self.unit]
        block.town = self.town
        block.path.append(self.road)
        block.forced = block.forced or self.forced
        block.halted = bool(self.ends)
        state.marching = "" if self.ends else self.unit
        state.road_use[self.road] = self.use


@recorded(
    "napoleon_columbia.road_filled/1",
    "The road {road} is full: {use:unit/units} marched along it.",
)
class RoadFilled(Event, frozen=True):
    """No more units may march along a road in this turn [5.4]."""

    road: str
    use: int
    limit: int

    def apply(self, state: State) -> None:
        """Its use says so already."""


@recorded(
    "napoleon_columbia.unit_halted/1",
    "{unit} halted in {town}.",
    fogged="{token} halted in {town}.",
)
class UnitHalted(Event, frozen=True):
    """A unit marches no further [N-56]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str

    def apply(self, state: State) -> None:
        """Its march is over."""
        state.blocks[self.unit].halted = True
        state.marching = ""


@recorded("napoleon_columbia.march_ended/1", "The {player} marched with no more units.")
class MarchEnded(Event, frozen=True):
    """A seat has ended its part of the march phase [N-54]."""

    player: str

    def apply(self, state: State) -> None:
        """A partner, or the checks, come next."""
        state.parts.append(self.player)
        state.marching = ""


@recorded(
    "napoleon_columbia.forced_marches_noted/1",
    "Forced marches: a die is rolled for each of {tokens}.",
)
class ForcedMarchesNoted(Event, frozen=True):
    """All marches are finished; these units have gone beyond their allowance [5.6]."""

    player: str
    tokens: tuple[str, ...]
    units: Annotated[tuple[str, ...], FOGGED]

    def apply(self, state: State) -> None:
        """Their dice are rolled in this order, which tells nothing."""
        state.unchecked = [*state.unchecked, *self.units]


@recorded("napoleon_columbia.leader_kept_hidden/1", "The {player} showed no leader.")
class LeaderKeptHidden(Event, frozen=True):
    """A seat shows no leader, or no more [9.1, 9.2]."""

    player: str

    def apply(self, state: State) -> None:
        """It is not asked again before the dice."""
        state.leaders_asked.append(self.player)


@recorded("napoleon_columbia.leader_revealed/1", "{leader} was shown in {town}.", reveals=True)
class LeaderRevealed(Event, frozen=True):
    """A leader is shown for the bonus that they give [9.1, 9.2]."""

    player: str
    leader: str
    town: str
    token: str
    purpose: str
    """``forced_checks`` or ``morale``."""
    start: str
    """For forced marches, the town in which all who began the turn are helped [FAQ.2]."""

    def apply(self, state: State) -> None:
        """Everybody sees them until they stand up again [N-53]."""
        block = state.blocks[self.leader]
        block.revealed = True
        if self.start:
            state.helped[block.army] = self.start


@recorded(
    "napoleon_columbia.forced_march_checked/1",
    "The die for the forced march of {unit:the} was {die}, in all {total}.",
    fogged="The die for the forced march of {token} was {die}, in all {total}.",
    drawn="die",
)
class ForcedMarchChecked(Event, frozen=True):
    """A die for a unit that was force-marched: 4 or more costs nothing [5.6]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    die: int
    total: int
    breakdown: tuple[Line, ...]
    harmed: bool
    """Whether it loses a step."""
    draw: int

    def apply(self, state: State) -> None:
        """The next unit is looked at."""
        state.unchecked.remove(self.unit)
        state.draws = self.draw + 1


@recorded("napoleon_columbia.forced_checks_ended/1", "The checks for forced marches were over.")
class ForcedChecksEnded(Event, frozen=True):
    """All dice are rolled; leaders that were shown stand up again [N-53]."""

    towns: tuple[str, ...]
    """Where leaders were shown."""

    def apply(self, state: State) -> None:
        """The upright blocks there get new tokens [N-58]."""
        state.unmixed = [*state.unmixed, *(it for it in self.towns if it not in state.unmixed)]
