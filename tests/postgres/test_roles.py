"""The role of the service can add to the log and read it, and play whole games with that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
import psycopg
import pytest
from click.testing import CliRunner
from psycopg import errors

from api.command_line.main import main
from api.mail.store import open_mail
from api.mail.store.postgres import rights
from api.mail.store.tables import TABLES as MAIL
from api.people.store import create_people
from api.people.store.tables import TABLES as PEOPLE
from napoleon.log.events.cases import RulingGiven
from napoleon.log.store.postgres.connection import Connection
from napoleon.log.store.postgres.dividing import PARTITIONS
from napoleon.log.store.postgres.rights import READ
from napoleon.log.store.postgres.schema import APPEND_ONLY, KEYS, RIGHTS
from napoleon.log.store.recorder import CheckpointRow, WebhookRow
from napoleon.play.games import Games
from napoleon.play.referee import texts
from napoleon.play.standing_orders import kept_by, leave, withdraw
from napoleon.play.transactions import Transaction
from napoleon.record.checkpoints import keep_due
from tests.command_line.conftest import Shell
from tests.core.play import play, stored
from tools.servers import OwnPostgres

ROLES = Path(__file__).parents[2] / "deploy" / "postgres-roles.sql"
OWNER, APP = "napoleon_owner", "napoleon_app"


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder of the commands in which `migrate` makes the view file."""
    monkeypatch.setenv("NAPOLEON_HOME", str(tmp_path / "home"))


@pytest.fixture(params=["", "2"], ids=["whole", "divided"])
def database(
    own_postgres: OwnPostgres,
    own_database: str,
    opened: Callable[..., Games],
    request: pytest.FixtureRequest,
) -> str:
    """Name of a database that was prepared and migrated as the file of the roles tells it."""
    prepare(own_database)
    name = urlsplit(own_database).path[1:]
    owner = own_postgres.url(name, user=OWNER)
    opened(DATABASE_URL=owner, DATABASE_PARTITIONS=request.param)
    create_people({"DATABASE_URL": owner}).close()
    return name


def prepare(url: str) -> None:
    """Run the file of the roles in the database at `url`, as a superuser."""
    with psycopg.connect(url, autocommit=True) as superuser:
        superuser.execute(ROLES.read_text())


@pytest.fixture
def served(own_postgres: OwnPostgres, database: str, opened: Callable[..., Games]) -> Games:
    """The log as the service has it."""
    url = own_postgres.url(database, user=APP)
    return opened(DATABASE_URL=url, CREATE_TABLE="no")


@pytest.fixture(params=[APP, OWNER])
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def shell(own_postgres: OwnPostgres, database: str, role: str) -> Iterator[Connection]:
    """Somebody with a database shell and the password of `role`."""
    url = own_postgres.url(database, user=role)
    with psycopg.connect(url, autocommit=True) as connection:
        yield connection


def test_the_service_plays_a_whole_game(served: Games) -> None:
    game, tokens = served.create("toy", "short", {"turns": 3}, referee=True)
    served.claim(game.id, "red", token=tokens["red"], name="Ney")
    served.put_name(game.id, "red", None)
    kept = leave(served, game.id, "blue", {"instruction": "bet_same", "value": 2})
    assert [kept] == kept_by(served, game.id, "blue")
    assert withdraw(served, game.id, "blue", kept_by(served, game.id, "blue")[0].id)
    ids: list[str] = []

    def write(act: Transaction) -> None:
        ids[:] = [texts.keep(act, served, "Rivoli!")]
        act.record(RulingGiven(0, "stand", ("END",), ids[0]), by="referee")

    served.transact(game.id, write)
    texts.erase(served, game.id, "referee", ids[0])
    hook = WebhookRow(game.id, "one", "red", "", "https://a.example", b"k", 0)
    served.recorder.put_webhook(hook)
    assert served.recorder.move_webhook(hook, msgspec.structs.replace(hook, sent=1))
    assert served.recorder.drop_webhook(game.id, "one")
    play(served, game.id, 100)
    assert served.open(game.id).over
    keep_due(served, game.id)
    assert served.recorder.checkpointed(game.id) == served.head(game.id)
    served._snapshots.put(served.open(game.id), served.rules(game))
    followed = served.recorder.partition(served.recorder.partition_of(game.id))
    with followed.subscribe(gt=0) as subscription:
        assert next(subscription).originator_id == game.id


