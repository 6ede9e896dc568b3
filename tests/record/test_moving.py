"""A game moves to another database and back, and nothing of its record is another."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from napoleon.log.events.cases import RulingGiven
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from napoleon.record import checkpoints, tree
from napoleon.record.checkpoints import keep_due
from napoleon.record.imports import bring_in
from tests.command_line.conftest import Shell
from tests.core.play import Clock, digest, play
from tests.record.bundling import bundled
from tests.record.telling import rewound
from tests.toy import Toy

SECRET = {"NAPOLEON_SECRET": "correct horse battery staple", "CREATE_TABLE": "yes"}


@pytest.fixture
def stores(database_url: str, tmp_path: Path) -> Iterator[list[Games]]:
    """A log on SQLite, one on PostgreSQL, and another one on SQLite."""
    places = (
        {"NAPOLEON_HOME": str(tmp_path / "first")},
        {"NAPOLEON_HOME": str(tmp_path), "DATABASE_URL": database_url},
        {"NAPOLEON_HOME": str(tmp_path / "second")},
    )
    with ExitStack() as stack:
        yield [
            stack.enter_context(Games(SECRET | place, rulesets={"toy": Toy()}, clock=Clock()))
            for place in places
        ]


def test_a_game_moves_to_postgresql_and_back(stores: list[Games]) -> None:
    first, *others = stores
    game_id = rewound(first)
    first.claim(game_id, "red", name="Ney")

    def rule(act: Transaction) -> None:
        act.record(RulingGiven(0, "stand", ("END",), texts.keep(act, first, "é\\n")), by="referee")

    first.transact(game_id, rule)
    keep_due(first, game_id)
    size = first.head(game_id)
    root = tree.root(checkpoints.hashes(first, game_id, size))
    note = checkpoints.note(first, game_id, size)

    before = first
    for there in others:
        found = bring_in(there, io.BytesIO(bundled(before, game_id)))
        assert (found.recorded, found.stop) == (size, None)
        assert tree.root(checkpoints.hashes(there, game_id, size)) == root
        assert checkpoints.note(there, game_id, size) == note, "signed with the same key"
        assert there.history(game_id) == first.history(game_id)
        assert digest(there.open(game_id)) == digest(first.open(game_id))
        assert there.recorder.checkpoints(game_id) == first.recorder.checkpoints(game_id) != []
        assert there.recorder.texts(game_id) == first.recorder.texts(game_id) != []
        assert there.names(game_id) == first.names(game_id) == {"red": "Ney"}
        before = there


def test_a_game_goes_on_where_it_was_brought_to(stores: list[Games]) -> None:
    first, other, _ = stores
    game_id = first.create("toy", "short", {"turns": 2}).game.id
    play(first, game_id, 3)
    bring_in(other, io.BytesIO(bundled(first, game_id)))
    game = first.open(game_id)
    decision = first.decisions(game)[0]
    order = next(iter(first.rules(game).legal_orders(game.state, decision)))
    answers = [games.submit_orders(game_id, decision.seat, [order]) for games in (first, other)]
    states = []
    for games, answer in zip((first, other), answers, strict=True):
        assert isinstance(answer, Accepted)
        states.append(msgspec.json.encode(games.open(game_id).state))
    assert states[0] == states[1], "the same cards are drawn in both"


@pytest.mark.parametrize("upto", [("--to-turn", "2"), pytest.param((), marks=pytest.mark.soak)])
def test_a_game_moves_by_export_and_import(
    database_url: str, tmp_path: Path, upto: tuple[str, ...]
) -> None:
    """As an operator does it: each store has nothing but the file from the one before."""
    places = [Shell(tmp_path / name) for name in ("here", "there", "back")]
    for shell in places:
        shell.env |= {"NAPOLEON_SECRET": "correct horse battery staple"}
    places[1].env |= {"DATABASE_URL": database_url}
    for shell in places:
        shell.run("migrate")
    game_id = places[0].run("play", "napoleon1815", "--seed", "4", *upto).stdout.strip()

    records, journals, roots = [], [], []
    for number, shell in enumerate(places):
        file = tmp_path / f"{number}.zip"
        if number:
            found = shell.json("import", str(tmp_path / f"{number - 1}.zip"))
            assert found["stop"] is None
            assert found["recorded"] == found["events"] == found["good"]
        shell.run("export", game_id, "--output", str(file))
        shell.run("verify", str(file))
        with zipfile.ZipFile(file) as archive:
            records.append({name: archive.read(name) for name in archive.namelist()})
        journals.append(shell.run("log", game_id, "--seat", "referee").stdout)
        with Games({**shell.env, "CREATE_TABLE": "no"}) as games:
            roots.append(tree.root(checkpoints.hashes(games, game_id, games.head(game_id))))
    assert roots[0] == roots[1] == roots[2]
    assert records[0] == records[1] == records[2]
    assert journals[0] == journals[1] == journals[2]
