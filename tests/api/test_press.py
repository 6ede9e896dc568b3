"""Press over HTTP: writing to others, and an archive that shows each what they may read."""

from __future__ import annotations

from typing import Any

import pytest

from api.rest.press import PAGE
from napoleon.play.press import MOST_A_DAY
from tests.api.desk import Desk, Table


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def written(table: Table, by: str, *to: str, text: str = "Hold Ligny.") -> dict[str, Any]:
    answer = table.post("/press", by, {"to": list(to), "text": text})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def archive(table: Table, reader: str | None, query: str = "") -> list[dict[str, Any]]:
    answer = table.get(f"/press{query}", reader)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json["press"]
    return found


def test_a_letter_is_answered_as_the_archive_has_it(table: Table) -> None:
    letter = written(table, "red", "blue")
    assert letter["text"] == "Hold Ligny."
    assert (letter["by"], letter["behalf"], letter["to"]) == ("red", None, ["blue"])
    assert letter["version"] == table.version
    for reader, found in {"red": [letter], "blue": [letter], "referee": [letter], None: []}.items():
        assert archive(table, reader) == found
    public = written(table, "blue", "all", text="Vive!")
    assert public["to"] == ["all"]
    assert archive(table, None) == [public]
    assert archive(table, "red") == [public, letter]


def test_the_archive_is_paged_and_skips_what_the_reader_may_not_read(table: Table) -> None:
    for number in range(PAGE + 5):
        written(table, "red", "blue" if number % 2 else "all", text=f"Letter {number}")
    first = table.get("/press", "blue").json
    assert [it["text"] for it in first["press"][:2]] == [f"Letter {PAGE + 4}", f"Letter {PAGE + 3}"]
    assert len(first["press"]) == PAGE
    rest = table.get(f"/press?before={first['next']}", "blue").json
    assert [it["text"] for it in rest["press"]] == [f"Letter {it}" for it in (4, 3, 2, 1, 0)]
    assert rest["next"] is None
    some = table.get("/press?limit=2").json
    assert [it["text"] for it in some["press"]] == [f"Letter {PAGE + 4}", f"Letter {PAGE + 2}"]
    assert table.get(f"/press?limit=2&before={some['next']}").json["press"][0]["text"] == (
        f"Letter {PAGE}"
    )


def test_erased_words_are_null(table: Table) -> None:
    letter = written(table, "red", "blue")
    path = f"/games/{table.id}/texts/{letter['text_id']}"
    assert table.desk.call("DELETE", path, table.token("blue")).json["code"] == "NOT_YOUR_TEXT"
    assert table.desk.call("DELETE", path, table.token("red")).status_code == 204
    [gone] = archive(table, "blue")
    assert gone == {**letter, "text": None}
    assert table.desk.call("DELETE", path, table.token("red")).json["code"] == "UNKNOWN_TEXT"


@pytest.mark.parametrize(
    ("by", "body", "status", "code"),
    [
        (None, {"to": ["red"], "text": "Hello"}, 403, "NOT_SEATED"),
        ("red", {"to": ["grey"], "text": "Hello"}, 422, "UNKNOWN_SEAT"),
        ("red", {"to": ["red"], "text": "Hello"}, 422, "TO_YOURSELF"),
        ("red", {"to": ["all", "blue"], "text": "Hello"}, 422, "ALL_OR_SOME"),
        ("red", {"to": ["blue"], "text": " "}, 422, "TEXT_MISSING"),
        ("red", {"to": ["blue"], "text": "x" * 4001}, 422, "BAD_PAYLOAD"),
        ("red", {"to": [], "text": "Hello"}, 422, "BAD_PAYLOAD"),
        ("red", {"to": ["blue"] * 21, "text": "Hello"}, 422, "BAD_PAYLOAD"),
        ("red", {"to": "blue", "text": "Hello"}, 422, "BAD_PAYLOAD"),
        ("red", {"to": ["blue"], "text": "Hello", "cc": "red"}, 422, "UNKNOWN_FIELD"),
    ],
)
def test_refused(
    table: Table, by: str | None, body: dict[str, Any], status: int, code: str
) -> None:
    answer = table.post("/press", by, body)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert archive(table, "referee") == []


def test_too_much_press(table: Table) -> None:
    for number in range(MOST_A_DAY):
        written(table, "red", "all", text=str(number))
    answer = table.post("/press", "red", {"to": ["all"], "text": "once more"})
    assert (answer.status_code, answer.json["code"]) == (422, "TOO_MUCH_PRESS")
    assert answer.json["facts"] == {"most": MOST_A_DAY}


def test_unknown_games_and_dead_tokens(table: Table) -> None:
    assert table.desk.get("/games/aaaaaaaaaa/press").status_code == 404
    dead = f"{table.token('red')}x"
    assert table.desk.get(f"/games/{table.id}/press", dead).json["code"] == "BAD_TOKEN"
    body = {"to": ["blue"], "text": "Hello"}
    answer = table.desk.call("POST", f"/games/{table.id}/press", dead, body=body)
    assert answer.json["code"] == "BAD_TOKEN"


def line(table: Table, by: str, text: str) -> Any:
    return table.post("/commands", by, {"line": text})


def test_the_command_writes_too(table: Table) -> None:
    answer = line(table, "red", "press to the Blue: Hold Ligny.\n\nI am coming.")
    assert answer.status_code == 200, answer.text
    assert answer.json["title"] == "To Blue"
    assert answer.json["written"] == ["Hold Ligny.", "", "I am coming."], "word for word"
    [letter] = archive(table, "blue")
    assert letter["text"] == "Hold Ligny.\n\nI am coming."
    listed = line(table, "blue", "press").json["listed"]
    assert listed == [f"{letter['version']}, Red to Blue: Hold Ligny. I am coming."]
    assert line(table, "referee", "press to all:To arms!").status_code == 200
    assert archive(table, None)[0]["text"] == "To arms!"


@pytest.mark.parametrize(
    ("names", "to"),
    [
        ("B", ["blue"]),
        ("blue", ["blue"]),
        ("BLUE, referee", ["blue", "referee"]),
        ("the referee and the blue", ["blue", "referee"]),
        ("Everybody", ["all"]),
        ("umpire", ["referee"]),
    ],
)
def test_names_as_people_type_them(table: Table, names: str, to: list[str]) -> None:
    assert line(table, "red", f"press to {names}: Hello").status_code == 200
    assert archive(table, "referee")[0]["to"] == to


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("press to Green: Hello", "UNKNOWN_SEAT"),
        ("press to red: Hello", "TO_YOURSELF"),
        ("press to : Hello", "UNKNOWN_SEAT"),
        ("press to blue:", "BAD_PAYLOAD"),
    ],
)
def test_lines_that_write_nothing(table: Table, text: str, code: str) -> None:
    answer = line(table, "red", text)
    assert answer.status_code == 422
    assert answer.json["code"] == code
    assert archive(table, "referee") == []
