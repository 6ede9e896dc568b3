"""What became of the mutants: a rate for all and for each module, and the survivors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from tools.mutants.bench import Outcome
from tools.mutants.drawing import Mutant


@dataclass(frozen=True)
class Tried:
    """A mutant, and what became of it."""

    mutant: Mutant
    outcome: Outcome


def report(tried: Sequence[Tried], console: Console) -> None:
    """Print the rates of killed mutants, and the patch that makes each survivor."""
    table = Table("module", "mutants", "killed", "of them timed out", "rate")
    table.columns[0].overflow = "fold"
    for column in table.columns[1:]:
        column.justify = "right"
    for module in sorted({it.mutant.module for it in tried}):
        _add_row(table, str(module), [it for it in tried if it.mutant.module == module])
    table.add_section()
    _add_row(table, "all", tried)
    survivors = [it.mutant for it in tried if it.outcome is Outcome.SURVIVED]
    for number, mutant in enumerate(survivors, 1):
        console.rule(f"survivor {number} of {len(survivors)}")
        console.print(mutant.diff, markup=False, highlight=False, soft_wrap=True)
    console.print(table)


def _add_row(table: Table, name: str, tried: Sequence[Tried]) -> None:
    late = sum(it.outcome is Outcome.TIMED_OUT for it in tried)
    killed = late + sum(it.outcome is Outcome.KILLED for it in tried)
    rate = f"{killed / len(tried):.0%}" if tried else "-"
    table.add_row(name, str(len(tried)), str(killed), str(late), rate)
