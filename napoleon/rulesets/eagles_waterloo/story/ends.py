"""How battles and games end [4.3, G-09, G-54, 16]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Words
from napoleon.rulesets.eagles_waterloo.events.ends import (
    BattleDrawn,
    BattleWon,
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    LossesCounted,
    PlayerResigned,
)
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.story.cards import OF_SIDES
from napoleon.rulesets.eagles_waterloo.story.sides import the

_REASONS = {
    "The French held an Allied position alone.": noted("they held an Allied position alone"),
    "The Allies held a French position alone.": noted("they held a French position alone"),
    "The French won the battle that decided the campaign.": noted(
        "they won the battle that decided the campaign"
    ),
    "The Allies won the battle that decided the campaign.": noted(
        "they won the battle that decided the campaign"
    ),
    "The battle that decided the campaign was drawn, which counts as lost by the French.": noted(
        "the battle that decided the campaign was drawn, which counts as lost by the French"
    ),
    "The French won neither Quatre Bras nor Ligny.": noted(
        "the French won neither Quatre Bras nor Ligny"
    ),
    "The French gave up.": noted("the French gave up"),
    "The Allies gave up.": noted("the Allies gave up"),
    "For ten turns nothing happened, and no cards were left to come.": noted(
        "for ten turns nothing happened, and no cards were left to come"
    ),
    "Neither side had infantry or cavalry left.": noted(
        "neither side had infantry or cavalry left"
    ),
    "Both sides agreed to end it.": noted("both sides agreed to end it"),
}
"""Why a game was won, or drawn."""


def _reason(words: Words, reason: str) -> str:
    told = _REASONS.get(reason)
    return words.gettext(told) if told else reason.rstrip(".")


def counted(words: Words, paragraph: Paragraph, event: LossesCounted) -> Iterator[str]:
    """What the battle has cost each side; nothing is told if it has cost nobody anything."""
    if not event.french and not event.allied:
        return
    yield words.gettext(
        "Losses at %(battle)s: %(french)s of the French, %(allied)s of the Allies.",
        battle=words.name(event.battle),
        french=_cards(words, event.french_lost),
        allied=_cards(words, event.allied_lost),
    )


def _cards(words: Words, number: int) -> str:
    if not number:
        return words.gettext("no card")
    return words.ngettext("%(num)s card", "%(num)s cards", number)


ENDS: Chapter = {
    **tellings(
        {
            BattleWon: (
                alone(
                    "%(who)s now held %(place)s alone, and so won the battle of %(battle)s."
                ).when(lambda it: it.reason == "position"),
                alone(
                    "%(loser)s left the field: %(who)s won the battle of %(battle)s.",
                    loser=lambda words, _, it: the(words, enemy(it.side)),
                ).when(lambda it: it.reason == "withdrawn"),
                alone("Nobody won the battle of %(battle)s."),
            ),
            # The reason comes with the end where the game ends with it.
            BattleDrawn: (
                alone(
                    "Nobody won the battle of %(battle)s: %(reason)s.", reason=by(_reason, "reason")
                ).unless(GameDrawn),
                alone("Nobody won the battle of %(battle)s."),
            ),
            GameWon: alone("%(who)s won the game: %(reason)s.", reason=by(_reason, "reason")),
            GameDrawn: alone(
                "The game ended without a winner: %(reason)s.", reason=by(_reason, "reason")
            ),
            PlayerResigned: alone("%(who)s gave up.").unless(GameWon),
            EndOffered: alone("%(who)s agreed to end the game without a winner."),
            EndOffersLapsed: alone("Nothing came of the offer to end the game."),
        },
        OF_SIDES,
    ),
    LossesCounted: counted,
}
