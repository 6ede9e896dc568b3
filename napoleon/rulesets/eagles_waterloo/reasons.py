"""Several reasons told as one refusal, with a list that would be legal [G-39, G-43]."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo.table import refuse


def as_one(found: Sequence[Refusal]) -> Refusal | None:
    """The first reason, with every one in its facts; None if there is none."""
    if not found:
        return None
    first = found[0]
    return refuse(first.code, first.clause, first.detail, reasons=_told(found))


def with_suggestion(found: Sequence[Refusal], suggestion: Any) -> Refusal:
    """As `as_one`, of one reason or more, with what would be legal beside them."""
    first = found[0]
    return refuse(
        first.code, first.clause, first.detail, reasons=_told(found), suggestion=suggestion
    )


def _told(found: Sequence[Refusal]) -> list[dict[str, Any]]:
    return [{"code": it.code, "clause": it.clause, "detail": it.detail} for it in found]
