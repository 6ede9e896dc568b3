"""``napoleon new``: a game for people, bots and whoever comes is set up."""

from __future__ import annotations

import pytest

from napoleon.log.clocks import Clock, InTime
from napoleon.log.dispatches import Charter
from napoleon.play.games import Games
from napoleon.play.standing_orders import kept_by, tag_of
from tests.command_line.conftest import Shell


def test_a_game_is_set_up_for_people_bots_and_anybody(shell: Shell) -> None:
    told = shell.json(
        "new", "napoleon1815", "--scenario", "waterloo_wavre", "--option", "players=3",
        "--bot", "prussian", "--open", "anglo_dutch", "--referee",
    )  # fmt: skip
    assert (told["bots"], told["open_seats"]) == (["prussian"], ["anglo_dutch"])
    assert told["tokens"].keys() == {"french", "anglo_dutch", "referee"}
    with Games(shell.env) as games:
        game = games.open(told["id"])
        assert {it: game.seat_of(token) for it, token in told["tokens"].items()} == {
            it: it for it in told["tokens"]
        }
    assert game.created.options["players"] == 3
    assert game.state is None, "it waits for the seats"
    at_once = shell.json("new", "napoleonic_empire", "--at-once")
    with Games(shell.env) as games:
        assert games.open(at_once["id"]).state is not None
    lines = shell.run("new", "napoleonic_empire").stdout.splitlines()
    assert [line.count(".") for line in lines] == [0, 2, 2]


def test_what_cannot_be_set_up_is_refused(shell: Shell) -> None:
    for said, code in (
        (("--bot", "russian"), "UNKNOWN_SEAT"),
        (("--bot", "french", "--bot", "allied"), "NOBODY_TO_PLAY"),
        (("--scenario", "1805"), "UNKNOWN_SCENARIO"),
    ):
        refused = shell.run("new", "napoleonic_empire", *said, status=1)
        assert code in refused.stderr
    for said, code in (
        (("napoleon1815", "--bot", "anglo_dutch"), "UNKNOWN_SEAT"),
        (("napoleon_columbia", "--windows", "form"), "NO_WINDOWS"),
        (("napoleon_columbia", "--option", "players=3", "--option", "bidding=true"), "NO_BIDDING"),
        (("napoleonic_wars", "--dispatches", "10", "10", "4"), "NO_DISPATCHES"),
        (("eagles_waterloo", "--scenario", "campaign", "--option", "scale=half"), "BAD_SCALE"),
    ):
        assert code in shell.run("new", *said, status=1).stderr
    profile = ("--bot", "allied", "--profile", "allied=usual")
    refused = shell.run("new", "napoleonic_empire", *profile, status=2)
    assert "The bot plays allied" in refused.stderr
    assert "There is no ruleset chess" in shell.run("new", "chess", status=2).stderr


def test_a_game_without_windows_says_nothing_of_them(shell: Shell) -> None:
    told = shell.json("new", "napoleon_columbia")
    with Games(shell.env) as games:
        assert games.open(told["id"]).created.windows == ""


def test_seats_begin_with_what_is_answered_for_them(shell: Shell) -> None:
    told = shell.json("new", "napoleonic_empire", "--profile", "french=usual")
    with Games(shell.env) as games:
        [kept] = kept_by(games, told["id"], "french")
        assert tag_of(type(kept.word)) == "usual"
        assert kept_by(games, told["id"], "allied") == []
    for wrong in ("french=valour", "russian=usual"):
        refused = shell.run("new", "napoleonic_empire", "--profile", wrong, status=2)
        assert f"There is no {wrong}" in refused.stderr
        assert "ask_me_everything, usual, only_what_matters" in " ".join(refused.stderr.split())


