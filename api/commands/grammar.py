"""The grammar of commands: how a line is read as one of a table of them.

A line is a command if all of it is written as one of these is; capitals and blanks do not matter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

from api.commands.command import Command
from api.commands.shapes import JOINED, SHAPES, WRITTEN

LONGEST = 2000
"""Characters of a line; an order takes a few hundred at most."""

_NUMBER, _TEXT = r"(\d{1,9})", r"(\S.*)"
_COLONS = ":\N{FULLWIDTH COLON}"
_COLON = f"[{_COLONS}]"

_SHAPES = {
    "N": _NUMBER,
    "[N]": rf"{_NUMBER}?",
    "[TURN]": rf"(?:turn )?{_NUMBER}?",
    "[FROM [TO]]": rf"(?:from )?{_NUMBER}?(?:(?: to)? {_NUMBER})?",
    "TEXT": _TEXT,
    "[TEXT]": rf"{_TEXT}?",
    "[CLAUSE]": r"(?:under ([A-Za-z0-9][A-Za-z0-9._-]*))?",
    "[for RELIEF]": r"(?:for (stand|correct|reroll|rewind))?",
    "to SEAT|all|referee: TEXT": r"(?:to )?([^:\N{FULLWIDTH COLON}\n]{1,200})"
    rf"{_COLON}\s*+(\S[\s\S]*)",
    "from PLACE to PLACE, to SEAT: TEXT": r"from ([^:,\n]{1,100}?) to ([^:,\n]{1,100}), ?to "
    rf"([^:\N{{FULLWIDTH COLON}}\n]{{1,100}}){_COLON}\s*+(\S[\s\S]*)",
    "LINE; LINE": _TEXT,
    "WINDOW: TEXT": r"([^:\N{FULLWIDTH COLON}\n]{1,100})" rf"{_COLON}\s*+(\S.*)",
    "NAME": r"([A-Za-z0-9_-]+)",
    "DAY": r"(\S.{0,30}?)",
    "to DAY": r"to (\S.{0,30})",
    "[until] DAY": r"(?:until )?(\S.{0,30})",
    "ADDRESS": r"([^\s@]++@\S++)",
    "SEAT": r"(\S.{0,40})",
    "[FACTS]": r"(.*)",
    "CARD": r"(\S.{0,60})",
    "CLAUSE": r"([A-Za-z0-9][A-Za-z0-9._-]{0,40})",
    "INSTRUCTION": r"(\S.{0,200})",
    "PLACE": r"(\S.{0,60})",
    **SHAPES,
}
"""What may stand after the words of a command, by how its usage is written.

They read lines whose blanks are squeezed, and nothing in them may be repeated in two ways: a line
that somebody has made up for it would take seconds."""


class Understood(NamedTuple):
    """A line as a command."""

    command: Command
    arguments: tuple[str, ...]


class Grammar:
    """Reads lines as commands of a table."""

    def __init__(self, commands: Sequence[Command]) -> None:
        self._commands = commands

    @cached_property
    def _patterns(self) -> list[tuple[Command, re.Pattern[str]]]:
        return [(it, pattern_of(it)) for it in self._commands]

    @cached_property
    def _heads(self) -> list[tuple[Command, re.Pattern[str]]]:
        return [(it, head_of(it)) for it in self._commands if it.in_lines]

    @cached_property
    def first_words(self) -> frozenset[str]:
        """What those commands begin with that a misspelt line may be meant as."""
        return frozenset(it.words.split()[0] for it in self._commands if it.is_begun_by_its_word)

    def read(self, line: str) -> Understood | None:
        """The command that a line is; None if it is none.

        >>> from api.commands.table import READER
        >>> READER.read("  Map   turn 4 ").arguments
        ('4',)
        >>> READER.read("map of Belgium") is None
        True
        """
        told, written = _squeezed(line), _squeezed_before_text(line)
        for command, pattern in self._patterns:
            if found := pattern.fullmatch(written if command.in_lines else told):
                return Understood(command, tuple((it or "").strip() for it in found.groups()))
        return None

    def opens(self, line: str) -> Command | None:
        """The command that takes a text, and that a line begins without saying any of it yet.

        >>> from api.commands.table import READER
        >>> READER.opens("press to the French:").words, READER.opens("Press to French").words
        ('press', 'press')
        >>> READER.opens("press to French: Hold Ligny."), READER.opens("press")
        (None, None)
        """
        if self.read(line) is not None:
            return None
        told = _squeezed(line)
        return next((it for it, head in self._heads if head.fullmatch(told)), None)

    def begins(self, line: str) -> Command | None:
        """The command whose words a line begins with, though it may not be written as one."""
        told = f"{' '.join(line.lower().split())} "
        return next((it for it in self._commands if told.startswith(f"{it.words} ")), None)


def ends(command: Command, line: str) -> bool:
    """Whether a line ends the text that a command takes.

    >>> from api.commands.table import READER
    >>> press = READER.opens("press to all:")
    >>> [ends(press, it) for it in ("End press.", "endpress", "end of the war")]
    [True, True, False]
    """
    return ending_of(command).fullmatch(_squeezed(line)) is not None


def pattern_of(command: Command) -> re.Pattern[str]:
    """A whole command, in a line that is squeezed."""
    parts = [re.escape(command.words).replace(r"\ ", " ")]
    for it in command.takes:
        parts += ["" if it.startswith(JOINED) else "(?: |$|(?<= ))", _SHAPES[it]]
    return re.compile("".join(parts), re.IGNORECASE)


def head_of(command: Command) -> re.Pattern[str]:
    """A command that takes a text, as far as it stands before it."""
    whole = pattern_of(command).pattern
    if whole.endswith(WRITTEN):
        return re.compile(f"{whole.removesuffix(WRITTEN)} ?{_COLON}", re.IGNORECASE)
    return re.compile(rf"{command.words}(?: (?:to|from)\b.*| .*{_COLON})", re.IGNORECASE)


@cache
def ending_of(command: Command) -> re.Pattern[str]:
    """What ends the text that a command takes."""
    words = f"(?:{command.words}|{command.words.split()[0]})"
    return re.compile(rf"end ?(?:of )?{words} ?[.:!]?", re.IGNORECASE)


def _squeezed(line: str) -> str:
    return " ".join(line.split())


def _squeezed_before_text(line: str) -> str:
    """A line that is squeezed up to its first colon; the text after it stays as it is."""
    written = line.strip()
    end = min((at for it in _COLONS if (at := written.find(it)) >= 0), default=len(written))
    return "\n".join(map(_squeezed, written[:end].split("\n"))) + written[end:]
