"""The game laid out, decks made, musters dealt [2, 3, 15, 16.a]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, by, numbered, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.eagles_waterloo.events.campaign import PoolsLeft
from napoleon.rulesets.eagles_waterloo.events.decks import (
    CardAdded,
    CardAssigned,
    CardDropped,
    DealtAnew,
    DeckDealt,
    DeckFinished,
    DecksTold,
    DeckSubmitted,
    DraftOpened,
    GameLaidOut,
    MusterDealt,
    MustersCompleted,
)
from napoleon.rulesets.eagles_waterloo.story.cards import OF_SIDES, still_to_come, the_cards
from napoleon.rulesets.eagles_waterloo.story.sides import of_the, the

_SIZES = {
    "half": noted("The armies are half as large as printed."),
    "double": noted("The armies are twice as large as printed."),
}


def laid(words: Words, paragraph: Paragraph, event: GameLaidOut) -> Iterator[str]:
    """What is played, and how it is won."""
    if event.scenario == "campaign":
        yield words.gettext(
            "The campaign of June 1815: it begins with the battles of %(battles)s, which run "
            "together.",
            battles=words.listed(event.battles),
        )
    else:
        yield words.gettext(
            "The battle of %(battle)s, June 1815.", battle=words.name(event.scenario)
        )
    yield words.gettext(
        "Each side has three positions, left, centre and right, with a Reserve behind them; who "
        "alone holds any position of the enemy with infantry or cavalry wins the battle."
    )
    size = event.options.get("scale", "printed")
    if size in _SIZES:
        yield words.gettext(_SIZES[size])


def made(words: Words, paragraph: Paragraph, event: DraftOpened) -> Iterator[str]:
    """Somebody makes a deck, as long as it is not told what came of it."""
    if paragraph.has(DecksTold) or not _is_first_of(paragraph, event):
        return
    if any(it.player == event.player for it in paragraph.all(DeckFinished)):
        yield words.gettext("%(who)s have made their decks.", who=the(words, event.player))
    else:
        yield words.gettext("%(who)s are making their decks.", who=the(words, event.player))


def _is_first_of(paragraph: Paragraph, event: DraftOpened) -> bool:
    """Whether it is the first draft of its player: the Allies make a deck for each nation."""
    own = [it for it in paragraph.all(DraftOpened) if it.player == event.player]
    return own[0] is event


def told(words: Words, paragraph: Paragraph, event: DecksTold) -> Iterator[str]:
    """How many cards each deck has; in whose making a player had a hand, they hear of it."""
    if not paragraph.begins(event):
        return
    decks = paragraph.all(DecksTold)
    for battle in dict.fromkeys(it.battle for it in decks):
        sizes = [_size(words, it) for it in decks if it.battle == battle]
        yield words.gettext(
            "The decks for %(battle)s: %(sizes)s.",
            battle=words.name(battle),
            sizes=words.language.listed(sizes),
        )
    chosen = {it.player for it in paragraph.all(DeckFinished)}
    for it in decks:
        if it.cards is not None and it.player in chosen:
            yield words.gettext(
                "In the deck %(of)s for %(battle)s are %(cards)s.",
                of=of_the(words, it.nation),
                battle=words.name(it.battle),
                cards=the_cards(words, it.cards),
            )


def _size(words: Words, it: DecksTold) -> str:
    if it.bp is None:
        return words.ngettext(
            "%(num)s card %(of)s", "%(num)s cards %(of)s", it.count, of=of_the(words, it.nation)
        )
    return words.ngettext(
        "%(num)s card %(of)s (%(points)s battle points)",
        "%(num)s cards %(of)s (%(points)s battle points)",
        it.count,
        of=of_the(words, it.nation),
        points=it.bp,
    )


DECKS: Chapter = {
    **tellings(
        {
            DealtAnew: (
                alone(
                    "The deck %(of)s for %(battle)s had too few units, and was dealt again."
                ).when(lambda it: it.what == "deck"),
                alone("The muster %(of)s for %(battle)s had too few units, and was dealt again."),
            ),
            # Who is there from the beginning: by name for their owner.
            MusterDealt: (
                numbered(
                    "%(who)s have no muster at %(battle)s: their one card comes as a "
                    "reinforcement.",
                    "%(who)s have no muster at %(battle)s: all their %(num)s cards come as "
                    "reinforcements.",
                    "left",
                    who=by(the, "nation"),
                ).when(lambda it: not it.count),
                numbered(
                    "%(who)s mustered %(num)s card at %(battle)s; %(left)s.",
                    "%(who)s mustered %(num)s cards at %(battle)s; %(left)s.",
                    "count",
                    who=by(the, "nation"),
                    left=by(still_to_come, "left"),
                ).when(lambda it: it.cards is None),
                numbered(
                    "%(who)s mustered %(num)s card at %(battle)s: %(cards)s; %(left)s.",
                    "%(who)s mustered %(num)s cards at %(battle)s: %(cards)s; %(left)s.",
                    "count",
                    who=by(the, "nation"),
                    cards=by(the_cards, "cards"),
                    left=by(still_to_come, "left"),
                ),
            ),
        },
        OF_SIDES,
    ),
    GameLaidOut: laid,
    DraftOpened: made,
    CardAdded: nothing,
    CardDropped: nothing,
    CardAssigned: nothing,
    DeckSubmitted: nothing,
    DeckFinished: nothing,
    DeckDealt: nothing,
    DecksTold: told,
    PoolsLeft: nothing,
    MustersCompleted: nothing,
}
