"""Play the scenario to its end and tell its battles, look around, and go back to turn 4."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from textwrap import fill
from typing import Any

import httpx
import msgspec

from api.command_line.output import print_plainly
from api.command_line.show import print_boards
from napoleon.rules.contract import installed
from napoleon.rules.endings import Ending
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.tables import ending
from napoleon.rules.terms import VIEWS
from tools.demo.player import Player
from tools.demo.service import running_service

RULESET = "napoleon1815"
SCENARIO = "historical_invasion"
TOLD = ("combat", "end")
"""The paragraphs of the story that are printed, by what they are about: the battles and the end."""
WIDTH = 100
"""Characters of a line of the story."""
TURN = 4
"""The turn to which the demo goes back at the end, or an earlier one if the game never waited in
it."""


def main() -> None:
    """Play, print, compare. Raises AssertionError if a position is not what it was then."""
    print_plainly()
    started = time.monotonic()
    with running_service() as http:
        seats = create(http)
        seen, orders = play(seats)
        show(seats[0])
        check_turn(seats[0], seen)
        game = seats[0].look("").json()
        seconds = time.monotonic() - started
        print(f"{orders} orders, {game['version']} events, {seconds:.1f} s.")
        rules = installed()[RULESET]
        result = msgspec.convert(game["result"], Ending | None)
        print(ending(result, words_of(rules, ENGLISH)))
        print("To see such a game on its map, and to play: make run")


def create(http: httpx.Client) -> list[Player]:
    """A new game, each of its seats claimed by the bot of the game."""
    rules = installed()[RULESET]
    games = "/api/v1/games"
    body = {"ruleset": RULESET, "scenario": SCENARIO}
    game = http.post(games, json=body).raise_for_status()
    created: dict[str, Any] = game.json()
    print(f"Game {created['id']}, committed to chance by {created['commitment']}.")
    players = []
    for number, seat in enumerate(created["seats"]):
        claim = http.post(
            f"{games}/{created['id']}/seats/{seat['seat']}/claim",
            json={"name": f"Bot {number + 1}"},
            headers={"Authorization": f"Bearer {seat['token']}"},
        ).raise_for_status()
        token = claim.json()["token"]
        bot = rules.bot(Random(1815 + number))
        players.append(Player(http, created["id"], seat["seat"], token, rules, bot))
    return players


def play(seats: list[Player]) -> tuple[dict[int, dict[str, bytes]], int]:
    """Play to the end: the last views of the first seat in each turn up to `TURN`, and all orders.

    The battles of each turn are told when it is over, as the first seat may know them. Raises
    AssertionError if the game goes on and asks nobody.
    """
    seen: dict[int, dict[str, bytes]] = {}
    orders, told, heard = 0, 0, 0
    while (game := seats[0].look("").json())["status"] == "running":
        turn = game["turn"]
        if turn > told:
            told = turn
            heard = tell(seats[0], heard)
            print(f"Turn {turn}: version {game['version']}, {orders} orders given.")
        if turn <= TURN:
            seen[turn] = {name: seats[0].look(name).content for name in VIEWS}
        given = sum(seat.play_while_asked() for seat in seats)
        assert given, f"nobody is asked at version {game['version']}"
        orders += given
    tell(seats[0], heard)
    return seen, orders


def tell(player: Player, heard: int) -> int:
    """Print the battles since version `heard`; the version up to which all is told now."""
    for entry in story(player, heard):
        heard = entry["first"]
        if entry["kind"] in TOLD:
            told = [f"{entry['who']}:", *entry["sentences"]] if entry["who"] else entry["sentences"]
            indent = "    "
            text = fill(" ".join(told), WIDTH, initial_indent=indent, subsequent_indent=indent)
            print(f"{text}\n")
    return heard


def story(player: Player, after: int) -> Iterator[dict[str, Any]]:
    """The paragraphs of the story that begin after a version, as a player may know them."""
    place: int | None = after
    while place is not None:
        page = player.look("log", level="story", form="entries", after=place).json()
        yield from page["entries"]
        place = page["next"]


def show(player: Player) -> None:
    """Print the boards as a player sees them now."""
    rules = installed()[RULESET]
    print_boards(rules.tables(player.boards(), words_of(rules, ENGLISH)))


def check_turn(player: Player, seen: dict[int, dict[str, bytes]]) -> None:
    """Ask for the last position seen in a turn again, and compare it byte by byte."""
    turn = max(seen)
    for name, then in seen[turn].items():
        version = httpx.Response(200, content=then).json()["version"]
        again = player.look(name, at=version).content
        assert again == then, f"{name} of version {version} is not what it was"
        print(f"{name} of turn {turn} (version {version}): {len(again)} bytes, the same as then.")


if __name__ == "__main__":
    main()
