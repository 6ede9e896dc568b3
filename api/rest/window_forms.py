"""The form of a seat: what it does in the windows of a game that asks by form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.rest.outcomes import granted
from api.rest.schemas.standing_orders import NewWindowFormSchema, WindowFormSchema
from napoleon.log.game import Game
from napoleon.play import window_forms
from napoleon.play.window_forms import Line, Shown
from napoleon.rules.events import REFEREE, SPECTATOR

resources = Resources("windows", __name__, description="What a seat does in windows of cards")

EXAMPLES = {
    "pass in every window": {"value": {"asks": [], "plays": []}},
    "ask me before a battle, and play a card when it can be": {
        "value": {
            "asks": ["battle"],
            "plays": [{"instruction": "play_card", "card": "wellington"}],
        }
    },
    "a card when the stack enters Ligny": {
        "value": {
            "plays": [
                {
                    "instruction": "play_card",
                    "card": 53,
                    "window": "W.ENTERED",
                    "areas": ["ligny"],
                }
            ]
        }
    },
}


@resources.route("/games/<game_id>/windows", methods=["GET"])
@resources.no_query
@resources.response(200, WindowFormSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def shown(game_id: str) -> Response:
    """What the caller's seat does in windows of cards, and which of its cards fit where.

    Only in games that were set up with `windows` as `form`.
    """
    game = stores().games.open(game_id)
    return answer(_told(form_of(game, caller(game))))


@resources.route("/games/<game_id>/windows", methods=["PUT"])
@resources.no_query
@resources.arguments(NewWindowFormSchema, examples=EXAMPLES)
@resources.response(200, WindowFormSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def submit(body: dict[str, Any], game_id: str) -> Response:
    """Say what the caller's seat does in windows; what it had said of them is forgotten.

    It answers no question and may be given at any time. Silence is to pass. What it answers is
    answered when an instruction would answer. It is secret, as instructions are, but others see
    that the seat is asked where the form says so.
    """
    game = stores().games.open(game_id)
    submitted(game, actor(game), body.get("asks", ()), body.get("plays", ()))
    return answer(_told(form_of(stores().games.open(game_id), caller(game))))


def form_of(game: Game, viewer: str) -> Shown:
    """The form of the seat of `viewer`. Raises Problem."""
    if viewer in (SPECTATOR, REFEREE):
        raise Problem("NOT_SEATED", "Only the holder of a seat has a form for windows.")
    return granted(window_forms.shown(stores().games, game, viewer), game)


def submitted(game: Game, by: str, asks: Sequence[str], plays: Sequence[Mapping[str, Any]]) -> None:
    """Keep the form of the seat of `by`; the one before is forgotten. Raises Problem."""
    games = stores().games
    granted(window_forms.submit(games, game.id, by, asks, plays, seen=game), game)


def _told(form: Shown) -> dict[str, Any]:
    return {
        "windows": [*map(_line, form.lines)],
        "asks": form.form.asks,
        "plays": [*map(msgspec.to_builtins, form.form.plays)],
    }


def _line(it: Line) -> dict[str, Any]:
    return {
        "window": it.window.id,
        "title": it.window.title,
        "clause": it.window.clause,
        "says": it.says,
        "plays": [*map(msgspec.to_builtins, it.plays)],
        "fits": [{"card": card, "name": name} for card, name in it.fitting.items()],
    }
