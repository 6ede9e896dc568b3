"""3.control, 3.enemy, 3.friendly, 3.uncontrolled What a space is to a nation; who stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from napoleon.rulesets.napoleonic_wars.frames.forces import Force
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied
from napoleon.rulesets.napoleonic_wars.pack import Connection, Pack
from napoleon.rulesets.napoleonic_wars.state import State

Status = Literal["friendly", "enemy", "uncontrolled", "neutral"]
FRIENDLY: Status = "friendly"
ENEMY: Status = "enemy"
UNCONTROLLED: Status = "uncontrolled"
NEUTRAL: Status = "neutral"


def controller(state: State, pack: Pack, space: str) -> str:
    """The nation whose flag lies there, or else whose colour it has [3.control]."""
    return state.spaces[space].flag or pack.spaces[space].colour


def is_of_camp(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a space is the nation's own, or a home or associated duchy of an ally.

    The nation places no flag of its own there; an enemy's comes off [7.4.b, 8.22.b].
    """
    return pack.spaces[space].colour == nation or is_of_ally(state, pack, space, nation)


def is_of_ally(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a space is a home or associated duchy of an ally [8.22.b]."""
    where = pack.spaces[space]
    others = [it for it in (where.home, *where.associated) if it and it != nation]
    return any(is_allied(state, it, nation) for it in others)


def flag_can_change(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether there is a flag to place or to take off in a space that an enemy controls [R-147]."""
    return bool(state.spaces[space].flag) or not is_of_camp(state, pack, space, nation)


def leaders_in(state: State, space: str, nation: str = "") -> list[str]:
    """The leaders that stand there, of one nation or of all, in the order of the pack."""
    return [
        name
        for name, it in state.leaders.items()
        if it.where == space and it.standing == "map" and nation in ("", it.nation)
    ]


def leaders_on_map(state: State, nation: str) -> list[str]:
    """The leaders of a nation that stand in any space."""
    those = state.leaders.items()
    return [name for name, it in those if it.nation == nation and it.standing == "map"]


def sp_in(state: State, space: str, nation: str) -> int:
    """The strength points of a nation there."""
    return sum(lot.sp for lot in state.spaces[space].lots if lot.nation == nation)


def present(state: State, space: str) -> list[str]:
    """The nations with field forces there, those with strength points first."""
    there = [lot.nation for lot in state.spaces[space].lots]
    # It is asked more often than anything else of a position: leaders are gone through in place.
    there += [
        it.nation for it in state.leaders.values() if it.where == space and it.standing == "map"
    ]
    return [*dict.fromkeys(there)]


def nations_of(state: State, force: Force) -> list[str]:
    """The nations of a force, those with strength points first."""
    lots = (it.nation for it in force.lots)
    return [*dict.fromkeys([*lots, *(state.leaders[it].nation for it in force.leaders)])]


def units_in(state: State, space: str, nations: Iterable[str]) -> int:
    """Strength points and leaders of these nations there: a leader counts as one [3.unit]."""
    return sum(sp_in(state, space, it) + len(leaders_in(state, space, it)) for it in nations)


def hostile_in(state: State, space: str, nation: str) -> list[str]:
    """The nations at war with one that have field forces there."""
    return [it for it in present(state, space) if at_war(state, it, nation)]


def beset_by_enemies(state: State, nation: str) -> set[str]:
    """All spaces in which a nation at war with one has field forces; see `hostile_in`."""
    hostile = {it for it in state.nations if at_war(state, it, nation)}
    by_units = {
        space for space, it in state.spaces.items() for lot in it.lots if lot.nation in hostile
    }
    by_leaders = {
        it.where for it in state.leaders.values() if it.standing == "map" and it.nation in hostile
    }
    return by_units | by_leaders


def own_in(state: State, space: str, nation: str) -> list[str]:
    """The nation and its allies that have field forces there."""
    return [it for it in present(state, space) if is_allied(state, it, nation)]


def status(state: State, pack: Pack, space: str, nation: str) -> Status:
    """What a space is to a nation [3.friendly, 3.enemy, 3.uncontrolled]."""
    owner = controller(state, pack, space)
    if is_passable(state, pack, space, nation):
        negated = hostile_in(state, space, nation) and not pack.spaces[space].fortress
        return UNCONTROLLED if negated else FRIENDLY
    if at_war(state, owner, nation):
        return UNCONTROLLED if own_in(state, space, nation) else ENEMY
    return NEUTRAL


def is_passable(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a space is friendly to a nation, unless enemies negate that [3.friendly, 15.21.c]."""
    owner = controller(state, pack, space)
    return is_allied(state, owner, nation) or _may_pass(state, pack, space, nation)


def was_friendly(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a space was friendly to a nation before an enemy entered it [10.1.d, 11.22.a]."""
    if is_allied(state, controller(state, pack, space), nation):
        return True
    return _may_pass(state, pack, space, nation) and not pack.spaces[space].capital


def _may_pass(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether it is of somebody conquered by the nation's camp [15.21.c]."""
    by = state.nations[controller(state, pack, space)].conquered
    return bool(by) and is_allied(state, by, nation)


def is_shut(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether it is a capital that a nation may not enter, though it may pass its country.

    [15.21.c]
    """
    if not pack.spaces[space].capital or is_allied(state, controller(state, pack, space), nation):
        return False
    return _may_pass(state, pack, space, nation)


def is_enemy_fortress(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether an enemy fortress stands there [12]."""
    fortified = bool(pack.spaces[space].fortress)
    return fortified and at_war(state, controller(state, pack, space), nation)


def is_open(state: State, pack: Pack, link: Connection, nation: str) -> bool:
    """Whether nobody closes a strait: no enemy fleet in its zone or in a port at either end.

    [9.53, R-56]
    """
    if link.kind != "strait":
        return True
    closed = (link.zone, link.a, link.b)
    return not any(it.at in closed and at_war(state, it.nation, nation) for it in state.squadrons)


def may_leave(state: State, pack: Pack, space: str, to: str, nation: str) -> bool:
    """Whether one may go there: out of an enemy fortress space to certain spaces only [12.4.a]."""
    besieges = is_enemy_fortress(state, pack, space, nation)
    return not besieges or status(state, pack, to, nation) in (FRIENDLY, UNCONTROLLED)


def ways(state: State, pack: Pack, space: str, nation: str) -> Iterator[tuple[Connection, str]]:
    """The open connections from a space by which a nation may leave it, with where they lead."""
    besieges = is_enemy_fortress(state, pack, space, nation)
    for link in pack.links[space]:
        there = link.other(space)
        if is_shut(state, pack, there, nation) or not is_open(state, pack, link, nation):
            continue
        if not besieges or may_leave(state, pack, space, there, nation):
            yield link, there


def commanding(state: State, pack: Pack, leaders: Iterable[str]) -> str:
    """Who commands of several leaders: command, then battle rating, then the first; empty of none.

    [9.7.a, README of the pack]
    """
    ratings = pack.leaders
    return max(leaders, key=lambda it: (ratings[it].command, ratings[it].battle), default="")


def seat_in(state: State, pack: Pack, space: str, nations: Iterable[str]) -> str:
    """The seat of the commander of some nations' forces in a space; of most SP without a leader.

    [9.7.c, R-81]
    """
    those = list(nations)
    chief = commanding(state, pack, (it for n in those for it in leaders_in(state, space, n)))
    if chief:
        return commander(state, state.leaders[chief].nation)
    most = max(those, key=lambda it: (sp_in(state, space, it), -pack.track.index(it)))
    return commander(state, most)
