"""Events: what happened, one atomic fact each, as kept in the log for ever.

An event class is a frozen msgspec struct under an explicit topic::

    @recorded("napoleon1815.card_drawn/1", "{player} drew {card}.", veiled="{player} drew a card.")
    class CardDrawn(Event, frozen=True):
        player: str
        card: Annotated[int, HIDDEN]

The payload is what the class declares. The *envelope* (who, when, under which order, in which
turn and phase, because of which clauses) is inherited and written by the service.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from functools import cache
from inspect import get_annotations
from string import Formatter
from types import SimpleNamespace
from typing import Any, ClassVar, TypeVar, get_args, get_type_hints

import msgspec

from napoleon.rules.phrases import Note, Phrase

HIDDEN = msgspec.Meta(extra={"hidden": True})
"""Marks a field, as in ``Annotated[int, HIDDEN]``, that only the event's owner and the referee
may read before the game is over. A hidden field that is added later takes a new topic: under the
old one it would change the leaves of events that were recorded without it."""

FOGGED = msgspec.Meta(extra={"fogged": True})
"""Marks a field that is hidden like a `HIDDEN` one in a game with fog of war, and public
otherwise."""

FADING = msgspec.Meta(extra={"fading": True})
"""Marks a field that tells which card was seen, as a discard pile would. In games in which cards
fade, only the referee still reads it once the card has faded, until the game is over."""

SEALED = msgspec.Meta(extra={"sealed": True})
"""Marks a field that no view, log or stream ever shows: the secret seed, the hash of a token."""

SPECTATOR = "spectator"
"""The reader who holds no token."""

CARD_CLAUSES = "CARD."
"""What the clause of a card event begins with in every digest; it tells which card was seen."""

REFEREE = "referee"
"""The reader who sees every hidden field, and who never plays."""

DEPUTY = "deputy"
"""Stands in for the referee: reads as the referee does, and acts under this name."""

JUDGES = (REFEREE, DEPUTY)
"""Those who may act for any seat, and are not seats."""

RULES = "rules"
"""Who answers for a seat that could answer in one way only, by what everybody knows."""

CLOCK = "clock"
"""Who passes for a seat that has been silent for too long, where the game's charter says so."""


