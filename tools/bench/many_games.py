"""What a list of all games and the start of a process take, with more and more games.

``python -m tools.servers python -m tools.bench.many_games 10000 100000`` fills an empty PostgreSQL
and an empty Valkey with so many games, and measures at each size. They are copies of a game that
has been set up: the rows of its log under other ids, written by one statement, and what is drawn of
it. Of each ten one goes on, and has a clock; the others sleep, and have left Redis.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import httpx
import psycopg
import redis
from eventsourcing.persistence import Tracking
from psycopg.sql import SQL

from api.app import create_app
from api.mail.office import open_office
from api.mail.posting.turn_notifier import Attendance
from api.people.counting import Counting
from api.people.registry import open_registry
from api.people.telling.attending import Attendance as Messages
from napoleon.log.clocks import PASS, Clock
from napoleon.play.games import Games
from napoleon.rulesets.napoleon1815 import RULES
from projections.bots import Tables
from projections.clocks import Clocks
from projections.form_games import FormGames
from projections.projector import drawn, edition
from projections.rows import MINI, Changes
from projections.store.contract import tracked
from projections.worker import catch_up
from tools.bench.in_redis import copy
from tools.bench.processes import (
    PROCFILE,
    command,
    free_port,
    running,
    spent_by_children,
    wait_for_answer,
)
from tools.bench.stores import Servers, Store, named, store

RULESET, SCENARIO = "napoleonic_empire", "europe"
"""What is copied: a game that is set up with few events."""

RUNS = 10
"""One game in so many goes on."""

BATCH, ROUNDS = 500, 15

PATIENCE = 300
"""Seconds within which a process has to have begun to work."""

_COPIED = """
    SET LOCAL session_replication_role = replica;
    CREATE TEMPORARY TABLE fresh ON COMMIT DROP AS
        SELECT n, {number} + n AS number, lpad(n::text, 10, '0') AS game, n % {runs} = 0 AS runs,
            ({number} + n) % {parts} AS part,
            row_number() OVER (PARTITION BY ({number} + n) % {parts} ORDER BY n) - 1 AS before
        FROM generate_series({first}, {last} - 1) AS n;
    CREATE TEMPORARY TABLE model ON COMMIT DROP AS
        SELECT version, topic, state FROM events
        WHERE game = (SELECT number FROM games WHERE game = {model});
    CREATE TEMPORARY TABLE reached ON COMMIT DROP AS
        SELECT {part_of_place} AS part, {place} AS place {of_partitions};
    INSERT INTO games (number, game) OVERRIDING SYSTEM VALUE SELECT number, game FROM fresh;
    INSERT INTO events (id, game, version, topic, {part_name} state)
        SELECT place + before * (SELECT count(*) FROM model) + version, number, version, topic,
            {part_value} state
        FROM fresh JOIN reached USING (part), model;
    INSERT INTO marks (game, topic, id)
        SELECT number, topic, place + before * (SELECT count(*) FROM model) + version
        FROM fresh JOIN reached USING (part), model
        WHERE topic IN (SELECT topic FROM marked_topics);
    INSERT INTO awake SELECT number FROM fresh WHERE runs;
    INSERT INTO listed SELECT at + fresh.n, fresh.game, ruleset, scenario
        FROM listed, fresh WHERE listed.game = {model};
    {moved_on}
"""

_MOVED_ON = """
    UPDATE partitions SET place = place + (SELECT count(*) FROM model) *
        (SELECT count(*) FROM fresh WHERE fresh.part = partitions.part);
