"""Orders that wait, for those who live by mail: they are told when theirs go no further.

Up to 0.7.0 mails kept such orders in their own store, and gave them themselves. What is found there
is taken over: it waits as an operation of its seat from then on (`napoleon.play.operations`).
"""

from __future__ import annotations

from api.commands.following import as_line
from api.mail.letters.composing import composed
from api.mail.letters.notices import notice
from api.mail.letters.turn import LeftOver, asks
from api.mail.mailboxes import INSTANT
from api.mail.office import Office
from api.mail.rows import ConditionalRow, MailboxRow
from api.reading import Reading
from api.refusals import cited
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.play import operations
from napoleon.rules.standing_orders import Kept


class Waiting:
    """The orders that wait in all games, and what was known of them at the last look."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._seen: dict[str, tuple[int, str]] = {}

    def look(self) -> int:
        """Tell of what has stopped; returns how many are told. Raises PersistenceError."""
        self._take_over()
        told = 0
        heads = self._office.games.recorder.instructed()
        for game_id, head in heads.items():
            if self._seen.get(game_id) == head:
                continue
            try:
                told += self._tell_all(game_id)
            except (_ToldSoon, UnknownGame, *UNREADABLE):
                continue
            self._seen[game_id] = head
        self._seen = {it: head for it, head in self._seen.items() if it in heads}
        return told

    def _take_over(self) -> None:
        """Let what an earlier release has kept wait as everything else does."""
        waiting = self._office.store.conditionals
        for game_id in self._office.games.recorder.among(waiting.games()):
            for holder, rows in _by_holder(waiting.of(game_id)).items():
                try:
                    game = self._office.games.open(game_id)
                    seat = game.speaks_for(holder)
                    if game.tokens.get(holder) == rows[0].token and not game.over:
                        by = "" if holder == seat else holder
                        lines = [it.line for it in rows]
                        operations.leave(self._office.games, game, seat, by, lines, game.version)
                except (UnknownGame, *UNREADABLE):
                    continue
                waiting.replace(game_id, holder, [])

    def _tell_all(self, game_id: str) -> int:
        stopped = _stopped(self._office, game_id)
        if not stopped:
            return 0
        game = self._office.games.open(game_id)
        return sum(self._tell(game, it) for it in stopped)

    def _tell(self, game: Game, stopped: Kept) -> bool:
        """Tell an author what was not given of their operation, and why; whether they are told.

        A seat that is about to be asked something is told in that mail.
        """
        office = self._office
        box = office.store.mailboxes.of(game.id, stopped.by or stopped.seat)
        if box is None or not box.confirmed or office.store.outbox.has(box.id, about(stopped)):
            return False
        reading = office.reading(game, box)
        asked = "" if game.over or box.wish != INSTANT else asks(reading)
        if asked and not office.store.outbox.has(box.id, asked):
            raise _ToldSoon
        left = told_of(reading, stopped)
        letter = notice(reading, about(stopped), [left.why], lines=left.lines)
        return office.store.outbox.put(composed(office, box, letter, office.games.clock()))


def untold(office: Office, box: MailboxRow) -> list[Kept]:
    """The operations of the holder of a mailbox that have stopped, and of which they do not know.

    Raises UnknownGame and what reading the log raises.
    """
    mine = (it for it in _stopped(office, box.game) if (it.by or it.seat) == box.holder)
    return [it for it in mine if not office.store.outbox.has(box.id, about(it))]


def about(stopped: Kept) -> str:
    """What a mail is about that tells of an operation which has stopped."""
    return f"then-{stopped.id}"


def told_of(reading: Reading, stopped: Kept) -> LeftOver:
    """What was not given of an operation, and why."""
    why = reading.gettext(
        "Orders of yours that waited were not given when their time came: %(why)s",
        why=cited(stopped.word.stopped, reading.words.language.code, reading.zone),
    )
    return LeftOver(why, tuple(map(as_line, stopped.word.lines)))


def _stopped(office: Office, game_id: str) -> list[Kept]:
    rows = office.games.recorder.standing_orders(game_id)
    return [it for it in operations.of_rows(rows) if it.word.stopped is not None]


class _ToldSoon(Exception):
    """Somebody is about to be asked something, and told of their orders with it."""


def _by_holder(rows: list[ConditionalRow]) -> dict[str, list[ConditionalRow]]:
    found: dict[str, list[ConditionalRow]] = {}
    for row in rows:
        found.setdefault(row.holder, []).append(row)
    return found
