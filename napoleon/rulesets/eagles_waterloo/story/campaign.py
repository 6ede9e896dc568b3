"""The campaign: retreats, who is sent on, battles that are over, the next stage [16]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.campaign import (
    BattleClosed,
    CardsChosen,
    ReinforcementsSent,
    RetreatOrdered,
    SendingOpened,
    StageStarted,
)
from napoleon.rulesets.eagles_waterloo.story.cards import drawn
from napoleon.rulesets.eagles_waterloo.story.sides import cards_of, the


def retreat(words: Words, paragraph: Paragraph, event: RetreatOrdered) -> Iterator[str]:
    """The loser leaves the field."""
    yield words.gettext(
        "%(who)s retreated from %(battle)s.",
        who=the(words, event.side),
        battle=words.name(event.battle),
    )


def choosing(words: Words, paragraph: Paragraph, event: SendingOpened) -> Iterator[str]:
    """The winner may send on who is left, as long as that is not over."""
    if not paragraph.has(BattleClosed):
        yield words.gettext(
            "%(who)s may send cards from %(battle)s to %(to)s.",
            who=the(words, event.player),
            battle=words.name(event.battle),
            to=words.name(event.to),
        )


def sent(words: Words, paragraph: Paragraph, event: ReinforcementsSent) -> Iterator[str]:
    """Who goes to the other battle, to be drawn there."""
    yield words.ngettext(
        "%(who)s sent %(cards)s from %(battle)s to %(to)s, to be drawn there.",
        "%(who)s sent %(cards)s from %(battle)s to %(to)s, to be drawn there.",
        event.count,
        who=the(words, event.player),
        cards=drawn(words, event.cards, event.player, event.count),
        battle=words.name(event.battle),
        to=words.name(event.to),
    )


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


def went_on(words: Words, paragraph: Paragraph, event: StageStarted) -> Iterator[str]:
    """Which battles come next, and why."""
    if event.stage == "charleroi":
        yield words.gettext(
            "Each side has won a battle: the campaign is decided at %(battles)s, with all that "
            "is left.",
            battles=words.listed(event.battles),
        )
    else:
        yield words.gettext(
            "The French have won both battles: the campaign goes on at %(battles)s.",
            battles=words.listed(event.battles),
        )


CAMPAIGN: Chapter = {
    RetreatOrdered: retreat,
    SendingOpened: choosing,
    CardsChosen: nothing,
    ReinforcementsSent: sent,
    BattleClosed: closed,
    StageStarted: went_on,
}
