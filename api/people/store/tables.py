"""The tables of people. All times in them are microseconds since 1970 UTC."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    delete,
    insert,
    inspect,
    select,
)

SCHEMA = 1
"""Number of the schema; it is kept in `versions`."""

METADATA = MetaData()

_ID = BigInteger().with_variant(Integer, "sqlite")

versions = Table("people_versions", METADATA, Column("schema", Integer, primary_key=True))

people = Table(
    "people_people",
    METADATA,
    # No id is given twice: what is signed out of one desk never opens another.
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("name", String, nullable=False),
    Column("language", String, nullable=False),
    Column("link", String, nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

addresses = Table(
    "people_addresses",
    METADATA,
    # An address belongs to one person: a link to sign in leads to one desk.
    Column("folded", String, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("address", String, nullable=False),
    Column("confirmed", BigInteger, nullable=False),
)

devices = Table(
    "people_devices",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("secret", String, nullable=False, unique=True),
    Column("former", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("rotated", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

seats = Table(
    "people_seats",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("holder", String, primary_key=True),
    Column("token", String, nullable=False),
    Column("added", BigInteger, nullable=False),
    Column("read", BigInteger, nullable=False),
    Index("people_seats_of", "game"),
)

links = Table(
    "people_links",
    METADATA,
    Column("secret", String, primary_key=True),
    Column("purpose", String, nullable=False),
    Column("folded", String, nullable=False, index=True),
    Column("address", String, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("token", String, nullable=False),
)

asked = Table(
    "people_asked",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("purpose", String, nullable=False),
    Column("folded", String, nullable=False),
    Column("address", String, nullable=False),
    Column("language", String, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("person", BigInteger, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("told", String, nullable=False),
    sqlite_autoincrement=True,
)

challenges = Table(
    "people_challenges",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("challenger", BigInteger, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("former", String, nullable=False),
    Column("whom", String, nullable=False),
    Column("game", String, nullable=False, index=True),
    Column("holder", String, nullable=False),
    Column("token", String, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("declined", BigInteger, nullable=False),
    sqlite_autoincrement=True,
)

made = Table(
    "people_made",
    METADATA,
    Column("key", String, primary_key=True),
    Column("made", BigInteger, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
)


def found_schema(connection: Connection) -> int | None:
    """Number of the schema in the database; None if there is none."""
    if not inspect(connection).has_table(versions.name):
        return None
    found: int = connection.execute(select(versions.c.schema)).scalar_one()
    return found


def create(connection: Connection) -> None:
    """Make the tables unless they are there."""
    if found_schema(connection) != SCHEMA:
        METADATA.create_all(connection)
        connection.execute(delete(versions))
        connection.execute(insert(versions).values(schema=SCHEMA))
