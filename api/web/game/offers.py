"""The questions that a reader may answer, and every legal answer as something to click."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Union

import msgspec

from api.http.stores import stores
from api.web.explanations import explanation
from api.web.game.looking import Look
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import verb_of
from napoleon.rules.plain_views import in_words, label
from napoleon.rules.terms import Decision
from projections.decisions import decisions_view

FEW = 30
"""Up to as many offers are buttons; more are chosen field by field."""

MOST_LISTED = 400
"""Up to this many offers are listed where there is no script; of more, one is written as a line."""

Views = Mapping[str, Mapping[str, Any]]


class Offer(NamedTuple):
    """A legal order."""

    order: Mapping[str, Any]
    line: str
    """How the order is written and read."""
    places: tuple[str, ...]
    """Ids of the areas that it is about, and of those at the ends of its roads."""

    @property
    def data(self) -> str:
        """The order as a form sends it."""
        return msgspec.json.encode(self.order).decode()


class CheckedVerb(NamedTuple):
    """A verb of which any order may be written: there are too many legal ones to list them."""

    verb: str
    meaning: str
    """What it does."""
    example: str
    """A legal order, or else a beginning, as JSON."""


class Question(NamedTuple):
    """A decision that the reader may take."""

    id: str
    seat: str
    clause: str
    text: str
    offers: tuple[Offer, ...]
    alone: bool
    """Whether nobody else has to decide at the same time."""
    acts_for: bool
    """Whether it is taken by a judge, in place of the seat."""

    meanings: tuple[str, ...]
    """What each kind of order that is offered does."""
    checked: tuple[CheckedVerb, ...]
    """The verbs of which the offers are suggestions only."""

    @property
    def few(self) -> bool:
        """Whether each offer gets a button."""
        return len(self.offers) <= FEW

    @property
    def listed(self) -> bool:
        """Whether the offers are listed."""
        return len(self.offers) <= MOST_LISTED


class FreeVerb(NamedTuple):
    """A verb that the reader may use without being asked, with the texts that go into it."""

    verb: str
    fields: tuple[str, ...]
    meaning: str
    """What it does."""


def decisions(seen: Look) -> list[Decision]:
    """What has to be decided in the position, and by whom."""
    return stores().games.decisions(seen.shown)


def questions(seen: Look, views: Views) -> list[Question]:
    """The decisions of the newest position that the reader may take; none of an earlier one.

    A judge may take those of every seat, in its place.
    """
    acts = seen.who.seat is not None or seen.who.actor in JUDGES
    if seen.past or not seen.laid or not acts:
        return []
    asked = decisions_view(seen.shown, seen.rules, seen.who.reader)["decisions"]
    offered = _offering(seen, views)
    return [
        Question(
            it["id"],
            it["seat"],
            it["clause"],
            it["text"],
            tuple(offered(order, it["seat"]) for order in it["offers"]),
            alone=len({other["seat"] for other in asked}) == 1,
            acts_for=it["seat"] != seen.who.seat,
            meanings=tuple(_meanings(seen.rules, it["offers"])),
            checked=tuple(_checked(seen.rules, it)),
        )
        for it in asked
        if it["offers"] is not None
    ]


def free_verbs(seen: Look) -> list[FreeVerb]:
    """The verbs that the reader may use now without being asked."""
    if seen.past or not seen.laid or seen.newest.over or seen.who.seat is None:
        return []
    verbs = seen.rules.free_verbs(seen.shown.state, seen.who.seat)
    return [
        FreeVerb(
            verb_of(verb),
            tuple(field.name for field in msgspec.structs.fields(verb)),
            explanation(verb),
        )
        for verb in verbs
    ]


def _checked(rules: Ruleset, decision: Mapping[str, Any]) -> Iterator[CheckedVerb]:
    """The verbs that are checked for a decision."""
    verbs = {verb_of(verb): verb for verb in rules.verbs}
    for it in decision.get("checked", ()):
        verb = it["verb"]
        offered = (order for order in decision["offers"] if order["order"] == verb)
        example = msgspec.json.encode(next(offered, {"order": verb})).decode()
        yield CheckedVerb(verb, explanation(verbs[verb]), example)


def _meanings(rules: Ruleset, offers: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What the verbs of `offers` do, each once, in their order."""
    verbs = {verb_of(verb): verb for verb in rules.verbs}
    for name in dict.fromkeys(order["order"] for order in offers):
        yield explanation(verbs[name])


def line_of(rules: Ruleset, order: Mapping[str, Any], state: Any, seat: str) -> str:
    """An order of these rules as it is written by `seat`, in a game without notation in words."""
    return _writer(rules, state)(order, seat)


def choices(question: Question, views: Views, names: Mapping[str, str]) -> dict[str, Any]:
    """The offers of a question as data, for choosing one field by field.

    `labels` are the words for what stands in them, as far as it is not told as it is.
    """
    offers = [{"order": it.order, "line": it.line, "places": it.places} for it in question.offers]
    called = {**names, **_names_of(views)}
    words = {word for it in question.offers for word in _words(it.order)}
    labels = {word: called.get(word, label(word)) for word in sorted(words)}
    return {"decision": question.id, "offers": offers, "labels": labels}


def _offering(seen: Look, views: Views) -> Callable[[Mapping[str, Any], str], Offer]:
    """What makes offers of the orders of a seat."""
    write = _writer(seen.rules, seen.shown.state)
    board = views["map"]
    places = {area["id"]: (area["id"],) for area in board.get("areas", ())}
    places |= {road["id"]: (road["a"], road["b"]) for road in board.get("roads", ())}

    def offered(order: Mapping[str, Any], seat: str) -> Offer:
        about = (place for word in _words(order) for place in places.get(word, ()))
        return Offer(order, write(order, seat), tuple(dict.fromkeys(about)))

    return offered


def _writer(rules: Ruleset, state: Any) -> Callable[[Mapping[str, Any], str], str]:
    notation = rules.notation
    verbs: Any = Union[rules.verbs]  # noqa: UP007 - the members are only known at run time

    def write(order: Mapping[str, Any], seat: str) -> str:
        if notation is not None:
            return notation.write(msgspec.convert(order, verbs), state, seat)
        values = [in_words(value) for name, value in order.items() if name != "order"]
        return " ".join([label(order["order"]), *values])

    return write


def _words(value: Any) -> Iterator[str]:
    """Every text in an order, and every name of a field of it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, it in value.items():
            yield name
            yield from _words(it)
    elif isinstance(value, list | tuple):
        for it in value:
            yield from _words(it)


def _names_of(views: Views) -> dict[str, str]:
    """What the areas and roads of a map are called; a road by its ends."""
    board = views["map"]
    areas = {it["id"]: str(it.get("name", it["id"])) for it in board.get("areas", ())}
    roads = {
        it["id"]: f"{areas.get(it['a'], it['a'])} \N{EN DASH} {areas.get(it['b'], it['b'])}"
        for it in board.get("roads", ())
    }
    return {**areas, **roads}
