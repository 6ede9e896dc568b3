"""Moves of armies, with their commanders [chapter 6, OPT1]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderMoved
from napoleon.rulesets.napoleonic_empire.events.movement import ArmiesMoved
from napoleon.rulesets.napoleonic_empire.story.places import into, out_of

Leg = tuple[str, str, str]
"""From where, where to, and by which way."""


def moved(words: Words, paragraph: Paragraph, event: ArmiesMoved) -> Iterator[str]:
    """All moves of a phase, those of the same way together."""
    if not paragraph.begins(event):
        return
    legs: dict[Leg, int] = {}
    led: dict[Leg, list[str]] = {}
    last: Leg | None = None
    for it in paragraph.events:
        if isinstance(it, ArmiesMoved):
            last = (it.origin, it.to, it.way)
            legs[last] = legs.get(last, 0) + it.armies
        elif isinstance(it, CommanderMoved) and last is not None:
            led.setdefault(last, []).append(it.name)
    told = [_leg(words, leg, number, led.get(leg, [])) for leg, number in legs.items()]
    yield f"{'; '.join(told)}."


def _leg(words: Words, leg: Leg, number: int, led: list[str]) -> str:
    origin, to, way = leg
    if way == "sea":
        told = words.ngettext(
            "%(num)s army sailed %(origin)s %(to)s",
            "%(num)s armies sailed %(origin)s %(to)s",
            number,
            origin=out_of(words, origin),
            to=into(words, to),
        )
    else:
        told = words.ngettext(
            "%(num)s army marched %(origin)s %(to)s",
            "%(num)s armies marched %(origin)s %(to)s",
            number,
            origin=out_of(words, origin),
            to=into(words, to),
        )
    if led:
        told += words.gettext(" with %(commanders)s", commanders=words.listed(led))
    return told


MARCH: Chapter = {ArmiesMoved: moved, CommanderMoved: nothing}
