"""Execution: what accepted orders do to a game, before anything is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from napoleon.chance import LINKS
from napoleon.log.cases import OPEN, STOOD, WITHDRAWN
from napoleon.log.drawing import ChanceOf, chance_of
from napoleon.log.events.cases import DisputeClosed, TakebackClosed
from napoleon.log.events.draws import with_calls
from napoleon.log.folding import copied, folded, happened
from napoleon.log.game import Game
from napoleon.play import windows
from napoleon.play.couriers import arrivals
from napoleon.play.deadlines import settled
from napoleon.play.outcomes import Accepted
from napoleon.play.requests import Request
from napoleon.rules.contract import Notation, Ruleset
from napoleon.rules.events import CLOCK, JUDGES, Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision


def stamped(
    events: Iterable[Event], game_id: str, *, after: int, at: int, order_id: str = ""
) -> list[Event]:
    """The events as they are recorded: numbered after version `after`, with time and order.

    The ruleset says who acted: a sealed answer is carried out by another seat's order.
    """
    return [
        msgspec.structs.replace(event, game=game_id, version=version, at=at, order_id=order_id)
        for version, event in enumerate(events, after + 1)
    ]


def open_decisions(game: Game, rules: Ruleset) -> list[Decision]:
    """Who has to decide what in this position; nobody before the table is laid, or at the end.

    After a rewind the same question has another id: an answer to one that was undone is late. What
    a form answers in a window is no open decision; see `napoleon.play.windows`.
    """
    if game.state is None or game.over:
        return []
    found = [it for it in rules.decisions(game.state) if windows.is_put(game, rules, it)]
    if not game.rewinds:
        return found
    suffix = f"~{len(game.rewinds)}"
    return [msgspec.structs.replace(it, id=it.id + suffix) for it in found]


def refuse_changed_rules(game: Game, rules: Ruleset) -> Refusal | None:
    """Why nothing is decided in `game` by these rules; None if it is played by them."""
    if game.pinned == (rules.version, rules.pack_hash):
        return None
    detail = (
        f"The rules {game.pinned[0]} of this game cannot be played here any more. It goes on under "
        f"{rules.version} when the referee says so, or all seats agree."
    )
    return Refusal("RULES_CHANGED", "", detail, {"installed": rules.version})


def give(
    game: Game,
    request: Request,
    rules: Ruleset,
    *,
    at: int,
    chance_of: ChanceOf = chance_of,
) -> tuple[Game, Accepted] | Refusal:
    """The game after the orders of `request`, at time `at`; `game` is left as it was.

    They are carried out until one is refused or their seat has nothing to decide. A refusal of
    the first one is the answer to all of them.
    """
    if game.state is None:
        return Refusal("NOT_STARTED", "", "The game begins when every seat is claimed.")
    changed = refuse_changed_rules(game, rules)
    if changed is not None:
        return changed
    if max(game.links.values(), default=0) + len(request.orders) > LINKS:
        return Refusal("CHANCE_EXHAUSTED", "", "No links of chance are left: fork the game.")
    mine: list[Decision] = []
    named = None
    if request.decision is not None:
        mine = [it for it in open_decisions(game, rules) if it.seat == request.seat]
        named = next((it for it in mine if it.id == request.decision), None)
        if named is None:
            return Refusal("DECISION_CLOSED", "", "That decision is not open for this seat.")
    after = copied(game, rules)
    events: list[Event] = []
    done = 0
    refusal = None
    for given in request.orders:
        if done and not _has_to_decide(request.seat, after, rules):
            break
        first = None if done else named
        order = _read(given, request.seat, after, rules, first) if isinstance(given, str) else given
        if isinstance(order, Refusal):
            refusal = order
            break
        if first is not None and _is_for_another(order, first, mine, after, rules):
            detail = "That order answers another question of yours."
            refusal = Refusal("NOT_YOUR_DECISION", first.clause, detail)
            break
        if _is_the_holders(order, request, after, rules):
            refusal = Refusal("HOLDER_ONLY", "", "That is for the holder of the seat to order.")
            break
        chance = chance_of(after)
        outcome = rules.carry_out(after.state, request.seat, order, chance)
        if isinstance(outcome, Refusal):
            refusal = outcome
            break
        told = with_calls(outcome.events, chance.calls, game.created.seed)
        caused = stamped(told, game.id, after=after.version, at=at, order_id=request.order_id)
        if request.instruction is not None:
            caused[0] = msgspec.structs.replace(caused[0], instruction=request.instruction)
        if request.by:
            caused = [_on_behalf(event, request) for event in caused]
        happened(after, caused)
        events += caused
        done += 1
        events += windows.pass_at_once(
            after, rules, at=at, order_id=request.order_id, chance_of=chance_of
        )
    if refusal is not None and not done:
        return refusal
    if request.evidence is not None:
        shown = _evidence(after, request, at)
        after = folded(after, shown, rules)
        events += shown
    for follows in (_what_follows, partial(_deadlines, rules=rules)):
        more = follows(after, request, at)
        after = folded(after, more, rules)
        events += more
    return after, Accepted(after.version, events, refusal, done)


def _is_the_holders(order: Order, request: Request, game: Game, rules: Ruleset) -> bool:
    """Whether somebody with only a share of the seat gives an order that answers no question.

    Resigning, say, concerns everybody who shares the seat.
    """
    if request.by in ("", CLOCK, *JUDGES):
        return False
    return type(order) in rules.free_verbs(game.state, request.seat)


def _is_for_another(
    order: Order, named: Decision, mine: Iterable[Decision], game: Game, rules: Ruleset
) -> bool:
    """Whether an order answers another question of the seat, and not the one that it is for."""
    others = [it for it in mine if it is not named]
    return any(order in rules.legal_orders(game.state, it) for it in others) and (
        order not in rules.legal_orders(game.state, named)
    )


def _what_follows(game: Game, request: Request, at: int) -> list[Event]:
    """The cases that are closed by playing on, or as their time is up, and dispatches that come."""
    closing = [*overdue(game, at), *played_on(game, request.seat, at), *arrivals(game)]
    return _of_the_house(game, closing, request, at)


def _deadlines(game: Game, request: Request, at: int, *, rules: Ruleset) -> list[Event]:
    """The deadlines of what is asked now, in a game with a clock."""
    if game.timekeeping.clock is None:
        return []
    return _of_the_house(game, settled(game, open_decisions(game, rules), at), request, at)


def _of_the_house(game: Game, told: Iterable[Event], request: Request, at: int) -> list[Event]:
    """Events that are nobody's doing, as they are recorded with an order."""
    when = {"turn": game.state.turn, "phase": game.state.phase}
    fresh = [msgspec.structs.replace(event, **when) for event in told]
    return stamped(fresh, game.id, after=game.version, at=at, order_id=request.order_id)


