"""The questions that a reader may answer, and every legal answer as something to click."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from api.explanations import explanation
from api.web.game.confirm import worth_a_word
from api.web.game.free_orders import free_words
from api.web.game.looking import Look, asked
from api.web.game.parties import Stand, covered, data, stands
from api.web.game.sheets import ToldSeries, ToldSheet, series, sheet
from api.web.game_names import of_game
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Order, to_data, verb_of
from napoleon.rules.plain_views import in_words, label
from napoleon.rules.structs import one_of
from napoleon.rules.terms import Decision
from napoleon.rules.views import MapView, Views
from napoleon.rules.wording import Party, Phrase, Said, Way, Words
from projections.decisions import decisions_view

FEW = 30
"""Up to this many offers are buttons; more are chosen field by field."""

FEW_THAT_LEAD = 120
"""The same for offers that are chosen, and filtered, by pointing at pieces and where they go."""

SHORT = 13
"""Letters of a label that finds room in half a narrow column."""

MOST_LISTED = 400
"""Up to this many offers are listed where there is no script; of more, one is written as a line.

Up to this many are buttons, too, if they have headings to be listed under.
"""


class Offer(NamedTuple):
    """A legal order."""

    order: Mapping[str, Any]
    line: str
    """How the order is written and read."""
    places: tuple[str, ...]
    """Ids of the areas that it is about, and of those at the ends of its roads."""
    final: bool
    """Whether its player is asked whether they are sure; see `api.web.game.confirm`."""
    does: str
    """What it does, in words."""
    follows: str
    """What comes of it; empty if nothing is to be said."""
    target: str
    """Id of the area that is pointed at to give it; empty for none."""
    pieces: tuple[str, ...]
    """Ids of the pieces that are pointed at to give it."""
    ways: Mapping[str, Sequence[Mapping[str, Any]]]
    """By area the orders that would lead on there; see `napoleon.rules.wording.Wording.ways`."""
    heading: str
    """What it is listed under where there are many; empty for none."""
    price: str
    """What it costs, which stands beside its label; empty for nothing."""

    @property
    def is_bare(self) -> bool:
        """Whether it names nothing, as an order that stops or passes does."""
        return not any(value for name, value in self.order.items() if name != "order")

    @property
    def data(self) -> str:
        """The order as a form sends it."""
        return msgspec.json.encode(self.order).decode()

    @property
    def words(self) -> str:
        """What it does, what it costs and what comes of it, in a line."""
        beside = "; ".join(filter(None, (self.price, self.follows)))
        return f"{self.does}: {beside}" if beside else self.does


class Row(NamedTuple):
    """An offer, or several that differ only in a number, which is left to be chosen."""

    offers: Sequence[Offer]
    does: str = ""
    """What all of them do, with an ellipsis for the number."""
    numbers: Sequence[int] = ()
    """The number of each; empty for a single offer."""

    @property
    def is_short(self) -> bool:
        """Whether it finds room in half a narrow column."""
        return (
            not self.numbers and max(len(self.offers[0].does), len(self.offers[0].follows)) <= SHORT
        )


class Group(NamedTuple):
    """Offers that are listed together."""

    heading: str
    """Empty for those that have none."""
    rows: Sequence[Row]

    @property
    def price(self) -> str:
        """What all of them cost; empty if they differ."""
        prices = {offer.price for row in self.rows for offer in row.offers}
        return next(iter(prices)) if len(prices) == 1 else ""

    @property
    def is_short(self) -> bool:
        """Whether several of them find room beside each other in a narrow column."""
        return len(self.rows) > 1 and all(row.is_short for row in self.rows)


class Several(NamedTuple):
    """Offers that one button gives one after the other."""

    does: str
    offers: tuple[Offer, ...]

    @property
    def data(self) -> str:
        """The orders as a form sends them."""
        return msgspec.json.encode([it.order for it in self.offers]).decode()

    @property
    def places(self) -> list[str]:
        """Ids of the areas that they are about."""
        return list(dict.fromkeys(place for it in self.offers for place in it.places))


@dataclass(frozen=True, kw_only=True)
class Question:
    """A decision that the reader may take."""

    id: str
    seat: str
    kind: str
    clause: str
    asks: str
    """The question, in a sentence."""
    left: tuple[str, ...]
    """What the piece that it is about still has."""
    offers: tuple[Offer, ...]
    alone: bool
    """Whether nobody else has to decide at the same time."""
    acts_for: bool
    """Whether a judge takes it, instead of the seat."""

    meanings: tuple[str, ...]
    """What each kind of order that is offered does."""
    sheets: tuple[ToldSheet, ...]
    """Forms of the verbs whose offers are only suggestions."""
    parties: tuple[Party, ...] = ()
    """Pieces that may go somewhere together; `offers` has none of their orders."""
    stands: Sequence[Stand] = ()
    """The same by the places where they stand."""
    several: tuple[Several, ...] = ()
    """Which of the offers one button gives."""
    series: ToldSeries | None = None
    """One form that is shown instead of the offers, and of those that would follow."""

    @cached_property
    def few(self) -> bool:
        """Whether each offer gets a button."""
        if self.series is not None:
            return False
        leads = any(offer.ways or (offer.pieces and offer.target) for offer in self.offers)
        if any(offer.heading for offer in self.offers):
            return len(self.offers) <= MOST_LISTED
        return len(self.offers) <= (FEW_THAT_LEAD if leads else FEW)

    @cached_property
    def groups(self) -> list[Group]:
        """The offers as they are listed: those without a heading come first, what stops last.

        If they are few enough to be overlooked, all others are listed together in their order.
        """
        found: dict[str, list[Offer]] = {"": []}
        for offer in self.offers:
            if not offer.is_bare:
                heading = offer.heading if len(self.offers) > FEW else ""
                found.setdefault(heading, []).append(offer)
        groups = [Group(heading, _rows(offers)) for heading, offers in found.items() if offers]
        bare = [offer for offer in self.offers if offer.is_bare]
        return [*groups, Group("", _rows(bare))] if bare else groups

    @cached_property
    def drawn(self) -> Sequence[Offer]:
        """The offers in the order in which the page has them."""
        if not self.few:
            return self.offers
        return [offer for group in self.groups for row in group.rows for offer in row.offers]

    @property
    def points(self) -> bool:
        """Whether something on the map can be pointed at to answer it."""
        return bool(self.parties or self.series) or any(
            offer.target or offer.pieces for offer in self.offers
        )

    @property
    def listed(self) -> bool:
        """Whether the offers are listed."""
        return self.series is None and len(self.offers) <= MOST_LISTED


def _rows(offers: Iterable[Offer]) -> list[Row]:
    """Offers that differ only in a number stand in the row of the first of them."""
    found: dict[Any, list[tuple[int, Offer]]] = {}
    for offer in offers:
        number, alike = _number(offer)
        found.setdefault(alike, []).append((number, offer))
    rows = []
    for alike, numbered in found.items():
        if len(numbered) > 1:
            by_number = sorted(numbered, key=lambda it: it[0])
            numbers, those = zip(*by_number, strict=True)
            rows.append(Row(those, alike[0], numbers))
        else:
            rows += [Row((offer,)) for _, offer in numbered]
    return rows


_NUMBERS = re.compile(r"\b\d+\b")


def _number(offer: Offer) -> tuple[int, Any]:
    """The only number in an order, and what offers share that differ in nothing else."""
    fields = {name: it for name, it in offer.order.items() if type(it) is int}
    if len(fields) != 1:
        return 0, offer.data
    [(field, number)] = fields.items()
    if _NUMBERS.findall(offer.does).count(str(number)) != 1:
        return 0, offer.data
    does = _NUMBERS.sub(
        lambda it: "\N{HORIZONTAL ELLIPSIS}" if it[0] == str(number) else it[0], offer.does
    )
    others = msgspec.json.encode({**offer.order, field: 0}, order="sorted")
    return number, (does, offer.follows, offer.target, offer.final, others)


def decisions(seen: Look) -> list[Decision]:
    """What has to be decided in the position, and by whom."""
    return asked(seen.shown)


def questions(seen: Look, views: Views | None) -> list[Question]:
    """The decisions of the newest position that the reader may take; none of an earlier one.

    A judge may take those of every seat, in its place.
    """
    acts = seen.who.seat is not None or seen.who.actor in JUDGES
    if seen.past or views is None or not acts:
        return []
    waiting = decisions_view(seen.shown, seen.rules, seen.who.viewer)["decisions"]
    offered = _offering(seen, views)
    open_ = {it.id: it for it in decisions(seen)}
    names = places_by_name(seen, views.map)
    found = []
    for it in waiting:
        if it["offers"] is not None:
            decision, acts_for = open_[it["id"]], it["seat"] != seen.who.seat
            legal = [one_of(seen.rules.verbs, order) for order in it["offers"]]
            parties = _parties(seen, legal)
            told = covered(parties)
            offers = tuple(
                offered(order, meant, decision)
                for order, meant in zip(it["offers"], legal, strict=True)
                if not told or meant not in told
            )
            asks, left = put(seen, decision, acts_for)
            question = Question(
                id=it["id"],
                seat=it["seat"],
                kind=it["kind"],
                clause=it["clause"],
                asks=asks,
                left=left,
                offers=offers,
                alone=len({other["seat"] for other in waiting}) == 1,
                acts_for=acts_for,
                meanings=tuple(_meanings(seen.rules, it["offers"])),
                sheets=tuple(_sheets(seen, decision, offers)),
                parties=parties,
                stands=stands(seen, parties, names),
                several=tuple(_several(seen, legal, offers)),
                series=series(seen, decision, final=any(it.final for it in offers)),
            )
            found.append(question)
    return found


def _parties(seen: Look, legal: Sequence[Order]) -> tuple[Party, ...]:
    wording = seen.rules.wording
    return () if wording is None else tuple(wording.parties(seen.shown.state, legal))


def _several(seen: Look, legal: Sequence[Order], offers: Sequence[Offer]) -> Iterator[Several]:
    """What one button gives at once."""
    wording = seen.rules.wording
    for it in () if wording is None else wording.together(seen.shown.state, legal):
        given = [to_data(order) for order in it.orders]
        yield Several(
            seen.phrases.told(it.does), tuple(one for one in offers if one.order in given)
        )


def put(seen: Look, decision: Decision, acts_for: bool) -> tuple[str, tuple[str, ...]]:
    """A question as its own seat is asked, and what is left; a judge reads what all may read."""
    wording, phrases = seen.rules.wording, seen.phrases
    asked_so = wording.asks(seen.shown.state, decision) if wording and not acts_for else None
    if asked_so is None:
        return seen.told(decision.prompt), ()
    return phrases.told(asked_so.asks), tuple(map(phrases.told, asked_so.left))


def _sheets(seen: Look, decision: Decision, offers: Iterable[Offer]) -> Iterator[ToldSheet]:
    """The forms of the verbs that are checked for a decision."""
    final = {offer.order["order"] for offer in offers if offer.final}
    for verb in seen.rules.verbs:
        if verb_of(verb) in decision.checked:
            told = sheet(seen, decision, verb, final=verb_of(verb) in final)
            if told is not None:
                yield told


def _meanings(rules: Ruleset, offers: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What the verbs of `offers` do, each once, in their order."""
    verbs = {verb_of(verb): verb for verb in rules.verbs}
    for name in dict.fromkeys(order["order"] for order in offers):
        yield of_game(explanation(verbs[name]), rules)


