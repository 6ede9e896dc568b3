"""Cards: drawn, discarded and played [chapters 5 and 9]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleonic_empire.events.battle import BonusApplied
from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardWithoutEffect,
    ContinentalSystemBegan,
    ContinentalSystemConsumed,
    DeckRebuilt,
    EventCardAdded,
    HandLimitApplied,
    PassDeclared,
    PassForced,
    WindowClosed,
    WindowLeftOut,
    WindowOpened,
)
from napoleon.rulesets.napoleonic_empire.events.movement import MovementBarred
from napoleon.rulesets.napoleonic_empire.story.sides import (
    OF_SIDES,
    card,
    cards,
    of_the,
    the,
    to_the,
)


def drew(words: Words, paragraph: Paragraph, event: CardDrawn) -> Iterator[str]:
    """How many cards a side drew, and which, where the reader knows it."""
    same = [it for it in paragraph.all(CardDrawn) if it.side == event.side]
    if same[0] is not event:
        return
    known = [it.card for it in same if it.card is not None]
    if paragraph.begins(event):
        yield from _shuffled(words, paragraph)
    told = words.ngettext(
        "%(who)s drew %(num)s card",
        "%(who)s drew %(num)s cards",
        len(same),
        who=the(words, event.side),
    )
    yield f"{told}: {cards(words, known)}." if known else f"{told}."


def rebuilt(words: Words, paragraph: Paragraph, event: DeckRebuilt) -> Iterator[str]:
    """The discards are the deck again: told before the draw that needed it."""
    if paragraph.begins(event) and not paragraph.has(CardDrawn):
        yield from _shuffled(words, paragraph)


def _shuffled(words: Words, paragraph: Paragraph) -> Iterator[str]:
    for event in paragraph.all(DeckRebuilt):
        yield words.ngettext(
            "The deck ran out: the discards were shuffled into a new one of %(num)s card.",
            "The deck ran out: the discards were shuffled into a new one of %(num)s cards.",
            event.count,
        )


def discarded(words: Words, paragraph: Paragraph, event: CardDiscarded) -> Iterator[str]:
    """Cards beyond the limit of the hand."""
    same = [it for it in paragraph.all(CardDiscarded) if it.side == event.side]
    if same[0] is not event:
        return
    known = [it.card for it in same if it.card is not None]
    told = words.ngettext(
        "%(who)s had too many cards and discarded %(num)s",
        "%(who)s had too many cards and discarded %(num)s",
        len(same),
        who=the(words, event.side),
    )
    yield f"{told}: {cards(words, known)}." if known else f"{told}."


def played(words: Words, paragraph: Paragraph, event: CardPlayed) -> Iterator[str]:
    """A card that was played, and what it is worth in a battle."""
    told = words.gettext(
        "%(who)s played %(card)s", who=the(words, event.side), card=card(words, event.card)
    )
    bonus = [it for it in paragraph.since(event).all(BonusApplied) if it.card == event.card]
    if bonus:
        of = of_the(words, bonus[0].side)
        if bonus[0].side == event.side:
            worth = words.gettext(
                ", worth %(amount)s to the total %(of)s", amount=bonus[0].amount, of=of
            )
        else:
            worth = words.gettext(
                ", which adds %(amount)s to the total %(of)s, their enemy",
                amount=bonus[0].amount,
                of=of,
            )
        told += worth
    else:
        told += _does(words, event)
    yield f"{told}."


def _does(words: Words, event: CardPlayed) -> str:
    """What a card does that is not played for a battle, and for whom."""
    effect, amount, side = words.memory.effects[event.card]
    to = "" if side == "both" else to_the(words, side, event.side)
    match effect:
        case "extra_turn":
            return words.gettext(
                ", which gives another turn, without reinforcements, %(to)s", to=to
            )
        case "armies":
            return words.ngettext(
                ", which gives %(num)s army %(to)s",
                ", which gives %(num)s armies %(to)s",
                amount,
                to=to,
            )
        case "draw":
            return words.ngettext(
                ", which gives %(num)s more card %(to)s",
                ", which gives %(num)s more cards %(to)s",
                amount,
                to=to,
            )
        case "no_move":
            return words.gettext(
                ", which keeps %(who)s from moving this turn", who=the(words, side)
            )
        case "rebels":
            return words.ngettext(
                ", which raises %(num)s rebel army against the French",
                ", which raises %(num)s rebel armies against the French",
                amount,
            )
    return ""


def barred(words: Words, paragraph: Paragraph, event: MovementBarred) -> Iterator[str]:
    """A side that has to stand still, unless the card that says so has told it."""
    if any(it.card == event.card for it in paragraph.all(CardPlayed)):
        return
    yield words.gettext(
        "%(who)s may not move this turn, because of %(card)s.",
        who=the(words, event.side),
        card=card(words, event.card),
    )


CARDS: Chapter = {
    **tellings(
        {
            CardWithoutEffect: alone("%(card)s had no effect: no country can receive the armies."),
            EventCardAdded: alone("%(card)s joined the deck."),
            ContinentalSystemBegan: alone(
                "%(countries)s will give fewer armies, each at its next reinforcement."
            ),
        },
        OF_SIDES,
    ),
    CardDrawn: drew,
    DeckRebuilt: rebuilt,
    HandLimitApplied: nothing,
    CardDiscarded: discarded,
    WindowOpened: nothing,
    WindowClosed: nothing,
    PassDeclared: nothing,
    PassForced: nothing,
    WindowLeftOut: nothing,
    CardPlayed: played,
    MovementBarred: barred,
    ContinentalSystemConsumed: nothing,
}
