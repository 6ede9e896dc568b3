"""``napoleon mail``: the process that takes mails in, and looks at those that go and come."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from functools import cache
from threading import Event, Thread
from typing import BinaryIO

import click
from msgspec.structs import replace

from api.club.receiving import Club
from api.command_line.mail_set_up import check, key
from api.command_line.output import as_json, beneath, fail, print_json
from api.command_line.stores import local_games, viewer
from api.command_line.tables import print_table
from api.mail import claiming, mailboxes, observers, trial
from api.mail.answering.inbound import Received
from api.mail.answering.listener import Listener
from api.mail.answering.polling import poll
from api.mail.answering.taking import keep
from api.mail.letters.drawing import WIDTH
from api.mail.office import Office
from api.mail.posting.conditionals import Waiting
from api.mail.posting.outbox import Letters
from api.mail.posting.sending import Refused, Unsent, sender_of
from api.mail.posting.turn_notifier import Attendance
from api.mail.rows import LetterRow
from api.people.offices import office_with_people
from api.people.posting import PeopleMail
from api.people.registry import open_registry
from api.server.heartbeat import Heartbeat
from api.server.lifeline import end_with_service
from api.telemetry import logs
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal
from projections.delivery import deliver
from projections.stopping import stopped_by_signals
from projections.store import open_views

ANSWERED = 20.0
"""Seconds in which a mail that is tried out is answered, though the machine has much to do."""


@click.group(invoke_without_command=True)
@click.pass_context
def mail(context: click.Context) -> None:
    """Take mails in at MAIL_LISTEN until told to stop; or one of the commands below."""
    if context.invoked_subcommand is None:
        listen()


mail.add_command(key)
mail.add_command(check)


def listen() -> None:
    """Take mails in and answer them, until the process is told to stop."""
    end_with_service(os.environ)
    try:
        logs.configure(os.environ, beneath(sys.stderr))
    except ValueError as error:
        fail(f"Mails cannot be taken in: {error}.")
    ended = Event()
    with stopped_by_signals(ended.set), local_games() as games:
        office = office_with_people(games)
        heart = Heartbeat(os.environ, "mail")
        registry = open_registry(games)
        club = Club(office, registry, cache(open_views))
        with _taking_in(office, ended):
            click.echo(f"Mails are taken in at {_where(office)}.")
            heart.begin()
            deliver(Received(office, club), ended, heart.beat)


@contextmanager
def _taking_in(office: Office, ended: Event) -> Iterator[None]:
    """While mails are taken in: handed over by a mail server, or fetched from a mailbox."""

    def kept(sender: str, recipient: str, raw: bytes) -> None:
        keep(office, sender, recipient, raw)

    if office.settings.polled is not None:
        fetching = Thread(target=poll, args=(office.settings, kept, ended), daemon=True)
        fetching.start()
        yield
        return
    listener = Listener(office.settings, kept)
    try:
        listener.start()
    except OSError as error:
        fail(f"Mails cannot be taken in at {_where(office)}: {error.strerror}.")
    try:
        yield
    finally:
        listener.stop()


@mail.command("deliver")
@click.argument("file", type=click.File("rb"), default="-")
@click.option("--to", "recipient", default="", help="Its recipient, if not the one in its headers.")
def deliver_(file: BinaryIO, recipient: str) -> None:
    """Take in one mail from FILE, or from standard input, and answer it; for a pipe of an MTA."""
    raw = file.read()
    read = message_from_bytes(raw, policy=policy.default)
    to = recipient or _address(str(read.get("Delivered-To") or read.get("To") or ""))
    author = _address(str(read.get("Return-Path") or read.get("From") or ""))
    with local_games() as games:
        office = office_with_people(games)
        keep(office, author, to, raw)
        _post(office)
    click.echo("The mail was taken in.")


@mail.command()
@click.argument("game", required=False, default="")
@click.option("--seat", default="", help="Only mails to that seat.")
@click.option("--newest", is_flag=True, help="Show the newest mail.")
@click.option("--show", type=int, help="Show the mail of that number.")
@click.option("--raw", is_flag=True, help="As it is sent, with all its headers.")
@as_json
def outbox(game: str, seat: str, *, newest: bool, show: int | None, raw: bool, json: bool) -> None:
    """List the mails to the players of GAME, or of all games, or show one."""
    with local_games() as games:
        office = office_with_people(games)
        _post(office)
        rows = [it for it in office.store.outbox.all(game, seat) if it.message]
    if newest or show is not None:
        chosen = [it for it in rows if show in (None, it.id)]
        if not chosen:
            fail("There is no such mail.", "UNKNOWN_MAIL")
        _show(chosen[-1], raw=raw)
    elif json:
        print_json([_facts(it) for it in rows])
    else:
        columns = ("number", "game", "to", "about", "state", "trouble")
        cells = [(it.id, it.game, it.recipient, it.about, it.state, it.trouble) for it in rows]
        print_table("Mails", columns, cells)


@mail.command()
@click.argument("game")
@click.argument("address")
@click.option("--seat", required=True, help="Whose address it is.")
@click.option("--mail", "wish", type=click.Choice(mailboxes.WISHES), default=mailboxes.INSTANT)
@click.option("--time-zone", default="UTC", show_default=True, help="As Europe/Paris.")
@click.option("--lang", default="en", show_default=True, help="The language of the mails.")
@click.option("--confirmed", is_flag=True, help="It is known to be theirs: do not ask there.")
def leave(
    game: str, address: str, *, seat: str, wish: str, time_zone: str, lang: str, confirmed: bool
) -> None:
    """Leave the ADDRESS of the holder of a seat of GAME, as the operator of the local store.

    With --seat spectator the address gets what everybody may know.
    """
    with local_games() as games:
        office = office_with_people(games)
        position = games.open(game)
        holder = seat if seat in position.shares else viewer(position, seat)
        wanted = {"address": address, "mail": wish, "time_zone": time_zone, "language": lang}
        if holder == SPECTATOR:
            box = observers.watch(office, position, wanted)
        elif holder in position.tokens:
            box = mailboxes.leave_for(office, position, holder, wanted)
        else:
            fail("Nobody holds that seat.", "NOT_SEATED")
        if isinstance(box, Refusal):
            fail(box.detail, box.code)
        if box is not None and confirmed:
            # As if they had said so: the seat is theirs with that.
            claiming.confirm(office, box)
        elif box is not None and not box.confirmed:
            mailboxes.ask(office, box)
        _post(office)
    click.echo(
        f"{address} gets the mails of the seat {seat}." if confirmed else f"{address} is asked."
    )


@mail.command()
@click.argument("game")
@click.argument("text")
@click.option("--seat", required=True, help="Whose mail is answered.")
def reply(game: str, text: str, seat: str) -> None:
    """Answer the newest mail to a seat of GAME with TEXT, as its player's mail program would."""
    with local_games() as games:
        office = office_with_people(games)
        if mailboxes.of(office, games.open(game), seat) is None:
            fail("No mail has been sent there.", "UNKNOWN_MAIL")
        newest = _awaited(office, game, seat)[-1]
        answer, to = trial.reply(newest.message, text, office.games.clock())
        keep(office, newest.recipient, to, answer)
        letter = _awaited(office, game, seat, after=newest.id)[0]
    _show(letter, raw=False)


