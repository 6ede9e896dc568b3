"""Turn notices: people who left an address get a mail when there is news or time is short.

All that is known comes from the log and the store: a worker that starts looks at every game that
is awake, or whose end somebody was not told; first at those in which more has happened than a
mailbox was told. Then it looks at games in which something has happened, or somebody has confirmed
an address or wants to be told otherwise. Several workers do not harm each other, as a mailbox gets
one mail about a state.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial

from msgspec.structs import replace

from api.commands.windows import shown_to
from api.daily import has_come
from api.mail.letters.composing import composed, message_id
from api.mail.letters.digests import Told
from api.mail.letters.last import about, last_letter
from api.mail.letters.notices import rules_set
from api.mail.letters.press import Hides, nobody, press_since
from api.mail.letters.timing import letters_about_time
from api.mail.letters.turn import Written, asks, turn_letter
from api.mail.letters.windows import about as about_form
from api.mail.letters.windows import form_letter
from api.mail.mailboxes import DIGEST, INSTANT, OFF
from api.mail.office import Office, is_observer
from api.mail.posting.conditionals import about as about_stopped
from api.mail.posting.conditionals import told_of, untold
from api.mail.posting.digests import by_address, tell_together, told_in_digest
from api.mail.posting.ejecting import tell_ejected
from api.mail.posting.press import tell_press
from api.mail.rows import SENT, LetterRow, MailboxRow
from api.mail.stand_ins import invite
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.marks import portions
from napoleon.log.times import MINUTE
from napoleon.play.standing_orders import answers_soon
from napoleon.play.windows import has_forms
from napoleon.rules.standing_orders import Kept
from projections.changed_games import ChangedGames

DIGEST_HOUR = 7
"""The hour of the day, in its reader's time zone, at which a digest is made."""

DIGEST_PAUSE = MINUTE
"""How long to wait between looks at whose hour has come."""

_log = logging.getLogger(__name__)

EARLIER = "over"
"""What the mail about the end was about that releases before this letter sent."""


