"""Setting up games, claiming seats, the lobby."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from itertools import count
from urllib.parse import urlsplit

import pytest

from tests.api.desk import Desk


def test_a_new_game_is_answered_with_its_tokens(desk: Desk) -> None:
    answer = desk.call(
        "POST",
        "/games",
        body={"ruleset": "toy", "scenario": "wide", "options": {"turns": 2}, "referee": True},
    )
    game = answer.json
    assert answer.status_code == 201
    assert answer.headers["Location"] == f"/api/v1/games/{game['id']}"
    assert list(game) == [
        "id", "ruleset", "rules_version", "scenario", "options", "version", "status", "seats",
        "bots", "open_seats", "referee", "founder", "commitment",
    ]  # fmt: skip
    assert game["options"] == {"turns": 2}
    assert game["status"] == "running"
    assert [seat["seat"] for seat in game["seats"]] == ["red", "blue"]
    tokens = {game["referee"]["token"], *(seat["token"] for seat in game["seats"])}
    assert len(tokens) == 3
    assert len(game["commitment"]) == 64


def test_links_carry_the_token_where_no_server_sees_it(desk: Desk) -> None:
    for seat in desk.table().created["seats"]:
        link = urlsplit(seat["link"])
        assert seat["token"] not in link.path + link.query
        assert link.fragment == f"token={seat['token']}"
        assert desk.app.test_client().get(link.path).status_code == 200


def test_without_asking_for_one_there_is_no_referee(desk: Desk) -> None:
    table = desk.table()
    assert table.created["referee"] is None
    assert table.get().json["referee"] is False
    assert desk.table(referee=True).get().json["referee"] is True


def test_no_answer_but_the_first_carries_a_token(desk: Desk) -> None:
    table = desk.table(referee=True)
    paths = ("", "/map", "/hand", "/order-of-battle", "/victory-track", "/decisions", "/log")
    for seat in ("red", "blue", "referee", None):
        for path in (*paths, "/log/1", "/turns"):
            text = table.get(path, seat).text
            for holder in ("red", "blue", "referee"):
                assert str(table.token(holder)).rpartition(".")[2] not in text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "chess", "scenario": "short"}, "UNKNOWN_RULESET"),
        ({"ruleset": "toy", "scenario": "long"}, "UNKNOWN_SCENARIO"),
        ({"ruleset": "toy", "scenario": "short", "options": {"turns": 4}}, "BAD_OPTION"),
        ({"ruleset": "toy", "scenario": "short", "options": {"turns": [3]}}, "BAD_PAYLOAD"),
        ({"ruleset": "toy", "scenario": "short", "options": {"turns": None}}, "BAD_PAYLOAD"),
        ({"ruleset": "toy", "scenario": "short", "referee": "yes"}, "BAD_PAYLOAD"),
        ({"ruleset": "toy", "scenario": "short", "referee": 1}, "BAD_PAYLOAD"),
        ({"ruleset": "toy", "scenario": "short", "seed": "00"}, "UNKNOWN_FIELD"),
        ({"ruleset": "toy"}, "BAD_PAYLOAD"),
        (["toy", "short"], "BAD_PAYLOAD"),
    ],
)
def test_a_game_that_can_not_be_set_up_is_refused(desk: Desk, body: object, code: str) -> None:
    answer = desk.call("POST", "/games", body=body)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert desk.recorded() == 0


def test_the_summary_says_where_the_game_stands(desk: Desk) -> None:
    table = desk.table()
    before = table.get()
    assert before.json["waiting_for"] == ["red"]
    assert (before.json["turn"], before.json["phase"]) == (1, "go")
    assert before.json["result"] is None
    table.order("red", {"order": "pass"})
    table.order("blue", {"order": "pass"})
    after = table.get()
    assert after.json["waiting_for"] == ["red", "blue"]
    digest = hashlib.sha256(after.data).hexdigest()[:24]
    assert after.headers["ETag"] == f'"{after.json["version"]}-{digest}"' != before.headers["ETag"]
    known = table.get(headers={"If-None-Match": after.headers["ETag"]})
    assert (known.status_code, known.data) == (304, b"")


def test_the_result_is_told_when_the_game_is_over(desk: Desk) -> None:
    table = desk.table(options={"turns": 1})
    table.play_out()
    summary = table.get().json
    assert summary["status"] == "over"
    assert summary["waiting_for"] == []
    assert summary["result"]["clause"] == "END"
    refused = table.order("red", {"order": "pass"})
    assert (refused.status_code, refused.json["code"]) == (422, "GAME_OVER")


def test_claiming_a_seat_kills_the_token_of_the_invitation(desk: Desk) -> None:
    table = desk.table()
    invited = table.token("red")
    claim = f"/games/{table.id}/seats/red/claim"
    answer = desk.call("POST", claim, invited, body={"name": "Ney", "nonce": "abc"})
    assert answer.status_code == 200
    assert answer.json["seat"] == "red"
    fresh = answer.json["token"]
    assert fresh != invited
    dead = desk.get(f"/games/{table.id}/hand", invited)
    assert (dead.status_code, dead.json["code"]) == (401, "BAD_TOKEN")
    assert desk.get(f"/games/{table.id}/hand", fresh).json["cards"] is not None
    again = desk.call("POST", claim, invited, body={"name": "Soult"})
    assert (again.status_code, again.json["code"]) == (401, "BAD_TOKEN")
    red, blue = table.get().json["seats"]
    assert [it.pop("shares") != [] for it in (red, blue)] == [False, True]
    assert red == {"seat": "red", "claimed": True, "name": "Ney", "nonce": "given"}
    assert blue == {"seat": "blue", "claimed": False, "name": None, "nonce": "service"}
    assert "Ney" not in table.get("/log").text


@pytest.mark.parametrize(
    ("seat", "holder", "body", "status", "code"),
    [
        ("red", "blue", {"name": "Ney"}, 403, "NOT_YOUR_SEAT"),
        ("red", "referee", {"name": "Ney"}, 403, "NOT_YOUR_SEAT"),
        ("red", None, {"name": "Ney"}, 403, "NOT_YOUR_SEAT"),
        ("green", "red", {"name": "Ney"}, 404, "UNKNOWN_SEAT"),
        ("red", "red", {}, 422, "BAD_PAYLOAD"),
        ("red", "red", {"name": ""}, 422, "BAD_PAYLOAD"),
        ("red", "red", {"name": "a\nb"}, 422, "BAD_PAYLOAD"),
        ("red", "red", {"name": "x" * 81}, 422, "BAD_PAYLOAD"),
        ("red", "red", {"name": "Ney", "nonce": "a b"}, 422, "BAD_PAYLOAD"),
        ("red", "red", {"name": "Ney", "seat": "blue"}, 422, "UNKNOWN_FIELD"),
    ],
)
def test_a_wrong_claim_changes_nothing(
    desk: Desk, seat: str, holder: str | None, body: object, status: int, code: str
) -> None:
    table = desk.table(referee=True)
    before = desk.recorded()
    path = f"/games/{table.id}/seats/{seat}/claim"
    answer = desk.call("POST", path, table.token(holder), body=body)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert desk.recorded() == before
    assert table.get("/hand", "red").status_code == 200


def test_the_lobby_lists_the_newest_game_first_page_by_page(
    make_desk: Callable[..., Desk],
) -> None:
    seconds = count(1_763_700_000_000_000, 1_000_000)
    desk = make_desk(clock=lambda: next(seconds))
    ids = [desk.table().id for _ in range(5)]
    listed: list[str] = []
    after = ""
    for _ in range(3):
        page = desk.get(f"/games?limit=2{after}").json
        listed += [entry["id"] for entry in page["games"]]
        after = f"&after={page['next']}"
    assert page["next"] is None
    assert listed == ids[::-1]


def test_the_lobby_is_never_behind_the_log(desk: Desk) -> None:
    tables = [desk.table(), desk.table()]
    desk.catch_up()
    tables[0].order("red", {"order": "pass"})
    tables.append(desk.table())
    versions = {entry["id"]: entry["version"] for entry in desk.get("/games").json["games"]}
    assert versions == {table.id: table.version for table in tables}


def test_the_lobby_is_filtered(desk: Desk) -> None:
    running, over = desk.table(), desk.table(options={"turns": 1})
    over.play_out()

    def listed(query: str, token: str | None = None) -> set[str]:
        return {entry["id"] for entry in desk.get(f"/games?{query}", token).json["games"]}

    assert listed("status=running") == {running.id}
    assert listed("status=over") == {over.id}
    assert listed("ruleset=toy") == {running.id, over.id}
    assert listed("ruleset=chess") == set()
    assert listed("mine=true", running.token("red")) == {running.id}
    assert listed("mine=true&status=over", running.token("red")) == set()
    assert listed("mine=false") == {running.id, over.id}


@pytest.mark.parametrize(
    ("token", "code"),
    [(None, "TOKEN_REQUIRED"), ("nosuchgame.red.secret", "BAD_TOKEN"), ("nonsense", "BAD_TOKEN")],
)
def test_my_games_need_a_token(desk: Desk, token: str | None, code: str) -> None:
    desk.table()
    answer = desk.get("/games?mine=true", token)
    assert (answer.status_code, answer.json["code"]) == (401, code)
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "query", ["status=lost", "limit=0", "limit=101", "limit=x", "mine=1", "after=x"]
)
def test_a_wrong_filter_is_refused(desk: Desk, query: str) -> None:
    answer = desk.get(f"/games?{query}")
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_QUERY")
