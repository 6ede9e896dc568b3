"""A store moves to another database while people play, whatever ends the command meanwhile."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from shutil import rmtree
from threading import Thread
from typing import Any, get_args
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from eventsourcing.persistence import OperationalError

from api.app import create_app
from api.http.stores import stores_of
from api.moving import online
from api.moving.stores import TABLES, moving, reading
from napoleon.log.errors import StoreClosed
from napoleon.log.store.home import LOG
from napoleon.log.store.moved import MoveRefused, Row, Table
from napoleon.log.store.online import MovingStore, Part, State, key_of
from napoleon.log.store.settings import log_place
from napoleon.rules.bots import RandomBot
from projections.rebuild import redraw
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import V1
from tests.command_line.conftest import Shell
from tests.command_line.server import PATIENCE, ROOT, Player, Sent, Server, fetched, wait_until
from tests.mail.tables import ADDRESS, Post
from tests.operations.club import being_played, club, is_served, move
from tests.operations.lived_in import furnish, open_games, records
from tests.operations.test_moving import NAPOLEON, SECRET, napoleon, shell_at
from tests.web.browser import Browser, parsed
from tests.web.test_order_form import offered_in
from tools.servers import OwnPostgres

pytestmark = pytest.mark.drill

DIVIDED = {"DATABASE_PARTITIONS": "3"}


def new(shell: Shell) -> dict[str, str]:
    """What names the store of `shell` as the new one."""
    named = ("NAPOLEON_HOME", "DATABASE_URL")
    return {f"NEW_{name}": it for name, it in shell.env.items() if name in named}


def both(old: Shell, there: Shell) -> dict[str, str]:
    return {**old.env, **new(there)}


def part(shell: Shell) -> Part | None:
    with moving(shell.env) as store:
        state = store.state()
        return state.part if state else None


def content(env: Mapping[str, str]) -> dict[str, list[Row]]:
    """All rows that move, in an order that does not depend on when they were recorded."""
    with reading(env) as source:
        return {it.name: sorted(source.rows(it), key=repr) for it in TABLES}


def _finished(old: Shell, there: Shell) -> Any:
    ran = Shell(old.home)
    ran.env = both(old, there)
    return ran.json("move", "--finish")


# -- everything moves ------------------------------------------------------------------------------


def test_a_store_moves_to_postgresql_to_partitions_and_back(postgres: Any, tmp_path: Path) -> None:
    first, back = shell_at(tmp_path / "first"), shell_at(tmp_path / "back")
    addresses = [postgres.create_database() for _ in range(2)]
    whole = shell_at(tmp_path / "whole", DATABASE_URL=addresses[0])
    divided = shell_at(tmp_path / "divided", DATABASE_URL=addresses[1], **DIVIDED)
    furnish(first)
    expected, told = content(first.env), records(first.env)
    assert len([it for it in expected.values() if it]) > 15, "there is something of most kinds"
    before = first
    for there in (whole, divided, back):
        answer = _finished(before, there)
        assert answer["closed_for"] < 30
        assert answer["games"] == len(told)
        assert content(there.env) == expected
        assert records(there.env) == told
        assert (part(before), part(there)) == (Part.LEFT, Part.ARRIVED)
        before = there
    with open_games(back.env) as games:
        views = open_views(back.env)
        catch_up(games, views)
        for game in told:
            assert redraw(games, views, game).differed == []
    for address in addresses:
        postgres.drop_database(address)


@pytest.fixture(params=["files", "postgres", "divided"])
def there(request: pytest.FixtureRequest, tmp_path: Path) -> Shell:
    """An empty store, once on each database."""
    env: dict[str, str] = {}
    if request.param != "files":
        env["DATABASE_URL"] = request.getfixturevalue("database_url")
    if request.param == "divided":
        env |= DIVIDED
    return shell_at(tmp_path / "there", **env)


def some(table: Table, number: int) -> Row:
    """A row of a table in which nothing is like in another."""
    made = {int: number, str: f"text {number}", bytes: b"%d" % number, bool: number % 2 == 0}
    kinds = [get_args(it)[0] if get_args(it) else it for it in table.columns.values()]
    return tuple(made[kind] for kind in kinds)


def fill(store: MovingStore) -> None:
    """Let there be rows in every table whose rows change."""
    for table in store.changing():
        store.put(table, [some(table, number) for number in (900_001, 900_002, 900_003)])


def change(store: MovingStore, number: int) -> None:
    """Change a row of each of these tables, remove another one, and add one."""
    for table in store.changing():
        key = key_of(table)
        keys = [
            tuple(dict(zip(table.columns, it, strict=True))[name] for name in key)
            for it in store.rows(table)
        ]
        store.remove(table, keys[0])
        store.put(table, [some(table, number)])
        other = [it for it in table.columns if it not in key]
        for column in other[-1:] or key[-1:]:
            value = dict(zip(table.columns, some(table, number + 1), strict=True))[column]
            where = " AND ".join(f"{it} = ?" for it in key)
            statement = f"UPDATE {table.name} SET {column} = ? WHERE {where}"
            store.run(table.file, statement, (value, *keys[1]))


@pytest.mark.sampled(2)
def test_what_changes_meanwhile_comes_along(there: Shell, tmp_path: Path) -> None:
    """In every table, whatever the database: rows are changed, removed and added."""
    old = shell_at(tmp_path / "old")
    old.run("play", "napoleon1815", "--seed", "7", "--to-turn", "1")
    with moving(old.env) as store:
        fill(store)

    def changing(shell: Shell, number: int) -> Callable[[str], None]:
        def tell(sentence: str) -> None:
            if sentence.startswith("Copied: what stands"):
                with moving(shell.env) as store:
                    change(store, number)
                shell.run("play", "napoleon1815", "--seed", f"{number}", "--to-turn", "1")

        return tell

    assert online.move(both(old, there), changing(old, 910_000), finish=True).games == 2
    assert content(there.env) == content(old.env)
    assert records(there.env) == records(old.env)
    # And the other way, from whichever database that was, to the store that was left.
    assert online.move(both(there, old), changing(there, 920_000), finish=True).games == 3
    assert content(old.env) == content(there.env)
    assert records(old.env) == records(there.env)
    assert (part(there), part(old)) == (Part.LEFT, Part.ARRIVED)


def triggers(shell: Shell) -> set[tuple[str, str]]:
    """Those that are called in a store, but for those of the move, with their tables."""
    if url := shell.env.get("DATABASE_URL"):
        with psycopg.connect(url) as connection:
            found = connection.execute(
                "SELECT tgrelid::regclass::text, tgname::text FROM pg_trigger "
                "WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgname NOT LIKE '%_by_move'"
            ).fetchall()
            return {(table, name) for table, name in found}
    with closing(sqlite3.connect(shell.home / LOG)) as connection:
        found = connection.execute(
            "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger' "
            "AND NOT name GLOB 'noted_*' AND NOT name GLOB 'closed_*'"
        ).fetchall()
        return {(table, name) for table, name in found}


def named(shell: Shell) -> list[str]:
    with open_games(shell.env) as games:
        return games.recorder.games_named("ney", 9)


def test_names_are_found_after_a_move_and_gone_when_erased(there: Shell, tmp_path: Path) -> None:
    """What the database itself does with rows goes on: in the new store, and in one that stays."""
    old, back = shell_at(tmp_path / "old"), shell_at(tmp_path / "back")
    before = triggers(old), triggers(there)
    with open_games(old.env) as games:
        game = games.create("napoleon1815", "historical_invasion", {}).game.id
        games.put_name(game, "french", "Ney")
    assert named(old) == [game]
    _finished(old, there)
    assert (triggers(old), triggers(there)) == before
    assert named(there) == [game]
    there.run("move", **new(back))
    there.run("move", "--undo")
    assert triggers(there) == before[1]
    with open_games(there.env) as games:
        games.put_name(game, "allied", "Michel Ney")
        games.put_name(game, "french", None)
    assert named(there) == [game]
    with open_games(there.env) as games:
        games.put_name(game, "allied", None)
    assert named(there) == []
    _finished(there, back)
    assert named(back) == []


# -- whatever ends it ------------------------------------------------------------------------------


def ended_at(statement: int, env: Mapping[str, str]) -> bool:
    """Whether the command was killed at that statement, and did not end before it."""
    child = os.fork()
    if child == 0:
        left, run = iter(range(statement)), {}
        for kind in MovingStore.__subclasses__():
            run[kind] = kind.run

            def counted(self: Any, *asked: Any, kind: Any = kind) -> Any:
                if next(left, None) is None:
                    os.kill(os.getpid(), signal.SIGKILL)
                return run[kind](self, *asked)

            kind.run = counted  # type: ignore[method-assign]
        with suppress(BaseException):
            online.move(env, lambda _: None, finish=True)
            os._exit(0)
        os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


@pytest.mark.sampled(1)
def test_killed_at_any_statement_it_goes_on(there: Shell, tmp_path: Path) -> None:
    old = shell_at(tmp_path / "old")
    played = club(old.env)
    env, bot, random = both(old, there), RandomBot(1), Random(4)
    ids = sorted(played.tokens)
    statement, parts = 1, set[tuple[Part | None, Part | None]]()
    played.games.close()
    while ended_at(statement, env):
        found = part(old), part(there)
        parts.add(found)
        is_open = [found[0] in (None, Part.LEAVING), found[1] in (None, Part.ARRIVED)]
        assert is_open != [True, True] or found[1] is None, found
        if found[0] == Part.CLOSING:
            Shell(old.home).run("move", "--undo", **old.env)
            assert part(old) is None
        if found[0] != Part.LEFT:
            with open_games(old.env) as games:
                for game in ids:
                    move(games, game, bot)
        statement += random.randint(1, 40)
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVED)
    assert {Part.LEAVING, Part.CLOSING} <= {it[0] for it in parts}
    assert content(there.env) == content(old.env)
    assert records(there.env) == records(old.env)
    with open_games(there.env) as games:
        catch_up(games, open_views(there.env))
        is_served(there.env, played._replace(env=there.env, games=games))


def test_ended_between_closing_and_opening_it_opens_the_new_store(
    there: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = shell_at(tmp_path / "old")
    club(old.env).games.close()

    def ended(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(MovingStore, "open_to_others", ended)
        with pytest.raises(KeyboardInterrupt):
            online.move(both(old, there), lambda _: None, finish=True)
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVING), "neither is open"
    assert online.move(both(old, there), lambda _: None, finish=True).finished
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVED)


def test_what_fails_while_the_old_store_is_closed_opens_it_again(
    there: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = shell_at(tmp_path / "old")
    played = club(old.env)
    with monkeypatch.context() as patched:
        patched.setattr(MovingStore, "number_from", lambda *_: 1 / 0, raising=False)
        for kind in MovingStore.__subclasses__():
            patched.setattr(kind, "number_from", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            online.move(both(old, there), lambda _: None, finish=True)
    assert (part(old), part(there)) == (Part.LEAVING, Part.ARRIVING)
    for game in played.tokens:
        move(played.games, game, RandomBot(2))
    played.games.close()
    online.move(both(old, there), lambda _: None, finish=True)
    assert records(there.env) == records(old.env)


# -- several commands ------------------------------------------------------------------------------


@pytest.mark.parametrize("finish", [False, True])
def test_an_undo_that_comes_too_late_opens_no_second_store(
    there: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finish: bool
) -> None:
    """While it is under way, the same move ends, or is ended."""
    old = shell_at(tmp_path / "old")
    club(old.env).games.close()
    stay, env = MovingStore.stay, both(old, there)
    online.move(env, lambda _: None, finish=finish)

    def late(store: MovingStore, found: State) -> None:
        monkeypatch.undo()
        assert online.move(env, lambda _: None, finish=True).finished
        stay(store, found)

    monkeypatch.setattr(MovingStore, "stay", late)
    with pytest.raises(MoveRefused, match="Another 'napoleon move' has begun"):
        online.undo(env)
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVED)


def test_a_move_that_comes_too_late_opens_no_second_store(
    there: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It looks at both stores, and before it opens the new one the move is undone."""
    old = shell_at(tmp_path / "old")
    club(old.env).games.close()
    env, opened = both(old, there), MovingStore.open_to_others

    def late(store: MovingStore, then: Part) -> None:
        monkeypatch.undo()
        assert online.undo(env)
        opened(store, then)

    monkeypatch.setattr(MovingStore, "open_to_others", late)
    with pytest.raises(MoveRefused, match="Another 'napoleon move' has begun"):
        online.move(env, lambda _: None, finish=True)
    assert (part(old), part(there)) == (None, Part.ARRIVING)


