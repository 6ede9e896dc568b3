"""Changes of a data pack: what a test breaks in a copy of one."""

from __future__ import annotations

import csv
import io
import json
import shutil
from collections.abc import Callable
from importlib.resources import as_file
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

Break = Callable[[Path], None]
"""Changes the pack in a folder."""


def copied(pack: Traversable, target: Path) -> Path:
    """The pack in a folder, copied to `target`."""
    with as_file(pack) as folder:
        shutil.copytree(folder, target)
    return target


def row(table: str, column: str, name: object, /, **values: object) -> Break:
    """Gives new values to the rows of a table whose `column` holds `name`."""

    def change(folder: Path) -> None:
        rows = _rows(folder / table)
        found = [r for r in rows if r[column] == str(name)]
        assert found, f"{table} has no row with {column} {name}"
        for it in found:
            assert values.keys() <= it.keys()
            it.update({key: str(value) for key, value in values.items()})
        _write(folder / table, rows)

    return change


def without(table: str, column: str, name: object) -> Break:
    """Takes the rows whose `column` holds `name` out of a table."""

    def change(folder: Path) -> None:
        rows = _rows(folder / table)
        kept = [r for r in rows if r[column] != str(name)]
        assert len(kept) < len(rows), f"{table} has no row with {column} {name}"
        _write(folder / table, kept)

    return change


def twice(table: str, number: int) -> Break:
    """Repeats a row of a table, by its number from 0, at the end."""

    def change(folder: Path) -> None:
        rows = _rows(folder / table)
        _write(folder / table, [*rows, rows[number]])

    return change


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


def renamed(old: str, new: str) -> Break:
    """Gives something another id in all files."""

    def change(folder: Path) -> None:
        for file in (it for it in folder.rglob("*") if it.suffix in (".csv", ".json")):
            text = file.read_text(encoding="utf-8").replace(old, new)
            file.write_text(text, encoding="utf-8")

    return change


def document(name: str, change_data: Callable[[dict[str, Any]], object]) -> Break:
    """Changes the data of a JSON file in place."""

    def change(folder: Path) -> None:
        file = folder / name
        data = json.loads(file.read_text(encoding="utf-8"))
        change_data(data)
        file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")

    return change


def sets(*path: str | int, to: object) -> Callable[[dict[str, Any]], None]:
    """Gives the value at the end of a path in a document."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = to

    return change


def lacks(*path: str | int) -> Callable[[dict[str, Any]], None]:
    """Takes away the value at the end of a path in a document."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data.pop(path[-1])

    return change


def all_of(*changes: Break) -> Break:
    """One change after the other."""

    def change(folder: Path) -> None:
        for each in changes:
            each(folder)

    return change


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _write(file: Path, rows: list[dict[str, str]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    file.write_text(text.getvalue(), encoding="utf-8")
