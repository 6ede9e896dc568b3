"""Matters beside the table that wait for somebody: newer rules, a request, a dispute."""

from __future__ import annotations

from typing import NamedTuple

from napoleon.log.cases import Dispute, Takeback
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.referee.migration import awaited
from napoleon.rules.events import JUDGES, REFEREE


class Matters(NamedTuple):
    """The open cases that wait for somebody, the oldest first. Anybody may read that they do."""

    takebacks: tuple[Takeback, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    newer_rules: str = ""
    """The version to which they have to agree, so that the game goes on; empty if to none."""

    def __bool__(self) -> bool:
        return any(self)


def matters(games: Games, game: Game, holder: str) -> Matters:
    """What waits in the newest position `game` for the holder of a token.

    A seat, and the owner of a share of it, answers requests of others and has its say on their
    disputes; a judge rules on disputes, and answers where a take-back would undo a ruling. A
    spectator is asked for nothing.
    """
    now, newer = games.clock(), awaited(game, games.newest_rules(game), holder)
    rules = "" if newer is None else newer.version
    seat = REFEREE if holder in JUDGES else game.speaks_for(holder)
    takebacks = tuple(it for it in game.takebacks.values() if it.awaits(seat, now))
    if seat == REFEREE:
        disputes = tuple(it for it in game.disputes.values() if it.is_open(now))
        return Matters(takebacks, disputes, rules)
    if seat not in game.created.seats:
        return Matters()
    disputes = tuple(it for it in game.disputes.values() if it.awaits(seat, now))
    return Matters(takebacks, disputes, rules)
