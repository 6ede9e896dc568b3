"""Odd mails: the founder of a game says what it makes of them, and the referee may change it.

What they say holds as far as it is stricter than what the operator of the service has set.
"""

from __future__ import annotations

from napoleon.log.events.mails import OddMailsTreated
from napoleon.log.game import Game
from napoleon.play.bounds import refuse_treatment
from napoleon.play.game_writer import GameWriter
from napoleon.play.transactions import Transaction
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal


def treat(
    games: GameWriter, game_id: str, by: str, treatment: str, *, seen: Game | None = None
) -> Game | Refusal:
    """Treat odd mails so from now on; for a judge to say.

    Refused: ``NOT_THE_REFEREE``, ``GAME_OVER``, ``BAD_PAYLOAD``. Raises what `Games.transact`
    raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        if by not in JUDGES:
            detail = "Only the referee or the deputy says what is made of odd mails."
            return Refusal("NOT_THE_REFEREE", "", detail)
        if transaction.before.over:
            return Refusal("GAME_OVER", "", "The game is over.")
        refusal = refuse_treatment(treatment)
        if refusal is None and transaction.game.odd_mails != treatment:
            transaction.record(OddMailsTreated(treatment), by=by)
        return refusal

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game
