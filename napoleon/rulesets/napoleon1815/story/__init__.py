"""The story of Napoléon 1815: a file for each chapter of what can be told.

An operation is a paragraph, and the combat that it leads to is one of its own.
"""

from __future__ import annotations

from pathlib import Path

from napoleon.rules.events import Event
from napoleon.rules.prose.language import printed
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.sentences import Manner, alone, tellings
from napoleon.rules.prose.storybook import Chapter, Storybook, corrected
from napoleon.rulesets.napoleon1815.corrections import CORRECTED
from napoleon.rulesets.napoleon1815.corrections.board import TrackCorrected
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted
from napoleon.rulesets.napoleon1815.events.fog import TokensReplaced
from napoleon.rulesets.napoleon1815.events.movement import StackMoved
from napoleon.rulesets.napoleon1815.events.operations import (
    OperationEnded,
    OperationStarted,
    PlayerPassed,
)
from napoleon.rulesets.napoleon1815.events.partners import ContactOpened
from napoleon.rulesets.napoleon1815.events.turn import (
    EndOffered,
    GameDrawn,
    GameWon,
    PhaseStarted,
    PlayerResigned,
    TurnStarted,
)
from napoleon.rulesets.napoleon1815.events.windows import EventPlayed
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.sides import SIDES as TWO
from napoleon.rulesets.napoleon1815.story.asked import ASKED
from napoleon.rulesets.napoleon1815.story.blocks import Strengths
from napoleon.rulesets.napoleon1815.story.board import BOARD
from napoleon.rulesets.napoleon1815.story.cards import CARDS
from napoleon.rulesets.napoleon1815.story.casualties import CASUALTIES
from napoleon.rulesets.napoleon1815.story.combat import COMBAT
from napoleon.rulesets.napoleon1815.story.ends import ENDS
from napoleon.rulesets.napoleon1815.story.march import OPERATION, stood_still
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.partners import PARTNERS
from napoleon.rulesets.napoleon1815.story.retreat import RETREAT
from napoleon.rulesets.napoleon1815.story.sides import SIDES, called
from napoleon.rulesets.napoleon1815.story.terms import term
from napoleon.rulesets.napoleon1815.story.turn import RECOVERY, TURN

LOCALE = Path(__file__).parents[1] / "locale"

CORRECTIONS: Chapter = {
    **dict.fromkeys(CORRECTED, corrected),
    **tellings(
        {
            TrackCorrected: alone(
                "%(judge)s corrected the victory track from %(before)s to %(after)s.",
                judge=lambda words, _, it: words.judge(it.by),
            )
        },
        Manner(),
    ),
}
"""What a referee sets right on the table."""

_WHOLE: Chapter = {
    **TURN,
    **CARDS,
    **OPERATION,
    **COMBAT,
    **RETREAT,
    **CASUALTIES,
    **BOARD,
    **PARTNERS,
    **ENDS,
    **CORRECTIONS,
}
"""Cards interrupt everything, so every kind of paragraph can tell every event."""

_SETUP = Heading("setup")


def storybook(pack: Pack) -> Storybook:
    """How games with a data pack are told."""
    kinds = ("setup", "draw", "initiative", "march", "combat", "pass", "contact", "offer", "end")
    in_french = {card.number: card.name_fr for card in pack.cards.values() if card.name_fr}
    events = {card.event: in_french.get(card.number, "") for card in pack.cards.values()}
    titles = {it.event: it.name for it in pack.cards.values() if it.event not in pack.pieces}
    scenarios = {it.id: it.title for it in pack.scenarios.values()}
    return Storybook(
        begins=begins,
        absorbs=absorbs,
        chapters={**dict.fromkeys(kinds, _WHOLE), "recovery": {**_WHOLE, **RECOVERY}},
        memory=Strengths,
        locale=LOCALE,
        called=called,
        sides=SIDES,
        corrections=frozenset(CORRECTIONS),
        asked=ASKED,
        term=term,
        said=said,
        named=lambda code: {
            **scenarios,
            **{it: _quoted(code, (code == "fr" and events[it]) or titles[it]) for it in titles},
        },
        cards=lambda code: in_french if code == "fr" else {},
    )


def _quoted(code: str, title: str) -> str:
    """The title of a card as it is told: what is called like a corps is not one."""
    return printed(code, f"« {title} »" if code == "fr" else f"“{title}”")


def begins(event: Event, before: Paragraph | None) -> Heading | None:
    """What paragraph an event begins."""
    match event:
        case TurnStarted():
            return Heading("draw")
        case PhaseStarted(name=("initiative" | "recovery") as name):
            return Heading(name)
        case OperationStarted():
            return Heading("march", event.player)
        case TokensReplaced() | EventPlayed() if _between_operations(before):
            return Heading("march", event.player)
        case PlayerPassed():
            return Heading("pass", event.player, labelled=False)
        case CombatStarted():
            return Heading("combat", event.attacker)
        case ContactOpened():
            return Heading("contact")
        case EndOffered() if _between_operations(before):
            return None if _is(before, "offer") else Heading("offer", event.player, labelled=False)
        # A player who speaks for a whole side ends the game by it.
        case PlayerResigned() if event.player in TWO:
            return Heading("end", event.player, labelled=False)
        case GameWon():
            return None if _is(before, "end") else Heading("end", event.side, labelled=False)
        case GameDrawn():
            return None if _is(before, "offer") else Heading("end")
    return _SETUP if before is None else None


def _between_operations(before: Paragraph | None) -> bool:
    """Whether the next thing to be told in the phase of operations is another one."""
    if before is None:
        return False
    began = any(it.name == "operations" for it in before.all(PhaseStarted))
    return began or before.heading.kind in ("pass", "offer") or before.has(OperationEnded)


def _is(before: Paragraph | None, kind: str) -> bool:
    return before is not None and before.heading.kind == kind


def absorbs(event: Event, before: Paragraph) -> bool:
    """Whether what the paragraph before tells belongs to the one that an event begins.

    A stack that fights where it stands has not marched: there is nothing else to tell of it. Blocks
    that are left behind get new numbers before the others are activated. Stacks of a player that
    stand still one after the other are told together.
    """
    if isinstance(event, OperationStarted):
        if before.heading.kind != "march":
            return False
        return not before.has(OperationStarted) or stood_still(before, event.player)
    return isinstance(event, CombatStarted) and not before.all(StackMoved)
