"""Blocks as they are drawn, on the map and on battle boards [3]."""

from __future__ import annotations

import re
from collections.abc import Iterator

from napoleon.rules.picture.model import Piece
from napoleon.rules.picture.sides import badged
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.names import called, number, typed, unknown
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, ANGLO, FRENCH, PRUSSIAN
from napoleon.rulesets.napoleon_columbia.views.battle import FighterView
from napoleon.rulesets.napoleon_columbia.views.blocks import BlockView

SIDES = (
    badged(FRENCH, "French", camp=FRENCH),
    badged(ANGLO, "Anglo-Dutch", camp=ALLIED),
    badged(PRUSSIAN, "Prussians", camp=ALLIED),
    badged(ALLIED, "Allies", camp=ALLIED),
)
"""Armies, and the Allied side as a whole, for which battles are told."""

ARMS = {
    "inf": "infantry",
    "cav": "cavalry",
    "foot_art": "foot_artillery",
    "horse_art": "horse_artillery",
}
"""What the renderer calls the types of units; a leader has a star instead."""

_LEFT_OUT = re.compile(r"\b(?:\w+ Cavalry )?Corps\b|\b(?:infantry|artillery|cavalry|horse)\b", re.I)
"""What a label need not say, as the sign of its arm does."""

_SHORT = {
    "Guard": noted("Gd"),
    "Reserve": noted("R"),
    "British": noted("Br"),
    "Netherlands": noted("Nl"),
    "Hanoverian": noted("Han"),
    "Brunswick": noted("Bwk"),
    "heavy": noted("hvy"),
    "light": noted("lt"),
    "Royal": noted("Roy"),
}
"""Words of labels in few letters."""


_COMMANDED = re.compile(r"(.+)'s ")
_ARMY = re.compile(r"^(?:French|Prussian|Anglo-Dutch) ")
"""The colour of a block says of which army it is."""


def label_of(name: str, words: Words) -> str:
    """What stands on a block: the corps, and what else tells it apart from others of its arm."""
    commanded = _COMMANDED.match(name)
    kept = commanded[1] if commanded else _LEFT_OUT.sub("", _ARMY.sub("", name))
    told = " ".join(words.gettext(_SHORT.get(it, it)) for it in kept.split()).strip("()")
    return told or words.gettext(name)


def on_the_map(block: BlockView, words: Words) -> Piece:
    """A block in a town; one that has marched, or is disrupted, is not ready."""
    states = []
    if block.disrupted:
        states.append(words.gettext("disrupted"))
    if block.marched:
        states.append(
            words.ngettext("marched %(num)s road", "marched %(num)s roads", block.marched)
        )
    ready = not (block.disrupted or block.marched)
    return _piece(block, words, tuple(states), ready=ready)


def on_a_board(fighter: FighterView, words: Words, *, holder: bool, acting: bool) -> Piece:
    """A block on a battle board, with marks for what it has done, and what it is about to do."""
    marks = tuple(marks_of(fighter, holder=holder))
    states = tuple(words.gettext(MARKS[mark]) for mark in marks)
    ready = not (acting and (fighter.fired or fighter.moves))
    return _piece(fighter.block, words, states, marks, ready=ready)


MARKS = {
    "square": noted("in square"),
    "sheltered": noted("sheltered in a square"),
    "holder": noted("holds the terrain"),
    "charge": noted("about to charge"),
    "first_fire": noted("first fire to come"),
    "fired": noted("has fired"),
    "shaken": noted("has to withdraw"),
}
"""What is told of a block that fights, by the marks of the renderer."""


def marks_of(fighter: FighterView, *, holder: bool) -> Iterator[str]:
    """The marks of the renderer for a block that fights, in a fixed order."""
    facts = {
        "square": fighter.square,
        "sheltered": fighter.shelter is not None,
        "holder": holder,
        "charge": fighter.charge,
        "first_fire": fighter.first_fire,
        "fired": fighter.fired,
        "shaken": fighter.shaken,
    }
    return (mark for mark, holds in facts.items() if holds)


def _piece(
    block: BlockView,
    words: Words,
    states: tuple[str, ...],
    marks: tuple[str, ...] = (),
    *,
    ready: bool,
) -> Piece:
    if block.name is None or block.type is None:
        told, label = unknown(words, block.token), f"? {number(block.token)}"
        facts = states
    else:
        told, label = called(words, block.id, block.name), label_of(block.name, words)
        facts = (*_label(block, words), *states)
    if facts:
        told = words.gettext("%(name)s (%(facts)s)", name=told, facts=", ".join(facts))
    leads = block.type == "leader"
    return Piece(
        id=block.id,
        side=block.army,
        label=label,
        words=told,
        kind="commander" if leads else "unit",
        ready=ready,
        hidden=block.name is None,
        strength=None if leads else block.strength,
        lying=block.disrupted,
        arm=ARMS.get(block.type or "", ""),
        marks=marks,
    )


def _label(block: BlockView, words: Words) -> Iterator[str]:
    """What the label of a block tells."""
    if block.type is not None and block.type != "leader":
        yield typed(words, block.type)
    if block.strength is not None and block.max_strength is not None:
        yield words.ngettext(
            "%(left)s of %(num)s step",
            "%(left)s of %(num)s steps",
            block.max_strength,
            left=block.strength,
        )
    if block.firepower is not None:
        yield f"F{block.firepower}"
