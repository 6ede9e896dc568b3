"""Stand-ins: who is asked to speak for a seat that has fallen silent.

A stand-in is called upon when the grace is over, and has a share of the seat from then on: they see
what it sees and order what it may order. Its holder may answer again at any time, and dismiss them.
"""

from __future__ import annotations

from napoleon.log.clocks import Deadline, Timekeeping
from napoleon.log.events.clocks import StandInCalled, StandInDismissed, StandInNamed
from napoleon.log.events.seats import SeatShared, ShareEnded
from napoleon.log.game import Game, token_hash
from napoleon.log.ids import stand_in_token
from napoleon.play.game_writer import GameWriter
from napoleon.play.transactions import Transaction
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal


def share_of(seat: str) -> str:
    """The share of a seat that its stand-in has; the names of a ruleset say what it is called."""
    return f"{seat}-stand-in"


def name(games: GameWriter, game_id: str, by: str, *, seen: Game | None = None) -> Game | Refusal:
    """Have somebody called upon if the seat that `by` holds falls silent.

    The caller keeps beside the log who it is. For the holder of the seat alone.
    Refused: ``NOT_YOUR_SEAT``, ``GAME_OVER``. Raises what `Games.transact` raises, which gets
    `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        if by not in transaction.game.created.seats:
            return Refusal("NOT_YOUR_SEAT", "", "A stand-in is named by the holder of the seat.")
        if transaction.game.over:
            return Refusal("GAME_OVER", "", "The game is over.")
        _end(transaction, by, by)
        if transaction.game.timekeeping.stand_ins.get(by) != "":
            transaction.record(StandInNamed(by), by=by)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def dismiss(
    games: GameWriter, game_id: str, by: str, seat: str = "", *, seen: Game | None = None
) -> Game | Refusal:
    """Have no stand-in any more, for the seat that `by` holds, or for `seat` as a judge.

    A stand-in who took over speaks for the seat no longer. They may step down as well. Refused:
    ``NOT_YOUR_SEAT``, ``NO_STAND_IN``. Raises what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        mine = transaction.game.speaks_for(by)
        of = seat or mine
        if by not in JUDGES and (of != mine or by not in (of, share_of(of))):
            return Refusal("NOT_YOUR_SEAT", "", "A stand-in is dismissed by the seat's holder.")
        if of not in transaction.game.timekeeping.stand_ins:
            return Refusal("NO_STAND_IN", "", "The seat has no stand-in.")
        part(transaction, of, by)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def call(transaction: Transaction, seat: str) -> None:
    """Give the stand-in of a seat a share of it, which the token of `token_of` opens."""
    share = share_of(seat)
    transaction.record(StandInCalled(seat, share), by="")
    digest = token_hash(token_of(transaction.game, seat))
    transaction.record(SeatShared(seat, share, digest), by="")


def is_at_hand(keeping: Timekeeping, it: Deadline) -> bool:
    """Whether a stand-in is named who may still be called upon for a question: one is, once."""
    return not it.called and keeping.stand_ins.get(it.set.seat) == ""


def part(transaction: Transaction, seat: str, by: str) -> None:
    """The seat passes to another person, who has a stand-in of their own choice, or none."""
    if seat in transaction.game.timekeeping.stand_ins:
        _end(transaction, seat, by)
        behalf = seat if by not in ("", seat) else ""
        transaction.record(StandInDismissed(seat), by=by, behalf=behalf)


def token_of(game: Game, seat: str) -> str:
    """The token that opens the share of the stand-in of `seat`, until they claim it.

    It is made of the secret seed, so that the sender can make it again after a crash; another
    stand-in gets another one, as it depends on how often stand-ins were called upon. Once the game
    is over nothing is hidden that it could open.
    """
    share = share_of(seat)
    called = game.timekeeping.calls.get(seat, 0)
    return stand_in_token(game.id, share, game.created.seed, called)


def _end(transaction: Transaction, seat: str, by: str) -> None:
    """The share of the stand-in of the seat is at an end, and what came of it."""
    share = share_of(seat)
    if share in transaction.game.shares:
        behalf = seat if by != seat else ""
        transaction.record(ShareEnded(seat, share), by=by, behalf=behalf)
