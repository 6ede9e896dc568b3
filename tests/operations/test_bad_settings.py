"""Whatever is wrong with the settings is told in a line, and nothing listens or works with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NoReturn

import pytest

from api.bundles import settings as bundle_settings
from api.command_line import serve, worker
from api.server.checks import check
from napoleon.environment import BadSetting
from napoleon.log.store.settings import MOST_CONNECTIONS, MOST_PARTITIONS
from tests.command_line.conftest import Shell
from tests.operations.page import documented

SERVER = {
    "DATABASE_URL": "postgresql://napoleon_app@127.0.0.1:1/napoleon",
    "NAPOLEON_SECRET": "correct horse battery staple",
    "NAPOLEON_FORMER_SECRET": "the secret of the house before",
}

WRONG = {
    "NAPOLEON_HOME": __file__,
    "DATABASE_URL": "mysql://napoleon:hush@host/napoleon",
    "DATABASE_DIRECT_URL": "mysql://napoleon:hush@host/napoleon",
    "DATABASE_REPLICA_URL": "postgresql:///napoleon mysql://napoleon:hush@host/napoleon",
    "DATABASE_POOL": str(MOST_CONNECTIONS + 1),
    "DATABASE_PARTITIONS": str(MOST_PARTITIONS + 1),
    "REDIS_URL": "127.0.0.1:hush",
    "REDIS_CLUSTER": "perhaps",
    "REDIS_IDLE_DAYS": "3651",
    "BUNDLES_URL": "https://hush@host/bundles",
    "BUNDLES_ENDPOINT": "https://club:hush@host",
    "BUNDLES_REGION": "the moon",
    "PERSISTENCE_MODULE": "napoleon.log.store.mariadb",
    "NAPOLEON_SECRET": "hush",
    "NAPOLEON_FORMER_SECRET": "hush",
    "NAPOLEON_ORIGIN": "two words",
    "NAPOLEON_SQLITE_SYNCHRONOUS": "OFF",
    "SQLITE_LOCK_TIMEOUT": "soon",
    "HOST": "no host",
    "PORT": "http",
    "LIVE_PORT": "65536",
    "WEB_CONCURRENCY": "0",
    "WEB_THREADS": "many",
    "WEB_STREAMS": "-1",
    "LIVE_CONCURRENCY": "two",
    "WEB_AHEAD": "perhaps",
    "LIVE_STREAMS": "1e3",
    "TRUSTED_PROXIES": "all",
    "TRUSTED_HOSTS": "games.example.org:443",
    "CORS_ORIGINS": "*",
    "HSTS_SECONDS": "1 year",
    "NAPOLEON_STYLEGUIDE": "sometimes",
    "NAPOLEON_LIMITS": "orders=none",
    "WEBHOOK_ALLOW": "localhost",
    "SMTP_URL": "http://hush@host",
    "MAIL_ADDRESS": "napoleon",
    "PUBLIC_URL": "club.example",
    "MAIL_LISTEN": "lmtp://127.0.0.1",
    "MAIL_IMAP_URL": "imaps://hush@host",
    "MAIL_POLICY": "perhaps",
    "MAIL_HOURLY": "many",
    "NAPOLEON_FOUNDING": "friends",
    "NAPOLEON_JOINING": "nobody",
    "MAIL_DKIM_KEY": "dkim.pem",
    "MAIL_DKIM_SELECTOR": "two words",
    "NAPOLEON_LOG": "xml",
    "NAPOLEON_LOG_LEVEL": "all",
    "METRICS_PORT": "65534",
    "METRICS_HOST": "192.0.2.1",
}

ANY_TEXT_WILL_DO = {
    *("NAPOLEON_REDIS_PREFIX", "MAIL_AUTHSERV_ID"),
    *("BUNDLES_ACCESS_KEY", "BUNDLES_SECRET_KEY"),
}

BUNDLES = {
    "BUNDLES_URL": "s3://club-bundles/napoleon",
    "BUNDLES_ACCESS_KEY": "marmont",
    "BUNDLES_SECRET_KEY": "hush",
}

each = pytest.mark.parametrize(("variable", "wrong"), WRONG.items(), ids=WRONG)


def test_no_setting_is_left_out() -> None:
    assert documented() == WRONG.keys() | ANY_TEXT_WILL_DO
    check({})
    check(SERVER)


@pytest.fixture(params=["files", "server"])
def env(request: pytest.FixtureRequest) -> dict[str, str]:
    """The settings of a service that has nothing wrong with them."""
    return SERVER if request.param == "server" else {}


@each
def test_a_wrong_setting_is_told_in_a_line(env: dict[str, str], variable: str, wrong: str) -> None:
    with pytest.raises(BadSetting, match=rf"^{variable}\b") as told:
        check({**env, variable: wrong})
    assert "\n" not in str(told.value)
    assert "hush" not in str(told.value)


@pytest.mark.sampled(24)
@pytest.mark.parametrize("command", ["serve", "worker"])
@each
def test_nothing_begins_with_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str, variable: str, wrong: str
) -> None:
    def begin(*_: object) -> NoReturn:
        raise AssertionError("it has begun")

    monkeypatch.setattr(serve, "listening", begin)
    monkeypatch.setattr(worker, "run", begin)
    shell = Shell(tmp_path)
    shell.run("migrate")
    # What click reads itself it also refuses itself.
    by_click = (command, variable) == ("serve", "PORT")
    status = 2 if by_click else 1
    told = shell.run(command, status=status, **{variable: wrong})
    assert told.stdout == ""
    line = told.stderr.splitlines()[-1]
    assert re.match(r"Error: |The (service|worker) cannot start: ", line)
    assert (variable.lower() if by_click else variable) in line
    assert by_click or told.stderr == f"{line}\n"
    assert "hush" not in line


@pytest.mark.parametrize(
    "variable",
    [
        *("DATABASE_POOL", "DATABASE_PARTITIONS", "SQLITE_LOCK_TIMEOUT"),
        *("NAPOLEON_SQLITE_SYNCHRONOUS", "PERSISTENCE_MODULE"),
    ],
)
def test_a_command_on_the_store_tells_it_in_a_line(tmp_path: Path, variable: str) -> None:
    shell = Shell(tmp_path)
    shell.run("migrate")
    env = {**(SERVER if variable.startswith("DATABASE_") else {}), variable: WRONG[variable]}
    for command in ("migrate", "log"):
        arguments = ["game"] if command == "log" else []
        [line] = shell.run(command, *arguments, status=1, **env).stderr.splitlines()
        assert variable in line


def test_a_store_of_bundles_needs_both_of_its_keys_and_its_client(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check(BUNDLES)
    for variable in ("BUNDLES_ACCESS_KEY", "BUNDLES_SECRET_KEY"):
        with pytest.raises(BadSetting, match=rf"^BUNDLES_URL needs .*\b{variable}\b"):
            check({**BUNDLES, variable: ""})
    # As if it were not installed.
    monkeypatch.setattr(bundle_settings, "CLIENT", "no_such_library")
    check({})
    with pytest.raises(BadSetting, match=r"^BUNDLES_URL .* pip install 'napoleon\[s3\]'$"):
        check(BUNDLES)


@pytest.mark.parametrize(
    "wrong",
    {
        "BUNDLES_URL": ("s3://", "s3://B", "s3://club-bundles/../else", "s3://club-bundles?x=hush"),
        "BUNDLES_ENDPOINT": ("s3.club.example", "ftp://host", "https://", "https://host?hush"),
    }.items(),
    ids=lambda it: it[0],
)
def test_what_is_no_place_for_bundles_is_refused(wrong: tuple[str, tuple[str, ...]]) -> None:
    variable, texts = wrong
    for text in texts:
        with pytest.raises(BadSetting, match=f"^{variable} ") as told:
            check({**BUNDLES, variable: text})
        assert "hush" not in str(told.value)


@pytest.mark.parametrize("variable", ["HOST", "METRICS_HOST"])
def test_an_address_of_this_machine_will_do(variable: str) -> None:
    for host in ("", "127.0.0.1", "localhost", "0.0.0.0"):
        check({variable: host})
