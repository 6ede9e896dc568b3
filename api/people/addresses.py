"""Addresses of people: each is confirmed from where its mails are read, and leads to one desk."""

from __future__ import annotations

from api.mail.mailboxes import refuse_address
from api.mail.settings import settings
from api.people.registry import Registry
from api.people.rows import CONFIRM, AddressRow, AskedRow, LinkRow, PersonRow
from api.people.secrets import hash_of
from napoleon.rules.orders import Refusal

MOST = 5
"""How many addresses somebody has."""


def ask(registry: Registry, person: PersonRow, address: str, language: str) -> Refusal | None:
    """Ask at an address whether it is that person's; what is told does not say whose it is.

    Refused: ``BAD_ADDRESS``, ``TOO_MANY_ADDRESSES``.
    """
    address = address.strip()
    refusal = refuse_address(settings(registry.games.env), address)
    if refusal is not None:
        return refusal
    if len(registry.store.addresses.of(person.id)) >= MOST:
        detail = f"At most {MOST} addresses are kept for a person."
        return Refusal("TOO_MANY_ADDRESSES", "", detail, {"most": MOST})
    row = AskedRow(CONFIRM, address.lower(), address, language, registry.now(), person.id)
    registry.store.asked.put(row)
    return None


def confirm(registry: Registry, secret: str) -> LinkRow | None:
    """Take it that an address is theirs who asked, by a link that dies with that.

    None if the link is dead, or the address has become somebody else's meanwhile.
    """
    now = registry.now()
    link = registry.store.links.use(hash_of(secret), now)
    if link is None or link.purpose != CONFIRM or registry.store.people.get(link.person) is None:
        return None
    row = AddressRow(link.person, link.folded, link.address, now)
    return link if registry.store.addresses.put(row) else None


def forget(registry: Registry, person: int, address: str) -> bool:
    """Forget an address; returns whether it was that person's."""
    return registry.store.addresses.drop(person, address.lower())
