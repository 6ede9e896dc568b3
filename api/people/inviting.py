"""Invitations by mail: somebody sends one to a friend, who may be unknown here.

Only people with a confirmed address invite, a few a day, and nothing of their own words goes into
the mail. The address is forgotten once the mail is sent: a hash of it is kept for thirty days, and
for good if its owner wants no more such mails. Every door where somebody invites uses it.
"""

from __future__ import annotations

import re

from api.mail.mailboxes import refuse_address
from api.mail.office import Office
from api.mail.tokens import Purpose, Tag
from api.people import letters, strangers
from api.people.registry import Registry
from api.people.rows import InvitationRow, PersonRow, WrittenToRow
from api.people.secrets import hash_of
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game, token_hash
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import DAY
from napoleon.rules.orders import Refusal

A_DAY = 5
"""How many invitations somebody may ask for in a day."""

MOST = 3
"""How many an address is sent in a day whose owner is known here, or has answered."""

_NO_NAME = re.compile(r"[/@:<>]|[.]\w")
"""What no name has that is told to strangers: it might be read as an address."""


def refuse_inviter(registry: Registry, person: PersonRow | None) -> Refusal | None:
    """Why somebody may invite nobody by mail. Refused: ``NOT_CONFIRMED``."""
    if person is None or not registry.store.addresses.of(person.id):
        detail = (
            "To invite people by mail you need a confirmed address on your desk. Send them "
            "the link of the seat yourself."
        )
        return Refusal("NOT_CONFIRMED", "", detail)
    return None


def invite(
    registry: Registry,
    office: Office,
    game: Game,
    seat: str,
    token: str,
    address: str,
    *,
    language: str,
    founder: PersonRow | None,
    key: str = "",
) -> Refusal | None:
    """Have somebody written to at an address with the `token` of the seat they are invited to.

    One that has not answered an invitation of the last thirty days is not, nor one that wants none;
    whether it was, nobody is told. The `founder` is named. Under the same `key` nothing is done
    twice. Refused: ``BAD_ADDRESS``, ``NOT_CONFIRMED``, ``TOO_MANY_INVITATIONS``. Raises
    PersistenceError, KeyUnusable.
    """
    refusal = refuse_address(office.settings, address) or refuse_inviter(registry, founder)
    if refusal is not None:
        return refusal
    assert founder is not None, "or it is refused"
    now, key = registry.now(), key or hash_of(registry.secret())
    refusal = note(registry, founder, game, seat, key)
    if refusal is not None:
        return refusal
    if not _is_to_be_sent(registry, address, key):
        return None
    whom = strangers.whom(registry, address)
    row = WrittenToRow(key, whom, game.id, seat, token_hash(token), now)
    reading = Reading(registry.games, game, seat, language, "UTC")
    tag = office.signer.tag(Purpose.INVITED, int(whom, 16))
    told = letters.invitation(
        language,
        reading.title,
        reading.name(seat),
        _vouched(founder),
        game.id,
        token,
        office.link("no-invitations", tag),
    )
    letter = letters.composed(
        office,
        founder.id,
        address,
        told,
        language,
        key[:32],
        reply_to=office.settings.tagged(tag),
    )
    office.store.outbox.put(letter)
    registry.store.strangers.write_to(row)
    return None


def note(registry: Registry, founder: PersonRow, game: Game, seat: str, key: str) -> Refusal | None:
    """Keep it that somebody invites to a seat. Refused: ``TOO_MANY_INVITATIONS``."""
    now = registry.now()
    asked = InvitationRow(key, founder.id, game.id, seat, now)
    if registry.store.strangers.invite(asked, A_DAY, now - DAY):
        return None
    detail = f"You may have {A_DAY} people written to in a day. Go on tomorrow."
    return Refusal("TOO_MANY_INVITATIONS", "", detail, {"most": A_DAY})


def whom_of(office: Office, tag: Tag) -> str:
    """The hash of the address that a tag of an invitation was sent to; "" if it is not ours."""
    return strangers.told(tag.number) if office.signer.holds(tag) else ""


def newest(registry: Registry, address: str) -> tuple[Game, WrittenToRow] | None:
    """The newest invitation to an address whose seat still waits for it, and its game."""
    hashes = strangers.hashes_of(registry, address)
    since = registry.now() - strangers.KEPT
    for it in reversed(registry.store.strangers.written_to(hashes, since)):
        game = _opened(registry, it.game)
        waits = game is not None and it.holder not in game.claimed and not game.over
        if game is not None and waits and game.tokens.get(it.holder) == it.token:
            return game, it
    return None


def _is_to_be_sent(registry: Registry, address: str, key: str) -> bool:
    store, now = registry.store.strangers, registry.now()
    hashes = strangers.hashes_of(registry, address)
    if store.wants_nothing(hashes):
        return False
    sent = [it for it in store.written_to(hashes, now - strangers.KEPT) if it.key != key]
    known = registry.store.addresses.get(address.lower()) is not None
    if not known and not all(_is_answered(registry, it) for it in sent):
        return False
    return sum(it.made > now - DAY for it in sent) < MOST


def _is_answered(registry: Registry, it: WrittenToRow) -> bool:
    """Whether somebody has written from there, or has taken the seat."""
    game = None if it.answered else _opened(registry, it.game)
    if game is None:
        return bool(it.answered)
    return it.holder in game.claimed and game.tokens.get(it.holder) != it.token


def _opened(registry: Registry, game_id: str) -> Game | None:
    try:
        return registry.games.open(game_id)
    except (UnknownGame, *UNREADABLE):
        return None


def _vouched(founder: PersonRow) -> str:
    """The name of the one who invites, as it may be told to somebody who has not asked for it."""
    return "" if _NO_NAME.search(founder.name) else founder.name
