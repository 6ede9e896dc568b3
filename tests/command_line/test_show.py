"""``napoleon show``: the boards as tables, and as the same JSON that the API serves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from napoleon.play.games import Games
from projections.difference import with_changes
from tests.command_line.conftest import Shell


def units(boards: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The units of all armies that have strength points, with the army's name."""
    for army in boards["order-of-battle"]["armies"]:
        for unit in army["units"]:
            if unit["kind"] == "corps" and unit["area"]:
                yield {**unit, "army": army["army"]}


def printed_strengths(text: str) -> dict[str, tuple[str, str, str]]:
    """Infantry, cavalry and fatigue by the name of the unit, as the table has them."""
    battle = text.partition("Order of battle")[2].partition("Victory track")[0]
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in battle.splitlines()]
    return {row[1].rstrip("*"): (row[3], row[4], row[5]) for row in rows if len(row) == 6}


OWN = {"french": {"french"}, "allied": {"anglo_dutch", "prussian"}, "spectator": set[str]()}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seat", [*OWN, "referee"])
def test_strengths_are_printed_for_those_who_may_know_them(
    veteran: Shell, game: str, seat: str
) -> None:
    boards = veteran.json("show", game, "--seat", seat)
    everything = veteran.json("show", game, "--seat", "referee")
    table = printed_strengths(veteran.run("show", game, "--seat", seat).stdout)
    own = OWN.get(seat, {"french", "anglo_dutch", "prussian"})
    known = {unit["id"]: unit for unit in units(everything)}
    seen = list(units(boards))
    assert {unit["army"] for unit in seen} == {"french", "anglo_dutch", "prussian"}
    for unit in seen:
        strengths = (unit["infantry"], unit["cavalry"], unit["fatigue"])
        true = known[unit["id"]]
        if unit["army"] in own:
            assert strengths == (true["infantry"], true["cavalry"], true["fatigue"])
            assert table[unit["name"]] == tuple(map(str, strengths))
        else:
            assert strengths == (None, None, None)
            assert table[unit["name"]] == ("?", "?", "?")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("seat", OWN)
def test_hidden_cards_are_in_no_output(veteran: Shell, game: str, seat: str) -> None:
    hands = veteran.json("show", game, "--seat", seat)["hand"]["hands"]
    assert {hand["player"] for hand in hands} == {"french", "allied"}
    for hand in hands:
        assert (hand["cards"] is None) == (hand["player"] != seat)


def test_the_boards_are_printed(veteran: Shell, game: str) -> None:
    text = veteran.run("show", game).stdout
    boards = veteran.json("show", game)
    board = boards["map"]
    assert text.startswith(f"Version {board['version']}\n")
    assert f"Map, turn 5, {board['phase']}" in text
    assert f"Victory track: {boards['victory-track']['value']}" in text
    for area in board["areas"]:
        for block in area["blocks"]:
            assert re.search(rf"{area['name']}.*{block['name']}", text)
    for move in boards["victory-track"]["history"]:
        for line in move["breakdown"]:
            assert f"[{line['clause']}]" in text


def test_an_earlier_position_is_shown(veteran: Shell, game: str) -> None:
    now = veteran.json("show", game)
    for version in (2, 41, now["map"]["version"]):
        with Games(veteran.env) as games:
            then = games.view(games.at(game, version), "french")
        assert veteran.json("show", game, "--at", str(version), "--seat", "french") == json.loads(
            json.dumps(then)
        )
    assert veteran.json("show", game, "--at", str(now["map"]["version"])) == now
    assert "Version 41\n" in veteran.run("show", game, "--at", "41").stdout


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seat", [*OWN, "referee"])
def test_what_has_changed_since_a_version_is_shown(veteran: Shell, game: str, seat: str) -> None:
    then = {
        version: veteran.json("show", game, "--at", str(version), "--seat", seat)
        for version in (1, 41, 200)
    }
    for since, shown in ((41, 200), (1, 41), (200, 200)):
        chosen = ("--since", str(since), "--at", str(shown), "--seat", seat)
        compared = veteran.json("show", game, *chosen)
        assert compared == {
            name: with_changes(then[since][name], view) for name, view in then[shown].items()
        }
        text = veteran.run("show", game, *chosen).stdout
        assert f"Changes from version {since} to version {shown}" in text
        rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in text.splitlines()]
        printed = [row[0] for row in rows if len(row) == 5 and row[0]]
        told = [
            (change["path"], str(change["before"]), str(change["after"]))
            for view in compared.values()
            for change in view["changes"]
        ]
        assert len(printed) == len(set(told))


