"""What waits for somebody beside the table stands where their questions stand, and in the lobby."""

from __future__ import annotations

import pytest

from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed, words
from tests.web.cases import played, version_of
from tests.web.tables import seated

ASKED = "asked to go back to before"


@pytest.fixture
def table(desk: Desk) -> Table:
    return played(desk)


def ask(table: Table) -> int:
    """Red asks for its card back; the version of the request."""
    body = {"why": "A slip."}
    answer = table.post("/takebacks", "red", body)
    assert answer.status_code == 201, answer.text
    return int(answer.json["takeback"])


def dispute(table: Table) -> int:
    """Blue disputes what the card has brought; the version of the case."""
    version = version_of(table, "card_played")
    claim = {"clause": "GO", "claim": "Too many points.", "relief": "correct"}
    answer = table.post("/disputes", "blue", {"version": version, **claim})
    assert answer.status_code == 201, answer.text
    return int(answer.json["dispute"])


def page(table: Table, seat: str | None) -> str:
    return words(seated(table, seat).get(f"/games/{table.id}"))


def titled(table: Table, seat: str | None) -> str:
    return parsed(seated(table, seat).get(f"/games/{table.id}")).findtext(".//title") or ""


def lobby(table: Table, seat: str) -> str:
    return words(seated(table, seat).get("/")).partition("All public games")[0]


def test_who_is_asked_for_a_take_back_finds_it_with_their_questions(table: Table) -> None:
    version = ask(table)
    answer = seated(table, "blue").get(f"/games/{table.id}")
    assert f"Red {ASKED}" in words(answer)
    where = f"/games/{table.id}/takebacks"
    assert f"{where}?seat=blue#case-{version}" in links(answer)
    assert parsed(seated(table, "blue").get(where)).find(f".//*[@id='case-{version}']") is not None
    for reader in ("red", "referee", None):
        assert ASKED not in page(table, reader)


def test_it_waits_until_it_is_answered(table: Table) -> None:
    ask(table)
    assert "Your answer" in lobby(table, "blue") and "Waiting for you" in lobby(table, "blue")
    assert "Your answer" not in lobby(table, "red")
    assert titled(table, "blue").startswith("Your turn: ")
    [asked] = table.get("/takebacks").json["takebacks"]
    answer = {"answer": "refuse"}
    there = f"/takebacks/{asked['takeback']}/answers"
    assert table.post(there, "blue", answer).status_code == 201
    assert ASKED not in page(table, "blue")
    assert "Your answer" not in lobby(table, "blue")


def test_a_request_whose_time_is_up_waits_for_nobody(table: Table) -> None:
    ask(table)
    [asked] = table.get("/takebacks").json["takebacks"]
    table.desk.games.clock = lambda: asked["until"]  # type: ignore[method-assign]
    assert ASKED not in page(table, "blue")


def test_an_earlier_position_asks_for_nothing(table: Table) -> None:
    version = table.version
    ask(table)
    earlier = seated(table, "blue").get(f"/games/{table.id}?at={version}")
    assert ASKED not in words(earlier)
    assert "Your turn" not in earlier.text


def test_a_dispute_waits_for_who_may_speak_and_for_who_rules(table: Table) -> None:
    case = dispute(table)
    where = f"/games/{table.id}/disputes/{case}"
    for reader in ("red", "referee"):
        answer = seated(table, reader).get(f"/games/{table.id}")
        assert "Blue disputes “" in words(answer)
        assert f"{where}?seat={reader}" in links(answer)
        assert "Your answer" in lobby(table, reader)
        assert titled(table, reader).startswith("Your turn: ")
    for other in ("blue", None):
        assert "Blue disputes “" not in page(table, other)
    said = {"text": "It says so on the card."}
    assert table.post(f"/disputes/{case}/statements", "red", said).status_code == 201
    assert "Blue disputes “" not in page(table, "red")
    assert "Blue disputes “" in page(table, "referee")


def test_nothing_is_told_that_the_api_does_not_tell_the_same_reader(table: Table) -> None:
    ask(table)
    dispute(table)
    for browser in (seated(table, "blue"), seated(table, "red"), Browser(table.desk.app)):
        assert "A slip." not in words(browser.get(f"/games/{table.id}"))
    assert "asked to go back" in words(Browser(table.desk.app).get(f"/games/{table.id}/takebacks"))


def test_in_french(table: Table) -> None:
    ask(table)
    browser = Browser(table.desk.app, language="fr")
    browser.open_seat(table, "blue")
    answer = words(browser.get(f"/games/{table.id}"))
    assert "a demandé de revenir avant" in answer
