"""How a game ended, for people and for programs. Not every game has a winner."""

from __future__ import annotations

from typing import Any

from napoleon.rules.terms import Result


def told(winner: str | None, reason: str) -> str:
    """The end of a game in a sentence: who won, if anybody did, and why.

    >>> told("Allies", "France is lost.")
    'Allies won: France is lost.'
    >>> told("", "Both sides agreed to it.")
    'The game was drawn: Both sides agreed to it.'
    """
    return f"{winner} won: {reason}" if winner else f"The game was drawn: {reason}"


def as_data(result: Result | None) -> dict[str, Any] | None:
    """A result as views and answers show it: the winner of a drawn game is None.

    >>> as_data(Result("", "Both sides agreed to it.", "E-31"))
    {'winner': None, 'reason': 'Both sides agreed to it.', 'clause': 'E-31'}
    """
    if result is None:
        return None
    return {"winner": result.winner or None, "reason": result.reason, "clause": result.clause}
