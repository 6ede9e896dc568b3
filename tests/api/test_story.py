"""The story over REST: as text and as paragraphs, for the reader's eyes, page by page."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table, counting

READERS = ("french", "allied", None)


@pytest.fixture
def table(make_desk: Callable[..., Desk]) -> Table:
    """A game of which some 150 orders were given."""
    desk = make_desk(RULES, entropy=counting())
    table = desk.table(ruleset="napoleon1815", scenario="historical_invasion", referee=True)
    picking = random.Random(1815)
    for _ in range(150):
        seat = table.get().json["waiting_for"][0]
        assert table.order(seat, picking.choice(table.legal_orders(seat))).status_code == 201
    return table


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reader", READERS)
def test_the_text_has_the_sentences_of_the_entries(table: Table, reader: str | None) -> None:
    entries = table.get("/log?level=story&form=entries&limit=1000", reader).json["entries"]
    answer = table.get("/log?level=story&form=text", reader)
    assert answer.content_type == "text/plain; charset=utf-8"
    lines = [line for line in answer.text.splitlines() if line]
    assert len(lines) == len(entries)
    for line, entry in zip(lines, entries, strict=True):
        assert line.endswith(" ".join(entry["sentences"]))
        assert line.startswith(entry["who"] or entry["sentences"][0])
    assert any(it["kind"] == "march" and it["side"] in ("french", "allied") for it in entries)


def test_a_story_is_paged_without_gaps(table: Table) -> None:
    whole = table.get("/log?level=story&form=entries&limit=1000").json
    assert whole["next"] is None
    pages, after = [], 0
    while after is not None:
        page = table.get(f"/log?level=story&form=entries&after={after}&limit=7").json
        assert len(page["entries"]) <= 7
        pages += page["entries"]
        after = page["next"]
    assert pages == whole["entries"]
    text = table.get("/log?level=story&form=text&limit=2").text
    assert len(text.splitlines()) in (2, 3)


def test_what_is_hidden_is_not_told_to_others(table: Table) -> None:
    own, other = (
        table.get("/log?level=story&form=text", seat).text for seat in ("french", "allied")
    )
    assert own != other


def test_only_the_story_is_told_in_paragraphs(table: Table) -> None:
    for query in ("level=full&form=text", "form=entries", "level=story&form=verse"):
        answer = table.get(f"/log?{query}")
        assert (answer.status_code, answer.json["code"]) == (422, "BAD_QUERY")


def test_an_answer_that_is_known_is_not_sent_again(table: Table) -> None:
    first = table.get("/log?level=story&form=text")
    assert "Accept-Language" in first.headers["Vary"]
    again = table.get(
        "/log?level=story&form=text", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.data) == (304, b"")
    assert "Accept-Language" in again.headers["Vary"]


def test_the_story_is_told_in_the_language_of_the_caller(table: Table) -> None:
    asked = "/log?level=story&form=text"
    french = table.get(f"{asked}&lang=fr").text
    assert "Les Français ont pioché" in french
    spoken = table.get(asked, headers={"Accept-Language": "fr-BE, en;q=0.5"})
    assert spoken.text == french
    assert table.get(asked, headers={"Accept-Language": "it"}).text == table.get(asked).text
    assert (
        "The French drew" in table.get(f"{asked}&lang=en", headers={"Accept-Language": "fr"}).text
    )
    assert table.get(f"{asked}&lang=xx").status_code == 422
