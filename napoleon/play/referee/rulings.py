"""Rulings: the referee decides, citing clauses, what becomes of a case.

What happened stands, or is corrected in place by typed events, or the draws of one order are made
again, or the game goes back to an earlier position.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from napoleon.log.branches import counts
from napoleon.log.cases import CORRECT, OUTCOMES, REROLL, REWIND, STAND, Dispute, refuse_case
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.draws import drawn_values
from napoleon.log.events.rewinds import ALL, REROLLS, RULING, TAINTED
from napoleon.log.game import Game
from napoleon.play.execution import overdue, refuse_changed_rules
from napoleon.play.game_writer import GameWriter
from napoleon.play.referee import texts
from napoleon.play.referee.takebacks import close_open, go_back, goal
from napoleon.play.requests import Request, parsed
from napoleon.play.transactions import Transaction
from napoleon.rules.contract import Ruleset
from napoleon.rules.corrections import Correction
from napoleon.rules.events import DEPUTY, JUDGES, REFEREE
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
from napoleon.rules.structs import one_of

MOST_CORRECTIONS = 50
"""Corrections that a ruling may make."""


class Judgement(msgspec.Struct, frozen=True):
    """What a referee has decided."""

    outcome: str
    """One of `napoleon.log.cases.OUTCOMES`."""
    citation: tuple[str, ...]
    """Clauses that it rests on, at least one."""
    reason: str
    """In the referee's own words."""
    case: int = 0
    """Id of the dispute or take-back; 0 for a ruling of the referee's own accord."""
    corrections: tuple[Mapping[str, Any], ...] = ()
    """With ``correct``: what is put right, as the game's own corrections."""
    to: int | None = None
    """With ``rewind``: the version to go back to; by default the one that the case is about."""
    version: int | None = None
    """With ``reroll``: the event whose order is drawn for again; by default the disputed one."""
    reroll: str | None = None
    """With ``rewind``: what is drawn again; see `napoleon.log.events.rewinds.REROLLS`."""
    conflict: bool = False
    """Whether the referee admits to not being impartial."""


def rule(
    games: GameWriter,
    game_id: str,
    by: str,
    judgement: Judgement,
    *,
    expected: int | None = None,
    seen: Game | None = None,
) -> Transaction | Refusal:
    """Give a ruling and carry it out, in one save; `by` is the referee or the deputy.

    With `expected`, nothing is done unless that is the newest version. Refused:
    ``NOT_THE_REFEREE``, ``VERSION_CONFLICT``, ``UNKNOWN_CASE``, ``CASE_CLOSED``,
    ``UNKNOWN_CLAUSE``, ``GAME_OVER``, ``NOT_STARTED``, ``REWIND_TO_FUTURE``,
    ``NOTHING_TO_TAKE_BACK``, ``UNKNOWN_VERSION``, ``UNDONE``, ``NOTHING_DRAWN``,
    ``BAD_PAYLOAD``, ``TEXT_MISSING``, ``TEXT_TOO_LONG``, ``BAD_TEXT``, and whatever the game's own
    corrections are refused for. Raises what `Games.transact` raises; `seen` is as there.
    """
    names = games.names(game_id)

    def act(transaction: Transaction) -> Refusal | None:
        transaction.record(*overdue(transaction.game, transaction.at), by="")
        refusal = (
            _refuse(transaction, by, judgement)
            or transaction.refuse_unless_at(expected)
            or texts.refuse_text(judgement.reason, needed=True)
        )
        if refusal is not None:
            return refusal
        put = _with_reasons_kept(games, transaction, judgement)
        if isinstance(put, Refusal):
            return put
        known = tuple(conflicts(transaction.before, by, names, declared=judgement.conflict))
        reason = texts.keep(transaction, games, judgement.reason)
        given = RulingGiven(
            put.case,
            put.outcome,
            put.citation,
            reason,
            known,
            tuple(map(dict, put.corrections)),
        )
        transaction.record(msgspec.structs.replace(given, clauses=put.citation), by=by)
        return _CARRY_OUT[put.outcome](games, transaction, by, put)

    return games.transact(game_id, act, by=by, seen=seen)


def _stand(
    games: GameWriter, transaction: Transaction, by: str, judgement: Judgement
) -> Refusal | None:
    return None


