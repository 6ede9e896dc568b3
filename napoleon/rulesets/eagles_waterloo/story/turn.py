"""Player turns, their phases, and reinforcements [5, 10]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.specials import WindowPassed
from napoleon.rulesets.eagles_waterloo.events.turn import (
    BackDrawn,
    PhaseStarted,
    PrussiansArrived,
    ReinforcementEnded,
    ReinforcementsDrawn,
    TurnEnded,
    TurnStarted,
)
from napoleon.rulesets.eagles_waterloo.story.cards import still_to_come, the_card, the_cards
from napoleon.rulesets.eagles_waterloo.story.sides import the


def began(words: Words, paragraph: Paragraph, event: TurnStarted) -> Iterator[str]:
    """Which turn it is, and where."""
    yield words.gettext(
        "Turn %(number)s at %(battle)s.", number=event.round, battle=words.name(event.battle)
    )


def came(words: Words, paragraph: Paragraph, event: ReinforcementsDrawn) -> Iterator[str]:
    """Who came into the Reserve, and how many are still to come."""
    if not event.count:
        return
    yield words.gettext(
        "%(who)s drew %(cards)s into the Reserve; %(left)s.",
        who=the(words, event.back),
        cards=_cards(words, event),
        left=still_to_come(words, event.left),
    )


def went_on(words: Words, paragraph: Paragraph, event: PhaseStarted) -> Iterator[str]:
    """The fighting, after checks that were told before, unless nothing came of it."""
    silent = (PhaseStarted, WindowPassed, ReinforcementEnded, TurnEnded)
    begun = paragraph.events[0] is event and event.begun == "combat"
    if begun and not all(isinstance(it, silent) for it in paragraph.events):
        yield words.gettext("Combat at %(battle)s.", battle=words.name(event.battle))


def _cards(words: Words, event: ReinforcementsDrawn) -> str:
    if event.cards is not None:
        return the_cards(words, event.cards)
    return words.ngettext("a card", "%(num)s cards", event.count)


def arrived(words: Words, paragraph: Paragraph, event: PrussiansArrived) -> Iterator[str]:
    """From now on Prussians fight."""
    yield words.gettext(
        "%(general)s arrived: from now on the Prussians leave the Reserve.",
        general=the_card(words, event.card),
    )


TURN: Chapter = {
    TurnStarted: began,
    PhaseStarted: went_on,
    BackDrawn: nothing,
    ReinforcementsDrawn: came,
    ReinforcementEnded: nothing,
    PrussiansArrived: arrived,
    TurnEnded: nothing,
}
