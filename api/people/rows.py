"""What the store of people keeps, a row of each kind. All times are microseconds since 1970 UTC."""

from __future__ import annotations

import msgspec

SIGN_IN, CONFIRM, RESTORE = "sign in", "confirm", "restore"
"""What a link in a mail does: it signs somebody in, confirms an address, or restores a seat."""

NEW_DEVICE = "new device"
"""What a mail is about that tells somebody of a new device."""


class PersonRow(msgspec.Struct, frozen=True):
    """Somebody who has a desk."""

    name: str
    language: str
    """Of the mails that they are sent."""
    link: str
    """Hash of the secret of their personal link; "" if they have none."""
    made: int
    id: int = 0


class AddressRow(msgspec.Struct, frozen=True):
    """An address that has turned out to be somebody's."""

    person: int
    folded: str
    """The address in lower case, by which it is looked for."""
    address: str
    """The address as it was typed, to which mails go."""
    confirmed: int
    """When its owner said that it is theirs."""


class DeviceRow(msgspec.Struct, frozen=True):
    """A browser or program in which somebody is signed in."""

    person: int
    secret: str
    """Hash of the secret in its cookie."""
    name: str
    """Family of the browser, and its system."""
    since: int
    seen: int
    """The day on which it was last seen, as the time at which that began."""
    rotated: int
    """When it was given that secret."""
    former: str = ""
    """Hash of the secret before, which holds until the newer one has come back; "" for none."""
    used: int = 0
    """When the newer secret first came back; 0 if it has not."""
    id: int = 0


class SeatRow(msgspec.Struct, frozen=True):
    """A seat, share or judge's chair on the desk of somebody."""

    person: int
    game: str
    holder: str
    token: str
    """Hash of the seat's token: the seat is on the desk as long as that token is alive."""
    added: int
    read: int = 0
    """Version of the game up to which its press was read from the desk."""


class LinkRow(msgspec.Struct, frozen=True):
    """A link that was sent by mail, and works once."""

    secret: str
    """Hash of what it has in its address."""
    purpose: str
    """`SIGN_IN`, `CONFIRM` or `RESTORE`."""
    folded: str
    """The address that it was sent to, in lower case."""
    address: str
    made: int
    until: int
    """When it dies."""
    person: int = 0
    """Whom it is about; 0 for nobody."""
    game: str = ""
    holder: str = ""
    token: str = ""
    """Hash of the token that a restored seat has lost."""


class AskedRow(msgspec.Struct, frozen=True):
    """A mail that somebody has asked for. Whether it is sent is found out where nobody waits."""

    purpose: str
    folded: str
    """The address that was typed, in lower case; "" for all addresses of the person."""
    address: str
    language: str
    made: int
    person: int = 0
    game: str = ""
    told: str = ""
    """What the mail has to say, such as the name of a device."""
    id: int = 0


NOBODY = 0
"""In place of the number of a person where there is none, or none may know of it."""


class ChallengeRow(msgspec.Struct, frozen=True):
    """A seat of a game that is kept for somebody, whom a person that they know has challenged."""

    person: int
    """Who is challenged; `NOBODY` where it reaches nobody, which its challenger is not told."""
    challenger: int
    """Who challenges them; `NOBODY` if they have no desk."""
    name: str
    """The name that the challenger goes by; "" for none."""
    former: str
    """The game that both know each other from."""
    whom: str
    """The seat of that game whose player is challenged."""
    game: str
    holder: str
    """The seat that is kept for them."""
    token: str
    """Hash of the token that invites to it: once that is dead the challenge is."""
    made: int
    declined: int = 0
    """When they declined; 0 if they have not."""
    id: int = 0


class MadeRow(msgspec.Struct, frozen=True):
    """What came of a form that sets a game up, so that it may be sent twice."""

    key: str
    """Hash of what the form carries."""
    made: int
    game: str = ""
    """The game that it set up; "" until it has."""
    holder: str = ""
    """The seat of whoever has sent it."""