class Attendance:
    """Which games have been looked at, and what is known of their mailboxes."""

    def __init__(self, office: Office, hides: Hides = nobody) -> None:
        """Nobody gets what people wrote whom they have muted, as `hides` tells."""
        self._office = office
        self._hides = hides
        self._games = ChangedGames(office.games.recorder)
        self._digests_due = 0

    def look(self) -> int:
        """Make the mails that are due by now; returns how many. Raises PersistenceError."""
        mailboxes, recorder = self._office.store.mailboxes, self._office.games.recorder
        calls = mailboxes.called()
        theirs = {*recorder.among({*calls.values()})} if calls else set[str]()
        calls = {number: game for number, game in calls.items() if game in theirs}
        failed, made = set[str](), 0
        changed = self._games.since_last(calls.values())
        if changed:
            made += self._attend_changed(changed, failed)
        now = self._office.games.clock()
        if recorder.leads and now >= self._digests_due:
            # One mail may tell of games in several partitions.
            boxes = self._office.store.mailboxes.wishing(DIGEST)
            for some in by_address(boxes):
                made += self._digest(some, now, failed)
            self._digests_due = now + DIGEST_PAUSE
        self._games.looked(failed)
        if calls:
            mailboxes.answered(calls)
        return made

    def _attend_changed(self, games: set[str], failed: set[str]) -> int:
        """Everybody who is told at once in these games; how many mails are made."""
        if self._games.begins:
            # A game may have ended, and sleep, before its last letters could be made.
            untold = self._office.store.mailboxes.untold_of_an_end()
            games = games.union(self._office.games.recorder.among(untold))
        made = self._invite(games, failed)
        found = map(self._office.store.mailboxes.confirmed, portions(games))
        boxes = [it for some in found for it in some if it.wish != OFF]
        if self._games.begins:
            boxes = self._first_the_untold(self._with_more_to_come(boxes))
        made += self._make(partial(self._tell_at_once, failed), boxes, failed)
        return made + sum(tell_ejected(self._office, it) for it in boxes)

    def _tell_at_once(self, failed: set[str], office: Office, box: MailboxRow, game: Game) -> int:
        """All that a mailbox is told of a game at once, as it stands in one version."""
        hides, made = self._hides, 0
        if box.wish == INSTANT:
            made += tell_press(hides, office, box, game)
        made += tell_rules(office, box, game)
        # Those who are told once a day are reminded at once all the same.
        made += tell_time(office, box, game)
        if box.wish == INSTANT:
            made += _tell_state(failed, hides, office, box, game)
        # The end is told last: a mailbox with its letter has got all before it.
        return made + _tell_end(failed, hides, office, box, game)

    def _with_more_to_come(self, boxes: Collection[MailboxRow]) -> list[MailboxRow]:
        """Those mailboxes to which the last letter has not gone, or whose games went on after it.

        No game is opened for it.
        """
        heads = self._office.games.recorder.heads({it.game for it in boxes})
        ended = dict[int, int]()
        for some in portions(boxes):
            ended |= self._office.store.outbox.ended([it.id for it in some])
        return [it for it in boxes if it.id not in ended or ended[it.id] != heads.get(it.game)]

    def _first_the_untold(self, boxes: Collection[MailboxRow]) -> list[MailboxRow]:
        """First those in whose games more has happened than they were told."""
        heads = self._office.games.recorder.heads({it.game for it in boxes})
        return sorted(boxes, key=lambda it: it.told == heads.get(it.game))

    def _digest(self, boxes: list[MailboxRow], now: int, failed: set[str]) -> int:
        """Tell those mailboxes of one address whose hour has come, in one mail a day."""
        due = [it for it in boxes if digest_due(it, now)]
        due = self._with_more_to_come(due) if due else due
        if len(boxes) > 1 and due:
            last = self._office.store.outbox.last_digest([it.id for it in boxes])
            if not has_come(DIGEST_HOUR, due[0].zone, last, now):
                return 0
        if len(due) > 1 and (told := self._told_in_digests(due, failed)):
            return int(tell_together(self._office, told))
        return self._make(partial(_tell_state, failed, self._hides), due, failed)

    def _told_in_digests(self, boxes: list[MailboxRow], failed: set[str]) -> list[Told]:
        """Those that are told together: at least two; none as long as one of them has to wait."""
        found, told = list[tuple[MailboxRow, Game]](), list[Told]()
        for box in boxes:
            with _noting(box.game, failed):
                game = self._office.game_of(box)
                if game is None:
                    continue
                if _has_to_wait(self._office, box, game):
                    return []
                found.append((box, game))
        for box, game in found:
            with _noting(box.game, failed):
                if one := told_in_digest(self._office, box, game, self._hides):
                    told.append(one)
        return told if len(told) > 1 else []

    def _invite(self, games: set[str], failed: set[str]) -> int:
        """Have mails written to the stand-ins called upon in these games, as `_make` does."""
        made = 0
        for some in portions(games):
            for row in self._office.store.stand_ins.all(some):
                with _noting(row.game, failed):
                    made += invite(self._office, row)
        return made

    def _make(
        self,
        tell: Callable[[Office, MailboxRow, Game], int],
        boxes: Iterable[MailboxRow],
        failed: set[str],
    ) -> int:
        """Have mails made for mailboxes; games that cannot be read are noted as `failed`."""
        made = 0
        for box in boxes:
            with _noting(box.game, failed):
                game = self._office.game_of(box)
                made += 0 if game is None else tell(self._office, box, game)
        return made


@contextmanager
def _noting(game: str, failed: set[str]) -> Iterator[None]:
    """A game that cannot be read is noted, and keeps no other from its mails."""
    try:
        yield
    except (UnknownGame, *UNREADABLE) as why:
        _log.warning("mails of game %s wait: %s", game, type(why).__name__)
        failed.add(game)


def _tell_state(
    waiting: set[str], hides: Hides, office: Office, box: MailboxRow, game: Game
) -> int:
    """As `attend`, without those who wrote just now; their games are added to `waiting`."""
    if _has_to_wait(office, box, game):
        waiting.add(box.game)
        return 0
    return attend(office, box, game, hides) or tell_form(office, box, game)


def _tell_end(waiting: set[str], hides: Hides, office: Office, box: MailboxRow, game: Game) -> int:
    """As `tell_end`, without those who wrote just now, whose games are added to `waiting`.

    The answer to their own mail comes first.
    """
    if not game.over:
        return 0
    if office.store.inbox.is_waiting(box.id, office.games.clock() + MINUTE):
        waiting.add(box.game)
        return 0
    return tell_end(office, box, game, hides)


def _has_to_wait(office: Office, box: MailboxRow, game: Game) -> bool:
    """Whether something else is about to tell a mailbox what is asked, or to answer that."""
    if office.store.inbox.is_waiting(box.id, office.games.clock() + MINUTE):
        # The answer to their own mail tells them what is asked by then.
        return True
    # They are asked what is not answered in their place.
    return answers_soon(office.games, game.id, box.holder)


