"""``napoleon invite``: another invitation to a seat of the local store, for one that was lost."""

from __future__ import annotations

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games
from napoleon.play.outcomes import UnknownSeat
from napoleon.play.seats import renew_invitation
from napoleon.rules.orders import Refusal


@click.command()
@click.argument("game")
@click.argument("seat")
@as_json
def invite(game: str, seat: str, json: bool) -> None:
    """Renew the invitation to SEAT of GAME, which nobody has claimed yet.

    Prints the token to be sent; the one that was lost opens nothing any more, and the log says that
    it was renewed. The referee's chair is a seat as well.
    """
    with local_games() as games:
        try:
            token = renew_invitation(games, game, seat, None)
        except UnknownSeat:
            fail(f"There is no seat {seat} in this game.", "UNKNOWN_SEAT")
    if isinstance(token, Refusal):
        fail(f"{token.code}: {token.detail}", token.code)
    if json:
        print_json({"id": game, "seat": seat, "token": token})
    else:
        click.echo(token)
