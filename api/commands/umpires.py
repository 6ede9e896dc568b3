"""The commands of umpires: what the referee and the deputy do by a line, and how it is written."""

from __future__ import annotations

from api.commands import couriers, judging, keeping_time, logs, seating
from api.commands.command import Command
from api.languages import noted

COMMANDS: tuple[Command, ...] = (
    Command("who is late", (), noted("Who has not answered in time."), keeping_time.late),
    Command(
        "pause",
        ("[: TEXT]",),
        noted("Stop the clock, for everybody."),
        keeping_time.pause,
        sealed=True,
        judges=True,
    ),
    Command(
        "resume",
        (),
        noted("Let the clock run again; everybody has as much time as when it was stopped."),
        keeping_time.resume,
        sealed=True,
        judges=True,
    ),
    Command(
        "extend",
        ("SEAT SPAN[: TEXT]",),
        noted("Give a seat more time, such as 24h or 2 days."),
        keeping_time.extend,
        sealed=True,
        judges=True,
    ),
    Command(
        "set deadline",
        ("SEAT DAY [TIME][: TEXT]",),
        noted("Give a seat until then, in your time zone; without a time to the end of the day."),
        keeping_time.set_deadline,
        sealed=True,
        judges=True,
    ),
    Command(
        "process",
        ("[SEAT]",),
        noted(
            "Wait no longer for a seat, or for all that are late: a stand-in takes over, or the "
            "seat passes."
        ),
        keeping_time.process,
        sealed=True,
        judges=True,
    ),
    Command(
        "rule",
        ("[N] stand|reroll|rewind [to N] [under CLAUSE]: TEXT",),
        noted(
            "Rule on the dispute or take-back N: what happened stands, is drawn again, or the game "
            "goes back. By mail a longer text ends with “end rule”."
        ),
        judging.rule,
        sealed=True,
        in_lines=True,
        judges=True,
    ),
    Command(
        "correct",
        ("[N] [under CLAUSE]: TEXT",),
        noted(
            "Rule that the table is put right, on dispute N or of your own accord: corrections, "
            "one in a line, and why. By mail it ends with “end correct”."
        ),
        judging.correct,
        sealed=True,
        in_lines=True,
        judges=True,
    ),
    Command(
        "corrections",
        (),
        noted("What can be put right on the table, and how it is written."),
        judging.corrections,
        judges=True,
    ),
    Command(
        "dispatches",
        (),
        noted("The dispatches that are under way, and what becomes of them."),
        couriers.under_way,
        judges=True,
    ),
    Command(
        "hold dispatch",
        ("N[: TEXT]",),
        noted("Hold dispatch N back, and say why."),
        couriers.hold,
        sealed=True,
        judges=True,
    ),
    Command(
        "let dispatch",
        ("N go[: TEXT]",),
        noted("Let dispatch N ride on, and say why."),
        couriers.let_go,
        sealed=True,
        judges=True,
    ),
    Command(
        "alter dispatch",
        ("N to turn N: TEXT",),
        noted("Alter the turn in which dispatch N is due, and say why."),
        couriers.alter,
        sealed=True,
        judges=True,
    ),
    Command(
        "eject",
        ("SEAT",),
        noted("Take a seat from its player; “invite” finds somebody else for it."),
        seating.eject,
        sealed=True,
        judges=True,
    ),
    Command(
        "invite",
        ("ADDRESS as SEAT",),
        noted("Have somebody written to, and invited to a seat that nobody has."),
        seating.invite,
        sealed=True,
        judges=True,
    ),
    Command(
        "log",
        ("[FROM [TO]]",),
        noted("Every event of the log, with what only judges may see."),
        logs.log,
        judges=True,
    ),
)
"""Those of judges, and who is late, which anybody may ask."""
