"""Which standing orders speak of a question, and in which order orders are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rulesets.napoleon_columbia import running_battle, terrain
from napoleon.rulesets.napoleon_columbia.table import Table

Said = TypeVar("Said", bound=StandingOrder)
Given = TypeVar("Given", bound=Order)


def town_of_fight(table: Table) -> str:
    """The town of the fight that is being played; empty while there is none."""
    state = table.state
    if state.beaten is not None:
        return state.beaten.town
    if state.regrouping is not None:
        return state.regrouping.town
    if state.skirmishes:
        return state.skirmishes[0].town
    battle = terrain.preparing(table) or running_battle.running(table)
    return battle.town if battle is not None else ""


def meant(table: Table, kept: Sequence[Kept], *kinds: type[Said]) -> Iterator[tuple[Kept, Said]]:
    """The standing orders of some kinds that speak of the fight that is being played."""
    town = town_of_fight(table)
    for it in kept:
        battles: tuple[str, ...] = getattr(it.instruction, "battles", ())
        if isinstance(it.instruction, kinds) and (not battles or town in battles):
            yield it, it.instruction


def of_verb(legal_orders: Iterable[Order], verb: type[Given]) -> list[Given]:
    """The legal orders of one verb."""
    return [it for it in legal_orders if isinstance(it, verb)]


def named_first(
    legal_orders: Iterable[Given], names: Sequence[str], name_of: Callable[[Given], str]
) -> list[Given]:
    """Offers whose unit or town is named, in that order, and then all others as they come."""
    places = {name: place for place, name in enumerate(names)}
    return sorted(legal_orders, key=lambda it: places.get(name_of(it), len(places)))


def lasting(kept: Kept, given: Iterable[Order]) -> Iterator[Use]:
    """Uses of a standing order that is not used up by them."""
    return (Use(kept, order, spent=False) for order in given)
