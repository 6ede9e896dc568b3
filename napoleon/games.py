"""Games: the one door to the log. Whoever plays or reads a game comes through here."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import lru_cache, partial
from typing import Any, ClassVar, cast

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import InfrastructureFactory, IntegrityError
from eventsourcing.utils import Environment, EnvType

from napoleon import founding, idempotency, seats, standing
from napoleon.act import Act
from napoleon.cache import Cache
from napoleon.chance import Kept
from napoleon.chance.called import DrawsCalled, SecretDrawsCalled
from napoleon.events import JUDGES, REFEREE, Event
from napoleon.game import BrokenLog, Game, GameCreated, begun
from napoleon.ids import (
    Entropy,
    guessable_order_id,
    keyed_order_id,
    new_order_id,
    order_secret,
)
from napoleon.instructions import Use
from napoleon.orders import Order, Refusal
from napoleon.outcomes import (
    Accepted,
    Created,
    DeadToken,
    KeyReused,
    Stale,
    UnknownGame,
    UnknownSeat,
    UnknownVersion,
)
from napoleon.playing import (
    Drawing,
    carried_out,
    chance_of,
    copied,
    folded,
    kept_draws,
    open_decisions,
)
from napoleon.replay import decoded, replayed, salvaged
from napoleon.request import Request, digest, parsed
from napoleon.rewinding import WITHDRAWAL, HistoryRewound, resting
from napoleon.ruleset import VIEWS, Decision, Ruleset, UnknownRuleset, installed
from napoleon.snapshots import INTERVAL, Snapshots
from napoleon.store.chosen import persistence_module
from napoleon.store.mapper import SECOND, EventMapper
from napoleon.store.recorder import ALONE, Beside, LogRecorder, SnapshotRecorder

__all__ = [
    "Accepted",
    "Created",
    "DeadToken",
    "Games",
    "KeyReused",
    "Stale",
    "UnknownGame",
    "UnknownSeat",
    "UnknownVersion",
]

_log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a request is tried when others act in between."""

CACHED_GAMES = 128

_CHUNK = 100
"""Events that are read at a time."""

CACHED_DRAWS = 4096
"""Calls of undone draws that may count again, as after a rewind every order asks for them."""


class _Seed(msgspec.Struct):
    seed: str


def now() -> int:
    """Microseconds since 1970 UTC."""
    return time.time_ns() // 1000


