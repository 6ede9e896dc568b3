"""The table of commands to the service itself, one row each; `help` is drawn from it.

A line is a command if it begins with the words of one, in any of the languages of the service, and
goes on only as that command does.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import NamedTuple

from api.club import founding, inviting, joining, leaving, listing, own, registering
from api.club.scene import Outcome, Scene
from api.languages import LANGUAGES, noted, translations

LONGEST = 400
"""Characters of a line."""

AROUND = " \t.!*_`\"'\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}"
"""What may stand around a command, by who writes it and by their mail program."""


class Needs(Enum):
    """How sure it has to be that the visitor has sent a command."""

    NOTHING = 0
    """It tells what they may know at their own address."""
    VOUCHED = 1
    """The mail server says so, or they have said so."""
    PROVEN = 2
    """They read what is sent to their address, as they answer it."""
    AGREED = 3
    """They were asked whether they mean it."""


class Row(NamedTuple):
    """A command."""

    words: str
    takes: str
    """What follows, as people write it; "" for nothing."""
    meaning: str
    run: Callable[[Scene, str], Outcome]
    """Is called with what follows."""
    needs: Needs = Needs.VOUCHED


def _help(scene: Scene, said: str) -> Outcome:
    """All commands."""
    told = tuple(
        scene.gettext(
            "%(line)s: %(does)s",
            line=f"{scene.gettext(it.words)} {scene.gettext(it.takes) if it.takes else ''}".strip(),
            does=scene.gettext(it.meaning),
        )
        for it in ROWS
    )
    return scene.answer(
        scene.gettext("Help"),
        scene.gettext(
            "Answer this mail with one command in a line. A game is named by its short name, as "
            "“list games” tells it, or by the first letters of that."
        ),
        listed=told,
    )


ROWS: tuple[Row, ...] = (
    Row(noted("help"), "", noted("This list."), _help, Needs.NOTHING),
    Row(
        noted("list games"),
        "",
        noted("Games with open seats, games that are being played, and games that are over."),
        listing.list_games,
        Needs.NOTHING,
    ),
    Row(
        noted("register"),
        noted("NAME"),
        noted("Have a desk here, under a name that others see. You are asked to confirm it."),
        registering.register,
        Needs.PROVEN,
    ),
    Row(
        noted("found"),
        noted("RULESET [SCENARIO] [as SEAT] [players N] [clock 2 days] [usual] [private] ..."),
        noted(
            "Set a game up. A clock is a number of minutes, hours, days or weeks, or “live”, "
            "“days”, “relaxed” or “no clock”; “bot” and a seat gives it to a bot."
        ),
        founding.found,
    ),
    Row(
        noted("join"),
        noted("GAME [as SEAT]"),
        noted("Take an open seat, or one that you are invited to."),
        joining.join,
    ),
    Row(
        noted("watch"),
        noted("GAME"),
        noted("Be told what everybody may know, for each turn."),
        joining.watch,
    ),
    Row(
        noted("take over"),
        noted("GAME SEAT"),
        noted("Take the seat of a player who has left."),
        joining.take_over,
    ),
    Row(
        noted("leave"),
        noted("GAME [as SEAT]"),
        noted("Leave your seat to the next player who takes it over."),
        leaving.leave,
    ),
    Row(
        noted("resign"),
        noted("GAME [as SEAT]"),
        noted("Give the game up, as its rules say."),
        leaving.resign,
    ),
    Row(
        noted("invite"),
        noted("ADDRESS to GAME [as SEAT]"),
        noted("Have a friend invited to a seat of a game that you have set up; five a day."),
        inviting.invite,
    ),
    Row(
        noted("never again"),
        "",
        noted("Nobody is to invite you from here any more."),
        inviting.never_again,
    ),
    Row(
        noted("invitations welcome"),
        "",
        noted("Take that back."),
        inviting.welcome,
    ),
    Row(
        noted("my games"),
        "",
        noted("Your games, and what waits for you."),
        own.my_games,
        Needs.NOTHING,
    ),
    Row(
        noted("send me my seat"),
        noted("[GAME]"),
        noted("Be sent a link that opens your seat in a browser."),
        own.send_seat,
        Needs.NOTHING,
    ),
    Row(
        noted("forget me"),
        "",
        noted("Have all erased that is kept of you. You are asked whether you mean it."),
        own.forget_me,
        Needs.AGREED,
    ),
)
"""The commands, in the order of `help`."""

HELP = ROWS[0]


class Understood(NamedTuple):
    """A line as a command."""

    row: Row
    said: str
    """What follows its words."""
    line: str
    code: str
    """The language that its words are of; "" if they are of several."""


def understood(line: str) -> Understood | None:
    """The command that a line is; None if it is none.

    >>> understood(" *Join*  6qre as French ").said if understood("join 6qre") else ""
    '6qre as French'
    >>> understood("help me please") is None
    True
    """
    told = " ".join(line[: LONGEST + 1].replace("*", " ").split()).strip(AROUND)
    if not told or len(line.strip()) > LONGEST:
        return None
    lower = told.casefold()
    for words, row, code in _words():
        rest = told[len(words) :]
        if len(lower) != len(told) or not lower.startswith(words) or rest[:1] not in ("", " ", ":"):
            continue
        said = rest.lstrip(" :")
        if said and not row.takes:
            continue
        return Understood(row, said, told, code)
    return None


@cache
def _words() -> list[tuple[str, Row, str]]:
    """The words of all commands in all languages, the longest first."""
    found: dict[str, tuple[Row, str]] = {}
    for row in ROWS:
        for code in LANGUAGES:
            words = translations(code).gettext(row.words).casefold()
            known = found.get(words)
            found[words] = (row, code if known is None else "")
    return sorted(((words, *it) for words, it in found.items()), key=lambda it: -len(it[0]))
