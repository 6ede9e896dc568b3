"""The parts of the sequence of play: none of their steps is due while the part does not go on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.kit.sequence import Part, SequenceOfPlay, Step, steps
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.cards.windows import WINDOWS
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.random_play import GAME, KINDS
from tests.repetitions import repetitions

RARE = {"cards offered", "guard beaten", "grand battery"}
"""Steps that no random player comes to: each of the last two says itself what its part says."""

During = Callable[[Table], bool]


def asked_at_any_time(
    sequence: SequenceOfPlay[Table], came_up: Counter[str], during: tuple[During, ...] = ()
) -> Iterator[Step[Table]]:
    """All steps, out of their parts: one that is due while its part does not go on is a mistake."""
    for item in sequence:
        if isinstance(item, Part):
            yield from asked_at_any_time(item.steps, came_up, (*during, item.due))
        else:
            yield item._replace(due=_checked(item, came_up, during))


def _checked(step: Step[Table], came_up: Counter[str], during: tuple[During, ...]) -> During:
    def due(table: Table) -> bool:
        if not step.due(table):
            return False
        came_up[step.name] += 1
        assert all(goes_on(table) for goes_on in during), f"{step.name} is due outside its part"
        return True

    return due


@pytest.mark.parametrize("number", repetitions(8, 120))
def test_no_step_is_due_outside_its_part(number: int) -> None:
    assert play(number)


@pytest.mark.soak
def test_every_step_comes_up_in_these_games() -> None:
    came_up = sum((play(number) for number in range(120)), Counter[str]())
    assert {step.name for step in steps(SEQUENCE)} - {*came_up} <= RARE


def test_every_window_stands_at_a_step() -> None:
    names = {step.name for step in steps(SEQUENCE)}
    assert {window.step for window in WINDOWS.values()} <= names


def play(number: int) -> Counter[str]:
    """Whole random games, in which every step is asked at any time; how often each was due."""
    came_up = Counter[str]()
    sequence = tuple(asked_at_any_time(SEQUENCE, came_up))
    rules = replace(RULES, book=replace(RULES.book, sequence=sequence))
    kind, random, seed = KINDS[number % len(KINDS)], Random(number), f"{number:064x}"
    state: Any = None
    for event in rules.setup(kind.scenario, kind.options, SeededChance(seed, GAME, drawn=0)):
        state = rules.apply(state, event)
    while state.result is None:
        decision = random.choice(rules.decisions(state))
        order = random.choice(list(rules.legal_orders(state, decision)))
        chance = SeededChance(seed, GAME, drawn=state.draws)
        outcome = rules.decide(state, decision.seat, order, chance)
        assert not isinstance(outcome, Refusal)
        for event in outcome:
            state = rules.apply(state, event)
    return came_up
