"""The log may be in a database of another package, named by ``PERSISTENCE_MODULE``."""

from __future__ import annotations

from pathlib import Path

import pytest

from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.settings import log_place
from napoleon.play.games import Games
from tests.core.elsewhere import Recorder
from tests.core.play import play
from tests.toy import Toy

MODULE = "tests.core.elsewhere:Factory"


@pytest.mark.parametrize("url", ["", "postgresql://nobody@127.0.0.1:1/none"])
def test_a_game_is_played_on_it_whatever_else_is_named(tmp_path: Path, url: str) -> None:
    env = {"NAPOLEON_HOME": str(tmp_path), "PERSISTENCE_MODULE": MODULE, DATABASE_URL: url}
    env["NAPOLEON_SECRET"] = "correct horse battery staple"
    with Games({**env, "CREATE_TABLE": "yes"}, rulesets={"toy": Toy()}) as games:
        assert isinstance(games.recorder, Recorder)
        game_id = games.create("toy", "short", {}).game.id
        play(games, game_id, 5)
        version = games.head(game_id)
    with Games(env, rulesets={"toy": Toy()}) as games:
        assert games.open(game_id).version == version
    assert log_place(env) == MODULE
