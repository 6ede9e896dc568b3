"""Messages: what a webhook is told, and the signature under it.

A message says that the game has moved on, and holds what anybody may know from the lobby; if a
deadline is near or has passed it says so instead, with all deadlines that there are. What happened
is read through the API, with the reader's token: no third party's server ever holds what is hidden.
See https://www.standardwebhooks.com for headers and signature.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

import msgspec
from standardwebhooks import Webhook

from napoleon.log.clocks import Deadline
from napoleon.log.events.clocks import DeadlineNear, DeadlinePassed
from napoleon.log.game import Game
from napoleon.log.store.recorder import WebhookRow
from napoleon.log.times import SECOND
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from projections.lobby import entry

MOVED = "game.moved"
"""The type of the message that says that a game has new events."""

NEAR, PASSED = "deadline.near", "deadline.passed"
"""Types of the message that says so of a game in which a seat was reminded, or is late."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Message(msgspec.Struct, frozen=True):
    """What is sent. A webhook is told the same of a version, bit for bit, however often."""

    id: str
    body: bytes


def message(game: Game, rules: Ruleset, row: WebhookRow, missed: Iterable[Event] = ()) -> Message:
    """That `game` has come to its version since the one that the webhook was last told.

    `missed` are the events since then: what they say of deadlines that still stand makes the type
    of the message.
    """
    stands = entry(game, rules)
    kind = _kind(game.timekeeping.deadlines, missed)
    deadlines = {} if kind == MOVED else {"deadlines": _deadlines(game)}
    body = {
        "type": kind,
        "timestamp": _EPOCH + timedelta(microseconds=game.updated),
        "data": {
            "game": game.id,
            "version": game.version,
            "after": row.sent,
            "status": stands["status"],
            "turn": stands["turn"],
            "phase": stands["phase"],
            "waiting_for": stands["waiting_for"],
            "your_turn": row.reader in stands["waiting_for"],
            **deadlines,
        },
    }
    return Message(f"msg_{row.id}_{game.version}", msgspec.json.encode(body))


def signed(message: Message, secret: bytes, at: int) -> dict[str, str]:
    """The headers of a message that is sent at `at`, in microseconds since 1970 UTC."""
    when = _EPOCH + timedelta(seconds=at // SECOND)
    signature = Webhook(secret).sign(message.id, when, message.body.decode())
    return {
        "Content-Type": "application/json",
        "User-Agent": "napoleon",
        "webhook-id": message.id,
        "webhook-timestamp": str(at // SECOND),
        "webhook-signature": signature,
    }


def secret_text(secret: bytes) -> str:
    """A secret as it is shown to its owner.

    >>> secret_text(bytes(24))
    'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return f"whsec_{b64encode(secret).decode()}"


def _kind(stand: Mapping[str, Deadline], missed: Iterable[Event]) -> str:
    """The type of a message about these events: what is more urgent goes first.

    What was answered since then, or has been given more time, is urgent no longer.
    """
    near = passed = False
    for event in missed:
        if isinstance(event, DeadlineNear | DeadlinePassed):
            it = stand.get(event.decision)
            near |= it is not None and it.near and isinstance(event, DeadlineNear)
            passed |= it is not None and it.late > 0 and isinstance(event, DeadlinePassed)
    if passed:
        return PASSED
    return NEAR if near else MOVED


def _deadlines(game: Game) -> list[dict[str, object]]:
    """Everything that is due, what is due first at the beginning. Times are to the second."""
    stand = sorted(game.timekeeping.deadlines.values(), key=lambda it: it.set.due)
    return [
        {"seat": it.set.seat, "due": _EPOCH + timedelta(seconds=it.set.due // SECOND)}
        for it in stand
    ]
