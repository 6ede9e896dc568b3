"""Signing: a mail is signed with DKIM (RFC 6376) as it is sent, where the mail server does not.

The signature says when it was made, so a mail is signed when it goes, and not when it is composed.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from api.mail.settings import Settings
from napoleon.environment import BadSetting

RSA, ED25519 = "rsa", "ed25519"
KINDS = (RSA, ED25519)
"""Kinds of keys as the DNS names them: the first is read by all, the second by some."""

RSA_BITS = 2048
"""Providers want at least 1024, and more than 2048 does not fit where some keep their records."""

LEAST_BITS = 1024
"""A shorter key counts as none (RFC 8301)."""

ONCE = (
    *("reply-to", "in-reply-to", "references", "mime-version", "content-type"),
    *("content-transfer-encoding", "list-id", "list-unsubscribe", "list-unsubscribe-post"),
    "auto-submitted",
)
"""Headers that are signed as they are. One click unsubscribes only where its two are (RFC 8058)."""

FROZEN = ("from", "to", "cc", "subject", "date", "message-id")
"""Headers that are signed once more than they are there, so that nobody adds another."""

_CANONICAL = (b"relaxed", b"relaxed")

_PIECE = 255
"""Characters of a text in the DNS; a longer one is of several."""

Key = rsa.RSAPrivateKey | Ed25519PrivateKey

Sign = Callable[[bytes], bytes]
"""A mail with its signature before it."""


def signing(settings: Settings) -> Sign | None:
    """What signs the mails of the service; None if it does not. Raises BadSetting."""
    if settings.dkim_key is None:
        return None
    # Only here, as it takes its time, and most processes sign nothing.
    from dkim import DKIM

    private, algorithm = _for_dkim(loaded(settings.dkim_key))
    selector, domain = settings.dkim_selector.encode(), settings.domain.encode()

    def sign(message: bytes) -> bytes:
        header: bytes = DKIM(message).sign(
            selector,
            domain,
            private,
            signature_algorithm=algorithm,
            canonicalize=_CANONICAL,
            include_headers=_signed(message),
        )
        return header + message

    return sign


def _signed(message: bytes) -> list[bytes]:
    """Names of the headers of a mail that are signed, as often as they are."""
    head = b"\r\n" + message.partition(b"\r\n\r\n")[0].lower()
    names = [*FROZEN, *(it for it in FROZEN if _has(head, it))]
    return [it.encode() for it in (*names, *(it for it in ONCE if _has(head, it)))]


def _has(head: bytes, name: str) -> bool:
    return b"\r\n" + name.encode() + b":" in head


def loaded(path: Path) -> Key:
    """The key in the file that the settings name. Raises BadSetting."""
    called = f"MAIL_DKIM_KEY names {path}"
    try:
        mode = path.stat().st_mode
        content = path.read_bytes()
    except OSError as error:
        raise BadSetting(
            f"{called}, which cannot be read: {error.strerror}. 'napoleon mail key' makes it"
        ) from None
    if mode & 0o027:
        raise BadSetting(
            f"{called}, which others may read or change: 'chmod 0600' takes that away from them"
        )
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise BadSetting(f"{called}, which holds no private key without a password") from None
    if not isinstance(key, Key) or (
        isinstance(key, rsa.RSAPrivateKey) and key.key_size < LEAST_BITS
    ):
        raise BadSetting(
            f"{called}, which has to hold an RSA key of at least {LEAST_BITS} bits, or an Ed25519 "
            "key"
        )
    return key


def made(kind: str) -> bytes:
    """The file of a new key of one of `KINDS`."""
    key: Key = (
        Ed25519PrivateKey.generate()
        if kind == ED25519
        else rsa.generate_private_key(public_exponent=65537, key_size=RSA_BITS)
    )
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def kind_of(key: Key) -> str:
    """Which of `KINDS` a key is."""
    return ED25519 if isinstance(key, Ed25519PrivateKey) else RSA


def bits_of(key: Key) -> int:
    """How long a key is."""
    return key.key_size if isinstance(key, rsa.RSAPrivateKey) else 256


def published(key: Key) -> str:
    """What the DNS says of a key, as one text."""
    public = key.public_key()
    form = PublicFormat.Raw, Encoding.Raw
    if isinstance(key, rsa.RSAPrivateKey):
        form = PublicFormat.SubjectPublicKeyInfo, Encoding.DER
    raw = public.public_bytes(form[1], form[0])
    return f"v=DKIM1; k={kind_of(key)}; p={base64.b64encode(raw).decode()}"


def key_name(selector: str, domain: str) -> str:
    """Where in the DNS a key is."""
    return f"{selector}._domainkey.{domain}"


def text_record(name: str, text: str) -> str:
    """A text as a line of a zone file, in pieces that fit.

    >>> text_record("club.example", "v=spf1 mx -all")
    'club.example. IN TXT "v=spf1 mx -all"'
    """
    pieces = [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
    quoted = " ".join(f'"{it}"' for it in pieces)
    return f"{name}. IN TXT {quoted}"


def _for_dkim(key: Key) -> tuple[bytes, bytes]:
    """A key as the library reads it, and how it signs."""
    if isinstance(key, Ed25519PrivateKey):
        return base64.b64encode(key.private_bytes_raw()), b"ed25519-sha256"
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    return pem, b"rsa-sha256"
