"""Corrections of Napoléon 1815: what a referee sets right on the table [RULING.98].

A correction sets what it names and nothing else. Nobody scores for it, nothing is drawn, nobody
takes control; it is carried out only where the game does not go on by itself because of it.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.kit.correcting import refuse_going_on
from napoleon.rules.kit.sequence import decisions
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815.corrections import blocks, board, cards, kinds
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.verbs import RULEBOOK

Correct = Callable[[Table, Any, str], Refusal | None]

_CORRECT: dict[type[Correction], Correct] = {
    kinds.PlaceBlocks: blocks.place,
    kinds.RestoreCorps: blocks.restore,
    kinds.WithdrawBlock: blocks.withdraw,
    kinds.SetFatigue: blocks.set_fatigue,
    kinds.SetStrength: blocks.set_strength,
    kinds.SetReadiness: blocks.set_readiness,
    kinds.SetTrack: board.set_track,
    kinds.SetControl: board.set_control,
    kinds.SetBridge: board.set_bridge,
    kinds.SetFortifiedPosition: board.set_fortified_position,
    kinds.SetRetreatMarker: board.set_retreat_marker,
    kinds.RemoveRetreatMarker: board.remove_retreat_marker,
    kinds.PlaceCard: cards.place,
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
        """The events that correct the table, or why it cannot be corrected that way [RULING.98]."""
        if state.result is not None:
            return refuse("GAME_OVER", "VICTORY.6", "The game is over, and its result stands.")
        if state.phase == "setup":
            detail = "The game has not started: there is nothing to correct yet."
            return refuse("WRONG_PHASE", "RULING.98", detail)
        table = Table(self._copy(msgspec.msgpack.encode(state)), self._pack)
        asked = decisions(SEQUENCE, table)
        refusal = _CORRECT[type(correction)](table, correction, reason_id)
        if refusal is not None:
            return refusal
        # The same player may be asked in another window, which its clause tells.
        same = attrgetter("id", "clause")
        going_on = refuse_going_on(RULEBOOK, table, asked, "RULING.98", key=same)
        return going_on or table.recorded
