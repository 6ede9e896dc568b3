"""Rules that have changed: a running game goes on under newer ones only if its people want it to.

A game pins the version of its rules and data. Its log replays for ever, as events hold outcomes;
but nothing new is decided by rules other than the pinned ones until the log says so.
"""

from __future__ import annotations

import hashlib

import msgspec

from napoleon.log.events.rules import RulesAgreed, RulesMigrated
from napoleon.log.game import Game
from napoleon.play.deadlines import renewed
from napoleon.play.door import Door
from napoleon.play.execution import open_decisions
from napoleon.play.transactions import Transaction
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal


def agree(games: Door, game_id: str, by: str, *, seen: Game | None = None) -> Game | Refusal:
    """Let a game go on under the installed rules: a referee may, or all seats together.

    Refused: ``NOT_SEATED``, ``GAME_OVER``, ``RULES_UNCHANGED``. Raises what `Games.act` raises,
    which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        game, rules = transaction.before, transaction.rules
        installed = (rules.version, rules.pack_hash)
        seat = game.speaks_for(by)
        if seat not in (*game.created.seats, *JUDGES):
            return Refusal("NOT_SEATED", "", "Seats and referee agree to other rules.")
        if game.over:
            return Refusal("GAME_OVER", "", "The game is over.")
        if game.pinned == installed:
            return Refusal("RULES_UNCHANGED", "", "The game is played by the rules installed.")
        if game.agreed.get(seat) == installed:
            return Refusal("ALREADY_AGREED", "", "You have agreed to these rules already.")
        if seat in game.created.seats:
            transaction.record(RulesAgreed(seat, *installed), by=by)
            wanted = [transaction.game.agreed.get(it) for it in game.created.seats]
            if wanted != [installed] * len(wanted):
                return None
        table = msgspec.json.encode(game.state, order="sorted")
        transaction.record(RulesMigrated(*installed, hashlib.sha256(table).hexdigest()), by=by)
        if game.timekeeping.clock is not None:
            # Nobody could answer until now.
            asked = open_decisions(transaction.game, rules)
            transaction.record(*renewed(transaction.game, asked, transaction.at), by="")
        return None

    outcome = games.act(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game
