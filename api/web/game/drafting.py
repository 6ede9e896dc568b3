"""Decks that the reader is asked to make: the pool on the stage, what is counted beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from flask import request
from msgspec import structs

from api.web.game.offers import Question, decisions
from api.web.game.scene import Scene
from napoleon.rules.drafting import POINTS, Draft, DraftCard, Limit
from napoleon.rules.orders import verb_of
from napoleon.rules.picture.cards import CardFace


class Pooled(NamedTuple):
    """A card of the pool with its face."""

    card: DraftCard
    face: CardFace


class Counted(NamedTuple):
    """What is counted of a deck, as far as it is made."""

    limit: Limit
    called: str
    value: int


class Deck(NamedTuple):
    """A deck in the making."""

    whose: str
    kinds: Sequence[tuple[str, Sequence[Pooled]]]
    """The cards of the pool by their kinds, in words."""
    priced: bool
    """Whether points are counted, which each card costs."""
    counted: Sequence[Counted]


class Making(NamedTuple):
    """The decks that a question asks for, and the order that hands them in."""

    question: Question
    verb: str
    field: str
    decks: Sequence[Deck]
    form: str = "deck-form"
    """Id of the form, which the boxes of the pool belong to wherever they stand."""

    @property
    def begun(self) -> bool:
        """Whether any card is chosen."""
        return any(it.card.taken for deck in self.decks for _, cards in deck.kinds for it in cards)


def making(shown: Scene) -> Making | None:
    """The decks that the reader is asked to make now; None if they are asked for none."""
    drafting, pictures = shown.look.rules.drafting, shown.look.rules.pictures
    if drafting is None or pictures is None:
        return None
    open_ = {it.id: it for it in decisions(shown.look)}
    for question in shown.questions:
        drafts = drafting.drafts(shown.look.shown.state, open_[question.id])
        if drafts:
            faces = {it.id: it for it in pictures.deck(shown.look.words)}
            verb, field = verb_of(drafting.verb), drafting.field
            # A deck that was refused is shown again as it was sent, for browsers without script.
            if request.method == "POST" and request.form.get("verb") == verb:
                sent = Counter(request.form.getlist(f"field.{field}"))
                drafts = [_as_sent(it, sent) for it in drafts]
            return Making(question, verb, field, [_deck(shown, it, faces) for it in drafts])
    return None


def _as_sent(draft: Draft, sent: Mapping[str, int]) -> Draft:
    pool = (structs.replace(it, taken=min(sent.get(it.id, 0), it.copies)) for it in draft.pool)
    return structs.replace(draft, pool=tuple(pool))


def _deck(shown: Scene, draft: Draft, faces: Mapping[str, CardFace]) -> Deck:
    pool = [Pooled(it, faces[it.id]) for it in draft.pool]
    pool.sort(key=lambda it: _order(it.face))
    taken = {
        limit.id: sum(it.taken * it.weights.get(limit.id, 0) for it in draft.pool)
        for limit in draft.limits
    }
    return Deck(
        shown.look.called(draft.whose),
        [(kind, list(those)) for kind, those in groupby(pool, lambda it: it.face.kind)],
        any(it.id == POINTS for it in draft.limits),
        [Counted(it, shown.look.phrases.told(it.counted), taken[it.id]) for it in draft.limits],
    )


def _order(face: CardFace) -> tuple[str, str]:
    return face.kind, face.title