class Games(Application[str]):
    """All games in a log.

    `rulesets` are those that are installed, unless given; `clock` tells the time in microseconds
    since 1970 UTC; `entropy(n)` gives the n random bytes that ids, seeds and tokens are made of,
    and is only replaced where a game has to come out the same again; `replaying()` is entered for
    as long as a position is being rebuilt, by whoever wants to time that.
    """

    env: ClassVar[dict[str, str]] = {
        "MAPPER_TOPIC": "napoleon.store.mapper:EventMapper",
        "ORIGINATOR_ID_TYPE": "text",
        "CREATE_TABLE": "no",
    }
    recorder: LogRecorder

    def __init__(
        self,
        env: Mapping[str, str] | None = None,
        *,
        rulesets: Mapping[str, Ruleset] | None = None,
        clock: Callable[[], int] = now,
        entropy: Entropy = secrets.token_bytes,
        replaying: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        super().__init__(env)
        self.rulesets = installed() if rulesets is None else rulesets
        self._clock = clock
        self.entropy = entropy
        self._replaying = replaying
        self._cache = Cache(CACHED_GAMES)
        self._kept_draws = lru_cache(maxsize=CACHED_DRAWS)(self._draws_called_at)
        snapshots = cast("SnapshotRecorder", self.factory.aggregate_recorder(purpose="snapshots"))
        self._snapshots = Snapshots(snapshots, self.recorder, self.env)
        self._order_secret = lru_cache(maxsize=CACHED_GAMES)(self._order_secret_in)
        cast("EventMapper", self.mapper).order_secret_of = self._order_secret

    def clock(self) -> int:
        """The time that is recorded now: whole seconds, in microseconds since 1970 UTC."""
        exact = self.now()
        return exact - exact % SECOND

    def now(self) -> int:
        """The time, as it is recorded nowhere: microseconds since 1970 UTC."""
        return self._clock()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """The environment with the database that it chooses; see `napoleon.store.chosen`."""
        chosen = super().construct_env(name, env)
        chosen[InfrastructureFactory.PERSISTENCE_MODULE] = persistence_module(chosen)
        return chosen

    def rules(self, game: Game) -> Ruleset:
        """The rules and data that `game` is played by, or that replay it. Raises UnknownRuleset."""
        return self._pinned(game.created)

    def create(
        self,
        ruleset: str,
        scenario: str,
        options: Mapping[str, Any],
        *,
        referee: bool = False,
        awaits_seats: bool = False,
        instant_answers: bool = False,
    ) -> Created:
        """Set up a game; see `napoleon.founding.create`."""
        return founding.create(
            self,
            ruleset,
            scenario,
            options,
            referee=referee,
            awaits_seats=awaits_seats,
            instant_answers=instant_answers,
        )

    def fork(self, game_id: str, version: int, *, referee: bool = False) -> Created | Refusal:
        """A new game from a version of another one; see `napoleon.founding.fork`."""
        return founding.fork(self, game_id, version, referee=referee)

    def open(self, game_id: str) -> Game:
        """The newest position of a game, for reading only. Raises UnknownGame, UnknownRuleset."""
        # Looked up in this order, the log is never behind what is known of it.
        game = self._cache.newest(game_id)
        head = self.head(game_id)
        if game is not None and game.version == head:
            return game
        if game is not None and game.version > head:
            # The log has been put back, as from a backup.
            self._cache.forget(game_id)
        entry = self._cache.entry(game_id)
        with entry.lock:
            if entry.game is None:
                entry.game = self._replayed(game_id)
            elif missing := self.history(game_id, after=entry.game.version):
                rules = self.rules(entry.game)
                if any(isinstance(event, HistoryRewound) for event in missing):
                    entry.game = self._replayed(game_id)
                else:
                    entry.game = folded(copied(entry.game, rules), missing, rules)
            return entry.game

    def at(self, game_id: str, version: int) -> Game:
        """The position at a version from 1 to the newest one, for reading only.

        Raises UnknownGame, UnknownVersion, UnknownRuleset.
        """
        newest = self._cache.newest(game_id)
        if newest is not None and newest.version == version:
            return newest
        if not 1 <= version <= self.head(game_id):
            raise UnknownVersion(version)
        return self._replayed(game_id, upto=version)

    def seen_at(self, game_id: str, version: int, reader: str) -> Game:
        """The position at a version as `reader` is shown it, for reading only.

        In fog of war an order is one piece to all but the referee: in the midst of it one would
        see which block moves under which token. There it is the position that the order leads
        to. Raises as `at` does.
        """
        if reader != REFEREE and version >= 1:
            rest = self.at_rest(game_id, version)
            piece = self.history(game_id, after=version - 1, upto=rest)
            if rest > version and any(event.fog for event in piece):
                return msgspec.structs.replace(self.at(game_id, rest), version=version)
        return self.at(game_id, version)

    def salvaged(self, game_id: str, upto: int | None = None) -> tuple[Game, BrokenLog | None]:
        """The newest position that can be rebuilt from the whole log; see `replay.salvaged`."""
        rules = self._pinned_rules(game_id)
        found, broken = salvaged(
            game_id, rules, recorder=self.recorder, mapper=self.mapper, upto=upto
        )
        if upto is None and broken is None:
            self._cache.publish(found)
        return found, broken

    def created(self, game_id: str) -> GameCreated:
        """The event that the game began with. Raises UnknownGame, BrokenLog."""
        [first] = self.history(game_id, limit=1)
        return begun(first)

    def at_rest(self, game_id: str, version: int) -> int:
        """The version at which the order that `version` lies in had been carried out.

        Raises UnknownGame.
        """
        while True:
            later = self.history(game_id, after=version, limit=_CHUNK)
            rest = resting(later, version)
            if rest < version + len(later) or len(later) < _CHUNK:
                return rest
            version = rest

    def head(self, game_id: str) -> int:
        """The newest version of a game. Raises UnknownGame."""
        version = self.recorder.head(game_id)
        if version is None:
            raise UnknownGame(game_id)
        return version

    def history(
        self, game_id: str, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> list[Event]:
        """Events of a game after version `after`, not after version `upto`, at most `limit`.

        Raises UnknownGame, and BrokenLog for an event that cannot be read.
        """
        stored = self.recorder.select_events(game_id, gt=after, lte=upto, limit=limit)
        if not stored and self.recorder.head(game_id) is None:
            raise UnknownGame(game_id)
        return list(decoded(stored, self.mapper))

    def backwards(self, game_id: str, version: int) -> Iterator[Event]:
        """Events of a game from that version back to the first, read as they are asked for.

        Raises UnknownGame, and BrokenLog for an event that cannot be read.
        """
        while version:
            start = max(0, version - _CHUNK)
            yield from reversed(self.history(game_id, after=start, upto=version))
            version = start

    def give(
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
    ) -> Accepted | Refusal | Stale | KeyReused:
        """Carry out orders of `seat`, one after the other, in one atomic save.

        An order is a struct, its data, or a line of the game's notation.

        They are carried out until one is refused or `seat` has nothing to decide. Nothing is
        recorded if the first one is refused, nor if `expected` is given and is not the newest
        version. `decision` names the open decision that the first order is for. A request with
        the idempotency `key` of one that was accepted is answered as that one was, if it is the
        same request. `by` names who gives them for the seat, if not its holder: the referee, the
        deputy, or a share of it. `newest` is the position in which they were let in, if there was
        one: the order is recorded only as long as the token that opened it does.

        What is wrong is said in the order of the digest's chapter 17: the seat, the end of the
        game, the version, the payload, the rules. What instructions answer is seen to. Raises
        UnknownGame, UnknownRuleset, DeadToken.
        """
        game = newest or self.open(game_id)
        outcome = self._given(game, seat, orders, expected, decision, key, by, newest)
        if isinstance(outcome, Accepted):
            self.follow_instructions(game_id)
        return outcome

    def follow_instructions(self, game_id: str) -> None:
        """Carry out what instructions answer at once, in a game in which they do.

        In all others the worker gives their answers when they are due; see `napoleon.pace`. Raises
        nothing, as what brought the questions up has been recorded and stands. Where it fails the
        seats are asked; it is tried again by the worker.
        """
        try:
            if self.open(game_id).created.instant_answers:
                standing.answer_in_place(self, game_id)
        except Exception:
            _log.exception("instructions of game %s could not be carried out", game_id)

    def _given(
        self,
        game: Game,
        seat: str,
        orders: Sequence[Mapping[str, Any] | Order | str],
        expected: int | None,
        decision: str | None,
        key: str | None,
        by: str,
        seen: Game | None,
    ) -> Accepted | Refusal | Stale | KeyReused:
        """What comes of orders that are given in the newest position `game`; see `give`."""
        game_id, first = game.id, game
        rules = self.rules(game)
        if seat not in game.created.seats:
            return Refusal("NOT_SEATED", "", "Only the holder of a seat gives orders.")
        body = digest(orders, decision, seat if by else None)
        order_id = new_order_id(self.entropy)
        known: Accepted | KeyReused | None
        if key is not None:
            order_id = self.order_id_of(game_id, by or seat, key)
            if isinstance(body, bytes) and (
                known := self._answered(game_id, order_id, body)
                or self._answered_before(game_id, by, seat, key, digest(orders, decision))
            ):
                return known
        for _ in range(ATTEMPTS):
            seats.refuse_dead_token(game, by or seat, seen)
            if by not in ("", *JUDGES) and game.speaks_for(by) != seat:
                return Refusal("NOT_SEATED", "", "Who gives orders for a seat has a share of it.")
            if game.over:
                return Refusal("GAME_OVER", "", "The game is over.")
            if expected is not None and game.version != expected:
                return Stale(game.version, self.history(game_id, after=expected))
            if isinstance(body, Refusal):
                return body
            understood = parsed(orders, rules)
            if isinstance(understood, Refusal):
                return understood
            request = Request(seat, understood, decision, order_id, body, by=by)
            outcome = carried_out(game, request, rules, at=self.clock(), chance_of=self._chance_of)
            if isinstance(outcome, Refusal):
                return outcome
            after, accepted = outcome
            try:
                row = idempotency.row(game, request, accepted)
                self.keep(after, accepted.events, Beside(order=row))
            except IntegrityError:
                # Others were first; or it was this very request, sent twice at once.
                if known := self._answered(game_id, order_id, body):
                    return known
                newer = self.open(game_id)
                if newer.version == game.version:
                    raise
                game = newer
            else:
                return accepted
        return Stale(game.version, self.history(game_id, after=first.version))

    def use(self, game: Game, use: Use) -> Accepted | Refusal | Stale:
        """Give the order of an instruction in the position `game`, in place of its seat.

        Stale if others acted first, or the instruction is not kept any more. What is used up is
        forgotten in the same save.
        """
        kept = use.kept
        said = msgspec.to_builtins(kept.instruction)
        order_id = new_order_id(self.entropy)
        # Once the share has ended, or is somebody else's, its instructions are the seat's own.
        shared_at = game.shared_at.get(kept.by, game.version + 1)
        by = kept.by if shared_at <= (kept.version or game.version) else ""
        request = Request(kept.seat, (use.order,), None, order_id, instruction=said, by=by)
        outcome = carried_out(
            game, request, self.rules(game), at=self.clock(), chance_of=self._chance_of
        )
        if isinstance(outcome, Refusal):
            return outcome
        after, accepted = outcome
        try:
            self.keep(after, accepted.events, Beside(used=kept.id, spent=use.spent))
        except IntegrityError:
            missed = self.history(game.id, after=game.version)
            if not missed and any(row.id == kept.id for row in self.recorder.instructions(game.id)):
                raise
            return Stale(game.version + len(missed), missed)
        return accepted

    def act(
        self,
        game_id: str,
        carry_out: Callable[[Act], Refusal | None],
        *,
        names: Mapping[str, str | None] | None = None,
        by: str = "",
        seen: Game | None = None,
    ) -> Act | Refusal:
        """What seats or referee do to the game itself, in one atomic save.

        `carry_out` records the events of the act, or says why it is refused; it is called again
        if others act first. `names` are display names to be kept, or (None) erased, with it. `seen`
        is the position in which who acts was let in, as `by`, if there was one: nothing is
        recorded once the token that opened it does not any more. What instructions answer is seen
        to. Raises UnknownGame, UnknownRuleset, DeadToken, and what `carry_out` raises.
        """
        order_id = new_order_id(self.entropy)
        while True:
            game = self.open(game_id)
            seats.refuse_dead_token(game, by, seen)
            act = Act(
                game,
                self.rules(game),
                at=self.clock(),
                order_id=order_id,
                position=partial(self.at, game_id),
                chance_of=self._chance_of,
            )
            refusal = carry_out(act)
            if refusal is not None:
                return refusal
            try:
                beside = Beside(names=names or {}, texts=act.texts, erased=act.erased)
                self.keep(act.game, act.events, beside)
            except IntegrityError:
                if self.head(game_id) == game.version:
                    raise
            else:
                self.follow_instructions(game_id)
                return act

    def claim(
        self,
        game_id: str,
        seat: str,
        *,
        nonce: str = "",
        token: str | None = None,
        name: str | None = None,
        fresh: str | None = None,
    ) -> str:
        """A fresh token for a seat, which no other one opens from now on; see `seats.claim`."""
        return seats.claim(self, game_id, seat, nonce=nonce, token=token, name=name, fresh=fresh)

    def decisions(self, game: Game) -> list[Decision]:
        """Who has to decide what in this position."""
        return open_decisions(game, self.rules(game))

    def view(self, game: Game, seat: str, *, faded: bool = False) -> dict[str, dict[str, Any]]:
        """What `seat` may know of this position: the views by name, each with its version.

        `faded` says that its cards have faded; see `napoleon.game.is_faded`.
        """
        version = {"version": game.version}
        if game.state is None:
            return {name: dict(version) for name in VIEWS}
        views = self.rules(game).view(game.state, seat, faded=faded)
        return {name: version | view for name, view in views.items()}

    def names(self, game_id: str) -> dict[str, str]:
        """The display names of the seats, of those that gave one. They are no part of the log."""
        return self.recorder.names(game_id)

    def put_name(self, game_id: str, seat: str, name: str | None) -> None:
        """Keep, change or (None) erase the display name of a seat."""
        self.recorder.put_name(game_id, seat, name)

    def take_snapshots(self, game_id: str) -> int:
        """Keep the positions that are due, so that late ones are found fast; says how many.

        One that does not hold any more is replaced. Raises UnknownGame, UnknownRuleset, BrokenLog.
        """
        rules = self._pinned_rules(game_id)
        every = range(INTERVAL, self.head(game_id) + 1, INTERVAL)
        due = self._snapshots.due(game_id, every, rules)
        for version in due:
            self._snapshots.put(self._replayed(game_id, upto=version), rules)
        return len(due)

    def drop_snapshots(self, game_id: str = "") -> None:
        """Throw away the snapshots of a game, or of all; they are taken again as games go on."""
        self._snapshots.drop(game_id)

    def _answered(self, game_id: str, order_id: str, body: bytes) -> Accepted | KeyReused | None:
        kept = self.recorder.order(game_id, order_id)
        if kept is None:
            return None
        if kept.digest != body:
            return KeyReused(kept.last_version)
        events = self.history(game_id, after=kept.first_version - 1, upto=kept.last_version)
        return idempotency.answer(kept, events)

    def _answered_before(
        self, game_id: str, by: str, seat: str, key: str, body: bytes | Refusal
    ) -> Accepted | KeyReused | None:
        """What a release before 0.6.0 has answered to the same request.

        Which seat a judge meant was not kept then, so theirs are not known again.
        """
        if by in JUDGES or isinstance(body, Refusal):
            return None
        return self._answered(game_id, guessable_order_id(game_id, by or seat, key), body)

    def order_id_of(self, game_id: str, holder: str, key: str) -> str:
        """The id of a request that `holder` sends under the idempotency key `key`."""
        return keyed_order_id(self._order_secret(game_id), holder, key)

    def _order_secret_in(self, game_id: str) -> bytes:
        """What order ids of a game are made with. Raises ValueError if its seed is not there."""
        [first] = self.recorder.select_events(game_id, limit=1)
        return order_secret(msgspec.json.decode(first.state, type=_Seed).seed)

    def _chance_of(self, game: Game) -> Drawing:
        """The chance of a game, with the undone draws that count again since its last rewind."""
        kept: dict[int, Kept] = {}
        for version in game.kept_calls:
            kept.update(self._kept_draws(game.id, version))
        return chance_of(game, kept)

    def _draws_called_at(self, game_id: str, version: int) -> dict[int, Kept]:
        [call] = self.history(game_id, after=version - 1, limit=1)
        assert isinstance(call, DrawsCalled | SecretDrawsCalled)
        return kept_draws(call, self.at(game_id, version))

    def keep(self, game: Game, events: list[Event], beside: Beside = ALONE) -> None:
        """Record the newest events of a game and what goes with them; `game` is as after them.

        Raises IntegrityError if others were first, and whatever the database fails with.
        """
        recorded = cast("list[DomainEventProtocol[str]]", events)
        if any(isinstance(it, HistoryRewound) and it.reason != WITHDRAWAL for it in events):
            # What was left in a position that has been undone does not fit any more.
            beside = msgspec.structs.replace(beside, forget=True)
        self.events.put(recorded, beside=beside)
        self._cache.publish(game)

    def _replayed(self, game_id: str, *, upto: int | None = None) -> Game:
        with self._replaying():
            return replayed(
                game_id,
                self._pinned_rules(game_id),
                recorder=self.recorder,
                mapper=self.mapper,
                snapshots=self._snapshots,
                upto=upto,
            )

    def _pinned_rules(self, game_id: str) -> Ruleset:
        return self._pinned(self.created(game_id))

    def _pinned(self, created: GameCreated) -> Ruleset:
        rules = self.rulesets.get(created.ruleset)
        pinned = (created.rules_version, created.pack)
        if rules is None or pinned not in ((rules.version, rules.pack_hash), *rules.replays):
            raise UnknownRuleset(f"{created.ruleset} {created.rules_version} ({created.pack})")
        return rules
