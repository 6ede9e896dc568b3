"""What the log records of texts that people have written: their ids, and that one was erased."""

from __future__ import annotations

import hashlib

from napoleon.log.events.service import ServiceEvent
from napoleon.rules.events import recorded


@recorded("text_erased/1", "A text was erased.")
class TextErased(ServiceEvent, frozen=True):
    """What was written under this id is gone; that it existed, and who erased it, stays."""

    text: str


_ID_DIGITS = 32


def text_id(salt: bytes, text: str) -> str:
    """What events hold of a text: 32 hexadecimal digits of the SHA-256 of salt and text."""
    return hashlib.sha256(salt + text.encode()).hexdigest()[:_ID_DIGITS]
