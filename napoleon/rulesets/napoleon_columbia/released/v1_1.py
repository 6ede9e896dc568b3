"""1.1, of 0.8.0: a beaten unit with one road left is asked where it goes.

Since 1.2 what has one answer by what everybody knows is not asked, what an Allied seat may do tells
it nothing of its partner's upright blocks, the tokens of a group are dealt town by town, and both
Allied seats are asked about their leaders at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rulesets.napoleon_columbia.rulings import Rulings
from napoleon.rulesets.napoleon_columbia.table import Table, at

Rules = DeclaredRules[Any, Any, Table, Any]

RULINGS = Rulings(partner_unseen=False, tokens_by_town=False, leaders_at_once=False)


def differs(today: Rules) -> Rules:
    """The rules of 1.1, of those of today."""
    return replace(
        today,
        table=partial(at, rulings=RULINGS),
        book=replace(today.book, public={}),
    )
