"""The rules answer as the oracle does, which was written from the digest alone.

Positions come from random games, and from battle boards that are made up. `make test` looks at
some of each chapter, `make soak` at 2,000.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain, count, islice, takewhile
from random import Random

import pytest

from napoleon.rulesets.napoleon_columbia import (
    RULES,
    attacks,
    combat_moves,
    combat_turns,
    deployment,
    fire,
    hits,
    march,
    morale,
    regrouping,
    reinforcement,
    retreats,
    units,
    victory,
)
from napoleon.rulesets.napoleon_columbia.orders import Deploy, EndDeploy
from tests.napoleon_columbia import second_reading as on_the_map
from tests.napoleon_columbia import second_reading_of_battles as on_the_board
from tests.napoleon_columbia import test_cases_combat
from tests.napoleon_columbia.made_boards import made_board, made_deployment
from tests.napoleon_columbia.oracle_comparison import ANSWERS
from tests.napoleon_columbia.random_play import KINDS, Massed, moments, player_of
from tests.napoleon_columbia.second_reading import Idleness
from tests.napoleon_columbia.second_reading_of_cases import of_cases
from tests.repetitions import so_many, some_of
from tests.rulesets.comparing import Dice, overhearing
from tests.watching import Moment

POSITIONS = pytest.mark.parametrize("positions", so_many(30, 2_000))

Reading = Callable[[Random], Iterator[str]]
"""Looks at a position that is made at random, and says what the oracle says otherwise."""


# -- made-up boards --------------------------------------------------------------------------------


def _on_a_board(name: str) -> Reading:
    def read(random: Random) -> Iterator[str]:
        state = made_board(random)
        (decision,) = RULES.decisions(state)
        if name == "retreats":
            yield from on_the_map.of_retreats(state, decision)
        elif name == "morale":
            yield from on_the_board.of_morale(state)
        elif name in ("routs", "lost_positions"):
            yield from getattr(on_the_board, f"of_{name}")(state, random)
        else:
            yield from getattr(on_the_board, f"of_{name}")(state, decision)

    return read


def _deployments(random: Random) -> Iterator[str]:
    """Both sides deploy at random, and every order on the way is looked at."""
    state = made_deployment(random)
    while (decision := RULES.decisions(state)[0]).kind == "deploy":
        yield from on_the_board.of_deployment(state, decision)
        legal_orders = list(RULES.legal_orders(state, decision))
        weights = [{Deploy: 4, EndDeploy: 9}.get(type(it), 1) for it in legal_orders]
        order = random.choices(legal_orders, weights)[0]
        causes = ANSWERS.decided(state, decision.seat, order, Dice(random))
        state = ANSWERS.after(state, causes)


BOARDS: dict[str, Reading] = {
    name: _on_a_board(name)
    for name in (
        "moves",
        "withdrawals",
        "squares",
        "fire",
        "hits",
        "morale",
        "routs",
        "lost_positions",
        "losses_by_retreat",
        "retreats",
    )
} | {"deployments": _deployments}


@pytest.mark.sampled(6)
@POSITIONS
@pytest.mark.parametrize("chapter", BOARDS)
def test_made_up_boards(chapter: str, positions: int) -> None:
    for number in range(positions):
        found = list(BOARDS[chapter](Random(f"{chapter}/{number}")))
        assert not found, (number, found)


# -- games -----------------------------------------------------------------------------------------

Follower = Callable[[Moment], Iterator[str] | None]
"""Looks at an order of a game before it is given; None where there is nothing to look at."""


def _at(
    kinds: tuple[str, ...], read: Callable[[Moment, Random], Iterator[str]], every: int = 1
) -> Callable[[], Follower]:
    """Reads the positions in which there is a decision of one of these kinds, or every few."""

    def begin() -> Follower:
        numbers, random = count(), Random(0)

        def follow(moment: Moment) -> Iterator[str] | None:
            if moment.decision.kind not in kinds or next(numbers) % every:
                return None
            return read(moment, random)

        return follow

    return begin


def _idleness() -> Follower:
    idleness = Idleness()

    def follow(moment: Moment) -> Iterator[str] | None:
        in_battle = moment.state.phase in ("battle_deploy", "battle")
        return idleness.of(moment.state, moment.causes) if in_battle else None

    return follow


def _skirmishes() -> Follower:
    def follow(moment: Moment) -> Iterator[str] | None:
        fought = any("skirmish" in it.type or it.type == "attack_declared" for it in moment.causes)
        return on_the_map.of_skirmishes(moment.state, moment.causes) if fought else None

    return follow


def _ends(moment: Moment, random: Random) -> Iterator[str]:
    return on_the_map.of_the_end(on_the_map.made_end(moment.state, random), random)


def _combat(moment: Moment, random: Random) -> Iterator[str]:
    state, decision = moment.state, moment.decision
    readings = (
        on_the_board.of_moves,
        on_the_board.of_withdrawals,
        on_the_board.of_squares,
        on_the_board.of_fire,
        on_the_board.of_hits,
        on_the_map.of_retreats,
    )
    return chain.from_iterable(read(state, decision) for read in readings)


def _forced_marches(moment: Moment, random: Random) -> Iterator[str]:
    state = RULES.copied(moment.state)
    return on_the_map.of_forced_marches(state, moment.decision, random)


def _beaten(moment: Moment, random: Random) -> Iterator[str]:
    yield from on_the_map.of_retreats(moment.state, moment.decision)
    yield from on_the_map.of_the_beaten(RULES.copied(moment.state), random)


GAMES: dict[str, Callable[[], Follower]] = {
    "marches": _at(
        ("march",), lambda it, _: on_the_map.of_marches(it.state, it.decision), every=11
    ),
    "forced marches": _at(("march",), _forced_marches, every=7),
    "skirmishes": _skirmishes,
    "beaten sides": _at(("beaten",), _beaten),
    "deployments": _at(
        ("deploy",), lambda it, _: on_the_board.of_deployment(it.state, it.decision)
    ),
    "combat": _at(("combat",), _combat),
    "reinforcements": _at(
        ("reinforcement",), lambda it, _: on_the_map.of_reinforcements(it.state, it.decision)
    ),
    "regroupings": _at(
        ("regroup",), lambda it, _: on_the_map.of_regroupings(it.state, it.decision)
    ),
    "stalemates": _idleness,
    "handicaps": _at(("handicap",), lambda it, _: on_the_map.of_handicaps(it.state, it.decision)),
    "ends of turns": _at(("march",), _ends, every=5),
}
"""What is looked at in games, chapter by chapter; each game is begun with a fresh look."""


LARGE_BATTLES = ("reinforcements", "regroupings", "deployments", "combat", "stalemates")
"""Chapters that are looked at in games of who marches with many units together."""


def _games_of(chapter: str) -> Iterator[Iterator[Moment]]:
    """Games of all kinds in which the chapter comes up, as far as it can."""
    for number in count(0, 13):  # another kind and another player each time
        if chapter == "handicaps":
            if KINDS[number % len(KINDS)].options["bidding"]:
                yield takewhile(lambda moment: not moment.state.turn, moments(number))
        elif chapter not in LARGE_BATTLES or isinstance(player_of(number), Massed):
            yield moments(number)


def _read(chapter: str) -> Iterator[list[str]]:
    """Every position of the chapter in such games, with what the oracle says otherwise."""
    for game in _games_of(chapter):
        follow = GAMES[chapter]()
        for moment in game:
            found = follow(moment)
            if found is not None:
                yield list(found)


SELDOM = {"handicaps": 15, "regroupings": 15, "reinforcements": 20}
"""Positions that `make test` looks at of what comes up in few games."""

ENOUGH = [(chapter, SELDOM.get(chapter, 30)) for chapter in GAMES]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("chapter", "positions"),
    some_of(ENOUGH, [*ENOUGH, *((chapter, 2_000) for chapter in GAMES)], together=True),
)
def test_games(chapter: str, positions: int) -> None:
    for number, found in enumerate(islice(_read(chapter), positions)):
        assert not found, (number, found)


# -- that it is no idle comparison -----------------------------------------------------------------


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("module", "name", "wrong", "chapter"),
    [
        (march, "GROUPS", {"french": 3, "anglo": 2, "prussian": 2}, "marches"),
        (march, "ROAD_LIMITS", {"major": 2, "minor": 1}, "marches"),
        (units, "march_allowance", lambda table, unit: 2, "marches"),
        (attacks, "LEAST", 2, "skirmishes"),
        (retreats, "ROAD_LIMITS", {"major": 3, "minor": 2}, "beaten sides"),
        (reinforcement, "ROAD_LIMITS", {"major": 3, "minor": 2}, "reinforcements"),
        (regrouping, "ROAD_LIMITS", {"major": 3, "minor": 2}, "regroupings"),
        (combat_turns, "PATIENCE", 1, "stalemates"),
        (victory, "CITIES_TO_WIN", 1, "ends of turns"),
        (deployment, "_fits", lambda table, together: True, "deployments"),
        (deployment, "_can_be_filled", lambda *args: 0, "deployments"),
        (units, "combat_moves", lambda table, unit: 2, "moves"),
        (combat_moves, "MOST_CROSSINGS", 3, "moves"),
        (retreats, "ROUT_LOSSES", {"inf": 1, "foot_art": 1, "horse_art": 1, "leader": 0}, "routs"),
        (morale, "GOOD", 3, "morale"),
        (fire, "spares_farm", lambda *args: False, "hits"),
        (hits, "targets", lambda *args: [], "fire"),
    ],
)
def test_a_wrong_rule_is_noticed(
    monkeypatch: pytest.MonkeyPatch, module: object, name: str, wrong: object, chapter: str
) -> None:
    monkeypatch.setattr(module, name, wrong)
    found: Iterator[list[str]]
    if chapter in BOARDS:
        found = (list(BOARDS[chapter](Random(f"{chapter}/{n}"))) for n in range(300))
    else:
        found = islice(_read(chapter), 600)
    assert any(found)


def test_a_wrong_rule_is_noticed_in_a_case(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cases are held against the oracle: see `conftest`."""
    case = test_cases_combat.test_case_12_nobody_moves_sideways_but_through_the_reserve
    with overhearing(RULES) as heard:
        case()
    assert heard and not list(of_cases(heard))
    monkeypatch.setattr(units, "combat_moves", lambda table, unit: 0)
    with overhearing(RULES) as heard, suppress(AssertionError):
        case()
    assert list(of_cases(heard))
