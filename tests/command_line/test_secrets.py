"""Secrets of the operator: they come from the environment, and go nowhere."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.app import create_app
from api.telemetry import logs
from api.telemetry.secrecy import without_secrets
from napoleon.environment import BadSetting
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.keys import create_key
from napoleon.play.games import Games
from napoleon.record.keys import signing_key
from projections.store import open_views
from tests.api.desk import V1
from tests.command_line.conftest import Shell, every_command

SECRET = "fifty thousand men and the name"
PASSWORD = "wellington%2F1815"
ENV = {
    "NAPOLEON_SECRET": SECRET,
    "DATABASE_URL": f"postgresql://napoleon:{PASSWORD}@db.example/napoleon",
    "REDIS_URL": f"rediss://:{PASSWORD}@cache.example:6380/0",
    "BUNDLES_SECRET_KEY": "the baton in the knapsack",
}


@pytest.mark.parametrize("secret", ["x", "secret", "a" * 40, "abcabcabc" * 5, "0123456789abcdef"])
def test_a_secret_that_may_be_guessed_is_refused(tmp_path: Path, secret: str) -> None:
    env = {"NAPOLEON_HOME": str(tmp_path), "NAPOLEON_SECRET": secret}
    for use in (signing_key, create_key):
        with pytest.raises(KeyUnusable, match="too easily guessed") as refused:
            use(env)
        assert f" {secret} " not in f" {refused.value} "
    with pytest.raises(BadSetting, match="NAPOLEON_SECRET is too easily guessed"):
        create_app(env=env)
    assert list(tmp_path.iterdir()) == []


def test_there_is_no_secret_unless_it_is_given(tmp_path: Path) -> None:
    with pytest.raises(KeyUnusable, match="there is no signing key"):
        signing_key({"NAPOLEON_HOME": str(tmp_path), "NAPOLEON_SECRET": ""})


def test_no_command_takes_a_secret_as_an_argument() -> None:
    """Everybody on the machine could read it in the list of processes."""
    taken = {
        name
        for command in every_command().values()
        for parameter in command.params
        for name in (*parameter.opts, getattr(parameter, "envvar", None) or "")
    }
    assert {"--port", "--seed", "PORT"} <= taken
    wanted = re.compile("secret|password|token|private|url|database|redis", re.IGNORECASE)
    assert [name for name in taken if wanted.search(name)] == []


def test_a_service_that_cannot_start_says_so_in_a_line(shell: Shell) -> None:
    for wrong in (
        {"NAPOLEON_SECRET": "short and sweet"},
        {"NAPOLEON_LIMITS": "fast"},
        {"CORS_ORIGINS": "*"},
        {"REDIS_URL": f"http://:{PASSWORD}@cache.example"},
        {"HSTS_SECONDS": "a while"},
        {"WEB_STREAMS": "-1"},
        {"WEB_CONCURRENCY": "two"},
    ):
        result = shell.run("serve", "--port", "0", status=1, **wrong)
        [line] = result.stderr.splitlines()
        [name] = wrong
        assert line.startswith(f"The service cannot start: {name} ")
        assert "Traceback" not in line
        assert "short and sweet" not in line
        assert PASSWORD not in line


UNREACHABLE = [
    f"postgresql://napoleon:{PASSWORD}@127.0.0.1:1/napoleon?connect_timeout=1",
    f"postgresql://napoleon:{PASSWORD}@127.0.0.1:port/napoleon",
    f"postgres:/napoleon:{PASSWORD}@127.0.0.1/napoleon",
    f"postgresql://napoleon:{PASSWORD} 2@127.0.0.1/napoleon",
    f"postgresql://napoleon:{PASSWORD}@127.0.0.1:1/napoleon?sslmode=perhaps",
    f"host=127.0.0.1 port=1 password={PASSWORD} connect_timeout=1",
]


@pytest.mark.parametrize("number", range(len(UNREACHABLE)))
def test_no_password_is_told_when_the_database_is_away(
    shell: Shell, number: int, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    url = UNREACHABLE[number]
    result = shell.run("migrate", status=1, DATABASE_URL=url, NAPOLEON_SECRET=SECRET)
    assert result.stderr.startswith("The store ")
    client = create_app(env={"DATABASE_URL": url, "NAPOLEON_SECRET": SECRET}).test_client()
    answer = client.get(f"{V1}/health")
    assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
    assert caplog.text
    for said in (result.stdout + result.stderr, answer.text, caplog.text):
        assert "Traceback" not in said
        assert "wellington" not in said
        assert SECRET not in said


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """What the service writes into its log."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    logs.configure(ENV, stream)
    yield stream
    root.handlers, root.level = handlers, level


def test_the_log_has_no_secret_though_a_library_says_it(written: io.StringIO) -> None:
    log = logging.getLogger("some.library")
    log.error("cannot connect to %s", ENV["DATABASE_URL"], extra={"url": ENV["REDIS_URL"]})
    log.error("the password wellington/1815 was refused")
    try:
        raise OSError(f"tried {SECRET} as {PASSWORD}")
    except OSError:
        log.exception("it failed")
    assert written.getvalue().count("***") >= 4
    assert "wellington" not in written.getvalue()
    assert SECRET not in written.getvalue()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"no route to {ENV['DATABASE_URL']}.", "no route to ***."),
        ('missing "=" after "wellington%2F1815"', 'missing "=" after "***"'),
        ("user napoleon at db.example", "user napoleon at db.example"),
        (f"{SECRET}{SECRET}", "******"),
        (f"signed with {ENV['BUNDLES_SECRET_KEY']}", "signed with ***"),
    ],
)
def test_what_is_printed_is_without_secrets(text: str, shown: str) -> None:
    assert without_secrets(text, ENV) == shown


def test_an_address_that_cannot_be_read_is_hidden_whole() -> None:
    url = "postgresql://u:pw@[::1/x"
    assert without_secrets(f"bad: {url}", {"DATABASE_URL": url}) == "bad: ***"
    assert without_secrets("fine", {"DATABASE_URL": ""}) == "fine"
    moving = {
        "NEW_DATABASE_URL": "postgresql://ney:waterloo@db/new",
        "NEW_NAPOLEON_SECRET": "horse",
    }
    assert without_secrets("waterloo, horse", moving) == "***, ***"


def test_no_public_answer_and_no_repr_has_a_secret(tmp_path: Path) -> None:
    home = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes", "NAPOLEON_SECRET": SECRET}
    with Games(home) as games:
        app = create_app(games, open_views(home), home)
        client = app.test_client()
        for path in (
            "/health",
            "/health/ready",
            "/openapi.json",
            "/record/key",
            "/docs/",
            "/games",
        ):
            answer = client.get(V1 + path)
            assert answer.status_code == 200, path
            assert SECRET not in answer.text
        key = signing_key(home)
        private = re.escape(SECRET)
        for thing in (games, app, app.config, key, key.verifier):
            assert not re.search(private, f"{thing!r} {thing}")
