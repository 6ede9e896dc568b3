"""``napoleon notation``: legal orders, positions and games as plain text."""

from __future__ import annotations

from pathlib import Path

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games, position, viewer
from napoleon.play import game_file
from napoleon.rules.contract import Notation, Ruleset
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.notation import UnfinishedOperation


@click.group()
def notation() -> None:
    """Write and read orders, positions and games as plain text."""


def lines_of(rules: Ruleset) -> Notation:
    """The notation of a game; where there is none the command ends with status 1."""
    found = rules.notation
    if found is None:
        fail(f"The ruleset {rules.name} has no notation.")
    return found


@notation.command()
@click.argument("game")
@click.option("--seat", required=True, help="Whose orders.")
@as_json
def orders(game: str, seat: str, json: bool) -> None:
    """List the lines that SEAT may answer with now in GAME."""
    with local_games() as games:
        now = games.open(game)
        viewer(now, seat)
        rules = games.rules(now)
        lines = [
            lines_of(rules).write(order, now.state, seat)
            for decision in games.decisions(now)
            if decision.seat == seat
            for order in rules.legal_orders(now.state, decision)
        ]
    if json:
        print_json(lines)
    else:
        click.echo("".join(f"{line}\n" for line in lines), nl=False)


@notation.command(name="position")
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), help="Version to look at; the newest by default.")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
def write_position(game: str, at: int | None, seat: str) -> None:
    """Write the position of GAME, all of it for the referee."""
    with local_games() as games:
        looked_at = position(games, game, at, seat)
        who = viewer(looked_at, seat)
        newest = games.open(game)
        lines = lines_of(games.rules(looked_at))
        if looked_at.state is None:
            fail(f"At version {looked_at.version} the table is not laid yet.")
        try:
            text = (
                lines.write_position(looked_at.state)
                if who == REFEREE
                else lines.write_known(games.known(looked_at, who, newest=newest))
            )
        except UnfinishedOperation as error:
            fail(f"The position cannot be written: {error}.")
    click.echo(text, nl=False)


@notation.command(name="game")
@click.argument("game")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
def write_game(game: str, seat: str) -> None:
    """Write GAME as a game file; with its seed once it is over."""
    with local_games() as games:
        now = games.open(game)
        lines = lines_of(games.rules(now))
        text = game_file.write(games.history(game), lines, viewer(now, seat))
    click.echo(text, nl=False)


@notation.command(name="check")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@as_json
def check(file: Path, json: bool) -> None:
    """Play the game in FILE again; exit status 1 if it cannot be read."""
    try:
        played = game_file.read(file.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        fail(f"{file} is not a text in UTF-8.")
    good = played.good if isinstance(played, game_file.BadGameFile) else played
    wrong = played if isinstance(played, game_file.BadGameFile) else None
    answer = {
        "ok": wrong is None,
        "orders": len(good.orders),
        "events": len(good.events),
        "result": good.headers.get("Result"),
        "line": wrong and wrong.line,
        "detail": wrong and wrong.detail,
    }
    if wrong is not None:
        detail = f"{file}, line {wrong.line}: {wrong.detail} ({len(good.orders)} orders were good.)"
        fail(detail, "BAD_GAME_FILE", answer)
    if json:
        print_json(answer)
    else:
        click.echo(f"{len(good.orders)} orders, {len(good.events)} events: good.")
