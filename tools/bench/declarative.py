"""A game as the library's examples write one, beside ours: an aggregate that declares its events.

It is kept by the library alone: its mapper, its JSON, its recorders and its snapshots.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any
from uuid import UUID

from eventsourcing.application import Application, Repository
from eventsourcing.domain import Aggregate, event
from psycopg.conninfo import conninfo_to_dict

from napoleon.log.game import Game
from napoleon.log.snapshots import INTERVAL
from napoleon.play.games import Games
from tools.bench import logs
from tools.bench.rows import Row, best_of
from tools.bench.stores import Servers, fresh_database

_UNITS, _TOWNS = 60, 80

_STEPS = 40
"""How many versions all over the game are looked up."""


class Campaign(Aggregate):
    """A board as large as that of a real game, on which as many kinds of things happen."""

    @event("Began")
    def __init__(self) -> None:
        self.towns = {f"unit {it}": f"town {it % _TOWNS}" for it in range(_UNITS)}
        self.fatigue = dict.fromkeys(self.towns, 0)
        self.strength = dict.fromkeys(self.towns, 7)
        self.hands: dict[str, list[int]] = {"french": [], "allied": []}
        self.track = 10

    @event("Marched")
    def march(self, unit: str, to: str, road: list[str], reason: str) -> None:
        """A unit goes along a road."""
        self.towns[unit] = to

    @event("Drew")
    def draw(self, side: str, card: int, clauses: list[str]) -> None:
        """A side takes a card into its hand."""
        self.hands[side] = [*self.hands[side][-4:], card]

    @event("Fought")
    def fight(self, unit: str, dice: list[int], losses: int, breakdown: list[list[Any]]) -> None:
        """A unit loses strength."""
        self.strength[unit] = max(1, self.strength[unit] - losses)
        self.track += losses

    @event("Tired")
    def tire(self, unit: str, points: int, clauses: list[str]) -> None:
        """A unit takes fatigue."""
        self.fatigue[unit] = points


class Campaigns(Application[UUID]):
    """Keeps a snapshot as often as ours does."""

    snapshotting_intervals = {Campaign: INTERVAL}


def beside_declarative(games: Games, game: Game, servers: Servers) -> list[Row]:
    """Positions of a long game beside those of a declarative aggregate, as long and kept alike.

    At first both have their snapshots; in the end `game` has none any more.
    """
    length = game.version
    with _campaigns(servers) as campaigns:
        campaign = _played(campaigns, length)
        rebuilt = min(logs.REBUILT, length - 1)
        without_snapshots = Repository(campaigns.events)

        def ours(version: int) -> object:
            return games.at(game.id, version)

        def theirs(version: int) -> object:
            return campaigns.repository.get(campaign, version=version)

        def replayed(version: int) -> object:
            return without_snapshots.get(campaign, version=version)

        versions = [length * it // _STEPS for it in range(1, _STEPS)]
        kept = _in_turn(ours, theirs, versions)
        games.drop_snapshots(game.id)
        bare = _in_turn(ours, replayed, [rebuilt] * 5)
    return [
        _row(f"any of {length:,} versions beside declarative aggregates", "with snapshots", *kept),
        _row(f"{rebuilt:,} events replayed beside declarative aggregates", "replayed", *bare),
    ]


def _row(work: str, kept: str, ours: float, theirs: float) -> Row:
    reference = f"theirs {kept} {theirs:.2f} ms"
    return Row(work, f"{ours:.2f} ms (p50)", reference, ours / theirs, "1x", ours <= theirs)


def _in_turn(
    ours: Callable[[int], object], theirs: Callable[[int], object], versions: list[int]
) -> tuple[float, float]:
    """Medians in ms, measured in turn so that noise meets both."""
    times = [(best_of(3, lambda: ours(it)), best_of(3, lambda: theirs(it))) for it in versions]  # noqa: B023
    return statistics.median(it for it, _ in times), statistics.median(it for _, it in times)


def _played(campaigns: Campaigns, length: int) -> UUID:
    """A campaign of at least that many events, saved in orders of four."""
    random, campaign = Random(1815), Campaign()
    while campaign.version < length:
        unit = f"unit {random.randrange(_UNITS)}"
        town = f"town {random.randrange(_TOWNS)}"
        campaign.march(unit, town, [town, unit], "It followed the road.")
        campaign.draw(random.choice(["french", "allied"]), random.randrange(90), ["CARD.2"])
        campaign.fight(unit, [random.randrange(1, 7)], 1, [[1, "COMBAT.7", "hits"]])
        campaign.tire(unit, random.randrange(8), ["FATIGUE.3"])
        campaigns.save(campaign)
    return campaign.id


@contextmanager
def _campaigns(servers: Servers) -> Iterator[Campaigns]:
    """The library's application on a new database of the kind that is measured."""
    with ExitStack() as stack:
        if servers.database:
            env = _postgres(stack.enter_context(fresh_database(servers.database)))
        else:
            home = stack.enter_context(TemporaryDirectory(prefix="napoleon-bench-"))
            env = {
                "PERSISTENCE_MODULE": "eventsourcing.sqlite",
                "SQLITE_DBNAME": str(Path(home) / "campaigns.sqlite"),
            }
        yield stack.enter_context(Campaigns(env))


def _postgres(url: str) -> dict[str, str]:
    named = conninfo_to_dict(url)
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(named["dbname"]),
        "POSTGRES_HOST": str(named.get("host", "")),
        "POSTGRES_PORT": str(named.get("port", "5432")),
        "POSTGRES_USER": str(named.get("user", "")),
        "POSTGRES_PASSWORD": str(named.get("password", "") or "none"),
    }
