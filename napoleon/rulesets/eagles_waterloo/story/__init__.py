"""The story of EAGLES: Waterloo: a file for each chapter of what can be told.

A Morale phase with checks is a paragraph, and so is the rest of each player turn; decks, each
deployment, each retreat from a battle of the campaign have their own.
"""

from __future__ import annotations

from pathlib import Path

from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.storybook import Chapter, Storybook
from napoleon.rulesets.eagles_waterloo.events.campaign import (
    RetreatOrdered,
    StageStarted,
)
from napoleon.rulesets.eagles_waterloo.events.deployment import DeploymentPhaseEnded, LayoutShown
from napoleon.rulesets.eagles_waterloo.events.ends import GameDrawn, GameWon
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.specials import SpecialPlayed
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted, TurnStarted
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.story.campaign import CAMPAIGN
from napoleon.rulesets.eagles_waterloo.story.corrections import CORRECTIONS
from napoleon.rulesets.eagles_waterloo.story.decks import DECKS
from napoleon.rulesets.eagles_waterloo.story.deployment import DEPLOYMENT, LAYING
from napoleon.rulesets.eagles_waterloo.story.ends import ENDS
from napoleon.rulesets.eagles_waterloo.story.in_french import names_in_french
from napoleon.rulesets.eagles_waterloo.story.morale import MORALE
from napoleon.rulesets.eagles_waterloo.story.moves import MOVES
from napoleon.rulesets.eagles_waterloo.story.notes import said
from napoleon.rulesets.eagles_waterloo.story.sides import SIDES, called
from napoleon.rulesets.eagles_waterloo.story.specials import SPECIALS
from napoleon.rulesets.eagles_waterloo.story.terms import ASKED, phase
from napoleon.rulesets.eagles_waterloo.story.terrain import TERRAIN
from napoleon.rulesets.eagles_waterloo.story.turn import TURN
from napoleon.rulesets.eagles_waterloo.story.volleys import VOLLEYS

LOCALE = Path(__file__).parents[1] / "locale"

_WHOLE: Chapter = {
    **DECKS,
    **DEPLOYMENT,
    **TURN,
    **MORALE,
    **MOVES,
    **VOLLEYS,
    **TERRAIN,
    **SPECIALS,
    **CAMPAIGN,
    **ENDS,
    **CORRECTIONS,
}
"""Every kind of paragraph can tell every event: battles are won, and cards fall, in any of them."""

_KINDS = ("setup", "deployment", "morale", "combat", "retreat", "end")


def begins(event: Event, before: Paragraph | None) -> Heading | None:
    """What paragraph an event begins."""
    match event:
        case TurnStarted():
            return Heading("combat", event.side)
        case MoraleChecked(purpose="morale") | GeneralChecked(purpose="general"):
            return None
        case PhaseStarted(begun="combat"):
            return Heading("combat", event.side) if _had_checks(before) else None
        case RetreatOrdered():
            return Heading("retreat", event.side)
        case StageStarted():
            return Heading("setup")
        case GameWon() | GameDrawn():
            return Heading("end")
        case LayoutShown():
            return None if _is_being_laid(before) else Heading("deployment")
    if isinstance(event, LAYING):
        return None if _is_being_laid(before) else Heading("deployment")
    return Heading("setup") if before is None else None


def _had_checks(before: Paragraph | None) -> bool:
    """Whether something was told of the Morale phase."""
    return before is not None and before.has(MoraleChecked, GeneralChecked, SpecialPlayed)


def _is_being_laid(before: Paragraph | None) -> bool:
    """Whether a deployment is being told that is not over."""
    if before is None or before.heading.kind != "deployment":
        return False
    return not before.has(DeploymentPhaseEnded)


def storybook(pack: Pack) -> Storybook:
    """How games with a data pack are told."""
    french = names_in_french(pack)
    return Storybook(
        begins=begins,
        chapters=dict.fromkeys(_KINDS, _WHOLE),
        locale=LOCALE,
        named=lambda code: french if code == "fr" else {},
        called=called,
        sides=SIDES,
        corrections=frozenset(CORRECTIONS),
        asked=ASKED,
        term=phase,
        said=said,
    )