def words_of(seen: Look, order: Order, decision: str | None, seat: str) -> str:
    """An order of `seat` in words; as it is written where the game has none for it.

    There are words for what answers a decision: the one of that id, if it is named.
    """
    rules, state = seen.rules, seen.newest.state
    if unasked := free_words(seen, order, seat):
        return unasked
    for it in asked(seen.newest) if rules.wording else ():
        named = it.seat == seat and decision in (None, it.id)
        if rules.wording and named and order in rules.legal_orders(state, it):
            words = rules.wording.words(state, it, order)
            losses = rules.warns(state, it, order)
            return seen.phrases.whole(words, losses)
    return _writer(rules, state)(to_data(order), seat)


def choices(question: Question, seen: Look, names: Mapping[str, str]) -> dict[str, Any]:
    """The offers of a question as data, for choosing one field by field.

    For an offer that the page lists it has only what does not stand there, in the order of the
    page; what is empty is left out. `labels` are the words for what is in them, except for what is
    shown as it is; `names` has those of places. `ways` are what may follow, and of each offer its
    place among them.
    """
    leading = (it.ways for it in question.offers if it.ways)
    ways = list({msgspec.json.encode(it): it for it in leading}.values())
    offers = []
    for it in question.drawn:
        told: dict[str, Any] = {
            "target": it.target,
            "pieces": it.pieces,
            "ways": ways.index(it.ways) if it.ways else None,
        }
        if not question.few:
            told["follows"], told["price"] = it.follows, it.price
        if not question.listed:
            told |= {"line": it.line, "order": it.order, "places": it.places, "does": it.does}
            told["final"] = it.final
        offers.append({name: said for name, said in told.items() if said not in ("", (), None)})
    # What is a button needs no label for its parts, except where it shares something out.
    shares = any(
        isinstance(it, Mapping) for offer in question.offers for it in offer.order.values()
    )
    unsaid = question.offers if shares or not question.few else ()
    words = {word for it in unsaid for word in _words(it.order)}
    labels = {word: names.get(word) or seen.labelled(word) for word in sorted(words)}
    parties = data(seen, question.parties)
    found = {"decision": question.id, "offers": offers, "ways": ways, "labels": labels}
    return {**found, "parties": parties} if parties else found


