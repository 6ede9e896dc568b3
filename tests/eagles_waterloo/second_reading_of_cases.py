"""The acceptance cases by the oracle: each order that one gives, and all its positions bear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import RULES
from tests.eagles_waterloo import second_reading_of_campaigns as on_campaigns
from tests.eagles_waterloo import second_reading_of_decks as on_decks
from tests.eagles_waterloo.oracle_answers import reasons
from tests.eagles_waterloo.second_reading import PHASES, READINGS
from tests.rulesets.comparing import Heard, answered_alike, positions


def of_cases(heard: Sequence[Heard]) -> Iterator[str]:
    """Whatever a case asks of the rules, and whatever else might be asked there."""
    yield from answered_alike(RULES, heard, reasons)
    for state in positions(heard):
        for decision in RULES.decisions(state):
            for chapter in [it for it, kinds in PHASES.items() if decision.kind in kinds]:
                yield from READINGS[chapter](state, decision, Random(0))
            match decision.kind:
                case "deck":
                    yield from on_decks.of_a_deck(state, decision, Random(0))
                case "split":
                    yield from on_campaigns.of_an_army(state, decision.seat, Random(0))
                case "deploy":
                    yield from on_decks.of_deployment(state, decision.seat, Random(0))
                    yield from on_decks.of_layouts(state, decision.seat, Random(0))
    for it in heard:
        if not isinstance(it.answer, Refusal):
            yield from on_campaigns.of_an_end(it.state, it.answer)
