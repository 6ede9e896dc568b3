"""End to end, with servers as a club has them: OpenSMTPD in the middle, Dovecot at the player's.

The way of a mail: the worker hands it to OpenSMTPD, which puts it into the player's mailbox, from
which they fetch it by IMAP; their answer goes by SMTP to OpenSMTPD, which hands it to our listener
by LMTP, as docs/mail-setup.md has it. OpenSMTPD has one spool for the machine and wants root, so
this is tried where both servers are installed and none of them is running.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from imap_tools import BaseMailBox
from msgspec.structs import replace

from api.mail import trial
from api.mail.answering.listener import Listener
from api.mail.answering.polling import opened
from api.mail.answering.receiving import keep
from api.mail.posting.sending import sender
from api.mail.settings import Listening, Polled, Server, Starttls
from napoleon.rules.orders import OrderGiven
from tests.command_line.server import wait_until
from tests.mail.by_mail import free_port
from tests.mail.tables import Post, body, read
from tests.mail.test_polling import mailbox  # noqa: F401 - the player's own server
from tools.servers import short_folder

SMTPD = shutil.which("smtpd") or shutil.which("smtpd", path="/usr/sbin")

SETUP = Path(__file__).parents[2] / "docs" / "mail-setup.md"

PLAYERS = """
table players {{ "@players.example" = "nobody" }}
action "players" maildir "{maildir}" virtual <players>
match from any for domain "players.example" action "players"
"""
"""What a club's server does not have: the mailboxes of the players."""


class Mta(NamedTuple):
    """A mail server, and where it hands our mails to."""

    port: int
    lmtp: int


def configured(mta: Mta, maildir: Path) -> str:
    """The configuration that the documentation shows, for loopback and these ports."""
    shown = SETUP.read_text().partition("## OpenSMTPD")[2].partition("```text\n")[2]
    conf = shown.partition("```")[0]
    for before, after in (
        ("listen on all", f"listen on 127.0.0.1 port {mta.port}"),
        ("127.0.0.1:8024", f"127.0.0.1:{mta.lmtp}"),
        (
            "match from any for rcpt-to regex",
            PLAYERS.format(maildir=maildir) + "match from any for rcpt-to regex",
        ),
    ):
        assert before in conf, f"docs/mail-setup.md no longer says: {before}"
        conf = conf.replace(before, after)
    return conf


@pytest.fixture
def mta(mailbox: tuple[Polled, Path]) -> Iterator[Mta]:  # noqa: F811
    """OpenSMTPD, with the mailbox of the players behind it."""
    running = subprocess.run(["pgrep", "-x", "smtpd"], capture_output=True, check=False)
    if SMTPD is None or os.getuid() != 0 or running.returncode == 0:
        pytest.skip("OpenSMTPD is not installed, is running already, or this is not root")
    _, folder = mailbox
    made = Mta(free_port(), free_port())
    conf = short_folder("smtpd") / "smtpd.conf"
    conf.write_text(configured(made, folder.parent))
    process = subprocess.Popen([SMTPD, "-d", "-f", str(conf)], start_new_session=True)

    def answers() -> bool:
        assert process.poll() is None, "the server has ended"
        try:
            with smtplib.SMTP("127.0.0.1", made.port):
                return True
        except OSError:
            return False

    try:
        wait_until(answers, "a mail server")
        yield made
    finally:
        process.terminate()
        process.wait()


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
    listening = Listening("lmtp", "127.0.0.1", mta.lmtp)
    listener = Listener(
        replace(both.office.settings, listening=listening), lambda *mail: keep(both.office, *mail)
    )
    listener.start()
    out = sender(Server("smtp", "127.0.0.1", mta.port, starttls=Starttls.NEVER), Path())
    try:
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
    finally:
        listener.stop()
