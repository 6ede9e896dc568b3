"""The guard: whether a mail to the service itself is answered, now or later.

Unknown senders get at most one answer a day unless they answer a mail of ours, and none unless the
operator's mail server says that the address is theirs. Where no server says so, only a mail that
asks for help is answered.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from api.club.visitor import Visitor
from api.mail.answering.opening import Opened
from api.mail.office import Office
from api.mail.rows import InboundRow
from api.people import strangers
from api.people.registry import Registry
from api.people.rows import VisitRow
from api.people.secrets import hash_of
from napoleon.log.times import DAY, HOUR

UNVOUCHED = 10
"""How many mails that nobody vouches for are answered in a day at an address that is known here: it
may be anybody who has them answered there."""


TOLD_TO_WAIT = "told to wait"
"""What stands for the Message-ID where no mail was answered, but its writer told to wait."""


class Let(Enum):
    """What becomes of a mail."""

    IN = "in"
    """It is carried out."""
    HELPED = "helped"
    """Only help is given."""
    AGAIN = "again"
    """It has come before."""
    LATER = "later"
    """Too many of theirs were answered within the hour."""
    OUT = "out"
    """Nothing is answered."""


class Decided(NamedTuple):
    """What becomes of a mail, and when."""

    let: Let
    until: int = 0
    """When it is looked at again, if later."""


def decide(
    office: Office,
    registry: Registry,
    mail: InboundRow,
    read: Opened,
    who: Visitor,
    *,
    asks_for_help: bool,
) -> Decided:
    """What becomes of a mail. Raises PersistenceError, KeyUnusable."""
    now, store = registry.now(), registry.store.strangers
    hashes = strangers.hashes_of(registry, who.address)
    visits = store.visits(hashes, now - DAY)
    others = [it for it in visits if it.mail != mail.digest and it.message != TOLD_TO_WAIT]
    helped = False
    if not who.known and not who.proven:
        helped = not who.vouched
        if helped and (office.settings.authserv_id or not asks_for_help):
            return Decided(Let.OUT)
        if others:
            return Decided(Let.OUT)
    if not who.sure and len(others) >= UNVOUCHED:
        return Decided(Let.OUT)
    most = office.settings.hourly
    recent = [it.made for it in others if it.made > now - HOUR]
    if most and len(recent) >= most:
        return Decided(Let.LATER, recent[len(recent) - most] + HOUR)
    message = _message(read)
    if message and any(it.message == message for it in others):
        return Decided(Let.AGAIN)
    return Decided(Let.HELPED if helped else Let.IN)


def note(registry: Registry, mail: InboundRow, read: Opened, who: Visitor) -> None:
    """Keep it that a mail is answered. Raises PersistenceError, KeyUnusable."""
    whom = strangers.whom(registry, who.address)
    row = VisitRow(mail.digest, whom, _message(read), who.known, registry.now())
    registry.store.strangers.visit(row)


def tell_to_wait(registry: Registry, mail: InboundRow, who: Visitor) -> bool:
    """Whether the writer of a mail that is put off is told so: once an hour at most.

    Raises PersistenceError, KeyUnusable.
    """
    now, store = registry.now(), registry.store.strangers
    hashes = strangers.hashes_of(registry, who.address)
    if any(it.message == TOLD_TO_WAIT for it in store.visits(hashes, now - HOUR)):
        return False
    whom = strangers.whom(registry, who.address)
    store.visit(VisitRow(f"wait {mail.digest}", whom, TOLD_TO_WAIT, who.known, now))
    return True


def _message(read: Opened) -> str:
    return hash_of(f"message/{read.message_id}") if read.message_id else ""
