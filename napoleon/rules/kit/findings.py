"""What the checks of a data pack find, for those who replace one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Protocol, TypeVar

from napoleon.rules.kit.packs import PackError
from napoleon.rules.terms import Finding

P = TypeVar("P")

READABLE = "tables can be read"
"""The check without which there is nothing for the others to check."""


class Explained(Protocol):
    """A row that says in words where its values come from."""

    @property
    def source(self) -> str:
        """What they were taken from, or why they are thought to be so."""


def finding(name: str, wrong: Iterable[object]) -> Finding:
    """The outcome of a check that found these things wrong.

    >>> finding("map is connected", [])
    Finding(name='map is connected', ok=True, detail='')
    >>> finding("map is connected", ["no way leads to a", "no way leads to b"]).detail
    'no way leads to a; no way leads to b'
    """
    detail = "; ".join(map(str, wrong))
    return Finding(name, not detail, detail)


def findings(pack: P, checks: Mapping[str, Callable[[P], Iterable[str]]]) -> Iterator[Finding]:
    """The outcome of each check, given its name and what finds the things that are wrong."""
    for name, found in checks.items():
        yield finding(name, found(pack))


def check_of(
    load: Callable[[Traversable], P], asked: Callable[[P], Iterable[Finding]]
) -> Callable[[Traversable], list[Finding]]:
    """The check of the packs of a game: those whose tables cannot be read have one finding.

    `load` raises PackError for them; of all others `asked` tells what else was found.
    """

    def check(folder: Traversable) -> list[Finding]:
        try:
            pack = load(folder)
        except PackError as error:
            return [finding(READABLE, error.problems)]
        return [finding(READABLE, ()), *asked(pack)]

    return check


def strays(
    there: Iterable[str], due: Collection[str], what: str, *, undecided: Collection[str] = ()
) -> Iterator[str]:
    """What is or is not among `there`, against the rulebook, where that has decided.

    >>> list(strays(["spain", "italy"], ["spain", "prussia"], "be an ally"))
    ['italy must not be an ally', 'prussia must be an ally']
    """
    wrong = set(there) ^ set(due)
    for name in sorted(wrong - set(undecided)):
        yield f"{name} {'must' if name in due else 'must not'} {what}"


def differences(there: Mapping[str, object], due: Mapping[str, object]) -> Iterator[str]:
    """Where what is there, by name, is not what is due.

    >>> list(differences({"ghent": 2, "lille": 1}, {"ghent": 1}))
    ['ghent has 2 instead of 1', 'lille must not be there']
    """
    for name in sorted(there.keys() | due.keys()):
        if name not in there:
            yield f"{name} is missing"
        elif name not in due:
            yield f"{name} must not be there"
        elif there[name] != due[name]:
            yield f"{name} has {_words(there[name])} instead of {_words(due[name])}"


def _words(value: object) -> str:
    if isinstance(value, set | frozenset):
        return " and ".join(sorted(value)) or "nothing"
    return "nothing" if value is None else str(value)


def without_source(tables: Mapping[str, Iterable[Explained]]) -> Iterator[str]:
    """The rows that do not say where their values come from, by what a row of the table is."""
    for what, rows in tables.items():
        for number, row in enumerate(rows, 1):
            if not row.source.strip():
                yield f"{what} {number} has no source"


def cut_off(places: Iterable[str], distance: Callable[[str, str], int | None]) -> Iterator[str]:
    """The places to which no way leads from the first one.

    >>> list(cut_off(["ath", "mons", "hal"], lambda a, b: None if b == "hal" else 1))
    ['no way leads from ath to hal']
    """
    start, *others = places
    for place in others:
        if distance(start, place) is None:
            yield f"no way leads from {start} to {place}"


def not_plain(ids: Iterable[str]) -> Iterator[str]:
    """The ids that are not written in lower_snake_case.

    >>> list(not_plain(["ligny", "Ligny"]))
    ['Ligny is not in lower_snake_case']
    """
    for name in ids:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            yield f"{name} is not in lower_snake_case"
