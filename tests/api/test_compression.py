"""Answers are compressed for who can read it, and only where that tells no secret."""

from __future__ import annotations

import gzip as standard
import zlib
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.http.compression.gzip import STORED, Piece, Writer, gzip
from api.live.streams import Streams, register
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import V1, VIEWS, Desk, Table

GZIP = {"Accept-Encoding": "gzip, deflate, br"}

SEEN = ("map", "order-of-battle")
"""Views that are long enough from the beginning of the game on."""


@pytest.fixture
def table(make_desk: Callable[..., Desk]) -> Table:
    """A game of the service that is long enough to be worth it."""
    desk = make_desk(RULES)
    body = {"ruleset": "napoleon1815", "scenario": "campaign", "referee": True}
    return Table(desk, desk.call("POST", "/games", body=body).json)


def plain(answer: TestResponse) -> bytes:
    """What a client reads from an answer that has to be compressed."""
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.vary
    assert int(answer.headers.get("Content-Length", len(answer.data))) == len(answer.data)
    return standard.decompress(answer.data)


# -- the format ------------------------------------------------------------------------------------


def test_pieces_are_read_as_one() -> None:
    pieces = [Piece(b"the same " * 300), Piece(b"the same " * 300, STORED), Piece(b""), Piece(b"x")]
    assert standard.decompress(gzip(pieces)) == b"".join(piece.plain for piece in pieces)
    assert standard.decompress(gzip([])) == b""


def test_how_long_a_piece_becomes_hangs_on_it_alone() -> None:
    """Words that guess what is in another piece make nothing shorter."""
    secret = b"<li>Blucher waits at Wavre with the second corps</li>"
    lengths = {
        len(gzip([Piece(words, STORED), Piece(secret), Piece(words), Piece(words, STORED)]))
        - len(gzip([Piece(words)]))
        for words in (secret, secret[::-1])
    }
    assert len(lengths) == 1
    together = {len(zlib.compress(words + secret)) for words in (secret, secret[::-1])}
    assert len(together) == 2, "as they would in one piece"


def test_a_stream_can_be_read_while_it_is_written() -> None:
    writer, reader = Writer(), zlib.decompressobj(wbits=31)
    for line in (b"one\n", b"two\n"):
        assert reader.decompress(writer.write(Piece(line))) == line
    assert reader.decompress(writer.end()) == b""
    assert reader.eof


# -- what is compressed ----------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["french", "referee", None])
@pytest.mark.parametrize("name", SEEN)
def test_a_view_is_compressed_and_its_version_named_as_ever(
    table: Table, name: str, seat: str | None
) -> None:
    known = table.get(f"/{name}", seat)
    answer = table.get(f"/{name}", seat, headers=GZIP)
    assert plain(answer) == known.data
    assert len(answer.data) < len(known.data) / 3
    assert "Content-Encoding" not in known.headers
    assert answer.vary.as_set() == known.vary.as_set() > {"accept-encoding"}
    assert answer.headers["ETag"] == known.headers["ETag"] == f'"{table.version}"'


@pytest.mark.parametrize(
    "accepted", ["", "identity", "br", "gzip;q=0", "identity, gzip;q=0.5", "*;q=0"]
)
def test_who_cannot_read_it_is_answered_as_ever(table: Table, accepted: str) -> None:
    answer = table.get("/map", "french", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.json["version"] == table.version
    assert "Accept-Encoding" in answer.vary


def test_the_tag_of_a_compressed_view_opens_the_next_order(table: Table) -> None:
    seat = table.get().json["waiting_for"][0]
    view = table.get("/map", seat, headers=GZIP)
    assert "Content-Encoding" in view.headers
    tag = view.headers["ETag"]
    unchanged = table.get("/map", seat, headers={**GZIP, "If-None-Match": tag})
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    assert unchanged.headers["ETag"] == tag
    assert "Content-Encoding" not in unchanged.headers
    assert "Accept-Encoding" in unchanged.vary
    assert table.order(seat, table.legal_orders(seat)[0], tag).status_code == 201
    assert table.get("/map", seat, headers={**GZIP, "If-None-Match": tag}).status_code == 200


def test_head_says_what_get_would(table: Table) -> None:
    path = f"/games/{table.id}/map"
    asked = table.desk.call("HEAD", path, table.token("french"), headers=GZIP)
    given = table.desk.get(path, table.token("french"), headers=GZIP)
    assert asked.data == b""
    assert dict(asked.headers) == dict(given.headers)


def test_the_log_is_compressed_for_spectators_only(table: Table) -> None:
    """What others have written stands in it, beside what only the seat may know."""
    mine, everybodys = (table.get("/log", seat, headers=GZIP) for seat in ("french", None))
    assert "Content-Encoding" not in mine.headers
    assert plain(everybodys) == table.get("/log").data
    browsers = {**GZIP, "Napoleon-Seat": "french"}
    client = table.desk.app.test_client()
    client.set_cookie(f"napoleon-{table.id}-french", str(table.token("french")))
    asked = client.get(f"{V1}/games/{table.id}/log", headers=browsers)
    assert asked.status_code == 200
    assert "Content-Encoding" not in asked.headers


def test_a_log_that_is_streamed_is_compressed_as_it_comes(table: Table) -> None:
    lines = {"Accept": "application/x-ndjson"}
    asked = table.get("/log", headers={**lines, **GZIP})
    assert plain(asked) == table.get("/log", headers=lines).data
    assert plain(asked).count(b"\n") == table.version
    mine = table.get("/log", "french", headers={**lines, **GZIP})
    assert "Content-Encoding" not in mine.headers


def test_new_tokens_are_not_compressed(table: Table) -> None:
    body = {"ruleset": "napoleon1815", "scenario": "campaign", "referee": True}
    made = table.desk.call("POST", "/games", body=body, headers=GZIP)
    assert made.status_code == 201
    assert len(made.data) > 300
    assert "Content-Encoding" not in made.headers
    refused = table.post("/orders", "french", {"order": "x" * 2000}, headers=GZIP)
    assert "Content-Encoding" not in refused.headers


def test_short_answers_stay_as_they_are(desk: Desk) -> None:
    toy = desk.table()
    for name in VIEWS:
        answer = toy.get(f"/{name}", "red", headers=GZIP)
        assert len(answer.data) < 1000
        assert "Content-Encoding" not in answer.headers


def test_the_live_stream_is_never_compressed(table: Table) -> None:
    streams = Streams(8, heartbeats=0.05, lasting=0.2)
    register(table.desk.app, streams)
    live = {**GZIP, "Accept": "text/event-stream"}
    for seat in ("french", None):
        with closing(table.get("/live?after=0", seat, headers=live)) as answer:
            assert answer.status_code == 200
            assert "Content-Encoding" not in answer.headers
            assert answer.data.startswith(b"retry: 1000\n\n")
    streams.close()


def test_the_document_and_its_page_are_compressed(desk: Desk) -> None:
    def asked(path: str, **headers: Any) -> TestResponse:
        return desk.get(path, headers={**GZIP, **headers}, buffered=True)

    assert plain(asked("/openapi.json")) == desk.get("/openapi.json").data
    script = asked("/docs/swagger-ui-bundle.js")
    assert plain(script) == desk.get("/docs/swagger-ui-bundle.js", buffered=True).data
    assert asked("/docs/swagger-ui-bundle.js").data == script.data
    assert "Content-Encoding" not in asked("/docs/favicon-32x32.png").headers
