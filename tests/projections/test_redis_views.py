"""The read models in Redis: editions stand side by side, and what nobody is at is thrown away."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import redis
from eventsourcing.persistence import IntegrityError, OperationalError, Tracking

from napoleon.play.games import Games
from projections import projector, reading
from projections.lobby import Wanted
from projections.mending import mend
from projections.projector import changes, edition
from projections.rows import Changes, Step
from projections.store import ViewsMissing, ViewStore, open_views
from projections.store.redis import builds
from projections.store.redis.keys import digest, former, shared
from projections.worker import catch_up
from tests.core.play import play
from tests.projections.audit import agree, all_is_drawn, content
from tests.toy import Toy
from tools.servers import ValkeyServer


@pytest.fixture
def env(file_env: dict[str, str], redis_url: str) -> dict[str, str]:
    """Only Redis."""
    return {**file_env, "REDIS_URL": redis_url}


@pytest.fixture
def client(redis_url: str) -> Any:
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        yield client


@pytest.fixture
def played(games: Games) -> str:
    """A game in the log, half played."""
    game_id = games.create("toy", "short", {}, referee=True).game.id
    play(games, game_id, 8)
    return game_id


class Revised(Toy):
    """The toy game with other data, under which the old games are still played."""

    pack_hash = "1" * 64
    replays = (("1", "0" * 64),)


def names(client: Any) -> set[str]:
    """The builds of which there are keys."""
    keys = [key.split(":")[1] for key in client.scan_iter("*napoleon*:*")]
    return {name for name in keys if "." in name}


def test_two_editions_stand_side_by_side(
    opened: Callable[..., Games],
    games: Games,
    played: str,
    views: ViewStore,
    client: Any,
    file_env: dict[str, str],
) -> None:
    revised = opened(Revised())
    catch_up(games, views)
    before = content(views, edition(games))
    position = views.begin(edition(revised))
    assert position == 0
    assert reading.places(games, views) == games.recorder.places()
    catch_up(revised, views)
    assert content(views, edition(games)) == before, "the old one is not touched"
    assert len(names(client)) == 2
    for each in (games, revised):
        assert agree(each, views, played) == games.head(played)
    play(games, played, 2)
    catch_up(revised, views)
    assert agree(revised, views, played) == games.head(played)
    assert content(views, edition(games)) == before
    nothing = open_views(file_env)
    for each in (games, revised):
        assert reading.lobby(each, views, Wanted()) == reading.lobby(each, nothing, Wanted())


def test_a_release_that_draws_otherwise_builds_beside_the_old_one(
    games: Games,
    played: str,
    views: ViewStore,
    client: Any,
    file_env: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its prefix is another; until it has caught up the log answers, then its own build does."""
    position = catch_up(games, views)
    old, before = edition(games), content(views, edition(games))
    [shown] = names(client)
    monkeypatch.setattr(projector, "DRAWING", projector.DRAWING + 1)
    assert edition(games) != old
    game, from_log = games.open(played), open_views(file_env)
    boards = {
        name: reading.view_bytes(games, from_log, game, "red", name)
        for name in games.view(game, "red")
    }
    assert views.begin(edition(games)) == 0
    for drawn in (0, position):
        assert views.turns(played, edition=edition(games))[0] == (drawn and game.version)
        for name, board in boards.items():
            assert reading.view_bytes(games, views, game, "red", name) == board
        assert content(views, old) == before, "the release before goes on with its own"
        catch_up(games, views)
    all_is_drawn(games, views)
    assert {name.partition(".")[0] for name in names(client)} == {
        digest(it) for it in (old, edition(games))
    }
    assert shown in names(client)


