"""Ids and tokens, made of random bytes that the caller provides."""

from __future__ import annotations

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable

import msgspec

Entropy = Callable[[int], bytes]
"""Gives so many random bytes."""

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
"""Digits and lower-case letters without those that are easily taken for others."""

_DIGIT_BITS = 5
_GAME_ID_LENGTH = 10
_GAME_ID_BYTES = 7
_ORDER_ID_BYTES = 8
_SECRET_BYTES = 24

_SECRET = re.compile("[A-Za-z0-9_-]{32}")


def new_game_id(entropy: Entropy) -> str:
    """Ten digits of Crockford's base 32.

    >>> new_game_id(bytes)
    '0000000000'
    """
    number = int.from_bytes(entropy(_GAME_ID_BYTES), "big")
    digits = (number >> _DIGIT_BITS * place & 31 for place in range(_GAME_ID_LENGTH))
    return "".join(_CROCKFORD[digit] for digit in digits)


def new_token(game: str, seat: str, entropy: Entropy) -> str:
    """A secret that opens a seat. It names game and seat, so that it is enough by itself.

    >>> new_token("0000000000", "red", bytes)
    '0000000000.red.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return f"{game}.{seat}.{_text(entropy(_SECRET_BYTES))}"


def is_token(text: str, game: str, seat: str) -> bool:
    """Whether `text` looks like a token that `new_token` has made for that seat.

    >>> is_token(new_token("0000000000", "red", bytes), "0000000000", "red")
    True
    >>> is_token("0000000000.red.guessed", "0000000000", "red")
    False
    """
    start = f"{game}.{seat}."
    return text.startswith(start) and bool(_SECRET.fullmatch(text.removeprefix(start)))


def new_order_id(entropy: Entropy) -> str:
    """The id of a request that came without an idempotency key.

    >>> new_order_id(bytes)
    'AAAAAAAAAAA'
    """
    return _text(entropy(_ORDER_ID_BYTES))


def new_instruction_id(entropy: Entropy) -> str:
    """The id of an instruction that a seat leaves.

    >>> new_instruction_id(bytes)
    'AAAAAAAAAAA'
    """
    return _text(entropy(_ORDER_ID_BYTES))


def new_webhook_id(entropy: Entropy) -> str:
    """The id of a webhook.

    >>> new_webhook_id(bytes)
    'AAAAAAAAAAA'
    """
    return _text(entropy(_ORDER_ID_BYTES))


def keyed_order_id(game: str, seat: str, key: str) -> str:
    """The id of the request that `seat` sends under the idempotency key `key`."""
    label = msgspec.json.encode(["napoleon/order/1", game, seat, key])
    return _text(hashlib.sha256(label).digest()[:_ORDER_ID_BYTES])


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
