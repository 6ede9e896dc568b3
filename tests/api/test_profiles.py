"""Profiles: what shall be answered for a player is chosen with the seat, and changed later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from napoleon.play.standing_orders import kept_by, leave
from napoleon.rules.orders import OrderGiven, Refusal, to_data
from napoleon.rules.standing_orders import Kept
from napoleon.rulesets.napoleonic_empire import RULES
from tests.api.desk import Desk, Table
from tests.web.tables import desk_for, play

FRENCH, ALLIED = "french", "allied"


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_for(tmp_path, RULES)


@pytest.fixture
def awaited(desk: Desk) -> Table:
    """A game of Napoleonic Empire that begins when both seats are claimed."""
    return begun(desk, awaits_seats=True)


def begun(desk: Desk, **options: Any) -> Table:
    return desk.table(
        ruleset=RULES.name, scenario="europe", referee=True, instant_answers=True, **options
    )


def claim(table: Table, seat: str, **more: Any) -> Any:
    """Claim a seat by its invitation, with `more` of the body."""
    body = {"name": f"Player of {seat}", **more}
    return table.desk.call(
        "POST", f"/games/{table.id}/seats/{seat}/claim", table.token(seat), body=body
    )


def kinds_kept(table: Table, seat: str) -> list[str]:
    """What a seat has left, by the kinds."""
    kept = kept_by(table.desk.games, table.id, seat)
    return [str(type(it.word).__struct_config__.tag) for it in kept]


def left(table: Table, seat: str, kind: str, **more: Any) -> Kept | Refusal:
    return leave(table.desk.games, table.id, seat, {"instruction": kind, **more})


# -- with the seat ---------------------------------------------------------------------------------


def test_a_profile_is_chosen_with_a_seat_before_the_table_is_laid(awaited: Table) -> None:
    answer = claim(awaited, FRENCH, profile="usual")
    assert answer.status_code == 200, answer.text
    assert awaited.desk.games.open(awaited.id).state is None
    token = answer.json["token"]
    listed = awaited.desk.call("GET", f"/games/{awaited.id}/instructions", token).json
    [it] = listed["instructions"]
    assert it["instruction"] == {"instruction": "usual"}
    assert claim(awaited, ALLIED).status_code == 200
    assert awaited.desk.games.open(awaited.id).state is not None
    assert kinds_kept(awaited, FRENCH) == ["usual"], "it holds when the game has begun"
    assert kinds_kept(awaited, ALLIED) == []


def test_an_open_seat_is_taken_with_a_profile(desk: Desk) -> None:
    table = begun(desk, awaits_seats=True, open_seats=[ALLIED])
    path = f"/games/{table.id}/seats/{ALLIED}/take"
    answer = desk.call("POST", path, body={"name": "Anna", "profile": "only_what_matters"})
    assert answer.status_code == 200, answer.text
    assert kinds_kept(table, ALLIED) == ["only_what_matters"]


@pytest.mark.parametrize("profile", ["valour", "pass_all", "retreats"])
def test_what_is_no_profile_claims_nothing(awaited: Table, profile: str) -> None:
    answer = claim(awaited, FRENCH, profile=profile)
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_PAYLOAD")
    assert "ask_me_everything, usual, only_what_matters" in answer.json["detail"]
    assert FRENCH not in awaited.desk.games.open(awaited.id).claimed


def test_a_referee_answers_nothing_and_chooses_nothing(awaited: Table) -> None:
    answer = claim(awaited, "referee", profile="usual")
    assert (answer.status_code, answer.json["code"]) == (422, "BAD_PAYLOAD")


# -- later -----------------------------------------------------------------------------------------


def test_before_the_table_is_laid_nothing_but_profiles_is_left(awaited: Table) -> None:
    refusal = left(awaited, FRENCH, "retreat_to", countries=["france"])
    assert isinstance(refusal, Refusal) and refusal.code == "NOT_STARTED"
    assert isinstance(left(awaited, FRENCH, "only_what_matters"), Kept)


def test_a_seat_keeps_the_profile_that_it_has_left_last(awaited: Table) -> None:
    for kind in ("usual", "only_what_matters", "usual", "usual", "ask_me_everything"):
        assert isinstance(left(awaited, FRENCH, kind), Kept)
        assert kinds_kept(awaited, FRENCH) == [kind]


def test_a_profile_stands_beside_other_standing_orders(desk: Desk) -> None:
    table = begun(desk)
    left(table, FRENCH, "retreat_to", countries=["france"])
    left(table, FRENCH, "usual")
    left(table, FRENCH, "only_what_matters")
    assert kinds_kept(table, FRENCH) == ["retreat_to", "only_what_matters"]


def test_who_has_never_said_it_is_not_answered_for(desk: Desk) -> None:
    """The next holder of a seat begins with nothing."""
    table = begun(desk)
    token = claim(table, FRENCH, profile="usual").json["token"]
    left(table, FRENCH, "retreat_to", countries=["france"])
    left(table, ALLIED, "usual")
    handed = desk.call("POST", f"/games/{table.id}/seats/{FRENCH}/handover", token)
    assert handed.status_code in (200, 201), handed.text
    assert kinds_kept(table, FRENCH) == []
    assert kinds_kept(table, ALLIED) == ["usual"]
    left(table, FRENCH, "only_what_matters")
    assert kinds_kept(table, FRENCH) == ["only_what_matters"]


def test_what_was_left_with_an_invitation_ends_when_the_seat_is_handed_over(desk: Desk) -> None:
    table = begun(desk)
    assert isinstance(left(table, FRENCH, "retreats"), Kept)
    assert isinstance(left(table, FRENCH, "usual"), Kept)
    assert kinds_kept(table, FRENCH) == ["retreats", "usual"]
    path = f"/games/{table.id}/seats/{FRENCH}/handover"
    assert desk.call("POST", path, table.token(FRENCH)).status_code in (200, 201)
    assert kinds_kept(table, FRENCH) == []


def test_who_claims_their_seat_again_keeps_what_they_have_left(desk: Desk) -> None:
    table = begun(desk)
    token = claim(table, FRENCH, profile="usual").json["token"]
    path = f"/games/{table.id}/seats/{FRENCH}/claim"
    again = desk.call("POST", path, token, body={"name": "Ney"})
    assert again.status_code == 200 and again.json["token"] != token
    assert kinds_kept(table, FRENCH) == ["usual"]


def test_who_claims_a_seat_replaces_what_they_chose_before(desk: Desk) -> None:
    table = begun(desk)
    left(table, FRENCH, "usual")
    assert claim(table, FRENCH, profile="only_what_matters").status_code == 200
    assert kinds_kept(table, FRENCH) == ["only_what_matters"]


def test_whatever_happens_it_gives_what_its_seat_could_have_ordered(desk: Desk) -> None:
    """Take-backs, disputes, rulings, absences and hand-overs come in the middle of it."""
    table = begun(desk)
    games = table.desk.games
    for seat in (FRENCH, ALLIED):
        left(table, seat, "only_what_matters")
        left(table, seat, "pass_all")
    for number, meanwhile in enumerate(MEANWHILE):
        play(table, 25, seed=number)
        meanwhile(table)
        for seat in (FRENCH, ALLIED):
            left(table, seat, "only_what_matters")
    play(table, 25)
    given = [it for it in games.history(table.id) if isinstance(it, OrderGiven) and it.instruction]
    by_profile = [it for it in given if it.instruction["instruction"] == "only_what_matters"]
    assert by_profile, "nothing was answered"
    for event in given:
        game = games.at(table.id, event.version - 1)
        rules = games.rules(game)
        legal = [
            msgspec.json.encode(to_data(order))
            for it in rules.decisions(game.state)
            if it.seat == event.player
            for order in rules.legal_orders(game.state, it)
        ]
        assert msgspec.json.encode(event.order) in legal, event


def _take_back(table: Table) -> None:
    """The last order of whoever gave one is taken back, at once or with consent."""
    asked = table.post("/takebacks", FRENCH, {"why": "I erred."})
    assert asked.status_code == 201, asked.text
    if asked.json["takeback"]:
        path = f"/takebacks/{asked.json['takeback']}/answers"
        assert table.post(path, ALLIED, {"answer": "agree"}).status_code == 201


def _dispute(table: Table) -> None:
    body = {"version": table.version, "clause": "MOVE.1", "claim": "No.", "relief": "stand"}
    assert table.post("/disputes", FRENCH, body).status_code == 201


def _rule(table: Table) -> None:
    """The referee goes back to where the game began."""
    start = next(
        it.version
        for it in reversed(table.desk.games.history(table.id)[:-20])
        if isinstance(it, OrderGiven)
    )
    body = {
        "outcome": "rewind",
        "to": start - 1,
        "clauses": ["MOVE.1"],
        "reason": "As was agreed.",
        "conflict": True,
    }
    given = table.post("/rulings", "referee", body)
    assert given.status_code == 201, given.text


def _be_away(table: Table) -> None:
    body = {"first": "1970-01-10", "last": "1970-01-12", "time_zone": "UTC"}
    declared = table.post("/absences", FRENCH, body)
    assert declared.status_code == 201, declared.text


def _hand_over(table: Table) -> None:
    handed = table.post(f"/seats/{ALLIED}/handover", ALLIED)
    table.created["seats"] = [
        {**it, "token": handed.json["token"]} if it["seat"] == ALLIED else it
        for it in table.created["seats"]
    ]


MEANWHILE = (_take_back, _dispute, _rule, _be_away, _hand_over)
