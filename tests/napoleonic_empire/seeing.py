"""The views of a position, as the API serves them."""

from __future__ import annotations

import json
from typing import Any

from napoleon.rules.reader import Reader
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.state import State

VERSION = 7
"""The version that every view here claims to be of."""


def seen(state: State, seat: str = "spectator") -> dict[str, Any]:
    """The views of a position, by name, as JSON."""
    views = RULES.view(state, Reader(seat))
    served = {name: {"version": VERSION, **view} for name, view in views.items()}
    read: dict[str, Any] = json.loads(json.dumps(served))
    return read


def area(state: State, country: str) -> dict[str, Any]:
    """A country as the map shows it."""
    found: dict[str, Any] = next(it for it in seen(state)["map"]["areas"] if it["id"] == country)
    return found
