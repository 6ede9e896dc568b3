"""The campaign: retreats, who is sent on, battles that are over, the next stage [16]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, numbered, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.campaign import (
    BattleClosed,
    CardsChosen,
    ReinforcementsSent,
    RetreatOrdered,
    SendingOpened,
    StageStarted,
)
from napoleon.rulesets.eagles_waterloo.story.cards import OF_SIDES, drawn
from napoleon.rulesets.eagles_waterloo.story.sides import cards_of


def closed(words: Words, paragraph: Paragraph, event: BattleClosed) -> Iterator[str]:
    """What the battle has cost, and how many wait."""
    battle = words.name(event.battle)
    lost = [cards_of(words, nation, len(cards)) for nation, cards in event.lost.items() if cards]
    if lost:
        yield words.gettext(
            "%(battle)s has cost %(cards)s.", battle=battle, cards=words.language.listed(lost)
        )
    kept = [cards_of(words, nation, number) for nation, number in event.counts.items() if number]
    if kept:
        yield words.gettext(
            "For a later battle there are left from %(battle)s %(cards)s.",
            battle=battle,
            cards=words.language.listed(kept),
        )


CAMPAIGN: Chapter = {
    **tellings(
        {
            RetreatOrdered: alone("%(who)s retreated from %(battle)s."),
            # The winner may send on who is left, as long as that is not over.
            SendingOpened: alone("%(who)s may send cards from %(battle)s to %(to)s.").unless(
                BattleClosed
            ),
            ReinforcementsSent: numbered(
                "%(who)s sent %(cards)s from %(battle)s to %(to)s, to be drawn there.",
                "%(who)s sent %(cards)s from %(battle)s to %(to)s, to be drawn there.",
                "count",
                cards=lambda words, _, it: drawn(words, it.cards, it.player, it.count),
            ),
            StageStarted: (
                alone(
                    "Each side has won a battle: the campaign is decided at %(battles)s, with all "
                    "that is left.",
                    battles=by(Words.listed, "battles"),
                ).when(lambda it: it.stage == "charleroi"),
                alone(
                    "The French have won both battles: the campaign goes on at %(battles)s.",
                    battles=by(Words.listed, "battles"),
                ),
            ),
        },
        OF_SIDES,
    ),
    CardsChosen: nothing,
    BattleClosed: closed,
}
