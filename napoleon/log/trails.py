"""Where pieces have just gone, as a reader of a position may know it."""

from __future__ import annotations

from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.journal import Teller
from napoleon.rules.contract import Ruleset
from napoleon.rules.picture.model import Trail
from napoleon.rules.picture.trails import trails


def last_trails(log: GameLog, game: Game, tells: Teller, rules: Ruleset) -> tuple[Trail, ...]:
    """The ways of the last operation or turn up to the position `game`; see `Moves`.

    Raises UnknownGame.
    """
    if rules.pictures is None:
        return ()
    counted = filter(tells.counts, log.backwards(game.id, game.version))
    return trails(rules.pictures.moves, counted, tells.redacted)
