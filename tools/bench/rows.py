"""The rows of the table: what is measured, against what, and what the goal is."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from eventsourcing.persistence import StoredEvent
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.app import create_app
from napoleon.log.folding import fold
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Created
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import to_data
from projections.store import ViewStore
from projections.worker import catch_up
from tools.bench import logs
from tools.bench.logs import one_order
from tools.bench.stores import Store

REPEATS = 15
ORDERS = 150

ORDER_GOALS, OTHER_ORDER_GOALS = {False: 1.5, True: 2.5}, {False: 1.2, True: 2.5}
"""Milliseconds for an order, on SQLite and on a database server; there both are held to the same.
"""

OTHER_EVENTS = 400
"""Events of the game by other rules before its orders are measured."""

REBUILD_RATIO = 1.4
"""How much longer a game may take from SQLite than in memory; from a database server three times.
"""


class Row(msgspec.Struct, frozen=True):
    """A line of the table. `ratio` is against `reference`, measured in the same run."""

    work: str
    measured: str
    reference: str
    ratio: float | None
    goal: str
    reached: bool
    stores: str = ""
    """What the measured store stands on."""


def beside(work: str, times: list[float], reference: str, bare: list[float], goal: int) -> Row:
    """Milliseconds of some work, whose median is to reach a goal, beside those of a part of it."""
    p50, alone = statistics.median(times), statistics.median(bare)
    return Row(
        work,
        f"{p50:.1f} ms (p50), {max(times):.1f} (worst)",
        f"{reference} {alone:.1f} ms",
        p50 / alone,
        f"{goal} ms (p50)",
        p50 <= goal,
    )


def rebuild(games: Games, game: Game, version: int, what: str, within: float) -> Row:
    """A game from the log, against decoding and applying the same events in memory.

    `version` is not the newest one, which is kept in memory. `within` is how many ms 2,000 events
    may take.
    """
    rules = games.rules(game)
    stored = list(games.recorder.select_events(game.id, lte=version))
    whole, bare = side_by_side(
        lambda: games.at(game.id, version), lambda: decoded_and_applied(stored, games, rules)
    )
    goal = within * version / 2000
    most = 3 if math.isinf(goal) else REBUILD_RATIO
    return Row(
        f"rebuild of {what}, {version:,} events",
        f"{whole:.1f} ms",
        f"decode and apply alone {bare:.1f} ms",
        whole / bare,
        f"{most}x" if math.isinf(goal) else f"{goal:.1f} ms, {most}x",
        whole <= goal and whole <= most * bare,
    )


def accepted_orders(store: Store, early: Created, late: Created) -> Row:
    """An accepted order through the application, on a young game and on an old one in turn.

    `ORDERS` are measured on each, or fewer if one of the games is decided before.
    """
    games = store.games
    app = create_app(games, env=store.env)
    bot = RandomBot(7)
    times: dict[str, list[float]] = {early.game.id: [], late.game.id: []}
    while len(times[late.game.id]) < ORDERS and not any(games.open(g).over for g in times):
        for created in (early, late):
            times[created.game.id].append(_timed_order(app, games, created, bot))
    young = statistics.median(times[early.game.id])
    old = statistics.median(times[late.game.id])
    goal = ORDER_GOALS[bool(store.env.get("DATABASE_URL"))]
    return Row(
        f"accepted order at event {late.game.version:,}, durable, all server work",
        f"{old:.2f} ms (p50 of {len(times[late.game.id])})",
        f"at event {early.game.version:,}: {young:.2f} ms",
        old / young,
        f"{goal} ms, 1.2x",
        old <= goal and old <= 1.2 * young,
    )


def orders_of_another_game(store: Store, ruleset: str, scenario: str) -> Row:
    """An accepted order in the second half of a game by other rules, as in `accepted_orders`.

    The reference is deciding it alone, by the rules, without log and application.
    """
    games = store.games
    app = create_app(games, env=store.env)
    created = logs.undecided(games, OTHER_EVENTS, ruleset=ruleset, scenario=scenario)
    rules, bot = games.rules(created.game), RandomBot(7)
    times, decided = list[float](), list[float]()
    while len(times) < ORDERS and not (game := games.open(created.game.id)).over:
        decision = bot.choose(games.decisions(game))
        order = bot.choose(list(rules.legal_orders(game.state, decision)))
        chance = games.chance_of(game)
        decided.append(best_of(1, lambda: rules.decide(game.state, decision.seat, order, chance)))  # noqa: B023
        times.append(_timed_order(app, games, created, bot))
    p50, alone = statistics.median(times), statistics.median(decided)
    goal = OTHER_ORDER_GOALS[bool(store.env.get("DATABASE_URL"))]
    return Row(
        f"accepted order of {rules.title}",
        f"{p50:.2f} ms (p50 of {len(times)})",
        f"deciding one alone {alone:.2f} ms",
        p50 / alone,
        f"{goal} ms (p50)",
        p50 <= goal,
    )


def verifiable_orders(store: Store, verifiable: Created, plain: Created) -> Row:
    """An accepted order with all that a checkable record demands of it, and without.

    The games are played in turn by bots that choose alike; `plain` is one without chains of
    chance, whose draws are neither called for in the log nor made from links. Hashing and signing
    are not part of an order: the worker does both afterwards. Means are compared, as only some of
    the orders draw. Twice `ORDERS` are measured on each, or fewer if one of the games is decided.
    """
    games = store.games
    app = create_app(games, env=store.env)
    times: dict[str, list[float]] = {verifiable.game.id: [], plain.game.id: []}
    bots = {verifiable.game.id: RandomBot(7), plain.game.id: RandomBot(7)}
    while len(times[plain.game.id]) < 2 * ORDERS and not any(games.open(g).over for g in times):
        for created in (verifiable, plain):
            game_id = created.game.id
            times[game_id].append(_timed_order(app, games, created, bots[game_id]))
    new, old = (statistics.fmean(_without_outliers(it)) for it in times.values())
    medians = [statistics.median(it) for it in times.values()]
    return Row(
        "accepted order with verifiable chance and record",
        f"{new:.2f} ms (mean), {medians[0]:.2f} (p50)",
        f"without: {old:.2f} ms (mean), {medians[1]:.2f} (p50)",
        new / old,
        "1.1x",
        new <= 1.1 * old,
    )


def _without_outliers(times: list[float]) -> list[float]:
    """All but the slowest twentieth, which waited for the disk or another process."""
    return sorted(times)[: -len(times) // 20]


def _timed_order(app: Flask, games: Games, created: Created, bot: RandomBot) -> float:
    game = games.open(created.game.id)
    decision = bot.choose(games.decisions(game))
    legal_orders = list(games.rules(game).legal_orders(game.state, decision))
    environ = EnvironBuilder(
        f"/api/v1/games/{game.id}/orders",
        method="POST",
        json=to_data(bot.choose(legal_orders)),
        headers=[
            ("Authorization", f"Bearer {created.tokens[decision.seat]}"),
            ("If-Match", f'"{game.version}"'),
        ],
    ).get_environ()
    started = time.perf_counter()
    _, status, _ = run_wsgi_app(app, environ, buffered=True)
    taken = time.perf_counter() - started
    assert status.startswith("201"), status
    return taken * 1000


def earlier_positions(games: Games, game: Game) -> Row:
    """Positions all over a long game, with the snapshots that the worker takes.

    The reference is half the game decoded and applied: what one of them takes without snapshots.
    """
    step = game.version // 40
    times = sorted(
        best_of(3, lambda version=version: games.at(game.id, version))  # type: ignore[misc]
        for version in range(step, game.version, step)
    )
    median = statistics.median(times)
    stored = list(games.recorder.select_events(game.id, lte=game.version // 2))
    rules = games.rules(game)
    bare = best_of(3, lambda: decoded_and_applied(stored, games, rules))
    return Row(
        f"position at any earlier version of {game.version:,}",
        f"{median:.2f} ms (p50), {times[-1]:.2f} (worst)",
        f"half of it decoded and applied {bare:.1f} ms",
        median / bare,
        "5 ms (p50)",
        median <= 5,
    )


def projection_rate(games: Games, views: ViewStore, goal: int) -> Row:
    """Every read model of the log drawn from scratch, against reading the same log."""
    events = games.recorder.max_notification_id() or 0
    _, reading = whole_log(games)
    started = time.perf_counter()
    catch_up(games, views)
    taken = time.perf_counter() - started
    rate = events / taken
    return Row(
        f"projection catch-up, {events:,} events",
        f"{rate:,.0f} events/s",
        f"reading and decoding alone {events / reading:,.0f} events/s",
        reading / taken,
        f"{goal:,} events/s",
        rate >= goal,
    )


def log_size(store: Store, what: str) -> Row:
    """All of the log on the disk, divided by its events."""
    events = store.games.recorder.max_notification_id() or 1
    each = store.log_bytes() / events
    text, _ = whole_log(store.games)
    return Row(
        f"log size, {what}",
        f"{each:.0f} bytes an event",
        f"their JSON alone {text / events:.0f} bytes",
        each * events / text,
        "260 bytes",
        each <= 260,
    )


def whole_log(games: Games) -> tuple[int, float]:
    """Bytes of JSON in the log, and the seconds that it takes to read and decode all of it."""
    started = time.perf_counter()
    seen, size = 0, 0
    while some := games.recorder.select_notifications(seen + 1, 500):
        for notification in some:
            games.mapper.to_domain_event(notification)
            size += len(notification.state)
        seen = some[-1].id
    return size, time.perf_counter() - started


def decoded_and_applied(stored: Iterable[StoredEvent], games: Games, rules: Ruleset) -> None:
    """What has to be done to rebuild a game, whatever it is kept in."""
    folded: Game | None = None
    for each in stored:
        event: Event = games.mapper.to_domain_event(each)  # type: ignore[assignment]
        folded = fold(folded, event, rules)


def side_by_side(one: Callable[[], object], other: Callable[[], object]) -> tuple[float, float]:
    """Medians in ms of two pieces of work, done in turn so that noise meets both."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(REPEATS):
        for work, kept in zip((one, other), times, strict=True):
            kept.append(best_of(1, work))
    return statistics.median(times[0]), statistics.median(times[1])


def best_of(repeats: int, work: Callable[[], Any]) -> float:
    """The shortest time in ms that `work` took."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times) * 1000


def advanced(games: Games, created: Created, version: int) -> Created:
    """The game played on by a bot until it has that many events."""
    game, bot = created.game, RandomBot(11)
    while game.version < version:
        game = one_order(games, game, bot)
    return Created(game, created.tokens)


def noise() -> str:
    """How much a fixed piece of work varies on this machine while nothing else is measured."""

    def loop() -> int:
        return sum(i * i for i in range(100_000))

    times = [best_of(1, loop) for _ in range(40)]
    spread = statistics.pstdev(times) / statistics.mean(times)
    return f"fixed loop: median {statistics.median(times):.1f} ms, sd {spread:.0%}"
