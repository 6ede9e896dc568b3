"""The text of every clause of the digest, in our words."""

from __future__ import annotations

from napoleon.rules.kit.clauses import clauses_of

CLAUSES = clauses_of(__package__)
"""Clause id to text."""
