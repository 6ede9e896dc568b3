"""Deployment: laid in secret, shown at once, adjusted by the French [4.1, G-06, G-44]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.events.deployment import (
    CardPlaced,
    CardPosted,
    CardTakenUp,
    DeploymentEnded,
    DeploymentPhaseEnded,
    LayoutShown,
    LayoutSubmitted,
)
from napoleon.rulesets.eagles_waterloo.sides import FRENCH
from napoleon.rulesets.eagles_waterloo.story.cards import Who, several
from napoleon.rulesets.eagles_waterloo.story.sides import the
from napoleon.rulesets.eagles_waterloo.story.terms import at

LAYING: tuple[type[Event], ...] = (
    CardPlaced,
    CardPosted,
    CardTakenUp,
    LayoutSubmitted,
    DeploymentEnded,
)
"""What is done in secret."""

_CHANGES: tuple[type[Event], ...] = (CardPlaced, CardPosted, CardTakenUp, LayoutSubmitted)


def laying(words: Words, paragraph: Paragraph, event: Any) -> Iterator[str]:
    """Somebody lays their cards, as long as nobody else has seen them."""
    player: str = event.player
    # A layout takes many events, and all of them but the first say nothing.
    first = next(it for it in paragraph.events if _is_by(it, player, LAYING))
    if first is not event or paragraph.has(LayoutShown):
        return
    if any(_is_by(it, player, (DeploymentEnded,)) for it in paragraph.events):
        yield words.gettext("%(who)s have laid their cards.", who=the(words, player))
    else:
        yield words.gettext("%(who)s are laying their cards.", who=the(words, player))


def _is_by(event: Event, player: str, kinds: tuple[type[Event], ...]) -> bool:
    """Whether an event is one of these kinds, and of this player."""
    return isinstance(event, kinds) and getattr(event, "player", "") == player


def shown(words: Words, paragraph: Paragraph, event: LayoutShown) -> Iterator[str]:
    """Who lies where: by name what lies face up, and for the owner everything."""
    values = {"who": the(words, event.side), "battle": words.name(event.battle)}
    if _is_adjustment(paragraph) and not _was_changed(paragraph, event.side):
        yield words.gettext("%(who)s left their layout at %(battle)s as it was.", **values)
        return
    lying = [
        words.gettext("%(where)s %(cards)s", where=at(words, place), cards=told)
        for place in places.line(event.side)
        if (told := _lying(words, paragraph, event, place))
    ]
    layout = "; ".join(lying) or words.gettext("no card in any position")
    if _is_adjustment(paragraph):
        yield words.gettext(
            "%(who)s adjusted their layout at %(battle)s: %(layout)s.", layout=layout, **values
        )
    else:
        yield words.gettext("%(who)s drew up at %(battle)s: %(layout)s.", layout=layout, **values)


def _is_adjustment(paragraph: Paragraph) -> bool:
    """Whether only the French deploy: nobody else has ended a deployment here."""
    ended = {it.player for it in paragraph.all(DeploymentEnded)}
    return ended == {FRENCH}


def _was_changed(paragraph: Paragraph, side: str) -> bool:
    return any(_is_by(it, side, _CHANGES) for it in paragraph.events)


def _lying(words: Words, paragraph: Paragraph, event: LayoutShown, place: str) -> str:
    up = event.face_up.get(place, ())
    down = event.face_down.get(place, ())
    cards = [Who(card, event.side) for card in up]
    if event.pairing is None:
        cards += [Who(None, token.rpartition("-")[0]) for token in down]
        return several(words, cards)[0] if cards else ""
    by_token = {token: card for card, token in event.pairing.items()}
    formations = _formations(paragraph)
    hidden = [by_token[token] for token in down]
    cards += [Who(card, event.side, formations.get(card, "")) for card in hidden]
    return several(words, cards)[0] if cards else ""


def _formations(paragraph: Paragraph) -> dict[str, str]:
    """How the infantry was laid that its owner laid here."""
    found: dict[str, str] = {}
    for it in paragraph.events:
        if isinstance(it, CardPlaced) and it.card is not None:
            found[it.card] = it.formation
        elif isinstance(it, LayoutSubmitted) and it.cards is not None:
            found |= {card: formation for card, _, formation, _, _ in it.cards}
    return found


DEPLOYMENT: Chapter = {
    CardPlaced: laying,
    CardPosted: laying,
    CardTakenUp: laying,
    LayoutSubmitted: laying,
    DeploymentEnded: laying,
    LayoutShown: shown,
    DeploymentPhaseEnded: nothing,
}
