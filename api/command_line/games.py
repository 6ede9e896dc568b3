"""``napoleon games``: the games of the store, and those that stand still until somebody acts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games
from api.command_line.tables import print_table
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import SECOND
from napoleon.log.turn_names import turn_called
from napoleon.play.games import Games
from napoleon.play.referee.migration import set_by_operator, stuck
from napoleon.rules.orders import Refusal
from projections.lobby import waiting_for

_HOW = (
    "Their rules cannot be played here any more. They go on under the newest ones when all seats "
    "agree, when their referee does, or where there is none by: napoleon games migrate GAME --why "
    "TEXT"
)


@click.group("games", invoke_without_command=True)
@click.option("--stuck", "only_stuck", is_flag=True, help="Those whose rules are not here.")
@as_json
@click.pass_context
def games(ctx: click.Context, *, only_stuck: bool, json: bool) -> None:
    """List the games that are not over, with the rules they are played by."""
    if ctx.invoked_subcommand is not None:
        return
    with local_games() as log:
        listed = list(stuck(log) if only_stuck else _running(log))
        facts, rows = [_facts(log, it) for it in listed], [_row(log, it) for it in listed]
    if json:
        print_json({"games": facts})
        return
    columns = ("game", "ruleset", "rules", "turn", "waits for", "referee", "last event")
    print_table(f"{len(rows)} {'stuck' if only_stuck else 'running'} games", columns, rows)
    if only_stuck and rows:
        click.echo(_HOW)


@games.command()
@click.argument("game_ids", metavar="[GAME]...", nargs=-1)
@click.option("--all", "all_of_them", is_flag=True, help="Every stuck game without a referee.")
@click.option("--why", required=True, help="The reason, which the log keeps and the seats read.")
@as_json
def migrate(game_ids: tuple[str, ...], *, all_of_them: bool, why: str, json: bool) -> None:
    """Let stuck games go on under the newest rules.

    Only games whose own rules cannot be played here any more, and that have no referee. Exit
    status 1 if one of them could not go on.
    """
    if bool(game_ids) == all_of_them:
        raise click.UsageError("Name games, or say --all.")
    with local_games() as log:
        chosen = [it.id for it in stuck(log) if not it.created.referee] if all_of_them else game_ids
        outcomes = {it: set_by_operator(log, it, why) for it in chosen}
    moved = {it: game for it, game in outcomes.items() if isinstance(game, Game)}
    refused = {it: why_not for it, why_not in outcomes.items() if isinstance(why_not, Refusal)}
    answer = {
        "migrated": [
            {"id": it, "rules_version": game.pinned[0], "version": game.version}
            for it, game in moved.items()
        ],
        "refused": [{"id": it, "code": no.code, "detail": no.detail} for it, no in refused.items()],
    }
    if not json:
        for it, game in moved.items():
            click.echo(f"Game {it} goes on under the rules {game.pinned[0]}.")
        if not outcomes:
            click.echo("No game is stuck.")
    if refused:
        told = " ".join(f"Game {it}: {no.detail}" for it, no in refused.items())
        fail(told, "NOT_MIGRATED", answer)
    if json:
        print_json(answer)


def _running(log: Games) -> Iterator[Game]:
    for game_id in sorted(log.recorder.every_game()):
        with suppress(UnknownGame, *UNREADABLE):
            game = log.open(game_id)
            if not game.over:
                yield game


def _facts(log: Games, game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "ruleset": game.created.ruleset,
        "rules_version": game.pinned[0],
        "turn": _turn(game),
        "turn_name": turn_called(game, log.rules(game)) or None,
        "waiting_for": waiting_for(game, log.rules(game)),
        "referee": game.created.referee,
        "version": game.version,
        "updated": _last(game).isoformat(),
    }


def _row(log: Games, game: Game) -> tuple[str | int, ...]:
    rules = log.rules(game)
    seats = [rules.names.get(it, it) for it in waiting_for(game, rules)]
    referee = "yes" if game.created.referee else "no"
    last = f"{_last(game):%Y-%m-%d %H:%M}"
    return (
        game.id,
        rules.title,
        game.pinned[0],
        turn_called(game, rules) or _turn(game),
        ", ".join(seats),
        referee,
        last,
    )


def _turn(game: Game) -> int:
    return 0 if game.state is None else game.state.turn


def _last(game: Game) -> datetime:
    return datetime.fromtimestamp(game.updated // SECOND, UTC)
