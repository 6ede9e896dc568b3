"""The position notation: any position as a text, described in docs/notation.md."""

from __future__ import annotations

import msgspec

from napoleon.rules.notation.codecs import (
    DATA,
    MOVE_OF_TRACK,
    NUMBER,
    WORD,
    YES,
    not_default,
    pairs,
    several,
)
from napoleon.rules.notation.positions import Field, PositionText
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.position_board import BOARD
from napoleon.rulesets.napoleonic_empire.position_codecs import (
    BATTLE,
    CARD,
    COUNTRIES,
    COUNTRY,
    DECK,
    DISCARDS,
    DUE,
    HANDS,
    HOLDER,
    RESULT,
    SIDE,
    WINDOW,
)
from napoleon.rulesets.napoleonic_empire.position_seen import seen
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.views import EmpireViews

FIELDS = (
    Field("options", "Options", pairs(WORD, DATA)),
    Field("seats", "Players", several(SIDE)),
    Field("started", "Game begun", YES),
    Field("round", "Round", NUMBER),
    Field("turn", "Turn", NUMBER),
    Field("active", "Active", SIDE),
    Field("extra", "Extra turn", YES),
    Field("phase", "Phase", WORD),
    Field("result", "Result", RESULT),
    Field("russia_to_set_up", "Russian armies to set up", NUMBER),
    Field("window", "Window", WINDOW),
    Field("windows_closed", "Windows closed", several(WORD)),
    Field("drawn", "Cards drawn", YES),
    Field("excess", "Cards to discard", NUMBER),
    Field("barred", "Moves barred by", CARD),
    Field("moves_ended", "Moves ended", YES),
    Field("battle", "Battle", BATTLE),
    Field("fought", "Battles over", COUNTRIES),
    Field("attack_ended", "Attack ended", YES),
    Field("reinforced", "Reinforcements counted", YES),
    Field("nationalists_asked", "Nationalists settled", YES),
    Field("checked", "Victory checked", YES),
    Field("extra_granted", "Extra turn by", CARD),
    Field("continental", "Continental System", COUNTRIES),
    Field("held", "Held by the French", COUNTRIES),
    Field("control", "Control", pairs(COUNTRY, HOLDER)),
    Field("hands", "Hands", HANDS),
    Field("deck", "Deck", DECK),
    Field("discards", "Discards", DISCARDS),
    Field("dated", "Dated cards", several(CARD)),
    Field("offered", "Agreed to end", SIDE),
    Field("turned_down", "Turned down", YES),
    Field("draws", "Draws", NUMBER),
    Field("given", "Orders given", pairs(SIDE, NUMBER)),
)

TEXT = PositionText(
    "Position of napoleonic_empire",
    State,
    FIELDS,
    lists=(Field("due", "Due", DUE), Field("history", "Scored", MOVE_OF_TRACK)),
    board=BOARD,
)


def write(pack: Pack, state: State) -> str:
    """All of a position. Control is told where it is not plain from the armies on the map."""
    expected = _control(state)
    told = {
        country: holder
        for country, holder in state.control.items()
        if holder != expected.get(country)
    }
    return TEXT.write(pack, not_default(msgspec.structs.replace(state, control=told)))


def write_views(pack: Pack, views: EmpireViews) -> str:
    """What the four boards show; cards that they hide are a ``?``."""
    return TEXT.write(pack, seen(views))


def read(pack: Pack, text: str) -> State:
    """The position in a text that `write` wrote. Raises UnreadablePosition."""
    state = TEXT.read(pack, text)
    state.control = _control(state) | state.control
    return state


def _control(state: State) -> dict[str, str]:
    """What the log has said of the countries once the game has begun, by the side there."""
    armies = state.armies.values() if state.started else ()
    return {country: state.standing(country) for placed in armies for country in placed}
