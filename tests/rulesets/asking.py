"""Questions of random games, and one of a toy game whose rules are changed for a control."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from napoleon.chance.unchained import UnchainedChance
from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from tests.rulesets.entrants import Entrant, forms, frozen
from tests.rulesets.playing import Step
from tests.toys import drill

SEED = f"{1815:064x}"


def positions(rules: Any, games: Iterable[int]) -> Iterator[tuple[Any, Decision]]:
    """The questions of random games, by their numbers; together they are of all forms."""
    every = forms(rules)
    for game in games:
        form, random, state = every[game % len(every)], Random(game), None
        chance = UnchainedChance(SEED, str(game), drawn=0)
        events = rules.setup(form.scenario, rules.checked_options(form.options), chance)
        while events:
            for event in events:
                state = rules.apply(state, event)
            events = []
            for decision in rules.decisions(state)[:1]:
                yield state, decision
                order = random.choice(list(rules.legal_orders(state, decision)))
                chance = UnchainedChance(SEED, str(game), drawn=state.draws)
                events = rules.decide(state, decision.seat, order, chance)


@dataclass(eq=False)
class Examined:
    """What the tests read of a game."""

    entrant: Entrant
    steps: list[Step]
    events: list[Event] = field(default_factory=list)

    def sample(self, most: int, purpose: str) -> list[Step]:
        """All steps."""
        return self.steps

    def legal_orders(self, step: Step, decision: Decision) -> list[Order]:
        """The answers to its question."""
        return self.entrant.legal_orders(self.entrant.thawed(step.before), decision)


def drilled(is_asked: Callable[[Sequence[Order]], bool] = bool, **parts: Any) -> Any:
    """The first question of drill with such answers, with other `parts` of its rules."""
    rules = replace(drill.RULES, **parts)
    entrant = Entrant(rules, None, rules.bot)
    for state, decision in positions(drill.RULES, range(20)):
        legal_orders = entrant.legal_orders(state, decision)
        if is_asked(legal_orders):
            return Examined(entrant, [Step(1, frozen(state), decision, legal_orders[0])])
    raise AssertionError("no question of these games has such answers")
