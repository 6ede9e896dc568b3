"""The tables of people. All times in them are microseconds since 1970 UTC."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from api.mail.store.schema import Tables

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
    Column("shows_reliability", Integer, nullable=False, server_default="0"),
    Column("zone", String, nullable=False),
    Column("hour", Integer, nullable=False),
    Column("unseen", Integer, nullable=False),
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

stints = Table(
    "people_stints",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("holder", String, primary_key=True),
    Column("since", BigInteger, primary_key=True, autoincrement=False),
    # How often the count began again: what was counted before that is not kept.
    Column("counts", Integer, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("token", String, nullable=False),
    Column("outcome", String, nullable=False),
    Column("tally", String, nullable=False),
    Index("people_stints_of", "game"),
)

reliability = Table(
    "people_reliability",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("in_time", Integer, nullable=False),
    Column("late", Integer, nullable=False),
    Column("finished", Integer, nullable=False),
    Column("given_up", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("absences", Integer, nullable=False),
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

channels = Table(
    "people_channels",
    METADATA,
    # No id is given twice: a tag that ends one never ends another.
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("target", String, nullable=False, index=True),
    Column("name", String, nullable=False),
    Column("wish", String, nullable=False),
    Column("form", String, nullable=False),
    Column("device", BigInteger, nullable=False, index=True),
    Column("key", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("server", String, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("told_at", BigInteger, nullable=False),
    Column("failures", Integer, nullable=False),
    UniqueConstraint("person", "kind", "target"),
    sqlite_autoincrement=True,
)

told = Table(
    "people_told",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("moments", Text, nullable=False),
    Column("version", BigInteger, nullable=False),
    Index("people_told_of", "game"),
)

messages = Table(
    "people_messages",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("channel", BigInteger, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("game", String, nullable=False),
    Column("moments", Text, nullable=False),
    Column("last", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("due", BigInteger, nullable=False, index=True),
    Column("failures", Integer, nullable=False),
    sqlite_autoincrement=True,
)

absences = Table(
    "people_absences",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("first", String, nullable=False),
    Column("last", String, nullable=False),
    Column("zone", String, nullable=False),
    Column("ends", BigInteger, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("called_off", Boolean, nullable=False),
    sqlite_autoincrement=True,
)

absent = Table(
    "people_absent",
    METADATA,
    Column("absence", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("holder", String, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("declared", BigInteger, nullable=False),
    Column("code", String, nullable=False),
    Column("detail", Text, nullable=False),
)

blocks = Table(
    "people_blocks",
    METADATA,
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("holder", String, primary_key=True),
    Column("token", String, primary_key=True),
    # Whose seat that was, each in a row of its own; 0 for somebody without a desk.
    Column("other", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("people_blocks_other", "other"),
)

founded = Table(
    "people_founded",
    METADATA,
    Column("game", String, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True),
)

reports = Table(
    "people_reports",
    METADATA,
    Column("id", _ID, primary_key=True, autoincrement=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("letter", BigInteger, nullable=False),
    Column("quoted", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("done", BigInteger, nullable=False, index=True),
    sqlite_autoincrement=True,
)

notes = Table(
    "people_notes",
    METADATA,
    # 0 for somebody without a desk, who is known by the token alone; else the token is "".
    Column("person", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String, primary_key=True),
    Column("holder", String, primary_key=True),
    Column("token", String, primary_key=True),
    Column("text", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("people_notes_of", "game", "holder"),
)

invitations = Table(
    "people_invitations",
    METADATA,
    # Of the mail line or form that has asked for it, so that it may be sent twice.
    Column("key", String, primary_key=True),
    Column("person", BigInteger, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("made", BigInteger, nullable=False, index=True),
)

written_to = Table(
    "people_written_to",
    METADATA,
    Column("key", String, primary_key=True),
    # Not the address, but what only this service makes of it.
    Column("whom", String, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("holder", String, nullable=False),
    Column("token", String, nullable=False),
    Column("made", BigInteger, nullable=False, index=True),
    Column("answered", BigInteger, nullable=False),
)

never = Table(
    "people_never",
    METADATA,
    Column("whom", String, primary_key=True),
    Column("made", BigInteger, nullable=False),
)

visits = Table(
    "people_visits",
    METADATA,
    Column("mail", String, primary_key=True),
    Column("whom", String, nullable=False, index=True),
    Column("message", String, nullable=False),
    Column("known", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False, index=True),
)

TABLES = Tables("people", METADATA, versions, SCHEMA)
