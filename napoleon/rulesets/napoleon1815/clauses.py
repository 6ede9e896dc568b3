"""The text of every clause of the digest, in our words, and the names of its chapters."""

from __future__ import annotations

from napoleon.rules.kit.clauses import clauses_of
from napoleon.rules.prose.language import noted

CLAUSES = clauses_of(__package__)
"""Clause id to text."""

CHAPTERS = {
    "TERM": noted("Terms"),
    "FORTPOS": noted("Fortified positions"),
    "DATA": noted("Data"),
    "SETUP": noted("Set-up"),
    "CARDS": noted("Cards"),
    "SEQ": noted("Sequence of play"),
    "DRAW": noted("Drawing cards"),
    "INIT": noted("Initiative"),
    "OPS": noted("Operations"),
    "RECOVERY": noted("Recovery"),
    "MOVE": noted("Movement"),
    "ALLOC": noted("Sharing out losses and fatigue"),
    "RETREATDIR": noted("Direction of retreat"),
    "CONTROL": noted("Control"),
    "COMBAT": noted("Combat"),
    "RETREAT": noted("Retreat"),
    "PURSUIT": noted("Pursuit"),
    "ELIM": noted("Elimination and commanders"),
    "VICTORY": noted("Victory"),
    "FOG": noted("Fog of war"),
    "SCOUT": noted("Scouts"),
    "THREE": noted("Three players"),
    "DICE": noted("Combat by dice"),
    "W": noted("Windows of cards"),
    "CARD": noted("What the cards do"),
    "RULING": noted("Rulings"),
    "VIS": noted("Who may see what"),
}
"""What chapters are called, by how the ids of their clauses begin."""
