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
    aims: dict[str, list[str]] = {}
    for leg, number in legs.items():
        aims.setdefault(leg[1], []).append(_leg(words, leg, number, led.get(leg, [])))
    told = [
        words.gettext(
            "%(to)s (%(armies)s)", to=into(words, to), armies=words.language.listed(coming)
        )
        for to, coming in aims.items()
    ]
    yield words.gettext("Armies went %(moves)s.", moves=words.language.listed(told))


def _leg(words: Words, leg: Leg, number: int, led: list[str]) -> str:
    """How many came from one country, such as "3 from Spain with Napoleon"."""
    origin, _, way = leg
    told = words.gettext("%(num)s %(origin)s", num=number, origin=out_of(words, origin))
    if way == "sea":
        told += words.gettext(" by sea")
    if led:
        told += words.gettext(" with %(commanders)s", commanders=words.listed(led))
    return told


MARCH: Chapter = {ArmiesMoved: moved, CommanderMoved: nothing}
