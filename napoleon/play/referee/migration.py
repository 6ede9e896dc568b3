"""Rules that have changed: a running game goes on under its own, or under newer ones if it has to.

A game pins the version of its rules and its data, and is decided by them as long as they stay
playable. Its log replays for ever, as events hold outcomes; but other rules decide nothing until
the log says so: because its people want it, or because the operator has to help a game whose rules
are not here any more.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress

import msgspec

from napoleon.log.errors import UnknownGame
from napoleon.log.events.rules import RulesAgreed, RulesMigrated, RulesSet
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.replayer import UNREADABLE
from napoleon.play.game_writer import GameWriter
from napoleon.play.transactions import Transaction
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

LONGEST_REASON = 500
"""Characters of what an operator tells the seats."""


def is_stuck(game: Game, today: Ruleset) -> bool:
    """Whether a running game waits for newer rules, as nobody decides by its own any more."""
    return not game.over and today.edition(*game.pinned) is None


def stuck(games: GameLog) -> Iterator[Game]:
    """The games that are stuck, in the order of their ids.

    A log that cannot be read, or whose rules are not here at all, is no matter of newer rules, and
    is passed over.
    """
    for game_id in sorted(games.recorder.every_game()):
        with suppress(UnknownGame, *UNREADABLE):
            created = games.created(game_id)
            today = games.rulesets.get(created.ruleset)
            # A game that went over to others has newer ones still, so most need not be opened.
            if today and today.edition(created.rules_version, created.pack) is None:
                game = games.open(game_id)
                if is_stuck(game, today):
                    yield game


def awaited(game: Game, today: Ruleset, holder: str) -> Ruleset | None:
    """The newer rules to which a seat, a share of one or a judge has to agree; None if to none.

    A stuck game that they take over is such a case.
    """
    seat = game.speaks_for(holder)
    decides = seat in game.created.seats or seat in JUDGES
    pinned = (today.version, today.pack_hash)
    if not decides or not is_stuck(game, today) or _refuse_change(game, today) is not None:
        return None
    return None if game.agreed.get(seat) == pinned else today


def agree(games: GameWriter, game_id: str, by: str, *, seen: Game | None = None) -> Game | Refusal:
    """Let a game go on under the rules of today: a referee may, or all seats together.

    Refused: ``NOT_SEATED``, ``GAME_OVER``, ``RULES_UNCHANGED``, ``NOT_TAKEN_OVER``,
    ``ALREADY_AGREED``. Raises what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        game, today = transaction.before, transaction.today
        pinned = (today.version, today.pack_hash)
        seat = game.speaks_for(by)
        if seat not in (*game.created.seats, *JUDGES):
            return Refusal("NOT_SEATED", "", "Seats and referee agree to other rules.")
        if refusal := _refuse_change(game, today):
            return refusal
        if game.agreed.get(seat) == pinned:
            return Refusal("ALREADY_AGREED", "", "You have agreed to these rules already.")
        if seat in game.created.seats:
            transaction.record(RulesAgreed(seat, *pinned), by=by)
            wanted = [transaction.game.agreed.get(it) for it in game.created.seats]
            if wanted != [pinned] * len(wanted):
                return None
        transaction.go_over(RulesMigrated(*pinned, _hash_of_table(game)), by=by)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def set_by_operator(games: GameWriter, game_id: str, reason: str) -> Game | Refusal:
    """Let a stuck game without a referee go on under the rules of today, for a reason.

    Refused: ``GAME_OVER``, ``RULES_UNCHANGED``, ``NOT_TAKEN_OVER``, ``RULES_PLAYED``,
    ``HAS_REFEREE``, ``BAD_PAYLOAD``. Raises what `Games.transact` raises.
    """

    def act(transaction: Transaction) -> Refusal | None:
        game, today = transaction.before, transaction.today
        if refusal := _refuse_change(game, today):
            return refusal
        if not is_stuck(game, today):
            detail = "The game is played by its own rules; only its people change that."
            return Refusal("RULES_PLAYED", "", detail)
        if game.created.referee:
            return Refusal("HAS_REFEREE", "", "The game has a referee, who decides on its rules.")
        if not reason.strip() or len(reason) > LONGEST_REASON or not reason.isprintable():
            detail = f"The reason has to be one line of up to {LONGEST_REASON} characters."
            return Refusal("BAD_PAYLOAD", "", detail)
        pinned = (today.version, today.pack_hash)
        transaction.go_over(RulesSet(*pinned, _hash_of_table(game), reason.strip()), by="")
        return None

    outcome = games.transact(game_id, act)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def _refuse_change(game: Game, today: Ruleset) -> Refusal | None:
    """Why a game cannot go over to the rules of today; None if its people may want that."""
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    if game.pinned == (today.version, today.pack_hash):
        return Refusal("RULES_UNCHANGED", "", "The game is played by the newest rules.")
    if game.pinned not in today.replays:
        detail = f"The rules {today.version} do not take over games of {game.pinned[0]}."
        return Refusal("NOT_TAKEN_OVER", "", detail)
    return None


def _hash_of_table(game: Game) -> str:
    table = msgspec.json.encode(game.state, order="sorted")
    return hashlib.sha256(table).hexdigest()
