"""Sending what lies in the outbox: at least once each, by any of several workers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from api.mail.letters.composing import Letter, composed
from api.mail.letters.notices import failing
from api.mail.mailboxes import OFF
from api.mail.office import Office, is_observer
from api.mail.posting.measured import FAILURES
from api.mail.posting.sending import Ours, Refused, Send, Unsent
from api.mail.rows import GIVEN_UP, SENT, LetterRow
from api.reading import Reading
from napoleon.log.game import Game
from napoleon.rules.events import JUDGES
from projections.delivery import LEASE, PAUSES

MOST_BOUNCES = 3
"""How many mails in a row may come back before none are sent any more."""

_log = logging.getLogger(__name__)


class Letters:
    """The mails of all games, for `projections.delivery.deliver`."""

    kind = "mails"

    def __init__(self, office: Office, send: Send) -> None:
        self._office = office
        self._send = send

    def newest(self) -> object:
        """Id of the newest mail."""
        return self._office.store.outbox.newest()

    def take(self, most: int) -> Iterator[LetterRow]:
        """At most `most` of the mails that are due."""
        now = self._office.games.clock()
        for row in self._office.store.outbox.due(now, most):
            if self._office.store.outbox.move(row, due=now + LEASE):
                yield replace(row, due=now + LEASE)

    def attempt(self, taken: LetterRow) -> None:
        """Send one of them, and note how it went."""
        outbox = self._office.store.outbox
        self._office.games.recorder.check_held()
        try:
            self._send(taken)
        except Unsent as why:
            FAILURES.labels("unsent").inc()
            self._put_off(taken, why)
        except Refused as why:
            FAILURES.labels("refused").inc()
            _log.warning("mail %d of game %s is refused: %s", taken.id, taken.game, why)
            outbox.move(taken, state=GIVEN_UP, trouble=str(why))
            came_back(self._office, taken.mailbox)
        else:
            outbox.move(taken, state=SENT, trouble="")

    def _put_off(self, taken: LetterRow, trouble: Unsent) -> None:
        why = str(trouble)
        outbox, failures = self._office.store.outbox, taken.failures + 1
        _log.warning("mail %d of game %s: failure %d: %s", taken.id, taken.game, failures, why)
        if failures > len(PAUSES):
            outbox.move(taken, state=GIVEN_UP, failures=failures, trouble=why)
            if not isinstance(trouble, Ours):
                came_back(self._office, taken.mailbox)
        else:
            later = self._office.games.clock() + PAUSES[failures - 1]
            outbox.move(taken, failures=failures, due=later, trouble=why)


def came_back(office: Office, mailbox: int) -> None:
    """Note that a mail did not arrive; after several in a row the referee is told, once."""
    box = office.store.mailboxes.get(mailbox)
    if box is None or box.wish == OFF:
        return
    bounces = box.bounces + 1
    if bounces < MOST_BOUNCES:
        office.store.mailboxes.move(box, bounces=bounces)
    elif office.store.mailboxes.move(box, bounces=bounces, wish=OFF):
        game = None if is_observer(box) else office.game_of(box)
        if game is not None:
            about = f"failing-{box.id}-{office.games.clock()}"
            tell_judges(office, game, box.holder, lambda judge: failing(judge, box.holder, about))


def tell_judges(
    office: Office, game: Game, besides: str, letter: Callable[[Reading], Letter]
) -> None:
    """Write to the judges of a game whose addresses are known, except one who is a party to it."""
    now = office.games.clock()
    for judge in JUDGES:
        theirs = office.store.mailboxes.of(game.id, judge)
        if theirs is None or not theirs.confirmed or judge == besides:
            continue
        told = letter(office.reading(game, theirs))
        office.store.outbox.put(composed(office, theirs, told, now))
