"""What happens in the game, one atomic fact each."""

from napoleon.rules.kit.applying import applied_by, count_order
from napoleon.rules.orders import Answered
from napoleon.rulesets.napoleonic_wars.events import (
    battle_cards,
    battles,
    building,
    cards,
    conquest,
    corrections,
    flags,
    impulses,
    interphase,
    losses,
    marches,
    meetings,
    outcomes,
    production,
    setup,
    sieges,
    turn_end,
    windows,
)
from napoleon.rulesets.napoleonic_wars.frames import Answer, Window
from napoleon.rulesets.napoleonic_wars.state import State

__all__ = [
    "battle_cards",
    "battles",
    "building",
    "cards",
    "conquest",
    "corrections",
    "flags",
    "impulses",
    "interphase",
    "losses",
    "marches",
    "meetings",
    "outcomes",
    "production",
    "setup",
    "sieges",
    "turn_end",
    "windows",
]


def note_order(state: State, event: Answered) -> None:
    """Orders are counted by the nation they are given for; an answer in a window is kept [R-73]."""
    count_order(state, event, "nation")
    window = state.stack[-1] if state.stack else None
    if isinstance(window, Window) and event.player in window.waiting:
        window.answers.append(Answer(event.player, event.order))


apply = applied_by(setup.GameSetUp, note_order)
"""Changes a position by an event."""
