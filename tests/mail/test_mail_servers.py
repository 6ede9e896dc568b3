"""End to end, with servers as a club has them: OpenSMTPD or Postfix in the middle, Dovecot behind.

The way of a mail: the worker hands it to the club's server, which puts it into the player's
mailbox, from which they fetch it by IMAP; their answer goes by SMTP to the club's server, which
hands it to our listener by LMTP, with the files of deploy/mail. It is tried where the servers are
installed.
"""

from __future__ import annotations

import json
import re
import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from imap_tools import BaseMailBox
from msgspec.structs import replace

from api.mail import trial
from api.mail.answering.listener import Listener
from api.mail.answering.polling import opened
from api.mail.answering.taking import keep
from api.mail.office import Office, open_office
from api.mail.posting.sending import Refused, sender
from api.mail.posting.signing import loaded, made, published, text_record
from api.mail.settings import AGREED, LARGEST, Listening, Polled, Server, Starttls, settings
from napoleon.log.store.key_files import write_private
from napoleon.play.games import Games
from napoleon.rules.orders import OrderGiven
from tests.command_line.conftest import Shell
from tests.command_line.server import wait_until
from tests.mail.mail_servers import DEPLOY, HOST, SERVERS, Mta
from tests.mail.names import serving
from tests.mail.tables import Post, body, read
from tests.mail.test_polling import mailbox  # noqa: F401 - the player's own server

pytestmark = pytest.mark.drill


@pytest.fixture(params=SERVERS)
def mta(
    request: pytest.FixtureRequest,
    mailbox: tuple[Polled, Path],  # noqa: F811
) -> Iterator[Mta]:
    """A server of the club, with the mailbox of the players behind it."""
    _, folder = mailbox
    with SERVERS[request.param](folder.parent) as running:
        yield running


ADDED = 8 * 1024
"""Bytes that Postfix adds before it looks at the size of a mail, at most by far."""

MORE = 1000
"""Lines that are too many: OpenSMTPD does not count the ends of lines."""


@contextmanager
def listening(office: Office, mta: Mta) -> Iterator[None]:
    where = Listening("lmtp", "127.0.0.1", mta.lmtp)
    listener = Listener(
        replace(office.settings, listening=where), lambda *mail: keep(office, *mail)
    )
    listener.start()
    try:
        yield
    finally:
        listener.stop()


def awaited(box: BaseMailBox, words: str) -> bytes:
    """The mail in the player's mailbox that says that, once it has come."""
    found: list[bytes] = []

    def has_come() -> bool:
        raw = [it.obj.as_bytes() for it in box.fetch("UNSEEN", mark_seen=True)]
        found.extend(it for it in raw if words in body(read(it)))
        return bool(found)

    wait_until(has_come, words, every=0.2)
    return found[-1]


def test_an_order_goes_by_mail_servers_all_the_way(
    both: Post,
    mta: Mta,
    mailbox: tuple[Polled, Path],  # noqa: F811
) -> None:
    where, _ = mailbox
    out = sender(Server("smtp", "127.0.0.1", mta.port, starttls=Starttls.NEVER), Path())
    with listening(both.office, mta):
        for letter in both.delivered:
            if letter.holder == "french":
                out(letter)
        with opened(where) as box:
            turn = awaited(box, "blue none")
            raw, to = trial.reply(turn, "blue none", both.clock())
            with smtplib.SMTP("127.0.0.1", mta.port) as server:
                server.sendmail("french@players.example", [to], raw)
            wait_until(lambda: both.office.store.inbox.newest() == 1, "the reply")
            both.run(out)
            assert any(isinstance(it, OrderGiven) for it in both.games.history(both.id))
            assert "Play no blue card" in body(read(awaited(box, "carried out")))


