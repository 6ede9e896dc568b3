"""Orders that wait, for those who live by mail: they are told when theirs go no further.

Up to 0.7.0 mails kept such orders in their own store, and gave them themselves. What is found there
is taken over: it waits as an operation of its seat from then on (`napoleon.play.operations`).
"""

from __future__ import annotations

from api.commands.following import as_line
from api.mail.letters.composing import composed
from api.mail.letters.notices import notice
from api.mail.office import Office
from api.mail.rows import ConditionalRow
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
            except (UnknownGame, *UNREADABLE):
                continue
            self._seen[game_id] = head
        self._seen = {it: head for it, head in self._seen.items() if it in heads}
        return told

    def _take_over(self) -> None:
        """Let what an earlier release has kept wait as everything else does."""
        waiting = self._office.store.conditionals
        for game_id in waiting.games():
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
        games = self._office.games
        rows = games.recorder.standing_orders(game_id)
        stopped = [it for it in operations.of_rows(rows) if it.word.stopped is not None]
        if not stopped:
            return 0
        game = games.open(game_id)
        return sum(self._tell(game, it) for it in stopped)

    def _tell(self, game: Game, stopped: Kept) -> bool:
        """Tell an author what was not given of their operation, and why; whether they are told."""
        office = self._office
        box = office.store.mailboxes.of(game.id, stopped.by or stopped.seat)
        about = f"then-{stopped.id}"
        if box is None or not box.confirmed or office.store.outbox.has(box.id, about):
            return False
        reading = office.reading(game, box)
        told = reading.gettext(
            "Orders of yours that waited were not given when their time came: %(why)s",
            why=cited(stopped.word.stopped, reading.words.language.code, reading.zone),
        )
        lines = tuple(map(as_line, stopped.word.lines))
        letter = notice(reading, about, [told], lines=lines)
        return office.store.outbox.put(composed(office, box, letter, office.games.clock()))


def _by_holder(rows: list[ConditionalRow]) -> dict[str, list[ConditionalRow]]:
    found: dict[str, list[ConditionalRow]] = {}
    for row in rows:
        found.setdefault(row.holder, []).append(row)
    return found
