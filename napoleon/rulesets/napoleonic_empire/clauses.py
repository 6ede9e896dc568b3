"""The text of every clause of the digest, in our words, and the names of its chapters."""

from __future__ import annotations

from napoleon.rules.kit.clauses import clauses_of
from napoleon.rules.prose.language import noted

CLAUSES = clauses_of(__package__)
"""Clause id to text."""

CHAPTERS = {
    "COMP": noted("Components"),
    "MAP": noted("Map"),
    "SETUP": noted("Set-up"),
    "SEQ": noted("Sequence of play"),
    "DRAW": noted("Drawing cards"),
    "MOVE": noted("Movement"),
    "ATTACK": noted("Attack"),
    "REINF": noted("Reinforcement"),
    "NAT": noted("Rebels"),
    "CARD": noted("Cards"),
    "VIC": noted("Victory"),
    "TN": noted("Notes of the translator"),
    "DN": noted("Notes of the designer"),
    "OPT1": noted("Option: commanders"),
    "OPT2": noted("Option: historical deck"),
    "OPT3": noted("Option: divided Russia"),
    "E": noted("Rulings"),
}
"""What chapters are called, by how the ids of their clauses begin."""
