"""``napoleon mail key`` and ``napoleon mail check``: what lets mails arrive, made and looked at."""

from __future__ import annotations

import os
from ipaddress import ip_address
from pathlib import Path

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import local_games
from api.mail import trial
from api.mail.checking.findings import Finding, State
from api.mail.mailboxes import is_address
from api.mail.office import open_office
from api.mail.posting.sending import Refused, Unsent
from api.mail.posting.signing import (
    KINDS,
    RSA,
    key_name,
    kind_of,
    loaded,
    made,
    published,
    text_record,
)
from api.mail.settings import MAIL_DKIM_KEY, settings
from napoleon.environment import BadSetting
from napoleon.log.store.key_files import write_private


@click.command()
@click.argument(
    "file", required=False, type=click.Path(dir_okay=False, resolve_path=True, path_type=Path)
)
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    default=RSA,
    show_default=True,
    help="Every server reads RSA.",
)
@as_json
def key(file: Path | None, kind: str, *, json: bool) -> None:
    """Make the key that mails are signed with (DKIM), unless it is there, and print its DNS record.

    It is made in FILE, or in the file that MAIL_DKIM_KEY names.
    """
    try:
        chosen = settings(os.environ)
    except BadSetting as error:
        fail(f"Refused: {error}.", "BAD_SETTING")
    where = file or chosen.dkim_key
    if where is None:
        raise click.UsageError(f"Name a FILE for the key, or set {MAIL_DKIM_KEY}.")
    is_new = not where.exists()
    try:
        if is_new:
            write_private(where, made(kind))
        private = loaded(where)
    except BadSetting as error:
        fail(f"Refused: {error}.", "BAD_SETTING")
    except OSError as error:
        fail(f"{where} cannot be written: {error.strerror}.", "UNWRITABLE")
    name, text = key_name(chosen.dkim_selector, chosen.domain), published(private)
    if json:
        told = {"file": str(where), "made": is_new, "kind": kind_of(private)}
        print_json({**told, "name": name, "text": text, "record": text_record(name, text)})
        return
    click.echo(f"The key {'is made' if is_new else 'was there already'}: {where}")
    click.echo("Let the DNS say:")
    click.echo(text_record(name, text))
    if chosen.dkim_key != where:
        click.echo(f"Then set {MAIL_DKIM_KEY}={where} and start the worker again.")


@click.command()
@click.argument("address", required=False, default="")
@click.option("--ip", "sending", multiple=True, help="An address that your mails are sent from.")
@click.option("--dns", "server", default="", help="Ask that name server: 192.0.2.53 or with :PORT.")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=25, show_default=True,
    help="Where other servers hand mails over to yours.",
)  # fmt: skip
@click.option(
    "--wait", "seconds", type=click.FloatRange(0, 3600), default=60, show_default=True,
    help="Seconds that a mail of the service to itself may take; 0: send none.",
)  # fmt: skip
@as_json
def check(
    address: str, sending: tuple[str, ...], server: str, port: int, seconds: float, *, json: bool
) -> None:
    """Look whether mails arrive, and print what to change: SPF, DKIM, DMARC, MX, PTR, TLS, sizes.

    A mail of the service to itself has to come back, so 'napoleon mail' has to run. Another
    mail goes to ADDRESS, if one is named. Exit status 1 if anything is to be changed.
    """
    if address and not is_address(address):
        fail("This is no address that mail can be sent to.", "BAD_ADDRESS")
    # Only here, as it takes its time.
    from api.mail.checking.checked import checked
    from api.mail.checking.names import Unanswered, names

    try:
        asked = names(server)
        own = [str(ip_address(it)) for it in sending]
    except ValueError as error:
        raise click.UsageError(f"An address has to be one such as 192.0.2.25: {error}.") from None
    except Unanswered as error:
        fail(f"The DNS cannot be asked: {error}. Name a server with --dns.", "NO_DNS")
    with local_games() as games:
        office = open_office(games)
        found = checked(office, asked, sending=own, port=port, seconds=seconds)
        sent = ""
        if address:
            try:
                sent = trial.sent(office, address, games.clock())
            except (Unsent, Refused) as error:
                sent = f"The mail to {address} could not be handed over: {error}."
    wrong = sum(it.state is State.TO_CHANGE for it in found)
    answer = {"checks": found, "to_change": wrong, "sent": sent}
    if not json:
        for it in found:
            _tell(it)
        if sent:
            click.echo(sent)
    if wrong:
        fail(f"{wrong} of {len(found)} checks ask for a change.", "TO_CHANGE", answer)
    if json:
        print_json(answer)


def _tell(finding: Finding) -> None:
    click.echo(f"{finding.state:10} {finding.about}: {finding.said}")
    for more in (finding.cure, finding.record):
        if more:
            click.echo(f"{'':10} {more}")
