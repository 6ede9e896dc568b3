"""Corrections that are declared once: a referee sets a field of the table to what it should be.

A *setting* opens the scene of what it corrects, such as a unit on a battle board, or says why
there is none. Its event tells what was there before and what is there now; `corrected` makes it of
its fields, with the reason as the last. It is filled by the names of its fields, from the scene and
else from the correction. The story and the log tell it by its own sentence::

    A_FIGHTER = opened(Acting, refuse_no_fighter)

    def form_up(state: State, unit: str, town: str, after: str) -> None:
        board(state, town).fighters[unit].square = after == "square"

    SQUARE = Setting(
        SetSquare, A_FIGHTER, "6.5",
        corrected(
            "napoleon_columbia.square_corrected/1",
            "Correction: {unit} stood in {before}, and stands in {after}.",
            {**OF_FIGHTER, "before": str, "after": str},
            form_up,
        ),
        sets={"square": Field(lambda it: it.fighter.square, {True: "square", False: "line"})},
        refuses=lambda it, wanted: refuse_ground(it) if wanted.square else None,
    )

Fields that name a thing of the game have a type that says what things: from it come the refusal of
a name that nothing has, and what the form offers::

    Town = Annotated[Id, Named(names_of_towns, refuse_unknown_town)]

    class PlaceUnits(Correction, frozen=True, tag="place_units"):
        units: tuple[Unit, ...]
        town: Town
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from inspect import signature
from typing import Any, Generic, NamedTuple, TypeVar, get_args

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.correcting import Correct, nothing_to_correct
from napoleon.rules.kit.declaring import nothing_against
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.table import Table
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Choices
from napoleon.rules.structs import fields_of

T = TypeVar("T", bound=Table[Any, Any])
S = TypeVar("S", bound=Scene[Any])
C = TypeVar("C", bound=Correction)
A = TypeVar("A")


class Named(NamedTuple, Generic[T]):
    """Things that corrections name by their ids: it stands in the types of the fields that do."""

    names: Callable[[T], Mapping[str, str]]
    """By id, what it is called, in the order in which it is offered."""
    refusal: Callable[[T, str], Refusal | None]
    """Why there is nothing that is called so; None if there is."""


def opened(
    scene: Callable[[T, C], S], *refusals: Callable[[T, C], Refusal | None]
) -> Callable[[T, C], S | Refusal]:
    """What opens the scene of a correction on a table, unless one of `refusals` is against it."""
    against = in_turn(*refusals)
    return lambda table, wanted: against(table, wanted) or scene(table, wanted)


def in_turn(*refusals: Callable[[A, C], Refusal | None]) -> Callable[[A, C], Refusal | None]:
    """What refuses a correction as the first of these does that has something against it."""

    def first(at: A, wanted: C) -> Refusal | None:
        return next((it for refuses in refusals if (it := refuses(at, wanted))), None)

    return first


class Field(NamedTuple, Generic[S]):
    """What a field of a correction sets."""

    now: Callable[[S], Any]
    """What is there before."""
    words: Mapping[Any, Any] = {}
    """What its event calls the values, if not by themselves."""
    before: str = "before"
    """The field of its event with what was there, and `after` with what is there now."""
    after: str = "after"


def no_more(at: Any, wanted: Any) -> Mapping[str, Any]:
    """The event tells of the scene, the fields that are set and the others, and no more."""
    return {}


@dataclass(eq=False)
class Setting(Generic[T, S, C]):
    """A kind of correction that sets fields of the table."""

    correction: type[C]
    scene: Callable[[T, C], S | Refusal]
    """What it is about, or why nothing can be set there."""
    clause: str | Callable[[C], str]
    """Besides the game's own on corrections; empty if none says more."""
    event: type[Event] | Mapping[bool, type[Event]]
    """What is recorded; its fields are told by `more`, by `sets`, by the scene and at last by the
    correction. Where something may be set or taken away, one event for each: by `True` and
    `False`."""
    sets: Mapping[str, Field[S]] = field(default_factory=dict, kw_only=True)
    unable: Callable[[S, C], Refusal | None] = field(default=nothing_against, kw_only=True)
    """Why it cannot be set at all, even if it is so already."""
    refuses: Callable[[S, C], Refusal | None] = field(default=nothing_against, kw_only=True)
    """Why it cannot be set to that."""
    more: Callable[[S, C], Mapping[str, Any]] = field(default=no_more, kw_only=True)
    facts: Sequence[str] = field(default=(), kw_only=True)
    """The fields that say what is so already, if not all."""

    def __post_init__(self) -> None:
        fields = fields_of(self.correction)
        self._fields = [it.name for it in fields if it.name != "reason"]
        self.named = {it.name: of for it in fields if (of := _named_in(it.type))}
        """By the fields that name something, what they name."""

    def correct(self, own_clause: str, table: T, wanted: C, reason: str) -> Refusal | None:
        """Record the correction, under the game's own clause too, or say why it cannot be made."""
        if refusal := self._unknown(table, wanted):
            return refusal
        at = self.scene(table, wanted)
        if isinstance(at, Refusal):
            return at
        if refusal := self.unable(at, wanted):
            return refusal
        changes = {it: (of.now(at), getattr(wanted, it)) for it, of in self.sets.items()}
        if changes and all(before == after for before, after in changes.values()):
            facts = {it: getattr(wanted, it) for it in self.facts or self._fields}
            return nothing_to_correct(own_clause, **facts)
        if refusal := self.refuses(at, wanted):
            return refusal
        told = {it: getattr(wanted, it) for it in self._fields if not hasattr(at, it)}
        told["reason"] = reason
        for name, (before, after) in changes.items():
            of = self.sets[name]
            told |= {of.before: of.words.get(before, before), of.after: of.words.get(after, after)}
        clause = self.clause if isinstance(self.clause, str) else self.clause(wanted)
        clauses = (own_clause, clause) if clause else (own_clause,)
        kind = self.event
        if not isinstance(kind, type):
            kind = kind[any(after for _, after in changes.values())]
        at.tell(kind, *clauses, **{**told, **self.more(at, wanted)})
        return None

    def _unknown(self, table: T, wanted: C) -> Refusal | None:
        """What is named, and is not there."""
        for name, of in self.named.items():
            said = getattr(wanted, name)
            for one in (said,) if isinstance(said, str) else said:
                if refusal := of.refusal(table, one):
                    return refusal
        return None

    @property
    def events(self) -> tuple[type[Event], ...]:
        """Every kind of event that it records."""
        return (self.event,) if isinstance(self.event, type) else tuple(self.event.values())


