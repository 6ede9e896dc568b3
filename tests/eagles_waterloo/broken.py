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


def line(table: str, start: str, /, **values: object) -> Break:
    """Gives new values to the one row of a table that begins with this text."""

    def change(folder: Path) -> None:
        file = folder / table
        head, *lines = file.read_text(encoding="utf-8").splitlines()
        columns = head.split(",")
        (number,) = (n for n, text in enumerate(lines) if text.startswith(start))
        cells = lines[number].split(",", len(columns) - 1)
        for column, to in values.items():
            cells[columns.index(column)] = str(to)
        lines[number] = ",".join(cells)
        file.write_text("\n".join([head, *lines, ""]), encoding="utf-8")

    return change


def dropped(table: str, start: str) -> Break:
    """Takes the one row of a table that begins with this text out of it."""

    def change(folder: Path) -> None:
        file = folder / table
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [text for text in lines if not text.startswith(start)]
        assert len(lines) - len(kept) == 1
        file.write_text("".join(kept), encoding="utf-8")

    return change


def added(table: str, text: str) -> Break:
    """Adds a row to a table."""

    def change(folder: Path) -> None:
        with (folder / table).open("a", encoding="utf-8") as file:
            file.write(f"{text}\n")

    return change
