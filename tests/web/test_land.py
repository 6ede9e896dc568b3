"""What of a map never changes is no part of a page: it is a file that a browser keeps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.web.game import land
from api.web.static import ASK_AGAIN, FOR_EVER
from napoleon.rules.contract import installed
from napoleon.rules.picture.model import Land
from tests.api.desk import Desk
from tests.web.browser import Browser
from tests.web.tables import desk_for, play, table_of

USED = re.compile(r'href="(/maps/[^"#]+\.svg)#([\w-]+)"')


@pytest.fixture
def empire(tmp_path: Path) -> Desk:
    return desk_for(tmp_path, installed()["napoleonic_empire"])


@pytest.mark.parametrize("ruleset", installed())
def test_all_that_a_page_uses_is_in_the_file_and_not_on_the_page(
    ruleset: str, tmp_path: Path
) -> None:
    desk = desk_for(tmp_path, installed()[ruleset])
    table, browser = table_of(desk), Browser(desk.app)
    for _ in range(2):
        page = browser.get(f"/games/{table.id}").text
        used = set(USED.findall(page))
        for file, name in used:
            shapes = dict(re.findall(r'<path id="([\w-]+)" d="([^"]+)"', browser.get(file).text))
            assert {it for _, it in used} == set(shapes)
            assert shapes[name] not in page
        assert bool(used) == ('class="relief"' in page or 'class="depth"' in page)
        play(table, 20)


def test_it_is_kept_for_ever_under_the_address_of_today(empire: Desk) -> None:
    table, browser = table_of(empire), Browser(empire.app)
    file, _ = USED.findall(browser.get(f"/games/{table.id}").text)[0]
    answer = browser.get(file)
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")
    assert answer.headers["Cache-Control"] == FOR_EVER
    assert "Set-Cookie" not in answer.headers
    earlier = browser.get("/maps/napoleonic_empire/000000000000.svg")
    assert (earlier.status_code, earlier.headers["Cache-Control"]) == (200, ASK_AGAIN)
    assert earlier.data == answer.data
    assert browser.get("/maps/another/000000000000.svg").status_code == 404


def test_the_map_of_an_earlier_edition_has_it_on_its_page(
    empire: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, browser = table_of(empire), Browser(empire.app)
    kept = land.kept_of(empire.games.rulesets["napoleonic_empire"])
    assert kept is not None
    monkeypatch.setattr(land, "kept_of", lambda _: kept._replace(land=Land(coast="M0,0Z")))
    page = browser.get(f"/games/{table.id}").text
    assert not USED.search(page)
    assert f'<path class="gentle" d="{kept.land.gentle}"/>' in page
