"""Take-backs in a browser: what going back means, asking, answering."""

from __future__ import annotations

import pytest

from tests.api.desk import Desk, Table
from tests.web.browser import Browser, path, words
from tests.web.cases import FOREIGN, form, forms, played
from tests.web.tables import seated


@pytest.fixture
def table(desk: Desk) -> Table:
    return played(desk)


def takebacks(table: Table) -> str:
    return f"/games/{table.id}/takebacks"


def ask(table: Table, browser: Browser, **more: str) -> str:
    """Ask for the last move back; where the request is answered."""
    sent = form(browser, takebacks(table), "/takebacks")
    answer = browser.post(takebacks(table), {**sent, **more})
    assert answer.status_code == 303, words(answer)
    return f"{takebacks(table)}/{table.desk.games.head(table.id)}"


def test_a_move_that_nothing_has_sealed_is_taken_back_at_once(desk: Desk) -> None:
    table = desk.table()
    before = table.version
    assert table.order("red", {"order": "pass"}).status_code == 201
    red = seated(table, "red")
    page = words(red.get(takebacks(table)))
    assert "Nothing has sealed it" in page and "Red has gone" in page
    answer = red.post(takebacks(table), form(red, takebacks(table), "/takebacks"))
    assert (answer.status_code, path(answer.location)) == (303, f"{takebacks(table)}?seat=red")
    assert table.get("/log").json["events"][-1]["data"]["to"] == before
    assert table.legal_orders("red")


def test_what_is_sealed_is_asked_for_with_what_each_seat_has_learnt(table: Table) -> None:
    red, blue = seated(table, "red"), seated(table, "blue")
    page = words(red.get(takebacks(table)))
    assert "It is sealed" in page and "Red plays card" in page
    ask(table, red, why="I clicked on the wrong card.")
    page = words(blue.get(takebacks(table)))
    assert "Red asked to go back" in page
    assert "I clicked on the wrong card." in page
    assert "another acted" in page and "shown" in page
    assert "Blue: not answered yet" in page


def test_a_ruling_that_would_be_undone_is_named_and_the_referee_answers(desk: Desk) -> None:
    table = desk.table(referee=True)
    table.order("red", {"order": "pass"})
    put_right = {"correct": "set_score", "seat": "red", "score": 5, "reason": "Miscounted."}
    ruling = {"outcome": "correct", "clauses": ["END"], "reason": "So.", "corrections": [put_right]}
    assert table.post("/rulings", "referee", ruling).status_code == 201
    red, blue, referee = (seated(table, it) for it in ("red", "blue", "referee"))
    named = "What was ruled, and would not hold any more"
    assert named in words(red.get(takebacks(table))), "before it is asked for"
    where = ask(table, red)
    page = words(blue.get(takebacks(table)))
    assert named in page
    assert "the referee: not answered yet" in page
    sent = form(blue, takebacks(table), "/answer")
    assert blue.post(f"{where}/answer", {**sent, "answer": "agree"}).status_code == 303
    assert "Agree or refuse" in words(referee.get(f"/games/{table.id}"))
    sent = form(referee, takebacks(table), "/answer")
    assert referee.post(f"{where}/answer", {**sent, "answer": "agree"}).status_code == 303
    assert table.desk.games.open(table.id).state.scores["red"] == 0
    for address in ("/rulings", f"/games/{table.id}/rulings"):
        told = words(blue.get(address))
        assert "Undone. A take-back of red was agreed on" in told
        assert "the game went back to before this ruling" in told
        told = words(Browser(table.desk.app, "fr").get(address))
        assert "Annulé. Une reprise a été accordée (Red)" in told
        assert "la partie est revenue avant cette décision" in told


def test_a_deputy_answers_for_the_referee_once_and_is_told_in_french(desk: Desk) -> None:
    table = desk.table(referee=True)
    table.order("red", {"order": "pass"})
    put_right = {"correct": "set_score", "seat": "red", "score": 5, "reason": "Miscounted."}
    ruling = {"outcome": "correct", "clauses": ["END"], "reason": "So.", "corrections": [put_right]}
    assert table.post("/rulings", "referee", ruling).status_code == 201
    invited = table.post("/deputy", "referee").json["token"]
    where = ask(table, seated(table, "red"))
    deputy = Browser(table.desk.app, "fr")
    assert deputy.post(f"/games/{table.id}/session", {"token": invited}).status_code == 303
    page = words(deputy.get(takebacks(table)))
    assert "Ce qui a été arbitré, et ne vaudrait plus" in page
    assert "5" in page.partition("et ne vaudrait plus")[2]
    sent = {**form(deputy, takebacks(table), "/answer"), "answer": "agree"}
    assert deputy.post(f"{where}/answer", sent).status_code == 303
    again = deputy.post(f"{where}/answer", sent)
    assert again.status_code == 422, "a phone that sends twice"
    assert "Vous avez déjà accepté" in words(again)
    case = where.rpartition("/")[2]
    late = table.post(f"/takebacks/{case}/answers", "referee", {"answer": "refuse"})
    assert late.json["code"] == "ALREADY_ANSWERED", "the two judges have one voice"
    assert table.desk.games.open(table.id).state.scores["red"] == 5
    blue = seated(table, "blue")
    sent = {**form(blue, takebacks(table), "/answer"), "answer": "agree"}
    assert blue.post(f"{where}/answer", sent).status_code == 303
    assert blue.post(f"{where}/answer", sent).status_code == 422
    assert table.desk.games.open(table.id).state.scores["red"] == 0


