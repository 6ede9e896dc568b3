"""``napoleon rebuild``: the read models drawn again from the log."""

from __future__ import annotations

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from api.command_line.output import as_json, print_json
from api.command_line.stores import local_games
from api.command_line.tables import progress_console
from napoleon.play.games import Games
from napoleon.record.key_list import signing
from projections.rebuild import rebuild as rebuilt
from projections.rebuild import redraw
from projections.store import ViewStore, open_views


@click.command()
@click.option("--game", "game_id", metavar="ID", help="Draw this game alone.")
@as_json
def rebuild(game_id: str | None, json: bool) -> None:
    """Draw the read models again from the log, while the service goes on.

    In Redis they are drawn beside those that are shown, and replace them when all is done; in the
    embedded store, in their place. What is not drawn meanwhile is answered from the log.

    With --game one game is drawn again, and what was not as the log has it is listed.
    """
    with local_games() as games:
        signing(games)
        views = open_views()
        if game_id is None:
            _all(games, views, json)
        else:
            _one(games, views, game_id, json)


def _all(games: Games, views: ViewStore, json: bool) -> None:
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("events"),
        TimeElapsedColumn(),
        console=progress_console(),
        transient=True,
    ) as bar:
        task = bar.add_task("drawing", total=games.recorder.max_notification_id() or 0)
        events = rebuilt(
            games, views, lambda done, total: bar.update(task, completed=done, total=total)
        )
    if json:
        print_json({"events": events})
    else:
        click.echo(f"{events} events were drawn again.")


def _one(games: Games, views: ViewStore, game_id: str, json: bool) -> None:
    found = redraw(games, views, game_id)
    if json:
        print_json(
            {
                "game": game_id,
                "shown": found.before,
                "version": found.version,
                "differed": found.differed,
            }
        )
        return
    click.echo(f"Game {game_id} was drawn again at version {found.version}.")
    if not found.before:
        click.echo("It was not shown before.")
    elif found.differed:
        click.echo(f"At version {found.before} these were not as the log says:")
        for what in found.differed:
            click.echo(f"  {what}")
    else:
        click.echo(f"What was shown at version {found.before} was as the log says.")
