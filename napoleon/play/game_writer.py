"""The writer of games: every change to a game that is being played comes through here.

Orders come in through `GameWriter.submit_orders`, everything else that seats and the referee do
through `GameWriter.transact`. What standing orders answer to it is carried out after it, so no
caller has to think of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from typing import Any

from eventsourcing.persistence import IntegrityError, Recording

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.log.game_log import CACHED_GAMES, GameLog
from napoleon.log.ids import guessable_order_id, new_order_id, public_order_id
from napoleon.log.store.keys import orders_key
from napoleon.log.store.recorder import ALONE, SideRecords
from napoleon.log.store.seals import Seals
from napoleon.play import execution, operations, requests, standing_orders
from napoleon.play.execution import open_decisions
from napoleon.play.outcomes import Accepted, KeyReused, Stale
from napoleon.play.requests import Submission
from napoleon.play.tokens import refuse_dead_token
from napoleon.play.transactions import Transaction
from napoleon.record.hashes import leaf_hashes
from napoleon.rules.events import JUDGES, Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision

ATTEMPTS = 3
"""How many times a request is tried if others act in between."""

_log = logging.getLogger(__name__)


class GameWriter(GameLog):
    """The log of all games, with the ways in which a running game is changed."""

    @cached_property
    def _order_seals(self) -> Seals:
        """The seals on what is kept of orders."""
        without = "what is kept of orders has no seal, and is told only as far as the log says it"
        return Seals(self.env, orders_key, requests.SEALED_FOR, without)

    def append(
        self, game: Game, events: list[Event], side_records: SideRecords = ALONE
    ) -> list[Recording[str]]:
        """As in the log; what a receipt signs is known then without reading it again."""
        recordings = super().append(game, events, side_records)
        leaf_hashes(self.recorder).add(game, [it.notification for it in recordings])
        return recordings

    def submit_orders(
        self,
        game_id: str,
        seat: str,
        orders: Sequence[Mapping[str, Any] | Order | str],
        *,
        expected: int | None = None,
        decision: str | None = None,
        key: str | None = None,
        by: str = "",
        newest: Game | None = None,
        evidence: ServiceEvent | None = None,
        then: Sequence[Mapping[str, Any] | Order | str] = (),
    ) -> Accepted | Refusal | Stale | KeyReused:
        """Carry out orders of `seat`, one after the other, in one atomic save.

        An order is a struct, its data, or a line of the game's notation.

        They are carried out until one is refused or `seat` has nothing to decide. Nothing is
        recorded if the first one is refused, nor if `expected` is given and is not the newest
        version. `decision` names the open decision that the first order is for. A request with
        the idempotency `key` of one that was accepted is answered as that one was, if it is the
        same request. `by` names who gives them for the seat, if not its holder: the referee,
        the deputy, or a share of it. `newest` is the position in which they were let in, if any:
        the order is recorded only while the token that opened it still does. `evidence` is recorded
        with what is carried out: how the orders came. `then` is what is to follow as soon as the
        seat is asked for it, one by one: with what was not reached of the orders it is kept as an
        operation in the same save, unless one of the orders was refused (see
        `napoleon.play.operations`).

        Faults are reported in the order of the digest's chapter 17: the seat, the end of the game,
        the version, the payload, the rules. What standing orders answer is carried out too. Raises
        UnknownGame, UnknownRuleset, DeadToken, ChangedOrder.
        """
        sent = Submission(seat, orders, expected, decision, key, by, evidence, then)
        outcome = self._given(newest or self.open(game_id), sent, newest)
        if isinstance(outcome, Accepted):
            self.follow_standing_orders(game_id)
        return outcome

    def follow_standing_orders(self, game_id: str) -> None:
        """Carry out what standing orders answer at once, in a game in which they do.

        In all others the worker gives their answers when they are due; see `napoleon.play.pace`.
        Raises nothing, as what raised the questions has been recorded and stands. If it fails, the
        seats are asked, and the worker tries again.
        """
        try:
            if self.creation_event(game_id).instant_answers:
                standing_orders.answer_in_place(self, game_id)
        except Exception:
            _log.exception("instructions of game %s could not be carried out", game_id)

    def _given(
        self, game: Game, sent: Submission, seen: Game | None
    ) -> Accepted | Refusal | Stale | KeyReused:
        """What comes of orders in the newest position `game`; see `submit_orders`."""
        game_id, first = game.id, game
        rules = self.rules(game)
        if sent.seat not in game.created.seats:
            return Refusal("NOT_SEATED", "", "Only the holder of a seat gives orders.")
        order_id = new_order_id(self.entropy)
        if sent.key is not None:
            order_id = self.order_id_of(game_id, sent.sender, sent.key)
            if known := self._known(game_id, order_id, sent):
                return known
        for _ in range(ATTEMPTS):
            refuse_dead_token(game, sent.sender, seen)
            if refused := self._refuse_now(game, sent):
                return refused
            request = sent.read(rules, order_id)
            if isinstance(request, Refusal):
                return request
            if sent.then and sent.by in JUDGES:
                return Refusal("NOT_SEATED", "", "Only a seat leaves orders for later.")
            then = operations.checked(sent.then, rules)
            if isinstance(then, Refusal):
                return then
            outcome = execution.give(
                game, request, rules, at=self.time_in(game), chance_of=self.chance_of
            )
            if isinstance(outcome, Refusal):
                return outcome
            after, accepted = outcome
            try:
                row = requests.row_of(game, request, accepted, self._order_seals)
                left = operations.left_by(game, request, accepted, then) if then else ()
                self.append(after, accepted.events, SideRecords(order=row, left=left))
            except IntegrityError:
                # Others were first; or it was this very request, sent twice at once.
                if answered := self._answered(game_id, order_id, request.digest):
                    return answered
                newer = self.open(game_id)
                if newer.version == game.version:
                    raise
                game = newer
            else:
                return accepted
        return Stale(game.version, self.history(game_id, after=first.version))

    def rehearsed(self, game: Game, seat: str, order: Order) -> tuple[Game, Accepted] | Refusal:
        """The game after an order of `seat` as it would be, and its answer; nothing is recorded.

        All is done that is done for an order that was sent, up to the save. Raises EventsLost.
        """
        rules = self.rules(game)
        request = Submission(seat, [order]).read(rules, "rehearsed")
        if isinstance(request, Refusal):
            return request
        at = self.time_in(game)
        outcome = execution.give(game, request, rules, at=at, chance_of=self.chance_of)
        if not isinstance(outcome, Refusal):
            requests.row_of(game, request, outcome[1], self._order_seals)
            self.refuse_if_short()
        return outcome

    def _refuse_now(self, game: Game, sent: Submission) -> Refusal | Stale | None:
        """Why orders are not even read in this position."""
        if sent.by not in ("", *JUDGES) and game.speaks_for(sent.by) != sent.seat:
            return Refusal("NOT_SEATED", "", "Orders for a seat are given by a share of it.")
        if game.over:
            return Refusal("GAME_OVER", "", "The game is over.")
        if sent.expected is not None and game.version != sent.expected:
            return Stale(game.version, self.history(game.id, after=sent.expected))
        return None

    def transact(
        self,
        game_id: str,
        act: Callable[[Transaction], Refusal | None],
        *,
        names: Mapping[str, str | None] | None = None,
        by: str = "",
        seen: Game | None = None,
    ) -> Transaction | Refusal:
        """What seats or the referee do to the game itself, in one atomic save.

        `act` records its events in a transaction, or says why it is refused; it is called again
        if others act first. `names` are display names to be kept, or (None) erased, with it. `seen`
        is the position in which the actor was let in, as `by`, if any: nothing is recorded once
        the token that opened it no longer does. What standing orders answer is carried out too.
        Raises UnknownGame, UnknownRuleset, DeadToken, and what `act` raises.
        """
        order_id = new_order_id(self.entropy)
        while True:
            game = self.open(game_id)
            refuse_dead_token(game, by, seen)
            transaction = Transaction(
                game,
                self.rules(game),
                today=self.newest_rules(game),
                at=self.time_in(game),
                order_id=order_id,
                position=partial(self.at, game_id),
                chance_of=self.chance_of,
            )
            refusal = act(transaction)
            if refusal is not None:
                return refusal
            transaction.settle()
            try:
                side_records = SideRecords(
                    names=names or {}, texts=transaction.texts, erased=transaction.erased
                )
                self.append(transaction.game, transaction.events, side_records)
            except IntegrityError:
                if self.head(game_id) == game.version:
                    raise
            else:
                self.follow_standing_orders(game_id)
                return transaction

    def decisions(self, game: Game) -> list[Decision]:
        """Who has to decide what in this position."""
        return open_decisions(game, self.rules(game))

    def _answered(self, game_id: str, order_id: str, body: bytes) -> Accepted | KeyReused | None:
        """What came of a request before, if it was accepted. Raises ChangedOrder."""
        kept = self.recorder.order(game_id, order_id)
        if kept is None:
            return None
        sealed = requests.is_sealed(kept, self._order_seals)
        # With the event before, which was caused by another request, and the one after.
        before = max(kept.first_version - 2, 0)
        events = self.history(game_id, after=before, upto=kept.last_version + 1)
        known_as = public_order_id(self._order_secret(game_id), order_id)
        accepted = requests.answer_again(kept, known_as, events, sealed=sealed)
        return accepted if kept.digest == body else KeyReused(accepted.version)

    def _known(self, game_id: str, order_id: str, sent: Submission) -> Accepted | KeyReused | None:
        """The answer that orders with a key got before, from any release. Raises ChangedOrder."""
        body = sent.digest()
        if isinstance(body, Refusal):
            return None
        return self._answered(game_id, order_id, body) or self._known_of_old(game_id, sent)

    def _known_of_old(self, game_id: str, sent: Submission) -> Accepted | KeyReused | None:
        """The answer of a release before 0.6.0.

        Which seat a judge meant was not kept then, so judges' requests are not recognised.
        """
        assert sent.key is not None, "only requests with a key are known again"
        body = sent.digest_before()
        if sent.by in JUDGES or isinstance(body, Refusal) or not self._has_old_orders(game_id):
            return None
        old_id = guessable_order_id(game_id, sent.sender, sent.key)
        return self._answered(game_id, old_id, body)

    @cached_property
    def _has_old_orders(self) -> Callable[[str], bool]:
        """Whether a game has orders of a release before 0.6.0.

        No later one gives it any, so the store is asked once for each game.
        """
        return lru_cache(CACHED_GAMES)(self.recorder.has_guessable_orders)
