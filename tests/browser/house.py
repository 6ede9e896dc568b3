"""A running service, and games in it for people to look at with browsers."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from api.command_line.play import play_on
from api.command_line.players import own_bots
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.bots import RandomBot
from tests.command_line.server import PATIENCE, Server


class Table(NamedTuple):
    """A game of the service, and who may sit at it."""

    address: str
    id: str
    tokens: Mapping[str, str]
    """The token of each seat, and of the referee if there is one."""

    @property
    def page(self) -> str:
        """Address of its page."""
        return f"{self.address}/games/{self.id}"

    def link(self, holder: str) -> str:
        """Address by which whoever holds a token comes to the page."""
        return f"{self.page}#token={self.tokens[holder]}"

    def get(self, path: str, holder: str) -> str:
        """What the API answers to who holds a token of the game, as text."""
        answer = httpx.get(
            f"{self.address}/api/v1/games/{self.id}{path}",
            headers={"Authorization": f"Bearer {self.tokens[holder]}"},
            timeout=PATIENCE,
            verify=False,
        )
        return answer.raise_for_status().text

    def post(self, path: str, holder: str, body: Any) -> dict[str, Any]:
        """What the API answers to `body`, sent under the game's address upon any version."""
        answer = httpx.post(
            f"{self.address}/api/v1/games/{self.id}{path}",
            json=body,
            headers={"Authorization": f"Bearer {self.tokens[holder]}", "If-Match": "*"},
            timeout=PATIENCE,
            verify=False,
        )
        found: dict[str, Any] = answer.raise_for_status().json()
        return found


class House:
    """The service, and the store behind it, which this process writes to as well."""

    def __init__(self, server: Server, games: Games) -> None:
        self.server = server
        self.games = games
        self._tables: dict[str, Table] = {}

    @property
    def address(self) -> str:
        return self.server.address

    def table(
        self,
        name: str,
        ruleset: str,
        scenario: str,
        *,
        players: Mapping[str, str] = {},
        to_turn: int | None = None,
        bots: Collection[str] = (),
        number: int | None = None,
        **options: Any,
    ) -> Table:
        """The game of that `name`, which bots have played until turn `to_turn` began, if given.

        Everything in it comes from its `name` and from the other arguments: a game by the same
        ones is the same in every store. `players` are the display names of the seats that have
        been claimed; `bots` are the seats that try to win. `number` is how many play, in a game
        that can be told.
        """
        if name in self._tables:
            return self._tables[name]
        if number is not None:
            options["players"] = number
        chance = random.Random(name)
        self.games.entropy = chance.randbytes
        game, tokens = self.games.create(ruleset, scenario, options, referee=True)
        held = {seat: self.games.claim(game.id, seat, name=players[seat]) for seat in players}
        if to_turn is not None:
            rules = self.games.rules(game)
            seats = rules.seats(game.created.options)
            play_on(
                self.games,
                self.games.open(game.id),
                RandomBot(chance.getrandbits(32)),
                to_turn,
                players=own_bots(rules, seats, bots, chance.getrandbits(32)),
            )
        self._tables[name] = Table(self.address, game.id, {**tokens, **held})
        return self._tables[name]

    def play_until(self, table: Table, kind: str) -> str:
        """Give the first order of each decision until one of that kind stands open; whose it is."""
        games = self.games
        while True:
            game = games.open(table.id)
            decision = games.decisions(game)[0]
            if decision.kind == kind:
                return decision.seat
            order = next(iter(games.rules(game).legal_orders(game.state, decision)))
            assert isinstance(games.submit_orders(game.id, decision.seat, [order]), Accepted)


@contextmanager
def running_house(home: Path) -> Iterator[House]:
    """The service as it is run, on an empty store in the folder `home`."""
    env = {
        "NAPOLEON_HOME": str(home),
        "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL",
        # Many windows come from one address here.
        "NAPOLEON_LIMITS": "off",
        "NAPOLEON_STYLEGUIDE": "on",
    }
    with Games({**env, "CREATE_TABLE": "yes"}) as games:
        server = Server(env)
        try:
            yield House(server.listens(), games)
        finally:
            server.clear_away()
