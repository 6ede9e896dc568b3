"""Disputes: a seat says that an event is wrong, and the others have their say.

A dispute ends with a ruling (`napoleon.play.referee.rulings`), with its withdrawal, or when its
time is up.
"""

from __future__ import annotations

from napoleon.log.branches import counts
from napoleon.log.cases import OUTCOMES, WITHDRAWN, Dispute, refuse_case
from napoleon.log.events.cases import DisputeClosed, DisputeOpened, StatementMade
from napoleon.log.game import Game
from napoleon.log.times import DAY, HOUR
from napoleon.play.execution import overdue
from napoleon.play.game_writer import GameWriter
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

TIME_TO_DISPUTE = 14 * DAY
"""An event that is older than this stands."""

TIME_FOR_STATEMENTS = 72 * HOUR

TIME_TO_RULE = 14 * DAY

MOST_OPEN = 5
"""How many open disputes a seat may have at a time."""

MOST_SAID = 20
"""How many statements a seat may make in a dispute."""


def open_dispute(
    games: GameWriter,
    game_id: str,
    by: str,
    version: int,
    *,
    clause: str,
    claim: str,
    relief: str,
    seen: Game | None = None,
) -> Dispute | Refusal:
    """Dispute the event with that version: under which clause it is wrong, and what to do about it.

    `by` speaks for the seat that disputes it.

    Refused: ``NOT_SEATED``, ``NO_REFEREE``, ``UNKNOWN_VERSION``, ``UNKNOWN_CLAUSE``,
    ``TOO_LATE``, ``UNDONE``, ``ALREADY_DISPUTED``, ``BAD_PAYLOAD``, ``TEXT_MISSING``,
    ``TEXT_TOO_LONG``, ``BAD_TEXT``. Raises what `Games.transact` raises; `seen` is as there.
    """

    def act(transaction: Transaction) -> Refusal | None:
        seat = transaction.before.speaks_for(by)
        refusal = _refuse(games, transaction, seat, version, clause, relief) or texts.refuse_text(
            claim, needed=True
        )
        if refusal is not None:
            return refusal
        transaction.record(*overdue(transaction.game, transaction.at), by="")
        transaction.record(
            DisputeOpened(
                seat,
                version,
                clause,
                texts.keep(transaction, games, claim),
                relief,
                transaction.at + TIME_FOR_STATEMENTS,
                transaction.at + TIME_TO_RULE,
                clauses=(clause,),
            ),
            by=by,
        )
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else _newest(outcome.game)


def say(
    games: GameWriter, game_id: str, by: str, dispute: int, text: str, *, seen: Game | None = None
) -> Dispute | Refusal:
    """A statement on a dispute by a seat, while there is time, or by the referee.

    Repeating the last statement counts once, as when a request is sent twice. Refused:
    ``NOT_SEATED``, ``UNKNOWN_CASE``, ``CASE_CLOSED``, ``TEXT_MISSING``, ``TEXT_TOO_LONG``,
    ``BAD_TEXT``. Raises what `Games.transact` raises; `seen` is as there.
    """

    def act(transaction: Transaction) -> Refusal | None:
        refusal = texts.refuse_text(text, needed=True)
        speaker = transaction.before.speaks_for(by)
        plays = speaker in transaction.before.created.seats
        if not plays and by not in JUDGES:
            refusal = Refusal("NOT_SEATED", "", "Only seats and referee make statements.")
        case = transaction.before.disputes.get(dispute)
        if refusal is None:
            refusal = refuse_case(case, transaction.at)
        if refusal is not None:
            return refusal
        assert case is not None
        if plays and transaction.at >= case.statements_until:
            return Refusal("CASE_CLOSED", "", "The time for statements is over.")
        if plays and _said_by(case, speaker) >= MOST_SAID:
            detail = f"A seat makes at most {MOST_SAID} statements in a dispute."
            return Refusal("TOO_MANY_STATEMENTS", "", detail, {"most": MOST_SAID})
        if not _just_said(games, case, game_id, by, text):
            kept = texts.keep(transaction, games, text)
            transaction.record(StatementMade(speaker, dispute, kept), by=by)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game.disputes[dispute]


def withdraw(
    games: GameWriter, game_id: str, by: str, dispute: int, *, seen: Game | None = None
) -> Dispute | Refusal:
    """The seat that opened a dispute, for which `by` speaks, lets the event stand.

    Refused: ``UNKNOWN_CASE``, ``NOT_YOUR_CASE``, ``CASE_CLOSED``. Raises what `Games.transact`
    raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        seat = transaction.before.speaks_for(by)
        case = transaction.before.disputes.get(dispute)
        refusal = refuse_case(case, transaction.at)
        if refusal is None and case is not None and case.seat != seat:
            refusal = Refusal("NOT_YOUR_CASE", "", "You have not opened that dispute.")
        if refusal is None:
            transaction.record(DisputeClosed(dispute, WITHDRAWN, f"{seat} withdrew it"), by=by)
        return refusal

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game.disputes[dispute]


def _just_said(games: GameWriter, case: Dispute, game_id: str, by: str, text: str) -> bool:
    """Whether the last statement of the dispute is that text, by the same speaker."""
    if not case.statements or case.statements[-1].by != by:
        return False
    last = case.statements[-1].text
    return any(row.id == last and row.text == text for row in games.recorder.texts(game_id))


def _said_by(case: Dispute, seat: str) -> int:
    return sum(statement.seat == seat for statement in case.statements)


def _newest(game: Game) -> Dispute:
    return game.disputes[max(game.disputes)]


def _refuse(
    games: GameWriter, transaction: Transaction, seat: str, version: int, clause: str, relief: str
) -> Refusal | None:
    game = transaction.before
    if seat not in game.created.seats:
        return Refusal("NOT_SEATED", "", "Only the holder of a seat disputes an event.")
    if not game.created.referee:
        detail = "The game has no referee: ask the other seats for a take-back."
        return Refusal("NO_REFEREE", "", detail)
    if not 1 <= version <= game.version:
        return Refusal("UNKNOWN_VERSION", "", "The game has no such version.")
    if transaction.rules.clause(clause) is None:
        return Refusal("UNKNOWN_CLAUSE", "", "The rules have no such clause.", {"clause": clause})
    if relief not in OUTCOMES:
        return Refusal("BAD_PAYLOAD", "", f"Ask for one of {', '.join(OUTCOMES)}.")
    [event] = games.history(game.id, after=version - 1, limit=1)
    if not counts(game, event):
        return Refusal("UNDONE", "", "That event was undone: there is nothing to put right.")
    if transaction.at - event.at > TIME_TO_DISPUTE:
        days = TIME_TO_DISPUTE // DAY
        return Refusal("TOO_LATE", "", f"An event that is older than {days} days stands.")
    mine = [it for it in game.disputes.values() if it.seat == seat]
    if sum(it.is_open(transaction.at) for it in mine) >= MOST_OPEN:
        detail = f"A seat has at most {MOST_OPEN} disputes open; withdraw one first."
        return Refusal("TOO_MANY_DISPUTES", "", detail, {"most": MOST_OPEN})
    for case in game.disputes.values():
        if (case.seat, case.version) == (seat, version) and case.is_open(transaction.at):
            facts = {"dispute": case.id}
            return Refusal("ALREADY_DISPUTED", "", "You dispute this event already.", facts)
    return None
