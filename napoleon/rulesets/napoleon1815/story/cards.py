"""Cards: drawn, revealed, played and cancelled [chapters 3, 4, 13 and 14]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
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
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import of_the, the, to_the

_ELSEWHERE = ("played", "recovery", "cancelled", None)
"""Reasons of discards that are told with what was done with the card, or not at all."""


_LASTING = {
    "rain": noted(
        "every stack that is activated takes a point of fatigue, and marches have 1 movement "
        "point fewer"
    ),
    "emperor_ill": noted("Napoleon brings the stack no bonus"),
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
    """Red cards that came up: those of a player together."""
    if event.card is None:
        yield words.gettext("%(who)s drew a red card.", who=the(words, event.player))
        return
    known = [
        it.card
        for it in paragraph.all(RedCardRevealed)
        if it.player == event.player and it.card is not None
    ]
    if known[0] == event.card:
        yield words.ngettext(
            "Among the cards %(of)s was the red card %(cards)s.",
            "Among the cards %(of)s were the red cards %(cards)s.",
            len(known),
            of=of_the(words, event.player),
            cards=words.cards_listed(known),
        )


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
        yield words.gettext("%(who)s lost %(card)s at random.", who=who, card=card)
    else:
        yield words.gettext("%(who)s discarded %(card)s.", who=who, card=card)


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


def in_time(words: Words, paragraph: Paragraph, cards: list[EventPlayed]) -> Iterator[str]:
    """Cards that are told before a march, each with the card that cancelled it."""
    for card in cards:
        yield from told_card(words, paragraph, card)
        for counter, end in _countered(paragraph, card):
            yield from told_card(words, paragraph, counter)
            yield from _cancelled(words, end)


def is_cancelled(paragraph: Paragraph, card: EventPlayed) -> bool:
    """Whether another card took its effect away."""
    return bool(_countered(paragraph, card))


def _countered(paragraph: Paragraph, card: EventPlayed) -> list[tuple[EventPlayed, EventCancelled]]:
    """The card that cancelled another one, and that it did."""
    after = paragraph.since(card)
    return [
        (counter, end)
        for end in after.all(EventCancelled)
        for counter in after.all(EventPlayed)
        if end.card is not None and (end.card, end.by_card) == (card.card, counter.card)
    ][:1]


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
    marches += [counter for card in marches for counter, _ in _countered(paragraph, card)]
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
    """A card that has no effect, unless it was told before a march that it has none."""
    marches = early(paragraph) if paragraph.has(OperationStarted) else []
    if not any(end is event for card in marches for _, end in _countered(paragraph, card)):
        yield from _cancelled(words, event)


def _cancelled(words: Words, event: EventCancelled) -> Iterator[str]:
    if event.card is None:
        yield words.gettext("A card was cancelled by another one.")
    else:
        yield words.gettext("%(card)s was cancelled.", card=words.card(event.card))


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


CARDS: Chapter = {
    **tellings(
        {
            DeckShuffled: alone("%(who)s shuffled their discards into a new deck.").when(
                lambda it: it.reason == "exhausted"
            ),
            RedCardsCancelled: (
                alone("The red cards cancelled each other.").when(lambda it: it.cards is None),
                alone("%(cards)s cancelled each other.", cards=by(Words.cards_listed, "cards")),
            ),
            RecoveryBarred: alone("%(who)s may play no recovery cards this turn."),
            EventWithoutEffect: (
                alone("A card had no effect.").when(lambda it: it.event is None),
                alone("%(card)s had no effect for %(who)s: %(reason)s.", card="event"),
            ),
            EventProposed: (
                alone("%(who)s proposed a card to %(leader)s.", leader=by(the, "leader")).when(
                    lambda it: it.card is None
                ),
                alone("%(who)s proposed to play %(card)s."),
            ),
            EventProposalAnswered: (
                alone("%(who)s allowed it.", who=by(the, "leader")).when(lambda it: it.allowed),
                alone("%(who)s did not allow it.", who=by(the, "leader")),
            ),
            DeckShown: alone("%(who)s looked through their deck."),
            CardTakenFromDeck: (
                alone("%(who)s took a card from it.").when(lambda it: it.card is None),
                alone("%(who)s took %(card)s from it."),
            ),
        },
        OF_SIDES,
    ),
    CardDrawn: drew,
    RedCardRevealed: red,
    LastingEventStarted: lasts,
    LastingEventEnded: nothing,
    CardDiscarded: discarded,
    CardFlipped: nothing,
    FlippedCardsDiscarded: nothing,
    BlueCardDeclared: played,
    EventPlayed: played,
    EventApplied: nothing,
    EventCancelled: cancelled,
    WindowDeclined: nothing,
    WindowLeftOut: nothing,
    HandShown: hand_shown,
}
