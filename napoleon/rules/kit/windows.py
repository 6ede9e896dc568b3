"""Windows: moments at which players may play cards, and the standing orders that go with them.

A window is declared once::

    Window("battle", "E-13", "Play a card or pass.", opens=is_fighting, waiting=who_may_play)

It opens, and asks, by what everybody knows: that a question is not put would tell of a hand. Seats
answer in turn, or all at once unseen (`sealed`); then `napoleon.rules.kit.sealed` keeps the
answers.

With windows come four standing orders, whatever a game calls them: to pass in a kind of window, to
pass in all of them, to play a card as soon as it may be, and to be asked whatever the others say.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from napoleon.rules.kit.table import Table
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.terms import Decision

S = TypeVar("S")
T = TypeVar("T", bound=Table[Any, Any])

UNTIL_WITHDRAWN = "withdrawn"
"""Said of a standing order that holds on and on."""


@dataclass(frozen=True)
class Window(Generic[T]):
    """A moment at which players may play cards."""

    id: str
    clause: str
    """The clause that its questions cite."""
    text: str
    """The text of its questions."""
    opens: Callable[[T], bool]
    """Whether it stands open."""
    waiting: Callable[[T], Iterable[str]]
    """Who may still play a card there, as far as everybody knows, the next to be asked first."""
    kind: str = "window"
    """The kind of its decisions."""
    sealed: bool = False
    """Whether all are asked at once, and nobody sees what the others do."""

    def seats(self, table: T) -> Sequence[str]:
        """Who is still to be asked in this position, the next one first; nobody while it is shut.

        It is looked up once for the step that is due, the question, and whether it is put.
        """
        if self.id not in table.scenes:
            table.scenes[self.id] = tuple(self.waiting(table)) if self.opens(table) else ()
        seats: Sequence[str] = table.scenes[self.id]
        return seats

    def is_due(self, table: T) -> bool:
        """Whether it stands open, and somebody is still to be asked."""
        return bool(self.seats(table))

    def asks(self, table: T) -> list[Decision]:
        """The question to the next seat, or to all that have not answered."""
        seats = self.seats(table)
        asked = seats if self.sealed else seats[:1]
        return [table.question(seat, self.kind, self.clause, self.text) for seat in asked]


def always(table: Any, seat: str, word: Any) -> bool:
    """A standing order speaks of a window whatever else is so."""
    return True


def nothing_wrong(table: Any, seat: str, word: Any) -> Refusal | None:
    """Any window may be named."""
    return None


@dataclass(frozen=True, kw_only=True)
class WindowOrders(Generic[S, T]):
    """The standing orders of the windows of a game.

    Their classes are the game's own. Those of `passes` and `asks` name in their field ``window``
    the kind of window that they speak of, and may say in ``until`` how long they hold; those of
    `plays` name a ``card``, and are used up by playing it.
    """

    passes: type[StandingOrder]
    """Play no card in this kind of window."""
    passes_all: type[StandingOrder]
    """Play no card in any window."""
    plays: type[StandingOrder]
    """Play this card."""
    asks: type[StandingOrder]
    """Ask me, whatever other standing orders say."""
    opened: Callable[[T, Decision], str]
    """The kind of the window that stands open."""
    playing: Callable[[T, Decision, Any], Order | None]
    """The order by which the card of a standing order is played now; None if it is to wait."""
    passing: Callable[[T, Decision], Order]
    """The order by which no card is played."""
    means: Callable[[T, str, Any], bool] = always
    """Whether an order of `passes` or `asks` means the window of that kind which stands open, as
    left by a seat; some speak of certain turns or places only."""
    any_kind: str = ""
    """How a window is named that may be of any kind; empty where none is."""
    hand: Callable[[S, str], Container[Any]]
    """The cards that a seat holds: what was said of others has run out."""
    ends: Mapping[str, Callable[[S, Kept], bool]]
    """By what may be said in ``until``, whether that time has come."""
    ends_all: Callable[[S, Kept], bool]
    """Whether an order of `passes_all` has run out."""
    refuse_window: Callable[[T, str, Any], Refusal | None] = nothing_wrong
    """Why an order of `passes` or `asks`, left by a seat, could never apply."""
    refuse_card: Callable[[T, str, Any], Refusal | None]
    """Why a card of an order of `plays` could never be played by a seat."""

    @property
    def kinds(self) -> tuple[type[StandingOrder], ...]:
        """The four of them."""
        return (self.passes, self.passes_all, self.plays, self.asks)

    def answers(
        self, table: T, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
    ) -> Iterator[Use]:
        """To be asked comes first, then cards in the order in which they were left, then to pass.

        One of the `napoleon.rules.kit.standing_orders.Answers`.
        """

        def plays(word: StandingOrder) -> Order | None:
            return self.playing(table, decision, word) if isinstance(word, self.plays) else None

        def declines(word: StandingOrder) -> Order | None:
            passes = isinstance(word, self.passes) and self.is_meant(table, decision, word)
            if passes or isinstance(word, self.passes_all):
                return self.passing(table, decision)
            return None

        asks = (it.word for it in kept if isinstance(it.word, self.asks))
        if any(self.is_meant(table, decision, it) for it in asks):
            return
        for spent, said in ((True, plays), (False, declines)):
            for it in kept:
                order = said(it.word)
                if order is not None:
                    yield Use(it, order, spent)

    def is_meant(self, table: T, decision: Decision, word: Any) -> bool:
        """Whether an order of `passes` or `asks` speaks of a question."""
        opened = self.opened(table, decision)
        named = word.window == opened or bool(self.any_kind and word.window == self.any_kind)
        return named and self.means(table, decision.seat, word)

    def has_expired(self, state: S, kept: Kept) -> bool:
        """Whether a standing order has run out; those of other kinds go by their ``until`` too."""
        word: Any = kept.word
        if isinstance(kept.word, self.passes_all):
            return self.ends_all(state, kept)
        if isinstance(kept.word, self.plays):
            return word.card not in self.hand(state, kept.seat)
        until = getattr(word, "until", UNTIL_WITHDRAWN)
        return until in self.ends and self.ends[until](state, kept)

    def refusal(self, table: T, seat: str, word: StandingOrder) -> Refusal | None:
        """Why a standing order of a seat could never apply; None of other kinds."""
        if isinstance(word, self.plays):
            return self.refuse_card(table, seat, word)
        speaks_of_one = isinstance(word, self.passes | self.asks)
        return self.refuse_window(table, seat, word) if speaks_of_one else None