def test_a_change_is_told_in_words(veteran: Shell, game: str) -> None:
    compared = veteran.json("show", game, "--since", "200", "--seat", "referee")
    text = veteran.run("show", game, "--since", "200", "--seat", "referee").stdout
    cards = [
        change
        for change in compared["hand"]["changes"]
        if "/cards/" in change["path"] and change["kind"] == "removed"
    ]
    assert cards
    for change in cards:
        assert re.search(rf"{change['path']} +│ removed +│ {change['before']['name']} +│ +│", text)
    turn = next(it for it in compared["map"]["changes"] if it["path"] == "/turn")
    assert re.search(rf"/turn +│ changed +│ {turn['before']} +│ {turn['after']} +│", text)
    assert len(re.findall(r"│ /turn ", text)) == 1


def test_the_end_of_a_game_is_told_and_all_is_open(veteran: Shell, finished: str) -> None:
    text = veteran.run("show", finished).stdout
    boards = veteran.json("show", finished)
    result = boards["victory-track"]["result"]
    winner = {"french": "French", "allied": "Allies"}[result["winner"]]
    assert f"{winner} won: {result['reason']} [{result['clause']}]" in text
    assert "?" not in text.partition("Order of battle")[2].partition("Victory track")[0]
    assert all(unit["infantry"] is not None for unit in units(boards))


def test_before_the_table_is_laid_there_is_nothing_to_see(veteran: Shell, game: str) -> None:
    assert veteran.json("show", game, "--at", "1") == {
        name: {"version": 1} for name in ("map", "order-of-battle", "victory-track", "hand")
    }
    assert "not laid yet" in veteran.run("show", game, "--at", "1").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("0000000000",), "There is no game 0000000000"),
        (("GAME", "--at", "9999"), "no version 9999"),
        (("GAME", "--since", "9999"), "no version 9999"),
        (("GAME", "--since", "42", "--at", "41"), "Version 42 is later than version 41"),
        (("GAME", "--seat", "russian"), "no seat russian"),
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_what_is_not_there(
    veteran: Shell, game: str, arguments: tuple[str, ...], message: str, as_json: bool
) -> None:
    chosen = [game if argument == "GAME" else argument for argument in arguments]
    result = veteran.run("show", *chosen, *["--json"] * as_json, status=1)
    assert message in result.stderr
    if as_json:
        assert message in json.loads(result.stdout)["error"]["detail"]
    else:
        assert result.stdout == ""


@pytest.mark.parametrize(
    "arguments", [(), ("GAME", "--at", "0"), ("GAME", "--at", "x"), ("GAME", "--since", "0")]
)
def test_wrong_usage(veteran: Shell, arguments: tuple[str, ...]) -> None:
    assert veteran.run("show", *arguments, status=2).stderr.startswith("Usage:")


def test_a_game_with_a_clock_tells_by_when_answers_are_due(shell: Shell) -> None:
    told = shell.json("new", "napoleon1815", "--answer-hours", "48", "--referee")
    with Games(shell.env) as games:
        for seat in ("french", "allied"):
            games.claim(told["id"], seat)
        keeping = games.open(told["id"]).timekeeping
        version = games.head(told["id"])
    shown = shell.json("show", told["id"])["clock"]
    assert shown["clock"]["answer"] == 48 * 60
    asked = [it["seat"] for it in shown["deadlines"]]
    assert asked == [it.set.seat for it in keeping.deadlines.values()]
    text = shell.run("show", told["id"]).stdout
    table = text.partition("Clock")[2]
    assert all(it["due"] in table for it in shown["deadlines"])
    assert "48 hours for an answer, 24 of grace, then: referee." in table
    earlier = ("show", told["id"], "--at", str(version - 1))
    assert "clock" not in shell.json(*earlier)
    assert "Clock" not in shell.run(*earlier).stdout


def test_a_game_without_a_clock_tells_nothing_of_one(veteran: Shell, game: str) -> None:
    assert "clock" not in veteran.json("show", game)
    assert "Clock" not in veteran.run("show", game).stdout
