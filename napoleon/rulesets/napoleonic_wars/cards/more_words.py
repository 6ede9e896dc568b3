"""The words of cards about fleets and zones, consuls, and battles under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars import fleets as fleets_of
from napoleon.rulesets.napoleonic_wars import nations
from napoleon.rulesets.napoleonic_wars.camps import refuse_camp
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, listed
from napoleon.rulesets.napoleonic_wars.cards.words import Some, camp_of
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side, Siege
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in, sp_in
from napoleon.rulesets.napoleonic_wars.state import PACT

# -- the sea ---------------------------------------------------------------------------------------


def zones(at: Playing, *names: str) -> list[str]:
    """Sea zones."""
    return [*names]


def fleet_of(nation: str, at: str) -> str:
    """What the squadrons of a nation in a port or zone are called in programs."""
    return f"{nation}@{at}"


def fleets(at: Playing, place: str, of: Some) -> list[str]:
    """The fleets of these nations at ``sea``, or in port."""
    return [
        fleet_of(it.nation, it.at)
        for it in at.state.squadrons
        if it.nation in listed(of) and (it.at in at.pack.zones) == (place == "sea") and it.ready
    ]


def at_sea(at: Playing, of: str, where: Some) -> bool:
    """Whether a nation has a fleet at sea in one of these zones."""
    there = listed(where)
    return any(it.nation == of and it.at in there and it.ready for it in at.state.squadrons)


def fleets_near(at: Playing, of: str) -> list[str]:
    """The enemy fleets in ports of zones where a nation has a fleet at sea, or next to one."""
    own = {it.at for it in at.state.squadrons if it.nation == of and it.at in at.pack.zones}
    near = own | {zone for it in own for zone in at.pack.neighbours[it]}
    return [
        fleet_of(it.nation, it.at)
        for it in at.state.squadrons
        if nations.at_war(at.state, it.nation, of)
        and it.at in at.pack.spaces
        and near & {*at.pack.spaces[it.at].ports}
    ]


def ports(at: Playing, of: str) -> list[str]:
    """The home ports of a nation that it controls, and where no enemy stands."""
    return [
        it
        for it in at.pack.home_duchies[of]
        if at.pack.spaces[it].ports
        and controller(at.state, at.pack, it) == of
        and not hostile_in(at.state, it, of)
    ]


def zones_held(at: Playing, of: str) -> int:
    """How many sea zones a nation and its allies controlled as its impulse began [3.control]."""
    impulse = inmost(at.state, Impulse)
    if impulse is not None and impulse.nation == of:
        return impulse.zones
    return fleets_of.zones_held(at.state, at.pack, of)


def ports_held(at: Playing, of: str) -> int:
    """How many ports a nation and its clients control."""
    own = [of, *(it for it in at.pack.track if nations.is_client(at.state, it, of))]
    ports = (it.id for it in at.pack.spaces.values() if it.ports)
    return sum(controller(at.state, at.pack, it) in own for it in ports)


# -- diplomacy -------------------------------------------------------------------------------------


def consuls(at: Playing, on: Some) -> list[str]:
    """The consuls not in Pact, on these rows or Unaligned; on ``any`` row."""
    rows = listed(on)
    return [
        it
        for it in at.pack.track
        if nations.is_proxy(at.state, it)
        and at.state.nations[it].box != PACT
        and ("any" in rows or at.state.nations[it].row in ("", *rows))
    ]


def on_row(at: Playing, consul: str, other: Some) -> Some:
    """The row of a consul; if it is Unaligned the second."""
    return at.state.nations[consul].row or other


def row_of(at: Playing, nation: str) -> list[str]:
    """The rows that are a nation's: its own, a proxy's those of its commander [R-117]."""
    if nation in at.state.powers:
        return [nation]
    it = at.state.nations[nation]
    if it.box == PACT:
        return [it.row]
    return nations.powers_of(at.state, it.caretaker)


def may_refuse(at: Playing) -> str:
    """Of France and Russia the one that has not played the card."""
    return nations.RUSSIA if at.you == nations.FRANCE else nations.FRANCE


def alone(at: Playing, nation: str) -> bool:
    """Whether the seat of a nation commands no other member of the Coalition [R-116].

    Proxies in Pact with it do not count: they come along [R-89].
    """
    seat = nations.commander(at.state, nation)
    own = (nation, *nations.followers(at.state, at.pack, nation))
    return not any(
        it not in own and nations.commander(at.state, it) == seat
        for it in at.pack.track
        if at.state.nations[it].camp == nations.COALITION
    )


def may_join(at: Playing, nation: str, to: str) -> bool:
    """Whether a player power that somebody commands may join the camp of another [8.3.d, R-116]."""
    if not nations.commander(at.state, nation) or nations.is_proxy(at.state, nation):
        return False
    return refuse_camp(at.table, nation, at.state.nations[to].camp) is None


# -- battles ---------------------------------------------------------------------------------------


def _sides(at: Playing) -> tuple[Side, Side] | None:
    """Your side of the battle under way, and the other."""
    battle = inmost(at.state, Battle)
    if battle is None:
        return None
    one, other = battle.attacker, battle.defender
    return (one, other) if {*camp_of(at, at.you)} & {*one.nations} else (other, one)


def round_is(at: Playing, number: int) -> bool:
    """Whether it is that round of the battle."""
    battle = inmost(at.state, Battle)
    return battle is not None and battle.round == number


def active(at: Playing) -> bool:
    """Whether your side is the active one of the battle."""
    battle, sides = inmost(at.state, Battle), _sides(at)
    return battle is not None and sides is not None and sides[0] is battle.attacker


def side(at: Playing, whose: str) -> str:
    """Your ``own`` side of the battle, or that of the ``enemy``, by how its frame calls it."""
    return "attacker" if active(at) == (whose == "own") else "defender"


def undisrupted(at: Playing, leader: str) -> bool:
    """Whether a leader is in the battle on your side, and not disrupted."""
    battle, sides = inmost(at.state, Battle), _sides(at)
    it = at.state.leaders[leader]
    if battle is None or sides is None or it.standing != "map" or it.where != battle.space:
        return False
    return it.nation in sides[0].nations and leader not in sides[0].shaken


def sp_here(at: Playing, nation: str) -> int:
    """The undisrupted strength points of a nation in the battle or siege."""
    battle, sides = inmost(at.state, Battle), _sides(at)
    if battle is not None and sides is not None:
        gone = sides[0].disrupted.get(nation, 0)
        return sp_in(at.state, battle.space, nation) - gone
    siege = inmost(at.state, Siege)
    if siege is None:
        return 0
    return sp_in(at.state, siege.space, nation) - siege.besieger.disrupted.get(nation, 0)


def besieger(at: Playing) -> bool:
    """Whether your side besieges."""
    siege = inmost(at.state, Siege)
    return siege is not None and at.state.leaders[siege.leader].nation in camp_of(at, at.you)


MORE_WORDS: Mapping[str, Callable[..., Any]] = {
    it.__name__: it
    for it in (
        zones, fleets, at_sea, fleets_near, ports, zones_held, ports_held, consuls, on_row, row_of,
        may_refuse, alone, may_join, round_is, active, side, undisrupted, sp_here, besieger,
    )
}  # fmt: skip
