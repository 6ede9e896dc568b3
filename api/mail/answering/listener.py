"""The listener: a server for LMTP or SMTP that stands behind the operator's mail server.

A mail is acknowledged once it is kept on disk. The sender is told if no recipient is an address of
ours; nobody is told whether an address of ours opens anything, and no mail is answered here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from eventsourcing.persistence import PersistenceError

from api.mail.settings import LARGEST, Settings

MOST_RECIPIENTS = 4
"""How many addresses of ours a mail may be sent to; a reply has one."""

SECONDS = 60
"""How long a client may be silent."""

Keep = Callable[[str, str, bytes], None]
"""Keeps a mail by its sender and its recipient. Raises PersistenceError."""


class Doorkeeper:
    """What the server does with each step of a mail."""

    def __init__(self, settings: Settings, keep: Keep) -> None:
        self._settings = settings
        self._keep = keep

    async def handle_RCPT(  # noqa: N802 - the server asks for this name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Let in what goes to an address of ours."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if not is_ours(self._settings, address):
            return "550 5.1.1 No such address here"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Keep a mail, and only then say that it has come."""
        content = envelope.content
        assert isinstance(content, bytes)
        try:
            for recipient in envelope.rcpt_tos:
                await asyncio.to_thread(self._keep, envelope.mail_from or "", recipient, content)
        except PersistenceError:
            return "451 4.3.0 Try again later"
        return "250 2.0.0 Kept"


def is_ours(settings: Settings, address: str) -> bool:
    """Whether an address is the service's own, with or without a tag."""
    local, _, domain = address.lower().rpartition("@")
    own, _, own_domain = settings.address.partition("@")
    return domain == own_domain and local.partition("+")[0] == own


class Listener(Controller):
    """Takes mails in until it is stopped, in a thread of its own."""

    def __init__(self, settings: Settings, keep: Keep) -> None:
        where = settings.listening
        self._kind = LMTP if where.scheme == "lmtp" else SMTP
        super().__init__(Doorkeeper(settings, keep), where.host, where.port)

    def factory(self) -> SMTP:
        """One for each connection."""
        return self._kind(
            self.handler,
            data_size_limit=LARGEST,
            timeout=SECONDS,
            enable_SMTPUTF8=True,
            ident="Napoleon",
        )
