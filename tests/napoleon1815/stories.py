"""Stories for pairs of games: orders by script, and what comes of them.

Whoever is asked something that a script does not speak of answers in the simplest way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleon1815.orders import DeclineWindow
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.battles import RESERVES
from tests.napoleon1815.kit import NO_BLUE, RULES, Standing, position
from tests.napoleon1815.scripted import ScriptedChance, Wish

SHORT = 12
"""Most answers in a row of which a script does not speak."""

ANYTHING = Wish("anything", lambda option: True)


class Pair(NamedTuple):
    """What happened in two games, and who may not know in what they differ."""

    one: Sequence[Event]
    other: Sequence[Event]
    readers: tuple[str, ...]


def happened(state: State, *script: tuple[str, Order], **wishes: Sequence[Wish]) -> list[Event]:
    """What comes of these orders, each with its seat; the sides draw what they wish."""
    chance = ScriptedChance(**wishes, otherwise=ANYTHING)
    events: list[Event] = []
    for seat, order in script:
        for _ in range(SHORT):
            outcome = RULES.decide(state, seat, order, chance)
            given = not isinstance(outcome, Refusal)
            if not given:
                outcome = _simple_answer(state, chance)
            assert not isinstance(outcome, Refusal), outcome
            for event in outcome:
                state = RULES.apply(RULES.copied(state), event)
            events += outcome
            if given:
                break
        else:
            raise AssertionError(f"{order} cannot be given")
    return events


def _simple_answer(state: State, chance: ScriptedChance) -> Any:
    decision = RULES.decisions(state)[0]
    legal_orders = list(RULES.legal_orders(state, decision))
    answer = next((it for it in (DeclineWindow(), NO_BLUE) if it in legal_orders), legal_orders[0])
    return RULES.decide(state, decision.seat, answer, chance)


def laid(blocks: Mapping[str, Standing], **given: Any) -> State:
    """A position with these blocks, in this order, before the reserves."""
    rest = {name: standing for name, standing in RESERVES.items() if name not in blocks}
    return position({**blocks, **rest}, **given)
