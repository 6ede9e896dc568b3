"""The position as a text: who reads all of it, and what stands for what others may not know."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from napoleon.play.games import Games
from napoleon.rules.contract import Notation, installed
from napoleon.rules.events import REFEREE, SPECTATOR
from tests.api.desk import Desk, Table, counting
from tests.web.tables import play, readers, rests, table_of

GAMES = sorted(installed())


@pytest.fixture
def table(make_desk: Callable[..., Desk], request: pytest.FixtureRequest) -> Table:
    """A game of each kind, a few orders after it was set up."""
    name = getattr(request, "param", "napoleon1815")
    table = table_of(make_desk(installed()[name], entropy=counting()))
    play(table, 12)
    return table


def notation(table: Table) -> Notation:
    """The notation that the game is written in."""
    games = table.desk.games
    found = games.rules(games.open(table.id)).notation
    assert found is not None
    return found


def shown(games: Games, table: Table, version: int, reader: str) -> str:
    """What the views of the reader show at a version, as a text."""
    position = games.seen_at(table.id, version, reader)
    known = games.known(position, reader, newest=games.open(table.id))
    return notation(table).write_known(known)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_a_seat_reads_what_its_views_show(table: Table) -> None:
    games = table.desk.games
    play(table, 40)
    for seat in filter(lambda it: it != REFEREE, readers(table)):
        answer = table.get("/position", seat)
        assert answer.status_code == 200, answer.text
        assert answer.text == shown(games, table, table.version, seat or SPECTATOR)
        assert "?" in answer.text
        for version in list(rests(table))[1:-1]:
            then = table.get(f"/position?at={version}", seat)
            assert then.text == shown(games, table, version, seat or SPECTATOR)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_the_referee_reads_a_position_that_can_be_read_back(table: Table) -> None:
    games, whole = table.desk.games, 0
    for version in range(1, table.version + 1):
        answer = table.get(f"/position?at={version}", REFEREE)
        if answer.status_code == 200:
            position = games.at(table.id, version)
            back = notation(table).read_position(answer.text)
            decisions = games.rules(position).decisions
            assert decisions(back) == decisions(position.state)
            whole += 1
        elif answer.json["code"] == "NOT_STARTED":
            assert answer.status_code == 422
        else:
            assert (answer.status_code, answer.json["code"]) == (409, "UNFINISHED_OPERATION")
    assert whole


@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_when_the_game_is_over_everybody_reads_all_of_it(table: Table) -> None:
    at = table.version
    then = {seat: table.get("/position", seat).data for seat in (None, *table.seats)}
    play_out(table)
    texts = {table.get("/position", seat).text for seat in readers(table)}
    assert len(texts) == 1
    [text] = texts
    back = notation(table).read_position(text)
    assert back.result == table.desk.games.open(table.id).state.result
    for seat, text_of_then in then.items():
        past = table.get(f"/position?at={at}", seat)
        assert past.data == text_of_then, "what was hidden then stays hidden"


def play_out(table: Table) -> None:
    """Let anybody who is asked give any order, to the end."""
    games, chosen = table.desk.games, random.Random(1815)
    while not (game := games.open(table.id)).over:
        decision = games.decisions(game)[0]
        order = chosen.choice(list(games.rules(game).legal_orders(game.state, decision)))
        games.submit_orders(table.id, decision.seat, [order])


# -- how it is kept --------------------------------------------------------------------------------


def test_it_is_a_text_with_the_version_as_its_tag(table: Table) -> None:
    answer = table.get("/position", "french")
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.text.startswith("Position of napoleon1815\n")
    assert answer.headers["ETag"] == f'"{table.version}"'
    assert answer.headers["Cache-Control"] == "private, no-cache"
    varies = "Authorization, Cookie, Napoleon-Seat, Accept-Encoding"
    assert answer.headers["Vary"] == varies, "it holds nobody's words, so it may be compressed"
    tag = answer.headers["ETag"]
    for known in (tag, f"W/{tag}", "*"):
        again = table.get("/position", "french", headers={"If-None-Match": known})
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", tag)


def test_the_past_may_be_kept_for_ever_by_who_may_see_it(table: Table) -> None:
    old = list(rests(table))[-3]
    mine, everybodys = (table.get(f"/position?at={old}", it).headers for it in ("french", None))
    assert mine["ETag"] == everybodys["ETag"] == f'"{old}"'
    assert mine["Cache-Control"] == "private, max-age=31536000, immutable"
    assert everybodys["Cache-Control"] == "public, max-age=31536000, immutable"


def test_what_has_faded_is_not_kept(make_desk: Callable[..., Desk]) -> None:
    table = table_of(make_desk(installed()["napoleon1815"]), strict_discards=True)
    then = table.version
    tag = table.get("/position", "french").headers["ETag"]
    play(table, 12)
    asked = {"headers": {"If-None-Match": tag}}
    assert table.get(f"/position?at={then}", "french", **asked).status_code == 200


def test_a_turn_is_shown_as_it_ended(table: Table) -> None:
    play(table, 40)
    turns = table.get("/turns").json
    turn = turns[0]["turn"]
    end = max(entry["version"] for entry in turns if entry["turn"] == turn)
    answer = table.get(f"/position?turn={turn}", "french")
    assert answer.data == table.get(f"/position?at={end}", "french").data
    assert answer.headers["Cache-Control"] == "private, no-cache", "it may be taken back"


# -- what there is not -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("at=0", 404, "UNKNOWN_VERSION"),
        ("at=-1", 404, "UNKNOWN_VERSION"),
        ("at=999999", 404, "UNKNOWN_VERSION"),
        ("at=five", 422, "BAD_QUERY"),
        ("at=1&turn=1", 422, "BAD_QUERY"),
        ("turn=99", 404, "UNKNOWN_TURN"),
        ("since=1", 422, "UNKNOWN_FIELD"),
        ("at=1", 422, "NOT_STARTED"),
    ],
)
def test_a_position_that_there_is_not(table: Table, query: str, status: int, code: str) -> None:
    for seat in ("french", REFEREE, None):
        answer = table.get(f"/position?{query}", seat, headers={"If-None-Match": "*"})
        assert (answer.status_code, answer.json["code"]) == (status, code)


def test_a_game_without_notation_has_no_text(desk: Desk) -> None:
    answer = desk.table().get("/position")
    assert (answer.status_code, answer.json["code"]) == (404, "NO_NOTATION")


def test_a_dead_token_reads_nothing(table: Table) -> None:
    answer = table.desk.get(f"/games/{table.id}/position", f"{table.id}.french.nonsense")
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
