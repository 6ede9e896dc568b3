"""The pack of EAGLES: Waterloo, and copies with something changed in them."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.broken_packs import Break, copied, document, row

SHIPPED = files("napoleon.rulesets.eagles_waterloo") / "data"
CAMPAIGN = "campaign.json"


def shipped_copy(target: Path) -> Path:
    """The pack that ships with the game, copied to `target`."""
    return copied(SHIPPED, target)


def card(no: int, /, **values: object) -> Break:
    """Gives new values to a card."""
    return row("cards.csv", "no", no, **values)


def special(no: int, /, **values: object) -> Break:
    """Gives new values to the row that stands beside a special card."""
    return row("specials.csv", "no", no, **values)


def place(name: str, /, **values: object) -> Break:
    """Gives new values to a place of a battlefield."""
    return row("positions.csv", "id", name, **values)


def campaign(change_data: Callable[[dict[str, Any]], object]) -> Break:
    """Changes the document of the campaign."""
    return document(CAMPAIGN, change_data)
