"""What a game says of itself to those who have not played it, where a new game is set up.

Players read words there, never ids: each value of an option has its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple


class Words(NamedTuple):
    """An option of a game as players choose it."""

    title: str
    """What is chosen, in a word or two: ``Rules``."""
    values: Sequence[str]
    """What each of its values is called, in the order of the option: ``With fog of war``."""
    note: str = ""
    """What it means, in a sentence; empty where the words say it."""
    usual: bool = False
    """Whether most players choose it; others find it among what is folded away."""


class Opening(NamedTuple):
    """A scenario of a game as players choose it."""

    title: str
    length: str
    """How long it is, as the game counts it: ``16 turns``."""


class Introduction(NamedTuple):
    """What a game says of itself in a line. All texts are `noted`, for the game's own catalogue."""

    hours: tuple[int, int]
    """How long a game takes at a table, at least and at most."""
    like: str
    """What it is like, in a few words: ``hidden strength``."""
    scenarios: Mapping[str, Opening]
    """By the id of each of its scenarios."""
    options: Mapping[str, Words]
    """By the name of each of its options, except those that only choose the number of players."""
