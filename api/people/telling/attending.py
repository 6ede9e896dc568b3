"""Attending: who is to be told of what, once for each moment, by any of several workers.

What somebody was told of a game is noted together with the messages that tell it, so that nothing
is told twice, whatever process ends when. Somebody who does not look is told a few times and then
no more, until they look or give an order.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from api.daily import has_come
from api.mail import mailboxes
from api.mail.office import Office
from api.people.registry import Registry
from api.people.rows import (
    DAILY,
    DIGEST,
    INSTANT,
    MAIL,
    WAITS,
    ChannelRow,
    LaidRow,
    MessageRow,
    ToldRow,
)
from api.people.telling import moments
from api.people.telling.moments import Waiting
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.marks import portions
from napoleon.log.times import MINUTE, SECOND
from napoleon.play.standing_orders import answers_soon
from projections.changed_games import ChangedGames

MOST_UNSEEN = 5
"""How many moments somebody who does not look is told of."""

SETTLES = 15 * SECOND
"""How long a moment lasts before it is told: who is at the table answers before that."""

DIGEST_PAUSE = MINUTE
"""How long to wait between looks at whose hour has come."""

_MOST_EVENTS = 200
"""How far back it is looked whether somebody has given an order."""

_log = logging.getLogger(__name__)


class Attendance:
    """Which games have been looked at for those who are told of them."""

    def __init__(self, registry: Registry, office: Office) -> None:
        self._registry = registry
        self._office = office
        self._games = ChangedGames(registry.games.recorder)
        self._digests_due = 0

    def look(self) -> int:
        """Make the messages that are due by now; returns how many. Raises PersistenceError."""
        made, again = 0, set[str]()
        for some in portions(self._games.since_last()):
            laid = self._registry.store.messages.laid(some)
            for (game_id, person), theirs in groupby(
                laid, lambda it: (it.seat.game, it.seat.person)
            ):
                made += self._tell(game_id, person, list(theirs), again)
        now = self._registry.now()
        if self._registry.games.recorder.leads and now >= self._digests_due:
            for it in self._registry.store.channels.wishing(DIGEST):
                made += self._tell_daily(it, now)
            self._digests_due = now + DIGEST_PAUSE
        self._games.looked(again)
        return made

    def _tell(self, game_id: str, person: int, laid: Sequence[LaidRow], again: set[str]) -> int:
        """Have somebody told of a game, if anything is new; in `again` if it cannot be known."""
        games = self._registry.games
        try:
            game = games.open(game_id)
            live = [it for it in laid if game.tokens.get(it.seat.holder) == it.seat.token]
            if any(answers_soon(games, game_id, it.seat.holder) for it in live):
                # They are asked what is not answered in their place.
                again.add(game_id)
                return 0
            return self._tell_new(game, person, live) if live else 0
        except (UnknownGame, *UNREADABLE) as why:
            _log.warning("messages of game %s wait: %s", game_id, type(why).__name__)
            again.add(game_id)
            return 0

    def _tell_new(self, game: Game, person: int, laid: Sequence[LaidRow]) -> int:
        store, holders = self._registry.store, [it.seat.holder for it in laid]
        found = moments.in_game(self._registry, game, holders, "en").moments
        before = store.messages.told(person, game.id)
        known = frozenset[str]() if before is None else moments.read(before.moments)
        if not found - known:
            return 0
        if before is not None and self._has_ordered(game, holders, after=before.version):
            store.people.look(person)
        # What was there before they asked for messages, or had the seat, they have seen.
        since = min(it.seat.added for it in laid)
        channels = [
            it
            for it in store.channels.of(person)
            if it.wish == INSTANT
            and game.updated >= max(it.made, since)
            and not (it.kind == MAIL and has_mailbox(self._office, game, holders))
        ]
        now = self._registry.now()
        after = ToldRow(person, game.id, moments.written(found), game.version)
        told = moments.written(found - known)
        rows = [_row(it, now, game.id, told) for it in channels]
        return store.messages.tell(before, after, rows, MOST_UNSEEN)

    def _has_ordered(
        self, game: Game, holders: Collection[str], *, after: int = 0, since: int = 0
    ) -> bool:
        """Whether one of these seats has done something after a version, or since a time.

        A person who does has looked.
        """
        first = max(after, game.version - _MOST_EVENTS)
        events = self._registry.games.history(game.id, after=first, upto=game.version)
        return any(it.by in holders and it.at >= since for it in events)

    def _tell_daily(self, channel: ChannelRow, now: int) -> int:
        """Have somebody told once a day, if anything has happened that waits for them."""
        person = self._registry.store.people.get(channel.person)
        if person is None or not has_come(person.hour, person.zone, channel.told_at, now):
            return 0
        waiting = list(to_be_told(self._registry, self._office, channel, person.language))
        if any(self._has_ordered(it.game, it.holders, since=channel.told_at) for it in waiting):
            self._registry.store.people.look(person.id)
        new = any(it.game.updated >= channel.told_at for it in waiting)
        rows = [MessageRow(person=person.id, channel=channel.id, kind=DAILY, made=now, due=now)]
        return self._registry.store.messages.digest(channel, now, rows if new else [], MOST_UNSEEN)


def to_be_told(
    registry: Registry, office: Office, channel: ChannelRow, code: str
) -> Iterator[Waiting]:
    """The games of somebody in which something waits, as far as they are told of them there."""
    for it in moments.everywhere(registry, channel.person, code):
        if channel.kind != MAIL or not has_mailbox(office, it.game, it.holders):
            yield it


def has_mailbox(office: Office, game: Game, holders: Collection[str]) -> bool:
    """Whether an address was left for one of these seats itself: then mails go there alone."""
    for holder in holders:
        box = mailboxes.of(office, game, holder)
        if box is not None and box.confirmed:
            return True
    return False


def _row(channel: ChannelRow, now: int, game: str, told: str) -> MessageRow:
    return MessageRow(
        person=channel.person,
        channel=channel.id,
        kind=WAITS,
        game=game,
        moments=told,
        made=now,
        due=now + SETTLES,
    )
