"""The command: play the games, measure, print the table."""

from __future__ import annotations

import math
import os
import platform
import sqlite3

import click
import msgspec
from rich.progress import Progress

from api.command_line.output import as_json, print_json
from api.command_line.tables import console, print_table, progress_console
from napoleon.play.games import Games
from napoleon.rules.events import SPECTATOR
from napoleon.rulesets.napoleon1815 import RULES
from projections.reading import view_bytes
from projections.worker import catch_up
from tools.bench import logs, rows
from tools.bench.again import deciding_again
from tools.bench.beginning import beginning
from tools.bench.clocks import deadlines
from tools.bench.counted import count
from tools.bench.declarative import beside_declarative
from tools.bench.every_page import pages_of_every_game
from tools.bench.growth import growth
from tools.bench.http import current_map
from tools.bench.letters import letters
from tools.bench.live import live_update
from tools.bench.lobby import lobby
from tools.bench.long_records import long_records
from tools.bench.mail import mails
from tools.bench.memory import open_games
from tools.bench.opponents import between_two
from tools.bench.pages import pages, reader
from tools.bench.questions import USUAL
from tools.bench.starts import starts
from tools.bench.stores import EMBEDDED, Servers, named, store

REBUILD = 6.0
"""Milliseconds that 2,000 events may take on SQLite. Other databases have no such limit."""

CATCH_UP = {False: 3_000, True: 10_000}
"""Events a second at which the read models should be drawn, on SQLite and on Redis."""


@click.command()
@click.option("--questions", is_flag=True, help="Count what games ask of people instead.")
@click.option("--games", type=click.IntRange(min=1), help="Games of each form; 10 unless given.")
@click.option("--game", "names", multiple=True, metavar="NAME", help="One of the games; else all.")
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    metavar="NAME",
    help="What all seats leave, such as 'only what matters' or 'none'; 'usual' unless given.",
)
@as_json
def bench(
    questions: bool,
    games: int | None,
    names: tuple[str, ...],
    profiles: tuple[str, ...],
    json: bool,
) -> None:
    """Measure this machine against the goals of the design, or stricter ones; takes some minutes.

    With --questions bots play games, and what these ask of people is counted: answers, questions
    with one legal order, hand-overs of the turn, days. --profile may be given more than once: a
    game is played behind the first that it knows, and behind none if it knows none of them. Behind
    a profile that is chosen with a seat nobody plays cards in windows.

    The embedded store is measured, and then what DATABASE_URL and REDIS_URL name, if they do: in a
    new database and under new keys, which are removed in the end.

    A goal that is missed is said in the table; the exit status is 0 all the same, as a slow disk is
    not an error.
    """
    if questions:
        count(names, profiles or (USUAL,), games or 10, json=json)
        return
    if games is not None or names or profiles:
        raise click.UsageError("Give --questions with --games, --game and --profile.")
    found = list(measure(EMBEDDED))
    if (servers := named(os.environ)) != EMBEDDED:
        found += measure(servers)
    machine = (
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, "
        f"{platform.system()}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )
    noise = rows.noise()
    if json:
        print_json({"machine": machine, "noise": noise, "rows": msgspec.to_builtins(found)})
        return
    for stores in dict.fromkeys(row.stores for row in found):
        _print([row for row in found if row.stores == stores], f"napoleon bench on {stores}")
    console().print(f"{machine}; {noise}", markup=False)


def _decided_again(games: Games, ruleset: str, scenario: str) -> rows.Row:
    """Deciding a game of bots again that is played by other rules."""
    game = logs.played_game(games, ruleset, scenario)
    return deciding_again(games, game.id, games.rules(game).title)


def _print(found: list[rows.Row], title: str) -> None:
    print_table(
        title,
        ("work", "measured", "reference in the same run", "ratio", "goal", "reached"),
        (
            (
                row.work,
                row.measured,
                row.reference,
                "" if row.ratio is None else f"{row.ratio:.2f}x",
                row.goal,
                "yes" if row.reached else "NO",
            )
            for row in found
        ),
    )


def measure(servers: Servers) -> list[rows.Row]:
    """Every row of the design's table, in its order, on the stores that `servers` name."""
    with Progress(console=progress_console(), transient=True) as bar:
        task = bar.add_task("playing", total=logs.LONG)
        with (
            store(RULES, servers) as short_store,
            store(logs.endless_rules(), servers) as long_store,
        ):
            games, long_games = short_store.games, long_store.games
            bot_game = logs.recorded_game(games)
            long = logs.long_game(long_games, lambda n: bar.update(task, completed=n))
            bar.update(task, description="measuring", total=None)
            within = math.inf if servers.database else REBUILD
            rebuilds = [
                rows.rebuild(games, bot_game.game, bot_game.game.version - 1, "a bot game", within),
                rows.rebuild(long_games, long.game, logs.REBUILT, "a synthetic game", within),
            ]
            size = rows.log_size(long_store, "a synthetic game")
            rate = rows.projection_rate(long_games, long_store.views, CATCH_UP[bool(servers.redis)])
            size_after = rows.log_size(long_store, "with its snapshots")
            earlier = rows.earlier_positions(long_games, long.game)
            browsed = [*pages(long_store), *pages_of_every_game(long_store)]
            mailed = [*mails(short_store), *letters(short_store)]
            recorded = long_records(long_store, long)
            started = starts(reader(short_store))
            again = [
                deciding_again(games, bot_game.game.id, "a bot game"),
                *(_decided_again(games, *it) for it in logs.OTHERS),
            ]
            young = long_games.create(logs.RULESET, logs.SCENARIO, {})
            orders = rows.accepted_orders(long_store, rows.advanced(long_games, young, 200), long)
            others = [rows.orders_of_another_game(short_store, *it) for it in logs.OTHERS]
            verifiable = rows.verifiable_orders(
                long_store,
                rows.advanced(long_games, long_games.create(logs.RULESET, logs.SCENARIO, {}), 500),
                rows.advanced(long_games, logs.without_chains(long_games), 500),
            )
            catch_up(games, short_store.views)
            body = view_bytes(games, short_store.views, bot_game.game, SPECTATOR, "map")
            http = current_map(short_store, bot_game.game.id, body)
            live = live_update(games, short_store.env)
            opponents = between_two(short_store)
            held = open_games(long_store)
            declarative = beside_declarative(long_games, long.game, servers)
        with store(RULES, servers) as clock_store:
            timed = deadlines(clock_store)
        with store(RULES, servers) as lobby_store:
            listed = lobby(lobby_store)
        with store(RULES, servers) as growing_store:
            listed += growth(growing_store)
        with store(RULES, servers) as beginning_store:
            listed += beginning(beginning_store)
    found = [
        *rebuilds,
        orders,
        *others,
        verifiable,
        earlier,
        *declarative,
        http,
        rate,
        size,
        size_after,
        live,
        *opponents,
        *browsed,
        *listed,
        *started,
        held,
        *recorded,
        *again,
        *mailed,
        *timed,
    ]
    return [msgspec.structs.replace(row, stores=servers.title) for row in found]
