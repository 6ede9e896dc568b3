"""Tokens of mail: what a mail is about, signed, in the address that it is sent to.

A tag is a letter that says what the mail does, a number that says for what, and 80 bits of a
signature, in base 32: mail programs may change the case of an address. What is signed has the hash
of the seat's token in it, so a tag is dead once the seat is handed over.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

import msgspec

from napoleon.log.store.keys import former_mail_keys, mail_key

_BYTES = 10

_TAG = re.compile(r"([rqcubhipt])([0-9a-v]{1,13})\.([a-z2-7]{16})", re.ASCII)

_TAG_IN_BRACKETS = re.compile(rf"\[#{_TAG.pattern}\]", re.ASCII)

_DIGITS = "0123456789abcdefghijklmnopqrstuv"


class Purpose(StrEnum):
    """What a mail to a tagged address, or a visit to a link with its tag, does."""

    REPLY = "r"
    """It speaks for the holder of a mailbox."""
    QUESTION = "q"
    """The same, as the answer to one question and to no other: links in mails go there."""
    CONFIRM = "c"
    """It says that an address belongs to the person who left it."""
    UNSUBSCRIBE = "u"
    BOUNCE = "b"
    """It says that a mail did not arrive."""
    HELD = "h"
    """It says that a mail that is held is the player's."""
    INVITED = "i"
    """It answers an invitation; the number is the hash of the address that was invited."""
    CLUB = "p"
    """It goes on with what somebody has written to the service itself; the number is that of a mail
    that is held, or 0."""
    TRIP = "t"
    """It is from the service itself, which looks whether its mails come back."""


class Tag(NamedTuple):
    """A tag that has been read, and not been checked."""

    purpose: Purpose
    number: int
    """Id of the mailbox, or of the mail that is held; for a trip, the time when it began."""
    signature: str


class Signer:
    """Makes tags with the secret of the service, and checks them with it and with former ones."""

    def __init__(self, env: Mapping[str, str]) -> None:
        """Raises KeyUnusable."""
        self._env = env
        self._key = mail_key(env)

    def tag(self, purpose: Purpose, number: int, *facts: str) -> str:
        """The tag for a mailbox or a held mail; `facts` are those on which it depends."""
        signature = _signature(self._key, purpose, number, facts)
        return f"{purpose}{_in_digits(number)}.{signature}"

    def holds(self, tag: Tag, *facts: str) -> bool:
        """Whether a tag was made of these facts. Compared in constant time.

        Addresses were given out before the secret was changed, and other processes may have
        changed it since this one began.
        """
        return self._fits(self._key, tag, facts) or any(
            self._fits(key, tag, facts) for key in former_mail_keys(self._env)
        )

    def _fits(self, key: bytes, tag: Tag, facts: tuple[str, ...]) -> bool:
        made = _signature(key, tag.purpose, tag.number, facts)
        return hmac.compare_digest(tag.signature.encode(), made.encode())


def _signature(key: bytes, purpose: Purpose, number: int, facts: tuple[str, ...]) -> str:
    label = msgspec.json.encode(["napoleon/mail/1", purpose, number, *facts])
    return b32encode(hmac.digest(key, label, "sha256")[:_BYTES]).decode().lower()


def read_tag(text: str) -> Tag | None:
    """The tag that `text` is; None for anything else.

    >>> read_tag("R1f.ABCDEFGHIJKLMNOP")
    Tag(purpose=<Purpose.REPLY: 'r'>, number=47, signature='abcdefghijklmnop')
    >>> read_tag("postmaster") is None
    True
    """
    found = _TAG.fullmatch(text.lower())
    return None if found is None else _tag(found)


def find_tag(text: str) -> Tag | None:
    """The first tag of a reply in a text, such as a subject: ``[#r1f.abcdefghijklmnop]``."""
    tags = map(_tag, _TAG_IN_BRACKETS.finditer(text.lower()))
    return next((it for it in tags if it.purpose is Purpose.REPLY), None)


def _tag(found: re.Match[str]) -> Tag:
    purpose, number, signature = found.groups()
    return Tag(Purpose(purpose), int(number, 32), signature)


def _in_digits(number: int) -> str:
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 32)
        digits = _DIGITS[digit] + digits
    return digits
