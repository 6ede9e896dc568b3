"""The diplomacy track: consuls, Pacts and caretakers (8.1, 8.2, 8.32)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

TRACK = ("fr", "gb", "au", "ru", "pr", "ot", "sp", "sw", "dk")
"""The order in which nations act (5.11.b, R-06)."""
ROWS = ("fr", "gb", "au", "ru", "pr")
"""The rows, one for each power (8.1.b)."""
UNALIGNED, FRIEND, AIDE, PARTNER, PACT = range(5)
"""The columns from left to right (8.1.b)."""
LEFT, RIGHT = "left", "right"
FLIP = 1
"""CP to flip a consul, either way (8.1.e)."""
IMPULSE, REINFORCEMENT, EXCESS, RESTORING = "impulse", "reinforcement", "excess", "restoring"
"""When influence is paid: 6.3, 14.2.c, 14.33.a, or 8.21.a with R-85."""


@dataclass(frozen=True)
class Consul:
    """Where a proxy's consul stands (8.1, 18.A18)."""

    nation: str
    row: str | None = None
    """None in the Unaligned column, unless it shows its +1 face there (8.1.f)."""
    column: int = UNALIGNED
    plus: bool = False
    frozen: bool = False
    """Conquered: not to be moved until the next interphase (15.22.a)."""

    @property
    def client_of(self) -> str | None:
        """Whose client the proxy is: Friend to Pact; +1 in Unaligned is none (3.client)."""
        return self.row if self.column >= FRIEND else None

    @property
    def ally_of(self) -> str | None:
        """With whom it is in Pact, and so allied (8.2.a)."""
        return self.row if self.column == PACT else None


Costs = Mapping[str, tuple[int, ...]]
"""For each row the CP printed in its five boxes (8.1.d)."""


def read_costs(folder: Path) -> dict[str, tuple[int, ...]]:
    """Reads the diplomacy boxes of a data pack."""
    with (folder / "diplomacy.csv").open(encoding="utf-8", newline="") as table:
        rows = tuple(csv.DictReader(table))
    boxes = sorted((r["row"], int(r["position"]), int(r["cost"])) for r in rows)
    return {row: tuple(c for r, _, c in boxes if r == row) for row in ROWS}


@dataclass(frozen=True)
class Payer:
    """Whose CP are to be spent, and what that nation's player commands (8.11, 8.12)."""

    nation: str
    power: bool = True
    """A power that a player plays from the start (3.power)."""
    pact: str | None = None
    """The power that a proxy is in Pact with (8.13)."""
    commands: frozenset[str] = frozenset()
    """The powers whose rows their player commands; the payer's own is always one."""
    proxy_influence: bool = False
    """The option of R-123."""

    @property
    def row(self) -> str | None:
        """The row on which these CP count as the power's own (8.11.a, 8.13.a, R-23, R-123)."""
        if self.power:
            return self.nation
        return self.pact if self.proxy_influence else None

    @property
    def own(self) -> frozenset[str]:
        """All rows of powers that their player commands (8.12.a)."""
        return self.commands | ({self.row} if self.row else frozenset())


@dataclass(frozen=True)
class Moment:
    """What else bears on the track (8.1.a, 8.4, R-100, 14.2.c)."""

    first_round: bool = False
    """The first round of 1805."""
    hostile: frozenset[tuple[str, str]] = frozenset()
    """(row, nation): the row's camp, or its power, is at war with the nation, in any war."""
    phase: str = IMPULSE


# -- one box -----------------------------------------------------------------------------------


def price(costs: Costs, consul: Consul, row: str, way: str) -> int:
    """CP to enter the next box: printed, 1 less to the right from +1, 1 more to the left (8.1.e).

    Never less than 0 (R-52).
    """
    to = consul.column + (1 if way == RIGHT else -1)
    face = (-1 if way == RIGHT else 1) if consul.plus else 0
    return max(costs[row][to] + face, 0)


def moved(consul: Consul, row: str, way: str) -> Consul:
    """The consul in the next box, with its normal face; rowless if back in Unaligned (8.1.c, e)."""
    to = consul.column + (1 if way == RIGHT else -1)
    return replace(consul, row=row if to else None, column=to, plus=False)


def _closed(consul: Consul, moment: Moment) -> dict[str, bool]:
    return {"8.1.a": moment.first_round, "6.16": consul.column == PACT, "15.22": consul.frozen}


def _way_right(consul: Consul, row: str, moment: Moment) -> dict[str, bool]:
    elsewhere = consul.row is not None and consul.row != row
    return {
        "8.1.c": elsewhere and consul.column != UNALIGNED,
        "8.1.f": elsewhere and consul.column == UNALIGNED,
        "8.1.b": row == consul.nation or row not in ROWS,
        "8.22.a": {row, consul.nation} == {"fr", "gb"},
        "8.4": (row, consul.nation) in moment.hostile,
    }


