"""Setting the clock: the founder of a game does it, and the referee at any time after that.

The referee also stops it, and gives a seat more time. Only the referee and the deputy may; in a
game without a referee the clock is what it was set up with.
"""

from __future__ import annotations

from datetime import timedelta

from napoleon.log.clocks import Clock
from napoleon.log.events.clocks import (
    ClockHeld,
    ClockRemoved,
    ClockResumed,
    ClockSet,
    DeadlineExtended,
)
from napoleon.log.game import Game
from napoleon.log.times import DAY
from napoleon.play import counting, deadlines
from napoleon.play.bounds import may_be_claimed, refuse_clock
from napoleon.play.execution import open_decisions
from napoleon.play.game_writer import GameWriter
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

FARTHEST = 366 * DAY
"""How far ahead a deadline may be put."""


def set_clock(
    games: GameWriter, game_id: str, by: str, clock: Clock, *, seen: Game | None = None
) -> Game | Refusal:
    """Play on by this clock; every open question gets all of the time that it gives.

    Refused: ``NOT_THE_REFEREE``, ``GAME_OVER``, ``BAD_CLOCK``. Raises what `Games.transact` raises,
    which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        game = transaction.before
        refusal = _refuse(transaction, by) or refuse_clock(
            clock,
            transaction.rules.kinds,
            referee=game.created.referee,
            claimed=may_be_claimed(transaction.rules, game.created.seats, game.played_by_bots),
        )
        if refusal is not None or transaction.game.timekeeping.clock == clock:
            return refusal
        transaction.record(ClockSet(clock), by=by)
        asked = open_decisions(transaction.game, transaction.rules)
        transaction.record(*deadlines.renewed(transaction.game, asked, transaction.at), by="")
        return None

    return _game(games.transact(game_id, act, by=by, seen=seen))


def remove_clock(
    games: GameWriter, game_id: str, by: str, *, seen: Game | None = None
) -> Game | Refusal:
    """Play on without a clock.

    Refused: ``NOT_THE_REFEREE``, ``NO_CLOCK``. Raises what `Games.transact` raises, which gets
    `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        refusal = _refuse(transaction, by) or refuse_without_clock(transaction)
        if refusal is None:
            transaction.record(ClockRemoved(), by=by)
        return refusal

    return _game(games.transact(game_id, act, by=by, seen=seen))


def hold(
    games: GameWriter, game_id: str, by: str, reason: str = "", *, seen: Game | None = None
) -> Game | Refusal:
    """Stop the clock: nothing falls due before it runs again.

    Refused: ``NOT_THE_REFEREE``, ``NO_CLOCK``, ``CLOCK_HELD``, and what `texts.refuse_text` says.
    Raises what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        refusal = (
            _refuse(transaction, by)
            or refuse_without_clock(transaction)
            or texts.refuse_text(reason, needed=False)
        )
        if refusal is not None:
            return refusal
        if transaction.game.timekeeping.held:
            return Refusal("CLOCK_HELD", "", "The clock is stopped already.")
        kept = texts.keep(transaction, games, reason) if reason else ""
        had = deadlines.left(transaction.game, transaction.at)
        transaction.record(ClockHeld(had, kept), by=by)
        return None

    return _game(games.transact(game_id, act, by=by, seen=seen))


def resume(games: GameWriter, game_id: str, by: str, *, seen: Game | None = None) -> Game | Refusal:
    """Let the clock run again; everybody has as much time left as when it was stopped.

    Refused: ``NOT_THE_REFEREE``, ``NO_CLOCK``, ``CLOCK_RUNS``. Raises what `Games.transact` raises,
    which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        refusal = _refuse(transaction, by) or refuse_without_clock(transaction)
        if refusal is not None:
            return refusal
        if not transaction.game.timekeeping.held:
            return Refusal("CLOCK_RUNS", "", "The clock is not stopped.")
        fresh = deadlines.resumed(transaction.game, transaction.at)
        transaction.record(ClockResumed(), by=by)
        transaction.record(*fresh, by="")
        return None

    return _game(games.transact(game_id, act, by=by, seen=seen))


def extend(
    games: GameWriter,
    game_id: str,
    by: str,
    seat: str,
    until: int,
    reason: str = "",
    *,
    seen: Game | None = None,
) -> Game | Refusal:
    """Give a seat until then, a time in microseconds since 1970 UTC, for all that it is asked.

    A seat that was late is not late any more. Refused: ``NOT_THE_REFEREE``, ``NO_CLOCK``,
    ``NO_DEADLINE``, ``BAD_DATE``, and what `texts.refuse_text` says. Raises what `Games.transact`
    raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        refusal = (
            _refuse(transaction, by)
            or refuse_without_clock(transaction)
            or refuse_until(transaction, seat, until)
            or texts.refuse_text(reason, needed=False)
        )
        if refusal is not None:
            return refusal
        kept = texts.keep(transaction, games, reason) if reason else ""
        transaction.record(DeadlineExtended(seat, until, kept), by=by)
        transaction.record(*deadlines.put_off(transaction.game, seat, until), by="")
        return None

    return _game(games.transact(game_id, act, by=by, seen=seen))


def refuse_without_clock(transaction: Transaction) -> Refusal | None:
    """``NO_CLOCK`` in a game that is played without one."""
    if transaction.game.timekeeping.clock is None:
        return Refusal("NO_CLOCK", "", "The game is played without a clock.")
    return None


def refuse_until(transaction: Transaction, seat: str, until: int) -> Refusal | None:
    """Why the deadlines of a seat cannot be put off to then.

    ``CLOCK_HELD``, ``NO_DEADLINE``, ``BAD_DATE``.
    """
    stands = transaction.game.timekeeping.of(seat)
    if transaction.game.timekeeping.held:
        return Refusal("CLOCK_HELD", "", "The clock is stopped: nothing falls due before it runs.")
    if not stands:
        return Refusal("NO_DEADLINE", "", "Nothing is due from that seat.")
    if until <= max(transaction.at, stands[0].set.due):
        told = counting.moment(stands[0].set.due).isoformat()
        detail = f"That is not later than now, and than what stands: {told}."
        return Refusal("BAD_DATE", "", detail, {"due": told})
    if until > transaction.at + FARTHEST:
        days = timedelta(microseconds=FARTHEST).days
        return Refusal("BAD_DATE", "", f"A deadline is at most {days} days ahead.")
    return None


def _refuse(transaction: Transaction, by: str) -> Refusal | None:
    if by not in JUDGES:
        return Refusal("NOT_THE_REFEREE", "", "Only the referee or the deputy changes the clock.")
    if transaction.game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    return None


def _game(outcome: Transaction | Refusal) -> Game | Refusal:
    return outcome if isinstance(outcome, Refusal) else outcome.game
