"""Tokens: whether whoever was let in still would be."""

from __future__ import annotations

from napoleon.log.game import Game
from napoleon.play.outcomes import DeadToken


def refuse_dead_token(game: Game, holder: str, seen: Game | None) -> None:
    """Raise DeadToken if `holder` was let in when the game was as `seen`, and would not be now."""
    if seen is not None and game.tokens.get(holder) != seen.tokens.get(holder):
        raise DeadToken(holder)
