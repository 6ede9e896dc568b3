"""The views of a position, as the API serves them."""

from __future__ import annotations

from typing import Any

import msgspec

from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.views import EmpireViews

VERSION = 7
"""The version that every view here claims to be of."""


def views(state: State, seat: str = "spectator") -> EmpireViews:
    """The views of a position."""
    return RULES.view(state, Viewer(seat)).at(VERSION)


def seen(state: State, seat: str = "spectator") -> dict[str, Any]:
    """The views of a position, by name, as JSON."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(views(state, seat)))
    return read


def area(state: State, country: str) -> dict[str, Any]:
    """A country as the map shows it."""
    found: dict[str, Any] = next(it for it in seen(state)["map"]["areas"] if it["id"] == country)
    return found
