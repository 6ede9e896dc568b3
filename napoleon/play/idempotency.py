"""Idempotency: a request that was accepted is answered the same when it is sent again.

What is kept for that stands beside the log, and can be edited. So each row has a seal: a keyed hash
of all that it says, of the game, and of the order id, which is made of seat and key. What the
request did is read in the log besides, and has to be the same.
"""

from __future__ import annotations

import msgspec

from napoleon.log.errors import ChangedOrder
from napoleon.log.game import Game
from napoleon.log.store.recorder import OrderRow
from napoleon.log.store.seals import BrokenSeal, OtherKey, Seals
from napoleon.play.outcomes import Accepted
from napoleon.play.requests import Request
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven, Refusal

PURPOSE = "napoleon/orders/1"
"""What is in the seals of these rows."""

_ORDER = "order"

NOT_KEPT = Refusal(
    "NOT_KEPT",
    "",
    "The next order was refused; why is not told again, as what was kept of it cannot be checked.",
)
"""What is told of a refusal that has no seal of the service."""


def row(game: Game, request: Request, accepted: Accepted, seals: Seals) -> OrderRow:
    """What is recorded of an accepted request besides its events; `game` is as it was before."""
    refused = accepted.refused
    made = OrderRow(
        game=game.id,
        order_id=request.order_id,
        first_version=game.version + 1,
        last_version=accepted.version,
        digest=request.digest,
        carried_out=accepted.carried_out,
        refused=None if refused is None else msgspec.json.encode(refused),
    )
    seal = seals.seal(_ORDER, (made.game, made.order_id), _content(made))
    return msgspec.structs.replace(made, seal=seal)


def is_sealed(kept: OrderRow, seals: Seals) -> bool:
    """Whether a row has a seal by the key of the service. Raises ChangedOrder if it is broken.

    Rows of releases before 0.8.0 have none, and after a change of the secret those before it have
    one by another key. As anybody can make a row look so, the answer tells only what the log says:
    see `answer`. A row that was deleted has left its seal, and no versions.
    """
    if not all(type(it) is int for it in (kept.first_version, kept.last_version)):
        raise _changed(kept)
    if kept.seal is None:
        return False
    try:
        seals.check(kept.seal, _ORDER, (kept.game, kept.order_id), _content(kept))
    except OtherKey:
        return False
    except BrokenSeal:
        raise _changed(kept) from None
    return True


def answer(kept: OrderRow, order_id: str, events: list[Event], *, sealed: bool) -> Accepted:
    """The answer that the request got, from what was recorded of it and the events it caused.

    `events` are those that it names with the one before and the one after; `order_id` is what they
    are known by to readers. Raises ChangedOrder if the row does not say what the log says. What the
    log does not say, why the next order was refused, is told only of a row that is `sealed`.
    """
    caused = [it for it in events if it.order_id == order_id]
    carried_out = sum(isinstance(it, OrderGiven) for it in caused)
    told = kept.first_version, kept.last_version, kept.carried_out
    if not caused or told != (caused[0].version, caused[-1].version, carried_out):
        raise _changed(kept)
    refused = None
    if kept.refused is not None:
        refused = msgspec.json.decode(kept.refused, type=Refusal) if sealed else NOT_KEPT
    return Accepted(caused[-1].version, caused, refused, carried_out)


def _content(kept: OrderRow) -> bytes:
    return msgspec.json.encode(
        (kept.first_version, kept.last_version, kept.digest, kept.carried_out, kept.refused)
    )


def _changed(kept: OrderRow) -> ChangedOrder:
    version = kept.first_version if type(kept.first_version) is int else 1
    error = ValueError("what is kept of its order is not what that did")
    return ChangedOrder(kept.game, version, error)