def _correct(
    games: GameWriter, transaction: Transaction, by: str, judgement: Judgement
) -> Refusal | None:
    known = transaction.rules.corrections
    assert known is not None, "it was read by the corrections of the game"
    for data in judgement.corrections:
        correction = read_correction(transaction.rules, data)
        assert not isinstance(correction, Refusal), "it was read before"
        events = known.carry_out(transaction.game.state, correction, correction.reason)
        if isinstance(events, Refusal):
            return events
        transaction.record(*events, by=by)
    # Seats that have agreed to take a move back by now were not told of these corrections.
    close_open(transaction, "the table was put right by a ruling")
    return None


def read_correction(rules: Ruleset, data: Mapping[str, Any]) -> Correction | Refusal:
    """The correction that `data` describes, or why it is not one of the game's."""
    if rules.corrections is None:
        return Refusal("BAD_PAYLOAD", "", "The game knows no corrections.")
    try:
        correction: Correction = one_of(rules.corrections.kinds, data)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at ")
        where = path.strip("`").removeprefix("$.") or "correction"
        detail = f"This is no correction of the game: {why}."
        return Refusal("BAD_PAYLOAD", "", detail, {"where": where})
    return correction


def _with_reasons_kept(
    games: GameWriter, transaction: Transaction, judgement: Judgement
) -> Judgement | Refusal:
    """The same, with the ids of texts as the reasons of its corrections."""
    if judgement.outcome == CORRECT and not judgement.corrections:
        return Refusal("BAD_PAYLOAD", "", "A ruling that corrects says what.")
    kept = []
    for data in judgement.corrections:
        correction = read_correction(transaction.rules, data)
        if isinstance(correction, Refusal):
            return correction
        refusal = texts.refuse_text(correction.reason, needed=True)
        if refusal is not None:
            return refusal
        kept.append({**data, "reason": texts.keep(transaction, games, correction.reason)})
    return msgspec.structs.replace(judgement, corrections=tuple(kept))


def _reroll(
    games: GameWriter, transaction: Transaction, by: str, judgement: Judgement
) -> Refusal | None:
    """Go back to before the order, and give it again on behalf of its seat."""
    version = judgement.version or _disputed(transaction, judgement)
    if version is None or not 1 <= version <= transaction.before.version:
        return Refusal("UNKNOWN_VERSION", "", "Say which event is to be drawn for again.")
    given = order_of(games, transaction.before.id, version)
    if given is not None and not counts(transaction.before, given):
        return Refusal("UNDONE", "", "That order was undone: nothing of it counts.")
    if given is None:
        return Refusal("NOTHING_DRAWN", "", "That event is not of an order.")
    end = games.end_of_order(transaction.before.id, given.version)
    caused = games.history(transaction.before.id, after=given.version, upto=end)
    if not any(map(drawn_values, caused)):
        return Refusal("NOTHING_DRAWN", "", "Nothing was drawn for that order.")
    go_back(
        games,
        transaction,
        given.version - 1,
        RULING,
        transaction.events[-1].version,
        "",
        ALL,
        by=by,
    )
    orders = parsed([given.order], transaction.rules)
    assert not isinstance(orders, Refusal), "the log holds orders of its own rules"
    return transaction.give(Request(given.player, orders, None, transaction.order_id, by=by))


def _rewind(
    games: GameWriter, transaction: Transaction, by: str, judgement: Judgement
) -> Refusal | None:
    asked = transaction.before.takebacks.get(judgement.case)
    disputed = _disputed(transaction, judgement)
    to = judgement.to
    if to is None:
        to = asked.to if asked else disputed and _before(games, transaction, disputed)
    if to is None:
        return Refusal("BAD_PAYLOAD", "", "Say which version to go back to.")
    rest = goal(games, transaction.before, to)
    if isinstance(rest, Refusal):
        return rest
    reroll = judgement.reroll or (asked.reroll if asked else TAINTED)
    if reroll not in REROLLS:
        return Refusal("BAD_PAYLOAD", "", f"Draw again one of these: {', '.join(REROLLS)}.")
    seat = asked.seat if asked else ""
    go_back(games, transaction, rest, RULING, transaction.events[-1].version, seat, reroll, by=by)
    return None


_CARRY_OUT = {STAND: _stand, CORRECT: _correct, REROLL: _reroll, REWIND: _rewind}

