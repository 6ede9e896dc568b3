"""What several seats can answer without knowing of each other they are asked at once.

A question that always comes after another seat's answer of the same kind, and is the same whatever
that answer was, with nothing seen of it, might have been put with it. By mail it costs a day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from napoleon.chance.unchained import UnchainedChance
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from tests.rulesets.playing import Played, Step

IN_ORDER = {
    "napoleon1815": {
        "window": "the side in play answers before the other [CARDS.4]",
        "declare_blue": "the French say first whether they play a card [INIT.1]",
    },
    "napoleonic_empire": {"window": "the side to move answers before the other [E-13]"},
    "eagles_waterloo": {"window": "the side in play answers before the other [13.0]"},
}
"""By game and kind of question, why seats answer one after the other."""

SEED = f"{1815:064x}"

OTHERS = 6
"""How many other answers of a seat are tried."""


def test_nobody_is_asked_after_another_what_might_be_asked_at_once(played: Played) -> None:
    rules = played.entrant.rules
    found = defaultdict[str, list[bool]](list)
    for step, asked in _next_to_be_asked(played):
        found[asked.kind].append(_is_the_same_whatever(rules, played, step, asked))
    in_order = IN_ORDER.get(rules.name, {})
    # Once it may be chance that no answer made a difference.
    waited = [
        it for it, same in found.items() if len(same) > 1 and all(same) and it not in in_order
    ]
    assert not waited, f"{played}: who is asked {waited} second need not have waited"


def _next_to_be_asked(played: Played) -> Iterator[tuple[Step, Decision]]:
    """Orders, and the questions of the same kind that another seat is asked only after them."""
    rules = played.entrant.rules
    for step, then in pairwise(played.steps):
        if then.decision.seat == step.decision.seat or then.decision.kind != step.decision.kind:
            continue
        before = {it.seat for it in rules.decisions(played.entrant.thawed(step.before))}
        if then.decision.seat not in before:
            yield step, then.decision


def _is_the_same_whatever(rules: Any, played: Played, step: Step, asked: Decision) -> bool:
    """Whether the same is asked, allowed and known after any other answer that is tried."""
    legal_orders = rules.legal_orders(played.entrant.thawed(step.before), step.decision)
    others = [it for it in legal_orders if it != step.order][:OTHERS]
    ways = [_after(rules, played, step, it, asked.seat) for it in (step.order, *others)]
    return len(ways) > 1 and all(way == ways[0] for way in ways)


def _after(rules: Any, played: Played, step: Step, order: Order, seat: str) -> Any:
    """What a seat is asked after an order of another, what it may do, and all that it knows."""
    before, after = (played.entrant.thawed(step.before) for _ in range(2))
    chance = UnchainedChance(SEED, "together", drawn=before.draws)
    events = rules.decide(before, step.decision.seat, order, chance)
    assert not isinstance(events, Refusal), f"a legal order is refused: {order}"
    for event in events:
        after = rules.apply(after, event)
    mine = [it for it in rules.decisions(after) if it.seat == seat]
    allowed = [to_data(it) for decision in mine for it in rules.legal_orders(after, decision)]
    return mine, allowed, rules.known(after, Viewer(seat))
