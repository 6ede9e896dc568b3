"""Games that are played once, and then examined by many tests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import count
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Any, NamedTuple

import msgspec

from napoleon.log.folding import copied, fold
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.rules.bots import Bot
from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from tests.rulesets.entrants import Entrant, Form, frozen
from tests.stores import embedded

BOT, RANDOM = "bot", "random"

PLAYERS = (BOT, RANDOM)
"""Who plays all seats: the game's own bot, or somebody who picks any legal order."""

MOST_ORDERS = 5_000
"""A game of more orders is a game without end."""


class Step(NamedTuple):
    """An order, and the position in which it was given."""

    version: int
    """Version before the order."""
    before: bytes
    """The position, for `Entrant.thawed`."""
    decision: Decision
    order: Order

    def __str__(self) -> str:
        given = msgspec.json.encode(self.order).decode()
        return f"version {self.version}, {self.decision.seat} ({self.decision.kind}): {given}"


class Played:
    """A game that was played through the service, on SQLite, with all that was seen meanwhile."""

    def __init__(self, entrant: Entrant, form: Form, by: str, folder: Path, number: int) -> None:
        self.entrant = entrant
        self.form = form
        self.by = by
        self.number = number
        self.env = embedded(folder)
        self.games = self.opened()
        self.steps: list[Step] = []
        self.live: dict[int, bytes] = {}
        """A digest of the position at each version, made while the game was played."""
        self._offered: dict[tuple[int, str, str], list[Order]] = {}
        self.stopped = ""
        """Why the game could not be played to a result; empty if it was."""

    def opened(self, env: Mapping[str, str] | None = None) -> Games:
        """The log of the game, as another process would open it; or another one, as it was new."""
        rules = self.entrant.rules
        return Games(
            self.env if env is None else env,
            rulesets={rules.name: rules},
            clock=count(1_763_700_000_000_000).__next__,
            entropy=Random(f"{rules.name}/{self.form}/{self.by}/{self.number}").randbytes,
        )

    def random(self, purpose: str) -> Random:
        """The same randomness whenever this game is examined for `purpose`."""
        return Random(f"{self.form}/{self.by}/{self.number}/{purpose}")

    def play(self) -> None:
        """Play the game to its end; what goes wrong is kept in `stopped`, for a test to tell."""
        try:
            self._play()
        except Exception:
            self.stopped = f"after {len(self.steps)} orders: {format_exc()}"

    def _play(self) -> None:
        rules = self.entrant.rules
        made = self.games.create(rules.name, self.form.scenario, self.form.options, referee=True)
        game = made.game
        self.id = game.id
        self.live[game.version] = digest(game.state)
        players = {seat: self.player(seat) for seat in game.created.seats}
        random = self.random("who answers first")
        while not game.over:
            if len(self.steps) >= MOST_ORDERS:
                self.stopped = f"no result after {MOST_ORDERS} orders"
                return
            decision = random.choice(rules.decisions(game.state))
            legal_orders = self.entrant.legal_orders(game.state, decision)
            self._offered[game.version, decision.seat, decision.id] = legal_orders
            order = self.asked(players[decision.seat], game.state, decision, legal_orders)
            step = Step(game.version, frozen(game.state), decision, order)
            if order not in legal_orders:
                self.stopped = f"the {self.by} player gave an order that is not offered: {step}"
                return
            answer = self.games.submit_orders(
                self.id, decision.seat, [order], expected=game.version
            )
            if not isinstance(answer, Accepted):
                self.stopped = f"an offer was not accepted: {step}\n{answer}"
                return
            self.steps.append(step)
            self._watch(game, answer.events)
            game = self.games.open(self.id)

    def player(self, seat: str) -> Bot | Random:
        """Who plays a seat, fresh; the same whenever it is asked for."""
        if self.by == BOT:
            assert self.entrant.bot is not None, "the game has registered no bot"
            return self.entrant.bot(self.random(f"bot of {seat}"))
        return self.random(f"player of {seat}")

    def asked(
        self, player: Bot | Random, state: Any, decision: Decision, legal_orders: Sequence[Order]
    ) -> Order:
        """What a player answers, told what the service tells the seat and nothing else."""
        if isinstance(player, Random):
            return player.choice(legal_orders)
        known = self.entrant.rules.known(state, Viewer(decision.seat))
        # Through JSON, as a bot may sit at the other end of a line.
        told = msgspec.json.decode(msgspec.json.encode(known), type=type(known))
        return player.choose(told, decision, iter(legal_orders))

    def _watch(self, game: Game, events: list[Event]) -> None:
        """Note the position after each event, as the events are that the rules have just made."""
        moved = copied(game, self.entrant.rules)
        for event in events:
            moved = fold(moved, event, self.entrant.rules)
            self.live[event.version] = digest(moved.state)

    # -- what is examined --------------------------------------------------------------------------

    @cached_property
    def events(self) -> list[Event]:
        """The log, as the service reads it from the store."""
        return self.games.history(self.id)

    @property
    def end(self) -> Game:
        """The newest position."""
        return self.games.open(self.id)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the game."""
        return self.end.created.seats

    def legal_orders(self, step: Step, decision: Decision) -> list[Order]:
        """Every offer for a decision in the position before a step, found once for all tests.

        That they are the same whenever they are asked for, another test says.
        """
        place = step.version, decision.seat, decision.id
        if place not in self._offered:
            state = self.entrant.thawed(step.before)
            self._offered[place] = self.entrant.legal_orders(state, decision)
        return self._offered[place]

    def caused(self, step: Step) -> list[Event]:
        """What the order of a step caused, as it is in the log."""
        later = (it.version for it in self.steps if it.version > step.version)
        return self.events[step.version : next(later, len(self.events))]

    def sample(self, most: int, purpose: str) -> list[Step]:
        """Up to `most` steps, the first and the last ones among them, in their order."""
        inner = self.steps[1:-1]
        chosen = self.random(purpose).sample(inner, max(0, min(most - 2, len(inner))))
        return sorted([*self.steps[:1], *chosen, *self.steps[1:][-1:]], key=lambda it: it.version)

    def __str__(self) -> str:
        return f"{self.entrant.rules.name} {self.form}, {self.by} players, game {self.number}"


def some(orders: list[Order], most: int, random: Random) -> list[Order]:
    """Up to `most` of some orders, the first one of each verb among them."""
    if len(orders) <= most:
        return orders
    first = {type(order): order for order in reversed(orders)}
    return [*first.values(), *random.sample(orders, most)]


def digest(state: Any) -> bytes:
    """What tells one position from another."""
    return hashlib.blake2b(frozen(state), digest_size=16).digest()


@contextmanager
def played(
    entrant: Entrant, form: Form, by: str, folder: Path, number: int = 1
) -> Iterator[Played]:
    """A game that `by` plays in a log of its own in `folder`; the log is closed afterwards."""
    game = Played(entrant, form, by, folder, number)
    try:
        game.play()
        yield game
    finally:
        game.games.close()
