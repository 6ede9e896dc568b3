"""What boards, pictures and reports call the things of the game, in the reader's words."""

from __future__ import annotations

from napoleon.rules.battles import capital
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon_columbia import places
from napoleon.rulesets.napoleon_columbia.named_things import PHASES, SIDES_OF_BOARD, TERRAIN
from napoleon.rulesets.napoleon_columbia.sides import (
    ALLIED,
    ANGLO,
    FIRST,
    FRENCH,
    PRUSSIAN,
    SECOND,
)

_NAMED = {
    FRENCH: noted("French"),
    ALLIED: noted("Allies"),
    ANGLO: noted("Anglo-Dutch"),
    PRUSSIAN: noted("Prussians"),
}

_THE = {
    FRENCH: noted("the French"),
    ALLIED: noted("the Allies"),
    ANGLO: noted("the Anglo-Dutch"),
    PRUSSIAN: noted("the Prussians"),
    FIRST: noted("the first player"),
    SECOND: noted("the second player"),
}

_UNKNOWN = {
    FRENCH: noted("unknown French block %(number)s"),
    ANGLO: noted("unknown Anglo-Dutch block %(number)s"),
    PRUSSIAN: noted("unknown Prussian block %(number)s"),
}

TYPES = {
    "leader": noted("leader"),
    "inf": noted("infantry"),
    "cav": noted("cavalry"),
    "foot_art": noted("foot artillery"),
    "horse_art": noted("horse artillery"),
}

_KINDS = {"city": noted("city"), "town": noted("town")}

TURNS = Retelling(
    (
        noted("%(day)s June, French turn"),
        noted("%(day)s June, French night"),
        noted("%(day)s June, Allied turn"),
        noted("%(day)s June, Allied night"),
    )
)


def named(words: Words, side: str) -> str:
    """A side, an army or a seat where it stands alone, such as in a table: "French"."""
    return words.gettext(_NAMED[side]) if side in _NAMED else words.language.alone(words.name(side))


def the(words: Words, side: str) -> str:
    """A side, an army or a seat as a subject or an object: "the French"."""
    return words.gettext(_THE[side]) if side in _THE else words.name(side)


def called(words: Words, of: str, name: str) -> str:
    """A town, a road or a unit by its id, where it stands alone; by `name` without one for it."""
    return words.language.alone(words.names.get(of, name))


def number(token: str) -> str:
    """The number of a token."""
    return token.rpartition("-")[2]


def army_of(token: str) -> str:
    """The army of a token, which everybody sees [3.1]."""
    return token.rpartition("-")[0]


def unknown(words: Words, token: str) -> str:
    """A block of which the reader sees no more than its token."""
    return words.gettext(_UNKNOWN[army_of(token)], number=number(token))


def unit_or_token(words: Words, of: str) -> str:
    """A unit by its name, or the block that hides it by the number of its token."""
    if army_of(of) in _UNKNOWN:
        return unknown(words, of)
    return called(words, of, of)


def typed(words: Words, kind: str) -> str:
    """What a unit is: "infantry"."""
    return words.gettext(TYPES[kind])


def kind_of_town(words: Words, kind: str) -> str:
    """A town or a city."""
    return words.gettext(_KINDS[kind])


def phase(words: Words, of: str) -> str:
    """A phase by its name; one that is not known here is told as it is."""
    return words.gettext(PHASES[of]) if of in PHASES else of.replace("_", " ")


def terrain(words: Words, kind: str) -> str:
    """Terrain on a battle board: "Woods"."""
    return words.gettext(TERRAIN[kind])


def place_told(words: Words, place: str) -> str:
    """A place of a battle board in a sentence: "the attacker's left"."""
    return words.gettext(SIDES_OF_BOARD[places.owner(place), places.lane_of(place)])


def place_named(words: Words, place: str) -> str:
    """A place of a battle board as a line of its own: "The attacker's left"."""
    return capital(place_told(words, place))


def turn_named(words: Words, name: str) -> str:
    """A player turn by its name."""
    return TURNS.told(words.language, name)
