"""Being told: a browser that subscribes, as a push service and its browser do; and the worker."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from api.http import mail
from api.people.absences import Absentees
from api.people.telling.attending import SETTLES, Attendance
from api.people.telling.delivery import Messages
from projections.webhooks.sending import sender
from tests.api.conftest import desk_at
from tests.api.desk import Desk
from tests.clocks import Clock
from tests.people.walks import Worker
from tests.webhooks.receiver import Answer, Received, Receiver, receiver


def in_base64(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


class Subscriber:
    """A browser with keys of its own, behind a push service that notes what comes."""

    def __init__(self, service: Receiver, name: str = "phone") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"sixteen bytes..."
        self._service = service
        self.path = f"/push/{name}"
        self.endpoint = f"{service.url.rstrip('/')}{self.path}"

    def subscription(self) -> dict[str, Any]:
        """What the browser tells the page."""
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": in_base64(point), "auth": in_base64(self._auth)}
        return {"endpoint": self.endpoint, "keys": keys}

    def came(self) -> list[Received]:
        return [it for it in self._service.received if it.path == self.path]

    def read(self, message: Received) -> dict[str, Any]:
        """What a message says: nobody else can read it."""
        content = http_ece.decrypt(
            message.body,
            private_key=self._key,
            auth_secret=self._auth,
            version="aes128gcm",
        )
        told: dict[str, Any] = json.loads(content)
        return told

    def shown(self) -> list[str]:
        """What its owner was shown."""
        return [self.read(it)["body"] for it in self.came()]


def signer(message: Received) -> str:
    """The key with which a message to a browser is signed; the signature has to hold."""
    said = message.headers["authorization"]
    assert Vapid02.verify(said)
    return said.rpartition("k=")[2]


class Teller:
    """A worker that tells people, as far as its clock lets it."""

    def __init__(self, desk: Desk, clock: Clock, mails: Worker) -> None:
        self.registry, self.office, self._clock = mails.registry, mails.office, clock
        self.mails = mails
        self.attendance = Attendance(self.registry, self.office)
        self.absentees = Absentees(self.registry)
        self.messages = Messages(self.registry, self.office, sender(desk.games.env))

    def look(self) -> int:
        return self.attendance.look()

    def send(self) -> int:
        """Send what is due; how many were taken."""
        taken = list(self.messages.take(100))
        for it in taken:
            self.messages.attempt(it)
        return len(taken)

    def run(self) -> int:
        """Look, let what is new settle, and send it."""
        self.look()
        self._clock.move_on(SETTLES)
        return self.send()


@contextmanager
def running(home: Path, clock: Clock, env: Mapping[str, str]) -> Iterator[Desk]:
    """A service that lets go of its databases in the end."""
    desk = desk_at(home, env=env, clock=clock)
    try:
        yield desk
    finally:
        with desk.app.app_context():
            mail.office().store.close()
        desk.games.close()


@contextmanager
def service(answer: Answer = lambda _: 201) -> Iterator[Receiver]:
    """A push service, or the server of a webhook."""
    with receiver(answer) as there:
        yield there
