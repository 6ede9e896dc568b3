"""What can be chosen when a game is set up: only what goes together.

The options of a game are gone through in their order. Each offers the values that go together with
the scenario and with what was chosen before it, so every choice leads on to a game. For other
values, change an earlier choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from napoleon.rules.contract import Ruleset
from napoleon.rules.terms import Option

Value = str | int | bool


class Choices(NamedTuple):
    """What is offered once some things are chosen."""

    offers: Mapping[str, tuple[Value, ...]]
    """By option, its values that go together with what stands before it, at least one."""
    options: Mapping[str, Value]
    """By option, the value that was chosen, or the first one that is offered in its place."""
    dropped: tuple[str, ...]
    """The options whose chosen value is not offered, in their order."""


def offered(rules: Ruleset, scenario: str, chosen: Mapping[str, Value]) -> Choices:
    """What is offered in a scenario, where these values of some options were chosen.

    What `chosen` says of an option or a value that there is not is passed over. Raises LookupError
    for a scenario in which nothing can be played.
    """
    offers: dict[str, tuple[Value, ...]] = {}
    options: dict[str, Value] = {}
    dropped = []
    for option in rules.options:
        before = tuple(options.items())
        offers[option.name] = _offers(rules, scenario, before, option)
        wanted = chosen.get(option.name, option.values[0])
        if is_among(wanted, offers[option.name]):
            options[option.name] = wanted
            continue
        if is_among(wanted, option.values):
            dropped.append(option.name)
        options[option.name] = offers[option.name][0]
    return Choices(offers, options, tuple(dropped))


def is_among(value: Any, values: tuple[Value, ...]) -> bool:
    """Whether a value is one of some: true is not 1 here."""
    return any(value == it and type(value) is type(it) for it in values)


def _offers(
    rules: Ruleset, scenario: str, before: tuple[tuple[str, Value], ...], option: Option
) -> tuple[Value, ...]:
    found = tuple(
        it for it in option.values if _leads_on(rules, scenario, {**dict(before), option.name: it})
    )
    if not found:
        raise LookupError(f"nothing can be played in {scenario}")
    return found


def _leads_on(rules: Ruleset, scenario: str, chosen: Mapping[str, Value]) -> bool:
    """Whether some values of the options that are left make a game of what was chosen."""
    return any(
        rules.refuse_setup(scenario, {**chosen, **rest}) is None for rest in _rests(rules, chosen)
    )


def _rests(rules: Ruleset, chosen: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """The choices that are left: the usual ones come first, and lead on nearly always."""
    left = [it for it in rules.options if it.name not in chosen]
    for values in product(*(it.values for it in left)):
        yield {option.name: value for option, value in zip(left, values, strict=True)}
