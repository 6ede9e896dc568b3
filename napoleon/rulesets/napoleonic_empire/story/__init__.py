"""The story of Napoleonic Empire: a file for each chapter of what can be told.

A phase of a turn is a paragraph, and so is every battle.
"""

from __future__ import annotations

from pathlib import Path

from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.sentences import alone, by, tellings
from napoleon.rules.prose.storybook import Chapter, Storybook, corrected
from napoleon.rulesets.napoleonic_empire.corrections import CORRECTED
from napoleon.rulesets.napoleonic_empire.corrections.on_map import ArmiesCorrected
from napoleon.rulesets.napoleonic_empire.events.battle import BattleEnded, BattleStarted
from napoleon.rulesets.napoleonic_empire.events.turn import (
    EndOffered,
    GameDrawn,
    GameWon,
    PhaseStarted,
    PlayerResigned,
    TurnStarted,
)
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.story.asked import ASKED
from napoleon.rulesets.napoleonic_empire.story.battle import BATTLE
from napoleon.rulesets.napoleonic_empire.story.cards import CARDS
from napoleon.rulesets.napoleonic_empire.story.march import MARCH
from napoleon.rulesets.napoleonic_empire.story.notes import said
from napoleon.rulesets.napoleonic_empire.story.reinforcement import REINFORCEMENT
from napoleon.rulesets.napoleonic_empire.story.sides import OF_SIDES, SIDES, Deck, armies, called
from napoleon.rulesets.napoleonic_empire.story.turn import TURN, phase, turn_called, turn_name

LOCALE = Path(__file__).parents[1] / "locale"

CORRECTIONS: Chapter = {
    **dict.fromkeys(CORRECTED, corrected),
    **tellings(
        {
            ArmiesCorrected: alone(
                "%(judge)s corrected a count: %(who)s have %(armies)s %(where)s, not %(before)s.",
                judge=lambda words, _, it: words.judge(it.by),
                armies=by(armies, "after"),
            )
        },
        OF_SIDES,
    ),
}

_WHOLE: Chapter = {**TURN, **CARDS, **MARCH, **BATTLE, **REINFORCEMENT, **CORRECTIONS}
"""Cards and offers interrupt everything, so every kind of paragraph can tell every event."""

_KINDS = {"move": "march", "reinforcement": "reinforcement", "turn_end": "turn_end"}
"""Kinds of paragraphs by the phases that begin them."""


def storybook(pack: Pack) -> Storybook:
    """How games with a data pack are told."""
    kinds = ("setup", "draw", *_KINDS.values(), "attack", "combat", "offer", "end")
    return Storybook(
        begins=begins,
        chapters=dict.fromkeys(kinds, _WHOLE),
        lists=frozenset({"march", "reinforcement"}),
        memory=lambda: Deck(pack),
        locale=LOCALE,
        called=called,
        sides=SIDES,
        corrections=frozenset(CORRECTIONS),
        asked=ASKED,
        term=phase,
        said=said,
        turn_name=turn_name,
        turn_called=turn_called,
    )


def begins(event: Event, before: Paragraph | None) -> Heading | None:
    """What paragraph an event begins."""
    match event:
        case TurnStarted():
            return Heading("draw", event.side, labelled=False)
        case PhaseStarted(begun="attack"):
            return Heading("attack", event.side)
        case PhaseStarted() if event.begun in _KINDS:
            labelled = event.begun == "move"
            return Heading(_KINDS[event.begun], event.side, labelled)
        case BattleStarted():
            return Heading("combat", event.attacker, labelled=False)
        case GameWon() | PlayerResigned():
            return None if _is(before, "end") else Heading("end", event.side, labelled=False)
        case GameDrawn():
            return Heading("end")
        case EndOffered():
            return Heading("offer", event.side, labelled=False) if not _fights(before) else None
    return Heading("setup") if before is None else None


def _is(before: Paragraph | None, kind: str) -> bool:
    return before is not None and before.heading.kind == kind


def _fights(before: Paragraph | None) -> bool:
    """Whether a battle is being told that is not over."""
    return before is not None and _is(before, "combat") and not before.has(BattleEnded)
