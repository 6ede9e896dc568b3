"""Running: carries out what a clock has due, whenever somebody looks.

A seat is reminded before its deadline, and told when it has passed it; from then on the grace runs.
After the grace its stand-in is called upon; if it has none, or they were silent as well, what the
charter says comes of it. Each of these is recorded only once, also if two processes look.

The grace begins with the late notice and not with the deadline. So if a machine was off for a
week, or its clock has jumped, nothing is decided for anybody who was not told first.
"""

from __future__ import annotations

from napoleon.log.clocks import FORFEIT, PASS, REFEREE_DECIDES, Clock, Deadline, Due, Timekeeping
from napoleon.log.events.clocks import (
    STAND_IN,
    DeadlineNear,
    DeadlinePassed,
    GameForfeited,
    GraceEnded,
    SeatForfeited,
    WaitingEnded,
)
from napoleon.log.game import Game
from napoleon.log.times import MINUTE
from napoleon.play import deadlines
from napoleon.play.clock import stand_ins
from napoleon.play.execution import open_decisions, refuse_changed_rules
from napoleon.play.game_writer import GameWriter
from napoleon.play.requests import Request
from napoleon.play.transactions import Transaction
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import CLOCK, JUDGES
from napoleon.rules.orders import Order, Refusal

PAUSE = 10 * MINUTE
"""Until a game is looked at again that goes on under newer rules only."""

NOTHING_DUE = Refusal("NOTHING_DUE", "", "Nothing is due.")


def next_due(keeping: Timekeeping) -> int | None:
    """When something comes of the clock next, in microseconds since 1970 UTC; None if nothing does.

    >>> next_due(Timekeeping()) is None
    True
    """
    clock = keeping.clock
    if clock is None or keeping.held:
        return None
    times = (_next(clock, it) for it in keeping.deadlines.values())
    return min((it for it in times if it is not None), default=None)


def run(games: GameWriter, game_id: str) -> int | None:
    """Do all that is due by now in a game; returns when something is due next, as `next_due` does.

    Raises UnknownGame, UnknownRuleset, BrokenLog, and whatever the database raises.
    """
    while True:
        due = next_due(games.open(game_id).timekeeping)
        if due is None or due > games.clock():
            return due
        if isinstance(games.transact(game_id, _step), Refusal):
            return games.clock() + PAUSE


