"""A game that is played by mail alone: real processes, and players who read nothing but mails."""

from __future__ import annotations

import os
import signal
import smtplib
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from email.message import EmailMessage
from random import Random
from threading import Lock
from zlib import crc32

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from api.mail import trial
from tests.command_line.server import ROOT
from tests.mail.tables import ADDRESS, asked, body, read
from tests.patience import PATIENCE

KINDS = {"worker": ("worker",), "mail": ("mail",)}

QUICK = """
from api.command_line.main import main
from napoleon.play import pace
pace.LEAST, pace.MEAN, pace.MOST = 0.0, 0.02, 0.1
main({words!r})
"""
"""How a process is started that answers at once what was left in advance.

As at a table it would wait for fifteen seconds each time, and a game has hundreds of windows.
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Sink:
    """The mail server of all players: it keeps what it gets."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mails: list[bytes] = []
        self._lock = Lock()
        self._controller = Controller(self, "127.0.0.1", self.port)
        self._controller.start()

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        content = envelope.content
        assert isinstance(content, bytes)
        with self._lock:
            self.mails.append(content)
        return "250 OK"

    def stop(self) -> None:
        self._controller.stop()


class Players:
    """Everybody who plays: each mail is read once, and answered with one of its lines.

    Of those who share a seat, one feels called on by a question, or in one of eight cases another
    one too: which of them follows from what is asked, as they read nothing but their own mails.
    """

    def __init__(self, sink: Sink, port: int, seed: int, partners: Sequence[str] = ()) -> None:
        """`partners` are the addresses of those who share a seat."""
        self._sink = sink
        self._port = port
        self._random = Random(seed)
        self._partners = list(partners)
        self._read = 0
        self.answered: set[str] = set()
        """Message-IDs of the mails that were answered."""
        self.replies: list[bytes] = []
        self.over: set[str] = set()
        """Addresses of those who were told that the game is over."""
        self.signed: dict[str, str] = {}
        """By address the newest mail that the service has signed for what had happened."""

    def read_mails(self) -> int:
        """Answer what has come since the last look; returns how many answers were sent."""
        sent = 0
        while self._read < len(self._sink.mails):
            mail = read(self._sink.mails[self._read])
            self._read += 1
            sent += self.comes(mail)
        return sent

    def comes(self, mail: EmailMessage) -> int:
        """Answer a mail if it asks something; returns how many answers were sent."""
        name, text = str(mail["Message-ID"]), body(mail)
        if "\nnapoleon/games/" in text:
            self.signed[str(mail["To"])] = text
        if text.partition("\n\n")[0].endswith(" is over."):
            self.over.add(str(mail["To"]))
        lines = asked(mail)
        if not lines or name in self.answered or not self._called_on(str(mail["To"]), lines):
            return 0
        self.answered.add(name)
        self.reply(mail.as_bytes(), self._chosen(lines))
        return 1

    def _chosen(self, lines: Sequence[str]) -> str:
        """Any line; but who may bring peace nearer does, so that no game takes an hour."""
        peace = [it for it in lines if it.startswith("peace 1 ")]
        return self._random.choice(peace or lines)

    def _called_on(self, address: str, lines: Sequence[str]) -> bool:
        if address not in self._partners:
            return True
        said = crc32("\n".join(lines).encode())
        mine = self._partners.index(address)
        return said % len(self._partners) == mine or (said // 7 + mine) % 8 == 0

    def reply(self, mail: bytes, line: str) -> None:
        """Answer a mail with a line."""
        raw, to = trial.reply(mail, line, time.time_ns() // 1000)
        self.send(raw, str(read(mail)["To"]), to)

    def send(self, raw: bytes, sender: str, to: str) -> None:
        """Hand a mail over until it is taken in."""
        self.replies.append(raw)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                with smtplib.LMTP("127.0.0.1", self._port) as server:
                    server.sendmail(sender, [to], raw)
                return
            except (OSError, smtplib.SMTPException):
                # As a mail server does: what was not acknowledged is sent again.
                assert time.monotonic() < deadline, "nobody takes mails in"
                time.sleep(0.1)


class Service:
    """Worker and listener of a store, each in a process that may be killed."""

    def __init__(self, env: Mapping[str, str], sink: Sink) -> None:
        self.port = free_port()
        self._env = {
            **os.environ,
            # A whole game is played within minutes.
            "MAIL_HOURLY": "0",
            **env,
            "MAIL_ADDRESS": ADDRESS,
            "MAIL_LISTEN": f"lmtp://127.0.0.1:{self.port}",
            "SMTP_URL": f"smtp://127.0.0.1:{sink.port}?starttls=never",
            "NAPOLEON_LOG_LEVEL": "error",
        }
        self._running = {kind: self._start(kind) for kind in KINDS}

    def kill(self, kind: str) -> None:
        """Kill a process, and start another in its place."""
        self._running[kind].send_signal(signal.SIGKILL)
        self._running[kind].wait()
        self._running[kind] = self._start(kind)

    def end(self) -> None:
        for process in self._running.values():
            process.terminate()
        for process in self._running.values():
            process.wait(PATIENCE)

    def _start(self, kind: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-c", QUICK.format(words=[*KINDS[kind]])],
            cwd=ROOT,
            env=self._env,
            stdout=subprocess.DEVNULL,
        )


def doubled(mails: list[bytes]) -> list[str]:
    """Message-IDs that came more often than once."""
    counted = Counter(str(read(it)["Message-ID"]) for it in mails)
    return [name for name, count in counted.items() if count > 1]
