"""``make demo``: a whole game over REST, in whatever way it goes."""

from __future__ import annotations

import re
import subprocess
import sys
from random import Random
from typing import Any, cast

import httpx
import pytest

from napoleon.rules.contract import installed
from napoleon.rules.terms import VIEWS
from tests.command_line.server import ROOT
from tools.demo.__main__ import RULESET, TURN, WIDTH, check_turn, create, play
from tools.demo.player import Player
from tools.demo.service import running_service


@pytest.mark.soak
def test_it_plays_a_whole_game_goes_back_to_turn_4_and_ends() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "tools.demo"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, ""), found.stdout + found.stderr
    turns = [int(turn) for turn in re.findall(r"^Turn (\d+): version", found.stdout, re.MULTILINE)]
    assert turns[:2] == [3, 4]
    assert turns == sorted(set(turns))
    for view in VIEWS:
        again = rf"^{view} of turn {TURN} \(version \d+\): \d+ bytes, the same as then\.$"
        assert re.search(again, found.stdout, re.MULTILINE), found.stdout
    assert re.search(r"^\d+ orders, \d+ events, [\d.]+ s\.\n.+ \[[A-Z.0-9]+\]$", found.stdout, re.M)
    told = found.stdout[: found.stdout.index("Map, ")]
    assert re.search(r"^    (French|Allies): .* attacked ", told, re.MULTILINE), "its battles"
    assert re.search(r"^    The \w+ won the game: ", told, re.MULTILINE)
    assert all(len(line) <= WIDTH for line in told.splitlines() if line.startswith("    "))


def test_the_bots_of_the_game_play_and_see_what_their_seats_may_see() -> None:
    rules = installed()[RULESET]
    with running_service() as http:
        seats = create(http)
        assert {type(it.bot) for it in seats} == {type(rules.bot(Random(0)))}
        for seat in seats:
            hands = seat.boards().hand.hands
            assert [it.player for it in hands if it.cards is not None] == [seat.seat]


class Seat:
    """A seat of a game that stands at each of `turns` once, and is over then."""

    def __init__(self, *turns: int, orders: int = 1) -> None:
        self._turns = turns
        self._orders = orders
        self._at = 0

    def look(self, view: str, at: int | None = None, **query: Any) -> httpx.Response:
        if view == "log":
            return httpx.Response(200, json={"entries": [], "next": None})
        version = self._at if at is None else at
        running = version < len(self._turns)
        body: dict[str, Any] = {"version": version, "status": "running" if running else "over"}
        return httpx.Response(200, json={**body, "turn": self._turns[version] if running else 0})

    def play_while_asked(self) -> int:
        self._at += 1
        return self._orders


def test_a_game_that_never_waits_in_turn_4_is_gone_back_to_before_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for turns in ((3,), (3, 5), (3, 3, 6)):
        seat = cast(Player, Seat(*turns))
        seen, orders = play([seat])
        assert orders == len(turns)
        assert list(seen) == [3]
        check_turn(seat, seen)
        assert f"map of turn 3 (version {turns.count(3) - 1})" in capsys.readouterr().out


def test_a_game_that_asks_nobody_does_not_go_on_for_ever() -> None:
    with pytest.raises(AssertionError, match="nobody is asked at version 0"):
        play([cast(Player, Seat(3, orders=0))])
