"""Units in sentences: by name where the reader knows them, else as blocks of their army."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from napoleon.rules.events import Event
from napoleon.rules.prose import sentences
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.events.blocks import (
    RoutLossDue,
    TokensReplaced,
    UnitsRevealed,
)
from napoleon.rulesets.napoleon_columbia.events.combat import StreamCrossed
from napoleon.rulesets.napoleon_columbia.events.turn import PhaseStarted
from napoleon.rulesets.napoleon_columbia.names import army_of
from napoleon.rulesets.napoleon_columbia.story.sides import blocks_of


class Who(NamedTuple):
    """A unit by its id, or without one the block of which the reader sees no more than its army."""

    unit: str | None
    token: str
    steps: int = 0
    """That everybody saw when it was shown just then; 0 if it was not."""


BETWEEN: tuple[type[Event], ...] = (
    TokensReplaced,
    UnitsRevealed,
    RoutLossDue,
    StreamCrossed,
    PhaseStarted,
)
"""What may happen between events of a run without being told."""


def the_unit(words: Words, unit: str) -> str:
    """A unit in a sentence: "the Guard infantry", "Napoleon"."""
    return words.names.get(f"the {unit}") or words.name(unit)


def who(paragraph: Paragraph, event: Any) -> Who:
    """The unit an event is about, also if it was shown right after it."""
    token = getattr(event, "token", "")
    shown = _shown(paragraph.since(event).events, token)
    return shown or Who(event.unit, token)


def _shown(events: Iterable[Event], token: str) -> Who | None:
    """The unit under a token if it is shown before the token changes."""
    for it in events:
        if isinstance(it, UnitsRevealed) and token in it.units:
            unit = it.units[token]
            return Who(unit, token, it.strengths[unit])
        if isinstance(it, TokensReplaced) and token in it.old:
            return None
        if not isinstance(it, BETWEEN):
            return None
    return None


def several(words: Words, whom: Iterable[Who]) -> tuple[str, int]:
    """Units and blocks one after the other, and how many they are for the verb."""
    known = {it.unit: it for it in whom if it.unit is not None}
    unknown: dict[str, int] = {}
    for it in whom:
        if it.unit is None:
            unknown[army_of(it.token)] = unknown.get(army_of(it.token), 0) + 1
    told = [with_steps(words, it) for it in known.values()]
    told += [blocks_of(words, army, number) for army, number in unknown.items()]
    return words.language.listed(told), len(known) + sum(unknown.values())


def with_steps(words: Words, it: Who) -> str:
    """A unit, with its steps if it has just been shown: "the Guard infantry (4)"."""
    if it.unit is None:
        return blocks_of(words, army_of(it.token), 1)
    name = the_unit(words, it.unit)
    return f"{name} ({it.steps})" if it.steps else name


def run(
    paragraph: Paragraph, event: Event, kinds: tuple[type[Event], ...], *between: type[Event]
) -> list[Any]:
    """Events of these kinds without anything else between them that would be told.

    Empty unless `event` is the first of them: it tells the others.
    """
    return sentences.run(paragraph, event, kinds, (*BETWEEN, *between))


def grouped(keyed: Sequence[tuple[Any, Who]]) -> Iterator[tuple[Any, list[Who]]]:
    """Units by what is said of them, in the order in which it was said first."""
    groups: dict[Any, list[Who]] = {}
    for key, it in keyed:
        groups.setdefault(key, []).append(it)
    yield from groups.items()
