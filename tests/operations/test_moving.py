"""A whole store moves to another database and back, by the commands that operators use."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from api.mail.rows import WAITING
from napoleon.log.times import DAY
from napoleon.rules.events import REFEREE
from projections.projector import edition
from projections.rebuild import redraw
from projections.store import open_views
from projections.worker import catch_up
from tests.command_line.conftest import Shell
from tests.command_line.server import ROOT
from tests.mail.tables import Post, read
from tests.operations.club import being_played, club, is_a_prefix
from tests.operations.lived_in import (
    LivedIn,
    furnish,
    open_games,
    records,
    served,
)
from tests.projections.audit import recorded_games
from tests.repetitions import IN_THE_HOUSE

pytestmark = pytest.mark.drill

NAPOLEON = (sys.executable, "-m", "api.command_line")

SECRET = {"NAPOLEON_SECRET": "correct horse battery staple"}


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A store in files that was lived in; see `home`. It is not to be written to."""
    shell = Shell(tmp_path_factory.mktemp("lived") / "in")
    shell.env |= SECRET
    shell.run("migrate")
    return shell


@pytest.fixture(scope="module")
def home(first: Shell) -> LivedIn:
    return furnish(first)


def shell_at(folder: Path, **env: str) -> Shell:
    """Whoever runs an empty store."""
    shell = Shell(folder)
    shell.env |= SECRET | env
    shell.run("migrate")
    return shell


