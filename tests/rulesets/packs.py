"""What a game says of data packs that are wrong: what is broken in a copy, and what is found.

A game with a data pack tells it in `wrong_packs` of the folder of its tests.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple

from napoleon.rules.contract import installed
from napoleon.rules.kit.findings import READABLE
from napoleon.rules.terms import Finding
from tests.broken_packs import Break, copied

TESTS = Path(__file__).parents[1]


class Wrong(NamedTuple):
    """Something that is wrong in a pack."""

    check: str
    """The name of the check that finds it."""
    change: Break
    words: str
    """What is said of it, or part of that."""


class WrongPacks(NamedTuple):
    """What becomes of the pack of a game if something is changed in it."""

    wrong: Sequence[tuple[str, Break, str]]
    """As in `Wrong`."""
    unreadable: tuple[Break, Sequence[str]]
    """A change after which its tables cannot be read, and what is said of each row."""
    missing: str
    """The table that an empty folder is said to lack first."""
    free: Sequence[Break]
    """What its owner may have otherwise than the pack that ships: no check minds."""
    parts: Collection[str] = ()
    """Its scenarios or set-ups: each is asked the same, under its name and a colon."""
    alone: Collection[str] = ()
    """Those of its parts of which something wrong is found in that part and nowhere else."""


class Packs:
    """The pack of a game, its check, and what the check has to find."""

    def __init__(
        self,
        shipped: Traversable,
        check: Callable[[Traversable], Sequence[Finding]],
        told: WrongPacks,
    ) -> None:
        self.shipped = shipped
        self.check = check
        self.told = told

    def copy(self, target: Path) -> Path:
        """The pack in a folder of its own."""
        return copied(self.shipped, target)

    def failed(self, folder: Path) -> dict[str, str]:
        """The checks that a pack fails, and what each found."""
        return {it.name: it.detail for it in self.check(folder) if not it.ok}

    def part(self, check: str) -> str:
        """The part of the pack that a check is of; none if it is of all of it."""
        part, colon, _ = check.partition(": ")
        return part if colon and part in self.told.parts else ""

    def asked(self, check: str) -> str:
        """What a check asks, whatever part it is of."""
        part = self.part(check)
        return check.removeprefix(f"{part}: ") if part else check

    def asked_of(self, part: str) -> list[str]:
        """What is asked of a part, or of all of the pack; but whether it can be read."""
        names = [it.name for it in self.check(self.shipped)]
        return [self.asked(it) for it in names if it != READABLE and self.part(it) == part]


def packs_of(name: str) -> Packs | None:
    """The pack of a game; None of one that tells of no wrong ones."""
    if not (TESTS / name / "wrong_packs.py").exists():
        return None
    told: WrongPacks = import_module(f"tests.{name}.wrong_packs").PACKS
    shipped = files(f"napoleon.rulesets.{name}") / "data"
    if name in installed():
        return Packs(shipped, installed()[name].check_pack, told)
    return Packs(shipped, import_module(f"napoleon.rulesets.{name}.packs.check").check, told)


def packs_of_all() -> dict[str, Packs]:
    """The packs of all games that tell of wrong ones, by name, also of one not yet registered."""
    names = {*installed(), *(it.parent.name for it in TESTS.glob("*/wrong_packs.py"))}
    found = {name: packs_of(name) for name in sorted(names)}
    return {name: it for name, it in found.items() if it is not None}
