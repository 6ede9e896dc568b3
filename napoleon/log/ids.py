"""Ids and tokens, made of random bytes that the caller provides."""

from __future__ import annotations

import hashlib
import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable

import msgspec

Entropy = Callable[[int], bytes]
"""Gives that many random bytes."""

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
"""Digits and lower-case letters without those that are easily taken for others."""

_DIGIT_BITS = 5
_GAME_ID_LENGTH = 10
_GAME_ID_BYTES = 7
_ORDER_ID_BYTES = 9
_NAME_BYTES = 8
_SECRET_BYTES = 24

GUESSABLE_LENGTH = 11
"""Characters of an order id of releases before 0.6.0."""

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
    'AAAAAAAAAAAA'
    """
    return _text(entropy(_ORDER_ID_BYTES))


def keyed_order_id(secret: bytes, holder: str, key: str) -> str:
    """The id of the request that `holder` sends under the idempotency key `key`.

    The same request has the same id whenever it is sent. To anyone who does not know `secret`,
    which is the `order_secret` of the game, it tells no more than a random one: not even that there
    was a key.

    >>> keyed_order_id(b"secret", "red", "monday-1")
    'IEL_S_2-skGD'
    """
    return _made(secret, ["napoleon/order/2", holder, key])


def page_key(secret: bytes, holder: str, version: int) -> str:
    """An idempotency key for the orders of the page that `holder` is shown at a version of a game.

    The page has the same one whenever it is drawn, and nobody can guess it without `secret`, which
    is the `order_secret` of the game.
    """
    return _made(secret, ["napoleon/page/1", holder, str(version)])


def guessable_order_id(game: str, holder: str, key: str) -> str:
    """The id that releases before 0.6.0 made of an idempotency key; see `is_guessable`.

    A request that one of them accepted is recognised by it when it is sent again.
    """
    label = msgspec.json.encode(["napoleon/order/1", game, holder, key])
    return _text(hashlib.sha256(label).digest()[:_NAME_BYTES])


def public_order_id(secret: bytes, order_id: str) -> str:
    """What readers are given for an order id out of the log.

    Ids of releases before 0.6.0 were hashes of the idempotency key alone: they confirmed a guess
    at the key, and so perhaps at the order. They are never given out; what stands for one is
    the same for all events of its order. All other ids are given as they are.

    >>> public_order_id(b"secret", "AAAAAAAAAAAA")
    'AAAAAAAAAAAA'
    """
    return _made(secret, ["napoleon/public/1", order_id]) if is_guessable(order_id) else order_id


def is_guessable(order_id: str) -> bool:
    """Whether an order id is of a release before 0.6.0, and so may tell what was ordered."""
    return len(order_id) == GUESSABLE_LENGTH


def order_secret(seed: str) -> bytes:
    """The secret behind the order ids of a game; `seed` is its seed, in hexadecimal digits."""
    return hmac.digest(bytes.fromhex(seed), b"napoleon/order-ids/1", "sha256")


def founder_key(game: str, seed: str) -> str:
    """The key of the founder of a game; `seed` is the game's, in hexadecimal digits.

    It is in no log, and nobody can make it without the seed, which is secret until the game is over
    and all is open. It reads like a token, but opens no seat.

    >>> founder_key("0000000000", "00" * 32).startswith("0000000000.founder.")
    True
    """
    label = f"napoleon/founder/1/{game}".encode()
    secret = hmac.digest(bytes.fromhex(seed), label, "sha256")[:_SECRET_BYTES]
    return f"{game}.founder.{_text(secret)}"


def stand_in_token(game: str, share: str, seed: str, number: int) -> str:
    """The token that invites the stand-in with that number to a share; `seed` is the game's.

    It is made again whenever it has to be sent; nobody can make it without the seed.

    >>> is_token(stand_in_token("0000000000", "red-stand-in", "00" * 32, 1), "0000000000",
    ...          "red-stand-in")
    True
    """
    label = f"napoleon/stand-in/1/{game}/{share}/{number}".encode()
    return new_token(game, share, lambda n: hmac.digest(bytes.fromhex(seed), label, "sha256")[:n])


def new_standing_order_id(entropy: Entropy) -> str:
    """The id of a standing order that a seat leaves.

    >>> new_standing_order_id(bytes)
    'AAAAAAAAAAA'
    """
    return _text(entropy(_NAME_BYTES))


def operation_id(seed: str, said: bytes) -> str:
    """The id of an operation, the same for all that says the same; `seed` is its game's.

    >>> operation_id("00" * 32, b"move") == operation_id("00" * 32, b"move")
    True
    """
    secret = hmac.digest(bytes.fromhex(seed), b"napoleon/operation/1", "sha256")
    return new_standing_order_id(lambda n: hmac.digest(secret, said, "sha256")[:n])


def new_webhook_id(entropy: Entropy) -> str:
    """The id of a webhook.

    >>> new_webhook_id(bytes)
    'AAAAAAAAAAA'
    """
    return _text(entropy(_NAME_BYTES))


def _made(secret: bytes, label: list[str]) -> str:
    return _text(hmac.digest(secret, msgspec.json.encode(label), "sha256")[:_ORDER_ID_BYTES])


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")
