"""The position notation: any position as a text, described in docs/notation.md."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from napoleon.rules.known import is_known
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
from napoleon.rulesets.napoleon_columbia.places import PLACES
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
from napoleon.rulesets.napoleon_columbia.sides import ARMIES, ROLES
from napoleon.rulesets.napoleon_columbia.state import Battle, State

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

NOT_ON_BOARDS = {"scenario", "options", "seats", "contested", "contested_skirmishes", "pool"}
"""What everybody knows of a position, though no board shows it as it is."""


def write(pack: Pack, state: State) -> str:
    """All of a position. Where a unit began the turn is told if it is somewhere else now."""
    return TEXT.write(pack, not_default(state))


def write_known(pack: Pack, known: State) -> str:
    """What somebody knows of a position, in the order of the boards; the rest is a ``?``."""
    shown = asdict(_as_the_boards_show(pack, known))
    told = {it: shown[it] for it in shown if it not in NOT_ON_BOARDS and is_known(shown[it])}
    return TEXT.write(pack, {name: value for name, value in told.items() if value})


def _as_the_boards_show(pack: Pack, known: State) -> State:
    fought = known.battle_in(known.at)
    return replace(
        known,
        road_use={it: known.road_use[it] for it in pack.roads if it in known.road_use},
        skirmishes=[replace(it, used={}) for it in known.skirmishes],
        battles=[_on_its_board(it) for it in known.battles if it.fighters],
        at=known.at if fought and fought.acting else "",
        eliminated={
            army: [it.id for it in pack.blocks_of(army) if it.id in lost]
            for army, lost in known.eliminated.items()
            if any(known.eliminated.values())
        },
        defeated=[it for it in ARMIES if it in known.defeated],
    )


def _on_its_board(battle: Battle) -> Battle:
    units = battle.fighters.items()
    return replace(
        battle,
        deciding={},
        drawn={role: battle.drawn[role] for role in ROLES if battle.drawn.get(role)},
        terrain={it: battle.terrain[it] for it in PLACES if it in battle.terrain},
        fighters=dict(sorted(units, key=lambda it: PLACES.index(it[1].place))),
    )


def read(pack: Pack, text: str) -> State:
    """The position in a text that `write` wrote. Raises UnreadablePosition."""
    state = TEXT.read(pack, text)
    state.blocks = {unit: state.blocks[unit] for unit in pack.blocks if unit in state.blocks}
    for block in state.blocks.values():
        if state.turn and not block.start:
            block.start = block.town
    return state
