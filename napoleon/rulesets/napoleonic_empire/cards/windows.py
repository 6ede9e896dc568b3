"""CARD.2, CARD.4, TN.1 Windows: when both sides may play cards [E-13, E-24].

A window is offered to a side whatever it holds, as its absence would tell of a hand [E-47]. A side
is not asked only where all can see that it could play nothing: its hand is empty, or every card for
the window lies face up among the discards, or waits for its date [E-57].
"""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rules.kit import windows as kit
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import turns
from napoleon.rulesets.napoleonic_empire.events.cards import (
    PassForced,
    WindowClosed,
    WindowLeftOut,
    WindowOpened,
)
from napoleon.rulesets.napoleonic_empire.packs.pack import Card
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.state import State, Window
from napoleon.rulesets.napoleonic_empire.table import Table

BATTLE = "battle"
EXTRA_TURN = "extra_turn"
"""The effect of which there is one in a window at most [E-29]."""

PASSES_THAT_CLOSE = 2
"""Passes in succession after which a window is closed [E-13]."""

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
    return lambda table: open_window(table, phase, table.state.active, "CARD.2", "E-24")


def open_window(table: Table, kind: str, first: str, *clauses: str) -> None:
    """Both sides may play cards, if any could be played by what everybody knows [E-57]."""
    if anybody_might_play(table, kind):
        table.record(WindowOpened(kind, first), *clauses)
    else:
        table.record(WindowLeftOut(kind), *clauses, "E-57")


def anybody_might_play(table: Table, kind: str) -> bool:
    """Whether one side or the other could play a card in a window; see `might_play`."""
    return any(table.state.hands.values()) and _is_any_left(table, kind)


def might_play(table: Table, side: str, kind: str) -> bool:
    """Whether a side could play a card in a window, as far as everybody knows [E-57].

    Hands are counted openly, and what lies face up or waits for its date is in none. What a hand
    holds has no part in it.
    """
    return bool(table.state.hands[side]) and _is_any_left(table, kind)


def _is_any_left(table: Table, kind: str) -> bool:
    """Whether a card for a window may be in a hand."""
    state = table.state
    seen = {it.card for it in state.discards if not it.face_down_by} | set(state.dated)
    playable = table.data.pack.by_window.get(code_of(state, kind), ())
    return any(card.id not in seen and _fits(table, card) for card in playable)


def _fits(table: Table, card: Card) -> bool:
    """Whether a side that held a card could play it in its window now."""
    if card.effect == EXTRA_TURN and table.state.extra_granted:
        return False
    return in_place(table, card)


def is_open(table: Table) -> bool:
    """Whether both sides are asked for cards."""
    return table.state.window is not None


WINDOWS = {
    kind: kit.Window[Table](
        kind,
        "E-13" if kind == BATTLE else "E-24",
        f"Do you play a card ({text})?",
        opens=is_open,
        waiting=lambda table: (opened(table).word,),
    )
    for kind, text in TEXTS.items()
}
"""By their kinds; in each the side that has the word is asked, until both pass [E-13, E-24]."""


def asks(table: Table) -> list[Decision]:
    """The side that has the word plays a card or passes."""
    return WINDOWS[opened(table).kind].asks(table)


def is_plain(table: Table) -> bool:
    """Whether everybody knows that the side that has the word can only pass [E-57]."""
    window = opened(table)
    return not might_play(table, window.word, window.kind)


def pass_over(table: Table) -> None:
    """A seat that could play nothing passes; where none could, the window closes at once [E-57]."""
    window = opened(table)
    clause = clause_of(window)
    if not anybody_might_play(table, window.kind):
        table.record(WindowClosed(window.kind), clause, "E-57")
        return
    table.record(PassForced(window.word), clause, "E-57")
    close_after_passes(table)


def close_after_passes(table: Table) -> None:
    """After two passes in succession the window is closed [E-13, E-24]."""
    window = opened(table)
    if window.passes == PASSES_THAT_CLOSE:
        table.record(WindowClosed(window.kind), clause_of(window))


def opened(table: Table) -> Window:
    """The window that stands open; only for steps within one."""
    assert table.state.window is not None
    return table.state.window


def clause_of(window: Window) -> str:
    """The clause by which cards are played in a window, in turns."""
    return WINDOWS[window.kind].clause


def code(state: State) -> str:
    """The window that stands open as cards name it, such as ``B`` or ``R:a``; empty if none does.

    The part after the colon is the side whose turn it is.
    """
    return "" if state.window is None else code_of(state, state.window.kind)


def code_of(state: State, kind: str) -> str:
    """A window of the running turn as cards name it."""
    letter = CODES[kind]
    return letter if kind == BATTLE else f"{letter}:{'f' if state.active == FRENCH else 'a'}"


def in_place(table: Table, card: Card) -> bool:
    """Whether a card may be played in the current battle; a card not for battles may anywhere."""
    battle = table.state.battle
    if card.effect != BATTLE or battle is None:
        return True
    return battle.country in table.data.board.meant_by(card.places)
