"""Every number of an event is explained, or a reason says why it needs no explanation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

from napoleon.rules.events import Event, Line, total
from napoleon.rules.orders import OrderGiven
from tests.rulesets.entrants import Entrant
from tests.rulesets.playing import Played


def test_every_number_of_an_event_is_declared_once(entrant: Entrant) -> None:
    numbers = entrant.rules.numbers
    there_are = {number for cls in _newest(entrant) for number in _numbers_of(cls)}
    declared = Counter(numbers)
    silent = sorted(there_are - set(declared))
    assert not silent, (
        f"{entrant.rules.name} does not say where these numbers come from: {silent}.\n"
        f"{_what_to_write(silent[0])}"
    )
    gone = sorted(set(declared) - there_are)
    assert not gone, f"of these there is no event, no number, or a newer topic: {gone}"
    twice = sorted(number for number, times in declared.items() if times > 1)
    assert not twice, f"these are said to be two things: {twice}"
    reasons = [*numbers.others]
    assert all(map(str.strip, reasons)), f"a number has an empty reason: {reasons}"


def test_breakdowns_sum_to_the_numbers_that_are_said_to_be_sums(played: Played) -> None:
    for event, number, value in _of(played, played.entrant.rules.numbers.sums):
        lines = event.breakdown  # type: ignore[attr-defined]
        assert total(lines) == value, (
            f"{played}, event {event.version}: {number} is {value}, and its lines are {lines}"
        )


def test_every_field_of_lines_says_what_it_sums_to(entrant: Entrant) -> None:
    there_are = {
        f"{_short(cls)}.{name}"
        for cls in _newest(entrant)
        for name in cls.worked_out
        if name != "breakdown"
    }
    declared = set(entrant.rules.numbers.rolls)
    assert there_are == declared, "these lines sum to nothing that is declared, or are gone"


def test_lines_that_are_said_to_sum_to_dice_do(played: Played) -> None:
    rolls = played.entrant.rules.numbers.rolls
    for event, lines, value in _of(played, rolls):
        held = getattr(event, rolls[lines])
        number = held if isinstance(held, int) else len(held)
        assert total(value) == number, (
            f"{played}, event {event.version}: {lines} is {value}, and there are {number} dice or "
            f"hits: {held}"
        )


def test_numbers_that_are_said_to_count_something_do(played: Played) -> None:
    counts = played.entrant.rules.numbers.counts
    for event, number, value in _of(played, counts):
        counted = getattr(event, counts[number])
        each = isinstance(value, dict)
        found = {key: len(it) for key, it in counted.items()} if each else len(counted)
        assert found == value, (
            f"{played}, event {event.version}: {number} is {value}, and of {counts[number]} "
            f"there are {found}"
        )


def test_numbers_that_are_said_to_be_chosen_stand_in_the_order(played: Played) -> None:
    orders = {it.order_id: it for it in played.events if isinstance(it, OrderGiven)}
    for event, number, value in _of(played, played.entrant.rules.numbers.given):
        if event.order_id in orders:
            order = orders[event.order_id].order
            missing = set(_integers(value)) - set(_integers(order))
            assert not missing, (
                f"{played}, event {event.version}: {number} is {value}, and the order was {order}"
            )


def _what_to_write(number: str) -> str:
    """What the author of a game may say of a number."""
    event, _, name = number.partition(".")
    return (
        f"Write each into the `numbers` of the game, under what is true of it, here of {number}:\n"
        f'  Numbers(given=("{number}",)), if it stands in the order;\n'
        f'  Numbers(sums=("{number}",)), if the lines of the breakdown of {event} sum to it;\n'
        f'  Numbers(counts={{"{number}": "FIELD"}}), if it counts what another field lists;\n'
        f'  Numbers(others={{WHICH: ("{number}",)}}), if it says which one, such as a card;\n'
        f'  Numbers(others={{STANDS: ("{number}",)}}), if it is what stands on the table;\n'
        f'  Numbers(others={{"why {name} needs no lines": ("{number}",)}}), if none of these is.\n'
        f"What chance drew is marked where {event} is recorded, by drawn={name!r}. "
        "All of these are in napoleon.rules.kit; napoleon/rules/numbers.py says more."
    )


def _newest(entrant: Entrant) -> Iterator[type[Event]]:
    """The classes that are recorded under the rules of today: each under its newest topic."""
    newest: dict[str, type[Event]] = {}
    for cls in entrant.events:
        kind, _, schema = cls.topic.partition("/")
        known = newest.setdefault(kind, cls)
        if int(schema) > int(known.topic.partition("/")[2]):
            newest[kind] = cls
    yield from newest.values()


def _numbers_of(cls: type[Event]) -> Iterator[str]:
    """The numbers in an event, but for what chance drew, which is marked there."""
    hints = get_type_hints(cls, include_extras=False)
    for name in cls.payload:
        if name not in (cls.drawn, "draw") and _has_numbers(hints[name]):
            yield f"{_short(cls)}.{name}"


def _has_numbers(hint: Any) -> bool:
    return hint is int or (hint is not Line and any(_has_numbers(it) for it in get_args(hint)))


def _short(event: Event | type[Event]) -> str:
    """The topic without the game."""
    return event.topic.rpartition(".")[2]


def _of(played: Played, numbers: Any) -> Iterator[tuple[Event, str, Any]]:
    """Each of these numbers, in each event that has it; nothing is said of what is None."""
    asked = set(numbers)
    for event in played.events:
        for name in event.payload:
            number = f"{_short(event)}.{name}"
            value = getattr(event, name) if number in asked else None
            if value is not None:
                yield event, number, value


def _integers(value: Any) -> Iterator[int]:
    match value:
        case bool():
            return
        case int():
            yield value
        case dict():
            yield from _integers(list(value.values()))
        case list() | tuple():
            for each in value:
                yield from _integers(each)
