"""Conditional orders: each is given as soon as its seat is asked something that it answers.

They are kept in the order in which they were written. The first of a seat is tried when the seat is
asked; if it is not legal then, it and all after it are dropped, and their player is told so.
"""

from __future__ import annotations

from api.mail.letters.composing import composed
from api.mail.letters.notices import notice
from api.mail.office import Office
from api.mail.rows import ConditionalRow
from api.refusals import cited
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.play.execution import open_decisions
from napoleon.play.outcomes import Accepted
from napoleon.rules.orders import Refusal


class Waiting:
    """The conditional orders of all games, and what was known of them at the last look."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._seen: tuple[object, ...] = ()
        self._looked_at: dict[str, tuple[object, ...]] = {}

    def look(self) -> int:
        """Give those whose time has come; returns how many. Raises PersistenceError."""
        waiting = self._office.store.conditionals
        seen = (self._office.games.recorder.max_notification_id(), waiting.newest())
        if seen == self._seen:
            return 0
        given = 0
        for game_id in waiting.games():
            try:
                while self._give_one(game_id):
                    given += 1
            except (UnknownGame, *UNREADABLE):
                continue
        self._seen = seen
        return given

    def _give_one(self, game_id: str) -> bool:
        """Whether one was given, so that another may be."""
        games, waiting = self._office.games, self._office.store.conditionals.of(game_id)
        seen = (games.head(game_id), *(it.id for it in waiting))
        if self._looked_at.get(game_id) == seen:
            return False
        game = games.open(game_id)
        for holder, rows in _by_holder(waiting).items():
            seat = game.speaks_for(holder)
            if game.tokens.get(holder) != rows[0].token:
                self._office.store.conditionals.replace(game_id, holder, [])
            elif any(it.seat == seat for it in open_decisions(game, games.rules(game))):
                return self._given(game, seat, rows[0])
        self._looked_at[game_id] = seen
        return False

    def _given(self, game: Game, seat: str, row: ConditionalRow) -> bool:
        by = "" if row.holder == seat else row.holder
        outcome = self._office.games.submit_orders(
            game.id, seat, [row.line], expected=game.version, by=by, newest=game,
            key=f"then-{row.digest}-{row.id}",
        )  # fmt: skip
        if isinstance(outcome, Accepted):
            self._office.store.conditionals.drop(row.id)
            return True
        if isinstance(outcome, Refusal):
            self._tell(game, row, outcome)
            self._office.store.conditionals.replace(game.id, row.holder, [])
        return False

    def _tell(self, game: Game, row: ConditionalRow, why: Refusal) -> None:
        """Tell a player that what they wanted is not legal now that its time has come."""
        office = self._office
        box = office.store.mailboxes.of(game.id, row.holder)
        if box is None or not box.confirmed:
            return
        reading = office.reading(game, box)
        told = reading.gettext(
            "An order of yours that waited was refused when its time came, and those after it are "
            "forgotten: %(why)s",
            why=cited(why, reading.words.language.code),
        )
        letter = notice(reading, f"then-{row.digest}", [told], lines=(row.line,))
        office.store.outbox.put(composed(office, box, letter, office.games.clock()))


def _by_holder(rows: list[ConditionalRow]) -> dict[str, list[ConditionalRow]]:
    found: dict[str, list[ConditionalRow]] = {}
    for row in rows:
        found.setdefault(row.holder, []).append(row)
    return found
