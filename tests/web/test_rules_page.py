"""The rules pages: every clause by its id, and where the data come from."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from urllib.parse import unquote
from xml.etree.ElementTree import Element

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.kit.packs import STATUS_WORDS
from tests.api.desk import Desk
from tests.web.browser import Browser, links, parsed, told, words

RULESETS = sorted(installed())


@pytest.fixture(params=RULESETS)
def shown(request: pytest.FixtureRequest, make_desk: Callable[..., Desk]):
    rules = installed()[request.param]
    return rules, Browser(make_desk(rules).app).get(f"/rules/{rules.name}")


def test_the_bar_of_a_page_leads_to_the_rules_of_every_game(make_desk: Callable[..., Desk]) -> None:
    first, *others = installed().values()
    browser = Browser(make_desk(first, beside=others).app)
    assert "/rules" in links(browser.get("/how-it-works"))
    page = browser.get("/rules")
    assert page.status_code == 200
    found = {it for it in links(page) if it.startswith("/rules/")}
    aids = {f"/rules/{it.name}/aid" for it in installed().values() if it.aid is not None}
    assert aids
    assert found == {f"/rules/{name}" for name in RULESETS} | aids
    taught = [it.get("value") for it in parsed(page).iter("button") if it.get("name") == "ruleset"]
    assert sorted(filter(None, taught)) == sorted(
        name for name, it in installed().items() if it.lesson is not None
    )


def test_every_clause_has_an_anchor_and_its_text(shown) -> None:
    rules, page = shown
    assert page.status_code == 200
    tree = parsed(page)
    texts = {}
    for chapter in tree.iter("dl"):
        pairs = list(chapter)
        texts |= {
            term.attrib["id"]: "".join(told.itertext())
            for term, told in zip(pairs[::2], pairs[1::2], strict=True)
            if "id" in term.attrib
        }
    assert texts == dict(rules.clauses)
    assert all(rules.clause(clause_id) == text for clause_id, text in texts.items())
    ids = Counter(found.attrib["id"] for found in tree.iter() if "id" in found.attrib)
    assert max(ids.values()) == 1
    inside = [unquote(link[1:]) for link in links(page) if link.startswith("#")]
    assert set(inside) <= ids.keys()


def test_chapters_go_by_their_names_in_every_language(shown, make_desk) -> None:
    rules, page = shown
    french = Browser(make_desk(rules).app, language="fr").get(f"/rules/{rules.name}")
    named = [_chapters(parsed(it)) for it in (page, french)]
    assert named[0].keys() == named[1].keys() == rules.chapters.keys()
    for names in named:
        assert all(re.fullmatch(r"\w[^\d_]{2,}", it) for it in names.values()), names
        assert len(set(names.values())) == len(names)
    same = [it for it in named[0] if named[0][it] == named[1][it]]
    assert len(same) < len(named[0]) / 2, same


def _chapters(page: Element) -> dict[str, str]:
    """What the chapters of a page of rules are called, by how their clauses begin."""
    begun = "chapter-"
    return {
        it.attrib["id"].removeprefix(begun): "".join(it.itertext())
        for it in page.iter("h3")
        if it.get("id", "").startswith(begun)
    }


def test_it_says_where_the_data_come_from(shown) -> None:
    rules, page = shown
    table = next(parsed(page).iter("table"))
    head, *rows = [["".join(it.itertext()) for it in row] for row in table.iter("tr")]
    found = {
        name: {status: int(n) for status, n in zip(head[1:], counts, strict=True) if n != "0"}
        for name, *counts in rows
    }
    assert found == {name: dict(counts) for name, counts in rules.provenance.items()}
    assert set(head[1:]) <= set(STATUS_WORDS)
    assert rules.pack_hash in words(page)
    assert f"Version of the rules {rules.version}" in words(page)


def test_the_number_of_the_data_is_for_those_who_compare_servers(shown) -> None:
    rules, page = shown
    [code] = [it for it in parsed(page).iter("code") if it.text == rules.pack_hash]
    folded = [it for box in parsed(page).iter("details") for it in box.iter("code")]
    assert code.text in [it.text for it in folded]
    assert rules.pack_hash not in "".join(
        "".join(it.itertext()) for it in parsed(page).iter("dl") if "facts" in it.get("class", "")
    )


@pytest.mark.parametrize("name", RULESETS)
def test_every_row_of_a_table_is_counted(name: str) -> None:
    rules = installed()[name]
    if "cards" in rules.provenance:
        assert sum(rules.provenance["cards"].values()) == len(rules.pack.cards)
    for counts in rules.provenance.values():
        assert counts
        assert list(counts) == [word for word in STATUS_WORDS if word in counts]


def test_rules_that_are_not_installed(browser: Browser) -> None:
    assert told(browser.get("/rules/chess")) == (404, "UNKNOWN_RULESET")


def test_clauses_that_are_named_are_links(shown) -> None:
    rules, page = shown
    tree = parsed(page)
    linked = 0
    for chapter in tree.iter("dl"):
        if "clauses" in chapter.get("class", ""):
            for text in chapter.iter("dd"):
                for link in text.iter("a"):
                    goal = unquote(link.attrib["href"][1:])
                    assert goal in rules.clauses
                    assert "".join(link.itertext()).startswith(goal)
                    linked += 1
    assert linked > 50


def test_clauses_are_searched_without_a_script(make_desk: Callable[..., Desk]) -> None:
    rules = installed()["napoleon1815"]
    browser = Browser(make_desk(rules).app)
    page = browser.get("/rules/napoleon1815?q=broken+BRIDGE")
    tree = parsed(page)
    shown = [it.get("id") for it in tree.iter("dt") if "hidden" not in it.attrib and it.get("id")]
    wanted = [
        it
        for it, text in rules.clauses.items()
        if "broken" in f"{it} {text}".casefold() and "bridge" in f"{it} {text}".casefold()
    ]
    assert shown == wanted != []
    assert f"Clauses found: {len(wanted)}" in words(page)
    assert "<script>" not in browser.get("/rules/napoleon1815?q=<script>").text
