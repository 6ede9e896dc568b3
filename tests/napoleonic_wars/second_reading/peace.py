"""The peace roll and the score of every seat (5.8, 5.81)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

TRACK = ("fr", "gb", "au", "ru", "pr", "ot", "sp", "sw", "dk")
"""The order in which nations act (5.11.b, R-06)."""
MINORS = frozenset(("ot", "sp", "sw", "dk"))
"""The four minors (3.minor)."""
SEATS: Mapping[int, Mapping[str, tuple[str, ...]]] = {
    2: {"imperial": ("fr",), "coalition": ("gb", "au", "ru")},
    3: {"fr": ("fr",), "gb": ("gb",), "ru_au": ("au", "ru")},
    4: {"fr": ("fr",), "gb": ("gb",), "ru": ("ru",), "au": ("au",)},
    5: {"fr": ("fr",), "gb": ("gb",), "ru": ("ru",), "au": ("au",), "pr": ("pr",)},
}
"""The powers of each seat by number of players (4.3.a, R-67)."""
MINIMUM = {"fr": 4, "gb": 2, "au": 2, "ru": 2, "pr": 2}
"""The fewest cards that a power draws (14.32.a)."""
PEACE = 6
"""The game ends on so much (5.8.c)."""
LAST_TURN = 5
"""After it the game ends anyway (5.8.c)."""
KEYS_FOR_CARD = 2
"""Keys for a card (14.31.a)."""
FRIEND, PACT = 1, 4
"""Columns of the diplomacy track (8.1.b)."""


# -- keys --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Key:
    """A key duchy (3.duchy)."""

    id: str
    colour: str
    fortress: bool = False


def read_keys(folder: Path) -> tuple[Key, ...]:
    """Reads the keys of a data pack."""
    with (folder / "spaces.csv").open(encoding="utf-8", newline="") as table:
        rows = [r for r in csv.DictReader(table) if r["key"] == "1"]
    return tuple(Key(r["id"], r["start"], r["fortress"] != "0") for r in rows)


def at_start(keys: Iterable[Key]) -> dict[str, int]:
    """How many keys each nation has at the start: those of its colour (5.81.b)."""
    found = dict.fromkeys(TRACK, 0)
    for key in keys:
        found[key.colour] += 1
    return found


def controlled(
    keys: Iterable[Key],
    flags: Mapping[str, str],
    forces: Mapping[str, Iterable[str]] | None = None,
    wars: Iterable[frozenset[str]] = (),
) -> dict[str, int]:
    """How many keys each nation controls: flag, or colour without a flag (R-92, 5.81.a).

    An unfortified key with field forces of the controller's enemies counts for nobody; a fortress
    for its controller, even with enemies around it (3.uncontrolled, 12.1.a).
    """
    wars = frozenset(wars)
    found = dict.fromkeys(TRACK, 0)
    for key in keys:
        owner = flags.get(key.id) or key.colour
        there = (forces or {}).get(key.id, ())
        if key.fortress or not any(frozenset((owner, n)) in wars for n in there):
            found[owner] += 1
    return found


# -- the peace roll ----------------------------------------------------------------------------


def draw(power: str, keys: int, plus_key: bool = False, fewer: int = 0) -> int:
    """Cards of a power's next draw before its limits: 1 for 2 keys, rounded down (14.31, R-31).

    `plus_key`: the status of The Emperor Commands; `fewer`: cards less by lasting events.
    """
    return (keys + plus_key) // KEYS_FOR_CARD - fewer


def may_modify(
    power: str, keys: int, *, out: bool = False, plus_key: bool = False, fewer: int = 0
) -> bool:
    """Whether a player power may give up a card: it draws more than its minimum (5.8.b, R-13).

    `out`: conquered or neutral.
    """
    return not out and draw(power, keys, plus_key, fewer) > MINIMUM[power]


def asked(
    due: str,
    seats: Mapping[str, tuple[str, ...]],
    keys: Mapping[str, int],
    out: Iterable[str] = (),
    plus_key: Iterable[str] = (),
    fewer: Mapping[str, int] | None = None,
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Which seats are asked about the peace roll, in order, and the powers each may name.

    From the nation due next, each seat once, at its first power's place (5.8.a, R-12, R-90).
    """
    out, plus_key, fewer = frozenset(out), frozenset(plus_key), fewer or {}
    at = TRACK.index(due)
    order = TRACK[at:] + TRACK[:at]
    place = {seat: min(order.index(power) for power in powers) for seat, powers in seats.items()}
    found = []
    for seat in sorted(seats, key=lambda s: place[s]):
        able = tuple(
            power
            for power in order
            if power in seats[seat]
            and may_modify(
                power,
                keys[power],
                out=power in out,
                plus_key=power in plus_key,
                fewer=fewer.get(power, 0),
            )
        )
        if able:
            found.append((seat, able))
    return tuple(found)


