"""Take-backs: free until something has sealed the move, and by consent from then on.

A move is sealed by a draw, by a look at something hidden, and by an act of another seat. What was
learnt cannot be unlearnt: this is the taint, and it decides what has to be drawn again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from napoleon.log.branches import is_on, path, settled
from napoleon.log.cases import AGREED, OPEN, STOOD, WITHDRAWN, Takeback, refuse_case
from napoleon.log.events.cases import (
    RulingGiven,
    TakebackAnswered,
    TakebackClosed,
    TakebackRequested,
)
from napoleon.log.events.rewinds import (
    ALL,
    NONE,
    REROLLS,
    TAINTED,
    TAKEBACK,
    WITHDRAWAL,
    HistoryRewound,
)
from napoleon.log.game import Game
from napoleon.log.times import HOUR
from napoleon.play.execution import overdue
from napoleon.play.game_writer import GameWriter
from napoleon.play.referee import texts
from napoleon.play.referee.passed_over import carried_out, passed_over
from napoleon.play.referee.taint import Learnt, calls, is_sealed, kept_calls, taint, undone
from napoleon.play.transactions import Transaction
from napoleon.rules.events import CLOCK, JUDGES, REFEREE, Event
from napoleon.rules.orders import OrderGiven, Refusal

TIME_TO_ANSWER = 72 * HOUR

ANSWERS = ("agree", "refuse")

_STRICTNESS = (NONE, TAINTED, ALL)


class Asked(NamedTuple):
    """What came of asking to take a move back."""

    version: int
    """Version of the game after it."""
    to: int
    """Version of the position that is gone back to, or would be."""
    takeback: int
    """Version of the request that others have to answer; 0 if the move was withdrawn freely."""


def ask(
    games: GameWriter,
    game_id: str,
    by: str,
    to: int | None,
    *,
    why: str = "",
    reroll: str = TAINTED,
    expected: int | None = None,
    seen: Game | None = None,
) -> Asked | Refusal:
    """Go back to version `to`, or to where the seat that `by` speaks for gave its last order.

    Before a seal it happens at once; after one the other seats are asked, and so is the referee,
    if there is one, about a ruling that would not hold any more. With `expected`, nothing is done
    unless that is the newest version: the same request, sent twice, takes back one move.
    Refused: ``NOT_SEATED``, ``GAME_OVER``, ``VERSION_CONFLICT``, ``NOT_STARTED``,
    ``REWIND_TO_FUTURE``, ``NOTHING_TO_TAKE_BACK``, ``ALREADY_ASKED``, ``BAD_PAYLOAD``,
    ``TEXT_MISSING``, ``TEXT_TOO_LONG``, ``BAD_TEXT``. Raises what `Games.transact` raises, which
    gets `seen`.
    """
    asked = Asked(0, 0, 0)

    def act(transaction: Transaction) -> Refusal | None:
        nonlocal asked
        game = transaction.before
        seat = game.speaks_for(by)
        refusal = (
            _refuse_asking(transaction, seat, reroll)
            or transaction.refuse_unless_at(expected)
            or texts.refuse_text(why, needed=False)
        )
        if refusal is not None:
            return refusal
        transaction.record(*overdue(transaction.game, transaction.at), by="")
        if any(it.is_open(transaction.at) for it in transaction.game.takebacks.values()):
            return Refusal("ALREADY_ASKED", "", "A take-back is being answered already.")
        target = last_order(games, transaction.before, seat) if to is None else to
        if target is None:
            return Refusal("NOTHING_TO_TAKE_BACK", "", "You have given no order yet.")
        rest = goal(games, game, target)
        if isinstance(rest, Refusal):
            return rest
        gone = undone_by(games, game, rest)
        if not any(type(it) is OrderGiven and it.player == seat for it in gone):
            detail = f"None of your orders would be taken back by going to version {rest}."
            return Refusal("NOTHING_TO_TAKE_BACK", "", detail, {"to": rest})
        if is_free(game, gone, rest, seat):
            keeps = game.kept_calls
            transaction.record(HistoryRewound(rest, WITHDRAWAL, seat=seat, keeps=keeps), by=by)
            asked = Asked(transaction.game.version, rest, 0)
            return None
        others = [it for it in game.created.seats if it != seat]
        if REFEREE in game.tokens and passed_over(games, game, gone, rest):
            others.append(REFEREE)
        reason = texts.keep(transaction, games, why) if why else ""
        until = transaction.at + TIME_TO_ANSWER
        transaction.record(
            TakebackRequested(seat, rest, reroll, reason, until, tuple(others)), by=by
        )
        asked = Asked(transaction.game.version, rest, transaction.game.version)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else asked


def answer(
    games: GameWriter,
    game_id: str,
    by: str,
    takeback: int,
    said: str,
    reroll: str | None = None,
    *,
    seen: Game | None = None,
) -> Takeback | Refusal:
    """A seat that is affected agrees or refuses; it may say what should be drawn again.

    `by` speaks for it: what its holder or one share says, the seat has said. A deputy answers what
    the referee is asked.

    The first refusal lets everything stand. When all agree the game goes back, and the strictest
    wish says what is drawn again. Refused: ``UNKNOWN_CASE``, ``CASE_CLOSED``, ``NOT_AFFECTED``,
    ``ALREADY_ANSWERED``, ``BAD_PAYLOAD``. Raises what `Games.transact` raises; `seen` is as there.
    """

    def act(transaction: Transaction) -> Refusal | None:
        seat = REFEREE if by in JUDGES else transaction.before.speaks_for(by)
        case = transaction.before.takebacks.get(takeback)
        if case is not None and seat not in case.affected:
            return Refusal("NOT_AFFECTED", "", "This take-back is not for you to answer.")
        refusal = refuse_case(case, transaction.at)
        if case is None or refusal is not None:
            return refusal
        wish = reroll or case.reroll
        if said not in ANSWERS or wish not in REROLLS:
            return Refusal("BAD_PAYLOAD", "", "Answer agree or refuse, and none, tainted or all.")
        if seat in case.answers:
            return Refusal("ALREADY_ANSWERED", "", "You have agreed already.")
        transaction.record(TakebackAnswered(seat, takeback, said, wish), by=by)
        case = transaction.game.takebacks[takeback]
        if said == "refuse":
            transaction.record(TakebackClosed(takeback, STOOD, f"{seat} refused"), by="")
        elif set(case.affected) <= set(case.answers):
            transaction.record(TakebackClosed(takeback, AGREED, "all have agreed"), by="")
            strictest = max(case.answers.values(), key=_STRICTNESS.index)
            go_back(games, transaction, case.to, TAKEBACK, takeback, case.seat, strictest, by=by)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game.takebacks[takeback]


def withdraw(
    games: GameWriter, game_id: str, by: str, takeback: int, *, seen: Game | None = None
) -> Takeback | Refusal:
    """The seat that asked, for which `by` speaks, no longer asks.

    Refused: ``UNKNOWN_CASE``, ``NOT_YOUR_CASE``, ``CASE_CLOSED``. Raises what `Games.transact`
    raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        seat = transaction.before.speaks_for(by)
        case = transaction.before.takebacks.get(takeback)
        if case is not None and case.seat != seat:
            return Refusal("NOT_YOUR_CASE", "", "You have not asked for that take-back.")
        refusal = refuse_case(case, transaction.at)
        if refusal is None:
            transaction.record(TakebackClosed(takeback, WITHDRAWN, f"{seat} withdrew it"), by=by)
        return refusal

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game.takebacks[takeback]


