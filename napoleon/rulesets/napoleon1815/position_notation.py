"""The position notation: a position between operations as a text, described in docs/notation.md.

`read` gives back what `settled` makes of the position.
"""

from __future__ import annotations

import msgspec

from napoleon.rules.notation import UnfinishedOperation
from napoleon.rules.notation.codecs import (
    DATA,
    MOVE_OF_TRACK,
    NUMBER,
    WORD,
    YES,
    default_of,
    not_default,
    pairs,
    several,
    veiled,
)
from napoleon.rules.notation.positions import Field, PositionText
from napoleon.rules.structs import fields_of
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.position_blocks import BOARD
from napoleon.rulesets.napoleon1815.position_codecs import (
    AREA,
    BLOCK,
    CARD,
    DUE,
    HAND,
    INVASION_CARD,
    MARKER,
    PILE,
    PLAYER,
    RESULT,
    ROAD,
    SWAP,
)
from napoleon.rulesets.napoleon1815.position_seen import seen
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.views import Views1815

PASSING = (
    *("open_cards", "revealed", "red_card", "declared", "played", "proposed", "foresight"),
    *("operation", "combat", "allocations", "sealed", "tally"),
)
"""Fields that are in use only while something is being carried out."""

FIELDS = (
    Field("scenario", "Scenario", WORD),
    Field("options", "Options", pairs(WORD, DATA)),
    Field("seats", "Players", several(PLAYER)),
    Field("turn", "Turn", NUMBER),
    Field("last_turn", "Last turn", NUMBER),
    Field("phase", "Phase", WORD),
    Field("track", "Victory track", NUMBER),
    Field("result", "Result", RESULT),
    Field("invasion_card", "Invasion card", INVASION_CARD),
    Field("invaded_on", "Early invasion in turn", NUMBER),
    Field("initiative", "Initiative", PLAYER),
    Field("leader", "Leader", PLAYER),
    Field("to_go", "To go", PLAYER),
    Field("passed", "Passed", several(PLAYER)),
    Field("lasting", "In force", veiled(pairs(WORD, CARD))),
    Field("control", "Flags", pairs(AREA, PLAYER)),
    Field("fortified", "Fortified positions", several(AREA)),
    Field("broken_bridges", "Broken bridges", several(ROAD)),
    Field("contested", "Contested", several(AREA)),
    Field("markers", "Retreat directions", pairs(AREA, MARKER)),
    Field("penalised", "Penalty taken", several(AREA)),
    Field("reinforcements", "Reinforcements", pairs(BLOCK, DUE)),
    Field("awaiting_event", "By event", several(BLOCK)),
    Field("hands", "Hands", HAND),
    Field("decks", "Decks", PILE),
    Field("discards", "Discards", PILE),
    Field("swap", "Swap offered", SWAP),
    Field("recovery_barred", "No recovery cards", several(PLAYER)),
    Field("finished_recovery", "Recovery finished", several(PLAYER)),
    Field("worn", "Worn by fatigue", several(BLOCK)),
    Field("draws", "Draws", NUMBER),
    Field("operations", "Operations", NUMBER),
    Field("side_operations", "Operations this turn", pairs(PLAYER, NUMBER)),
    Field("given", "Orders given", pairs(PLAYER, NUMBER)),
    Field("agreed", "Agreed to end", several(PLAYER)),
    Field("turned_down", "Turned down", YES),
    Field("resigned", "Given up", several(PLAYER)),
)

TEXT = PositionText(
    "Position of napoleon1815",
    State,
    FIELDS,
    lists=(Field("history", "Scored", MOVE_OF_TRACK),),
    board=BOARD,
    unwritten=PASSING,
)


def settled(state: State) -> State:
    """The position without what is left of an operation that is over, or of a game that is."""
    fresh = {field.name: field for field in fields_of(State)}
    over = state.result is not None
    ended = {
        "operation": over or (state.operation is not None and state.operation.ended),
        "combat": over or (state.combat is not None and state.combat.over),
    }
    return msgspec.structs.replace(
        state, **{name: default_of(fresh[name]) for name in PASSING if ended.get(name, over)}
    )


def write(pack: Pack, state: State) -> str:
    """All of a position. Raises UnfinishedOperation in the middle of something."""
    given = not_default(settled(state))
    if busy := [name for name in PASSING if name in given]:
        raise UnfinishedOperation(f"something is being carried out: {', '.join(busy)}")
    return TEXT.write(pack, given)


def write_views(pack: Pack, views: Views1815) -> str:
    """What the four boards show; what they hide is a ``?``."""
    return TEXT.write(pack, seen(views))


def read(pack: Pack, text: str) -> State:
    """The position in a text that `write` wrote. Raises UnreadablePosition."""
    return TEXT.read(pack, text)