def test_a_mail_that_the_server_takes_the_service_takes_too(both: Post, mta: Mta) -> None:
    """What is too large is refused before it is taken, so that nobody has to send it back."""
    with listening(both.office, mta), smtplib.SMTP("127.0.0.1", mta.port) as server:
        server.ehlo()
        assert server.esmtp_features["size"] == str(AGREED)
        line = b"x" * 68 + b"\r\n"
        head = b"From: french@players.example\r\nSubject: x\r\n\r\n"
        most = head + line * ((AGREED - ADDED) // len(line))
        to = str(both.newest("french")["Reply-To"])
        server.sendmail("french@players.example", [to], most)
        wait_until(lambda: both.office.store.inbox.newest() == 1, "the largest mail")
        with pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)) as refused:
            server.sendmail("french@players.example", [to], most + line * MORE)
        assert refused.value.smtp_code >= 500
    letter = replace(both.delivered[0], message=most + line * MORE)
    with pytest.raises(Refused):
        sender(Server("smtp", "127.0.0.1", mta.port, starttls=Starttls.NEVER), Path())(letter)


def test_the_check_finds_the_server_as_it_is_to_be(mta: Mta, tmp_path: Path) -> None:
    shell, key = Shell(tmp_path / "store"), tmp_path / "dkim.pem"
    shell.run("migrate")
    write_private(key, made("rsa"))
    env = {
        "MAIL_ADDRESS": "napoleon@club.example",
        "MAIL_LISTEN": f"lmtp://127.0.0.1:{mta.lmtp}",
        "SMTP_URL": f"smtp://127.0.0.1:{mta.port}",
        "MAIL_DKIM_KEY": str(key),
        "SSL_CERT_FILE": str(mta.certificate),
    }
    with serving() as names, Games({**shell.env, **env}) as games:
        names.say("club.example", "MX", f"10 {HOST}.")
        names.say("club.example", "TXT", '"v=spf1 mx -all"')
        names.say(HOST, "A", "127.0.0.1")
        names.say("1.0.0.127.in-addr.arpa", "PTR", f"{HOST}.")
        names.say("_dmarc.club.example", "TXT", '"v=DMARC1; p=reject"')
        record = text_record("napoleon._domainkey.club.example", published(loaded(key)))
        names.say_line(record)
        with listening(open_office(games), mta):
            where = ("--dns", names.address, "--port", str(mta.port), "--wait", "30", "--json")
            run = shell.run("mail", "check", *where, status=int(not mta.encrypts), **env)
    found = {it["about"]: it for it in json.loads(run.stdout)["checks"]}
    states = {name: it["state"] for name, it in found.items()}
    assert {"TLS", "round trip", "DKIM signature"} <= set(states)
    if not mta.encrypts:
        assert states.pop("TLS") == "to change"
        assert "cannot encrypt" in found["TLS"]["said"]
    assert set(states.values()) == {"good"}


def test_what_is_shipped_fits_the_service() -> None:
    """As far as it can be said where neither server is installed."""
    assert {it.name for it in DEPLOY.iterdir()} == {"main.cf", "smtpd.conf"}
    assert LARGEST - AGREED > 16 * 1024, "a mail server adds headers"
    postfix, opensmtpd = (DEPLOY / "main.cf").read_text(), (DEPLOY / "smtpd.conf").read_text()
    pairs = (it.partition(" = ") for it in postfix.splitlines() if not it.startswith("#"))
    told = {name: value for name, _, value in pairs}
    usual = settings({}).listening
    assert told["message_size_limit"] == str(AGREED)
    assert told["recipient_delimiter"] == "+"
    assert told["virtual_transport"] == f"{usual.scheme}:inet:{usual.host}:{usual.port}"
    assert f"smtp max-message-size {AGREED}\n" in opensmtpd
    assert f'lmtp "{usual.host}:{usual.port}" rcpt-to' in opensmtpd
    pattern = opensmtpd.partition('rcpt-to regex "')[2].partition('"')[0]
    shown = (DEPLOY.parents[1] / "docs" / "mail-setup.md").read_text()
    for title, file in (("Postfix", postfix), ("OpenSMTPD", opensmtpd)):
        lines = shown.partition(f"## {title}\n")[2].partition("```text\n")[2].partition("```")[0]
        assert lines
        assert set(lines.splitlines()) <= set(file.splitlines())
    for address, ours in (
        ("napoleon@club.example", True),
        ("napoleon+r1f.abcdefghijklmnop@club.example", True),
        ("napoleons@club.example", False),
        ("napoleon@club-example", False),
    ):
        assert bool(re.match(pattern, address)) is ours