_SAYS = {STAND: (), CORRECT: ("corrections",), REROLL: ("version",), REWIND: ("to", "reroll")}
"""What a ruling of each outcome may say of how it is carried out."""


def _refuse(transaction: Transaction, by: str, judgement: Judgement) -> Refusal | None:
    game = transaction.before
    if by not in JUDGES:
        return Refusal("NOT_THE_REFEREE", "", "Only the referee or the deputy gives rulings.")
    if judgement.outcome not in OUTCOMES:
        return Refusal("BAD_PAYLOAD", "", f"A ruling is one of {', '.join(OUTCOMES)}.")
    for field in ("corrections", "version", "to", "reroll"):
        if getattr(judgement, field) not in (None, ()) and field not in _SAYS[judgement.outcome]:
            detail = f"A ruling whose outcome is {judgement.outcome} has no {field}."
            return Refusal("BAD_PAYLOAD", "", detail, {"where": field})
    if not judgement.citation:
        return Refusal("BAD_PAYLOAD", "", "A ruling cites at least one clause.")
    for clause in judgement.citation:
        if transaction.rules.clause(clause) is None:
            facts = {"clause": clause}
            return Refusal("UNKNOWN_CLAUSE", "", "The rules have no such clause.", facts)
    if judgement.outcome != STAND and game.state is None:
        return Refusal("NOT_STARTED", "", "The table was not laid yet: there is nothing to change.")
    if judgement.outcome != STAND and game.over:
        return Refusal("GAME_OVER", "", "The game is over; only what happened can be confirmed.")
    if judgement.outcome != STAND and (changed := refuse_changed_rules(game, transaction.rules)):
        return changed
    if judgement.case:
        return _refuse_case(transaction, judgement.case)
    return None


def _refuse_case(transaction: Transaction, case: int) -> Refusal | None:
    game = transaction.game
    return refuse_case(game.takebacks.get(case) or game.disputes.get(case), transaction.at)


def _disputed(transaction: Transaction, judgement: Judgement) -> int | None:
    dispute: Dispute | None = transaction.before.disputes.get(judgement.case)
    return dispute.version if dispute else None


def _before(games: GameWriter, transaction: Transaction, version: int) -> int | None:
    given = order_of(games, transaction.before.id, version)
    return given.version - 1 if given else None


def order_of(games: GameWriter, game_id: str, version: int) -> OrderGiven | None:
    """The order that caused the event with that version."""
    for event in games.backwards(game_id, version):
        if type(event) is OrderGiven:
            return event
        if event.begins:
            return None
    return None


CONFLICTS = Retelling(
    (
        noted("the judge says so"),
        noted("the referee's chair is not claimed: whoever set the game up may hold it"),
        noted("the deputy's chair is not claimed: whoever appointed the deputy may hold it"),
        noted("the judge bears the name of the player of %(holder)s"),
        noted("%(holder)s is not claimed: whoever set the game up may hold it, and judge"),
        noted("the judge gave out the share of %(holder)s"),
        noted("the judge handed over the seat of %(holder)s"),
        noted("the %(giver)s gave out the share of %(holder)s"),
        noted("the %(giver)s handed over the seat of %(holder)s"),
    )
)
"""How what `conflicts` finds is told in other languages."""


def conflicts(game: Game, by: str, names: Mapping[str, str], *, declared: bool) -> list[str]:
    """What might make the judge `by` partial, as far as the game shows it.

    `names` are the display names of seats, shares and referees; `declared` says that the judge
    declares a conflict.
    """
    found = ["the judge says so"] if declared else []
    judge = names.get(by, "").strip().casefold()
    if REFEREE not in game.claimed:
        found.append("the referee's chair is not claimed: whoever set the game up may hold it")
    if by == DEPUTY and DEPUTY not in game.claimed:
        found.append("the deputy's chair is not claimed: whoever appointed the deputy may hold it")
    for holder in (*game.created.seats, *game.shares):
        share = holder in game.shares
        if judge and names.get(holder, "").strip().casefold() == judge:
            found.append(f"the judge bears the name of the player of {holder}")
        if holder not in game.claimed and not share:
            found.append(f"{holder} is not claimed: whoever set the game up may hold it, and judge")
        if holder in game.handed_over:
            giver = "judge" if game.handed_over[holder] == by else game.handed_over[holder]
            gave = "gave out the share" if share else "handed over the seat"
            found.append(f"the {giver} {gave} of {holder}")
    return found
