"""``napoleon rebuild``: the read models drawn again from the log."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from typing import NoReturn

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games
from api.command_line.tables import progress_console
from api.mail.errors import MailStoreMissing
from api.people.counting import count_everybody_again
from api.people.registry import open_registry
from napoleon.play.games import Games
from napoleon.record.key_list import signing
from projections.projector import edition
from projections.rebuild import rebuild as rebuilt
from projections.rebuild import redraw
from projections.store import ViewStore, open_views
from projections.witness import Loss, LostGame, loss, lost_games


@click.command()
@click.option("--game", "game_id", metavar="ID", help="Draw this game alone.")
@click.option(
    "--confirm-loss", is_flag=True, help="What was drawn and is not in the log is lost for good."
)
@as_json
def rebuild(game_id: str | None, *, confirm_loss: bool, json: bool) -> None:
    """Draw the read models again from the log, while the service goes on.

    In Redis they are drawn beside those that are shown, and replace them when all is done; in the
    embedded store, in their place. The log answers for what is not drawn meanwhile.

    With --game it draws one game again, and lists what differed from the log.

    If more was drawn than the log holds, as after a restore from a backup, it lists the games in
    which something is missing, and draws nothing: the read models are all that is left of it.
    --confirm-loss throws them away, and lets the service record again.
    """
    if confirm_loss and game_id is not None:
        raise click.UsageError("A loss is confirmed for all games, so without --game.")
    with local_games() as games:
        signing(games)
        views = open_views()
        lost = loss(games, views)
        missing = [] if lost is None else lost_games(games, views)
        if lost is not None and not confirm_loss:
            _refuse(lost, missing, json=json)
        if lost is not None:
            if not json:
                _list(lost, missing)
            views.forget(edition(games))
        if game_id is None:
            _all(games, views, missing, json=json)
        else:
            _one(games, views, game_id, json)


def _refuse(lost: Loss, missing: Sequence[LostGame], *, json: bool) -> NoReturn:
    """End the command with what is missing; nothing has been changed."""
    if not json:
        _list(lost, missing)
    fail(
        "Nothing was drawn, and nothing is recorded meanwhile. Bring the whole log back if you "
        "can; if it is lost for good, say so with 'napoleon rebuild --confirm-loss'.",
        "EVENTS_LOST",
        {"recorded": lost.recorded, "drawn": lost.drawn, "games": _told(missing)},
    )


def _list(lost: Loss, missing: Sequence[LostGame]) -> None:
    told = str(lost)
    click.echo(f"{told[0].upper()}{told[1:]}.")
    for it in missing:
        click.echo(f"  game {it.game}: drawn to version {it.drawn}, {_what_is_left(it)}")


def _what_is_left(it: LostGame) -> str:
    if not it.recorded:
        return "and not in the log at all"
    if it.missing is None:
        return f"where the log, now at version {it.recorded}, has another event"
    return f"and the log ends at version {it.recorded}: {it.missing} events are missing"


def _told(missing: Sequence[LostGame]) -> list[dict[str, object]]:
    return [
        {"game": it.game, "drawn": it.drawn, "recorded": it.recorded, "missing": it.missing}
        for it in missing
    ]


def _all(games: Games, views: ViewStore, missing: Sequence[LostGame], *, json: bool) -> None:
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("events"),
        TimeElapsedColumn(),
        console=progress_console(),
        transient=True,
    ) as bar:
        task = bar.add_task("drawing", total=sum(games.recorder.places()))
        events = rebuilt(
            games, views, lambda done, total: bar.update(task, completed=done, total=total)
        )
    # What was counted there of people is drawn from the log as well. There may be no such store.
    with suppress(MailStoreMissing):
        registry = open_registry(games)
        with closing(registry.store):
            count_everybody_again(registry)
    if json:
        print_json({"events": events, "lost": _told(missing)} if missing else {"events": events})
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
