"""The text of every clause of the digest, in our words, and the names of its chapters."""

from __future__ import annotations

from napoleon.rules.kit.clauses import clauses_of
from napoleon.rules.prose.language import noted

CLAUSES = clauses_of(__package__)
"""Clause id to text."""

CHAPTERS = {
    "1": noted("Map"),
    "2": noted("Sequence of play"),
    "3": noted("Units"),
    "4": noted("Set-up"),
    "5": noted("March"),
    "6": noted("Battle"),
    "7": noted("Retreat, rout and regrouping"),
    "9": noted("Leaders"),
    "10": noted("Supply"),
    "11": noted("Victory"),
    "12": noted("Three players"),
    "13": noted("Bidding for the sides"),
    "FAQ": noted("Published answers"),
    "N": noted("Rulings"),
}
"""What chapters are called, by how the ids of their clauses begin."""
