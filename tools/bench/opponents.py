"""An order between two live clients: one gives it over HTTP, the other is told what it caused."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection

import msgspec

from napoleon.play.outcomes import Created
from napoleon.rules.bots import RandomBot
from napoleon.rules.orders import to_data
from tools.bench.live import Client, live_server
from tools.bench.logs import RULESET, SCENARIO
from tools.bench.processes import free_port, running, wait_for_answer
from tools.bench.rows import Row
from tools.bench.stores import Store

ORDERS = 200

GOALS = {False: 2.0, True: 3.0}
"""Milliseconds at p50, on SQLite and on a database server."""


def between_two(store: Store) -> Row:
    """From the first byte of an order to the last of what it caused at the other client.

    A web server and a live server of their own have the store. The reference is the time until
    the player who gives the order is answered.
    """
    created = store.games.create(RULESET, SCENARIO, {})
    reader = next(iter(created.tokens.values()))
    with _web_server(store) as web, live_server("api.live.wsgi:app", store.env) as live:
        other = Client(live, f"/api/v1/games/{created.game.id}/live", reader)
        other.begin()
        times = [_ordered(store, created, bot, web, other) for bot in _bots()]
        other.socket.close()
    told, answered = zip(*times, strict=True)
    p50 = statistics.median(told)
    goal = GOALS[bool(store.env.get("DATABASE_URL"))]
    return Row(
        "an order between two live clients",
        f"{p50:.2f} ms (p50), {max(told):.1f} (worst of {len(told)})",
        f"its answer alone {statistics.median(answered):.2f} ms",
        p50 / statistics.median(answered),
        f"{goal} ms (p50)",
        p50 <= goal,
    )


def _bots() -> Iterator[RandomBot]:
    bot = RandomBot(1815)
    for _ in range(ORDERS):
        yield bot


def _ordered(
    store: Store, created: Created, bot: RandomBot, web: int, other: Client
) -> tuple[float, float]:
    """Milliseconds until the other client has it all, and until the order is answered."""
    games = store.games
    game = games.open(created.game.id)
    decision = bot.choose(games.decisions(game))
    order = bot.choose(list(games.rules(game).legal_orders(game.state, decision)))
    body = msgspec.json.encode(to_data(order))
    headers = {
        "Authorization": f"Bearer {created.tokens[decision.seat]}",
        "If-Match": f'"{game.version}"',
        "Content-Type": "application/json",
    }
    connection = HTTPConnection("127.0.0.1", web)
    started = time.perf_counter()
    connection.request("POST", f"/api/v1/games/{game.id}/orders", body, headers)
    answer = connection.getresponse()
    version = msgspec.json.decode(answer.read())["version"]
    answered = time.perf_counter()
    while not other.has(version):
        pass
    told = time.perf_counter()
    connection.close()
    return (told - started) * 1000, (answered - started) * 1000


@contextmanager
def _web_server(store: Store) -> Iterator[int]:
    port = free_port()
    env = {**store.env, "PORT": str(port), "WEB_CONCURRENCY": "1"}
    command = "-m gunicorn --log-level warning --config python:api.server.web_settings api.wsgi:app"
    with running([sys.executable, *command.split()], env, log=store.home / "web.log"):
        wait_for_answer(f"http://127.0.0.1:{port}/api/v1/health")
        yield port
