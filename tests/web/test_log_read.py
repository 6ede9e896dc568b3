"""No page of a game that goes on reads its log more often than twice, however long it is."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.log.battles import CHUNK
from napoleon.log.store.mapper import EventMapper
from napoleon.rules.contract import installed
from tests.api.desk import Table
from tests.web.browser import Browser
from tests.web.tables import desk_for, play, seated, table_of

ORDERS = 250
"""How many are given in each game."""

BESIDE = 100
"""Events that may be read again, such as those of a battle that is looked for and then told."""

APART = {"/audit", "/bundle", "/live"}
"""What another process makes, or what goes on and on."""


@pytest.fixture(scope="module", params=sorted(installed()))
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game to which each test adds an order."""
    desk = desk_for(tmp_path_factory.mktemp("log"), installed()[request.param])
    made = table_of(desk)
    play(made, ORDERS)
    desk.catch_up()
    return made


def pages(table: Table) -> list[str]:
    """The addresses of all pages and calls that read one game, and name nothing in it."""
    found = [
        rule.rule.replace("<game_id>", table.id)
        for rule in table.desk.app.url_map.iter_rules()
        if rule.arguments == {"game_id"} and "GET" in (rule.methods or ())
    ]
    return [it for it in found if not it.endswith(tuple(APART))]


@pytest.mark.sampled(3)
def test_no_page_reads_the_log_for_each_thing_that_it_lists(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That would be felt in long games, by everybody whom the same process answers."""
    read, decode = [0], EventMapper.to_domain_event

    def counted(self: EventMapper, stored: Any) -> Any:
        read[0] += 1
        return decode(self, stored)

    monkeypatch.setattr(EventMapper, "to_domain_event", counted)
    version, seat = table.version, table.seats[0]
    headers = {"Authorization": f"Bearer {table.token(seat)}"}
    browser: Browser = seated(table, seat)
    looked_at = [
        (asked, headers if "/api/" in asked else {})
        for address in pages(table)
        for asked in (address, f"{address}?at={version // 2}")
    ]
    answered = sum(browser.get(asked, **sent).status_code == 200 for asked, sent in looked_at)
    assert answered > len(looked_at) / 2
    play(table, 1)
    often = dict[str, int]()
    for asked, sent in looked_at:
        read[0] = 0
        browser.get(asked, **sent)
        if read[0] > 2 * version + BESIDE:
            often[asked] = read[0]
    assert often == {}


GROWING = ("people", "clock", "marks", "course", "battles")
"""Pages that count over the whole log, under the address of a game."""

CALLS = ("times", "think-time")
"""The same of calls."""

LAST_BATTLE = CHUNK
"""Events that are read for what has come of the last battle by now."""


def test_what_counts_over_a_whole_log_reads_only_what_is_new(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it takes as long in a long game as in a short one, from the second look on."""
    decode, read = EventMapper.to_domain_event, list[int]()

    def counted(self: EventMapper, stored: Any) -> Any:
        read.append(stored.originator_version)
        return decode(self, stored)

    monkeypatch.setattr(EventMapper, "to_domain_event", counted)
    browser: Browser = seated(table, table.seats[0])
    asked = [f"/games/{table.id}/{it}" for it in GROWING]
    asked += [f"/api/v1/games/{table.id}/{it}" for it in CALLS]
    for address in asked:
        assert browser.get(address).status_code == 200, address
    before = table.version
    assert before > 1.5 * LAST_BATTLE, "the game is long enough for a difference"
    play(table, 1)
    table.desk.catch_up()
    again = dict[str, int]()
    for address in asked:
        read.clear()
        assert browser.get(address).status_code == 200, address
        if len(set(read)) > table.version - before + LAST_BATTLE:
            again[address] = len(read)
    assert again == {}
