"""Forms of windows: what a game declares besides the standing orders of its windows.

A game whose standing orders are `WindowOrders` says which of its questions are windows, what kinds
of window there are, and which cards fit where::

    FORMS = window_forms(WINDOW_ORDERS, ("window",), kinds, fitting, dealt,
                         AskMe)
    DeclaredStandingOrders(..., forms=FORMS)

One that has standing orders of its own fills in a `DeclaredForms`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from napoleon.chance import Chance
from napoleon.rules.kit import verbs
from napoleon.rules.kit.conceding import turns_down
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import Rulebook
from napoleon.rules.kit.windows import WindowOrders
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Form, Kept, StandingOrder
from napoleon.rules.terms import Decision
from napoleon.rules.windows import WindowKind

S = TypeVar("S")
T = TypeVar("T", bound=Table[Any, Any])

Cards = Mapping[str, Mapping[str, str]]
"""By kinds of window, the cards that fit there, as a standing order names them, with their
names."""


@dataclass(frozen=True, kw_only=True)
class DeclaredForms(Generic[S, T]):
    """What a game says of the forms of its windows."""

    decisions: Collection[str]
    """The kinds of the questions that are put in windows."""
    kinds: Callable[[T, str], Sequence[WindowKind]]
    """The kinds of window in which a seat may be asked, by what is printed."""
    fitting: Callable[[T, str], Cards]
    """The cards that a seat holds, by the kinds of window in which they fit in print."""
    dealt: Callable[[S, str], Sequence[Any]]
    """The turn, counted from when all is drawn for it, and the hand of a seat."""
    passing: Callable[[T, Decision], Order]
    """The order by which no card is played."""
    plays: type[StandingOrder]
    """The kind of standing order that plays a card; it names a ``card``."""
    asking: Callable[[Any], StandingOrder]
    """The standing order by which a seat is asked in a kind of window."""
    asks_in: Callable[[StandingOrder, WindowKind], bool]
    """Whether a standing order asks to be asked in a kind of window, be it now and then."""
    is_asked: Callable[[T, Decision, StandingOrder], bool]
    """Whether a standing order says that its seat is to be asked a question."""
    speaks_of: Callable[[StandingOrder], bool]
    """Whether a standing order speaks of windows, and of nothing else."""


def window_forms(
    orders: WindowOrders[S, T],
    decisions: Collection[str],
    *,
    kinds: Callable[[T, str], Sequence[WindowKind]],
    fitting: Callable[[T, str], Cards],
    dealt: Callable[[S, str], Sequence[Any]],
    asking: Callable[[Any], StandingOrder],
) -> DeclaredForms[S, T]:
    """The forms of a game whose standing orders of windows are these."""

    def asks_in(word: Any, kind: WindowKind) -> bool:
        named = getattr(word, "window", "")
        return isinstance(word, orders.asks) and named in (kind.id, orders.any_kind or kind.id)

    return DeclaredForms(
        decisions=decisions,
        kinds=kinds,
        fitting=fitting,
        dealt=dealt,
        passing=orders.passing,
        plays=orders.plays,
        asking=asking,
        asks_in=asks_in,
        is_asked=lambda table, decision, word: (
            isinstance(word, orders.asks) and orders.is_meant(table, decision, word)
        ),
        speaks_of=lambda word: isinstance(word, orders.kinds),
    )


@dataclass(kw_only=True, eq=False)
class FormsOfWindows(Generic[S, T]):
    """A `napoleon.rules.windows.Windows` of what a game declares, with one pack."""

    pack: Any
    book: Rulebook[T]
    table: Callable[[S, Any, Chance | None], T]
    offering: Callable[[S], Collection[str]]
    forms: DeclaredForms[S, T]

    @property
    def plays(self) -> type[StandingOrder]:
        """The kind of standing order that plays a card."""
        return self.forms.plays

    def is_window(self, decision: Decision) -> bool:
        """Whether a question is put in a window."""
        return decision.kind in self.forms.decisions

    def kinds(self, state: S, seat: str) -> Sequence[WindowKind]:
        """The kinds of window in which a seat may be asked."""
        return self.forms.kinds(self._at(state), seat)

    def fitting(self, state: S, seat: str) -> Cards:
        """The cards of a seat that fit there."""
        return self.forms.fitting(self._at(state), seat)

    def dealt(self, state: S, seat: str) -> Sequence[Any]:
        """The turn, and the hand of a seat where it counts."""
        return self.forms.dealt(state, seat)

    def passing(self, state: S, decision: Decision) -> Order | None:
        """The order by which no card is played, if it is legal."""
        table = self._at(state)
        order = self.forms.passing(table, decision)
        return order if order in verbs.legal_orders(self.book, table, decision) else None

    def has_other(self, state: S, decision: Decision) -> bool:
        """Whether the seat has a legal order besides passing."""
        table = self._at(state)
        order = self.forms.passing(table, decision)
        return any(it != order for it in verbs.legal_orders(self.book, table, decision))

    def is_asked(self, state: S, decision: Decision, kept: Sequence[Kept]) -> bool:
        """Whether the seat wants to be asked, or has to be."""
        if turns_down(self.offering(state), decision.seat):
            return True
        table = self._at(state)
        return any(self.forms.is_asked(table, decision, it.word) for it in kept)

    def form(self, state: S, seat: str, kept: Iterable[Kept]) -> Form:
        """What standing orders of a seat say of windows."""
        said = [it.word for it in kept]
        kinds = self.kinds(state, seat)
        asks = (it.id for it in kinds if any(self.forms.asks_in(word, it) for word in said))
        return Form(tuple(asks), tuple(it for it in said if isinstance(it, self.plays)))

    def words(self, form: Form) -> Sequence[StandingOrder]:
        """The standing orders that say what a form says."""
        return (*map(self.forms.asking, form.asks), *form.plays)

    def is_said_by_form(self, word: StandingOrder) -> bool:
        """Whether a standing order speaks of windows only."""
        return self.forms.speaks_of(word)

    def _at(self, state: S) -> T:
        return self.table(state, self.pack, None)
