"""Whoever set a game up renews an invitation that was lost, over page and API."""

from __future__ import annotations

import hashlib

from tests.api.desk import Desk, Table
from tests.web.browser import Browser, fields, parsed, words

FORM = "/new?ruleset=toy&scenario=short"


def renewed(table: Table, seat: str, key: str) -> tuple[int, str]:
    """Status, and the code of the problem or the new token."""
    answer = table.desk.call("POST", f"/games/{table.id}/seats/{seat}/invitation", token=key)
    return answer.status_code, answer.json.get("code") or answer.json["token"]


def test_the_founder_renews_an_invitation_and_the_lost_one_is_dead(desk: Desk) -> None:
    table = desk.table()
    key, lost = table.created["founder"], str(table.token("red"))
    status, token = renewed(table, "red", key)
    assert status == 200
    assert desk.get(f"/games/{table.id}/hand", lost).status_code == 401
    assert desk.get(f"/games/{table.id}/hand", token).status_code == 200
    [event] = [it for it in table.desk.games.history(table.id) if it.type == "invitation_renewed"]
    assert (event.seat, event.by) == ("red", "")  # type: ignore[attr-defined]
    assert renewed(table, "green", key) == (404, "UNKNOWN_SEAT")
    claim = {"name": "Ney"}
    desk.call("POST", f"/games/{table.id}/seats/red/claim", body=claim, token=token)
    assert renewed(table, "red", key) == (422, "SEAT_CLAIMED")


def test_the_key_opens_nothing_and_belongs_to_one_game(desk: Desk) -> None:
    table, other = desk.table(), desk.table()
    key = table.created["founder"]
    assert key != other.created["founder"]
    for path in ("", "/hand", "/log", "/map"):
        assert desk.get(f"/games/{table.id}{path}", key).status_code == 401
    for seat in ("red", "blue"):
        assert renewed(other, seat, key) == (401, "BAD_TOKEN")
        for wrong in (f"{table.id}.founder.{'A' * 32}", "", "founder"):
            assert renewed(table, seat, wrong)[0] == 401
    # It is told once: nothing that anybody reads later has it, nor the record its hash.
    secret = key.rpartition(".")[2]
    digest = hashlib.sha256(key.encode()).hexdigest()
    texts = [desk.get(f"/games/{table.id}{it}", table.token("red")).text for it in ("", "/log")]
    for text in (*texts, str(desk.games.history(table.id))):
        assert secret not in text
        assert digest not in text


def test_a_lost_link_is_renewed_on_a_page_with_the_key(desk: Desk, browser: Browser) -> None:
    made = browser.post("/new", fields(browser.get(FORM)) | {"seat-red": "friend"})
    shown = {it.get("id"): it.get("value", "") for it in parsed(made).iter("input")}
    game_id, _, _ = shown["founder"].partition(".")
    address = f"/games/{game_id}/invitations"
    assert address in [it.get("href") for it in parsed(made).iter("a")]
    refused = browser.post(address, {"holder": "red", "key": "what was it"})
    assert refused.status_code == 403
    assert "That is not the key that the game was set up with." in words(refused)
    answer = browser.post(address, {"holder": "red", "key": f" {shown['founder']} "})
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    [link] = [it.get("value", "") for it in parsed(answer).iter("input") if it.get("id") == "link"]
    token, lost = (it.partition("#token=")[2] for it in (link, shown["link-red"]))
    assert desk.get(f"/games/{game_id}/hand", token).status_code == 200
    assert desk.get(f"/games/{game_id}/hand", lost).status_code == 401
    for seat in ("red", "blue"):
        desk.games.claim(game_id, seat)
    assert "No invitation is left to be renewed." in words(browser.get(address))
