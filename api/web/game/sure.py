"""Kinds of orders that a player gives without being asked whether they are sure.

They say so themselves, for each kind, and their browser remembers it for the game.
"""

from __future__ import annotations

import re

from flask import Response, request

from napoleon.log.game import Game

_KINDS = re.compile(r"[a-z0-9_.]{1,2000}")

KEPT = 400 * 24 * 3600
"""Seconds for which a browser remembers it, the most that browsers grant."""


def kinds(game: Game) -> frozenset[str]:
    """The verbs that need no second word."""
    said = request.cookies.get(_cookie(game), "")
    return frozenset(said.split(".")) if _KINDS.fullmatch(said) else frozenset()


def remember(answer: Response, game: Game, verb: str) -> None:
    """From now on orders of this verb need no second word."""
    answer.set_cookie(
        _cookie(game),
        ".".join(sorted({*kinds(game), verb})),
        max_age=KEPT,
        path=f"/games/{game.id}",
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def _cookie(game: Game) -> str:
    return f"sure-{game.id}"
