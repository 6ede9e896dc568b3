"""Instructions answer only what they are asked, and only by an order that is offered.

Examined for games that have some (`standing`). They are made up out of the words of the game; those
that are not refused are kept by every seat for the rest of the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Union

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.kit.conceding import AgreeToEnd
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder, StandingOrders, Use
from napoleon.rules.terms import Decision
from tests.repetitions import so_many
from tests.rulesets.entrants import Entrant, frozen, key
from tests.rulesets.guessing import Words, guesses
from tests.rulesets.playing import Played, Step
from tests.rulesets.test_offers import must_explain

GUESSES = 40
"""Instructions of each kind that are made up."""

LEFT = 3
"""Positions of a game in which they are left."""

STEPS = 60
"""Questions that they may answer after each."""


def standing_of(entrant: Entrant) -> StandingOrders:
    """The standing orders of a game; a game without any is not examined."""
    if entrant.rules.standing is None:
        pytest.skip("the game knows no instructions")
    return entrant.rules.standing


def test_kinds_are_told_from_each_other(entrant: Entrant) -> None:
    kinds = standing_of(entrant).kinds
    tags = [kind.__struct_config__.tag for kind in kinds]
    assert len(set(tags)) == len(tags) > 0, f"two kinds have the same tag: {tags}"
    assert all(issubclass(kind, StandingOrder) for kind in kinds), kinds
    msgspec.json.schema(_any_of(entrant))


def test_what_is_left_with_one_click_can_be_left_by_every_seat_anywhere(played: Played) -> None:
    standing = standing_of(played.entrant)
    if standing.no_card is None:
        pytest.skip("the game offers none")
    assert isinstance(standing.no_card, standing.kinds)
    assert _from_json(played.entrant, standing.no_card) == standing.no_card
    for step in played.sample(LEFT, "one click"):
        state = played.entrant.thawed(step.before)
        for seat in played.seats:
            refusal = standing.refuse(state, seat, standing.no_card)
            assert refusal is None, f"{played}, version {step.version}, {seat}: {refusal}"


def test_a_standing_order_is_refused_with_a_reason_or_can_be_kept(played: Played) -> None:
    standing, rules = standing_of(played.entrant), played.entrant.rules
    could = 0
    for step, seat, word in _made_up(played):
        where = f"{played}, version {step.version}, {seat} leaves {word}"
        state = played.entrant.thawed(step.before)
        assert _from_json(played.entrant, word) == word, f"another one from JSON: {where}"
        refusal = standing.refuse(state, seat, word)
        assert frozen(state) == step.before, f"the position has changed: {where}"
        if refusal is None:
            could += 1
            continue
        must_explain(rules, refusal, word, where)
    assert could, f"{played}: every instruction that was made up is refused"


@pytest.mark.parametrize("steps", so_many(8, STEPS))
def test_an_answer_is_one_of_the_offers(played: Played, steps: int) -> None:
    answers = 0
    for kept, place in _kept(played):
        for step in played.steps[place : place + steps]:
            answers += _answered_by_offers(played, step, kept)
    assert answers, f"{played}: no instruction has answered anything"


def test_an_offer_to_end_the_game_is_not_turned_down_by_an_answer(played: Played) -> None:
    """Others are asked while it stands; whoever has made it turns nothing down."""
    rules, standing = played.entrant.rules, standing_of(played.entrant)
    if AgreeToEnd not in rules.verbs:
        pytest.skip("players do not agree that the game ends")
    for kept, place in _kept(played):
        for step in played.steps[place : place + STEPS]:
            state = played.entrant.thawed(step.before)
            use = next(_uses(played, state, kept), None)
            if use is None or not _may_all_agree(played, state):
                continue
            decision, some, answer = use
            for seat in played.seats:
                offered = _offered(played, state, seat)
                mine = seat == decision.seat
                found = standing.answer(offered, decision, some)
                assert found == (answer if mine else None), f"{seat} offers: {played}, {step}"
            return
    pytest.fail(f"{played}: no standing order answers anything")


def _may_all_agree(played: Played, state: Any) -> bool:
    """Whether nobody has agreed yet, so that every seat may begin."""
    rules = played.entrant.rules
    return all(AgreeToEnd in rules.free_verbs(state, seat) for seat in played.seats)


def _offered(played: Played, state: Any, seat: str) -> Any:
    """The position after a seat has offered to end the game."""
    rules = played.entrant.rules
    chance = SeededChance("18" * 32, "0000001815", drawn=state.draws)
    events = rules.decide(state, seat, AgreeToEnd(), chance)
    assert not isinstance(events, Refusal), events
    moved = played.entrant.thawed(frozen(state))
    for event in events:
        moved = rules.apply(moved, event)
    return moved


def _uses(
    played: Played, state: Any, kept: list[Kept]
) -> Iterator[tuple[Decision, list[Kept], Use]]:
    """What is answered in a position, by all standing orders of a seat and by each of them."""
    standing = standing_of(played.entrant)
    for decision in played.entrant.rules.decisions(state):
        mine = [it for it in kept if it.seat == decision.seat]
        living = [it for it in mine if not standing.has_expired(state, it)]
        for some in (living, *([it] for it in living)):
            use = standing.answer(state, decision, some) if some else None
            if use is not None:
                yield decision, some, use


def _answered_by_offers(played: Played, step: Step, kept: list[Kept]) -> int:
    """How many questions were answered at a step."""
    state = played.entrant.thawed(step.before)
    answers = 0
    for decision, some, use in _uses(played, state, kept):
        answers += 1
        where = f"{played}, {step._replace(decision=decision, order=use.order)}\n{use.kept}"
        legal_orders = played.legal_orders(step, decision)
        assert key(use.order) in map(key, legal_orders), f"an answer is not offered: {where}"
        assert use.kept in some, f"answered by an instruction that was not asked: {where}"
        assert type(use.spent) is bool
    assert frozen(state) == step.before, f"the position has changed: {played}, {step}"
    return answers


def _made_up(played: Played) -> Iterator[tuple[Step, str, Any]]:
    for step in played.sample(LEFT, "instructions"):
        decisions = [step.decision, *(it.decision for it in played.steps)]
        words = Words(played.entrant.rules, decisions)
        random = played.random(f"instructions {step.version}")
        for kind in standing_of(played.entrant).kinds:
            for word in guesses(kind, words, random, GUESSES):
                yield step, random.choice(played.seats), word


def _kept(played: Played) -> Iterator[tuple[list[Kept], int]]:
    """What can be kept from a step on, and the place of the step."""
    standing, places = (
        standing_of(played.entrant),
        {it.version: n for n, it in enumerate(played.steps)},
    )
    found: dict[int, list[Kept]] = {}
    for step, seat, word in _made_up(played):
        state = played.entrant.thawed(step.before)
        if standing.refuse(state, seat, word) is None:
            occasion = msgspec.json.decode(msgspec.json.encode(standing.occasion(state)))
            kept = found.setdefault(step.version, [])
            kept.append(Kept(str(len(kept)), seat, word, occasion))
    for version, kept in found.items():
        yield kept, places[version]


def _any_of(entrant: Entrant) -> Any:
    return Union[standing_of(entrant).kinds]  # noqa: UP007 - known at run time only


def _from_json(entrant: Entrant, word: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(word), type=_any_of(entrant))
