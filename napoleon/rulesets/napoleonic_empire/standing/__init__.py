"""Standing answers of Napoleonic Empire: what a seat says in advance to save a day by mail.

Windows are offered to both sides even where a hand holds nothing to play [E-47], and a retreat, or
Kutuzov's choice, falls into the enemy's turn. Instructions answer those, and rebels; never a move.
Whatever they say, they only give an order that is among the offers; if there is none, the seat is
asked. In a window, being asked comes first, then cards in the order in which they were left, then
passing; of the others the oldest that has an answer gives it. While the enemy's offer to end the
game lies on the table nothing is answered, as any answer would turn it down [E-53].
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napoleon.rules.instructions import Instruction, Kept, Use
from napoleon.rules.kit import verbs
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.standing import lasting, refusals
from napoleon.rulesets.napoleonic_empire.standing.answers import ANSWERS
from napoleon.rulesets.napoleonic_empire.standing.kinds import (
    KINDS,
    AskMe,
    DeclineRebels,
    Kutuzov,
    PassWindow,
    PlaceRebels,
    PlayCard,
    RetreatTo,
)
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import at
from napoleon.rulesets.napoleonic_empire.verbs import RULEBOOK


class StandingOrders:
    """The instructions of the game with one data pack; see `instructions.StandingAnswers`."""

    kinds: tuple[type[Instruction], ...] = KINDS

    def __init__(self, pack: Pack) -> None:
        self._pack = pack

    def occasion(self, state: State) -> dict[str, Any]:
        """What dates an instruction: turn, half of the round, whether the moves are over."""
        return lasting.occasion(state)

    def refuse(self, state: State, seat: str, instruction: Instruction) -> Refusal | None:
        """Refuse what could never apply: a card not held, a country where nothing can be."""
        table = at(state, self._pack)
        match instruction:
            case PassWindow() | AskMe():
                return refusals.refuse_window(table, instruction)
            case PlayCard():
                return refusals.refuse_card(table, seat, instruction)
            case RetreatTo():
                return refusals.refuse_retreat(table, instruction)
            case Kutuzov():
                return refusals.refuse_kutuzov(table, seat, instruction)
            case PlaceRebels(country=country):
                return refusals.refuse_rebels(table, seat, [country])
            case DeclineRebels():
                return refusals.refuse_rebels(table, seat)
        return None

    def has_expired(self, state: State, kept: Kept) -> bool:
        """Whether an instruction has run out: by time, or because card or commander is gone."""
        return lasting.has_expired(state, kept)

    def answer(self, state: State, decision: Decision, kept: Sequence[Kept]) -> Use | None:
        """What the instructions of a seat say to a question; None to ask the seat."""
        find = ANSWERS.get(decision.kind)
        if find is None or state.offered not in ("", decision.seat):
            return None
        table = at(state, self._pack)
        offers = list(verbs.offers(RULEBOOK, table, decision))
        uses = find(table, decision.seat, kept, offers)
        return next((use for use in uses if use.order in offers), None)
