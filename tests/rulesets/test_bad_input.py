"""Data that are no order of a game: refused before the rules are asked, whatever is wrong in them.

What is wrong comes from the types of the fields: another type, too much, too little, nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import inspect

from napoleon.play.requests import parsed
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.structs import fields_of
from tests.rulesets.entrants import frozen
from tests.rulesets.guessing import Words, guesses
from tests.rulesets.playing import Played
from tests.rulesets.test_offers import wrong_orders
from tests.stores import embedded

NONE_OF_A_TYPE: dict[type[inspect.Type], tuple[Any, ...]] = {
    inspect.StrType: (2, None, ["x"], {"x": 1}),
    inspect.IntType: ("two", None, 1.5, [1], {"x": 1}),
    inspect.BoolType: ("yes", None, 1),
    inspect.LiteralType: ("wedge", None, 7, ["x"]),
    inspect.VarTupleType: ("x", None, {"x": 1}, [[[[]]]]),
    inspect.DictType: ("x", None, [1]),
}
"""What is of another type, by the type of a field."""

MOST_REFUSED = 12
"""Orders of others, and of other times, that are given through the service."""


def spoilt(order: Order) -> Iterator[dict[str, Any]]:
    """The data of an order with something wrong in one place."""
    data, kinds = to_data(order), inspect.type_info(type(order)).fields  # type: ignore[attr-defined]
    yield {**data, "more": 1}
    for field, kind in zip(fields_of(type(order)), [it.type for it in kinds], strict=True):
        if field.required:
            yield {name: value for name, value in data.items() if name != field.name}
        every = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
        wrong = [NONE_OF_A_TYPE.get(type(it), ()) for it in every if type(it) in NONE_OF_A_TYPE]
        can_be_null = any(isinstance(it, inspect.NoneType) for it in every)
        for value in [it for those in wrong for it in those if it is not None or not can_be_null]:
            yield {**data, field.name: value}
        for it in every:
            yield from ({**data, field.name: value} for value in _too_much(it))


def _too_much(kind: inspect.Type) -> Iterator[Any]:
    match kind:
        case inspect.StrType(max_length=int(most)):
            yield "x" * (most + 1)
        case inspect.IntType():
            if kind.ge is not None:
                yield kind.ge - 1
            if kind.le is not None:
                yield kind.le + 1
        case inspect.VarTupleType(item_type=inspect.StrType(), max_length=int(most)):
            yield ["x"] * (most + 1)
        case inspect.VarTupleType(item_type=inspect.StructType()):
            yield from ([{}], [{"odd": 1}])


def test_what_is_no_order_is_refused_with_its_place(played: Played) -> None:
    rules = played.entrant.rules
    words, random = Words(rules), played.random("spoilt")
    guessed = {verb: it for verb in rules.verbs for it in guesses(verb, words, random, 20)}
    orders = {**guessed, **{type(step.order): step.order for step in played.steps}}
    assert orders.keys() == {*rules.verbs}
    wrong = [data for order in orders.values() for data in spoilt(order)]
    for data in [*wrong, {"order": "conquer"}, {}, {"order": ["pass"]}]:
        refused = parsed([data], rules)
        assert isinstance(refused, Refusal), f"{data} is read as {refused}: {played}"
        assert refused.code == "BAD_PAYLOAD" and refused.detail, f"{refused}: {played}"
        assert refused.facts["where"].startswith("orders[0]"), f"{refused}: {played}"
    assert len(wrong) >= len(orders)


def test_what_is_refused_leaves_the_log_as_it_was(played: Played) -> None:
    step, form = played.steps[0], played.form
    wrong: list[tuple[str, Any]] = [
        *((seat, to_data(order)) for seat, order in wrong_orders(played, step)),
        *((step.decision.seat, data) for data in spoilt(step.order)),
    ]
    few = played.random("refused").sample(wrong, min(MOST_REFUSED, len(wrong)))
    with TemporaryDirectory() as folder, played.opened(embedded(Path(folder))) as games:
        made = games.create(played.entrant.rules.name, form.scenario, form.options, referee=True)
        game = made.game.id
        assert frozen(games.open(game).state) == step.before, f"{played}: another beginning"
        before = games.history(game)
        for seat, data in few:
            answer = games.submit_orders(game, seat, [data])
            assert isinstance(answer, Refusal), f"{seat} gives {data}: {answer}: {played}"
        assert games.history(game) == before, f"a refusal is in the log: {played}"
