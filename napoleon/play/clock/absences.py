"""Absences: a seat says beforehand when it is away, or asks for more time for what it is asked.

Several people may share a seat: each of them declares absences for all.
"""

from __future__ import annotations

from datetime import date, timedelta

from napoleon.log.clocks import Absence
from napoleon.log.events.clocks import AbsenceDeclared, AbsenceEnded, MoreTimeTaken
from napoleon.log.game import Game
from napoleon.log.times import DAY, MINUTE
from napoleon.log.zones import is_zone, zone_of
from napoleon.play import counting, deadlines
from napoleon.play.clock.setting import refuse_until, refuse_without_clock
from napoleon.play.game_writer import GameWriter
from napoleon.play.transactions import Transaction
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

LONGEST_DAYS = 60
"""Days of one absence at most."""

FARTHEST_DAYS = 366
"""How many days ahead one may begin."""

MOST_DECLARED = 10
"""How many a seat may have declared at a time."""

MOST_DAYS = 90
"""Days on which a seat may be away in a year: a game that waits for longer has lost its player."""


def declare(
    games: GameWriter,
    game_id: str,
    by: str,
    first: date,
    last: date,
    zone: str,
    *,
    seen: Game | None = None,
) -> Absence | Refusal:
    """Say that the seat for which `by` speaks is away, from the first day to the last.

    They are days in the time zone `zone`, and do not count for its deadlines: not even for one that
    stands, unless it has passed. Days that were declared before are not declared again. Refused:
    ``NOT_SEATED``, ``GAME_OVER``, ``BAD_TIME_ZONE``, ``BAD_DATE``, ``TOO_MANY_ABSENCES``. Raises
    what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        game, seat = transaction.game, transaction.game.speaks_for(by)
        refusal = _refuse(transaction, seat) or refuse_dates(transaction.at, first, last, zone)
        if refusal is not None:
            return refusal
        away = game.timekeeping.away(seat)
        said = (first.isoformat(), last.isoformat(), zone)
        if any((it.first, it.last, it.zone) == said for it in away):
            return None
        if _days_of_a_year(away, first) + (last - first).days >= MOST_DAYS:
            detail = f"A seat is away for at most {MOST_DAYS} days in a year."
            return Refusal("TOO_MANY_ABSENCES", "", detail, {"most_days": MOST_DAYS})
        if len([it for it in away if it.ends > transaction.at]) >= MOST_DECLARED:
            detail = f"A seat declares at most {MOST_DECLARED} absences; call one off first."
            return Refusal("TOO_MANY_ABSENCES", "", detail, {"most": MOST_DECLARED})
        starts = counting.beginning(first, zone)
        ends = counting.beginning(last + timedelta(days=1), zone)
        transaction.record(AbsenceDeclared(seat, *said, starts, ends), by=by)
        _move(transaction, seat, away)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    if isinstance(outcome, Refusal):
        return outcome
    said = (first.isoformat(), last.isoformat(), zone)
    mine = outcome.game.timekeeping.away(outcome.game.speaks_for(by))
    return next(it for it in mine if (it.first, it.last, it.zone) == said)


def call_off(
    games: GameWriter, game_id: str, by: str, absence: int, *, seen: Game | None = None
) -> Game | Refusal:
    """Say that the seat for which `by` speaks, or any for a judge, is not away after all.

    Refused: ``UNKNOWN_ABSENCE``. Raises what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        game = transaction.game
        known = game.timekeeping.absences.get(absence)
        if known is None or (by not in JUDGES and known.seat != game.speaks_for(by)):
            return Refusal("UNKNOWN_ABSENCE", "", "No such absence of yours is declared.")
        away = game.timekeeping.away(known.seat)
        behalf = known.seat if by in JUDGES else None
        transaction.record(AbsenceEnded(known.seat, absence), by=by, behalf=behalf)
        _move(transaction, known.seat, away)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def wait(
    games: GameWriter, game_id: str, by: str, until: int, *, seen: Game | None = None
) -> Game | Refusal:
    """Hold the clock for the seat for which `by` speaks, until then, for all that it is asked.

    The clock says how much longer that may be, and it can be done once for a question. Refused:
    ``NOT_SEATED``, ``GAME_OVER``, ``NO_CLOCK``, ``NO_DEADLINE``, ``BAD_DATE``, ``WAITED_ALREADY``,
    ``TOO_LONG``, ``TOO_LATE``. Raises what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        seat = transaction.game.speaks_for(by)
        refusal = (
            _refuse(transaction, seat)
            or refuse_without_clock(transaction)
            or refuse_until(transaction, seat, until)
            or _refuse_waiting(transaction, seat, until)
        )
        if refusal is not None:
            return refusal
        asked = tuple(it.set.decision for it in transaction.game.timekeeping.of(seat))
        transaction.record(MoreTimeTaken(seat, until, asked), by=by)
        transaction.record(*deadlines.put_off(transaction.game, seat, until), by="")
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def _days_of_a_year(away: list[Absence], first: date) -> int:
    """How many days these absences have that begin later than a year before the day `first`."""
    since = first - timedelta(days=365)
    days = (
        (date.fromisoformat(it.last) - date.fromisoformat(it.first)).days + 1
        for it in away
        if date.fromisoformat(it.first) > since
    )
    return sum(days)


def _move(transaction: Transaction, seat: str, before: list[Absence]) -> None:
    """Count the deadlines of a seat again, whose absences were those `before`."""
    keeping = transaction.game.timekeeping
    if keeping.clock is not None and not keeping.held:
        fresh = deadlines.moved(transaction.game, transaction.at, seat, before)
        transaction.record(*fresh, by="")


def _refuse(transaction: Transaction, seat: str) -> Refusal | None:
    if seat not in transaction.game.created.seats:
        return Refusal("NOT_SEATED", "", "Only the holder of a seat says that it is away.")
    if transaction.game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    return None


def refuse_dates(at: int, first: date, last: date, zone: str) -> Refusal | None:
    """Why nobody says at a time that they are away on these days.

    ``BAD_TIME_ZONE``, ``BAD_DATE``.
    """
    if not is_zone(zone):
        detail = "There is no such time zone; a name is Europe/Paris."
        return Refusal("BAD_TIME_ZONE", "", detail)
    today = counting.moment(at).astimezone(zone_of(zone)).date()
    if first < today:
        return Refusal("BAD_DATE", "", f"That day is past: it is {today.isoformat()}.")
    if last < first:
        return Refusal("BAD_DATE", "", "The last day comes before the first one.")
    if (last - first).days >= LONGEST_DAYS:
        return Refusal("BAD_DATE", "", f"An absence has at most {LONGEST_DAYS} days.")
    if (first - today).days > FARTHEST_DAYS:
        return Refusal("BAD_DATE", "", f"An absence begins within {FARTHEST_DAYS} days.")
    return None


def _refuse_waiting(transaction: Transaction, seat: str, until: int) -> Refusal | None:
    keeping = transaction.game.timekeeping
    stands = keeping.of(seat)
    assert keeping.clock is not None, "there is a clock with something due by it"
    if any(it.waited for it in stands):
        detail = "You have asked for more time for this already: the referee may give you more."
        return Refusal("WAITED_ALREADY", "", detail)
    if any(it.expired for it in stands):
        return Refusal("TOO_LATE", "", "The grace is over: the referee may give you more time.")
    longest = stands[0].set.due + keeping.clock.wait * MINUTE
    if until > longest:
        told = counting.moment(longest).isoformat()
        days = keeping.clock.wait * MINUTE / DAY
        detail = f"The clock of the game lets you wait for {days:g} days longer: until {told}."
        return Refusal("TOO_LONG", "", detail, {"until": told})
    return None
