"""The replay page: one file that needs nothing else and holds what its reader may know."""

from __future__ import annotations

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import Struct

from napoleon.log.journal import Entry
from napoleon.play.games import Games
from napoleon.record.replay import replay_page
from napoleon.record.story import Frame, event_by_event, facts, frames
from napoleon.rules.contract import installed
from napoleon.rules.picture.scenery import NAMESPACE
from napoleon.rules.picture.svg import draw
from tests.api.desk import counting
from tests.api.test_hidden import OtherCard, ToyWithArmies
from tests.record.telling import Page, campaign, plain, rewind, rewound, toy_games

LARGEST = 3_000_000
"""Bytes of the replay of a game of 2,000 events."""


def page_of(games: Games, game_id: str, reader: str) -> str:
    rules = games.rules(games.open(game_id))
    sentences = event_by_event(games, game_id, reader)
    told, shown = facts(games, game_id, reader), frames(games, game_id, reader)
    return replay_page("A replay", told, sentences, shown, rules.names, rules.pictures)


@pytest.fixture
def games(tmp_path: Path) -> Games:
    return toy_games(tmp_path)


@pytest.fixture
def game_id(games: Games) -> str:
    return rewound(games)


@pytest.mark.parametrize("reader", ["red", "blue", "spectator", "referee"])
def test_the_page_holds_every_frame_of_its_reader(games: Games, game_id: str, reader: str) -> None:
    page = Page(page_of(games, game_id, reader))
    found = list(frames(games, game_id, reader))
    assert page.views() == [plain(frame) for frame in found]
    assert [
        (it["version"], it["turn"], it["phase"], it["counts"]) for it in page.data["frames"]
    ] == [(frame.version, frame.turn, frame.phase, frame.counts) for frame in found]


def test_the_first_frame_and_the_first_of_each_turn_are_whole(games: Games, game_id: str) -> None:
    embedded = Page(page_of(games, game_id, "red")).data["frames"]
    turns = [None, *(frame["turn"] for frame in embedded)]
    for before, frame in zip(turns, embedded, strict=False):
        assert ("views" in frame) == (before != frame["turn"])
        assert ("changes" in frame) != ("views" in frame)
    assert len({frame["turn"] for frame in embedded}) > 1


@pytest.mark.soak
def test_the_replay_of_a_long_game_is_small_and_complete(tmp_path: Path) -> None:
    games, game = campaign(tmp_path, {})
    assert game.version > 2000
    text = page_of(games, game.id, "french")
    assert len(text.encode()) < LARGEST
    page, found = Page(text), list(frames(games, game.id, "french"))
    assert page.views() == [plain(frame) for frame in found]
    pictures = games.rules(game).pictures
    assert pictures is not None
    for number, shown in list(enumerate(maps_of(text, page)))[::40]:
        assert shown == elements(draw(pictures.map(found[number].shown, found[number].trails)))


def maps_of(text: str, page: Page) -> Iterator[dict[str, str]]:
    """What the script puts together: the elements of the map of each frame, by what they are."""
    shown = elements(svg_in(text.partition('id="map"')[2]))
    drawn = [
        elements(f"<svg>{it}</svg>").popitem()
        for it in svg_in(text.partition("<template")[2])[5:-6].split("\n")
    ]
    for frame in page.data["frames"]:
        for number in frame["drawn"]:
            element, fragment = drawn[number]
            assert element in shown
            shown[element] = fragment
        yield dict(shown)


def svg_in(text: str) -> str:
    """The first map or list of fragments in a text."""
    return text[text.index("<svg") : text.index("</svg>") + 6]


def elements(svg: str) -> dict[str, str]:
    """The parts of a map that can change, without their ids, by what they stand for."""
    found = {}
    for element in ElementTree.fromstring(svg.replace(f' xmlns="{NAMESPACE}"', "")).iter():
        element.attrib.pop("id", None)
        for name, value in element.attrib.items():
            if name.startswith("data-") and name != "data-piece":
                found[f"{name} {value}"] = ElementTree.tostring(element, encoding="unicode")
    return found


