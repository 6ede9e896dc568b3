"""Disputes and rulings in a browser: opening one, all that settles it, the judge's draft."""

from __future__ import annotations

from pathlib import Path

import pytest

from napoleon.rules.contract import installed
from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed, path, words
from tests.web.cases import FOREIGN, form, forms, played, version_of
from tests.web.tables import desk_for, play, seated, table_of


@pytest.fixture
def table(desk: Desk) -> Table:
    return played(desk)


def disputes(table: Table) -> str:
    return f"/games/{table.id}/disputes"


def opened(table: Table) -> str:
    """Blue disputes the points of the card that red has played; where the case is."""
    blue = seated(table, "blue")
    version = version_of(table, "card_played")
    sent = form(blue, f"{disputes(table)}?version={version}", "/disputes")
    wish = {**sent, "claim": "Too many points.", "relief": "correct"}
    answer = blue.post(disputes(table), wish)
    assert answer.status_code == 303, words(answer)
    return path(answer.location).partition("?")[0]


def draft(table: Table, where: str, **more: str) -> dict[str, str]:
    """The form in which the referee rules on the case."""
    return {**form(seated(table, "referee"), where, "/rulings"), "reason": "So it is.", **more}


def test_an_event_is_disputed_by_one_of_its_clauses(table: Table) -> None:
    version = version_of(table, "card_played")
    blue = seated(table, "blue")
    page = blue.get(f"{disputes(table)}?version={version}")
    assert "value of the card" in words(page), "the numbers of the event are on the page"
    sent = form(blue, f"{disputes(table)}?version={version}", "/disputes")
    assert (sent["version"], sent["clause"]) == (str(version), "GO")
    assert f"{opened(table)}?seat=blue" in links(blue.get(disputes(table)))


def test_one_page_has_all_that_settles_it(table: Table) -> None:
    where = opened(table)
    red = seated(table, "red")
    said = {**form(red, where, "/statements"), "text": "It says so on the card."}
    assert red.post(f"{where}/statements", said).status_code == 303
    page = red.get(where)
    told = words(page)
    for part in (
        "Red plays card",
        "value of the card",
        "In your go draw a card, play a card for its value, or pass.",
        "Too many points.",
        "It says so on the card.",
        "What the order has changed on the boards",
        "Before the order",
        "After it",
        "What each seat has learnt since",
        "the referee's chair is not claimed",
    ):
        assert part in told
    for version in (7, 10):
        assert f"/games/{table.id}?seat=red&at={version}" in links(page)


def test_the_referee_adds_corrections_one_by_one_and_rules(table: Table) -> None:
    where = opened(table)
    referee = seated(table, "referee")
    rulings = f"/games/{table.id}/rulings"
    sent = draft(table, where, outcome="correct")
    assert sent["clauses"] == "GO", "the clause of the dispute"
    more = referee.post(rulings, {**sent, "add": "yes"})
    assert more.status_code == 200
    assert "Give a seat so many points." in words(more)
    assert "So it is." in words(more), "the draft is kept"
    row = {"correction.1": "set_score", "correction.1.seat": "Red", "correction.1.reason": "None."}
    wrong = referee.post(rulings, {**sent, **row, "correction.1.score": "many"})
    assert wrong.status_code == 422
    assert 'data-code="BAD_PAYLOAD"' in wrong.text and "So it is." in words(wrong)
    less = referee.post(rulings, {**sent, **row, "drop": "1"})
    assert "correction.1" not in less.text
    assert referee.post(rulings, {**sent, **row, "drop": "9" * 5000}).status_code == 200
    given = referee.post(rulings, {**sent, **row, "correction.1.score": "0", "conflict": "yes"})
    assert given.status_code == 303, words(given)
    assert path(given.location).partition("?")[0] == where
    assert table.get("/victory-track").json["scores"]["red"] == 0
    for reader in ("red", None):
        told = words(seated(table, reader).get(where))
        assert "The table is put right." in told
        assert "Correction: Red had" in told and "(None.)" in told
        assert "the judge says so" in told


