"""One round of what is compared with other engines: ``python -m tools.bench.compared [NAME ...]``.

It prints figures as JSON, none of them summed up. A comparison runs it in turn with a program that
does the same for another engine, on one machine, and takes percentiles of all rounds. Without names
everything in `WORK` is done, on SQLite.
"""

from __future__ import annotations

import json
import sqlite3
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

from napoleon.audit.adjudication import decided_again
from napoleon.log.game import Game
from napoleon.log.store.home import LOG, VIEWS
from napoleon.rules.bots import RandomBot
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815 import RULES
from projections.worker import catch_up
from tools.bench import every_page, logs, rows, starts
from tools.bench.opponents import orders_between
from tools.bench.pages import loaded
from tools.bench.stores import Store, store

EVENTS = 2_000
"""As many of a game are decided again and weighed; it ends before, or is taken as it is then."""

REPEATS = 5
"""How often a process does a thing that is short."""


def between() -> Mapping[str, Any]:
    """Orders between two live clients."""
    with store(RULES) as fresh:
        return orders_between(fresh)._asdict()


def again() -> Mapping[str, Any]:
    """Orders of each game, and milliseconds of the processor in which all are decided again."""
    found = {}
    for ruleset, scenario in every_page.GAMES:
        with store(RULES) as fresh:
            games, game = fresh.games, played(fresh, ruleset, scenario)
            events, rules = games.history(game.id), games.rules(game)
            found[ruleset] = {
                "orders": sum(type(event) is OrderGiven for event in events),
                "taken": _timed(lambda: decided_again(events, rules)),  # noqa: B023
            }
    return found


def rebuild() -> Mapping[str, Any]:
    """Milliseconds of the processor for a bot's game: from its log, and any position in it.

    The positions are found as they are once the worker has taken snapshots.
    """
    with store(RULES) as fresh:
        games = fresh.games
        game = logs.recorded_game(games).game
        # The newest version is kept in memory.
        whole = _timed(lambda: games.at(game.id, game.version - 1))
        catch_up(games, fresh.views)
        middle = [
            taken
            for version in range(game.version // 40, game.version, game.version // 40)
            for taken in _timed(lambda: games.at(game.id, version))  # noqa: B023
        ]
        return {"events": game.version, "whole": whole, "anywhere": middle}


def start() -> Mapping[str, float]:
    """The start of a service with an empty folder, up to its first answer."""
    return starts.served()._asdict()


def stored() -> Mapping[str, Any]:
    """Bytes that a game of each kind takes, in a log and read models of its own.

    What the tables take empty is told of one of them, and counts in all.
    """
    found = {}
    for ruleset, scenario in every_page.GAMES:
        with store(RULES) as fresh:
            empty = sum(_tables(fresh, LOG).values()), sum(_tables(fresh, VIEWS).values())
            game = played(fresh, ruleset, scenario)
            text, _ = rows.whole_log(fresh.games)
            catch_up(fresh.games, fresh.views)
            found[ruleset] = {
                "events": game.version,
                "json": text,
                "log": _tables(fresh, LOG),
                "views": _tables(fresh, VIEWS),
                "empty": empty,
            }
    return found


def page() -> Mapping[str, Any]:
    """Milliseconds that the server takes for a page of each game, after every order and again."""
    with store(RULES) as fresh, loaded():
        return {it[0]: every_page.looks(fresh, *it)._asdict() for it in every_page.GAMES}


WORK: Mapping[str, Callable[[], object]] = {
    it.__name__: it for it in (rows.noise, between, again, rebuild, start, stored, page)
}
"""What can be asked for; ``noise`` is how fast the machine is meanwhile."""


def played(fresh: Store, ruleset: str, scenario: str) -> Game:
    """A game of bots, to its end or to so many events."""
    games, bot = fresh.games, RandomBot(1815)
    game = games.create(ruleset, scenario, {}).game
    while not game.over and game.version < EVENTS:
        game = logs.one_order(games, game, bot)
    return game


def _timed(work: Callable[[], object]) -> list[float]:
    """Milliseconds of the processor that some work takes, done again and again."""
    taken = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        taken.append((time.process_time() - started) * 1000)
    return taken


def _tables(fresh: Store, file: str) -> dict[str, int]:
    """Bytes of a file of the store, by table and index."""
    with sqlite3.connect(fresh.home / file) as connection:
        return dict(connection.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))


def main(names: list[str]) -> None:
    """Do the named work, or all of it. Exits with a line about a name that there is not."""
    if unknown := [it for it in names if it not in WORK]:
        sys.exit(f"There is no work {', '.join(unknown)}. There is {', '.join(WORK)}.")
    json.dump({name: WORK[name]() for name in names or WORK}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
