"""What forms answer in windows, where no standing order of the seat says anything else.

Silence is to pass. A seat that wants to be asked, or has to be, is asked by a `WindowPut` in the
log, and is waited for from then on. Both come when a standing order would answer
(`napoleon.play.pace`), for one version of the game and for what the seat had left by then: a second
process does nothing.

While a take-back waits for the word of a seat, or is its own, its form answers nothing: to play on
would settle it, and its player has not said that they want that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from eventsourcing.persistence import IntegrityError

from napoleon.log.events.windows import WindowPut
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.ids import new_order_id
from napoleon.log.store.recorder import SideRecords
from napoleon.play import execution
from napoleon.play.outcomes import Accepted, Stale
from napoleon.play.requests import Request
from napoleon.play.transactions import Transaction
from napoleon.play.windows import BY_FORM, has_forms, is_put, named, windows_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision


class ByForm(NamedTuple):
    """What a form answers to a question by saying nothing of it, or by asking to be asked."""

    seat: str
    decision: str
    order: Order | None
    """The order by which the seat passes; None to put the question to it."""
    kept: tuple[str, ...]
    """The ids of all that the seat had left when this was found."""


def speaks_in(game: Game, rules: Ruleset, decision: Decision) -> bool:
    """Whether the form of its seat answers a question."""
    windows = windows_of(game, rules)
    return (
        windows is not None
        and has_forms(game, rules)
        and decision.seat not in game.played_by_bots
        and windows.is_window(decision)
    )


def by_form(game: Game, rules: Ruleset, decision: Decision, kept: Sequence[Kept]) -> ByForm | None:
    """What the form of a seat answers; None if it is no window, or the seat is asked by now.

    `kept` are the standing orders of the seat, none of which gives an order.
    """
    windows = windows_of(game, rules)
    if windows is None or not speaks_in(game, rules, decision):
        return None
    order = None
    if not windows.is_asked(game.state, decision, kept):
        order = windows.passing(game.state, decision)
    if order is None and is_put(game, rules, decision):
        return None
    return ByForm(decision.seat, decision.id, order, tuple(it.id for it in kept))


def held_until(game: Game, seat: str, now: int) -> int:
    """Until when nothing is answered for a seat, as a take-back waits for its word, or is its own.

    In microseconds since 1970 UTC; 0 if there is none.
    """
    return max(
        (
            it.until
            for it in game.takebacks.values()
            if it.awaits(seat, now) or (it.is_open(now) and it.seat == seat)
        ),
        default=0,
    )


def give(games: GameLog, game: Game, said: ByForm) -> Accepted | Refusal | Stale:
    """Pass for a seat in position `game`, or put the question to it.

    Stale if others acted first, or the seat has left something else since.
    """
    rules = games.rules(game)
    if said.order is None:
        outcome = _put(games, game, rules, said)
    else:
        request = Request(
            said.seat, (said.order,), None, new_order_id(games.entropy), instruction=BY_FORM
        )
        outcome = execution.give(
            game, request, rules, at=games.time_in(game), chance_of=games.chance_of
        )
    if isinstance(outcome, Refusal):
        return outcome
    after, accepted = outcome
    try:
        games.append(after, accepted.events, SideRecords(unchanged=(said.seat, said.kept)))
    except IntegrityError:
        missed = games.history(game.id, after=game.version)
        return Stale(game.version + len(missed), missed)
    return accepted


def _put(
    games: GameLog, game: Game, rules: Ruleset, said: ByForm
) -> tuple[Game, Accepted] | Refusal:
    """The game in which the question is put, with its deadline where there is a clock."""
    refusal = execution.refuse_changed_rules(game, rules)
    if refusal is not None:
        return refusal
    transaction = Transaction(
        game,
        rules,
        today=rules,
        at=games.time_in(game),
        order_id=new_order_id(games.entropy),
        position=partial(games.at, game.id),
        chance_of=games.chance_of,
    )
    transaction.record(WindowPut(said.seat, named(game, said.decision)), by="")
    transaction.settle()
    after = transaction.game
    return after, Accepted(after.version, transaction.events, None, 0)
