"""What games take in Redis, and what it costs readers that one has left; `projections.leaving`.

``python -m tools.bench.in_redis`` plays a campaign of each game by bots, and draws copies of it.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from itertools import cycle, islice
from random import Random
from typing import Any

import msgspec
import redis
from eventsourcing.persistence import Tracking

from api.app import create_app
from napoleon.play.games import Games
from napoleon.rulesets.napoleon1815 import RULES
from projections.encoding import encode
from projections.projector import drawn, edition
from projections.rows import MINI, Changes
from projections.store import SealedViews, open_views
from projections.worker import catch_up
from tools.bench.compared import played as campaign
from tools.bench.every_page import GAMES
from tools.bench.stores import Store, store
from tools.servers import short_folder, valkey_server

RUNNING = 10_000
"""Campaigns that are drawn whole."""

OVER = 100_000
"""Games of which only the lists tell, besides."""

BATCH = 50
REPEATS = 9

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"


def copy(model: Changes, game_id: str, created: int) -> Changes:
    """The same game under another id, set up at another time."""
    found = Changes()
    for field in ("steps", "marks", "drawn", "turns", "lobby", "rulings", "cited"):
        rows: Sequence[Any] = getattr(model, field)
        getattr(found, field).extend(row._replace(game=game_id) for row in rows)
    [row] = found.lobby
    entry = msgspec.json.decode(row.body) | {"id": game_id, "created": created}
    found.lobby[:] = [row._replace(created=created, body=encode(entry))]
    return found


def fill(
    views: SealedViews, named: str, models: Sequence[Changes], count: int, *, resting: bool
) -> None:
    """Draw so many copies of games, one after the other."""
    random, position = Random(f"{count} {resting}"), views.max_tracking_id(named) or 0
    chosen = islice(cycle(models), count)
    while some := list(islice(chosen, BATCH)):
        batch = Changes()
        for model in some:
            game_id = "".join(random.choices(_ALPHABET, k=10))
            created = 1_760_000_000_000_000 + random.randrange(10**13)
            batch.add(copy(model, game_id, created))
            if resting:
                batch.resting.append(game_id)
        if resting:
            batch.drawn[:] = [it for it in batch.drawn if it.name == MINI]
            batch.turns.clear()
        views.record(batch, after=position, tracking=Tracking(named, position))


def taken(client: Any) -> tuple[int, int]:
    """Bytes of all that is kept, and those that the server has from the system."""
    found = client.info("memory")
    return found["used_memory"], found["used_memory_rss"]


def of_game(client: Any, game_id: str) -> int:
    """Bytes of all keys of a game."""
    keys = client.scan_iter(match=f"*{{{game_id}}}", count=10_000)
    return sum(client.memory_usage(key, samples=0) for key in keys)


def first_answers(played: Store, views: SealedViews, game_id: str, path: str) -> float:
    """Milliseconds of the processor for an answer, by a process that has not opened the game."""
    times = []
    env = {**played.env, "NAPOLEON_LIMITS": "off"}
    for _ in range(REPEATS):
        with Games(played.env) as games:
            client = create_app(games, views, env).test_client()
            client.get("/api/v1/rulesets")
            # A process learns to read all kinds of events before it is asked.
            games.history(game_id)
            started = time.process_time()
            answer = client.get(f"/api/v1/games/{game_id}/{path}")
            times.append((time.process_time() - started) * 1000)
            assert answer.status_code == 200, path
    return statistics.median(times)


def one_game(client: Any, address: str, ruleset: str, scenario: str) -> Changes:
    """Play and draw a game, print what it takes and how fast it is read, and give its rows."""
    with store(RULES) as played:
        game = campaign(played, ruleset, scenario)
        env = {**played.env, "REDIS_URL": address, "CREATE_TABLE": "yes"}
        views = open_views(env)
        catch_up(played.games, views)
        whole = of_game(client, game.id)
        paths = ("map", "turns", "journal?limit=50")
        there = [first_answers(played, views, game.id, it) for it in paths]
        views.leave(played.games.clock() + 1_000_000, 1, edition=edition(played.games))
        left = of_game(client, game.id)
        away = [first_answers(played, views, game.id, it) for it in paths]
        rows = drawn(played.games, game)
        started = time.process_time()
        drawn(played.games, game)
        again = (time.process_time() - started) * 1000
    client.flushall()
    times = ", ".join(f"{one:.1f}/{other:.1f}" for one, other in zip(there, away, strict=True))
    print(f"{ruleset}: {game.version} events, {whole} bytes, {left} of them once it has left;")
    print(
        f"  map, turns, journal in {times} ms, there/left; drawn again in {again:.0f} ms",
        flush=True,
    )
    return rows


def main() -> None:
    """Print what was measured."""
    with valkey_server(short_folder("redis")) as server, store(RULES) as empty:
        client = redis.Redis.from_url(server.url)
        models = [one_game(client, server.url, *it) for it in GAMES]
        views = open_views({**empty.env, "REDIS_URL": server.url, "CREATE_TABLE": "yes"})
        named = edition(empty.games)
        views.begin(named)
        before = taken(client)
        for count, resting in ((RUNNING, False), (OVER, True)):
            fill(views, named, models, count, resting=resting)
            found = taken(client)
            used, held = ((now - then) / 1e6 for now, then in zip(found, before, strict=True))
            what = "games that have left" if resting else "running campaigns"
            print(f"{count} {what}: {used:.0f} MB, {held:.0f} MB of the system", flush=True)
            before = found
        started, left = time.perf_counter(), 0
        while some := views.leave(played_until(), 100, edition=named).left:
            left += some
        seconds, now = time.perf_counter() - started, taken(client)
        print(f"{left} leave in {seconds:.1f} s: {now[0] / 1e6:.0f} MB in all are left")


def played_until() -> int:
    """A time after that of all games, in microseconds since 1970 UTC."""
    return int((time.time() + 60) * 1_000_000)


if __name__ == "__main__":
    main()
