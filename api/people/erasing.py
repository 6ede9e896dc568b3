"""Erasing a person: all that is kept of them goes, and they are told what that was."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from api.mail import mailboxes
from api.mail.office import Office
from api.people import notes, strangers
from api.people.letters import OF_NO_GAME, holder_of
from api.people.registry import Registry
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE


class Erased(NamedTuple):
    """How much was erased."""

    addresses: int
    devices: int
    seats: int
    """Seats that were taken off the desk; each is opened by its token as before."""
    stints: int
    """Seats on which it was counted whether they answered in time."""
    mails: int
    challenges: int
    """Challenges to them, and from them."""
    names: int
    """Games in which they went by a name."""
    mailboxes: int
    """Addresses that were left for a seat, with all mails to and from them."""
    channels: int
    """Ways on which they were told."""
    absences: int
    """What they had said of days away; in the games it stands, as the seats' own."""
    blocks: int
    """Whom they had muted or blocked."""
    reports: int
    """What they had told the operator."""
    invitations: int
    """Invitations by mail that they had asked for."""
    notes: int
    """Games in which they kept private notes."""


def erase(registry: Registry, office: Office, person: int) -> Erased:
    """Erase somebody: person, addresses, devices, desk, and names and mailboxes of their seats.

    The seats go on: a token that is kept elsewhere opens its seat. Nothing in the log changes.
    Raises PersistenceError.
    """
    names = boxes = written = 0
    for it in registry.store.seats.of(person):
        with suppress(UnknownGame, *UNREADABLE):
            game = registry.games.open(it.game)
            if game.tokens.get(it.holder) != it.token:
                continue
            if it.holder in registry.games.names(game.id):
                registry.games.put_name(game.id, it.holder, None)
                names += 1
            written += notes.forget(registry, it.game, it.holder, it.token)
            box = mailboxes.of(office, game, it.holder)
            if box is not None:
                mailboxes.erase(office, box)
                boxes += 1
    for kept in registry.store.addresses.of(person):
        strangers.forget(registry, kept.address)
    gone = registry.store.people.erase(person)
    mails = office.store.outbox.erase_of(OF_NO_GAME, holder_of(person))
    return Erased(
        gone["people_addresses"],
        gone["people_devices"],
        gone["people_seats"],
        gone["people_stints"],
        mails,
        gone["people_challenges"],
        names,
        boxes,
        gone["people_channels"],
        gone["people_absences"],
        gone["people_blocks"],
        gone["people_reports"],
        gone["people_invitations"],
        gone["people_notes"] + written,
    )
