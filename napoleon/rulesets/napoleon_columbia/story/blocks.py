"""Blocks that are shown, and that stand up again and cannot be told apart any more [3.2]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Chapter, Words, nothing
from napoleon.rulesets.napoleon_columbia.events.blocks import (
    TokensReplaced,
    TownsMixed,
    UnitsConcealed,
    UnitsRevealed,
)
from napoleon.rulesets.napoleon_columbia.events.combat import (
    CombatTurnStarted,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRetreated
from napoleon.rulesets.napoleon_columbia.story.units import Who, several


def stood_up(words: Words, paragraph: Paragraph, event: UnitsConcealed) -> Iterator[str]:
    """Units of which the enemy loses sight in a battle, told one by one."""
    at = next(n for n, it in enumerate(paragraph.events) if it is event)
    before = paragraph.events[at - 1] if at else None
    if not paragraph.has(CombatTurnStarted) or isinstance(before, UnitRetreated):
        return
    for it in paragraph.events[at + 1 :]:
        if isinstance(it, TownsMixed):
            return
        if not isinstance(it, TokensReplaced | UnitsConcealed):
            break
    told, number = several(words, [Who(unit, "") for unit in event.units])
    yield words.ngettext(
        "%(who)s stood up again, hidden from the enemy.",
        "%(who)s stood up again, hidden from the enemy.",
        number,
        who=told,
    )


def mixed(words: Words, paragraph: Paragraph, event: TownsMixed) -> Iterator[str]:
    """Blocks that the reader saw and cannot tell apart any more, which is told once."""
    if words.memory.mixed:
        return
    shown_at = {it.town for it in paragraph.all(UnitsConcealed)}
    for town in event.towns:
        unknown = [
            it
            for it in paragraph.all(TokensReplaced)
            if it.town == town and it.pairing is None and len(it.new) > 1
        ]
        if unknown and town in shown_at:
            yield words.gettext(
                "The blocks at %(town)s stood up again, and can no longer be told apart, as after "
                "every fight.",
                town=words.name(town),
            )
            return


BLOCKS: Chapter = {
    TokensReplaced: nothing,
    TownsMixed: mixed,
    UnitsRevealed: nothing,
    UnitsConcealed: stood_up,
}
