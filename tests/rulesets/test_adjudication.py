"""Re-adjudication: the orders of a log, decided once more, cause the same events.

So rules give the same for the same order, position and draws, whenever they are asked; and where a
log was changed, or the rules were, the audit names the first event that is not as it should be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from napoleon.audit.adjudication import decided_again
from napoleon.audit.audit import audit_of_game
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import GameCreated
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven
from tests.rulesets.playing import Played

PLANTED = 2
"""Changes that are planted into a log, one at a time."""

HALF = 100
"""Orders after which a long game is cut off."""

AUDITED = 900
"""Versions of the longest game whose whole record is audited as well."""


def test_a_finished_game_is_decided_again_without_a_divergence(played: Played) -> None:
    again = decided_again(played.events, played.entrant.rules)
    assert again.divergence is None, f"{played}: {again.divergence}"
    assert again.orders == len(played.steps), f"{played}: not every order was decided again"
    assert again.other_rules == 0


def test_an_unfinished_game_is_decided_again_without_a_divergence(played: Played) -> None:
    """What was cut off has no end that says how it all came."""
    half = min(len(played.steps) // 2, HALF)
    middle = played.steps[half].version
    again = decided_again(played.events[:middle], played.entrant.rules)
    assert again.divergence is None, f"{played} up to version {middle}: {again.divergence}"
    assert again.orders == half


def test_the_audit_of_the_whole_record_holds(played: Played) -> None:
    """Every hash, every draw, and every decision: what an arbiter asks of a record."""
    if played.end.version <= AUDITED:
        audit = audit_of_game(played.games, played.id)
        assert audit.holds, f"{played}: {audit.report.first_wrong}"
        assert audit.adjudication is not None


def test_a_change_of_the_log_is_named(played: Played) -> None:
    planted = 0
    for version, name, log in _tampered(played.events, played.random("tampering")):
        wrong = decided_again(log, played.entrant.rules).divergence
        assert wrong is not None, f"{played}: {name} of event {version} was changed, unnoticed"
        assert wrong.version == version, f"{played}: {name} of event {version}: {wrong}"
        assert name in wrong.difference, f"{played}: {name} of event {version}: {wrong}"
        planted += 1
    assert planted == PLANTED, f"{played}: hardly an event has a number or a word to be changed"


def test_a_missing_event_is_named(played: Played) -> None:
    victim = played.random("missing").choice(list(_of_the_table(played.events)))
    log = [event for event in played.events if event is not victim]
    wrong = decided_again(log, played.entrant.rules).divergence
    assert wrong is not None, f"{played}: event {victim.version} is missing, unnoticed: {victim}"
    assert victim.version <= wrong.version <= victim.version + 1, f"{played}: {victim}\n{wrong}"


def _tampered(log: Sequence[Event], random: Random) -> Iterator[tuple[int, str, list[Event]]]:
    """Version of a changed event, its changed field, and the log with it."""
    table = list(_of_the_table(log))
    found = 0
    for event in random.sample(table, len(table)):
        fields = [it for it in event.payload if type(getattr(event, it)) in (int, str, bool)]
        if not fields or found == PLANTED:
            continue
        found += 1
        name = random.choice(fields)
        changed = msgspec.structs.replace(event, **{name: _another(getattr(event, name))})
        yield event.version, name, [changed if it is event else it for it in log]


def _of_the_table(log: Sequence[Event]) -> Iterator[Event]:
    """The events that the rules have made of orders."""
    known = GameCreated | OrderGiven | ServiceEvent
    return (event for event in log if not isinstance(event, known))


def _another(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else f"{value}?"
