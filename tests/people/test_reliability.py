"""Who is reliable, by the doors that players use, while a clock that tests move goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from api.timekeeping import moment_told
from napoleon.log.times import MINUTE, SECOND
from napoleon.play.clock.running import run
from tests.api.conftest import desk_at
from tests.api.desk import Desk, Table
from tests.clocks import Clock
from tests.people.walks import begun
from tests.web.browser import Browser, told, words

Make = Callable[..., Browser]

HOURLY = {"answer": 60, "notice": 0, "grace": 60, "wait": 600, "then": "forfeit"}

NOTHING = {
    "new_here": True,
    "answers": 0,
    "in_time": 0,
    "percent": None,
    "finished": 0,
    "given_up": 0,
    "lost": 0,
    "absences": 0,
}


class Player:
    """Somebody with a desk, and the seats that they have claimed over the API."""

    def __init__(self, desk: Desk, name: str) -> None:
        self.desk, self.name = desk, name
        self.key = desk.call("POST", "/me", body={"name": name}).json["key"]
        self.tokens: dict[tuple[str, str], str] = {}

    def claim(self, table: Table, seat: str, token: str | None = None) -> Any:
        """Claim a seat with its invitation, and lay it on the desk."""
        body = {"name": f"{self.name}, {seat}", "desk": self.key}
        path = f"/games/{table.id}/seats/{seat}/claim"
        answer = self.desk.call("POST", path, token or table.token(seat), body=body)
        if answer.status_code == 200:
            self.tokens[table.id, seat] = answer.json["token"]
        return answer

    def take(self, table: Table, seat: str, *, signed_in: bool = True) -> Any:
        """Take an open seat."""
        body = {"name": f"{self.name}, {seat}", **({"desk": self.key} if signed_in else {})}
        answer = self.desk.call("POST", f"/games/{table.id}/seats/{seat}/take", body=body)
        if answer.status_code == 200:
            self.tokens[table.id, seat] = answer.json["token"]
        return answer

    def answer(self, table: Table, seat: str) -> None:
        """Give the first order that the seat may give."""
        token = self.tokens[table.id, seat]
        asked = self.desk.get(f"/games/{table.id}/decisions", token).json["decisions"]
        [order] = [it["offers"][0] for it in asked if it["seat"] == seat and it["offers"]]
        path, headers = f"/games/{table.id}/orders", {"If-Match": "*"}
        given = self.desk.call("POST", path, token, body=order, headers=headers)
        assert given.status_code == 201, given.text

    def hand_over(self, table: Table, seat: str) -> str:
        """Give the seat away; the invitation."""
        path, token = f"/games/{table.id}/seats/{seat}/handover", self.tokens[table.id, seat]
        return str(self.desk.call("POST", path, token).json["token"])

    def show(self, *, shown: bool = True) -> None:
        answer = self.desk.call("PUT", "/me/reliability", self.key, body={"shown": shown})
        assert answer.json["shown"] == shown

    def figures(self) -> dict[str, Any]:
        """How reliable they are, as they are told."""
        own = self.desk.get("/me/reliability", self.key).json
        assert {it: own[it] for it in (*NOTHING, "shown")} == self.desk.get("/me", self.key).json[
            "reliability"
        ]
        return {it: own[it] for it in NOTHING}

    def counted(self) -> tuple[int, int]:
        """Answers, and those of them that came in time."""
        own = self.figures()
        return own["answers"], own["in_time"]


@pytest.fixture
def ney(desk: Desk) -> Player:
    return Player(desk, "Ney")


@pytest.fixture
def blucher(desk: Desk) -> Player:
    return Player(desk, "Blücher")


def passes(desk: Desk, clock: Clock, table: Table, minutes: int) -> None:
    """Let time go by, and the worker look at the clock."""
    clock.move_on(minutes * MINUTE)
    run(desk.games, table.id)


def turn(table: Table, red: Player, blue: Player) -> None:
    """A turn of the toy game: four answers, two of each seat."""
    for who, seat in ((red, "red"), (blue, "blue"), (red, "red"), (blue, "blue")):
        who.answer(table, seat)


def table_of(desk: Desk, red: Player, blue: Player, **options: Any) -> Table:
    """A game by the clock in which both have claimed their seats."""
    table = desk.table(clock=HOURLY, scenario="wide", options={"turns": 3}, **options)
    for who, seat in ((red, "red"), (blue, "blue")):
        assert who.claim(table, seat).status_code == 200
    return table


def proven(desk: Desk, player: Player, other: Player, games: int = 2) -> None:
    """Let somebody give six answers in time in each of so many games."""
    for _ in range(games):
        table = table_of(desk, player, other)
        for _ in range(3):
            turn(table, player, other)
    assert player.figures()["percent"] == (100 if games > 1 else None)


# -- what counts -----------------------------------------------------------------------------------


def test_answers_in_time_and_late_ones_are_counted(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    assert ney.figures() == NOTHING
    table = table_of(desk, ney, blucher)
    ney.answer(table, "red")
    assert (ney.counted(), blucher.counted()) == ((1, 1), (0, 0))
    passes(desk, clock, table, 61)
    assert blucher.counted() == (1, 0), "late already, before they answer"
    blucher.answer(table, "blue")
    assert blucher.counted() == (1, 0)
    for who, seat in ((ney, "red"), (blucher, "blue")):
        who.answer(table, seat)
    assert (ney.counted(), blucher.counted()) == ((2, 2), (2, 1))
    own = desk.get("/me/reliability", blucher.key).json
    [seat] = own["seats"]
    assert (seat["game"], seat["seat"], seat["in_time"], seat["late"]) == (table.id, "blue", 1, 1)


def test_a_game_without_a_clock_says_nothing(desk: Desk, ney: Player, blucher: Player) -> None:
    table = desk.table()
    for who, seat in ((ney, "red"), (blucher, "blue")):
        who.claim(table, seat)
    turn(table, ney, blucher)
    assert ney.counted() == (0, 0)
    while table.get().json["status"] != "over":
        turn(table, ney, blucher)
    assert (ney.figures()["finished"], ney.figures()["answers"]) == (1, 0)


def test_more_time_is_asked_for_before_it_is_late_or_does_not_help(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    for minutes, counted in ((30, (1, 1)), (61, (2, 1))):
        table = table_of(desk, ney, blucher)
        passes(desk, clock, table, minutes)
        until = desk.games.clock() + 200 * MINUTE
        body = {"until": _rfc(until)}
        path, token = f"/games/{table.id}/deadlines/red", ney.tokens[table.id, "red"]
        assert desk.call("PUT", path, token, body=body).status_code == 200
        passes(desk, clock, table, 100)
        ney.answer(table, "red")
        assert ney.counted() == counted


def test_a_referee_who_gives_more_time_forgives(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    table = table_of(desk, ney, blucher, referee=True)
    passes(desk, clock, table, 61)
    assert ney.counted() == (1, 0)
    body = {"until": _rfc(desk.games.clock() + 200 * MINUTE)}
    path = f"/games/{table.id}/deadlines/red"
    assert desk.call("PUT", path, table.token("referee"), body=body).status_code == 200
    assert ney.counted() == (0, 0)
    ney.answer(table, "red")
    assert ney.counted() == (1, 1)


def test_an_order_that_is_withdrawn_and_given_again_is_one_answer(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    table = table_of(desk, ney, blucher)
    for _ in range(3):
        token = ney.tokens[table.id, "red"]
        asked = desk.get(f"/games/{table.id}/decisions", token).json["decisions"]
        order = next(it for it in asked[0]["offers"] if it["order"] == "pass")
        sent = {"body": order, "headers": {"If-Match": "*"}}
        assert desk.call("POST", f"/games/{table.id}/orders", token, **sent).status_code == 201
        assert ney.counted() == (1, 1)
        path = f"/games/{table.id}/takebacks"
        back = desk.call("POST", path, token, **(sent | {"body": {}}))
        assert back.status_code == 201, back.text
        assert ney.counted() == (0, 0)
    passes(desk, clock, table, 61)
    ney.answer(table, "red")
    assert ney.counted() == (1, 0)


def test_ones_own_game_and_one_against_the_bot_count_nothing(
    desk: Desk, ney: Player, blucher: Player
) -> None:
    alone = table_of(desk, ney, ney)
    for _ in range(3):
        turn(alone, ney, ney)
    assert alone.get().json["status"] == "over"
    against_bot = desk.table(clock={**HOURLY, "then": "pass"}, bots=["blue"])
    ney.claim(against_bot, "red")
    ney.answer(against_bot, "red")
    assert ney.figures() == NOTHING


def test_what_came_before_a_seat_lay_on_the_desk_is_not_counted(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    """Nobody earns by a seat that somebody else has played well, and whose token they were told."""
    table = table_of(desk, ney, blucher)
    turn(table, ney, blucher)
    soult = Player(desk, "Soult")
    body = {"token": ney.tokens[table.id, "red"]}
    assert desk.call("POST", "/me/seats", soult.key, body=body).status_code == 204
    assert soult.counted() == (0, 0)
    ney.answer(table, "red")
    assert (ney.counted(), soult.counted()) == ((3, 3), (1, 1))


def test_a_seat_that_is_taken_off_the_desk_goes_on_counting(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    table = table_of(desk, ney, blucher)
    ney.answer(table, "red")
    assert desk.call("DELETE", f"/me/seats/{table.id}/red", ney.key).status_code == 204
    blucher.answer(table, "blue")
    passes(desk, clock, table, 61)
    assert ney.counted() == (2, 1), "what is owed is not got rid of"
    body = {"token": ney.tokens[table.id, "red"]}
    assert desk.call("POST", "/me/seats", ney.key, body=body).status_code == 204
    assert ney.counted() == (2, 1), "laid there again it is not counted twice"
    ney.answer(table, "red")
    assert ney.counted() == (2, 1)


def test_a_token_that_is_renewed_changes_nothing(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    table = table_of(desk, ney, blucher)
    ney.answer(table, "red")
    fresh = desk.call("POST", f"/me/seats/{table.id}/red/token", ney.key).json["token"]
    ney.tokens[table.id, "red"] = fresh
    blucher.answer(table, "blue")
    ney.answer(table, "red")
    assert ney.counted() == (2, 2)


def test_a_seat_that_is_given_away_is_told_and_counts_no_more(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    table, soult = table_of(desk, ney, blucher), Player(desk, "Soult")
    passes(desk, clock, table, 61)
    invitation = ney.hand_over(table, "red")
    assert (ney.counted(), ney.figures()["given_up"]) == ((1, 0), 1)
    assert soult.claim(table, "red", invitation).status_code == 200
    soult.answer(table, "red")
    assert (ney.counted(), soult.counted()) == ((1, 0), (0, 0)), "it was late when they came"
    blucher.answer(table, "blue")
    soult.answer(table, "red")
    assert (ney.counted(), soult.counted()) == ((1, 0), (1, 1))


def test_games_are_finished_or_lost_by_silence(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    table = table_of(desk, ney, blucher)
    for _ in range(3):
        turn(table, ney, blucher)
    assert table.get().json["status"] == "over"
    assert (ney.figures()["finished"], blucher.figures()["finished"]) == (1, 1)
    ney.hand_over(table, "red")
    assert ney.figures()["given_up"] == 0, "a game that is over is given to nobody"
    silent = table_of(desk, ney, blucher)
    passes(desk, clock, silent, 61)
    passes(desk, clock, silent, 61)
    path, token = f"/games/{silent.id}/seats/red/forfeit", blucher.tokens[silent.id, "blue"]
    assert desk.call("POST", path, token).status_code == 200
    assert (ney.figures()["lost"], ney.figures()["finished"]) == (1, 1)
    assert (blucher.figures()["lost"], blucher.figures()["finished"]) == (0, 2)


def test_a_referee_who_gives_a_silent_seat_away_says_that_it_is_lost(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    for minutes, outcome in ((10, "given_up"), (61, "lost")):
        table = table_of(desk, ney, blucher, referee=True)
        passes(desk, clock, table, minutes)
        path = f"/games/{table.id}/seats/red/handover"
        assert desk.call("POST", path, table.token("referee")).status_code == 200
        assert ney.figures()[outcome] == 1


def test_absences_that_are_told_beforehand_are_counted_once(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    today = datetime.fromtimestamp(desk.games.clock() / SECOND, UTC).date()
    days = [(today + timedelta(days=it)).isoformat() for it in (0, 2, 5)]
    for _ in range(2):
        table = table_of(desk, ney, blucher)
        token = ney.tokens[table.id, "red"]
        for first in days:
            body = {"first": first, "last": first, "time_zone": "UTC"}
            said = desk.call("POST", f"/games/{table.id}/absences", token, body=body)
            assert said.status_code == 201, said.text
        called_off = f"/games/{table.id}/absences/{said.json['id']}"
        assert desk.call("DELETE", called_off, token).status_code == 204
    assert ney.figures()["absences"] == 1, "not the one of today, nor the one called off"


def test_who_is_erased_and_begins_again_is_new_here(
    desk: Desk, ney: Player, blucher: Player
) -> None:
    proven(desk, ney, blucher)
    ney.show()
    erased = desk.call("DELETE", "/me", ney.key).json
    assert erased["stints"] == 2
    again = Player(desk, "Ney")
    assert again.figures() == NOTHING
    assert blucher.figures()["answers"] == 12, "what others have earned stays"


# -- what others see -------------------------------------------------------------------------------


def test_it_is_shown_where_the_person_agrees(desk: Desk, ney: Player, blucher: Player) -> None:
    proven(desk, ney, blucher)
    table = table_of(desk, ney, blucher)
    page = f"/games/{table.id}/people"
    watcher = Browser(desk.app)
    assert table.get().json["reliability"] == {}
    assert "% in time" not in words(watcher.get(page))
    ney.show()
    shown = {**NOTHING, "new_here": False, "answers": 12, "in_time": 12, "percent": 100}
    shown["finished"] = 2
    assert table.get().json["reliability"] == {"red": shown}
    desk.catch_up()
    listed = desk.get("/games").json["games"]
    assert {it["id"]: it["reliability"] for it in listed}[table.id] == {"red": shown}
    assert "100 % in time" in words(watcher.get(page))
    assert "100 % in time" in words(watcher.get("/"))
    ney.show(shown=False)
    assert table.get().json["reliability"] == {}


def test_it_is_not_shown_beside_whoever_comes_after(
    desk: Desk, ney: Player, blucher: Player
) -> None:
    proven(desk, ney, blucher)
    table = table_of(desk, ney, blucher)
    ney.show()
    assert table.get().json["reliability"].keys() == {"red"}
    invitation = ney.hand_over(table, "red")
    assert table.get().json["reliability"] == {}
    desk.catch_up()
    assert {it["id"]: it["reliability"] for it in desk.get("/games").json["games"]}[table.id] == {}
    nobody = {"name": "Grouchy"}
    path = f"/games/{table.id}/seats/red/claim"
    assert desk.call("POST", path, invitation, body=nobody).status_code == 200
    assert table.get().json["reliability"] == {}


def test_a_seat_on_two_desks_is_as_reliable_as_the_weaker_one_and_only_if_both_show_it(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    proven(desk, ney, blucher)
    table, soult = table_of(desk, ney, blucher), Player(desk, "Soult")
    ney.show()
    body = {"token": ney.tokens[table.id, "red"]}
    assert desk.call("POST", "/me/seats", soult.key, body=body).status_code == 204
    assert table.get().json["reliability"] == {}
    soult.show()
    assert table.get().json["reliability"]["red"]["new_here"]


def test_partners_are_told_without_what_they_do_not_show(
    desk: Desk, ney: Player, blucher: Player
) -> None:
    tables = [table_of(desk, ney, blucher) for _ in range(2)]
    bare = desk.table(clock=HOURLY)
    ney.claim(bare, "red")
    desk.call(
        "POST", f"/games/{bare.id}/seats/blue/claim", bare.token("blue"), body={"name": "Bülow"}
    )
    partners = desk.get("/me/partners", ney.key).json["partners"]
    assert [len(it["seats"]) for it in partners] == [1, 1, 1], "nobody is told who is one person"
    assert {it["reliability"] for it in partners} == {None}
    blucher.show()
    partners = desk.get("/me/partners", ney.key).json["partners"]
    [shows] = [it for it in partners if it["reliability"] is not None]
    assert {it["game"] for it in shows["seats"]} == {it.id for it in tables}
    assert {it["name"] for it in shows["seats"]} == {"Blücher, blue"}
    assert len(partners) == 2


def test_nobody_can_tell_a_desk_that_shows_nothing_from_none(tmp_path: Path) -> None:
    """Two services that differ only in whether blue has a desk tell red and all others the same."""
    answers = []
    for number, has_desk in enumerate((True, False)):
        home, random = tmp_path / str(number), Random(1).randbytes
        here = desk_at(home, entropy=random, clock=lambda: 1_780_000_000 * SECOND)
        red, blue = Player(here, "Ney"), Player(here, "Blücher")
        table = here.table(clock=HOURLY, open_seats=["blue"])
        red.claim(table, "red")
        blue.take(table, "blue", signed_in=has_desk)
        turn(table, red, blue)
        here.catch_up()
        told_to_red = [
            here.get(path, red.key).json
            for path in ("/me/reliability", "/me/partners", "/me/games")
        ]
        told_to_all = [table.get().json, here.get("/games").json]
        page = words(Browser(here.app).get(f"/games/{table.id}/people"))
        text = json.dumps([told_to_red, told_to_all, page])
        answers.append(text.replace(table.id, "…"))
    assert answers[0] == answers[1]


# -- what founders ask -----------------------------------------------------------------------------


ASKED = {"percent": 90, "answers": 10}


def test_a_founder_asks_how_reliable_whoever_takes_a_seat_is(
    desk: Desk, clock: Clock, ney: Player, blucher: Player
) -> None:
    proven(desk, ney, blucher)
    late = table_of(desk, ney, blucher)
    ney.answer(late, "red")
    passes(desk, clock, late, 61)
    blucher.answer(late, "blue")
    ney.answer(late, "red")
    passes(desk, clock, late, 61)
    blucher.answer(late, "blue")
    assert blucher.figures()["percent"] == 85
    table = desk.table(open_seats=["red", "blue"], in_time={**ASKED, "newcomers": False})
    assert table.get().json["in_time"] == {**ASKED, "newcomers": False}
    unknown = ney.take(table, "red", signed_in=False)
    assert (unknown.status_code, unknown.json["code"]) == (401, "TOKEN_REQUIRED")
    for who, code in ((ney, "RELIABILITY_NOT_SHOWN"), (blucher, "RELIABILITY_NOT_SHOWN")):
        answer = who.take(table, "red")
        assert (answer.status_code, answer.json["code"]) == (403, code)
        who.show()
    answer = blucher.take(table, "red")
    assert (answer.status_code, answer.json["code"]) == (403, "LATE_TOO_OFTEN")
    assert "90 of a hundred" in answer.json["detail"] and "85" in answer.json["detail"]
    soult = Player(desk, "Soult")
    soult.show()
    answer = soult.take(table, "red")
    assert (answer.status_code, answer.json["code"]) == (403, "TOO_NEW")
    assert desk.games.open(table.id).open_seats == ("red", "blue"), "nobody has taken one"
    assert ney.take(table, "red").status_code == 200
    [laid] = [it for it in desk.get("/me/games", ney.key).json["games"] if it["id"] == table.id]
    assert laid["held"] == ["red"], "so that the answers count"
    wrong = desk.call(
        "POST", f"/games/{table.id}/seats/blue/take", body={"name": "X", "desk": "wrong"}
    )
    assert (wrong.status_code, wrong.json["code"]) == (401, "BAD_TOKEN")


def test_newcomers_may_join_where_the_founder_lets_them(
    desk: Desk, ney: Player, blucher: Player
) -> None:
    table = desk.table(open_seats=["red"], in_time=ASKED)
    assert table.get().json["in_time"]["newcomers"]
    assert ney.take(table, "red").json["code"] == "RELIABILITY_NOT_SHOWN"
    ney.show()
    assert ney.take(table, "red").status_code == 200


def test_who_is_invited_by_the_founder_is_not_asked_but_the_one_after_them_is(
    desk: Desk, ney: Player, blucher: Player
) -> None:
    asked = {**ASKED, "newcomers": False}
    table = desk.table(open_seats=["red", "blue"], in_time=asked, referee=True)
    assert ney.claim(table, "red").status_code == 200, "the founder's own invitation"
    invitation = ney.hand_over(table, "red")
    soult = Player(desk, "Soult")
    answer = soult.claim(table, "red", invitation)
    assert (answer.status_code, answer.json["code"]) == (403, "RELIABILITY_NOT_SHOWN")
    path = f"/games/{table.id}/seats/red/claim"
    unknown = desk.call("POST", path, invitation, body={"name": "Soult"})
    assert (unknown.status_code, unknown.json["code"]) == (401, "TOKEN_REQUIRED")
    renewal = f"/games/{table.id}/seats/red/invitation"
    again = desk.call("POST", renewal, table.token("referee")).json["token"]
    assert soult.claim(table, "red", again).status_code == 200, "judges know whom they invite"


@pytest.mark.parametrize(
    ("options", "words_told"),
    [
        ({"in_time": ASKED}, "no seat is open"),
        ({"in_time": {"percent": 101, "answers": 1}, "open_seats": ["red"]}, ""),
        ({"in_time": {"percent": 90, "answers": 0}, "open_seats": ["red"]}, ""),
        ({"in_time": {"percent": "90", "answers": 1}, "open_seats": ["red"]}, ""),
        ({"in_time": {"percent": 90}, "open_seats": ["red"]}, ""),
    ],
)
def test_what_cannot_be_asked_is_refused(
    desk: Desk, options: dict[str, Any], words_told: str
) -> None:
    body = {"ruleset": "toy", "scenario": "short", **options}
    answer = desk.call("POST", "/games", body=body)
    assert answer.status_code == 422 and words_told in answer.json["detail"]


def test_the_page_of_a_seat_says_what_is_asked_and_keeps_what_was_typed(
    desk: Desk, make_browser: Make
) -> None:
    table = desk.table(open_seats=["red"], in_time=ASKED)
    browser, address = make_browser(), f"/games/{table.id}/take"
    page = words(browser.get(f"{address}?seat=red"))
    assert "at least 90 % of their answers in time, over at least 10" in page
    assert "Open or begin a desk first" in page
    form = {"seat": "red", "name": "Grouchy", "nonce": "abc"}
    refused = browser.post(address, form)
    assert refused.status_code == 401 and 'value="Grouchy"' in refused.text
    assert 'value="abc"' in refused.text
    begun(browser, "Grouchy")
    refused = browser.post(address, form)
    assert refused.status_code == 403
    assert "switch that on at your desk" in words(refused) and 'value="Grouchy"' in refused.text
    assert browser.post("/desk/reliability", {"shown": "yes"}).status_code == 303
    assert browser.post(address, form).status_code == 200
    assert desk.games.open(table.id).claimed == ["red"]
    assert "At least" not in words(make_browser().get(f"/games/{table.id}"))


def test_the_desk_has_ones_own_figures_and_the_switch(
    desk: Desk, clock: Clock, make_browser: Make, ney: Player
) -> None:
    browser = make_browser()
    begun(browser, "Grouchy")
    page = words(browser.get("/desk/settings"))
    assert "Am I reliable?" in page and "No answer has been counted yet." in page
    assert "Nobody else sees it." in page and "With whom you play" not in page
    table = desk.table(clock=HOURLY)
    ney.claim(table, "blue")
    browser.open_seat(table, "red")
    browser.post(f"/games/{table.id}/join", {"seat": "red", "name": "Grouchy"})
    page = words(browser.get("/desk/settings"))
    assert "With whom you play These do not show how reliable they are: Ney, blue." in page
    ney.show()
    assert "Ney, blue new here" in words(browser.get("/desk/settings"))
    passes(desk, clock, table, 61)
    assert "Of 1 answer that a clock waited for, 0 came in time." in words(
        browser.get("/desk/settings")
    )
    browser.post("/desk/reliability", {"shown": "yes"})
    assert "Others see it." in words(browser.get("/desk/settings"))
    browser.post("/desk/reliability", {"shown": "no"})
    assert "Nobody else sees it." in words(browser.get("/desk/settings"))
    stranger = make_browser()
    assert told(stranger.post("/desk/reliability", {"shown": "yes"})) == (401, "TOKEN_REQUIRED")


def test_a_founder_asks_for_it_in_the_form_of_a_new_game(desk: Desk, browser: Browser) -> None:
    form = {
        "asked": "on", "ruleset": "toy", "scenario": "short", "option-turns": "0", "pace": "none",
        "seat-red": "anybody", "seat-blue": "friend",
        "in_time": "on", "in_time_percent": "80", "in_time_answers": "15",
    }  # fmt: skip
    assert browser.post("/new", form).status_code == 201
    [listed] = desk.get("/games").json["games"]
    asked = desk.games.open(listed["id"]).in_time
    assert asked is not None and (asked.percent, asked.answers, asked.newcomers) == (80, 15, False)
    for wrong in ({"in_time_percent": "x"}, {"in_time_answers": "0"}, {"seat-red": "friend"}):
        refused = browser.post("/new", {**form, **wrong})
        assert (
            refused.status_code == 422 and 'name="in_time" type="checkbox" checked' in refused.text
        )


def _rfc(at: int) -> str:
    return str(moment_told(at))
