"""Idempotency: a request that was accepted is answered the same when it is sent again."""

from __future__ import annotations

import msgspec

from napoleon.log.errors import BrokenLog
from napoleon.log.game import Game
from napoleon.log.store.recorder import OrderRow
from napoleon.play.outcomes import Accepted
from napoleon.play.requests import Request
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven, Refusal


def row(game: Game, request: Request, accepted: Accepted) -> OrderRow:
    """What is recorded of an accepted request besides its events; `game` is as it was before."""
    refused = accepted.refused
    return OrderRow(
        game=game.id,
        order_id=request.order_id,
        first_version=game.version + 1,
        last_version=accepted.version,
        digest=request.digest,
        carried_out=accepted.carried_out,
        refused=None if refused is None else msgspec.json.encode(refused),
    )


def answer(kept: OrderRow, events: list[Event]) -> Accepted:
    """The answer that the request got, from what was recorded of it and the events it caused.

    `events` are those that it names with the one before and the one after. Raises BrokenLog if the
    row does not say what the log says: it is kept beside the log, and can be edited.
    """
    caused = [it for it in events if it.order_id == kept.order_id]
    carried_out = sum(isinstance(it, OrderGiven) for it in caused)
    told = kept.first_version, kept.last_version, kept.carried_out
    if not caused or told != (caused[0].version, caused[-1].version, carried_out):
        error = ValueError("what is kept of its order is not what that did")
        raise BrokenLog(kept.game, kept.first_version, error)
    refused = None if kept.refused is None else msgspec.json.decode(kept.refused, type=Refusal)
    return Accepted(kept.last_version, caused, refused, carried_out)
