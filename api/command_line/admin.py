"""``napoleon admin``: the operator's desk."""

from __future__ import annotations

import click

from api.command_line.output import as_json, print_json
from api.command_line.stores import local_games
from api.command_line.tables import print_table
from api.operator_games import Asked, Awaited, OperatorGame, operator_games
from napoleon.rules.contract import UnknownRuleset
from projections.lobby import STATUSES


@click.group()
def admin() -> None:
    """What the operator of a service looks through."""


@admin.command()
@click.option("--status", type=click.Choice(STATUSES), help="Only games that are so.")
@click.option("--ruleset", help="Only games of this ruleset.")
@click.option(
    "--idle",
    type=click.IntRange(0, 36500),
    default=0,
    metavar="DAYS",
    help="Only games in which nothing has happened for so many days.",
)
@as_json
def games(*, status: str | None, ruleset: str | None, idle: int, json: bool) -> None:
    """List games with whom they wait for and how long they are, the longest idle first."""
    with local_games() as log:
        if ruleset is not None and ruleset not in log.rulesets:
            raise UnknownRuleset(ruleset)
        found = operator_games(log, Asked(status, ruleset, idle))
    if json:
        print_json(found)
        return
    columns = ("game", "ruleset", "status", "turn", "waits for", "idle days", "events")
    print_table(f"{len(found.games)} games", columns, map(_row, found.games))
    if found.unreadable:
        click.echo(f"Games that cannot be read: {', '.join(found.unreadable)}")


def _row(game: OperatorGame) -> tuple[str | int, ...]:
    return (
        game.id,
        game.title,
        game.status,
        game.turn_name or game.turn,
        ", ".join(map(_called, game.waiting_for)),
        game.idle_days,
        game.events,
    )


def _called(it: Awaited) -> str:
    return f"{it.title} ({it.player})" if it.player else it.title
