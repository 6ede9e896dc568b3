"""The words of cards about duchies, field forces and nations: each reads the position, and no more.

Nations and spaces are given and told by their ids, in the order of the pack or of the track.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars import nations
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, listed, stack_of
from napoleon.rulesets.napoleonic_wars.frames.forces import March, Meeting
from napoleon.rulesets.napoleonic_wars.spaces import (
    UNCONTROLLED,
    commanding,
    controller,
    hostile_in,
    leaders_in,
    leaders_on_map,
    nations_of,
    present,
    status,
)
from napoleon.rulesets.napoleonic_wars.state import PACT

Some = str | list[str]
"""One id, or several."""

# -- duchies ---------------------------------------------------------------------------------------


def home(at: Playing, of: Some) -> list[str]:
    """The home duchies of a nation, or of several."""
    return [it for nation in listed(of) for it in at.pack.home_duchies[nation]]


def assoc(at: Playing, of: Some) -> list[str]:
    """The associated duchies."""
    return [it for nation in listed(of) for it in at.pack.associated[nation]]


def colour_of(at: Playing, of: Some) -> list[str]:
    """Home and associated duchies."""
    return [*dict.fromkeys([*home(at, of), *assoc(at, of)])]


def controlled(at: Playing, spaces: Some, by: str) -> list[str]:
    """Of these, those that a nation controls."""
    return owned_by(at, spaces, by)


def owned_by(at: Playing, spaces: Some, by: Some) -> list[str]:
    """Of these, those that one of some nations controls."""
    those = listed(by)
    return [it for it in listed(spaces) if controller(at.state, at.pack, it) in those]


def not_held_by(at: Playing, spaces: Some, by: Some) -> list[str]:
    """Of these, those that none of some nations controls."""
    held = owned_by(at, spaces, by)
    return [it for it in listed(spaces) if it not in held]


def unfortified(at: Playing, spaces: Some) -> list[str]:
    """Of these, those without a fortress."""
    return [it for it in listed(spaces) if not at.pack.spaces[it].fortress]


def vacant(at: Playing, spaces: Some) -> list[str]:
    """Of these, those without field forces."""
    return [it for it in listed(spaces) if not present(at.state, it)]


def clear_of(at: Playing, spaces: Some, of: str) -> list[str]:
    """Of these, those without field forces at war with a nation."""
    return [it for it in listed(spaces) if not hostile_in(at.state, it, of)]


def flagged(at: Playing, spaces: Some, by: Some) -> list[str]:
    """Of these, those where a flag of one of some nations lies."""
    those = listed(by)
    return [it for it in listed(spaces) if at.state.spaces[it].flag in those]


def flags_on(at: Playing, spaces: Some) -> list[str]:
    """Of these, those where a flag of an enemy lies."""
    return flagged(at, spaces, enemies(at, at.you))


def flag_of(at: Playing, space: Some) -> list[str]:
    """The nations whose flags lie there."""
    flags = (at.state.spaces[it].flag for it in listed(space))
    return [it for it in dict.fromkeys(flags) if it]


def within(at: Playing, spaces: Some, steps: int) -> list[str]:
    """The spaces at most so many connections of any kind from one of these."""
    found, edge = {*listed(spaces)}, {*listed(spaces)}
    for _ in range(steps):
        edge = {link.other(it) for it in edge for link in at.pack.links[it]} - found
        found |= edge
    return [it for it in at.pack.spaces if it in found]


def occupied(at: Playing) -> list[str]:
    """The spaces with field forces of a nation that is not neutral [R-109]."""
    return [
        it
        for it in at.pack.spaces
        if any(not nations.is_neutral(at.state, nation) for nation in present(at.state, it))
    ]


def uncontrolled(at: Playing) -> list[str]:
    """The spaces with field forces for which they are uncontrolled [3.uncontrolled]."""
    return [
        it
        for it in at.pack.spaces
        if any(
            status(at.state, at.pack, it, nation) == UNCONTROLLED
            for nation in present(at.state, it)
        )
    ]


# -- field forces ----------------------------------------------------------------------------------


def stacks(at: Playing, of: Some, spaces: Some) -> list[str]:
    """The field forces of these nations in these spaces, each nation's in each space by itself."""
    where = {*listed(spaces)}
    return [
        stack_of(nation, it)
        for it in at.pack.spaces
        if it in where
        for nation in listed(of)
        if nation in present(at.state, it)
    ]


def abroad(at: Playing, of: Some) -> list[str]:
    """The strength points of these nations that stand outside of their home duchies."""
    return [
        stack_of(nation, it)
        for it in at.pack.spaces
        for nation in listed(of)
        if at.pack.spaces[it].home != nation
        and any(lot.nation == nation for lot in at.state.spaces[it].lots)
    ]


def armies(at: Playing, of: str) -> list[str]:
    """The leaders of a nation whose armies may move: they are on the map, and have not fought."""
    return [it for it in leaders_on_map(at.state, of) if not at.state.leaders[it].fought]


def french_led(at: Playing) -> list[str]:
    """The leaders of France whose armies may move."""
    return armies(at, nations.FRANCE)


