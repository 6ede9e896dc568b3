"""The service as it is run: several processes that answer, and those that make things for them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from tests.api.desk import V1
from tests.command_line.conftest import Shell
from tests.command_line.server import Server, fetched, living_processes, wait_until
from tools.servers import S3Server


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    shell = Shell(tmp_path / "home")
    shell.run("migrate")
    return shell


@pytest.fixture
def game(shell: Shell) -> str:
    """A short battle that bots have fought to its end."""
    return shell.run("play", "eagles_waterloo", "--seed", "3").stdout.strip()


@pytest.fixture
def server(shell: Shell, game: str, s3: S3Server) -> Iterator[Server]:
    env = {"NAPOLEON_LIMITS": "off", "WEB_CONCURRENCY": "2"}
    server = Server({**shell.env, **s3.env, **env})
    try:
        server.listens().wait_until_drawn()
        yield server
    finally:
        server.clear_away()


def makers(server: Server) -> list[int]:
    """Ids of the processes that make bundles."""
    return [
        it.id
        for it in living_processes()
        if it.group == server.process.pid and "api.apart.maker" in it.arguments
    ]


def test_once_it_was_made_no_process_makes_it(
    server: Server, shell: Shell, game: str, s3: S3Server, tmp_path: Path
) -> None:
    def bundle(_: int = 0) -> httpx.Response:
        return fetched(f"{server.address}{V1}/games/{game}/bundle").raise_for_status()

    made = bundle()
    assert len(makers(server)) == 1
    [name] = s3.names()
    assert name.startswith(f"napoleon/{game}/")
    with ThreadPoolExecutor(2) as threads:
        others = list(threads.map(bundle, range(8)))
    assert {it.content for it in others} == {made.content}
    assert s3.names() == [name]
    assert len(makers(server)) == 1, "the other process never needed one"
    assert server.health()["bundles"] == "ok"
    file = tmp_path / "exported.zip"
    shell.run("export", game, "--spectator", "-o", str(file))
    assert file.read_bytes() == made.content


def test_a_store_that_is_killed_takes_nothing_with_it(
    server: Server, game: str, s3: S3Server
) -> None:
    url = f"{server.address}{V1}/games/{game}/bundle"
    made = fetched(url).raise_for_status()
    s3.stop()
    try:
        for _ in range(3):
            assert fetched(url).raise_for_status().content == made.content
        wait_until(lambda: _told(server, game) == "away", "a process that asked to say so")
    finally:
        s3.start()
    # Keys and address are in no line of its log.
    assert s3.env["BUNDLES_SECRET_KEY"] not in server.errors()
    assert s3.url not in server.errors()


def _told(server: Server, game: str) -> str:
    fetched(f"{server.address}{V1}/games/{game}/bundle")
    return str(server.health()["bundles"])
