"""How a game ended, for people and for programs. Not every game has a winner."""

from __future__ import annotations

import msgspec

from napoleon.rules.prose.language import ENGLISH, Language
from napoleon.rules.terms import Result


def told(winner: str | None, reason: str, language: Language = ENGLISH) -> str:
    """The end of a game in a sentence: who won, if anybody did, and why.

    `winner` is told as it is, and `reason` in the language if its catalogue has it.

    >>> told("Allies", "France is lost.")
    'Allies won: France is lost.'
    >>> told("", "Both sides agreed to it.")
    'The game was drawn: Both sides agreed to it.'
    """
    why = language.gettext(reason)
    if winner:
        return language.gettext("%(winner)s won: %(reason)s", winner=winner, reason=why)
    return language.gettext("The game was drawn: %(reason)s", reason=why)


class Ending(msgspec.Struct):
    """How a game ended, as views and answers show it."""

    winner: str | None
    """None if the game was drawn."""
    reason: str
    clause: str


def as_data(result: Result | None) -> Ending | None:
    """A result as views and answers show it; None while the game runs.

    >>> as_data(Result("", "Both sides agreed to it.", "E-31"))
    Ending(winner=None, reason='Both sides agreed to it.', clause='E-31')
    """
    if result is None:
        return None
    return Ending(result.winner or None, result.reason, result.clause)
