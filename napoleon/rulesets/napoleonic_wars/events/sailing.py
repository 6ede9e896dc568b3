"""Fleets under way: what sails together, and step by step where [13.1 - 13.3]."""

from __future__ import annotations

import msgspec

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top, within
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Voyage
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
