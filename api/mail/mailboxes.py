"""Mailboxes: leaving an address, confirming that it is one's own, changing and erasing it.

An address stands beside the log, as names do, and no other seat is ever shown it. Before it is
confirmed it gets only one mail, which asks whether it is theirs. It dies with the token of its
seat.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from api.languages import LANGUAGES
from api.mail.letters.composing import composed
from api.mail.letters.notices import confirmation
from api.mail.office import Office
from api.mail.rows import CONFIRMATION, MailboxRow
from api.mail.settings import Settings
from napoleon.log.game import Game, token_hash
from napoleon.log.times import DAY
from napoleon.log.zones import is_zone
from napoleon.play.outcomes import DeadToken
from napoleon.rules.orders import Refusal

INSTANT, DIGEST, OFF = "instant", "digest", "off"

WISHES = (INSTANT, DIGEST, OFF)
"""What somebody wants to be told: what is new for them at once, once a day, or nothing."""

MOST_ASKED = 5
"""How many addresses a seat may leave in a day: each gets one mail, even if it is a stranger's."""

LONGEST = 254
"""Characters of an address that mail can have."""

_ADDRESS = re.compile(
    r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@([A-Za-z0-9-]{1,63}\.)*[A-Za-z0-9-]{2,63}"
)


def leave(
    office: Office, game_id: str, holder: str, token: str, wanted: Mapping[str, Any]
) -> MailboxRow | Refusal:
    """Keep the address of the holder of `token`, and ask there whether it is theirs.

    `wanted` has ``address``, and may have ``mail`` (one of `WISHES`), ``time_zone`` and
    ``language``. An address that was confirmed and is left again stays confirmed. Refused:
    ``BAD_ADDRESS``, ``BAD_PAYLOAD``, ``TOO_MANY_ADDRESSES``, ``GAME_OVER``. Raises
    UnknownGame, DeadToken.
    """
    game = office.games.open(game_id)
    if game.tokens.get(holder) != token_hash(token):
        raise DeadToken(holder)
    kept = of(office, game, holder)
    box = leave_for(office, game, holder, wanted)
    if isinstance(box, MailboxRow) and (kept is None or kept.id != box.id):
        ask(office, box)
    return box


def leave_for(
    office: Office, game: Game, holder: str, wanted: Mapping[str, Any]
) -> MailboxRow | Refusal:
    """The same for the holder of a seat, without asking there: the operator may know better."""
    now, game_id = office.games.clock(), game.id
    kept = of(office, game, holder)
    address = str(wanted.get("address", kept.address if kept else "")).strip()
    refusal = refuse_address(office.settings, address) or refuse_wishes(wanted)
    if refusal is not None:
        return refusal
    if kept is not None and kept.address == address:
        return change(office, kept, wanted)
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    if office.store.outbox.made_about(CONFIRMATION, game_id, holder, now - DAY) >= MOST_ASKED:
        detail = f"At most {MOST_ASKED} addresses are left for a seat in a day."
        return Refusal("TOO_MANY_ADDRESSES", "", detail, {"most": MOST_ASKED})
    return office.store.mailboxes.put(
        MailboxRow(
            game=game_id,
            holder=holder,
            token=game.tokens[holder],
            address=address,
            wish=wanted.get("mail", kept.wish if kept else INSTANT),
            zone=wanted.get("time_zone", kept.zone if kept else "UTC"),
            language=wanted.get("language", kept.language if kept else LANGUAGES[0]),
            told=kept.told if kept else game.version,
            told_at=now,
        )
    )


def ask(office: Office, box: MailboxRow) -> None:
    """Ask at an address whether it is theirs. Raises UnknownGame."""
    reading = office.reading(office.games.open(box.game), box)
    letter = confirmation(office, box, reading)
    office.store.outbox.put(composed(office, box, letter, office.games.clock()))


def of(office: Office, game: Game, holder: str) -> MailboxRow | None:
    """The mailbox of the present holder of a seat."""
    box = office.store.mailboxes.of(game.id, holder)
    return box if box is not None and box.token == game.tokens.get(holder) else None


def zone_of(office: Office, game: Game, holder: str) -> str:
    """The time zone in which somebody wants to be told times; UTC if they have not said."""
    box = of(office, game, holder)
    return "UTC" if box is None else box.zone


def change(office: Office, box: MailboxRow, wanted: Mapping[str, Any]) -> MailboxRow | Refusal:
    """Change what is sent to a mailbox, and how its times are told. Refused: ``BAD_PAYLOAD``."""
    refusal = refuse_wishes(wanted)
    if refusal is not None:
        return refusal
    fields = {"mail": "wish", "time_zone": "zone", "language": "language"}
    changed = {own: wanted[name] for name, own in fields.items() if name in wanted}
    if wanted.get("mail") in (INSTANT, DIGEST):
        # A holder who wants mail again gets a new try.
        changed["bounces"] = 0
    if changed:
        office.store.mailboxes.move(box, **changed)
    return office.store.mailboxes.get(box.id) or box


def confirm(office: Office, box: MailboxRow) -> bool:
    """Take it that the address is theirs; returns whether that was not known."""
    return office.store.mailboxes.move(box, confirmed=True) and not box.confirmed


def unsubscribe(office: Office, box: MailboxRow) -> None:
    """Send nothing more to a mailbox; orders may still come from it."""
    office.store.mailboxes.move(box, wish=OFF)


def erase(office: Office, box: MailboxRow) -> None:
    """Erase the address, and all mails to and from it."""
    office.store.mailboxes.erase(box.id)


def is_address(text: str) -> bool:
    """Whether a text is an address that mail can be sent to."""
    return len(text) <= LONGEST and bool(_ADDRESS.fullmatch(text))


def refuse_address(settings: Settings, address: str) -> Refusal | None:
    """Why nobody can be written to there, ``BAD_ADDRESS``: it is none, or the service's own."""
    local, _, domain = settings.address.partition("@")
    told_local, _, told_domain = address.lower().rpartition("@")
    ours = told_domain == domain and told_local.partition("+")[0] == local
    if ours or not is_address(address):
        return Refusal("BAD_ADDRESS", "", "This is no address that mail can be sent to.")
    return None


def refuse_wishes(wanted: Mapping[str, Any]) -> Refusal | None:
    """Why nobody can be told so, ``BAD_PAYLOAD``."""
    if wanted.get("mail", INSTANT) not in WISHES:
        return Refusal("BAD_PAYLOAD", "", f"Mail is one of {', '.join(WISHES)}.")
    if wanted.get("language", LANGUAGES[0]) not in LANGUAGES:
        return Refusal("BAD_PAYLOAD", "", f"A language is one of {', '.join(LANGUAGES)}.")
    if not is_zone(wanted.get("time_zone", "UTC")):
        detail = "A time zone is named by continent and city, as in Europe/Paris, or is UTC."
        return Refusal("BAD_PAYLOAD", "", detail)
    return None
