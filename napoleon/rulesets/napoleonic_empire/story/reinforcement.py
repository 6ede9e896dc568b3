"""Reinforcements, armies by card, and rebels [chapter 8]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, numbered, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    ArmiesDue,
    CardArmiesPlaced,
    DueSettled,
    PlacementCutShort,
    RebelsDeclined,
    RebelsPlaced,
    ReinforcementsCounted,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.story.places import within
from napoleon.rulesets.napoleonic_empire.story.sides import OF_SIDES, armies, the


def received(words: Words, paragraph: Paragraph, event: ReinforcementsCounted) -> Iterator[str]:
    """How many armies a side received, and where."""
    who = the(words, event.side)
    if not event.due:
        yield words.gettext("%(who)s received no armies.", who=who)
        return
    told = words.gettext(
        "%(who)s received %(armies)s", who=who, armies=armies(words, event.granted)
    )
    if event.granted < event.due:
        told += words.gettext(" of %(due)s, all that their pool held", due=event.due)
    came: dict[str, int] = {}
    for it in paragraph.all(ReinforcementsReceived):
        if it.side == event.side and it.armies:
            came[it.country] = came.get(it.country, 0) + it.armies
    there = [f"{number} {within(words, country)}" for country, number in came.items()]
    yield f"{told}: {words.language.listed(there)}." if there else f"{told}."


REINFORCEMENT: Chapter = {
    **tellings(
        {
            CardArmiesPlaced: alone("%(who)s placed %(armies)s %(where)s thanks to %(card)s."),
            RebelsPlaced: numbered(
                "The Allies raised %(num)s rebel army %(where)s.",
                "The Allies raised %(num)s rebel armies %(where)s.",
                "armies",
            ),
        },
        OF_SIDES,
    ),
    ReinforcementsCounted: received,
    ReinforcementsReceived: nothing,
    PlacementCutShort: nothing,
    ArmiesDue: nothing,
    DueSettled: nothing,
    RebelsDeclined: nothing,
}
