"""The service with an embedded log and a real object store beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from api.app import create_app
from api.bundles import keeping
from api.bundles.erasing import Erasures
from api.bundles.opening import open_bundles
from napoleon.play.games import Games
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table
from tools.servers import S3Server

LETTER = "Burn this: I never meant to march to Wavre."


@pytest.fixture
def open_desk(tmp_path: Path) -> Iterator[Callable[[Mapping[str, str]], Desk]]:
    """Opens the service on one log, as a process does that has these settings of bundles."""
    opened: list[Desk] = []

    def open_at(env: Mapping[str, str]) -> Desk:
        desk = desk_at(tmp_path / "log")
        desk.app = create_app(desk.games, desk.views, {**desk.games.env, **env})
        opened.append(desk)
        return desk

    yield open_at
    for desk in opened:
        desk.games.close()


@pytest.fixture
def desk(open_desk: Callable[[Mapping[str, str]], Desk], s3: S3Server) -> Desk:
    """The service with a store that holds nothing."""
    return open_desk(s3.env)


@pytest.fixture
def over(desk: Desk) -> Table:
    """A game that is over, with a letter in it that everybody may read, and signed checkpoints."""
    return finished(desk)


@pytest.fixture
def makings(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many bundles were looked for so far that had to be made."""
    made: list[object] = []
    usual = keeping._keep

    def keep(*given: object) -> None:
        made.append(given)
        usual(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(keeping, "_keep", keep)
    return lambda: len(made)


def finished(desk: Desk) -> Table:
    """A new game that is played out, in which a letter was written; all is signed that is due."""
    table = desk.table(referee=True)
    answer = table.post("/press", "red", {"to": ["all"], "text": LETTER})
    assert answer.status_code == 201, answer.text
    table.play_out()
    desk.catch_up()
    return table


def erase_letter(table: Table) -> None:
    """Its writer erases it."""
    [letter] = table.get("/press", "red").json["press"]
    assert table.delete(f"/texts/{letter['text_id']}", "red").status_code == 204


def erasures(games: Games, s3: S3Server) -> Erasures:
    """What a worker that has just begun carries out."""
    store = open_bundles({**games.env, **s3.env})
    assert store is not None
    return Erasures(games, store)


def of(s3: S3Server, table: Table) -> list[str]:
    """The names of the bundles of a game that the store holds."""
    return [it for it in s3.names() if it.startswith(f"napoleon/{table.id}/")]