@pytest.mark.parametrize("outcome", ["stand", "reroll", "rewind"])
def test_what_belongs_to_another_outcome_is_not_sent(table: Table, outcome: str) -> None:
    where = opened(table)
    row = {"correction.1": "set_score", "correction.1.seat": "Red", "correction.1.score": "0"}
    back = str(version_of(table, "turn_started"))
    sent = draft(table, where, outcome=outcome, to=back, **row)
    answer = seated(table, "referee").post(f"/games/{table.id}/rulings", sent)
    if outcome == "reroll":
        assert answer.status_code == 422
        assert 'data-code="NOTHING_DRAWN"' in answer.text
    else:
        assert answer.status_code == 303, words(answer)
        assert "ruled upon" in words(seated(table, "red").get(where))


def test_a_ruling_upon_an_old_page_is_not_carried_out(table: Table) -> None:
    where = opened(table)
    sent = draft(table, where, outcome="stand")
    assert table.order("blue", {"order": "pass"}).status_code == 201
    answer = seated(table, "referee").post(f"/games/{table.id}/rulings", sent)
    assert answer.status_code == 412
    assert "So it is." in words(answer)


def test_the_referee_rules_on_a_takeback_and_of_his_own_accord(table: Table) -> None:
    assert table.post("/takebacks", "red", {"why": "The wrong card."}).status_code == 201
    referee = seated(table, "referee")
    address = f"/games/{table.id}/rulings"
    asked = table.version
    requests = referee.get(f"/games/{table.id}/takebacks")
    assert f"{address}?seat=referee&case={asked}" in links(requests)
    for query in (f"?case={asked}", ""):
        sent = form(referee, address + query, "/rulings")
        sent |= {"outcome": "stand", "clauses": "GO", "reason": "It was played."}
        assert referee.post(address, sent).status_code == 303
    page = words(Browser(table.desk.app).get(address))
    assert page.count("It was played.") == 2
    assert "On a take-back of red" in page


def test_precedents_are_found_by_clause(table: Table) -> None:
    where = opened(table)
    sent = draft(table, where, outcome="stand")
    assert seated(table, "referee").post(f"/games/{table.id}/rulings", sent).status_code == 303
    table.desk.catch_up()
    reader = Browser(table.desk.app)
    found = reader.get("/rulings?clause=GO")
    assert "So it is." in words(found) and where in links(found)
    assert "So it is." not in words(reader.get("/rulings?clause=BET&ruleset=toy"))
    unknown = reader.get("/rulings?clause=NONE")
    assert unknown.status_code == 422
    assert 'data-code="UNKNOWN_CLAUSE"' in unknown.text


def test_who_has_opened_it_may_let_the_event_stand(table: Table) -> None:
    where = opened(table)
    blue = seated(table, "blue")
    assert blue.post(f"{where}/withdraw", form(blue, where, "/withdraw")).status_code == 303
    assert "withdrawn" in words(blue.get(where))
    assert forms(seated(table, "referee"), where) == [
        f"/games/{table.id}/texts/{claim(table)}/erase"
    ]


def claim(table: Table) -> str:
    [case] = table.get("/disputes").json["disputes"]
    return str(case["claim_id"])


def test_words_are_erased_by_who_has_written_them(table: Table) -> None:
    where = opened(table)
    erase = f"/games/{table.id}/texts/{claim(table)}/erase"
    refused = seated(table, "red").post(erase, {"seat": "red"})
    assert refused.status_code == 403
    assert seated(table, "red").get(where).text.count("/erase") == 0
    blue = seated(table, "blue")
    assert blue.post(erase, form(blue, where, "/erase")).status_code == 303
    page = words(blue.get(where))
    assert "Too many points." not in page and "This was erased." in page


def test_bad_forms_are_told_in_words_and_keep_what_was_written(table: Table) -> None:
    blue, version = seated(table, "blue"), version_of(table, "card_played")
    sent = {"seat": "blue", "version": str(version), "claim": "So!", "relief": "correct"}
    unknown = blue.post(disputes(table), {**sent, "clause": "NONE"})
    assert unknown.status_code == 422
    assert 'data-code="UNKNOWN_CLAUSE"' in unknown.text and "So!" in words(unknown)
    assert blue.post(disputes(table), {**sent, "clause": "GO", "relief": "win"}).status_code == 422
    assert blue.post(disputes(table), {**sent, "clause": "GO", "version": "x"}).status_code == 422
    far = blue.post(disputes(table), {**sent, "clause": "GO", "version": "999"})
    assert (far.status_code, 'data-code="UNKNOWN_VERSION"' in far.text) == (422, True)
    assert blue.get(f"{disputes(table)}/3").status_code == 404
    where = opened(table)
    empty = blue.post(f"{where}/statements", {"seat": "blue", "text": " "})
    assert (empty.status_code, 'data-code="TEXT_MISSING"' in empty.text) == (422, True)


