"""Preferences: standing orders that say what a seat would choose where the rules ask it.

They are declared by the verb and the field of the orders that they choose among: "retreat to",
"take losses from", "place there"::

    ANSWERS = in_battles(town_of_fight, AskMe, {
        "hit": Preference(TakeHits, before_others(AllocateHit, "unit", "units")),
        "supply": Preference(LoseForSupply, first_of(RemoveForSupply, "unit", "units")),
        "regroup": Preference(NoRegrouping, just(EndRegroup())),
    })

Each is the `Answers` to a kind of question: it gives orders, the first choice first, and the first
of them that is legal answers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from napoleon.rules.kit.standing_orders import Answers
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.terms import Decision

Given = TypeVar("Given", bound=Order)

Gives = Callable[[Any, Decision, Any, Sequence[Order]], Iterable[Order]]
"""The orders that a standing order gives at a table in answer to a decision with these legal
orders, the first choice first."""


def whenever(table: Any, decision: Decision, kept: Kept) -> bool:
    """A standing order speaks of every question of its kind."""
    return True


@dataclass(frozen=True)
class Preference:
    """What a standing order of a kind chooses."""

    kind: type[StandingOrder]
    gives: Gives
    once: bool = False
    """Whether it is used up by being followed."""
    when: Callable[[Any, Decision, Kept], bool] = whenever
    """Whether it speaks of this question, at this table."""

    def __call__(
        self, table: Any, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
    ) -> Iterator[Use]:
        """What the standing orders of the kind answer, the oldest first."""
        for it in kept:
            if type(it.word) is self.kind and self.when(table, decision, it):
                for order in self.gives(table, decision, it.word, legal_orders):
                    yield Use(it, order, spent=self.once)


def preferred(*preferences: Preference) -> Answers[Any]:
    """What standing orders of several kinds answer to a question, the oldest of any kind first."""

    def answers(
        table: Any, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
    ) -> Iterator[Use]:
        for it in kept:
            for preference in preferences:
                yield from preference(table, decision, [it], legal_orders)

    return answers


def in_turn(*several: Answers[Any]) -> Answers[Any]:
    """What the first of several answers, then the second, and so on."""

    def answers(
        table: Any, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
    ) -> Iterator[Use]:
        for find in several:
            yield from find(table, decision, kept, legal_orders)

    return answers


def in_battles(
    battle: Callable[[Any], str], asks: type[Any], answers: Mapping[str, Answers[Any]]
) -> dict[str, Answers[Any]]:
    """Answers, by kinds of question, of standing orders that may speak of certain battles only.

    They name those in ``battles``; `battle` is where the question arises. A seat is asked the
    question, or "any", that one of its orders of the kind `asks` names in ``question``.
    """

    def limited(find: Answers[Any]) -> Answers[Any]:
        def found(
            table: Any, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
        ) -> Iterator[Use]:
            here = battle(table)
            meant = [it for it in kept if _is_for(it.word, here)]
            asked = {it.word.question for it in meant if isinstance(it.word, asks)}
            if asked.isdisjoint((decision.kind, "any")):
                yield from find(table, decision, meant, legal_orders)

        return found

    return {kind: limited(find) for kind, find in answers.items()}


def _is_for(word: Any, battle: str) -> bool:
    battles = getattr(word, "battles", ())
    return not battles or battle in battles


# -- what is given ---------------------------------------------------------------------------------


def just(order: Order) -> Gives:
    """One and the same order."""
    return lambda *_: (order,)


def first_of(verb: type[Order], field: str, said: str) -> Gives:
    """The legal orders of a verb whose field is what the standing order names in its field `said`.

    That is one name or several, in the order in which they are preferred.
    """
    return lambda table, decision, word, legal_orders: named(
        of_verb(legal_orders, verb), field, getattr(word, said)
    )


def before_others(verb: type[Order], field: str, said: str) -> Gives:
    """The legal orders of a verb; those whose field is named in the field `said` come first."""
    return lambda table, decision, word, legal_orders: named_first(
        of_verb(legal_orders, verb), field, getattr(word, said)
    )


def best_of(verb: type[Order], rank: Callable[[Any, Decision, Any, Any], Any]) -> Gives:
    """The legal orders of a verb, those first whose rank is the lowest.

    `rank` is of a table, a decision, what the standing order says, and an order; of orders with the
    same rank the one that is listed first comes first.
    """

    def gives(
        table: Any, decision: Decision, word: Any, legal_orders: Sequence[Order]
    ) -> Iterable[Order]:
        found = of_verb(legal_orders, verb)
        return sorted(found, key=lambda it: rank(table, decision, word, it))

    return gives


def if_nothing_else(*verbs: type[Order], but: tuple[type[Order], ...] = ()) -> Gives:
    """An order of these verbs, if it is the only legal order besides those of the verbs `but`."""

    def gives(
        table: Any, decision: Decision, word: Any, legal_orders: Sequence[Order]
    ) -> Iterable[Order]:
        # Where lists are checked, more is legal than is listed.
        left = [it for it in legal_orders if not isinstance(it, but)]
        is_alone = len(left) == 1 and not decision.checked
        return tuple(left) if is_alone and isinstance(left[0], verbs) else ()

    return gives


def place_in(names: Sequence[str], name: str) -> int:
    """Where a name stands in a list of those that come first: all others come after it."""
    return names.index(name) if name in names else len(names)


def unless_left(order: Order, **keeps: Callable[[Order], bool]) -> Gives:
    """An order that ends something, once its player wants no other legal order.

    Which ones do, goes by what the standing order says in ``when``; by any other word none does.
    """

    def gives(
        table: Any, decision: Decision, word: Any, legal_orders: Sequence[Order]
    ) -> Iterable[Order]:
        held = word.when in keeps and any(map(keeps[word.when], legal_orders))
        return () if held else (order,)

    return gives


def of_verb(legal_orders: Iterable[Order], verb: type[Given]) -> list[Given]:
    """The legal orders of one verb."""
    return [it for it in legal_orders if isinstance(it, verb)]


def named(legal_orders: Sequence[Given], field: str, names: Any) -> Iterator[Given]:
    """Those of `legal_orders` whose field is `names`, or one of several, in the order of these."""
    for name in names if isinstance(names, tuple) else (names,):
        yield from (it for it in legal_orders if getattr(it, field) == name)


def named_first(legal_orders: Iterable[Given], field: str, names: Sequence[str]) -> list[Given]:
    """The legal orders whose field is named, in the order of the names, and then all others."""
    places = {name: place for place, name in enumerate(names)}
    return sorted(legal_orders, key=lambda it: places.get(getattr(it, field), len(places)))
