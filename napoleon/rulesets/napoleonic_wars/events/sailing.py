"""Fleets that move, search and are found, and where they flee to [13.1 - 13.3, 13.9, 13.41]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from napoleon.rules.events import FADING, Event, Line, recorded
from napoleon.rules.kit.frames import pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.events.sea_battles import ships_of, side_of
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Refuge, SeaBattle, Search, Voyage
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.pieces import merge, squadrons_at, sweep, unstack
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State


class Fleet(msgspec.Struct, frozen=True):
    """Squadrons of a nation at a place."""

    nation: str
    ready: int
    refit: int = 0


def sailing(state: State) -> list[Squadrons]:
    """The entries of the fleets under way."""
    return [it for it in state.squadrons if it.sails]


def embark(state: State, at: str, fleet: Fleet, lead: str) -> None:
    """Squadrons leave the others at their place, to sail."""
    own = squadrons_at(state, fleet.nation, at)
    own.ready -= fleet.ready
    own.refit -= fleet.refit
    ships = squadrons_at(state, fleet.nation, at, sails=True)
    ships.ready += fleet.ready
    ships.refit += fleet.refit
    ships.lead = "" if lead == fleet.nation else lead
    sweep(state)
    unstack(state)


def arrive(state: State, *, stays: bool = False) -> None:
    """The fleets under way lie where they are, with other squadrons of their nation."""
    for ships in sailing(state):
        ships.sails, ships.stays = False, stays
        merge(state, ships)
    unstack(state)


def end_voyage(state: State) -> None:
    """Nothing is under way any more."""
    arrive(state)
    pop_to(state, Voyage)


@recorded("napoleonic_wars.voyage_began/1", "A fleet of {nation} is made ready in {place}.")
class VoyageBegan(Event, frozen=True):
    """Squadrons of a nation will move by parts [13.1]."""

    nation: str
    place: str
    squadrons: int
    port: bool

    def apply(self, state: State) -> None:
        """They may be joined by others, and sail."""
        embark(state, self.place, Fleet(self.nation, self.squadrons), self.nation)
        push(state, Voyage(self.nation, self.place, left=self.place if self.port else ""))


@recorded("napoleonic_wars.fleet_joined/1", "{nation} joined the fleet in {place}.")
class FleetJoined(Event, frozen=True):
    """An ally's squadrons sail in the same stack, under the top squadron of its leader [13.21]."""

    nation: str
    place: str
    squadrons: int
    lead: str

    def apply(self, state: State) -> None:
        """They are part of it."""
        embark(state, self.place, Fleet(self.nation, self.squadrons), self.lead)


@recorded("napoleonic_wars.maneuvers_spent/1", "{nation} spent {number:maneuver/maneuvers}.")
class ManeuversSpent(Event, frozen=True):
    """A CP buys two maneuvers; what is left of them lapses with the impulse [13.a, R-33]."""

    nation: str
    number: int
    left: int

    def apply(self, state: State) -> None:
        """So many are left."""
        impulse = within(state, Impulse)
        impulse.maneuvers = self.left


@recorded("napoleonic_wars.course_set/1", "The fleet of {nation} sails from {start} to {place}.")
class CourseSet(Event, frozen=True):
    """A step of a fleet, with all that has to be settled of it [13.1, 13.3]."""

    nation: str
    start: str
    place: str
    due: tuple[str, ...]
    """What is to be settled, in this order."""

    def apply(self, state: State) -> None:
        """It is settled before the next step."""
        voyage = top(state, Voyage)
        voyage.to, voyage.due = self.place, [*self.due]
        voyage.slipped = voyage.shut = False
        voyage.stayed = []
        if voyage.at != voyage.left:
            voyage.left = ""


@recorded("napoleonic_wars.fleet_moved/1", "The fleet of {nation} came to {place}.")
class FleetMoved(Event, frozen=True):
    """A fleet has entered a zone or a port [13.1]."""

    nation: str
    start: str
    place: str
    port: bool
    seekers: tuple[str, ...]
    """Who leads the stacks there that may try to intercept it [13.3.a]."""

    def apply(self, state: State) -> None:
        """It is there."""
        voyage = top(state, Voyage)
        for ships in sailing(state):
            ships.at = self.place
        voyage.at, voyage.came, voyage.seekers = self.place, self.start, [*self.seekers]
        state.rules = [it for it in state.rules if it.until != "sailing"]
        if self.port:
            voyage.left = self.place
        if "move" in voyage.due:
            voyage.due.remove("move")


@recorded("napoleonic_wars.fleet_sought/1", "Others in {place} may seek the fleet of {nation}.")
class FleetSought(Event, frozen=True):
    """A fleet that enters a port may be intercepted in the zone before it [13.3.a]."""

    nation: str
    place: str
    seekers: tuple[str, ...]

    def apply(self, state: State) -> None:
        """They are asked."""
        voyage = top(state, Voyage)
        voyage.seekers = [*self.seekers]
        voyage.due.remove("seek")


