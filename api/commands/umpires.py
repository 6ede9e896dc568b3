"""The commands of umpires: what the referee and the deputy do by a line, and how it is written."""

from __future__ import annotations

from api.commands import couriers, judging, keeping_time, logs, seating
from api.commands.command import Command
from api.languages import noted

_COLON = "[:\N{FULLWIDTH COLON}]"

WRITTEN = rf" ?{_COLON}\s*+(\S[\s\S]*)"
"""A colon and a text that may have several lines."""

_REASON = rf"(?: ?{_COLON} ?(\S.*))?"
_NUMBER = r"(\d{1,9})"
_SEAT = r"(\S.{0,40}?)"
_CLAUSES = r"(?: under ([a-z0-9][a-z0-9._, -]{0,200}?))?"
_DAY = r"(\S{1,20}|\d{1,2} \S{3,12} \d{4})"
_TIME = r"(?:,? (?:at )?(\d{1,2}[h.:\N{FULLWIDTH COLON}]\d{2}))?"

SHAPES = {
    "[: TEXT]": _REASON,
    ": TEXT": WRITTEN,
    "[SEAT]": r"(\S.{0,40})?",
    "SEAT SPAN[: TEXT]": rf"{_SEAT} (?:by )?(\d{{1,4}} ?[^\W\d_]{{1,8}}){_REASON}",
    "SEAT DAY [TIME][: TEXT]": rf"(?:of |for )?{_SEAT} (?:to |until )?{_DAY}{_TIME}{_REASON}",
    "ADDRESS as SEAT": r"([^\s@]++@\S++) (?:as |to )?(\S.{0,40})",
    "N[: TEXT]": rf"{_NUMBER}{_REASON}",
    "N go[: TEXT]": rf"{_NUMBER} go{_REASON}",
    "N to turn N: TEXT": rf"{_NUMBER}(?: (?:to )?(?:turn )?{_NUMBER})?{_REASON}",
    "[N] stand|reroll|rewind [to N] [under CLAUSE]: TEXT": rf"(?: {_NUMBER})?"
    rf"(?: (?:for )?(stand|correct|reroll|rewind))?(?: (?:to|event) {_NUMBER})?{_CLAUSES}{WRITTEN}",
    "[N] [under CLAUSE]: TEXT": rf"(?: {_NUMBER})?{_CLAUSES}{WRITTEN}",
}
"""What may stand after their words, as in `api.commands.table`."""

JOINED = (":", "[:", "[N] ")
"""What shapes begin with that say themselves whether there is a blank before them."""

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
            "Rule on the dispute or take-back N: what happened stands, is drawn anew, or the game "
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
