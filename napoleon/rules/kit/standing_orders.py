"""Standing orders of a game: what they answer before anybody is asked, and in which order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import Any, Generic, TypeVar

from napoleon.chance import Chance
from napoleon.rules.kit import verbs
from napoleon.rules.kit.conceding import turns_down
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import Rulebook
from napoleon.rules.kit.window_forms import DeclaredForms, FormsOfWindows
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Choices, Kept, StandingOrder, Use
from napoleon.rules.terms import Decision

P = TypeVar("P")
S = TypeVar("S")
T = TypeVar("T", bound=Table[Any, Any])

Answers = Callable[[T, Decision, Sequence[Kept], Sequence[Order]], Iterator[Use]]
"""The uses of the standing orders of a seat for a decision with these legal orders, the first
choice first.

Those whose order is not among the legal orders are passed over."""


def nobody(state: Any) -> Collection[str]:
    """Nobody offers to end the game."""
    return ()


def all_is_written(table: Any, seat: str) -> Choices:
    """Nothing is offered to choose from."""
    return {}


class _LegalOrders(Sequence[Order]):
    """The legal orders for a decision, listed when they are looked at; mostly none is."""

    def __init__(self, list_them: Callable[[], list[Order]]) -> None:
        self._list_them = list_them

    @cached_property
    def _listed(self) -> list[Order]:
        return self._list_them()

    def __getitem__(self, at: Any) -> Any:
        return self._listed[at]

    def __len__(self) -> int:
        return len(self._listed)


def in_any_case(table: Any, decision: Decision, order: Any) -> bool:
    """An order of the verb seals something big wherever it is given."""
    return True


@dataclass(frozen=True)
class Big:
    """Orders that seal something big: a standing order gives them only if it says so itself.

    A profile never does: what stands for several others says nothing of them in so many words.
    """

    verb: type[Order]
    clause: str
    """The clause by which they weigh so much."""
    said_by: tuple[type[StandingOrder], ...] = ()
    """The kinds of standing order whose own words say that the order will be given."""
    when: Callable[[Any, Decision, Any], bool] = in_any_case
    """Which orders of the verb are meant, at a table and in answer to a decision."""


@dataclass(kw_only=True, eq=False)
class DeclaredStandingOrders(Generic[P, S, T]):
    """A `napoleon.rules.standing_orders.StandingOrders` of what a game declares, with one pack."""

    pack: P
    book: Rulebook[T]
    table: Callable[[S, P, Chance | None], T]
    """The table of a position."""
    kinds: tuple[type[StandingOrder], ...]
    occasion: Callable[[S], dict[str, Any]]
    has_expired: Callable[[S, Kept], bool]
    refusal: Callable[[T, str, Any], Refusal | None]
    """Why a standing order of a seat could never apply."""
    answers: Mapping[str, Answers[T]]
    """What is answered, by the kinds of decision; all others are asked."""
    chosen_from: Callable[[T, str], Choices] = all_is_written
    """What a seat may say in the fields of its standing orders."""
    offering: Callable[[S], Collection[str]] = nobody
    """Who offers to end the game: all others are asked, as any answer would turn the offer down."""
    no_card: StandingOrder | None = None
    profiles: tuple[type[StandingOrder], ...] = ()
    """Those of the kinds that are chosen when a seat is taken, the one that answers nothing first;
    see `napoleon.rules.kit.profiles`."""
    big: tuple[Big, ...] = ()
    """What no standing order does unless it says so."""
    forms: DeclaredForms[S, T] | None = None
    """What the game says of the forms of its windows; None if it has no windows of cards."""

    @cached_property
    def windows(self) -> FormsOfWindows[S, T] | None:
        """The windows of the game, with this pack."""
        if self.forms is None:
            return None
        return FormsOfWindows(
            pack=self.pack,
            book=self.book,
            table=self.table,
            offering=self.offering,
            forms=self.forms,
        )

    def choices(self, state: S, seat: str) -> Choices:
        """What a seat may say in the fields of its standing orders."""
        return self.chosen_from(self.table(state, self.pack, None), seat)

    def refuse(self, state: S, seat: str, word: Any) -> Refusal | None:
        """Why a standing order could never apply; None if it could."""
        return self.refusal(self.table(state, self.pack, None), seat, word)

    def answer(self, state: S, decision: Decision, kept: Sequence[Kept]) -> Use | None:
        """What the standing orders of a seat say to a question; None to ask the seat."""
        find = self.answers.get(decision.kind)
        if find is None or turns_down(self.offering(state), decision.seat):
            return None
        table = self.table(state, self.pack, None)
        legal_orders = _LegalOrders(lambda: list(verbs.legal_orders(self.book, table, decision)))
        uses = find(table, decision, kept, legal_orders)
        given = (use for use in uses if use.order in legal_orders)
        return next((it for it in given if self.may_give(table, decision, it)), None)

    def may_give(self, table: T, decision: Decision, use: Use) -> bool:
        """Whether a standing order says so, if what it gives seals something big."""
        return all(
            type(use.kept.word) in big.said_by
            for big in self.big
            if isinstance(use.order, big.verb) and big.when(table, decision, use.order)
        )


def kinds_of(module: ModuleType) -> tuple[type[StandingOrder], ...]:
    """The kinds of standing order that a module declares, in its order: all that have a tag."""
    declared = (it for it in vars(module).values() if isinstance(it, type))
    orders = (it for it in declared if issubclass(it, StandingOrder))
    return tuple(it for it in orders if it.__module__ == module.__name__ and _is_tagged(it))


def _is_tagged(kind: type[StandingOrder]) -> bool:
    return kind.__struct_config__.tag not in (None, kind.__name__)
