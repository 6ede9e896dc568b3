"""Display names on PostgreSQL, and how they are looked for; see the module of SQLite."""

from __future__ import annotations

from psycopg.sql import SQL, Composed, Identifier

from napoleon.log.display_names import folded
from napoleon.log.store.postgres.connection import Datastore

# Triggers write with the rights of the owner, as the role of the release before has none here.
_SCHEMA = """
    CREATE TABLE changed_names (
        game text COLLATE "C", seat text COLLATE "C", PRIMARY KEY (game, seat));
    CREATE TABLE known_names (folded text COLLATE "C" PRIMARY KEY);
    CREATE INDEX folded_names_by_folded ON folded_names (folded COLLATE "C");

    CREATE FUNCTION note_changed_name() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = {schema}, pg_temp AS $$
    DECLARE
        changed names := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
    BEGIN
        -- What is folded is as it has to be if the name is there, and has to go if it is not.
        IF (TG_OP = 'DELETE') = EXISTS (
                SELECT 1 FROM folded_names AS it
                WHERE (it.game, it.seat, it.name) = (changed.game, changed.seat, changed.name)) THEN
            INSERT INTO changed_names VALUES (changed.game, changed.seat) ON CONFLICT DO NOTHING;
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

    CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON names
        FOR EACH ROW EXECUTE FUNCTION note_changed_name();
    CREATE TRIGGER known AFTER INSERT OR UPDATE OR DELETE ON folded_names
        FOR EACH ROW EXECUTE FUNCTION keep_known_names();

    INSERT INTO known_names SELECT DISTINCT folded FROM folded_names;
    INSERT INTO changed_names SELECT game, seat FROM names WHERE NOT EXISTS (
        SELECT 1 FROM folded_names AS it
        WHERE (it.game, it.seat, it.name) = (names.game, names.seat, names.name));
"""

_FOLD = """
    INSERT INTO folded_names VALUES (%(game)s, %(seat)s, %(name)s, %(folded)s)
    ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name, folded = excluded.folded
"""

# A trigger looks for the folded name when the statement has ended.
_PUT = f"""
    WITH folded_name AS ({_FOLD})
    INSERT INTO names VALUES (%(game)s, %(seat)s, %(name)s)
    ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name
"""  # noqa: S608

_DROP = """
    WITH folded_name AS (DELETE FROM folded_names WHERE game = %(game)s AND seat = %(seat)s)
    DELETE FROM names WHERE game = %(game)s AND seat = %(seat)s
"""

_CHANGED = "SELECT game, seat, name FROM changed_names LEFT JOIN names USING (game, seat)"

_NO_MORE = "DELETE FROM changed_names WHERE game = %(game)s AND seat = %(seat)s"

# A name that somebody changes meanwhile is noted again.
_FOLD_CHANGED = f"WITH noted AS ({_NO_MORE}) {_FOLD}"

_DROP_CHANGED = f"""
    WITH noted AS ({_NO_MORE})
    DELETE FROM folded_names WHERE game = %(game)s AND seat = %(seat)s
"""  # noqa: S608

_NAMED = """
    SELECT DISTINCT folded_names.game FROM known_names
    JOIN folded_names ON folded_names.folded COLLATE "C" = known_names.folded
    WHERE strpos(known_names.folded, %s) > 0 LIMIT %s
"""


def schema(name: str) -> Composed:
    """What a log in the tables of the schema `name` has since version 3."""
    return SQL(_SCHEMA).format(schema=Identifier(name))


def put(game: str, seat: str, name: str | None) -> tuple[str, dict[str, str]]:
    """The statement that keeps, changes or (None) erases a display name, with its values."""
    if name is None:
        return _DROP, {"game": game, "seat": seat}
    return _PUT, {"game": game, "seat": seat, "name": name, "folded": folded(name)}


def games_named(datastore: Datastore, part: str, limit: int) -> list[str]:
    """See `LogRecorder.games_named`."""
    for game, seat, name in datastore.select(_CHANGED):
        row = {"game": str(game), "seat": str(seat)}
        if name is None:
            datastore.execute(_DROP_CHANGED, row)
        else:
            datastore.execute(
                _FOLD_CHANGED, {**row, "name": str(name), "folded": folded(str(name))}
            )
    return [str(row[0]) for row in datastore.select(_NAMED, (folded(part), limit))]
