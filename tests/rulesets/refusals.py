"""The refusals of a game: what its sources can refuse, and what its tests have seen refused.

Both are read in the sources. A test names a refusal by code and clause, as one text or as a pair::

    (activate("ligny"), "NO_CORPS OPS.3")
    assert refusal(given, FRENCH, move) == ("NOT_ADJACENT", "MOVE.1")

Cases that are written as a text, in ``*_cases.txt``, name it at the end of a line.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "napoleon" / "rules"
RULESETS = TESTS.parent / "napoleon" / "rulesets"

ASIDE = ("corrections", "standing_orders", "packs")
"""Folders and modules of a game whose refusals answer no orders."""

CODE = r"[A-Z]{4,}|[A-Z]+(?:_[A-Z0-9]+)+"
NAMED = re.compile(rf"({CODE}) (\S+)")
IN_A_CASE = re.compile(rf"^> refused.*: ({CODE}) (\S+)$", re.MULTILINE)


class Refused(NamedTuple):
    """A refusal, as it is written: what is no literal is empty."""

    code: str
    clause: str


@cache
def can_be(folder: Path) -> dict[Path, set[Refused]]:
    """What each module in a folder refuses."""
    return {file: set(_refusing(file)) for file in sorted(folder.rglob("*.py"))}


def of_orders(name: str) -> set[Refused]:
    """What answers the orders of a game, or lays it out."""
    home = RULESETS / name
    found = ((file.relative_to(home).parts[0], it) for file, it in can_be(home).items())
    return set().union(*(it for top, it in found if top.removesuffix(".py") not in ASIDE))


def of_all(folder: Path) -> set[Refused]:
    """What anything in a folder refuses."""
    return set().union(*can_be(folder).values())


class Seen(NamedTuple):
    """What the tests of a game name."""

    refusals: set[Refused]
    texts: set[str]
    """All texts in them, of which a code may be one."""


@cache
def seen_by_tests(name: str, folder: Path = TESTS) -> Seen:
    """The refusals that the tests of a game name."""
    refusals, texts = set[Refused](), set[str]()
    for file in sorted((folder / name).glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts.add(node.value)
                refusals |= {Refused(*it.groups()) for it in [NAMED.fullmatch(node.value)] if it}
            elif isinstance(node, ast.Tuple) and len(node.elts) > 1:
                pair = Refused(*map(_text, node.elts[-2:]))
                if re.fullmatch(CODE, pair.code) and pair.clause:
                    refusals.add(pair)
    for file in (folder / name).glob("*_cases.txt"):
        refusals |= {Refused(*it) for it in IN_A_CASE.findall(file.read_text(encoding="utf-8"))}
    return Seen(refusals, texts)


def _refusing(file: Path) -> Iterator[Refused]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and len(node.args) > 1:
            called = getattr(node.func, "id", "")
            if called in ("refuse", "Refusal") and _text(node.args[0]):
                yield Refused(*map(_text, node.args[:2]))


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