class Line(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line of a breakdown: how much one clause adds to a number.

    The amounts of a breakdown sum to the number it explains. Floors and caps are lines too.
    """

    amount: int
    clause: str
    note: Note = ""


def total(breakdown: Iterable[Line]) -> int:
    """The number that a breakdown explains: the sum of its amounts."""
    return sum(line.amount for line in breakdown)


class Event(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The envelope that every event carries. Short JSON names keep the log small."""

    game: str = ""
    """Id of the game. A column of the log, not part of the stored JSON."""
    version: int = 0
    """Place of the event in its game, from 1 without gaps. A column of the log."""
    at: int = 0
    """When it was recorded, in microseconds since 1970 UTC, by the injected clock."""
    by: str = msgspec.field(default="", name="s")
    """Seat, share of a seat, referee or deputy that acted, or `RULES`; empty when the service
    itself did."""
    behalf: str = msgspec.field(default="", name="b")
    """Seat that a share, referee or deputy acted for; empty when a seat acted itself."""
    order_id: str = msgspec.field(default="", name="o")
    """Id of the order that caused the event; empty for the set-up."""
    turn: int = msgspec.field(default=0, name="t")
    """Turn of the game, 0 before the first."""
    phase: str = msgspec.field(default="", name="p")
    """Phase of the turn, in the ruleset's own words."""
    clauses: tuple[str, ...] = msgspec.field(default=(), name="c")
    """Clauses of the digest that made it happen."""
    fog: bool = msgspec.field(default=False, name="f")
    """Whether it happened in fog of war, which hides the fields marked `FOGGED`."""

    topic: ClassVar[str] = ""
    story: ClassVar[str] = ""
    veiled: ClassVar[str] = ""
    fogged_story: ClassVar[str] = ""
    faded_story: ClassVar[str] = ""
    closes: ClassVar[bool] = False
    begins: ClassVar[bool] = False
    """Whether the position before it is at rest, not in the middle of an order."""
    reveals: ClassVar[bool] = False
    drawn: ClassVar[str] = ""
    owner: ClassVar[str] = "player"
    hidden: ClassVar[frozenset[str]] = frozenset()
    fogged: ClassVar[frozenset[str]] = frozenset()
    fading: ClassVar[frozenset[str]] = frozenset()
    sealed: ClassVar[frozenset[str]] = frozenset()
    payload: ClassVar[tuple[str, ...]] = ()
    worked_out: ClassVar[tuple[str, ...]] = ()
    """The fields that hold lines, each of which sums to a number of the event."""
    phrased: ClassVar[frozenset[str]] = frozenset()
    """The fields that may hold phrases, besides lines."""

    @property
    def type(self) -> str:
        """The event's name without ruleset and schema version: ``card_drawn``."""
        return self.topic.rpartition(".")[2].partition("/")[0]

    @property
    def originator_id(self) -> str:
        """What the ``eventsourcing`` library calls the game's id."""
        return self.game

    @property
    def originator_version(self) -> int:
        """What the ``eventsourcing`` library calls the event's version."""
        return self.version


ENVELOPE = frozenset(field.name for field in msgspec.structs.fields(Event))

TOPICS: dict[str, type[Event]] = {}
"""Every event class that a log may hold, by its topic."""

E = TypeVar("E", bound=type[Event])


def recorded(
    topic: str,
    story: str,
    *,
    veiled: str | None = None,
    fogged: str | None = None,
    faded: str | None = None,
    closes: bool = False,
    reveals: bool = False,
    drawn: str = "",
    owner: str = "player",
) -> Callable[[E], E]:
    """Register an event class under `topic`, for ever.

    `story` is the sentence that tells it, a format string over the payload's fields, in which
    ``{armies:army/armies}`` tells a number with its noun, ``{extra:an extra turn/their turn}`` one
    or the other, ``{country:the}`` a name with its article if it needs one, and ``{card:named}``
    tells a card, or several, by number and name where names of cards are at hand, and
    ``{purposes:worded}`` phrases with the ids among their words by name; `veiled`
    tells it to those who may not read its hidden fields, which are those of the seat named by
    the field `owner`; `fogged` tells it to them in fog of war. A class with hidden fields but
    without such an owner shows them to the referee only. `faded` tells it once its cards have
    faded; what was seen before an event that `closes` something fades with the next order. An event
    that `reveals` tells another seat something that was hidden from it. `drawn` names the field
    with what chance drew: one value, several, or a mapping to them; the number of the draw, or of
    the last one, is then in a field ``draw``. Raises ValueError if the topic is taken or a story
    tells too much.
    """

    def register(cls: E) -> E:
        if topic in TOPICS:
            raise ValueError(f"topic {topic} is taken by {TOPICS[topic].__name__}")
        hints = _payload_hints(cls)
        marks = {name: _marks(hint) for name, hint in hints.items()}
        cls.topic, cls.story, cls.owner = topic, story, owner
        cls.hidden = frozenset(name for name, extra in marks.items() if "hidden" in extra)
        cls.fogged = frozenset(name for name, extra in marks.items() if "fogged" in extra)
        cls.fading = frozenset(name for name, extra in marks.items() if "fading" in extra)
        cls.sealed = frozenset(name for name, extra in marks.items() if "sealed" in extra)
        cls.closes, cls.reveals, cls.drawn = closes, reveals, drawn
        cls.payload = tuple(name for name in cls.__struct_fields__ if name not in ENVELOPE)
        cls.worked_out = tuple(name for name in cls.payload if _are_lines(hints.get(name)))
        cls.phrased = frozenset(name for name in cls.payload if _holds_phrases(hints.get(name)))
        cls.veiled = story if veiled is None else veiled
        cls.fogged_story = cls.veiled if fogged is None else fogged
        cls.faded_story = cls.veiled if faded is None else faded
        if fields_told(cls.veiled) & (cls.hidden | cls.sealed):
            raise ValueError(f"the veiled story of {topic} tells {_listed(cls.veiled)}")
        if fields_told(cls.fogged_story) & (cls.hidden | cls.fogged | cls.sealed):
            raise ValueError(f"the fogged story of {topic} tells {_listed(cls.fogged_story)}")
        unread = cls.hidden | cls.fogged | cls.fading | cls.sealed
        if cls.fading and fields_told(cls.faded_story) & unread:
            raise ValueError(f"the faded story of {topic} tells {_listed(cls.faded_story)}")
        TOPICS[topic] = cls
        return cls

    return register


@cache
def fields_told(story: str) -> frozenset[str]:
    """The names of the fields that a story, a format string, tells."""
    return frozenset(name for _, name, _, _ in Formatter().parse(story) if name)


@cache
def fields_named(story: str) -> frozenset[str]:
    """The names of the fields that a story tells as cards, by number and name."""
    parts = Formatter().parse(story)
    return frozenset(name for _, name, spec, _ in parts if name and spec == "named")


@cache
def fields_worded(story: str) -> frozenset[str]:
    """The names of the fields that a story tells as phrases with ids among their words."""
    parts = Formatter().parse(story)
    return frozenset(name for _, name, spec, _ in parts if name and spec == "worded")


def _listed(story: str) -> list[str]:
    return sorted(fields_told(story))


_WITHOUT_MARKS = re.compile(r"(?:\b(?:str|int|bool|None|dict|list|tuple)\b|[][|,. ])+")
"""A type of texts and numbers alone, as it is written."""


def _payload_hints(cls: type[Event]) -> dict[str, Any]:
    """The types of those of an event's own fields that may have marks.

    To read all of them, and those of the envelope, for every event took longer than all else about
    loading a game.
    """
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__[: cls.__mro__.index(Event)]):
        fields = {
            it: hint
            for it, hint in get_annotations(base).items()
            if it in cls.__struct_fields__ and not _WITHOUT_MARKS.fullmatch(str(hint))
        }
        own = SimpleNamespace(__annotations__=fields)
        found |= get_type_hints(own, vars(sys.modules[base.__module__]), None, True)
    return found


def _are_lines(hint: Any) -> bool:
    lines = tuple[Line, ...]
    return hint == lines or lines in get_args(hint)


@cache
def _holds_phrases(hint: Any) -> bool:
    """Whether a value of this type may be, or hold, a phrase."""
    if hint is Phrase:
        return True
    inside = get_args(hint)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        inside = tuple(get_type_hints(hint).values())
    return any(map(_holds_phrases, inside))


def _marks(hint: Any) -> dict[str, Any]:
    metadata = getattr(hint, "__metadata__", ())
    return {key: value for mark in metadata for key, value in (mark.extra or {}).items()}