def _awaited(office: Office, game: str, seat: str, *, after: int = 0) -> list[LetterRow]:
    """The letters to a seat behind one of them, the oldest first; there is one at least.

    A service that runs here may be at them already, and has not written them yet.
    """
    until = time.monotonic() + ANSWERED
    while True:
        _post(office)
        outbox = office.store.outbox.all(game, seat)
        if letters := [it for it in outbox if it.message and it.id > after]:
            return letters
        if time.monotonic() > until:
            fail("No mail has been written there so far; try again.", "UNANSWERED")
        time.sleep(0.05)


@mail.command("post")
def post_() -> None:
    """Make and send what is due, and answer what has come, once; for a timer without a worker."""
    with local_games() as games:
        made = _post(office_with_people(games))
    click.echo(f"{made} mails are on their way or sent." if made != 1 else "One mail was sent.")


@mail.command()
@click.argument("address")
def test(address: str) -> None:
    """Send a test mail to ADDRESS, to see whether and how mails arrive there."""
    if not mailboxes.is_address(address):
        fail("This is no address that mail can be sent to.", "BAD_ADDRESS")
    with local_games() as games:
        office = office_with_people(games)
        try:
            sent = trial.sent(office, address, games.clock())
        except (Unsent, Refused) as error:
            fail(f"The mail could not be handed over: {error}.", "UNSENT")
    click.echo(sent)


def _post(office: Office) -> int:
    """Do what worker and listener do, once."""
    registry = open_registry(office.games)
    received = Received(office, Club(office, registry, cache(open_views)))
    while taken := list(received.take(8)):
        for row in taken:
            received.attempt(row)
    Waiting(office).look()
    Attendance(office).look()
    PeopleMail(office, registry).look()
    letters = Letters(office, sender_of(office))
    sent = 0
    while due := list(letters.take(8)):
        for letter in due:
            letters.attempt(letter)
            sent += 1
    return sent


def _show(row: LetterRow, *, raw: bool) -> None:
    if raw:
        click.echo(row.message.decode("ascii", "replace"), nl=False)
        return
    read = message_from_bytes(row.message, policy=policy.default)
    for name in ("From", "To", "Reply-To", "Subject", "Date"):
        click.echo(f"{name}: {read[name]}")
    click.echo("-" * WIDTH)
    body = read.get_body(("plain",))
    text = "" if body is None else str(body.get_content())
    click.echo("\n".join(text.splitlines()))


def _facts(row: LetterRow) -> dict[str, object]:
    bare = replace(row, message=b"")
    names = ("id", "game", "holder", "recipient", "about", "state", "failures", "trouble", "made")
    return {name: getattr(bare, name) for name in names}


def _address(text: str) -> str:
    return text.rpartition("<")[2].partition(">")[0].strip() if "<" in text else text.strip()


def _where(office: Office) -> str:
    where = office.settings.polled or office.settings.listening
    return f"{where.scheme}://{where.host}:{where.port}"
