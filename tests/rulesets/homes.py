"""Where the clauses of a digest are at home: the chapters of a game, as its modules head them.

A module begins with the clauses that it carries out, and then says what they are about::

    7.3 to 7.34 Shock: by columns and by cavalry, at enemies in their position.
    MOVE, MAP.5 The Move phase, with commanders or without.

``MOVE`` is a whole chapter, ``7.3`` a clause with those beneath it, ``7.3 to 7.34`` those between
two, in the order of the digest. A clause that several headings take in is at home under the
nearest: a chapter may leave a clause to another module, which names it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

NAME = r"[A-Z0-9][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*"
PART = rf"{NAME}(?: to {NAME})?"


class Claim(NamedTuple):
    """A part of a heading, such as ``7.3 to 7.34``."""

    module: str
    first: str
    last: str

    def __str__(self) -> str:
        return self.first if self.first == self.last else f"{self.first} to {self.last}"

    @property
    def depth(self) -> int:
        """How near it stands to its clauses: a chapter is farther than one of its clauses."""
        return self.last.count(".")


class Homes(NamedTuple):
    """The clauses of a digest in their order, and what modules claim of them."""

    clauses: list[str]
    claims: list[Claim]

    def taken_in(self, claim: Claim) -> list[str]:
        """The clauses that a claim takes in; none if its names are unknown."""
        first, last = self._beneath(claim.first), self._beneath(claim.last)
        if claim.first == claim.last or not first or not last:
            return first and last
        return self.clauses[self.clauses.index(first[0]) : self.clauses.index(last[-1]) + 1]

    def _beneath(self, name: str) -> list[str]:
        return [it for it in self.clauses if it == name or it.startswith(f"{name}.")]

    @property
    def of(self) -> dict[str, list[Claim]]:
        """The nearest claims of each clause: one, if all is well."""
        found: dict[str, list[Claim]] = {it: [] for it in self.clauses}
        for claim in self.claims:
            for clause in self.taken_in(claim):
                found[clause].append(claim)
        return {it: list(_nearest(claims)) for it, claims in found.items()}


def _nearest(claims: list[Claim]) -> Iterator[Claim]:
    deepest = max((it.depth for it in claims), default=0)
    return (it for it in claims if it.depth == deepest)


def homes(home: Path, clauses: Iterable[str], chapters: Mapping[str, str]) -> Homes:
    """The homes of the clauses of a game, whose modules lie in a folder.

    Rulings are no clauses of the rulebook: they are at home with the clause that they are about.
    """
    rulings = {key for key, name in chapters.items() if name == "Rulings"}
    digest = [it for it in clauses if re.split(r"[.-]", it)[0] not in rulings]
    known = {re.split(r"[.]", it)[0] for it in digest}
    modules = (it for it in sorted(home.rglob("*.py")) if "released" not in it.parts)
    claims = [
        claim
        for file in modules
        for claim in _claims(str(file.relative_to(home)), file.read_text(encoding="utf-8"))
        if claim.first.partition(".")[0] in known
    ]
    return Homes(digest, claims)


def _claims(module: str, text: str) -> Iterator[Claim]:
    """What the first line of a module claims."""
    line = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    heading = re.match(rf"{PART}(?:, {PART})*(?= )", line)
    for part in heading[0].split(", ") if heading else ():
        first, _, last = part.partition(" to ")
        yield Claim(module, first, last or first)