def cp_refusals(
    consul: Consul, payer: Payer, row: str, way: str, moment: Moment | None = None
) -> tuple[str, ...]:
    """Why a payer's CP may not move a consul one box on a row; nothing if they may (8.11, 8.12).

    Right only on the payer's own row; left only on rows that their player does not command. From
    Unaligned, normal face, the consul goes onto any row: the change is free (8.1.c).
    """
    when = moment or Moment()
    found = _closed(consul, when) | {"8.13": payer.row is None}
    if way == RIGHT:
        found |= _way_right(consul, row, when)
        found["8.11"] = row != payer.row
        enters_pact = consul.column == PARTNER
        found["14.2.c"] = enters_pact and when.phase == REINFORCEMENT
        found["14.33"] = enters_pact and when.phase == EXCESS
    else:
        found["8.1.b"] = consul.column == UNALIGNED
        found["8.1.c"] = consul.row != row
        found["8.12"] = row in payer.own
    return tuple(clause for clause, holds in found.items() if holds)


def flip_refusals(
    consul: Consul, payer: Payer, row: str, moment: Moment | None = None
) -> tuple[str, ...]:
    """Why a payer may not flip a consul for 1 CP; nothing if they may (8.1.e, 8.11, 8.12).

    To +1 only on the payer's own row (from Unaligned, normal face, it is put on that row); off +1
    on any row where it stands.
    """
    found = _closed(consul, moment or Moment()) | {"8.13": payer.row is None}
    if consul.plus:
        found["8.1.c"] = consul.row != row
    else:
        found["8.11"] = row != payer.row
        found["8.1.c"] = consul.row is not None and consul.row != row
        found["8.1.b"] = row == consul.nation
        found["8.22.a"] = {row, consul.nation} == {"fr", "gb"}
        found["8.4"] = (row, consul.nation) in (moment or Moment()).hostile
    return tuple(clause for clause, holds in found.items() if holds)


def flipped(consul: Consul, row: str) -> Consul:
    """The consul with its other face; in Unaligned, +1 ties it to a row (8.1.f, 3.client)."""
    plus = not consul.plus
    unaligned = consul.column == UNALIGNED
    return replace(consul, plus=plus, row=(row if plus else None) if unaligned else consul.row)


# -- several boxes -----------------------------------------------------------------------------


# -- events ------------------------------------------------------------------------------------


# -- alliance ----------------------------------------------------------------------------------


def alliance_change(before: Consul, after: Consul) -> tuple[str | None, str | None]:
    """The power that a proxy stops to be allied with, and the one that it joins (8.2.a, 8.2.e)."""
    if before.ally_of == after.ally_of:
        return None, None
    return before.ally_of, after.ally_of


def broken(consul: Consul, to: int = AIDE) -> Consul:
    """The consul after an event broke its Pact, at the box the event names (8.2.e, 8.21)."""
    assert consul.column == PACT
    return replace(consul, column=to, row=consul.row if to else None, plus=False)


def conquered(consul: Consul, frozen: bool = True) -> Consul:
    """The consul of a conquered proxy: Unaligned and not to be moved (15.22.a, 15.42.a)."""
    return Consul(consul.nation, frozen=frozen)


@dataclass(frozen=True)
class Attack:
    """What an attack on a proxy brings about (8.32)."""

    consul: Consul
    pact: str | None = None
    """The power that it is allied with from now on (8.32.a)."""
    caretaker: str | None = None
    """The seat that commands it without Pact (8.32.b)."""


def attacked(
    consul: Consul,
    invader: str,
    allies: Iterable[str],
    seats: Mapping[str, tuple[str, ...]],
    wars: Iterable[frozenset[str]],
    keys: Mapping[str, int],
) -> Attack:
    """Where an attacked proxy goes: into a Pact, or to a caretaker (8.32.a, 8.32.b, R-55, R-84).

    `allies` are the invader's; `seats` give each player's powers, `wars` pairs of nations before
    the attack, `keys` those each power controls (R-92). In Pact already: nothing changes.
    """
    if consul.column == PACT:
        return Attack(consul, consul.row)
    side = frozenset(allies) | {invader}
    if consul.client_of and consul.client_of not in side:
        return Attack(replace(consul, column=PACT, plus=False), consul.client_of)
    return Attack(consul, None, caretaker(invader, side, seats, wars, keys))


def caretaker(
    invader: str,
    side: Iterable[str],
    seats: Mapping[str, tuple[str, ...]],
    wars: Iterable[frozenset[str]],
    keys: Mapping[str, int],
) -> str | None:
    """The player at war with the invader who controls fewest keys (8.32.b, R-55).

    Nobody at war: of those who are neither the invader nor its allies. Ties: first in track order
    after the invader. None if there is no such player.
    """
    side = frozenset(side) | {invader}
    fought = {nation for pair in wars if invader in pair for nation in pair} - {invader}
    apart = {seat for seat, powers in seats.items() if not side & set(powers)}
    at_war = {seat for seat, powers in seats.items() if fought & set(powers)} & apart
    at = TRACK.index(invader)
    order = TRACK[at + 1 :] + TRACK[: at + 1]
    return min(
        at_war or apart,
        key=lambda seat: (
            sum(keys.get(power, 0) for power in seats[seat]),
            min(order.index(power) for power in seats[seat]),
        ),
        default=None,
    )
