"""11.2, 11.21, 17.2 Who fights in a battle or siege: units, leaders, and the dice for them.

In a battle that is all field forces of the side in the space. In a siege it is one army: a leader
with so many units as they can command, who have not fought yet; what stands beside it steps in for
what is disrupted or removed [R-83, 17.2.a].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from napoleon.rules.events import Line, total
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.battles import fight, side_of
from napoleon.rulesets.napoleonic_wars.frames.battles import Side, Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.spaces import leaders_in, seat_in, sp_in, units_in
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import HIT, SHAKEN, Wars


class Ranks(NamedTuple):
    """What a side has left to fight with, and to lose."""

    sp: Mapping[str, int]
    """By nation the strength points that fight."""
    disrupted: Mapping[str, int]
    """By nation those that are disrupted."""
    leaders: tuple[str, ...]
    """The leaders that fight as units under the commander [9.6]."""
    shaken: tuple[str, ...]
    """Those of them that are disrupted."""
    commander: str
    """Who commands, disrupted or not; empty without a leader."""
    leads: bool
    """Whether the commander is not disrupted."""

    @property
    def fit(self) -> int:
        """Units that roll a die each: not the commander."""
        return sum(self.sp.values()) + len(self.leaders)

    def strength(self, nation: str, *, removed: bool) -> int:
        """The strength points of a nation that a hit may remove, or disrupt."""
        fit = self.sp.get(nation, 0)
        return fit + self.disrupted.get(nation, 0) if removed else fit

    def juniors(self, *, removed: bool) -> tuple[str, ...]:
        """The leaders under the commander that a hit may remove, or disrupt."""
        return (*self.leaders, *self.shaken) if removed else self.leaders


def ranks_of(table: Wars, name: str) -> Ranks:
    """What a side of the battle or siege on top has left."""
    state, frame = table.state, fight(table.state)
    side = side_of(frame, name)
    if isinstance(frame, Siege):
        return _besieging(table, frame)
    present = [it for nation in side.nations for it in leaders_in(state, frame.space, nation)]
    sp = {
        nation: sp_in(state, frame.space, nation) - side.disrupted.get(nation, 0)
        for nation in side.nations
    }
    juniors = [it for it in present if it != side.commander]
    return _ranks(side, sp, present, juniors)


def _ranks(
    side: Side, sp: Mapping[str, int], present: Iterable[str], juniors: Iterable[str]
) -> Ranks:
    chief = side.commander if side.commander in present else ""
    under = list(juniors)
    return Ranks(
        {nation: number for nation, number in sp.items() if number},
        side.disrupted,
        tuple(it for it in under if it not in side.shaken),
        tuple(it for it in under if it in side.shaken),
        chief,
        bool(chief) and chief not in side.shaken,
    )


def _besieging(table: Wars, siege: Siege) -> Ranks:
    """One army: strength points come before leaders, those of its own nation first [R-83]."""
    state, side = table.state, siege.besieger
    room = table.data.leaders[siege.leader].command
    sp: dict[str, int] = {}
    for nation in side.nations:
        ready = sum(it.sp for it in unfought(state, siege.space, nation))
        sp[nation] = min(room, ready - side.disrupted.get(nation, 0))
        room -= sp[nation]
    present = [it for it in rested(state, siege.space, side.nations) if it != siege.leader]
    fit = [it for it in present if it not in side.shaken][:room]
    shaken = [it for it in present if it in side.shaken]
    return _ranks(side, sp, leaders_in(state, siege.space), [*fit, *shaken])


def unfought(state: State, space: str, nation: str) -> list[Lot]:
    """The strength points of a nation there that have fought no battle in this impulse."""
    return [it for it in state.spaces[space].lots if it.nation == nation and not it.fought]


def rested(state: State, space: str, nations: Iterable[str]) -> list[str]:
    """The leaders of these nations there who have fought no battle in this impulse."""
    return [
        it
        for nation in nations
        for it in leaders_in(state, space, nation)
        if not state.leaders[it].fought
    ]


def units_of(table: Wars, space: str, side: Side) -> int:
    """All strength points and leaders of a side in the space of a battle."""
    return units_in(table.state, space, side.nations)


def chief_nation(state: State, pack: Pack, space: str, side: Side) -> str:
    """The nation of a side's commander; that of most strength points without one [R-81, R-82]."""
    there = leaders_in(state, space)
    if side.commander in there:
        return state.leaders[side.commander].nation
    return max(side.nations, key=lambda it: (sp_in(state, space, it), -pack.track.index(it)))


