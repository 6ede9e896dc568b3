"""Logs of earlier releases: brought up to this one by ``napoleon migrate``, nothing is lost."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from napoleon.log.store.home import LOG
from napoleon.log.store.marks import MARKED
from napoleon.log.store.recorder import StoreMissing
from napoleon.log.store.sqlite.connection import pragma
from napoleon.log.store.sqlite.schema import SCHEMA_VERSION
from napoleon.play.games import Games
from napoleon.play.standing_orders import leave
from napoleon.record.checkpoints import keep_due
from tests.core.play import digest, on_sqlite, play, stored
from tests.patience import PATIENCE
from tests.toy import Toy

ROOT = Path(__file__).parents[2]

pytestmark = on_sqlite

EARLIER = range(1, SCHEMA_VERSION)
"""Schemas of earlier releases."""


def schema(path: Path) -> set[tuple[str, str, str]]:
    """Everything that the file at `path` is made of, without white space."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master").fetchall()
    return {(kind, name, "".join((sql or "").split())) for kind, name, sql in rows}


@pytest.fixture(params=EARLIER)
def number(request: pytest.FixtureRequest) -> int:
    """The schema of an earlier release."""
    return int(request.param)


@pytest.fixture
def earlier(games: Games, tmp_path: Path, number: int) -> dict[str, str]:
    """The environment of a log with what `games` holds, as the earlier release would have it."""
    play(games, games.create("toy", "short", {"turns": 50}).game.id, 40)
    games.claim(games.create("toy", "wide", {}).game.id, "red", name="Ney")
    folder = tmp_path / "earlier"
    folder.mkdir()
    with closing(sqlite3.connect(folder / LOG)) as connection:
        connection.executescript(Path(__file__).with_name(f"schema_{number}.sql").read_text())
        connection.execute("ATTACH ? AS later", (str(tmp_path / LOG),))
        for table in ("games", "topics", "events", "orders", "names"):
            connection.execute(f"INSERT INTO {table} SELECT * FROM later.{table}")
        connection.commit()
    return {"NAPOLEON_HOME": str(folder)}


def test_a_file_of_an_earlier_schema_is_not_used_before_it_is_migrated(
    earlier: Mapping[str, str], number: int
) -> None:
    with pytest.raises(StoreMissing, match="napoleon migrate"):
        Games(earlier, rulesets={})
    assert pragma(Path(earlier["NAPOLEON_HOME"], LOG), "user_version") == number


def test_a_file_of_an_earlier_schema_keeps_everything(
    games: Games, earlier: Mapping[str, str], tmp_path: Path
) -> None:
    path = Path(earlier["NAPOLEON_HOME"], LOG)
    assert schema(path) < schema(tmp_path / LOG)
    with Games({**earlier, "CREATE_TABLE": "yes"}, rulesets={"toy": Toy()}) as migrated:
        # Names are folded when one is looked for.
        assert migrated.recorder.games_named("ney", 1) == games.recorder.games_named("ney", 1)
        assert stored(migrated) == stored(games)
        assert schema(path) == schema(tmp_path / LOG)
        assert pragma(path, "user_version") == SCHEMA_VERSION
        assert pragma(path, "integrity_check") == "ok"
        expected = list(games.recorder.marked(MARKED))
        assert list(migrated.recorder.marked(MARKED)) == expected
        assert list(migrated.recorder.awake()) == list(games.recorder.awake())
        assert not migrated.recorder.mark_more(), "there is one portion of them"
        assert list(migrated.recorder.marked(MARKED)) == expected
        game_ids = dict.fromkeys(
            str(it.originator_id) for it in migrated.recorder.select_notifications(1, 10_000)
        )
        for game_id in game_ids:
            assert digest(migrated.open(game_id)) == digest(games.open(game_id))
        [*_, fresh] = game_ids
        leave(migrated, fresh, "red", {"instruction": "pass_this_turn"})
        assert migrated.head(fresh) > games.head(fresh)
    with Games({**earlier, "CREATE_TABLE": "yes"}, rulesets={"toy": Toy()}) as again:
        assert again.head(fresh) > games.head(fresh)


@pytest.mark.parametrize("number", [5], indirect=True)
def test_names_that_were_erased_before_the_upgrade_are_forgotten_with_it(
    earlier: Mapping[str, str],
) -> None:
    with closing(sqlite3.connect(Path(earlier["NAPOLEON_HOME"], LOG))) as connection:
        # As a release leaves it that folds none.
        connection.execute("INSERT INTO folded_names VALUES ('a', 'red', 'Murat', 'murat')")
        connection.commit()
        with Games({**earlier, "CREATE_TABLE": "yes"}, rulesets={"toy": Toy()}) as migrated:
            assert migrated.recorder.games_named("murat", 1) == []
            assert len(migrated.recorder.games_named("ney", 1)) == 1
        for table in ("folded_names", "known_names"):
            rows = connection.execute(f"SELECT folded FROM {table}").fetchall()
            assert rows == [("ney",)]


def test_games_of_an_earlier_schema_get_their_checkpoints(earlier: Mapping[str, str]) -> None:
    with Games({**earlier, "CREATE_TABLE": "yes"}, rulesets={"toy": Toy()}) as migrated:
        [first, *_] = migrated.recorder.select_notifications(1, 1)
        game_id = str(first.originator_id)
        keep_due(migrated, game_id)
        turns = [event.turn for event in migrated.history(game_id)]
        kept = [row.size for row in migrated.recorder.checkpoints(game_id)]
        assert len(kept) == max(turns)
        assert kept == [turns.index(turn) for turn in range(1, max(turns) + 1)]


@pytest.mark.sampled(1)
def test_many_processes_may_migrate_a_file_at_once(earlier: Mapping[str, str]) -> None:
    code = (
        "import os; from napoleon.play.games import Games; Games(os.environ, rulesets={}).close()"
    )
    env = {**earlier, "CREATE_TABLE": "yes"}
    starts = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=env) for _ in range(4)]
    assert [start.wait(timeout=PATIENCE) for start in starts] == [0] * 4
    assert pragma(Path(earlier["NAPOLEON_HOME"], LOG), "user_version") == SCHEMA_VERSION
