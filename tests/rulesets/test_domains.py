"""Declared verbs: what their domains name is written and read; what none of them names is refused.

A declaration says what each field of an order may say. An order of any of these values, whether it
is legal or not, has a line that is read back; one with another value of the right type is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import msgspec
import pytest

from napoleon.rules.kit.declaring import DeclaredVerb
from napoleon.rules.orders import Order, Refusal, verb_of
from napoleon.rules.structs import fields_of
from napoleon.rules.terms import Decision
from tests.rulesets.entrants import NoChance, frozen
from tests.rulesets.guessing import NUMBERS, Words
from tests.rulesets.playing import Played, Step, some
from tests.rulesets.test_offers import must_explain

POSITIONS = 12
"""Positions of a game at which declared verbs are tried, beside the first of each verb."""

MOST_ORDERS = 20
"""Orders of a verb that are written in a position."""

MOST_ACTING = 2
"""Orders of a verb that are spoilt in a position."""

MOST_OTHERS = 5
"""Values of a field that are in no domain and are tried in a position."""


class Asked(NamedTuple):
    """A declared verb that answers a question, with the values of its fields."""

    step: Step
    state: Any
    seat: str
    verb: DeclaredVerb[Any, Any, Any]
    made: list[Order]
    """Orders of the values of its domains."""
    values: dict[str, list[Any]]
    """What each field may say, whoever acts."""


def test_an_order_of_what_its_domains_name_is_read_back_from_its_line(played: Played) -> None:
    notation = played.entrant.notation
    if notation is None:
        pytest.skip("the game has registered no notation: see test_declared")
    for step, state, seat, _, made, _ in asked(played):
        decisions = [it for it in played.entrant.rules.decisions(state) if it.seat == seat]
        for order in some(made, MOST_ORDERS, played.random(str(step))):
            line = notation.write(order, state, seat)
            back = notation.read(state, decisions[0], seat, line)
            assert back == order, f"{order} is written as {line!r} and read as {back}: {step}"


def test_a_value_that_is_in_no_domain_is_refused_and_changes_nothing(played: Played) -> None:
    rules, tried = played.entrant.rules, 0
    if not any(fields_of(it.order) for it in declared(rules)):
        pytest.skip("no order has a field")
    for it in asked(played):
        for order in outside(played, it):
            tried += 1
            answer = rules.decide(it.state, it.seat, order, NoChance())
            where = f"{played}, {it.step}\n{it.seat} gives {order}"
            assert isinstance(answer, Refusal), f"carried out: {where}"
            must_explain(rules, answer, order, where)
            assert frozen(it.state) == it.step.before, f"it has changed the position: {where}"
    assert tried, "no field says anything"


def declared(rules: Any) -> list[DeclaredVerb[Any, Any, Any]]:
    """The verbs of a game that are declared once."""
    verbs = rules.book.verbs.values() if hasattr(rules, "book") else ()
    owners = (getattr(it.legal_orders, "__self__", None) for it in verbs)
    return [it for it in owners if isinstance(it, DeclaredVerb)]


def asked(played: Played) -> Iterator[Asked]:
    """The declared verbs that are asked for in some positions; skips a game that has none."""
    rules: Any = played.entrant.rules
    verbs = declared(rules)
    if not verbs:
        pytest.skip("the game declares no verb")
    first_of_its_verb = {type(it.order): it for it in reversed(played.steps)}.values()
    steps = {it.version: it for it in (*played.sample(POSITIONS, "domains"), *first_of_its_verb)}
    for step in steps.values():
        state = played.entrant.thawed(step.before)
        table = rules.table(state, rules.pack, None)
        decisions = rules.decisions(state)
        for seat, verb in product(dict.fromkeys(it.seat for it in decisions), verbs):
            # A seat may be asked for several nations: an order answers any of these questions.
            mine = [it for it in decisions if it.seat == seat and it.kind in verb.actor.kinds]
            if mine:
                made, values = _of_domains(verb, table, mine)
                yield Asked(step, state, seat, verb, made, values)


def _of_domains(
    verb: DeclaredVerb[Any, Any, Any], table: Any, decisions: list[Decision]
) -> tuple[list[Order], dict[str, list[Any]]]:
    actor, made = verb.actor, list[Order]()
    values: dict[str, list[Any]] = {it.name: [] for it in fields_of(verb.order)}
    for decision in decisions:
        if verb.listed is not None:
            made += verb.legal_orders(table, decision)
            for field, several in verb.candidates(table, decision).items():
                values[field] += several
            continue
        for name in actor.candidates(table, decision):
            at = actor.scene(table, decision, name)
            own = {actor.field: [name]} if actor.field else {}
            held = {**own, **{field: [*it.candidates(at)] for field, it in verb.fields.items()}}
            for field, several in held.items():
                values[field] += several
            made += [
                verb.order(**dict(zip(held, it, strict=True))) for it in product(*held.values())
            ]
    return made, values


def outside(played: Played, it: Asked) -> Iterator[Order]:
    """Orders with a value of the right type in one field that is in no domain."""
    words = Words(played.entrant.rules)
    for order in some(it.made, MOST_ACTING, played.random(str(it.step)))[:MOST_ACTING]:
        said = {name: getattr(order, name) for name in it.values}
        for name, known in it.values.items():
            others = words.others("") if isinstance(said[name], str) else NUMBERS
            foreign = [value for value in others if value not in known]
            random = played.random(f"{it.step.version} {verb_of(it.verb.order)} {name}")
            for value in random.sample(foreign, min(MOST_OTHERS, len(foreign))):
                try:
                    data = {"order": verb_of(it.verb.order), **said, name: value}
                    yield msgspec.convert(data, it.verb.order)
                except msgspec.ValidationError:
                    continue
