"""Keys of calendars: each opens only the calendar of one holder.

A key is in the address that a calendar program is given, as such programs send no tokens. It names
game and holder and has a signature, in base 32, as such programs may change the case of an address.
It is signed with the seed of the game, over the hash of the holder's token: so a key is dead once
the seat is claimed or handed over, and when the seed is public nobody can make one without that
hash, which never is.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from typing import NamedTuple

import msgspec

from napoleon.log.game import Game

_BYTES = 20

_KEY = re.compile(
    r"(?P<game>[0-9a-z]{1,40})\.(?P<holder>[0-9a-z_-]{1,64})\.(?P<signature>[a-z2-7]{32})", re.ASCII
)


class Key(NamedTuple):
    """A key that has been read, and not been checked."""

    game: str
    holder: str
    signature: str


def key_of(game: Game, holder: str) -> str:
    """The key of a seat or a share, for as long as its token lives."""
    return f"{game.id}.{holder}.{_signature(game, holder)}"


def opens(key: Key, game: Game) -> bool:
    """Whether a key is that of a holder in `game` now. Compared in constant time."""
    return key.holder in game.tokens and hmac.compare_digest(
        key.signature.encode(), _signature(game, key.holder).encode()
    )


def _signature(game: Game, holder: str) -> str:
    label = msgspec.json.encode(["napoleon/calendar/1", game.id, holder, game.tokens[holder]])
    secret = bytes.fromhex(game.created.seed)
    return b32encode(hmac.digest(secret, label, "sha256")[:_BYTES]).decode().lower()


def read_key(text: str) -> Key | None:
    """The key that `text` is; None for anything else.

    >>> read_key("D8Q12GSE27.Red.ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP")
    Key(game='d8q12gse27', holder='red', signature='abcdefghijklmnopabcdefghijklmnop')
    >>> read_key("d8q12gse27.red") is None
    True
    """
    found = _KEY.fullmatch(text.lower())
    return None if found is None else Key(*found.groups())
