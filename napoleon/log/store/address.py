"""Addresses of PostgreSQL databases: how to connect to one, and what people are told about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from napoleon.environment import BadSetting
from napoleon.log.store.chosen import DATABASE_URL, DIRECT_URL, REPLICA_URL
from napoleon.log.store.recorder import StoreMissing

_TIMEOUTS = {
    "lock_timeout": "5s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "5s",
}

_SESSION = {
    **_TIMEOUTS,
    # A writer that waited for another has to see what that one has written.
    "default_transaction_isolation": "read\\ committed",
}

LOCAL_TIMEOUTS = "SELECT " + ", ".join(
    f"set_config('{name}', '{value}', true)" for name, value in _TIMEOUTS.items()
)
"""What gives a transaction its timeouts where there are no sessions that could have them."""

_NETWORK = {
    "application_name": "napoleon",
    "connect_timeout": "5",
    # A server that has gone away without a word is noticed within half a minute.
    "keepalives_idle": "15",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "30000",
}


class Addresses(NamedTuple):
    """How processes come to the database, in the words of libpq."""

    usual: str
    direct: str
    """Where sessions last, so that LISTEN works."""
    is_pooled: bool
    """Whether those at the usual address last for a transaction only."""

    @classmethod
    def of(cls, env: Mapping[str, str]) -> Addresses:
        """Those that `env` names. Raises StoreMissing, BadSetting."""
        url, direct = env.get(DATABASE_URL, ""), env.get(DIRECT_URL, "")
        if not direct:
            return cls(conninfo(url), conninfo(url), is_pooled=False)
        return cls(_pooled(url), conninfo(direct, DIRECT_URL), is_pooled=True)


def replicas(env: Mapping[str, str]) -> list[str]:
    """What libpq connects to each replica with that `env` names. Raises StoreMissing."""
    return [conninfo(url, REPLICA_URL) for url in env.get(REPLICA_URL, "").split()]


def conninfo(url: str, variable: str = DATABASE_URL) -> str:
    """What libpq connects to the database at `url` with: what is not said there is added.

    `variable` is what names it. Raises StoreMissing if that is not an address.
    """
    given = _read(url, variable)
    session = " ".join(f"-c {name}={value}" for name, value in _SESSION.items())
    # What comes last counts, so an address may choose its own timeouts.
    options = f"{session} {given.get('options') or ''}".strip()
    fixed = {"options": options, "client_encoding": "utf8"}
    return make_conninfo("", **{**_NETWORK, **given, **fixed})


def _pooled(url: str) -> str:
    """The same for one behind a pooler, to which a session can say nothing of its own."""
    given = _read(url, DATABASE_URL)
    if given.get("options"):
        raise BadSetting(
            f"{DATABASE_URL} has options, which a pooler drops: set them for the role of the "
            f"service in the database, or leave {DIRECT_URL} out and connect without a pooler"
        )
    return make_conninfo("", **{**_NETWORK, **given, "client_encoding": "utf8"})


def _read(url: str, variable: str) -> dict[str, str]:
    try:
        given = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # It is not repeated, here or as the cause: it may hold a password.
        raise StoreMissing(f"{variable} is not the address of a PostgreSQL database") from None
    return {name: str(value) for name, value in given.items()}


def place(url: str) -> str:
    """The database at `url` in words for people: without the password."""
    return called(conninfo(url))


def called(info: str) -> str:
    """The same of what libpq is given."""
    at = conninfo_to_dict(info)
    return f"PostgreSQL database {at.get('dbname', '')} at {at.get('host') or 'localhost'}"
