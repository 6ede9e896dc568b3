"""The text of every clause of the digest, in our words, and the names of its chapters."""

from __future__ import annotations

from napoleon.rules.kit.clauses import clauses_of
from napoleon.rules.prose.language import noted

CLAUSES = clauses_of(__package__)
"""Clause id to text."""

CHAPTERS = {
    "1": noted("Introduction"),
    "2": noted("Components"),
    "3": noted("Terms"),
    "4": noted("Preparing to play"),
    "5": noted("Sequence of play"),
    "6": noted("Cards"),
    "7": noted("Production"),
    "8": noted("Diplomacy"),
    "9": noted("Movement by land"),
    "10": noted("Interception, evasion, pursuit"),
    "11": noted("Battle"),
    "12": noted("Fortresses and sieges"),
    "13": noted("Ships"),
    "14": noted("Interphase"),
    "15": noted("Conquest and submission"),
    "16": noted("Resources"),
    "17": noted("Special rules"),
    "R": noted("Rulings"),
}
"""What chapters are called, by how the ids of their clauses begin."""
