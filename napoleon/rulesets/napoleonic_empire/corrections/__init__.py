"""Corrections of Napoleonic Empire: what a referee sets right on the table [E-55].

A correction sets what it names and nothing else: nothing is drawn, and nobody wins by it before
the next check of victory. It is carried out only where the game does not go on by itself because
of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.kit.correcting import refuse_going_on
from napoleon.rules.kit.sequence import decisions
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire import control
from napoleon.rulesets.napoleonic_empire.corrections import armies, cards, kinds, turn
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.sequence import SEQUENCE
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Table, at, refuse
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK

Correct = Callable[[Table, Any, str], Refusal | None]

_CORRECT: dict[type[Correction], Correct] = {
    kinds.SetArmies: armies.set_armies,
    kinds.SetMovedArmies: armies.set_moved,
    kinds.PlaceCommander: armies.place_commander,
    kinds.RemoveCommander: armies.remove_commander,
    kinds.PlaceCard: cards.place,
    kinds.SetMovementBar: turn.set_bar,
    kinds.SetContinentalSystem: turn.set_continental,
    kinds.SetBattleDue: turn.set_battle_due,
}


class TableCorrections:
    """The corrections of the game with one data pack; see `napoleon.rules.corrections`."""

    kinds: tuple[type[Correction], ...] = tuple(_CORRECT)

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._copy = msgspec.msgpack.Decoder(State).decode

    def carry_out(
        self, state: State, correction: Correction, reason_id: str
    ) -> list[Event] | Refusal:
        """The events that correct the table, or why it cannot be corrected like this [E-55]."""
        if state.result is not None:
            return refuse("GAME_OVER", "VIC.3", "The game is over, and its result stands.")
        if state.phase == "setup":
            detail = "The game has not started: there is nothing to correct yet."
            return refuse("WRONG_PHASE", "E-55", detail)
        table = at(self._copy(msgspec.msgpack.encode(state)), self._pack)
        asked = decisions(SEQUENCE, table)
        refusal = _CORRECT[type(correction)](table, correction, reason_id)
        if refusal is not None:
            return refusal
        control.note(table)
        return refuse_going_on(RULEBOOK, table, asked, "E-55") or table.recorded
