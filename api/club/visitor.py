"""Visitors: who writes to the service itself, and how surely it is they."""

from __future__ import annotations

from typing import NamedTuple

from api.languages import LANGUAGES
from api.mail.answering.opening import Opened
from api.mail.answering.senders import PASS, verdict
from api.mail.office import Office, is_observer
from api.mail.rows import MailboxRow
from api.people.registry import Registry
from api.people.rows import PersonRow


class Visitor(NamedTuple):
    """Somebody who writes to the service itself."""

    address: str
    """In lower case."""
    person: PersonRow | None
    """Whose confirmed address that is; None if it is nobody's."""
    boxes: tuple[MailboxRow, ...]
    """The mailboxes of seats, and of those who watch, that are confirmed with that address."""
    proven: bool
    """Whether they have read a mail of ours at that address: they answer it."""
    vouched: bool
    """Whether the operator's mail server says that the address is theirs."""
    agreed: bool
    """Whether they were asked about this very mail, and have said that it is theirs."""

    @property
    def known(self) -> bool:
        """Whether the service knows who writes there."""
        return self.person is not None or bool(self.boxes)

    @property
    def sure(self) -> bool:
        """Whether it is they who write."""
        return self.proven or self.vouched

    @property
    def seats(self) -> tuple[MailboxRow, ...]:
        """Their mailboxes that are those of seats, shares and judges' chairs."""
        return tuple(it for it in self.boxes if not is_observer(it))

    @property
    def code(self) -> str:
        """The language in which they are told; "" if it is not known."""
        told = [self.person.language] if self.person else [it.language for it in self.boxes]
        return next((it for it in told if it in LANGUAGES), "")

    @property
    def zone(self) -> str:
        """Their time zone."""
        told = [self.person.zone] if self.person and self.person.zone else []
        return next(iter([*told, *(it.zone for it in self.boxes)]), "UTC")


def visitor(
    office: Office, registry: Registry, read: Opened, *, proven: bool, agreed: bool
) -> Visitor:
    """Who has written a mail. Raises PersistenceError."""
    boxes = office.store.mailboxes.at(read.author)
    kept = registry.store.addresses.get(read.author)
    return Visitor(
        read.author,
        None if kept is None else registry.store.people.get(kept.person),
        tuple(it for it in boxes if office.game_of(it) is not None),
        proven or agreed,
        verdict(read, office.settings) == PASS,
        agreed,
    )
