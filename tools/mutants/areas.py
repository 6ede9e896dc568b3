"""The areas of the code that are mutated, each with the tests that should notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from configparser import ConfigParser, ExtendedInterpolation
from dataclasses import dataclass
from pathlib import Path

FILE = Path("tools") / "mutants" / "areas.cfg"
"""Where in a project its areas are declared."""


@dataclass(frozen=True)
class Area:
    """Modules, and the tests that hold their rules; paths below the root of the project."""

    name: str
    modules: tuple[Path, ...]
    tests: tuple[Path, ...]
    without: tuple[str, ...]
    """Ids of tests in those files that are not run, as they take too long for every mutant."""


def areas(root: Path) -> list[Area]:
    """The areas that the project at `root` declares.

    Raises ValueError if one names a file that is not there, or if two name the same module.
    """
    config = ConfigParser(interpolation=ExtendedInterpolation())
    config.read(root / FILE, encoding="utf-8")
    found = [_area(root, section, config[section]) for section in config.sections()]
    modules = [module for area in found for module in area.modules]
    if twice := sorted({str(it) for it in modules if modules.count(it) > 1}):
        raise ValueError(f"in more than one area: {', '.join(twice)}")
    return found


def _area(root: Path, name: str, declared: Mapping[str, str]) -> Area:
    but = declared.get("but", "").split()
    modules = (it for it in _files(root, declared["modules"]) if not any(map(it.match, but)))
    without = declared.get("without", "").strip().splitlines()
    return Area(name, tuple(modules), tuple(_files(root, declared["tests"])), tuple(without))


def _files(root: Path, patterns: str) -> Iterator[Path]:
    for pattern in patterns.split():
        matching = sorted(root.glob(pattern))
        if not matching:
            raise ValueError(f"{FILE.name}: no file is called {pattern}")
        yield from (it.relative_to(root) for it in matching)
