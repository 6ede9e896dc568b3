"""The line of time: versions at rest, and what happened when, for the slider and for links."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from napoleon.record import checkpoints
from napoleon.rules.contract import installed
from tests.api.desk import Desk, Table
from tests.web.browser import Browser
from tests.web.tables import desk_for, play, readers, rests, seated, table_of

GAMES = sorted(installed())


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def line(table: Table, seat: str | None = None) -> Any:
    answer = seated(table, seat).get(f"/games/{table.id}/marks", Accept="application/json")
    assert answer.status_code == 200
    return answer.json


def marks(table: Table, kind: str) -> list[dict[str, Any]]:
    return [it for it in line(table)["marks"] if it["kind"] == kind]


FIGHTS = {
    "eagles_waterloo": (260, 2),
    "napoleon_columbia": (100, 1),
    "napoleonic_wars": (252, 96),
}
"""Orders and seed of a random game that comes to a fight, where most come to none or are long."""


@pytest.mark.parametrize("name", GAMES)
def test_turns_and_fights_are_marked_for_everybody_alike(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    orders, seed = FIGHTS.get(name, (150, 4))
    play(table, orders, seed=seed)
    found = line(table)
    assert found["head"] == table.version
    assert found["rests"] == list(rests(table))
    kinds = [it["kind"] for it in found["marks"]]
    turns = table.get("/turns").json
    assert kinds.count("turn") >= len({it["turn"] for it in turns}) - 1 > 0
    assert "combat" in kinds
    assert [it["version"] for it in found["marks"]] == sorted(
        it["version"] for it in found["marks"]
    )
    log = {it["version"]: it for it in table.get("/journal?level=full&limit=1000").json["entries"]}
    for mark in found["marks"]:
        assert mark["at"] == next(it for it in found["rests"] if it >= mark["version"])
        if mark["kind"] in ("turn", "combat"):
            assert mark["label"].endswith(log[mark["version"]]["text"])
    for reader in readers(table):
        assert line(table, reader) == found


def test_seals_are_marked(table: Table) -> None:
    games = table.desk.games
    table.play_turn()
    checkpoints.keep_due(games, table.id)
    kept = [row.size for row in games.recorder.checkpoints(table.id)]
    assert kept
    assert [it["version"] for it in marks(table, "seal")] == kept
    assert marks(table, "seal")[0]["label"] == f"Sealed: version {kept[0]}"


def test_what_is_sealed_while_the_page_is_drawn_waits_for_the_next_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    games, version = table.desk.games, table.version
    read = games.recorder.checkpoints

    def played_on(game: str) -> Any:
        monkeypatch.setattr(games.recorder, "checkpoints", read)
        table.play_turn()
        checkpoints.keep_due(games, table.id)
        assert read(game)[-1].size > version
        return read(game)

    monkeypatch.setattr(games.recorder, "checkpoints", played_on)
    found = line(table)
    assert found["head"] == found["rests"][-1] == version
    assert all(it["version"] <= version for it in found["marks"])


def test_what_was_undone_and_what_was_ruled_is_marked(table: Table) -> None:
    table.order("red", {"order": "pass"})
    table.post("/takebacks", "red", {})
    [rewind] = marks(table, "rewind")
    assert rewind["version"] == rewind["at"] == table.version
    assert "went back to an earlier position" in rewind["label"]
    ruling = {"outcome": "stand", "clauses": ["GO"], "reason": "So it is."}
    answer = table.post("/rulings", "referee", ruling)
    assert answer.status_code == 201, answer.text
    assert len(marks(table, "ruling")) == 1


def test_marks_speak_the_language_of_their_reader(table: Table) -> None:
    checkpoints.keep_due(table.desk.games, table.id)
    table.play_turn()
    checkpoints.keep_due(table.desk.games, table.id)
    english = marks(table, "seal")[0]["label"]
    french = Browser(table.desk.app, language="fr").get(f"/games/{table.id}/marks").json["marks"]
    assert english.startswith("Sealed")
    assert next(it for it in french if it["kind"] == "seal")["label"].startswith("Scellé")


def test_a_game_that_has_not_begun_has_a_line_too(desk: Desk) -> None:
    waiting = desk.table(awaits_seats=True)
    assert line(waiting) == {"head": 1, "rests": [1], "marks": []}
