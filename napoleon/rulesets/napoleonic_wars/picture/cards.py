"""The faces of cards [6.a, 6.19.a]."""

from __future__ import annotations

import re
from collections.abc import Iterator

from napoleon.rules.picture.cards import CardFace, Figure
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleonic_wars.names import MARKS, NATIONS, TYPES, nation
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.views import WarsViews
from napoleon.rulesets.napoleonic_wars.views.hand import CardView, card

CLAUSES = {
    "event": "6.1.a",
    "foreign_war": "6.13.a",
    "response": "6.14.a",
    "battle": "6.15.a",
    "home": "6.2.a",
}
"""By the type of a card, the clause that says how it is played."""

EDGES = {
    "event": "",
    "foreign_war": "orange",
    "response": "blue",
    "battle": "black",
    "home": "purple",
}
"""By the type of a card the look of its edge, as in print [6.19.a]."""


def cards(views: WarsViews, words: Words) -> list[CardFace]:
    """The cards that the reader sees in hands, nation by nation."""
    return [face(hand.player, it, words) for hand in views.hand.hands for it in hand.cards or ()]


def deck(pack: Pack, words: Words) -> list[CardFace]:
    """Every card of the deck, and every home card, as it is printed."""
    return [face("", card(pack, it), words) for it in pack.cards]


def face(holder: str, it: CardView, words: Words) -> CardFace:
    """A card as its holder reads it."""
    return CardFace(
        id=it.id,
        holder=holder,
        title=words.language.alone(words.name(it.id)),
        look=EDGES[it.type],
        kind=words.gettext(TYPES[it.type]),
        lines=tuple(_lines(it, words)),
        text=in_full(it.effect, words),
        clause=CLAUSES[it.type],
        status=it.data_status,
        sign="battle" if it.type == "battle" else "order",
        band=words.gettext(TYPES[it.type]),
        strength=str(it.cp),
        figures=(Figure(words.gettext("CP"), words.gettext("command points")),),
    )


_SHORT = re.compile(
    r"\b(?:FR|GB|AU|RU|PR|OT|SW|DK)\b"
    r"|(?<!\d )\bSP\b(?= (?:home|or GB|is|gains|draws|in SP))|(?<=with )SP\b"
)
"""Short names of nations in what cards say; elsewhere SP are strength points."""


def in_full(effect: str, words: Words) -> str:
    """What a card does, with nations by their names; in English where it is not translated."""
    if words.language.texts.gettext(effect) == effect:
        return _SHORT.sub(lambda it: NATIONS[it[0].lower()], effect)
    return _SHORT.sub(lambda it: words.name(it[0].lower()), words.gettext(effect))


def _lines(card: CardView, words: Words) -> Iterator[tuple[str, str]]:
    _ = words.gettext
    yield _("CP"), str(card.cp)
    if card.plays and card.plays[0] != "any":
        yield _("event of"), words.language.listed(nation(words, it) for it in card.plays)
    if card.targets:
        yield _("against"), words.language.listed(nation(words, it) for it in card.targets)
    if card.marks:
        yield _("marks"), ", ".join(_(MARKS[it]) for it in card.marks)