Settings = Sequence[Setting[Any, Any, Any]]
"""The corrections of a chapter."""


def carried_out(settings: Settings, clause: str) -> dict[type[Correction], Correct[Any]]:
    """Settings for `DeclaredCorrections`, under the game's own clause on corrections."""
    return {it.correction: partial(it.correct, clause) for it in settings}


def choices_of(settings: Settings, table: Table[Any, Any]) -> Choices:
    """What the form of corrections offers in the fields that name something."""
    named = {name: of for it in settings for name, of in it.named.items()}
    return {name: of.names(table) for name, of in named.items()}


def _named_in(type_: Any) -> Named[Any] | None:
    """What a field names by its type, or by the type of its items."""
    for it in get_args(type_):
        if found := it if isinstance(it, Named) else _named_in(it):
            return found
    return None


def events_of(settings: Settings) -> tuple[type[Event], ...]:
    """What settings record, for the story, which tells it as corrections."""
    return tuple(event for it in settings for event in it.events)


def corrected(
    topic: str,
    story: str,
    fields: Mapping[str, Any],
    sets: Callable[..., None],
    *,
    veiled: str | None = None,
    fogged: str | None = None,
    reveals: bool = False,
) -> type[Event]:
    """An event of a correction; the last of its fields is ``reason``, the id of the text of why.

    `story` and the others are told as by `napoleon.rules.events.recorded`, and begin with
    ``Correction:``. `sets` moves a state on: it takes the state, then by their names those fields
    of the event that it goes by. Its module is where the event is declared. Raises ValueError if
    the event has no field of such a name.
    """
    taken = [*signature(sets).parameters][1:]
    if unknown := set(taken) - set(fields):
        raise ValueError(f"{topic} has no fields {sorted(unknown)}")

    def apply(event: Event, state: Any) -> None:
        sets(state, **{it: getattr(event, it) for it in taken})

    kind: Any = msgspec.defstruct(
        topic.rpartition(".")[2].partition("/")[0].title().replace("_", ""),
        [*fields.items(), ("reason", str)],
        bases=(Event,),
        frozen=True,
        namespace={"apply": apply},
        module=sets.__module__,
    )
    made: type[Event] = recorded(topic, story, veiled=veiled, fogged=fogged, reveals=reveals)(kind)
    return made
