"""The acceptance cases by the oracle: each order that one gives, and all its positions bear."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.fights import SkirmishDecided, SkirmisherFired
from napoleon.rulesets.napoleon_columbia.events.turn import PhaseStarted
from napoleon.rulesets.napoleon_columbia.state import State
from tests.napoleon_columbia import second_reading as on_the_map
from tests.napoleon_columbia import second_reading_of_battles as on_the_board
from tests.napoleon_columbia.oracle_answers import reasons
from tests.napoleon_columbia.oracle_comparison import ANSWERS
from tests.rulesets.comparing import Heard, answered_alike, positions


def of_cases(heard: Sequence[Heard]) -> Iterator[str]:
    """Whatever a case asks of the rules, and whatever else might be asked there."""
    yield from answered_alike(RULES, heard, reasons)
    for state in positions(heard):
        for decision in RULES.decisions(state)[:1]:
            for read in READ_AT.get(decision.kind, ()):
                yield from read(state, decision)
    for it in heard:
        if not isinstance(it.answer, Refusal):
            yield from _of_what_follows(it.state, it.answer)


def _of_what_follows(state: State, events: Sequence[Event]) -> Iterator[str]:
    if any(isinstance(it, SkirmisherFired | SkirmishDecided) for it in events):
        yield from on_the_map.of_skirmishes(state, events)
    for number, event in enumerate(events, 1):
        if isinstance(event, PhaseStarted) and event.phase == "supply":
            yield from on_the_map.of_the_end(ANSWERS.after(state, events[:number]), Random(0))


Read = Callable[[State, Decision], Iterator[str]]

READ_AT: dict[str, tuple[Read, ...]] = {
    "march": (
        on_the_map.of_marches,
        lambda state, decision: on_the_map.of_forced_marches(state, decision, Random(0)),
    ),
    "deploy": (on_the_board.of_deployment,),
    "combat": (
        on_the_board.of_moves,
        on_the_board.of_withdrawals,
        on_the_board.of_squares,
        on_the_board.of_fire,
        on_the_board.of_hits,
        on_the_board.of_losses_by_retreat,
        on_the_map.of_retreats,
        lambda state, decision: on_the_board.of_morale(state),
        lambda state, decision: on_the_board.of_routs(state, Random(0)),
    ),
    "beaten": (
        on_the_map.of_retreats,
        lambda state, decision: on_the_map.of_the_beaten(state, Random(0)),
    ),
    "reinforcement": (on_the_map.of_reinforcements,),
    "regroup": (on_the_map.of_regroupings,),
    "handicap": (on_the_map.of_handicaps,),
}
"""What is looked at where a case asks somebody."""
