"""13.9 Ports that are taken: all fleets in them are driven to sea [R-130].

A port that enemies stand in is not taken yet: its ships stay as long as its flag does.
"""

from __future__ import annotations

from napoleon.rules.kit.sequence import Part, Step
from napoleon.rulesets.napoleonic_wars import fleets
from napoleon.rulesets.napoleonic_wars.events.refuges import FleetDrivenOut
from napoleon.rulesets.napoleonic_wars.events.sailing import Fleet
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander
from napoleon.rulesets.napoleonic_wars.spaces import controller, was_friendly
from napoleon.rulesets.napoleonic_wars.state import Squadrons
from napoleon.rulesets.napoleonic_wars.table import Wars


def _in_lost_port(table: Wars) -> Squadrons | None:
    """The first squadrons that lie in a port which is not their side's any more."""
    state, pack = table.state, table.data
    for it in state.squadrons:
        if it.at in pack.spaces and not was_friendly(state, pack, it.at, it.nation):
            return it
    return None


def _drive_out(table: Wars) -> None:
    """To the first zone that no enemy controls, if the port leads to one [R-163, R-184]."""
    state, pack = table.state, table.data
    there = _in_lost_port(table)
    assert there is not None, "there are some"
    nation, port = there.nation, there.at
    zones = pack.spaces[port].ports
    zone = next((it for it in zones if not fleets.is_closed(state, it, nation)), zones[0])
    those = [it for it in state.squadrons if (it.nation, it.at) == (nation, port)]
    fleet = Fleet(nation, sum(it.ready for it in those), sum(it.refit for it in those))
    seekers: tuple[str, ...] = ()
    clause = "R-130"
    if at_war(state, controller(state, pack, port), nation):
        if fleet.ready or fleet.refit:
            blockading = fleets.blockaders(state, pack, zone, nation)
            seekers = tuple(it for it in blockading if commander(state, it))
        clause = "13.9.a"
    lost = sum(it.building for it in those)
    table.record(FleetDrivenOut(nation, port, zone, fleet, lost, seekers), clause)


def is_quiet(table: Wars) -> bool:
    """Whether nothing is under way that could still change who holds the port."""
    stack = table.state.stack
    return not stack or isinstance(stack[-1], Impulse)


STEPS = Part[Wars](
    "lost ports",
    is_quiet,
    (Step("driven out", lambda table: _in_lost_port(table) is not None, _drive_out),),
)
"""Fleets leave ports that are their side's no more."""
