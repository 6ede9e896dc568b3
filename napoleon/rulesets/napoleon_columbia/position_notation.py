"""The position notation: any position as a text, described in docs/notation.md."""

from __future__ import annotations

from napoleon.rules.notation.codecs import (
    DATA,
    NUMBER,
    WORD,
    YES,
    not_default,
    pairs,
    several,
)
from napoleon.rules.notation.positions import Field, PositionText
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.position_board import BOARD
from napoleon.rulesets.napoleon_columbia.position_codecs import (
    ARMY,
    BATTLE,
    BEATEN,
    BID,
    BY_ROAD,
    DUE,
    ELIMINATED,
    GROUPS,
    REGROUPING,
    RESULT,
    SEAT,
    SEATS,
    SHOT,
    SIDE,
    SKIRMISH,
    TALLY,
    TOWN,
    TOWNS,
    UNIT,
    UNITS,
)
from napoleon.rulesets.napoleon_columbia.position_seen import seen
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews

FIELDS = (
    Field("scenario", "Scenario", WORD),
    Field("options", "Options", pairs(WORD, DATA)),
    Field("seats", "Players", SEATS),
    Field("players", "Commands", pairs(ARMY, SEAT)),
    Field("turn", "Turn", NUMBER),
    Field("active", "Active", SIDE),
    Field("night", "Night", YES),
    Field("phase", "Phase", WORD),
    Field("result", "Result", RESULT),
    Field("parts", "Parts ended", SEATS),
    Field("bidder", "To bid", SEAT),
    Field("bid", "Bid", BID),
    Field("handicap", "Steps to remove", NUMBER),
    Field("card_laid", "Placed by the cards", SEATS),
    Field("groups", "Groups", GROUPS),
    Field("marching", "Marching", UNIT),
    Field("road_use", "Marches by road", BY_ROAD),
    Field("leaders_asked", "Asked for leaders", SEATS),
    Field("helped", "Leaders shown", pairs(ARMY, TOWN)),
    Field("unchecked", "Forced marches to check", UNITS),
    Field("attacks_declared", "Attacks counted", YES),
    Field("contested_skirmishes", "Skirmishes to order", TOWNS),
    Field("contested", "Battles to order", TOWNS),
    Field("fought", "Battles ordered", NUMBER),
    Field("pool", "Terrain to draw", several(WORD)),
    Field("at", "Combat in", TOWN),
    Field("last_battle", "Last battle", NUMBER),
    Field("shot", "Hits", SHOT),
    Field("beaten", "Beaten", BEATEN),
    Field("regrouping", "Regrouping", REGROUPING),
    Field("unmixed", "To stand up in", TOWNS),
    Field("supplied", "Supply counted", YES),
    Field("eliminated", "Eliminated", ELIMINATED),
    Field("defeated", "Defeated", several(ARMY)),
    Field("checked", "Victory checked", YES),
    Field("agreed", "Agreed to end", SEATS),
    Field("turned_down", "Turned down", YES),
    Field("resigned", "Given up", SEATS),
    Field("tokens", "Tokens dealt", NUMBER),
    Field("draws", "Draws", NUMBER),
    Field("given", "Orders given", pairs(SEAT, NUMBER)),
)

TEXT = PositionText(
    "Position of napoleon_columbia",
    State,
    FIELDS,
    lists=(
        Field("skirmishes", "Skirmish", SKIRMISH),
        Field("battles", "Battle", BATTLE),
        Field("supply_due", "Supply", DUE),
        Field("history", "Counted", TALLY),
    ),
    board=BOARD,
)


def write(pack: Pack, state: State) -> str:
    """All of a position. Where a unit began the turn is told if it is somewhere else now."""
    return TEXT.write(pack, not_default(state))


def write_views(pack: Pack, views: ColumbiaViews) -> str:
    """What the four boards show; what they hide is a ``?``."""
    return TEXT.write(pack, seen(views))


def read(pack: Pack, text: str) -> State:
    """The position in a text that `write` wrote. Raises UnreadablePosition."""
    state = TEXT.read(pack, text)
    state.blocks = {unit: state.blocks[unit] for unit in pack.blocks if unit in state.blocks}
    for block in state.blocks.values():
        if state.turn and not block.start:
            block.start = block.town
    return state
