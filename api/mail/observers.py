"""Observers: those who watch a game and are told of it by mail, without a seat or a token.

They are told what everybody may know, and may ask what anybody may; nothing that they write acts
on the game. An address is asked once a day at most whether it is theirs, even if several people
leave it. The answer to the person who leaves one does not tell whether it was known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from api.languages import LANGUAGES
from api.mail import mailboxes
from api.mail.office import OBSERVER, Office, is_observer
from api.mail.rows import CONFIRMATION, MailboxRow
from napoleon.log.game import Game
from napoleon.log.times import DAY
from napoleon.rules.orders import Refusal

MOST = 100
"""How many addresses may watch a game."""

WISHES = (mailboxes.INSTANT, mailboxes.DIGEST)
"""What an observer may be sent: a mail for each turn, or one a day."""

SECRET_BYTES = 16


def watch(office: Office, game: Game, wanted: Mapping[str, Any]) -> MailboxRow | Refusal | None:
    """Have somebody told of a game at an address, once they have confirmed that it is theirs.

    `wanted` has ``address``, and may have ``mail`` (one of `WISHES`), ``time_zone`` and
    ``language``. Returns the mailbox that has still to be confirmed and is to be asked; None if
    nothing is to be sent, as it is confirmed already or was asked within a day. Refused:
    ``BAD_ADDRESS``, ``BAD_PAYLOAD``, ``GAME_OVER``, ``TOO_MANY_ADDRESSES``.
    """
    address = str(wanted.get("address", "")).strip()
    refusal = mailboxes.refuse_address(office.settings, address) or mailboxes.refuse_wishes(wanted)
    if refusal is not None:
        return refusal
    if wanted.get("mail", mailboxes.INSTANT) not in WISHES:
        return Refusal("BAD_PAYLOAD", "", f"Mail is one of {', '.join(WISHES)}.")
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    store, holder, now = office.store, holder_of(address), office.games.clock()
    kept = store.mailboxes.of(game.id, holder)
    asked = store.outbox.made_about(CONFIRMATION, game.id, holder, now - DAY)
    if asked or (kept is not None and kept.confirmed):
        return None
    if kept is None and len(store.mailboxes.observers(game.id, OBSERVER)) >= MOST:
        detail = f"At most {MOST} addresses watch a game."
        return Refusal("TOO_MANY_ADDRESSES", "", detail, {"most": MOST})
    return store.mailboxes.put(
        MailboxRow(
            game=game.id,
            holder=holder,
            token=office.games.entropy(SECRET_BYTES).hex(),
            address=address,
            wish=wanted.get("mail", mailboxes.INSTANT),
            zone=wanted.get("time_zone", "UTC"),
            language=wanted.get("language", LANGUAGES[0]),
            told=game.version,
            told_at=now,
        )
    )


def holder_of(address: str) -> str:
    """The name under which an address is kept: the same for one address, in whatever case."""
    digest = hashlib.sha256(address.lower().encode()).hexdigest()
    return f"{OBSERVER}{digest[:32]}"


def unsubscribe(office: Office, box: MailboxRow) -> None:
    """Send nothing more to an address.

    It is forgotten if nobody has confirmed that it is theirs, or if they only watch; a player may
    still give orders from it.
    """
    if is_observer(box) or not box.confirmed:
        mailboxes.erase(office, box)
    else:
        mailboxes.unsubscribe(office, box)
