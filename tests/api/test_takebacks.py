"""Taking a move back over HTTP, and what everybody reads of it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from api.reading import Reading
from projections.worker import catch_up
from tests.api.desk import VIEWS, Desk, Table, ToyWithArmies, counting
from tests.api.test_hidden import OtherCard
from tests.referee.law import Clock, ToyForThree

DRAW, PASS = {"order": "draw"}, {"order": "pass"}


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(make_desk: Callable[..., Desk], clock: Clock) -> Desk:
    """A service whose time the test tells."""
    return make_desk(clock=clock)


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game with a referee; red is to go."""
    return desk.table(referee=True)


def asked(table: Table, seat: str = "red", **body: Any) -> dict[str, Any]:
    answer = table.post("/takebacks", seat, body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def agreed(table: Table, to: int, reroll: str = "all") -> None:
    """Red asks to go back, and blue agrees."""
    case = asked(table, to=to, reroll=reroll)["takeback"]
    answer = table.post(f"/takebacks/{case}/answers", "blue", {"answer": "agree"})
    assert (answer.status_code, answer.json["status"]) == (201, "agreed")


# -- asking and answering --------------------------------------------------------------------------


def test_a_move_that_nothing_has_sealed_is_taken_back_at_once(table: Table) -> None:
    before = {name: table.get(f"/{name}", "red").json for name in VIEWS[:4]}
    start = table.version
    table.order("red", PASS)
    answer = table.post("/takebacks", "red", {})
    assert answer.json == {"version": table.version, "to": start, "takeback": None}
    assert answer.headers["ETag"] == f'"{table.version}"'
    for name, view in before.items():
        assert table.get(f"/{name}", "red").json == {**view, "version": table.version}
    assert table.get("/takebacks").json == {"takebacks": []}


def test_a_sealed_move_is_asked_for_and_everybody_sees_the_taint(table: Table) -> None:
    start = table.version
    table.order("red", DRAW)
    drawn = next(e for e in table.get("/log").json["events"][start:] if e["type"] == "card_drawn")
    case = asked(table, why="I misread the card.", reroll="tainted")["takeback"]
    page = table.get(f"/takebacks/{case}", "blue").json
    shown = {name: page[name] for name in ("seat", "to", "reroll", "why", "status", "affected")}
    assert shown == {
        "seat": "red",
        "to": start,
        "reroll": "tainted",
        "why": "I misread the card.",
        "status": "open",
        "affected": ["blue"],
    }
    assert page["until"] - page["at"] == 72 * 3_600_000_000
    learnt = {(it["seat"], it["kind"]): it for it in page["taint"]}
    assert set(learnt) == {("blue", "act"), ("red", "draw")}
    assert learnt["red", "draw"]["version"] == drawn["version"]
    assert learnt["red", "draw"]["text"] == "Red draws a card.", "as blue may read it"
    own = table.get(f"/takebacks/{case}", "red").json["taint"]
    assert next(it["text"] for it in own if it["kind"] == "draw").startswith("Red draws card ")


def test_the_answers_are_on_the_page(desk: Desk, make_desk: Callable[..., Desk]) -> None:
    three = make_desk(ToyForThree()).table()
    three.order("red", DRAW)
    case = asked(three)["takeback"]
    half = three.post(f"/takebacks/{case}/answers", "blue", {"answer": "agree", "reroll": "all"})
    assert half.json["status"] == "open"
    assert half.json["answers"] == [{"seat": "blue", "answer": "agree", "reroll": "all"}]
    answer = three.post(f"/takebacks/{case}/answers", "green", {"answer": "refuse"})
    assert answer.json["status"] == "stood"
    assert answer.json["answers"][1] == {"seat": "green", "answer": "refuse", "reroll": None}
    late = three.post(f"/takebacks/{case}/answers", "green", {"answer": "agree"})
    assert (late.status_code, late.json["code"]) == (422, "CASE_CLOSED")


def test_what_is_not_answered_in_time_is_shown_to_stand(table: Table, clock: Clock) -> None:
    table.order("red", DRAW)
    case = asked(table)["takeback"]
    clock.advance(hours=72)
    page = table.get(f"/takebacks/{case}").json
    assert (page["status"], page["closed"]) == ("stood", None)
    late = table.post(f"/takebacks/{case}/answers", "blue", {"answer": "agree"})
    assert (late.status_code, late.json["code"]) == (422, "CASE_CLOSED")


def test_a_request_is_withdrawn(table: Table) -> None:
    table.order("red", DRAW)
    case = asked(table)["takeback"]
    other = table.delete(f"/takebacks/{case}", "blue")
    assert (other.status_code, other.json["code"]) == (403, "NOT_YOUR_CASE")
    assert table.delete(f"/takebacks/{case}", "red").status_code == 204
    assert table.get(f"/takebacks/{case}").json["status"] == "withdrawn"
    assert table.delete(f"/takebacks/{case}", "red").json["code"] == "CASE_CLOSED"


def test_the_taint_is_told_beforehand(table: Table) -> None:
    start = table.version
    table.order("red", PASS)
    free = table.get(f"/taint?to={start}", "red").json
    assert (free["to"], free["free"]) == (start, True)
    learnt = {"seat": "blue", "version": start + 1, "kind": "act"}
    assert free["taint"] == [{**learnt, "text": "Red ordered: pass."}]
    assert table.get(f"/taint?to={start}", "blue").json["free"] is False
    assert table.get(f"/taint?to={start}").json["free"] is False
    table.order("blue", DRAW)
    assert table.get(f"/taint?to={start}", "red").json["free"] is False
    for to, code in ((table.version, "REWIND_TO_FUTURE"), (10**9, "REWIND_TO_FUTURE")):
        answer = table.get(f"/taint?to={to}")
        assert (answer.status_code, answer.json["code"]) == (422, code)
    for query in ("", "?to=0", "?to=x", "?to=1&from=2"):
        assert table.get(f"/taint{query}").status_code == 422


def test_the_same_request_sent_twice_is_carried_out_once(table: Table) -> None:
    table.order("red", PASS)
    table.order("blue", PASS)
    table.order("blue", {"order": "bet", "value": 1})
    match = {"If-Match": f'"{table.version}"'}
    assert table.post("/takebacks", "blue", {}, headers=match).status_code == 201
    again = table.post("/takebacks", "blue", {}, headers=match)
    assert (again.status_code, again.json["code"]) == (412, "VERSION_CONFLICT")
    assert [event["type"] for event in again.json["events"]] == ["history_rewound"]
    assert again.headers["ETag"] == f'"{table.version}"'


@pytest.mark.parametrize(("match", "status"), [(None, 428), ("2", 400), ("*", 201)])
def test_a_request_says_upon_which_version(
    desk: Desk, table: Table, match: str | None, status: int
) -> None:
    table.order("red", PASS)
    recorded = desk.recorded()
    headers = {} if match is None else {"If-Match": match}
    path = f"/games/{table.id}/takebacks"
    answer = desk.call("POST", path, table.token("red"), body={}, headers=headers)
    assert answer.status_code == status
    assert (desk.recorded() > recorded) == (status == 201)


@pytest.mark.parametrize(
    ("seat", "body", "status", "code"),
    [
        (None, {}, 403, "NOT_SEATED"),
        ("referee", {}, 403, "NOT_SEATED"),
        ("blue", {}, 422, "NOTHING_TO_TAKE_BACK"),
        ("red", {"to": 999}, 422, "REWIND_TO_FUTURE"),
        ("red", {"to": 0}, 422, "BAD_PAYLOAD"),
        ("red", {"to": "4"}, 422, "BAD_PAYLOAD"),
        ("red", {"to": True}, 422, "BAD_PAYLOAD"),
        ("red", {"reroll": "some"}, 422, "BAD_PAYLOAD"),
        ("red", {"why": "x" * 4001}, 422, "BAD_PAYLOAD"),
        ("red", {"why": 7}, 422, "BAD_PAYLOAD"),
        ("red", {"why": "\u2060"}, 422, "TEXT_MISSING"),
        ("red", {"why": "\u202eSorry."}, 422, "BAD_TEXT"),
        ("red", {"version": 4}, 422, "UNKNOWN_FIELD"),
        ("red", [], 422, "BAD_PAYLOAD"),
        ("red", {"why": "x" * 300_000}, 413, "BODY_TOO_LARGE"),
    ],
)
def test_what_is_wrong_with_a_request(
    desk: Desk, table: Table, seat: str | None, body: Any, status: int, code: str
) -> None:
    table.order("red", PASS)
    recorded = desk.recorded()
    answer = table.post("/takebacks", seat, body)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert desk.recorded() == recorded


@pytest.mark.parametrize("path", ["/takebacks", "/takebacks/1", "/disputes", "/taint?to=3"])
def test_dead_tokens_and_unknown_games_and_cases(desk: Desk, table: Table, path: str) -> None:
    assert desk.get(f"/games/{table.id}{path}", "0.red.dead").status_code == 401
    assert desk.get(f"/games/nowhere{path}").json["code"] == "UNKNOWN_GAME"
    for case in ("/takebacks/3", "/disputes/3"):
        answer = table.get(case)
        assert (answer.status_code, answer.json["code"]) == (404, "UNKNOWN_CASE")
    answer = table.post("/takebacks/3/answers", "blue", {"answer": "agree"})
    assert (answer.status_code, answer.json["code"]) == (404, "UNKNOWN_CASE")


# -- the log and the views after a rewind ----------------------------------------------------------


def test_what_was_undone_stays_in_the_log_and_is_marked(table: Table) -> None:
    start = table.version
    table.order("red", DRAW)
    end = table.version
    agreed(table, start)
    table.order("red", PASS)
    full, play, story = (
        table.get(f"/log?level={level}&limit=1000", "red").json["events"]
        for level in ("full", "play", "story")
    )
    assert [event["version"] for event in full] == list(range(1, table.version + 1))
    undone = [event for event in full if event["undone"]]
    assert [event["type"] for event in undone] == ["order_given", "card_drawn", "go_ended"]
    assert all(start < event["version"] <= end for event in undone)
    assert [event for event in play if event["undone"]] == undone
    taking_back = {"takeback_requested", "takeback_answered", "takeback_closed"}
    assert taking_back <= {event["type"] for event in play}
    told = {event["type"] for event in story}
    assert not any(event["undone"] for event in story)
    assert not told & taking_back
    assert "history_rewound" in told
    assert table.get(f"/log/{undone[0]['version']}", "red").json["undone"] is True
    journal = table.get("/journal?limit=1000", "red").json["entries"]
    assert [entry["version"] for entry in journal if entry["undone"]] == [
        event["version"] for event in undone
    ]


def test_a_free_withdrawal_is_no_part_of_the_story(table: Table) -> None:
    table.order("red", PASS)
    before = [event["version"] for event in table.get("/log?level=story").json["events"]]
    asked(table)
    story = table.get("/log?level=story").json["events"]
    assert [event["version"] for event in story] == before[:-2]
    assert table.get("/log?level=play").json["events"][-1]["type"] == "history_rewound"


@pytest.mark.parametrize("drawn", [False, True])
def test_every_version_answers_for_ever_what_it_answered_then(
    desk: Desk, table: Table, drawn: bool
) -> None:
    start = table.version
    then: dict[str, bytes] = {}

    def look() -> None:
        for name in VIEWS:
            for seat in ("red", "blue", None, "referee"):
                then[f"{name} {table.version} {seat}"] = table.get(f"/{name}", seat).data

    for seat, order in (("red", DRAW), ("blue", DRAW), ("red", {"order": "bet", "value": 2})):
        table.order(seat, order)
        look()
        if drawn:
            desk.catch_up()
    agreed(table, start, "none")
    look()
    table.order("red", DRAW)
    look()
    for key, body in then.items():
        name, version, holder = key.split()
        seat = None if holder == "None" else holder
        assert table.get(f"/{name}?at={version}", seat).data == body, key


def test_turns_that_were_undone_are_not_found(desk: Desk, table: Table) -> None:
    table.play_turn()
    first = table.get("/turns").json
    to = next(e["version"] for e in first if (e["turn"], e["phase"]) == (1, "go"))
    end_of_first = table.get("/map?turn=1").json["version"]
    table.play_turn()
    assert table.get("/map?turn=2").status_code == 200
    desk.catch_up()
    agreed(table, to)
    for _ in range(2):
        index = table.get("/turns").json
        assert [(e["turn"], e["phase"]) for e in index][-2:] != [(2, "go"), (3, "go")]
        assert {entry["turn"] for entry in index} == {0, 1}
        for turn in (2, 3):
            answer = table.get(f"/map?turn={turn}")
            assert (answer.status_code, answer.json["code"]) == (404, "UNKNOWN_TURN")
        assert table.get("/map?turn=1").json["version"] == table.version > end_of_first
        desk.catch_up()
    table.play_turn()
    from_log = table.get("/turns").json
    again = table.get("/map?turn=1").json["version"]
    assert again > end_of_first, "it is the turn that counts"
    desk.catch_up()
    assert table.get("/turns").json == from_log


def test_the_read_models_after_rewinds_are_those_drawn_from_the_beginning(
    desk: Desk, table: Table
) -> None:
    def seen() -> dict[str, bytes]:
        paths = [*(f"/{name}" for name in VIEWS), "/turns", "/journal?limit=1000", ""]
        return {
            f"{path} {seat}": table.get(path, seat).data
            for path in paths
            for seat in ("red", "blue", None, "referee")
        }

    start = table.version
    table.play_turn()
    desk.catch_up()
    agreed(table, start + 4)
    table.play_turn()
    late = seen()
    desk.catch_up()
    assert seen() == late, "where they lag the log answers with the same bytes"
    desk.views.begin("another edition")
    catch_up(desk.games, desk.views)
    assert seen() == late


def test_standing_orders_left_in_an_undone_position_are_forgotten(table: Table) -> None:
    table.order("red", DRAW)
    case = asked(table)["takeback"]
    left = table.post("/instructions", "red", {"instruction": "pass_this_turn"})
    assert left.status_code == 201
    table.post(f"/takebacks/{case}/answers", "blue", {"answer": "agree"})
    assert table.get().json["waiting_for"] == ["red"], "red is asked, and leaves them anew"
    assert table.get("/instructions", "red").json["instructions"] == []


# -- what is hidden --------------------------------------------------------------------------------


def everything(desk: Desk, reader: str | None) -> dict[str, bytes]:
    """All that `reader` gets to see of take-backs, a dispute and rulings, in the same game."""
    table = desk.table(referee=True)
    found: dict[str, bytes] = {}

    def look(when: str, cases: list[str]) -> None:
        paths = [*(f"/{name}" for name in VIEWS), "", "/log?level=full", "/log?level=play"]
        paths += ["/journal", "/turns", "/takebacks", "/disputes", "/rulings", "/taint?to=9"]
        for path in [*paths, *cases]:
            answer = table.get(path, reader)
            found[f"{when}: {path}"] = repr(sorted(answer.headers)).encode() + answer.data

    table.order("red", PASS)
    start = table.version
    table.order("blue", DRAW)
    event = table.version
    claim = {"version": event, "clause": "GO", "claim": "Too slow.", "relief": "rewind"}
    dispute = table.post("/disputes", "red", claim).json["dispute"]
    table.post(f"/disputes/{dispute}/statements", "blue", {"text": "Not at all."})
    asking = table.post("/takebacks", "blue", {"to": start, "reroll": "tainted"})
    takeback = asking.json["takeback"]
    cases = [f"/takebacks/{takeback}", f"/disputes/{dispute}", f"/taint?to={start}"]
    look("asked", cases)
    table.post(f"/takebacks/{takeback}/answers", "red", {"answer": "agree"})
    look("agreed", cases)
    table.order("blue", PASS)
    table.order("red", {"order": "bet", "value": 2})
    ruling = {"outcome": "stand", "clauses": ["GO"], "reason": "It stands.", "case": dispute}
    table.post("/rulings", "referee", ruling)
    put_right = {"correct": "set_score", "seat": "red", "score": 5, "reason": "Miscounted."}
    ruling = {"outcome": "correct", "clauses": ["END"], "reason": "So.", "corrections": [put_right]}
    assert table.post("/rulings", "referee", ruling).status_code == 201
    look("ruled", cases)
    return found


@pytest.mark.parametrize("reader", ["red", None])
def test_nothing_hidden_is_told_by_any_of_it(
    make_desk: Callable[..., Desk], reader: str | None
) -> None:
    def alike(rules: ToyWithArmies) -> Desk:
        ticks = count(1_000_000)
        return make_desk(rules, entropy=counting(), clock=lambda: next(ticks))

    one, other = (everything(alike(rules), reader) for rules in (ToyWithArmies(), OtherCard()))
    assert one.keys() == other.keys()
    assert [asked for asked in one if one[asked] != other[asked]] == []


# -- rulings ---------------------------------------------------------------------------------------


def test_what_a_takeback_would_undo_of_rulings_is_named_to_every_voter(table: Table) -> None:
    start = table.version
    table.order("red", PASS)
    ruled = correct(table)
    lost = {
        "version": ruled["ruling"]["version"],
        "outcome": "correct",
        "clauses": ["END"],
        "text": "A ruling was given: correct.",
        "reason": "Nobody has won a trick.",
        "corrections": [
            {"version": it["version"], "text": it["text"]} for it in ruled["ruling"]["events"]
        ],
    }
    assert lost["corrections"]
    before = table.get(f"/taint?to={start}", "red").json
    assert before["rulings"] == [lost], "whoever asks is told before they do"
    case = asked(table, to=start)["takeback"]
    for reader in ("red", "blue", "referee", None):
        page = table.get(f"/takebacks/{case}", reader).json
        assert (page["affected"], page["rulings"]) == (["blue", "referee"], [lost])
    half = table.post(f"/takebacks/{case}/answers", "blue", {"answer": "agree"})
    assert half.json["status"] == "open"
    whole = table.post(f"/takebacks/{case}/answers", "referee", {"answer": "agree"})
    assert (whole.status_code, whole.json["status"]) == (201, "agreed")
    assert whole.json["rulings"] == [lost], "what it has undone"
    [ruling] = table.get("/rulings").json["rulings"]
    assert ruling["version"] == lost["version"], "it goes on being a precedent"


def test_a_ruling_says_what_undid_it_until_it_holds_again(desk: Desk, table: Table) -> None:
    start = table.version
    table.order("red", PASS)
    given = correct(table)["ruling"]["version"]
    desk.catch_up()
    corrected = table.version

    def undone() -> Any:
        """What undid the correction, as it is drawn and, before that, as the log says."""
        told = []
        for _ in range(2):
            for answer in (desk.get("/rulings?ruleset=toy"), table.get("/rulings", "red")):
                found = {it["version"]: it["undone"] for it in answer.json["rulings"]}
                told.append(found[given])
            desk.catch_up()
        assert all(it == told[0] for it in told)
        return told[0]

    def back(to: int) -> dict[str, Any]:
        """Red asks to go back, and all agree; how that is told of what it undid."""
        case = asked(table, to=to, reroll="none")["takeback"]
        for seat in table.get(f"/takebacks/{case}").json["affected"]:
            table.post(f"/takebacks/{case}/answers", seat, {"answer": "agree"})
        assert table.get(f"/takebacks/{case}").json["status"] == "agreed"
        said = {"reason": "takeback", "cause": case, "seat": "red"}
        return {"version": table.version, "to": to, **said}

    assert undone() is None
    went_back = back(start)
    assert undone() == went_back
    table.order("red", DRAW)
    assert undone() == went_back, "whatever is ordered since"
    back(corrected)
    assert undone() is None, "that it was taken back was taken back"
    ruling = {"outcome": "rewind", "clauses": ["END"], "reason": "Both.", "to": start}
    assert table.post("/rulings", "referee", ruling).status_code == 201
    last = undone()
    assert (last["to"], last["reason"], last["seat"]) == (start, "ruling", None)
    newest = table.get("/rulings").json["rulings"][0]
    assert (newest["version"], newest["undone"]) == (last["cause"], None)


def test_a_letter_names_what_agreeing_would_undo(table: Table) -> None:
    start = table.version
    table.order("red", PASS)
    correct(table)
    case = asked(table, to=start)["takeback"]
    games = table.desk.games
    for holder in ("blue", "referee", "deputy"):
        [matter] = Reading(games, games.open(table.id), holder, "en").matters
        assert f"agree {case}" in matter.commands
        assert "It would undo a ruling of the referee" in matter.text
        assert "5" in matter.text.rpartition("It would undo")[2], "the score that was put right"


def correct(table: Table) -> dict[str, Any]:
    """The referee's ruling that red has five points."""
    put_right = {"correct": "set_score", "seat": "red", "score": 5, "reason": "Miscounted."}
    body = {
        "outcome": "correct",
        "clauses": ["END"],
        "reason": "Nobody has won a trick.",
        "corrections": [put_right],
    }
    answer = table.post("/rulings", "referee", body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found