def total(die: int, by_players: Iterable[int] = (), by_events: Iterable[int] = ()) -> int:
    """The modified peace roll: each player +1 or -1, and events (5.8.a, 5.8.c)."""
    players = tuple(by_players)
    assert all(n in (-1, 1) for n in players)
    return die + sum(players) + sum(by_events)


@dataclass(frozen=True)
class Ending:
    """Whether the game ends at 5.8, and why."""

    over: bool
    why: str = ""
    rolls: bool = True
    """Whether a die is rolled at all (R-14)."""


def ending(peace: int | None, turn: int, france_fallen: bool = False) -> Ending:
    """Whether the game ends after the peace step (5.8.c, 5.8.d, R-14)."""
    if france_fallen:
        return Ending(True, "5.8.d", rolls=False)
    assert peace is not None
    if peace >= PEACE:
        return Ending(True, "5.8.c")
    return Ending(turn >= LAST_TURN, "5.8.c" if turn >= LAST_TURN else "")


# -- the score ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A line of the score: what, of which nation, how many points (5.81)."""

    what: str
    """"keys", "status", "client" (keys of one), "pact" or "resources"."""
    nation: str
    points: int


@dataclass(frozen=True)
class Standing:
    """What counts at the end (5.81, 18.A18, A20)."""

    start: Mapping[str, int]
    """Keys by nation at the start."""
    now: Mapping[str, int]
    """Keys by nation now (R-92)."""
    consuls: Mapping[str, tuple[str | None, int]] = field(default_factory=dict)
    """Row and column of each proxy."""
    resources: Mapping[str, int] = field(default_factory=dict)
    plus_key: frozenset[str] = frozenset()
    """Nations with the status of The Emperor Commands (15.5, case 40)."""


def score(powers: Iterable[str], standing: Standing) -> tuple[Line, ...]:
    """The score of a seat line by line, zeros left out (5.81.b, 5.81.c, R-15, R-47, R-95)."""
    powers = tuple(power for power in TRACK if power in frozenset(powers))
    lines = []
    for power in powers:
        lines.append(Line("keys", power, _gain(standing, power)))
        lines.append(Line("status", power, int(power in standing.plus_key)))
        lines.append(Line("resources", power, standing.resources.get(power, 0)))
    for proxy in TRACK:
        row, column = standing.consuls.get(proxy, (None, 0))
        if proxy in powers or row not in powers or column < FRIEND:
            continue
        lines.append(Line("client", proxy, _gain(standing, proxy)))
        if column == PACT and proxy in MINORS:
            lines.append(Line("pact", proxy, 1))
            lines.append(Line("resources", proxy, standing.resources.get(proxy, 0)))
    return tuple(line for line in lines if line.points)


def _gain(standing: Standing, nation: str) -> int:
    return standing.now.get(nation, 0) - standing.start.get(nation, 0)


def points(lines: Iterable[Line]) -> int:
    """The sum of a score (R-15)."""
    return sum(line.points for line in lines)


def winner(seats: Mapping[str, tuple[str, ...]], scores: Mapping[str, int]) -> str:
    """The seat with most points; ties to the one later on the track (5.81.d, R-15)."""
    return max(seats, key=lambda s: (scores[s], max(TRACK.index(power) for power in seats[s])))


def final(
    seats: Mapping[str, tuple[str, ...]], standing: Standing
) -> tuple[dict[str, tuple[Line, ...]], str]:
    """The score of every seat, and the winner (5.81)."""
    lines = {seat: score(powers, standing) for seat, powers in seats.items()}
    return lines, winner(seats, {seat: points(found) for seat, found in lines.items()})
