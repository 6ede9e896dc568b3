"""Where the numbers of events come from: a game says it of every whole number in them.

The lines of a breakdown explain the number that they sum to. What chance drew, and the number of
the draw, is marked where an event is `napoleon.rules.events.recorded`. Of every other number in
its events a game declares one of these::

    NUMBERS = Numbers(
        sums=("points_set/1.total",),
        rolls={"shot_fired/1.strength": "dice", "shot_fired/1.counted": "hits"},
        counts={"hand_dealt/1.size": "cards"},
        given=("bid_made/1.steps",),
        others={STANDS: ("step_lost/1.left",), "one for each enemy": ("side_won/1.points",)},
    )

A number is named by topic and field, without the game: a newer topic is declared again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from napoleon.rules.events import Event

WHICH = "it says which one, and not how many: a card, a turn, a place in an order"
STANDS = "it is what stands on the table before the event, or after it"
PACK = "the data of the game say so"
BEFORE = "an event of the same order told it before, with where it comes from"


@dataclass(frozen=True, kw_only=True)
class Numbers:
    """What each number in the events of a game is."""

    sums: tuple[str, ...] = ()
    """Sums of the breakdown of their event."""
    rolls: Mapping[str, str] = field(default_factory=dict)
    """Which field holds what other lines sum to, by the field of the lines: dice, or a number."""
    counts: Mapping[str, str] = field(default_factory=dict)
    """How many entries another field of the event has, by the number; by key if it is a mapping."""
    given: tuple[str, ...] = ()
    """What somebody chose: it stands in the order, or in the correction, that caused the event."""
    others: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Neither explained by lines nor put in from outside, by the reason why that is enough."""

    def of_lines(self, event: Event, lines: str) -> str:
        """Which field of `event` holds what its field `lines` sums to; empty for none."""
        topic = event.topic.rpartition(".")[2]
        if lines != "breakdown":
            return self.rolls.get(f"{topic}.{lines}", "")
        numbers = (it.partition(".") for it in self.sums)
        return next((name for of, _, name in numbers if of == topic), "")

    def __iter__(self) -> Iterator[str]:
        """Every number that is declared, as often as it is."""
        yield from (*self.sums, *self.counts, *self.given)
        for named in self.others.values():
            yield from named


UNDECLARED = Numbers()
"""Of a game that says nothing of its numbers, or has none."""
