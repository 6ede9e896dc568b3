"""Events as the API shows them, on every channel alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from napoleon.events import Event, shown, told
from napoleon.game import Game
from napoleon.games import Games

Presenter = Callable[[Event], dict[str, Any]]


def presenter(games: Games, game: Game, seat: str) -> Presenter:
    """A function that presents events of `game` as `seat` may see them at its version.

    An event is presented as `napoleon.events.shown` has it, with the sentence that tells it.
    """
    names, over, faded = games.rules(game).names, game.over, game.faded

    def present(event: Event) -> dict[str, Any]:
        sentence = told(event, seat, names, over=over, faded=faded)
        return {**shown(event, seat, over=over, faded=faded), "text": sentence}

    return present
