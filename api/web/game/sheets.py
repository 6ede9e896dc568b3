"""Orders that list things, and those given in a row, as forms: what may be said, and what was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from werkzeug.datastructures import MultiDict

from api.web.game.looking import Look
from napoleon.rules.orders import Order, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Choice

LIST, ITEM = "list", "item"
"""The inputs that say in which field of the order the list is, and what is on it."""

STEP = "step"
"""The inputs that each say one of several orders in a row."""


class Row(NamedTuple):
    """Something that may be put on the list."""

    name: str
    notes: str
    """That it is a copy; empty for nothing."""
    ways: Sequence[tuple[str, str]]
    """What the form sends for each way in which it may be listed, and its words."""
    price: str
    """What it costs; empty for nothing."""
    chosen: str
    """What is sent of it as it is now; empty for nothing."""


class ToldSheet(NamedTuple):
    """The form of a verb that takes a list; see `napoleon.rules.wording.Sheet`."""

    verb: str
    field: str
    asks: str
    does: str
    says: Sequence[str]
    groups: Sequence[tuple[str, Sequence[Row]]]
    """Rows under their headings."""
    final: bool
    """Whether it cannot be withdrawn."""


class ToldSeries(NamedTuple):
    """The form of several orders in a row; see `napoleon.rules.wording.Series`."""

    does: str
    rows: Sequence[tuple[str, Sequence[tuple[str, str]]]]
    """What each order is about, with what the form sends for each way and its words."""
    final: bool
    """Whether the orders cannot be withdrawn."""


class Listed(NamedTuple):
    """What was put on a list that was refused."""

    verb: str
    items: frozenset[str]


def sheet(seen: Look, decision: Decision, verb: type[Order], *, final: bool) -> ToldSheet | None:
    """The form for any order of a verb that is checked for a decision; None if there is none."""
    wording, phrases = seen.rules.wording, seen.phrases
    made = wording.sheet(seen.shown.state, decision, verb) if wording else None
    if made is None:
        return None
    groups: dict[str, list[Row]] = {}
    for it in made.choices:
        heading = "" if it.heading is None else phrases.told(it.heading)
        groups.setdefault(heading, []).append(_row(seen, it))
    return ToldSheet(
        verb_of(verb),
        made.field,
        phrases.told(made.asks),
        phrases.told(made.does),
        [phrases.told(it) for it in made.says],
        [*groups.items()],
        final,
    )


def series(seen: Look, decision: Decision, *, final: bool) -> ToldSeries | None:
    """The form for a decision and those that follow it; None if each stands by itself."""
    wording = seen.rules.wording
    made = wording.series(seen.shown.state, decision) if wording else None
    if made is None:
        return None
    rows = [
        (seen.called(row.name), [(_sent(order), seen.called(words)) for order, words in row.ways])
        for row in made.rows
    ]
    return ToldSeries(seen.phrases.told(made.does), rows, final)


def _row(seen: Look, choice: Choice) -> Row:
    ways = [(_sent(value), seen.phrases.told(words)) for value, words in choice.ways]
    chosen = ways[choice.chosen - 1][0] if choice.chosen else ""
    notes = "; ".join(map(seen.phrases.told, choice.notes))
    price = "" if choice.price is None else seen.phrases.told(choice.price)
    return Row(seen.called(choice.name), notes, ways, price, chosen)


def _sent(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def listed(form: MultiDict[str, str]) -> Mapping[str, list[Any]]:
    """The field of the order and what was put on its list; empty for a form without a list.

    What is no item of a page's form is passed on, and refused as no such thing.
    """
    field = form.get(LIST)
    return {} if field is None else {field: list(_items(form))}


def was_listed(form: MultiDict[str, str]) -> Listed:
    """What was put on the list, to be shown again."""
    return Listed(form.get("verb", ""), frozenset(form.getlist(ITEM)))


def _items(form: MultiDict[str, str]) -> Iterator[Any]:
    for it in filter(None, form.getlist(ITEM)):
        try:
            yield msgspec.json.decode(it)
        except (msgspec.DecodeError, RecursionError):
            yield it
