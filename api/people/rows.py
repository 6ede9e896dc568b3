"""What the store of people keeps, a row of each kind. All times are microseconds since 1970 UTC."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from napoleon.play.reliability import Reliability

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
    shows_reliability: int = 0
    """1 if others may see how reliable they are, else 0."""
    zone: str = ""
    """Their time zone; "" if they have not said, which counts as UTC."""
    hour: int = 7
    """The hour of the day there at which they are told once a day."""
    unseen: int = 0
    """How many moments they were told of since they last looked."""


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


class LaidRow(NamedTuple):
    """A seat on the desk of somebody who is told of it."""

    seat: SeatRow
    since: int
    """When they first said so on the way that they have had for longest."""


class StintRow(msgspec.Struct, frozen=True):
    """A seat as long as one person has it, and what was counted there of the answers.

    It stays when the seat is taken off their desk, so that nobody gets rid of what they owe.
    """

    person: int
    game: str
    holder: str
    since: int
    """The version of the game at which the seat came to lie on the desk."""
    counts: int = 0
    """How often it was to be counted from the beginning."""
    version: int = 0
    """Up to which version it is counted."""
    ended: int = 0
    """The version at which somebody else got the seat; 0 while it is theirs."""
    token: str = ""
    """Hash of the token that opened the seat at `version`."""
    outcome: str = ""
    """What came of it; see `napoleon.play.reliability.outcome`."""
    tally: str = ""
    """The tally (`napoleon.play.reliability.Tally`) as JSON; "" before it is counted."""


class Begins(NamedTuple):
    """When a stint begins on a seat."""

    since: int
    """The version of the game at that time."""
    claimed: int
    """The version at which its holder has claimed it."""


class ShownRow(NamedTuple):
    """A stint that has not ended on a seat that lies on the desk of its person."""

    person: int
    game: str
    holder: str
    version: int
    """Up to which version of the game it is counted."""
    is_live: bool
    """Whether the seat lies there by the token that opened it at `version`."""
    shows: bool
    """Whether the person lets others see how reliable they are."""
    reliability: Reliability


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


class InvitationRow(msgspec.Struct, frozen=True):
    """An invitation by mail that somebody has asked for; whether it was sent, it does not say."""

    key: str
    """Of what has asked for it: the same, sent again, is the same invitation."""
    person: int
    game: str
    holder: str
    made: int


class WrittenToRow(msgspec.Struct, frozen=True):
    """An invitation that was sent to an address, of which only a keyed hash is kept."""

    key: str
    whom: str
    """The hash of the address; see `api.people.strangers.whom`."""
    game: str
    holder: str
    token: str
    """Hash of the token that invites to the seat."""
    made: int
    answered: int = 0
    """When a mail came from there that the mail server vouches for; 0 if none did."""


class VisitRow(msgspec.Struct, frozen=True):
    """A mail to the address of the service itself that was answered, for a day."""

    mail: str
    """Its digest."""
    whom: str
    """The hash of the address that it came from."""
    message: str
    """Hash of its Message-ID; "" without one."""
    known: bool
    """Whether the service knows who writes there."""
    made: int


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
"""Stands for the number of a person where there is none, or none may know of it."""


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
    """The seat of its sender."""


MAIL, PUSH, WEBHOOK = "mail", "push", "webhook"
"""How somebody is told: by mail, by a browser, or by a server of theirs."""

INSTANT, DIGEST = "instant", "digest"
"""When: at once, or once a day."""


class ChannelRow(msgspec.Struct, frozen=True, kw_only=True):
    """A way on which somebody wants to be told."""

    person: int
    kind: str
    """`MAIL`, `PUSH` or `WEBHOOK`."""
    target: str
    """A confirmed address in lower case, the endpoint of a browser, or a URL."""
    name: str
    """By which its owner knows it: the address, the browser, or the host."""
    wish: str
    """`INSTANT` or `DIGEST`."""
    form: str = ""
    """What a webhook takes: ``discord`` or ``slack``."""
    device: int = 0
    """The device with the browser: when it is signed out the way ends; 0 for none."""
    key: str = ""
    """With what a browser is written to: its public key, in base 64 for URLs."""
    auth: str = ""
    """The secret that it shares with those who write to it, in the same way."""
    server: str = ""
    """Our public key that the browser was given, in the same way."""
    made: int
    told_at: int = 0
    """When the last digest was made."""
    failures: int = 0
    """How many mails in a row have come back."""
    id: int = 0


class ToldRow(msgspec.Struct, frozen=True):
    """What somebody was told of a game last."""

    person: int
    game: str
    moments: str
    """What waited for them then, as sorted JSON."""
    version: int


WAITS, DAILY, TRIAL = "waits", "daily", "trial"
"""What a message is: something waits, what waits on that day, or a trial of the way."""


class MessageRow(msgspec.Struct, frozen=True, kw_only=True):
    """A message that is to be sent. It is gone when it was, or nothing waits any more."""

    person: int
    channel: int
    kind: str
    """`WAITS`, `DAILY` or `TRIAL`."""
    game: str = ""
    """The game of one that `WAITS`."""
    moments: str = "[]"
    """What it is about; it is not sent if nothing of that waits any more."""
    last: bool = False
    """Whether nothing more is said until they look."""
    made: int
    due: int
    failures: int = 0
    id: int = 0


class AbsenceRow(msgspec.Struct, frozen=True):
    """Days on which somebody is away in all their games."""

    person: int
    first: str
    last: str
    """The first and the last day, as ``2026-12-24``."""
    zone: str
    ends: int
    """The end of the last day."""
    made: int
    called_off: bool = False
    """Whether it is being called off in one game after the other."""
    id: int = 0


class AbsentRow(msgspec.Struct, frozen=True):
    """What has become of an absence in a game."""

    absence: int
    game: str
    holder: str
    person: int
    declared: int
    """Version of the game at which it was declared; 0 if it was refused."""
    code: str = ""
    detail: str = ""
    """Why it was refused."""


MUTE, BLOCK = "mute", "block"
"""What somebody does about another: letters are folded; or nothing can be begun, either."""


class BlockRow(msgspec.Struct, frozen=True):
    """Somebody whom another has muted or blocked, known by a seat of theirs."""

    person: int
    game: str
    holder: str
    token: str
    """Hash of the seat's token then: a later holder of the seat is somebody else."""
    other: int
    """Whose desk had the seat; 0 for nobody's."""
    kind: str
    made: int


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody tells the operator about another."""

    person: int
    game: str
    holder: str
    letter: int = 0
    """Version at which the letter was written that it points at; 0 for none."""
    quoted: str = ""
    """That letter, as its reader had it then."""
    words: str
    made: int
    done: int = 0
    """When the operator was done with it; 0 while it is open."""
    id: int = 0


class NoteRow(msgspec.Struct, frozen=True):
    """What somebody keeps for themselves beside a game: a seat's private notes."""

    person: int
    """Whose it is; 0 if that is not known."""
    game: str
    holder: str
    token: str
    """Hash of the token of an unknown holder: a later holder of the seat is somebody else; or
    ""."""
    text: str = ""
    version: int = 0
    """How often it was kept; 0 if it never was."""
    changed: int = 0
    """When it was kept."""