def test_a_command_whose_turn_is_over_opens_nothing(
    there: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stalls while it has the old store closed; another command begins, and closes it."""
    old = shell_at(tmp_path / "old")
    club(old.env).games.close()

    def stalled(_: object) -> None:
        with moving(old.env) as store:
            store.begin_leaving("another", "elsewhere", store.state())
            store.close_to_others(Part.CLOSING)
        raise ZeroDivisionError

    monkeypatch.setattr(online._Copy, "rest", stalled)
    with pytest.raises(ZeroDivisionError):
        online.move(both(old, there), lambda _: None, finish=True)
    with moving(old.env) as store:
        assert store.state() == State(Part.CLOSING, "another", "elsewhere")


@pytest.mark.parametrize("undone", [False, True])
def test_two_commands_that_are_ended_leave_a_way_out(
    there: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undone: bool
) -> None:
    """One has left the old store, and another has begun with the new one: both are closed."""
    old, other = shell_at(tmp_path / "old"), shell_at(tmp_path / "other")
    club(old.env).games.close()

    def ended(*_: object) -> None:
        with moving(there.env) as store:
            store.begin_arriving("another", log_place(old.env), None)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(MovingStore, "open_to_others", ended)
        with pytest.raises(KeyboardInterrupt):
            online.move(both(old, there), lambda _: None, finish=True)
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVING)
    refused = other.run("move", status=1, **new(there))
    assert "The store is not empty" in refused.stderr, "what is in it is of another store"
    if undone:
        old.run("move", "--undo", **new(there))
        assert (part(old), part(there)) == (None, Part.ARRIVING)
    assert online.move(both(old, there), lambda _: None, finish=True).finished
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVED)
    assert records(there.env) == records(old.env)


def test_nobody_takes_the_turn_of_a_command_while_it_writes(
    there: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with moving(there.env) as store:
        store.begin_arriving("first", "elsewhere", None)
        looked, waits = store._mine, list[bool]()

        def another() -> None:
            with moving(there.env) as store, suppress(OperationalError):
                # In the file of a log writers wait for so long, and are then refused.
                store.begin_arriving("second", "elsewhere", None)

        thread = Thread(target=another)

        def slow() -> State:
            found = looked()
            thread.start()
            thread.join(1)
            waits.append(thread.is_alive())
            return found

        monkeypatch.setattr(store, "_mine", slow)
        with store.writing():
            pass
        monkeypatch.undo()
        assert waits == [True]
        thread.join()
        with pytest.raises(MoveRefused), store.writing():
            pass


# -- players ---------------------------------------------------------------------------------------

MOVES = "This service is moving to another database."


class Patient(Player):
    """A player who plays at a walk, and tries again while the service moves."""

    refused = 0

    def send(self, sent: Sent) -> httpx.Response:
        # A game must not be over before what happens beside it.
        self.enough.wait(0.2)
        while (answer := super().send(sent)).status_code == 503 and not self.enough.is_set():
            assert answer.json()["detail"].startswith(MOVES), answer.text
            assert int(answer.headers["Retry-After"]) > 0
            self.refused += 1
            self.enough.wait(0.05)
        return answer


def set_up(address: str, seed: int) -> list[Patient]:
    """Both players of a new game, who have not begun yet."""
    body = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
    made = httpx.post(f"{address}/api/v1/games", json=body, timeout=PATIENCE, verify=False)
    made.raise_for_status()
    game, seats = made.json()["id"], made.json()["seats"]
    return [
        Patient(address, game, it["seat"], it["token"], seed + number)
        for number, it in enumerate(seats)
    ]


def moving_in_a_process(env: Mapping[str, str], until: str) -> None:
    """Kill ``napoleon move --finish`` as soon as it says something that begins so."""
    with subprocess.Popen(
        [*NAPOLEON, "move", "--finish"],
        cwd=ROOT,
        env={**os.environ, **env, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if line.startswith(until):
                process.kill()
                return
    raise AssertionError(f"it has not said {until!r}: {said}")


_ENDED_WHILE_CLOSED = """
import os, signal
from api.moving import online
online._Copy.rest = lambda _: os.kill(os.getpid(), signal.SIGKILL)
online.move(os.environ, print, finish=True)
"""


def ended_while_closed(env: Mapping[str, str]) -> None:
    """Kill the command when it has closed the old store."""
    ran = subprocess.run(
        [sys.executable, "-c", _ENDED_WHILE_CLOSED],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == -signal.SIGKILL, ran.stderr


@pytest.fixture(params=["files to partitions", "partitions to files"])
def ways(request: pytest.FixtureRequest, database_url: str, tmp_path: Path) -> list[Shell]:
    """Two empty stores: the old one, and the new one."""
    divided = shell_at(tmp_path / "divided", DATABASE_URL=database_url, **DIVIDED)
    shells = [shell_at(tmp_path / "files"), divided]
    for shell in shells:
        shell.env |= {"NAPOLEON_LIMITS": "off", "WEB_CONCURRENCY": "1"}
    return shells if request.param.startswith("files") else shells[::-1]


@pytest.mark.sampled(1)
def test_nobody_loses_an_order(ways: list[Shell]) -> None:
    """Players play on; the command is killed and given again."""
    old, there = ways
    env = both(old, there)
    server = Server(old.env)
    try:
        address = server.listens().address
        players = [it for seed in (10, 20) for it in set_up(address, seed)]
        for player in players:
            player.start()

        def gone_on() -> None:
            before = sum(len(it.accepted) for it in players)

            def more() -> bool:
                assert all(it.is_alive() for it in players), [it.unexpected for it in players]
                return sum(len(it.accepted) for it in players) > before

            wait_until(more, "orders")

        gone_on()
        moving_in_a_process(env, "Copied: 2 games")
        gone_on()
        ended_while_closed(env)
        assert part(old) == Part.CLOSING
        napoleon(old, "move", "--undo")
        gone_on()
        done = json.loads(napoleon(old, "move", "--finish", "--json", **env).stdout)
        wait_until(lambda: sum(it.refused for it in players) > 0, "somebody to be refused")
        ready = fetched(f"{server.address}/api/v1/health/ready")
        assert (ready.status_code, "moves to another one" in ready.text) == (503, True)
        assert fetched(f"{server.address}/api/v1/games").status_code == 200
        for player in players:
            player.enough.set()
            player.join()
            assert all(MOVES in str(it) for it in player.unexpected), player.unexpected
    finally:
        server.end(signal.SIGTERM)
        server.clear_away()
    left = records(old.env)
    assert records(there.env) == left, "of the same root, each"
    assert done["events"] == sum(len(it[2]) for it in left.values())
    server = Server(there.env)
    try:
        address = server.listens().address
        for player in players:
            player.goes_on_at(address)
            for sent, answer in player.accepted.values():
                again = player.send(sent)
                assert (again.status_code, again.json()) == (201, answer)
        assert records(there.env) == left, "nothing is doubled"
        for player in players:
            for sent in player.unanswered:
                assert player.send(sent).status_code in (201, 412)
        server.wait_until_drawn()
    finally:
        server.end(signal.SIGTERM)
        server.clear_away()
    assert records(old.env) == left


# -- a closed store --------------------------------------------------------------------------------


def test_a_closed_store_takes_nothing_from_anybody(log_env: dict[str, str], tmp_path: Path) -> None:
    env = {**log_env, **SECRET, "NAPOLEON_LIMITS": "off", "MAIL_ADDRESS": ADDRESS}
    shell = Shell(Path(env["NAPOLEON_HOME"]))
    shell.env = env
    shell.run("migrate")
    strange = tmp_path / "strange.json"
    shell_at(tmp_path / "strange", NAPOLEON_SECRET="another horse battery staple").run(
        "keys", "export", str(strange)
    )
    post = Post(env, "1815")
    post.set_up("napoleon1815", "historical_invasion")
    for seat in ("french", "allied"):
        post.leave(seat)
    post.run()
    kept = post.reply("french", "blue none")
    post.mail(kept)
    with moving(env) as store:
        store.begin_leaving("run", "elsewhere", None)
        store.close_to_others(Part.CLOSING)
    before = content(env)

    app = create_app(env=env)
    client, game, token = app.test_client(), post.id, post.tokens["french"]
    headers = {"Authorization": f"Bearer {token}", "If-Match": "*"}
    offers = client.get(f"{V1}/games/{game}/decisions", headers=headers).json["decisions"]
    order = next(it for it in offers if it["seat"] == "french")["offers"][0]
    founded = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
    for method, path, body in (
        ("POST", f"/games/{game}/orders", order),
        ("POST", f"/games/{game}/press", {"to": ["all"], "text": "Vive!"}),
        ("POST", f"/games/{game}/instructions", {"instruction": "decline_all"}),
        ("POST", f"/games/{game}/webhooks", {"url": "https://club.example.org/"}),
        ("POST", "/games", founded),
        ("POST", "/me", {"name": "Ney"}),
    ):
        answer = client.open(V1 + path, method=method, json=body, headers=headers)
        assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE"), path
        assert answer.json["detail"].startswith(MOVES)
        assert int(answer.headers["Retry-After"]) > 0

    browser = Browser(app)
    assert browser.post(f"/games/{game}/session", {"token": token}).status_code == 303
    page = browser.get(f"/games/{game}")
    assert page.status_code == 200
    form = offered_in(parsed(page))[0]
    sent = {name: it for name, it in form.items() if name not in ("label", "written")}
    answer = browser.post(f"/games/{game}/orders", {**sent, "sure": "1"})
    assert (answer.status_code, MOVES in answer.text) == (503, True)

    with pytest.raises(StoreClosed):
        post.mail(post.reply("allied", "blue none"))
    for arguments in (
        ("command", game, "blue none", "--seat", "french"),
        ("new", "napoleon1815", "--scenario", "historical_invasion"),
        ("play", "napoleon1815", "--to-turn", "1"),
        ("keys", "import", str(strange)),
    ):
        refused = Shell(shell.home)
        refused.env = env
        assert "moves to another one" in refused.run(*arguments, status=1).stderr
    assert content(env) == before
    shell.run("move", "--undo")
    head = post.games.head(game)
    post.run()
    assert post.games.head(game) > head, "the mail was kept, and is answered now"
    assert client.post(f"{V1}/games", json=founded).status_code == 201
    stores_of(app).close()
    post.close()


def test_what_a_worker_does_by_itself_waits(there: Shell) -> None:
    """A bot has the seat that is asked: the worker tries, records nothing, and lives on."""
    there.env |= {"NAPOLEON_LOG": "json"}
    with open_games(there.env) as games:
        games.create("napoleon1815", "historical_invasion", {}, bots=["french"])
    with moving(there.env) as store:
        store.begin_leaving("run", "elsewhere", None)
        store.close_to_others(Part.CLOSING)
    before = content(there.env)
    with subprocess.Popen(
        [*NAPOLEON, "worker"],
        cwd=ROOT,
        env={**os.environ, **there.env},
        stderr=subprocess.PIPE,
        text=True,
    ) as worker:
        try:
            assert worker.stderr is not None
            assert any("closed, as it moves" in line for line in worker.stderr), "it was tried"
            assert worker.poll() is None
            assert content(there.env) == before
        finally:
            worker.kill()


# -- roles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("partitions", ["1", "2"])
def test_roles_move_as_they_may(own_postgres: OwnPostgres, tmp_path: Path, partitions: str) -> None:
    """The owner of the tables moves them; the service, which goes on, cannot get around that."""
    url = own_postgres.create_database()
    with psycopg.connect(url, autocommit=True) as superuser:
        superuser.execute((ROOT / "deploy" / "postgres-roles.sql").read_text())
    owner, app = (
        own_postgres.url(urlsplit(url).path[1:], user=it)
        for it in ("napoleon_owner", "napoleon_app")
    )
    old = shell_at(tmp_path / "old", DATABASE_URL=owner, DATABASE_PARTITIONS=partitions)
    there = shell_at(tmp_path / "there")
    served = club({**old.env, "DATABASE_URL": app, "CREATE_TABLE": "no"})
    with being_played(served):
        refused = old.run("move", status=1, DATABASE_URL=app, **new(there))
        assert "does not own the tables" in refused.stderr
        old.run("move", **new(there))
        with psycopg.connect(app) as service:
            # As a dump does, which reads every table.
            noted = "SELECT what FROM moving_changes"
            wait_until(lambda: bool(service.execute(noted).fetchall()), "a change to be noted")
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                service.execute("DELETE FROM moving_changes")
    old.run("move", "--finish", **new(there))
    with pytest.raises(StoreClosed):
        move(served.games, min(served.tokens), RandomBot(1))
    with psycopg.connect(app) as service, pytest.raises(psycopg.errors.InsufficientPrivilege):
        service.execute("UPDATE moving SET letting = 1")
    assert records(there.env) == records(old.env)
    served.games.close()
    own_postgres.drop_database(url)


# -- what is refused -------------------------------------------------------------------------------


def test_what_the_command_refuses(there: Shell, tmp_path: Path) -> None:
    old, other = shell_at(tmp_path / "old"), shell_at(tmp_path / "other")
    old.run("play", "napoleon1815", "--seed", "3", "--to-turn", "1")
    other.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1")
    for env, told in (
        (old.env, "Say with NEW_DATABASE_URL or NEW_NAPOLEON_HOME where the new store is"),
        (both(old, other), "The store is not empty: it has games of its own."),
        (
            {**both(old, there), "NEW_NAPOLEON_HOME": str(old.home)},
            "where the new store is" if there.env.get("DATABASE_URL") is None else "read models",
        ),
    ):
        asked = Shell(old.home)
        asked.env = dict(env)
        refused = asked.run("move", "--finish", status=1)
        assert told in refused.stderr
        assert part(old) is None, "nothing was begun"
    assert "does not move" in old.run("move", "--undo", status=1).stderr
    old.run("move", "--finish", "--undo", status=2)
    old.run("move", "--finish", **new(there))
    assert "is closed, as it has moved" in old.run("move", status=1, **new(other)).stderr
    assert "name another store" in old.run("move", "--undo", status=1, **new(other)).stderr
    there.run("play", "napoleon1815", "--seed", "5", "--to-turn", "1")
    refused = old.run("move", "--undo", status=1, **new(there))
    assert "move from there to this store" in refused.stderr
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVED), "as it was"


def test_until_the_new_store_has_recorded_something_the_move_is_undone(
    there: Shell, tmp_path: Path
) -> None:
    old = shell_at(tmp_path / "old")
    old.run("play", "napoleon1815", "--seed", "3", "--to-turn", "1")
    old.run("move", "--finish", **new(there))
    assert "takes orders" in old.run("move", "--undo", **new(there)).stdout
    assert (part(old), part(there)) == (None, Part.ARRIVING), "the new one is closed again"
    old.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1")
    assert "moves to another one" in there.run("play", "napoleon1815", status=1).stderr
    old.run("move", "--finish", **new(there))
    assert records(there.env) == records(old.env)


def test_what_only_the_new_store_has_is_lost_if_that_is_said(there: Shell, tmp_path: Path) -> None:
    old = shell_at(tmp_path / "old")
    old.run("play", "napoleon1815", "--seed", "3", "--to-turn", "1")
    old.run("move", "--finish", **new(there))
    with open_games(there.env) as games:
        [game] = records(there.env)
        games.put_name(game, "french", "Ney")
    refused = old.run("move", "--undo", status=1, **new(there)).stderr
    assert "would be lost: display names. To come back" in refused
    there.run("play", "napoleon1815", "--seed", "5", "--to-turn", "1")
    refused = old.run("move", "--undo", status=1, **new(there)).stderr
    assert " events; " in refused
    assert (part(old), part(there)) == (Part.LEFT, Part.ARRIVED), "as it was"
    old.run("move", "--abandon-new", status=2, **new(there))
    answer = old.run("move", "--undo", "--abandon-new", "--json", **new(there)).stdout
    assert json.loads(answer)["new_is_closed"] is True
    assert (part(old), part(there)) == (None, Part.ARRIVING)
    old.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1")


def test_what_cannot_be_recorded_is_told_without_the_row(database_url: str, tmp_path: Path) -> None:
    """The database quotes the row that it refuses, and a row may be an address."""
    old = shell_at(tmp_path / "old")
    there = shell_at(tmp_path / "there", DATABASE_URL=database_url)
    with moving(old.env) as store:
        table = store.tables["people_addresses"]
        store.put(table, [("ney@home.example", 1, "ney@home.example", 0)])
    with psycopg.connect(database_url) as connection:
        connection.execute("ALTER TABLE people_addresses ADD CHECK (person > 1)")
    refused = old.run("move", status=1, **new(there)).stderr
    assert "One of the addresses of people cannot be recorded: " in refused
    assert "ney@home.example" not in refused


def test_a_store_is_opened_again_though_the_new_one_is_gone(tmp_path: Path) -> None:
    old, there = shell_at(tmp_path / "old"), shell_at(tmp_path / "there")
    old.run("play", "napoleon1815", "--seed", "3", "--to-turn", "1")
    old.run("move", "--finish", **new(there))
    rmtree(there.home)
    assert "not ready" in old.run("move", "--undo", status=1, **new(there)).stderr
    elsewhere = {"NEW_NAPOLEON_HOME": str(tmp_path / "elsewhere")}
    refused = old.run("move", "--undo", "--abandon-new", status=1, **elsewhere).stderr
    assert f"which is {log_place(there.env)}" in refused
    assert part(old) == Part.LEFT
    told = old.run("move", "--undo", "--abandon-new", **new(there)).stdout
    assert "takes orders" in told
    assert "could not be closed" in told
    old.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1")
