"""The pack of Napoleon, 4th edition, and copies with something changed in them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.broken_packs import Break, copied, document

SHIPPED = files("napoleon.rulesets.napoleon_columbia") / "data"
HISTORICAL = "setups/historical.json"
FACTS = "checks.json"


def shipped_copy(target: Path) -> Path:
    """The pack that ships with the game, copied to `target`."""
    return copied(SHIPPED, target)


def setup(change_data: Callable[[dict[str, Any]], object]) -> Break:
    """Changes the set-up of the cards."""
    return document(HISTORICAL, change_data)


def facts(change_data: Callable[[dict[str, Any]], object]) -> Break:
    """Changes what is known of the printed game."""
    return document(FACTS, change_data)
