"""Several boards in the service: each has its own picture as a file, and its own tables."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON1815
from tests.api.desk import Table
from tests.toys.battles import FOUGHT_FOR, FULL, LANES, RULES, SIDES
from tests.toys.ruleset import Game
from tests.web.browser import parsed, words
from tests.web.tables import desk_for, seated, table_of


@pytest.fixture
def table(table_for: Callable[[Game], Table]) -> Table:
    return table_for(RULES)


def commit(table: Table, town: str, times: int) -> None:
    for _ in range(times):
        [seat] = table.get().json["waiting_for"]
        order = {"order": "commit", "town": town, "lane": "left"}
        assert table.order(seat, order).status_code == 201


def test_each_board_is_a_file_of_its_own(table: Table) -> None:
    browser, address = seated(table, "red"), f"/games/{table.id}/map.svg"
    files = [browser.get(f"{address}?board={town}") for town in FOUGHT_FOR]
    assert [it.status_code for it in files] == [200, 200]
    assert "Battle of Ligny" in files[0].text and "Battle of Quatre Bras" in files[1].text
    whole = browser.get(address)
    assert "The towns" in whole.text and "Battle of" not in whole.text
    assert browser.get(f"/games/{table.id}/map.png?board=ligny").mimetype == "image/png"


def test_a_board_that_is_not_there_is_told_as_such(table: Table) -> None:
    browser, address = seated(table, "red"), f"/games/{table.id}/map.svg?board="
    assert browser.get(f"{address}wavre").status_code == 404
    commit(table, "ligny", FULL)
    assert browser.get(f"{address}ligny").status_code == 404
    assert browser.get(f"{address}quatre_bras").status_code == 200
    assert browser.get(f"{address}ligny&at={table.version - 4}").status_code == 200


def test_the_page_shows_every_board_with_its_own_tables(table: Table) -> None:
    commit(table, "ligny", 2)
    html = parsed(seated(table, "red").get(f"/games/{table.id}?seat=red"))
    found = [it for it in html.iter("section") if it.get("class") == "board"]
    assert [it.findtext("h3") for it in found] == ["Battle of Ligny", "Battle of Quatre Bras"]
    captions = [[it.text for it in section.iter("caption")] for section in found]
    assert captions == [["Battle of Ligny"], ["Battle of Quatre Bras"]]
    maps = {it.get("id"): it for it in html.iter("div") if it.get("class") == "map"}
    assert list(maps) == ["board-of-map", "board-ligny", "board-quatre_bras"]
    for town in FOUGHT_FOR:
        places = {
            it.get("data-place") for it in maps[f"board-{town}"].iter() if it.get("data-place")
        }
        assert places == {f"{lane}-{side}" for lane in LANES for side in SIDES}
    [tabs] = [it for it in html.iter("ul") if it.get("class") == "boards"]
    assert [it.get("href") for it in tabs.iter("a")] == [f"#{it}" for it in maps]
    files = [it.get("href") or "" for it in html.iter("a") if "board=" in (it.get("href") or "")]
    answers = [seated(table, "red").get(href) for href in files]
    assert [it.mimetype for it in answers] == ["image/svg+xml", "image/png"] * 2


def test_a_game_with_one_board_names_no_other(tmp_path_factory: pytest.TempPathFactory) -> None:
    table = table_of(desk_for(tmp_path_factory.mktemp("one"), NAPOLEON1815))
    page = seated(table, "referee").get(f"/games/{table.id}")
    assert "board=" not in page.text and words(page)