@pytest.mark.parametrize("role", [APP], indirect=True)
def test_the_service_folds_and_forgets_names_of_an_earlier_release(
    served: Games, shell: Connection
) -> None:
    game_id = served.create("toy", "short", {}).game.id
    shell.execute("INSERT INTO names VALUES (%s, 'red', 'Ney')", (game_id,))
    assert served.recorder.games_named("ney", 9) == [game_id]
    shell.execute("DELETE FROM names")
    assert served.recorder.games_named("ney", 9) == []
    for table in ("changed_names", "folded_names", "known_names"):
        assert shell.execute(f"SELECT FROM {table}").fetchall() == []  # type: ignore[arg-type]


@pytest.mark.parametrize("role", [APP], indirect=True)
def test_the_service_may_only_insert_into_the_log_and_select_from_it(shell: Connection) -> None:
    granted: dict[str, set[str]] = {}
    for table, privilege in shell.execute(
        "SELECT table_name, privilege_type FROM information_schema.role_table_grants "
        "WHERE grantee IN (%s, 'PUBLIC') AND table_schema = current_schema()",
        (APP,),
    ):
        granted.setdefault(table, set()).add(privilege)
    assert {table: granted[table] for table in APPEND_ONLY} == {
        table: {"INSERT", "SELECT"} for table in APPEND_ONLY
    }
    assert granted["schema_version"] == granted["log"] == granted[KEYS] == {"SELECT"}
    assert not {"TRUNCATE", "TRIGGER", "REFERENCES"} & set().union(*granted.values())


def changes() -> Iterator[str]:
    """All that changes or removes rows of the log."""
    columns = {"games": "game", "topics": "topic", "events": "state", "orders": "digest"}
    columns[KEYS] = "vouched"
    for table in (*APPEND_ONLY, KEYS):
        yield f"UPDATE {table} SET {columns.get(table, 'note')} = NULL"
        yield f"DELETE FROM {table}"
        yield f"TRUNCATE {table} CASCADE"


def beyond() -> Iterator[str]:
    """What the owner of the tables may do, and the service may not."""
    for table in APPEND_ONLY:
        yield f"DROP TABLE {table} CASCADE"
        yield f"ALTER TABLE {table} DISABLE TRIGGER USER"
        yield f"ALTER TABLE {table} ADD COLUMN more integer"
        yield f"DROP TRIGGER no_change ON {table}"
        yield f"CREATE TRIGGER other BEFORE INSERT ON {table} EXECUTE FUNCTION refuse_change()"
        yield f"CREATE RULE other AS ON INSERT TO {table} DO INSTEAD NOTHING"
    yield "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE sql AS ''"
    yield "DROP FUNCTION refuse_change() CASCADE"
    yield "CREATE TABLE other (number integer)"
    yield f"INSERT INTO {KEYS} VALUES (2, 'another', 0, NULL, '')"
    yield "UPDATE schema_version SET number = 0"
    yield "INSERT INTO schema_version (number) VALUES (2)"
    yield "SELECT nextval('games_number_seq')"
    yield "SELECT setval('games_number_seq', 1)"
    yield f"SET ROLE {OWNER}"


@pytest.mark.parametrize("role", [APP], indirect=True)
def test_the_service_may_change_nothing_and_unlock_nothing(
    served: Games, shell: Connection
) -> None:
    game_id = served.create("toy", "short", {}).game.id
    play(served, game_id, 3)
    served.recorder.put_checkpoint(CheckpointRow(game_id, 1, "", bytes(32)))
    before = stored(served)
    for statement in (*changes(), *beyond()):
        with pytest.raises(errors.InsufficientPrivilege):
            shell.execute(statement)
    with pytest.raises(errors.InsufficientPrivilege):
        shell.execute("SET session_replication_role = replica")
    assert stored(served) == before


