"""The story of Napoleon, 4th edition: a file for each chapter of what can be told.

The march of a group is a paragraph, and so is each skirmish, each deployment and each combat turn.
"""

from __future__ import annotations

from pathlib import Path

from napoleon.rules.events import Event
from napoleon.rules.kit.settings import events_of
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.storybook import Chapter, Storybook, corrected
from napoleon.rulesets.napoleon_columbia.corrections import SETTINGS
from napoleon.rulesets.napoleon_columbia.events.combat import CombatTurnStarted
from napoleon.rulesets.napoleon_columbia.events.deployment import BattleStarted
from napoleon.rulesets.napoleon_columbia.events.fights import (
    SkirmishEnded,
    SkirmisherChosen,
    SkirmishersReady,
    SkirmishStarted,
)
from napoleon.rulesets.napoleon_columbia.events.march import GroupActivated, UnitMarched
from napoleon.rulesets.napoleon_columbia.events.turn import (
    GameDrawn,
    GameWon,
    PhaseStarted,
    TurnStarted,
)
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.story.asked import ASKED
from napoleon.rulesets.napoleon_columbia.story.blocks import BLOCKS
from napoleon.rulesets.napoleon_columbia.story.combat import COMBAT
from napoleon.rulesets.napoleon_columbia.story.deployment import DEPLOYMENT
from napoleon.rulesets.napoleon_columbia.story.fire import FIRE
from napoleon.rulesets.napoleon_columbia.story.march import MARCH
from napoleon.rulesets.napoleon_columbia.story.notes import said
from napoleon.rulesets.napoleon_columbia.story.retreat import RETREAT
from napoleon.rulesets.napoleon_columbia.story.sides import SIDES, called
from napoleon.rulesets.napoleon_columbia.story.skirmish import SKIRMISH
from napoleon.rulesets.napoleon_columbia.story.terms import phase
from napoleon.rulesets.napoleon_columbia.story.turn import TURN, Reckoning

LOCALE = Path(__file__).parents[1] / "locale"

CORRECTIONS = frozenset(events_of(SETTINGS))

_WHOLE: Chapter = {
    **TURN,
    **MARCH,
    **SKIRMISH,
    **DEPLOYMENT,
    **COMBAT,
    **FIRE,
    **RETREAT,
    **BLOCKS,
    **dict.fromkeys(CORRECTIONS, corrected),
}
"""Every kind of paragraph can tell every event: blocks stand up in all of them."""

_KINDS = ("setup", "turn", "march", "attack", "skirmish", "deployment", "combat", "supply", "end")


def begins(event: Event, before: Paragraph | None) -> Heading | None:
    """What paragraph an event begins."""
    match event:
        case TurnStarted():
            return Heading("turn")
        case GroupActivated() | UnitMarched():
            side = _marching(event)
            return None if _marches(before, side) else Heading("march", side)
        case PhaseStarted(begun="forced_checks"):
            # A side that has not marched at all is told so with the beginning of the turn.
            return None if _is(before, "turn") else Heading("attack")
        case SkirmisherChosen() | SkirmishersReady() | SkirmishStarted():
            return None if _skirmishes(before) else Heading("skirmish")
        case BattleStarted():
            return Heading("deployment")
        case CombatTurnStarted():
            return Heading("combat", event.side)
        case PhaseStarted(begun="supply"):
            return Heading("supply")
        case GameWon() | GameDrawn():
            return Heading("end")
    return Heading("setup") if before is None else None


def _is(before: Paragraph | None, kind: str) -> bool:
    return before is not None and before.heading.kind == kind


def _marching(event: GroupActivated | UnitMarched) -> str:
    """Whose marches are told together: those of a side, unless each army has its own player."""
    return event.army if event.player == event.army else side_of(event.army)


def _marches(before: Paragraph | None, side: str) -> bool:
    """Whether marches of a side, or an army, are being told."""
    return before is not None and _is(before, "march") and before.heading.side == side


def _skirmishes(before: Paragraph | None) -> bool:
    """Whether a skirmish is being told that is not over."""
    return before is not None and _is(before, "skirmish") and not before.has(SkirmishEnded)


STORYBOOK = Storybook(
    begins=begins,
    chapters=dict.fromkeys(_KINDS, _WHOLE),
    memory=Reckoning,
    locale=LOCALE,
    called=called,
    sides=SIDES,
    corrections=CORRECTIONS,
    asked=ASKED,
    term=phase,
    said=said,
)
"""How games are told."""
