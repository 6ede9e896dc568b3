"""Receiving: a mail is kept as it came, once, before anybody is told that it has come."""

from __future__ import annotations

import hashlib

from api.mail.office import Office
from api.mail.rows import InboundRow
from api.mail.tokens import Purpose, Tag, read_tag


def keep(office: Office, sender: str, recipient: str, raw: bytes) -> None:
    """Keep a mail; the same one, sent again, is kept once. Raises PersistenceError."""
    now = office.games.clock()
    tag = tag_of(recipient)
    digest = hashlib.sha256(raw).hexdigest()
    known = office.store.inbox.with_digest(digest)
    if known is not None and known.recipient.lower() != recipient.lower():
        # It was sent to two addresses of ours: each copy is a mail of its own.
        raw = b"Delivered-To: " + recipient.encode() + b"\r\n" + raw
        digest = hashlib.sha256(raw).hexdigest()
    row = InboundRow(
        digest=digest,
        sender=sender,
        recipient=recipient,
        raw=raw,
        came=now,
        due=now,
        mailbox=0 if tag is None or tag.purpose is Purpose.TRIP else tag.number,
    )
    office.store.inbox.put(row)


def tag_of(recipient: str) -> Tag | None:
    """The tag in an address of ours; None if there is none."""
    return read_tag(recipient.rpartition("@")[0].partition("+")[2])
