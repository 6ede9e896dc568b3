"""Secrets of people: in cookies, links and mails. What is kept of them is their hash."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from collections.abc import Callable

_BYTES = 25

_LONGEST = 128
"""Characters of what is looked at: none of ours is longer, and hashing more would take time."""


def new_secret(entropy: Callable[[int], bytes]) -> str:
    """A secret of 200 random bits, in 40 small letters and digits.

    >>> len(new_secret(bytes))
    40
    """
    return b32encode(entropy(_BYTES)).decode().lower()


def hash_of(secret: str) -> str:
    """What is kept of a secret: SHA-256, as hexadecimal digits, under a label of its own."""
    told = f"napoleon/people/1/{secret[:_LONGEST]}"
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()
