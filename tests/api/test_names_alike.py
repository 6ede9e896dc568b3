"""Names are found however they are typed, and nobody goes by one that reads like another's."""

from __future__ import annotations

import pytest

from napoleon.log.display_names import LIKE_ANOTHER, folded, is_like_another, skeleton
from tests.api.desk import Desk, Table


def _claim(table: Table, seat: str, name: str) -> int:
    return table.post(f"/seats/{seat}/claim", seat, {"name": name}).status_code


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Ødegård", "ødegård"),
        ("Ødegård", "ODEGARD"),
        ("Nu\u0301n\u0303ez", "NÚÑEZ"),
        ("NÚÑEZ", "nun\u0303e"),
        ("Straße", "STRASSE"),
        ("ÉLÉONORE", "éléo"),
        ("\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645", "\u0646\u0645\u06cc\u062f"),
        ("\N{MAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}", "\N{PERSONAL COMPUTER}"),
    ],
)
def test_the_lobby_finds_a_name_however_it_is_typed(desk: Desk, name: str, typed: str) -> None:
    table, other = desk.table(), desk.table()
    assert _claim(table, "red", name) == 200
    assert _claim(other, "red", "Somebody") == 200
    desk.catch_up()
    found = desk.get("/games", query_string={"name": typed}).json["games"]
    assert [it["id"] for it in found] == [table.id]


def test_a_name_that_reads_like_another_is_refused_at_every_door(desk: Desk) -> None:
    table = desk.table(referee=True)
    assert _claim(table, "red", "Ney") == 200
    for name in (
        "Ney",
        "NEY",
        "N\u0435y",
        "ney.",
        "N\u200dey",
        "Referee",
        "R\u0435feree",
        "Arbitre",
    ):
        answer = table.post("/seats/blue/claim", "blue", {"name": name})
        assert (answer.status_code, answer.json["code"]) == (409, "NAME_TAKEN"), name
    fresh = table.post("/seats/blue/claim", "blue", {"name": "Soult"}).json["token"]
    path = f"/games/{table.id}/seats/blue/name"
    refused = desk.call("PUT", path, fresh, body={"name": "N\u0435y"})
    assert (refused.status_code, refused.json["code"]) == (409, "NAME_TAKEN")
    assert desk.call("PUT", path, fresh, body={"name": "SOULT"}).status_code == 204


def test_an_older_name_that_reads_like_another_is_marked(desk: Desk) -> None:
    table = desk.table()
    assert _claim(table, "red", "Ney") == 200
    desk.games.recorder.put_name(table.id, "blue", "N\u0435y")
    names = table.get().json["names"]
    assert names == {"red": f"{LIKE_ANOTHER}Ney", "blue": f"{LIKE_ANOTHER}N\u0435y"}
    desk.catch_up()
    assert desk.get("/games").json["games"][0]["names"] == names


def test_bots_share_their_name_without_a_mark(desk: Desk) -> None:
    names = {"red": "Bot", "blue": "Bot"}
    table = desk.table()
    for seat, name in names.items():
        desk.games.recorder.put_name(table.id, seat, name)
    assert table.get().json["names"] == names


def test_names_that_differ_are_nobody_elses() -> None:
    assert len({skeleton(it) for it in ("Ney", "Nay", "Soult", "Grouchy", "1", "2")}) == 6
    assert not is_like_another("Davout", "blue", {"red": "Ney"})
    assert is_like_another("rnurat", "blue", {"red": "murat"})
    assert folded("  Ødegård  II ") == "odegard ii"
