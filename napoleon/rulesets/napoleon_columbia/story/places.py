"""Places of a battle board in sentences: whose left, centre, right or Reserve it is."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.events.combat import CombatTurnStarted
from napoleon.rulesets.napoleon_columbia.events.deployment import BattleStarted
from napoleon.rulesets.napoleon_columbia.places import lane_of, owner
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, ATTACKER, DEFENDER, FRENCH, enemy

_WINGS = {
    (ATTACKER, "a"): "left",
    (ATTACKER, "b"): "centre",
    (ATTACKER, "c"): "right",
    (DEFENDER, "a"): "right",
    (DEFENDER, "b"): "centre",
    (DEFENDER, "c"): "left",
}
"""My left faces your right [N-13]."""

_THE = {
    (FRENCH, "left"): noted("the French left"),
    (FRENCH, "centre"): noted("the French centre"),
    (FRENCH, "right"): noted("the French right"),
    (FRENCH, "reserve"): noted("the French Reserve"),
    (ALLIED, "left"): noted("the Allied left"),
    (ALLIED, "centre"): noted("the Allied centre"),
    (ALLIED, "right"): noted("the Allied right"),
    (ALLIED, "reserve"): noted("the Allied Reserve"),
}

_ON = {
    (FRENCH, "left"): noted("on the French left"),
    (FRENCH, "centre"): noted("in the French centre"),
    (FRENCH, "right"): noted("on the French right"),
    (FRENCH, "reserve"): noted("in the French Reserve"),
    (ALLIED, "left"): noted("on the Allied left"),
    (ALLIED, "centre"): noted("in the Allied centre"),
    (ALLIED, "right"): noted("on the Allied right"),
    (ALLIED, "reserve"): noted("in the Allied Reserve"),
}

_FROM = {
    (FRENCH, "left"): noted("from the French left"),
    (FRENCH, "centre"): noted("from the French centre"),
    (FRENCH, "right"): noted("from the French right"),
    (FRENCH, "reserve"): noted("from the French Reserve"),
    (ALLIED, "left"): noted("from the Allied left"),
    (ALLIED, "centre"): noted("from the Allied centre"),
    (ALLIED, "right"): noted("from the Allied right"),
    (ALLIED, "reserve"): noted("from the Allied Reserve"),
}

_TO = {
    (FRENCH, "left"): noted("to the French left"),
    (FRENCH, "centre"): noted("to the French centre"),
    (FRENCH, "right"): noted("to the French right"),
    (FRENCH, "reserve"): noted("to the French Reserve"),
    (ALLIED, "left"): noted("to the Allied left"),
    (ALLIED, "centre"): noted("to the Allied centre"),
    (ALLIED, "right"): noted("to the Allied right"),
    (ALLIED, "reserve"): noted("to the Allied Reserve"),
}

_OWN = {
    "left": noted("on their left"),
    "centre": noted("in their centre"),
    "right": noted("on their right"),
    "reserve": noted("in Reserve"),
}

Spot = tuple[str, str]
"""Whose it is, and which of their places."""


def attacker(paragraph: Paragraph) -> str:
    """The side that attacks in the battle of a paragraph."""
    turn = paragraph.first(CombatTurnStarted)
    if turn is not None:
        return turn.side if turn.role == ATTACKER else enemy(turn.side)
    begun = paragraph.first(BattleStarted)
    return begun.attacker if begun is not None else FRENCH


def spot(paragraph: Paragraph, place: str) -> Spot:
    """Whose left, centre, right or Reserve a place is in the battle of a paragraph."""
    who = attacker(paragraph)
    side = who if owner(place) == ATTACKER else enemy(who)
    return side, _WINGS.get((owner(place), lane_of(place)), "reserve")


def the_place(words: Words, at: Spot) -> str:
    """The place as an object: "the Allied left"."""
    return words.gettext(_THE[at])


def on(words: Words, at: Spot) -> str:
    """Where something happens: "on the Allied left"."""
    return words.gettext(_ON[at])


def out_of(words: Words, at: Spot) -> str:
    """Where units come from: "from the Allied left"."""
    return words.gettext(_FROM[at])


def into(words: Words, at: Spot) -> str:
    """Where units go: "to the Allied left"."""
    return words.gettext(_TO[at])


def own(words: Words, at: Spot) -> str:
    """Where whoever is spoken of stands: "on their left"."""
    return words.gettext(_OWN[at[1]])