@recorded("napoleonic_wars.voyage_ended/1", "The fleet of {nation} stopped in {place}.")
class VoyageEnded(Event, frozen=True):
    """A fleet moves no more for now, or is lost; others of its nation join it there."""

    nation: str
    place: str

    def apply(self, state: State) -> None:
        """It lies there."""
        end_voyage(state)


@recorded("napoleonic_wars.fleet_driven_out/1", "{nation} lost the port of {port} to the enemy.")
class FleetDrivenOut(Event, frozen=True):
    """All fleets in a port that an enemy takes are driven to sea [13.9]."""

    nation: str
    port: str
    zone: str
    fleet: Fleet
    lost: int
    """Squadrons under construction: they are eliminated."""
    seekers: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Who blockades the port may intercept them."""
        gone = (self.nation, self.port)
        state.squadrons = [it for it in state.squadrons if (it.nation, it.at) != gone]
        if not self.fleet.ready + self.fleet.refit:
            return
        ships = squadrons_at(state, self.nation, self.zone, sails=True)
        ships.ready, ships.refit = self.fleet.ready, self.fleet.refit
        push(state, Voyage(self.nation, self.zone, seekers=[*self.seekers], driven=True))


# -- searches --------------------------------------------------------------------------------------


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
        """Who is met may evade."""
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
        """Who is found may evade."""
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


@recorded("napoleonic_wars.fleet_turned_back/1", "The fleet of {nation} went back to {port}.")
class FleetTurnedBack(Event, frozen=True):
    """A fleet that evades as it comes out of a port goes back there [13.31]."""

    nation: str
    port: str

    def apply(self, state: State) -> None:
        """It sails no more for now."""
        for ships in sailing(state):
            ships.at, ships.lead = self.port, ""
        end_voyage(state)


@recorded("napoleonic_wars.fleet_held/1", "The fleet of {nation} went no farther than {place}.")
class FleetHeld(Event, frozen=True):
    """A fleet that evades as it comes out of a port nobody blockades may not go on [13.31]."""

    nation: str
    place: str

    def apply(self, state: State) -> None:
        """It stays at sea for this impulse."""
        arrive(state, stays=True)
        pop_to(state, Voyage)


# -- ports of refuge -------------------------------------------------------------------------------


@recorded("napoleonic_wars.refuge_sought/1", "The fleet of {nation} in {place} makes for port.")
class RefugeSought(Event, frozen=True):
    """Fleets have to go to the nearest friendly port, of which their owner chooses one [13.41]."""

    nation: str
    place: str
    sails: bool
    nations: tuple[str, ...]
    ports: tuple[str, ...]

    def apply(self, state: State) -> None:
        """They go there at once."""
        push(state, Refuge(self.place, self.sails, [*self.nations], [*self.ports]))


def _those(state: State, refuge: Refuge) -> list[Squadrons]:
    return [
        it
        for it in state.squadrons
        if (it.at, it.sails) == (refuge.at, refuge.sails) and it.nation in refuge.nations
    ]


@recorded("napoleonic_wars.fleet_withdrew/1", "The fleet of {nation} withdrew to {port}.")
class FleetWithdrew(Event, frozen=True):
    """It stays in that port for this impulse [13.41]."""

    nation: str
    port: str

    def apply(self, state: State) -> None:
        """It lies there."""
        refuge = top(state, Refuge)
        for ships in _those(state, refuge):
            ships.at, ships.lead, ships.sails, ships.stays = self.port, "", False, True
            merge(state, ships)
        settled(state)


@recorded("napoleonic_wars.fleet_without_port/1", "The fleet of {nation} found no port.")
class FleetWithoutPort(Event, frozen=True):
    """There is no friendly port: a beaten fleet is sunk, any other stays at sea [R-36, R-109]."""

    nation: str
    sunk: bool

    def apply(self, state: State) -> None:
        """It is gone, or does not move in this impulse."""
        refuge = top(state, Refuge)
        for ships in _those(state, refuge):
            if self.sunk:
                ships.ready = ships.refit = 0
            else:
                ships.stays = True
        sweep(state)
        settled(state)


def settled(state: State) -> None:
    """A fleet has gone where it had to; others of a beaten side go after it."""
    gone = top(state, Refuge).nations
    pop_to(state, Refuge)
    battle = state.stack[-1] if state.stack else None
    if isinstance(battle, SeaBattle):
        side = side_of(battle, battle.loser)
        side.nations = [it for it in side.nations if it not in gone]
        battle.withdrawn = not ships_of(state, side)
