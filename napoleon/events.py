"""Events: what happened, one atomic fact each, as it is kept in the log for ever.

An event class is a frozen msgspec struct under an explicit topic::

    @recorded("napoleon1815.card_drawn/1", "{player} drew {card}.", veiled="{player} drew a card.")
    class CardDrawn(Event, frozen=True):
        player: str
        card: Annotated[int, HIDDEN]

The payload is what the class declares. The *envelope* (who, when, under which order, in which
turn and phase, because of which clauses) is inherited and written by the service.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, ClassVar, TypeVar, get_type_hints

import msgspec

HIDDEN = msgspec.Meta(extra={"hidden": True})
"""Marks a field, as in ``Annotated[int, HIDDEN]``, that only the event's owner and the referee
may read before the game is over."""

SEALED = msgspec.Meta(extra={"sealed": True})
"""Marks a field that no view, log or stream ever shows: the secret seed, the hash of a token."""

SPECTATOR = "spectator"
"""The reader who holds no token."""

REFEREE = "referee"
"""The reader who sees every hidden field, and who never plays."""


class Line(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One line of a breakdown: how much one clause adds to a number.

    The amounts of a breakdown sum to the number it explains. Floors and caps are lines too.
    """

    amount: int
    clause: str
    note: str = ""


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
    """Seat that acted; empty when the service itself did."""
    behalf: str = msgspec.field(default="", name="b")
    """Seat on whose behalf another one acted; empty when nobody did."""
    order_id: str = msgspec.field(default="", name="o")
    """Id of the order that caused the event; empty for the set-up."""
    turn: int = msgspec.field(default=0, name="t")
    """Turn of the game, 0 before the first."""
    phase: str = msgspec.field(default="", name="p")
    """Phase of the turn, in the ruleset's own words."""
    clauses: tuple[str, ...] = msgspec.field(default=(), name="c")
    """Clauses of the digest that made it happen."""

    topic: ClassVar[str] = ""
    story: ClassVar[str] = ""
    veiled: ClassVar[str] = ""
    owner: ClassVar[str] = "player"
    hidden: ClassVar[frozenset[str]] = frozenset()
    sealed: ClassVar[frozenset[str]] = frozenset()
    payload: ClassVar[tuple[str, ...]] = ()

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
    topic: str, story: str, *, veiled: str | None = None, owner: str = "player"
) -> Callable[[E], E]:
    """Register an event class under `topic`, for ever.

    `story` is the sentence that tells it, a format string over the payload's fields; `veiled`
    tells it to those who may not read its hidden fields, which are those of the seat named by
    the field `owner`. A class with hidden fields but without such an owner shows them to the
    referee only. Raises ValueError if the topic is taken or the veiled story tells too much.
    """

    def register(cls: E) -> E:
        if topic in TOPICS:
            raise ValueError(f"topic {topic} is taken by {TOPICS[topic].__name__}")
        marks = {name: _marks(hint) for name, hint in get_type_hints(cls, None, None, True).items()}
        cls.topic, cls.story, cls.owner = topic, story, owner
        cls.hidden = frozenset(name for name, extra in marks.items() if "hidden" in extra)
        cls.sealed = frozenset(name for name, extra in marks.items() if "sealed" in extra)
        cls.payload = tuple(
            field.name for field in msgspec.structs.fields(cls) if field.name not in ENVELOPE
        )
        cls.veiled = story if veiled is None else veiled
        told_to_all = {name for _, name, _, _ in Formatter().parse(cls.veiled) if name}
        if told_to_all & (cls.hidden | cls.sealed):
            raise ValueError(f"the veiled story of {topic} tells {sorted(told_to_all)}")
        TOPICS[topic] = cls
        return cls

    return register


def _marks(hint: Any) -> dict[str, Any]:
    metadata = getattr(hint, "__metadata__", ())
    return {key: value for mark in metadata for key, value in (mark.extra or {}).items()}


def may_read(event: Event, seat: str, *, over: bool = False) -> bool:
    """Whether `seat` may read the hidden fields of `event`.

    Its owner may, the referee may, and everybody may once the game is `over`.
    """
    return over or seat == REFEREE or (bool(seat) and getattr(event, event.owner, None) == seat)


def shown(event: Event, seat: str, *, over: bool = False) -> dict[str, Any]:
    """The one gate: `event` as `seat` may see it, ready for JSON.

    The answer always has the same fields in the same order; what the reader may not know is
    null. `seat` is a seat of the game, ``spectator`` or ``referee``.
    """
    veil = event.sealed if may_read(event, seat, over=over) else event.sealed | event.hidden
    data = {
        name: None if name in veil else msgspec.to_builtins(getattr(event, name))
        for name in event.payload
        if name != "breakdown"
    }
    answer = {
        "version": event.version,
        "type": event.type,
        "at": event.at,
        "by": event.by or None,
        "order_id": event.order_id or None,
        "turn": event.turn,
        "phase": event.phase or None,
        "clauses": list(event.clauses),
        "data": data,
    }
    if "breakdown" in event.payload:
        lines: Iterable[Line] = event.breakdown  # type: ignore[attr-defined]
        answer["breakdown"] = (
            None
            if "breakdown" in veil
            else [{"amount": x.amount, "clause": x.clause, "note": x.note} for x in lines]
        )
    return answer


def told(
    event: Event, seat: str, names: Mapping[str, str] | None = None, *, over: bool = False
) -> str:
    """The sentence that tells `event` to `seat`; `names` gives the display names of ids."""
    sentence = event.story if may_read(event, seat, over=over) else event.veiled
    return sentence.format_map(
        {name: _wording(getattr(event, name), names or {}) for name in event.payload}
    )


def _wording(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, Mapping) and "order" in value:
        details = [_wording(v, names) for k, v in value.items() if k != "order"]
        return " ".join([value["order"].replace("_", " "), *details])
    if isinstance(value, Mapping):
        return ", ".join(f"{_wording(k, names)} {_wording(v, names)}" for k, v in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(_wording(item, names) for item in value) or "none"
    return names.get(value, value) if isinstance(value, str) else str(value)