def tainted_by(games: GameWriter, game: Game, to: int, *, at: int | None = None) -> list[Learnt]:
    """What each seat has learnt from what is undone if `game` goes back to version `to`.

    With `at` it is what each had learnt when the game was at that version.
    """
    return taint(undone_by(games, game, to, at=at), game.created.seats)


def rulings_lost(
    games: GameWriter, game: Game, to: int, *, at: int | None = None
) -> Sequence[RulingGiven]:
    """The rulings that would not hold any more if `game` went back to version `to`.

    With `at` it is what would not have held any more when the game was at that version.
    """
    return passed_over(games, game, undone_by(games, game, to, at=at), to, at=at)


def rulings_undone(games: GameWriter, game: Game) -> dict[int, HistoryRewound]:
    """The rulings of `game` that do not hold any more, by their versions: what undid each of them.

    One that holds again, as the game went back once more, is not among them. What was ruled before
    a fork is not looked for.
    """
    undone: dict[int, tuple[RulingGiven, HistoryRewound]] = {}
    for version, to in game.rewinds:
        if version > game.forked:
            [rewound] = games.history(game.id, after=version - 1, upto=version)
            assert isinstance(rewound, HistoryRewound), "a rewind is at its version"
            for it in rulings_lost(games, game, to, at=version - 1):
                undone[it.version] = it, rewound
    stretches = path(game.rewinds, game.version)
    return {
        version: rewound
        for version, (ruling, rewound) in undone.items()
        if not any(is_on(stretches, it.version) for it in carried_out(games, ruling))
    }


