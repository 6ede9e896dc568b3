"""Forces that meet: interception, evasion, what goes without CP [10]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.marches import copied
from napoleon.rulesets.napoleonic_wars.frames.forces import Arrival, Evasion, Force, Meeting
from napoleon.rulesets.napoleonic_wars.pieces import shift
from napoleon.rulesets.napoleonic_wars.state import State


def fail(state: State, space: str) -> None:
    """All that stands there loses the ability to intercept for this impulse [10.13]."""
    state.failed_from.append(space)
    for leader in state.leaders.values():
        leader.failed = leader.failed or leader.where == space


@recorded("napoleonic_wars.force_appeared/1", "New pieces of {nation} in {space} may be met.")
class ForceAppeared(Event, frozen=True):
    """Pieces that were built can be intercepted like those that enter [10.1.a, R-122]."""

    nation: str
    space: str
    waiting: tuple[str, ...]
    """The seats that may."""

    def apply(self, state: State) -> None:
        """They are asked before anything else."""
        push(state, Meeting(self.nation, self.space, "", [*self.waiting]))


@recorded("napoleonic_wars.interception_declined/1", "{player} let the force pass.")
class InterceptionDeclined(Event, frozen=True):
    """A seat does not intercept, or no more [10.12]."""

    player: str

    def apply(self, state: State) -> None:
        """The next seat is asked."""
        top(state, Meeting).waiting.remove(self.player)


@recorded(
    "napoleonic_wars.interception_tried/1",
    "{leader} tried to intercept from {start}: {total}, 9 needed.",
    drawn="dice",
)
class InterceptionTried(Event, frozen=True):
    """Two dice with their modifiers, for a force that may meet the enemy on the way [10.11]."""

    nation: str
    leader: str
    start: str
    space: str
    dice: tuple[int, ...]
    draw: int
    total: int
    breakdown: tuple[Line, ...]
    succeeds: bool

    def apply(self, state: State) -> None:
        """Nothing tries again from where an attempt has failed, in this impulse [10.13]."""
        state.draws = self.draw + 1
        if not self.succeeds:
            fail(state, self.start)


@recorded("napoleonic_wars.evasion_announced/1", "{nation} would leave {start} for {space}.")
class EvasionAnnounced(Event, frozen=True):
    """A force will try to evade, as soon as all that do are announced [10.2, R-101]."""

    nation: str
    start: str
    space: str
    force: Force

    def apply(self, state: State) -> None:
        """It is rolled later."""
        top(state, Meeting).evading.append(Evasion(copied(self.force), self.space))


@recorded("napoleonic_wars.evasions_settled/1", "{player} announced all that evades.")
class EvasionsSettled(Event, frozen=True):
    """What has not been named stands and fights [10.2]."""

    player: str

    def apply(self, state: State) -> None:
        """What was announced is rolled, then the next seat is asked."""
        meeting = top(state, Meeting)
        meeting.standing.remove(self.player)
        meeting.settled = bool(meeting.evading)


@recorded(
    "napoleonic_wars.evasion_tried/1",
    "{nation} tried to evade to {space}: {total}, 9 needed.",
    drawn="dice",
)
class EvasionTried(Event, frozen=True):
    """Two dice with their modifiers, for a force that would rather not fight [10.2]."""

    nation: str
    leader: str
    """Who commands it; empty for a piece without a leader."""
    start: str
    space: str
    dice: tuple[int, ...]
    draw: int
    total: int
    breakdown: tuple[Line, ...]
    succeeds: bool

    def apply(self, state: State) -> None:
        """A failure helps the enemy [10.2.e]."""
        state.draws = self.draw + 1
        meeting = top(state, Meeting)
        meeting.evading.pop(0)
        meeting.settled = bool(meeting.evading)
        meeting.failed_evasions += not self.succeeds


@recorded("napoleonic_wars.force_shifted/1", "{nation} went from {start} to {space}.")
class ForceShifted(Event, frozen=True):
    """A force goes to the next space without CP: it intercepts, evades or retreats."""

    nation: str
    start: str
    space: str
    force: Force

    def apply(self, state: State) -> None:
        """It stands there; that is no space entered by a march."""
        shift(state, self.force, self.start, self.space)
        meeting = inmost(state, Meeting)
        if meeting is not None and meeting.space == self.space:
            meeting.arrived.append(Arrival(copied(self.force), self.start))


@recorded("napoleonic_wars.attrition_over/1", "The attrition in {space} was rolled.")
class AttritionOver(Event, frozen=True):
    """All causes have been rolled [9.4.b]."""

    space: str

    def apply(self, state: State) -> None:
        """They are not rolled again."""
        top(state, Meeting).causes = []


@recorded("napoleonic_wars.meeting_over/1", "Nobody met {nation} in {space}.")
class MeetingOver(Event, frozen=True):
    """No battle follows [9.51]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """The force may go on."""
        pop_to(state, Meeting)
