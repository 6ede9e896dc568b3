"""The text of every clause of the digest, in our words, and the names of its chapters."""

from __future__ import annotations

from napoleon.rules.kit.clauses import clauses_of
from napoleon.rules.prose.language import noted

CLAUSES = clauses_of(__package__)
"""Clause id to text."""

CHAPTERS = {
    "1": noted("Terms and components"),
    "TABLE": noted("Tables"),
    "2": noted("Battle decks"),
    "3": noted("Muster"),
    "4": noted("Battlefield and deployment"),
    "5": noted("Sequence of play"),
    "6": noted("Morale"),
    "7": noted("Combat"),
    "8": noted("Moves"),
    "9": noted("Formations"),
    "10": noted("Reinforcements"),
    "11": noted("Terrain"),
    "12": noted("Generals"),
    "13": noted("Specials"),
    "14": noted("Decoys"),
    "15": noted("Custom decks"),
    "16": noted("Campaign"),
    "SB": noted("Examples beside the rules"),
    "G": noted("Rulings"),
}
"""What chapters are called, by how the ids of their clauses begin."""
