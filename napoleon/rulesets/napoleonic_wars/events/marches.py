"""Forces that march, and forces that go to meet them, withdraw or retreat [9, 10, 11.4]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March, Meeting
from napoleon.rulesets.napoleonic_wars.pieces import put, take_lot
from napoleon.rulesets.napoleonic_wars.state import State


def copied(force: Force) -> Force:
    """A force that changes without its event."""
    lots = [Lot(it.nation, it.sp, it.entered, it.fought) for it in force.lots]
    return Force([*force.leaders], lots)


@recorded("napoleonic_wars.march_began/1", "{nation} gathered a force in {space}.")
class MarchBegan(Event, frozen=True):
    """A force is chosen that will move by parts [R-76]."""

    nation: str
    space: str
    armies: tuple[str, ...]
    force: Force

    def apply(self, state: State) -> None:
        """It may be changed, and take steps."""
        push(state, March(self.nation, self.space, [*self.armies], copied(self.force)))


@recorded("napoleonic_wars.force_changed/1", "The force of {nation} was changed in {space}.")
class ForceChanged(Event, frozen=True):
    """Pieces join a force or stay behind [9.71]."""

    nation: str
    space: str
    armies: tuple[str, ...]
    force: Force

    def apply(self, state: State) -> None:
        """These are what marches."""
        march = top(state, March)
        march.armies, march.force = [*self.armies], copied(self.force)


@recorded("napoleonic_wars.force_moved/1", "{nation} moved from {start} to {space}.")
class ForceMoved(Event, frozen=True):
    """A force enters a space [9.1]."""

    nation: str
    start: str
    space: str
    waiting: tuple[str, ...]
    """The seats that may intercept it."""
    standing: tuple[str, ...]
    """The seats whose forces it meets there."""
    causes: tuple[str, ...]
    """The clauses by which it takes attrition there."""
    meets: bool
    """Whether anything has to be settled there."""

    def apply(self, state: State) -> None:
        """Everything in it has entered a space more."""
        march = top(state, March)
        for lot in march.force.lots:
            take_lot(state, self.start, lot)
            lot.entered += 1
            put(state, self.space, lot.nation, lot.sp, lot.entered)
        for name in march.force.leaders:
            leader = state.leaders[name]
            leader.where = self.space
            leader.entered += 1
        march.at, march.came = self.space, self.start
        march.bound, march.trait = "", ""
        if self.meets:
            push(
                state,
                Meeting(
                    self.nation,
                    self.space,
                    self.start,
                    [*self.waiting],
                    [*self.standing],
                    causes=[*self.causes],
                ),
            )


@recorded("napoleonic_wars.march_ended/1", "{nation} halted in {space}.")
class MarchEnded(Event, frozen=True):
    """The force moves no farther for now [9.1.e]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """What was in it stands there."""
        pop_to(state, March)
