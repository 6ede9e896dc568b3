"""Retreat and pursuit after a combat [chapter 8]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon1815.events.cards import DiceRolled
from napoleon.rulesets.napoleon1815.events.combat import (
    PursuitEnded,
    PursuitSkipped,
    PursuitStarted,
    RetreatEnded,
    RetreatOwed,
    RetreatWaived,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import RetreatExtended
from napoleon.rulesets.napoleon1815.story.cards import of_retreat, told_card
from napoleon.rulesets.napoleon1815.story.casualties import fatigue
from napoleon.rulesets.napoleon1815.story.combat import flips
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import the

_ENDED = {
    "friendly stack": noted(", where friends stood"),
    "enemy stack": noted(", where the enemy stood"),
    "no legal road": noted(", from where no road was open"),
}
"""Why a retreat was shorter than it had to be."""


def owed(words: Words, paragraph: Paragraph, event: RetreatOwed) -> Iterator[str]:
    """What the loser has to do, and has done, in one sentence."""
    after = paragraph.since(event).until(RetreatOwed)
    roads = after.until(RetreatExtended).all(StackRetreated)
    for card in of_retreat(paragraph, event):
        yield from told_card(words, paragraph, card)
    if roads:
        yield _went(words, roads, after.first(RetreatEnded), event.roads) + "."
    elif after.all(RetreatEnded):
        yield words.gettext(
            "%(who)s had to retreat, but no road was open.", who=the(words, event.side)
        )
    elif not after.all(RetreatWaived):
        yield words.ngettext(
            "%(who)s had to retreat by %(num)s road.",
            "%(who)s had to retreat by %(num)s roads.",
            event.roads,
            who=the(words, event.side),
        )


def _went(
    words: Words, roads: list[StackRetreated], ended: RetreatEnded | None, distance: int
) -> str:
    first, last, between = roads[0], roads[-1], [it.area for it in roads[:-1]]
    told = words.ngettext(
        "%(who)s retreated from %(origin)s%(way)s to %(area)s",
        "%(who)s retreated from %(origin)s%(way)s to %(area)s",
        len(first.blocks),
        who=words.listed(first.blocks),
        origin=words.name(first.origin),
        area=words.name(last.area),
        way=words.gettext(" by way of %(way)s", way=words.listed(between)) if between else "",
    )
    if ended is not None and ended.reason in _ENDED and len(roads) < distance:
        told += words.gettext(_ENDED[ended.reason])
    return told


def farther(words: Words, paragraph: Paragraph, event: RetreatExtended) -> Iterator[str]:
    """A retreat that had to go on, and where it went."""
    roads = paragraph.since(event).until(RetreatExtended, RetreatOwed).all(StackRetreated)
    if roads:
        yield words.ngettext(
            "%(who)s had to retreat by %(num)s road more, to %(place)s.",
            "%(who)s had to retreat by %(num)s roads more, to %(place)s.",
            event.roads,
            who=the(words, event.side),
            place=words.name(roads[-1].area),
        )
    else:
        yield words.ngettext(
            "%(who)s had to retreat by %(num)s road more.",
            "%(who)s had to retreat by %(num)s roads more.",
            event.roads,
            who=the(words, event.side),
        )


def skipped(words: Words, paragraph: Paragraph, event: PursuitSkipped) -> Iterator[str]:
    """Nobody pursued."""
    if any(it.reason == event.reason for it in paragraph.all(RetreatWaived)):
        return
    reason = said(words, event.reason)
    if not reason:
        yield words.gettext("Nobody pursued.")
    else:
        yield words.gettext("Nobody pursued: %(reason)s.", reason=reason)


def pursued(words: Words, paragraph: Paragraph, event: PursuitStarted) -> Iterator[str]:
    """The winner's cavalry followed, and what it did."""
    shown = flips(paragraph.since(event), "pursuit")
    if any(isinstance(it, DiceRolled) for it in shown):
        told = words.ngettext(
            "%(who)s pursued with %(num)s die",
            "%(who)s pursued with %(num)s dice",
            event.cards,
            who=the(words, event.side),
        )
    else:
        told = words.ngettext(
            "%(who)s pursued with %(num)s card",
            "%(who)s pursued with %(num)s cards",
            event.cards,
            who=the(words, event.side),
        )
    if shown:
        number = sum(it.fatigue for it in shown)
        if number:
            told += words.gettext(", which showed %(fatigue)s", fatigue=fatigue(words, number))
        else:
            told += words.gettext(", without effect")
    yield f"{told}."


RETREAT: Chapter = {
    **tellings(
        {
            # The loser stayed, or is no more.
            RetreatWaived: (
                alone("Nobody retreated.").when(lambda it: not it.reason),
                alone("Nobody retreated: %(reason)s."),
            ),
        },
        OF_SIDES,
    ),
    RetreatOwed: owed,
    RetreatExtended: farther,
    StackRetreated: nothing,
    RetreatEnded: nothing,
    PursuitStarted: pursued,
    PursuitSkipped: skipped,
    PursuitEnded: nothing,
}
