"""Claiming by mail: the owner of a seat's address says from there that it is theirs.

It is the same claim as on a page: from then on another token opens the seat, so that nobody who has
seen the invitation looks into it, and a clock counts for it. If a game has to know who takes it,
a seat is taken elsewhere.
"""

from __future__ import annotations

import hmac

from msgspec.structs import replace

from api.mail import mailboxes
from api.mail.letters.composing import composed
from api.mail.letters.notices import confirmation
from api.mail.office import Office, is_observer
from api.mail.rows import CONFIRMATION, MailboxRow
from api.mail.tokens import Purpose, Tag
from napoleon.log.game import Game, HeldToken, token_hash
from napoleon.log.ids import new_token
from napoleon.log.store.keys import mail_key
from napoleon.play import seats
from napoleon.play.outcomes import DeadToken

_OUTLIVE_A_CLAIM = (Purpose.REPLY, Purpose.CONFIRM, Purpose.UNSUBSCRIBE)

AGAIN = f"{CONFIRMATION}-claimed"
"""What the mail is about that asks once more whether an address is theirs, after a claim."""


def claimed(office: Office, box: MailboxRow) -> MailboxRow:
    """The mailbox as it is once the seat is claimed; `renew` has still to keep it so.

    It is as it was if the seat was claimed before, is none, or may not be taken by mail.
    """
    game = office.game_of(box)
    if game is None:
        return _taken_before(office, box)
    if not _is_to_be_claimed(office, game, box):
        return box
    fresh = _fresh(office, box)
    try:
        office.games.claim(
            game.id,
            box.holder,
            token=HeldToken(game.id, box.holder, box.token),
            fresh=fresh,
        )
    except DeadToken:
        return box
    return replace(box, token=token_hash(fresh))


def renew(office: Office, before: MailboxRow, box: MailboxRow) -> MailboxRow:
    """Keep a mailbox whose seat was claimed, under the token that opens the seat now."""
    if box.token == before.token:
        return box
    known = (before.game, before.holder, before.token, box.token)
    office.laid(*known)
    office.store.mailboxes.renew(*known)
    return office.store.mailboxes.get(box.id) or box


def confirm(office: Office, box: MailboxRow) -> None:
    """Take it that an address is theirs, and the seat with it."""
    mailboxes.confirm(office, box)
    renew(office, box, claimed(office, box))


def keep(
    office: Office, before: Game, holder: str, fresh: str, address: str, *, mine: bool
) -> None:
    """Let an address that was left before a seat was claimed live on under the `fresh` token.

    It does if it is the one that the claimant was shown. It is asked once more whether it is
    theirs, unless it is known to be `mine`: what was sent there before says nothing any more.
    """
    box = mailboxes.of(office, before, holder)
    if box is None or box.address != address:
        return
    kept = renew(office, box, replace(box, token=token_hash(fresh)))
    if mine:
        mailboxes.confirm(office, kept)
    elif not kept.confirmed:
        game = office.games.open(kept.game)
        letter = confirmation(office, kept, office.reading(game, kept))
        again = replace(letter, about=AGAIN)
        office.store.outbox.put(composed(office, kept, again, office.games.clock()))


def mailbox_of(office: Office, tag: Tag) -> MailboxRow | None:
    """The mailbox that a tag is about; None if the tag is not ours, or dead.

    A letter that left before the seat was claimed for the mailbox may be answered after that, as
    nobody else was sent its tag.
    """
    box = office.store.mailboxes.get(tag.number)
    found = office.mailbox(tag)
    if found is not None or box is None or tag.purpose not in _OUTLIVE_A_CLAIM:
        return found
    game = office.game_of(box)
    invited = None if game is None else game.created.tokens.get(box.holder)
    if invited is None:
        return None
    before = replace(box, token=invited)
    is_its_own = token_hash(_fresh(office, before)) == box.token
    return box if is_its_own and office.has_signed(tag, before) else None


def was_claimed(office: Office, box: MailboxRow) -> bool:
    """Whether the seat was claimed for a mailbox that does not know of it yet, before a crash."""
    return _taken_before(office, box).token != box.token


def _taken_before(office: Office, box: MailboxRow) -> MailboxRow:
    then = replace(box, token=token_hash(_fresh(office, box)))
    return box if office.game_of(then) is None else then


def _is_to_be_claimed(office: Office, game: Game, box: MailboxRow) -> bool:
    if is_observer(box) or game.over or box.holder in game.claimed:
        return False
    # Where the founder asks how reliable players are it has to be known who comes.
    return seats.asked_of_invited(office.games, game, box.holder) is None


def _fresh(office: Office, box: MailboxRow) -> str:
    """The token that opens a seat once it is claimed for a mailbox: the same one after a crash."""
    secret = mail_key(office.games.env)
    label = f"napoleon/mail/claim/1/{box.game}/{box.holder}/{box.id}/{box.token}".encode()
    return new_token(box.game, box.holder, lambda n: hmac.digest(secret, label, "sha256")[:n])