def test_the_page_loads_nothing_and_runs_nothing_but_its_own_script(
    games: Games, game_id: str
) -> None:
    page = Page(page_of(games, game_id, "red"))
    for tag, attributes in page.elements:
        assert tag not in ("link", "img", "iframe", "object", "base", "form")
        assert not {"src", "style", "action"} & attributes.keys()
        assert not [name for name in attributes if name.startswith("on")]
        assert str(attributes.get("href", "#")).startswith("#")
    [policy] = [
        str(attributes["content"])
        for tag, attributes in page.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    data, script = page.texts["script"]
    [style] = page.texts["style"]
    assert policy.split("; ") == [
        "default-src 'none'",
        f"style-src 'sha256-{sha256(style)}'",
        f"script-src 'sha256-{sha256(script)}'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
    assert "url(" not in style and "@import" not in style
    assert not re.search(
        r"innerHTML|fetch\(|XMLHttpRequest|import\(|eval\(|https?://(?!www\.w3)", script
    )
    assert data.startswith("{")


def sha256(text: str) -> str:
    return b64encode(hashlib.sha256(text.encode()).digest()).decode()


TOKEN = re.compile(r"(--[a-z0-9-]+): ([^;]+);")


def test_its_colours_are_those_of_the_pages() -> None:
    tokens = files("api.web") / "static" / "css" / "tokens.css"
    own = files("napoleon.record") / "templates" / "replay.css"
    known = TOKEN.findall(tokens.read_text(encoding="utf-8"))
    used = TOKEN.findall(own.read_text(encoding="utf-8"))
    assert used and set(used) <= set(known)


HOSTILE = "</script><script>alert(1)</script><!-- & \u2028 ' \" $title ${data}"


class WrittenBoard(Struct):
    """A board that holds what somebody has written."""

    version: int
    written: dict[str, Any]


class WrittenViews(Struct):
    """That board alone; nothing is drawn of it."""

    map: WrittenBoard


class Written(Frame, frozen=True):
    """A frame of boards that somebody has written."""

    shown: Any


def test_whatever_people_write_stays_text() -> None:
    first, then = ({HOSTILE: [{"id": HOSTILE, "it": it}]} for it in (1, HOSTILE))
    shown = [
        Written(at, 1, HOSTILE, WrittenViews(WrittenBoard(at, written)))
        for at, written in enumerate((first, then), 1)
    ]
    told = [
        Entry(1, 1, HOSTILE, "told", HOSTILE),
        Entry(2, 1, HOSTILE, "told", HOSTILE, counts=False),
    ]
    page = Page(replay_page(HOSTILE, {HOSTILE: HOSTILE}, told, shown, {"a": HOSTILE}))
    assert len(page.texts["script"]) == 2
    assert page.views() == [{"map": {"written": first}}, {"map": {"written": then}}]
    assert page.data["names"] == {"a": HOSTILE}
    assert page.texts["title"] == page.texts["h1"] == page.texts["dt"] == [HOSTILE]
    assert page.texts["li"] == [f"1 {HOSTILE}", f"2 {HOSTILE} (undone)"]


def test_the_story_is_plain_text_with_what_was_undone_struck_through(
    games: Games, game_id: str
) -> None:
    page = Page(page_of(games, game_id, "red"))
    sentences = event_by_event(games, game_id, "red")
    undone = [it for it in sentences if not it.counts]
    assert undone
    assert page.texts["li"] == [
        f"{it.version} {it.text}{'' if it.counts else ' (undone)'}" for it in sentences
    ]
    assert page.texts["del"] == [it.text for it in undone]
    ids = [attributes["id"] for tag, attributes in page.elements if tag == "li"]
    assert ids == [f"v{it.version}" for it in sentences]
    assert "Turn 1" in page.texts["h3"]


def test_the_controls_have_names_and_the_script_finds_all_it_looks_for(
    games: Games, game_id: str
) -> None:
    page = Page(page_of(games, game_id, "red"))
    ids = [str(attributes["id"]) for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    looked_for = re.findall(r'\bat\("([a-z-]+)"\)', page.texts["script"][1])
    assert looked_for and set(looked_for) <= set(ids)
    [slider] = [attributes for tag, attributes in page.elements if tag == "input"]
    assert (slider["type"], slider["aria-label"]) == ("range", "Position")
    assert all(label.strip() for label in page.texts["button"])


def test_a_game_whose_table_is_not_laid_is_told_without_a_map() -> None:
    told = [Entry(1, 0, "", "told", "Created.")]
    page = Page(replay_page("A replay", {}, told, [], {}, installed()["napoleon1815"].pictures))
    assert page.data["frames"] == []
    assert not [attributes for tag, attributes in page.elements if "viewbox" in attributes]
    assert page.texts["li"] == ["1 Created."]


@pytest.mark.parametrize("reader", ["red", "spectator"])
def test_what_is_hidden_from_the_reader_is_in_no_byte_of_the_page(
    tmp_path: Path, reader: str
) -> None:
    one, other = pages_of_twins(tmp_path, reader)
    assert one == other


@pytest.mark.parametrize("reader", ["blue", "referee"])
def test_who_may_know_it_finds_it_in_the_page(tmp_path: Path, reader: str) -> None:
    one, other = pages_of_twins(tmp_path, reader)
    assert one != other


def pages_of_twins(tmp_path: Path, reader: str) -> list[str]:
    """The pages of two games that differ in nothing but blue's hidden card and bet."""
    pages = []
    for name, rules, bet in (("one", ToyWithArmies(), 1), ("other", OtherCard(), 3)):
        ticks = count(1)
        games = toy_games(
            tmp_path / name, rules, entropy=counting(), clock=lambda ticks=ticks: next(ticks)
        )
        game_id = games.create("toy", "short", {}, referee=True).game.id
        for seat in ("red", "blue"):
            games.submit_orders(game_id, seat, [{"order": "pass"}])
        gone = games.head(game_id)
        games.submit_orders(game_id, "blue", [{"order": "bet", "value": bet}])
        rewind(games, game_id, gone)
        games.submit_orders(game_id, "blue", [{"order": "bet", "value": bet}])
        pages.append(page_of(games, game_id, reader))
    return pages
