"""``napoleon bot``: a seat of a game in the local store is played by a bot."""

from __future__ import annotations

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.players import ask, own_bots
from api.command_line.stores import local_games
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision


@click.command()
@click.argument("game")
@click.argument("seats", nargs=-1, required=True, metavar="SEAT...")
@as_json
def bot(game: str, seats: tuple[str, ...], json: bool) -> None:
    """Let a bot answer for each SEAT of GAME until others have to decide.

    It knows only what the seat may see. Run it again after your own orders.
    """
    with local_games() as games:
        now = games.open(game)
        bots = own_bots(games.rules(now), now.created.seats, seats)
        given = 0
        while asked := [it for it in _questions(games, now) if it.seat in bots]:
            order = ask(games, now, asked[0], bots[asked[0].seat])
            answer = games.submit_orders(game, asked[0].seat, [order], expected=now.version)
            if isinstance(answer, Refusal):
                detail = f"The bot of {asked[0].seat} was refused: {answer.detail} [{answer.code}]"
                fail(detail, answer.code)
            given += isinstance(answer, Accepted)
            now = games.open(game)
        waiting = sorted({it.seat for it in games.decisions(now)})
    if json:
        print_json({"id": game, "version": now.version, "orders": given, "waiting_for": waiting})
    else:
        click.echo(f"Orders given: {given}. {_standing(now, waiting)}")


def _questions(games: Games, now: Game) -> list[Decision]:
    """All that the rules ask: the bot answers in windows too, whatever the form of its seat."""
    return [] if now.state is None or now.over else games.rules(now).decisions(now.state)


def _standing(now: Game, waiting: list[str]) -> str:
    if waiting:
        return f"Waiting for {', '.join(waiting)}."
    if now.over or now.state is None:
        return "The game is over."
    return "A window of cards stands open: the worker gives what the forms say."
