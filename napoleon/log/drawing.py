"""Drawing: the chance that a game has committed to, as far as its log has used it up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from napoleon.chance import Call, Chance, Kept, Label, SeededChance, link, number
from napoleon.chance.unchained import UnchainedChance
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled
from napoleon.log.game import Game


class Drawing(Chance, Protocol):
    """Chance for one order, which tells afterwards what each draw was for."""

    calls: list[Call]


ChanceOf = Callable[[Game], Drawing]
"""Gives the chance that the next order of a game draws with."""


def chance_of(game: Game, kept: Mapping[int, Kept] | None = None) -> Drawing:
    """The chance that the game has committed to.

    `kept` are draws that a rewind has undone and that count again, by number.
    """
    drawn = 0 if game.state is None else game.state.draws
    if not game.created.chains:
        return UnchainedChance(game.created.seed, game.id, drawn)
    return SeededChance(
        game.created.seed,
        game.drawn_as,
        drawn,
        branch=game.branch,
        nonces=game.nonces,
        used=game.links,
        kept=kept,
    )


def kept_draws(call: DrawsCalled | SecretDrawsCalled, called: Game) -> dict[int, Kept]:
    """What the draws of `call` gave, by number; `called` is the game at the version of the call."""
    key = link(called.created.seed, call.chain, call.link)
    nonces = tuple(sorted(called.nonces.items()))
    found = {}
    for draw, (purpose, size) in enumerate(zip(call.purposes, call.sizes, strict=True), call.first):
        label = Label(called.drawn_as, called.branch, call.link, draw, purpose, size, nonces)
        found[draw] = Kept(call.version, purpose, size, call.chain, number(key, label))
    return found
