"""Player turns, their phases, and reinforcements [5, 10]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
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
from napoleon.rulesets.eagles_waterloo.story.cards import (
    OF_SIDES,
    still_to_come,
    the_card,
    the_cards,
)
from napoleon.rulesets.eagles_waterloo.story.sides import the


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


TURN: Chapter = {
    **tellings(
        {
            TurnStarted: alone("Turn %(number)s at %(battle)s.", number="round"),
            ReinforcementsDrawn: alone(
                "%(who)s drew %(cards)s into the Reserve; %(left)s.",
                who=by(the, "back"),
                cards=lambda words, _, it: _cards(words, it),
                left=by(still_to_come, "left"),
            ).when(lambda it: it.count),
            PrussiansArrived: alone(
                "%(general)s arrived: from now on the Prussians leave the Reserve.",
                general=by(the_card, "card"),
            ),
        },
        OF_SIDES,
    ),
    PhaseStarted: went_on,
    BackDrawn: nothing,
    ReinforcementEnded: nothing,
    TurnEnded: nothing,
}
