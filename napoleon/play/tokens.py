"""Tokens: whether one that let somebody in still would, and the key of the game's founder."""

from __future__ import annotations

import hmac

from napoleon.log.game import Game
from napoleon.log.ids import founder_key
from napoleon.play.outcomes import DeadToken


def refuse_dead_token(game: Game, holder: str, seen: Game | None) -> None:
    """Raise DeadToken if `holder` was let in when the game was as `seen`, and would not be now."""
    if seen is not None and game.tokens.get(holder) != seen.tokens.get(holder):
        raise DeadToken(holder)


def key_of_founder(game: Game) -> str | None:
    """What the one who sets `game` up is told, once, to renew lost invitations with.

    None where the seed is no secret, as the game's chance was prepared: everybody could make it.
    """
    return None if game.created.prepared else founder_key(game.id, game.created.seed)


def is_founder(game: Game, token: str | None) -> bool:
    """Whether `token` is the key of the founder. Once the game is over nobody has one.

    Compared in constant time.
    """
    key = key_of_founder(game)
    if token is None or key is None or game.over:
        return False
    return hmac.compare_digest(token.encode(), key.encode())
