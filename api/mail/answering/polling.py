"""Polling: mails are fetched from a mailbox by IMAP, where no mail server hands them over.

A mail is marked as seen once it is kept, and a mail that is fetched twice is kept once: so a poller
may be killed at any moment.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from email.message import Message
from email.utils import getaddresses, parseaddr
from imaplib import IMAP4
from threading import Event
from typing import Any

from imap_tools import (
    AND,
    BaseMailBox,
    MailBox,
    MailBoxStartTls,
    MailBoxUnencrypted,
    MailMessage,
    MailMessageFlags,
)
from imap_tools.errors import ImapToolsError

from api.mail.answering.listener import MOST_RECIPIENTS, Keep, is_ours
from api.mail.answering.opening import CUT
from api.mail.settings import LARGEST, Polled, Settings

PAUSE = 20.0
"""Seconds between looks into the mailbox."""

AT_ONCE = 50
"""How many mails are fetched at a time."""

_RECIPIENTS = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
"""Where a mail says whom it was for, the surest first."""

AWAY = (ImapToolsError, IMAP4.error, OSError)
"""What is raised while a mailbox cannot be looked into."""

_log = logging.getLogger(__name__)


class Whole(MailMessage):
    """A mail with the very bytes that it came in: what is kept is evidence."""

    def __init__(self, fetch_data: list[Any]) -> None:
        super().__init__(fetch_data)
        self.raw: bytes = self._get_message_data_parts(fetch_data)[0]


def poll(settings: Settings, keep: Keep, ended: Event, pause: float = PAUSE) -> None:
    """Fetch mails until `ended` is set. A mailbox that is away is tried again."""
    where = settings.polled
    assert where is not None
    away = False
    while not ended.is_set():
        try:
            with opened(where) as box:
                away = False
                while not ended.is_set():
                    if not fetch(box, settings, keep):
                        ended.wait(pause)
        except AWAY as error:
            if not away:
                _log.warning("the mailbox cannot be looked into: %s", type(error).__name__)
            away = True
            ended.wait(pause)


def fetch(box: BaseMailBox, settings: Settings, keep: Keep) -> int:
    """Keep the mails that are new in an open mailbox; returns how many there were."""
    new = AND(seen=False)
    heads = list(box.fetch(new, mark_seen=False, limit=AT_ONCE, headers_only=True, bulk=AT_ONCE))
    for head in heads:
        assert head.uid is not None
        if head.size_rfc822 > LARGEST:
            _log.warning("a mail of %d bytes is left where it is", head.size_rfc822)
            # Its headers are kept, so that its writer is told.
            assert isinstance(head, Whole)
            raw = f"{CUT}: yes\r\n".encode() + head.raw.rstrip() + b"\r\n\r\n"
            for recipient in _recipients(head.obj, settings):
                keep(_sender(head.obj), recipient, raw)
        else:
            for mail in box.fetch(mark_seen=False, uid_list=[head.uid]):
                assert isinstance(mail, Whole)
                for recipient in _recipients(mail.obj, settings):
                    keep(_sender(mail.obj), recipient, mail.raw)
        box.flag([head.uid], MailMessageFlags.SEEN, True)
    return len(heads)


def opened(where: Polled) -> BaseMailBox:
    """A connection to a mailbox. Raises one of `AWAY`."""
    kinds: dict[str, Callable[[str, int], BaseMailBox]] = {
        "imaps": MailBox,
        "imap": MailBoxUnencrypted,
        "imap+starttls": MailBoxStartTls,
    }
    box = kinds[where.scheme](where.host, where.port)
    box.email_message_class = Whole
    try:
        return box.login(where.user, where.password, where.folder)
    except BaseException:
        # A client that is not let in tries again and again, and keeps no connection of each time.
        box.client.shutdown()
        raise


def _sender(message: Message) -> str:
    """Whom the mail server was told that a mail comes from; empty for a bounce."""
    said = message.get("Return-Path")
    return parseaddr(str(message.get("From", "") if said is None else said))[1]


def _recipients(message: Message, settings: Settings) -> list[str]:
    """The addresses of ours that a mail was sent to; those with a tag, if there are any.

    What the mail server says is one copy's own; what the writer says may name several.
    """
    first = ""
    for name in _RECIPIENTS:
        values = [str(it) for it in message.get_all(name, [])]
        ours = [it for _, it in getaddresses(values) if is_ours(settings, it)]
        if tagged := list(dict.fromkeys(it for it in ours if "+" in it)):
            return tagged[:MOST_RECIPIENTS]
        first = first or next(iter(ours), "")
    return [first or settings.address]
