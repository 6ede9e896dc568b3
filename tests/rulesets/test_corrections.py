"""Corrections set what they name, and the game goes on from the corrected table.

Examined for games that have some (`corrections`). They are made up out of the words of the game;
whatever is not refused must leave every question open that was open before, and a position in
which the rules go on.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Union

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.corrections import Correction, Corrections
from napoleon.rules.events import REFEREE
from napoleon.rules.narration import describe
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.viewer import Viewer
from tests.rulesets.entrants import Entrant, frozen
from tests.rulesets.guessing import Words, guesses
from tests.rulesets.playing import Played, Step, some
from tests.rulesets.test_offers import must_explain

GUESSES = 25
"""Corrections of each kind that are made up in a position."""

POSITIONS = 3
"""Positions of a game that are corrected."""

REASON = "text01234567"
"""The id of the text that says why."""

OFFERS = 4
"""Offers that are given in each corrected position."""


def corrections_of(entrant: Entrant) -> Corrections:
    """The corrections of a game; a game without any is not examined."""
    if entrant.rules.corrections is None:
        pytest.skip("the game knows no corrections")
    return entrant.rules.corrections


def test_kinds_are_told_from_each_other(entrant: Entrant) -> None:
    kinds = corrections_of(entrant).kinds
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags) > 0, f"two kinds have the same tag: {tags}"
    assert all(issubclass(kind, Correction) for kind in kinds), kinds
    msgspec.json.schema(Union[kinds])  # noqa: UP007 - known at run time only


def test_a_correction_is_refused_with_a_reason_or_carried_out(played: Played) -> None:
    rules, carried_out = played.entrant.rules, set()
    for step, correction in _made_up(played):
        where = f"{played}, version {step.version}: {correction}"
        kinds: Any = Union[corrections_of(played.entrant).kinds]  # noqa: UP007
        back = msgspec.json.decode(msgspec.json.encode(correction), type=kinds)
        assert back == correction, f"another one from JSON: {where}"
        state = played.entrant.thawed(step.before)
        outcome = corrections_of(played.entrant).carry_out(state, correction, REASON)
        assert frozen(state) == step.before, f"the position itself was changed: {where}"
        if isinstance(outcome, Refusal):
            must_explain(rules, outcome, correction, where)
            continue
        carried_out.add(type(correction))
        assert outcome, f"carried out without an event: {where}"
        for event in outcome:
            assert type(event) is not OrderGiven and not event.drawn, f"{event}: {where}"
            assert event.clauses and all(map(rules.clause, event.clauses)), f"{event}: {where}"
            assert describe(event, Viewer(REFEREE), rules.names).strip()
        reasons = {getattr(event, "reason", None) for event in outcome}
        assert REASON in reasons, f"no event holds the id of the reason: {where}"
    assert carried_out, f"{played}: every correction that was made up is refused"


def test_questions_stay_open_and_the_game_goes_on(played: Played) -> None:
    rules = played.entrant.rules
    for step, correction in _made_up(played):
        where = f"{played}, version {step.version}: {correction}"
        state = played.entrant.thawed(step.before)
        outcome = corrections_of(played.entrant).carry_out(state, correction, REASON)
        if isinstance(outcome, Refusal):
            continue
        after = played.entrant.after(state, outcome)
        assert frozen(after) != step.before, f"carried out, and nothing has changed: {where}"
        assert after.draws == state.draws, f"something was drawn: {where}"
        before, now = (
            [(it.id, it.seat, it.kind) for it in rules.decisions(position)]
            for position in (state, after)
        )
        assert set(before) <= set(now), f"{before} were asked, and now {now}: {where}"
        _goes_on(played, after, played.random(where), where)


def _goes_on(played: Played, after: Any, random: Random, where: str) -> None:
    rules = played.entrant.rules
    for decision in rules.decisions(after):
        legal_orders = played.entrant.legal_orders(after, decision)
        assert legal_orders, f"nothing is offered for {decision} any more: {where}"
        for order in some(legal_orders, OFFERS, random)[:OFFERS]:
            chance = SeededChance("18" * 32, played.id, drawn=after.draws)
            caused = rules.decide(after, decision.seat, order, chance)
            assert not isinstance(caused, Refusal), f"refused after it: {order}, {where}\n{caused}"


def _made_up(played: Played) -> Iterator[tuple[Step, Correction]]:
    """The same corrections whenever they are asked for."""
    for step in played.sample(POSITIONS, "corrections"):
        words = Words(played.entrant.rules, [step.decision])
        random = played.random(f"corrections {step.version}")
        for kind in corrections_of(played.entrant).kinds:
            for correction in guesses(kind, words, random, GUESSES):
                yield step, correction
