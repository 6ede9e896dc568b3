"""The table of commands, the same at every door.

A line is a command if all of it is written as one of these is; capitals and blanks do not matter.
Any other line is an order in the notation of the game.
"""

from __future__ import annotations

from collections.abc import Sequence

from api.commands import (
    cards,
    consulting,
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
from api.commands.grammar import Grammar
from api.commands.ordering import order
from api.commands.speaker import Outcome, Speaker
from api.languages import noted
from api.reading import NEWER_RULES
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal
from napoleon.rules.tables import TextTable


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
    Command("why", ("N",), noted("The same."), looking.explain),
    Command(
        "map around",
        ("PLACE",),
        noted("A part of the map, with what stands there and next to it."),
        consulting.map_around,
    ),
    Command(
        "forces of",
        ("SEAT",),
        noted("What you may know of the forces of a seat, or of one of its armies."),
        consulting.forces,
    ),
    Command("hand", (), noted("Your cards."), looking.hand),
    Command("card", ("CARD",), noted("What a card says."), cards.card),
    Command(
        "rule",
        ("CLAUSE",),
        noted("What a clause of the rules says, as “rule 6.31”."),
        consulting.rule,
    ),
    Command(
        "who",
        (),
        noted(
            "Who plays, who is waited for and by when, and how many of their answers were in time."
        ),
        consulting.who,
    ),
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
    Command(
        "forget",
        ("INSTRUCTION",),
        noted("Forget an instruction, by its number in the list of them or by its words."),
        instructing.forget,
        sealed=True,
    ),
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
    Command("clock", (), noted("Who has to answer by when, and who is away."), timing.clock),
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
