"""The lobby of ten thousand games: its page where nothing is kept yet, and again."""

from __future__ import annotations

import gc
import gzip
import statistics
import time
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

import msgspec
from eventsourcing.persistence import Tracking
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.app import create_app
from api.command_line.play import play_on
from napoleon.log.times import MINUTE
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import installed
from napoleon.rules.events import SPECTATOR
from projections import lobby as lobbies
from projections.encoding import encode
from projections.projector import drawn, edition
from projections.rows import MINI, Changes, DrawnView, LobbyRow, Step
from projections.worker import catch_up
from tools.bench.rows import Row
from tools.bench.stores import Store

GAMES = 10_000

ROUNDS, COLD = 60, 12

GOAL = 20
"""Milliseconds that the page may take, at p50."""

SHOWN = (
    ("napoleon1815", 4),
    ("napoleonic_empire", 3),
    ("napoleon_columbia", 3),
    ("eagles_waterloo", 2),
    ("napoleonic_wars", 1),
)
"""The games whose positions are listed, and up to which turn bots play them."""

RUNNING, OPEN = 1_000, 60
"""How many games are being played, and how many of those have a seat that anybody may take."""

BATCH = 500
"""How many are written at once."""


def lobby(store: Store) -> list[Row]:
    """The page of the lobby, all server work, in processes that have shown none and again."""
    filled(store)
    cold = []
    gc.collect()
    gc.freeze()
    try:
        for _ in range(COLD):
            # What a process keeps it keeps for its log.
            with Games(store.env, rulesets=store.games.rulesets) as again:
                app = create_app(again, store.views, env=store.env)
                # A process compiles its templates ahead; see `api.web.ahead`.
                app.jinja_env.get_template("lobby.html")
                _answered(app, "/archive?name=nobody")
                cold.append(_answered(app, "/")[0])
        app = create_app(store.games, store.views, env=store.env)
        warm = [_answered(app, "/")[0] for _ in range(ROUNDS + 1)][1:]
    finally:
        gc.unfreeze()
    _, sent, whole = _answered(app, "/")
    p50, first = statistics.median(warm), statistics.median(cold)
    return [
        Row(
            f"lobby of {GAMES:,} games, {whole // 1000} kB, {sent / 1000:.1f} kB on the line",
            f"{p50:.1f} ms (p50 of {ROUNDS}), {max(warm):.1f} (worst)",
            f"in a process that has shown no map {first:.1f} ms (p50 of {COLD})",
            p50 / first,
            f"{GOAL} ms (p50), both",
            max(p50, first) < GOAL,
        )
    ]


def filled(store: Store) -> None:
    """Fill the read models with games at positions that bots have come to, as copies of some."""
    games, views = store.games, store.views
    models = list(_models(games))
    catch_up(games, views)
    shown_by, random = edition(games), Random(1805)
    position = views.position(shown_by)
    rows = enumerate(islice(cycle(models), GAMES))
    while batch := list(islice(rows, BATCH)):
        changes = Changes()
        for number, (model, small) in batch:
            _copy(changes, model, small, number, random)
        views.record(changes, after=position, tracking=Tracking(shown_by, position))


def _models(games: Games) -> Iterator[tuple[LobbyRow, DrawnView]]:
    for name, last in SHOWN:
        for turn in range(1, last + 1):
            made = games.create(name, installed()[name].scenarios[0].id, {}).game
            found = drawn(games, play_on(games, made, RandomBot(turn), turn))
            [small] = [it for it in found.drawn if (it.reader, it.name) == (SPECTATOR, MINI)]
            yield found.lobby[0], small


def _copy(changes: Changes, model: LobbyRow, small: DrawnView, number: int, random: Random) -> None:
    """A game like another one, under an id of its own and set up at a time of its own."""
    entry: dict[str, Any] = msgspec.json.decode(model.body)
    game, at = f"{number:010}", entry["created"] + number * MINUTE
    entry |= {"id": game, "created": at, "updated": at + random.randrange(MINUTE)}
    place = random.randrange(GAMES)
    if place >= RUNNING:
        result = {"clause": "", "reason": "", "winner": random.choice(entry["all_seats"])}
        entry |= {"status": lobbies.OVER, "waiting_for": [], "result": result}
    elif place < OPEN:
        entry["open_seats"] = entry["all_seats"][:1]
    tags = f" {' '.join(lobbies.tags(entry))} "
    row = (game, model.version, at, model.ruleset, entry["status"], encode(entry), True, tags)
    changes.steps.append(Step(game, 0, model.version))
    changes.lobby.append(LobbyRow(*row))
    changes.drawn.append(small._replace(game=game))


def _answered(app: Flask, address: str) -> tuple[float, int, int]:
    """Milliseconds for a page, and its bytes on the line and without being compressed."""
    headers = [("Accept", "text/html"), ("Accept-Encoding", "gzip")]
    environ = EnvironBuilder(address, headers=headers).get_environ()
    started = time.perf_counter()
    answer, status, told = run_wsgi_app(app, environ, buffered=True)
    body = b"".join(answer)
    taken = time.perf_counter() - started
    assert status.startswith("200"), status
    plain = gzip.decompress(body) if told.get("Content-Encoding") == "gzip" else body
    return taken * 1000, len(body), len(plain)
