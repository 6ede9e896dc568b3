"""The table of the game: a position with its data pack, its draws, and reasons told as one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napoleon.chance import Chance
from napoleon.rules.kit import table
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo.events import apply
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.rulings import TODAY, Rulings
from napoleon.rulesets.eagles_waterloo.state import State

__all__ = ["Table", "at", "refuse"]


class Table(table.Table[State, Pack]):
    """A position as the rules of every chapter see it, with the rulings that it is played by."""

    def __init__(
        self, state: State, pack: Pack, chance: Chance | None = None, rulings: Rulings = TODAY
    ) -> None:
        super().__init__(state, pack, apply, chance)
        self.rulings = rulings

    def trial(self, state: State, chance: Chance | None = None) -> Table:
        """A table of a copy of the position, by the same rulings, to try something on."""
        return at(state, self.data, chance, self.rulings)


def at(state: State, pack: Pack, chance: Chance | None = None, rulings: Rulings = TODAY) -> Table:
    """The table at which `state` stands; `record` moves it on in place."""
    state.look_again()
    return Table(state, pack, chance, rulings)


def as_one(found: Sequence[Refusal]) -> Refusal | None:
    """The first reason, with every one in its facts; None if there is none."""
    if not found:
        return None
    first = found[0]
    return refuse(first.code, first.clause, first.detail, reasons=_told(found))


def with_suggestion(found: Sequence[Refusal], suggestion: Any) -> Refusal:
    """As `as_one`, of one reason or more, with what would be legal beside them."""
    first = found[0]
    return refuse(
        first.code, first.clause, first.detail, reasons=_told(found), suggestion=suggestion
    )


def _told(found: Sequence[Refusal]) -> list[dict[str, Any]]:
    return [{"code": it.code, "clause": it.clause, "detail": it.detail} for it in found]


def last_draw_of(table: Table, count: int) -> int | None:
    """The number of the last of so many draws that were just made; None if there were none."""
    return table.state.draws + count - 1 if count else None
