"""Twins: two positions that differ only in what a reader may not know.

They come from the same position by the same order. All that chance gives is the same in both, but
for what an event hides from the reader: there it is something else. Or chance gives the same, and
the order was another one that looks the same to the reader.

Whatever a reader is given of twins has to be the same, to the byte: events and their sentences,
their story, reports of battles, the map with its trails, views, who has to decide what, their own
legal orders, all of it in the notation, and the refusals of whatever they try. Until an event of a
class that `reveals` tells them what was hidden.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from napoleon.chance import SECRET
from napoleon.log.events.draws import with_calls
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision
from tests.rulesets.entrants import Entrant, frozen, key
from tests.rulesets.guessing import Words, changed, guesses
from tests.rulesets.lots import Lots, NoTwin, places_hidden
from tests.rulesets.receiving import (
    ToldApart,
    compare_events,
    looked_at,
    must_be_equal,
    received,
    told_to,
)
from tests.rulesets.showing import map_of, shown_to

SEED = "18" * 32

CarryOut = Callable[[Lots], Sequence[Event]]
"""Something that happens, by the chance that it is given."""


# -- twins ---------------------------------------------------------------------------------------


class Twins:
    """Two games of the same length that a reader must not be able to tell apart."""

    def __init__(self, entrant: Entrant, reader: str, version: int, states: Sequence[Any]) -> None:
        self.entrant = entrant
        self.reader = reader
        self.version = version
        self.states = list(states)
        self.happened: tuple[list[Event], ...] = tuple([] for _ in states)
        """What has happened in each since they parted."""
        self.secrets: set[Any] = set()
        """What was drawn in one of them and not in the other."""
        self.disguises: frozenset[str] = frozenset()
        """By what names they go if it was drawn who stands for whom: then the same order may have
        to look otherwise, and twins are only followed as long as it does not."""

    def compare(self, random: Random, where: str) -> None:
        """Compare all that the reader is given now. Raises ToldApart."""
        one, other = (received(self.entrant, state, self.reader) for state in self.states)
        must_be_equal(one, other, self.reader, where)
        if self.reader == SPECTATOR:
            return
        for order in _attempts(self.entrant, self.states, self.reader, random):
            mine, yours = (self._tried(state, order) for state in self.states)
            tried = f"trying {key(order).decode()}, {where}"
            must_be_equal(mine, yours, self.reader, tried)
        for word in self._words_to_leave(random):
            mine, yours = (self._left(state, word) for state in self.states)
            must_be_equal(mine, yours, self.reader, f"leaving {word}, {where}")
        for word in self._words_to_leave(random):
            mine, yours = (self._answers(state, word) for state in self.states)
            must_be_equal(mine, yours, self.reader, f"what {word} answers, {where}")
        for line in self._lines(random):
            mine, yours = (self._typed(state, line) for state in self.states)
            must_be_equal(mine, yours, self.reader, f"typing {line!r}, {where}")

    def go_on(self, decision: Decision, order: Order, where: str) -> None:
        """Give the same order in both. Raises ToldApart, NoTwin."""
        causes = []
        for state in self.states:
            chance = Lots(f"{SEED}/{self.version}", state.draws, barred=self.secrets)
            events = self.entrant.rules.decide(state, decision.seat, order, chance)
            assert not isinstance(events, Refusal), f"an offer is refused: {where}\n{events}"
            causes.append(with_calls(events, chance.calls, SEED))
        self.follow(causes, where)

    def follow(self, causes: Sequence[Sequence[Event]], where: str) -> None:
        """Compare what the reader is told of what happened, and go on after it.

        Raises ToldApart, and NoTwin if they are told the secret.
        """
        try:
            compare_events(self.entrant, self.reader, causes, self.version, where)
        except ToldApart as found:
            if self.disguises:
                raise NoTwin("in the other game another one has acted") from found
            raise
        self._compare_on_the_way(causes, where)
        self.version += len(causes[0])
        if any(state.result for state in self.states):
            raise NoTwin("the game is over, and all of it is open")
        self._compare_shown(causes, where)

    def _compare_on_the_way(self, causes: Sequence[Sequence[Event]], where: str) -> None:
        """Go on event by event: any version can be looked at, also in the middle of an order."""
        here = [None if it is None else self.entrant.thawed(frozen(it)) for it in self.states]
        for events in zip(*causes, strict=True):
            here = [self.entrant.moved(*it) for it in zip(here, events, strict=True)]
            if not any(state is None or state.result for state in here):
                self._compare_looks(here, f"after {events[0].type}, {where}")
        self.states = here

    def _compare_looks(self, states: Sequence[Any], where: str) -> None:
        one, other = (looked_at(self.entrant, state, self.reader) for state in states)
        try:
            must_be_equal(one, other, self.reader, where)
        except ToldApart as found:
            if self.disguises and self._unmasked(one) == self._unmasked(other):
                raise NoTwin("they were not alike who changed their disguises") from found
            raise

    def _unmasked(self, looks: dict[str, Any]) -> Any:
        """What can be looked at if nobody could tell one disguise from another one."""
        text = msgspec.json.encode(looks).decode()
        for name in self.disguises:
            text = re.sub(rf"{re.escape(name)}(?!\d)", "*", text)
        return _in_any_order(msgspec.json.decode(text))

    def _compare_shown(self, causes: Sequence[Sequence[Event]], where: str) -> None:
        """Compare story, battles and map of all that has happened since they parted."""
        for happened, events in zip(self.happened, causes, strict=True):
            happened += events
        one, other = (
            (shown_to(self.entrant.rules, self.reader, happened), self._map(state, happened))
            for state, happened in zip(self.states, self.happened, strict=True)
        )
        must_be_equal(one, other, self.reader, where)

    def _map(self, state: Any, happened: Sequence[Event]) -> str:
        return map_of(self.entrant.rules, state, self.reader, happened)

    @property
    def differ(self) -> bool:
        """Whether there is anything in which they differ."""
        return frozen(self.states[0]) != frozen(self.states[1])

    def common(self) -> list[tuple[Decision, list[Order]]]:
        """The decisions that are open in both, with the orders that are legal in both."""
        asked = [self.entrant.rules.decisions(state) for state in self.states]
        found = []
        for decision in asked[0]:
            if decision in asked[1]:
                one, other = (self.entrant.legal_orders(state, decision) for state in self.states)
                both = set(map(key, other))
                found.append((decision, [order for order in one if key(order) in both]))
        return [(decision, orders) for decision, orders in found if orders]

    def _tried(self, state: Any, order: Order) -> Any:
        chance = Lots(SEED, state.draws)
        answer = self.entrant.rules.decide(state, self.reader, order, chance)
        return msgspec.to_builtins(answer) if isinstance(answer, Refusal) else "accepted"

    def _words_to_leave(self, random: Random) -> Iterator[Any]:
        standing = self.entrant.rules.standing
        words = Words(self.entrant.rules, self.entrant.rules.decisions(self.states[0]))
        for kind in () if standing is None else standing.kinds:
            yield from guesses(kind, words, random, 1)

    def _left(self, state: Any, word: Any) -> Any:
        standing = self.entrant.rules.standing
        assert standing is not None, "a game without instructions is left none"
        return msgspec.to_builtins(standing.refuse(state, self.reader, word))

    def _answers(self, state: Any, word: Any) -> Any:
        """What a standing order answers to what the reader is asked, if it could be left here."""
        standing, found = self.entrant.rules.standing, {}
        assert standing is not None, "a game without instructions is left none"
        if standing.refuse(state, self.reader, word) is not None:
            return "refused"
        kept = Kept("twin", self.reader, word, standing.occasion(state))
        for decision in self.entrant.rules.decisions(state):
            if decision.seat == self.reader and not standing.has_expired(state, kept):
                use = standing.answer(state, decision, [kept])
                found[decision.kind] = use and [to_data(use.order), use.spent]
        return found

    def _lines(self, random: Random) -> Iterator[str]:
        """Lines that others could type, as everybody may."""
        legal_orders = _offers_of_all(self.entrant, self.states)
        if self.entrant.notation is not None:
            for order in random.sample(legal_orders, min(2, len(legal_orders))):
                yield self.entrant.notation.write(order)

    def _typed(self, state: Any, line: str) -> Any:
        notation = self.entrant.notation
        assert notation is not None, "a game without a notation is typed nothing"
        asked = [it for it in self.entrant.rules.decisions(state) if it.seat == self.reader]
        return msgspec.to_builtins(
            notation.read(state, asked[0] if asked else None, self.reader, line)
        )


def redrawn(
    entrant: Entrant, state: Any, version: int, reader: str, carry_out: CarryOut
) -> Iterator[tuple[Twins, list[Sequence[Event]]]]:
    """Twins that chance makes of a position, or of None before the set-up, and what it causes.

    `carry_out` says what happens by a chance. What is hidden from `reader` is drawn differently.
    """
    first = 0 if state is None else state.draws
    seed = f"{SEED}/{version}"
    chance = Lots(seed, first)
    events = carry_out(chance)
    hidden = places_hidden(events, first, reader)
    kept = {place: pick.value for place, pick in enumerate(chance.picks) if place not in hidden}
    for place in sorted(hidden):
        mine = chance.picks[place]
        others = sorted((it for it in mine.options if it != mine.value), key=repr)
        for other in others[:1] + others[-1:]:
            again = Lots(seed, first, {**kept, place: other})
            try:
                caused = carry_out(again)
            except NoTwin:
                continue
            twins = Twins(entrant, reader, version, [state, state])
            picks = (*chance.picks, *again.picks)
            twins.secrets = {it.value for it in picks if it.chain == SECRET}
            twins.disguises = frozenset(
                str(it) for event in (*events, *caused) for it in _who_is_who(event).values()
            )
            yield (
                twins,
                [
                    with_calls(told_of, calls, SEED)
                    for told_of, calls in ((events, chance.calls), (caused, again.calls))
                ],
            )


def _who_is_who(event: Event) -> Mapping[str, Any]:
    """Who goes by what name from now on, if it was drawn."""
    drawn = getattr(event, event.drawn) if event.drawn else None
    return drawn if isinstance(drawn, dict) else {}


def _in_any_order(value: Any) -> Any:
    """The same for lists of the same entries."""
    if isinstance(value, dict):
        return {key: _in_any_order(it) for key, it in value.items()}
    if isinstance(value, list):
        return sorted(map(_in_any_order, value), key=msgspec.json.encode)
    return value


def alike(
    entrant: Entrant,
    state: Any,
    version: int,
    decision: Decision,
    legal_orders: Sequence[Order],
    r: str,
) -> Iterator[tuple[Order, Order, Twins]]:
    """Pairs of offers that look the same to the reader `r` when they are carried out."""
    first: dict[bytes, tuple[Order, Any, Sequence[Event]]] = {}
    for order in legal_orders:
        chance = Lots(f"{SEED}/{version}", state.draws)
        events = entrant.rules.decide(state, decision.seat, order, chance)
        assert not isinstance(events, Refusal), f"an offer is refused: {order}\n{events}"
        caused = with_calls(events, chance.calls, SEED)
        after = entrant.after(state, caused)
        looks = msgspec.json.encode(told_to(entrant, r, caused, version))
        other, there, causing = first.setdefault(looks, (order, after, caused))
        over = there.result or after.result
        if not over and frozen(there) != frozen(after):
            twins = Twins(entrant, r, version, [state, state])
            twins.follow([causing, caused], f"{other} or {order}, given at version {version}")
            yield other, order, twins


# -- what a reader may try -------------------------------------------------------------------------


def _attempts(
    entrant: Entrant, states: Sequence[Any], reader: str, random: Random
) -> Iterator[Order]:
    """Orders that a reader may try, those among them that name what others have."""
    decisions = entrant.rules.decisions(states[0])
    words = Words(entrant.rules, decisions)
    legal_orders = _offers_of_all(entrant, states)
    tried = random.sample(legal_orders, min(4, len(legal_orders)))
    yield from tried
    others = [it for order in tried[:1] for it in changed(order, entrant.rules.verbs, words)]
    yield from random.sample(others, min(3, len(others)))
    for verb in random.sample(entrant.rules.verbs, min(3, len(entrant.rules.verbs))):
        yield from guesses(verb, words, random, 1)


def _offers_of_all(entrant: Entrant, states: Sequence[Any]) -> list[Order]:
    return [
        order
        for state in states
        for decision in entrant.rules.decisions(state)
        for order in entrant.legal_orders(state, decision)
    ]
