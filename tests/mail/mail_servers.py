"""The mail servers that a club may have, run on loopback with the files of deploy/mail."""

from __future__ import annotations

import os
import pwd
import shutil
import smtplib
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.command_line.server import wait_until
from tests.mail.by_mail import free_port
from tests.operations.proxies import certify
from tools.servers import short_folder

DEPLOY = Path(__file__).parents[2] / "deploy" / "mail"

HOST = "mail.club.example"


class Mta(NamedTuple):
    """A mail server, and where it hands our mails to."""

    port: int
    lmtp: int
    certificate: Path
    """Its own, which nobody else has signed."""
    encrypts: bool = True


def found(program: str) -> str | None:
    """Where a program is that only root runs."""
    return shutil.which(program) or shutil.which(program, path="/usr/sbin")


def _replaced(text: str, *changes: tuple[str, str]) -> str:
    for before, after in changes:
        assert before in text, f"deploy/mail no longer says: {before}"
        text = text.replace(before, after)
    return text


def _on_loopback(text: str, mta: Mta, key: Path) -> str:
    return _replaced(
        text,
        (f"/etc/ssl/{HOST}.pem", str(mta.certificate)),
        (f"/etc/ssl/private/{HOST}.key", str(key)),
        ("127.0.0.1:8024", f"127.0.0.1:{mta.lmtp}"),
    )


PLAYERS_OF_OPENSMTPD = """
table players {{ "@players.example" = "nobody" }}
action "players" maildir "{maildir}" virtual <players>
match from any for domain "players.example" action "players"
"""
"""What a club's server does not have: the mailboxes of the players."""


@contextmanager
def opensmtpd(maildir: Path) -> Iterator[Mta]:
    """OpenSMTPD, which has one spool for the machine and wants root."""
    program = found("smtpd")
    busy = subprocess.run(["pgrep", "-x", "smtpd"], capture_output=True, check=False)
    if program is None or os.getuid() != 0 or busy.returncode == 0:
        pytest.skip("OpenSMTPD is not installed, is running already, or this is not root")
    folder = short_folder("smtpd")
    pem, key = certify(folder, HOST, 90)
    key.chmod(0o600)
    version = subprocess.run([program, "-h"], capture_output=True, text=True, check=False).stderr
    # OpenSMTPD 6.8 offers STARTTLS, and fails at it with OpenSSL 3.
    mta = Mta(free_port(), free_port(), pem, encrypts="OpenSMTPD 6." not in version)
    conf = _replaced(
        _on_loopback((DEPLOY / "smtpd.conf").read_text(), mta, key),
        ("listen on all tls", f"listen on 127.0.0.1 port {mta.port} tls"),
        (
            "match from any for rcpt-to regex",
            PLAYERS_OF_OPENSMTPD.format(maildir=maildir) + "match from any for rcpt-to regex",
        ),
    )
    path = folder / "smtpd.conf"
    path.write_text(conf)
    checked = subprocess.run(
        [program, "-n", "-f", str(path)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen([program, "-d", "-f", str(path)], start_new_session=True)
    try:
        _awaited(mta, lambda: process.poll() is None)
        yield mta
    finally:
        process.terminate()
        process.wait()


PLAYERS_OF_POSTFIX = """
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
queue_directory = {folder}/queue
data_directory = {folder}/data
maillog_file_prefixes = {folder}
maillog_file = {folder}/log
alias_maps =
alias_database =
smtp_dns_support_level = disabled
virtual_mailbox_domains = club.example players.example
virtual_mailbox_maps = inline:{{ {{ napoleon@club.example = napoleon }},
    {{ @players.example = mail/ }} }}
transport_maps = inline:{{ {{ players.example = virtual: }} }}
virtual_mailbox_base = {base}
virtual_minimum_uid = 1
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
"""
"""What it has besides: folders of its own, and the mailboxes of the players."""


@contextmanager
def postfix(maildir: Path) -> Iterator[Mta]:
    """Postfix, with folders of its own; it wants root, to become another user."""
    program, settings = found("postfix"), found("postconf")
    if program is None or settings is None or os.getuid() != 0:
        pytest.skip("Postfix is not installed, or this is not root")
    folder = short_folder("postfix")
    folder.chmod(0o755)
    owner, nobody = pwd.getpwnam("postfix"), pwd.getpwnam("nobody")
    for name in ("conf", "queue", "data"):
        (folder / name).mkdir()
    os.chown(folder / "data", owner.pw_uid, owner.pw_gid)
    pem, key = certify(folder, HOST, 90)
    key.chmod(0o600)
    mta = Mta(free_port(), free_port(), pem)
    conf = _on_loopback((DEPLOY / "main.cf").read_text(), mta, key)
    # The names of players belong to the test alone, and a parameter stands in a file once.
    lines = [it for it in conf.splitlines() if not it.startswith("virtual_mailbox_")]
    more = PLAYERS_OF_POSTFIX.format(
        folder=folder, base=maildir.parent, uid=nobody.pw_uid, gid=nobody.pw_gid
    )
    (folder / "conf" / "main.cf").write_text("\n".join(lines) + more)
    usual = subprocess.run(
        [settings, "-h", "meta_directory"], capture_output=True, text=True, check=True
    ).stdout.strip()
    master = next(
        it for it in (Path(usual, "master.cf.proto"), Path("/usr/share/postfix/master.cf.dist"))
        if it.exists()
    ).read_text()  # fmt: skip
    services = [it for it in master.splitlines() if not it.startswith("#")]
    at = next(n for n, it in enumerate(services) if it.split()[:2] == ["smtp", "inet"])
    services[at] = services[at].replace("smtp ", f"127.0.0.1:{mta.port} ", 1)
    # No service of this one is in a chroot, where it would look for files that are not there.
    (folder / "conf" / "master.cf").write_text("\n".join(map(_unconfined, services)) + "\n")
    process = subprocess.Popen(
        [program, "-c", str(folder / "conf"), "start-fg"], start_new_session=True
    )
    try:
        _awaited(mta, lambda: process.poll() is None)
        yield mta
    finally:
        stop = [program, "-c", str(folder / "conf"), "stop"]
        subprocess.run(stop, capture_output=True, check=False)
        process.wait()


def _unconfined(service: str) -> str:
    words = service.split(maxsplit=7)
    if service[:1].isspace() or len(words) < 8:
        return service
    words[4] = "n"
    return " ".join(words)


def _awaited(mta: Mta, runs: Callable[[], bool]) -> None:
    def answers() -> bool:
        assert runs(), "the server has ended"
        try:
            with smtplib.SMTP("127.0.0.1", mta.port):
                return True
        except (OSError, smtplib.SMTPException):
            return False

    wait_until(answers, "a mail server")


SERVERS = {"opensmtpd": opensmtpd, "postfix": postfix}
