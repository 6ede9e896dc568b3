"""The table of commands, and the one grammar of lines.

A line is a command if all of it is written as one of these is; capitals and blanks do not matter.
Any other line is an order in the notation of the game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

from api.commands import (
    disputing,
    following,
    instructing,
    letters,
    looking,
    timing,
    umpires,
    undoing,
    windows,
    writing,
)
from api.commands.answers import Answer
from api.commands.command import Command
from api.commands.ordering import order
from api.commands.shapes import JOINED, SHAPES, WRITTEN
from api.commands.speaker import Outcome, Speaker
from api.languages import noted
from api.reading import NEWER_RULES
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal
from napoleon.rules.tables import TextTable

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
    **SHAPES,
}
"""What may stand after the words of a command, by how its usage is written.

They read lines whose blanks are squeezed, and nothing in them may be repeated in two ways: a line
that somebody has made up for it would take seconds."""


def with_help(commands: Sequence[Command]) -> tuple[Command, ...]:
    """These commands, and one that lists them all with itself."""

    def run(speaker: Speaker) -> Outcome:
        return _help(speaker, listed)

    listed = (*commands, Command("help", (), noted("This list."), run))
    return listed


def _help(speaker: Speaker, commands: Sequence[Command]) -> Answer:
    """All commands, and how orders are written."""
    reading = speaker.reading
    offered = (it for it in commands if it.is_for(speaker.holder))
    rows = tuple((it.usage, reading.gettext(it.meaning)) for it in offered)
    columns = (reading.gettext("command"), reading.gettext("what it does"))
    table = TextTable(reading.gettext("Commands"), columns, rows)
    told = reading.gettext(
        "Any other line is an order. The command orders lists those that are legal now, as they "
        "are written."
    )
    return speaker.answer(reading.gettext("Help"), told, tables=(table,))


SHARED: tuple[Command, ...] = (
    Command("status", (), noted("Where the game stands, and who it waits for."), looking.status),
    Command("map", ("[TURN]",), noted("The map, also at the end of a turn."), looking.show_map),
    Command(
        "history",
        ("[FROM [TO]]",),
        noted("The story, also from one version to another."),
        looking.history,
    ),
    Command(
        "explain",
        ("N",),
        noted("Why event N came out as it did: its sum, and the clauses."),
        looking.explain,
    ),
    Command("hand", (), noted("Your cards."), looking.hand),
    Command("orders", (), noted("Everything that you may order now."), looking.orders),
    Command(
        "withdraw",
        (),
        noted("Take your last order back, as long as nothing has sealed it."),
        undoing.withdraw,
        sealed=True,
    ),
    Command(
        "take back",
        ("[TEXT]",),
        noted("Ask the others whether you may take your last order back, and say why."),
        undoing.take_back,
        sealed=True,
    ),
    Command(
        "agree", ("N",), noted("Agree to the take-back asked for at N."), undoing.agree, sealed=True
    ),
    Command(
        NEWER_RULES,
        (),
        noted("Agree that the game goes on under the rules of today."),
        undoing.agree_to_rules,
        sealed=True,
    ),
    Command(
        "refuse",
        ("N",),
        noted("Refuse the take-back asked for at N."),
        undoing.refuse,
        sealed=True,
    ),
    Command(
        "then:",
        ("LINE; LINE",),
        noted("Orders that follow, one by one, as soon as you are asked for them."),
        following.then,
        sealed=True,
    ),
    Command(
        "operation",
        (),
        noted("Your orders that wait, or why they were not given."),
        following.operation,
    ),
    Command("drop then", (), noted("Forget the orders that wait."), following.drop, sealed=True),
    Command(
        "dispute",
        ("N", "[CLAUSE]", "[for RELIEF]", "TEXT"),
        noted(
            "Say that event N is wrong, and why; before that may stand “under” a clause, and what "
            "should be done: “for stand”, “for correct”, “for reroll” or “for rewind”."
        ),
        disputing.dispute,
        sealed=True,
    ),
    Command(
        "statement",
        ("N", "TEXT"),
        noted("Have your say in the dispute opened at N."),
        disputing.statement,
        sealed=True,
    ),
    Command("press", (), noted("What was written lately, by you and to you."), writing.archive),
    *letters.COMMANDS,
    Command(
        "press",
        ("to SEAT|all|referee: TEXT",),
        noted(
            "Write to others. By mail a longer text stands in lines of its own between “press to "
            "SEAT:” and “end press”."
        ),
        writing.send,
        sealed=True,
        in_lines=True,
    ),
    Command(
        "dispatch",
        ("from PLACE to PLACE, to SEAT: TEXT",),
        noted(
            "Send a dispatch, where the referee lets couriers ride. By mail a longer text ends "
            "with “end dispatch”."
        ),
        writing.dispatch,
        sealed=True,
        in_lines=True,
    ),
    Command(
        "instructions",
        (),
        noted("What is answered in your place, and what else may be left."),
        instructing.instructions,
    ),
    Command(
        "instruct",
        ("NAME", "[FACTS]"),
        noted("Leave something to be answered in your place."),
        instructing.instruct,
        sealed=True,
    ),
    Command(
        "standing",
        ("TEXT",),
        noted("The same: “standing losses: spread”, “standing usual”."),
        instructing.standing_order,
        sealed=True,
    ),
    Command("forget", ("NAME",), noted("Forget an instruction."), instructing.forget, sealed=True),
    Command(
        "windows",
        (),
        noted("What you do in windows of cards, and which of your cards fit where."),
        windows.windows,
    ),
    Command(
        "window",
        ("WINDOW: TEXT",),
        noted("Pass there, be asked (“ask me”), or “play” a card, until you say something else."),
        windows.window,
        sealed=True,
    ),
    Command("clock", (), noted("By when who has to answer, and who is away."), timing.clock),
    Command(
        "absence",
        ("DAY", "to DAY"),
        noted("You are away: these days, as 2026-12-24, do not count for you."),
        timing.absence,
        sealed=True,
    ),
    Command("no absence", ("N",), noted("Call absence N off."), timing.no_absence, sealed=True),
    Command(
        "wait",
        ("[until] DAY",),
        noted("Hold the clock for yourself to the end of a day, once for each question."),
        timing.wait,
        sealed=True,
    ),
    Command(
        "stand-in",
        ("ADDRESS",),
        noted("Name who is asked to play in your place if you fall silent."),
        timing.stand_in,
        sealed=True,
    ),
    Command(
        "no stand-in", (), noted("Have no stand-in any more."), timing.no_stand_in, sealed=True
    ),
    Command(
        "claim the game from",
        ("SEAT",),
        noted("Win a game that the other side has left, where its clock says so."),
        timing.claim,
        sealed=True,
    ),
    *umpires.COMMANDS,
)
"""The commands of every door; each has help as well."""

COMMANDS = with_help(SHARED)
"""The commands where there are no others."""


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


READER = Grammar(COMMANDS)


def run(speaker: Speaker, line: str) -> Outcome:
    """Do what a line says: a command, or else an order. Raises UnknownGame, UnknownRuleset."""
    understood = READER.read(line)
    if understood is not None:
        return understood.command.given(speaker, understood.arguments)
    begun = READER.begins(line) if speaker.holder in JUDGES else None
    if begun is not None and begun.judges:
        return Refusal("BAD_LINE", "", f"It is written: {begun.usage}.")
    return order(speaker, line)


def is_command(line: str) -> bool:
    """Whether a line is a command, and no order."""
    return READER.read(line) is not None
