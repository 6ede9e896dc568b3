"""``napoleon show``: the three boards of a game as text tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from api.command_line.output import as_json, console, print_json, print_table
from api.command_line.stores import local_games, position, reader
from napoleon.events import SPECTATOR
from napoleon.game import is_faded


@click.command()
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), help="Version to look at; the newest by default.")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
@as_json
def show(game: str, at: int | None, seat: str, json: bool) -> None:
    """Show the map, the order of battle and the victory track of GAME."""
    with local_games() as games:
        looked_at = position(games, game, at)
        faded = is_faded(games.open(game), looked_at.version)
        views = games.view(looked_at, reader(looked_at, seat), faded=faded)
    if json:
        print_json(views)
    elif looked_at.state is None:
        click.echo(f"At version {looked_at.version} the table is not laid yet.")
    else:
        print_boards(views)


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
