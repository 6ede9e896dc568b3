"""Invitations by mail: somebody who sets a game up has a friend written to, who need not be known.

Nothing but that one mail goes to the address. It is forgotten once it is sent; that it was sent is
kept for a day, so that nobody is written to by strangers again and again.
"""

from __future__ import annotations

import re

from api.mail.mailboxes import refuse_address
from api.mail.office import Office
from api.people import letters
from api.people.registry import Registry
from api.people.rows import INVITE, LinkRow, PersonRow
from api.people.secrets import hash_of
from api.reading import Reading
from napoleon.log.game import Game, token_hash
from napoleon.log.times import DAY
from napoleon.rules.orders import Refusal

MOST = 3
"""How many invitations an address is sent in a day, whoever asks for them."""

_NO_NAME = re.compile(r"[/@:<>]|[.]\w")
"""What no name has that is told to strangers: it might be read as an address."""


def invite(
    registry: Registry,
    office: Office,
    game: Game,
    seat: str,
    token: str,
    address: str,
    *,
    language: str,
    founder: PersonRow | None = None,
) -> Refusal | None:
    """Have somebody written to at an address with the `token` of the seat they are invited to.

    One that was written to often enough today is not; whether it was, nobody is told. The
    `founder` is named if they have a confirmed address, so that a name is somebody's. Refused:
    ``BAD_ADDRESS``. Raises PersistenceError.
    """
    refusal = refuse_address(office.settings, address)
    if refusal is not None:
        return refusal
    now, folded = registry.now(), address.lower()
    if registry.store.links.sent(INVITE, folded, now - DAY) >= MOST:
        return None
    person = 0 if founder is None else founder.id
    registry.store.links.put(
        LinkRow(
            secret=hash_of(registry.secret()),
            purpose=INVITE,
            folded=folded,
            address="",
            made=now,
            until=now + DAY,
            person=person,
            game=game.id,
            holder=seat,
            token=token_hash(token),
        )
    )
    reading = Reading(registry.games, game, seat, language, "UTC")
    told = letters.invitation(
        language, reading.title, reading.name(seat), _vouched(registry, founder), game.id, token
    )
    about = hash_of(registry.secret())[:32]
    office.store.outbox.put(letters.composed(office, person, address, told, language, about))
    return None


def _vouched(registry: Registry, founder: PersonRow | None) -> str:
    """The name of who invites, as it may be told to somebody who has not asked for it."""
    if founder is None or not registry.store.addresses.of(founder.id):
        return ""
    return "" if _NO_NAME.search(founder.name) else founder.name
