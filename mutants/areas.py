"""The areas of the code that are mutated, each with the tests that should notice."""

from __future__ import annotations

from collections.abc import Iterator
from configparser import ConfigParser
from dataclasses import dataclass
from pathlib import Path

PREFIX = "mutants:"
"""What the sections of setup.cfg begin with that name an area."""


@dataclass(frozen=True)
class Area:
    """Modules, and the tests that hold their rules; paths below the root of the project."""

    name: str
    modules: tuple[Path, ...]
    tests: tuple[Path, ...]
    without: tuple[str, ...]
    """Ids of tests in those files that are not run, as they take too long for every mutant."""


def areas(root: Path) -> list[Area]:
    """The areas that setup.cfg declares.

    Raises ValueError if one names a file that is not there, or if two name the same module.
    """
    config = ConfigParser(interpolation=None)
    config.read(root / "setup.cfg", encoding="utf-8")
    found = [
        Area(
            section.removeprefix(PREFIX),
            tuple(_files(root, config[section]["modules"])),
            tuple(_files(root, config[section]["tests"])),
            tuple(config[section].get("without", "").strip().splitlines()),
        )
        for section in config.sections()
        if section.startswith(PREFIX)
    ]
    modules = [module for area in found for module in area.modules]
    if twice := sorted({str(it) for it in modules if modules.count(it) > 1}):
        raise ValueError(f"in more than one area: {', '.join(twice)}")
    return found


def _files(root: Path, patterns: str) -> Iterator[Path]:
    for pattern in patterns.split():
        matching = sorted(root.glob(pattern))
        if not matching:
            raise ValueError(f"setup.cfg: no file is called {pattern}")
        yield from (it.relative_to(root) for it in matching)
