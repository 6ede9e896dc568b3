"""``napoleon migrate`` makes the tables, and nobody else does; what is missing is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import psycopg
import pytest
from click.testing import CliRunner, Result
from psycopg.conninfo import make_conninfo

from api.app import create_app
from api.command_line.main import main
from napoleon.log.store.address import conninfo, place
from napoleon.log.store.home import KEY_FILE
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.postgres.schema import schema_version
from napoleon.log.store.recorder import StoreMissing
from napoleon.play.games import Games
from tools.servers import OwnPostgres


def command(env: Mapping[str, str], *arguments: str, **chosen: str | None) -> Result:
    """Run ``napoleon``; an exception is an error of the test."""
    there = {**env, "CREATE_TABLE": None, **chosen}
    result = CliRunner().invoke(main, arguments, env=there)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def schema(url: str) -> int:
    with psycopg.connect(url, autocommit=True) as connection:
        return schema_version(connection)


def test_migrate_makes_the_log_and_says_where(env: dict[str, str], tmp_path: Path) -> None:
    url = env["DATABASE_URL"].replace("postgres:@", "postgres:waterloo@")
    first = command(env, "migrate", DATABASE_URL=url)
    assert first.exit_code == 0, first.output
    assert "PostgreSQL database napoleon_" in first.stdout
    again = command(env, "migrate", "--json", DATABASE_URL=url)
    assert msgspec.json.decode(again.stdout)["log"] in first.stdout
    assert "waterloo" not in first.output + again.output
    assert not (tmp_path / KEY_FILE).exists()
    assert command(env, "show", "x").stderr == "There is no game x in the local store.\n"


@pytest.mark.parametrize(
    "arguments", [("show", "x"), ("play", "napoleon1815"), ("worker",), ("serve", "--port", "0")]
)
def test_nobody_else_makes_tables(env: dict[str, str], arguments: tuple[str, ...]) -> None:
    result = command(env, *arguments)
    assert result.exit_code == 1
    assert "napoleon migrate" in result.stderr
    assert schema(env["DATABASE_URL"]) == 0


@pytest.mark.parametrize(("number", "create"), [(0, "no"), (99, "no"), (99, "yes")])
def test_a_log_of_another_release_is_left_alone(
    env: dict[str, str], opened: Callable[..., Games], number: int, create: str
) -> None:
    opened()
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("UPDATE schema_version SET number = %s", (number,))
    with pytest.raises(StoreMissing):
        opened(CREATE_TABLE=create)
    assert schema(env["DATABASE_URL"]) == number


@pytest.mark.parametrize("wrong", ["abc", "0", "1001"])
def test_a_wrong_number_of_connections_is_told_in_a_line(env: dict[str, str], wrong: str) -> None:
    result = command({**env, "DATABASE_POOL": wrong}, "migrate")
    assert result.exit_code == 1
    [line] = result.stderr.splitlines()
    assert "DATABASE_POOL has to be a number from 1 to 1000" in line


def test_a_database_with_other_tables_is_left_as_it_is(env: dict[str, str]) -> None:
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute("CREATE TABLE orders (what text)")
        result = command(env, "migrate")
        assert result.exit_code == 1
        assert 'relation "orders" already exists' in result.stderr
        tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        assert connection.execute(tables).fetchall() == [("orders",)]


def test_the_log_may_be_in_a_schema_of_its_own(
    env: dict[str, str], opened: Callable[..., Games]
) -> None:
    with psycopg.connect(env["DATABASE_URL"], autocommit=True) as connection:
        connection.execute('CREATE SCHEMA "the club"')
    there = {
        "DATABASE_URL": f"{env['DATABASE_URL']}&options=-c%20search_path%3D%22the%5C%20club%22"
    }
    version = opened(**there).create("toy", "short", {}).game.version
    assert opened(CREATE_TABLE="no", **there).recorder.max_notification_id() == version
    with pytest.raises(StoreMissing):
        opened(CREATE_TABLE="no")


def test_text_has_to_be_utf_8(own_postgres: OwnPostgres, opened: Callable[..., Games]) -> None:
    url = own_postgres.url("napoleon_latin")
    with psycopg.connect(own_postgres.conninfo, autocommit=True) as superuser:
        superuser.execute(
            "CREATE DATABASE napoleon_latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'"
        )
        try:
            with pytest.raises(StoreMissing, match="LATIN1"):
                opened(DATABASE_URL=url)
        finally:
            superuser.execute("DROP DATABASE napoleon_latin WITH (FORCE)")


@pytest.mark.parametrize("argument", ["migrate", "worker"])
def test_without_a_secret_they_say_so(
    env: dict[str, str], opened: Callable[..., Games], tmp_path: Path, argument: str
) -> None:
    if argument == "worker":
        opened()
    before = schema(env["DATABASE_URL"])
    result = command(env, argument, NAPOLEON_SECRET=None)
    assert result.exit_code == 1
    assert "NAPOLEON_SECRET has to be set" in result.stderr
    assert not (tmp_path / KEY_FILE).exists()
    assert schema(env["DATABASE_URL"]) == before


def test_without_a_secret_no_key_is_shown(
    opened: Callable[..., Games], caplog: pytest.LogCaptureFixture
) -> None:
    opened()
    games = opened(NAPOLEON_SECRET="", CREATE_TABLE="no")
    answer = create_app(games).test_client().get("/api/v1/record/key")
    assert (answer.status_code, answer.json["code"]) == (503, "CANNOT_SIGN")
    assert "NAPOLEON_SECRET has to be set" in caplog.text
    with pytest.raises(KeyUnusable):
        opened(NAPOLEON_SECRET="")


@pytest.mark.parametrize("url", ["waterloo", "postgresql://ney:water%loo@host/name"])
def test_what_is_no_address_is_not_repeated(env: dict[str, str], url: str) -> None:
    for arguments in (("migrate",), ("show", "x")):
        result = command(env, *arguments, DATABASE_URL=url)
        assert result.exit_code == 1
        assert "DATABASE_URL is not the address" in result.stderr
        assert "loo" not in result.output


def test_an_address_is_told_without_its_password() -> None:
    assert place("postgresql://ney:waterloo@db.example:5433/club") == (
        "PostgreSQL database club at db.example"
    )
    assert place("postgresql:///club?password=waterloo") == "PostgreSQL database club at localhost"


def test_an_address_may_choose_its_own_timeouts() -> None:
    chosen = conninfo(make_conninfo("", options="-c lock_timeout=9s", connect_timeout="1"))
    assert "connect_timeout=1 " in f"{chosen} "
    assert chosen.rindex("lock_timeout=9s") > chosen.index("lock_timeout=5s")
