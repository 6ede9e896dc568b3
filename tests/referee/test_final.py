"""Orders that are called final, before which players are asked, and what comes of the others.

That whoever is asked learns nothing from it is shown with twins, as of all that is received (see
`tests.rulesets.receiving`).
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.play.referee.taint import is_sealed
from napoleon.rules.contract import installed
from napoleon.rules.orders import Refusal, verb_of

ORDERS = 500
"""Orders of a game that is played at random."""

SEED = "18" * 32

GAMES = [
    ("napoleon1815", "historical_invasion", {}),
    ("napoleon1815", "historical_invasion", {"rules": "grognard"}),
    ("napoleon1815", "campaign", {"players": 3}),
    ("napoleon1815", "campaign", {"players": 3, "rules": "grognard", "resolver": "dice"}),
    ("napoleonic_empire", "europe", {}),
    ("napoleonic_empire", "europe", {"commanders": True, "divided_russia": True}),
]


def carried_out(rules: Any, state: Any, seat: str, order: Any, chance: SeededChance) -> list[Any]:
    """What an order causes, before the sequence of play goes on."""
    table = rules.table(rules.copied(state), rules.pack, chance)
    table.acting = seat
    [decision, *_] = [
        it
        for it in rules.decisions(state)
        if it.seat == seat and it.kind in rules.book.verbs[type(order)].kinds
    ]
    rules.book.verbs[type(order)].carry_out(table, decision, order)
    recorded: list[Any] = table.recorded
    return recorded


@pytest.mark.parametrize(("name", "scenario", "options"), GAMES, ids=str)
def test_what_is_not_final_neither_draws_nor_shows_anything(
    name: str, scenario: str, options: dict[str, Any]
) -> None:
    rules: Any = installed()[name]
    random, answers = Random(f"{scenario} {options}"), set()
    events = rules.setup(
        scenario, rules.checked_options(options), SeededChance(SEED, name, drawn=0)
    )
    state = None
    for _ in range(ORDERS):
        for event in events:
            state = rules.apply(state, event)
        if state.result:
            break
        decision = random.choice(rules.decisions(state))
        legal_orders = list(rules.legal_orders(state, decision))
        verb = random.choice(sorted({verb_of(type(it)) for it in legal_orders}))
        order = random.choice([it for it in legal_orders if verb_of(type(it)) == verb])
        final = rules.is_irreversible(state, decision, order)
        answers.add(final)
        chance = SeededChance(SEED, name, drawn=state.draws)
        if not final:
            caused = carried_out(rules, state, decision.seat, order, chance)
            assert not is_sealed(caused, decision.seat), order
        chance = SeededChance(SEED, name, drawn=state.draws)
        events = rules.decide(state, decision.seat, order, chance)
        assert not isinstance(events, Refusal)
    assert answers == {True, False}
