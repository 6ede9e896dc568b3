"""How battles and games end [4.3, G-09, G-54, 16]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
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
from napoleon.rulesets.eagles_waterloo.story.places import the_place
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
}
"""Why a game was won."""

_DRAWN = {
    "For ten turns nothing happened, and no cards were left to come.": noted(
        "for ten turns nothing happened, and no cards were left to come"
    ),
    "Neither side had infantry or cavalry left.": noted(
        "neither side had infantry or cavalry left"
    ),
    "Both sides agreed to end it.": noted("both sides agreed to end it"),
}
"""Why a game was drawn."""


def decided(words: Words, paragraph: Paragraph, event: BattleWon) -> Iterator[str]:
    """Who won a battle, and by what."""
    values = {"who": the(words, event.side), "battle": words.name(event.battle)}
    if event.reason == "position":
        yield words.gettext(
            "%(who)s now held %(place)s alone, and so won the battle of %(battle)s.",
            place=the_place(words, event.place),
            **values,
        )
    elif event.reason == "withdrawn":
        yield words.gettext(
            "%(loser)s left the field: %(who)s won the battle of %(battle)s.",
            loser=the(words, enemy(event.side)),
            **values,
        )
    else:
        yield words.gettext("Nobody won the battle of %(battle)s.", battle=values["battle"])


def nobody_won(words: Words, paragraph: Paragraph, event: BattleDrawn) -> Iterator[str]:
    """Nobody won a battle, and why; the reason comes with the end where the game ends with it."""
    battle = words.name(event.battle)
    if paragraph.has(GameDrawn):
        yield words.gettext("Nobody won the battle of %(battle)s.", battle=battle)
        return
    reason = _DRAWN.get(event.reason)
    yield words.gettext(
        "Nobody won the battle of %(battle)s: %(reason)s.",
        battle=battle,
        reason=words.gettext(reason) if reason else event.reason.rstrip("."),
    )


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


def won(words: Words, paragraph: Paragraph, event: GameWon) -> Iterator[str]:
    """Who won the game, and why."""
    reason = _REASONS.get(event.reason)
    yield words.gettext(
        "%(who)s won the game: %(reason)s.",
        who=the(words, event.winner),
        reason=words.gettext(reason) if reason else event.reason.rstrip("."),
    )


def drawn(words: Words, paragraph: Paragraph, event: GameDrawn) -> Iterator[str]:
    """Nobody won."""
    reason = _DRAWN.get(event.reason)
    yield words.gettext(
        "The game ended without a winner: %(reason)s.",
        reason=words.gettext(reason) if reason else event.reason.rstrip("."),
    )


def resigned(words: Words, paragraph: Paragraph, event: PlayerResigned) -> Iterator[str]:
    """A side that gives up has lost, which is told with the end."""
    if not paragraph.has(GameWon):
        yield words.gettext("%(who)s gave up.", who=the(words, event.player))


def offered(words: Words, paragraph: Paragraph, event: EndOffered) -> Iterator[str]:
    """Somebody would end it."""
    yield words.gettext(
        "%(who)s agreed to end the game without a winner.", who=the(words, event.player)
    )


def lapsed(words: Words, paragraph: Paragraph, event: EndOffersLapsed) -> Iterator[str]:
    """The other side played on."""
    yield words.gettext("Nothing came of the offer to end the game.")


ENDS: Chapter = {
    BattleWon: decided,
    BattleDrawn: nobody_won,
    LossesCounted: counted,
    GameWon: won,
    GameDrawn: drawn,
    PlayerResigned: resigned,
    EndOffered: offered,
    EndOffersLapsed: lapsed,
}
