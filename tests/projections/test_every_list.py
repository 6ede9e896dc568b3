"""Every list of games shows what it should, and takes no longer where there are more games."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from random import Random
from typing import Any

import pytest
import redis
from eventsourcing.persistence import Tracking
from msgspec import structs

from napoleon.play.games import Games
from projections.encoding import encode
from projections.lobby import (
    DRAWN,
    OVER,
    RUNNING,
    STATUSES,
    WAITING,
    Wanted,
    is_wanted,
    tags,
)
from projections.rows import Changes, LobbyRow, Step
from projections.store import ViewStore, open_views

EDITION = "an edition"

HOUR = 3_600_000_000

SINCE = 1_700_000_000_000_000

RULESETS, SCENARIOS = ("one", "other"), ("spring", "fall")

WINNERS = ("red", "blue")

FEW, MANY = 400, 4_000

FILTERS: list[Wanted] = [
    Wanted(status=status, ruleset=ruleset, scenario=scenario, winner=winner, year=year)
    for status, ruleset, scenario, winner, year in product(
        (None, *STATUSES),
        (None, "one", "seldom", "none"),
        (None, "spring", "seldom", "none"),
        (None, "red", "seldom", DRAWN, "nobody"),
        (None, 2023, 2019),
    )
] + [
    Wanted(is_open=True, status=status, ruleset=ruleset)
    for status, ruleset in product((None, WAITING, RUNNING), (None, "one", "seldom"))
]
"""Whatever may be asked for at once."""


@pytest.fixture
def views(games: Games, env: dict[str, str]) -> ViewStore:
    """A store in which nothing was drawn, of a log that has a key to seal what is."""
    assert games.recorder.max_notification_id() is None
    return open_views(env)


def entry(number: int, **said: Any) -> dict[str, Any]:
    return {
        "id": f"{number:010}",
        "ruleset": "one",
        "scenario": "spring",
        "status": OVER,
        "created": SINCE + number * HOUR,
        "open_seats": [],
        "result": None,
        **said,
    }


def over(number: int, winner: str | None, **said: Any) -> dict[str, Any]:
    return entry(number, result={"winner": winner}, **said)


def put(views: ViewStore, entries: Sequence[Mapping[str, Any]]) -> None:
    """Draw games so, whatever they were before."""
    position = views.begin(EDITION)
    shown = views.shown([it["id"] for it in entries], edition=EDITION)
    changes = Changes()
    for it in entries:
        game = it["id"]
        version = shown.get(game, 0) + 1
        changes.steps.append(Step(game, shown.get(game, 0), version))
        told = f" {' '.join(tags(it))} "
        row = (game, version, it["created"], it["ruleset"], it["status"], encode(it), True, told)
        changes.lobby.append(LobbyRow(*row))
    views.record(changes, after=position, tracking=Tracking(EDITION, position))


def listed(views: ViewStore, wanted: Wanted, **part: Any) -> list[str]:
    found = views.lobby(wanted, edition=EDITION, reached=(0,), **part)
    assert found is not None
    return [it.game for it in found]


def at_random(number: int, random: Random) -> dict[str, Any]:
    status = random.choice(STATUSES)
    said = {
        "ruleset": random.choice((*RULESETS, "seldom")),
        "scenario": random.choice((*SCENARIOS, "seldom")),
        "status": status,
        "open_seats": ["red"] if status != OVER and random.random() < 0.5 else [],
    }
    winner = random.choice((*WINNERS, "seldom", None))
    return over(number, winner, **said) if status == OVER else entry(number, **said)


def test_every_list_shows_what_is_wanted_and_nothing_else(views: ViewStore) -> None:
    """Also after games have gone on, have ended, and were rewound to before their end."""
    random = Random(1815)
    views.begin(EDITION)
    games = {it: at_random(it, random) for it in range(120)}
    for _ in range(3):
        put(views, list(games.values()))
        newest = sorted(games.values(), key=lambda it: -it["created"])
        for wanted in FILTERS:
            few = structs.replace(wanted, limit=200)
            expected = [it["id"] for it in newest if is_wanted(it, few, None)]
            assert listed(views, few) == expected, wanted
            if len(expected) > 3:
                third = next(it for it in newest if it["id"] == expected[2])
                before, page = (third["created"], third["id"]), structs.replace(few, limit=1)
                following = listed(views, page, before=before, besides=[expected[3]])
                assert following == expected[4:6], wanted
        for number in random.sample(range(120), 60):
            again = at_random(number, random)
            # Neither rules nor scenario of a game ever change.
            games[number] = {**again, **{it: games[number][it] for it in ("ruleset", "scenario")}}


def test_a_choice_of_games_comes_in_the_order_of_their_founding(views: ViewStore) -> None:
    views.begin(EDITION)
    # Three of them were set up at the same time, so that their ids say which comes first.
    games = [entry(it, created=SINCE + it // 3 * HOUR) for it in range(30)]
    put(views, games)
    chosen = frozenset(it["id"] for it in games[::2]) | {"nowhere"}
    expected = [it["id"] for it in reversed(games[::2])]
    assert listed(views, Wanted(games=chosen)) == expected
    middle = games[14]
    before = middle["created"], middle["id"]
    assert listed(views, Wanted(games=chosen, limit=2), before=before) == expected[8:11]
    assert listed(views, Wanted(games=chosen, ruleset="other")) == []
    assert listed(views, Wanted(games=frozenset())) == []


def many(views: ViewStore, first: int, last: int) -> None:
    """Games of which few are seldom, and as many have open seats as had before."""
    for start in range(first, last, 500):
        put(
            views,
            [
                entry(it, status=(WAITING, RUNNING)[it // 10 % 2], scenario=SCENARIOS[it // 20 % 2])
                if it % 10 == 0
                else over(
                    it,
                    WINNERS[it % 2],
                    ruleset=RULESETS[it // 2 % 2],
                    scenario=SCENARIOS[it // 4 % 2],
                )
                for it in range(start, min(start + 500, last))
            ],
        )


@pytest.fixture
def work(views: ViewStore, views_env: dict[str, str]) -> Callable[[Callable[[], object]], int]:
    """Counts the steps that the database takes for something, whichever it is."""
    if "REDIS_URL" in views_env:
        return lambda ask: _calls(views_env["REDIS_URL"], ask)
    return lambda ask: _steps(views, ask)


def _steps(views: Any, ask: Callable[[], object]) -> int:
    with steps_of(views.inner._file) as counted:
        ask()
    return counted[0]


@contextmanager
def steps_of(datastore: Any) -> Iterator[list[int]]:
    """How many instructions SQLite carries out for what this thread selects, in tens."""
    counted = [0]

    def step() -> None:
        counted[0] += 1

    connection: sqlite3.Connection = datastore._reader()
    connection.set_progress_handler(step, 10)
    try:
        yield counted
    finally:
        connection.set_progress_handler(None, 0)


def _calls(url: str, ask: Callable[[], object]) -> int:
    """How many commands are carried out in Redis, those of its scripts too."""
    with redis.Redis.from_url(url) as client:
        client.config_resetstat()
        ask()
        found = client.info("commandstats")
    return sum(it["calls"] for it in found.values())


@pytest.mark.sampled(1)
def test_no_list_takes_longer_where_there_are_more_games(
    views: ViewStore, work: Callable[[Callable[[], object]], int]
) -> None:
    """What is asked of the database is counted, as time depends on what else a machine does.

    A page of a list that had fewer games than it has room for may cost as much as a whole one, of
    which some are looked at in vain.
    """
    views.begin(EDITION)
    size = 20
    asked = [structs.replace(it, limit=size) for it in FILTERS]
    chosen = frozenset(f"{it:010}" for it in range(0, 100, 5))
    asked += [Wanted(games=chosen, limit=size, status=it) for it in (None, OVER, RUNNING)]
    many(views, 0, FEW)
    whole = work(lambda: listed(views, Wanted(limit=size)))
    few = [work(lambda it=it: listed(views, it)) for it in asked]  # type: ignore[misc]
    many(views, FEW, MANY)
    for wanted, before in zip(asked, few, strict=True):
        found = work(lambda: listed(views, wanted))  # noqa: B023
        assert found <= max(1.5 * before, 5 * whole), wanted
