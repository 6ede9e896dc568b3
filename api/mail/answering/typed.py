"""Typed: a line of a mail as its writer typed it, whatever their mail program made of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from difflib import get_close_matches

LIKENESS = 0.85
"""How much the first word of a line has to look like one that is known, from 0 to 1."""

LONGEST_WORD = 40
"""Letters of a word that may be misspelt: looking for what is like it takes their square."""

NARROWEST = 60
"""Characters after which a mail program wraps a line at the earliest."""

_ENDINGS = (".", "!", "?", ":", ";", "\N{HORIZONTAL ELLIPSIS}", "\N{IDEOGRAPHIC FULL STOP}")

_UNSEEN = re.compile("[\N{ZERO WIDTH SPACE}-\N{RIGHT-TO-LEFT MARK}\N{ZERO WIDTH NO-BREAK SPACE}]")
"""What mail programs leave in lines without showing it."""


_STRAIGHT = str.maketrans(
    {
        **dict.fromkeys("\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", "'"),
        **dict.fromkeys("\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}", '"'),
    }
)
"""Quotation marks as programs bend them."""

_BULLET = re.compile(r"^\s*+(?:[-*\N{BULLET}]\s++|\d{1,2}[.)]\s++)")


def is_near(word: str, words: Collection[str]) -> bool:
    """Whether a word looks like one of some, as when it is misspelt."""
    return len(word) <= LONGEST_WORD and bool(get_close_matches(word, words, 1, LIKENESS))


def may_be_wrapped(text: str, following: str) -> bool:
    """Whether a mail program may have cut a sentence between two lines.

    The first is so long that the first word of the other had no room in it, and does not end.
    """
    word = following.split(" ")[0]
    return len(text) + 1 + len(word) > NARROWEST and not text.endswith(_ENDINGS)


def bare(text: str) -> str:
    """A line without what mail programs and lists put around it."""
    text = _UNSEEN.sub("", text).strip()
    text = text[1:] if text.startswith("|") else text
    return _BULLET.sub("", text).strip()


def as_typed(text: str) -> Iterator[str]:
    """A line as it is, and without what mail programs make of it as one types."""
    yield text
    straight = text.translate(_STRAIGHT)
    yield straight
    yield straight.strip("\"'").rstrip(".").strip()
    yield straight.replace("\N{EM DASH}", "-").replace("\N{EN DASH}", "-").rstrip(".").strip()
