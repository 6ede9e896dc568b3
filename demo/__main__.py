"""Play the scenario from its first turn to its end, look around, and go back to turn 4."""

from __future__ import annotations

import time
from typing import Any

import httpx

from api.command_line.show import print_boards
from demo.player import Player
from demo.service import running_service
from napoleon.boards import boards_of
from napoleon.bots import RandomBot
from napoleon.ruleset import installed

RULESET = "napoleon1815"
SCENARIO = "historical_invasion"
SHOWN_TURNS = (4, 7)
TURN = 4
"""The turn that is gone back to at the end."""

BOARDS = ("map", "order-of-battle", "victory-track")


def main() -> None:
    """Play, print, compare. Raises AssertionError if a position is not what it was then."""
    started = time.monotonic()
    with running_service() as address:
        seats = create(address)
        seen: dict[str, bytes] = {}
        game, orders, turn = seats[0].look("").json(), 0, 0
        while game["status"] == "running":
            if game["turn"] != turn:
                turn = game["turn"]
                print(f"Turn {turn}: version {game['version']}, {orders} orders given.")
                if turn in SHOWN_TURNS:
                    show(seats[0])
            if turn == TURN:
                seen = {board: seats[0].look(board).content for board in BOARDS}
            orders += sum(seat.play_while_asked() for seat in seats)
            game = seats[0].look("").json()
        show(seats[0])
        check_turn(seats[0], seen)
        seconds = time.monotonic() - started
        print(f"{orders} orders, {game['version']} events, {seconds:.1f} s: {game['result']}")


def show(player: Player) -> None:
    """Print the boards as a player sees them now."""
    boards = boards_of(installed()[RULESET])
    print_boards(boards({name: player.look(name).json() for name in BOARDS}))


def create(address: str) -> list[Player]:
    """A new game, each of its seats claimed by a bot."""
    games = f"{address}/api/v1/games"
    game = httpx.post(games, json={"ruleset": RULESET, "scenario": SCENARIO}).raise_for_status()
    created: dict[str, Any] = game.json()
    print(f"Game {created['id']}, committed to chance by {created['commitment']}.")
    players = []
    for number, seat in enumerate(created["seats"]):
        claim = httpx.post(
            f"{games}/{created['id']}/seats/{seat['seat']}/claim",
            json={"name": f"Bot {number + 1}"},
            headers={"Authorization": f"Bearer {seat['token']}"},
        ).raise_for_status()
        bot = RandomBot(1815 + number)
        players.append(Player(address, created["id"], seat["seat"], claim.json()["token"], bot))
    return players


def check_turn(player: Player, seen: dict[str, bytes]) -> None:
    """Ask for the last position seen in a turn again, and compare it byte by byte."""
    for board, then in seen.items():
        version = httpx.Response(200, content=then).json()["version"]
        again = player.look(board, at=version).content
        assert again == then, f"{board} of version {version} is not what it was"
        print(f"{board} of turn {TURN} (version {version}): {len(again)} bytes, the same as then.")


main()
