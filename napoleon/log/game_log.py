"""The log of all games: what happened in each, and the position at any version of it."""

from __future__ import annotations

import logging
import secrets
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from copy import copy
from functools import lru_cache, partial
from itertools import islice, repeat, takewhile
from typing import Any, ClassVar, Self, cast

import msgspec
from eventsourcing.application import Application, project_aggregate
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import InfrastructureFactory, Recording, StoredEvent
from eventsourcing.utils import Environment, EnvType

from napoleon.chance import Kept
from napoleon.log import display_names, drawing
from napoleon.log.branches import resting
from napoleon.log.cache import Cache
from napoleon.log.drawing import Drawing
from napoleon.log.errors import BrokenLog, EventsLost, UnknownGame, UnknownVersion
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled
from napoleon.log.events.rewinds import WITHDRAWAL, HistoryRewound
from napoleon.log.folding import begun, copied, folded
from napoleon.log.game import Game, GameCreated
from napoleon.log.ids import Entropy, keyed_order_id, order_secret
from napoleon.log.proven import Proven
from napoleon.log.recent import Recent
from napoleon.log.replayer import decoded, replay_until_broken, replayed
from napoleon.log.repository import GameRepository, continuing
from napoleon.log.snapshots import INTERVAL, Snapshots
from napoleon.log.store.chosen import persistence_module
from napoleon.log.store.mapper import EventMapper
from napoleon.log.store.recorder import ALONE, LogRecorder, SideRecords, SnapshotRecorder
from napoleon.log.store.settings import may_create
from napoleon.log.times import SECOND
from napoleon.rules.contract import Ruleset, installed, replaying
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.phrases import speaker, with_phrases_told
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views, boards

CACHED_GAMES = 128

_FEW, _CHUNK = 8, 100
"""Events that are read at first, where the one that is looked for is mostly near, and at most."""

CACHED_DRAWS = 4096
"""How many calls of undone draws that may count again are remembered: after a rewind every order
asks for them."""


_log = logging.getLogger(__name__)


class _Seed(msgspec.Struct):
    seed: str


Listener = Callable[[Game, Sequence[Event]], object]
"""Takes a position that was recorded, and the events that have led to it from the one before."""


def _more_and_more() -> Iterator[int]:
    """How many events to read each time."""
    count = _FEW
    while True:
        yield count
        count = min(_CHUNK, 2 * count)


def now() -> int:
    """Microseconds since 1970 UTC."""
    return time.time_ns() // 1000


def _unwitnessed() -> bool:
    return True


def _at_the_table(game: Game, seat: str, newest: Game | None) -> Viewer:
    """Who `seat` is for the rules, where `newest` is the game now."""
    viewer = game.viewer_for(seat, newest)
    if game.timekeeping.forfeited is not None:
        # The table does not know that the game is over, and that nothing is hidden any more.
        return viewer._replace(seat=REFEREE)
    return viewer


