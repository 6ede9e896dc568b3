"""Battles [11]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.table import Wars


def begin(table: Wars) -> None:
    """Field forces of nations at war are in one space, and fight [9.51, 11]."""
    raise NotImplementedError