def test_a_game_may_have_a_clock(shell: Shell) -> None:
    told = shell.json(
        "new", "napoleonic_empire", "--answer-hours", "48", "--grace-hours", "12", "--then", "pass",
    )  # fmt: skip
    with Games(shell.env) as games:
        assert games.open(told["id"]).timekeeping.clock == Clock(
            48 * 60, grace=12 * 60, then="pass"
        )
    plain = shell.json("new", "napoleonic_empire", "--answer-hours", "72", "--referee")
    alone = shell.json("new", "napoleonic_empire", "--answer-hours", "72")
    with Games(shell.env) as games:
        assert games.open(plain["id"]).timekeeping.clock == Clock(72 * 60)
        assert games.open(alone["id"]).timekeeping.clock == Clock(72 * 60, then="pass")


def test_a_game_may_have_dispatches_and_its_own_way_with_odd_mails(shell: Shell) -> None:
    told = shell.json(
        "new", "napoleon1815", "--dispatches", "10", "5", "4", "--odd-mails", "refuse",
    )  # fmt: skip
    with Games(shell.env) as games:
        game = games.open(told["id"])
    assert (game.charter, game.odd_mails) == (Charter(10, 5, 4), "refuse")
    refused = shell.run("new", "napoleon1815", "--dispatches", "90", "50", "4", status=1)
    assert "BAD_PAYLOAD" in refused.stderr
    assert shell.run("new", "napoleon1815", "--odd-mails", "burn", status=2)


def test_a_game_may_be_for_one_person_a_seat(shell: Shell) -> None:
    told = shell.json("new", "napoleonic_empire", "--one-seat-each")
    plain = shell.json("new", "napoleonic_empire")
    with Games(shell.env) as games:
        assert games.open(told["id"]).one_seat_each
        assert not games.open(plain["id"]).one_seat_each


def test_open_seats_may_be_for_reliable_players(shell: Shell) -> None:
    opened = ("new", "napoleonic_empire", "--open", "allied")
    asked = (*opened, "--in-time", "90", "20")
    found = [shell.json(*it)["id"] for it in (opened, asked, (*asked, "--no-newcomers"))]
    with Games(shell.env) as games:
        assert [games.open(it).in_time for it in found] == [
            None, InTime(90, 20), InTime(90, 20, newcomers=False),
        ]  # fmt: skip
    for wrong in (("0", "20"), ("101", "20"), ("90", "0"), ("90", "100000")):
        refused = shell.run(*opened, "--in-time", *wrong, status=1)
        assert "Ask for 1 to 100 percent in time" in refused.stderr
    refused = shell.run("new", "napoleonic_empire", "--in-time", "90", "20", status=1)
    assert "no seat is open" in refused.stderr
    refused = shell.run(*opened, "--no-newcomers", status=2)
    assert "--no-newcomers needs --in-time." in refused.stderr
    assert "valid integer" in shell.run(*opened, "--in-time", "90", "%", status=2).stderr


def test_a_clock_that_makes_no_sense_is_refused(shell: Shell) -> None:
    refused = shell.run("new", "napoleonic_empire", "--answer-hours", "9999", status=1)
    assert "BAD_CLOCK" in refused.stderr
    for said in (("--grace-hours", "12"), ("--then", "pass")):
        refused = shell.run("new", "napoleonic_empire", *said, status=2)
        assert "A clock needs --answer-hours." in refused.stderr
    assert shell.run("new", "napoleonic_empire", "--answer-hours", "0", status=2)


@pytest.mark.parametrize(
    ("options", "way"),
    [
        ((), "form"),
        (("--bot", "allied"), "open"),
        (("--answer-hours", "1"), "open"),
        (("--answer-hours", "48"), "form"),
        (("--windows", "open"), "open"),
        (("--windows", "all"), ""),
    ],
)
def test_how_seats_are_asked_in_windows(shell: Shell, options: tuple[str, ...], way: str) -> None:
    game_id = shell.json("new", "napoleonic_empire", *options)["id"]
    with Games(shell.env) as games:
        assert games.open(game_id).created.windows == way


def test_letters_may_be_without_a_signature(shell: Shell) -> None:
    told = shell.json("new", "napoleon1815", "--grey-press", "--at-once")
    log = shell.run("log", told["id"]).stdout
    assert "Letters may be written without a signature" in log
    refused = shell.run("new", "napoleon1815", "--option", "players=3", "--grey-press", status=1)
    assert "NO_GREY_PRESS" in refused.stderr
