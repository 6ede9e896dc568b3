"""Skirmishes: one round of fire, and who has to leave [6.6]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import Manner, alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitsRevealed
from napoleon.rulesets.napoleon_columbia.events.fights import (
    SkirmishDecided,
    SkirmishEnded,
    SkirmisherChosen,
    SkirmishersReady,
    SkirmishStarted,
)
from napoleon.rulesets.napoleon_columbia.names import army_of
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.story.sides import the, units_of
from napoleon.rulesets.napoleon_columbia.story.units import Who, several

MOST = 4
"""Units of a side that fight in a skirmish [6.6]."""


def met(words: Words, paragraph: Paragraph, event: SkirmishStarted) -> Iterator[str]:
    """Who met whom, and which of them fought."""
    attacker, defender = event.attacker, enemy(event.attacker)
    if not event.attackers:
        yield words.gettext(
            "No attacker was left at %(town)s: no skirmish was fought.", town=words.name(event.town)
        )
        return
    shown = [it for it in paragraph.since(event).all(UnitsRevealed) if it.reason == "skirmish"]
    sides = [_fighting(words, shown, side) for side in (attacker, defender)]
    if not all(sides):
        yield words.gettext(
            "Skirmish at %(town)s, %(attackers)s against %(defenders)s.",
            town=words.name(event.town),
            attackers=units_of(words, attacker, event.attackers),
            defenders=units_of(words, defender, event.defenders),
        )
        return
    yield words.gettext(
        "Skirmish at %(town)s: %(attackers)s against %(defenders)s.",
        town=words.name(event.town),
        attackers=sides[0],
        defenders=sides[1],
    )
    for side, number in ((attacker, event.attackers), (defender, event.defenders)):
        if number > MOST:
            yield words.ngettext(
                "%(units)s looked on.",
                "%(units)s looked on.",
                number - MOST,
                units=units_of(words, side, number - MOST),
            )


def _fighting(words: Words, shown: list[UnitsRevealed], side: str) -> str:
    units = [
        Who(unit, token, it.strengths[unit])
        for it in shown
        for token, unit in it.units.items()
        if side_of(army_of(token)) == side
    ]
    return several(words, units)[0]


def decided(words: Words, paragraph: Paragraph, event: SkirmishDecided) -> Iterator[str]:
    """Who had to leave, and why."""
    started = paragraph.first(SkirmishStarted)
    if started is None or not started.attackers or not started.defenders:
        return
    attacker, loser = started.attacker, the(words, event.loser)
    if not event.attackers and not event.defenders:
        yield words.gettext("Nobody was left on either side.")
    elif not (event.attackers if event.loser == attacker else event.defenders):
        yield words.gettext("%(who)s had nobody left.", who=loser)
    elif event.attackers == event.defenders:
        yield words.ngettext(
            "As both sides had %(num)s unit left, the attacker had to leave: %(who)s.",
            "As both sides had %(num)s units left, the attacker had to leave: %(who)s.",
            event.attackers,
            who=loser,
        )
    else:
        few, many = sorted((event.attackers, event.defenders))
        yield words.ngettext(
            "%(who)s had to leave, with %(num)s unit left against %(many)s.",
            "%(who)s had to leave, with %(num)s units left against %(many)s.",
            few,
            who=loser,
            many=many,
        )


SKIRMISH: Chapter = {
    **tellings(
        {
            SkirmishEnded: (
                alone(
                    "%(who)s held %(town)s.",
                    who=lambda words, paragraph, event: the(words, enemy(event.loser)),
                ).when(lambda it: it.loser),
                alone("Nobody held %(town)s."),
            ),
        },
        Manner(),
    ),
    SkirmisherChosen: nothing,
    SkirmishersReady: nothing,
    SkirmishStarted: met,
    SkirmishDecided: decided,
}
