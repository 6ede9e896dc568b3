"""What turns are called, in the reader's words."""

from __future__ import annotations

from napoleon.rules.prose.storybook import Words


def turn_told(words: Words, name: str) -> str:
    """A turn as `turn_names.turn_name` calls it in English: "1805, round 2"."""
    year, round_, number = name.partition(", round ")
    if not round_:
        return year
    return words.gettext("%(year)s, round %(round)s", year=year, round=number)
