"""A stream ends when its token dies, and only then."""

from __future__ import annotations

import pytest

from tests.api.desk import Table
from tests.live.listening import Listener, listen


def claim(table: Table, seat: str, token: str | None) -> str:
    """Claim a seat; the fresh token."""
    path = f"/games/{table.id}/seats/{seat}/claim"
    return str(table.desk.call("POST", path, token, body={"name": "Ney"}).json["token"])


@pytest.mark.parametrize("seat", ["red", "referee"])
def test_a_claim_ends_the_stream_of_the_token_it_was_made_with(table: Table, seat: str) -> None:
    with listen(table, seat) as client, listen(table, "blue") as other, listen(table) as spectator:
        begun = [it.next().id for it in (client, other, spectator)]
        fresh = claim(table, seat, table.token(seat))
        [gone] = client.rest()
        assert (gone.name, gone.id, gone.json["code"]) == ("gone", None, "BAD_TOKEN")
        for it, before in zip((other, spectator), begun[1:], strict=True):
            assert it.next().id == (before or 0) + 1
    with Listener(table.desk.app, table.id, fresh, last=begun[0]) as client:
        assert client.next().json["type"] == "seat_claimed"


def test_after_a_hand_over_nothing_is_told_any_more(table: Table) -> None:
    """Not even what happened before it, if it has not been told yet."""
    with listen(table, "red") as client:
        position = client.next()
        table.play_turn()
        told = client.upto(table.version)
        assert table.post("/seats/red/handover", "referee").status_code == 200
        table.order("blue", {"order": "pass"})
        assert [message.name for message in client.rest()] == ["gone"]
    assert told[-1].id is not None and told[-1].id > (position.id or 0)
    answer = table.get("/live", "red", headers={"Last-Event-ID": str(told[-1].id)})
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")


def test_a_deputy_reads_as_the_referee_until_he_is_dismissed(table: Table) -> None:
    deputy = table.post("/deputy", "referee").json["token"]
    with (
        Listener(table.desk.app, table.id, deputy, last=0) as client,
        listen(table, "referee", last=0) as referee,
    ):
        newest = table.version
        assert client.upto(newest) == referee.upto(newest)
        assert table.delete("/deputy", "referee").status_code in (200, 204)
        assert [message.name for message in client.rest()] == ["gone"]
        assert referee.next().id == newest + 1


def test_who_has_a_share_reads_as_the_seat_until_it_is_ended(table: Table) -> None:
    share = table.post("/seats/blue/shares", "blue", {"share": "prussia"}).json["token"]
    with (
        Listener(table.desk.app, table.id, share, last=0) as client,
        listen(table, "blue", last=0) as blue,
    ):
        newest = table.version
        assert client.upto(newest) == blue.upto(newest)
        assert table.delete("/seats/blue/shares/prussia", "blue").status_code == 204
        assert [message.name for message in client.rest()] == ["gone"]
        assert blue.next().id == newest + 1
