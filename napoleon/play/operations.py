"""Operations: orders that a seat has written for what it will be asked next.

They are kept like standing orders, seen by nobody else, and given one by one, each at the moment at
which a standing order would answer (`napoleon.play.pace`): nobody can tell them from orders by
hand. An operation goes on through windows in which nobody plays a card, and through what the rules,
forms and standing orders answer. It stops as soon as anybody else acts, when a case is opened or
ruled on, and when its next order does not answer what its seat is asked. What is left of it is then
kept for its author to read, and its seat is asked.

How far it has come is read from the log: each of its orders says there which operation gave it. So
a second process, or one that starts again after a crash, does only what is left to do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from napoleon.log.events import clocks, dispatches, draws, grey_press, press, seats
from napoleon.log.events.mails import OddMailsTreated, OrdersMailed
from napoleon.log.events.service import ServiceEvent
from napoleon.log.events.texts import TextErased
from napoleon.log.events.windows import WindowPut
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.ids import new_standing_order_id, operation_id
from napoleon.log.store.recorder import StandingOrderRow
from napoleon.play import execution
from napoleon.play.outcomes import Accepted
from napoleon.play.requests import Request
from napoleon.play.tokens import refuse_dead_token
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Order, OrderGiven, Refusal, to_data
from napoleon.rules.standing_orders import Kept, StandingOrder, Use
from napoleon.rules.structs import one_of
from napoleon.rules.terms import Decision

MOST_LINES = 60
"""How many orders an operation has at most."""

LONGEST_LINE = 2000
"""How many characters one of them has at most, as text or as JSON."""

Line = str | dict[str, Any]
"""An order of an operation: a line of the game's notation, or its data."""

OTHERS_ACTED = Refusal("OTHERS_ACTED", "", "Another player has acted.")
BY_HAND = Refusal("BY_HAND", "", "That answers no question: it is ordered by hand only.")
INTERRUPTED = Refusal("INTERRUPTED", "", "Something else has come up in the game.")

QUIET: tuple[type[ServiceEvent], ...] = (
    *clocks.KINDS, clocks.DeadlineExtended, draws.DrawsCalled, draws.SecretDrawsCalled,
    draws.LinkRevealed, press.PressPublished, press.LetterSent, press.LetterErased,
    grey_press.LetterWritten, grey_press.LetterDelivered, grey_press.PressUnsigned,
    dispatches.DispatchSent, dispatches.DispatchDrawn, dispatches.DispatchDue,
    dispatches.DispatchAltered, OrdersMailed, OddMailsTreated, TextErased, WindowPut,
    seats.NonceGiven, seats.SeatClaimed, seats.InvitationRenewed, seats.TokenRenewed,
    seats.DeputyAppointed, seats.DeputyDismissed,
)  # fmt: skip
"""What is recorded beside the game without changing what an author counted on."""


class Operation(StandingOrder, frozen=True, tag="operation"):
    """Give these orders one by one, as soon as my seat is asked for them."""

    lines: tuple[Line, ...]
    stopped: Refusal | None = None
    """Why it goes no further; then `lines` are those that were left."""


class Progress(NamedTuple):
    """How far an operation has come by what the log says."""

    given: int
    """How many of its orders were given."""
    is_over: bool = False
    """Whether its author has given another order by hand, or it is done: nothing is left to say."""
    stops: Refusal | None = None
    """Why it goes no further."""


def checked(lines: Sequence[Any], rules: Ruleset) -> tuple[Line, ...] | Refusal:
    """The orders of an operation as they are kept, or why one of them is none of the game.

    They need not be legal now, so of a line only the first word is looked at.
    """
    if len(lines) > MOST_LINES:
        detail = f"An operation has at most {MOST_LINES} orders."
        return Refusal("BAD_PAYLOAD", "", detail, {"most": MOST_LINES})
    found: list[Line] = []
    for number, said in enumerate(lines):
        line = to_data(said) if isinstance(said, Order) else said
        refusal = _refuse_line(line, rules, number)
        if refusal is not None:
            return refusal
        found.append(line)
    return tuple(found)