class GameLog(Application[str]):
    """All games in a log, for reading, and the one way of appending events to it.

    `rulesets` are those that are installed, unless given; `clock` tells the time in microseconds
    since 1970 UTC; `entropy(n)` gives the n random bytes that ids, seeds and tokens are made of,
    and is replaced only where a game has to come out the same again; `replaying()` is entered while
    a position is being rebuilt, for anyone who wants to time that.
    """

    env: ClassVar[dict[str, str]] = {
        "MAPPER_TOPIC": "napoleon.log.store.mapper:EventMapper",
        "ORIGINATOR_ID_TYPE": "text",
        "CREATE_TABLE": "no",
    }
    recorder: LogRecorder
    _whole: GameLog | None = None
    """Whose store it is; None for those that have opened it themselves."""

    def __init__(
        self,
        env: Mapping[str, str] | None = None,
        *,
        rulesets: Mapping[str, Ruleset] | None = None,
        clock: Callable[[], int] = now,
        entropy: Entropy = secrets.token_bytes,
        replaying: Callable[[], AbstractContextManager[object]] = nullcontext,
    ) -> None:
        self.beside = ExitStack()
        """What was opened beside the log for these games, and is closed with them."""
        super().__init__(env)
        self.rulesets = installed() if rulesets is None else rulesets
        self._clock = clock
        self.entropy = entropy
        self._replaying = replaying
        self._cache = Cache(CACHED_GAMES)
        self._proven = Proven()
        self._kept_draws = lru_cache(maxsize=CACHED_DRAWS)(self._draws_called_at)
        snapshots = cast("SnapshotRecorder", self.factory.aggregate_recorder(purpose="snapshots"))
        self._snapshots = Snapshots(snapshots, self.recorder, self.env)
        self.is_whole: Callable[[], bool] = _unwitnessed
        """Whether the log holds all that is known to have been recorded in it. A service with a
        witness of that sets it; a log without one is believed. See `refuse_if_short`."""
        self.listeners: set[Listener] = set()
        """Who is told at once what this process records; see `append`. They raise nothing, and do
        not wait: others have to be followed by a subscription anyway."""
        self._order_secret = lru_cache(maxsize=CACHED_GAMES)(self._order_secret_in)
        cast("EventMapper", self.mapper).order_secret_of = self._order_secret
        if may_create(self.env):
            try:
                self.settle()
            except BaseException:
                self.close()
                raise

    def through(self, recorder: LogRecorder) -> Self:
        """These games, read and changed through another recorder of the same log.

        For a worker that holds a part of it. Everything else is shared, and these games close it.
        """
        part = copy(self)
        part._whole = self
        part.recorder = recorder
        part.events = part.construct_event_store()
        part._repository = part.construct_repository()
        return part

    def close(self) -> None:
        """Let go of the store, and of what was opened beside it.

        The library closes what nobody refers to any more, so those that share a store do nothing.
        """
        if self._whole is None:
            self.beside.close()
            super().close()

    def settle(self) -> None:
        """Called where tables are made: what else a store has to have before it is used."""

    def clock(self) -> int:
        """The time that is recorded now: whole seconds, in microseconds since 1970 UTC."""
        exact = self.now()
        return exact - exact % SECOND

    def time_in(self, game: Game) -> int:
        """The time of what is recorded next in a game: now, but never before its newest event.

        A clock that is put back does not change what happened after what. Times are told in whole
        seconds, except that of a game's creation.
        """
        return max(self.clock(), game.updated - game.updated % SECOND)

    def now(self) -> int:
        """The time in full, which is recorded nowhere: microseconds since 1970 UTC."""
        return self._clock()

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """The environment, with the database that it chooses; see `napoleon.log.store.chosen`."""
        chosen = super().construct_env(name, env)
        chosen[InfrastructureFactory.PERSISTENCE_MODULE] = persistence_module(chosen)
        return chosen

    def construct_repository(self) -> GameRepository:
        """The repository that the library's users ask for games."""
        return GameRepository(self.events, self)

    def rules(self, game: Game) -> Ruleset:
        """The rules and data that `game` is played by in this position.

        Where they are not here any more, they are those that replay it, and decide nothing; see
        `napoleon.play.execution.refuse_changed_rules`. Raises UnknownRuleset.
        """
        today = self.rulesets.get(game.created.ruleset)
        edition = None if today is None else today.edition(*game.pinned)
        return edition or self.rules_of(game.created)

    def newest_rules(self, game: Game) -> Ruleset:
        """The rules and data of today for `game`, to which it may go over."""
        return self.rulesets[game.created.ruleset]

    def open(self, game_id: str) -> Game:
        """The newest position of a game, for reading only. Raises UnknownGame, UnknownRuleset."""
        # Looked up in this order, the log is never behind what is known of it.
        game = self._cache.newest(game_id)
        head = self.head(game_id)
        if game is not None and game.version == head:
            return game
        if game is not None and game.version > head:
            # The log has been put back, say from a backup.
            self._cache.forget(game_id)
        entry = self._cache.entry(game_id)
        with entry.lock:
            if entry.game is None:
                entry.move_on(self._replayed(game_id))
            elif missing := self.history(game_id, after=entry.game.version):
                rules, earlier = self.rules(entry.game), partial(self.at, game_id)
                entry.move_on(folded(copied(entry.game, rules), missing, rules, earlier))
            assert entry.game is not None, "a position was put in"
            return entry.game

    def at_hand(self, game_id: str) -> Game:
        """The newest position that this process knows, for reading only; it may be behind the log.

        Raises as `open` does where it knows none.
        """
        return self._cache.newest(game_id) or self.open(game_id)

    def at(self, game_id: str, version: int) -> Game:
        """The position at a version from 1 to the newest one, for reading only.

        Raises UnknownGame, UnknownVersion, UnknownRuleset.
        """
        found = self._cache.at(game_id, version)
        if found is not None:
            return found
        newest = self._cache.newest(game_id)
        is_known = newest is not None and 1 <= version < newest.version
        if not is_known and not 1 <= version <= self.head(game_id):
            raise UnknownVersion(version)
        found = self._replayed(game_id, upto=version)
        if found.version < version:
            # The log has been put back, say from a backup.
            raise UnknownVersion(version)
        return found

    def caught_up(self, game: Game) -> tuple[Game, list[Event]]:
        """The newest position of a game, from an earlier one, and the events that led to it.

        For reading only, as `open` is, for somebody who has to tell what has happened: the log is
        asked once. Raises UnknownGame, UnknownRuleset, BrokenLog.
        """
        events = self.history(game.id, after=game.version)
        if not events:
            return game, events
        rules, earlier = self.rules(game), partial(self.at, game.id)
        newest = folded(copied(game, rules), events, rules, earlier)
        self._cache.publish(newest)
        return newest, events

    def later(self, game: Game, version: int) -> Game:
        """The position at a version, from one that is known and not after it, for reading only.

        Raises UnknownRuleset.
        """
        if game.version == version:
            return game
        rules, earlier = self.rules(game), partial(self.at, game.id)
        missing = self.history(game.id, after=game.version, upto=version)
        return folded(copied(game, rules), missing, rules, earlier)

    def seen_at(self, game_id: str, version: int, viewer: str) -> Game:
        """The position at a version as `viewer` is shown it, for reading only.

        In fog of war an order is one piece to all but the referee: in the middle of it they would
        see which block moves under which token. There it is the position that the order leads to.
        Raises as `at` does.
        """
        if viewer != REFEREE and version >= 1:
            events = self._onwards(game_id, version - 1)
            piece = [*islice(events, 1), *takewhile(lambda it: not it.begins, events)]
            if len(piece) > 1 and any(event.fog for event in piece):
                rest = self.at(game_id, piece[-1].version)
                return msgspec.structs.replace(rest, version=version)
        return self.at(game_id, version)

    def replay_until_broken(
        self, game_id: str, upto: int | None = None
    ) -> tuple[Game, BrokenLog | None]:
        """The newest position that the log still gives; see `replayer.replay_until_broken`."""
        rules = self._pinned_rules(game_id)
        found, broken = replay_until_broken(
            game_id,
            rules,
            recorder=self.recorder,
            mapper=self.mapper,
            proven=self._proven,
            upto=upto,
        )
        if upto is None and broken is None:
            self._cache.publish(found)
        return found, broken

    def created(self, game_id: str) -> GameCreated:
        """The event that the game began with. Raises UnknownGame, BrokenLog."""
        [first] = self.history(game_id, limit=1)
        return begun(first)

    def creation_event(self, game_id: str) -> GameCreated:
        """The same, which is not read again of a game that is known. Raises as `created` does."""
        known = self._cache.newest(game_id)
        return self.created(game_id) if known is None else known.created

    def end_of_order(self, game_id: str, version: int) -> int:
        """The version at which the order around `version` had been carried out.

        Raises UnknownGame.
        """
        return resting(self._onwards(game_id, version), version)

    def head(self, game_id: str) -> int:
        """The newest version of a game. Raises UnknownGame."""
        version = self.recorder.head(game_id)
        if version is None:
            raise UnknownGame(game_id)
        return version

    def history(
        self,
        game_id: str,
        *,
        after: int = 0,
        upto: int | None = None,
        limit: int | None = None,
        topics: Collection[str] | None = None,
    ) -> list[Event]:
        """Events of a game after version `after` up to version `upto`, at most `limit`.

        Of these only those of `topics`, if they are given, also of earlier releases; no other is
        decoded. Raises UnknownGame, and BrokenLog for an event that cannot be read.
        """
        stored = self._stored(game_id, after, upto, limit)
        if topics is not None:
            stored_as = cast("EventMapper", self.mapper).stored_as(topics)
            stored = [row for row in stored if row.topic in stored_as]
        return list(decoded(stored, self.mapper))

    def _stored(
        self, game_id: str, after: int, upto: int | None = None, limit: int | None = None
    ) -> Sequence[StoredEvent]:
        stored = self.recorder.select_events(game_id, gt=after, lte=upto, limit=limit)
        if not stored and self.recorder.head(game_id) is None:
            raise UnknownGame(game_id)
        return stored

    def backwards(self, game_id: str, version: int) -> Iterator[Event]:
        """Events of a game from that version back to the first, read as they are asked for.

        Raises UnknownGame, and BrokenLog for an event that cannot be read.
        """
        return decoded(self._rows_backwards(game_id, version, _more_and_more()), self.mapper)

    def recent(self, game: Game) -> Recent:
        """The events up to a position, newest first, to be looked through more than once."""
        rows = self._rows_backwards(game.id, game.version, repeat(_CHUNK))
        return Recent(rows, cast("EventMapper", self.mapper))

    def _rows_backwards(
        self, game_id: str, version: int, counts: Iterator[int]
    ) -> Iterator[StoredEvent]:
        while version > 0:
            start = max(0, version - next(counts))
            yield from reversed(self._stored(game_id, start, version))
            version = start

    def _onwards(self, game_id: str, after: int) -> Iterator[Event]:
        """Events of a game after a version to the newest, read as they are asked for."""
        for count in _more_and_more():
            stored = self._stored(game_id, after, limit=count)
            yield from decoded(stored, self.mapper)
            if len(stored) < count:
                return
            after = stored[-1].originator_version

    def views(self, game: Game, seat: str, *, newest: Game | None = None) -> Views | None:
        """The boards of a position as `seat` may know them; None before the table is laid.

        `newest` is the game now, where `game` may be an earlier position of it.
        """
        if game.state is None:
            return None
        viewer = _at_the_table(game, seat, newest)
        return self.rules(game).view(game.state, viewer).at(game.version)

    def known(self, game: Game, seat: str, *, newest: Game | None = None) -> Any:
        """What `seat` may know of a position, for bots and texts; of one with a laid table.

        `newest` is the game now, where `game` may be an earlier position of it.
        """
        return self.rules(game).known(game.state, _at_the_table(game, seat, newest))

    def view(
        self, game: Game, seat: str, *, newest: Game | None = None
    ) -> dict[str, dict[str, Any]]:
        """`views` as plain data by the names of the boards, each with its version, in English."""
        views = self.views(game, seat, newest=newest)
        rules, plain = self.rules(game), msgspec.to_builtins(boards(game.version, views))
        told: dict[str, dict[str, Any]] = with_phrases_told(
            plain, speaker(rules.names, rules.cards)
        )
        return told

    def names(self, game_id: str) -> dict[str, str]:
        """The display names of the seats that gave one. They are not part of the log."""
        return self.recorder.names(game_id)

    def names_shown(self, game_id: str) -> dict[str, str]:
        """The same, with a mark before those that read like another's; see `display_names`."""
        return display_names.marked(self.names(game_id))

    def put_name(self, game_id: str, seat: str, name: str | None) -> None:
        """Keep, change or (None) erase the display name of a seat. Raises EventsLost."""
        self.refuse_if_short()
        self.recorder.put_name(game_id, seat, name)

    def take_snapshots(self, game_id: str) -> int:
        """Keep the positions that are due, so that late ones are found fast; returns how many.

        One that no longer holds is replaced. Raises UnknownGame, UnknownRuleset, BrokenLog.
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

    def take_snapshot(
        self,
        aggregate_id: str,
        version: int | None = None,
        projector_func: Any = project_aggregate,
    ) -> None:
        """Keep the position of a game at a version, or its newest one, as a snapshot.

        Those at every 500th version are kept by `take_snapshots`. Raises UnknownGame,
        UnknownVersion, UnknownRuleset, BrokenLog, and TypeError for a projector of one's own.
        """
        if projector_func is not project_aggregate:
            raise TypeError("a snapshot of a game is taken by its rules, and by nothing else")
        game = self.at(aggregate_id, self.head(aggregate_id) if version is None else version)
        self._snapshots.put(game, self._pinned_rules(aggregate_id))

    def save(self, *objs: object, **kwargs: Any) -> list[Recording[str]]:
        """Append events that continue a game, or begin one, all or nothing.

        A position cannot be saved: it keeps no pending events. `kwargs` may have `side_records`,
        see `append`. Raises NotSaved, IntegrityError if others were first, and as `append` does.
        """
        continued = continuing(self, objs)
        return [] if continued is None else self.append(*continued, **kwargs)

    def append(
        self, game: Game, events: list[Event], side_records: SideRecords = ALONE
    ) -> list[Recording[str]]:
        """Record the newest events of a game and what goes with them; `game` is as after them.

        The listeners are told before it returns. Two threads that record one after the other may
        tell them in any order. One that fails is named in the operators' log, and nobody else
        suffers for it: who follows the log finds the events there.

        Raises IntegrityError if others were first, EventsLost, and whatever the database raises.
        """
        self.refuse_if_short()
        recorded = cast("list[DomainEventProtocol[str]]", events)
        if any(isinstance(it, HistoryRewound) and it.reason != WITHDRAWAL for it in events):
            # What was left in a position that has been undone no longer fits.
            side_records = msgspec.structs.replace(side_records, forget=True)
        recordings = self.events.put(recorded, side_records=side_records)
        self._cache.publish(game)
        try:
            self._tell_listeners(game, events)
        finally:
            self.recorder.announce()
        return recordings

    def _tell_listeners(self, game: Game, events: Sequence[Event]) -> None:
        for listener in tuple(self.listeners):
            try:
                listener(game, events)
            except Exception:
                # The events are recorded: who gave the order must not be told otherwise.
                _log.exception("%r was not told of game %s", listener, game.id)

    def refuse_if_short(self) -> None:
        """Raise EventsLost if the log does not hold all that was recorded in it.

        What would be added now could take the place of what players saw accepted.
        """
        if not self.is_whole():
            raise EventsLost("the log has lost events, and nothing is recorded until it is seen to")

    def chance_of(self, game: Game) -> Drawing:
        """The chance of a game, with the undone draws that count again after its last rewind."""
        kept: dict[int, Kept] = {}
        for version in game.kept_calls:
            kept.update(self._kept_draws(game.id, version))
        return drawing.chance_of(game, kept)

    def _draws_called_at(self, game_id: str, version: int) -> dict[int, Kept]:
        [call] = self.history(game_id, after=version - 1, limit=1)
        assert isinstance(call, DrawsCalled | SecretDrawsCalled)
        return drawing.kept_draws(call, self.at(game_id, version))

    def order_id_of(self, game_id: str, holder: str, key: str) -> str:
        """The id of a request that `holder` sends under the idempotency key `key`."""
        return keyed_order_id(self._order_secret(game_id), holder, key)

    def _order_secret_in(self, game_id: str) -> bytes:
        """What makes the order ids of a game secret. Raises ValueError if its seed is not there."""
        [first] = self.recorder.select_events(game_id, limit=1)
        return order_secret(msgspec.json.decode(first.state, type=_Seed).seed)

    def _replayed(self, game_id: str, *, upto: int | None = None) -> Game:
        with self._replaying():
            return replayed(
                game_id,
                self.rules_of(self.creation_event(game_id)),
                recorder=self.recorder,
                mapper=self.mapper,
                snapshots=self._snapshots,
                upto=upto,
            )

    def _pinned_rules(self, game_id: str) -> Ruleset:
        return self.rules_of(self.created(game_id))

    def rules_of(self, created: GameCreated) -> Ruleset:
        """The rules that replay a game: those that it began with, or those of today."""
        return replaying(self.rulesets, created.ruleset, created.rules_version, created.pack)
