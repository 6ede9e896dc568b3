"""The style guide: every component is on it, in both themes, and only developers are shown it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.web.static import FOLDER
from api.web.styleguide.tokens import tokens
from napoleon.play.games import Games
from napoleon.rules.contract import installed
from projections.store import open_views
from tests.stores import embedded
from tests.web import markup

COMPONENTS = (FOLDER / "css" / "components.css").read_text()

NOTES = re.compile(r"/\*.*?\*/", re.DOTALL)
CLASS = re.compile(r"\.([a-z][a-z0-9-]*)(?=[^{}]*\{)")

HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    """Asks a service for developers, with all games."""
    env = {**embedded(tmp_path_factory.mktemp("guide")), "NAPOLEON_STYLEGUIDE": "on"}
    games = Games(env, rulesets=installed())
    return create_app(games, open_views(env), env).test_client()


@pytest.fixture(scope="module")
def page(client: FlaskClient) -> str:
    answer = client.get("/styleguide", headers=HTML)
    assert answer.status_code == 200
    return answer.text


def test_nobody_is_shown_it_unless_the_settings_say_so(make_desk: Callable[..., object]) -> None:
    desk = make_desk()
    for path in ("", "/dark/page.css", "/dark/toy.svg"):
        assert desk.app.test_client().get(f"/styleguide{path}").status_code == 404  # type: ignore[attr-defined]


def test_every_class_of_the_components_is_shown(page: str) -> None:
    declared = set(CLASS.findall(NOTES.sub("", COMPONENTS)))
    shown = {name for it in markup.document(page).iter() for name in it.get("class", "").split()}
    assert len(declared) > 30
    assert declared - shown == set()


def test_every_token_is_shown(page: str) -> None:
    told = {"".join(it.itertext()) for it in markup.document(page).iter("code")}
    assert {it.name for it in tokens()} <= told
    assert "--paper" in told and len(told) > 50


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_is_forced_in_every_sheet_and_map(client: FlaskClient, theme: str) -> None:
    page = client.get(f"/styleguide?theme={theme}", headers=HTML).text
    root = markup.document(page)
    sheets = [it.attrib["href"] for it in root.iter("link") if it.get("rel") == "stylesheet"]
    assert len(sheets) == 3 and all(f"/{theme}/" in it for it in sheets)
    for it in sheets:
        text = client.get(it).text
        assert "prefers-color-scheme" not in text and "light dark" not in text
    drawn = [it.attrib["src"] for it in root.iter("img")]
    on_a_board = sum(1 for it in root.iter() if it.get("class") == "fields")
    assert len(drawn) + on_a_board == len(installed())
    for it in drawn:
        answer = client.get(it)
        assert answer.status_code == 200 and answer.text.startswith("<svg"), it


def test_as_the_system_prefers_a_sheet_is_as_it_is(client: FlaskClient) -> None:
    served = client.get("/styleguide/system/page.css").text
    names = ("tokens", "base", "components")
    assert served == "\n".join((FOLDER / "css" / f"{it}.css").read_text() for it in names)


def test_what_is_not_there_is_not_found(client: FlaskClient) -> None:
    for path in ("dark/nothing.css", "dark/nothing.svg", "blue/napoleon1815.svg"):
        assert client.get(f"/styleguide/{path}").status_code == 404


def test_its_own_styles_are_for_it_alone() -> None:
    own = CLASS.findall(NOTES.sub("", (FOLDER / "css" / "styleguide.css").read_text()))
    used = "".join(it.read_text() for it in Path(FOLDER.parent / "templates").rglob("*.html"))
    for name in {"guide", "specimens", "patches", "sample"}:
        assert name in own
        assert len(re.findall(rf'class="[^"]*\b{name}\b', used)) == len(
            re.findall(
                rf'class="[^"]*\b{name}\b',
                (FOLDER.parent / "templates" / "styleguide.html").read_text(),
            )
        )
