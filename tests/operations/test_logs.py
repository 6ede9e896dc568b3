"""The operators' log: what it tells of requests and orders, and what it never tells."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from api.telemetry import log_settings, logs
from napoleon.chance import Chance
from napoleon.environment import BadSetting
from napoleon.rules.events import Event
from napoleon.rules.viewer import Viewer
from tests.api.desk import Desk, ToyWithArmies
from tests.operations.conftest import Lines
from tests.toy import SEATS, State, TableLaid, TurnStarted
from tests.toy import Table as ToyTable

CARDS = range(7310001, 7310011)
"""Numbers that stand for nothing else in a log."""


class Marked(ToyWithArmies):
    """The toy game with cards that can be found in any text."""

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        table = ToyTable(None, [])
        table.record(TableLaid(turns=3, bag=tuple(CARDS)))
        for seat in SEATS:
            table.draw(seat, chance, "SETUP")
        table.record(TurnStarted(number=1))
        return table.events


class Broken(Marked):
    """The same with a view that looks for a card where it is not."""

    def view(self, state: State, reader: Viewer) -> dict[str, dict[str, Any]]:
        {}[state.hands["blue"][0]]
        return {}


def test_each_request_has_a_line(desk: Desk, lines: Lines) -> None:
    table = desk.table()
    answer = table.get("/map?at=2", "red", headers={"X-Request-Id": "5b2f-0001"})
    assert answer.headers["X-Request-Id"] == "5b2f-0001"
    told = lines.all("request")[-1]
    assert told.pop("ms") >= 0
    assert told.pop("timestamp").endswith("Z")
    assert told == {
        "event": "request",
        "level": "info",
        "logger": "api.telemetry.requests",
        "request_id": "5b2f-0001",
        "game": table.id,
        "seat": "red",
        "method": "GET",
        "route": "/api/v1/games/<game_id>/map",
        "path": f"/api/v1/games/{table.id}/map",
        "status": 200,
    }


@pytest.mark.parametrize("sent", ["", "abcdef", "a" * 65, "0123 4567 89ab", "A" * 31 + "_"])
def test_an_id_that_is_none_is_replaced(desk: Desk, lines: Lines, sent: str) -> None:
    answer = desk.get("/rulesets", headers={"X-Request-Id": sent})
    given = answer.headers["X-Request-Id"]
    assert len(given) == 16
    assert given != sent
    assert lines.all("request")[-1]["request_id"] == given


def test_requests_are_told_apart(desk: Desk, lines: Lines) -> None:
    table = desk.table()
    table.get("/hand", "red")
    table.get("/rulesets")
    desk.get("/rulesets")
    assert "seat" not in lines.all("request")[-1], "what was noted of a request ends with it"


def test_an_address_that_nobody_knows_is_told_without_a_route(desk: Desk, lines: Lines) -> None:
    assert desk.get("/nowhere/%0A{}?x=1").status_code == 404
    told = lines.all("request")[-1]
    assert (told["route"], told["path"]) == ("unknown", "/api/v1/nowhere/%0A%7B%7D")
    assert desk.call("BREW", "/games").status_code == 405
    assert lines.all("request")[-1]["method"] == "unknown"


def test_health_is_told_at_a_level_of_its_own(desk: Desk, lines: Lines) -> None:
    desk.get("/health/ready")
    assert lines.all("request")[-1]["level"] == "debug"


def test_an_order_is_told_with_what_came_of_it(desk: Desk, lines: Lines) -> None:
    table = desk.table()
    before = table.version
    first = table.order("red", {"order": "draw"}, key="one").json
    [told] = lines.all("order accepted")
    assert told["ms"] > 0
    assert {name: told[name] for name in ("game", "seat", "order_id", "version", "events")} == {
        "game": table.id,
        "seat": "red",
        "order_id": first["events"][0]["order_id"],
        "version": first["version"],
        "events": len(first["events"]),
    }
    assert table.order("red", {"order": "draw"}, key="one").json == first
    [again] = lines.all("order answered again")
    assert again["order_id"] == told["order_id"]
    table.order("red", {"order": "pass"}, key="one")
    table.order("red", {"order": "pass"})
    table.order("blue", {"order": "draw"}, f'"{before}"')
    table.order("blue", {"orders": [{"order": "pass"}, {"order": "bet", "value": 9}]})
    assert len(lines.all("order accepted")) == 2
    assert [line["code"] for line in lines.all("order refused")] == [
        "KEY_REUSED",
        "NOT_YOUR_DECISION",
        "VERSION_CONFLICT",
        "NOT_OFFERED",
    ]


def test_nothing_hidden_is_in_a_line(make_desk: Callable[..., Desk], lines: Lines) -> None:
    """Neither what the rules hide nor what people have sent and written."""
    desk = make_desk(Marked())
    table = desk.table(referee=True)
    tokens = [str(table.token(seat)) for seat in (*SEATS, "referee")]
    claim = desk.call(
        "POST",
        f"/games/{table.id}/seats/red/claim",
        table.token("red"),
        body={"name": "Grouchymarker", "nonce": "noncemarker"},
    )
    fresh = claim.json["token"]
    tokens.append(fresh)
    table.order("red", {"order": "pass"}, key="keymarker")
    table.created["seats"][0]["token"] = fresh
    table.order("red", {"order": "draw"}, key="keymarker")
    table.order("blue", {"order": "play", "card": 8888888})
    table.order("blue", {"order": "draw", "unknownmarker": "bodymarker"})
    table.post("/disputes", "red", {"version": 2, "text": "textmarker", "clauses": ["GO"]})
    for token in tokens:
        secret = token.rpartition(".")[2]
        desk.get(f"/games?mine=true&token={token}", token)
        desk.get(f"/games/{token}/map", token)
        desk.get(f"/games/{table.id}/{secret}?{secret}")
        desk.get("/rulesets", headers={"X-Request-Id": secret, "Idempotency-Key": "keymarker"})
        desk.get("/games?mine=true", f"{token}x", headers={"Referer": f"http://x/?{token}"})
    table.play_out()
    assert table.get().json["status"] == "over"
    assert len(lines.all("request")) > 40
    hidden = [*map(str, CARDS), "8888888", "Grouchy", "marker"]
    hidden += [token.rpartition(".")[2] for token in tokens]
    assert [text for text in hidden if text in lines.text] == []


def test_an_error_is_told_without_what_it_says(
    make_desk: Callable[..., Desk], lines: Lines
) -> None:
    desk = make_desk(Broken())
    table = desk.table()
    assert table.get("/map", "blue").status_code == 500
    [told] = lines.all("unexpected error")
    assert (told["level"], told["game"], told["seat"]) == ("error", table.id, "blue")
    assert "in view" in told["exception"]
    assert told["exception"].endswith("KeyError")
    assert not any(str(card) in lines.text for card in CARDS)


def test_an_error_of_the_machine_is_told_in_full(lines: Lines) -> None:
    try:
        try:
            {}["the card"]
        except KeyError as error:
            raise OSError("the disk is full") from error
    except OSError:
        logging.getLogger("napoleon.anything").exception("it failed")
    [told] = lines.all("it failed")
    assert told["exception"].endswith("OSError: the disk is full")
    assert "KeyError\n" in told["exception"]
    assert "the card'" not in told["exception"]


def test_tokens_and_queries_are_cut_out_of_what_libraries_say(lines: Lines) -> None:
    token = "0000000000.red." + "A" * 32
    log = logging.getLogger("gunicorn.error")
    log.error("Error handling request %s %s", "GET", f"/api/v1/games/x/log?after={token}")
    log.error("invalid header: Authorization: Bearer %s", token)
    log.error("somebody sent %r", token)
    assert "AAAA" not in lines.text
    assert "after" not in lines.text
    assert len(lines.all()) == 3


def test_text_is_for_people() -> None:
    root, stream = logging.getLogger(), io.StringIO()
    before = root.handlers, root.level
    try:
        logs.configure({log_settings.FORMAT: "text", log_settings.LEVEL: "warning"}, stream)
        logging.getLogger("napoleon").info("not told")
        logging.getLogger("napoleon").warning("told", extra={"game": "g"})
    finally:
        root.handlers, level = before
        root.setLevel(level)
    [line] = stream.getvalue().splitlines()
    assert "told" in line
    assert "game=g" in line


@pytest.mark.parametrize("wrong", [{log_settings.FORMAT: "xml"}, {log_settings.LEVEL: "loud"}])
def test_a_setting_that_there_is_not_is_refused(wrong: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match=next(iter(wrong))):
        logs.configure(wrong)