def process(
    games: GameWriter, game_id: str, by: str, decision: str, *, seen: Game | None = None
) -> Game | Refusal:
    """The referee no longer waits for an answer: a stand-in is called upon, or the seat passes.

    `decision` names what is processed, so that nothing else is by mistake, which came up meanwhile.
    Refused: ``NOT_THE_REFEREE``, ``DECISION_CLOSED``, ``CANNOT_PASS``, and what the order is
    refused for. Raises what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        if by not in JUDGES:
            return Refusal("NOT_THE_REFEREE", "", "Only the referee or the deputy goes on.")
        it = transaction.game.timekeeping.deadlines.get(decision)
        if it is None:
            return Refusal("DECISION_CLOSED", "", "That decision is not waited for.")
        if changed := refuse_changed_rules(transaction.game, transaction.rules):
            return changed
        if stand_ins.is_at_hand(transaction.game.timekeeping, it):
            _call_stand_in(transaction, it, by)
            return None
        order = _passing(transaction, it)
        if order is None:
            detail = "The rules know no way to pass here: give an order on behalf of the seat."
            return Refusal("CANNOT_PASS", "", detail)
        return _give(transaction, it, order, by)

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def claim_game(
    games: GameWriter, game_id: str, by: str, seat: str, *, seen: Game | None = None
) -> Game | Refusal:
    """An opponent claims a game that `seat` has left, as the charter says; nobody else does.

    Where others play on without it, the seat leaves the game, which goes on.

    Refused: ``NOT_SEATED``, ``GAME_OVER``, ``RULES_CHANGED``, ``CLOCK_HELD``, ``LATE_YOURSELF``,
    ``NOT_AN_OPPONENT``, ``NOT_FORFEIT``. Raises what `Games.transact` raises, which gets `seen`.
    """

    def act(transaction: Transaction) -> Refusal | None:
        rules = transaction.rules
        if refusal := refuse_claim(transaction.game, rules, by, seat):
            return refusal
        if (leaves := rules.leaving(seat)) is not None:
            transaction.record(SeatForfeited(seat, by), by=by)
            return transaction.give(Request(seat, (leaves,), None, transaction.order_id, by=CLOCK))
        result = rules.forfeited(seat)
        assert result is not None, "or the claim is refused"
        transaction.record(GameForfeited(seat, by, result, clauses=(result.clause,)), by=by)
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game


def refuse_claim(game: Game, rules: Ruleset, by: str, seat: str) -> Refusal | None:
    """Why `by` cannot claim the game from `seat`; see `claim_game`."""
    if by not in game.created.seats:
        return Refusal("NOT_SEATED", "", "A game is claimed by the holder of a seat.")
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    if changed := refuse_changed_rules(game, rules):
        return changed
    if game.timekeeping.held:
        return Refusal("CLOCK_HELD", "", "The clock is stopped: nobody is late meanwhile.")
    if not any(it.then == FORFEIT for it in game.timekeeping.of(seat)):
        detail = "That seat is not silent beyond the grace, or the clock knows no forfeit."
        return Refusal("NOT_FORFEIT", "", detail)
    result, own = rules.forfeited(seat), rules.forfeited(by)
    if rules.leaving(seat) is not None:
        if by == seat:
            return Refusal("NOT_AN_OPPONENT", "", "A game is claimed by the other side.")
    elif result is None or own is None or result.winner == own.winner:
        return Refusal("NOT_AN_OPPONENT", "", "A game is claimed by the other side.")
    if any(it.expired for it in game.timekeeping.of(by)):
        return Refusal(
            "LATE_YOURSELF", "", "You are silent beyond the grace yourself: answer first."
        )
    return None


def reminded(clock: Clock, it: Deadline) -> int:
    """When a seat is reminded of a deadline: never before half of its time is over."""
    return it.set.due - min(clock.notice * MINUTE, (it.set.due - it.set.asked) // 2)


def _next(clock: Clock, it: Deadline) -> int | None:
    if it.expired:
        return None
    if it.late:
        return it.grace_ends(clock)
    return it.set.due if it.near or not clock.notice else reminded(clock, it)


def _step(transaction: Transaction) -> Refusal | None:
    """Do the first thing that is due; refused if nothing is."""
    keeping = transaction.game.timekeeping
    clock = keeping.clock
    if clock is None or keeping.held:
        return NOTHING_DUE
    if changed := refuse_changed_rules(transaction.game, transaction.rules):
        return changed
    for it in keeping.deadlines.values():
        due = _next(clock, it)
        if due is not None and due <= transaction.at:
            _come_of(transaction, clock, it)
            return None
    return NOTHING_DUE


def _come_of(transaction: Transaction, clock: Clock, it: Deadline) -> None:
    """What comes of a deadline now."""
    due = it.set
    if it.late:
        _end_grace(transaction, clock, it)
    elif due.due <= transaction.at:
        transaction.record(DeadlinePassed(due.seat, due.decision, due.due), by="")
    else:
        transaction.record(DeadlineNear(due.seat, due.decision, due.due), by="")


def _end_grace(transaction: Transaction, clock: Clock, it: Deadline) -> None:
    due = it.set
    if stand_ins.is_at_hand(transaction.game.timekeeping, it):
        _call_stand_in(transaction, it, CLOCK)
        return
    order = _passing(transaction, it) if clock.then == PASS else None
    if order is not None and _give(transaction, it, order, CLOCK) is None:
        return
    # Without a referee nobody else could end the silence.
    claimed = clock.then == FORFEIT or not transaction.game.created.referee
    rules = transaction.rules
    can_forfeit = (rules.forfeited(due.seat) or rules.leaving(due.seat)) is not None
    then = FORFEIT if claimed and can_forfeit else REFEREE_DECIDES
    transaction.record(GraceEnded(due.seat, due.decision, then), by="")


def _go_on(transaction: Transaction, due: Due, then: str, by: str) -> None:
    """Record that nobody waits for an answer any more: a silence is over, or a judge went on."""
    if by == CLOCK:
        transaction.record(GraceEnded(due.seat, due.decision, then), by="")
    else:
        transaction.record(WaitingEnded(due.seat, due.decision, then), by=by)


def _call_stand_in(transaction: Transaction, it: Deadline, by: str) -> None:
    """Ask the stand-in of a seat to take over; all that it is asked is asked from now on."""
    seat = it.set.seat
    _go_on(transaction, it.set, STAND_IN, by)
    stand_ins.call(transaction, seat)
    asked = open_decisions(transaction.game, transaction.rules)
    transaction.record(
        *deadlines.renewed(transaction.game, asked, transaction.at, seat, called=True), by=""
    )


def _passing(transaction: Transaction, it: Deadline) -> Order | None:
    """The order by which a seat passes, where the rules let it; None where they do not."""
    game, rules = transaction.game, transaction.rules
    asked = [d for d in open_decisions(game, rules) if d.id == it.set.decision]
    own = [d for d in rules.decisions(game.state) if d.seat == it.set.seat]
    for d in own:
        if asked and (d.kind, d.subject) == (asked[0].kind, asked[0].subject):
            return rules.pass_order(game.state, d)
    return None


def _give(transaction: Transaction, it: Deadline, order: Order, by: str) -> Refusal | None:
    due = it.set
    request = Request(due.seat, (order,), due.decision, transaction.order_id, by=by)
    if refusal := transaction.refusal_of(request):
        return refusal
    _go_on(transaction, due, PASS, by)
    return transaction.give(request)
