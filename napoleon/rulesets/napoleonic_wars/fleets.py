"""3.blockade, 3.fleet, 3.grandfleet Fleets: who sails together, who controls a zone [13.1, 13.2].

A nation's squadrons at one place are a fleet; fleets of several nations may lie in one stack, which
the nation of the top squadron leads [R-161].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from napoleon.rules.events import Line
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.nations import at_war, in_track_order, is_allied, may_fight
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.spaces import (
    FRIENDLY,
    controller,
    hostile_in,
    is_shut,
    status,
)
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State

NEEDED = 9
"""What the modified sum of two dice has to reach, for finding and for evading [13.3.c, 13.31]."""


def lead_of(it: Squadrons) -> str:
    """The nation that leads the stack of a fleet."""
    return it.lead or it.nation


def at_sea(state: State, zone: str, *, sails: bool = False) -> list[Squadrons]:
    """The fleets in a zone, those under way or all others."""
    there = (it for it in state.squadrons if it.at == zone and it.sails == sails)
    return [it for it in there if it.ready or it.refit]


def under_way(state: State) -> list[Squadrons]:
    """The fleets that sail now, that of the top squadron first."""
    sailing = [it for it in state.squadrons if it.sails]
    return sorted(sailing, key=lambda it: it.nation != lead_of(it))


def stack(state: State, zone: str, lead: str) -> list[Squadrons]:
    """The fleets of a stack at sea that is not under way, that of the top squadron first."""
    those = [it for it in at_sea(state, zone) if lead_of(it) == lead]
    return sorted(those, key=lambda it: it.nation != lead)


def enemy_stacks(state: State, pack: Pack, zone: str, nation: str) -> list[str]:
    """Who leads the stacks in a zone with a fleet that may fight a nation's, in track order."""
    found = {lead_of(it) for it in at_sea(state, zone) if may_fight(state, it.nation, nation)}
    return in_track_order(pack, found, nation)


def blockaders(state: State, pack: Pack, zone: str, nation: str) -> list[str]:
    """Who leads the enemy stacks that control a zone, and so blockade it [3.blockade, 13.33.a]."""
    held = controllers(state, zone, resting=True)
    those = (it for it in at_sea(state, zone) if it.nation in held)
    found = {lead_of(it) for it in those if may_fight(state, it.nation, nation)}
    return in_track_order(pack, found, nation)


def controllers(state: State, zone: str, *, resting: bool = False) -> list[str]:
    """The nations with a fleet at sea in a zone and no enemy of theirs there [3.control, R-02].

    The fleet under way counts, unless only those that lie there are looked at.
    """
    there = {
        it.nation
        for it in state.squadrons
        if it.at == zone and (it.ready or it.refit) and not (resting and it.sails)
    }
    return [it for it in there if not any(at_war(state, it, other) for other in there)]


def controls(state: State, zone: str, nation: str) -> bool:
    """Whether a nation or an ally of it controls a zone [3.control, R-02, 13.7.a]."""
    return any(is_allied(state, it, nation) for it in controllers(state, zone))


def zones_held(state: State, pack: Pack, nation: str) -> int:
    """How many sea zones a nation and its allies control."""
    return sum(controls(state, zone, nation) for zone in pack.zones)


def is_closed(state: State, zone: str, nation: str) -> bool:
    """Whether enemies of a nation control a zone, and so blockade its ports [3.blockade, R-46]."""
    return any(at_war(state, it, nation) for it in controllers(state, zone))


def is_blockaded(state: State, pack: Pack, port: str, nation: str) -> bool:
    """Whether enemies control every zone that a port leads to [3.blockade, R-46]."""
    return all(is_closed(state, zone, nation) for zone in pack.spaces[port].ports)


def is_friendly_port(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a nation's ships may go into a port: it is friendly [3.friendly, 3.uncontrolled].

    A fortress is, besieged or not; the capital of a conquered neutral is shut [15.21.c].
    """
    if not is_held_port(state, pack, space) or is_shut(state, pack, space, nation):
        return False
    return status(state, pack, space, nation) == FRIENDLY


def is_enemy_port(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether an enemy controls a port: forces of its enemies have not negated that [3.control]."""
    held = is_held_port(state, pack, space)
    return held and at_war(state, controller(state, pack, space), nation)


def is_held_port(state: State, pack: Pack, space: str) -> bool:
    """Whether it is a port whose owner still controls it."""
    where = pack.spaces.get(space)
    return where is not None and bool(where.ports) and not is_negated(state, pack, space)


def is_negated(state: State, pack: Pack, space: str) -> bool:
    """Whether forces of its enemies stand in the open duchy of a nation [3.control, 12.1.a]."""
    owner = controller(state, pack, space)
    return not pack.spaces[space].fortress and bool(hostile_in(state, space, owner))


def refuges(
    state: State, pack: Pack, zone: str, nation: str, barred: Sequence[str] = ()
) -> list[str]:
    """The friendly ports that are fewest zones away, those of the zone itself first [13.41, R-65].

    It goes uninterrupted: enemies and batteries on the way do not count.
    """
    seen, ring = {zone}, [zone]
    while ring:
        ports = dict.fromkeys(port for it in ring for port in pack.ports_of[it])
        found = [
            it for it in ports if it not in barred and is_friendly_port(state, pack, it, nation)
        ]
        if found:
            return found
        ring = [other for it in ring for other in pack.neighbours[it] if other not in seen]
        seen.update(ring)
    return []


OPEN_PORT, FORTRESS = 2, 4
"""The dice of batteries [13.5.a]."""


def guns_of(pack: Pack, space: str) -> int:
    """The dice of the batteries of a space: more if it is a fortress [13.5.a]."""
    return FORTRESS if pack.spaces[space].fortress else OPEN_PORT


# -- numbers ---------------------------------------------------------------------------------------


def count(fleets: Iterable[Squadrons]) -> int:
    """The squadrons of these fleets that fight."""
    return sum(it.finished for it in fleets)


def value_of(pack: Pack, nation: str, lead: str) -> int:
    """The dice of a squadron: those of the top one in its stack, where they are lower [13.21.a]."""
    nations = pack.nations
    return min(nations[nation].squadron_dice, nations[lead].squadron_dice)


def search_lines(pack: Pack, fleets: Sequence[Squadrons]) -> list[Line]:
    """What helps a stack to find another or to evade: most of it is British, or French [13.33]."""
    if not fleets:
        return []
    lead, number = fleets[0].nation, count(fleets)
    for it in fleets:
        most = 2 * sum(other.finished for other in fleets if other.nation == it.nation)
        modifier = pack.nations[it.nation].naval_modifier
        if most > number and modifier:
            lines = [Line(modifier, "13.33.a", say("most ships are of %(n)s", n=it.nation))]
            less = pack.nations[lead].naval_modifier - modifier
            if less < 0:
                lines.append(Line(less, "13.21.a", say("the top squadron is of %(n)s", n=lead)))
            return lines
    return []
