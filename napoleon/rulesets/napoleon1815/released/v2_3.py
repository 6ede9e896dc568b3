"""2.3, of 0.8.0: a player whose stack can go no farther is asked to end its march.

Since 2.4 what has one answer by what everybody knows is not asked, unless something can be undone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rulesets.napoleon1815.table import Table

Rules = DeclaredRules[Any, Any, Table, Any]


def differs(today: Rules) -> Rules:
    """The rules of 2.3, of those of today."""
    return replace(today, book=today.book._replace(public={}))
