"""Dispatches: letters that are carried from place to place, and that may not arrive.

The referee gives a game a charter for them. The fate of each is drawn when it is sent, and only the
referee knows it; it arrives when the turn begins in which it is due.
"""

from __future__ import annotations

from napoleon.chance import LINKS, SECRET
from napoleon.log.dispatches import Charter, Dispatch
from napoleon.log.events.dispatches import (
    DispatchAltered,
    DispatchesChartered,
    DispatchSent,
)
from napoleon.log.game import Game
from napoleon.log.press import ALL, Letter, letters
from napoleon.play import press
from napoleon.play.bounds import refuse_charter
from napoleon.play.couriers import drawn
from napoleon.play.game_writer import GameWriter
from napoleon.play.referee import texts
from napoleon.play.transactions import Transaction
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import JUDGES, REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer

LINKS_FOR_COURIERS = LINKS // 2
"""Up to which link of the secret chain fates are drawn: no game ends by letters."""

LATEST = 1000
"""The last turn in which a dispatch may be due."""


def charter(
    games: GameWriter,
    game_id: str,
    by: str,
    *,
    lost: int,
    captured: int,
    pace: int,
    seen: Game | None = None,
) -> Charter | Refusal:
    """Let dispatches be sent from now on, or say how else they fare; for a judge to do.

    Out of a hundred, `lost` are lost and `captured` captured; they ride `pace` roads or borders in
    a turn. Refused: ``NOT_THE_REFEREE``, ``NO_DISPATCHES``, ``BAD_PAYLOAD``. Raises what
    `Games.transact` raises; `seen` is as there.
    """

    def act(transaction: Transaction) -> Refusal | None:
        if by not in JUDGES:
            return Refusal("NOT_THE_REFEREE", "", "Only the referee gives a charter of dispatches.")
        chains = transaction.before.created.chains
        ridden = transaction.rules.couriers is not None and bool(chains)
        wanted = Charter(lost, captured, pace)
        refusal = refuse_charter(wanted, ridden=ridden)
        if refusal is None and transaction.before.charter != wanted:
            transaction.record(DispatchesChartered(lost, captured, pace), by=by)
        return refusal

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else Charter(lost, captured, pace)


def send(
    games: GameWriter,
    game_id: str,
    by: str,
    to: str,
    *,
    origin: str,
    destination: str,
    text: str,
    seen: Game | None = None,
) -> Letter | Refusal:
    """Send a dispatch to a seat or the referee, from one place to another.

    Repeating in the same turn what they wrote last counts once, as when a request is sent twice.

    Refused: ``NOT_SEATED``, ``NO_DISPATCHES``, ``NOT_STARTED``, ``GAME_OVER``, ``UNKNOWN_SEAT``,
    ``NO_REFEREE``, ``TO_YOURSELF``, ``UNKNOWN_PLACE``, ``NO_WAY``, ``TEXT_MISSING``,
    ``TEXT_TOO_LONG``, ``BAD_TEXT``, ``TOO_MUCH_PRESS``, ``CHANCE_EXHAUSTED``. Raises what
    `Games.transact` raises; `seen` is as there.
    """
    repeated: list[Letter] = []

    def act(transaction: Transaction) -> Refusal | None:
        repeated.clear()
        game = transaction.before
        sender = game.speaks_for(by)
        refusal = (
            _refuse_charter(game, sender, to)
            or press.refuse_readers(game, sender, (to,))
            or texts.refuse_text(text, needed=True)
        )
        if refusal is not None:
            return refusal
        mine = press.lately(games, transaction, sender)
        if (
            mine
            and _rides_between(mine[0], origin, destination, game.state.turn)
            and press.is_repeated(games, transaction, mine[0], by, (to,), text)
        ):
            repeated.append(mine[0])
            return None
        refusal = press.refuse_much(games, transaction, sender)
        if refusal is not None:
            return refusal
        turns = _turns(transaction, origin, destination)
        if isinstance(turns, Refusal):
            return turns
        exhausted = _refuse_links(games, game, sender)
        if exhausted is not None:
            return exhausted
        kept = texts.keep(transaction, games, text)
        due = game.state.turn + turns
        sent = DispatchSent(sender, by, to, origin, destination, due, kept)
        transaction.record(sent, by="")
        captors = _captors(transaction.rules, game, sender, to)
        transaction.record(drawn(transaction.game, transaction.game.version, captors), by="")
        return None

    outcome = games.transact(game_id, act, by=by, seen=seen)
    if isinstance(outcome, Refusal):
        return outcome
    return repeated[0] if repeated else next(letters(games, outcome.game, Viewer(REFEREE)))


