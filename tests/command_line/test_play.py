"""``napoleon play``: bots play in the local store."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napoleon.play.games import Games
from napoleon.rules.orders import OrderGiven
from tests.command_line.conftest import Shell

INVASION = ("play", "napoleon1815", "--scenario", "historical_invasion")
SHORT = ("play", "napoleon1815", "--scenario", "ligny_quatre_bras")


def log_digest(shell: Shell, game_id: str) -> str:
    """What a game's log says, but for the times at which it was recorded."""
    with Games(shell.env) as games:
        events = [msgspec.structs.replace(event, at=0) for event in games.history(game_id)]
    assert events
    return hashlib.sha256(msgspec.json.encode(events, order="sorted")).hexdigest()


def recorded(shell: Shell) -> int:
    with Games(shell.env) as games:
        return games.recorder.max_notification_id() or 0


def test_a_game_is_played_to_its_end(shell: Shell) -> None:
    result = shell.run("play", "napoleon1815", "--random")
    [game_id] = result.stdout.splitlines()
    with Games(shell.env) as games:
        game = games.open(game_id)
    assert game.over
    assert game.created.scenario == "campaign", "the first one"


def test_it_prints_json(shell: Shell) -> None:
    answer = shell.json(*INVASION, "--to-turn", "4")
    with Games(shell.env) as games:
        game = games.open(answer["id"])
    assert answer == {
        "id": game.id,
        "ruleset": "napoleon1815",
        "scenario": "historical_invasion",
        "version": game.version,
        "turn": 4,
        "turn_name": None,
        "result": None,
    }
    finished = shell.json(*SHORT)
    assert set(finished["result"]) == {"winner", "reason", "clause"}
    assert finished["result"]["winner"] in ("french", "allied")


@pytest.mark.soak
def test_a_seed_plays_the_same_game_in_every_store(tmp_path: Path) -> None:
    played = []
    for name in ("one", "two", "three"):
        shell = Shell(tmp_path / name)
        shell.run("migrate")
        seed = "8" if name == "three" else "7"
        game_id = shell.run(*INVASION, "--seed", seed).stdout.strip()
        played.append((game_id, log_digest(shell, game_id)))
    assert played[0] == played[1]
    assert played[0][0] != played[2][0]
    assert played[0][1] != played[2][1]


def test_a_seed_that_the_store_has_already_is_another_game(shell: Shell) -> None:
    ids = [shell.run(*INVASION, "--seed", "7", "--to-turn", "4").stdout.strip() for _ in range(2)]
    assert ids[0] != ids[1]


def test_without_a_seed_every_game_is_another_one(shell: Shell) -> None:
    ids = [shell.run(*INVASION, "--to-turn", "4").stdout.strip() for _ in range(2)]
    with Games(shell.env) as games:
        seeds = {games.open(game_id).created.seed for game_id in ids}  # type: ignore[attr-defined]
    assert len(set(ids)) == len(seeds) == 2


@pytest.mark.sampled(1)
@pytest.mark.parametrize("turn", [4, 6])
def test_it_stops_when_a_turn_begins(shell: Shell, turn: int) -> None:
    game_id = shell.run(*INVASION, "--seed", "3", "--to-turn", str(turn)).stdout.strip()
    with Games(shell.env) as games:
        game, before = games.open(game_id), games.head(game_id)
        assert game.state.turn == turn
        last_order = games.history(game_id)[-1].order_id
        begun = next(e for e in games.history(game_id) if e.turn == turn)
        assert begun.order_id == last_order, "the last order is the one that ended the turn before"
        assert game.version == before


@pytest.mark.parametrize(
    ("option", "value"), [("resolver=dice", "dice"), ("farm_stop=true", True), ("players=2", 2)]
)
def test_options_are_chosen(shell: Shell, option: str, value: Any) -> None:
    chosen = shell.json(*INVASION, "--option", option, "--to-turn", "3")
    with Games(shell.env) as games:
        assert games.open(chosen["id"]).created.options[option.partition("=")[0]] == value


def test_the_bot_of_the_game_plays_a_seat(shell: Shell) -> None:
    for seed in ("1", "2"):
        careless = shell.json(*SHORT, "--seed", seed, "--random")
        assert careless["result"]["winner"] == "allied"
        clever = shell.json(*SHORT, "--seed", seed, "--bot", "french")
        assert clever["result"]["winner"] == "french"


def test_the_bot_of_the_game_plays_all_seats_unless_something_else_is_said(tmp_path: Path) -> None:
    asked = {
        "nothing said": (),
        "every seat named": ("--bot", "allied", "--bot", "french"),
        "at random": ("--random",),
    }
    played = {}
    for name, bots in asked.items():
        shell = Shell(tmp_path / name)
        shell.run("migrate")
        game_id = shell.run(*INVASION, *bots, "--seed", "1815", "--to-turn", "4").stdout.strip()
        with Games(shell.env) as games:
            events = games.history(game_id)
        played[name] = [it.order for it in events if isinstance(it, OrderGiven)]
    assert played["nothing said"] == played["every seat named"]
    assert played["nothing said"] != played["at random"]


def test_bots_of_a_seed_play_the_same_game_in_every_store(tmp_path: Path) -> None:
    played = set()
    for name in ("one", "two"):
        shell = Shell(tmp_path / name)
        shell.run("migrate")
        bots = ("--bot", "anglo_dutch", "--bot", "prussian", "--option", "players=3")
        played.add(log_digest(shell, shell.run(*SHORT, *bots, "--seed", "7").stdout.strip()))
    assert len(played) == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--option", "weather=fine"), "BAD_OPTION"),
        (("--option", "resolver=coins"), "BAD_OPTION"),
        (("--option", "farm_stop=1"), "BAD_OPTION"),
        (("--scenario", "moscow"), "UNKNOWN_SCENARIO"),
    ],
)
def test_a_game_that_the_rules_will_not_have(
    shell: Shell, arguments: tuple[str, ...], code: str
) -> None:
    result = shell.run(*INVASION, *arguments, status=1)
    assert result.stdout == ""
    assert result.stderr.startswith(code)
    assert "[SETUP." in result.stderr, "the clause"
    assert recorded(shell) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("chess",),
        (),
        ("napoleon1815", "--option", "resolver"),
        ("napoleon1815", "--bot", "prussian"),
        ("napoleon1815", "--option", "players=3", "--bot", "allied"),
        ("napoleon1815", "--random", "--bot", "french"),
        ("napoleon1815", "--to-turn", "0"),
        ("napoleon1815", "--seed", "x"),
    ],
)
def test_wrong_usage(shell: Shell, arguments: tuple[str, ...]) -> None:
    result = shell.run("play", *arguments, status=2)
    assert result.stderr.startswith("Usage:")
    assert result.stdout == ""
    assert recorded(shell) == 0
