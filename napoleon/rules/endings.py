"""How a game ended, for people and for programs. Not every game has a winner."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from napoleon.rules.phrases import Note, Speak, with_phrases_told
from napoleon.rules.prose.language import ENGLISH, Language
from napoleon.rules.terms import Result, Standing


def told(
    winner: str | None,
    reason: str,
    language: Language = ENGLISH,
    points: Iterable[tuple[str, int]] = (),
) -> str:
    """The end of a game in a sentence: who won, if anybody did, and why; then everybody's points.

    `winner` and those who have the points are told as they are, and `reason` in the language if its
    catalogue has it.

    >>> told("Allies", "France is lost.")
    'Allies won: France is lost.'
    >>> told("", "Both sides agreed to it.")
    'The game was drawn: Both sides agreed to it.'
    >>> told("Britain", "It has the most points.", points=[("Britain", 23), ("France", 21)])
    'Britain won: It has the most points. Points: Britain 23, France 21.'
    """
    why = language.gettext(reason)
    if winner:
        sentence = language.gettext("%(winner)s won: %(reason)s", winner=winner, reason=why)
    else:
        sentence = language.gettext("The game was drawn: %(reason)s", reason=why)
    if listed := ", ".join(f"{who} {number}" for who, number in points):
        sentence += " " + language.gettext("Points: %(listed)s.", listed=listed)
    return sentence


class Ending(msgspec.Struct, omit_defaults=True):
    """How a game ended, as views and answers show it."""

    winner: str | None
    """None if the game was drawn."""
    reason: Note
    clause: str
    standings: tuple[Standing, ...] = ()


def points(ended: Result | Ending, named: Callable[[str], str]) -> list[tuple[str, int]]:
    """Who has how many points, under their names; empty in a game without points."""
    return [(named(it.who), it.points) for it in ended.standings]


def as_data(result: Result | None) -> Ending | None:
    """A result as views and answers show it; None while the game runs.

    >>> as_data(Result("", "Both sides agreed to it.", "E-31"))
    Ending(winner=None, reason='Both sides agreed to it.', clause='E-31', standings=())
    """
    if result is None:
        return None
    return Ending(result.winner or None, result.reason, result.clause, result.standings)


def as_served(result: Result | None, speak: Speak) -> dict[str, Any] | None:
    """The same as plain data for an answer, with phrases told by `speak`."""
    served: dict[str, Any] | None = with_phrases_told(msgspec.to_builtins(as_data(result)), speak)
    return served
