"""What the page points at, and what tests make up, comes from the domains of declared verbs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from napoleon.log.folding import fold
from napoleon.rules.kit.declaring import PIECE, TARGET, DeclaredVerb, candidates_of
from napoleon.rules.orders import OrderGiven
from napoleon.rules.structs import fields_of
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.verbs import COMBAT, SETUP
from tests.goldens.golden import FOLDER, read

EVERY = 4
"""Of so many orders of a recorded game the position before one is looked at, and the first of each
kind of question."""

VERBS = (*SETUP, *COMBAT)
LATEST = FOLDER / f"{RULES.name}-{RULES.version}"


@cache
def asked() -> tuple[tuple[Any, Decision], ...]:
    """Decisions of recorded games, with their positions."""
    return tuple(_asked())


def _asked() -> Iterator[tuple[Any, Decision]]:
    seen: set[str] = set()
    for path in sorted(LATEST.glob("*.json")):
        game, given = None, 0
        for event in read(path).replayed():
            if game is not None and isinstance(event, OrderGiven):
                given += 1
                kinds = {it.kind for it in RULES.decisions(game.state)}
                if given % EVERY == 0 or kinds - seen:
                    seen |= kinds
                    state = RULES.copied(game.state)
                    yield from ((state, it) for it in RULES.decisions(state))
            game = fold(game, event, RULES)


def test_every_legal_order_says_what_is_among_the_candidates() -> None:
    seen = set()
    for state, decision in asked():
        listed = candidates_of(VERBS, Table(state, RULES.pack), decision)
        for order in RULES.legal_orders(state, decision):
            if type(order) in listed:
                seen.add(type(order))
                for name, values in listed[type(order)].items():
                    assert getattr(order, name) in values, (order, decision)
    assert seen == {it.order for it in VERBS}, "a verb that no recorded game comes to"


@pytest.mark.parametrize("verb", VERBS, ids=lambda it: it.order.__name__)
def test_what_is_pointed_at_are_the_fields_that_say_so(verb: DeclaredVerb[Any, Any, Any]) -> None:
    own = {verb.actor.field: verb.actor.points} if verb.actor.field else {}
    points = {**own, **{name: it.points for name, it in verb.fields.items()}}
    assert list(points) == [it.name for it in fields_of(verb.order)]
    places = [name for name, how in points.items() if how == TARGET]
    tried = 0
    for state, decision in asked():
        if decision.kind not in verb.actor.kinds:
            continue
        for order in verb.legal_orders(Table(state, RULES.pack), decision):
            words = RULES.wording.words(state, decision, order)
            pieces = tuple(getattr(order, it) for it, how in points.items() if how == PIECE)
            assert words.pieces == pieces
            if places:
                assert words.target == getattr(order, places[0])
            tried += 1
    assert tried
