"""The texts of the clauses that a ruleset cites, from the ``clauses.toml`` of its package."""

from __future__ import annotations

import tomllib
from importlib.resources import files


def clauses_of(package: str) -> dict[str, str]:
    """Clause id to text, in the order of the file."""
    content = (files(package) / "clauses.toml").read_text(encoding="utf-8")
    clauses: dict[str, str] = tomllib.loads(content)
    return clauses
