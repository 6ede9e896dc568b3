"""The position notation: any position as a text, described in docs/notation.md.

What the types of the state say is written by them; here is what its fields are called, in what
order they come, and how the few things are told that have words of their own.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import asdict, replace

from napoleon.rules.known import is_known
from napoleon.rules.notation.codecs import not_default, result_of
from napoleon.rules.notation.derived import Derived, Parts, Phrase, Run, Style
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.positions import PositionText
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon_columbia import notation_names as names
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.places import PLACES
from napoleon.rulesets.napoleon_columbia.position_board import BOARD
from napoleon.rulesets.napoleon_columbia.sides import ARMIES, ROLES
from napoleon.rulesets.napoleon_columbia.state import (
    Battle,
    Beaten,
    Bid,
    Fighter,
    Marker,
    Regrouping,
    Shot,
    Skirmish,
    State,
    Tally,
)

TITLES = {
    "scenario": "Scenario",
    "options": "Options",
    "seats": "Players",
    "players": "Commands",
    "turn": "Turn",
    "active": "Active",
    "night": "Night",
    "phase": "Phase",
    "result": "Result",
    "parts": "Parts ended",
    "bidder": "To bid",
    "bid": "Bid",
    "handicap": "Steps to remove",
    "card_laid": "Placed by the cards",
    "groups": "Groups",
    "marching": "Marching",
    "road_use": "Marches by road",
    "leaders_asked": "Asked for leaders",
    "helped": "Leaders shown",
    "unchecked": "Forced marches to check",
    "attacks_declared": "Attacks counted",
    "contested_skirmishes": "Skirmishes to order",
    "contested": "Battles to order",
    "fought": "Battles ordered",
    "pool": "Terrain to draw",
    "at": "Combat in",
    "last_battle": "Last battle",
    "shot": "Hits",
    "beaten": "Beaten",
    "regrouping": "Regrouping",
    "unmixed": "To stand up in",
    "supplied": "Supply counted",
    "eliminated": "Eliminated",
    "defeated": "Defeated",
    "checked": "Victory checked",
    "agreed": "Agreed to end",
    "turned_down": "Turned down",
    "resigned": "Given up",
    "tokens": "Tokens dealt",
    "draws": "Draws",
    "given": "Orders given",
}

LINES = {
    "skirmishes": "Skirmish",
    "battles": "Battle",
    "supply_due": "Supply",
    "history": "Counted",
}
"""Lists of which each item has a line of its own."""

STYLES: dict[type | str, Style] = {
    "groups": Phrase("{0} from {1}", "a group is as in: French from Beaumont"),
    "supply_due": Phrase("{1} {2} for {0}", "what supply costs is as in: Prussians 2 for Liege"),
    Bid: Phrase(
        "{seat} bids for {side}, {steps} less",
        "a bid is as in: First player bids for French, 2 less",
    ),
    Marker: Phrase("{kind}[ held by {holder}]", "terrain is as in: farm held by Guard infantry"),
    Fighter: Run(
        "a unit on a battle board",
        {
            "place": "",
            "moves": "moves",
            "way": "way",
            "square": "in square",
            "shelter": "with",
            "fired": "fired",
            "charge": "charging",
            "first_fire": "first fire",
            "shaken": "shaken",
        },
    ),
    Battle: Parts(
        {
            "town": "in",
            "attacker": "attacker",
            "number": "number",
            "used": "came from",
            "deciding": "decided by",
            "drawn": "terrain to place",
            "terrain_drawn": "terrain drawn",
            "terrain": "terrain",
            "deployed": "deployed",
            "begun": "begun",
            "acting": "acting",
            "turn": "combat turn",
            "step": "step",
            "parts": "parts ended",
            "crossed": "crossed",
            "retreat_use": "retreats",
            "reinforce_use": "reinforcements",
            "busy": "busy",
            "idle": "idle",
            "stalemate_counted": "stalemate counted",
            "fighters": "units",
        }
    ),
    Skirmish: Parts(
        {
            "town": "in",
            "attacker": "attacker",
            "used": "came from",
            "chosen": "chosen",
            "ready": "ready",
            "begun": "begun",
            "fired": "fired",
            "decided": "decided",
        }
    ),
    Shot: Parts(
        {
            "target": "at",
            "hits": "hits",
            "place": "in",
            "group": "group",
            "least": "least",
            "spares_farm": "spares the Farm",
        }
    ),
    Beaten: Parts(
        {
            "side": "side",
            "town": "in",
            "why": "by",
            "losing": "losses due",
            "use": "roads",
        }
    ),
    Regrouping: Parts(
        {
            "side": "side",
            "town": "in",
            "use": "roads",
            "moved": "moved",
            "parts": "parts ended",
        }
    ),
    Tally: Parts(
        {
            "turn": "turn",
            "lost": "lost",
            "held": "cities",
        }
    ),
}

_NAMES: dict[str, Callable[[Pack], Names]] = {
    "player": lambda pack: names.PLAYERS,
    "role": lambda pack: names.ROLES,
    "place": lambda pack: names.PLACES,
    "town": names.towns,
    "road": names.roads,
    "unit": names.units,
}

DERIVED = Derived(_NAMES, STYLES, {Result: result_of(names.WINNERS)})

TEXT = PositionText(
    "Position of napoleon_columbia",
    State,
    DERIVED.fields(State, TITLES),
    lists=DERIVED.lists(State, LINES),
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
