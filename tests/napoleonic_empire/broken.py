"""The pack of Napoleonic Empire, and copies with something changed in them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.broken_packs import Break, copied, document

SHIPPED = files("napoleon.rulesets.napoleonic_empire") / "data"


def shipped_copy(target: Path) -> Path:
    """The pack that ships with the game, copied to `target`."""
    return copied(SHIPPED, target)


def split(change_data: Callable[[dict[str, Any]], object]) -> Break:
    """Changes the areas in Russia's place."""
    return document("russia_split.json", change_data)
