"""Windows: the moments at which a card may be played as an event [chapter 14].

Each card of the data pack names its windows; this is what they mean.
"""

from __future__ import annotations

from typing import NamedTuple

from napoleon.rulesets.napoleon1815.pack import Card


class Window(NamedTuple):
    """A moment of the sequence of play at which events may be played."""

    id: str
    step: str
    """The step of `sequence.SEQUENCE` at which it stands open."""
    when: str


WINDOWS = {
    window.id: window
    for window in (
        Window("W.DRAW", "red cards", "when everybody has drawn"),
        Window("W.INIT", "initiative", "in the initiative phase"),
        Window("W.OPSTART", "action", "when a stack has been activated"),
        Window("W.FLIPPED", "movement points", "when the movement card has been flipped"),
        Window("W.MOVING", "march", "before or after any road of a movement"),
        Window("W.ENTERED", "march", "when the moving stack has entered an area"),
        Window("W.MOVEEND", "fatigue of the march", "when a movement is over"),
        Window("W.COMBAT", "combat cards", "at the start of a combat"),
        Window("W.RESULT", "combat fatigue", "when the effects of a combat are known"),
        Window("W.RETREAT", "retreat", "when the loser has to retreat"),
        Window("W.RETREATED", "pursuit", "when a retreat has been carried out"),
        Window("W.OPEND", "end of operation", "when an operation is over"),
        Window("W.PLAYED", "action", "when the enemy has just played a card"),
    )
}

WHOSE_MOVE = {"m-A": "Allied operations", "m-F": "French operations"}
"""Whose operation the symbol of a green movement card names [CARDS.4]."""


def playable(card: Card) -> list[str]:
    """When a card may be played as an event, in words.

    A green movement card adds whose operation it must be, as "(French operations)".
    """
    whose = WHOSE_MOVE.get(card.symbol)
    suffix = f" ({whose})" if whose else ""
    return [WINDOWS[window].when + suffix for window in card.windows]
