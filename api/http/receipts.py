"""Receipts: with each change of a game the answer says what is recorded, and signs it.

The header is a signed note in base 64 (`napoleon.record.checkpoints`). It stands beside the body,
as an answer that is repeated has the same body, while the game may have gone on.
"""

from __future__ import annotations

import logging
from base64 import b64encode

from eventsourcing.persistence import PersistenceError
from flask import Flask, Response, request

from api.http.stores import stores
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.key_files import KeyUnusable
from napoleon.record.checkpoints import receipt

RECEIPT = "Napoleon-Receipt"

_CREATED = 201

_log = logging.getLogger(__name__)


def register(app: Flask, prefix: str) -> None:
    """Give a receipt with every 201 about a game under `prefix`."""

    def give(answer: Response) -> Response:
        if answer.status_code == _CREATED and request.path.startswith(f"{prefix}/"):
            game = _game(answer)
            note = _signed(game) if game else ""
            if note:
                answer.headers[RECEIPT] = b64encode(note.encode()).decode()
        return answer

    app.after_request(give)


def _game(answer: Response) -> str:
    """The game that was changed, or that was set up and stands at the location told."""
    given: str = (request.view_args or {}).get("game_id", "")
    made = answer.headers.get("Location", "").rstrip("/").rpartition("/games/")[2]
    return made or given


def _signed(game_id: str) -> str:
    """The receipt of what is recorded, as far as this process knows; "" if none can be signed.

    What the request has recorded, it knows.
    """
    games = stores().games
    try:
        return receipt(games, games.at_hand(game_id))
    except KeyUnusable as error:
        # What was asked for is recorded: that it cannot be signed is no reason to deny it.
        _log.error("no receipt is signed: %s", error)
    except (PersistenceError, UnknownGame, *UNREADABLE) as error:
        _log.warning("no receipt for game %s: %s", game_id, type(error).__name__)
    return ""
