"""The packs of Napoléon 1815, and copies with something changed in them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import napoleon.rulesets.napoleon1815 as napoleon1815
from tests.broken_packs import Break, copied, document

SHIPPED = files(napoleon1815) / "data"
FIXTURE = Path(__file__).parent / "fixture_pack"


def shipped_copy(target: Path) -> Path:
    """The pack that ships with the game, copied to `target`."""
    return copied(SHIPPED, target)


def scenario(name: str, change_data: Callable[[dict[str, Any]], object]) -> Break:
    """Changes the data of a scenario in place."""
    return document(f"scenarios/{name}.json", change_data)
