"""1.1, of 0.8.0: a side is asked for specials wherever it has a card in Reserve.

Since 1.2 it is asked only where a card with these backs could be played [G-103].
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.kit.released import with_steps
from napoleon.rules.kit.sequence import Step, never
from napoleon.rulesets.eagles_waterloo import reinforcement
from napoleon.rulesets.eagles_waterloo.table import Table

Rules = DeclaredRules[Any, Any, Table, Any]

PLAIN = {"specials of the enemy": never, "end of the player turn": reinforcement.is_plain}
"""When these steps were passed over."""


def _step(step: Step[Table]) -> Step[Table]:
    return step._replace(forced=PLAIN.get(step.name, step.forced))


def differs(today: Rules) -> Rules:
    """The rules of 1.1, of those of today."""
    sequence = with_steps(today.book.sequence, _step)
    return replace(today, book=replace(today.book, sequence=sequence))
