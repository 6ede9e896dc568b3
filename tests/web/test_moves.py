"""What moved since one was here, as arrows on the map: on demand, in every game, and no others."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest

from napoleon.rules.contract import installed
from tests.api.desk import Table
from tests.web.browser import parsed
from tests.web.tables import desk_for, play, rests, seated, table_of

GAMES = sorted(installed())

ORDERS = 160


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = table_of(desk_for(tmp_path_factory.mktemp("moves"), installed()[request.param]))
    play(table, ORDERS)
    return table


def page(table: Table, seat: str | None, query: str = "") -> Element:
    answer = seated(table, seat).get(f"/games/{table.id}{query}")
    assert answer.status_code == 200, answer.text
    return parsed(answer)


def arrows(of: Element) -> list[str]:
    """What the arrows on the map say, or the positions of a board of where cards came from."""
    drawn = [it for it in of.iter() if "trail" in it.get("class", "").split()]
    told = [it for it in of.iter("span") if "came" in it.get("class", "").split()]
    return ["".join(it.itertext()) for it in (*drawn, *told)]


def link(of: Element) -> Element | None:
    [news] = [it for it in of.iter("section") if it.get("id") == "news"]
    return next((it for it in news.iter("a") if "data-moves" in it.attrib), None)


def moved(table: Table) -> list[int]:
    """The versions of the events by which pieces went somewhere."""
    games = table.desk.games
    pictures = games.rules(games.open(table.id)).pictures
    assert pictures is not None
    return [it.version for it in games.history(table.id) if it.topic in pictures.moves.steps]


def test_all_that_moved_is_drawn_and_nothing_before_it(played: Table) -> None:
    at = moved(played)
    assert len(at) > 3
    everything = arrows(page(played, None, "?moves=1"))
    assert len(everything) > 1, "more than the latest"
    assert arrows(page(played, None, f"?moves={at[-1]}")) == []
    one = arrows(page(played, None, f"?moves={at[-1] - 1}"))
    assert len(one) <= 1, "it may be none, where it is on no board any more"
    ends = {it.rpartition(" to ")[2] for it in everything}
    assert {it.rpartition(" to ")[2] for it in one} <= ends
    for text in everything:
        assert re.search(r"\bfrom\b", text) and "None" not in text


def test_every_position_can_be_drawn_with_all_moves_before_it(played: Table) -> None:
    versions = [*rests(played)]
    for at in versions[:: max(1, len(versions) // 8)]:
        for seat in (played.seats[0], None):
            page(played, seat, f"?at={at}&moves=1")


def test_a_link_asks_for_them_and_takes_them_away_without_a_script(played: Table) -> None:
    seat = played.seats[0]
    first = moved(played)[0]
    asked = page(played, seat, f"?since={first - 1}")
    there = link(asked)
    assert there is not None and there.get("data-moves") == str(first - 1)
    drawn = parsed(seated(played, seat).get(there.attrib["href"]))
    back = link(drawn)
    assert back is not None and back.get("data-moves") == ""
    assert "moves=" not in back.attrib["href"]
    after = arrows(parsed(seated(played, seat).get(back.attrib["href"])))
    assert after == arrows(page(played, seat)), "as it was"


def test_without_a_script_it_is_since_ones_own_last_order(played: Table) -> None:
    events = played.desk.games.history(played.id)
    for seat in played.seats:
        mine = [it for it in events if it.order_id and (it.behalf or it.by) == seat]
        if not mine:
            continue
        done = max(it.version for it in events if it.order_id == mine[-1].order_id)
        there = link(page(played, seat))
        if any(it > done for it in moved(played)):
            assert there is not None and there.get("data-moves") == str(done)
        else:
            assert there is None, "nothing has moved"


def test_an_earlier_position_offers_none(played: Table) -> None:
    versions = [*rests(played)]
    seat = played.seats[0]
    assert link(page(played, seat, f"?at={versions[len(versions) // 2]}")) is None


def test_a_version_that_is_not_there_is_told(played: Table) -> None:
    browser = seated(played, None)
    assert browser.get(f"/games/{played.id}?moves={played.version + 1}").status_code == 404
    assert browser.get(f"/games/{played.id}?moves=x").status_code == 422
