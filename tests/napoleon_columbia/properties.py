"""What else holds in every game of Napoleon, 4th edition: see `Properties`."""

from __future__ import annotations

from collections import Counter

from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.blocks import TokensReplaced
from napoleon.rulesets.napoleon_columbia.events.combat import CombatTurnStarted, UnitReinforced
from napoleon.rulesets.napoleon_columbia.events.march import UnitMarched
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRegrouped, UnitRetreated
from napoleon.rulesets.napoleon_columbia.events.turn import ArmyDefeated, TurnStarted
from napoleon.rulesets.napoleon_columbia.march import limit_of
from napoleon.rulesets.napoleon_columbia.sides import ARMIES, side_of
from napoleon.rulesets.napoleon_columbia.table import at
from tests.napoleon_columbia.random_play import KINDS, PLAYERS, Play
from tests.rulesets.properties import BY_HAND, Properties

PACK = RULES.pack

STEP = 13
"""From game to game another kind and another player come up."""


# -- blocks ----------------------------------------------------------------------------------------


def every_block_is_somewhere(game: Play) -> None:
    """58 are placed, unplaced, eliminated, or left the map with their army [11.0, N-67]."""
    left: set[str] = set()
    before: set[str] = set()
    for event, state in game.replayed():
        if isinstance(event, ArmyDefeated):
            left |= before - set(state.blocks)
        before = set(state.blocks)
        lost = [unit for units in state.eliminated.values() for unit in units]
        assert sorted([*state.blocks, *lost, *left]) == sorted(PACK.blocks), event
        for army, units in state.eliminated.items():
            assert all(PACK.blocks[unit].army == army for unit in units), event


def strengths_are_those_of_the_labels_or_less(game: Play) -> None:
    before: dict[str, int] = {}
    for event, state in game.replayed():
        for unit, block in state.blocks.items():
            assert 1 <= block.strength <= PACK.blocks[unit].max_strength, event
            assert block.strength <= before.get(unit, block.strength), event
            before[unit] = block.strength


def tokens_belong_to_one_block_each(game: Play) -> None:
    used: set[str] = set()
    for event, state in game.replayed():
        tokens = [block.token for block in state.blocks.values() if block.token]
        assert len(tokens) == len(set(tokens)), event
        if isinstance(event, TokensReplaced):
            assert not used & set(event.new), event
        used |= set(tokens)


def both_sides_share_a_town_only_to_fight(game: Play) -> None:
    """When somebody has to decide, after the march phase in which they met."""
    for version, state in game.positions.items():
        sides: dict[str, set[str]] = {}
        for block in state.blocks.values():
            if block.town:
                sides.setdefault(block.town, set()).add(side_of(block.army))
        shared = {town for town, there in sides.items() if len(there) == 2}
        if state.phase in ("march", "forced_checks"):
            entered = {it.town for it in state.blocks.values() if it.path}
            assert shared <= entered, version
            assert not (shared and state.night), version
        elif state.result is None:
            assert all(state.is_fought_over(town) for town in shared), version


def units_on_a_board_are_those_in_its_town(game: Play) -> None:
    for event, state in game.replayed():
        for battle in state.battles:
            there = {unit for unit, it in state.blocks.items() if it.town == battle.town}
            if battle.fighters:
                assert set(battle.fighters) == there, event
            for unit, fighter in battle.fighters.items():
                if fighter.shelter:
                    guard = battle.fighters[fighter.shelter]
                    assert guard.square and guard.place == fighter.place, (event, unit)
                if fighter.square:
                    assert PACK.blocks[unit].type == "inf", event
            for place, marker in battle.terrain.items():
                if marker.holder:
                    assert battle.fighters[marker.holder].place == place, event
                    assert marker.kind in ("farm", "hill"), event


def whoever_is_engaged_lies_open(game: Play) -> None:
    """Whenever somebody has to decide: so do all in the open, if nothing else was chosen [N-47]."""
    for version, state in game.positions.items():
        for battle in state.battles:
            for unit, it in battle.fighters.items() if battle.begun else ():
                engaged = state.is_engaged(battle, it.place)
                in_cover = it.place.endswith("reserve") or battle.terrain_at(it.place) == "woods"
                shown = state.blocks[unit].revealed
                assert shown or not engaged, version
                assert shown or in_cover or state.options["hidden"], version


# -- roads -----------------------------------------------------------------------------------------


def roads_bear_no_more_than_they_may(game: Play) -> None:
    """Counted anew from what happened [5.4, 5.5, 6.34, 7.2, 7.5]."""
    marched: Counter[str] = Counter()
    retreated: Counter[tuple[str, str]] = Counter()
    came: Counter[tuple[str, str, str]] = Counter()
    for event, state in game.replayed():
        match event:
            case TurnStarted():
                marched.clear()
                retreated.clear()
                came.clear()
            case CombatTurnStarted():
                retreated = Counter({k: n for k, n in retreated.items() if k[0] != event.town})
                came = Counter({
                    k: n for k, n in came.items() if k[:2] != (event.town, event.side)
                })  # fmt: skip
            case UnitMarched():
                marched[event.road] += 1
                road = PACK.roads[event.road]
                limit = limit_of(at(state, PACK), road, event.town, side_of(event.army))
                assert marched[event.road] == event.use <= limit == event.limit, event
            case UnitRetreated():
                retreated[event.origin, event.road] += 1
                assert retreated[event.origin, event.road] == event.use, event
                assert event.use <= _few(event.road), event
            case UnitReinforced():
                came[event.town, event.side, event.road] += 1
                assert came[event.town, event.side, event.road] <= _few(event.road), event
            case UnitRegrouped():
                assert event.use <= _few(event.road), event
                if event.place:
                    came[event.town, event.side, event.road] += 1
                    assert came[event.town, event.side, event.road] <= _few(event.road), event


def _few(road: str) -> int:
    return 2 if PACK.roads[road].kind == "major" else 1


def units_march_as_far_as_they_may(game: Play) -> None:
    for event, state in game.replayed():
        if isinstance(event, UnitMarched):
            block = state.blocks[event.unit]
            normal = 1 if PACK.blocks[event.unit].type in ("inf", "foot_art") else 2
            assert len(block.path) <= normal + (not state.night), event
            assert event.forced == (len(block.path) > normal), event
        for army in ARMIES:
            groups = [it for it in state.groups if it[0] == army]
            assert len(groups) == len(set(groups)) <= (2 if army == "french" else 1), event


PROPERTIES = Properties(
    own=(
        every_block_is_somewhere,
        strengths_are_those_of_the_labels_or_less,
        tokens_belong_to_one_block_each,
        both_sides_share_a_town_only_to_fight,
        units_on_a_board_are_those_in_its_town,
        whoever_is_engaged_lies_open,
        roads_bear_no_more_than_they_may,
        units_march_as_far_as_they_may,
    ),
    opened=lambda purpose: " token " not in purpose and not purpose.startswith("terrain"),
    numbers=range(0, 72 * STEP, STEP),
    sample=range(0, 4 * STEP, STEP),
    counted=range(2 * len(KINDS) * len(PLAYERS)),
    often=5,
    seldom={
        **dict.fromkeys((*BY_HAND, "game_laid_out", "coin_tossed"), 0),
        "use_historical_setup": 1,
    },
)
