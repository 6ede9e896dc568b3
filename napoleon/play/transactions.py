"""Transactions: acts of seats and referee on the game itself, unlike orders on its table.

An act is put together as an order's events are on the working table: each event is recorded and
applied at once; the next line reads the new position. All of it is one atomic save.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from napoleon.log.drawing import ChanceOf
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.events.rules import RulesMigrated, RulesSet
from napoleon.log.folding import copied, folded
from napoleon.log.game import Game
from napoleon.log.store.recorder import TextRow
from napoleon.play import deadlines, execution, windows
from napoleon.play.creation import laid_out
from napoleon.play.execution import open_decisions, stamped
from napoleon.play.requests import Request
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal


class Transaction:
    """A game, as far as the act has moved it on, and the events of the act so far.

    `rules` decide in it, and it may go over to those of `today`. `position(version)` gives an
    earlier position of the game, for reading only, and `chance_of(game)` the chance that its next
    order draws with.
    """

    def __init__(
        self,
        game: Game,
        rules: Ruleset,
        *,
        today: Ruleset,
        at: int,
        order_id: str,
        position: Callable[[int], Game],
        chance_of: ChanceOf,
    ) -> None:
        self.before = game
        """The position before the act, for reading only."""
        self.game = copied(game, rules)
        self.rules = rules
        self.today = today
        self.at = at
        """The time of the act, in microseconds since 1970 UTC."""
        self.order_id = order_id
        self.position = position
        self._chance_of = chance_of
        self.events: list[Event] = []
        self.texts: list[TextRow] = []
        """What people have written in the course of it; kept beside the log."""
        self.erased: list[str] = []
        """Ids of texts that are erased with it."""

    def record(self, *events: Event, by: str, behalf: str | None = None) -> None:
        """Record events that `by` brings about, and apply them.

        The owner of a share acts on behalf of the seat, unless `behalf` says otherwise.
        """
        if behalf is None:
            behalf = self.before.shares.get(by, "")
        for event in events:
            table = self.position(event.to) if isinstance(event, HistoryRewound) else self.game
            state = table.state
            when = {} if state is None else {"turn": state.turn, "phase": state.phase}
            fresh = msgspec.structs.replace(event, by=by, behalf=behalf, **when)
            self._add(
                stamped(
                    [fresh],
                    self.game.id,
                    after=self.game.version,
                    at=self.at,
                    order_id=self.order_id,
                )
            )

    def refuse_unless_at(self, version: int | None) -> Refusal | None:
        """Refuse the act if it was meant for a version other than the newest; None is for any."""
        if version in (None, self.before.version):
            return None
        detail = f"Others acted first: the game is at version {self.before.version}."
        return Refusal("VERSION_CONFLICT", "", detail, {"version": self.before.version})

    def refusal_of(self, request: Request) -> Refusal | None:
        """Why orders would be refused as part of the act, without giving them."""
        outcome = execution.give(
            self.game, request, self.rules, at=self.at, chance_of=self._chance_of
        )
        return outcome if isinstance(outcome, Refusal) else None

    def give(self, request: Request) -> Refusal | None:
        """Give orders as part of the act; returns a refusal if they are refused."""
        outcome = execution.give(
            self.game, request, self.rules, at=self.at, chance_of=self._chance_of
        )
        if isinstance(outcome, Refusal):
            return outcome
        self.game, accepted = outcome
        self.events += accepted.events
        return None

    def go_over(self, change: RulesMigrated | RulesSet, *, by: str) -> None:
        """Record that the game goes on under the rules of today, which decide from here on.

        Nobody could answer before that, so all have their whole time again.
        """
        self.record(change, by=by)
        self.rules = self.today
        if self.game.timekeeping.clock is not None:
            asked = open_decisions(self.game, self.rules)
            self.record(*deadlines.renewed(self.game, asked, self.at), by="")

    def lay_out(self) -> None:
        """Lay out the table of a game that has none yet. Raises SetupRefused."""
        self._add(laid_out(self.game, self.rules, at=self.at, chance_of=self._chance_of))

    def settle(self) -> None:
        """Pass where no card fits, and set the deadlines of what is asked after the act."""
        self.events += windows.pass_at_once(
            self.game,
            self.rules,
            at=self.at,
            order_id=self.order_id,
            chance_of=self._chance_of,
        )
        if self.game.timekeeping.clock is None:
            return
        asked = open_decisions(self.game, self.rules)
        again = deadlines.taken_back(self.events, self.before, self.at, self.position)
        self.record(*deadlines.settled(self.game, asked, self.at, again), by="")

    def _add(self, events: list[Event]) -> None:
        self.game = folded(self.game, events, self.rules, self.position)
        self.events += events
