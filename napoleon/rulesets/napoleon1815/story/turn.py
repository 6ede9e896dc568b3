"""Set-up, turns, initiative and recovery: what frames the operations [chapters 1 and 4]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.sentences import alone, tellings
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon1815.events.cards import CardDiscarded
from napoleon.rulesets.napoleon1815.events.initiative import InitiativeDecided
from napoleon.rulesets.napoleon1815.events.operations import RecoveryCardLaid, RecoveryFinished
from napoleon.rulesets.napoleon1815.events.partners import LeaderDecided
from napoleon.rulesets.napoleon1815.events.setup import (
    BlockPlaced,
    GameStarted,
    ReinforcementDelayed,
    TableLaid,
)
from napoleon.rulesets.napoleon1815.events.turn import (
    InvasionCardChanged,
    PhaseStarted,
    TurnEnded,
    TurnStarted,
)
from napoleon.rulesets.napoleon1815.story.blocks import unknown
from napoleon.rulesets.napoleon1815.story.manner import OF_SIDES
from napoleon.rulesets.napoleon1815.story.sides import the


def laid(words: Words, paragraph: Paragraph, event: TableLaid) -> Iterator[str]:
    """What is played."""
    yield words.gettext(
        "The scenario %(scenario)s was laid out, with the victory track at %(track)s: it goes up "
        "for the Allies and down for the French.",
        scenario=words.language.quoted(words.name(event.scenario)),
        track=event.track,
    )
    yield words.gettext(
        "Strength points are told as SP, and whatever has acted is spent for the rest of the turn."
    )


def placed(words: Words, paragraph: Paragraph, event: BlockPlaced) -> Iterator[str]:
    """Blocks that came onto the map: all of a player at once, at set-up."""
    same = [
        it
        for it in paragraph.all(BlockPlaced)
        if (it.player, it.reason) == (event.player, event.reason)
    ]
    if same[0] is not event:
        return
    areas = dict.fromkeys(it.area for it in same)
    if event.reason not in ("setup", "scout"):
        for area in areas:
            here = [it for it in same if it.area == area]
            yield words.ngettext(
                "%(blocks)s arrived at %(place)s.",
                "%(blocks)s arrived at %(place)s.",
                len(here),
                blocks=_blocks(words, here),
                place=words.name(area),
            )
        return
    there = [
        words.gettext(
            "%(blocks)s at %(place)s",
            blocks=_blocks(words, [it for it in same if it.area == area]),
            place=words.name(area),
        )
        for area in areas
    ]
    who, blocks = the(words, event.player), "; ".join(there)
    if event.reason == "scout":
        yield words.gettext("%(who)s sent out scouts: %(blocks)s.", who=who, blocks=blocks)
    else:
        yield words.gettext("%(who)s set up %(blocks)s.", who=who, blocks=blocks)


def _blocks(words: Words, placed: Sequence[BlockPlaced]) -> str:
    known = [_with_strength(words, it) for it in placed if it.block is not None]
    unseen = [it.token for it in placed if it.block is None]
    return words.language.listed([*known, *([unknown(words, unseen)] if unseen else [])])


def _with_strength(words: Words, it: BlockPlaced) -> str:
    points = (it.infantry or 0) + (it.cavalry or 0)
    if not points:
        return words.name(it.block)
    if it.fatigue:
        return words.gettext(
            "%(name)s (%(points)s SP, fatigue %(fatigue)s)",
            name=words.name(it.block),
            points=points,
            fatigue=it.fatigue,
        )
    return words.gettext("%(name)s (%(points)s SP)", name=words.name(it.block), points=points)


def initiative(words: Words, paragraph: Paragraph, event: InitiativeDecided) -> Iterator[str]:
    """Who begins, and why."""
    side = the(words, event.player)
    values = [(the(words, it), value) for it, value in event.values.items() if value is not None]
    if not values:
        yield words.gettext("%(who)s have the initiative by a card, and begin.", who=side)
        return
    (first, best), *others = values
    flips = ", ".join(
        [
            words.gettext(
                "for the initiative %(who)s turned up a %(value)s", who=first, value=best
            ),
            *(words.gettext("%(who)s a %(value)s", who=who, value=it) for who, it in others),
        ]
    )
    if event.tie:
        yield words.gettext("%(flips)s: %(who)s begin, as they win ties.", flips=flips, who=side)
    else:
        yield words.gettext("%(flips)s: %(who)s begin.", flips=flips, who=side)


def recovery_card(words: Words, paragraph: Paragraph, event: CardDiscarded) -> Iterator[str]:
    """A card that is played for its recovery value."""
    if event.reason == "recovery" and event.card is not None:
        yield words.gettext(
            "%(who)s played %(card)s for recovery.",
            who=the(words, event.player),
            card=words.card(event.card),
        )


TURN: Chapter = {
    **tellings(
        {
            ReinforcementDelayed: alone(
                "%(corps)s will not arrive before turn %(turn)s.", turn="new_turn"
            ),
            TurnStarted: alone("Turn %(turn)s began.", turn="turn_number"),
            InvasionCardChanged: alone(
                "Invasion card %(card)s came into force: %(reason)s.",
                card=lambda words, _, it: str(it.card),
            ),
            LeaderDecided: alone("%(who)s lead the Allies this turn."),
        },
        OF_SIDES,
    ),
    TableLaid: laid,
    BlockPlaced: placed,
    GameStarted: nothing,
    PhaseStarted: nothing,
    TurnEnded: nothing,
    InitiativeDecided: initiative,
    RecoveryCardLaid: nothing,
    RecoveryFinished: nothing,
}

RECOVERY: Chapter = {CardDiscarded: recovery_card}
"""What is told otherwise in recovery."""
