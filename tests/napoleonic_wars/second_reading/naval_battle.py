"""Naval battles, batteries, ports stormed and taken, and where fleets go (13.2, 13.4 to 13.9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from tests.napoleonic_wars.second_reading.finding import DICE, top
from tests.napoleonic_wars.second_reading.sailing import (
    TRACK,
    Fleet,
    Sea,
    at_war,
    batteries,
    hostile,
    nations_of,
    open_port,
)

HIT, SUNK = 5, 6
"""A 5 takes a die in later rounds, a 6 sinks a squadron (13.4.b, 13.4.c)."""


@dataclass(frozen=True)
class Side:
    """A side as it stands before a round: squadrons that are afloat, and what befell it."""

    ready: Mapping[str, int] = field(default_factory=dict)
    """Squadrons by nation."""
    refit: Mapping[str, int] = field(default_factory=dict)
    """Squadrons awaiting refit by nation: a die less each (13.4.b)."""
    top: str | None = None
    """Whose squadron leads a grand fleet (13.2.a); none for the fleet of one power."""
    fives: int = 0
    """5s suffered before this round, from batteries too (13.4.b, 13.5.a)."""
    failed_evasions: int = 0
    """Of the enemy, for round 1 (13.31.a)."""
    batteries: int = 0
    """Dice of the batteries that fire with it, in each round (13.5.b)."""
    cards: int = 0
    """Dice of cards in this round (13.4.a)."""

    @property
    def squadrons(self) -> int:
        """Squadrons that fight: none under construction (7.3.a)."""
        return sum(self.ready.values()) + sum(self.refit.values())

    @property
    def count(self) -> dict[str, int]:
        """Fighting squadrons by nation."""
        both = {n: self.ready.get(n, 0) + self.refit.get(n, 0) for n in TRACK}
        return {nation: n for nation, n in both.items() if n}


def side_of(fleet: Fleet, chief: str | None = None) -> Side:
    """The side that squadrons make; `chief` is whose squadron leads a grand fleet (13.4, 13.2)."""
    nations = nations_of(fleet)
    return Side(
        {n: sum(x.ready for x in fleet if x.nation == n) for n in nations},
        {n: sum(x.refit for x in fleet if x.nation == n) for n in nations},
        chief,
    )


# -- dice --------------------------------------------------------------------------------------


def squadron_dice(nation: str, chief: str | None = None) -> int:
    """Dice of a ready squadron: its own, or the top squadron's if lower (13.4.b, 13.21.a)."""
    return min(DICE[nation], DICE[chief]) if chief else DICE[nation]


def dice(side: Side, first_round: bool = True) -> dict[str, int]:
    """The dice of a side line by line; the sum of them is rolled, at least 0 (13.4, 13.31.a).

    The lines of nations count each squadron at its value; "refit" and "fives" take dice away,
    the 5s those of batteries and cards too if the squadrons have no more (11.3.e).
    """
    lines = {}
    slack = 0
    for nation, n in side.count.items():
        each = squadron_dice(nation, side.top)
        lines[nation] = n * each
        slack += side.refit.get(nation, 0) * min(each, 1)
    lines["refit"] = -slack
    lines["evasions"] = side.failed_evasions if first_round else 0
    lines["batteries"] = side.batteries
    lines["cards"] = side.cards
    total = max(sum(lines.values()), 0)
    lines["fives"] = -min(side.fives, total)
    return {name: n for name, n in lines.items() if n}


def rolled(side: Side, first_round: bool = True) -> int:
    """How many dice a side rolls in a round (13.4)."""
    return max(sum(dice(side, first_round).values()), 0)


# -- hits --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hits:
    """What dice do to a side (13.4.b, 13.4.c, R-35, R-80)."""

    sunk: int
    """Squadrons lost; sixes beyond the last squadron sink nothing."""
    fives: int
    """Dice fewer in later rounds."""
    suffered: int
    """All 5s and 6s, for deciding the winner."""


def hits(side: Side, roll: Sequence[int]) -> Hits:
    """Counts a roll against a side; it changes nothing that is rolled at the same time (11.3.a)."""
    sixes, fives = roll.count(SUNK), roll.count(HIT)
    return Hits(min(sixes, side.squadrons), fives, sixes + fives)


def shares(count: Mapping[str, int], sunk: int) -> frozenset[tuple[tuple[str, int], ...]]:
    """Every even way to share sunk squadrons among nations (13.4.a, 11.3.b).

    The side's commander gives the odd ones; which of their squadrons go is the owner's choice
    (R-28). Nations that lose none are in the answer with 0.
    """
    sunk = min(sunk, sum(count.values()))
    level = max(x for x in range(sunk + 1) if sum(min(n, x) for n in count.values()) <= sunk)
    even = {nation: min(n, level) for nation, n in count.items()}
    odd = sunk - sum(even.values())
    more = [nation for nation in sorted(count) if count[nation] > level]
    return frozenset(
        tuple(sorted((n, even[n] + (n in chosen)) for n in even))
        for chosen in combinations(more, odd)
    )


