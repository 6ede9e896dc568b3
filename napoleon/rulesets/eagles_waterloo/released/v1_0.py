"""1.0, of the releases before 0.8.0: without the rulings of a second reading of the rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rulesets.eagles_waterloo import table
from napoleon.rulesets.eagles_waterloo.released import v1_1
from napoleon.rulesets.eagles_waterloo.rulings import FIRST
from napoleon.rulesets.eagles_waterloo.table import Table

Rules = DeclaredRules[Any, Any, Table, Any]


def differs(today: Rules) -> Rules:
    """The rules of 1.0, of those of today."""
    return replace(v1_1.differs(today), table=partial(table.at, rulings=FIRST))
