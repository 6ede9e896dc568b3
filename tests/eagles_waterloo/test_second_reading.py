"""The rules answer as the oracle does, which was written from the digest alone.

Positions come from battlefields that are made up, from random games, and from games of the bot
against itself. `make test` looks at some of each chapter, `make soak` at 2,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from random import Random
from typing import Any

import pytest

from napoleon.rulesets.eagles_waterloo import (
    RULES,
    actions,
    arrival,
    capture,
    chart,
    combat,
    commanders,
    deck_rules,
    decoys,
    deployment,
    fire,
    generals,
    morale,
    moves,
    orders,
    ratings,
    rivers,
    room,
    shock,
    sites,
    targets,
    terrain,
    victory,
)
from napoleon.rulesets.eagles_waterloo.campaign import aftermath, splits, stages
from napoleon.rulesets.eagles_waterloo.specials import effects, naming, playing
from napoleon.rulesets.eagles_waterloo.state import State
from tests.eagles_waterloo import second_reading_of_campaigns as on_campaigns
from tests.eagles_waterloo import second_reading_of_decks as on_decks
from tests.eagles_waterloo import test_cases_moves
from tests.eagles_waterloo.made_boards import crowded_board, made_board, made_deployment
from tests.eagles_waterloo.random_play import moments
from tests.eagles_waterloo.second_reading import PHASES, READINGS
from tests.eagles_waterloo.second_reading_of_cases import of_cases
from tests.eagles_waterloo.second_reading_of_room import of_room
from tests.repetitions import so_many, some_of
from tests.rulesets.bot_games import Bots
from tests.rulesets.comparing import overhearing
from tests.watching import Moment, Player

Reading = Callable[[Random], Iterator[str]]
"""Looks at a position that is made at random, and says what the oracle says otherwise."""


# -- made-up battlefields --------------------------------------------------------------------------


def _on_a_board(chapter: str) -> Reading:
    def read(random: Random) -> Iterator[str]:
        state = made_board(random, random.choice(PHASES[chapter]))
        (decision,) = RULES.decisions(state)
        yield from READINGS[chapter](state, decision, random)

    return read


def _crowd(random: Random) -> Iterator[str]:
    state = crowded_board(random)
    (decision,) = RULES.decisions(state)
    yield from of_room(state, decision, random)


def _deployment(random: Random) -> Iterator[str]:
    """A muster of which some cards lie in positions already, and the whole of it in one list."""
    state = made_deployment(random)
    seat = random.choice([it.seat for it in RULES.decisions(state)])
    yield from on_decks.of_layouts(state, seat, random)
    for _ in range(random.randint(0, 9)):
        state = _with_another_card_laid(state, seat, random)
    yield from on_decks.of_deployment(state, seat, random)


def _with_another_card_laid(state: State, seat: str, random: Random) -> State:
    (decision,) = [it for it in RULES.decisions(state) if it.seat == seat]
    laying = (orders.Place, orders.OccupyTerrain)
    legal_orders = [it for it in RULES.legal_orders(state, decision) if isinstance(it, laying)]
    if not legal_orders:
        return state
    events = RULES.decide(state, seat, random.choice(legal_orders), None)  # type: ignore[arg-type]
    assert isinstance(events, list)
    for event in events:
        state = RULES.apply(state, event)
    return state


BOARDS: dict[str, Reading] = {
    **{chapter: _on_a_board(chapter) for chapter in READINGS},
    "full positions": _crowd,
    "decks": on_decks.of_decks,
    "deployments": _deployment,
    "ends of battles": on_campaigns.of_the_end_of_a_battle,
    "splits": on_campaigns.of_splits,
}


ENOUGH = [(chapter, 30 if chapter in ("fire", "shock", "morale") else 12) for chapter in BOARDS]


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("chapter", "positions"),
    some_of(ENOUGH, [*ENOUGH, *((chapter, 2_000) for chapter in BOARDS)], together=True),
)
def test_made_up_positions(chapter: str, positions: int) -> None:
    for number in range(positions):
        found = list(BOARDS[chapter](Random(f"{chapter}/{number}")))
        assert not found, (number, found)


def test_the_chart_with_its_pools_and_scales() -> None:
    assert list(on_decks.of_the_chart()) == []


def test_the_armies_with_which_the_campaign_begins() -> None:
    assert list(on_campaigns.of_the_opening()) == []


# -- games -----------------------------------------------------------------------------------------


def _looked_at(chapter: str, moment: Moment, number: int) -> list[str] | None:
    if moment.decision.kind not in PHASES[chapter]:
        return None
    random = Random(f"{chapter}/{number}")
    return list(READINGS[chapter](moment.state, moment.decision, random))


SELDOM = {"morale": 5}
"""What comes up so many times less often than the others."""


@pytest.mark.parametrize("positions", so_many(20, 2_000))
def test_games(positions: int) -> None:
    _read_games(positions, lambda number: None)


@pytest.mark.parametrize("positions", so_many(12, 2_000))
def test_games_of_the_bot_against_itself(positions: int) -> None:
    _read_games(positions, partial(Bots, RULES))


def _read_games(positions: int, player_of: Callable[[int], Player | None]) -> None:
    """As many positions of each chapter, of games of every scenario and scale in turn."""
    wanted = {chapter: positions // SELDOM.get(chapter, 1) for chapter in READINGS}
    for game in count(0, 73):  # from game to game another kind and another player
        for number, moment in enumerate(moments(game, player_of(game))):
            found = list(on_campaigns.of_an_end(moment.state, moment.causes))
            assert not found, (game, number, found)
            for chapter in [it for it, left in wanted.items() if left]:
                read = _looked_at(chapter, moment, number)
                assert not read, (game, number, read)
                wanted[chapter] -= read is not None
            if not any(wanted.values()):
                return


# -- that it is no idle comparison -----------------------------------------------------------------


def _nothing(*args: Any, **named: Any) -> None:
    return None


WRONG: list[tuple[Any, str, Any, str]] = [
    (fire, "_refuse_range", _nothing, "fire"),
    (targets, "are_open", lambda *args: True, "fire"),
    (targets, "refuse_woods", _nothing, "fire"),
    (ratings, "MOST", 4, "shock"),
    (ratings, "SHOCK_OF_LANCERS", 3, "shock"),
    (shock, "_charges", lambda *args: False, "shock"),
    (effects, "NO_SHOCK", "", "shock"),
    (generals, "support", lambda *args: [], "morale"),
    (generals, "DEADLY", 5, "morale"),
    (morale, "VALUES", {"A": 4, "B": 3, "C": 2, "D": 2}, "morale"),
    (morale, "WORST", 7, "morale"),
    (effects, "hits_removed", lambda *args: 0, "morale"),
    (commanders, "corps_of", lambda *args: "A", "morale"),
    (moves, "way_of", lambda *args: "", "moves"),
    (actions, "OWN_MOVES", {"cavalry": 2}, "moves"),
    (actions, "has_extra_move", lambda *args: False, "moves"),
    (arrival, "is_limited", lambda *args: False, "moves"),
    (rivers, "refuse_crossing", _nothing, "moves"),
    (commanders, "refuse_field", _nothing, "moves"),
    (actions, "refuse_moved", _nothing, "formations"),
    (combat, "MOST", 5, "formations"),
    (sites, "MOST_TERRAIN", 1, "terrain"),
    (sites, "INFANTRY_ONLY", ("building",), "terrain"),
    (terrain, "_refuse_without_move", _nothing, "terrain"),
    (room, "_goes_on", lambda *args: True, "full positions"),
    (room, "MOST", 5, "full positions"),
    (room, "LEADERS", 2, "room"),
    (decoys, "_decoys", lambda *args: [], "decoys"),
    (generals, "alone", lambda *args: iter(()), "instants"),
    (capture, "able", lambda *args: [], "instants"),
    (victory, "won_position", lambda *args: ("", ""), "instants"),
    (playing, "MOST", 1, "specials"),
    (playing, "_rally", _nothing, "specials"),
    (playing, "_refuse_nation", _nothing, "specials"),
    (naming, "RALLIED", ("A", "B", "C", "D"), "specials"),
    (naming, "OWN_POSITION", set(), "specials"),
    (deck_rules, "LEAST_UNITS", 7, "decks"),
    (deck_rules, "LEAST_CUSTOM", 9, "decks"),
    (chart, "HAL", "waterloo", "decks"),
    (deployment, "MOST", 5, "deployments"),
    (aftermath, "winner_of", lambda battle: "french", "ends of battles"),
    (aftermath, "_serves", lambda *args: True, "ends of battles"),
    (stages, "DECIDING", ("wavre", "charleroi"), "ends of battles"),
    (splits, "LEAST_CARDS", 11, "splits"),
]
"""A module, what is wrong in it, with what instead, and the chapter in which that is seen."""


SEARCHED = 1_000
"""Boards that are made up until one shows what is wrong."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("module", "name", "wrong", "chapter"), WRONG)
def test_a_wrong_rule_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, wrong: object, chapter: str
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert any(_seen(chapter, number) for number in range(SEARCHED))


def _seen(chapter: str, number: int) -> bool:
    """Whether the oracle says otherwise, or the game can no longer go on at all."""
    try:
        return any(BOARDS[chapter](Random(f"{chapter}/{number}")))
    except (AssertionError, ValueError):
        return True


def test_a_wrong_rule_is_noticed_in_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases are held against the oracle: see `conftest`."""
    case = test_cases_moves.test_case_12_cavalry_charges_out_of_the_reserve
    with overhearing(RULES) as heard:
        case()
    assert heard and not list(of_cases(heard))
    monkeypatch.setattr(actions, "OWN_MOVES", {})
    with overhearing(RULES) as heard, suppress(AssertionError):
        case()
    assert list(of_cases(heard))
