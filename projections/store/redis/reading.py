"""What readers ask of the read models in Redis. If it does not answer, nothing has been drawn."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Sequence
from importlib.resources import files
from time import monotonic
from typing import Any

from napoleon.log.store.recorder import Places
from projections import lobby as lobbies
from projections import rulings as judged
from projections.redis_client import FAILURES, Script
from projections.rows import MINI, Mark, TurnEnd
from projections.store.contract import Body, ViewStore, untracked
from projections.store.redis.commands import Command, Word, packed
from projections.store.redis.errors import translated_errors
from projections.store.redis.keys import Keys, digest, former, ruling, shared

PAUSE = 1.0
"""Seconds for which readers do not ask a Redis again that has not answered."""

BELIEVED = 1.0
"""Seconds for which readers believe which build is shown."""

_KEYS = Keys()
"""Keys in a build, to which the scripts put what they begin with."""

_log = logging.getLogger(__name__)


class RedisReading(ViewStore):
    """The half of the store that readers see.

    `part` tells a build that is drawn alongside the one that is shown from that one.
    """

    def __init__(self, reader: Any, prefix: str, part: str) -> None:
        # What redis-py declares to be returned is a choice of sync and async, of bytes and text.
        self._reader = reader
        self._shared = shared(prefix)
        self._former = former(prefix)
        self._part = part
        self._ask = Script(reader, script("ask"))
        self._ask_of_game = Script(reader, script("game"))
        self._page = Script(reader, script("page"))
        self._silent_until = 0.0
        self._is_silent = False
        self._looked_at: dict[str, tuple[str, float]] = {}

    def position(self, edition: str) -> int:
        """See `ViewStore.position`."""
        edition, partition = untracked(edition)
        [position] = self._answers(edition, ("GET", _KEYS.place(partition))) or [None]
        return number(position) or 0

    def last(self, partition: int = 0) -> tuple[int, Mark] | None:
        """See `ViewStore.last`."""
        with translated_errors():
            # Until something is drawn after an upgrade, the release before is the witness.
            found = self._reader.get(self._shared.last_in(partition)) or self._reader.get(
                self._former.last_in(partition)
            )
        if found is None:
            return None
        try:
            position, game, version, stamp = found.decode().split(" ", 3)
            return int(position), Mark(game, int(version), stamp)
        except ValueError:
            # Somebody changed it; the next that is drawn puts it right.
            return None

    def drawn(self, game: str, reader: str, name: str, *, edition: str) -> tuple[int, bytes] | None:
        """See `ViewStore.drawn`."""
        if name == MINI:
            found = self._mini(game, edition)
        else:
            _, found = self._of_game(
                game, edition, lambda keys: ("HGET", keys.views(game), f"{reader}/{name}")
            )
        if found is None:
            return None
        version, _, body = found.partition(b" ")
        return int(version), body

    def turns(self, game: str, *, edition: str) -> tuple[int, list[TurnEnd]]:
        """See `ViewStore.turns`."""
        version, index = self._of_game(game, edition, lambda keys: ("HGETALL", keys.turns(game)))
        found = []
        for place, last in zip((index or [])[::2], (index or [])[1::2], strict=True):
            turn, _, phase = place.decode().partition("/")
            ended, _, seal = last.decode().partition(" ")
            found.append(TurnEnd(game, int(turn), phase, int(ended), seal))
        return version, sorted(found, key=lambda it: it.version)

    def lobby(
        self,
        wanted: lobbies.Wanted,
        *,
        edition: str,
        reached: Places,
        before: tuple[int, str] | None = None,
        besides: Collection[str] = (),
    ) -> list[Body] | None:
        """See `ViewStore.lobby`."""
        if wanted.game is not None:
            asked = (("GET", _KEYS.place(partition)) for partition in range(len(reached)))
            answers = self._answers(edition, *asked, ("HGET", _KEYS.lobby, wanted.game))
            *come, body = answers or (None, None)
            for found, place in zip(map(number, come), reached, strict=False):
                if found is None or found < place:
                    return None
            if body is None or wanted.game in besides:
                return []
            return [Body(wanted.game, body)]
        since, until = ("" if it is None else it for it in wanted.span)
        # A game that is rewound loses its winner, and stays in the lists of what it was.
        others = [tag for tag in wanted.tags if tag.startswith(lobbies.WINNER)]
        page = (*(before or ("", "")), since, until, wanted.limit + 1)
        only: list[Word] = [-1] if wanted.games is None else [len(wanted.games), *wanted.games]
        tags: list[Word] = [len(others), *others, *only]
        lists = _lists(wanted)
        return self._entries(edition, reached, page, _KEYS.lobby, lists, besides, tags)

    def entries(self, games: Collection[str], *, edition: str) -> list[Body]:
        """See `ViewStore.entries`."""
        if not games:
            return []
        [bodies] = self._answers(edition, ("HMGET", _KEYS.lobby, *games)) or [[]]
        found = zip(games, bodies, strict=False)
        return [Body(game, body) for game, body in found if body is not None]

    def rulings(
        self, wanted: judged.Wanted, *, edition: str, reached: Places, besides: Collection[str] = ()
    ) -> list[Body] | None:
        """See `ViewStore.rulings`."""
        lists = [_KEYS.judged]
        if wanted.game is not None:
            lists.append(_KEYS.judged_in(wanted.game))
        if wanted.clause is not None:
            lists.append(_KEYS.judged_under(wanted.clause))
        if wanted.ruleset is not None:
            lists.append(_KEYS.judged_by(wanted.ruleset))
        end = (wanted.after[0], ruling(*wanted.after[1:])) if wanted.after else ("", "")
        page = (*end, "", "", wanted.limit + 1)
        return self._entries(edition, reached, page, _KEYS.rulings, lists, besides)

    def _of_game(
        self, game: str, edition: str, question: Callable[[Keys], Command]
    ) -> tuple[int, Any]:
        """The version that is shown of a game, and the answer to a question, of the same moment.

        0 and None if nothing is shown of it. Which build is looked at is believed for a short
        while: one that is thrown away shows no game from then on.
        """
        for believed in (True, False):
            build = self._shown(edition, believed=believed)
            found = None if build is None else self._in_build(build, game, question)
            if found is not None:
                version = number(found[0])
                return (version, found[1]) if version is not None else (0, None)
        return 0, None

    def _mini(self, game: str, edition: str) -> Any:
        """What is kept as the small map of a game, whether it is shown or only listed."""
        for believed in (True, False):
            build = self._shown(edition, believed=believed)
            if build is not None:
                key = self._shared.keys(build).mini(game)
                found = self._heard(lambda key=key: self._reader.get(key))  # type: ignore[misc]
                if found is not None:
                    return found
        return None

    def _in_build(
        self, build: str, game: str, question: Callable[[Keys], Command]
    ) -> Sequence[Any] | None:
        keys = self._shared.keys(build)
        asked = [*packed([question(keys)])]
        found: list[Any] | None = self._heard(
            lambda: self._ask_of_game(keys=[keys.version(game)], args=asked)
        )
        return found

    def _shown(self, edition: str, *, believed: bool) -> str | None:
        """The build of an edition that readers look at; None if there is none."""
        field, now = self._field(edition), monotonic()
        known, until = self._looked_at.get(field, (None, 0.0))
        if believed and known is not None and now < until:
            return known
        found = self._heard(lambda: self._reader.hget(self._shared.shown, field))
        if found is None:
            self._looked_at.pop(field, None)
            return None
        build = str(found, "ascii", "replace")
        self._looked_at[field] = build, now + BELIEVED
        return build

    def _answers(self, edition: str, *questions: Command) -> Sequence[Any] | None:
        """What the build of an edition answers, at one moment; None if it does not."""
        found: list[Any] | None = self._asked(self._ask, edition, *packed(questions))
        return found

    def _entries(
        self,
        edition: str,
        reached: Places,
        page: tuple[Word, Word, Word, Word, int],
        entries: str,
        lists: Sequence[str],
        besides: Collection[str],
        tags: Sequence[Word] = (0, -1),
    ) -> list[Body] | None:
        """The newest `entries` that are in all `lists`.

        `tags` are how many tags each has to have, and these; then from how many games to choose,
        and these, or -1 for all. `page` is where the one before ended, from when on and before when
        they are, and how many at most.
        None if the build has not reached these places.
        """
        found: list[bytes] | None = self._asked(
            self._page,
            edition,
            *(_words(reached), *page, entries, len(lists), *lists, *tags, *besides),
        )
        if found is None:
            return None
        members = (it.decode(errors="replace").partition(" ")[0] for it in found[::2])
        return list(map(Body, members, found[1::2]))

    def _asked(self, ask: Any, edition: str, *words: Word) -> Any:
        """What a script answers; None if there is no build, or Redis is silent."""
        keys, args = [self._shared.shown], [self._shared.root, self._field(edition), *words]
        return self._heard(lambda: ask(keys=keys, args=args))

    def _heard(self, ask: Callable[[], Any]) -> Any:
        """What Redis answers; None if it is silent."""
        if monotonic() < self._silent_until:
            return None
        try:
            answer = ask()
        except FAILURES as error:
            self._silent_until = monotonic() + PAUSE
            if not self._is_silent:
                self._is_silent = True
                _log.warning("Redis does not answer, the log does in its place: %s", error)
            return None
        if self._is_silent:
            self._is_silent = False
            _log.info("Redis answers again")
        return answer

    def _field(self, edition: str) -> str:
        """The name under which the build of an edition is found, whatever partition is meant."""
        return digest(untracked(edition)[0]) + self._part


def _words(reached: Places) -> str:
    return " ".join(map(str, reached))


def _lists(wanted: lobbies.Wanted) -> list[str]:
    """The lists in all of which a game is that is wanted: as few as there may be."""
    said = wanted.said
    if wanted.is_impossible:
        # There is no such list.
        return [_KEYS.of_all(said, ("status", "winner"))]
    names = next(lobbies.together(said), ())
    lists = [_KEYS.of_all(said, names)] if names else []
    lists += (_KEYS.of_one(it, value) for it, value in said.items() if it not in names)
    if wanted.is_open:
        lists.append(_KEYS.open_seats)
    return lists or [_KEYS.listed]


_NUMBER = re.compile(rb"0|[1-9][0-9]{0,15}")


def number(found: bytes | None) -> int | None:
    """A version or position as it was written; None if there is none, or it is no number.

    A writer to Redis can write anything there: it counts as not drawn, and is drawn again.
    """
    return int(found) if found is not None and _NUMBER.fullmatch(found) else None


def script(name: str) -> str:
    """The text of a Lua script of this package."""
    return (files(__package__) / f"{name}.lua").read_text()
