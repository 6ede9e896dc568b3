"""Resources, and the winter that they bring or Russia has [16, 17.1]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.frames import top
from napoleon.rulesets.napoleonic_wars.events.impulses import end_truces
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.resource_gained/1", "{nation} gained a Resource.")
class ResourceGained(Event, frozen=True):
    """A nation gains a Resource [16.1]."""

    nation: str

    def apply(self, state: State) -> None:
        """It has one more."""
        state.nations[self.nation].resources += 1


@recorded("napoleonic_wars.resource_spent/1", "{nation} spent a Resource.")
class ResourceSpent(Event, frozen=True):
    """A Resource stands in for a card, as if it were marked + [16.2.c]."""

    nation: str
    to: Literal["draw", "winter"]

    def apply(self, state: State) -> None:
        """It counts as a card of the impulse."""
        state.nations[self.nation].resources -= 1
        impulse = top(state, Impulse)
        if not impulse.played and not impulse.resource:
            impulse.due.append("W.IMPULSE")
        impulse.resource = impulse.joined = True
        impulse.counted += 1
        end_truces(state, self.nation)


@recorded(
    "napoleonic_wars.early_winter_rolled/1",
    "Early winter: {die}, more than {powers} needed.",
    drawn="die",
)
class EarlyWinterRolled(Event, frozen=True):
    """Card play ends if a die is higher than the number of powers with unplayed cards [16.2.b]."""

    nation: str
    die: int
    draw: int
    powers: int
    breakdown: tuple[Line, ...]
    """The powers with unplayed cards, home cards included [R-44]."""

    def apply(self, state: State) -> None:
        """If it ends, that is told next."""
        state.draws = self.draw + 1


@recorded(
    "napoleonic_wars.russian_winter_rolled/1",
    "Russian winter in round {round}: {die}.",
    drawn="die",
)
class RussianWinterRolled(Event, frozen=True):
    """The winter strikes if a die is less than the number of the round [17.1.a]."""

    nation: str
    round: int
    die: int
    draw: int
    strikes: bool
    """Whether it does, and enemies stand where it may."""

    def apply(self, state: State) -> None:
        """Russia names a space, or the impulse begins."""
        state.draws = self.draw + 1
        state.winter = "strikes" if self.strikes else "done"


@recorded("napoleonic_wars.russian_winter_struck/1", "The winter struck {space}.")
class RussianWinterStruck(Event, frozen=True):
    """Russia has named a space; enemies there take attrition [17.1.a]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """Dice follow."""
        state.winter = "done"


@recorded("napoleonic_wars.russian_winter_spared/1", "{nation} named no space.")
class RussianWinterSpared(Event, frozen=True):
    """Russia lets nobody suffer."""

    nation: str

    def apply(self, state: State) -> None:
        """The impulse begins."""
        state.winter = "done"


@recorded("napoleonic_wars.winter_paid/1", "{nation} has {cp} CP of the winter.")
class WinterPaid(Event, frozen=True):
    """A CP for each loss, to use inside Russia in this impulse [17.1.b]."""

    nation: str
    cp: int

    def apply(self, state: State) -> None:
        """They are there when the impulse begins."""
        state.winter_cp = self.cp
