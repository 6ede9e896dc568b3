"""What a form says of windows: there is one kind, before the enemy's Combat phase [G-62].

Specials that are played before one's own checks, in one's own Combat phase and when reinforcements
have come answer questions that are the player's own; those are no windows.
"""

from __future__ import annotations

from napoleon.rules.kit.window_forms import Cards, DeclaredForms
from napoleon.rules.prose.language import noted
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rules.terms import Decision
from napoleon.rules.windows import WindowKind
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.orders import PlayNothing
from napoleon.rulesets.eagles_waterloo.specials import effects, in_print
from napoleon.rulesets.eagles_waterloo.specials.playing import WINDOWS
from napoleon.rulesets.eagles_waterloo.standing_orders.kinds import (
    AskMe,
    PlayNoSpecial,
    PlaySpecialFirst,
)
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table

WINDOW = "window"
"""The kind of its questions, and its name in a form."""

KIND = WindowKind(WINDOW, noted("before the enemy's Combat phase"), "G-62")


def _held(state: State, seat: str) -> list[str]:
    """The cards in the Reserves of a seat, in all battles."""
    reserve = places.reserve(seat)
    return sorted({card for it in state.battles.values() for card in it.at(reserve, seat)})


def _fitting(table: Table, seat: str) -> Cards:
    """The specials in Reserve that are printed for it [13.a]."""
    held = _held(table.state, seat)
    specials = [it for it in held if isinstance(labels.label(table, it), labels.Special)]
    return {
        WINDOW: {
            card: labels.name_of(table, card)
            for card in specials
            if in_print.is_for(effects.special(table, card), WINDOWS[WINDOW], own=False)
        }
    }


def _is_asked(table: Table, decision: Decision, word: StandingOrder) -> bool:
    """In this battle, or in any."""
    if not isinstance(word, AskMe) or word.question not in (decision.kind, "any"):
        return False
    return not word.battles or table.state.at in word.battles


FORMS = DeclaredForms[State, Table](
    decisions=(WINDOW,),
    kinds=lambda table, seat: [KIND],
    fitting=_fitting,
    dealt=lambda state, seat: (state.turn, _held(state, seat)),
    passing=lambda table, decision: PlayNothing(),
    plays=PlaySpecialFirst,
    asking=lambda window: AskMe(question="window"),
    asks_in=lambda word, kind: isinstance(word, AskMe) and word.question in (kind.id, "any"),
    is_asked=_is_asked,
    speaks_of=lambda word: (
        isinstance(word, PlaySpecialFirst | PlayNoSpecial)
        or (isinstance(word, AskMe) and word.question == WINDOW)
    ),
)
"""The forms of both sides."""
