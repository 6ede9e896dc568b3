"""1.0, of the releases before 0.8.0: without the rulings of a second reading of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from napoleon.rules.kit.correcting import DeclaredCorrections
from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.standing import DeclaredInstructions
from napoleon.rulesets.eagles_waterloo import table
from napoleon.rulesets.eagles_waterloo.rulings import FIRST
from napoleon.rulesets.eagles_waterloo.table import Table

Rules = DeclaredRules[Any, Any, Table, Any]


def differs(today: Rules) -> Rules:
    """The rules of 1.0, of those of today: orders, instructions and corrections alike."""
    at = partial(table.at, rulings=FIRST)
    standing, corrections = today.standing, today.corrections
    assert isinstance(standing, DeclaredInstructions), "the game declares its instructions"
    assert isinstance(corrections, DeclaredCorrections), "the game declares its corrections"
    return replace(
        today,
        table=at,
        standing=replace(standing, table=at),
        corrections=replace(corrections, table=at),
    )