def napoleon(
    shell: Shell, *arguments: str, status: int = 0, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run ``napoleon`` in a process of its own, as operators do."""
    ran = subprocess.run(
        [*NAPOLEON, *arguments],
        cwd=ROOT,
        env={**os.environ, **shell.env, **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == status, ran.stdout + ran.stderr
    return ran


def parts(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {it: archive.read(it) for it in archive.namelist() if it.endswith("ndjson")}


@pytest.mark.soak
def test_a_store_moves_to_postgresql_and_back(
    first: Shell, home: LivedIn, database_url: str, tmp_path: Path
) -> None:
    there = shell_at(tmp_path / "there", DATABASE_URL=database_url)
    back = shell_at(tmp_path / "back")
    before = first
    files = [tmp_path / "out.zip", tmp_path / "back.zip", tmp_path / "again.zip"]
    for file, shell in zip(files, (there, back), strict=False):
        napoleon(before, "export", "--all", "-o", str(file))
        napoleon(shell, "import", str(file))
        with open_games(shell.env) as games, open_games(first.env) as old:
            assert games.recorder.max_notification_id() == old.recorder.max_notification_id()
            views = open_views(shell.env)
            catch_up(games, views)
            for game in recorded_games(games):
                drawn = redraw(games, views, game)
                assert (drawn.before, drawn.differed) == (drawn.version, [])
        before = shell
    napoleon(before, "export", "--all", "-o", str(files[2]))
    assert all(parts(files[0]).values()), "there is something of everything"
    assert parts(files[0]) == parts(files[1]) == parts(files[2])

    expected = records(first.env), served(first.env, tmp_path / "web", home)
    assert (expected[1].again, expected[1].caused) == (home.answered, 0)
    for number, shell in enumerate((there, back)):
        assert records(shell.env) == expected[0]
        assert served(shell.env, tmp_path / f"web{number}", home) == expected[1]


def test_a_store_is_divided_and_put_together_again(tmp_path: Path, database_url: str) -> None:
    """Only an order between events of two games is lost on the way."""
    whole, back = shell_at(tmp_path / "whole"), shell_at(tmp_path / "back")
    divided = shell_at(
        tmp_path / "divided", DATABASE_URL=database_url, DATABASE_PARTITIONS="4", **SECRET
    )
    for seed in range(3):
        whole.run("play", "napoleon1815", "--seed", str(seed), "--to-turn", "1")
    for number, (before, after) in enumerate([(whole, divided), (divided, back)]):
        file = tmp_path / f"{number}.zip"
        before.run("export", "--all", "-o", str(file))
        after.run("import", str(file))
        assert records(after.env) == records(whole.env)
    with open_games(divided.env) as games:
        assert len([it for it in games.recorder.places() if it]) == 3, "each in a partition"
        assert catch_up(games, open_views(divided.env)) == sum(games.recorder.places())


@IN_THE_HOUSE
def test_what_moves_is_of_one_moment(log_env: dict[str, str], tmp_path: Path) -> None:
    """Orders are given all the while."""
    here, there = Shell(tmp_path), shell_at(tmp_path / "there")
    here.env = {**log_env, **SECRET}
    here.run("migrate")
    played = club(here.env)
    file = tmp_path / "moving.zip"
    try:
        with being_played(played):
            napoleon(here, "export", "--all", "-o", str(file))
        napoleon(there, "import", str(file))
        is_a_prefix(there.env, played)
    finally:
        played.games.close()


@pytest.mark.soak
def test_mail_goes_on_where_the_store_has_moved_to(
    first: Shell, home: LivedIn, database_url: str, tmp_path: Path
) -> None:
    there = shell_at(tmp_path / "there", DATABASE_URL=database_url)
    napoleon(first, "export", "--all", "-o", str(tmp_path / "moving.zip"))
    napoleon(there, "import", str(tmp_path / "moving.zip"))
    post = Post(there.env, "another seed")
    try:
        post.id, post.tokens = home.by_mail.game, home.tokens[home.by_mail.game]
        waiting = [it for it in post.office.store.outbox.all() if it.state == WAITING]
        assert waiting
        post.clock.move_on(DAY)
        post.run()
        before = post.games.head(post.id)
        # The mail server of the players sends what was answered long ago once more.
        post.mail(home.by_mail.answered)
        post.run()
        sent = [it.message_id for it in post.delivered]
        assert [sent.count(it.message_id) for it in waiting] == [1] * len(waiting)
        assert post.games.head(post.id) == before
        # An address of an earlier mail is still that of the seat.
        told = post.answer("french", "status", to=read(home.by_mail.received))
        assert "Status\n------" in told
        new = post.left(REFEREE, "other@players.example")
        assert new.id > home.by_mail.highest, "no number is given twice"
    finally:
        post.close()


def test_read_models_of_another_log_are_not_shown(redis_url: str, tmp_path: Path) -> None:
    """The same Redis had those of a log that had come further."""
    further = shell_at(tmp_path / "further", REDIS_URL=redis_url)
    short, there = shell_at(tmp_path / "short"), shell_at(tmp_path / "there", REDIS_URL=redis_url)
    further.run("play", "napoleon1815", "--seed", "4", "--to-turn", "3")
    with open_games(further.env) as games:
        assert catch_up(games, open_views(further.env)) > 0
    short.run("play", "napoleon1815", "--seed", "5", "--to-turn", "1")
    short.run("export", "--all", "-o", str(tmp_path / "short.zip"))
    there.run("import", str(tmp_path / "short.zip"))
    with open_games(there.env) as games:
        views = open_views(there.env)
        assert views.position(edition(games)) == 0
        catch_up(games, views)
        [game] = recorded_games(games)
        assert redraw(games, views, game).differed == []


@pytest.mark.soak
def test_on_a_full_disk_a_store_moves_whole_or_not_at_all(
    first: Shell, home: LivedIn, tmp_path: Path
) -> None:
    folder, file = tmp_path / "files", tmp_path / "whole.zip"
    folder.mkdir()
    full = on_full_disk(first, "export", "--all", "-o", str(folder / "no.zip"), size=100_000)
    assert "cannot be written" in full
    assert list(folder.iterdir()) == []
    napoleon(first, "export", "--all", "-o", str(file))
    there = shell_at(tmp_path / "there")
    assert "The store cannot be used" in on_full_disk(there, "import", str(file), size=300_000)
    napoleon(there, "import", str(file))
    napoleon(there, "export", "--all", "-o", str(tmp_path / "again.zip"))
    assert parts(tmp_path / "again.zip") == parts(file)


def on_full_disk(shell: Shell, *arguments: str, size: int) -> str:
    """What ``napoleon`` says where no file can be larger than so many bytes."""
    limited = f"ulimit -f {size // 512}; exec {shlex.join([*NAPOLEON, *arguments])}"
    ran = subprocess.run(
        ["sh", "-c", limited],
        cwd=ROOT,
        env={**os.environ, **shell.env, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout + ran.stderr
    return ran.stderr


@pytest.mark.soak
def test_a_bar_is_shown_on_a_terminal_alone(first: Shell, home: LivedIn, tmp_path: Path) -> None:
    command = [*NAPOLEON, "export", "--all", "-o"]
    for arguments in ([], ["--json"]):
        beyond, terminal = os.openpty()
        ran = subprocess.run(
            [*command, str(tmp_path / "whole.zip"), *arguments],
            cwd=ROOT,
            env={**os.environ, **first.env, "TERM": "xterm"},
            stdout=subprocess.PIPE,
            stderr=terminal,
            check=True,
        )
        os.close(terminal)
        shown = b"".join(iter(lambda at=beyond: _rest(at), b""))
        os.close(beyond)
        assert (b"exporting" in shown) == (not arguments)
        assert b"exporting" not in ran.stdout
    piped = napoleon(first, "export", "--all", "-o", str(tmp_path / "whole.zip"))
    assert "exporting" not in piped.stdout + piped.stderr


def _rest(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        # So a terminal says that nobody writes to it any more.
        return b""
