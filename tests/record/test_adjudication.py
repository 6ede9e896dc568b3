"""Re-adjudication: the orders in a log are decided again, and must cause the same events."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any

import msgspec
import pytest

from napoleon.audit.adjudication import decided_again
from napoleon.audit.audit import audit
from napoleon.log.folding import folded
from napoleon.log.game import Game, token_hash
from napoleon.play import execution
from napoleon.play.creation import created, laid_out
from napoleon.play.requests import Request
from napoleon.rules.events import Event, Line
from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Carried
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.cards import CardDrawn, CardFlipped
from napoleon.rulesets.napoleon1815.events.casualties import FatigueIncurred, LossAssigned
from napoleon.rulesets.napoleon1815.events.movement import MovementPointsSet, StackMoved
from tests.goldens import bundles
from tests.goldens.bundle_kinds import KINDS as KINDS_OF_BUNDLES
from tests.goldens.golden import FOLDER, read
from tests.napoleon1815.random_play import EVERY_TWO, EVERY_TWO_ELSEWHERE, KINDS, choices
from tests.repetitions import some_of

GAMES = 200
"""Under ``make soak``; under ``make test`` some of these, in which every two choices come together,
and which are of other kinds than those of ``tests/napoleon1815/test_properties.py``.
"""


def played(number: int) -> list[Event]:
    """The log of a game between random bots, of every scenario and option in turn."""
    random, now = Random(number), number + 1
    kind = KINDS[number % len(KINDS)]
    first = created(
        RULES,
        kind.scenario,
        kind.options,
        game_id=f"game{number:06}",
        seed=random.randbytes(32).hex(),
        nonces={seat: random.randbytes(8).hex() for seat in RULES.seats(kind.options)},
        tokens={seat: token_hash(seat) for seat in RULES.seats(kind.options)},
        awaits_seats=False,
        at=now,
    )
    game = folded(None, [first], RULES)
    events = [first, *laid_out(game, RULES, at=now)]
    game = folded(game, events[1:], RULES)
    while not game.over:
        decision = random.choice(RULES.decisions(game.state))
        order = random.choice(list(RULES.legal_orders(game.state, decision)))
        outcome = execution.give(game, Request(decision.seat, (order,), None, ""), RULES, at=now)
        assert not isinstance(outcome, Refusal)
        game, accepted = outcome
        events += accepted.events
    return events


@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", some_of(EVERY_TWO_ELSEWHERE, range(GAMES)))
def test_games_between_random_bots_are_decided_again_without_a_divergence(number: int) -> None:
    events = played(number)
    again = decided_again(events, RULES)
    assert again.divergence is None, again.divergence
    assert again.orders == sum(event.type == "order_given" for event in events)
    assert again.other_rules == 0


GOLDENS = sorted(FOLDER.glob(f"{RULES.name}-{RULES.version}/*.json"))


@pytest.mark.parametrize("path", GOLDENS[::4], ids=lambda path: path.stem)
def test_a_recorded_game_of_before_chains_is_decided_again(path: Any) -> None:
    golden = read(path)
    again = decided_again(golden.replayed(), RULES)
    assert again.divergence is None
    assert again.orders == len(golden.orders)


def test_every_two_choices_come_together() -> None:
    every = set().union(*map(choices, KINDS))
    for some in (EVERY_TWO, EVERY_TWO_ELSEWHERE):
        assert set().union(*(choices(KINDS[it]) for it in some)) == every
    assert not {*EVERY_TWO} & {*EVERY_TWO_ELSEWHERE}


# -- planted bugs -------------------------------------------------------------------------------


def declared(rules: DeclaredRules) -> dict[str, Any]:
    """All that a game was put together from."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


class FarMarches(DeclaredRules):
    """Rules with a planted bug: every stack has a movement point too many."""

    def carry_out(self, *order: Any) -> Carried | Refusal:
        outcome = super().carry_out(*order)
        if isinstance(outcome, Refusal):
            return outcome
        return outcome._replace(events=[self._too_far(event) for event in outcome.events])

    def _too_far(self, event: Event) -> Event:
        if not isinstance(event, MovementPointsSet):
            return event
        lines = (*event.breakdown, Line(1, "MOVE.1A", "planted"))
        return msgspec.structs.replace(event, total=event.total + 1, breakdown=lines)


class Crashing(DeclaredRules):
    """Rules that break down over a flip."""

    def carry_out(self, *order: Any) -> Carried | Refusal:
        outcome = super().carry_out(*order)
        if isinstance(outcome, Carried) and any(isinstance(e, CardFlipped) for e in outcome.events):
            raise RuntimeError("planted")
        return outcome


