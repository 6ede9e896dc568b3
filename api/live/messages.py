"""Server-sent events: the messages of the stream as bytes."""

from __future__ import annotations

from typing import Any

import msgspec

from napoleon.log.game import Game
from napoleon.rules.contract import Ruleset
from projections import lobby

EVENT_STREAM = "text/event-stream"

RECONNECT = b"retry: 1000\n\n"
"""The first of every stream: a client that is cut off comes back after this many milliseconds."""

HEARTBEAT = b": nothing new\n\n"
"""A comment, which shows client and proxies that the connection lives."""

_POSITION = ("version", "status", "turn", "phase", "waiting_for")


def message(name: str, data: Any, version: int | None = None) -> bytes:
    """A message called `name` with `data` as JSON; `version` is where a client resumes after it."""
    # JSON as it is encoded here has no line breaks, which would end the field.
    body = b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))
    return body if version is None else b"id: %d\n%s" % (version, body)


def position(game: Game, rules: Ruleset) -> bytes:
    """Where the game stands when a stream begins."""
    entry = lobby.entry(game, rules)
    return message("position", {name: entry[name] for name in _POSITION}, game.version)


GONE = message(
    "gone", {"code": "BAD_TOKEN", "detail": "The token does not open a seat of this game any more."}
)
"""The last of a stream whose token has died. It has no id: there is nothing to resume."""

DESK_GONE = message("gone", {"code": "BAD_TOKEN", "detail": "The key opens no desk any more."})
"""The last of the stream of a desk whose device was signed out."""
