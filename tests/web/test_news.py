"""What a page is sent of another position: only what it does not show already."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

from api import chronicles
from api.web.game import cache
from napoleon.rules.contract import installed
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table
from tests.repetitions import so_many
from tests.web.browser import Browser
from tests.web.mending import after
from tests.web.tables import SECTIONS, desk_for, play, reader, rests, seated, table_of

IN_FOG = "napoleon1815 in fog"

ONE_IN = pytest.mark.parametrize("one_in", [3, pytest.param(1, marks=pytest.mark.soak)])
"""How many of the steps of a game are looked at."""


@pytest.fixture(scope="module", params=[*sorted(installed()), IN_FOG])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """A game of each kind that has been played for a while, to be looked at."""
    name, _, fog = request.param.partition(" ")
    options = {"rules": "grognard"} if fog else {}
    table = table_of(desk_for(tmp_path_factory.mktemp(name), installed()[name]), **options)
    play(table, 60)
    return table


def asked(browser: Browser, table: Table, query: str = "") -> dict[str, Any]:
    answer = browser.get(f"/games/{table.id}/position?{query}", Accept="application/json")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json
    return found


def ways(table: Table, many: int) -> Iterator[int]:
    """Positions one after the other: forwards, backwards, and across; about five times `many`."""
    versions = list(rests(table))
    jumps = random.Random(1815).sample(versions, many)
    return chain(versions[:: 24 // many], versions[:: -36 // many], jumps)


def is_forgotten(table: Table) -> None:
    """Whatever was drawn is drawn again, as in another process."""
    for keeper in (cache._drawn, chronicles._kept):
        keeper._shelves.pop(table.desk.games)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("who", [0, 1, "referee", None])
@pytest.mark.parametrize("many", so_many(2, 12))
def test_what_is_sent_makes_the_page_that_is_asked_for(
    played: Table, who: int | str | None, many: int
) -> None:
    browser, newest = seated(played, reader(played, who)), played.version
    shown = asked(browser, played)
    sections = shown["fragments"]
    for number, at in enumerate(ways(played, many)):
        if number % 7 == 3:
            is_forgotten(played)
        query = "" if at == newest else f"at={at}"
        told = f"{query}&has={shown['tags']}&from={shown['version']}"
        shown = asked(browser, played, told)
        whole = asked(browser, played, query)
        sections = after(sections, shown)
        assert sections == whole["fragments"]
        assert {**shown, "fragments": None} == {**whole, "fragments": None}


def test_of_the_map_only_what_has_changed_is_sent(played: Table) -> None:
    browser, changed = seated(played, played.seats[0]), 0
    for one, other in pairwise([*rests(played)][-10:-1]):
        before = asked(browser, played, f"at={one}")
        whole = asked(browser, played, f"at={other}")["fragments"]["map"]
        sent = asked(browser, played, f"at={other}&from={one}&has={before['tags']}")["fragments"]
        found = sent.get("map", [])
        changed += len(found)
        # A board of cards is small as a whole, and is sent position by position.
        assert sum(len(html) for _, html in found) < max(len(whole) / 4, 4_000)
        assert not [key for key, _ in found if key in ("back", "links", "signs", "frame")]
    assert changed


@pytest.mark.sampled(2)
@ONE_IN
def test_what_the_page_has_is_not_sent_again(played: Table, one_in: int) -> None:
    browser = seated(played, played.seats[0])
    now = asked(browser, played)
    assert set(now["fragments"]) == set(SECTIONS)
    again = asked(browser, played, f"has={now['tags']}&from={now['version']}")
    assert again == {**now, "fragments": {}}
    page = browser.get(f"/games/{played.id}").text
    assert f'data-tags="{now["tags"]}"' in page
    unchanged = 0
    for one, other in [*pairwise([*rests(played)][:-1])][::one_in]:
        before, whole = asked(browser, played, f"at={one}"), asked(browser, played, f"at={other}")
        sent = asked(browser, played, f"at={other}&has={before['tags']}&from={one}")["fragments"]
        shown = before["fragments"]
        assert set(sent) == {it for it in SECTIONS if shown[it] != whole["fragments"][it]}
        unchanged += len(SECTIONS) - len(sent)
    assert unchanged > 0


def test_without_what_the_page_shows_whole_sections_are_sent(played: Table) -> None:
    browser, versions = seated(played, played.seats[0]), [*rests(played)]
    now, whole = asked(browser, played), asked(browser, played, f"at={versions[5]}")
    unknown = ".".join(["AAAAAAAA"] * len(SECTIONS))
    told = (
        "has=",
        "has=a.b.c",
        f"has={now['tags']}.more",
        f"has={unknown}",
        f"has={unknown}&from={versions[4]}",
        f"has={unknown}&from=987654",
        f"has={unknown}&from=-1&from=none",
    )
    for it in told:
        assert asked(browser, played, f"at={versions[5]}&{it}") == whole, it


def test_tags_of_another_reader_or_game_are_worth_nothing(tmp_path: Path) -> None:
    """So nobody learns by trial whether somebody else is shown the same."""
    desk = desk_for(tmp_path, RULES)
    one, other = table_of(desk), table_of(desk)
    tags = {}
    for table in (one, other):
        play(table, 12)
        for seat in ("french", "allied", "referee", None):
            tags[table.id, seat] = asked(seated(table, seat), table)["tags"].split(".")
    each = [tag for found in tags.values() for tag in found]
    assert len(each) == 8 * len(SECTIONS) == len(set(each))


def test_the_past_never_changes_for_who_shows_another_position(desk: Desk) -> None:
    table = desk.table(referee=True)
    for seat in ("red", "blue", "red", "blue"):
        table.order(seat, {"order": "draw"} if table.version < 20 else {"order": "pass"})
    browser, versions = seated(table, "red"), [*rests(table)][:-1]
    asks = []
    for one, other in pairwise(versions):
        tags = asked(browser, table, f"at={one}")["tags"]
        asks.append(f"/games/{table.id}/position?at={other}&from={one}&has={tags}")
    before = [browser.get(it).data for it in asks]
    table.desk.games.put_name(table.id, "blue", "Gebhard")
    table.play_out()
    is_forgotten(table)
    assert [browser.get(it).data for it in asks] == before


@pytest.mark.sampled(2)
@ONE_IN
def test_what_has_changed_is_filled_up_to_the_same_length(played: Table, one_in: int) -> None:
    """How much of a hand, or of a map in fog, has changed is nothing to whoever sees the line."""
    browser, lengths = seated(played, played.seats[0]), set()
    versions = [*rests(played)][:-1]
    some = [*pairwise(versions[::2])][::one_in]
    for one, other in (*some, (versions[9], versions[9])):
        tags = asked(browser, played, f"at={one}")["tags"]
        address = f"/games/{played.id}/position?at={other}&from={one}&has={tags}"
        known = browser.get(address).data
        sent = browser.get(address, Accept_Encoding="gzip")
        assert gzip.decompress(sent.data) == known
        lengths.add(len(sent.data))
    assert {length % 2048 for length in lengths} == {0}
    assert min(lengths) == 2048, "where nothing has changed"
    assert len(lengths) < 8
