"""The strip of news: one sentence of the story, and never how chance was called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from napoleon.rules.contract import installed
from tests.api.desk import Table
from tests.web.browser import parsed
from tests.web.tables import desk_for, play, rests, seated, table_of

GAMES = sorted(installed())

MOST = 120
"""Orders in a game that is looked at."""

NEVER = re.compile(
    r"[Cc]hance was called|among \d+, \d+|public chain|secret chain|[Cc]ommit|token|\bseed\b"
    r"|[0-9a-f]{8,}|\b[A-Z]{2,}_[A-Z_]+\b|\b[a-z]+_[a-z_]+\b|\bversion\b|gave an order"
    r"|[Ss]ealed|[{}<>]|None\b"
)
"""What no sentence says: draws, links of a chain, hashes, tokens, seeds, codes and ids."""


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    table = table_of(desk_for(tmp_path_factory.mktemp("news"), installed()[request.param]))
    play(table, MOST)
    return table


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("who", [0, 1, None])
def test_no_sentence_that_can_be_news_names_a_draw_a_hash_a_token_or_a_code(
    played: Table, who: int | None, language: str
) -> None:
    seat = None if who is None else played.seats[who]
    address = f"/log?level=story&form=entries&limit=1000&lang={language}"
    entries = played.get(address, seat).json["entries"]
    told = [line for it in entries for line in it["sentences"]]
    assert len(told) > 20
    assert [it for it in told if NEVER.search(it)] == []


def news(table: Table, seat: str | None, at: int | None = None) -> str:
    query = "" if at is None else f"?at={at}"
    page = parsed(seated(table, seat).get(f"/games/{table.id}{query}"))
    found = page.find(".//section[@id='news']")
    assert found is not None
    return " ".join("".join(found.itertext()).split())


def test_the_news_is_the_last_sentence_of_the_journal_at_each_position(played: Table) -> None:
    versions = [*rests(played)]
    for at in versions[:: len(versions) // 6]:
        page = parsed(seated(played, None).get(f"/games/{played.id}?at={at}"))
        journal = page.find(".//section[@id='journal']")
        [told] = [it for it in page.iter("p") if it.get("class") == "sentence"]
        assert journal is not None
        said = [text for it in told.iter() for text in (it.text if it is told else "", it.tail)]
        sentence = " ".join("".join(filter(None, said[:1] + said[3:])).split())
        assert sentence in " ".join("".join(journal.itertext()).split())
        assert sentence.endswith((".", "!", "?", "\u201d")), sentence


def test_a_letter_that_has_come_is_news_to_its_reader_alone(tmp_path: Path) -> None:
    table = table_of(desk_for(tmp_path, installed()["napoleon1815"]))
    play(table, 6)
    table.post("/press", "french", {"to": ["allied"], "text": "Give up Brussels."})
    assert "Give up Brussels." in news(table, "allied")
    assert "Brussels" not in news(table, None)
    table.post("/press", "french", {"to": ["diary"], "text": "They will not."})
    for other in ("allied", None):
        assert "They will not." not in news(table, other)