def kept_of(game: Game, seat: str, by: str, lines: Iterable[Line], since: int) -> Kept:
    """An operation that `by`, or the holder of the seat, begins after version `since`.

    The same one has the same id, so that what it gave already is known when it is left again, as by
    a mail that is handled a second time after a crash.
    """
    word = Operation(tuple(lines))
    name = operation_id(game.created.seed, msgspec.json.encode([seat, by, since, word]))
    return Kept(name, seat, word, {"since": since}, by, since)


def gives(kept: Kept) -> dict[str, Any]:
    """What an order says of itself that an operation gives."""
    return {"instruction": "operation", "operation": kept.id}


def progress(games: GameLog, game: Game, kept: Kept) -> Progress:
    """How far an operation has come in a position. Raises what reading the log raises."""
    if game.over:
        return Progress(0, is_over=True)
    rules, given = games.rules(game), 0
    stops: Refusal | None = None
    # It is read on after it has stopped: the next holder of the seat is not told what was left.
    for event in games.history(game.id, after=kept.occasion["since"], upto=game.version):
        if _ends_author(event, kept):
            return Progress(given, is_over=True)
        if isinstance(event, OrderGiven) and event.player == kept.seat:
            if event.instruction is None:
                return Progress(given, is_over=True)
            given += event.instruction == gives(kept)
        elif stops is not None:
            continue
        elif isinstance(event, OrderGiven):
            if not _is_pass(games, game, rules, event):
                stops = OTHERS_ACTED
        elif isinstance(event, ServiceEvent) and not isinstance(event, QUIET):
            stops = INTERRUPTED
    if stops is not None:
        return Progress(given, stops=stops)
    return Progress(given, is_over=given >= len(kept.word.lines))


def next_order(
    game: Game, rules: Ruleset, decision: Decision, kept: Kept, line: Line
) -> Order | Refusal:
    """The order that a line means in answer to a question of its seat, or why it is not legal."""
    order: Order | Refusal
    if isinstance(line, str):
        assert rules.notation is not None, "or the line would have been refused"
        order = execution.read_line(rules.notation, game.state, [decision], kept.seat, line)
    else:
        order = one_of(rules.verbs, line)
    if isinstance(order, Refusal) or order in rules.legal_orders(game.state, decision):
        return order
    if type(order) in rules.free_verbs(game.state, kept.seat):
        return BY_HAND
    request = Request(kept.seat, (order,), None, "trial", instruction=gives(kept), by=kept.by)
    outcome = execution.give(game, request, rules, at=game.updated)
    return outcome if isinstance(outcome, Refusal) else order


class Running(NamedTuple):
    """An operation that has not stopped, with how many of its orders were given."""

    kept: Kept
    given: int


def running(
    games: GameLog, game: Game, rows: Iterable[StandingOrderRow]
) -> dict[str, list[Running]]:
    """The operations that go on in the newest position, by seat, the oldest first.

    What is over is forgotten, and what has stopped is kept as stopped. Raises what reading the log
    raises.
    """
    found: dict[str, list[Running]] = {}
    for kept in of_rows(rows):
        how = progress(games, game, kept)
        if how.is_over:
            games.recorder.drop_standing_order(game.id, kept.id)
        elif kept.word.stopped is None and how.stops is not None:
            stop(games, game, Running(kept, how.given), how.stops)
        elif kept.word.stopped is None:
            found.setdefault(kept.seat, []).append(Running(kept, how.given))
    return found


def found_for(
    game: Game, rules: Ruleset, decision: Decision, of_seat: Sequence[Running]
) -> Use | Refusal | None:
    """The next order of the seat's operation in answer to a question, or why it is none."""
    if not of_seat:
        return None
    kept, given = of_seat[0]
    order = next_order(game, rules, decision, kept, kept.word.lines[given])
    if isinstance(order, Refusal):
        return order
    return Use(kept, order, spent=given + 1 == len(kept.word.lines))


