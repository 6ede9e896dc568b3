"""1.1, of 0.8.0: a beaten unit with one road left is asked where it goes.

Since 1.2 what has one answer by what everybody knows is not asked.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rulesets.napoleon_columbia.table import Table

Rules = DeclaredRules[Any, Any, Table, Any]


def differs(today: Rules) -> Rules:
    """The rules of 1.1, of those of today."""
    return replace(today, book=today.book._replace(public={}))
