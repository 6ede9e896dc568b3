"""PURSUIT, CARD.pursuit_mod Pursuit of a stack that retreated."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleon1815 import allocation, decks
from napoleon.rulesets.napoleon1815.combat import fighting_corps, fought
from napoleon.rulesets.napoleon1815.combat_effects import show_symbols
from napoleon.rulesets.napoleon1815.events.combat import (
    PursuitEnded,
    PursuitSkipped,
    PursuitStarted,
)
from napoleon.rulesets.napoleon1815.retreat import loser
from napoleon.rulesets.napoleon1815.state import Combat
from napoleon.rulesets.napoleon1815.table import Table

CARDS, PURSUERS = 1, 1
"""Cards of a pursuit, and those that each corps with the symbol adds [PURSUIT.2]."""

COVERED = {
    "cambronne": "Cambronne covered the retreat",
    "orderly_retreat": "the retreat was orderly",
}
"""Events after which nobody pursues [PURSUIT.4]."""


def due(table: Table) -> bool:
    """Whether the retreat is settled and the pursuit is not [PURSUIT.1]."""
    combat = table.combat
    return combat is not None and combat.retreat in ("done", "waived") and not combat.pursuit


def start(table: Table) -> None:
    """The winner pursues if it may [PURSUIT.1-2]."""
    combat = fought(table)
    barred = _barred(table, combat)
    if barred:
        reason, clause = barred
        table.record(PursuitSkipped(reason), clause)
        return
    lines = tuple(_card_lines(table, combat))
    table.record(PursuitStarted(combat.winner, total(lines), lines), "PURSUIT.1", "PURSUIT.2")


def run_due(table: Table) -> bool:
    """Whether the cards of a pursuit are to be flipped."""
    return table.combat is not None and table.combat.pursuit == "running"


def run(table: Table) -> None:
    """The retreated stack takes the fatigue shown; losses are ignored [PURSUIT.2-3]."""
    combat = fought(table)
    side = loser(combat)
    symbols = show_symbols(table, combat, combat.winner, combat.pursuit_cards, "pursuit")
    line = Line(symbols.fatigue, "PURSUIT.3", "fatigue symbols")
    corps = fighting_corps(table, combat, side)
    allocation.incur(table, side, corps, "pursuit", [line], "PURSUIT.3")
    decks.end_of_step(table, [combat.winner])


def end_due(table: Table) -> bool:
    """Whether the fatigue of a pursuit has been given out."""
    return table.combat is not None and table.combat.pursuit == "felt"


def end(table: Table) -> None:
    """The pursuit is over, and the combat with it."""
    table.record(PursuitEnded(fought(table).winner), "PURSUIT.3")


def _barred(table: Table, combat: Combat) -> tuple[str, str] | None:
    """Why there is no pursuit, and the clause; None if there is one [PURSUIT.1]."""
    if combat.withdrawing:
        return "a rear guard withdrew", "CARD.rear_guard"
    winners = fighting_corps(table, combat, combat.winner)
    losers = fighting_corps(table, combat, loser(combat))
    kind = table.area(combat.area).kind
    if not losers:
        return "the losing stack is no more", "RULING.48"
    if combat.retreat == "waived":
        return "the losing stack stayed", "CARD.hold" if "hold" in combat.settled else "RETREAT.2"
    for event, reason in COVERED.items():
        if combat.has_event(event):
            return reason, f"CARD.{event}"
    if not combat.path:
        return "the losing stack could not retreat", "RULING.22"
    if kind in ("forest", "citadel"):
        return f"the battle was fought in a {kind}", "PURSUIT.1"
    if _cavalry(table, winners) <= _cavalry(table, losers):
        return "the winner has no more cavalry than the loser", "PURSUIT.1"
    return None


def _card_lines(table: Table, combat: Combat) -> Iterator[Line]:
    yield Line(CARDS, "PURSUIT.2", "pursuit")
    for corps in fighting_corps(table, combat, combat.winner):
        if table.type_of(corps).pursuit:
            yield Line(PURSUERS, "PURSUIT.2", corps)


def _cavalry(table: Table, corps: list[str]) -> int:
    return sum(table.block(each).cavalry for each in corps)