def after(
    side: Side, suffered: Hits, ready: Mapping[str, int], refit: Mapping[str, int] | None = None
) -> Side:
    """A side in the next round: its owners say which squadrons sink (R-28, R-35).

    `ready` and `refit` are the squadrons that sink, as many as `suffered.sunk` in all.
    """
    lost = refit or {}
    assert sum(ready.values()) + sum(lost.values()) == suffered.sunk
    return replace(
        side,
        ready={n: side.ready.get(n, 0) - ready.get(n, 0) for n in side.ready},
        refit={n: side.refit.get(n, 0) - lost.get(n, 0) for n in side.refit},
        fives=side.fives + suffered.fives,
        failed_evasions=0,
        cards=0,
    )


# -- who wins ----------------------------------------------------------------------------------


def winner(active: tuple[int, int], passive: tuple[int, int], final: bool = False) -> str:
    """Who wins after a round: each side is (hits suffered in all, squadrons left) (13.4.a, 11.3).

    "active", "passive", "nobody" if nothing is left of both (R-58), "again" for a second round
    (11.3.d, R-29). After that a tie is lost by the active side. There is no rout (13.4.a). At a
    port the active side's hits are those of both battery fires (13.5.b).
    """
    (hits_a, left_a), (hits_p, left_p) = active, passive
    if not left_a or not left_p:
        return "nobody" if not left_a and not left_p else "active" if left_a else "passive"
    if hits_a == hits_p:
        return "passive" if final else "again"
    return "active" if hits_a < hits_p else "passive"


# -- where fleets go ---------------------------------------------------------------------------


def distances(sea: Sea, zone: str) -> dict[str, int]:
    """Zones by how many borders they are away; nothing bars the way (R-65)."""
    found = {zone: 0}
    edge = [zone]
    while edge:
        edge = sorted({n for z in edge for n in sea.chart.beside(z)} - found.keys())
        base = max(found.values())
        found |= dict.fromkeys(edge, base + 1)
    return found


def refuges(
    sea: Sea, nation: str, zone: str, *, left: str = "", entering: str = ""
) -> tuple[str, ...]:
    """Where a fleet beaten in (or outside) a zone may go; none: it is sunk (13.41.a, R-36, R-65).

    `left` is the port that it has just come out of: there it must return, if it still may.
    `entering` is the port that it was about to enter: it must go to another. Otherwise the
    nearest friendly ports. It stays there for the impulse.
    """
    if left:
        return (left,) if open_port(sea, nation, left) else ()
    away = distances(sea, zone)
    far = {
        x.id: min(away[z] for z in x.zones if z in away)
        for x in sea.chart.spaces.values()
        if x.id != entering and any(z in away for z in x.zones) and open_port(sea, nation, x.id)
    }
    least = min(far.values(), default=0)
    return tuple(sorted(port for port, n in far.items() if n == least))


@dataclass(frozen=True)
class Place:
    """Where the winning active fleet is and whether it may go on (13.41.a, 13.5.c)."""

    place: str
    may_go_on: bool = True


def winner_place(zone: str, *, entering: str = "", stormed: bool = False) -> Place:
    """Where a winning active fleet is (13.41.a, 13.5.c).

    In the zone of the battle; after storming a port outside again; if it was found on the way
    into a friendly port, in that port.
    """
    return Place(zone if stormed or not entering else entering)


# -- batteries and ports -----------------------------------------------------------------------


def storm(sea: Sea, fleet: Fleet, port: str) -> tuple[Side, Side, int]:
    """A fleet that enters an enemy port: itself, the port side, dice of the first fire (13.5).

    The first fire is at the fleet alone; its 5s and 6s are settled with `hits` and `after` before
    round 1, in which the batteries fire again with the squadrons in port.
    """
    nations = nations_of(fleet)
    inside = tuple(
        x for x in sea.squadrons if x.place == port and hostile(sea, nations, (x.nation,))
    )
    fire = batteries(sea, port)
    defenders = replace(side_of(inside, top(sea, inside)), batteries=fire)
    return side_of(fleet, top(sea, fleet)), defenders, fire


def eliminated_in_port(sea: Sea, port: str, nations: tuple[str, ...]) -> dict[str, int]:
    """What a port side that lost loses: all squadrons there, under construction too (13.5.c)."""
    found: dict[str, int] = {}
    for x in sea.squadrons:
        if x.place == port and x.all and hostile(sea, nations, (x.nation,)):
            found[x.nation] = found.get(x.nation, 0) + x.all
    return found


@dataclass(frozen=True)
class Expulsion:
    """What happens to ships in a port that became enemy-controlled (13.9.a)."""

    lost: dict[str, int]
    """Squadrons under construction, by nation: eliminated at once."""
    driven: dict[str, tuple[int, int]]
    """Ready and refitting squadrons by nation, driven to sea; if beaten all are eliminated."""
    zones: tuple[str, ...]
    """The zones they may be driven to."""


def port_taken(sea: Sea, port: str, by: str) -> Expulsion:
    """Who is driven out of a port that a nation has just taken (13.9.a, cases 99, 156)."""
    lost: dict[str, int] = {}
    driven: dict[str, tuple[int, int]] = {}
    for x in sea.squadrons:
        if x.place != port or not at_war(sea, by, x.nation):
            continue
        if x.building:
            lost[x.nation] = lost.get(x.nation, 0) + x.building
        if x.fighting:
            ready, refit = driven.get(x.nation, (0, 0))
            driven[x.nation] = ready + x.ready, refit + x.refit
    return Expulsion(lost, driven, sea.chart.spaces[port].zones)
