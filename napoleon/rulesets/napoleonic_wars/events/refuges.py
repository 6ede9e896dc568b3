"""Fleets that lose their port, and where they flee to [13.41, 13.9]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.frames import pop_to, push, top
from napoleon.rulesets.napoleonic_wars.events.sailing import Fleet
from napoleon.rulesets.napoleonic_wars.events.sea_battles import ships_of, side_of
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Refuge, SeaBattle, Voyage
from napoleon.rulesets.napoleonic_wars.pieces import merge, squadrons_at, sweep
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State


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
        """Blockaders of the port may intercept them."""
        gone = (self.nation, self.port)
        state.squadrons = [it for it in state.squadrons if (it.nation, it.at) != gone]
        if not self.fleet.ready + self.fleet.refit:
            return
        ships = squadrons_at(state, self.nation, self.zone, sails=True)
        ships.ready, ships.refit = self.fleet.ready, self.fleet.refit
        push(state, Voyage(self.nation, self.zone, seekers=[*self.seekers], driven=True))


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
