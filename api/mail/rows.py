"""What the store of mail keeps, a row of each kind.

They are apart from the store itself, as most of what knows mail has nothing to do with a database,
whose library takes a tenth of a second to load.
"""

from __future__ import annotations

import msgspec

CONFIRMATION = "confirmation"
"""What the mail is about that asks whether an address is theirs."""

NEW, SEEN, HELD, FAILED = "new", "seen", "held", "failed"
"""States of a mail that has come."""

ROBOTS = ("robot", "bounce", "loop")
"""What is made of a mail that no person has written."""

LAST = "last-"
"""What that begins with which the last letter of a game is about."""

WAITING, SENT, GIVEN_UP = "waiting", "sent", "given up"
"""States of a mail that goes out."""


class MailboxRow(msgspec.Struct, frozen=True):
    """An address that somebody has left, and what they want to be told."""

    game: str
    holder: str
    """A seat, a share of one, ``referee`` or ``deputy``."""
    token: str
    """Hash of the token that it was left with: when that is dead, so is the mailbox."""
    address: str
    wish: str
    """``instant``, ``digest`` or ``off``."""
    zone: str
    """Name of the time zone that times are told in."""
    language: str
    confirmed: bool = False
    """Whether the address has turned out to be theirs."""
    bounces: int = 0
    """How many mails in a row have come back."""
    told: int = 0
    """Version of the game up to which they have been told."""
    told_at: int = 0
    """When that was."""
    newest_set: int = 0
    """The highest number of a set of orders that has come from them, for one position."""
    set_for: str = ""
    """What names that position."""
    set_mail: str = ""
    """Digest of the mail that it came in."""
    id: int = 0


class LetterRow(msgspec.Struct, frozen=True):
    """A mail that goes out. A mailbox gets one for each thing that it can be `about`."""

    mailbox: int
    game: str
    holder: str
    about: str
    """What it tells, such as the state of the game for which it asks."""
    message_id: str
    version: int
    """Version of the game that it was made at."""
    asks: str
    """What names the state of its reader in which it asks something; "" if it asks nothing."""
    sender: str
    """The address that is told if it cannot be delivered."""
    recipient: str
    message: bytes
    """All of it, as it is sent."""
    made: int
    due: int
    failures: int = 0
    state: str = WAITING
    trouble: str = ""
    """Why it could not be sent the last time."""
    id: int = 0


class InboundRow(msgspec.Struct, frozen=True):
    """A mail that has come."""

    digest: str
    """SHA-256 of the whole mail, as hexadecimal digits."""
    sender: str
    """Whom the mail server was told that it comes from; empty for a bounce."""
    recipient: str
    raw: bytes | None
    """The mail; None once it has been erased."""
    came: int
    due: int
    failures: int = 0
    state: str = NEW
    finding: str = ""
    """What was made of it, in a word."""
    message_id: str = ""
    mailbox: int = 0
    """Id of the mailbox for which it speaks; 0 for none."""
    approved: bool = False
    """Whether its player has said that it is theirs."""
    progress: int = 0
    """How many of its lines have been begun that must not be carried out twice."""
    id: int = 0


class ConditionalRow(msgspec.Struct, frozen=True):
    """A line of orders that waits."""

    game: str
    holder: str
    token: str
    """Hash of the token of the one who left it."""
    line: str
    digest: str
    """Digest of the mail that it stood in."""
    due: int
    id: int = 0


class StandInRow(msgspec.Struct, frozen=True):
    """Whom a seat has named."""

    game: str
    seat: str
    token: str
    """Hash of the token of the person who named them: they are that person's stand-in."""
    address: str
    language: str
