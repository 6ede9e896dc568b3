"""``napoleon rebuild``: what is shown is drawn again, and what was not as it should be is told."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from eventsourcing.persistence import Tracking
from rich.console import Console

from api.app import create_app
from napoleon.play.games import Games
from projections import rebuild
from projections.projector import edition
from projections.rows import Changes, DrawnView, Step, TurnEnd
from projections.store import ViewStore, open_views
from projections.worker import catch_up
from tests.command_line.conftest import Shell
from tests.projections.audit import all_is_drawn, content


@pytest.fixture
def shell(tmp_path: Path, views_env: dict[str, str]) -> Shell:
    """A user whose read models are in a file, and one who has them in Redis."""
    shell = Shell(tmp_path)
    shell.env |= {**views_env, "CREATE_TABLE": "no"}
    shell.run("migrate")
    return shell


@pytest.fixture
def game(shell: Shell) -> str:
    arguments = ("--scenario", "historical_invasion", "--seed", "1815", "--to-turn", "2")
    return shell.run("play", "napoleon1815", *arguments).stdout.strip()


@pytest.fixture
def games(shell: Shell, game: str) -> Iterator[Games]:
    with Games(shell.env) as games:
        yield games


@pytest.fixture
def views(shell: Shell, games: Games) -> ViewStore:
    """The read models, drawn."""
    views = open_views(shell.env)
    catch_up(games, views)
    return views


def damaged(games: Games, views: ViewStore, game: str) -> None:
    """Some of what is shown of a game is not as the log says."""
    version, drawn_by = games.head(game), edition(games)
    position = views.position(drawn_by)
    wrong = Changes(
        steps=[Step(game, version, version)],
        drawn=[DrawnView(game, "french", "map", version, b'{"version":0}')],
        turns=[TurnEnd(game, 99, "never", version)],
    )
    views.record(wrong, after=position, tracking=Tracking(drawn_by, position))


def test_all_is_drawn_again(shell: Shell, games: Games, views: ViewStore, game: str) -> None:
    before = content(views, edition(games))
    damaged(games, views, game)
    assert content(views, edition(games)) != before
    events = games.recorder.max_notification_id()
    assert shell.json("rebuild") == {"events": events}
    assert content(views, edition(games)) == before
    assert shell.run("rebuild").stdout == f"{events} events were drawn again.\n"
    all_is_drawn(games, views)


def test_every_batch_is_told_until_all_is_drawn(
    games: Games, views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.worker.BATCH", 15)
    told: list[tuple[int, int]] = []
    events = rebuild.rebuild(games, views, lambda done, total: told.append((done, total)))
    assert events == games.recorder.max_notification_id()
    ends = [*range(15, events, 15), events]
    assert told == [(end, events) for end in ends]
    assert len(told) > 1


def test_a_bar_shows_how_far_it_has_come(
    shell: Shell, games: Games, views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = io.StringIO()
    terminal = Console(file=screen, force_terminal=True, width=120)
    monkeypatch.setattr("api.command_line.rebuild.progress_console", lambda: terminal)
    events = games.recorder.max_notification_id()
    assert shell.run("rebuild").stdout == f"{events} events were drawn again.\n"
    shown = [int(it) for it in re.findall(rf"(\d+)/{events}\b", screen.getvalue())]
    assert shown == sorted(shown)
    assert shown[-1] == events, "at the end it is full"


def test_a_game_is_drawn_again_alone(
    shell: Shell, games: Games, views: ViewStore, game: str
) -> None:
    other = games.create("napoleon1815", "historical_invasion", {}).game.id
    catch_up(games, views)
    before = content(views, edition(games))
    damaged(games, views, game)
    damaged(games, views, other)
    others = content(views, edition(games), other)
    version = games.head(game)
    found = shell.json("rebuild", "--game", game)
    assert (found["game"], found["shown"], found["version"]) == (game, version, version)
    assert set(found["differed"]) >= {"map for french", "turns"}
    assert "lobby" not in found["differed"]
    assert "rulings" not in found["differed"]
    assert content(views, edition(games), other) == others, "the other one is left as it is"
    said = shell.run("rebuild", "--game", other).stdout
    assert "map for french" in said
    assert content(views, edition(games)) == before
    assert shell.json("rebuild", "--game", game)["differed"] == []
    assert "as the log says" in shell.run("rebuild", "--game", game).stdout
    all_is_drawn(games, views)


def test_a_game_that_was_not_shown_is_drawn(shell: Shell, games: Games, game: str) -> None:
    said = shell.run("rebuild", "--game", game).stdout
    assert "It was not shown before." in said
    views = open_views(shell.env)
    assert views.turns(game, edition=edition(games))[0] == games.head(game)
    catch_up(games, views)
    all_is_drawn(games, views)


def test_an_unknown_game(shell: Shell, views: ViewStore) -> None:
    assert "There is no game nobody" in shell.run("rebuild", "--game", "nobody", status=1).stderr


def test_a_service_reads_the_same_before_and_after(
    shell: Shell, games: Games, views: ViewStore, game: str
) -> None:
    client = create_app(games, views).test_client()
    paths = [f"/api/v1/games/{game}{it}" for it in ("", "/map", "/turns", "/journal")]

    def seen() -> list[bytes]:
        return [client.get(path).data for path in (*paths, "/api/v1/games")]

    before = seen()
    shell.run("rebuild")
    assert seen() == before
    shell.run("rebuild", "--game", game)
    assert seen() == before
    assert msgspec.json.decode(before[0])["id"] == game


def test_without_redis_the_commands_say_so(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    nowhere = f"unix://{tmp_path}/nothing.sock"
    for arguments in (("migrate",), ("rebuild",)):
        said = shell.run(*arguments, status=1, REDIS_URL=nowhere).stderr
        assert "Redis cannot be reached" in said
