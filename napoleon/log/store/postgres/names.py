"""Display names on PostgreSQL, and how they are looked for; see the module of SQLite."""

from __future__ import annotations

from psycopg.sql import SQL, Composed, Identifier

from napoleon.log.display_names import folded
from napoleon.log.store.postgres.connection import Datastore

NAMING = int.from_bytes(b"NAPNAMES", "big")
"""Number of the advisory lock that is held from when names change until the transaction ends."""

# Triggers write with the rights of the owner, as the role of the release before has none here.
_SCHEMA = """
    CREATE TABLE changed_names (
        game text COLLATE "C", seat text COLLATE "C", PRIMARY KEY (game, seat));
    CREATE TABLE known_names (folded text COLLATE "C" PRIMARY KEY);
    CREATE INDEX folded_names_by_folded ON folded_names (folded COLLATE "C");

    -- Held before any row is, so that nobody blocks another; then triggers see what others did.
    CREATE FUNCTION wait_for_others_who_name() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        PERFORM pg_advisory_xact_lock({naming});
        RETURN NULL;
    END $$;

    CREATE FUNCTION note_changed_name() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    BEGIN
        IF TG_OP = 'DELETE' THEN
            -- At once, as what is erased shall be nowhere, and nobody can fold it once more.
            DELETE FROM folded_names WHERE (game, seat) = (OLD.game, OLD.seat);
            DELETE FROM changed_names WHERE (game, seat) = (OLD.game, OLD.seat);
        ELSIF NOT EXISTS (
                SELECT 1 FROM folded_names AS it
                WHERE (it.game, it.seat, it.name) = (NEW.game, NEW.seat, NEW.name)) THEN
            INSERT INTO changed_names VALUES (NEW.game, NEW.seat) ON CONFLICT DO NOTHING;
        END IF;
        RETURN NULL;
    END $$;

    -- What is looked for has no row left in the other table when the last who had it is gone.
    CREATE FUNCTION keep_known_names() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    BEGIN
        IF TG_OP <> 'DELETE' THEN
            INSERT INTO known_names VALUES (NEW.folded) ON CONFLICT DO NOTHING;
        END IF;
        IF TG_OP <> 'INSERT' THEN
            DELETE FROM known_names WHERE folded = OLD.folded COLLATE "C" AND NOT EXISTS (
                SELECT 1 FROM folded_names WHERE folded COLLATE "C" = OLD.folded);
        END IF;
        RETURN NULL;
    END $$;
    REVOKE ALL ON FUNCTION note_changed_name, keep_known_names FROM PUBLIC;

    CREATE TRIGGER in_turn BEFORE INSERT OR UPDATE OR DELETE ON names
        FOR EACH STATEMENT EXECUTE FUNCTION wait_for_others_who_name();
    CREATE TRIGGER in_turn BEFORE INSERT OR UPDATE OR DELETE ON folded_names
        FOR EACH STATEMENT EXECUTE FUNCTION wait_for_others_who_name();
    CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON names
        FOR EACH ROW EXECUTE FUNCTION note_changed_name();
    CREATE TRIGGER known AFTER INSERT OR UPDATE OR DELETE ON folded_names
        FOR EACH ROW EXECUTE FUNCTION keep_known_names();

    -- Of names that releases erased which did not fold any.
    DELETE FROM folded_names AS it WHERE NOT EXISTS (
        SELECT 1 FROM names WHERE (names.game, names.seat) = (it.game, it.seat));
    INSERT INTO known_names SELECT DISTINCT folded FROM folded_names;
    INSERT INTO changed_names SELECT game, seat FROM names WHERE NOT EXISTS (
        SELECT 1 FROM folded_names AS it
        WHERE (it.game, it.seat, it.name) = (names.game, names.seat, names.name));
"""

# A trigger looks for the folded name when the statement has ended.
_PUT = """
    WITH folded_name AS (
        INSERT INTO folded_names VALUES (%(game)s, %(seat)s, %(name)s, %(folded)s)
        ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name, folded = excluded.folded)
    INSERT INTO names VALUES (%(game)s, %(seat)s, %(name)s)
    ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name
"""

_DROP = "DELETE FROM names WHERE game = %(game)s AND seat = %(seat)s"

_CHANGED = "SELECT game, seat, name FROM changed_names JOIN names USING (game, seat)"

# Nothing is done, and the note stays, where the name is another meanwhile: a row that is locked is
# looked at as it is then, and not as it was when the statement began.
_FOLD_CHANGED = """
    WITH still AS (
        SELECT game, seat, name FROM names
        WHERE game = %(game)s AND seat = %(seat)s AND name = %(name)s FOR SHARE),
    noted AS (
        DELETE FROM changed_names AS it USING still
        WHERE (it.game, it.seat) = (still.game, still.seat))
    INSERT INTO folded_names SELECT game, seat, name, %(folded)s FROM still
    ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name, folded = excluded.folded
"""

_NAMED = """
    SELECT DISTINCT folded_names.game FROM known_names
    JOIN folded_names ON folded_names.folded COLLATE "C" = known_names.folded
    WHERE strpos(known_names.folded, %s) > 0 LIMIT %s
"""


def schema(name: str) -> Composed:
    """What a log in the tables of the schema `name` has since version 3."""
    return SQL(_SCHEMA).format(schema=Identifier(name), naming=NAMING)


def put(game: str, seat: str, name: str | None) -> tuple[str, dict[str, str]]:
    """The statement that keeps, changes or (None) erases a display name, with its values."""
    if name is None:
        return _DROP, {"game": game, "seat": seat}
    return _PUT, {"game": game, "seat": seat, "name": name, "folded": folded(name)}


def games_named(datastore: Datastore, part: str, limit: int) -> list[str]:
    """See `LogRecorder.games_named`."""
    for row in datastore.select(_CHANGED):
        game, seat, name = map(str, row)
        datastore.execute(
            _FOLD_CHANGED, {"game": game, "seat": seat, "name": name, "folded": folded(name)}
        )
    return [str(row[0]) for row in datastore.select(_NAMED, (folded(part), limit))]
