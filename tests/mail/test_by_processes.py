"""Sets, links and limits with a worker and a listener of their own, on both stores."""

from __future__ import annotations

import smtplib
import time

import pytest

from api.mail import trial
from api.mail.letters.drawing import LARGEST
from tests.mail.tables import body, read
from tests.mail.test_first_question import Club, club, house
from tests.mail.test_links import links

__all__ = ["club", "house"]


FIRST = "blue none"
"""A card is declared or not by both sides, each before the other knows."""


class Player:
    """Somebody who reads nothing but their mails, and writes by LMTP."""

    def __init__(self, club: Club) -> None:
        self._club = club
        club.leave(club.ours, confirmed=True)
        club.until(lambda: club.questions(club.ours))
        self.question = club.questions(club.ours)[0]

    def send(self, raw: bytes, to: str) -> str:
        """Send a mail; what is answered."""
        before = len(self._club.mails(self._club.ours))
        self._club.until(self._club.is_listening)
        with smtplib.LMTP("127.0.0.1", self._club.service.port) as server:
            server.sendmail(self._club.ours, [to], raw)
        self._club.until(lambda: len(self._club.mails(self._club.ours)) > before)
        mail = read(self._club.mails(self._club.ours)[before])
        assert len(body(mail).encode()) + len(body(mail, "html").encode()) <= LARGEST
        return " ".join(body(mail).split())

    def reply(self, text: str) -> str:
        """Answer the first question."""
        return self.send(*trial.reply(self.question, text, time.time_ns() // 1000))

    def tap(self, line: str) -> str:
        """Follow a link of the first question."""
        to = links(read(self.question))[line]
        return self.send(trial.written(self._club.ours, to, line, time.time_ns() // 1000), to)


@pytest.mark.sampled(1)
def test_a_player_by_mail(club: Club) -> None:
    ann = Player(club)
    assert "lines more" in ann.reply("orders\n" * 1000)
    assert "One line was carried out." in ann.tap(FIRST)
    told = ann.tap(FIRST)
    assert "The game has gone on since the mail that you answer" in told
    told = ann.reply(f"set 2\n{FIRST}")
    assert "SEALED" in told, "what others may know by now is not replaced, nor added to"
