"""People who write to the service itself, and read what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from email.message import EmailMessage
from functools import cache
from itertools import count

from api.club.receiving import Club
from api.mail import trial
from api.mail.answering.inbound import Received
from api.mail.answering.taking import keep
from api.mail.office import open_office
from api.mail.posting.outbox import Letters
from api.mail.posting.turn_notifier import Attendance
from api.mail.rows import LetterRow
from api.people.posting import PeopleMail
from api.people.registry import open_registry
from napoleon.log.times import SECOND
from napoleon.play.games import Games
from napoleon.play.standing_orders import answer_in_place
from projections.store import open_views
from tests.clocks import Clock
from tests.followed import everything
from tests.mail.tables import ADDRESS, body, read

TRUSTED = "mx.club.example"
"""Under which name the operator's mail server writes what it has found out."""


ANN, BOB, CARL = (f"{it}@players.example" for it in ("ann", "bob", "carl"))

FOUND = "found Napoléon 1815, historical invasion, as French, clock 3 days, usual"


def flat(text: str) -> str:
    """A text in one line."""
    return " ".join(text.split())


class House:
    """A service as people know it who have nothing but mail."""

    def __init__(self, env: Mapping[str, str], clock: Clock | None = None) -> None:
        chosen = {"MAIL_ADDRESS": ADDRESS, "MAIL_AUTHSERV_ID": TRUSTED, **env}
        self.clock = clock or Clock()
        self.games = Games(chosen, clock=self.clock)
        self.office, self.registry = open_office(self.games), open_registry(self.games)
        self.club = Club(self.office, self.registry, cache(lambda: open_views(chosen)))
        self.received = Received(self.office, self.club)
        self._attendance = Attendance(self.office)
        self._people = PeopleMail(self.office, self.registry)
        self.delivered: list[LetterRow] = []
        self._numbers = count(1)

    def run(self) -> None:
        """Do what worker and listener do, until nothing is left to be done."""
        letters, busy = Letters(self.office, self.delivered.append), True
        while busy:
            busy = False
            for mail in list(self.received.take(100)):
                self.received.attempt(mail)
                busy = True
            busy |= self._people.look() > 0
            busy |= self._attendance.look() > 0
            for letter in list(letters.take(100)):
                letters.attempt(letter)
                busy = True

    def raw(self, sender: str, text: str, *, said: str = "pass", **headers: str) -> bytes:
        """A mail to the service itself, of which the mail server has `said` what it found."""
        mail = EmailMessage()
        mail["From"], mail["To"] = sender, ADDRESS
        mail["Subject"] = headers.pop("Subject", "Hello")
        mail["Message-ID"] = f"<{next(self._numbers)}.{len(text)}@{sender.partition('@')[2]}>"
        if said:
            domain = sender.partition("@")[2]
            found = f"{TRUSTED}; dmarc={said} header.from={domain}"
            mail["Authentication-Results"] = found
        for name, value in headers.items():
            name = name.replace("_", "-")
            del mail[name]
            mail[name] = value
        mail.set_content(text)
        return mail.as_bytes()

    def hand_over(self, raw: bytes, recipient: str = ADDRESS, sender: str = "") -> None:
        author = sender or str(read(raw)["From"]).rpartition("<")[2].rstrip(">")
        keep(self.office, author, recipient, raw)

    def write(self, sender: str, text: str, *, said: str = "pass", **headers: str) -> str:
        """Somebody writes to the service itself; what they are answered."""
        before = len(self.to(sender))
        self.hand_over(self.raw(sender, text, said=said, **headers))
        self.run()
        return "\n".join(map(body, self.to(sender)[before:]))

    def answer(self, sender: str, text: str, *, to: EmailMessage | None = None) -> str:
        """They answer the newest mail that they have got; what they are answered."""
        before = len(self.to(sender))
        mail = to if to is not None else self.to(sender)[-1]
        at = self.clock() + next(self._numbers)
        raw, recipient = trial.reply(mail.as_bytes(), text, at)
        self.hand_over(raw, recipient)
        self.run()
        return "\n".join(map(body, self.to(sender)[before:]))

    def register(self, sender: str, name: str) -> str:
        self.write(sender, f"register {name}")
        return self.answer(sender, "yes")

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to an address, the oldest first."""
        return [read(it.message) for it in self.delivered if it.recipient == address]

    def later(self, game_id: str) -> None:
        """Let minutes go by, in which what was left to be answered is answered."""
        for _ in range(3):
            self.clock.move_on(61 * SECOND)
            answer_in_place(self.games, game_id)
            self.run()

    def findings(self) -> dict[str, int]:
        return self.office.store.inbox.findings()

    def game(self) -> str:
        """The id of the only game."""
        [game_id] = self.ids()
        return game_id

    def ids(self) -> list[str]:
        known, position = set[str](), 0
        events = everything(self.games.recorder)
        for it in events:
            known.add(str(it.originator_id))
            position = it.id
        return sorted(known) if position else []

    def close(self) -> None:
        self.office.store.close()
        self.games.close()
