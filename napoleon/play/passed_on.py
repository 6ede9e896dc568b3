"""Whether the seat of a standing order has passed on to somebody else since it was left."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from napoleon.log.events.seats import InvitationRenewed, SeatHandedOver
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.rules.events import Event
from napoleon.rules.standing_orders import Kept, StandingOrders

INVITED = "invited"
"""Stands for the token where something was left with an invitation."""

MOST_LOOKED_FOR = 10_000
"""Standing orders of which it is remembered how far the log was read for them."""

_read: WeakKeyDictionary[GameLog, dict[tuple[str, str, int], int]] = WeakKeyDictionary()
"""By game, standing order and the version that it was left at: up to which version the log says
nothing of the kind. They are looked at each time that the game goes on, for as long as they are
kept."""


def has_passed_on(games: GameLog, game: Game, standing: StandingOrders, it: Kept) -> bool:
    """Whether somebody else has the seat now; a holder may as well have claimed it again.

    What was left with an invitation stays when the seat is claimed, and ends when it is renewed,
    except a profile: that holds until its player says something else.
    """
    if it.token in ("", game.tokens.get(it.seat, "")):
        return False
    ends: tuple[type[Event], ...] = (SeatHandedOver,)
    if it.token == INVITED and not isinstance(it.word, standing.profiles):
        ends = (SeatHandedOver, InvitationRenewed)
    read = _read.setdefault(games, {})
    place = game.id, it.id, it.version
    since = games.history(game.id, after=read.get(place, it.version))
    if any(isinstance(event, ends) and event.seat == it.seat for event in since):  # type: ignore[attr-defined]
        return True
    if since:
        if len(read) >= MOST_LOOKED_FOR:
            read.clear()
        read[place] = since[-1].version
    return False
