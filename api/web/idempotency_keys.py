"""What a form carries so that it may be sent twice, say by an impatient click or a lost answer.

A form by which a seat changes hands carries the token that is to open it: the second answer is the
first again, otherwise the seat would be open to a token that nobody has seen. One that gives an
order carries a key that nobody can guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from api.http.problems import Problem
from api.http.stores import stores
from napoleon.log.game import Game
from napoleon.log.ids import is_token, new_token, order_secret, page_key
from napoleon.play.seats import once_opened


def fresh_token(game: Game, holder: str) -> str:
    """A token for a form to carry."""
    return new_token(game.id, holder, stores().games.entropy)


def fresh_key(game: Game, holder: str) -> str:
    """A key for the orders of the page that `holder` is shown of the newest position `game`.

    Nobody else can guess it, and the same page, drawn again, has the same one.
    """
    return page_key(order_secret(game.created.seed), holder, game.version)


def brought(form: Mapping[str, Any], game: Game, holder: str) -> str | None:
    """The token for `holder` that `form` carries as ``fresh``; None without one.

    Raises Problem: 422 ``BAD_PAYLOAD`` for what is not one, 409 ``ALREADY_SENT`` if the form was
    sent before and its token has died since, say because the invitation was used.
    """
    fresh: str | None = form.get("fresh")
    if fresh is None or answered(game, holder, fresh):
        return fresh
    if not is_token(fresh, game.id, holder):
        raise Problem("BAD_PAYLOAD", "That is no form of this seat.")
    if once_opened(stores().games, game, fresh) is not None:
        detail = (
            "This form was sent before, and what came of it has been used. Open its page again."
        )
        raise Problem("ALREADY_SENT", detail)
    return fresh


def answered(game: Game, holder: str, fresh: str) -> bool:
    """Whether the form that carried `fresh` was sent before: the token is alive."""
    return game.seat_of(fresh) == holder
