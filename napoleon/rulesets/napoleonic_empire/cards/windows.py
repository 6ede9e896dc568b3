"""Windows: the moments at which both sides may play cards [CARD.2, E-13, E-24].

A window is offered to both sides whatever they hold, as its absence would tell of a hand [E-47].
"""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import turns
from napoleon.rulesets.napoleonic_empire.events.cards import WindowOpened
from napoleon.rulesets.napoleonic_empire.packs.pack import Card
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table

BATTLE = "battle"
CODES = {
    turns.DRAW: "D",
    turns.MOVE: "M",
    BATTLE: "B",
    turns.REINFORCEMENT: "R",
    turns.TURN_END: "E",
}
"""The letter by which cards name each kind of window [chapter 9]."""

TEXTS = {
    turns.DRAW: "start of the Draw phase",
    turns.MOVE: "start of the Move phase",
    BATTLE: "before the dice of the battle",
    turns.REINFORCEMENT: "start of the Reinforcement phase",
    turns.TURN_END: "end of the turn",
}


def to_open(phase: str) -> Callable[[Table], bool]:
    """Whether the window of a phase is still to be opened in this turn."""
    return lambda table: table.state.phase == phase and phase not in table.state.windows_closed


def opening(phase: str) -> Callable[[Table], None]:
    """The window of a phase opens; the active side acts first [E-24]."""
    return lambda table: table.record(WindowOpened(phase, table.state.active), "CARD.2", "E-24")


def is_open(table: Table) -> bool:
    """Whether both sides are asked for cards."""
    return table.state.window is not None


def asks(table: Table) -> list[Decision]:
    """The side that has the word plays a card or passes [E-13, E-24]."""
    window = table.state.window
    assert window is not None
    clause = "E-13" if window.kind == BATTLE else "E-24"
    text = f"Play a card or pass: {TEXTS[window.kind]}."
    return [table.question(window.word, "window", clause, text)]


def code(state: State) -> str:
    """The window that stands open as cards name it, such as ``B`` or ``R:a``; empty if none does.

    The part after the colon is the side whose turn it is.
    """
    if state.window is None:
        return ""
    letter = CODES[state.window.kind]
    return letter if letter == "B" else f"{letter}:{'f' if state.active == FRENCH else 'a'}"


def in_place(table: Table, card: Card) -> bool:
    """Whether a card may be played in the current battle; a card not for battles may anywhere."""
    battle = table.state.battle
    if card.effect != BATTLE or battle is None:
        return True
    return any(battle.country in table.data.board.meant_by(place) for place in card.places)
