"""``napoleon show``: the boards of a game as text tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click
import msgspec

from api import timekeeping
from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games, position, viewer
from api.command_line.tables import console, print_table
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.difference import ADDED, REMOVED
from napoleon.rules.events import SPECTATOR
from napoleon.rules.plain_views import in_words
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.tables import TextTable
from projections.difference import with_changes

MOST_ENTRIES = 12
"""How many entries of a list are told one by one in a table."""


@click.command()
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), help="Version to look at; the newest by default.")
@click.option("--since", type=click.IntRange(min=1), help="Tell what changed since this version.")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
@as_json
def show(game: str, at: int | None, since: int | None, seat: str, json: bool) -> None:
    """Show the map, the order of battle and the victory track of GAME.

    With --since the changes in them, and in the hands, are shown instead. The newest position of a
    game with a clock tells when answers are due, in UTC.
    """
    with local_games() as games:
        looked_at = position(games, game, at, seat)
        views = _views(games, looked_at, seat)
        newest = games.open(game)
        shown = games.views(looked_at, viewer(looked_at, seat), newest=newest)
        rules = games.rules(looked_at)
        if since is not None:
            before = _views(games, games.seen_at(game, since, seat), seat)
            if since > looked_at.version:
                fail(f"Version {since} is later than version {looked_at.version}, which is shown.")
            views = {name: with_changes(before[name], view) for name, view in views.items()}
    clock = timekeeping.told(looked_at) if looked_at.version == newest.version else None
    if clock is not None and clock["clock"] is None:
        clock = None
    if json:
        print_json(views if clock is None else {**views, "clock": clock})
    elif since is not None:
        print_changes(views)
    elif shown is None:
        click.echo(f"At version {looked_at.version} the table is not laid yet.")
    else:
        click.echo(f"Version {looked_at.version}")
        print_boards(rules.tables(shown, words_of(rules, ENGLISH)))
    if clock is not None and since is None and not json:
        print_clock(clock, rules.names)


def _views(games: Games, looked_at: Game, seat: str) -> dict[str, dict[str, Any]]:
    """The views of a position as `seat` may see them now, as the JSON that the API serves."""
    newest = games.open(looked_at.id)
    views = games.view(looked_at, viewer(looked_at, seat), newest=newest)
    served: dict[str, dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(views))
    return served


def print_changes(views: dict[str, dict[str, Any]]) -> None:
    """What has changed in `views` of a ruleset by name, as the API serves them compared.

    What all views have in common, such as the turn, is told once.
    """
    rows: dict[tuple[str, ...], str] = {}
    for name, view in views.items():
        for change in view["changes"]:
            values = (_value(change, "before"), _value(change, "after"))
            rows.setdefault((change["path"], change["kind"], *values), name)
    board = views["map"]
    print_table(
        f"Changes from version {board['since']} to version {board['version']}",
        ("view", "where", "what", "before", "after"),
        ((name, *change) for change, name in rows.items()),
    )


def print_clock(told: dict[str, Any], names: Mapping[str, str]) -> None:
    """By when answers are due, and what the clock is set to; `names` are those of the seats."""
    print_table(
        "Clock",
        ("seat", "asked", "due", "late since", "grace ends"),
        (
            (
                names.get(it["seat"], it["seat"]),
                *(it[name] or "" for name in ("asked", "due", "late_since", "grace_ends")),
            )
            for it in told["deadlines"]
        ),
    )
    clock = told["clock"]
    hours = f"{clock['answer'] / 60:g} hours for an answer, {clock['grace'] / 60:g} of grace"
    held = f"; held since {told['held_since']}" if told["held_since"] else ""
    console().print(f"{hours}, then: {clock['then']}{held}.", markup=False, highlight=False)


def _value(change: dict[str, Any], side: str) -> str:
    """A value on one side of a change; empty where there is none."""
    absent = side == {ADDED: "before", REMOVED: "after"}.get(change["kind"])
    return "" if absent else in_words(change[side], MOST_ENTRIES)


def print_boards(tables: Iterable[TextTable]) -> None:
    """The tables of a position, each with what is said below it."""
    for table in tables:
        print_table(table.title, table.columns, table.rows)
        if table.note:
            console().print(table.note, markup=False)
