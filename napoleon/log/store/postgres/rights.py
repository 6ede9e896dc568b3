"""What the role of the service may do with the tables, in a database that has one for it.

``deploy/postgres-roles.sql`` prepares a database for two roles: one owns the tables, the other is
that of the service. It knows no table. Each part says beside its tables what the service may do
with them, and grants it whenever it makes or finds them; so tables that a later release adds are
not forgotten.
"""

from __future__ import annotations

from collections.abc import Mapping

from psycopg.sql import SQL, Identifier

from napoleon.log.store.postgres.connection import Connection
from napoleon.log.store.recorder import StoreMissing

OWNER = "napoleon_owner"
SERVICE = "napoleon_app"

READ = "SELECT"
ADD = "SELECT, INSERT"
ADD_AND_REMOVE = "SELECT, INSERT, DELETE"
CHANGE = "SELECT, INSERT, UPDATE, DELETE"

_PREPARED = """
    SELECT pg_has_role(owner.oid, 'MEMBER')
    FROM pg_namespace, aclexplode(nspacl) AS granted, pg_roles AS owner
    WHERE nspname = current_schema() AND privilege_type = 'CREATE'
        AND grantee = owner.oid AND rolname = %s
"""

_SEQUENCES = """
    SELECT number.oid::regclass::text, deptype = 'a'
    FROM pg_depend JOIN pg_class AS number ON number.oid = objid
    WHERE classid = 'pg_class'::regclass AND refobjid = ANY (%s::regclass[])
        AND relkind = 'S' AND deptype IN ('a', 'i')
"""


def act_as_owner(connection: Connection) -> bool:
    """Go on as the owner of the tables until the transaction ends, in a database that has one.

    So they are the owner's even where a superuser makes them. Returns whether it does: not in a
    database without roles, and not for a role that is neither that owner nor a superuser. Raises
    errors of psycopg.
    """
    if connection.execute(_PREPARED, (OWNER,)).fetchall() != [(True,)]:
        return False
    connection.execute(SQL("SET LOCAL ROLE {}").format(Identifier(OWNER)))
    return True


def grant(connection: Connection, rights: Mapping[str, str]) -> None:
    """Let the service do with each table what `rights` say. Raises errors of psycopg.

    pg_dump reads the current value of every sequence. An inserting role advances only those that
    number a column as its default; that of an identity is the table's own.
    """
    service = Identifier(SERVICE)
    for table, right in rights.items():
        connection.execute(
            SQL("GRANT {} ON {} TO {}").format(SQL(right), Identifier(table), service)
        )
    for sequence, is_default in connection.execute(_SEQUENCES, (list(rights),)).fetchall():
        right = "USAGE, SELECT" if is_default else "SELECT"
        connection.execute(
            SQL("GRANT {} ON SEQUENCE {} TO {}").format(SQL(right), SQL(sequence), service)
        )


def check_right_to_create(connection: Connection) -> None:
    """Raise StoreMissing for a role that may make no tables, before it tries. Or errors of psycopg.

    Otherwise the database would say which statement failed, and not what to do.
    """
    [[role, may]] = connection.execute(
        "SELECT current_user, has_schema_privilege(current_schema()::text, 'CREATE')"
    )
    if may is False:
        raise StoreMissing(
            f"the role {role} may make no tables: give 'napoleon migrate' the DATABASE_URL of"
            f" the role that owns them, which is {OWNER} after deploy/postgres-roles.sql"
        )
