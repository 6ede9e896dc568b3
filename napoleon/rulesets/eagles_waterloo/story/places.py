"""Positions and Reserves in sentences, with the word that they need there."""

from __future__ import annotations

from napoleon.rules.prose.storybook import Words


def the_place(words: Words, place: str) -> str:
    """A place as a subject or an object: "the French left"."""
    return words.name(f"the {place}")


def at(words: Words, place: str) -> str:
    """Where something is: "on the French left", "in the French centre"."""
    return words.name(f"in {place}")


def into(words: Words, place: str) -> str:
    """Where something goes: "to the French left"."""
    return words.name(f"to {place}")


def out_of(words: Words, place: str) -> str:
    """Where something comes from: "from the French left"."""
    return words.name(f"from {place}")
