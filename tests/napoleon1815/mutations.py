"""Orders that are wrong in one thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from napoleon.rules.orders import Order, to_data
from napoleon.rules.structs import one_of
from napoleon.rulesets.napoleon1815 import RULES, orders

AREAS, BLOCKS, ROADS = list(RULES.pack.areas), list(RULES.pack.blocks), list(RULES.pack.graph.roads)

ONE_OF_EACH: tuple[Order, ...] = (
    orders.PlaceScout("ligny"),
    orders.DeclareBlue(1),
    orders.ChooseFromDeck(1),
    orders.SwapCard(1),
    orders.AnswerSwap(1),
    orders.OfferCards((11,)),
    orders.Resign(),
    orders.AgreeToEnd(),
    orders.AnswerOffer(True),
    orders.SendMessage("Where are you?"),
    orders.NameActingAlly("prussian"),
    orders.PlayEvent(1),
    orders.DeclineWindow(),
    orders.AgreeEvent(True),
    orders.ChooseStay(True),
    orders.ChooseInertiaArea("ligny"),
    orders.ChooseDelayedCorps("bulow"),
    orders.Pass(),
    orders.ActivateStack("ligny", ("ney",)),
    orders.ChooseAction("move"),
    orders.StepMove(ROADS[0]),
    orders.EndMove(),
    orders.ChooseAttack(True),
    orders.AllocateFatigue({"ney": 1}),
    orders.AllocateLosses({"ney": orders.Loss(1, 0)}),
    orders.ChooseRetreat(ROADS[0]),
    orders.GiveUpFortifiedPosition(),
    orders.PlayRecoveryCard(1, "ney"),
    orders.FinishRecovery(),
)
"""An order of every verb."""


def mutations(order: Order) -> Iterator[Order]:
    """Every order that differs from `order` in one thing, as far as it is well-formed."""
    for data in _changes(to_data(order)):
        try:
            yield one_of(RULES.verbs, data)
        except msgspec.ValidationError:
            continue


def _changes(value: Any) -> Iterator[Any]:
    match value:
        case bool():
            yield not value
        case int():
            yield from (value - 1, value + 1, 99)
        case str():
            yield from _other_words(value)
        case list() | tuple():
            yield from _other_blocks(list(value))
        case dict():
            yield from _other_entries(value)


def _other_words(word: str) -> Iterator[str]:
    for words in (AREAS, BLOCKS, ROADS, ["move", "fight", "nothing"]):
        if word in words:
            yield from (other for other in words if other != word)
            yield "nowhere"


def _other_blocks(blocks: list[str]) -> Iterator[list[str]]:
    yield []
    yield blocks[::-1]
    for block in blocks:
        yield [other for other in blocks if other != block]
        yield sorted([*blocks, block])
    for block in BLOCKS:
        yield sorted([*blocks, block])


def _other_entries(entries: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name, value in entries.items():
        yield from ({**entries, name: other} for other in _changes(value))
        if name in BLOCKS:
            rest = {key: kept for key, kept in entries.items() if key != name}
            yield rest
            yield from ({**rest, block: value} for block in BLOCKS if block not in entries)
            yield from ({**entries, block: value} for block in BLOCKS if block not in entries)
    points = [name for name, value in entries.items() if type(value) is int]
    for giver in points:
        for taker in points:
            moved = {giver: entries[giver] - 1, taker: entries[taker] + 1}
            yield {**entries, **moved}
