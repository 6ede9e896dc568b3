"""Messages to browsers (Web Push): signed by the service (VAPID), and sealed for one browser.

The key of the service is made from its secret, as all its others are: every process of it arrives
at the same one, and it moves with the secret. A browser takes messages only under the key that it
was given when its owner asked for them; after the secret was changed the former one makes that.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from api.people.rows import ChannelRow
from napoleon.log.store.keys import former_push_keys, push_key
from napoleon.log.times import DAY, HOUR, SECOND
from projections.webhooks.sending import Unsent

KEPT = DAY
"""How long a message waits for a browser that is away."""

_VALID = 12 * HOUR
"""How long what we have signed holds; a day is the most that is taken."""

_CURVE = ec.SECP256R1()

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Number of points of the curve."""

_AUTH_BYTES = 16


class Sealed(NamedTuple):
    """A message that only its browser can read."""

    headers: Mapping[str, str]
    body: bytes


def server_key(env: Mapping[str, str]) -> str:
    """The public key of the service, in base 64 for URLs. Raises KeyUnusable."""
    return _public(_made(push_key(env)))


def is_readable(key: str, auth: str) -> bool:
    """Whether a browser can be written to with what it has said."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(_CURVE, _decoded(key))
        return len(_decoded(auth)) == _AUTH_BYTES
    except ValueError:
        return False


def sealed(
    env: Mapping[str, str], channel: ChannelRow, content: bytes, topic: str, sub: str, now: int
) -> Sealed | None:
    """`content` for a browser; None if it knows us by a key that is lost.

    A newer message replaces one of the same `topic`, at most 32 letters, that still waits. `sub`
    says who sends it, as ``mailto:``. Raises KeyUnusable, and Unsent for an endpoint that cannot be
    signed for.
    """
    own = next((it for it in _keys(env) if _public(it) == channel.server), None)
    if own is None:
        return None
    # Only here: it takes long to load, and most processes never write to a browser.
    from py_vapid import Vapid02, VapidException
    from pywebpush import WebPusher

    there = urlsplit(channel.target)
    claims = {
        "sub": sub,
        "aud": f"{there.scheme}://{there.netloc}",
        "exp": (now + _VALID) // SECOND,
    }
    try:
        signed = Vapid02(own).sign(claims)
    except VapidException:
        raise Unsent("the endpoint cannot be signed for") from None
    keys = {"p256dh": channel.key, "auth": channel.auth}
    pusher = WebPusher({"endpoint": channel.target, "keys": keys})
    body = bytes(pusher.encode(content, "aes128gcm")["body"])
    headers = {
        **signed,
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT // SECOND),
        "Topic": topic,
        "Urgency": "normal",
        "User-Agent": "napoleon",
    }
    return Sealed(headers, body)


def _keys(env: Mapping[str, str]) -> Iterator[ec.EllipticCurvePrivateKey]:
    yield _made(push_key(env))
    yield from map(_made, former_push_keys(env))


def _made(secret: bytes) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(secret) % (_ORDER - 1) + 1, _CURVE)


def _public(key: ec.EllipticCurvePrivateKey) -> str:
    point = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    """What a text in base 64 for URLs says, with padding or without. Raises ValueError."""
    bare = text.rstrip("=")
    return urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
