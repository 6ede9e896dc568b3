"""The commands of letters that name nobody, or whose writer is not named; see `writing`."""

from __future__ import annotations

from api.commands import writing
from api.commands.command import Command
from api.languages import noted

COMMANDS: tuple[Command, ...] = (
    Command(
        "press unsigned",
        ("to SEAT|all|referee: TEXT",),
        noted(
            "Write without a signature, where the founder allows it; only the referee knows who "
            "wrote, and everybody when the game is over."
        ),
        writing.send_unsigned,
        sealed=True,
        in_lines=True,
    ),
    Command(
        "press",
        (": TEXT",),
        noted("In answer to a letter that came by mail: write to its writer alone."),
        writing.answer_mail,
        sealed=True,
        in_lines=True,
    ),
    Command(
        "answer",
        ("N: TEXT",),
        noted("Write to the writer of letter N alone, even if you do not know who that is."),
        writing.answer,
        sealed=True,
        in_lines=True,
    ),
    Command(
        "broadcast",
        (": TEXT",),
        noted("Write to everybody who sees the game."),
        writing.broadcast,
        sealed=True,
        in_lines=True,
    ),
    Command("diary", (), noted("What stands in your diary."), writing.diary),
    Command(
        "diary",
        (": TEXT",),
        noted("Write a note to yourself; when the game is over everybody may read it."),
        writing.note,
        sealed=True,
        in_lines=True,
    ),
)
