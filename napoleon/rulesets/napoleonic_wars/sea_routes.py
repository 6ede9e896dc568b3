"""13.6.c, 13.7.a Where a convoy can sail to: the zones on its way, and ports it may enter."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars import fleets
from napoleon.rulesets.napoleonic_wars.invasions import refuse_invasion, refuse_leaving_home
from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied, is_truce
from napoleon.rulesets.napoleonic_wars.pacts import drawn_in
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in, present, was_friendly

Closed = Callable[[Acting, str, str], Refusal | None]
"""Why a convoy does not enter a port out of a zone, if it does not."""


def is_beset(it: Acting, port: str) -> bool:
    """Whether enemies stand in a port, before a fortress too: it is not friendly, or closed.

    [3.friendly, R-171]
    """
    negated = fleets.is_negated(it.state, it.pack, port)
    return negated or bool(hostile_in(it.state, port, it.nation))


def _is_open(it: Acting, zone: str) -> bool:
    """Whether no enemy fleet is at sea there [13.6.c]."""
    return not any(
        at_war(it.state, ships.nation, it.nation) for ships in fleets.at_sea(it.state, zone)
    )


def _passes(it: Acting, zone: str, other: str) -> bool:
    """Whether no enemy fortress holds the strait between two zones [13.6.c]."""
    guard = it.pack.strait(zone, other)
    return not guard or not at_war(it.state, controller(it.state, it.pack, guard), it.nation)


def routes(it: Acting, port: str, closed: Closed) -> Iterator[tuple[str, list[str]]]:
    """The ports that a convoy could sail to, each with the places on its shortest way.

    These are zones, and friendly ports of two zones, which cost as much [13.6.b].
    """
    ways = [[zone] for zone in it.pack.spaces[port].ports if _is_open(it, zone)]
    seen = {port, *(way[-1] for way in ways)}
    found: set[str] = {port}
    for way in ways:
        at = way[-1]
        if at in it.pack.zones:
            for there in it.pack.ports_of[at]:
                if there not in found and closed(it, there, at) is None:
                    found.add(there)
                    yield there, way
                if there not in seen and _leads_on(it, there, at):
                    seen.add(there)
                    ways.append([*way, there])
        for other in _beyond(it, at):
            if other not in seen and _is_open(it, other):
                seen.add(other)
                ways.append([*way, other])


def _leads_on(it: Acting, port: str, zone: str) -> bool:
    """Whether a convoy may go on from there: a friendly port that it may enter [R-176]."""
    friendly = fleets.is_friendly_port(it.state, it.pack, port, it.nation)
    return friendly and refuse_port(it, port, zone) is None


def _beyond(it: Acting, at: str) -> list[str]:
    """The zones next to a zone, past no enemy fortress, or those of a port."""
    if at in it.pack.zones:
        return [zone for zone in it.pack.neighbours[at] if _passes(it, at, zone)]
    return [*it.pack.spaces[at].ports]


def refuse_port(it: Acting, to: str, zone: str) -> Refusal | None:
    """Why a convoy does not enter a port out of a zone [13.6.c, 13.7.a]."""
    state, pack = it.state, it.pack
    enemy_ships = any(
        ships.at == to and at_war(state, ships.nation, it.nation) for ships in state.squadrons
    )
    if enemy_ships:
        return refuse("ENEMY_FLEET", "13.6.c", "An enemy fleet lies in that port.")
    if was_friendly(state, pack, to, it.nation):
        if is_beset(it, to):
            clause = "R-171" if pack.spaces[to].fortress else "13.6.a"
            return refuse("ENEMY_THERE", clause, "Enemy forces stand in that port.")
        return None
    holder = controller(state, pack, to)
    if not at_war(state, holder, it.nation):
        return refuse("NEUTRAL_PORT", "13.6.a", "Nobody of your side controls that port.")
    if not fleets.is_enemy_port(state, pack, to, it.nation):
        detail = "Forces in that port have ended the enemy's control, and nobody has it."
        return refuse("UNCONTROLLED_PORT", "3.uncontrolled", detail)
    if not fleets.controls(state, zone, it.nation):
        detail = "To land in an enemy port your side has to control the zone."
        return refuse("NO_CONTROL", "13.7.a", detail)
    if any(is_truce(state, it.nation, one) for one in (holder, *hostile_in(state, to, it.nation))):
        return refuse("ARMISTICE", "R-106", "An armistice holds with those who hold that port.")
    return None


def refuse_beach(it: Acting, to: str, zone: str) -> Refusal | None:
    """Why a convoy does not invade a neutral minor's port out of a zone [8.33.b, R-186].

    Ships in the port and in the zone are looked at as in the war that it begins.
    """
    why = refuse_invasion(it.state, it.pack, to, it.nation)
    why = why or refuse_leaving_home(it.state, it.pack, to, it.nation)
    if why is not None:
        return why
    holder = controller(it.state, it.pack, to)
    new = drawn_in(it.state, it.pack, holder, it.nation)
    if not it.pack.spaces[to].fortress and any(
        is_allied(it.state, one, it.nation) or at_war(it.state, one, holder)
        for one in present(it.state, to)
    ):
        detail = "Forces in that port would end its owner's control, and nobody would have it."
        return refuse("UNCONTROLLED_PORT", "3.uncontrolled", detail)
    if any(
        ships.at == to and (ships.nation in new or at_war(it.state, ships.nation, it.nation))
        for ships in it.state.squadrons
    ):
        return refuse("ENEMY_FLEET", "13.6.c", "An enemy fleet lies in that port.")
    contested = any(ships.nation in new for ships in fleets.at_sea(it.state, zone))
    if contested or not fleets.controls(it.state, zone, it.nation):
        detail = "To land in an enemy port your side has to control the zone."
        return refuse("NO_CONTROL", "13.7.a", detail)
    return None


ENTRIES = (refuse_port, refuse_beach)
"""The ways in which a convoy may enter a port."""
