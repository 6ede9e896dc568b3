"""Forces that move, meet others, and lose by attrition [9, 10]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import inmost, pop_to, push, top
from napoleon.rulesets.napoleonic_wars.frames import March, Mark, Meeting
from napoleon.rulesets.napoleonic_wars.pieces import put, take, take_mark
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.march_began/1", "{nation} gathered a force in {space}.")
class MarchBegan(Event, frozen=True):
    """A force is chosen that will move by parts [R-76]."""

    nation: str
    pool: str
    space: str
    armies: tuple[str, ...]
    others: tuple[str, ...]
    marks: tuple[Mark, ...]

    def apply(self, state: State) -> None:
        """It may be changed, and take steps."""
        marks = [Mark(it.nation, it.sp, it.entered) for it in self.marks]
        push(
            state, March(self.nation, self.pool, self.space, [*self.armies], [*self.others], marks)
        )


@recorded("napoleonic_wars.force_changed/1", "The force of {nation} was changed in {space}.")
class ForceChanged(Event, frozen=True):
    """Pieces join a force or stay behind [9.71]."""

    nation: str
    space: str
    armies: tuple[str, ...]
    others: tuple[str, ...]
    marks: tuple[Mark, ...]

    def apply(self, state: State) -> None:
        """These are what marches."""
        march = top(state, March)
        march.armies, march.others = [*self.armies], [*self.others]
        march.marks = [Mark(it.nation, it.sp, it.entered) for it in self.marks]


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

    def apply(self, state: State) -> None:
        """Everything in it has entered a space more."""
        march = top(state, March)
        for mark in march.marks:
            take_mark(state, self.start, mark)
            mark.entered += 1
            put(state, self.space, mark.nation, mark.sp, mark.entered)
        for name in (*march.armies, *march.others):
            leader = state.leaders[name]
            leader.where = self.space
            leader.entered += 1
        march.at, march.came, march.moved = self.space, self.start, True
        if self.waiting or self.standing or self.causes:
            push(
                state,
                Meeting(self.space, self.start, [*self.waiting], [*self.standing], [*self.causes]),
            )


@recorded("napoleonic_wars.march_ended/1", "{nation} halted in {space}.")
class MarchEnded(Event, frozen=True):
    """The force moves no farther for now [9.1.e]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """What was in it stands there."""
        pop_to(state, March)


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
        """Who has failed tries no more from that space in this impulse [10.13]."""
        state.draws = self.draw + 1
        if not self.succeeds:
            state.leaders[self.leader].failed = True
            state.failed_from.append(self.start)


@recorded("napoleonic_wars.evasion_declined/1", "{player} stood and fought.")
class EvasionDeclined(Event, frozen=True):
    """A seat does not evade, or no more [10.2]."""

    player: str

    def apply(self, state: State) -> None:
        """The next seat is asked."""
        top(state, Meeting).standing.remove(self.player)


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
        if not self.succeeds:
            meeting = top(state, Meeting)
            meeting.failed_evasions += 1
            if self.nation not in meeting.failed:
                meeting.failed.append(self.nation)


@recorded("napoleonic_wars.force_shifted/1", "{nation} went from {start} to {space}.")
class ForceShifted(Event, frozen=True):
    """A force that is not active goes to the next space: by intercepting, evading, retreating."""

    nation: str
    start: str
    space: str
    leaders: tuple[str, ...]
    strength: dict[str, int]
    """Strength points by nation."""

    def apply(self, state: State) -> None:
        """It stands there."""
        for nation, sp in self.strength.items():
            if sp:
                take(state, self.start, nation, sp)
                put(state, self.space, nation, sp)
        for name in self.leaders:
            state.leaders[name].where = self.space


@recorded(
    "napoleonic_wars.attrition_rolled/1",
    "{nation} took attrition in {space}: {lost} lost.",
    drawn="dice",
)
class AttritionRolled(Event, frozen=True):
    """A die for each unit and leader and cause, of which each 6 is a loss [9.4]."""

    nation: str
    """France, or else the nation that commands the others."""
    space: str
    dice: tuple[int, ...]
    draw: int
    lost: int
    breakdown: tuple[Line, ...]
    french: bool

    def apply(self, state: State) -> None:
        """The losses are to be named, all after all rolls [9.4.b]."""
        state.draws = self.draw + 1
        meeting = inmost(state, Meeting)
        if meeting is None:
            return
        if self.french:
            meeting.french = self.lost
        else:
            meeting.others = self.lost


@recorded("napoleonic_wars.attrition_over/1", "The attrition in {space} was rolled.")
class AttritionOver(Event, frozen=True):
    """All causes have been rolled."""

    space: str

    def apply(self, state: State) -> None:
        """They are not rolled again."""
        top(state, Meeting).causes = []


@recorded("napoleonic_wars.pieces_lost/1", "{nation} lost {sp} SP in {space}.")
class PiecesLost(Event, frozen=True):
    """Strength points are gone for now: they may be built again [7.1]."""

    nation: str
    space: str
    sp: int
    by_attrition: bool

    def apply(self, state: State) -> None:
        """A force on the march has fewer."""
        take(state, self.space, self.nation, self.sp)
        _owed_less(state, self.nation, self.sp, by_attrition=self.by_attrition)
        _clip(state)


@recorded("napoleonic_wars.leader_lost/1", "{leader} was lost in {space}.")
class LeaderLost(Event, frozen=True):
    """A leader is gone; most may be built again [7.2.b]."""

    nation: str
    leader: str
    space: str
    for_good: bool
    by_attrition: bool

    def apply(self, state: State) -> None:
        """They lead nobody any more."""
        leader = state.leaders[self.leader]
        leader.standing, leader.where = "dead" if self.for_good else "pool", ""
        leader.entered, leader.fought, leader.failed = 0, False, False
        _owed_less(state, self.nation, 1, by_attrition=self.by_attrition)
        march = inmost(state, March)
        if march is not None:
            march.armies = [it for it in march.armies if it != self.leader]
            march.others = [it for it in march.others if it != self.leader]


def _owed_less(state: State, nation: str, units: int, *, by_attrition: bool) -> None:
    meeting = inmost(state, Meeting)
    if not by_attrition or meeting is None:
        return
    if nation == "fr":
        meeting.french -= units
    else:
        meeting.others -= units


def _clip(state: State) -> None:
    """A force on the march has no more strength points than stand there."""
    march = inmost(state, March)
    if march is None:
        return
    lots = state.spaces[march.at].lots
    for mark in march.marks:
        there = sum(
            it.sp
            for it in lots
            if (it.nation, it.entered, it.fought) == (mark.nation, mark.entered, False)
        )
        mark.sp = min(mark.sp, there)
    march.marks = [it for it in march.marks if it.sp]


@recorded("napoleonic_wars.meeting_over/1", "Nobody met {nation} in {space}.")
class MeetingOver(Event, frozen=True):
    """No battle follows [9.51]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """The force may go on."""
        pop_to(state, Meeting)
