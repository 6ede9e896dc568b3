"""What orders in words call things: units, towns and places as the seat calls them [chapter b]."""

from __future__ import annotations

from napoleon.rules.wording import Phrase, Said, say, say_many
from napoleon.rulesets.napoleon_columbia import places
from napoleon.rulesets.napoleon_columbia.flanks import own_name
from napoleon.rulesets.napoleon_columbia.table import Table


def the_unit(unit: str) -> str:
    """A unit as it is called in a sentence; its words are among the names of the game."""
    return f"the {unit}"


def town_name(at: Table, town: str) -> str:
    """A town by its name."""
    return at.data.towns[town].name


_OWN = {
    "left": say("your left"),
    "centre": say("your centre"),
    "right": say("your right"),
    "Reserve": say("your Reserve"),
}

_THEIRS = {
    "left": say("the enemy left"),
    "centre": say("the enemy centre"),
    "right": say("the enemy right"),
}


def the_place(role: str, place: str) -> Phrase:
    """A place of a battle board, as one side calls it."""
    if places.owner(place) == role:
        return _OWN[own_name(place)]
    return _THEIRS[own_name(place)]


_ON_OWN = {
    "left": say("on your left"),
    "centre": say("in your centre"),
    "right": say("on your right"),
}

_ON_THEIRS = {
    "left": say("on the enemy left"),
    "centre": say("in the enemy centre"),
    "right": say("on the enemy right"),
}


def on(role: str, place: str) -> Phrase:
    """Where something is done on a battle board, as one side calls it."""
    return (_ON_OWN if places.owner(place) == role else _ON_THEIRS)[own_name(place)]


def left_with(steps: int) -> Phrase:
    """What a unit has left after a loss."""
    return say_many("%(count)s step is left", "%(count)s steps are left", steps)


def dice(steps: int, worth: int) -> Phrase:
    """With how many dice a unit fires, and up to what they hit."""
    fires = Said(f"F{worth}")
    return say_many(
        "%(count)s die with %(firepower)s", "%(count)s dice with %(firepower)s", steps,
        firepower=fires,
    )  # fmt: skip
