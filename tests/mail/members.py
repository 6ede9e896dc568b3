"""Members of a club who have nothing but mail, from the first word to the last letter."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from email.message import EmailMessage
from typing import NamedTuple

from api.mail import trial
from tests.mail.by_mail import Players, Sink
from tests.mail.tables import ADDRESS, body, read

TRUSTED = "mx.club.example"
"""Under which name the operator's mail server writes what it has found out."""

VOUCHED = f"Authentication-Results: {TRUSTED}; dmarc=pass header.from=players.example\r\n"

PATIENCE = 1.0
"""Seconds after which somebody looks once more whether a game has open seats."""

_LISTED = re.compile(r"([a-z0-9]{4,10})  +(\S.*?)  +.*")
"""A row of a table of games: short name, title, and what else there is."""

_PLAYS = re.compile(r"You play (.+?)\. As soon as")


class Wish(NamedTuple):
    """What a member wants to play."""

    title: str
    """What the club calls the game."""
    founded: str = ""
    """What they write to set it up; "" to join one that somebody else sets up."""


class Members(Players):
    """Members who come to know of the club's games by asking, and take seats in them.

    They know its address and what is in their mails, and nothing else.
    """

    def __init__(
        self, sink: Sink, port: int, seed: int, wishes: dict[str, tuple[Wish, ...]]
    ) -> None:
        """`wishes` are those of each member, by name, in the order in which they are granted."""
        super().__init__(sink, port, seed)
        self.seats: dict[str, list[str]] = {name: [] for name in wishes}
        """What each member was told that they play."""
        self.ended: set[tuple[str, str]] = set()
        """Who was told the end of which game."""
        self._wishes = {name: list(those) for name, those in wishes.items()}
        self._asking: dict[str, tuple[float, EmailMessage]] = {}
        self._answers = 0

    def begin(self) -> None:
        """Everybody writes to the club for the first time."""
        for name in self._wishes:
            self._write(at(name), f"register {name}")

    @property
    def are_seated(self) -> bool:
        """Whether everybody has all seats that they wanted."""
        return not any(self._wishes.values())

    def read_mails(self) -> int:
        """The same for mails of the club."""
        now, sent = time.monotonic(), 0
        for name, (since, mail) in list(self._asking.items()):
            if now > since + PATIENCE:
                del self._asking[name]
                sent += self._say(mail, "list games")
        return sent + super().read_mails()

    def comes(self, mail: EmailMessage) -> int:
        """What a member does with a mail; see `Players.comes`."""
        if mail["List-Id"] is not None:
            if body(mail).partition("\n\n")[0].endswith(" is over."):
                self.ended.add((str(mail["To"]), str(mail["List-Id"])))
            return super().comes(mail)
        name = str(mail["To"]).partition("@")[0].title()
        text = " ".join(body(mail).split())
        if "Is this yours?" in body(mail) or f"> register {name}" in text:
            return self._say(mail, "yes")
        if (found := _PLAYS.search(text)) and self._wishes[name]:
            self.seats[name].append(found[1])
            self._wishes[name].pop(0)
        elif "Seats are open" in text or "There is no game yet" in text or "Games" in text:
            lines = self._open(mail, self._wishes[name][0].title) if self._wishes[name] else []
            if lines:
                return self._say(mail, lines[0])
            self._asking[name] = (time.monotonic(), mail)
            return 0
        if not self._wishes[name]:
            return 0
        founded = self._wishes[name][0].founded
        return self._say(mail, founded or "list games")

    def _open(self, mail: EmailMessage, title: str) -> Sequence[str]:
        """The lines by which seats are taken in games of that title."""
        lines = body(mail).splitlines()
        ids = {it[1] for it in map(_LISTED.fullmatch, lines) if it and it[2].startswith(title)}
        offers = [it.removeprefix("| ") for it in lines if it.startswith("| join ")]
        return [it for it in offers if it.split()[1] in ids]

    def _say(self, mail: EmailMessage, text: str) -> int:
        self.reply(mail.as_bytes(), text)
        return 1

    def _write(self, sender: str, text: str) -> None:
        self._answers += 1
        self.send(trial.written(sender, ADDRESS, text, time.time_ns() // 1000), sender, ADDRESS)

    def send(self, raw: bytes, sender: str, to: str) -> None:
        """The mail server of the operator takes a mail in, and writes what it has found out."""
        super().send(VOUCHED.encode() + raw, sender, to)


def at(name: str) -> str:
    """The address of a member."""
    return f"{name.lower()}@players.example"


__all__ = ["Members", "Wish", "at", "read"]
