"""The position notation: any position as a text, and back.

What goes on inside what is written as data, as each chapter has frames of its own.
"""

from __future__ import annotations

from napoleon.rules.notation.codecs import DATA, NUMBER, WORD, YES, not_default
from napoleon.rules.notation.positions import Field, PositionText
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.position_board import BOARD
from napoleon.rulesets.napoleonic_wars.position_codecs import (
    BOX,
    CARDS,
    DECK,
    FLEET,
    FOREIGN_WAR,
    GIVEN,
    NATION,
    POWERS,
    SEATS,
    SPACES,
    WARS,
)
from napoleon.rulesets.napoleonic_wars.state import State

FIELDS = (
    Field("options", "Options", DATA),
    Field("powers", "Players", POWERS),
    Field("bidding", "Bids", DATA),
    Field("turn", "Turn", NUMBER),
    Field("phase", "Phase", WORD),
    Field("result", "Result", DATA),
    Field("agreed", "Agreed to end", SEATS),
    Field("leaving", "Leaving", SEATS),
    Field("gone", "Left", SEATS),
    Field("turned_down", "Turned down", YES),
    Field("round", "Round", NUMBER),
    Field("marker", "Scheduled", BOX),
    Field("last", "Latest impulse", NATION),
    Field("asked", "Preemption asked", YES),
    Field("over", "Card play ends", YES),
    Field("wars", "At war", WARS),
    Field("besieged", "Besieged", SPACES),
    Field("failed_from", "Failed to intercept from", SPACES),
    Field("bag", "Deck", DECK),
    Field("discards", "Discards", CARDS),
    Field("removed", "Out of the game", CARDS),
    Field("draws", "Draws", NUMBER),
    Field("given", "Orders given", GIVEN),
    Field("stack", "Going on", DATA),
)

TEXT = PositionText(
    "Position of napoleonic_wars",
    State,
    FIELDS,
    lists=(Field("squadrons", "Squadrons", FLEET), Field("foreign_wars", "War", FOREIGN_WAR)),
    board=BOARD,
)


def write(pack: Pack, state: State) -> str:
    """All of a position."""
    return TEXT.write(pack, not_default(state))


def write_known(pack: Pack, known: State) -> str:
    """What somebody knows of a position; cards that they may not know are a ``?``."""
    return TEXT.write(pack, not_default(known))


def read(pack: Pack, text: str) -> State:
    """The position in a text that `write` wrote. Raises UnreadablePosition."""
    return TEXT.read(pack, text)