def _evidence(game: Game, request: Request, at: int) -> list[Event]:
    """How the orders came, under their order id."""
    assert request.evidence is not None
    event = msgspec.structs.replace(
        request.evidence,
        by=request.by or request.seat,
        behalf=request.seat if request.by else "",
        turn=game.state.turn,
        phase=game.state.phase,
    )
    return stamped([event], game.id, after=game.version, at=at, order_id=request.order_id)


def _on_behalf(event: Event, request: Request) -> Event:
    """What a seat would have done, naming who did it for the seat."""
    if event.by != request.seat:
        return event
    return msgspec.structs.replace(event, by=request.by, behalf=request.seat)


def _read(
    line: str, seat: str, game: Game, rules: Ruleset, named: Decision | None
) -> Order | Refusal:
    """The order that a line of the game's notation means in this position, or for a question."""
    notation = rules.notation
    assert notation is not None, "a game without a notation takes no lines"
    asked = rules.decisions(game.state) if named is None else [named]
    return read_line(notation, game.state, asked, seat, line)


def read_line(
    notation: Notation, state: Any, asked: Iterable[Decision], seat: str, line: str
) -> Order | Refusal:
    """The order that a line of `seat` means in answer to one of its own among the decisions."""
    mine: list[Decision | None] = [it for it in asked if it.seat == seat]
    read: Order | Refusal | None = None
    for decision in mine or [None]:
        found = notation.read(state, decision, seat, line)
        if not isinstance(found, Refusal):
            return found
        read = read or found
    assert read is not None, "it was read at least once"
    return read


def _has_to_decide(seat: str, game: Game, rules: Ruleset) -> bool:
    return any(decision.seat == seat for decision in rules.decisions(game.state))


def overdue(game: Game, now: int) -> Iterator[TakebackClosed | DisputeClosed]:
    """What closes the cases whose time is up."""
    for asked in game.takebacks.values():
        if asked.status == OPEN and not asked.is_open(now):
            yield TakebackClosed(asked.id, STOOD, "its time was up")
    for dispute in game.disputes.values():
        if dispute.status == OPEN and not dispute.is_open(now):
            yield DisputeClosed(dispute.id, STOOD, "nobody ruled in time")


def played_on(game: Game, seat: str, now: int) -> Iterator[TakebackClosed]:
    """What closes the take-backs that are open when `seat` gives an order instead.

    A seat that is asked has to choose before acting; the one that asked has changed its mind.
    """
    for asked in game.takebacks.values():
        if asked.is_open(now) and seat == asked.seat:
            yield TakebackClosed(asked.id, WITHDRAWN, f"{seat} played on")
        elif asked.is_open(now) and seat in asked.affected:
            yield TakebackClosed(asked.id, STOOD, f"{seat} played on")