CHANGED: dict[type[Event], dict[str, int]] = {
    CardFlipped: {"losses": 9},
    StackMoved: {"cost": 7},
    FatigueIncurred: {"total": 5},
    LossAssigned: {"points": 9},
}
"""What is changed in a log, beside a card that was drawn."""


@pytest.fixture(scope="module")
def log() -> list[Event]:
    """The first game in which all this happens, whatever the dice and decks of these rules are."""
    return next(it for it in map(played, range(GAMES)) if {*map(type, it)} >= {*CHANGED})


def test_a_planted_bug_is_found_and_named(log: list[Event]) -> None:
    wrong = decided_again(log, FarMarches(**declared(RULES))).divergence
    first = next(event for event in log if isinstance(event, MovementPointsSet))
    assert wrong is not None
    assert (wrong.version, wrong.type) == (first.version, "movement_points_set")
    assert wrong.clause == first.clauses[0]
    assert wrong.difference["total"] == (first.total, first.total + 1)
    assert wrong.difference["breakdown"][1][-1] == [1, "MOVE.1A"]
    assert "total is" in wrong.detail


def test_rules_that_break_down_are_named_with_the_order(log: list[Event]) -> None:
    wrong = decided_again(log, Crashing(**declared(RULES))).divergence
    first = next(event.version for event in log if isinstance(event, CardFlipped))
    order = max(e.version for e in log if e.type == "order_given" and e.version < first)
    assert wrong is not None
    assert wrong.version == order
    assert "planted" in wrong.detail


def tampered(log: list[Event]) -> Iterator[tuple[int, list[Event]]]:
    """The log with something changed in it, and the version of the change."""

    def changed(kind: type[Event], **fields: Any) -> tuple[int, list[Event]]:
        victim = next(event for event in log if isinstance(event, kind))
        return victim.version, [
            msgspec.structs.replace(event, **fields) if event is victim else event for event in log
        ]

    drawn = next(event for event in log if isinstance(event, CardDrawn))
    other = next(
        it.card for it in log if isinstance(it, CardDrawn) and it.side == drawn.side and it != drawn
    )
    yield changed(CardDrawn, card=other)
    for kind, values in CHANGED.items():
        yield changed(kind, **values)


@pytest.mark.parametrize("which", range(1 + len(CHANGED)))
def test_what_no_order_causes_is_found(log: list[Event], which: int) -> None:
    version, events = list(tampered(log))[which]
    wrong = decided_again(events, RULES).divergence
    assert wrong is not None
    assert wrong.version == version


def test_an_event_too_many_and_one_too_few(log: list[Event]) -> None:
    index = next(i for i, event in enumerate(log) if isinstance(event, StackMoved))
    missing = decided_again(log[:index] + log[index + 1 :], RULES).divergence
    assert missing is not None
    assert missing.version in (log[index].version, log[index].version + 1)
    doubled = decided_again(log[: index + 1] + log[index:], RULES).divergence
    assert doubled is not None
    assert doubled.version in (log[index].version, log[index].version + 1)


def test_an_order_that_the_rules_refuse(log: list[Event]) -> None:
    index = [i for i, event in enumerate(log) if event.type == "order_given"][4]
    given = msgspec.structs.replace(log[index], order={"order": "pass"})
    wrong = decided_again([*log[:index], given, *log[index + 1 :]], RULES).divergence
    assert wrong is not None
    assert wrong.version == log[index].version


def test_a_log_without_its_beginning(log: list[Event]) -> None:
    wrong = decided_again(log[1:], RULES).divergence
    assert wrong is not None
    assert wrong.version == 2


def test_the_positions_of_a_game_are_those_of_its_log(log: list[Event]) -> None:
    game: Game = folded(None, log, RULES)
    assert game.over


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "seed", [50, *(pytest.param(it, marks=pytest.mark.soak) for it in (51, 52))]
)
@pytest.mark.parametrize("name", sorted(KINDS_OF_BUNDLES))
def test_games_with_all_that_the_law_knows_are_decided_again(name: str, seed: int) -> None:
    """Rewinds, kept draws, rulings, corrections, orders of the referee, deputies, hand-overs."""
    rules = KINDS_OF_BUNDLES[name].rules
    found = audit(io.BytesIO(bundles.recorded(name, seed).content), {rules.name: rules})
    assert found.holds, found.report.first_wrong
    assert found.adjudication is not None
    assert found.adjudication.orders > 30
