"""Absences of people: said once, and put into each game on their desk, as that seat would say it.

In a game it is an event of the seat, and nothing there says that somebody is away elsewhere. Seats
that come to the desk while they are away are told of it too. What a game does not allow is noted.
"""

from __future__ import annotations

from datetime import date

from api.people.registry import Registry
from api.people.rows import AbsenceRow, AbsentRow, PersonRow, SeatRow
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import SECOND
from napoleon.log.zones import zone_of
from napoleon.play import counting
from napoleon.play.clock import absences
from napoleon.rules.orders import Refusal

MOST = 10
"""How many absences somebody has said at a time."""

PAUSE = 5 * SECOND
"""How long to wait between looks at what has come to desks since."""


def say(
    registry: Registry, person: int, first: date, last: date, zone: str
) -> AbsenceRow | Refusal:
    """Say that somebody is away from the first day to the last, in all their games.

    Refused: ``BAD_TIME_ZONE``, ``BAD_DATE``, ``TOO_MANY_ABSENCES``.
    """
    now = registry.now()
    refusal = absences.refuse_dates(now, first, last, zone)
    if refusal is not None:
        return refusal
    ends = counting.beginning(date.fromordinal(last.toordinal() + 1), zone)
    row = AbsenceRow(person, first.isoformat(), last.isoformat(), zone, ends, now)
    kept = registry.store.absences.put(row, MOST)
    if kept is None:
        detail = f"At most {MOST} absences are said at a time; call one off first."
        return Refusal("TOO_MANY_ABSENCES", "", detail, {"most": MOST})
    spread(registry, kept)
    return kept


def of(registry: Registry, person: PersonRow) -> list[AbsenceRow]:
    """When somebody is away, without what they have called off."""
    said = registry.store.absences.of(person.id)
    return [it for it in said if not it.called_off and it.ends > registry.now()]


def call_off(registry: Registry, person: int, number: int) -> bool:
    """Say that somebody is not away after all, in all their games; whether it was theirs."""
    found = [it for it in registry.store.absences.of(person) if it.id == number]
    if not found or not registry.store.absences.call_off(person, number):
        return False
    _withdraw(registry, found[0])
    return True


class Absentees:
    """What the worker does for those who are away."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._due = 0

    def look(self) -> int:
        """Put what was said into games that have come to desks since, and end what is over.

        So it also goes on where a process was killed. Returns in how many games something was
        done. Raises PersistenceError.
        """
        now, store = self._registry.now(), self._registry.store.absences
        if now < self._due:
            return 0
        self._due = now + PAUSE
        done = 0
        for it in store.over(now):
            if it.called_off:
                done += _withdraw(self._registry, it)
            else:
                store.drop(it.id)
        return done + sum(_put_in(self._registry, *it) for it in store.missing())


def spread(registry: Registry, absence: AbsenceRow) -> None:
    """Put an absence into the games where it is not yet."""
    for it, laid in registry.store.absences.missing(absence.id):
        _put_in(registry, it, laid)


def _put_in(registry: Registry, absence: AbsenceRow, laid: SeatRow) -> bool:
    """Put an absence into a game on a desk; whether that was done or refused.

    A seat that is somebody else's by now, or a game that cannot be read, is looked at again.
    """
    game = _opened(registry, laid)
    if game is None:
        return False
    become = _declared(registry, absence, laid, game)
    if not registry.store.absences.put_in(become) and become.declared:
        # It was called off, or they were erased, just now.
        absences.call_off(registry.games, game.id, laid.holder, become.declared)
    return bool(become.declared or become.code)


def _declared(registry: Registry, absence: AbsenceRow, laid: SeatRow, game: Game) -> AbsentRow:
    """What becomes of an absence in a game, whose door is the one for every seat."""
    known = (absence.id, game.id, laid.holder, absence.person)
    if game.over or game.speaks_for(laid.holder) not in game.created.seats:
        return AbsentRow(*known, 0)
    zone = absence.zone
    today = counting.moment(registry.now()).astimezone(zone_of(zone)).date()
    first = max(date.fromisoformat(absence.first), today)
    days = (first, date.fromisoformat(absence.last), zone)
    made = absences.declare(registry.games, game.id, laid.holder, *days, seen=game)
    if isinstance(made, Refusal):
        return AbsentRow(*known, 0, made.code, made.detail)
    return AbsentRow(*known, made.id)


def _withdraw(registry: Registry, absence: AbsenceRow) -> int:
    """Call an absence off in all games, and forget it; in how many that was done.

    Those are among them into which it was put by a process that was killed before it said so.
    """
    done = 0
    for laid in registry.store.seats.of(absence.person):
        game = _opened(registry, laid)
        for it in [] if game is None else game.timekeeping.away(game.speaks_for(laid.holder)):
            same = (it.last, it.zone) == (absence.last, absence.zone) and it.first >= absence.first
            if same and it.declared >= absence.made and it.ends > registry.now():
                absences.call_off(registry.games, laid.game, laid.holder, it.id)
                done += 1
    registry.store.absences.drop(absence.id)
    return done


def _opened(registry: Registry, laid: SeatRow) -> Game | None:
    """The game of a seat on a desk; None if the seat is another's, or the game cannot be read."""
    try:
        game = registry.games.open(laid.game)
    except (UnknownGame, *UNREADABLE):
        return None
    return game if game.tokens.get(laid.holder) == laid.token else None
