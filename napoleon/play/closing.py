"""Closing: cases that end because play goes on, or because their time is up."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.log.cases import OPEN, STOOD, WITHDRAWN
from napoleon.log.events.cases import DisputeClosed, TakebackClosed
from napoleon.log.game import Game


def overdue(game: Game, now: int) -> Iterator[TakebackClosed | DisputeClosed]:
    """What closes the cases whose time is up."""
    for asked in game.takebacks.values():
        if asked.status == OPEN and not asked.is_open(now):
            yield TakebackClosed(asked.id, STOOD, "its time was up")
    for dispute in game.disputes.values():
        if dispute.status == OPEN and not dispute.is_open(now):
            yield DisputeClosed(dispute.id, STOOD, "nobody ruled in time")


def played_on(game: Game, seat: str, now: int) -> Iterator[TakebackClosed]:
    """What closes the take-backs that are open when `seat` gives an order instead.

    A seat that is asked has to choose before acting; the one that asked has changed its mind.
    """
    for asked in game.takebacks.values():
        if asked.is_open(now) and seat == asked.seat:
            yield TakebackClosed(asked.id, WITHDRAWN, f"{seat} played on")
        elif asked.is_open(now) and seat in asked.affected:
            yield TakebackClosed(asked.id, STOOD, f"{seat} played on")