def is_free(game: Game, gone: Iterable[Event], to: int, seat: str) -> bool:
    """Whether `seat` may go back to version `to` without asking; `gone` would be undone by it.

    What was undone before comes back only if the others want it, and so does a pass by silence.
    """
    undone = list(gone)
    by_silence = any(it.by == CLOCK for it in undone)
    stands = is_on(path(game.rewinds, game.version), to)
    return stands and not by_silence and not is_sealed(undone, seat)


def goal(games: GameWriter, game: Game, to: int) -> int | Refusal:
    """The version at rest that going back to version `to` leads to, or why it leads nowhere.

    An order is one piece: in the midst of one it leads to before the order, so that nothing stays
    of what somebody wants undone.
    """
    newest = game.version
    if not 1 <= to < newest:
        detail = f"The game is at version {newest}; it can go back to an earlier one only."
        return Refusal("REWIND_TO_FUTURE", "", detail, {"to": to, "version": newest})
    rest = _at_rest_before(games, game.id, to)
    if rest >= newest:
        detail = f"At version {to} the table was being laid, and nothing has happened since."
        return Refusal("NOTHING_TO_TAKE_BACK", "", detail, {"to": to})
    if games.at(game.id, rest).state is None:
        return Refusal("NOT_STARTED", "", f"At version {rest} the table was not laid yet.")
    return settled(game.rewinds, rest)


def _at_rest_before(games: GameWriter, game_id: str, version: int) -> int:
    """The newest version not after `version` at which the game was at rest with a table.

    While the table was laid there was none yet: then it is the one at which it had been laid.
    """
    end = games.end_of_order(game_id, version)
    if end == version:
        return version
    earlier = games.backwards(game_id, version)
    begun = next((it.version for it in earlier if it.begins), 1)
    laid = begun > 1 and games.at(game_id, begun - 1).state is not None
    return begun - 1 if laid else end


def go_back(
    games: GameWriter,
    transaction: Transaction,
    to: int,
    reason: str,
    cause: int,
    seat: str,
    reroll: str,
    *,
    by: str,
) -> None:
    """The position of version `to` becomes the current one again, as part of an act.

    `seat` is the one whose move is taken back: what it has learnt is tainted, or what any seat has
    learnt if it was nobody's move. Draws that were to count again after an earlier rewind still do,
    unless all are made again. Take-backs that nobody has answered yet are closed, as what they were
    about is gone.
    """
    close_open(transaction, f"the game went back by a {reason}")
    to = settled(transaction.before.rewinds, to)
    gone = undone_by(games, transaction.before, to)
    learners = (seat,) if seat else transaction.game.created.seats
    again = kept_calls(gone, learners, reroll, transaction.game.forked)
    # What was called again in the meantime is judged by what was learnt then.
    called = set(calls(gone))
    kept = () if reroll == ALL else transaction.before.kept_calls
    waiting = [it for it in kept if it not in called]
    keeps = tuple(dict.fromkeys([*waiting, *again]))
    transaction.record(HistoryRewound(to, reason, cause, seat, reroll, keeps), by=by)


def close_open(transaction: Transaction, why: str) -> None:
    """Let every move stand that somebody has asked to take back; `why` is told."""
    for asked in list(transaction.game.takebacks.values()):
        if asked.status == OPEN:
            transaction.record(TakebackClosed(asked.id, STOOD, why), by="")


def undone_by(games: GameWriter, game: Game, to: int, *, at: int | None = None) -> list[Event]:
    """What going back to version `to` would undo in `game`, or would have when it was `at`."""
    newest = game.version if at is None else at
    events = games.history(game.id, after=_branching(game.rewinds, to), upto=newest)
    return undone(game, events, to, at=newest)


def _branching(rewinds: list[tuple[int, int]], to: int) -> int:
    """A version before which nothing is undone by going back to `to`."""
    return min([to, *(target for version, target in rewinds if version > to)])


def last_order(games: GameWriter, game: Game, seat: str) -> int | None:
    """The version before the last order of `seat` that counts; None if it has given none."""
    stretches = path(game.rewinds, game.version)
    for event in games.backwards(game.id, game.version):
        if type(event) is OrderGiven and event.player == seat and is_on(stretches, event.version):
            return event.version - 1
    return None


def _refuse_asking(transaction: Transaction, seat: str, reroll: str) -> Refusal | None:
    if seat not in transaction.before.created.seats:
        return Refusal("NOT_SEATED", "", "Only the holder of a seat takes a move back.")
    if transaction.before.over:
        detail = "The game is over and everything is open: fork it to play on from a version."
        return Refusal("GAME_OVER", "", detail)
    if reroll not in REROLLS:
        return Refusal("BAD_PAYLOAD", "", f"Draw again one of these: {', '.join(REROLLS)}.")
    return None
