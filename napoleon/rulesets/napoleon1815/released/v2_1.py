"""2.1, of the releases before 0.7.0: every question is put.

Since 2.2 nobody is asked for a card where everybody sees that none could be played [RULING.104].
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.released import with_steps
from napoleon.rules.kit.sequence import Step, never
from napoleon.rulesets.napoleon1815.released import v2_2
from napoleon.rulesets.napoleon1815.table import Table

Rules = DeclaredRules[Any, Any, Table, Any]


def _asked(step: Step[Table]) -> Step[Table]:
    return step._replace(forced=never)


def differs(today: Rules) -> Rules:
    """The rules of 2.1, of those of today."""
    later = v2_2.differs(today)
    sequence = with_steps(later.book.sequence, _asked)
    return replace(later, book=replace(later.book, sequence=sequence))
