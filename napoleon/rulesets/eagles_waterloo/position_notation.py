"""The position notation: any position as a text, described in docs/notation.md."""

from __future__ import annotations

from napoleon.rules.notation.codecs import DATA, NUMBER, WORD, YES, not_default, pairs
from napoleon.rules.notation.positions import Field, PositionText
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.position_board import BOARD
from napoleon.rulesets.eagles_waterloo.position_codecs import (
    BATTLE_ID,
    BY_NATION,
    CARDS,
    DRAFTS,
    RESULT,
    SIDE,
    SIDES_LIST,
    WINNER,
)
from napoleon.rulesets.eagles_waterloo.position_seen import seen
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.views import EaglesViews

FIELDS = (
    Field("scenario", "Scenario", WORD),
    Field("options", "Options", pairs(WORD, DATA)),
    Field("seats", "Players", SIDES_LIST),
    Field("stage", "Stage", WORD),
    Field("phase", "Phase", WORD),
    Field("turn", "Turn", NUMBER),
    Field("at", "Battle whose turn it is", BATTLE_ID),
    Field("result", "Result", RESULT),
    Field("finished", "Ready", SIDES_LIST),
    Field("results", "Battles over", pairs(BATTLE_ID, WINNER)),
    Field("sent", "Sent", CARDS),
    Field("agreed", "Agreed to end", SIDES_LIST),
    Field("turned_down", "Turned down", YES),
    Field("pools", "To choose from", BY_NATION),
    Field("drafts", "Decks in the making", DRAFTS),
    Field("lost", "Lost", BY_NATION),
    Field("tokens", "Tokens dealt", NUMBER),
    Field("draws", "Draws", NUMBER),
    Field("given", "Orders given", pairs(SIDE, NUMBER)),
)

TEXT = PositionText("Position of eagles_waterloo", State, FIELDS, lists=(), board=BOARD)


def write(pack: Pack, state: State) -> str:
    """All of a position."""
    return TEXT.write(pack, not_default(state))


def write_views(pack: Pack, views: EaglesViews) -> str:
    """What the four boards show; what they hide is a ``?``."""
    return TEXT.write(pack, seen(views))


def read(pack: Pack, text: str) -> State:
    """The position in a text that `write` wrote. Raises UnreadablePosition."""
    return TEXT.read(pack, text)
