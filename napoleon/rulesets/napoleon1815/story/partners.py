"""The Allied partners: contact, swaps and messages [chapter 12]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon1815.events.partners import (
    ActingAllyNamed,
    ContactClosed,
    ContactOpened,
    ExchangeAnswered,
    ExchangeOffered,
    MessageSent,
    SwapAnswered,
    SwapOffered,
)
from napoleon.rulesets.napoleon1815.story.sides import the, to_the


def met(words: Words, paragraph: Paragraph, event: ContactOpened) -> Iterator[str]:
    """They may exchange cards."""
    if event.reason == "commanders":
        yield words.gettext("The Allied commanders came together, and could exchange cards.")
    elif event.reason == "aides-de-camp":
        yield words.gettext("The Allies sent each other aides-de-camp, and could exchange cards.")
    else:
        yield words.gettext("The Allied players could exchange cards.")


def offered(words: Words, paragraph: Paragraph, event: SwapOffered) -> Iterator[str]:
    """A card that one of them offered, where the reader knows it."""
    if event.card is not None:
        yield words.gettext(
            "%(who)s offered %(card)s %(to)s.",
            who=the(words, event.player),
            card=words.card(event.card),
            to=to_the(words, event.partner),
        )


def answered(words: Words, paragraph: Paragraph, event: SwapAnswered) -> Iterator[str]:
    """What the other gave for it, where the reader knows it."""
    who = the(words, event.player)
    if event.card is not None:
        yield words.gettext("%(who)s gave %(card)s for it.", who=who, card=words.card(event.card))
    elif event.offered is not None:
        yield words.gettext("%(who)s gave nothing for it.", who=who)


def made_offer(words: Words, paragraph: Paragraph, event: ExchangeOffered) -> Iterator[str]:
    """Cards that one of them offered, asked for, or both, where the reader knows them."""
    who, to = the(words, event.player), to_the(words, event.partner)
    give, take = words.cards_listed(event.give or ()), words.cards_listed(event.take or ())
    if event.give and event.take:
        yield words.gettext(
            "%(who)s offered %(give)s %(to)s for %(take)s.", who=who, give=give, to=to, take=take
        )
    elif event.give:
        yield words.gettext("%(who)s offered %(card)s %(to)s.", who=who, card=give, to=to)
    elif event.take:
        yield words.gettext("%(who)s asked for %(take)s.", who=who, take=take)


def took_offer(words: Words, paragraph: Paragraph, event: ExchangeAnswered) -> Iterator[str]:
    """Whether the other accepted, where the reader knows it."""
    who = the(words, event.player)
    if event.accepted:
        yield words.gettext("%(who)s accepted the offer.", who=who)
    elif event.accepted is not None:
        yield words.gettext("%(who)s turned the offer down.", who=who)


def wrote(words: Words, paragraph: Paragraph, event: MessageSent) -> Iterator[str]:
    """A message, for those who may read it."""
    who, to = the(words, event.player), to_the(words, event.partner)
    if event.text is not None:
        yield words.gettext("%(who)s wrote %(to)s: “%(text)s”", who=who, to=to, text=event.text)


PARTNERS: Chapter = {
    ContactOpened: met,
    ContactClosed: nothing,
    SwapOffered: offered,
    SwapAnswered: answered,
    ExchangeOffered: made_offer,
    ExchangeAnswered: took_offer,
    MessageSent: wrote,
    ActingAllyNamed: nothing,
}
