"""What a command answers, before a door shows it."""

from __future__ import annotations

from typing import Any

import msgspec

from napoleon.rules.orders import Refusal
from napoleon.rules.tables import TextTable


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a line, in the language of its sender."""

    title: str
    """What the line was understood as."""
    paragraphs: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    """What the line has written to others, word for word, by lines; an empty one is blank."""
    lines: tuple[str, ...] = ()
    """Lines that may be sent back."""
    listed: tuple[str, ...] = ()
    """One thing after the other, such as what has happened."""
    tables: tuple[TextTable, ...] = ()
    picture_of: int = 0
    """Version of the position whose map is to be shown, where a door shows pictures; 0 for none."""
    around: str = ""
    """Id of the place around which that map is cut; empty for all of it."""
    changed: bool = False
    """Whether the game has gone on by it."""


def in_plain_data(answer: Answer) -> dict[str, Any]:
    """An answer as every door sends it that speaks JSON; a gauge in a table is a number."""
    told: dict[str, Any] = msgspec.to_builtins(answer, enc_hook=int)
    return told


class Refused(msgspec.Struct, frozen=True):
    """A line that was understood, and not carried out."""

    line: str
    refusal: Refusal
    nearest: tuple[str, ...] = ()
    """The legal orders that look most like it."""
