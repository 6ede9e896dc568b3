"""A store moves to another database while it is in use.

Games are copied one by one, each with what stands beside it in the log; then the tables whose rows
change, and then again and again what has changed meanwhile. To end it, the old store is closed, the
rest is copied and compared, and the new store is opened. A command that is ended anywhere is given
again: it looks at all that is there, and copies what is missing.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from itertools import groupby

import msgspec
from eventsourcing.persistence import (
    DataError,
    InfrastructureFactoryError,
    IntegrityError,
    PersistenceError,
)

from api.mail.errors import MailStoreMissing
from api.moving.keys import check_keys, take_in_keys
from api.moving.rows import Checks
from api.moving.stores import moving
from api.telemetry.secrecy import without_secrets
from napoleon.log.errors import BrokenLog
from napoleon.log.store.chosen import DATABASE_URL, DIRECT_URL, MODULE, REPLICA_URL
from napoleon.log.store.home import home
from napoleon.log.store.moved import NEW, MoveRefused, Row, Table
from napoleon.log.store.online import (
    GAMES,
    OF_A_GAME,
    Change,
    MovingStore,
    Part,
    State,
    belongs,
)
from napoleon.log.store.recorder import StoreMissing
from napoleon.log.store.settings import log_place
from napoleon.play.games import Games
from napoleon.record.hashes import LeafHashes
from napoleon.record.key_transfer import packed
from napoleon.rules.contract import UnknownRuleset
from projections.projector import edition
from projections.redis_settings import PREFIX, REDIS_URL, place_of
from projections.store import open_views

_NOT_INHERITED = (DATABASE_URL, DIRECT_URL, REPLICA_URL, MODULE)

_AT_ONCE = 8
"""How many games are copied in one transaction."""

_FEW = 20
"""After how many changes or fewer the rest is copied while the old store is closed."""

_ROUNDS = 20
"""How often changes are copied before that, where many go on coming."""

Tell = Callable[[str], None]
"""Is told in sentences how far the move has come."""


class Moved(msgspec.Struct, frozen=True):
    """What has come of a move."""

    games: int
    events: int
    finished: bool
    """Whether the new store is open, and the old one closed."""
    closed_for: float | None
    """For how many seconds both were closed; None if nobody has looked at the clock."""
    notes: list[str] = []
    """What the operator has to know about the keys, in sentences."""


def settings_of_new(env: Mapping[str, str]) -> dict[str, str]:
    """The environment of the new store: as `env`, but for what ``NEW_`` says in it.

    Nothing that says where the log is comes from the old store, as the new one is elsewhere.
    """
    said = {name.removeprefix(NEW): it for name, it in env.items() if name.startswith(NEW)}
    kept = {name: it for name, it in env.items() if name not in _NOT_INHERITED}
    return {**kept, **said}


def move(env: Mapping[str, str], tell: Tell, *, finish: bool) -> Moved:
    """Copy the store that `env` names to the new one, and open that if it is to `finish`.

    Raises MoveRefused, KeyUnusable, and what opening and writing the stores raises. The old store
    then takes orders, and the command may be given again.
    """
    new_env, run = settings_of_new(env), secrets.token_hex(8)
    _check_places(env, new_env)
    with moving(env) as old, moving(new_env) as new, Games(env) as games, Games(new_env) as there:
        found = old.state()
        if found is not None and found.part in (Part.LEFT, Part.RETURNING, Part.ARRIVING):
            return _end(old, found, new, env, run, tell)
        keys = packed(games)
        check_keys(there, keys)
        new.begin_arriving(run, log_place(env), found)
        old.begin_leaving(run, log_place(new_env), found)
        notes = _take_in_keys(there, keys)
        copy = _Copy(old, new, games, there)
        copied = copy.everything(tell)
        seconds = None
        if finish:
            # Before it is closed, as all rules are loaded for it. Redis may show another log.
            open_views(new_env).forget(edition(there))
            new.know_sizes()
            with _closed(old, run):
                began = time.monotonic()
                old.close_to_others(Part.CLOSING)
                copy.rest()
                notes += _take_in_keys(there, packed(games))
                old.say(Part.LEFT, Part.CLOSING)
            new.open_to_others(Part.ARRIVED)
            seconds = time.monotonic() - began
            # Only now: a terminal that does not go on would keep both closed.
            tell("The old store is closed.")
        return Moved(copied, new.events(), finish, seconds, list(dict.fromkeys(notes)))


def _end(
    old: MovingStore,
    left: State,
    new: MovingStore,
    env: Mapping[str, str],
    run: str,
    tell: Tell,
) -> Moved:
    """End a move that was interrupted after the old store was `left`. Raises MoveRefused."""
    if left.part == Part.ARRIVING:
        raise MoveRefused(f"This store is being filled from the {left.other}.")
    found = new.state()
    if found is None or not _takes_from(found, env, left):
        raise MoveRefused(f"This store is closed, as it has moved: its log is now {left.other}.")
    old.go_on(left, run, Part.LEFT)
    new.go_on(found, run, found.part)
    if found.part == Part.ARRIVING:
        new.open_to_others(Part.ARRIVED)
    tell("The store has moved already.")
    return Moved(new.count(new.tables[GAMES]), new.events(), finished=True, closed_for=None)


def _takes_from(found: State, env: Mapping[str, str], left: State) -> bool:
    """Whether a new store in that state is the one to which the store of `env` was `left`."""
    is_new = found.part in (Part.ARRIVING, Part.ARRIVED)
    return is_new and belongs(found, log_place(env), left)


def undo(env: Mapping[str, str], *, abandon_new: bool = False) -> bool:
    """Let the old store take orders again, as if there had been no move.

    Raises MoveRefused if there was none, or if something was recorded in the new store since, and
    what opening and writing the stores raises. With `abandon_new` what was recorded there is lost,
    and the new store may be gone. Returns whether it is known to be closed.
    """
    with moving(env) as old:
        found, is_closed = old.state(), True
        if found is None or found.part in (Part.ARRIVING, Part.ARRIVED):
            raise MoveRefused("This store does not move to another one.")
        if found.part in (Part.LEFT, Part.RETURNING):
            found, is_closed = _take_back(old, found, env, abandon_new=abandon_new)
        old.stay(found)
        return is_closed


_GONE = (StoreMissing, MailStoreMissing, PersistenceError, InfrastructureFactoryError)


def _take_back(
    old: MovingStore, left: State, env: Mapping[str, str], *, abandon_new: bool
) -> tuple[State, bool]:
    """Close the new store again: how the old one is then found, and whether it could be closed.

    Raises MoveRefused, and then it is open.
    """
    new_env = settings_of_new(env)
    _check_places(env, new_env)
    returning = State(Part.RETURNING, secrets.token_hex(8), left.other)
    with ExitStack() as held:
        try:
            new = held.enter_context(moving(new_env))
            found = new.state()
        except _GONE:
            if not abandon_new:
                raise
            found = None
        if found is None or not _takes_from(found, env, left):
            if not abandon_new or log_place(new_env) != left.other:
                raise MoveRefused(
                    "The NEW_ settings name another store than the one it has moved to, which is "
                    f"{left.other}."
                )
            old.go_on(left, returning.run, Part.RETURNING)
            return returning, False
        old.go_on(left, returning.run, Part.RETURNING)
        with _left_again(old):
            new.go_on(found, returning.run, found.part)
            new.close_to_others(Part.ARRIVING)
            lost = [] if abandon_new else _only_in(new, old)
        if lost:
            old.say(Part.LEFT, Part.RETURNING)
            new.open_to_others(Part.ARRIVED)
            raise MoveRefused(
                f"The new store has recorded since what would be lost: {'; '.join(lost)}. To come "
                "back with that, move from there to this store. If it is to be lost for good, say "
                "so with 'napoleon move --undo --abandon-new'."
            )
    return returning, True


@contextmanager
def _left_again(old: MovingStore) -> Iterator[None]:
    """Where the new store is closed again; if what is done there fails, the old one is left."""
    try:
        yield
    except BaseException:
        with suppress(MoveRefused, PersistenceError):
            old.say(Part.LEFT, Part.RETURNING)
        raise


def _only_in(new: MovingStore, old: MovingStore) -> list[str]:
    """What the new store has that the old one has not, or otherwise, in words."""
    more = new.events() - old.events()
    found = [f"{more} events"] if more > 0 else []
    changing = {it.name for it in old.changing()}
    with old.reading(), new.reading():
        for table in old.tables.values():
            compared = _digest if table.name in changing else MovingStore.count
            if table.name != "events" and compared(old, table) != compared(new, table):
                found.append(table.what)
    return found


def _digest(store: MovingStore, table: Table) -> tuple[int, int]:
    """How many rows a table has, and a number made of them, whatever order they come in."""
    count, total = 0, 0
    for row in store.rows(table):
        count += 1
        total += int.from_bytes(sha256(repr(row).encode()).digest())
    return count, total


@contextmanager
def _closed(old: MovingStore, run: str) -> Iterator[None]:
    """Where the old store is closed; it takes orders again if what is done there fails.

    Not if another command has begun: that may have closed it.
    """
    try:
        yield
    except BaseException:
        state = old.state()
        if state is not None and (state.part, state.run) == (Part.CLOSING, run):
            with suppress(MoveRefused):
                old.begin_leaving(run, state.other, state)
        raise


def _take_in_keys(there: Games, keys: bytes) -> list[str]:
    try:
        return take_in_keys(there, keys)
    except OSError as error:
        raise MoveRefused(f"A key cannot be kept: {error.strerror}.") from None


def _check_places(env: Mapping[str, str], new_env: Mapping[str, str]) -> None:
    if log_place(env) == log_place(new_env):
        raise MoveRefused(
            f"Say with {NEW}{DATABASE_URL} or {NEW}NAPOLEON_HOME where the new store is: "
            f"{log_place(env)} is the old one."
        )
    if _views(env) == _views(new_env):
        other = f"{NEW}{PREFIX}" if env.get(REDIS_URL) else f"{NEW}NAPOLEON_HOME"
        raise MoveRefused(
            "The old service draws its read models until it is stopped, so the new one needs "
            f"others: set {other} to another value than that of the old store."
        )


def _views(env: Mapping[str, str]) -> tuple[str, str]:
    if url := env.get(REDIS_URL):
        try:
            return place_of(url), env.get(PREFIX) or "napoleon"
        except ValueError:
            # The error would show part of the address, which may hold a password.
            raise MoveRefused(f"{REDIS_URL} is not the address of a Redis.") from None
    return "", str(home(env).absolute())


class _Copy:
    """Copies one store to another, and compares them."""

    def __init__(self, old: MovingStore, new: MovingStore, games: Games, there: Games) -> None:
        self._old, self._new, self._games = old, new, games
        self._leaves = LeafHashes(games.recorder, 256), LeafHashes(there.recorder, 256)

    def everything(self, tell: Tell) -> int:
        """Copy all that is not there, and what changes meanwhile; how many games there are."""
        count, after = 0, 0
        self._check_no_others()
        while rows := self._old.games_after(after, _AT_ONCE):
            self._copy_games(rows)
            count, after = count + len(rows), rows[-1][0]
        tell(f"Copied: {count} games, each with the same root.")
        for table in self._old.changing():
            with _recorded(table.what), self._old.reading(), self._new.writing():
                self._new.empty(table)
                self._new.put(table, Checks().followed(table, self._old.rows(table)))
        tell("Copied: what stands beside the games.")
        for _ in range(_ROUNDS):
            changed = self._changes()
            tell(f"Copied again: {changed} changes.")
            if changed <= _FEW:
                break
        return self._new.count(self._new.tables[GAMES])

    def rest(self) -> None:
        """Copy what is left of a closed store. Raises MoveRefused unless both are then equal."""
        while self._changes():
            pass
        with self._new.writing():
            self._copy_topics()
            for table in self._old.tables.values():
                if table.numbered:
                    self._new.number_from(table, self._old.newest(table))
        for what, here, there in (
            ("events", self._old.events(), self._new.events()),
            *(
                (it.what, self._old.count(it), self._new.count(it))
                for it in (*self._old.changing(), self._old.tables[GAMES])
            ),
        ):
            if here != there:
                raise MoveRefused(f"The old store has {here} {what}, and the new one {there}.")

    def _changes(self) -> int:
        """Copy again what has changed; how many changes there were."""
        with self._old.reading():
            changes = self._old.changes()
            self._copy_rows([it for it in changes if it.table != GAMES])
        numbers = sorted({it.key[0] for it in changes if it.table == GAMES})
        for first in range(0, len(numbers), _AT_ONCE):
            games = map(self._old.game, numbers[first : first + _AT_ONCE])
            self._copy_games([it for it in games if it is not None])
        self._old.settle(changes)
        return len(changes)

    def _copy_rows(self, changes: Sequence[Change]) -> None:
        by_table = sorted(changes, key=lambda it: it.table)
        with self._new.writing():
            for name, changed in groupby(by_table, lambda it: it.table):
                table = self._old.tables[name]
                keys = [it.key for it in changed]
                rows = [self._old.row(table, it) for it in keys]
                # All of them first: what one row had may be what another one has now.
                for key in keys:
                    self._new.remove(table, key)
                with _recorded(table.what):
                    there = (it for it in rows if it is not None)
                    self._new.put(table, Checks().followed(table, there))

    def _copy_games(self, games: Sequence[Row]) -> None:
        rows: dict[str, list[Row]] = {name: [] for name in (GAMES, *OF_A_GAME)}
        with _recorded("games"), self._old.reading(), self._new.writing():
            self._copy_topics()
            for game in games:
                self._find_missing(game, rows)
            for name, missing in rows.items():
                if missing:
                    self._new.put(self._new.tables[name], missing)
        for game in games:
            self._compare(game)

    def _copy_topics(self) -> None:
        topics, there = self._old.numbered("topics"), self._new.numbered("topics")
        missing = [row for number, row in sorted(topics.items()) if number not in there]
        if any(topics.get(number) != row for number, row in there.items()):
            raise MoveRefused("The new store is that of another one: it numbers other events.")
        if missing:
            self._new.put(self._new.tables["topics"], missing)

    def _check_no_others(self) -> None:
        """Raise MoveRefused if the new store has games that the old one has not."""
        after = 0
        while rows := self._new.games_after(after, 1000):
            after = rows[-1][0]
            for row in rows:
                if self._old.game(row[0]) != row:
                    raise MoveRefused(f"The new store has a game {row[1]}, which is not that here.")

    def _find_missing(self, game: Row, rows: dict[str, list[Row]]) -> None:
        number, name = game
        old, new = self._old, self._new
        there = new.head(number)
        if there > old.head(number):
            raise MoveRefused(f"The new store has more of the game {name} than the old one.")
        if new.game(number) is None:
            rows[GAMES].append(game)
        rows["events"] += old.tail(number, there)
        for table in ("orders", "order_seals"):
            known = new.by_order(table, number) if there else {}
            for order_id, row in sorted(old.by_order(table, number).items()):
                if order_id not in known:
                    rows[table].append(row)
                elif known[order_id] != row:
                    raise MoveRefused(f"An order of the game {name} is another in the new store.")
        rows["checkpoints"] += old.checkpoints_after(number, new.checkpointed(number))

    def _compare(self, game: Row) -> None:
        """Raise MoveRefused unless a game in the new store is that of the old one, by its root."""
        number, name = game
        there = self._new.tail(number, 0)
        here = [row for row in self._old.tail(number, 0) if row[1] <= len(there)]
        if here != there or self._differs_in_root(name, len(there)):
            raise MoveRefused(f"The game {name} is not the same in the new store.")

    def _differs_in_root(self, name: str, version: int) -> bool:
        try:
            first = self._games.at(name, 1)
            old, new = (it.root(first, version) for it in self._leaves)
        except (BrokenLog, UnknownRuleset, LookupError):
            # It cannot be read there either: its rows are the same, as was just looked at.
            return False
        return old != new


@contextmanager
def _recorded(what: str) -> Iterator[None]:
    try:
        yield
    except (IntegrityError, DataError) as error:
        # As where a text has a character that PostgreSQL does not take.
        # What follows the first line quotes the row.
        first, *_ = str(error).splitlines() or [type(error).__name__]
        told = without_secrets(first.rstrip("."), os.environ)
        raise MoveRefused(f"One of the {what} cannot be recorded: {told}.") from None
