"""Asking players whether they are sure: only of orders that they cannot withdraw any more.

They may say that orders of a kind need no second word, and their browser remembers it for the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from flask import Response, request

from api.web.game.looking import asked
from napoleon.log.game import Game
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Order, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Words

_KINDS = re.compile(r"[a-z0-9_.]{1,2000}")

KEPT = 400 * 24 * 3600
"""Seconds for which a browser remembers it, the most that browsers grant."""


def is_irreversible(game: Game, rules: Ruleset, seat: str, orders: Sequence[Order]) -> bool:
    """Whether `seat` is asked about one of these orders, of which it gives all.

    An illegal one does not count, as nothing comes of it. One that nobody asks for, such as to
    resign, is final. Any order of a checked verb is, if one that is suggested is.
    """
    state = game.state
    if state is None:
        return False
    for decision in asked(game):
        if decision.seat == seat:
            checked = {type(it) for it in orders if verb_of(type(it)) in decision.checked}
            for offer in rules.legal_orders(state, decision):
                meant = offer in orders or type(offer) in checked
                if meant and needs_a_word(rules, state, decision, offer):
                    return True
    free = tuple(rules.free_verbs(state, seat))
    return any(type(it) in free for it in orders)


def is_always_asked(game: Game, rules: Ruleset, seat: str, order: Order) -> bool:
    """Whether its player is asked each time: nobody asks for it, so it may end the whole game."""
    return game.state is not None and type(order) in rules.free_verbs(game.state, seat)


def needs_a_word(rules: Ruleset, state: Any, decision: Decision, order: Order) -> bool:
    """Whether a player is asked about a legal order: if it is final, and no ordinary one.

    See `napoleon.rules.wording.Words.ordinary`.
    """
    words = None if rules.wording is None else rules.wording.words(state, decision, order)
    return worth_a_word(rules, state, decision, order, words)


def worth_a_word(
    rules: Ruleset, state: Any, decision: Decision, order: Order, words: Words | None
) -> bool:
    """The same of an order whose words are known; None where the game has none for orders."""
    if words is not None and words.ordinary:
        return False
    return rules.is_irreversible(state, decision, order)


def kinds(game: Game) -> frozenset[str]:
    """The verbs that need no second word."""
    said = request.cookies.get(_cookie(game), "")
    return frozenset(said.split(".")) if _KINDS.fullmatch(said) else frozenset()


def remember(answer: Response, game: Game, verbs: Iterable[str]) -> None:
    """From now on orders of these verbs need no second word."""
    answer.set_cookie(
        _cookie(game),
        ".".join(sorted({*kinds(game), *verbs})),
        max_age=KEPT,
        path=f"/games/{game.id}",
        secure=request.is_secure,
        httponly=True,
        samesite="Strict",
    )


def _cookie(game: Game) -> str:
    return f"sure-{game.id}"
