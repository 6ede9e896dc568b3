"""Taking: a mail is kept as it came, and one process has it to itself while it works on it.

It is kept once, before anybody is told that it has come, and taken as long and as often as it may.
Everything that changes the row of the mail goes through `Taken`: a row is changed only as it is
known, so a process that has lost it to another one finds out with the next change.
"""

from __future__ import annotations

import hashlib
import time

from msgspec.structs import replace

from api.mail.office import Office, is_observer
from api.mail.rows import NEW, InboundRow, MailboxRow
from api.mail.tokens import Purpose, Tag, read_tag
from napoleon.log.times import HOUR, SECOND

LEASE = 15 * SECOND
"""How long one process has a mail to itself without saying that it still works on it."""

MOST_SECONDS = 2.0
"""How long one mail may be worked on before what is left of it is not begun any more."""

COUNTED, COUNTED_ODD = "counted", "counted: odd"
"""Findings of a mail that is worked on or waits for its turn, and counts for its mailbox."""


class Lost(Exception):
    """Another process has the mail by now, and sees to it."""


class Taken:
    """A mail that was taken, and the time that is left for it."""

    def __init__(self, office: Office, row: InboundRow) -> None:
        self._inbox = office.store.inbox
        self._clock = office.games.clock
        self._ends = time.monotonic() + MOST_SECONDS
        self.row = row
        self.before = 0
        """How many steps are counted for games that the same mail has answered already."""

    def note(self, **changed: object) -> None:
        """Change the row. Raises Lost."""
        if not self._inbox.move(self.row, **changed):
            raise Lost
        self.row = replace(self.row, **changed)

    def goes_on(self) -> bool:
        """Whether there is time for another step; the mail stays ours meanwhile. Raises Lost."""
        now = self._clock()
        if self.row.due - now < LEASE // 2:
            self.note(due=now + LEASE)
        return time.monotonic() < self._ends

    def begin(self, number: int) -> bool:
        """Note that a step is begun; returns False if it was begun before. Raises Lost."""
        number += self.before
        if self.row.progress >= number:
            return False
        self.note(progress=number)
        return True


def later(office: Office, taken: Taken, box: MailboxRow, *, odd: bool) -> int:
    """When a mail is to be seen to, as others of its mailbox were within the hour; 0 for now.

    Those that are held or refused are counted apart, as anybody may send them. Those who only watch
    are counted with all games that they watch. What counts is in the store, so that all processes
    count alike. Raises Lost.
    """
    most = office.settings.hourly
    if not most:
        return 0
    finding = COUNTED_ODD if odd else COUNTED
    taken.note(mailbox=box.id, finding=finding)
    boxes = [box.id]
    if is_observer(box):
        boxes = office.store.mailboxes.held_by(box.holder)
    now = office.games.clock()
    # A row is due when the lease that it was seen to under would have ended.
    seen = office.store.inbox.seen_to(boxes, odd=odd, since=now - HOUR + LEASE)
    before = office.store.inbox.counted(boxes, finding, before=taken.row.id)
    over = len(seen) + before - most
    if over < 0:
        return 0
    free = [it - LEASE + HOUR for it in sorted(seen)]
    if over < len(free):
        return free[over]
    return now + HOUR * (1 + (over - len(free)) // most)


def put_off(taken: Taken, until: int) -> None:
    """Have a mail taken again at a time. Raises Lost."""
    taken.note(state=NEW, due=until, failures=0)


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
