"""The pages of aids: two sheets of each game, with links to its clauses, in both languages."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

import pytest

from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from tests.api.desk import Desk
from tests.web.browser import Browser, links, parsed, told, words

RULESETS = sorted(installed())


@pytest.fixture(params=RULESETS)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    return installed()[request.param]


@pytest.fixture
def desk(make_desk: Callable[..., Desk], rules: Ruleset) -> Desk:
    """A service with one of the games."""
    return make_desk(rules)


def test_it_has_two_sheets_and_every_sign_that_it_refers_to(desk: Desk, rules: Ruleset) -> None:
    page = Browser(desk.app).get(f"/rules/{rules.name}/aid")
    assert page.status_code == 200
    tree = parsed(page)
    sheets = [it for it in tree.iter() if it.get("class") == "sheet"]
    assert len(sheets) == 2
    ids = {it.attrib["id"] for it in tree.iter() if "id" in it.attrib}
    used = {it.attrib["href"] for it in tree.iter() if it.tag.rpartition("}")[2] == "use"}
    assert used
    assert {it.removeprefix("#") for it in used} <= ids


def test_its_links_lead_to_clauses_of_the_rules(desk: Desk, rules: Ruleset) -> None:
    browser, there = Browser(desk.app), f"/rules/{rules.name}"
    anchors = {it.attrib["id"] for it in parsed(browser.get(there)).iter() if "id" in it.attrib}
    cited = [it for it in links(browser.get(f"{there}/aid")) if it.startswith(f"{there}#")]
    assert len(cited) > 30
    assert {unquote(it.partition("#")[2]) for it in cited} <= anchors


def test_it_is_told_in_the_language_of_its_reader(desk: Desk, rules: Ruleset) -> None:
    english, french = (
        words(Browser(desk.app, language).get(f"/rules/{rules.name}/aid"))
        for language in ("en", "fr")
    )
    assert "Two pages, made to be printed on A4." in english
    assert "Deux pages, faites pour être imprimées en A4." in french
    assert "%(" not in english + french


def test_the_rules_and_a_game_lead_to_it(desk: Desk, rules: Ruleset) -> None:
    browser, there = Browser(desk.app), f"/rules/{rules.name}/aid"
    assert there in links(browser.get(f"/rules/{rules.name}"))
    table = desk.table(ruleset=rules.name, scenario=rules.scenarios[0].id)
    assert there in links(browser.get(f"/games/{table.id}"))
    assert there in links(browser.get("/"))


def test_without_an_aid_there_is_no_page(make_desk: Callable[..., Desk]) -> None:
    browser = Browser(make_desk().app)
    for name in ("toy", "none"):
        assert told(browser.get(f"/rules/{name}/aid")) == (404, "UNKNOWN_RULESET")
    assert "/rules/toy/aid" not in links(browser.get("/rules/toy"))


def test_all_cards_of_a_game_are_shown_with_their_faces(desk: Desk, rules: Ruleset) -> None:
    tree = parsed(Browser(desk.app).get(f"/rules/{rules.name}/aid"))
    shown = [it for it in tree.iter() if it.get("class", "").startswith("upright ")]
    assert rules.pictures is not None
    deck = [it for it in rules.pictures.deck(words_of(rules, ENGLISH)) if it.lines]
    named = [next(it.iter("a")) for it in shown]
    assert {"".join(it.itertext()) for it in named} >= {it.title for it in deck}
    assert bool(shown) == (rules.name != "napoleon_columbia"), "whose terrain is no card"
    for link in named:
        assert unquote(link.attrib["href"].partition("#")[2]) in rules.clauses
