"""``napoleon map``: the map of a game as a picture."""

from __future__ import annotations

from pathlib import Path

import click

from api.command_line.files import written
from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games, position, viewer
from napoleon.log.journal import narrator
from napoleon.log.trails import last_trails
from napoleon.rules.events import SPECTATOR
from napoleon.rules.picture.pixels import picture_png
from napoleon.rules.picture.style import DARK, PARCHMENT
from napoleon.rules.picture.svg import document

THEMES = {"parchment": PARCHMENT, "dark": DARK}

WIDTHS = click.IntRange(100, 8000)

_TO_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("map")
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), help="Version to look at; the newest by default.")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
@click.option("--board", default="", help="A board beside the map, as for a battle, by its id.")
@click.option("--svg", type=_TO_FILE, help="File to write an SVG to.")
@click.option("--png", "as_png", type=_TO_FILE, help="File to write a PNG to.")
@click.option("--width", type=WIDTHS, default=1340, show_default=True, help="Pixels of the PNG.")
@click.option("--theme", type=click.Choice([*THEMES]), default="parchment", show_default=True)
@as_json
def map_(
    game: str,
    *,
    at: int | None,
    seat: str,
    board: str,
    svg: Path | None,
    as_png: Path | None,
    width: int,
    theme: str,
    json: bool,
) -> None:
    """Draw the map of GAME as somebody may see it.

    Without --svg and --png the SVG is printed.
    """
    if json and svg is None and as_png is None:
        raise click.UsageError("--json needs --svg or --png.")
    with local_games() as games:
        looked_at = position(games, game, at, seat)
        pictures = games.rules(looked_at).pictures
        if pictures is None:
            fail(f"The game {looked_at.created.ruleset} has no map that can be drawn.")
        newest = games.open(game)
        who = viewer(looked_at, seat)
        views = games.views(looked_at, who, newest=newest)
        tells = narrator(looked_at, who, games.rules(looked_at))
        trails = last_trails(games.recent(looked_at), tells, games.rules(looked_at))
    picture = pictures.drawn(views, board, trails)
    if picture is None:
        fail(f"No board {board} lies beside the map.")
    files = []
    if svg is not None:
        files.append(_written(svg, document(picture, THEMES[theme]).encode()))
    if as_png is not None:
        files.append(_written(as_png, picture_png(picture, width, THEMES[theme])))
    if json:
        facts = {"game": game, "version": looked_at.version, "reader": who}
        print_json({**facts, "files": list(map(str, files))})
    elif files:
        click.echo("\n".join(map(str, files)))
    else:
        click.echo(document(picture, THEMES[theme]))


def _written(path: Path, content: bytes) -> Path:
    try:
        with written(path) as file:
            file.write(content)
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}.")
    return path
