"""Games in which nothing happens leave Redis, and are answered from the log as they were before."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from itertools import chain
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from napoleon.log.errors import EventsLost
from napoleon.play.games import Games
from napoleon.rulesets.napoleon1815 import RULES
from projections import leaving, reading
from projections.leaving import leave, let_idle_leave
from projections.lobby import Wanted
from projections.mending import mend
from projections.metrics import KEPT, LEFT
from projections.projector import changes, edition
from projections.rebuild import rebuild
from projections.store import SealedViews, open_views
from projections.worker import catch_up
from tests.command_line.server import wait_until
from tests.core.play import Clock, play
from tests.projections.audit import agree, all_is_drawn, content
from tests.toy import Toy

# A cluster has the same steps: there the worst of them are tried.
pytestmark = pytest.mark.view_stores("redis")

ROOT = Path(__file__).parents[2]

DAY = 24 * 3600 * 1_000_000

V1 = "/api/v1"


class Calendar(Clock):
    """A clock of which days may be torn off."""

    passed = 0

    def __call__(self) -> int:
        return super().__call__() + self.passed * DAY


@pytest.fixture(params=["redis", "cluster"])
def views_env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """A Redis, and a cluster: a game leaves after ten days."""
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes", "REDIS_IDLE_DAYS": "10"}
    env["REDIS_URL"] = request.getfixturevalue(f"{request.param}_url")
    return env | ({"REDIS_CLUSTER": "on"} if request.param == "cluster" else {})


@pytest.fixture
def env(file_env: dict[str, str], views_env: dict[str, str]) -> dict[str, str]:
    return {**file_env, **views_env}


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def games(env: dict[str, str], calendar: Calendar) -> Any:
    with Games(env, rulesets={"toy": Toy()}, clock=calendar) as games:
        yield games


@pytest.fixture
def views(env: dict[str, str]) -> Any:
    return open_views(env)


@pytest.fixture
def idle(games: Games, views: SealedViews, calendar: Calendar) -> str:
    """A game that is drawn, and in which nothing happens for eleven days."""
    game_id = games.create("toy", "short", {"turns": 50}, referee=True).game.id
    play(games, game_id, 8)
    catch_up(games, views)
    all_is_drawn(games, views)
    calendar.passed += 11
    return game_id


def kept(games: Games, views: SealedViews, game_id: str) -> set[str]:
    """What is drawn of a game, but for what the lists tell of it."""
    rows = content(views, edition(games), game_id)
    return {it[0] if it[0] != "drawn" else it[3] for it in rows} & {
        *("version", "turns", "mini", "map", "hand", "order-of-battle", "victory-track")
    }


WHOLE = {"version", "turns", "map", "hand", "order-of-battle", "victory-track"}


def served(client: FlaskClient, games: Games, tokens: Mapping[str, str]) -> list[tuple[Any, ...]]:
    """What the service answers about all games, to everybody, with its ETags."""
    found = []
    ids = [it["id"] for it in client.get(f"{V1}/games").json["games"]]  # type: ignore[index]
    for game_id in ids:
        paths = ("", "/map", "/hand", "/map?turn=1", "/turns", "/journal?limit=1000", "/journal")
        for path in chain((f"/games/{game_id}{it}" for it in paths), ["/games", "/rulings"]):
            for token in (None, *tokens.values()):
                headers = {"Authorization": f"Bearer {token}"} if token else {}
                answer = client.get(V1 + path, headers=headers)
                found.append((path, answer.status_code, answer.headers.get("ETag"), answer.data))
    return found


def test_a_game_that_left_is_answered_with_the_same_bytes_and_etags(
    games: Games, views: SealedViews, env: dict[str, str], calendar: Calendar
) -> None:
    made = games.create("toy", "short", {"turns": 50}, referee=True)
    game_id = made.game.id
    play(games, game_id, 8)
    over = games.create("toy", "short", {"turns": 2}).game.id
    play(games, over, 100)
    assert games.open(over).over
    catch_up(games, views)
    client = create_app(games, views, {**env, "NAPOLEON_LIMITS": "off"}).test_client()
    before = served(client, games, made.tokens)
    # A token is of one game.
    assert {status for _, status, *_ in before} == {200, 401}
    assert leave(games, views) == 0
    calendar.passed += 11
    young = games.create("toy", "short", {}).game.id
    catch_up(games, views)
    left = LEFT._value.get()  # type: ignore[attr-defined]
    assert leave(games, views) == 2
    assert (LEFT._value.get() - left, KEPT._value.get()) == (2, 1)  # type: ignore[attr-defined]
    assert leave(games, views) == 0
    assert [kept(games, views, it) & WHOLE for it in (game_id, over)] == [set(), set()]
    assert agree(games, views, young) == games.head(young)
    everything = content(views, edition(games))
    after = served(client, games, made.tokens)
    about = {game_id, over}
    ours = [it for it in after if about & {*it[0].split("/")}]
    assert ours == [it for it in before if about & {*it[0].split("/")}]
    assert len(ours) > 20
    assert content(views, edition(games)) == everything, "who reads it does not bring it back"
    entries = views.entries([game_id, over], edition=edition(games))
    assert {it.game for it in entries} == {game_id, over}


def test_the_next_event_draws_it_again(games: Games, views: SealedViews, idle: str) -> None:
    other = games.create("toy", "short", {}).game.id
    catch_up(games, views)
    assert leave(games, views) == 1
    assert views.shown([idle, other], edition=edition(games)) == {other: games.head(other)}
    assert views.resting([idle, other], edition=edition(games)) == {idle: games.head(idle)}
    play(games, idle, 1)
    catch_up(games, views)
    all_is_drawn(games, views)
    mend(games, views, other)
    assert leave(games, views) == 0
    all_is_drawn(games, views)
    assert not views.distrusted()


def test_where_the_setting_is_off_all_stay(
    games: Games, views: SealedViews, idle: str, env: dict[str, str]
) -> None:
    stays = open_views({**env, "REDIS_IDLE_DAYS": "0"})
    assert leave(games, stays) == 0
    let_idle_leave(games, stays, Event())  # returns at once
    all_is_drawn(games, stays)
    assert leave(games, views) == 1


def test_a_view_file_keeps_all(games: Games, idle: str, file_env: dict[str, str]) -> None:
    views = open_views({**file_env, "REDIS_IDLE_DAYS": "10"})
    catch_up(games, views)
    assert leave(games, views) == 0
    all_is_drawn(games, views)


def test_who_waits_for_the_read_models_is_not_held_up(
    games: Games, views: SealedViews, idle: str
) -> None:
    assert leave(games, views) == 1
    position = games.recorder.max_notification_id()
    views.wait(edition(games), position, timeout=5)
    assert reading.places(games, views) == (position,)


def test_the_small_map_stays(
    views: SealedViews,
    env: dict[str, str],
    calendar: Calendar,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is on tiles of lists, and may be asked for of twenty games at once."""
    with Games(env, rulesets={RULES.name: RULES}, clock=calendar) as europe:
        game_id = europe.create(RULES.name, "historical_invasion", {}).game.id
        for seat in europe.open(game_id).created.seats:
            europe.claim(game_id, seat)
        catch_up(europe, views)
        version, small = before = reading.mini(europe, views, game_id)
        assert version == europe.head(game_id)
        assert small is not None
        calendar.passed += 11
        assert leave(europe, views) == 1
        assert views.drawn(game_id, "spectator", "map", edition=edition(europe)) is None
        monkeypatch.setattr(europe, "open", None)
        assert reading.mini(europe, views, game_id) == before, "the log is not asked"


