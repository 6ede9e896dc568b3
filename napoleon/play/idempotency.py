"""Idempotency: a request that was accepted is answered the same when it is sent again."""

from __future__ import annotations

import msgspec

from napoleon.log.game import Game
from napoleon.log.store.recorder import OrderRow
from napoleon.play.outcomes import Accepted
from napoleon.play.requests import Request
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal


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
    """The answer that the request got, from what was recorded of it and the events it caused."""
    refused = None if kept.refused is None else msgspec.json.decode(kept.refused, type=Refusal)
    return Accepted(kept.last_version, events, refused, kept.carried_out)