def test_a_game_is_one_call_and_so_are_lists_position_and_wake_up(
    games: Games, played: str, views: Any, client: Any
) -> None:
    position = catch_up(games, views)
    play(games, played, 1)
    batch = games.recorder.select_notifications(position + 1, 100)
    found = changes(games, views, batch)
    with client.monitor() as monitor:
        views.record(found, after=position, tracking=Tracking(edition(games), batch[-1].id))
        views.inner._writer.echo("done")
        commands = [monitor.next_command()]
        while not commands[-1]["command"].startswith("ECHO"):
            commands.append(monitor.next_command())
    sent = [it["command"].split()[0] for it in commands if it["client_type"] != "lua"]
    assert sent == ["HGET", "GET", "HGET", "EVALSHA", "EVALSHA", "ECHO"], "is it so?"
    called = [it["command"].split()[0] for it in commands if it["client_type"] == "lua"]
    assert "HSET" in called
    assert called[-2:] == ["SET", "PUBLISH"]


class Killed(Exception):
    """The process ends here."""


def test_a_worker_that_is_killed_between_games_and_lists_is_followed_by_another(
    games: Games, played: str, views: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Readers see the games as they are then, and lists as they were; then both."""
    position = catch_up(games, views)
    play(games, played, 3)

    def killed(**given: Any) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(views.inner, "_record", killed)
        with pytest.raises(Killed):
            catch_up(games, views)
    drawn_by = edition(games)
    assert views.turns(played, edition=drawn_by)[0] == games.head(played)
    assert views.position(drawn_by) == position
    play(games, played, 1)
    catch_up(games, views)
    all_is_drawn(games, views)
    [entry] = reading.lobby(games, views, Wanted())[0]
    assert entry["version"] == games.head(played)


def test_what_no_worker_is_at_is_thrown_away(
    opened: Callable[..., Games],
    games: Games,
    played: str,
    views: ViewStore,
    client: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = [1_800_000_000.0]
    monkeypatch.setattr("time.time", lambda: clock[0])
    monkeypatch.setattr(builds, "_PORTION", 3)
    client.set("napoleon:else", "something of somebody else")
    revised = opened(Revised())
    catch_up(games, views)
    [old] = names(client)
    clock[0] += 3000
    catch_up(revised, views)
    [new] = names(client) - {old}
    views.tend(edition(revised), complete=True)
    assert names(client) == {old, new}, "somebody was at it within the hour"
    clock[0] += 601
    views.tend(edition(games), complete=False)
    views.tend(edition(revised), complete=True)
    assert names(client) == {old, new}, "a worker without events is at it too"
    clock[0] += 3601
    views.tend(edition(revised), complete=False)
    assert names(client) == {old, new}, "not before the new one is complete"
    views.tend(edition(revised), complete=True)
    assert names(client) == {new}
    assert client.get("napoleon:else") == "something of somebody else"
    all_is_drawn(revised, views)
    assert views.max_tracking_id(edition(games)) is None
    with pytest.raises(IntegrityError):
        views.record(Changes(), after=9, tracking=Tracking(edition(games), 10))
    catch_up(games, views)
    all_is_drawn(games, views)


def test_a_removal_that_was_cut_short_is_finished(
    games: Games, played: str, views: ViewStore, client: Any
) -> None:
    catch_up(games, views)
    client.set("{napoleon}:0123.4567:versions", "left over")
    client.set("napoleon:0123.4567:version:{game}", "left over")
    client.sadd("{napoleon}:dropped", "0123.4567")
    views.tend(edition(games), complete=True)
    assert len(names(client)) == 1
    assert client.smembers("{napoleon}:dropped") == set()
    all_is_drawn(games, views)


def test_a_rebuild_is_shown_when_it_is_done(
    games: Games, played: str, views: ViewStore, client: Any
) -> None:
    position = catch_up(games, views)
    before = content(views, edition(games))
    [old] = names(client)
    with views.rebuilding(edition(games)) as anew:
        assert catch_up(games, anew) == position
        assert content(anew, edition(games)) == before
        assert len(names(client)) == 2
        play(games, played, 1)
        late = catch_up(games, views)
        assert agree(games, views, played) == games.head(played), "what is shown goes on"
    assert old not in names(client)
    assert len(names(client)) == 1
    assert views.max_tracking_id(edition(games)) == position < late
    catch_up(games, views)
    all_is_drawn(games, views)


def test_a_rebuild_that_fails_leaves_what_was_shown(
    games: Games, played: str, views: ViewStore
) -> None:
    catch_up(games, views)
    with pytest.raises(ZeroDivisionError), views.rebuilding(edition(games)) as anew:
        anew.begin(edition(games))
        raise ZeroDivisionError
    all_is_drawn(games, views)
    with (
        pytest.raises(IntegrityError, match="another rebuild"),
        views.rebuilding(edition(games)) as first,
        views.rebuilding(edition(games)) as second,
    ):
        catch_up(games, first)
        catch_up(games, second)
    all_is_drawn(games, views)


def test_a_worker_that_was_overtaken_by_a_rebuild_begins_again(
    games: Games, played: str, views: ViewStore
) -> None:
    position = catch_up(games, views)
    with views.rebuilding(edition(games)) as anew:
        catch_up(games, anew)
    play(games, played, 3)
    catch_up(games, views)
    all_is_drawn(games, views)
    with pytest.raises(IntegrityError):
        views.record(Changes(), after=position, tracking=Tracking(edition(games), position + 1))


def test_installations_share_a_redis(
    games: Games, played: str, views: ViewStore, env: dict[str, str]
) -> None:
    other = open_views({**env, "NAPOLEON_REDIS_PREFIX": "other[*]"})
    catch_up(games, views)
    assert reading.places(games, other) == (0,)
    catch_up(games, other)
    other.tend(edition(games), complete=True)
    for each in (views, other):
        all_is_drawn(games, each)


def test_a_lost_position_is_found_again(
    games: Games, played: str, views: ViewStore, client: Any
) -> None:
    catch_up(games, views)
    before = content(views, edition(games))
    [position] = client.keys("{napoleon}:*:position")
    client.delete(position)
    catch_up(games, views)
    assert content(views, edition(games)) == before
    all_is_drawn(games, views)


def test_a_version_that_nobody_drew_keeps_no_other_game_from_being_drawn(
    games: Games, played: str, views: Any, client: Any
) -> None:
    other = games.create("toy", "short", {}).game.id
    catch_up(games, views)
    [build] = names(client)
    client.set(shared("napoleon").keys(build).version(played), 999999)
    play(games, played, 1)
    play(games, other, 1)
    with pytest.raises(IntegrityError):
        catch_up(games, views)
    assert views.distrusted() == [played]
    mend(games, views, played)
    catch_up(games, views)
    all_is_drawn(games, views)


def as_before_0_8_0(client: Any) -> None:
    """Call everything as it was called when the keys of all games together had no braces."""
    for key in client.keys("{napoleon}:*"):
        client.rename(key, key.replace("{napoleon}", "napoleon"))


def test_the_release_before_tells_what_the_log_held(
    games: Games, played: str, views: ViewStore, client: Any
) -> None:
    catch_up(games, views)
    last, marks = views.last(), views.marks(edition(games))
    as_before_0_8_0(client)
    assert last is not None and views.last() == last
    assert views.marks(edition(games)) == marks
    views.forget(edition(games))
    assert views.last() is None
    assert views.marks(edition(games)) == {}


def test_what_the_release_before_drew_is_left_until_it_is_gone_for_an_hour(
    games: Games, played: str, views: ViewStore, client: Any
) -> None:
    catch_up(games, views)
    as_before_0_8_0(client)
    before = {*client.keys()}
    catch_up(games, views)
    views.tend(edition(games), complete=True)
    assert before <= {*client.keys()}
    for build in client.zrange(former("napoleon").builds, 0, -1):
        client.zadd(former("napoleon").builds, {build: 1})
    views.tend(edition(games), complete=True)
    assert not before & {*client.keys()}
    all_is_drawn(games, views)


def test_a_ruling_that_another_worker_has_removed_is_passed_over(
    games: Games, played: str, views: ViewStore, client: Any
) -> None:
    position = catch_up(games, views)
    [build] = names(client)
    client.zadd(shared("napoleon").keys(build).judged_in(played), {"removed": 1})
    redrawn = Tracking(edition(games), position + 1)
    gone = Changes(steps=[Step(played, games.head(played), 0)], replaced=[played])
    views.record(gone, after=position, tracking=redrawn)
    assert views.max_tracking_id(edition(games)) == position + 1


def test_long_lists_are_read_to_their_end(games: Games, views: ViewStore) -> None:
    """Longer than what is looked at, at once."""
    ids = [games.create("toy", "short", {"turns": 1}).game.id for _ in range(230)]
    for number in (3, 117, 228):
        play(games, ids[number], 100)
    catch_up(games, views)
    games.recorder.games_after = lambda position: []  # type: ignore[method-assign]

    def listed(**wanted: Any) -> tuple[list[str], str | None]:
        page, after = reading.lobby(games, views, Wanted(**wanted))
        return [entry["id"] for entry in page], after

    assert listed(status="over") == ([ids[228], ids[117], ids[3]], None)
    assert listed(status="over", ruleset="toy", limit=2) == ([ids[228], ids[117]], ids[117])
    assert listed(status="over", limit=2, after=ids[117]) == ([ids[3]], None)
    assert listed(limit=300) == (ids[::-1], None)
    assert listed(limit=100, after=ids[150]) == (ids[149:49:-1], ids[50])


# -- the server ------------------------------------------------------------------------------------


def test_nothing_is_asked_of_redis_before_it_is_used(env: dict[str, str], client: Any) -> None:
    before = client.info("stats")["total_connections_received"]
    open_views({**env, "CREATE_TABLE": "no"})
    assert client.info("stats")["total_connections_received"] == before
    open_views(env)
    assert client.info("stats")["total_connections_received"] > before


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"redis_version": "6.0.20"}, "too old"),
        ({"redis_version": "5.0.14"}, "too old"),
        ({"redis_version": "7.2.4", "redis_mode": "cluster"}, "Cluster"),
        ({"redis_version": "6.2.0", "maxmemory_policy": "allkeys-lru"}, "noeviction"),
    ],
)
def test_a_redis_that_is_not_fit_is_refused(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, said: dict[str, str], why: str
) -> None:
    monkeypatch.setattr(redis.Redis, "info", lambda self, section: said)
    with pytest.raises(ViewsMissing, match=why):
        open_views(env)
    open_views({**env, "CREATE_TABLE": "no"})


def test_the_oldest_and_the_newest_will_do(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for version in ("6.2.0", "7.2.4", "10.0.1"):
        monkeypatch.setattr(redis.Redis, "info", lambda self, it, v=version: {"redis_version": v})
        open_views(env)


@pytest.mark.parametrize("url", ["http://:hunter2@localhost", "redis://:hunter2@localhost:port"])
def test_an_address_that_is_none_is_not_repeated(env: dict[str, str], url: str) -> None:
    with pytest.raises(ViewsMissing, match="REDIS_URL") as raised:
        open_views({**env, "REDIS_URL": url})
    assert "hunter2" not in str(raised.value)


def test_a_redis_that_cannot_be_reached_is_said_when_the_store_is_made(
    env: dict[str, str], tmp_path: Any
) -> None:
    nowhere = {**env, "REDIS_URL": f"unix://{tmp_path}/nothing.sock"}
    with pytest.raises(OperationalError, match="cannot be reached"):
        open_views(nowhere)
    open_views({**nowhere, "CREATE_TABLE": "no"})


def test_a_redis_that_is_full_writes_nothing(
    games: Games, played: str, env: dict[str, str], own_valkey: ValkeyServer
) -> None:
    views = open_views({**env, "REDIS_URL": own_valkey.url, "NAPOLEON_REDIS_PREFIX": "full"})
    position = catch_up(games, views)
    before = content(views, edition(games))
    play(games, played, 1)
    batch = games.recorder.select_notifications(position + 1, 100)
    found = changes(games, views, batch)
    with redis.Redis.from_url(own_valkey.url) as client:
        client.config_set("maxmemory", "1mb")
        try:
            with pytest.raises(OperationalError, match="memory"):
                views.record(found, after=position, tracking=Tracking(edition(games), batch[-1].id))
        finally:
            client.config_set("maxmemory", "0")
    assert content(views, edition(games)) == before, "the first command that writes is refused"
    catch_up(games, views)
    all_is_drawn(games, views)
