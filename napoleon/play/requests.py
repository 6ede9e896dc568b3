"""Requests: one or several orders of a seat, as they come in from outside and as they are read.

A request that was accepted is answered the same when it is sent again. What is kept for that stands
beside the log, and can be edited. So each row has a seal: a keyed hash of all that it says, of the
game, and of the order id, which is made of seat and key. What the request did is read in the log
besides, and has to be the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from napoleon.log.errors import ChangedOrder
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.log.store.recorder import OrderRow
from napoleon.log.store.seals import BrokenSeal, OtherKey, Seals
from napoleon.play.outcomes import Accepted
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data
from napoleon.rules.structs import one_of

DIGEST_BYTES = 8
"""Long enough to show a client's mistake; nobody gains by forging their own request."""

SEALED_FOR = "napoleon/orders/1"
"""What is in the seals of these rows."""
_ORDER = "order"


class Request(msgspec.Struct, frozen=True):
    """What a seat asks for at once; whatever is carried out of it is one save.

    All its events bear its `order_id`. With the caller's idempotency key the same request has the
    same id whenever it is sent again; `digest` tells whether it really is the same request. An
    order that a standing order gives is sent by nobody and has no digest.
    """

    seat: str
    orders: tuple[Order | str, ...]
    """A text is a line of the game's notation, read in the position in which its turn comes."""
    decision: str | None
    order_id: str
    digest: bytes = b""
    instruction: dict[str, Any] | None = None
    """The standing order that gives the orders for the seat, as data; None by hand."""
    by: str = ""
    """Who gives them for the seat: a share of it, the referee or the deputy; empty for its
    holder."""
    evidence: ServiceEvent | None = None
    """What is recorded with them of how they came, such as by mail."""


class Submission(msgspec.Struct, frozen=True):
    """Orders of a seat as they come in, before anything in them is read."""

    seat: str
    orders: Sequence[Mapping[str, Any] | Order | str]
    expected: int | None = None
    """The version that they are meant for, and no other."""
    decision: str | None = None
    """The open decision that the first of them is for."""
    key: str | None = None
    """The idempotency key."""
    by: str = ""
    """As in `Request`."""
    evidence: ServiceEvent | None = None
    """As in `Request`."""
    then: Sequence[Any] = ()
    """What is to follow once the seat is asked for it; see `napoleon.play.operations`."""

    @property
    def sender(self) -> str:
        """Who sends them: the holder of the seat, or somebody for it."""
        return self.by or self.seat

    def digest(self) -> bytes | Refusal:
        """What tells them from others of the same sender.

        The seat is part of it if they are given for it by somebody else: for different seats the
        same words do not mean the same.
        """
        return _digest(self, [self.seat] if self.by else [])

    def digest_before(self) -> bytes | Refusal:
        """The digest of releases before 0.6.0, in which the seat was never a part of it."""
        return _digest(self, [])

    def read(self, rules: Ruleset, order_id: str) -> Request | Refusal:
        """The request that they make by these rules, under an order id."""
        body = self.digest()
        if isinstance(body, Refusal):
            return body
        understood = parsed(self.orders, rules)
        if isinstance(understood, Refusal):
            return understood
        return Request(
            self.seat,
            understood,
            self.decision,
            order_id,
            body,
            by=self.by,
            evidence=self.evidence,
        )


def _digest(sent: Submission, more: list[str]) -> bytes | Refusal:
    raw, then = (
        [to_data(order) if isinstance(order, Order) else order for order in orders]
        for orders in (sent.orders, sent.then)
    )
    if then:
        more = [*more, msgspec.json.encode(then, order="sorted").decode()]
    try:
        body = msgspec.json.encode([raw, sent.decision, *more], order="sorted")
    except UnicodeEncodeError:
        return Refusal("BAD_PAYLOAD", "", "A text in the request is not Unicode text.")
    return hashlib.sha256(body).digest()[:DIGEST_BYTES]


def parsed(
    orders: Sequence[Mapping[str, Any] | Order | str], rules: Ruleset
) -> tuple[Order | str, ...] | Refusal:
    """The orders, or a refusal that says which is not an order of these rules, and why."""
    if not orders:
        return Refusal("BAD_PAYLOAD", "", "A request holds at least one order.")
    understood: list[Order | str] = []
    for index, data in enumerate(orders):
        if isinstance(data, str):
            if rules.notation is None:
                detail = "This game has no notation, so no line is an order of it."
                return Refusal("BAD_PAYLOAD", "", detail, {"where": f"orders[{index}]"})
            understood.append(data)
            continue
        try:
            order = data if isinstance(data, rules.verbs) else one_of(rules.verbs, data)
        except msgspec.ValidationError as error:
            why, _, path = str(error).partition(" - at ")
            where = f"orders[{index}]{path.strip('`').removeprefix('$')}"
            return Refusal(
                "BAD_PAYLOAD", "", f"This is no order of the game: {why}.", {"where": where}
            )
        understood.append(order)
    return tuple(understood)


NOT_KEPT = Refusal(
    "NOT_KEPT",
    "",
    "The next order was refused; why is not told again, as what was kept of it cannot be checked.",
)
"""What is told of a refusal that has no seal of the service."""


# -- a request that was accepted before ---------------------------------------------------------


def row_of(game: Game, request: Request, accepted: Accepted, seals: Seals) -> OrderRow:
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
    see `answer_again`. A row that was deleted has left its seal, and no versions.
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


def answer_again(kept: OrderRow, order_id: str, events: list[Event], *, sealed: bool) -> Accepted:
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
