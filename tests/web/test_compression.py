"""Pages, their parts and their files are compressed, and tell no secret by their length."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from random import Random

import pytest
from flask import Flask, Response
from werkzeug.test import TestResponse

from api.http.compression import answers as compression
from api.web.static import FOLDER, SHEETS
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table
from tests.web.browser import Browser

GZIP = "gzip, deflate, br"


def new_game(desk: Desk) -> Table:
    body = {"ruleset": "napoleon1815", "scenario": "campaign"}
    return Table(desk, desk.call("POST", "/games", body=body).json)


def card(page: TestResponse) -> str:
    """What the first card in the reader's hand is called."""
    hand = page.text.partition('<section id="hand"')[2].partition("</section>")[0]
    title = hand.partition("<h4>")[2].partition("</h4>")[0]
    assert len(title) > 5
    return title


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service whose games come out the same each time."""
    return make_desk(RULES, entropy=Random(1815).randbytes)


@pytest.fixture
def table(desk: Desk) -> Table:
    return new_game(desk)


@pytest.fixture
def player(table: Table, browser: Browser) -> Browser:
    """The browser of the French."""
    browser.open_seat(table, "french")
    return browser


def plain(answer: TestResponse) -> bytes:
    """What a browser reads from an answer that has to be compressed."""
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.vary
    return gzip.decompress(answer.data)


def test_a_game_is_sent_in_a_third_of_its_bytes(table: Table, player: Browser) -> None:
    at = table.version
    for address in ("", f"/position?at={at}&seat=french", "/position", "/map.svg"):
        address = f"/games/{table.id}{address}"
        known, sent = player.get(address), player.get(address, Accept_Encoding=GZIP)
        assert "Content-Encoding" not in known.headers
        assert plain(sent) == known.data, address
        assert len(sent.data) < len(known.data) / 3, address
        assert sent.headers.get("ETag") == known.headers.get("ETag")
        assert sent.headers["Cache-Control"] == known.headers["Cache-Control"]


def test_the_name_of_another_does_not_make_a_secret_shorter(
    make_desk: Callable[..., Desk], table: Table, player: Browser
) -> None:
    """Another player calls himself what may stand in the hand of this one."""
    guess = card(player.get(f"/games/{table.id}"))
    lengths = set()
    for name in (guess, guess[::-1]):
        # The same game once more, but for the name.
        desk = make_desk(RULES, entropy=Random(1815).randbytes)
        again = new_game(desk)
        assert again.created == table.created
        desk.games.claim(again.id, "allied", name=name)
        browser = Browser(desk.app)
        browser.open_seat(again, "french")
        page = browser.get(f"/games/{again.id}", Accept_Encoding=GZIP)
        assert name.encode() in page.data, "as it is, and not deflated"
        assert guess == card(browser.get(f"/games/{again.id}"))
        assert plain(page) == browser.get(f"/games/{again.id}").data
        lengths.add(len(page.data))
    assert len(lengths) == 1


def test_an_address_that_is_repeated_on_the_page_is_not_compressed_with_it(
    table: Table, player: Browser
) -> None:
    """As when a link of another site leads here, and the page then asks for itself once more."""
    guess = card(player.get(f"/games/{table.id}")).replace(" ", "")
    pages = [
        player.get(f"/games/{table.id}?x={words}", Accept_Encoding=GZIP)
        for words in (guess, guess[::-1])
    ]
    assert f"?x={guess}".encode() in plain(pages[0])
    assert len({len(page.data) for page in pages}) == 1


def test_pages_with_the_words_of_others_are_compressed_for_spectators_only(
    table: Table, player: Browser, make_browser: Callable[..., Browser]
) -> None:
    spectator = make_browser()
    for page in ("people", "disputes", "takebacks"):
        address = f"/games/{table.id}/{page}"
        assert "Content-Encoding" not in player.get(address, Accept_Encoding=GZIP).headers, page
        assert plain(spectator.get(address, Accept_Encoding=GZIP)) == spectator.get(address).data


def test_small_maps_are_compressed_for_a_seat_and_the_words_of_others_are_not(
    desk: Desk, table: Table, player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pages tell how many seconds ago something was.
    now = desk.games.clock()
    monkeypatch.setattr(desk.games, "clock", lambda: now)
    lengths = set()
    for name in ("Wellington", "notgnilleW"):
        desk.games.claim(table.id, "allied", name=name)
        desk.catch_up()
        known, sent = player.get("/"), player.get("/", Accept_Encoding=GZIP)
        assert plain(sent) == known.data
        assert name.encode() in sent.data, "as it is, and not deflated"
        assert b'<svg class="mini"' in known.data and b'<svg class="mini"' not in sent.data
        lengths.add(len(sent.data))
    assert len(lengths) == 1
    player.post("/sign-in/new", {"name": "Ney"})
    known, sent = player.get("/desk"), player.get("/desk", Accept_Encoding=GZIP)
    assert plain(sent) == known.data
    assert b"signed in as Ney" in sent.data
    assert b'<svg class="mini"' in known.data and b'<svg class="mini"' not in sent.data


def test_pages_that_hold_no_secret_are_compressed_for_everybody(player: Browser) -> None:
    for address in ("/rules/napoleon1815", "/new"):
        assert plain(player.get(address, Accept_Encoding=GZIP)) == player.get(address).data


def test_parts_that_begin_alike_are_each_found_in_their_place() -> None:
    app, head = Flask("service"), b"<section>" * 40
    parts = [head + end * 2000 for end in (b"a", b"b", b"ab")]
    body = b"%s between %s and %s, which %s" % (parts[1], parts[0], parts[2], parts[1])
    compression.register(app)

    @app.get("/")
    def told() -> Response:
        for part in (parts[0], parts[1]):
            compression.compress_part(part)
        return Response(body, content_type="text/html")

    answer = app.test_client(use_cookies=False).get(
        "/", headers={"Accept-Encoding": "gzip", "Cookie": "napoleon-game-french=a.b.c"}
    )
    assert plain(answer) == body
    # The first of the body and the third are no such part, or not where it is looked for.
    assert len(parts[1]) + len(parts[2]) < len(answer.data) < len(body)


def test_scripts_and_styles_are_compressed_and_kept(table: Table, player: Browser) -> None:
    sheet = b"\n".join((FOLDER / "css" / f"{it}.css").read_bytes() for it in SHEETS["page"])
    for name in ("css/base.css", "js/live.js", "sheets/page.css"):
        content = sheet if name.startswith("sheets/") else (FOLDER / name).read_bytes()
        answer = player.get(f"/static/0/{name}", Accept_Encoding=GZIP)
        assert plain(answer) == content
        assert int(answer.headers["Content-Length"]) == len(answer.data) < len(content) / 2
        tag = answer.headers["ETag"]
        assert tag.startswith("W/")
        assert answer.headers["Accept-Ranges"] == "none"
        for accepted in (GZIP, ""):
            headers = {"Accept_Encoding": accepted, "If_None_Match": tag}
            unchanged = player.get(f"/static/0/{name}", **headers)
            assert (unchanged.status_code, unchanged.data) == (304, b"")
            assert "Accept-Encoding" in unchanged.vary
        part = player.get(f"/static/0/{name}", Accept_Encoding=GZIP, Range="bytes=3-9")
        assert (part.status_code, part.data) == (206, content[3:10])
        assert "Content-Encoding" not in part.headers
