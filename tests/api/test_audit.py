"""The audit over REST."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from napoleon.audit.audit import Audit, audit_of_game
from napoleon.log.store.home import LOG
from napoleon.play.games import Games
from tests.api.desk import Desk, Table
from tests.api.test_forks import played


@pytest.mark.parametrize("seat", ["red", "referee", None])
def test_the_record_of_a_running_game_holds(desk: Desk, seat: str | None) -> None:
    table = played(desk, 2)
    found = table.get("/audit", seat)
    assert found.status_code == 200
    assert found.json["ok"]
    assert found.json["orders"] == 2
    assert found.json["draws"] == 4
    assert found.json["divergence"] is None
    assert found.headers["ETag"].startswith(f'"{table.version}-')
    names = [check["name"] for check in found.json["checks"]]
    assert names[-1] == "rules"
    assert {"leaves", "signatures", "draws"} <= set(names)


def test_what_was_found_already_is_not_asked_for_again(desk: Desk) -> None:
    table = played(desk, 2)
    known = table.get("/audit", "red").headers["ETag"]
    again = table.get("/audit", "red", headers={"If-None-Match": known})
    assert again.status_code == 304


def test_what_was_read_is_audited_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the first audit keeps a checkpoint, which is read by the next one."""
    table, made = played(desk, 2), list[str]()

    def counted(games: Games, game_id: str) -> Audit:
        made.append(game_id)
        return audit_of_game(games, game_id)

    monkeypatch.setattr("api.apart.audits.audit_of_game", counted)
    assert table.get("/audit", "red").data == table.get("/audit", "red").data
    assert made == [table.id]


def test_a_version_alone_says_nothing_of_what_was_found(desk: Desk) -> None:
    table = played(desk, 2)
    again = table.get("/audit", "red", headers={"If-None-Match": f'"{table.version}"'})
    assert again.status_code == 200


def tampered(make_desk: Callable[..., Desk], home: Path) -> tuple[Table, int]:
    """A game in whose log somebody has put another card into blue's hand."""
    table = played(make_desk(home=home), 2)
    with sqlite3.connect(home / LOG) as connection:
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        version, state = connection.execute(
            "SELECT version, state FROM events JOIN topics ON topics.number = events.topic "
            "WHERE topics.topic = 'toy.card_drawn/1' ORDER BY version DESC LIMIT 1"
        ).fetchone()
        card = int(state.split(b'"card":')[1].split(b",")[0])
        other = card % 10 + 1
        state = state.replace(b'"card":%d,' % card, b'"card":%d,' % other)
        connection.execute("UPDATE events SET state = ? WHERE version = ?", (state, version))
    return Table(make_desk(home=home), table.created), version


def test_the_first_wrong_event_is_named_and_what_is_hidden_is_not(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    table, version = tampered(make_desk, tmp_path / "club")
    for seat in ("red", "blue", None):
        found = table.get("/audit", seat).json
        assert not found["ok"]
        wrong = [check for check in found["checks"] if not check["ok"]]
        assert version in [check["version"] for check in wrong]
        assert all(check["detail"] is None for check in wrong)
        assert found["divergence"] is None or found["divergence"]["difference"] is None
    told = table.get("/audit", "referee").json
    assert not told["ok"]
    assert all(check["detail"] for check in told["checks"])


def test_a_dead_token_is_told_nothing(desk: Desk) -> None:
    table = played(desk, 2)
    token = f"{table.id}.red.{'x' * 32}"
    assert desk.get(f"/games/{table.id}/audit", token).status_code == 401


def test_there_is_no_audit_of_no_game(desk: Desk) -> None:
    assert desk.get("/games/nosuchgame/audit").status_code == 404
