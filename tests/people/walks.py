"""What people do with their desks: with browsers, and mails that are delivered at once."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage

from werkzeug.test import TestResponse

from api.http import mail, people
from api.mail.office import Office
from api.mail.posting.outbox import Letters
from api.mail.rows import LetterRow
from api.people.posting import PeopleMail
from api.people.registry import Registry
from tests.api.desk import Desk
from tests.web.browser import Browser, words

ADDRESS = "ney@players.example"

_SECRET = re.compile(r"^[|> ]*([a-z2-7]{40})$", re.MULTILINE)


class Worker:
    """The worker of a service, as far as mails are concerned."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        with desk.app.app_context():
            self.office: Office = mail.office()
            self.registry: Registry = people.registry()
        self._mail = PeopleMail(self.office, self.registry)
        self.delivered: list[LetterRow] = []

    def run(self) -> list[EmailMessage]:
        """Make and deliver what is asked for; the mails that are new."""
        before = len(self.delivered)
        self._mail.look()
        letters = Letters(self.office, self.delivered.append)
        for letter in list(letters.take(100)):
            letters.attempt(letter)
        self._mail.look()
        found = [message_from_bytes(it.message, policy=policy.default) for it in self.delivered]
        return [it for it in found[before:] if isinstance(it, EmailMessage)]


def text(message: EmailMessage) -> str:
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def link_in(message: EmailMessage) -> str:
    """The path of the link in a mail of a service that has no public address."""
    [secret] = _SECRET.findall(text(message))
    return f"/sign-in/{secret}"


def begun(browser: Browser, name: str = "Ney") -> str:
    """Somebody begins a desk; their personal link."""
    answer = browser.post("/sign-in/new", {"name": name})
    assert answer.status_code == 200, words(answer)
    [link] = re.findall(r'value="([^"]*#desk=[a-z2-7]{40})"', answer.text)
    return str(link)


def confirmed(worker: Worker, browser: Browser, address: str = ADDRESS) -> None:
    """They confirm an address."""
    assert browser.post("/desk/addresses", {"address": address}).status_code == 200
    [message] = worker.run()
    assert message["To"] == address
    assert browser.post(link_in(message), {}).status_code == 200


def opened(browser: Browser, link: str) -> TestResponse:
    """A personal link is followed."""
    return browser.post("/sign-in/link", {"link": link})
