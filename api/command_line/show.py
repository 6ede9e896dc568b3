"""``napoleon show``: the three boards of a game as text tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from api.command_line.output import as_json, console, fail, print_json, print_table
from api.command_line.stores import local_games, position, reader
from napoleon.difference import ADDED, REMOVED
from napoleon.events import SPECTATOR
from napoleon.game import Game, is_faded
from napoleon.games import Games
from projections.difference import with_changes

MOST_ENTRIES = 12
"""Entries of a list that are told one by one in a table."""


@click.command()
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), help="Version to look at; the newest by default.")
@click.option("--since", type=click.IntRange(min=1), help="Tell what changed since this version.")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
@as_json
def show(game: str, at: int | None, since: int | None, seat: str, json: bool) -> None:
    """Show the map, the order of battle and the victory track of GAME.

    With --since the changes in them, and in the hands, are shown instead.
    """
    with local_games() as games:
        looked_at = position(games, game, at)
        views = _views(games, looked_at, seat)
        if since is not None:
            before = _views(games, games.at(game, since), seat)
            if since > looked_at.version:
                fail(f"Version {since} is later than version {looked_at.version}, which is shown.")
            views = {name: with_changes(before[name], view) for name, view in views.items()}
    if json:
        print_json(views)
    elif since is not None:
        print_changes(views)
    elif looked_at.state is None:
        click.echo(f"At version {looked_at.version} the table is not laid yet.")
    else:
        print_boards(views)


def _views(games: Games, looked_at: Game, seat: str) -> dict[str, dict[str, Any]]:
    """The views of a position as `seat` may see them now, as the JSON that the API serves."""
    faded = is_faded(games.open(looked_at.id), looked_at.version)
    views = games.view(looked_at, reader(looked_at, seat), faded=faded)
    served: dict[str, dict[str, Any]] = msgspec.json.decode(msgspec.json.encode(views))
    return served


def print_changes(views: dict[str, dict[str, Any]]) -> None:
    """What has changed in `views` of a ruleset by name, as the API serves them compared.

    What every view says alike, such as the turn, is told once.
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


def _value(change: dict[str, Any], side: str) -> str:
    """A value on one side of a change; empty where there is none."""
    absent = side == {ADDED: "before", REMOVED: "after"}.get(change["kind"])
    return "" if absent else _words(change[side])


def _words(value: Any) -> str:
    """A value of a view in a few words: records by their names, long lists by their length."""
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, dict):
        own = value.get("name") or value.get("id")
        return own or ", ".join(f"{key}: {_words(it)}" for key, it in value.items()) or "none"
    if isinstance(value, list):
        if len(value) > MOST_ENTRIES:
            return f"{len(value)} entries"
        told = [_words(entry) for entry in value]
        between = "; " if any(", " in entry for entry in told) else ", "
        return between.join(told) or "none"
    return str(value)


def print_boards(views: dict[str, dict[str, Any]]) -> None:
    """Map, order of battle and victory track as text tables.

    `views` are views of a ruleset by name, as the API serves them. Areas in which there is nothing
    to be seen are left out of the map.
    """
    board, battle, track = views["map"], views["order-of-battle"], views["victory-track"]
    print_table(
        f"Map, version {board['version']}, turn {board['turn']}, {board['phase']}",
        ("area", "kind", "control", "notes", "blocks"),
        _areas(board),
    )
    print_table(
        "Order of battle (* ready)",
        ("army", "unit", "area", "infantry", "cavalry", "fatigue"),
        _units(battle),
    )
    print_table(
        f"Victory track: {track['value']}",
        ("turn", "from", "to", "why"),
        (
            (move["turn"], move["from"], move["to"], _reasons(move["breakdown"]))
            for move in track["history"]
        ),
    )
    if track.get("result"):
        result = track["result"]
        console().print(
            f"{result['winner']} won: {result['reason']} [{result['clause']}]", markup=False
        )


def _areas(board: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for area in board["areas"]:
        notes = [
            word
            for word, holds in (
                ("contested", area.get("contested")),
                ("fortified position", area.get("fortified_position")),
            )
            if holds
        ]
        if area["blocks"] or area["control"] or notes:
            blocks = ", ".join(map(_block, area["blocks"]))
            yield area["name"], area["kind"], area["control"] or "", ", ".join(notes), blocks


def _block(block: dict[str, Any]) -> str:
    """A block by its name, or by its token where the reader may not know what it is."""
    return f"{block['name'] or block['id']}{'*' if block['ready'] else ''}"


def _units(battle: dict[str, Any]) -> Iterator[tuple[Any, ...]]:
    for army in battle["armies"]:
        for unit in army["units"]:
            hidden = unit["kind"] == "corps" and unit["area"] and not army["visible"]
            numbers = (unit["infantry"], unit["cavalry"], unit["fatigue"])
            if unit["kind"] != "corps":
                numbers = (None, None, None)
            yield (
                army["army"],
                f"{unit['name']}{'*' if unit['ready'] else ''}",
                unit["area"] or unit["state"].replace("_", " "),
                *(("?", "?", "?") if hidden else numbers),
            )


def _reasons(breakdown: list[dict[str, Any]]) -> str:
    return "; ".join(f"{x['amount']:+d} {x['note']} [{x['clause']}]" for x in breakdown)
