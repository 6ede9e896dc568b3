"""Several reasons told as one refusal, with a list that would be legal [G-39, G-43]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo.table import refuse


def as_one(found: Sequence[Refusal], **facts: Any) -> Refusal | None:
    """The first reason, with every one in its facts beside `facts`; None if there is none."""
    if not found:
        return None
    first = found[0]
    told = [{"code": it.code, "clause": it.clause, "detail": it.detail} for it in found]
    return refuse(first.code, first.clause, first.detail, reasons=told, **facts)
