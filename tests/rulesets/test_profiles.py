"""Profiles, and what no standing order does unless it says so.

Every game has three profiles, of which a player chooses one when they take their seat. They are
left as they are, before the table is laid out too, and hold until they are withdrawn.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from napoleon.rules.kit.conceding import AgreeToEnd, Resign
from napoleon.rules.kit.profiles import ASK_EVERYTHING, USUAL, WHAT_MATTERS
from napoleon.rules.kit.standing_orders import Big
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, Use
from napoleon.rules.terms import Decision
from tests.repetitions import so_many
from tests.rulesets.entrants import Entrant, frozen, key
from tests.rulesets.playing import Played, Step
from tests.rulesets.test_standing_orders import STEPS, _kept, _uses, standing_of

POSITIONS = 40
"""Positions of a game in which profiles are looked at."""


def profiles_of(entrant: Entrant) -> list[Any]:
    """The profiles of a game, as they are left; a game without any is not examined."""
    standing = standing_of(entrant)
    if not standing.profiles:
        pytest.skip("the game knows no profiles")
    return [kind() for kind in standing.profiles]


def test_a_player_chooses_among_three_profiles(entrant: Entrant) -> None:
    profiles, kinds = profiles_of(entrant), standing_of(entrant).kinds
    tags = [it.__struct_config__.tag for it in profiles]
    assert tags == [ASK_EVERYTHING, USUAL, WHAT_MATTERS], f"other profiles: {tags}"
    for it in profiles:
        assert type(it) in kinds, f"no kind of its game: {it}"
        assert not msgspec.structs.fields(it), f"it asks for values: {it}"
        assert inspect.getdoc(type(it)), f"it does not say what it stands for: {it}"


def test_a_profile_is_left_by_every_seat_anywhere_and_holds(played: Played) -> None:
    profiles, standing = profiles_of(played.entrant), standing_of(played.entrant)
    for step in played.sample(POSITIONS, "profiles"):
        state = played.entrant.thawed(step.before)
        for seat in played.seats:
            for it in profiles:
                where = f"{played}, version {step.version}, {seat} leaves {it}"
                assert standing.refuse(state, seat, it) is None, f"refused: {where}"
                assert not standing.has_expired(state, Kept("p", seat, it, {})), f"gone: {where}"


def test_who_is_asked_less_is_asked_nothing_else(played: Played) -> None:
    """The first profile answers nothing, and the last at least what the usual answers."""
    nothing, usual, matters = profiles_of(played.entrant)
    for step, state, decision in _questions(played):
        where = f"{played}, {step._replace(decision=decision)}"
        assert _answer(played, state, decision, nothing) is None, f"not asked everything: {where}"
        some = _answer(played, state, decision, usual)
        more = _answer(played, state, decision, matters)
        assert more or not some, f"asked behind the higher profile alone: {where}"
        legal_orders = list(map(key, played.legal_orders(step, decision)))
        for it in filter(None, (some, more)):
            assert key(it) in legal_orders, f"an answer is not offered: {it}, {where}"


@pytest.mark.parametrize("steps", so_many(6, STEPS))
def test_nothing_big_is_done_by_who_does_not_say_so(played: Played, steps: int) -> None:
    standing = standing_of(played.entrant)
    everything = getattr(standing, "big", ())
    if not everything:
        pytest.skip("the game declares nothing that seals something big")
    for kept, place in _kept(played):
        for step in played.steps[place : place + steps]:
            state = played.entrant.thawed(step.before)
            for decision, _, use in _uses(played, state, kept):
                wrong = next((it for it in everything if _does(it, decision, use)), None)
                where = f"{played}, {step._replace(decision=decision, order=use.order)}"
                assert wrong is None, f"{use.kept.word} does not say so: {where}"


def test_what_is_big_is_declared(entrant: Entrant) -> None:
    """The end of a game at least; by orders of the game, with clauses, and by kinds of its own."""
    rules, standing = entrant.rules, standing_of(entrant)
    everything: tuple[Big, ...] = getattr(standing, "big", ())
    if not everything:
        pytest.skip("the game declares nothing that seals something big")
    verbs = {it.verb for it in everything}
    ends = {it for it in rules.verbs if it in (Resign, AgreeToEnd)}
    assert ends <= verbs, f"a standing order may end the game: {ends - verbs}"
    for it in everything:
        assert it.verb in rules.verbs, f"no order of the game: {it.verb}"
        assert rules.clause(it.clause) is not None, f"the clause has no text: {it}"
        assert set(it.said_by) <= set(standing.kinds), f"no kinds of the game: {it}"
        assert not set(it.said_by) & set(standing.profiles), f"a profile says nothing of it: {it}"


def _does(big: Big, decision: Decision, use: Use) -> bool:
    """Whether a standing order does something big that it does not say."""
    if not isinstance(use.order, big.verb) or type(use.kept.word) in big.said_by:
        return False
    return big.when(None, decision, use.order)


def _questions(played: Played) -> Iterator[tuple[Step, Any, Decision]]:
    for step in played.sample(POSITIONS, "questions"):
        state = played.entrant.thawed(step.before)
        for decision in played.entrant.rules.decisions(state):
            yield step, state, decision
        assert frozen(state) == step.before, f"the position has changed: {played}, {step}"


def _answer(played: Played, state: Any, decision: Decision, word: Any) -> Order | None:
    kept = Kept("p", decision.seat, word, {})
    use = standing_of(played.entrant).answer(state, decision, [kept])
    return None if use is None else use.order
