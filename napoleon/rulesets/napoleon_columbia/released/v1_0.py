"""1.0, of the releases before 0.8.0: engaged units go back only, and bids rise by any number.

A shaken unit that finds no enemy to break off from is eliminated, and tokens are dealt again
whenever a unit leaves others.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rulesets.napoleon_columbia.released import v1_1
from napoleon.rulesets.napoleon_columbia.rulings import Rulings
from napoleon.rulesets.napoleon_columbia.table import Table, at

Rules = DeclaredRules[Any, Any, Table, Any]

RULINGS = Rulings(
    any_way_out=False,
    shaken_live=False,
    bids_by_one=False,
    tokens_by_turn=False,
    reasons_told=False,
    one_name=False,
    partner_unseen=False,
    tokens_by_town=False,
    leaders_at_once=False,
)

LATER_OPTIONS = ("backwards",)


def differs(today: Rules) -> Rules:
    """The rules of 1.0, of those of today."""
    return replace(
        v1_1.differs(today),
        table=partial(at, rulings=RULINGS),
        options=tuple(it for it in today.options if it.name not in LATER_OPTIONS),
    )
