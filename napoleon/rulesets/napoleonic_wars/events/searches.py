"""Fleets that search, sally out and are found, or evade [13.3, 13.8]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Search, Voyage
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.fleet_let_pass/1", "{nation} let the fleet pass.")
class FleetLetPass(Event, frozen=True):
    """A stack does not try to intercept [13.3.a]."""

    nation: str

    def apply(self, state: State) -> None:
        """The next one is asked."""
        top(state, Voyage).seekers.remove(self.nation)


@recorded("napoleonic_wars.fleet_stayed_in_port/1", "A fleet at the strait was asked.")
class FleetStayedInPort(Event, frozen=True):
    """What lies in the port of a strait has said whether it meets who passes [13.8.a]."""

    nation: str
    """Empty if nobody else could."""
    nations: tuple[str, ...]
    """Whose ships these are."""

    def apply(self, state: State) -> None:
        """Others there are asked; then that is settled."""
        voyage = top(state, Voyage)
        voyage.stayed += self.nations
        if not self.nations:
            voyage.due.remove("sally")


@recorded("napoleonic_wars.fleet_sallied/1", "{nation} came out of {port} to meet {found}.")
class FleetSallied(Event, frozen=True):
    """The fleet in the port of a strait meets who passes, without dice [13.8.a]."""

    nation: str
    port: str
    found: str
    nations: tuple[str, ...]
    """Whose ships these are."""

    def apply(self, state: State) -> None:
        """The fleet that is met may evade."""
        top(state, Voyage).stayed += self.nations
        push(
            state,
            Search(self.port, self.nation, False, False, [], found=self.found, sally=True),
        )


@recorded("napoleonic_wars.search_began/1", "{nation} searches for enemies in {zone}.")
class SearchBegan(Event, frozen=True):
    """An interception, or a patrol of the active fleet [13.3]."""

    nation: str
    zone: str
    patrol: bool
    blockade: bool
    sought: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Others may respond; then the dice are rolled."""
        voyage = top(state, Voyage)
        if self.patrol:
            voyage.left = ""
        else:
            voyage.seekers.remove(self.nation)
        push(
            state,
            Search(
                self.zone,
                self.nation,
                self.patrol,
                self.blockade,
                [*self.sought],
                ["W.SEEK"],
            ),
        )


@recorded(
    "napoleonic_wars.search_rolled/1",
    "{nation} searched for {sought}: {total}, 9 needed.",
    drawn="dice",
)
class SearchRolled(Event, frozen=True):
    """Two dice with their modifiers [13.3.c, 13.33]."""

    nation: str
    sought: str
    dice: tuple[int, ...]
    draw: int
    total: int
    breakdown: tuple[Line, ...]
    succeeds: bool

    def apply(self, state: State) -> None:
        """The fleet that is found may evade."""
        search = top(state, Search)
        state.draws = self.draw + 1
        found_or_not(search, self.sought, found=self.succeeds)


def found_or_not(search: Search, sought: str, *, found: bool) -> None:
    """A stack was found, or is searched for no more."""
    search.sought.remove(sought)
    search.found = sought if found else ""
    search.sure = False
    if search.sought:
        search.due = ["W.SEEK"]


@recorded(
    "napoleonic_wars.fleet_found/1",
    "{card}: {nation} found {sought}.",
    faded="By a card {nation} found {sought}.",
)
class FleetFound(Event, frozen=True):
    """A card finds a fleet without dice [The Weather Gauge]."""

    card: Annotated[str, FADING]
    nation: str
    sought: str

    def apply(self, state: State) -> None:
        """Nothing is rolled for it."""
        found_or_not(top(state, Search), self.sought, found=True)


@recorded(
    "napoleonic_wars.search_made_sure/1",
    "{card}: {nation} cannot miss the enemy.",
    faded="By a card {nation} cannot miss the enemy.",
)
class SearchMadeSure(Event, frozen=True):
    """A card has been played so that the next stack is found without dice."""

    card: Annotated[str, FADING]
    nation: str

    def apply(self, state: State) -> None:
        """It is found when the windows are over."""
        search = within(state, Search)
        search.sure = True


@recorded("napoleonic_wars.fleet_stood/1", "{nation} accepted battle at sea.")
class FleetStood(Event, frozen=True):
    """A fleet that was found does not evade [13.31]."""

    nation: str

    def apply(self, state: State) -> None:
        """It will fight."""
        search = top(state, Search)
        search.met.append(search.found)
        search.found = ""


@recorded(
    "napoleonic_wars.evasion_at_sea/1", "{nation} tried to evade: {total}, 9 needed.", drawn="dice"
)
class EvasionAtSea(Event, frozen=True):
    """Two dice with their modifiers [13.31, 13.33]."""

    nation: str
    dice: tuple[int, ...]
    draw: int
    total: int
    breakdown: tuple[Line, ...]
    succeeds: bool

    def apply(self, state: State) -> None:
        """A failure gives the enemy a die."""
        state.draws = self.draw + 1
        search = top(state, Search)
        if not self.succeeds:
            search.met.append(search.found)
            search.failed += 1
        elif not search.patrol:
            voyage = within(state, Voyage)
            voyage.slipped = True
            voyage.shut = voyage.shut or search.blockade
        search.found = ""


@recorded("napoleonic_wars.search_ended/1", "{nation} found no battle in {zone}.")
class SearchEnded(Event, frozen=True):
    """Nobody was found, or all have evaded."""

    nation: str
    zone: str

    def apply(self, state: State) -> None:
        """The voyage goes on."""
        pop_to(state, Search)
