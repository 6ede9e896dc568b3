"""What holds in every game, whoever plays it.

Games of every kind are played by players of every temper. Then hypothesis chooses the orders.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache

import pytest
from hypothesis import given, settings

from napoleon.chance import PUBLIC
from napoleon.rules.events import TOPICS, Event, total
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.events.blocks import TokensReplaced
from napoleon.rulesets.napoleon_columbia.events.combat import CombatTurnStarted, UnitReinforced
from napoleon.rulesets.napoleon_columbia.events.march import UnitMarched
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRegrouped, UnitRetreated
from napoleon.rulesets.napoleon_columbia.events.setup import GameLaidOut
from napoleon.rulesets.napoleon_columbia.events.turn import ArmyDefeated, TurnStarted
from napoleon.rulesets.napoleon_columbia.march import limit_of
from napoleon.rulesets.napoleon_columbia.sides import ARMIES, side_of
from napoleon.rulesets.napoleon_columbia.table import at
from tests.napoleon_columbia.random_play import (
    KINDS,
    PLAYERS,
    Play,
    moments,
    plays,
    replay,
    whole_game,
)
from tests.repetitions import repetitions
from tests.watching import MAPPER, digest, stored

STEP = 13
"""From game to game another kind and another player come up."""

EXPLAINED = {
    "forced_march_checked": "total",
    "morale_checked": "total",
    "rout_loss_due": "steps",
    "skirmisher_fired": "firepower",
    "supply_loss_due": "units",
    "unit_fired": "firepower",
    "unit_marched": "limit",
}
"""The number that the breakdown of an event explains."""

PACK = RULES.pack


@pytest.fixture(
    scope="module",
    params=repetitions(6, 72),
    ids=lambda n: f"{n}-{KINDS[n * STEP % len(KINDS)]}",
)
def game(request: pytest.FixtureRequest) -> Play:
    return _game(request.param * STEP)


@lru_cache(maxsize=4)
def _game(number: int) -> Play:
    return whole_game(number)


# -- replay ----------------------------------------------------------------------------------------


def the_log_gives_the_positions_that_were_played(game: Play) -> None:
    events = [MAPPER.to_domain_event(row) for row in game.log]
    assert len(events) == len(game.live)
    for version, (_, state) in enumerate(replay(events), 1):  # type: ignore[arg-type]
        assert digest(state) == game.live[version - 1], version
        if version in game.positions:
            assert digest(state) == digest(game.positions[version])
            assert RULES.decisions(state) == game.asked[version]


def only_dice_and_the_coin_are_drawn_in_the_open(game: Play) -> None:
    for call in game.calls:
        hidden = " token " in call.purpose or call.purpose.startswith("terrain")
        assert (call.chain == PUBLIC) != hidden, call


def no_event_changes_once_it_is_recorded(game: Play) -> None:
    assert [stored(event) for event in game.events] == game.log


# -- blocks ----------------------------------------------------------------------------------------


def every_block_is_somewhere(game: Play) -> None:
    """58 are placed, unplaced, eliminated, or left the map with their army [11.0, N-67]."""
    left: set[str] = set()
    before: set[str] = set()
    for event, state in replay(game.events):
        if isinstance(event, ArmyDefeated):
            left |= before - set(state.blocks)
        before = set(state.blocks)
        lost = [unit for units in state.eliminated.values() for unit in units]
        assert sorted([*state.blocks, *lost, *left]) == sorted(PACK.blocks), event
        for army, units in state.eliminated.items():
            assert all(PACK.blocks[unit].army == army for unit in units), event


def strengths_are_those_of_the_labels_or_less(game: Play) -> None:
    before: dict[str, int] = {}
    for event, state in replay(game.events):
        for unit, block in state.blocks.items():
            assert 1 <= block.strength <= PACK.blocks[unit].max_strength, event
            assert block.strength <= before.get(unit, block.strength), event
            before[unit] = block.strength


def tokens_belong_to_one_block_each(game: Play) -> None:
    used: set[str] = set()
    for event, state in replay(game.events):
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
    for event, state in replay(game.events):
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
    for event, state in replay(game.events):
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
    for event, state in replay(game.events):
        if isinstance(event, UnitMarched):
            block = state.blocks[event.unit]
            normal = 1 if PACK.blocks[event.unit].type in ("inf", "foot_art") else 2
            assert len(block.path) <= normal + (not state.night), event
            assert event.forced == (len(block.path) > normal), event
        for army in ARMIES:
            groups = [it for it in state.groups if it[0] == army]
            assert len(groups) == len(set(groups)) <= (2 if army == "french" else 1), event


# -- what is told ----------------------------------------------------------------------------------


def breakdowns_sum_to_the_numbers_that_they_explain(game: Play) -> None:
    for event in game.events:
        if "breakdown" in event.payload:
            assert total(event.breakdown) == getattr(event, EXPLAINED[event.type]), event  # type: ignore[attr-defined]


def every_event_cites_clauses_of_the_rules(game: Play) -> None:
    for event in game.events:
        assert event.clauses or isinstance(event, GameLaidOut), event
        named = [*event.clauses, *(line.clause for line in getattr(event, "breakdown", ()))]
        assert all(RULES.clause(clause) is not None for clause in named), event


def decisions_have_ids_of_their_own(game: Play) -> None:
    asked: dict[str, int] = {}
    given_at = {answer.version: answer.decision for answer in game.answers}
    for version in sorted(game.asked):
        for decision in game.asked[version]:
            last = asked.setdefault(decision.id, version)
            answered = [v for v, it in given_at.items() if it.id == decision.id and v < version]
            assert not answered, (decision, last, version)


def whoever_has_to_decide_has_something_to_choose(game: Play) -> None:
    for version, decisions in game.asked.items():
        state = game.positions[version]
        assert bool(decisions) == (state.result is None), version
        if version % 5 == 0:
            for decision in decisions:
                assert any(True for _ in RULES.legal_orders(state, decision)), decision


ALWAYS: tuple[Callable[[Play], None], ...] = (
    the_log_gives_the_positions_that_were_played,
    only_dice_and_the_coin_are_drawn_in_the_open,
    no_event_changes_once_it_is_recorded,
    every_block_is_somewhere,
    strengths_are_those_of_the_labels_or_less,
    tokens_belong_to_one_block_each,
    both_sides_share_a_town_only_to_fight,
    units_on_a_board_are_those_in_its_town,
    whoever_is_engaged_lies_open,
    roads_bear_no_more_than_they_may,
    units_march_as_far_as_they_may,
    breakdowns_sum_to_the_numbers_that_they_explain,
    every_event_cites_clauses_of_the_rules,
    decisions_have_ids_of_their_own,
    whoever_has_to_decide_has_something_to_choose,
)
"""What holds for every game, finished or not."""


@pytest.mark.parametrize("holds", ALWAYS, ids=lambda holds: holds.__name__)
def test_in_whole_games(game: Play, holds: Callable[[Play], None]) -> None:
    holds(game)


@settings(max_examples=20, deadline=None)
@given(plays())
def test_whatever_is_chosen(play: Play) -> None:
    for holds in ALWAYS:
        holds(play)


# -- what happens at all ---------------------------------------------------------------------------

BY_HAND = {
    "player_resigned",
    "end_offered",
    "end_offers_lapsed",
    "game_drawn",
    "resign",
    "agree_to_end",
}
"""What answers no decision: `test_ending` looks at it."""


@pytest.mark.soak
def test_everything_happens_in_the_games() -> None:
    """Every event and every verb comes up, often enough to say something."""
    happened: Counter[type[Event]] = Counter()
    given_: Counter[type[Order]] = Counter()
    for number in range(2 * len(KINDS) * len(PLAYERS)):
        for moment in moments(number):
            given_[type(moment.order)] += 1
            happened.update(map(type, moment.causes))
    laid_out = {"game_laid_out", "coin_tossed"}  # before the first order
    events = [
        cls
        for topic, cls in TOPICS.items()
        if topic.startswith("napoleon_columbia.") and "corrections" not in cls.__module__
    ]
    names = {cls: cls.topic.partition(".")[2].partition("/")[0] for cls in events}
    seldom = [name for cls, name in names.items() if happened[cls] < 5]
    assert set(seldom) <= BY_HAND | laid_out, seldom
    rare = [it.__name__ for it in RULES.verbs if given_[it] < 5]
    assert set(rare) <= {"Resign", "AgreeToEnd", "UseHistoricalSetup"}, rare
    assert given_[orders.UseHistoricalSetup], "the cards are used in a set-up of one's own"