def test_the_others_agree_and_the_game_goes_back(table: Table) -> None:
    red, blue = seated(table, "red"), seated(table, "blue")
    where = ask(table, red)
    sent = form(blue, takebacks(table), "/answer")
    assert sent["reroll"] == "tainted"
    answer = blue.post(f"{where}/answer", {**sent, "answer": "agree", "reroll": "all"})
    assert answer.status_code == 303, words(answer)
    page = words(blue.get(takebacks(table)))
    assert "agreed: Everything is drawn again" in page
    assert table.legal_orders("red")


def test_one_refusal_lets_the_move_stand(table: Table) -> None:
    red, blue = seated(table, "red"), seated(table, "blue")
    where = ask(table, red)
    sent = form(blue, takebacks(table), "/answer")
    assert blue.post(f"{where}/answer", {**sent, "answer": "refuse"}).status_code == 303
    assert "Blue refused" in words(red.get(takebacks(table)))
    again = blue.post(f"{where}/answer", {**sent, "answer": "agree"})
    assert again.status_code == 422
    assert 'data-code="CASE_CLOSED"' in again.text


def test_who_has_asked_may_ask_no_more(table: Table) -> None:
    red = seated(table, "red")
    where = ask(table, red)
    sent = form(red, takebacks(table), "/withdraw")
    assert red.post(f"{where}/withdraw", sent).status_code == 303
    assert "withdrawn" in words(red.get(takebacks(table)))


def test_any_position_may_be_asked_about_and_a_wrong_one_is_told(table: Table) -> None:
    red = seated(table, "red")
    before = table.version - 3
    page = words(red.get(f"{takebacks(table)}?to={before}"))
    assert "Back to before “" in page
    refused = red.get(f"{takebacks(table)}?to={table.version}")
    assert refused.status_code == 422
    assert 'data-code="REWIND_TO_FUTURE"' in refused.text
    assert red.get(f"{takebacks(table)}?to=soon").status_code == 422


def test_who_acts_upon_an_old_page_is_told_so(table: Table) -> None:
    red = seated(table, "red")
    sent = form(red, takebacks(table), "/takebacks")
    assert table.order("blue", {"order": "pass"}).status_code == 201
    answer = red.post(takebacks(table), {**sent, "why": "The wrong card."})
    assert answer.status_code == 412
    page = words(answer)
    assert "The page now shows the game as it is" in page
    assert "The wrong card." in page, "what was written is still there"


def test_only_those_may_answer_who_are_asked(table: Table) -> None:
    red, blue = seated(table, "red"), seated(table, "blue")
    where = ask(table, red)
    for browser, seat in ((red, "red"), (Browser(table.desk.app), "blue")):
        answer = browser.post(f"{where}/answer", {"seat": seat, "answer": "agree"})
        assert answer.status_code == 403
        assert 'data-code="NOT_AFFECTED"' in answer.text
    assert blue.post(f"{where}/answer", {"seat": "blue", "answer": "no"}).status_code == 422
    assert blue.post(f"{takebacks(table)}/1/answer", {"seat": "blue"}).status_code == 422
    missing = {"seat": "blue", "answer": "agree"}
    assert blue.post(f"{takebacks(table)}/1/answer", missing).status_code == 404


def test_a_spectator_and_the_enemy_read_no_hidden_word(desk: Desk) -> None:
    table = desk.table(referee=True)
    for seat in ("red", "blue"):
        assert table.order(seat, {"order": "draw"}).status_code == 201
    drawn = table.get("/log?limit=1000", "red").json["events"]
    card = [it["data"]["card"] for it in drawn if it["type"] == "card_drawn"][-2]
    red = seated(table, "red")
    ask(table, red)
    assert f"Red draws card {card}." in words(red.get(takebacks(table)))
    for reader in ("blue", None):
        page = words(seated(table, reader).get(takebacks(table)))
        assert "Red draws a card" in page
        assert "Red draws card" not in page
    assert "Blue draws card" not in words(red.get(takebacks(table)))
    told = words(seated(table, "referee").get(takebacks(table)))
    assert f"Red draws card {card}." in told


def test_no_other_site_takes_a_move_back(table: Table) -> None:
    red = seated(table, "red")
    sent = form(red, takebacks(table), "/takebacks")
    before = table.desk.recorded()
    answer = red.post(takebacks(table), sent, **FOREIGN)
    assert answer.status_code == 403
    assert "FOREIGN_SITE" in answer.text
    assert table.desk.recorded() == before


def test_there_is_nothing_to_send_for_who_only_looks(table: Table) -> None:
    assert forms(Browser(table.desk.app), takebacks(table)) == []


def test_the_game_page_leads_there(table: Table) -> None:
    page = seated(table, "red").get(f"/games/{table.id}").text
    assert f"{takebacks(table)}?seat=red" in page


def test_in_french(table: Table) -> None:
    red = Browser(table.desk.app, language="fr")
    red.open_seat(table, "red")
    page = words(red.get(takebacks(table)))
    assert "Reprendre un coup" in page
