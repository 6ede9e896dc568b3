"""Flags placed and removed [7.4, 10.6]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.meetings import fail
from napoleon.rulesets.napoleonic_wars.frames.forces import Contest
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.flag_placed/1", "The flag of {nation} was raised in {space}.")
class FlagPlaced(Event, frozen=True):
    """A nation controls a space that was not its own at the start [7.4.a]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """It takes the place of any other."""
        state.spaces[self.space].flag = self.nation


@recorded("napoleonic_wars.flag_removed/1", "{nation} took the flag of {flag} off {space}.")
class FlagRemoved(Event, frozen=True):
    """Control returns to the nation whose colour the space has [7.4.b]."""

    nation: str
    space: str
    flag: str

    def apply(self, state: State) -> None:
        """No flag lies there."""
        state.spaces[self.space].flag = ""


@recorded("napoleonic_wars.flag_contested/1", "Armies near {space} might tear the flag down.")
class FlagContested(Event, frozen=True):
    """A flag that was placed by event lies next to armies that may intercept it [10.6]."""

    nation: str
    space: str
    had: str
    """The flag that lay there before; empty for none."""
    waiting: tuple[str, ...]
    """The seats of those armies."""

    def apply(self, state: State) -> None:
        """They are asked before anything else."""
        push(state, Contest(self.nation, self.space, self.had, [*self.waiting]))


@recorded("napoleonic_wars.flag_tolerated/1", "{player} let the flag stand.")
class FlagTolerated(Event, frozen=True):
    """A seat does not try, or no more."""

    player: str

    def apply(self, state: State) -> None:
        """The next seat is asked."""
        contest = top(state, Contest)
        contest.waiting.remove(self.player)
        if not contest.waiting:
            pop_to(state, Contest)


@recorded(
    "napoleonic_wars.flag_challenged/1",
    "{leader} tried to tear the flag in {space} down: {total}, 9 needed.",
    drawn="dice",
)
class FlagChallenged(Event, frozen=True):
    """An interception against a flag without forces [10.6]."""

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
        """On success things are as they were before."""
        state.draws = self.draw + 1
        contest = top(state, Contest)
        if self.succeeds:
            state.spaces[self.space].flag = contest.had
            pop_to(state, Contest)
        else:
            fail(state, self.start)
