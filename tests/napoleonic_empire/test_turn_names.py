"""Players of the Empire count rounds: every door calls a turn by its round, not by its number."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from napoleon.log.turn_names import turn_called, turn_names
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import rulings
from napoleon.play.referee.rulings import Judgement
from napoleon.record.reading import replay_part
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import ENGLISH
from napoleon.rulesets.napoleonic_empire import RULES
from tests.clocks import Clock
from tests.command_line.conftest import Shell
from tests.mail.tables import Post, body
from tests.stores import embedded

FIRST, SECOND = "Round 1, French turn", "Round 1, Allied turn"
THIRD = "Round 2, French turn"


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    installed, entropy = {RULES.name: RULES}, random.Random(1).randbytes
    with Games(embedded(tmp_path), rulesets=installed, entropy=entropy) as log:
        yield log


def until(games: Games, game_id: str, turn: int) -> None:
    """Let everybody give any order until a turn begins."""
    chosen = random.Random(turn)
    while (game := games.open(game_id)).state.turn < turn:
        decision = games.decisions(game)[0]
        order = chosen.choice(list(RULES.legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(game_id, decision.seat, [order]), Accepted)


def test_what_was_undone_keeps_the_name_that_its_turn_had(games: Games) -> None:
    game_id = games.create(RULES.name, "europe", {}, referee=True).game.id
    until(games, game_id, 2)
    back = games.head(game_id)
    until(games, game_id, 3)
    undone = games.head(game_id)
    given = rulings.rule(
        games, game_id, "referee", Judgement("rewind", ("SEQ.1",), "Again.", to=back)
    )
    assert not isinstance(given, Refusal)
    game = games.open(game_id)
    assert turn_called(game, RULES) == SECOND
    assert turn_called(games.at(game_id, undone), RULES) == THIRD
    events = games.history(game_id)
    told = turn_names(games, game, RULES, [(it.version, it.turn) for it in events])
    named = {it.turn: told.get(it.version) for it in events}
    assert named == {0: None, 1: FIRST, 2: SECOND, 3: THIRD}
    assert told[game.version] == SECOND, "of what counts now"
    assert turn_names(games, game, RULES, [(undone, 3)]) == {undone: THIRD}


def test_a_replay_calls_them_so(games: Games) -> None:
    game_id = games.create(RULES.name, "europe", {}).game.id
    until(games, game_id, 3)
    page = replay_part(games, game_id, SPECTATOR, ENGLISH, ())
    now = turn_called(games.open(game_id), RULES)
    assert f'"called":"{now}"' in page
    assert f"<h3>{SECOND}" in page


def test_a_mail_calls_them_so(tmp_path: Path) -> None:
    post = Post({**embedded(tmp_path), "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL"}, "empire", Clock())
    post.set_up(RULES.name, "europe")
    post.leave("french")
    post.run()
    [*_, last] = post.to("french")
    assert FIRST in " ".join(body(last).split())


def test_the_command_line_calls_them_so(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.run("migrate")
    asked = ("play", RULES.name, "--seed", "7", "--to-turn", "3", "--random")
    played = shell.json(*asked)
    now = shell.json("show", played["id"])["map"]["turn_name"]
    assert re.fullmatch("Round [12], (French|Allied) (extra )?turn", now)
    assert (played["turn"], played["turn_name"]) == (3, now)
    [running] = shell.json("games")["games"]
    assert (running["turn"], running["turn_name"]) == (3, now)
    listed = shell.run("games", COLUMNS="200").stdout
    assert now in listed
    log = shell.run("log", played["id"], "--level", "full", COLUMNS="200").stdout
    assert FIRST in log
    assert now in log
