"""Checked verbs: where there are too many legal orders to list them, each is accepted or explained.

What is offered of such a verb are suggestions, and keeps the contract of `test_offers`. Any other
order of it is carried out or refused, the same way each time: with a reason and a clause, without
a draw, and without a trace.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data, verb_of
from tests.rulesets.entrants import NoChance, frozen, key
from tests.rulesets.playing import Played, Step
from tests.rulesets.test_offers import made_up, must_explain

POSITIONS = 8
"""Positions of a game at which checked orders are tried."""

SUGGESTIONS = 100
"""Offers of a checked verb that are too many to be called suggestions."""

SEED = "18" * 32


def test_a_checked_order_is_accepted_or_refused_with_a_reason(played: Played) -> None:
    rules = played.entrant.rules
    answers = {"accepted": 0, "refused": 0}
    for step in with_checked(played):
        state = played.entrant.thawed(step.before)
        for seat, order in checked_orders(played, step):
            where = f"{played}, {step}\n{seat} gives {key(order).decode()}"
            chances = [SeededChance(SEED, played.id, drawn=state.draws) for _ in range(2)]
            answer, again = (rules.decide(state, seat, order, chance) for chance in chances)
            assert frozen(state) == step.before, f"an answer has changed the position: {where}"
            same = msgspec.json.encode(answer) == msgspec.json.encode(again)
            assert same, f"the second time: {again}, the first: {answer}: {where}"
            if isinstance(answer, Refusal):
                answers["refused"] += 1
                assert rules.decide(state, seat, order, NoChance()) == answer, where
                must_explain(rules, answer, order, where)
                continue
            answers["accepted"] += 1
            first = answer[0]
            assert type(first) is OrderGiven and first.order == to_data(order), where
            after = played.entrant.after(state, answer)
            assert after.result or rules.decisions(after), f"nobody is asked after it: {where}"
    assert answers["refused"], f"{played}: whatever is tried is accepted, so nothing is checked"


def test_checked_verbs_are_verbs_of_which_a_few_are_suggested(played: Played) -> None:
    rules = played.entrant.rules
    known = {verb_of(verb) for verb in rules.verbs}
    for step in with_checked(played):
        state = played.entrant.thawed(step.before)
        for decision in rules.decisions(state):
            strange = set(decision.checked) - known
            assert not strange, f"no verbs of the game: {strange}: {played}, {step}"
            legal_orders = played.legal_orders(step, decision)
            few = [it for it in legal_orders if verb_of(type(it)) in decision.checked]
            assert len(few) <= SUGGESTIONS, f"{len(few)} suggestions: {played}, {step}"


def with_checked(played: Played) -> list[Step]:
    """Steps at which a verb is checked for somebody who is asked; skips a game that has none."""
    rules, entrant = played.entrant.rules, played.entrant
    found = [
        step
        for step in played.sample(len(played.steps), "checked")
        if any(it.checked for it in rules.decisions(entrant.thawed(step.before)))
    ]
    if not found:
        pytest.skip("no verb of the game is checked")
    return found[:POSITIONS]


def checked_orders(played: Played, step: Step) -> Iterator[tuple[str, Order]]:
    """Seats with orders of the verbs that are checked for them, none of them a suggestion."""
    decisions = played.entrant.rules.decisions(played.entrant.thawed(step.before))
    checked = {(it.seat, verb) for it in decisions for verb in it.checked}
    for seat, order in made_up(played, step):
        if (seat, verb_of(type(order))) in checked:
            yield seat, order