def test_only_a_judge_rules_and_only_a_seat_disputes(table: Table) -> None:
    where = opened(table)
    sent = draft(table, where, outcome="stand")
    for seat in ("red", None):
        browser = seated(table, seat)
        answer = browser.post(f"/games/{table.id}/rulings", {**sent, "seat": seat or "referee"})
        assert (answer.status_code, 'data-code="NOT_THE_REFEREE"' in answer.text) == (403, True)
    spectator = seated(table, None)
    assert forms(spectator, where) == [] == forms(spectator, disputes(table))
    wish = {"version": "9", "clause": "GO", "claim": "No.", "relief": "stand"}
    assert spectator.post(disputes(table), wish).status_code == 403


def test_a_game_without_a_referee_says_so(desk: Desk) -> None:
    table = desk.table()
    page = seated(table, "red").get(disputes(table))
    assert "This game has no referee" in words(page)


def test_the_enemy_and_a_spectator_read_no_hidden_word(desk: Desk) -> None:
    table = desk.table(referee=True)
    assert table.order("red", {"order": "draw"}).status_code == 201
    drawn = version_of(table, "card_drawn")
    wish = {"version": drawn, "clause": "GO", "claim": "He looked.", "relief": "stand"}
    assert table.post("/disputes", "blue", wish).status_code == 201
    where = f"{disputes(table)}/{table.version}"
    [event] = table.get(f"/log?after={drawn - 1}&limit=1", "red").json["events"]
    assert event["text"].startswith("Red draws card ")
    assert event["text"] in words(seated(table, "red").get(where))
    for reader in ("blue", None):
        page = words(seated(table, reader).get(where))
        assert "Red draws a card." in page
        assert "Red draws card" not in page
        assert "Order of battle: armies, Red" not in page
    private = seated(table, "red").get(where)
    assert private.headers["Cache-Control"] == "no-store"


def test_no_other_site_disputes_or_rules(table: Table) -> None:
    where = opened(table)
    before = table.desk.recorded()
    red, referee = seated(table, "red"), seated(table, "referee")
    said = {"seat": "red", "text": "No."}
    assert red.post(f"{where}/statements", said, **FOREIGN).status_code == 403
    sent = draft(table, where, outcome="stand")
    assert referee.post(f"/games/{table.id}/rulings", sent, **FOREIGN).status_code == 403
    assert table.desk.recorded() == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", sorted(installed()))
def test_every_game_has_its_maps_and_its_corrections_on_the_page(tmp_path: Path, name: str) -> None:
    rules = installed()[name]
    table = table_of(desk_for(tmp_path, rules))
    play(table, 12)
    seat = table.created["seats"][0]["seat"]
    log = table.desk.games.backwards(table.id, table.version)
    newest = next(event for event in log if event.clauses)
    wish = {"version": newest.version, "clause": newest.clauses[0], "claim": "?", "relief": "stand"}
    assert table.post("/disputes", seat, wish).status_code == 201
    where = f"{disputes(table)}/{table.version}"
    player, referee = seated(table, seat), seated(table, "referee")
    for address in (it.get("src") for it in _images(player, where)):
        assert address is not None
        drawn = player.get(address)
        assert (drawn.status_code, drawn.mimetype) == (200, "image/svg+xml")
    assert rules.corrections is not None
    sent = form(referee, where, "/rulings")
    for kind in rules.corrections.kinds:
        tag = str(kind.__struct_config__.tag)
        shown = referee.post(f"/games/{table.id}/rulings", {**sent, "add": "yes", "kind": tag})
        assert shown.status_code == 200
        for field in kind.__struct_fields__:
            assert f'name="correction.1.{field}"' in shown.text
        listed = [it for it in parsed(shown).iter("select") if it.get("name", "").startswith("cor")]
        said = {it.attrib["name"].rpartition(".")[2]: it for it in listed}
        for field in {"area", "country", "card", "to", "block"} & set(kind.__struct_fields__):
            offered = {it.attrib["value"]: it.text for it in said[field].iter("option")}
            assert len(offered) > 1
            assert not [it for it in offered if it and not (offered[it] or "").strip()]


def _images(browser: Browser, address: str) -> list[dict[str, str]]:
    found = [it.attrib for it in parsed(browser.get(address)).iter("img")]
    assert len(found) == 2
    return found
