"""5.7, 15 Conquest: who falls at the end of a turn, and what follows from it, or a submission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.sequence import Step
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.conquest import (
    ConquestRolled,
    DuchyCeded,
    NationConquered,
)
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Term
from napoleon.rulesets.napoleonic_wars.nations import (
    FRANCE,
    allies,
    at_war,
    enemies,
    followers,
    is_proxy,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.scoring import end_game
from napoleon.rulesets.napoleonic_wars.spaces import controller, units_in
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, in_order_from_next

NEEDED = 6

# -- who falls [15.1] ------------------------------------------------------------------------------


def conqueror(table: Wars, nation: str) -> str:
    """The enemy that would conquer a nation; empty if its capital is not under enemy control.

    Both capitals of Russia have to be [15.1.c]; if two enemies hold them, it is the one with more
    Russian keys, then the first in track order [R-127].
    """
    state, pack = table.state, table.data
    holders = [controller(state, pack, it) for it in pack.capitals[nation]]
    if not holders or not all(at_war(state, it, nation) for it in holders):
        return ""
    order = in_order_from_next(table, dict.fromkeys(holders))
    taken = [controller(state, pack, it) for it in lost_keys(table, nation)]
    return max(order, key=taken.count)


def lost_keys(table: Wars, nation: str) -> list[str]:
    """The keys of its list at the start on which another nation's flag stands.

    Enemies that stand in one negate control, and have not taken it [3.control].
    """
    state, pack = table.state, table.data
    return [it for it in pack.keys[nation] if controller(state, pack, it) != nation]


def lines_of(table: Wars, nation: str, die: int) -> tuple[Line, ...]:
    """The die for conquest with its modifiers [15.1.b-c]."""
    own = table.data.nations[nation]
    lines = [Line(die, "15.1.b", say("die"))]
    if lost := len(lost_keys(table, nation)):
        lines.append(Line(lost, "15.1.c", say("lost keys")))
    lines.append(Line(own.conquest_modifier, "15.1.c", say("modifier of the nation")))
    return tuple(lines)


def _to_try(table: Wars) -> tuple[str, str]:
    """The next nation that may be conquered, and its conqueror; in the order of R-42."""
    order, tried = in_order_from_next(table, table.data.track), table.state.ending.tried
    start = order.index(tried[-1]) + 1 if tried else 0
    for nation in order[start:]:
        if by := conqueror(table, nation):
            return nation, by
    return "", ""


def _try(table: Wars) -> None:
    nation, by = _to_try(table)
    if len(lost_keys(table, nation)) == len(table.data.keys[nation]):
        conquer(table, nation, by, "conquest")
        return
    die, draw = table.draw(range(1, 7), "conquest", PUBLIC)
    lines = lines_of(table, nation, die)
    event = ConquestRolled(nation, by, die, draw, total(lines), lines)
    table.record(event, "15.1.b", "R-42")
    if total(lines) >= NEEDED:
        conquer(table, nation, by, "conquest")


CONQUESTS: Step[Wars] = Step("conquest", lambda table: bool(_to_try(table)[0]), _try)
"""Each nation that can be conquered is rolled for [5.7]."""

# -- what it means at once [15.2, 15.4, 15.5] ------------------------------------------------------


def conquer(
    table: Wars,
    nation: str,
    by: str,
    way: Literal["conquest", "submission", "demand"],
    terms: Sequence[Term] = (),
) -> None:
    """A nation is conquered, or submits on `terms`; without `by` it becomes neutral alone.

    The frame `Conquest` does the rest: cession, evacuation, regrouping.
    """
    state, pack = table.state, table.data
    camp = [by, *allies(state, pack, by)] if by else []
    own = tuple(followers(state, pack, nation))
    former = [it for it in allies(state, pack, nation) if it not in own]
    # Without a conqueror the consul of a proxy is not frozen, nor freed [15.22.a, 15.42.a].
    until = state.turn + (way == "conquest") if by else state.nations[nation].frozen
    proxy = is_proxy(state, nation)
    event = NationConquered(nation, by, way, own, proxy, tuple(camp), until)
    clauses = {"conquest": "15.2.a", "submission": "15.4.b", "demand": "R-102"}
    table.record(event, clauses[way], "15.5.a", "15.21.d", "R-63")
    ceded = [it.duchy for it in terms if it.way == "cede"]
    given_back = [it.duchy for it in terms if it.way == "unflag"]
    for space in dict.fromkeys((*pack.home_duchies[nation], *given_back)):
        flag = state.spaces[space].flag
        if flag in camp and space not in ceded:
            table.record(FlagRemoved(flag, space, flag), "15.2.a")
    for space in ceded:
        if pack.spaces[space].colour == by:
            table.record(FlagRemoved(by, space, state.spaces[space].flag), "15.41.a", "7.4.b")
        else:
            table.record(DuchyCeded(nation, by, space), "15.41.a")
    if nation == FRANCE and way == "submission":
        end_game(table, "5.8.d", "R-14")
    for space in pack.home_duchies[nation]:
        if (flag := state.spaces[space].flag) in former:
            table.record(FlagRemoved(flag, space, flag), "15.21.b", "R-54")


def submits(table: Wars, nation: str) -> None:
    """A nation cannot meet a demand: the enemy with most forces in its country conquers it.

    If no enemy has any there it becomes neutral, and no more [6.12.a, 15.42.a, R-102].
    """
    by = strongest(table.state, table.data, nation)
    conquer(table, nation, by, "demand")


def strongest(state: State, pack: Pack, nation: str) -> str:
    """The enemy with most forces in a nation's country; empty if none has any [15.4.a].

    Flags are forces, too [3.force]; of equals the first on the track counts [R-193].
    """
    forces = _forces_in(state, pack.home_duchies[nation])
    able = [it for it in enemies(state, pack, nation) if forces[it]]
    return max(able, key=lambda it: forces[it], default="")


def units_inside(state: State, pack: Pack, nation: str, other: str) -> int:
    """The strength points and leaders of another nation in the home duchies of one [R-64]."""
    return sum(units_in(state, it, [other]) for it in pack.home_duchies[nation])


def _forces_in(state: State, spaces: Sequence[str]) -> Counter[str]:
    """By nation the strength points, leaders and flags in these spaces together."""
    found = Counter(state.spaces[it].flag for it in spaces)
    for space in spaces:
        for lot in state.spaces[space].lots:
            found[lot.nation] += lot.sp
    found.update(
        it.nation for it in state.leaders.values() if it.standing == "map" and it.where in spaces
    )
    return found


def country(state: State, pack: Pack, nations: Iterable[str]) -> set[str]:
    """The home duchies of nations, and the associated ones that they control [R-64]."""
    found: set[str] = set()
    for nation in nations:
        found |= {*pack.home_duchies[nation]}
        found |= {it for it in pack.associated[nation] if controller(state, pack, it) == nation}
    return found
