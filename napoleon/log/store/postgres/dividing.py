"""What is different in the tables of a log that is divided: its partitions, and who waits for whom.

PostgreSQL keeps the events of a game, and what belongs to them, in one of as many tables as there
are partitions (`PARTITION BY HASH (game)`). By the number of its game each event is also in one of
the partitions that are followed, where it gets the next place. The row that says how far such a
partition has come is what its writers wait for; writers of other partitions do not.

Nobody is told by the transaction itself, as every transaction that notifies waits for the one
before it until that is on the disk. The writer tells it afterwards; see `LogRecorder.announce`.
"""

from __future__ import annotations

from psycopg.sql import SQL, Composed, Identifier, Literal

from napoleon.log.store.postgres.connection import Connection
from napoleon.log.store.postgres.rights import READ

BY_GAME = ("events", "orders", "checkpoints")
"""The tables that are divided, each with a column ``game``."""

PARTITIONS = "partitions"
"""The table that says how far each partition has come; there is none in a log in one piece."""

# What depends on the number of the partition a game is in is done with the rights of the owner: the
# service could otherwise move a partition on without any event.
_SCHEMA = """
    CREATE TABLE partitions (part smallint PRIMARY KEY, place bigint NOT NULL DEFAULT 0);
    INSERT INTO partitions (part) SELECT generate_series(0, {count} - 1);
    CREATE INDEX events_by_place ON events (part, id);

    -- A writer waits here for all who write in the partitions of the games: in one order, so that
    -- no two wait for each other.
    CREATE FUNCTION wait_for_turn(ids text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {schema}, pg_temp AS $$
    BEGIN
        PERFORM FROM partitions
        WHERE part IN (SELECT number % {count} FROM games WHERE game = ANY (ids))
        ORDER BY part FOR UPDATE;
    END $$;

    CREATE OR REPLACE FUNCTION give_next_id() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {schema}, pg_temp AS $$
    DECLARE
        newest integer;
    BEGIN
        NEW.part := NEW.game % {count};
        UPDATE partitions SET place = place + 1 WHERE part = NEW.part RETURNING place INTO NEW.id;
        newest := (SELECT max(version) FROM events WHERE game = NEW.game);
        IF NEW.version IS DISTINCT FROM
                coalesce(newest + 1, least(greatest(NEW.version, 0), 1)) THEN
            RAISE EXCEPTION 'the log is append-only: not the next version of the game'
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END $$;

    CREATE FUNCTION wait_for_writers_of_game() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = {schema}, pg_temp AS $$
    BEGIN
        PERFORM FROM partitions WHERE part = NEW.game % {count} FOR UPDATE;
        RETURN NEW;
    END $$;
    REVOKE ALL ON FUNCTION give_next_id, wait_for_writers_of_game FROM PUBLIC;

    DROP TRIGGER one_writer ON events;
    DROP TRIGGER told ON events;
    DROP TRIGGER one_writer ON checkpoints;
    -- Triggers of a row are called by their names: this one is before the look at what is newest.
    CREATE TRIGGER after_others BEFORE INSERT ON checkpoints
        FOR EACH ROW EXECUTE FUNCTION wait_for_writers_of_game();
"""

_PART = "CREATE TABLE {part} PARTITION OF {table} FOR VALUES WITH (MODULUS {count}, REMAINDER {k})"

# That of the whole table is not called for a part that is named.
_NO_TRUNCATE = """
    CREATE TRIGGER no_truncate BEFORE TRUNCATE ON {part}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
"""


def columns(count: int) -> dict[str, SQL]:
    """What the definitions of the tables say of their keys, in so many partitions."""
    if count == 1:
        return {"id_key": SQL("PRIMARY KEY"), "part": SQL(""), "by_game": SQL("")}
    return {
        "id_key": SQL("NOT NULL"),
        "part": SQL("part smallint NOT NULL,"),
        "by_game": SQL("PARTITION BY HASH (game)"),
    }


def rights(count: int) -> dict[str, str]:
    """What the role of the service may do with the tables that only a divided log has.

    It adds by the whole tables, and a dump reads each part.
    """
    return dict.fromkeys((PARTITIONS, *(f"{it}_{k}" for it in BY_GAME for k in range(count))), READ)


def parts(count: int) -> list[Composed]:
    """What makes the tables in which rows of divided ones are, before anything else is made."""
    return [
        SQL(_PART).format(
            part=Identifier(f"{table}_{k}"), table=Identifier(table), count=Literal(count), k=k
        )
        for table in BY_GAME
        for k in range(count)
    ]


def schema(name: str, count: int) -> list[Composed]:
    """What makes of a log in the schema `name`, whose triggers are there, one that is divided."""
    return [
        SQL(_SCHEMA).format(schema=Identifier(name), count=Literal(count)),
        *(
            SQL(_NO_TRUNCATE).format(part=Identifier(f"{table}_{k}"))
            for table in BY_GAME
            for k in range(count)
        ),
    ]


def partitions_of(connection: Connection) -> int:
    """In how many partitions the log in a database is divided. Raises errors of psycopg."""
    [[table]] = connection.execute("SELECT to_regclass(%s)::text", (PARTITIONS,))
    if table is None:
        return 1
    [[count]] = connection.execute("SELECT count(*) FROM partitions")
    return int(count)