def alter(
    games: GameWriter,
    game_id: str,
    by: str,
    dispatch: int,
    *,
    reason: str,
    due: int | None = None,
    held: bool = False,
    seen: Game | None = None,
) -> Dispatch | Refusal:
    """Hold a dispatch that is under way, let it go on, or alter the turn in which it is due.

    For a judge to do. Refused: ``NOT_THE_REFEREE``, ``UNKNOWN_DISPATCH``, ``BAD_PAYLOAD``,
    ``TEXT_MISSING``, ``TEXT_TOO_LONG``, ``BAD_TEXT``. Raises what `Games.transact` raises; `seen`
    is as there.
    """

    def act(transaction: Transaction) -> Refusal | None:
        if by not in JUDGES:
            return Refusal("NOT_THE_REFEREE", "", "Only the referee looks after dispatches.")
        sent = transaction.before.dispatches.get(dispatch)
        if sent is None:
            return Refusal("UNKNOWN_DISPATCH", "", "No such dispatch is under way.")
        when = sent.due if due is None else due
        if not 1 <= when <= LATEST:
            return Refusal("BAD_PAYLOAD", "", f"A dispatch is due in turn 1 to {LATEST}.")
        refusal = texts.refuse_text(reason, needed=True)
        if refusal is None and (when, held) != (sent.due, sent.held):
            kept = texts.keep(transaction, games, reason)
            transaction.record(DispatchAltered(dispatch, when, held, kept), by=by)
        return refusal

    outcome = games.transact(game_id, act, by=by, seen=seen)
    return outcome if isinstance(outcome, Refusal) else outcome.game.dispatches[dispatch]


def places(game: Game, rules: Ruleset) -> tuple[str, ...]:
    """The places between which dispatches ride; none where none may be sent."""
    if game.charter is None or rules.couriers is None or game.state is None:
        return ()
    return tuple(rules.couriers.places(game.state))


def _refuse_charter(game: Game, sender: str, to: str) -> Refusal | None:
    if sender not in (*game.created.seats, *JUDGES):
        return Refusal("NOT_SEATED", "", "Only seats and judges write; others read.")
    if game.charter is None:
        return Refusal("NO_DISPATCHES", "", "No dispatches are sent in this game.")
    if game.state is None:
        return Refusal("NOT_STARTED", "", "The game begins when every seat is claimed.")
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    if to == ALL:
        return Refusal("UNKNOWN_SEAT", "", "A dispatch is carried to one seat, or to the referee.")
    return None


def _turns(transaction: Transaction, origin: str, destination: str) -> int | Refusal:
    """How many turns a dispatch is under way between two places."""
    game, couriers = transaction.before, transaction.rules.couriers
    assert couriers is not None, "there is no charter without couriers"
    assert game.charter is not None
    known = couriers.places(game.state)
    for place in (origin, destination):
        if place not in known:
            return Refusal("UNKNOWN_PLACE", "", "The map has no such place.", {"place": place})
    way = couriers.distance(game.state, origin, destination)
    if way is None:
        return Refusal("NO_WAY", "", "No courier finds a way there.")
    return game.charter.turns(way)


def _rides_between(letter: Letter, origin: str, destination: str, turn: int) -> bool:
    """Whether it is a dispatch that was sent from one place to the other in that turn."""
    way = letter.way
    ridden = None if way is None else (way.origin, way.destination, way.sent)
    return ridden == (origin, destination, turn)


def _refuse_links(games: GameWriter, game: Game, sender: str) -> Refusal | None:
    """Why no fate can be drawn for a dispatch of the sender; None if one can.

    Each seat, and the referee, has at most its share drawn, so that links are left to the others.
    """
    used = game.links.get(SECRET, 0)
    if used >= LINKS_FOR_COURIERS:
        detail = "No links of chance are left for couriers; the game needs the others."
        return Refusal("CHANCE_EXHAUSTED", "", detail)
    share = LINKS_FOR_COURIERS // (len(game.created.seats) + 1)
    # Nobody has used more than all together, and most games never come so far.
    if used < share:
        return None
    written = letters(games, game, Viewer(REFEREE))
    mine = sum(1 for it in written if it.sender == sender and it.way and not it.has_come)
    if mine < share:
        return None
    detail = f"You have sent {share} dispatches: what chance is left is for the others' couriers."
    return Refusal("CHANCE_EXHAUSTED", "", detail, {"most": share})


def _captors(rules: Ruleset, game: Game, sender: str, to: str) -> list[str]:
    if rules.couriers is None or sender in JUDGES:
        return []
    return [it for it in rules.couriers.enemies(game.state, sender) if it != to]
