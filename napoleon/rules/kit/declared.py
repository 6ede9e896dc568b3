"""The rules of a game put together from what it declares: its rulebook, its pack, its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from napoleon.chance import Chance
from napoleon.rules.aids import Aid
from napoleon.rules.bots import Bot, RandomPlayer
from napoleon.rules.contract import Notation
from napoleon.rules.corrections import Corrections
from napoleon.rules.couriers import Couriers
from napoleon.rules.drafting import Drafting
from napoleon.rules.events import Event
from napoleon.rules.introduction import Introduction
from napoleon.rules.kit import verbs
from napoleon.rules.kit.released import Released
from napoleon.rules.kit.table import Position, Table, copies_of
from napoleon.rules.kit.verbs import Rulebook, until_the_end
from napoleon.rules.lessons import Lesson
from napoleon.rules.numbers import UNDECLARED, Numbers
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.prose.storybook import PLAIN, Storybook, Words
from napoleon.rules.standing_orders import StandingOrders
from napoleon.rules.tables import TextTable, plain_tables
from napoleon.rules.terms import (
    Carried,
    Decision,
    Finding,
    Loss,
    Option,
    Result,
    ScenarioTitle,
    SetupRefused,
)
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from napoleon.rules.wording import Wording

PAIR = 2
"""So many seats are of two sides, and none of them is a partner of another."""


class HashedPack(Protocol):
    """A data pack; all that the kit knows of it is which one it is."""

    @property
    def hash(self) -> str:
        """SHA-256 of its files."""


class NoPack:
    """Stands in for a data pack in a game that needs no data."""

    hash = "0" * 64


P = TypeVar("P", bound=HashedPack)
S = TypeVar("S", bound=Position)
T = TypeVar("T", bound=Table[Any, Any])
V = TypeVar("V", bound=Views)


def undivided(options: Mapping[str, Any]) -> Mapping[str, tuple[str, ...]]:
    """No seat is divided into shares."""
    return {}


def never(options: Mapping[str, Any]) -> bool:
    """Cards that were seen do not fade."""
    return False


def everybody_talks(table: Any, seat: str, other: str) -> None:
    """Players may say to each other what they like."""


def all_is_laid_out(table: Any) -> None:
    """The first event has laid out everything."""


def nothing_to_check(folder: Traversable) -> list[Finding]:
    """The game has no data pack that could be replaced."""
    return []


def nothing_is_forfeited(seat: str) -> None:
    """Nobody can claim the game from a seat."""


def nobody_leaves(seat: str) -> None:
    """A game that nobody can leave to the others."""


def without_notation(rules: Any) -> None:
    """The game is played without a notation."""


@dataclass(kw_only=True, eq=False)
class DeclaredRules(Generic[P, S, T, V]):
    """A `napoleon.rules.contract.Ruleset` of what a game declares, with one data pack.

    What the fields of the contract mean is said there; here are the parts that the rest is made of.
    A game may do without those that have a default.
    """

    name: str
    title: str
    version: str
    replays: tuple[tuple[str, str], ...] = ()
    released: Released[DeclaredRules[P, S, T, V]] | None = None
    """The versions that stay playable; None for a game of which none was released."""
    pack: P
    provenance: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    check_pack: Callable[[Traversable], list[Finding]] = nothing_to_check
    scenarios: tuple[ScenarioTitle, ...]
    options: tuple[Option, ...] = ()
    options_clause: str
    """The clause of a choice that the game does not know."""
    clauses: Mapping[str, str]
    chapters: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[str, str]
    also_called: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[int, str] = field(default_factory=dict)
    seats: Callable[[Mapping[str, Any]], tuple[str, ...]]
    shares: Callable[[Mapping[str, Any]], Mapping[str, tuple[str, ...]]] = undivided
    state_type: type[S]
    book: Rulebook[T]
    """What the game is played by."""
    table: Callable[[S, P, Chance | None], T]
    """The table of a position, which is moved on in place."""
    apply: Callable[[S | None, Event], S]
    begin: Callable[[P, str, Mapping[str, Any]], Event]
    """The first event of a scenario under checked options. Raises SetupRefused."""
    lay_out: Callable[[T], None] = all_is_laid_out
    """What is laid out after it, up to where the sequence of play begins."""
    cards_fade: Callable[[Mapping[str, Any]], bool] = never
    talk: Callable[[T, str, str], Refusal | None] = everybody_talks
    """Why one seat may not write to another; None if it may."""
    letters: Callable[[T, str, str], Refusal | None] = everybody_talks
    """Why it may not do so in a letter that others do not read."""
    views_type: type[V]
    view: Callable[[S, Viewer], V]
    projection: Callable[[S, Viewer], S] | None = None
    """The state as somebody may know it; None for a game whose views are all that one knows."""
    tables: Callable[[V, Words], list[TextTable]] = plain_tables
    bot: Callable[[Random], Bot] = RandomPlayer
    notation_of: Callable[[DeclaredRules[P, S, T, V]], Notation | None] = without_notation
    """Makes the notation of the game with this data pack."""
    standing: StandingOrders | None = None
    corrections: Corrections | None = None
    numbers: Numbers = UNDECLARED
    pictures: Pictures[V] | None = None
    storybook: Storybook = PLAIN
    couriers: Couriers[S] | None = None
    wording: Wording | None = None
    drafting: Drafting | None = None
    lesson: Lesson | None = None
    aid: Aid | None = None
    introduction: Introduction | None = None
    forfeited: Callable[[str], Result | None] = nothing_is_forfeited
    leaving: Callable[[str], Order | None] = nobody_leaves

    def __post_init__(self) -> None:
        self.pack_hash = self.pack.hash
        self.verbs: tuple[type[Order], ...] = (*self.book.verbs, *self.book.free)
        self.copied = copies_of(self.state_type)
        """Makes a deep copy of a position."""

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of all its decisions."""
        return verbs.kinds(self.book)

    @cached_property
    def notation(self) -> Notation | None:
        """The lines that orders are typed and read as."""
        return self.notation_of(self)

    def edition(self, version: str, pack: str) -> DeclaredRules[P, S, T, V] | None:
        """The rules of a game that pins this version and this pack; None if they are not here."""
        if (version, pack) == (self.version, self.pack_hash):
            return self
        return None if self.released is None else self.released.edition(self, version, pack)

    def clause(self, clause_id: str) -> str | None:
        """The text of a clause in our words; None if there is no such clause."""
        return self.clauses.get(clause_id)

    def checked_options(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Defaults filled in; raises SetupRefused for an unknown option or value."""
        return checked(self.options, options, self.options_clause)

    def refuse_setup(self, scenario: str, options: Mapping[str, Any]) -> Refusal | None:
        """Why these cannot be chosen together."""
        try:
            self.begin(self.pack, scenario, self.checked_options(options))
        except SetupRefused as refused:
            return refused.refusal
        return None

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        """The table laid out and the first turn begun, up to the first decision."""
        laid = self.begin(self.pack, scenario, self.checked_options(options))
        table = self.table(self.apply(None, laid), self.pack, chance)
        self.lay_out(table)
        with until_the_end():
            verbs.advance(self.book, table)
        return [laid, *table.recorded]

    def decisions(self, state: S) -> list[Decision]:
        """Who has to decide what now."""
        return verbs.decisions(self.book, self.table(state, self.pack, None))

    def legal_orders(self, state: S, decision: Decision) -> Iterable[Order]:
        """Every legal order for `decision`."""
        return verbs.legal_orders(self.book, self.table(state, self.pack, None), decision)

    def pass_order(self, state: S, decision: Decision) -> Order | None:
        """The legal answer with which a seat does as little as may be."""
        return verbs.pass_order(self.book, self.table(state, self.pack, None), decision)

    def free_verbs(self, state: S, seat: str) -> Iterable[type[Order]]:
        """Verbs that answer no decision."""
        return verbs.free_verbs(self.book, self.table(state, self.pack, None), seat)

    def refuse_talk(
        self, state: S, seat: str, other: str, *, private: bool = False
    ) -> Refusal | None:
        """Why one seat may not write to another; None if it may."""
        table = self.table(state, self.pack, None)
        refusal = self.talk(table, seat, other)
        return self.letters(table, seat, other) if refusal is None and private else refusal

    def keeps_apart(self, options: Mapping[str, Any]) -> bool:
        """Whether some seats may not write to each other at times, while others may."""
        return self.talk is not everybody_talks and len(self.seats(options)) > PAIR

    def is_irreversible(self, state: S, decision: Decision, order: Order) -> bool:
        """Whether `order` cannot be withdrawn once it is given."""
        return verbs.is_irreversible(self.book, self.table(state, self.pack, None), decision, order)

    def warns(self, state: S, decision: Decision, order: Order) -> Sequence[Loss]:
        """What of the seat's own is eliminated by the rules if it gives a legal `order`."""
        return verbs.warns(self.book, self.table(state, self.pack, None), decision, order)

    def known(self, state: S, viewer: Viewer) -> S | V:
        """What `viewer` may know of a position."""
        return (self.projection or self.view)(state, viewer)

    @property
    def knows_by_views(self) -> bool:
        """Whether views are all that one knows of a position."""
        return self.projection is None

    def decide(self, state: S, seat: str, order: Order, chance: Chance) -> list[Event] | Refusal:
        """The events that `order` causes, or why it is refused."""
        table = self.table(self.copied(state), self.pack, chance)
        return verbs.decide(self.book, table, seat, order)

    def carry_out(
        self,
        state: S,
        seat: str,
        order: Order,
        chance: Chance,
        decisions: list[Decision] | None = None,
    ) -> Carried | Refusal:
        """What comes of `order`, which moves `state` on in place, or why it is refused."""
        table = self.table(state, self.pack, chance)
        return verbs.carry_out(self.book, table, seat, order, decisions)


def checked(options: Iterable[Option], given: Mapping[str, Any], clause: str) -> dict[str, Any]:
    """What was `given` with defaults filled in, in the order of `options`.

    Raises SetupRefused (``BAD_OPTION``, under `clause`) for an unknown option or value. True is
    not 1: a value has the type of the allowed one that it equals.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise SetupRefused(bad_option(clause, f"There is no option {name}.", sorted(known)))
        if not any(value == v and type(value) is type(v) for v in known[name].values):
            allowed = list(known[name].values)
            raise SetupRefused(bad_option(clause, f"{name} must be one of {allowed}.", allowed))
    return {name: given.get(name, option.values[0]) for name, option in known.items()}


def bad_option(clause: str, detail: str, allowed: list[Any]) -> Refusal:
    """A refusal ``BAD_OPTION`` that says what is `allowed`."""
    return Refusal("BAD_OPTION", clause, detail, {"allowed": allowed})
