"""The Allied partners: contact, swaps and messages [chapter 12]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings
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
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES
from napoleon.rulesets.napoleon1815.story.sides import the, to_the


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


PARTNERS: Chapter = {
    **tellings(
        {
            ContactOpened: (
                alone("The Allied commanders came together, and could exchange cards.").when(
                    lambda it: it.reason == "commanders"
                ),
                alone("The Allies sent each other aides-de-camp, and could exchange cards.").when(
                    lambda it: it.reason == "aides-de-camp"
                ),
                alone("The Allied players could exchange cards."),
            ),
            SwapOffered: alone("%(who)s offered %(card)s %(to)s.").when(
                lambda it: it.card is not None
            ),
            SwapAnswered: (
                alone("%(who)s gave %(card)s for it.").when(lambda it: it.card is not None),
                alone("%(who)s gave nothing for it.").when(lambda it: it.offered is not None),
            ),
            ExchangeAnswered: (
                alone("%(who)s accepted the offer.").when(lambda it: it.accepted),
                alone("%(who)s turned the offer down.").when(lambda it: it.accepted is False),
            ),
            # For those who may read it.
            MessageSent: alone(
                "%(who)s wrote %(to)s: “%(text)s”", text=lambda words, _, it: it.text
            ).when(lambda it: it.text is not None),
        },
        OF_SIDES,
    ),
    ContactClosed: nothing,
    ExchangeOffered: made_offer,
    ActingAllyNamed: nothing,
}
