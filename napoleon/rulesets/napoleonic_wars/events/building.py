"""Pieces that cards place and move, and the flags that they raise [6.11, 14.21]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.frames.cards import Building, Deploying, Flagging, Program
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot
from napoleon.rulesets.napoleonic_wars.pieces import put, shift, squadrons_at, take
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.building_began/1", "{nation} may place pieces by the event.")
class BuildingBegan(Event, frozen=True):
    """An event builds pieces, as far as there are any [6.11, R-97]."""

    nation: str
    spaces: tuple[str, ...]
    sp: int
    leaders: tuple[str, ...]
    squadrons: int
    spread: bool

    def apply(self, state: State) -> None:
        """They are placed one after the other."""
        frame = Building(
            self.nation, [*self.spaces], self.sp, [*self.leaders], self.squadrons, self.spread
        )
        push(state, frame)


@recorded("napoleonic_wars.pieces_placed/1", "{nation} placed pieces in {space}.")
class PiecesPlaced(Event, frozen=True):
    """Pieces come onto the map by an event."""

    nation: str
    space: str
    sp: int
    leader: str
    squadrons: int
    """Squadrons ready to sail."""

    def apply(self, state: State) -> None:
        """The event has fewer to place, and all in one space if it says so."""
        if self.sp:
            put(state, self.space, self.nation, self.sp)
        if self.leader:
            it = state.leaders[self.leader]
            it.nation, it.standing, it.where = self.nation, "map", self.space
        if self.squadrons:
            squadrons_at(state, self.nation, self.space).ready += self.squadrons
        _placed(state, self.space, self.sp, self.squadrons, leader=bool(self.leader))


@recorded("napoleonic_wars.pieces_brought/1", "{nation} brought {sp} SP from {start} to {space}.")
class PiecesBrought(Event, frozen=True):
    """There are no more counters, so pieces come from elsewhere on the map [6.11.a, R-97]."""

    nation: str
    start: str
    space: str
    sp: int

    def apply(self, state: State) -> None:
        """They have done what they have done."""
        for lot in take(state, self.start, self.nation, self.sp):
            put(state, self.space, lot.nation, lot.sp, lot.entered, fought=lot.fought)
        _placed(state, self.space, self.sp, 0, leader=False)


def _placed(state: State, space: str, sp: int, squadrons: int, *, leader: bool) -> None:
    frame = top(state, Building)
    frame.sp -= sp
    frame.squadrons -= squadrons
    if leader:
        frame.leaders = []
    if not frame.spread:
        frame.spaces = [space]


@recorded("napoleonic_wars.building_ended/1", "{nation} placed no more.")
class BuildingEnded(Event, frozen=True):
    """The event builds no more."""

    nation: str

    def apply(self, state: State) -> None:
        """The card goes on."""
        pop_to(state, Building)


@recorded("napoleonic_wars.flag_is_chosen/1", "A flag may be raised in {space}.")
class FlagIsChosen(Event, frozen=True):
    """An event places a flag of one of several nations [R-107]."""

    space: str
    nations: tuple[str, ...]
    seat: str

    def apply(self, state: State) -> None:
        """A seat says of which."""
        push(state, Flagging(self.space, [*self.nations], self.seat))


@recorded("napoleonic_wars.flag_chosen/1", "It is the flag of {nation}.")
class FlagChosen(Event, frozen=True):
    """A seat has said whose flag is placed."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """It follows."""
        pop_to(state, Flagging)


@recorded("napoleonic_wars.flag_asked_for/1", "The player of {nation} was asked for its flag.")
class FlagAskedFor(Event, frozen=True):
    """The flag of a nation of another seat is to be placed [R-107]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """That seat agrees, or does not."""
        top(state, Flagging).consent = self.nation


@recorded("napoleonic_wars.flag_allowed/1", "{nation} agreed to have its flag placed.")
class FlagAllowed(Event, frozen=True):
    """It holds for the whole card [R-107]."""

    nation: str

    def apply(self, state: State) -> None:
        """The flag follows."""
        pop_to(state, Flagging)
        top(state, Program).agreed.append(self.nation)


@recorded("napoleonic_wars.flag_forbidden/1", "{nation} did not agree to have its flag placed.")
class FlagForbidden(Event, frozen=True):
    """It holds for the whole card [R-107]."""

    nation: str

    def apply(self, state: State) -> None:
        """Another flag is chosen, if there is one."""
        frame: Flagging = top(state, Flagging)
        frame.consent = ""
        frame.nations.remove(self.nation)
        if not frame.nations:
            pop_to(state, Flagging)
        program = within(state, Program)
        program.refused.append(self.nation)


# -- deployment ------------------------------------------------------------------------------------


@recorded("napoleonic_wars.far_move_began/1", "{nation} may move an army far.")
class FarMoveBegan(Event, frozen=True):
    """An event moves an army over friendly spaces [14.21]."""

    nation: str
    leaders: tuple[str, ...]
    gather: bool

    def apply(self, state: State) -> None:
        """A leader is named first."""
        push(state, Deploying(self.nation, [*self.leaders], self.gather))


@recorded("napoleonic_wars.army_named/1", "{leader} goes.")
class ArmyNamed(Event, frozen=True):
    """The leader whose army goes."""

    nation: str
    leader: str

    def apply(self, state: State) -> None:
        """It goes with what joins it."""
        top(state, Deploying).leader = self.leader


@recorded("napoleonic_wars.army_moved_far/1", "{leader} went from {start} to {space} with {sp} SP.")
class ArmyMovedFar(Event, frozen=True):
    """An army goes over any number of friendly spaces, without CP."""

    nation: str
    leader: str
    start: str
    space: str
    sp: int
    lots: tuple[Lot, ...]
    fought: bool
    """Whether it does not fight any more in this impulse."""

    def apply(self, state: State) -> None:
        """It stands there, and may gather more if the event says so."""
        force = Force([self.leader], [*self.lots])
        shift(state, force, self.start, self.space, fought=self.fought)
        deploying = top(state, Deploying)
        deploying.sp = self.sp
        if not deploying.gather:
            pop_to(state, Deploying)


@recorded("napoleonic_wars.far_move_ended/1", "{nation} moved no farther.")
class FarMoveEnded(Event, frozen=True):
    """The army goes no farther."""

    nation: str

    def apply(self, state: State) -> None:
        """The card goes on."""
        pop_to(state, Deploying)
