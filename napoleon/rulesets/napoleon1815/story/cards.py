"""Cards: drawn, revealed, played and cancelled [chapters 3, 4, 13 and 14]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon1815.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardFlipped,
    DeckShuffled,
    FlippedCardsDiscarded,
    LastingEventEnded,
    LastingEventStarted,
    RecoveryBarred,
    RedCardRevealed,
    RedCardsCancelled,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatStarted,
    RetreatOwed,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.initiative import (
    CardTakenFromDeck,
    DeckShown,
    HandShown,
)
from napoleon.rulesets.napoleon1815.events.movement import (
    MovementPointsSet,
    StackCouldNotMove,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.events.operations import OperationStarted
from napoleon.rulesets.napoleon1815.events.windows import (
    BlueCardDeclared,
    EventApplied,
    EventCancelled,
    EventPlayed,
    EventProposalAnswered,
    EventProposed,
    EventWithoutEffect,
    WindowDeclined,
    WindowLeftOut,
)
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import of_the, the, to_the

_ELSEWHERE = ("played", "recovery", "cancelled", None)
"""Reasons of discards that are told with what was done with the card, or not at all."""


_LASTING = {
    "rain": noted(
        "every stack that is activated takes a point of fatigue, and marches have 1 movement "
        "point less"
    ),
    "emperor_ill": noted("Napoleon brings no bonus to his stack"),
}
"""What red cards do as long as they are in force."""

_TOLD_BY_WHAT_FOLLOWS = (
    "Frederick appears, or a corps gains a strength point",
    "Lamarque appears, or a corps gains a strength point",
    "a hand of the enemy is looked at",
    "a card is taken from the own deck",
    "a card decides whether it tires Ney or is worth a combat card",
    "a corps gains a strength point",
    "nobody pursues",
    "nobody pursues the French stack",
)
"""Effects that events of their own tell."""

_CHANGES_A_MARCH = ("forced_march", "roadblock", "grouchy", "organisation")
"""Cards whose effect the sentence about the march tells, by its roads and its points."""

_MARCHED = (MovementPointsSet, StackCouldNotMove, StackMoved)


def drew(words: Words, paragraph: Paragraph, event: CardDrawn) -> Iterator[str]:
    """How many cards a player drew, and which, where the reader knows it."""
    same = [it for it in paragraph.all(CardDrawn) if it.player == event.player]
    if same[0] is not event:
        return
    known = [it.card for it in same if it.card is not None]
    told = words.ngettext(
        "%(who)s drew %(num)s card",
        "%(who)s drew %(num)s cards",
        len(same),
        who=the(words, event.player),
    )
    yield f"{told}: {words.cards_listed(known)}." if known else f"{told}."


def red(words: Words, paragraph: Paragraph, event: RedCardRevealed) -> Iterator[str]:
    """A red card that came up."""
    who = the(words, event.player)
    if event.card is None:
        yield words.gettext("%(who)s drew a red card.", who=who)
    else:
        card = words.card(event.card)
        of = of_the(words, event.player)
        yield words.gettext("Among the cards %(of)s was the red card %(card)s.", of=of, card=card)


def cancelled_each_other(
    words: Words, paragraph: Paragraph, event: RedCardsCancelled
) -> Iterator[str]:
    """Several red cards in one draw are all without effect."""
    if event.cards is None:
        yield words.gettext("The red cards cancelled each other.")
    else:
        cards = words.cards_listed(event.cards)
        yield words.gettext("%(cards)s cancelled each other.", cards=cards)


def lasts(words: Words, paragraph: Paragraph, event: LastingEventStarted) -> Iterator[str]:
    """An event that is in force for the turn."""
    if event.event is None:
        yield words.gettext("A card is in force until the end of the turn.")
    else:
        card = words.name(event.event)
        told = words.gettext("%(card)s is in force until the end of the turn", card=card)
        effect = _LASTING.get(event.event)
        yield f"{told}: {words.gettext(effect)}." if effect else f"{told}."


def discarded(words: Words, paragraph: Paragraph, event: CardDiscarded) -> Iterator[str]:
    """A card that was lost."""
    if event.card is None or event.reason in _ELSEWHERE:
        return
    who, card = the(words, event.player), words.card(event.card)
    if event.draw is not None:
        yield words.gettext("%(who)s lost %(card)s by chance.", who=who, card=card)
    else:
        yield words.gettext("%(who)s discarded %(card)s.", who=who, card=card)


def barred(words: Words, paragraph: Paragraph, event: RecoveryBarred) -> Iterator[str]:
    """No recovery cards this turn."""
    who = the(words, event.side)
    yield words.gettext("%(who)s may play no recovery cards this turn.", who=who)


def early(paragraph: Paragraph) -> list[EventPlayed]:
    """The cards that changed how far a march went: they are told before it.

    All others are told where they were played, with what they did.
    """
    operation = paragraph.until(CombatStarted)
    last = max((n for n, it in enumerate(operation.events) if isinstance(it, _MARCHED)), default=0)
    return [
        it
        for it in operation.events[:last]
        if isinstance(it, EventPlayed) and it.event in _CHANGES_A_MARCH
    ]


def of_retreat(paragraph: Paragraph, event: RetreatOwed) -> list[EventPlayed]:
    """The cards that were played between the duty to retreat and the retreat."""
    after = paragraph.since(event).until(RetreatOwed)
    return after.until(StackRetreated).all(EventPlayed) if after.has(StackRetreated) else []


def played(
    words: Words, paragraph: Paragraph, event: EventPlayed | BlueCardDeclared
) -> Iterator[str]:
    """A card played as an event, unless what it changed was told with it."""
    retreats = (it for owed in paragraph.all(RetreatOwed) for it in of_retreat(paragraph, owed))
    marches = early(paragraph) if paragraph.has(OperationStarted) else []
    if not any(it is event for it in (*marches, *retreats)):
        yield from told_card(words, paragraph, event)


def told_card(
    words: Words, paragraph: Paragraph, event: EventPlayed | BlueCardDeclared
) -> Iterator[str]:
    """Who played a card, and what it does."""
    who = the(words, event.player)
    if event.card is None:
        if isinstance(event, EventPlayed):
            yield words.gettext("%(who)s played a card.", who=who)
        return
    after = paragraph.since(event)
    told = words.gettext("%(who)s played %(card)s", who=who, card=words.card(event.card))
    applied = [it for it in after.all(EventApplied) if it.card == event.card]
    if applied and applied[0].summary and applied[0].summary not in _TOLD_BY_WHAT_FOLLOWS:
        told += f": {said(words, applied[0].summary)}"
    yield f"{told}."


def cancelled(words: Words, paragraph: Paragraph, event: EventCancelled) -> Iterator[str]:
    """A card that has no effect."""
    if event.card is None:
        yield words.gettext("A card was cancelled by another one.")
    else:
        yield words.gettext("%(card)s was cancelled.", card=words.card(event.card))


def in_vain(words: Words, paragraph: Paragraph, event: EventWithoutEffect) -> Iterator[str]:
    """A card that was played for nothing."""
    who = the(words, event.player)
    if event.event is None:
        yield words.gettext("A card had no effect.")
    else:
        yield words.gettext(
            "%(card)s had no effect for %(who)s: %(reason)s.",
            card=words.name(event.event),
            who=who,
            reason=said(words, event.reason),
        )


def proposed(words: Words, paragraph: Paragraph, event: EventProposed) -> Iterator[str]:
    """A partner asks the leader for the one card of the side."""
    who, leader = the(words, event.player), the(words, event.leader)
    if event.card is None:
        yield words.gettext("%(who)s proposed a card to %(leader)s.", who=who, leader=leader)
    else:
        card = words.card(event.card)
        yield words.gettext("%(who)s proposed to play %(card)s.", who=who, card=card)


def answered(words: Words, paragraph: Paragraph, event: EventProposalAnswered) -> Iterator[str]:
    """What the leader said to it."""
    who = the(words, event.leader)
    if event.allowed:
        yield words.gettext("%(who)s allowed it.", who=who)
    else:
        yield words.gettext("%(who)s did not allow it.", who=who)


def hand_shown(words: Words, paragraph: Paragraph, event: HandShown) -> Iterator[str]:
    """A hand that somebody looked at."""
    told = words.gettext(
        "%(who)s showed their hand %(to)s", who=the(words, event.of), to=to_the(words, event.to)
    )
    if event.cards is None:
        yield f"{told}."
    elif event.cards:
        yield f"{told}: {words.cards_listed(event.cards)}."
    else:
        yield words.gettext("%(told)s: it was empty.", told=told)


def deck_shown(words: Words, paragraph: Paragraph, event: DeckShown) -> Iterator[str]:
    """A deck that its player looked through."""
    yield words.gettext("%(who)s looked through their deck.", who=the(words, event.player))


def taken(words: Words, paragraph: Paragraph, event: CardTakenFromDeck) -> Iterator[str]:
    """The card that they took from it."""
    who = the(words, event.player)
    if event.card is None:
        yield words.gettext("%(who)s took a card from it.", who=who)
    else:
        card = words.card(event.card)
        yield words.gettext("%(who)s took %(card)s from it.", who=who, card=card)


def shuffled(words: Words, paragraph: Paragraph, event: DeckShuffled) -> Iterator[str]:
    """A deck that ran out."""
    if event.reason == "exhausted":
        yield words.gettext(
            "%(who)s shuffled their discards into a new deck.", who=the(words, event.side)
        )


CARDS: Chapter = {
    DeckShuffled: shuffled,
    CardDrawn: drew,
    RedCardRevealed: red,
    RedCardsCancelled: cancelled_each_other,
    LastingEventStarted: lasts,
    LastingEventEnded: nothing,
    CardDiscarded: discarded,
    RecoveryBarred: barred,
    CardFlipped: nothing,
    FlippedCardsDiscarded: nothing,
    BlueCardDeclared: played,
    EventPlayed: played,
    EventApplied: nothing,
    EventCancelled: cancelled,
    EventWithoutEffect: in_vain,
    EventProposed: proposed,
    EventProposalAnswered: answered,
    WindowDeclined: nothing,
    WindowLeftOut: nothing,
    HandShown: hand_shown,
    DeckShown: deck_shown,
    CardTakenFromDeck: taken,
}
