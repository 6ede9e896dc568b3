"""Without read models a page is read from the log, and opens about as many games as it holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent

from napoleon.log.events.cases import RulingGiven
from napoleon.log.store.recorder import RULING, ListedGames
from napoleon.play.games import Games
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from projections import listing, reading
from projections.lobby import Wanted
from projections.rulings import Wanted as WantedRulings
from projections.store import ViewStore, open_views
from projections.worker import catch_up, draw
from tests.core.play import Clock, play
from tests.many_games import copied_often
from tests.toy import Toy

MANY = 700


class Opened:
    """How many games were rebuilt from the log."""

    def __init__(self) -> None:
        self.count = 0

    @contextmanager
    def replaying(self) -> Iterator[None]:
        self.count += 1
        yield


@pytest.fixture
def opened() -> Opened:
    return Opened()


@pytest.fixture
def env(log_env: dict[str, str]) -> dict[str, str]:
    """A log on each database."""
    return log_env


@pytest.fixture
def games(env: dict[str, str], opened: Opened) -> Iterator[Games]:
    rulesets = {"toy": Toy()}
    with Games(env, rulesets=rulesets, clock=Clock(), replaying=opened.replaying) as games:
        yield games


@pytest.fixture
def views(env: dict[str, str]) -> ViewStore:
    """Read models in which nothing has been drawn."""
    return open_views({"NAPOLEON_HOME": env["NAPOLEON_HOME"], "CREATE_TABLE": "yes"})


@pytest.fixture
def first(games: Games) -> str:
    """The oldest game, in which nothing was done yet."""
    return games.create("toy", "short", {"turns": 1}, awaits_seats=True).game.id


def ids(entries: Any) -> list[str]:
    return [entry["id"] for entry in entries]


def walked(games: Games, views: ViewStore, opened: Opened, **wanted: Any) -> list[str]:
    """All games that are found page by page; each page opens few."""
    found: list[str] = []
    after = None
    while True:
        before, asked = opened.count, Wanted(after=after, **wanted)
        page, after = reading.lobby(games, views, asked)
        assert opened.count - before <= asked.limit + listing.MARGIN
        found += ids(page)
        if after is None:
            return found


def test_a_page_opens_no_more_games_than_fit_on_it(
    games: Games, env: dict[str, str], views: ViewStore, first: str, opened: Opened
) -> None:
    made = [*copied_often(env, first, MANY), first]
    page, following = reading.lobby(games, views, Wanted(limit=20))
    assert (ids(page), following) == (made[:20], made[19])
    assert opened.count <= 20 + listing.MARGIN
    page, following = reading.lobby(games, views, Wanted(limit=20, after=following))
    assert (ids(page), following) == (made[20:40], made[39])
    assert walked(games, views, opened, limit=100) == made


def test_what_hardly_any_game_is_is_found_by_going_on(
    games: Games, env: dict[str, str], views: ViewStore, first: str, opened: Opened
) -> None:
    over = games.create("toy", "short", {"turns": 1}).game.id
    play(games, over, 100)
    wide = games.create("toy", "wide", {}).game.id
    games.put_name(over, "red", "Ney")
    copied_often(env, first, MANY)
    before = opened.count
    page, following = reading.lobby(games, views, Wanted(status="over", limit=20))
    assert page == []
    assert following is not None, "it says where to go on"
    assert opened.count - before <= 20 + listing.MARGIN
    assert walked(games, views, opened, status="over", limit=100) == [over]
    winner = games.open(over).result.winner or "drawn"  # type: ignore[union-attr]
    assert walked(games, views, opened, winner=winner, limit=100) == [over]
    # What the log's own list knows is found at once.
    for wanted in (
        {"scenario": "wide"},
        {"games": frozenset([wide])},
        {"game": wide},
        {"scenario": "wide", "ruleset": "toy"},
    ):
        before = opened.count
        page, following = reading.lobby(games, views, Wanted(limit=20, **wanted))  # type: ignore[arg-type]
        assert (ids(page), following) == ([wide], None)
        assert opened.count - before <= 1
    assert reading.lobby(games, views, Wanted(ruleset="chess")) == ([], None)
    assert reading.lobby(games, views, Wanted(games=frozenset())) == ([], None)


def test_years_are_those_of_utc(games: Games, views: ViewStore, first: str) -> None:
    year = datetime.fromtimestamp(games.created(first).at / 1e6, UTC).year
    assert ids(reading.lobby(games, views, Wanted(year=year))[0]) == [first]
    for other in (1970, year - 1, year + 1, 9999):
        assert reading.lobby(games, views, Wanted(year=other)) == ([], None)


def test_an_unlisted_game_stays_unlisted(
    games: Games, env: dict[str, str], views: ViewStore, opened: Opened
) -> None:
    hidden = games.create("toy", "short", {}, unlisted=True).game.id
    copied_often(env, hidden, MANY)
    assert reading.lobby(games, views, Wanted()) == ([], None)
    assert games.recorder.listed(ListedGames(limit=10)) == []
    before = opened.count
    assert ids(reading.lobby(games, views, Wanted(game=hidden))[0]) == [hidden], "asked for by id"
    assert opened.count - before <= 1
    shown = games.create("toy", "short", {}).game.id
    assert reading.lobby(games, views, Wanted(after=hidden))[1] is None
    assert ids(reading.lobby(games, views, Wanted())[0]) == [shown]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("drawn", [0, 1, MANY - 20, MANY])
def test_read_models_that_are_merely_behind_cost_no_more(
    games: Games, env: dict[str, str], views: ViewStore, first: str, opened: Opened, drawn: int
) -> None:
    """After a rebuild, an upgrade, or a log that was put back they begin with nothing."""
    position = catch_up(games, views)
    made = [*copied_often(env, first, MANY), first]
    while position < drawn:
        batch = games.recorder.select_notifications(position + 1, min(100, drawn - position))
        position = draw(games, views, batch, position)
    assert walked(games, views, opened, limit=50) == made


def test_games_whose_first_event_says_nothing_are_passed_over(
    games: Games, views: ViewStore, first: str
) -> None:
    told = (b"{}", b"no JSON", b"[1]", b'{"at":"x","ruleset":"toy","scenario":"short"}', b"\xff")
    for number, state in enumerate(told):
        games.recorder.insert_events([StoredEvent(f"g{number}", 1, "toy.passed/1", state)])
    assert ids(reading.lobby(games, views, Wanted())[0]) == [first]


# -- rulings ---------------------------------------------------------------------------------------


def ruled(games: Games, game_id: str, clause: str = "END") -> None:
    def write(act: Transaction) -> None:
        text = texts.keep(act, games, "Rivoli!")
        act.record(RulingGiven(0, "stand", (clause,), text), by="referee")

    games.transact(game_id, write)


def test_rulings_are_listed_by_the_database() -> None:
    assert RulingGiven.topic == RULING


def test_a_page_of_rulings_opens_no_more_games_than_fit_on_it(
    games: Games, views: ViewStore, env: dict[str, str], opened: Opened
) -> None:
    # All are ruled in within a second, so their ids say which comes first.
    made = sorted(games.create("toy", "short", {}, referee=True).game.id for _ in range(60))
    for number, game_id in enumerate(made):
        ruled(games, game_id, "END" if number else "PASS")
    hidden = games.create("toy", "short", {}, referee=True, unlisted=True).game.id
    ruled(games, hidden)
    with Games(env, rulesets=games.rulesets, replaying=opened.replaying) as fresh:
        before = opened.count
        page, last = reading.rulings(fresh, views, WantedRulings(limit=5))
        assert [it["game"] for it in page] == made[:-6:-1]
        assert last == (page[-1]["at"], page[-1]["game"], page[-1]["version"])
        assert opened.count - before <= 5 + listing.MARGIN
        before = opened.count
        page, last = reading.rulings(fresh, views, WantedRulings(limit=5, clause="PASS"))
        assert (page, last is None) == ([], False)
        assert opened.count - before <= 5 + listing.MARGIN
        found = []
        while last is not None:
            asked = WantedRulings(limit=5, clause="PASS", after=last)
            page, last = reading.rulings(fresh, views, asked)
            found += [it["game"] for it in page]
        assert found == made[:1]
        assert reading.rulings(fresh, views, WantedRulings(ruleset="chess")) == ([], None)
        page, last = reading.rulings(fresh, views, WantedRulings(game=made[0]))
        assert ([it["game"] for it in page], last) == ([made[0]], None)
