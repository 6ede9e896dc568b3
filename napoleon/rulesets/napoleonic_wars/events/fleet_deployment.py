"""Fleets that are deployed between two turns [14.21]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.sailing import Fleet, arrive, embark, sailing
from napoleon.rulesets.napoleonic_wars.frames.at_sea import FleetDeployment
from napoleon.rulesets.napoleonic_wars.frames.impulses import Reinforcement
from napoleon.rulesets.napoleonic_wars.state import State


@recorded("napoleonic_wars.fleet_deployment_began/1", "A fleet of {nation} leaves {start}.")
class FleetDeploymentBegan(Event, frozen=True):
    """A fleet is moved between two turns [14.21.a, 14.21.c]."""

    nation: str
    start: str
    squadrons: int
    maneuvers: int
    """How far it may go free of CP."""
    free: bool

    def apply(self, state: State) -> None:
        """One deployment is free, and one more is paid for."""
        top(state, Reinforcement).deploy(free=self.free)
        embark(state, self.start, Fleet(self.nation, self.squadrons), self.nation)
        push(state, FleetDeployment(self.nation, self.start, self.maneuvers, self.free))


@recorded("napoleonic_wars.fleet_picked_up/1", "More squadrons of {nation} joined in {place}.")
class FleetPickedUp(Event, frozen=True):
    """It takes squadrons along, and drops none [14.21.a]."""

    nation: str
    place: str
    squadrons: int

    def apply(self, state: State) -> None:
        """They sail with it."""
        embark(state, self.place, Fleet(self.nation, self.squadrons), self.nation)


@recorded("napoleonic_wars.fleet_step_paid/1", "{nation} paid a maneuver.")
class FleetStepPaid(Event, frozen=True):
    """A step of an extra deployment costs a maneuver [14.21.c]."""

    nation: str
    maneuvers: int
    """What is left of a CP."""

    def apply(self, state: State) -> None:
        """So many are left."""
        next(it for it in state.stack if isinstance(it, Reinforcement)).maneuvers = self.maneuvers


@recorded("napoleonic_wars.fleet_deployed/1", "The fleet of {nation} went to {place}.")
class FleetDeployed(Event, frozen=True):
    """A step of a fleet that is deployed."""

    nation: str
    start: str
    place: str

    def apply(self, state: State) -> None:
        """It is there."""
        cruise = top(state, FleetDeployment)
        cruise.at = self.place
        if cruise.free:
            cruise.maneuvers -= 1
        for ships in sailing(state):
            ships.at = self.place


@recorded("napoleonic_wars.fleet_deployment_ended/1", "The fleet of {nation} stays in {place}.")
class FleetDeploymentEnded(Event, frozen=True):
    """It goes no farther."""

    nation: str
    place: str

    def apply(self, state: State) -> None:
        """It lies there with others of its nation."""
        arrive(state)
        pop_to(state, FleetDeployment)