def is_operation(kept: Kept) -> bool:
    """Whether it is an operation, and no standing order of the game."""
    return isinstance(kept.word, Operation)


def stop(games: GameLog, game: Game, it: Running, why: Refusal) -> None:
    """Keep what is left of an operation that goes no further, for its author to read."""
    left = Operation(it.kept.word.lines[it.given :], why)
    name = new_standing_order_id(games.entropy)
    stopped = Kept(name, it.kept.seat, left, {"since": game.version}, it.kept.by, game.version)
    _replace(games, game.id, it.kept.seat, [it.kept.id], [stopped])


def leave(
    games: GameLog,
    game: Game,
    seat: str,
    by: str,
    lines: Sequence[Any],
    since: int,
    *,
    seen: Game | None = None,
) -> Kept | Refusal:
    """Keep an operation; an earlier one of its author is forgotten.

    It follows version `since`; the same lines after the same version are kept once. `by` is the
    share that leaves it, empty for the holder of the seat. Refused: ``GAME_OVER``, ``NOT_STARTED``,
    ``BAD_LINE`` and ``BAD_PAYLOAD`` for what is no order of the game. Raises DeadToken if the
    author was let in when the game was as `seen`, and would not be now.
    """
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    if game.state is None:
        return Refusal("NOT_STARTED", "", "The game begins when every seat is claimed.")
    found = checked(lines, games.rules(game))
    if isinstance(found, Refusal):
        return found
    if not found:
        return Refusal("BAD_PAYLOAD", "", "An operation holds at least one order.")
    refuse_dead_token(game, by or seat, seen)
    games.refuse_if_short()
    while True:
        rows = games.recorder.standing_orders(game.id)
        mine = [it for it in of_rows(rows) if (it.seat, it.by) == (seat, by)]
        known = next((it for it in mine if _is_same(it, found, since)), None)
        if known is not None:
            return known
        kept = kept_of(game, seat, by, found, since)
        if _replace(games, game.id, seat, [it.id for it in mine], [kept]):
            return kept


def left_by(
    game: Game, request: Request, accepted: Accepted, then: Sequence[Line]
) -> tuple[StandingOrderRow, ...]:
    """What is kept of a request beside its events: its orders that were not reached, and `then`.

    Nothing is if one of the orders was refused, as what was to follow would follow something else.
    """
    if accepted.refused is not None:
        return ()
    unreached = request.orders[accepted.carried_out :]
    lines = [*(to_data(it) if isinstance(it, Order) else it for it in unreached), *then]
    kept = kept_of(game, request.seat, request.by, lines, accepted.version)
    return (row_of(game.id, kept),)


def withdraw(games: GameLog, game_id: str, seat: str, by: str) -> bool:
    """Forget the operation of an author; returns whether there was one.

    Another process may stop it meanwhile, and keeps it under another id then: that one is forgotten
    as well.
    """
    found = False
    while True:
        rows = games.recorder.standing_orders(game_id)
        mine = [it.id for it in of_rows(rows) if (it.seat, it.by) == (seat, by)]
        if not mine:
            return found
        dropped = [games.recorder.drop_standing_order(game_id, it) for it in mine]
        found = found or any(dropped)


def shown(games: GameLog, game: Game, seat: str, by: str) -> Mapping[str, Any] | None:
    """The operation of an author as they are told it, ready for JSON; None if there is none."""
    rows = games.recorder.standing_orders(game.id)
    mine = [it for it in of_rows(rows) if (it.seat, it.by) == (seat, by)]
    for kept in mine:
        how = progress(games, game, kept)
        if not how.is_over:
            return _as_told(kept, how.given)
    return None


def row_of(game_id: str, kept: Kept) -> StandingOrderRow:
    """An operation as it is kept: beside the standing orders of its seat, and apart from them."""
    body = _Body(msgspec.to_builtins(kept.word), kept.occasion, kept.by, kept.version)
    return StandingOrderRow(game_id, kept.id, kept.seat + _APART, msgspec.json.encode(body))


def is_row(row: StandingOrderRow) -> bool:
    """Whether a row is that of an operation."""
    return row.seat.endswith(_APART)


