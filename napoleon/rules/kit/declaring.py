"""Verbs that are declared once: who acts, what refuses it, what it does, its line and its words.

An *actor* acts in a chapter of the rules. The first field of its orders names it, unless the
seat acts by itself. It opens a *scene*: an object of the game, such as a unit on a battle board,
that answers what rules of the chapter ask. Each of the other fields has a *domain*. From these come
all legal orders: the product of the domains, less what is refused::

    FORM_SQUARE = DeclaredVerb(
        FormSquare, FIGHTER, "6.5",
        unable=_refuse_forming,
        does=lambda it, order: it.tell(SquareFormed, "6.5"),
        line="square {unit:unit}",
        says=say("Form square with %(unit)s"),
        follows=(say("+1 to morale"), say("cannot move")),
        told={SquareFormed: together("%(who)s formed square.", "%(who)s formed squares.")},
    )
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import product
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from napoleon.rules.events import Event
from napoleon.rules.kit.foresight import CarryOut
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import (
    Verb,
    always_irreversible,
    never_irreversible,
    nothing_lost,
    nothing_to_explain,
    refuse_nothing,
    sealed,
)
from napoleon.rules.notation.grammar import Pattern
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.prose.sentences import Sentence
from napoleon.rules.structs import fields_of
from napoleon.rules.terms import Decision, Loss
from napoleon.rules.wording import Phrase, Value, Words

T = TypeVar("T", bound=Table[Any, Any])
S = TypeVar("S")
O = TypeVar("O", bound=Order)  # noqa: E741 - an order


def whoever_is_asked(table: Any, decision: Decision) -> Iterable[str]:
    """The seat acts by itself: no field names it."""
    return ("",)


def its_subject(table: Any, decision: Decision) -> Iterable[str]:
    """What the seat decides for acts, such as a nation; see `napoleon.rules.terms.Decision`."""
    return (decision.subject,)


def nobody_else(table: Any, decision: Decision, actor: str, clause: str) -> Refusal | None:
    """Every seat that is asked may act."""
    return None


def by_id(at: Any, value: Any) -> Value:
    """Called by its id, which the names of the game tell."""
    return str(value)


def nothing_against(at: Any, *order: Any) -> Refusal | None:
    """Nothing is wrong with it."""
    return None


PIECE, TARGET = "piece", "target"


class Actor(NamedTuple, Generic[T, S]):
    """The one who acts in answer to questions of some kinds, and the scene that it opens.

    It is a name, or the names of those who act together.
    """

    kinds: tuple[str, ...]
    phase: str
    """The phase that its orders belong to; empty for none in particular."""
    scene: Callable[[T, Decision, Any], S]
    field: str = ""
    """The first field of its orders, which names it; empty if the seat acts by itself."""
    candidates: Callable[[T, Decision], Iterable[Any]] = whoever_is_asked
    """Who might act, in the order in which it is offered."""
    refusal: Callable[[T, Decision, Any, str], Refusal | None] = nobody_else
    """Why somebody cannot act at all, under the clause of the verb: before the scene is opened."""
    named: Callable[[S, Any], Value] = by_id
    """What it is called in an order in words."""
    points: str = PIECE
    """How it is pointed at to give the order; see `Domain`."""
    subject: str = ""
    """The field of its orders that names the subject of the decision, if it has one."""


def as_listed(at: Any) -> Iterable[Any]:
    """What the orders say that the verb lists."""
    return ()


class Domain(NamedTuple, Generic[S]):
    """What a field of an order may say in a scene."""

    candidates: Callable[[S], Iterable[Any]] = as_listed
    """In the order in which they are offered; a verb that is `listed` goes through none."""
    named: Callable[[S, Any], Value] = by_id
    refusal: Callable[[S, Any], Refusal | None] = nothing_against
    """Why a value cannot be said. It has to refuse every value that is no candidate, unless
    `refuses` of the verb does so: players may type any."""
    points: str = ""
    """``piece`` or ``target``, if it is pointed at to give the order; see `Words`."""


class Irreversible(Enum):
    """Whether an order is past recall once it is given."""

    NEVER = "nothing is drawn for it, and it shows nothing"
    ALWAYS = "something is drawn for it, or shown by it"
    IF_RANDOM = "it is tried on a copy of the position"


Says = Phrase | Callable[[S, O], Phrase]
Follows = tuple[Phrase, ...] | Callable[[S, O], Iterable[Phrase]]
Perhaps = Phrase | Callable[[S, O], Phrase | None] | None
"""A phrase, or what says it of an order; None for nothing."""
Judged = bool | Callable[[S, O], bool]


def waits(at: Any, order: Any) -> None:
    """The answer waits, sealed, until everybody who was asked has answered."""


def no_target(at: Any, order: Any) -> str:
    """No place is pointed at, or the one that a field names."""
    return ""


@dataclass(eq=False)
class DeclaredVerb(Generic[T, S, O]):
    """One verb with all that there is to say of it."""

    order: type[O]
    actor: Actor[T, S]
    clause: str
    does: Callable[[S, O], None] = field(kw_only=True)
    """Records what a legal order causes."""
    line: str = field(default="", kw_only=True)
    """The template of its line in the notation, see `Pattern`; empty if `lines` say all orders."""
    says: Says[S, O] = field(kw_only=True)
    """What its button says; fields that it names are filled in by what their domains call them."""
    fields: Mapping[str, Domain[S]] = field(default_factory=dict, kw_only=True)
    """What each field but that of the actor may say, in the order of the struct. Of a verb that is
    `listed`, those that are called otherwise than by their ids, or pointed at."""
    listed: Callable[[S], Iterable[O]] | None = field(default=None, kw_only=True)
    """All its legal orders, where one field says what another may say: it is the seat that acts.
    None for every combination of its fields that is not refused."""
    unable: Callable[[S], Refusal | None] = field(default=nothing_against, kw_only=True)
    """Why the actor cannot do it at all, whatever else the order says."""
    refuses: Callable[[S, O], Refusal | None] = field(default=nothing_against, kw_only=True)
    """Why it cannot be done like that; it is asked last, when no field is refused."""
    lines: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, kw_only=True)
    """Other templates, tried before `line`, with what their words stand for."""
    follows: Follows[S, O] = field(default=(), kw_only=True)
    target: Callable[[S, O], str] = field(default=no_target, kw_only=True)
    """The place that is pointed at, if no field names it."""
    price: Perhaps[S, O] = field(default=None, kw_only=True)
    """What it costs as soon as it is given; see `Words`."""
    heading: Perhaps[S, O] = field(default=None, kw_only=True)
    """What its orders are listed under where very many are offered; see `Words`."""
    ordinary: Judged[S, O] = field(default=True, kw_only=True)
    irreversible: Irreversible | Callable[[S, O], bool] | None = field(default=None, kw_only=True)
    """Whether it is past recall; None for what the verbs of its game are."""
    costs: bool = field(default=False, kw_only=True)
    """Whether it is tried for pieces of its own that it costs a seat."""
    told: Mapping[type[Event], Sentence] = field(default_factory=dict, kw_only=True)
    """The sentences of the story that tell what it causes, as far as they are told by one."""
    misplaced: Callable[[T, str, O], Refusal | None] = field(
        default=nothing_to_explain, kw_only=True
    )
    """Why a seat cannot give such an order when nobody asks it for one; see `Verb`."""

    def __post_init__(self) -> None:
        actor = self.actor
        own = [actor.field] if actor.field else []
        declared, known = [*own, *self.fields], [it.name for it in fields_of(self.order)]
        if declared != known if self.listed is None else not {*declared} <= {*known}:
            name = self.order.__name__
            raise ValueError(f"{name} has the fields {known}, but its verb declares {declared}")
        if actor.subject and actor.subject not in known:
            raise ValueError(f"{self.order.__name__} has {known}, and no {actor.subject}")
        every: dict[str, Actor[T, S] | Domain[S]] = {**dict.fromkeys(own, actor), **self.fields}
        self._own = actor.field
        refusals = ((it, of.refusal) for it, of in self.fields.items())
        self._against = [
            (it, refuses) for it, refuses in refusals if refuses is not nothing_against
        ]
        self._may_fail = any(it is not nothing_against for it in (self.unable, self.refuses))
        self._named = {it: of.named for it, of in every.items()}
        self._pieces = _values_of([it for it, of in every.items() if of.points == PIECE])
        self._target = next((it for it, of in every.items() if of.points == TARGET), "")
        if self._target and self.target is not no_target:
            raise ValueError(f"{self.order.__name__} is pointed at by its {self._target} already")
        self._filled: dict[str, list[tuple[str, Callable[[S, Any], Value]]]] = {}
        self.carry_out: CarryOut[T] = self._carrying_out()
        """Records what a legal order causes."""
        self.refusal: Callable[[T, Decision, O], Refusal | None] = self._refusing()
        """Why an order is not legal: who acts, then what they can do, then how."""

    def legal_orders(self, table: T, decision: Decision) -> Iterable[O]:
        """Every legal order, actor by actor."""
        if self.listed is not None:
            return self.listed(self.actor.scene(table, decision, ""))
        if self.fields or self._may_fail:
            return self._tried(table, decision)
        names = self.actor.candidates(table, decision)
        return map(self.order, names) if self.actor.field else [self.order() for _ in names]

    def _tried(self, table: T, decision: Decision) -> Iterator[O]:
        make, named, refuses = self.order, bool(self.actor.field), self.refuses
        for name, at in self._scenes(table, decision):
            if self.unable is not nothing_against and self.unable(at) is not None:
                continue
            own = (name,) if named else ()
            for values in self._values(at):
                order = make(*own, *values)
                if refuses is nothing_against or refuses(at, order) is None:
                    yield order

    def _values(self, at: S) -> Iterator[tuple[Any, ...]]:
        """What the fields may say together; the first one is gone through as far as it is asked.

        Whether a question has more than one answer is asked far more often than all answers are.
        """
        if not self.fields:
            yield ()
            return
        first, *others = self.fields.values()
        rest = [*product(*[_legal(it, at) for it in others])] if others else ((),)
        for value in first.candidates(at):
            if first.refusal is nothing_against or first.refusal(at, value) is None:
                for more in rest:
                    yield (value, *more)

    def candidates(self, table: T, decision: Decision) -> dict[str, list[Any]]:
        """By field, what its orders might say in answer to a decision, refused or not.

        Tests make up orders of it. A field of which nothing comes into question has an empty list.
        """
        if self.listed is not None:
            orders = [*self.legal_orders(table, decision)]
            names = [it.name for it in fields_of(self.order)]
            return {name: [getattr(it, name) for it in orders] for name in names}
        found: dict[str, list[Any]] = {it: [] for it in self._named}
        for name in self.actor.candidates(table, decision):
            at = self.actor.scene(table, decision, name)
            if self.actor.field:
                found[self.actor.field].append(name)
            for it, domain in self.fields.items():
                found[it].extend(value for value in domain.candidates(at) if value not in found[it])
        return found

    # Every order that is given, and every one that is decided again, goes through these two: what
    # does not matter to a verb is left out once and not each time.

    def _carrying_out(self) -> CarryOut[T]:
        does, scene, own = self.does, self.actor.scene, self._own
        if own:
            return lambda table, decision, order: does(
                scene(table, decision, getattr(order, own)), order
            )
        return lambda table, decision, order: does(scene(table, decision, ""), order)

    def _refusing(self) -> Callable[[T, Decision, O], Refusal | None]:
        if self._own or self.actor.refusal is not nobody_else:
            return self._refusal
        unable, refuses, scene = self.unable, self.refuses, self.actor.scene
        match self._against, unable is not nothing_against, refuses is not nothing_against:
            case [], False, False:
                return refuse_nothing
            case [], True, False:
                return lambda table, decision, order: unable(scene(table, decision, ""))
            case [], False, True:
                return lambda table, decision, order: refuses(scene(table, decision, ""), order)
            case [(name, against)], False, False:
                return lambda table, decision, order: against(
                    scene(table, decision, ""), getattr(order, name)
                )
        return self._refusal

    def _refusal(self, table: T, decision: Decision, order: O) -> Refusal | None:
        actor = self.actor
        name = getattr(order, self._own) if self._own else ""
        if actor.refusal is not nobody_else:
            foreign = actor.refusal(table, decision, name, self.clause)
            if foreign is not None:
                return foreign
        if not self._may_fail and not self._against:
            return None
        at = actor.scene(table, decision, name)
        if self.unable is not nothing_against and (refusal := self.unable(at)):
            return refusal
        for field_name, refuses in self._against:
            if refusal := refuses(at, getattr(order, field_name)):
                return refusal
        return None if self.refuses is nothing_against else self.refuses(at, order)

    def is_irreversible(self, table: T, decision: Decision, order: O) -> bool:
        """Whether a legal order is past recall, where the verb says it of each of its orders."""
        assert callable(self.irreversible)
        return self.irreversible(self._scene(table, decision, order), order)

    def words(self, table: T, decision: Decision, order: O) -> Words:
        """A legal order in words, with what is pointed at to give it."""
        at = self._scene(table, decision, order)
        says = self.says if isinstance(self.says, Phrase) else self.says(at, order)
        to_fill = self._filled.get(says.text)
        if to_fill is None:
            to_fill = self._to_fill(says)
        if to_fill:
            values = {**says.values}
            for it, named in to_fill:
                values[it] = named(at, getattr(order, it))
            says = Phrase(says.text, values, says.many, says.count)
        return Words(
            says,
            self.follows if isinstance(self.follows, tuple) else tuple(self.follows(at, order)),
            getattr(order, self._target) if self._target else self.target(at, order),
            self._pieces(order),
            self.ordinary(at, order) if callable(self.ordinary) else self.ordinary,
            self.heading(at, order) if callable(self.heading) else self.heading,
            self.price(at, order) if callable(self.price) else self.price,
        )

    def _to_fill(self, says: Phrase) -> list[tuple[str, Callable[[S, Any], Value]]]:
        """The fields that a phrase names and leaves to be filled in, with what they are called."""
        slots = dict.fromkeys(re.findall(r"%\((\w+)\)s", says.text))
        found = [(it, self._named[it]) for it in slots if it not in says.values]
        self._filled[says.text] = found
        return found

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        """How it is typed."""
        special = (Pattern(self.order, line, means) for line, means in self.lines.items())
        return (*special, Pattern(self.order, self.line)) if self.line else tuple(special)

    def _scene(self, table: T, decision: Decision, order: O) -> S:
        """The scene of the one who acts by an order."""
        name = getattr(order, self._own) if self._own else ""
        return self.actor.scene(table, decision, name)

    def _scenes(self, table: T, decision: Decision) -> list[tuple[Any, S]]:
        """Who might act, with the scene of each; verbs that are listed together share them."""
        key = (id(self.actor), decision.id)
        found: list[tuple[Any, S]] | None = table.scenes.get(key)
        if found is None:
            actor = self.actor
            names = actor.candidates(table, decision)
            found = [(name, actor.scene(table, decision, name)) for name in names]
            table.scenes[key] = found
        return found


def _legal(domain: Domain[S], at: S) -> Iterator[Any]:
    return (it for it in domain.candidates(at) if domain.refusal(at, it) is None)


def _values_of(names: Sequence[str]) -> Callable[[Order], tuple[Any, ...]]:
    """What an order says in these fields."""
    if not names:
        return lambda order: ()
    if len(names) == 1:
        only = attrgetter(*names)
        return lambda order: (only(order),)
    return attrgetter(*names)


Declared = Sequence[DeclaredVerb[Any, Any, Any]]
"""The verbs of a chapter."""


def verbs_of(
    declared: Declared,
    *,
    tried: Callable[[CarryOut[T]], Callable[[T, Decision, Any], bool]] | None = None,
    costs: Callable[[CarryOut[T]], Callable[[T, Decision, Any], Sequence[Loss]]] | None = None,
    irreversible: Irreversible = Irreversible.NEVER,
) -> tuple[Verb[T], ...]:
    """Declared verbs for a `Rulebook`.

    `tried` and `costs` are what the game foresees by, see `Foresight`; they know its sequence of
    play, of which the verbs know nothing. Those that are `IF_RANDOM`, or cost something, need them.
    What does not say whether it is irreversible is so as `irreversible` says.
    """
    return tuple(_verb(it, tried, costs, it.irreversible or irreversible) for it in declared)


def _verb(it: DeclaredVerb[Any, Any, Any], tried: Any, costs: Any, when: Any) -> Verb[Any]:
    irreversible: Callable[[Any, Decision, Any], bool]
    match when:
        case Irreversible.NEVER:
            irreversible = never_irreversible
        case Irreversible.ALWAYS:
            irreversible = always_irreversible
        case Irreversible.IF_RANDOM:
            irreversible = tried(it.carry_out)
        case _:
            irreversible = it.is_irreversible
    return Verb(
        it.order,
        it.actor.kinds,
        it.actor.phase,
        it.legal_orders,
        it.refusal,
        sealed if it.does is waits else it.carry_out,
        it.misplaced,
        irreversible=irreversible,
        warns=costs(it.carry_out) if it.costs else nothing_lost,
        subject=it.actor.subject,
    )


def candidates_of(
    declared: Declared, table: Table[Any, Any], decision: Decision
) -> dict[type[Order], dict[str, list[Any]]]:
    """By the verbs that answer a decision what their fields might say, see `DeclaredVerb`."""
    answering = (it for it in declared if decision.kind in it.actor.kinds)
    return {it.order: it.candidates(table, decision) for it in answering}


def patterns_of(declared: Declared) -> tuple[Pattern, ...]:
    """The lines of declared verbs, for a `Grammar`."""
    return tuple(pattern for it in declared for pattern in it.patterns)


def words_of(declared: Declared) -> dict[type[Order], Callable[[Any, Decision, Any], Words]]:
    """What puts the orders of declared verbs into words."""
    return {it.order: it.words for it in declared}


def told_by(declared: Declared) -> dict[type[Event], Sentence]:
    """The sentences that tell what declared verbs cause."""
    return {event: told for it in declared for event, told in it.told.items()}
