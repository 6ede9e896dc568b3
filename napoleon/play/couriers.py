"""Couriers: the fate of dispatches is drawn when they are sent, and they come when they are due."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.chance import SECRET, Label, link, number
from napoleon.log.dispatches import DELIVERED, LOST, PURPOSE, fates
from napoleon.log.events.dispatches import DispatchDrawn, DispatchDue
from napoleon.log.game import Game


def drawn(game: Game, dispatch: int, captors: Sequence[str]) -> DispatchDrawn:
    """The fate of a dispatch, drawn with the next link of the secret chain.

    The game has a charter, and a link left.
    """
    assert game.charter is not None
    options = fates(game.charter.lost, game.charter.captured, captors)
    used = game.links.get(SECRET, 0) + 1
    nonces = tuple(sorted(game.nonces.items()))
    label = Label(game.drawn_as, game.branch, used, dispatch, PURPOSE, len(options), nonces)
    fate = options[number(link(game.created.seed, SECRET, used), label)]
    return DispatchDrawn(
        dispatch, used, game.charter.lost, game.charter.captured, tuple(captors), fate
    )


def arrivals(game: Game) -> list[DispatchDue]:
    """The dispatches that are due in a position, whatever becomes of them."""
    if game.state is None or game.over:
        return []
    due = [it for it in game.dispatches.values() if not it.held and it.due <= game.state.turn]
    return [
        DispatchDue(
            it.id, it.reader, it.sender, it.writer, it.to, it.origin, it.destination, it.turn,
            it.text, it.fate if it.fate in (LOST, DELIVERED) else "captured",
        )
        for it in due
    ]  # fmt: skip
