"""What a game says of its clauses: the digest of the rulebook that they are of, and the rulings.

A game with clauses tells it in `digest` of the folder of its tests, beside ``clause_ids.txt``.
"""

from __future__ import annotations

import csv
import io
import re
import tokenize
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parents[1]


class Digest(NamedTuple):
    """The clauses of a digest, and how others are named."""

    size: int
    """How many clauses it has."""
    reference: str
    """What a reference to a clause looks like in a text, with ``CHAPTERS`` for those there are."""
    ruling: str
    """The name of a ruling, for `str.format`."""
    first: int = 1
    """The number of the first ruling that the clauses have."""
    rulings: int = 0
    """How many of these are told by the digest itself, so that a clause or a table cites them."""
    beside: frozenset[str] = frozenset()
    """Clauses of the digest that ``clause_ids.txt`` does not list."""
    not_referred_to: frozenset[str] = frozenset()
    """Chapters that `reference` treats by itself."""
    cited: frozenset[str] = frozenset()
    """Some clauses that the tables of the data pack cite."""
    every_table_cites: bool = False
    """Whether each table of the pack has to."""
    only_sources: bool = False
    """Whether a table cites in its sources alone, as its figures may look like clauses."""
    no_clauses: frozenset[str] = frozenset()
    """What looks like a clause in the code and is none, such as versions of the rules."""


class Clauses:
    """The clauses of a game, and where they are cited."""

    def __init__(self, texts: dict[str, str], digest: Digest, listed: str, home: Path) -> None:
        """`listed` says which clauses the digest has, and `home` is the folder of the game."""
        self.texts = texts
        self.digest = digest
        self._listed = listed
        self._home = home

    @cached_property
    def in_digest(self) -> set[str]:
        """The clauses of the digest."""
        return {*self.digest.beside} | {
            f"{chapter}.{name}"
            for chapter, names in re.findall(r"^(\w+):((?:.|\n )+)", self._listed, re.MULTILINE)
            for name in names.split()
        }

    @cached_property
    def _reference(self) -> re.Pattern[str]:
        chapters = {it.partition(".")[0] for it in self.in_digest} - self.digest.not_referred_to
        return re.compile(self.digest.reference.replace("CHAPTERS", "|".join(sorted(chapters))))

    def named_in(self, text: str) -> set[str]:
        """What looks like a clause in a text."""
        return set(self._reference.findall(text))

    @property
    def named_in_texts(self) -> set[str]:
        """What the clauses name of each other."""
        return {name for text in self.texts.values() for name in self.named_in(text)}

    @cached_property
    def named_in_tables(self) -> dict[str, set[str]]:
        """What each file of the data pack cites."""
        data = self._home / "data"
        files = sorted(it for it in data.rglob("*") if it.is_file())
        read = _sources if self.digest.only_sources else _text
        return {str(it.relative_to(data)): self.named_in(read(it)) for it in files}

    @property
    def named_in_code(self) -> dict[str, set[str]]:
        """What each module cites, in comments and strings: its numbers may look like clauses."""
        none, files = self.digest.no_clauses, sorted(self._home.rglob("*.py"))
        return {str(it.relative_to(self._home)): self.named_in(_written(it)) - none for it in files}


def clauses_of(name: str, texts: dict[str, str]) -> Clauses | None:
    """The clauses of a game; None of one that tells of no digest."""
    listed = TESTS / name / "clause_ids.txt"
    if not listed.exists():
        return None
    digest = import_module(f"tests.{name}.digest").DIGEST
    home = Path(str(import_module(f"napoleon.rulesets.{name}").__file__)).parent
    return Clauses(texts, digest, listed.read_text(encoding="utf-8"), home)


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _sources(file: Path) -> str:
    """What a table says of its sources; or any text."""
    if file.suffix != ".csv":
        return _text(file)
    return "\n".join(row["source"] for row in csv.DictReader(io.StringIO(_text(file))))


def _written(file: Path) -> str:
    kinds = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1)}
    with file.open("rb") as code:
        return "\n".join(it.string for it in tokenize.tokenize(code.readline) if it.type in kinds)