def of_rows(rows: Iterable[StandingOrderRow]) -> list[Kept]:
    """The operations among what is kept for the seats of a game, the oldest first."""
    found = []
    for row in rows:
        if is_row(row):
            body = msgspec.json.decode(row.body, type=_Body)
            word = msgspec.convert(body.word, Operation)
            seat = row.seat.removesuffix(_APART)
            found.append(Kept(row.id, seat, word, body.occasion, body.by, body.version))
    return found


class _Body(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of an operation."""

    word: dict[str, Any]
    occasion: dict[str, Any]
    by: str
    version: int


_APART = "/operation"
"""What is written after the seat of an operation, so that it is not among its standing orders."""


def _replace(
    games: GameLog, game_id: str, seat: str, gone: Sequence[str], kept: Sequence[Kept]
) -> bool:
    apart = seat + _APART
    rows = games.recorder.standing_orders(game_id)
    before = [it.id for it in rows if it.seat == apart]
    if not {*gone} <= {*before}:
        return False
    return games.recorder.replace_standing_orders(
        game_id, apart, before, gone, [row_of(game_id, it) for it in kept]
    )


def _is_same(kept: Kept, lines: Sequence[Line], since: int) -> bool:
    return (kept.word, kept.occasion["since"]) == (Operation(tuple(lines)), since)


def _as_told(kept: Kept, given: int) -> Mapping[str, Any]:
    """An operation as its seat is told it, ready for JSON."""
    word: Operation = kept.word
    return {
        "id": kept.id,
        "state": "waiting" if word.stopped is None else "stopped",
        "given": given if word.stopped is None else 0,
        "left": list(word.lines[given:] if word.stopped is None else word.lines),
        "why": None if word.stopped is None else msgspec.to_builtins(word.stopped),
    }


def _refuse_line(line: Any, rules: Ruleset, number: int) -> Refusal | None:
    where = {"where": f"then[{number}]"}
    if isinstance(line, str):
        words = fold(line).split()
        notation = rules.notation
        if notation is None or not words or len(line) > LONGEST_LINE or not line.isprintable():
            return Refusal("BAD_LINE", "", "This is no line of the game.", {**where, "line": line})
        if not any(verb.startswith(words[0]) for verb in notation.words):
            detail = f"No order of the game begins with “{words[0]}”."
            return Refusal("BAD_LINE", "", detail, {**where, "line": line})
        return None
    try:
        one_of(rules.verbs, line)
    except msgspec.ValidationError as error:
        why, _, _ = str(error).partition(" - at ")
        return Refusal("BAD_PAYLOAD", "", f"This is no order of the game: {why}.", where)
    if len(msgspec.json.encode(line)) > LONGEST_LINE:
        return Refusal("BAD_PAYLOAD", "", "This order is too long to wait.", where)
    return None


_NEW_HOLDER = (
    seats.SeatHandedOver,
    seats.SeatOffered,
    seats.BotSeated,
    seats.SeatClaimed,
    seats.InvitationRenewed,
)
"""After these somebody else may speak for a seat."""


def _ends_author(event: Event, kept: Kept) -> bool:
    """Whether somebody else speaks from here on for the author of an operation."""
    if isinstance(event, _NEW_HOLDER):
        return event.seat == kept.seat or event.seat == kept.by
    # A share that is given to somebody is no longer its last holder's.
    return isinstance(event, seats.SeatShared | seats.ShareEnded) and event.share == kept.by


def _is_pass(games: GameLog, game: Game, rules: Ruleset, event: Event) -> bool:
    """Whether an order of another seat played no card in a window: nobody has acted by it."""
    assert isinstance(event, OrderGiven), "it is an order"
    windows = None if rules.standing is None else rules.standing.windows
    if windows is None:
        return False
    state = games.at(game.id, event.version - 1).state
    passes = (
        windows.passing(state, it)
        for it in rules.decisions(state)
        if it.seat == event.player and windows.is_window(it)
    )
    return any(it is not None and to_data(it) == event.order for it in passes)
