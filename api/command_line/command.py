"""``napoleon command``: a line as it may be sent by mail, for a game of the local store."""

from __future__ import annotations

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games, viewer
from api.command_line.tables import print_table
from api.commands.answers import in_plain_data
from api.commands.speaker import Speaker
from api.commands.table import run
from api.languages import LANGUAGES
from api.mail.mailboxes import zone_of
from api.mail.stand_ins import StandInBook
from api.people.offices import office_with_people
from api.reading import Reading
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal


@click.command()
@click.argument("game")
@click.argument("line", nargs=-1, required=True)
@click.option("--seat", required=True, help="Who sends it: a seat, a share of one, or referee.")
@click.option("--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True)
@as_json
def command(game: str, line: tuple[str, ...], seat: str, lang: str, json: bool) -> None:
    """Do what LINE says in GAME, for the holder of the seat: help lists the commands.

    Anything else is an order, in the game's notation.
    """
    with local_games() as games:
        position = games.open(game)
        holder = seat if seat in position.shares else viewer(position, seat)
        if holder == SPECTATOR:
            fail("A spectator sends no commands.", "NOT_SEATED")
        office = office_with_people(games)
        zone = zone_of(office, position, holder)
        speaker = Speaker(
            Reading(games, position, holder, lang, zone),
            addresses=StandInBook(office),
            in_time=office.in_time,
        )
        outcome = run(speaker, " ".join(line))
    if isinstance(outcome, Refusal):
        cited = f" [{outcome.clause}]" if outcome.clause else ""
        fail(f"{outcome.detail}{cited}", outcome.code)
    if json:
        print_json(in_plain_data(outcome))
        return
    click.echo(outcome.title)
    for text in outcome.paragraphs:
        click.echo(text)
    for text in outcome.written:
        click.echo(f"> {text}")
    for text in outcome.listed:
        click.echo(f"* {text}")
    for text in outcome.lines:
        click.echo(f"| {text}")
    for table in outcome.tables:
        print_table(table.title, table.columns, table.rows)
        if table.note:
            click.echo(table.note)
