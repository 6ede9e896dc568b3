"""The one encoder of views, so that a view has the same bytes wherever it was drawn."""

from __future__ import annotations

from typing import Any

import msgspec
from isal import isal_zlib

from napoleon.rules.phrases import PLAIN, is_said, with_phrases_told

_FAST = 1
"""The level at which views are compressed: more takes twice the time and gains a tenth."""

_encode = msgspec.json.Encoder(order="sorted").encode


def encode(view: Any) -> bytes:
    """`view` as canonical JSON: keys sorted, no spaces, UTF-8.

    The order in which a dictionary was filled, or a struct declares its fields, does not show, so
    a position that was restored from a snapshot has the bytes of one that was replayed from the
    first event. Phrases are told in English.

    >>> encode({"version": 7, "areas": ["Ligny"]})
    b'{"areas":["Ligny"],"version":7}'
    """
    encoded = _encode(view)
    if is_said(encoded):
        return _encode(with_phrases_told(msgspec.json.decode(encoded), PLAIN))
    return encoded


def packed(body: bytes) -> bytes:
    """A view as stores keep it: compressed by zlib, to a fifth of its size or less."""
    return isal_zlib.compress(body, _FAST)


def unpacked(kept: bytes) -> bytes:
    """The view that `packed` made `kept` of. That is to be believed: nothing limits its size.

    >>> unpacked(packed(b'{"version":7}'))
    b'{"version":7}'
    """
    return isal_zlib.decompress(kept)
