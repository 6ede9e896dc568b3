"""The text of every clause of the digest, in our words."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def all_clauses() -> dict[str, str]:
    """Clause id to text."""
    content = (files(__package__) / "clauses.toml").read_text(encoding="utf-8")
    clauses: dict[str, str] = tomllib.loads(content)
    return clauses


def clause(clause_id: str) -> str | None:
    """The text of a clause; None if there is no such clause."""
    return all_clauses().get(clause_id)