def test_what_was_recorded_long_ago_is_drawn_in_the_lists_only(
    games: Games, views: SealedViews, idle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise all games that were ever played would come back with the next release."""
    young = games.create("toy", "short", {}).game.id
    lists = lambda: [it for it in content(views, edition(games)) if it[0] in LISTS]  # noqa: E731
    catch_up(games, views)
    assert leave(games, views) == 1
    before = lists()
    monkeypatch.setattr("projections.worker.BATCH", 3)
    drawings: list[str] = []

    def noted(*arguments: Any) -> Any:
        found = changes(*arguments)
        drawings.extend(found.games)
        return found

    monkeypatch.setattr("projections.worker.changes", noted)
    rebuild(games, views, lambda *_: None)
    assert sorted(drawings) == sorted([idle, young]), "once, in whatever batches it comes"
    assert lists() == before
    assert kept(games, views, idle) & WHOLE == set()
    assert agree(games, views, young) == games.head(young)
    assert reading.lobby(games, views, Wanted())[0][1]["id"] == idle


LISTS = {"lobby", "tags", "versions", "lists", "rulings", "moved"}


def test_a_worker_that_was_away_for_long_lets_games_leave_as_it_draws(
    games: Games, views: SealedViews, idle: str, calendar: Calendar
) -> None:
    play(games, idle, 1)
    calendar.passed += 11
    catch_up(games, views)
    assert kept(games, views, idle) & WHOLE == set()
    assert views.resting([idle], edition=edition(games)) == {idle: games.head(idle)}
    assert leave(games, views) == 0
    play(games, idle, 1)
    catch_up(games, views)
    all_is_drawn(games, views)


def test_nothing_leaves_while_much_is_not_drawn_or_the_log_has_lost_something(
    games: Games, views: SealedViews, idle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(games, idle, 2)
    with monkeypatch.context() as patched:
        patched.setattr(leaving, "NEAR", 1)
        assert leave(games, views) == 0
    catch_up(games, views)
    games._clock.passed += 11  # type: ignore[attr-defined]
    recorded = games.recorder.max_notification_id() or 0
    with monkeypatch.context() as patched:
        patched.setattr(games.recorder, "max_notification_id", lambda: recorded - 1)
        with pytest.raises(EventsLost):
            leave(games, views)
    all_is_drawn(games, views)


def test_a_changed_entry_of_a_game_that_left_is_mended(games: Games, views: Any, idle: str) -> None:
    assert leave(games, views) == 1
    before = content(views, edition(games))
    keys = views.inner._shared.keys(views.inner._build(edition(games)))
    body = views.inner._writer.hget(keys.lobby, idle)
    views.inner._writer.hset(keys.lobby, idle, body.replace(b'"turn":', b'"turn":9'))
    assert views.entries([idle], edition=edition(games)) == []
    assert views.distrusted() == [idle]
    mend(games, views, idle)
    all_is_drawn(games, views)
    assert leave(games, views) == 1
    assert content(views, edition(games)) == before


# -- two at once, and one that is killed -----------------------------------------------------------

STEPS = ("_leaving", "_let_go", "_left")

KILLED = """
import os, signal
from napoleon.play.games import Games
from projections.leaving import leave
from projections.store import open_views
from tests.toy import Toy

views = open_views(os.environ)
work = views.inner.{step}

def killed(*arguments, **named):
    if "{when}" == "after":
        work(*arguments, **named)
    os.kill(os.getpid(), signal.SIGKILL)

views.inner.{step} = killed
with Games(os.environ, rulesets={{"toy": Toy()}}) as games:
    leave(games, views)
"""


@pytest.mark.view_stores("redis", "cluster")
@pytest.mark.sampled(8)
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("goes_on", [False, True])
def test_a_worker_killed_between_two_steps_leaves_nothing_wrong(
    games: Games,
    views: SealedViews,
    env: dict[str, str],
    idle: str,
    step: str,
    when: str,
    goes_on: bool,
) -> None:
    other = games.create("toy", "short", {}, referee=True).game.id
    play(games, other, 4)
    catch_up(games, views)
    client = create_app(games, views, {**env, "NAPOLEON_LIMITS": "off"}).test_client()
    before = served(client, games, {})
    # To that process, which has the clock of the machine, both are idle.
    code = KILLED.format(step=step, when=when)
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=dict(env), check=False)
    assert ended.returncode == -signal.SIGKILL
    assert served(client, games, {}) == before
    if goes_on:
        for each in (idle, other):
            play(games, each, 1)
        catch_up(games, views)
        all_is_drawn(games, views)
        assert leave(games, views) == 0
        all_is_drawn(games, views)
        assert not views.distrusted()
    else:
        games._clock.passed += 11  # type: ignore[attr-defined]
        while leave(games, views):
            pass
        ids = [idle, other]
        assert [kept(games, views, it) & WHOLE for it in ids] == [set(), set()]
        heads = {it: games.head(it) for it in ids}
        assert views.resting(ids, edition=edition(games)) == heads
        assert served(client, games, {}) == before
        assert not [it for it in content(views, edition(games)) if it[2] == "moved"]


@pytest.mark.parametrize("step", STEPS)
def test_a_game_that_is_drawn_while_it_leaves_stays(
    games: Games, views: Any, idle: str, step: str
) -> None:
    """Another worker draws it between two steps."""
    between(views, step, lambda: (play(games, idle, 1), catch_up(games, views)))
    leave(games, views)
    all_is_drawn(games, views)
    assert leave(games, views) == 0
    all_is_drawn(games, views)
    assert not views.distrusted()


@pytest.mark.parametrize("step", STEPS)
def test_a_game_that_is_mended_while_it_leaves_leaves_with_the_next_look(
    games: Games, views: Any, idle: str, step: str
) -> None:
    between(views, step, lambda: mend(games, views, idle))
    leave(games, views)
    assert reading.view_bytes(games, views, games.open(idle), "red", "map")
    leave(games, views)
    assert kept(games, views, idle) & WHOLE == set()
    play(games, idle, 1)
    catch_up(games, views)
    all_is_drawn(games, views)


def test_a_game_leaves_while_it_is_being_drawn(games: Games, views: Any, idle: str) -> None:
    """What was to be changed of it is gone: it is drawn from its beginning."""
    draw = views.inner._draw_games

    def left_first(*arguments: Any) -> None:
        views.inner._draw_games = draw
        leave(games, views)
        draw(*arguments)

    views.inner._draw_games = left_first
    play(games, idle, 1)
    for _ in range(3):
        try:
            catch_up(games, views)
        except Exception as error:
            assert "lost" in str(error) or "is not what it was" in str(error)
        for game_id in views.distrusted():
            mend(games, views, game_id)
    all_is_drawn(games, views)


def between(views: Any, step: str, work: Callable[[], object]) -> None:
    """Do some work before a step, once."""
    given = getattr(views.inner, step)

    def interrupted(*arguments: Any, **named: Any) -> Any:
        setattr(views.inner, step, given)
        work()
        return given(*arguments, **named)

    setattr(views.inner, step, interrupted)


def test_a_worker_lets_games_leave(
    games: Games, views: SealedViews, idle: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "LOOKING", 0.02)
    ended = Event()
    worker = Thread(target=let_idle_leave, args=(games, views, ended))
    worker.start()
    try:
        wait_until(lambda: not kept(games, views, idle) & WHOLE, "the game to leave")
    finally:
        ended.set()
        worker.join()
