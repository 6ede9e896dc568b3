"""Where players do not count turns as the log does, every page calls a turn as they do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from napoleon.rulesets.napoleonic_empire import RULES
from tests.api.desk import Table
from tests.web.browser import Browser, parsed, words
from tests.web.tables import desk_for, play, seated, table_of

NUMBERED = re.compile(r"\b(Turn|Tour|End of turn|Fin du tour) \d+")
"""The victory track and the position as text count turns, as the log does."""

SECOND = "Round 2, French turn"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game in its third turn, which players call the French turn of the second round."""
    home: Path = tmp_path_factory.mktemp("rounds")
    table = table_of(desk_for(home, RULES))
    games = table.desk.games
    while games.open(table.id).state.turn < 3:
        play(table, 1, games.head(table.id))
    return table


@pytest.mark.parametrize("level", ["story", "counts", "play"])
def test_a_page_calls_turns_as_players_do(table: Table, level: str) -> None:
    page = words(seated(table, "french").get(f"/games/{table.id}?level={level}"))
    assert SECOND in page
    assert "End of: Round 1, Allied turn" in page
    assert not NUMBERED.search(page), NUMBERED.findall(page)


def test_a_page_calls_them_so_in_french(table: Table) -> None:
    page = words(Browser(table.desk.app, "fr").get(f"/games/{table.id}?level=counts"))
    assert "Manche 2, tour des Français" in page
    assert not NUMBERED.search(page), NUMBERED.findall(page)


def test_an_earlier_position_is_called_by_its_own_turn(table: Table) -> None:
    index = table.get("/turns").json
    first = max(it["version"] for it in index if it["turn"] == 1)
    page = words(seated(table, None).get(f"/games/{table.id}?at={first}&level=counts"))
    assert "Round 1, French turn" in page.partition("Journal")[2]


@pytest.mark.parametrize("path", ["/", "/?status=running", "/archive"])
def test_the_lists_of_games_call_them_so(table: Table, path: str) -> None:
    for read_models in ("behind", "drawn"):
        for browser in (Browser(table.desk.app), seated(table, "allied")):
            page = words(browser.get(path))
            assert not NUMBERED.search(page), read_models
            assert path == "/archive" or SECOND in page, read_models
        assert "Manche 2" in words(Browser(table.desk.app, "fr").get("/"))
        table.desk.catch_up()


def test_other_pages_call_them_so(table: Table) -> None:
    referee = seated(table, "referee")
    ruling = {"outcome": "stand", "clauses": ["SEQ.1"], "reason": "So."}
    assert table.post("/rulings", "referee", ruling).status_code == 201
    for path in (
        f"/games/{table.id}/rulings",
        "/rulings",
        f"/games/{table.id}/log/{table.version}",
    ):
        page = words(referee.get(path))
        assert SECOND in page, path
        assert not NUMBERED.search(page), path
    marks = referee.get(f"/games/{table.id}/marks").text
    assert "Round 1, French turn" in marks
    assert not NUMBERED.search(marks)
    head = parsed(referee.get(f"/games/{table.id}")).iter("meta")
    preview = next(it.get("content", "") for it in head if it.get("property") == "og:description")
    assert preview.startswith(f"{SECOND}. ")


def test_a_take_back_is_asked_for_by_them(table: Table) -> None:
    games = table.desk.games
    order = next(it for it in reversed(games.history(table.id)) if it.type == "order_given")
    page = words(seated(table, order.by).get(f"/games/{table.id}/takebacks"))
    assert re.search("Round 1, Allied turn, move: The (French|Allies) moved", page)
    assert not NUMBERED.search(page)


def test_programs_are_told_the_number_and_the_name(table: Table) -> None:
    listed = table.desk.get("/games").json["games"][0]
    assert (listed["turn"], listed["turn_name"]) == (3, SECOND)
    journal = table.get("/journal?limit=1000").json["entries"]
    story = table.get("/log?level=story&form=entries&limit=1000").json["entries"]
    for told in (journal, story):
        names = {it["turn"]: it["turn_name"] for it in told if it["phase"]}
        assert names == {
            0: None, 1: "Round 1, French turn", 2: "Round 1, Allied turn", 3: SECOND,
        }  # fmt: skip