@pytest.mark.parametrize("role", [OWNER], indirect=True)
def test_the_owner_is_stopped_by_the_triggers(served: Games, shell: Connection) -> None:
    game_id = served.create("toy", "short", {}).game.id
    play(served, game_id, 3)
    served.recorder.put_checkpoint(CheckpointRow(game_id, 1, "", bytes(32)))
    before = stored(served)
    for statement in changes():
        with pytest.raises(errors.IntegrityError, match="append-only"):
            shell.execute(statement)
    with pytest.raises(errors.InsufficientPrivilege):
        shell.execute("SET session_replication_role = replica")
    assert stored(served) == before


def test_the_owner_migrates_from_then_on(
    own_postgres: OwnPostgres, database: str, opened: Callable[..., Games]
) -> None:
    url = own_postgres.url(database, user=OWNER)
    assert opened(DATABASE_URL=url).recorder.head("game") is None
    prepare(own_postgres.url(database))


def test_others_are_not_let_in(own_postgres: OwnPostgres, database: str) -> None:
    with psycopg.connect(own_postgres.conninfo, autocommit=True) as superuser:
        superuser.execute("CREATE ROLE passer_by LOGIN")
        try:
            with pytest.raises(psycopg.OperationalError, match="CONNECT"):
                psycopg.connect(own_postgres.url(database, user="passer_by"))
        finally:
            superuser.execute("DROP ROLE passer_by")


def test_a_whole_store_is_read_by_the_service_and_filled_by_the_owner_alone(
    own_postgres: OwnPostgres, database: str, tmp_path: Path
) -> None:
    user, file = Shell(tmp_path / "files"), str(tmp_path / "whole.zip")
    user.env |= {"NAPOLEON_SECRET": "correct horse battery staple"}
    user.run("migrate")
    user.run("play", "napoleon1815", "--seed", "4", "--to-turn", "1")
    user.run("export", "--all", "-o", file)
    app = {"DATABASE_URL": own_postgres.url(database, user=APP)}
    owner = {"DATABASE_URL": own_postgres.url(database, user=OWNER)}
    assert "permission denied" in user.run("import", file, status=1, **app).stderr
    user.run("import", file, **owner)
    user.run("export", "--all", "-o", file, **app)
    assert "games of its own" in user.run("import", file, status=1, **owner).stderr


# -- the tables of this release and of the next ----------------------------------------------------


def relations(url: str, kinds: str, *, of_divided: bool = False) -> set[str]:
    """The tables and views, or the sequences, in a database; or what divided tables consist of."""
    with psycopg.connect(url, autocommit=True) as connection:
        rows = connection.execute(
            "SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
            " WHERE nspname = current_schema() AND relkind = ANY (%s) AND relispartition = %s",
            (list(kinds), of_divided),
        )
        return {name for (name,) in rows}


def allowed(url: str, name: str) -> set[str]:
    """What the service may do with a table or a sequence."""
    with psycopg.connect(url, autocommit=True) as connection:
        rows = connection.execute(
            "SELECT privilege_type FROM pg_class, aclexplode(relacl) AS granted, pg_roles"
            " WHERE pg_class.oid = %s::regclass AND grantee = pg_roles.oid AND rolname = %s",
            (name, APP),
        )
        return {right for (right,) in rows}


ALL_RIGHTS = {**RIGHTS, **rights(MAIL), **rights(PEOPLE)}


