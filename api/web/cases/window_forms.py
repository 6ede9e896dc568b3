"""The form for windows of cards: what it says as inputs, and what was written into them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from flask import request

from api.fields import StructForm, form_of, read
from api.http.problems import Problem
from api.http.stores import stores
from api.typed_names import all_in_source, ids_by_name
from api.web.catalogue import language
from api.web.game.looking import Look
from napoleon.play import window_forms
from napoleon.play.standing_orders import standing_of
from napoleon.play.window_forms import Line
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rules.windows import WindowKind

PASS, ASK = "pass", "ask"

CARD = "card:"
"""What the choice of a card begins with."""


class Row(NamedTuple):
    """What is said, or may be said, of a kind of window: one card a row."""

    name: str
    """What the names of its inputs begin with."""
    says: str
    """`PASS`, `ASK`, or `CARD` and the card."""
    written: Mapping[str, list[str]]
    """The conditions, as they are written into their fields."""


class Section(NamedTuple):
    """The part of the form for one kind of window."""

    window: WindowKind
    fitting: Mapping[str, str]
    told: str
    """The cards that fit, in words."""
    rows: tuple[Row, ...]


class Panel(NamedTuple):
    """The form as a page shows it."""

    sections: tuple[Section, ...]
    conditions: StructForm
    """What else may be said of a card."""


def panel(seen: Look) -> Panel | None:
    """The form of the reader's seat; None where there is none to fill in."""
    seat = seen.who.seat
    if seat is None or not seen.laid:
        return None
    form = window_forms.shown(stores().games, seen.newest, seat)
    standing = standing_of(stores().games, seen.newest, seat)
    if isinstance(form, Refusal) or isinstance(standing, Refusal) or standing.windows is None:
        return None
    choices = standing.choices(seen.newest.state, seat)
    conditions = _conditions(form_of(standing.windows.plays, choices))
    return Panel(tuple(_section(seen, it, conditions) for it in form.lines), conditions)


def as_typed(found: Panel | None) -> Panel | None:
    """The form as it was sent just now, so that nothing is lost of one that is refused."""
    if found is None:
        return None
    typed = dict(_rows())
    sections = (
        it._replace(rows=tuple(_typed_row(row, typed.get(row.name)) for row in it.rows))
        for it in found.sections
    )
    return found._replace(sections=tuple(sections))


def _typed_row(row: Row, said: str | None) -> Row:
    return row if said is None else Row(row.name, said, _conditions_typed(row.name))


def _conditions_typed(name: str) -> dict[str, list[str]]:
    start = f"of/{name}/"
    return {
        it.removeprefix(start): request.form.getlist(it)
        for it in request.form
        if it.startswith(start)
    }


def _section(seen: Look, line: Line, conditions: StructForm) -> Section:
    plays = () if line.asks else line.plays
    rows = [_row(line, place, word, conditions) for place, word in enumerate(plays)]
    if not rows or len(rows) < len(line.fitting):
        says = ASK if line.asks else PASS
        rows.append(Row(f"{line.window.id}/{len(rows)}", says, {}))
    cards = [seen.choice(card, name) for card, name in line.fitting.items()]
    told = seen.words.language.listed(cards) if cards else ""
    return Section(line.window, line.fitting, told, tuple(rows))


def _row(line: Line, place: int, word: Any, conditions: StructForm) -> Row:
    data = msgspec.to_builtins(word)
    written = {
        it.name: [str(value) for value in said] if isinstance(said, list | tuple) else [str(said)]
        for it in conditions.inputs
        if (said := data.get(it.name)) not in (None, "", [], ())
    }
    return Row(f"{line.window.id}/{place}", f"{CARD}{word.card}", written)


def _conditions(form: StructForm) -> StructForm:
    kept = tuple(it for it in form.inputs if it.name not in ("card", "window"))
    return form._replace(inputs=kept)


def written_in(seen: Look) -> tuple[list[str], list[dict[str, Any]]]:
    """The kinds of window that ask, and the cards that are played. Raises Problem."""
    standing = seen.rules.standing
    if standing is None or standing.windows is None:
        raise Problem("BAD_PAYLOAD", "No forms answer in the windows of this game.")
    kind = standing.windows.plays
    asks: list[str] = []
    plays: list[dict[str, Any]] = []
    for name, said in _rows():
        window = name.partition("/")[0]
        if said == ASK:
            asks.append(window)
        elif said.startswith(CARD):
            plays.append(_play(seen, kind, name, window, said.removeprefix(CARD)))
    return list(dict.fromkeys(asks)), plays


def _play(
    seen: Look, kind: type[StandingOrder], name: str, window: str, card: str
) -> dict[str, Any]:
    known = {it.name for it in form_of(kind).inputs}
    written = _conditions_typed(name)
    fixed = {"card": [card]} | ({"window": [window]} if "window" in known else {})
    named = all_in_source(seen.rules, language(), {**written, **fixed})
    return read(kind, named, ids_by_name(seen.rules))


def _rows() -> Iterator[tuple[str, str]]:
    for name, said in request.form.items():
        if name.startswith("say/"):
            yield name.removeprefix("say/"), said