"""


class Size(NamedTuple):
    """What was measured with so many games."""

    games: int
    log: int
    """Bytes of all tables and indices."""
    memory: int
    """Bytes that Redis uses."""
    page: float
    """Milliseconds of the processor for a page of the lobby."""
    looks: float
    """Milliseconds of the processor for the first looks of a worker."""
    worker: float
    """Seconds of the processor until a worker that is started has drawn what was new."""
    web: float
    """Seconds of the processor until web that is started has answered with the lobby."""

    def line(self) -> str:
        """All of it in one line."""
        return (
            f"{self.games:,} games, {self.games // RUNS:,} of them going on: "
            f"log {self.log / 1e6:,.0f} MB, Redis {self.memory / 1e6:,.0f} MB; "
            f"a page of the lobby {self.page:.1f} ms, first looks of a worker {self.looks:.0f} ms; "
            f"start of worker {self.worker:.2f} s, of web {self.web:.2f} s"
        )


def measured(sizes: list[int], servers: Servers) -> Iterator[Size]:
    """Fill an empty store further and further, and measure it each time."""
    with store(RULES, servers) as found:
        clock = Clock(3 * 24 * 60, then=PASS)
        game = found.games.create(RULESET, SCENARIO, {}, clock=clock).game
        for seat in game.created.seats:
            found.games.claim(game.id, seat)
        model = found.games.open(game.id).id
        catch_up(found.games, found.views)
        # They make their tables.
        open_office(found.games).store.close()
        open_registry(found.games)
        there = 0
        for size in sizes:
            _record(found, model, there, size)
            _draw(found, model, there, size)
            there = size
            yield _measured(found, size)


def _record(found: Store, model: str, first: int, last: int) -> None:
    """Copy the rows of a game under ids that are not there yet, without triggers."""
    parts = found.games.recorder.partitions
    divided = parts > 1
    texts = {
        "part_of_place": "part" if divided else "0",
        "place": "place" if divided else "max(id)",
        "of_partitions": "FROM partitions" if divided else "FROM events",
        "part_name": "part," if divided else "",
        "part_value": "part," if divided else "",
        "moved_on": _MOVED_ON if divided else "",
    }
    with psycopg.connect(found.env["DATABASE_URL"]) as connection:
        [[number]] = connection.execute("SELECT max(number) FROM games")
        values = {
            "number": number - first + 1,
            "runs": RUNS,
            "parts": parts,
            "first": first,
            "last": last,
            "model": model,
        }
        connection.execute(
            SQL(_COPIED).format(
                **{name: SQL(text) for name, text in texts.items()},
                **values,
            )
        )
        connection.commit()
        connection.autocommit = True
        connection.execute(
            "SELECT setval(pg_get_serial_sequence('games', 'number'), %s)", [number + last - first]
        )
        connection.execute("ANALYZE")


def _draw(found: Store, model: str, first: int, last: int) -> None:
    """Draw the copies, and say that all of the log is drawn."""
    games, views = found.games, found.views
    shown_by = edition(games)
    whole = drawn(games, games.open(model))
    created = games.created(model).at
    position = views.max_tracking_id(shown_by) or 0
    for start in range(first, last, BATCH):
        batch = Changes()
        for number in range(start, min(start + BATCH, last)):
            made = copy(whole, f"{number:010}", created + number)
            if number % RUNS:
                made.resting.append(f"{number:010}")
                made.drawn[:] = [it for it in made.drawn if it.name == MINI]
                made.turns.clear()
            batch.add(made)
        views.record(batch, after=position, tracking=Tracking(shown_by, position))
    for number, place in enumerate(games.recorder.places()):
        name = tracked(shown_by, number)
        at = views.max_tracking_id(name) or 0
        if place > at:
            views.record(Changes(), after=at, tracking=Tracking(name, place))


def _measured(found: Store, size: int) -> Size:
    looks = statistics.median(_looks(found) for _ in range(3))
    app = create_app(found.games, found.views, env=found.env)
    client = app.test_client()
    html = {"Accept": "text/html"}
    assert "/games/0000" in client.get("/", headers=html).text
    page = statistics.median(
        _processor(lambda: client.get("/", headers=html)) for _ in range(ROUNDS)
    )
    with redis.Redis.from_url(found.env["REDIS_URL"]) as server:
        memory = int(server.info("memory")["used_memory"])
    return Size(size, found.log_bytes(), memory, page, looks, _worker(found), _web(found))


def _looks(found: Store) -> float:
    """The first looks of a worker, in a process that knows nothing yet."""
    with ExitStack() as held:
        games = held.enter_context(Games(found.env))
        office, registry = open_office(games), open_registry(games)
        held.enter_context(closing(office.store))

        def look() -> None:
            Tables(games, found.views).look()
            Clocks(games).look()
            FormGames(games, found.views).some()
            Counting(registry).look()
            Attendance(office).look()
            Messages(registry, office).look()

        return _processor(look)


def _processor(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


def _worker(found: Store) -> float:
    """What a worker takes until it has drawn a game that nobody has drawn yet."""
    games = found.games
    game = games.create(RULESET, SCENARIO, {}).game
    until = time.monotonic() + PATIENCE
    log = found.home / "worker.log"
    with running(command("worker"), _environment(found), folder=PROCFILE.parent, log=log):
        while not found.views.shown([game.id], edition=edition(games)).get(game.id):
            if time.monotonic() > until:
                raise TimeoutError("the worker draws nothing")
            time.sleep(0.02)
        return spent_by_children() / 1000


def _web(found: Store) -> float:
    """What web takes with all its processes until it has answered with the lobby."""
    port = free_port()
    env = {**_environment(found), "PORT": str(port)}
    log = found.home / "web.log"
    with running(command("web"), env, folder=PROCFILE.parent, log=log):
        wait_for_answer(f"http://127.0.0.1:{port}/api/v1/health/live")
        answer = httpx.get(f"http://127.0.0.1:{port}/api/v1/games", timeout=PATIENCE)
        answer.raise_for_status()
        return spent_by_children() / 1000


def _environment(found: Store) -> Mapping[str, str]:
    """The environment of a process of the Procfile on a store."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, **found.env, "PATH": path}


def main(arguments: list[str]) -> None:
    """Print what was measured at each of the sizes that were asked for."""
    for found in measured(sorted(map(int, arguments)), named(os.environ)):
        print(found.line(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
