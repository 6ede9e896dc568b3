"""2.1, of the releases before 0.7.0: every question is put.

Since 2.2 nobody is asked for a card where everybody sees that none could be played [RULING.104].
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from napoleon.rules.kit.released import with_steps
from napoleon.rules.kit.sequence import Step, never
from napoleon.rulesets.napoleon1815.table import Table

if TYPE_CHECKING:
    from napoleon.rulesets.napoleon1815.rules import Napoleon1815


def _asked(step: Step[Table]) -> Step[Table]:
    return step._replace(plain=never)


def differs(today: Napoleon1815) -> Napoleon1815:
    """The rules of 2.1, of those of today."""
    sequence = with_steps(today.book.sequence, _asked)
    return replace(today, book=today.book._replace(sequence=sequence))
