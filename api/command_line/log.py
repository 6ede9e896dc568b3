"""``napoleon log``: the journal of a game, and why a number is what it is."""

from __future__ import annotations

from typing import Any

import click

from api.command_line.output import as_json, console, print_json, print_table
from api.command_line.stores import local_games, position, reader
from napoleon.events import SPECTATOR, Event, shown, told
from napoleon.game import Game
from napoleon.games import Games, UnknownVersion
from napoleon.ruleset import Ruleset


@click.command()
@click.argument("game")
@click.option("--at", type=click.IntRange(min=1), help="Last version to tell; all by default.")
@click.option("--seat", default=SPECTATOR, help="Whose view: a seat, spectator or referee.")
@click.option("--explain", type=click.IntRange(min=1), help="Explain the event of this version.")
@as_json
def log(game: str, at: int | None, seat: str, explain: int | None, json: bool) -> None:
    """Tell the journal of GAME, or explain one of its events."""
    with local_games() as games:
        now = games.open(game)
        who = reader(now, seat)
        rules = games.rules(now)
        if explain is not None:
            _explain(_event(games, now, explain), now, rules, who, json=json)
            return
        until = position(games, game, at).version
        events = games.history(game, limit=until)
    if json:
        print_json([shown(event, who, over=now.over, faded=now.faded) for event in events])
        return
    print_table(
        f"Journal of {game}",
        ("version", "turn", "phase", "what happened"),
        (
            (
                event.version,
                event.turn,
                event.phase,
                told(event, who, rules.names, over=now.over, faded=now.faded),
            )
            for event in events
        ),
    )


def explained(
    event: Event, rules: Ruleset, seat: str, *, over: bool, faded: int = 0
) -> dict[str, Any]:
    """An event as `seat` may see it, told in a sentence, with the texts of its clauses.

    For `faded` see `napoleon.events.has_faded`.
    """
    answer = shown(event, seat, over=over, faded=faded)
    cited = dict.fromkeys(
        [*answer["clauses"], *(line["clause"] for line in answer.get("breakdown") or [])]
    )
    return {
        **answer,
        "told": told(event, seat, rules.names, over=over, faded=faded),
        "texts": {clause: rules.clause(clause) for clause in cited if clause},
    }


def _event(games: Games, game: Game, version: int) -> Event:
    found = games.history(game.id, after=version - 1, limit=1)
    if not found:
        raise UnknownVersion(version)
    return found[0]


def _explain(event: Event, game: Game, rules: Ruleset, seat: str, *, json: bool) -> None:
    answer = explained(event, rules, seat, over=game.over, faded=game.faded)
    if json:
        print_json(answer)
        return
    out = console()
    out.print(f"{event.version} ({event.type}): {answer['told']}", markup=False)
    if answer.get("breakdown"):
        lines = [(x["amount"], x["clause"], x["note"]) for x in answer["breakdown"]]
        total = sum(amount for amount, _, _ in lines)
        print_table("Why", ("amount", "clause", "note"), [*lines, (total, "", "in all")])
    elif "breakdown" in answer and answer["breakdown"] is None:
        out.print("The breakdown is hidden from this seat until the game is over.")
    print_table("Clauses", ("clause", "text"), answer["texts"].items())
