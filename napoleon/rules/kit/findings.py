"""What the checks of a data pack find, for those who replace one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from napoleon.rules.terms import Finding

P = TypeVar("P")

READABLE = "tables can be read"
"""The check without which there is nothing to ask the others about."""


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
    """The outcome of each check: its name, and what finds the things that are wrong."""
    for name, found in checks.items():
        yield finding(name, found(pack))


def not_plain(ids: Iterable[str]) -> Iterator[str]:
    """The ids that are not written in lower_snake_case.

    >>> list(not_plain(["ligny", "Ligny"]))
    ['Ligny is not in lower_snake_case']
    """
    for name in ids:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            yield f"{name} is not in lower_snake_case"
