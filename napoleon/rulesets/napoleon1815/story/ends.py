"""How games end, and how people offer that [chapter 10, RULING.103]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words
from napoleon.rulesets.napoleon1815.events.turn import (
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    PlayerResigned,
)
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import the


def won(words: Words, paragraph: Paragraph, event: GameWon) -> Iterator[str]:
    """Who won the game, and why."""
    yield words.gettext(
        "%(who)s won the game: %(reason)s.",
        who=the(words, event.side),
        reason=said(words, event.reason),
    )
    if "track" in event.reason:
        yield words.gettext("The track goes up for the Allies and down for the French.")


def drawn(words: Words, paragraph: Paragraph, event: GameDrawn) -> Iterator[str]:
    """Nobody won."""
    yield words.gettext("The game ended without a winner: everybody agreed to that.")


def resigned(words: Words, paragraph: Paragraph, event: PlayerResigned) -> Iterator[str]:
    """One of two partners gives up; a side that does has lost."""
    if not paragraph.has(GameWon):
        yield words.gettext("%(who)s gave up.", who=the(words, event.player))


def offered(words: Words, paragraph: Paragraph, event: EndOffered) -> Iterator[str]:
    """Somebody would end it."""
    if not paragraph.has(GameDrawn):
        yield words.gettext(
            "%(who)s agreed to end the game without a winner.", who=the(words, event.player)
        )


def lapsed(words: Words, paragraph: Paragraph, event: EndOffersLapsed) -> Iterator[str]:
    """Others played on, or the game ended otherwise."""
    if not paragraph.has(GameWon):
        yield words.gettext("Nothing came of the offer to end the game.")


ENDS: Chapter = {
    GameWon: won,
    GameDrawn: drawn,
    PlayerResigned: resigned,
    EndOffered: offered,
    EndOffersLapsed: lapsed,
}
