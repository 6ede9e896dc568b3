"""Attrition, and pieces that are lost [9.4]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, within
from napoleon.rulesets.napoleonic_wars.events.marches import copied
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Losses, Lot, Meeting, same
from napoleon.rulesets.napoleonic_wars.pieces import clip, die, take_lot
from napoleon.rulesets.napoleonic_wars.state import State


@recorded(
    "napoleonic_wars.attrition_rolled/1",
    "Attrition in {space}: {nation} loses {lost}.",
    drawn="dice",
)
class AttritionRolled(Event, frozen=True):
    """A die for each unit, leader and cause, of which each 6 is a loss [9.4]."""

    nation: str
    """France, or else the nation whose commander names the losses of all others."""
    space: str
    force: Force
    dice: tuple[int, ...]
    draw: int
    rolled: tuple[Line, ...]
    """How many dice each cause has rolled."""
    lost: int
    breakdown: tuple[Line, ...]
    """How many sixes there were, and what was taken off [9.45]."""
    flag: str = ""
    """The nation whose flag may be lost as well [6.17]; empty if none may."""

    def apply(self, state: State) -> None:
        """The losses are named after all rolls [9.4.b]."""
        if self.dice:
            state.draws = self.draw + 1
        if not self.lost:
            return
        losses = state.stack[-1] if state.stack else None
        if not isinstance(losses, Losses):
            losses = Losses(self.space, copied(self.force))
            push(state, losses)
        if self.nation == "fr":
            losses.french = self.lost
        else:
            losses.others = self.lost
        losses.flag = self.flag or losses.flag


@recorded("napoleonic_wars.flag_lost/1", "The flag of {nation} came off {space}.")
class FlagLost(Event, frozen=True):
    """A flag is a loss by attrition [6.17]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """Control goes back to the nation whose colour the space has."""
        state.spaces[self.space].flag = ""
        losses = inmost(state, Losses)
        if losses is not None:
            losses.flag = ""
            owed_less(state, self.nation, 1)


@recorded("napoleonic_wars.units_lost/1", "{nation} lost {sp} SP in {space}.")
class UnitsLost(Event, frozen=True):
    """Strength points are gone; they may be built again [7.1]."""

    nation: str
    space: str
    sp: int
    lots: tuple[Lot, ...]
    """Which those are."""

    def apply(self, state: State) -> None:
        """A force on the march has fewer."""
        for lot in self.lots:
            take_lot(state, self.space, lot)
        losses = inmost(state, Losses)
        if losses is not None:
            for lot in self.lots:
                next(it for it in losses.force.lots if same(it, lot)).sp -= lot.sp
            losses.force.lots = [it for it in losses.force.lots if it.sp]
            owed_less(state, self.nation, self.sp)
        for force in _arrived(state, self.space):
            for lot in self.lots:
                for own in force.lots:
                    own.sp -= lot.sp if same(own, lot) else 0
            force.lots = [it for it in force.lots if it.sp > 0]
        clip(state)


@recorded("napoleonic_wars.leader_lost/1", "{leader} was lost in {space}.")
class LeaderLost(Event, frozen=True):
    """A leader is gone; most may be built again [7.2.b]."""

    nation: str
    leader: str
    space: str
    for_good: bool

    def apply(self, state: State) -> None:
        """They lead nobody any more."""
        die(state.leaders[self.leader], for_good=self.for_good)
        losses = inmost(state, Losses)
        if losses is not None:
            losses.force.leaders.remove(self.leader)
            owed_less(state, self.nation, 1)
        for force in _arrived(state, self.space):
            force.leaders = [it for it in force.leaders if it != self.leader]
        clip(state)


def _arrived(state: State, space: str) -> list[Force]:
    """What has intercepted in a space last: what is lost there now is lost of it [10.12.a]."""
    meeting = inmost(state, Meeting)
    if meeting is None or meeting.space != space:
        return []
    return [it.force for it in meeting.arrived[-1:]]


def owed_less(state: State, nation: str, units: int) -> None:
    """So many losses are named; when all are, or nothing is left, the frame is gone."""
    losses = within(state, Losses)
    if nation == "fr":
        losses.french -= units
    else:
        losses.others -= units
    if not (losses.force.units or losses.flag) or not losses.french + losses.others:
        pop_to(state, Losses)
