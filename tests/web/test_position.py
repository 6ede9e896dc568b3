"""A position as fragments: what a step of the slider or a live update puts into the page."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from tests.api.desk import Desk, Table
from tests.web.browser import Browser
from tests.web.tables import SECTIONS, desk_for, play, reader, rests, seated, table_of


@pytest.fixture(scope="module", params=sorted(installed()))
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of each kind that has been played for a while, to be looked at."""
    home = tmp_path_factory.mktemp(request.param)
    table = table_of(desk_for(home, installed()[request.param]))
    play(table, 30)
    return table


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def position(browser: Browser, table: Table, query: str = "") -> dict[str, Any]:
    answer = browser.get(f"/games/{table.id}/position{query}", Accept="application/json")
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "application/json"
    found: dict[str, Any] = answer.json
    return found


def of_page(text: str) -> dict[str, str]:
    """The inside of each section of a page, as it is written."""
    end = r'(?=\s*<section id="\w+" class="part"|\s*</?div\b)'
    each = rf'<section id="(\w+)" class="part"[^>]*>(.*?)</section>{end}'
    return dict(re.findall(each, text, re.DOTALL))


@pytest.mark.parametrize("who", [0, "referee", None])
def test_fragments_are_the_sections_of_the_page(played: Table, who: int | str | None) -> None:
    browser, versions = seated(played, reader(played, who)), list(rests(played))
    for query in ("", f"?at={versions[5]}", f"?since={versions[-5]}"):
        page = of_page(browser.get(f"/games/{played.id}{query}").text)
        assert list(page) == list(SECTIONS)
        assert position(browser, played, query)["fragments"] == page


def test_a_position_says_where_it_is(played: Table) -> None:
    browser, versions = seated(played, played.seats[1]), list(rests(played))
    now = position(browser, played)
    assert (now["version"], now["head"], now["next"]) == (versions[-1], versions[-1], None)
    assert now["previous"] == versions[-2]
    board = played.get("/map").json
    turn, called = board["turn"], board.get("turn_name")
    named = f"Turn {turn}: {called}" if called else f"Turn {turn}"
    [rules] = played.desk.games.rulesets.values()
    # The rounds of two games stand where others have a number.
    by_rounds = rules.name in ("napoleonic_empire", "napoleonic_wars")
    assert now["turn"] == (called if by_rounds else named if turn else "Before the first turn")
    assert now["phase"] == rules.storybook.term(words_of(rules, ENGLISH), board["phase"])
    assert now["text"] == f"{now['turn']}, {now['phase']}, version {versions[-1]}"
    then = position(browser, played, f"?at={versions[4]}")
    around = (then["previous"], then["version"], then["next"])
    assert around == (versions[3], versions[4], versions[5])
    assert then["head"] is None


@pytest.mark.sampled(2)
def test_the_positions_at_rest_follow_each_other(played: Table) -> None:
    browser, at = seated(played, None), played.version
    found = [at]
    while (at := position(browser, played, f"?at={at}")["previous"]) is not None:
        found.append(at)
    assert found[::-1] == list(rests(played))


def test_in_the_middle_of_an_order_the_next_rest_is_its_end(played: Table) -> None:
    versions = list(rests(played))
    before, after = next((one, other) for one, other in pairwise(versions) if other > one + 1)
    within = position(seated(played, None), played, f"?at={before + 1}")
    assert (within["previous"], within["next"]) == (before, after)


def test_before_the_table_is_laid_there_are_no_boards(desk: Desk, browser: Browser) -> None:
    waiting = desk.table(awaits_seats=True)
    fragments = position(browser, waiting)["fragments"]
    assert [name for name in fragments if fragments[name]] == [
        "now",
        "orders",
        "journal",
        "people",
    ]


# -- what keeps it --------------------------------------------------------------------------------


def test_what_is_unchanged_is_not_sent_again(table: Table) -> None:
    browser = seated(table, "red")
    address = f"/games/{table.id}/position"
    answer = browser.get(address)
    tag = answer.headers["ETag"]
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert browser.get(address, If_None_Match=tag).status_code == 304
    assert seated(table, "blue").get(address, If_None_Match=tag).status_code == 200
    table.order("red", {"order": "pass"})
    assert browser.get(address, If_None_Match=tag).status_code == 200