def all_is_allowed(url: str) -> None:
    """Assert that the service may do with each table what it has to, and nothing else."""
    tables = relations(url, "rpvm")
    parts = relations(url, "r", of_divided=True)
    expected = {**ALL_RIGHTS, PARTITIONS: READ} if parts else ALL_RIGHTS
    assert tables == expected.keys(), "each table says what the service may do with it"
    assert {it: allowed(url, it) for it in tables} == {
        it: set(rights.split(", ")) for it, rights in expected.items()
    }
    assert all(allowed(url, it) == {READ} for it in parts), "it adds by the whole table only"
    sequences = relations(url, "S")
    # Mails and people are numbered by sequences; the log is not.
    beside = ("mail_", "people_")
    assert {it: allowed(url, it) for it in sequences} == {
        it: {"SELECT", "USAGE"} if it.startswith(beside) else {"SELECT"} for it in sequences
    }
    with psycopg.connect(url, autocommit=True) as connection:
        owners = connection.execute(
            "SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class"
            " WHERE relnamespace = quote_ident(current_schema())::regnamespace"
        )
        assert owners.fetchall() == [(OWNER,)]


def test_the_service_may_use_every_table(own_postgres: OwnPostgres, database: str) -> None:
    all_is_allowed(own_postgres.url(database))


def migrate(url: str, status: int = 0) -> str:
    """Run the command; what it says."""
    env = {"DATABASE_URL": url, "NAPOLEON_SECRET": "correct horse battery staple"}
    result = CliRunner().invoke(main, ["migrate"], env={**env, "CREATE_TABLE": None})
    assert result.exit_code == status, result.output
    return result.output


ADDED = "DROP TABLE mail_stand_ins; UPDATE mail_versions SET schema = 1; " + "; ".join(
    f"DROP TABLE {it}" for it in rights(PEOPLE)
)
"""Makes of a store one of the release before these tables were added."""


@pytest.mark.parametrize("migrating", [OWNER, None], ids=["owner", "superuser"])
def test_the_service_may_use_what_an_upgrade_adds(
    own_postgres: OwnPostgres, database: str, migrating: str | None
) -> None:
    everything = own_postgres.url(database)
    with psycopg.connect(everything, autocommit=True) as superuser:
        superuser.execute(ADDED)
    migrate(own_postgres.url(database, user=migrating))
    all_is_allowed(everything)
    served = open_mail({"DATABASE_URL": own_postgres.url(database, user=APP)})
    assert served.stand_ins.all(["none"]) == []
    served.close()


def test_a_service_without_these_roles_may_get_them(own_database: str) -> None:
    migrate(own_database)
    assert all(not allowed(own_database, it) for it in relations(own_database, "rvS"))
    prepare(own_database)
    migrate(own_database)
    all_is_allowed(own_database)
    prepare(own_database)
    all_is_allowed(own_database)


def test_the_roles_are_for_a_schema_of_its_own_too(own_database: str) -> None:
    with psycopg.connect(own_database, autocommit=True) as superuser:
        superuser.execute('CREATE SCHEMA "the club"')
    there = f"{own_database}&options=-c%20search_path%3D%22the%5C%20club%22"
    prepare(there)
    migrate(there)
    all_is_allowed(there)


def test_roles_of_another_database_are_let_into_nothing(
    own_postgres: OwnPostgres, database: str
) -> None:
    other = own_postgres.create_database()
    try:
        migrate(other)
        assert all(not allowed(other, it) for it in relations(other, "rvS"))
    finally:
        own_postgres.drop_database(other)


def test_the_service_is_told_who_migrates(own_postgres: OwnPostgres, database: str) -> None:
    """It may find that nothing is to be done, as at every boot; it may not do it."""
    url = own_postgres.url(database, user=APP)
    assert "The store is ready" in migrate(url)
    with psycopg.connect(own_postgres.url(database), autocommit=True) as superuser:
        superuser.execute(ADDED)
    told = migrate(url, status=1)
    assert f"the role {APP} may make no tables" in told
    assert OWNER in told
    with psycopg.connect(own_postgres.url(database), autocommit=True) as superuser:
        superuser.execute("DROP VIEW log; DROP TABLE schema_version")
    assert f"the role {APP} may make no tables" in migrate(url, status=1)
