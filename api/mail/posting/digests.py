"""Digests: one mail a day to an address, with all of its games that have something to tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from api.mail.letters.composing import composed
from api.mail.letters.digests import Told, digest_letter
from api.mail.letters.press import Hides, press_since
from api.mail.letters.turn import asks
from api.mail.office import Office
from api.mail.rows import SENT, MailboxRow
from napoleon.log.game import Game


def by_address(boxes: Sequence[MailboxRow]) -> Iterator[list[MailboxRow]]:
    """Mailboxes whose mails are read together: of one address, in one language and time zone."""

    def kind(box: MailboxRow) -> tuple[str, str, str]:
        return box.address.lower(), box.language, box.zone

    for _, some in groupby(sorted(boxes, key=lambda it: (kind(it), it.id)), kind):
        yield list(some)


def told_in_digest(office: Office, box: MailboxRow, game: Game, hides: Hides) -> Told | None:
    """A game as a digest tells it to a mailbox; None if nothing is to be told."""
    about = f"digest-{game.version}"
    if game.over or game.state is None or game.version == box.told:
        return None
    if office.store.outbox.has(box.id, about):
        return None
    reading = office.reading(game, box)
    return Told(box, reading, about, press_since(reading, box.told, hides))


def tell_together(office: Office, told: Sequence[Told]) -> bool:
    """Have one mail sent that tells several games; returns whether it is made.

    Each of their mailboxes keeps that it was told, under the Message-ID of that mail, so that an
    answer to it is known to answer what each of them was asked.
    """
    now = office.games.clock()
    first = composed(office, told[0].box, digest_letter(office, told), now)
    rows = [(first, told[0].box)]
    for it in told[1:]:
        own = replace(
            first,
            mailbox=it.box.id,
            game=it.box.game,
            holder=it.box.holder,
            about=it.about,
            version=it.reading.game.version,
            asks=asks(it.reading),
            message=b"",
            state=SENT,
        )
        rows.append((own, it.box))
    return office.store.outbox.put_together(rows, told_at=now)
