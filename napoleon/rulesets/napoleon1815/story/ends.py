"""How games end, and how people offer that [chapter 10, RULING.103]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words
from napoleon.rulesets.napoleon1815.events.turn import (
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    GameWon,
    PlayerResigned,
)
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES
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


ENDS: Chapter = {
    **tellings(
        {
            GameDrawn: alone("The game ended without a winner: everybody agreed to that."),
            # One of two partners gives up; a side that does has lost.
            PlayerResigned: alone("%(who)s gave up.").unless(GameWon),
            EndOffered: alone("%(who)s agreed to end the game without a winner.").unless(GameDrawn),
            EndOffersLapsed: alone("Nothing came of the offer to end the game.").unless(GameWon),
        },
        OF_SIDES,
    ),
    GameWon: won,
}
