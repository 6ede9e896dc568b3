"""An order between two live clients: one gives it over HTTP, the other is told what it caused."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from typing import Any, NamedTuple

import msgspec

from napoleon.play.outcomes import Created
from napoleon.rules.bots import RandomBot
from napoleon.rules.orders import to_data
from tools.bench.live import Client, live_server, percentiles
from tools.bench.logs import RULESET, SCENARIO
from tools.bench.processes import free_port, running, spent_by_children, wait_for_answer
from tools.bench.rows import Row
from tools.bench.stores import Store

ORDERS = 200

GOALS = {False: 2.0, True: 3.0}
"""Milliseconds at p50, on SQLite and on a database server."""

TAIL = 5
"""How many times as long it may take at p99."""


class _Order(NamedTuple):
    """What became of an order, in milliseconds since its first byte went out."""

    told: float
    """Until it was answered, and the other client had the last of what it caused."""
    answered: float
    """Until it was answered."""


class Orders(NamedTuple):
    """What became of some orders, in milliseconds, in the order in which they were given."""

    told: list[float]
    """Until each was answered, and the other client had the last of what it caused."""
    answered: list[float]
    """Until each was answered."""
    health: list[float]
    """What a question after the health of the service took, asked after each."""
    processor: list[float]
    """What all processes of the service took of the processor meanwhile.

    The first ones have in them what a process prepares for pages beside its answers.
    """


def between_two(store: Store) -> list[Row]:
    """From the first byte of an order to the last of what it caused at the other client.

    The references are the time until the player who gives the order is answered, and a question
    after the health of the service.
    """
    orders = orders_between(store)
    p50, p99 = percentiles(orders.told)
    goal = GOALS[bool(store.env.get("DATABASE_URL"))]
    answer, health = statistics.median(orders.answered), statistics.median(orders.health)
    return [
        Row(
            "an order between two live clients",
            f"{p50:.2f} ms (p50), {p99:.2f} (p99), {orders.told[0]:.1f} (first of {ORDERS})",
            f"its answer {answer:.2f} ms, a question after health {health:.2f} ms",
            p50 / health,
            f"{goal} ms (p50), {TAIL}x at p99",
            p50 <= goal and p99 <= TAIL * p50,
        )
    ]


def orders_between(store: Store) -> Orders:
    """Orders of bots in a new game.

    A web server and a live server of their own have the store, and the first order is one of those
    that count.
    """
    created = store.games.create(RULESET, SCENARIO, {})
    reader = next(iter(created.tokens.values()))
    with _web_server(store) as web, live_server("api.live.wsgi:app", store.env) as live:
        other = Client(live, f"/api/v1/games/{created.game.id}/live", reader)
        other.begin()
        # What this program has to load is no part of it.
        _asked(web)
        orders, bot = list[_Order](), RandomBot(1815)
        bare, processor = list[float](), list[float]()
        for _ in range(ORDERS):
            before = spent_by_children()
            orders.append(_ordered(store, created, bot, web, other))
            processor.append(spent_by_children() - before)
            bare.append(_asked(web))
        other.socket.close()
    told, answered = ([*it] for it in zip(*orders, strict=True))
    return Orders(told, answered, bare, processor)


def _ordered(store: Store, created: Created, bot: RandomBot, web: int, other: Client) -> _Order:
    """What becomes of the next order of a bot."""
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
    started = time.perf_counter()
    version = _sent(web, "POST", f"/api/v1/games/{game.id}/orders", body, headers)["version"]
    answered = time.perf_counter()
    while not other.has(version):
        pass
    told = time.perf_counter()
    return _Order((told - started) * 1000, (answered - started) * 1000)


def _asked(web: int) -> float:
    """Milliseconds until it is answered whether the service is well."""
    started = time.perf_counter()
    _sent(web, "GET", "/api/v1/health")
    return (time.perf_counter() - started) * 1000


def _sent(web: int, method: str, path: str, *sent: Any) -> Any:
    """What is answered over a connection of its own."""
    connection = HTTPConnection("127.0.0.1", web)
    connection.request(method, path, *sent)
    answer = msgspec.json.decode(connection.getresponse().read())
    connection.close()
    return answer


@contextmanager
def _web_server(store: Store) -> Iterator[int]:
    port = free_port()
    env = {**store.env, "PORT": str(port), "WEB_CONCURRENCY": "1"}
    command = "-m gunicorn --log-level warning --config python:api.server.web_settings api.wsgi:app"
    with running([sys.executable, *command.split()], env, log=store.home / "web.log"):
        wait_for_answer(f"http://127.0.0.1:{port}/api/v1/health")
        yield port