def test_the_past_is_kept_for_ever_by_its_reader_and_for_one_edition(table: Table) -> None:
    then = table.version
    table.order("red", {"order": "pass"})
    browser = seated(table, "red")
    edition = re.search(r'data-edition="(\w+)"', browser.get(f"/games/{table.id}").text)
    assert edition is not None
    address = f"/games/{table.id}/position?at={then}"
    kept = browser.get(f"{address}&edition={edition[1]}").headers
    assert kept["Cache-Control"] == "private, max-age=31536000, immutable"
    assert "Cookie" in kept["Vary"]
    for other in (address, f"{address}&edition=before"):
        assert browser.get(other).headers["Cache-Control"] == "private, no-cache"
    newest = f"/games/{table.id}/position?at={table.version}&edition={edition[1]}"
    assert browser.get(newest).headers["Cache-Control"] == "private, no-cache"


def test_the_past_never_changes(table: Table) -> None:
    """Not when others sit down, when something is undone, nor when all is opened at the end."""
    table.order("red", {"order": "draw"})
    table.order("blue", {"order": "draw"})
    table.order("red", {"order": "bet", "value": 3})
    versions, red = list(rests(table)), seated(table, "red")

    def past() -> list[bytes]:
        here = f"/games/{table.id}/position"
        asked = [f"{here}?at={at}&since={max(1, at - 2)}" for at in versions[:-1]]
        return [browser.get(it).data for it in asked for browser in (red, Browser(table.desk.app))]

    before = past()
    table.post("/takebacks", "red", {})
    table.post("/takebacks", "red", {"to": versions[1], "why": "Let us begin anew."})
    table.post(f"/takebacks/{table.version}/answers", "blue", {"answer": "agree"})
    table.desk.games.put_name(table.id, "blue", "Gebhard")
    assert past() == before
    table.play_out()
    assert past() == before


def test_what_was_drawn_for_one_is_not_shown_to_another(table: Table) -> None:
    address = f"/games/{table.id}/position"
    hands = [seated(table, seat).get(address).json["fragments"]["hand"] for seat in ("red", "blue")]
    alone = [seated(table, seat).get(address).json["fragments"]["hand"] for seat in ("blue", "red")]
    assert hands == alone[::-1]
    assert len({*hands, Browser(table.desk.app).get(address).json["fragments"]["hand"]}) == 3


def test_a_log_that_was_put_back_is_drawn_anew(tmp_path: Path) -> None:
    """The versions are the same, and what happened is not."""
    fresh = table_of(desk_for(tmp_path, installed()["napoleonic_empire"]))
    browser, games = seated(fresh, "french"), fresh.desk.games
    one = position(browser, fresh)
    other = games.open(fresh.id)
    other.updated += 1
    other.state.round += 1
    again = position(browser, fresh)
    assert again["version"] == one["version"]
    assert again["fragments"]["areas"] != one["fragments"]["areas"]


@pytest.mark.parametrize("who", [0, 1, "referee", None])
def test_the_title_says_whether_the_game_waits_for_its_reader(
    played: Table, who: int | str | None
) -> None:
    seat = reader(played, who)
    browser, versions = seated(played, seat), list(rests(played))
    offered = played.get("/decisions", seat).json["decisions"]
    waits = any(it["seat"] == seat for it in offered)
    title = browser.get(f"/games/{played.id}/title", Accept="application/json").json
    now = position(browser, played)
    assert title == {name: now[name] for name in ("version", "title", "waits")}
    assert (title["waits"], title["title"].startswith("Your turn: ")) == (waits, waits)
    assert title["title"].endswith(", ".join(filter(None, (now["turn"], now["phase"]))))
    page = browser.get(f"/games/{played.id}").text
    assert f"<title>{title['title']}</title>" in page
    assert ('icon-dotted.svg" data-plain' in page) == waits
    then = position(browser, played, f"?at={versions[4]}")
    assert (then["waits"], "Your turn" in then["title"]) == (False, False)