def tell_form(office: Office, box: MailboxRow, game: Game) -> bool:
    """Have a mail sent with the form for windows, if a turn was dealt, or a hand has changed.

    Returns whether one is made: not if a turn mail has shown the same. A digest tells it too.
    """
    if box.wish == DIGEST or is_observer(box) or not has_forms(game, office.games.rules(game)):
        return False
    reading = office.reading(game, box)
    form = shown_to(reading)
    if form is None or office.store.outbox.has(box.id, about_form(form)):
        return False
    # Before the first mail it counts as told what was so when the address was left.
    letter = form_letter(reading, box.told if office.store.outbox.has_told(box.id) else 0)
    if letter is None:
        return False
    return office.store.outbox.put(composed(office, box, letter, office.games.clock()))


def tell_rules(office: Office, box: MailboxRow, game: Game) -> int:
    """Have a player told that the operator changed the rules of their game; how many mails."""
    letter = None if is_observer(box) else rules_set(office.reading(game, box))
    if letter is None or office.store.outbox.has(box.id, letter.about):
        return 0
    return int(office.store.outbox.put(composed(office, box, letter, office.games.clock())))


def attend(office: Office, box: MailboxRow, game: Game, hides: Hides = nobody) -> bool:
    """Have a mail about the state of a game sent to a mailbox, if one is due.

    Returns whether one is made. Raises UnknownRuleset, KeyUnusable.
    """
    reading = office.reading(game, box)
    if box.wish == DIGEST and not game.over:
        about = f"digest-{game.version}"
        if game.version == box.told or game.state is None:
            return False
    else:
        about = asks(reading)
        if not about or game.over:
            # The last letter tells of the end.
            return False
    if office.store.outbox.has(box.id, about):
        return False
    press = press_since(reading, box.told, hides) if box.wish == DIGEST else []
    stopped = untold(office, box)
    if _put(office, box, reading, about, press, stopped):
        return True
    # If they were told of their orders in between, the question goes out by itself.
    return bool(stopped) and _put(office, box, reading, about, press, [])


def _put(
    office: Office,
    box: MailboxRow,
    reading: Reading,
    about: str,
    press: list[Written],
    stopped: list[Kept],
) -> bool:
    """Have one mail sent that tells all of this, unless some of it has been told."""
    now = office.games.clock()
    left = [told_of(reading, it) for it in stopped]
    letter = turn_letter(office, box, reading, about, press=press, left=left)
    row = composed(office, box, letter, now)
    also = (_as_told(office, box, row, about_stopped(it)) for it in stopped)
    return office.store.outbox.put_together([(it, box) for it in (row, *also)], told_at=now)


def _as_told(office: Office, box: MailboxRow, row: LetterRow, about: str) -> LetterRow:
    """What keeps that a mail has told something else as well; nothing is sent for it."""
    name = message_id(office, box, about)
    return replace(row, about=about, message_id=name, asks="", message=b"", state=SENT)


def digest_due(box: MailboxRow, now: int) -> bool:
    """Whether the hour of digests has come in the reader's time zone since the last one.

    >>> box = MailboxRow("g", "red", "", "a@b", "digest", "Europe/Paris", "en", told_at=0)
    >>> digest_due(box, 6 * 3600 * 10**6), digest_due(box, 5 * 3600 * 10**6)
    (True, False)
    """
    return has_come(DIGEST_HOUR, box.zone, box.told_at, now)


def tell_time(office: Office, box: MailboxRow, game: Game) -> int:
    """Have mails sent about the deadlines of a game; returns how many are made.

    There is one about each thing, however often this is done. Raises UnknownRuleset.
    """
    if is_observer(box):
        # Their turn mails say who is waited for.
        return 0
    outbox, now = office.store.outbox, office.games.clock()
    return sum(
        outbox.put(composed(office, box, letter, now))
        for letter in letters_about_time(office, box, office.reading(game, box))
        if not outbox.has(box.id, letter.about)
    )


def tell_end(office: Office, box: MailboxRow, game: Game, hides: Hides = nobody) -> bool:
    """Have the last letter of a game that is over sent to a mailbox; whether one is made.

    Whatever ended it, and whatever else was sent: once for each end. Raises what the letter raises.
    """
    outbox = office.store.outbox
    if not game.over or outbox.has(box.id, about(game)) or _told_earlier(office, box, game):
        return False
    reading, now = office.reading(game, box), office.games.clock()
    # A holder who is told at once has been sent what was written in mails of its own.
    press = press_since(reading, box.told, hides) if box.wish == DIGEST else []
    row = composed(office, box, last_letter(office, box, reading, press), now)
    return outbox.put(row, box, told=game.version, told_at=now)


def _told_earlier(office: Office, box: MailboxRow, game: Game) -> bool:
    """Whether an earlier release has told the mailbox of this end of the game."""
    made = office.store.outbox.made_at(box.id, EARLIER)
    if not made or not game.rewinds:
        return bool(made)
    version, _ = game.rewinds[-1]
    [rewound] = office.games.history(game.id, after=version - 1, upto=version)
    return made >= rewound.at