def seat_of(table: Wars, space: str, side: Side) -> str:
    """The seat that decides for a side as a whole; empty if nobody commands its forces [R-81]."""
    state = table.state
    if side.commander in leaders_in(state, space):
        return commander(state, state.leaders[side.commander].nation)
    return seat_in(state, table.data, space, side.nations)


# -- dice ------------------------------------------------------------------------------------------

UNITS = say("undisrupted units")
"""What the dice of units are called in a breakdown."""


def unit_bonus(table: Wars, side: Side, ranks: Ranks) -> Line | None:
    """The dice of the best of its powers, if minors are fewer than half of its units [11.21, R-26].

    All units count that are there, whether they are disrupted or not: a side rolls for the bonus
    also when none of its units can fight [11.3.e].
    """
    state, pack = table.state, table.data
    units = dict.fromkeys(side.nations, 0)
    for nation in side.nations:
        units[nation] = ranks.strength(nation, removed=True)
    leaders = (*ranks.leaders, *ranks.shaken, *([ranks.commander] if ranks.commander else []))
    for leader in leaders:
        units[state.leaders[leader].nation] += 1
    minors = sum(units[it] for it in units if it in pack.minors)
    if 2 * minors >= sum(units.values()):
        return None
    best = max((it for it in units if units[it]), key=lambda it: pack.nations[it].unit_bonus)
    bonus = pack.nations[best].unit_bonus
    return Line(bonus, "11.21.a", say("units of %(nation)s", nation=best))


def lines_of(table: Wars, side: Side, ranks: Ranks) -> list[Line]:
    """The dice of a side without those of the place: units, commander, bonus, cards [11.2.a]."""
    lines: list[Line] = []
    if ranks.fit:
        lines.append(Line(ranks.fit, "11.2.a", UNITS))
    if ranks.leads and not side.unled:
        rating = table.data.leaders[ranks.commander].battle
        lines.append(Line(rating, "11.2.a", say("%(leader)s commands", leader=ranks.commander)))
    bonus = unit_bonus(table, side, ranks)
    if bonus is not None:
        lines.append(bonus)
    return [*lines, *side.lines]


def limited(side: Side, lines: list[Line]) -> tuple[Line, ...]:
    """All dice of a side, less those that disruptions beyond its units take [11.3.e]."""
    # They take dice that no unit rolls.
    others = (it for it in lines if it.note != UNITS)
    less = min(side.excess, max(total(others), 0))
    if less:
        lines.append(Line(-less, "11.3.e", say("more disruptions than units")))
    if total(lines) < 0:
        lines.append(Line(-total(lines), "11.2.a", say("no dice are left")))
    return tuple(lines)


def hit_lines(side: Side, dice: tuple[int, ...]) -> tuple[int, int, tuple[Line, ...]]:
    """Sixes, the fives that count against a side, and the lines of the hits [11.3.a]."""
    sixes, fives = dice.count(HIT), dice.count(SHAKEN)
    lines = [
        Line(sixes, "11.3.a", say("sixes remove")),
        Line(fives, "11.3.a", say("fives disrupt")),
    ]
    calmed = min(side.calm, fives)
    if calmed:
        lines.append(Line(-calmed, "11.3.a", say("fives that do not count")))
    return sixes, fives - calmed, tuple(lines)
