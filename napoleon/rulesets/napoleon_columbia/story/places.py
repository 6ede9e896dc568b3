"""Places of a battle board in sentences: whose left, centre, right or Reserve it is."""

from __future__ import annotations

from napoleon.rules.prose.forms import Called, Forms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia.events.combat import CombatTurnStarted
from napoleon.rulesets.napoleon_columbia.events.deployment import BattleStarted
from napoleon.rulesets.napoleon_columbia.places import lane_of, owner
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER, DEFENDER, FRENCH, enemy

_WINGS = {
    (ATTACKER, "a"): "left",
    (ATTACKER, "b"): "centre",
    (ATTACKER, "c"): "right",
    (DEFENDER, "a"): "right",
    (DEFENDER, "b"): "centre",
    (DEFENDER, "c"): "left",
}
"""My left faces your right [N-13]."""

_FORMS = Forms(
    {
        "french_left": Called(
            the=noted("the French left"),
            at=noted("on the French left"),
            out_of=noted("from the French left"),
            to=noted("to the French left"),
        ),
        "french_centre": Called(
            the=noted("the French centre"),
            at=noted("in the French centre"),
            out_of=noted("from the French centre"),
            to=noted("to the French centre"),
        ),
        "french_right": Called(
            the=noted("the French right"),
            at=noted("on the French right"),
            out_of=noted("from the French right"),
            to=noted("to the French right"),
        ),
        "french_reserve": Called(
            the=noted("the French Reserve"),
            at=noted("in the French Reserve"),
            out_of=noted("from the French Reserve"),
            to=noted("to the French Reserve"),
        ),
        "allied_left": Called(
            the=noted("the Allied left"),
            at=noted("on the Allied left"),
            out_of=noted("from the Allied left"),
            to=noted("to the Allied left"),
        ),
        "allied_centre": Called(
            the=noted("the Allied centre"),
            at=noted("in the Allied centre"),
            out_of=noted("from the Allied centre"),
            to=noted("to the Allied centre"),
        ),
        "allied_right": Called(
            the=noted("the Allied right"),
            at=noted("on the Allied right"),
            out_of=noted("from the Allied right"),
            to=noted("to the Allied right"),
        ),
        "allied_reserve": Called(
            the=noted("the Allied Reserve"),
            at=noted("in the Allied Reserve"),
            out_of=noted("from the Allied Reserve"),
            to=noted("to the Allied Reserve"),
        ),
    }
)

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
    return _FORMS.the(words, "_".join(at))


def on(words: Words, at: Spot) -> str:
    """Where something happens: "on the Allied left"."""
    return _FORMS.at(words, "_".join(at))


def out_of(words: Words, at: Spot) -> str:
    """Where units come from: "from the Allied left"."""
    return _FORMS.out_of(words, "_".join(at))


def into(words: Words, at: Spot) -> str:
    """Where units go: "to the Allied left"."""
    return _FORMS.to(words, "_".join(at))


def own(words: Words, at: Spot) -> str:
    """Where the side spoken of stands: "on their left"."""
    return words.gettext(_OWN[at[1]])
