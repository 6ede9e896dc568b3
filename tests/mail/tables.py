"""Tables that are played by mail, and players who read nothing but their mails."""

from __future__ import annotations

from collections.abc import Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import count
from random import Random
from typing import Any

from api.mail import mailboxes, trial
from api.mail.answering.inbound import Received
from api.mail.answering.taking import keep
from api.mail.office import Office
from api.mail.posting.conditionals import Waiting
from api.mail.posting.outbox import Letters
from api.mail.posting.sending import Send
from api.mail.posting.turn_notifier import Attendance
from api.mail.rows import LetterRow, MailboxRow
from api.people.offices import office_with_people
from napoleon.log.times import SECOND
from napoleon.play.games import Games
from napoleon.play.operations import of_rows
from napoleon.play.standing_orders import answer_in_place
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from tests.clocks import Clock

ADDRESS = "napoleon@club.example"


class Post:
    """A game that is played by mail, without a mail server: mails are handed over as they are."""

    def __init__(self, env: Mapping[str, str], seed: str, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        entropy = Random(seed).randbytes
        chosen = {"MAIL_ADDRESS": ADDRESS, **env}
        self.games = Games(chosen, clock=self.clock, entropy=entropy)
        self.office: Office = office_with_people(self.games)
        # As in a worker, which goes on: what it is not woken for it does not see.
        self._attendance, self._waiting = Attendance(self.office), Waiting(self.office)
        self.tokens: dict[str, str] = {}
        self.delivered: list[LetterRow] = []
        self.id = ""
        self._numbers = count(1)

    def set_up(
        self,
        ruleset: str,
        scenario: str,
        options: Mapping[str, Any] | None = None,
        windows: str = "",
        **more: Any,
    ) -> None:
        created = self.games.create(
            ruleset, scenario, dict(options or {}), referee=True, windows=windows, **more
        )
        self.id = created.game.id
        for seat in (*created.game.created.seats, REFEREE):
            self.tokens[seat] = self.games.claim(self.id, seat)

    def leave(self, holder: str, address: str = "", **wanted: str) -> MailboxRow:
        """Leave an address and confirm it."""
        box = self.left(holder, address or f"{holder}@players.example", **wanted)
        mailboxes.confirm(self.office, box)
        found = self.office.store.mailboxes.get(box.id)
        assert found is not None
        return found

    def left(self, holder: str, address: str, **wanted: str) -> MailboxRow:
        box = mailboxes.leave(
            self.office, self.id, holder, self.tokens[holder], {"address": address, **wanted}
        )
        assert not isinstance(box, Refusal), box
        return box

    def send(self, letter: LetterRow) -> None:
        self.delivered.append(letter)

    def run(self, send: Send | None = None) -> None:
        """Do what worker and listener do, until nothing is left to be done."""
        received, letters = Received(self.office), Letters(self.office, send or self.send)
        busy = True
        while busy:
            busy = False
            for mail in list(received.take(100)):
                received.attempt(mail)
                busy = True
            busy |= self._waiting.look() > 0
            busy |= self._attendance.look() > 0
            for letter in list(letters.take(100)):
                letters.attempt(letter)
                busy = True

    def later(self) -> None:
        """Let minutes go by, in which the worker answers what was left to be answered."""
        for _ in range(3):
            self.clock.move_on(61 * SECOND)
            answer_in_place(self.games, self.id)
            self.run()

    def waits(self, holder: str) -> list[object]:
        """The orders of a holder that wait, or that were left of them."""
        rows = self.games.recorder.standing_orders(self.id)
        mine = [it for it in of_rows(rows) if (it.by or it.seat) == holder]
        return [line for it in mine for line in it.word.lines]

    def to(self, holder: str) -> list[EmailMessage]:
        """The mails that a holder has got, the oldest first."""
        return [read(it.message) for it in self.delivered if it.holder == holder]

    def newest(self, holder: str) -> EmailMessage:
        return read([it.message for it in self.delivered if it.holder == holder][-1])

    def reply(
        self, holder: str, text: str, *, to: EmailMessage | None = None, **headers: str
    ) -> bytes:
        """What a player's mail program makes of an answer to their newest mail."""
        answered = to if to is not None else self.newest(holder)
        at = self.clock() + next(self._numbers)
        raw, _ = trial.reply(answered.as_bytes(), text, at)
        if headers:
            mail = message_from_bytes(raw, policy=policy.SMTP)
            for name, value in headers.items():
                name = name.replace("_", "-")
                del mail[name]
                mail[name] = value
            raw = mail.as_bytes()
        return raw

    def mail(self, raw: bytes, *, sender: str = "", recipient: str = "") -> None:
        """A mail comes in."""
        message = read(raw)
        author = str(message["From"]).rpartition("<")[2].rstrip(">")
        self.handed_over(raw, sender or author, recipient or str(message["To"]))

    def handed_over(self, raw: bytes, sender: str, recipient: str) -> None:
        """The same with what its envelope says; the sender of robots is empty."""
        keep(self.office, sender, recipient, raw)

    def answer(self, holder: str, text: str, **more: Any) -> str:
        """A player answers their newest mail; what they are told about that."""
        before = len(self.delivered)
        self.mail(self.reply(holder, text, **more))
        self.run()
        told = [it for it in self.delivered[before:] if it.holder == holder]
        return body(read(told[0].message)) if told else ""

    def close(self) -> None:
        self.office.store.close()
        self.games.close()


def read(raw: bytes) -> EmailMessage:
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def body(message: EmailMessage, kind: str = "plain") -> str:
    part = message.get_body((kind,))
    assert part is not None
    return "\n".join(str(part.get_content()).splitlines()) + "\n"


def asked(message: EmailMessage) -> list[str]:
    """The lines with which a mail may be answered."""
    lines, asking = [], False
    told = body(message).splitlines()
    for line, under in zip(told, [*told[1:], ""], strict=True):
        if under and set(under) == {"-"}:
            asking = line == "You are asked"
        if asking and line.startswith("| "):
            lines.append(line.removeprefix("| "))
    return lines