def napoleon_leads(at: Playing) -> list[str]:
    """Napoleon, if he commands where he stands."""
    where = at.state.leaders["napoleon"].where
    here = [it for it in leaders_in(at.state, where) if it in armies(at, nations.FRANCE)]
    return ["napoleon"] if commanding(at.state, at.pack, here) == "napoleon" else []


def mover(at: Playing) -> list[str]:
    """The nations of the force that has just entered."""
    march = inmost(at.state, March)
    return [] if march is None else nations_of(at.state, march.force)


def here(at: Playing) -> str:
    """The space of the window."""
    meeting = inmost(at.state, Meeting)
    return meeting.space if meeting is not None else ""


# -- nations ---------------------------------------------------------------------------------------


def _of_any(at: Playing, of: Some, find: Callable[[str], Iterable[str]]) -> list[str]:
    found = {it for nation in listed(of) for it in find(nation)}
    return [it for it in at.pack.track if it in found]


def enemies(at: Playing, of: Some) -> list[str]:
    """The nations at war with one, or with one of several."""
    return _of_any(at, of, lambda it: nations.enemies(at.state, at.pack, it))


def allies(at: Playing, of: Some) -> list[str]:
    """The nations allied to one, or to one of several."""
    return _of_any(at, of, lambda it: nations.allies(at.state, at.pack, it))


def camp_of(at: Playing, of: str) -> list[str]:
    """The nations of a camp; the nation alone if it is in none."""
    return _of_any(at, of, lambda it: [it, *nations.allies(at.state, at.pack, it)])


def coalition(at: Playing) -> list[str]:
    """The powers of the Coalition."""
    camp = nations.COALITION
    return [it for it in at.pack.powers if at.state.nations[it].camp == camp]


def players(at: Playing, after: str) -> list[str]:
    """The player powers, in track order from a nation on."""
    order = nations.in_track_order(at.pack, at.pack.track, after)
    return [it for it in (order[-1], *order[:-1]) if it in at.state.powers]


def commanded(at: Playing) -> list[str]:
    """The nations that a player commands."""
    return [it for it in at.pack.track if nations.commander(at.state, it)]


def others(at: Playing, those: Some, but: str) -> list[str]:
    """All of these but one."""
    return [it for it in listed(those) if it != but]


def everyone(at: Playing) -> list[str]:
    """All nations."""
    return [*at.pack.track]


def belligerents(at: Playing) -> list[str]:
    """The nations at war."""
    named = {nation for pair in at.state.wars for nation in pair.split("-")}
    return [it for it in at.pack.track if it in named]


def powers(at: Playing) -> list[str]:
    """The five powers."""
    return [*at.pack.powers]


def minors(at: Playing) -> list[str]:
    """The four minors."""
    return [*at.pack.minors]


def pact_or_camp(at: Playing, of: str) -> list[str]:
    """The allies of a nation that it may help: player powers of its camp, and its Pact proxies."""
    return [
        it
        for it in nations.allies(at.state, at.pack, of)
        if nations.commander(at.state, it)
        and (it in at.state.powers or (it in in_pact(at) and at.state.nations[it].row == of))
    ]


def in_pact(at: Playing) -> list[str]:
    """The proxies in Pact."""
    return [it for it in at.pack.track if at.state.nations[it].box == PACT]


def invaded(at: Playing) -> list[str]:
    """The nations that are conquered, or have enemies in their home duchies."""
    return [
        it
        for it in at.pack.track
        if at.state.nations[it].conquered
        or any(hostile_in(at.state, space, it) for space in at.pack.home_duchies[it])
    ]


def conquerors(at: Playing) -> list[str]:
    """The nations that have conquered one."""
    found = {it.conquered for it in at.state.nations.values()}
    return [it for it in at.pack.track if it in found]


def conquered(at: Playing, nation: str) -> bool:
    """Whether a nation is conquered."""
    return bool(at.state.nations[nation].conquered)


def at_war(at: Playing, one: str, other: str) -> bool:
    """Whether two nations are at war."""
    return nations.at_war(at.state, one, other)


def is_proxy(at: Playing, nation: str) -> bool:
    """Whether a nation is a proxy."""
    return nations.is_proxy(at.state, nation)


def client(at: Playing, proxy: str, power: str) -> bool:
    """Whether a nation is a client of a power [3.client]."""
    return nations.is_client(at.state, proxy, power)


def year(at: Playing) -> int:
    """The year of the turn."""
    return at.pack.year(at.state.turn)


def with_cards(at: Playing, those: Some) -> list[str]:
    """Of these, those with a card in hand: how many everybody has is public."""
    return [it for it in listed(those) if at.state.nations[it].hand]


def count(at: Playing, those: Some) -> int:
    """How many."""
    return len(listed(those))


WORDS: Mapping[str, Callable[..., Any]] = {
    it.__name__: it
    for it in (
        home, assoc, colour_of, controlled, owned_by, not_held_by, unfortified, vacant, clear_of,
        flagged, flags_on, flag_of, within, occupied, uncontrolled, stacks, abroad, armies,
        french_led, napoleon_leads, mover, here, enemies, allies, camp_of, coalition, players,
        commanded, others, everyone, belligerents, powers, minors, pact_or_camp, in_pact, invaded,
        conquerors, conquered, at_war, is_proxy, client, year, with_cards, count,
    )
}  # fmt: skip