def _offering(seen: Look, views: Views) -> Callable[[Mapping[str, Any], Order, Decision], Offer]:
    """What turns the orders that answer a decision into offers."""
    rules, state = seen.rules, seen.shown.state
    write = _writer(rules, state)
    places: dict[str, tuple[str, ...]] = {area.id: (area.id,) for area in views.map.areas}
    places |= {road.id: (road.a, road.b) for road in views.map.roads}

    def offered(order: Mapping[str, Any], meant: Order, decision: Decision) -> Offer:
        line = write(order, decision.seat)
        words = Words(Phrase("%(line)s", {"line": Said(line)}))
        ways: Way = {}
        if rules.wording is not None:
            words = rules.wording.words(state, decision, meant)
            ways = rules.wording.ways(state, decision, meant)
        about = [place for word in _words(order) for place in places.get(word, ())]
        return Offer(
            order,
            line,
            tuple(dict.fromkeys([*about, *filter(None, [words.target])])),
            worth_a_word(rules, state, decision, meant, words),
            seen.phrases.does(words),
            seen.phrases.follows(words, rules.warns(state, decision, meant)),
            words.target,
            words.pieces or _listed(order),
            {place: [to_data(it) for it in way] for place, way in ways.items()},
            "" if words.heading is None else seen.phrases.told(words.heading),
            seen.phrases.price(words),
        )

    return offered


def _listed(order: Mapping[str, Any]) -> tuple[str, ...]:
    """What an order lists, as the blocks of a stack."""
    lists = (value for value in order.values() if isinstance(value, list | tuple))
    return tuple(it for value in lists for it in value if isinstance(it, str))


def _writer(rules: Ruleset, state: Any) -> Callable[[Mapping[str, Any], str], str]:
    notation = rules.notation

    def write(order: Mapping[str, Any], seat: str) -> str:
        if notation is not None:
            return notation.write(one_of(rules.verbs, order), state, seat)
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


def places_by_name(seen: Look, board: MapView) -> dict[str, str]:
    """What the areas and roads of a map are called; a road by its ends."""
    called, names = seen.phrases.called, seen.words.names
    areas = {
        area.id: called(area.id if area.id in names else area.name or area.id)
        for area in board.areas
    }
    roads = {
        road.id: f"{areas.get(road.a, road.a)} \N{EN DASH} {areas.get(road.b, road.b)}"
        for road in board.roads
    }
    return {**areas, **roads}
