"""Standing orders: they are followed once what they answer has been asked for a while.

They are carried out after the order that brought the question up has been recorded, in a save of
their own, and not before a person might have answered (`napoleon.play.pace`): so a player with
standing orders looks to the others like one who answers by hand. A use is for one version of the
game, and what it uses up is forgotten in the same save: a second process does nothing, and one that
starts again after a crash does what is left to do.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from eventsourcing.persistence import IntegrityError

from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.ids import new_order_id, new_standing_order_id
from napoleon.log.store.recorder import SideRecords, StandingOrderRow
from napoleon.log.times import MINUTE, SECOND
from napoleon.play import execution, operations, pace, window_answers
from napoleon.play.outcomes import Accepted, DeadToken, Stale
from napoleon.play.passed_on import INVITED, has_passed_on
from napoleon.play.requests import Request
from napoleon.play.tokens import refuse_dead_token
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder, StandingOrders, Use
from napoleon.rules.structs import one_of
from napoleon.rules.windows import FORM

MOST_KEPT = 100
"""How many standing orders of a seat are kept at most."""

OF_THE_GAME = ("RULES_CHANGED", "CHANCE_EXHAUSTED", "GAME_OVER", "NOT_STARTED")
"""Codes of refusals that have nothing to do with the standing order, so it is kept."""

_log = logging.getLogger(__name__)


class _Body(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of a standing order. What an earlier release kept has fewer fields."""

    word: Any
    occasion: dict[str, Any]
    by: str = ""
    version: int = 0
    token: str = ""


def leave(
    games: GameLog,
    game_id: str,
    holder: str,
    data: Mapping[str, Any],
    *,
    seen: Game | None = None,
) -> Kept | Refusal:
    """Keep a standing order of the seat that `holder` has, or has a share of.

    What has been asked for a while is answered at once. If the same one is left again on the same
    occasion, it is kept once. A seat keeps only its newest profile of the game; profiles alone can
    be left before the table is laid out. Refused: ``NOT_SEATED``, ``GAME_OVER``, ``NOT_STARTED``,
    ``BAD_PAYLOAD``, ``TOO_MANY_INSTRUCTIONS``, and what the ruleset says about one that could never
    apply. Raises UnknownGame, UnknownRuleset, and DeadToken if `holder` was let in when the game
    was as `seen`, and would not be now.
    """
    game = games.open(game_id)
    refuse_dead_token(game, holder, seen)
    seat = game.speaks_for(holder)
    mine = [it for it in _living(games, game_id) if it.seat == seat]
    standing = standing_of(games, game, seat)
    if isinstance(standing, Refusal):
        return standing
    word = understood(game, standing, seat, data)
    if isinstance(word, Refusal):
        return word
    is_profile = isinstance(word, standing.profiles)
    occasion = {} if is_profile else standing.occasion(game.state)
    said = (word, occasion)
    others = [it for it in mine if is_profile and isinstance(it.word, standing.profiles)]
    kept = next((it for it in mine if (it.word, it.occasion) == said), None)
    if kept is None:
        if len(mine) - len(others) >= MOST_KEPT:
            detail = f"A seat keeps at most {MOST_KEPT} instructions; withdraw one first."
            return Refusal("TOO_MANY_INSTRUCTIONS", "", detail, {"most": MOST_KEPT})
        kept = made(games, game, holder, word, occasion)
        games.refuse_if_short()
        games.recorder.put_standing_order(row_of(game_id, kept))
        drop_if_dead(games, game_id, holder, seen, [kept.id])
    for it in others:
        if it.id != kept.id:
            games.recorder.drop_standing_order(game_id, it.id)
    answer_in_place(games, game_id)
    return kept


def standing_of(games: GameLog, game: Game, seat: str) -> StandingOrders | Refusal:
    """The standing orders of a game in which `seat` may leave some now."""
    if seat not in game.created.seats:
        return Refusal("NOT_SEATED", "", "Only the holder of a seat leaves instructions.")
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    standing = games.rules(game).standing
    if standing is None:
        return Refusal("BAD_PAYLOAD", "", "The game knows no instructions.")
    return standing


def understood(
    game: Game, standing: StandingOrders, seat: str, data: Mapping[str, Any]
) -> Any | Refusal:
    """The standing order that `data` says, or why it is none that could ever apply.

    Before the table is laid out it may be a profile only.
    """
    word = _understood(data, standing)
    if isinstance(word, (Refusal, *standing.profiles)):
        return word
    if game.state is None:
        return Refusal("NOT_STARTED", "", "The game begins when every seat is claimed.")
    return standing.refuse(game.state, seat, word) or word


def made(
    games: GameLog, game: Game, holder: str, word: StandingOrder, occasion: dict[str, Any]
) -> Kept:
    """A standing order of the seat that `holder` has, or has a share of; it is not kept yet."""
    seat = game.speaks_for(holder)
    by = "" if holder == seat else holder
    token = game.tokens[seat] if seat in game.claimed else INVITED
    name = new_standing_order_id(games.entropy)
    return Kept(name, seat, word, occasion, by, game.version, token)


def row_of(game_id: str, kept: Kept) -> StandingOrderRow:
    """A standing order as it is kept."""
    said = _Body(kept.word, kept.occasion, kept.by, kept.version, kept.token)
    body = msgspec.json.encode(said)
    return StandingOrderRow(game_id, kept.id, kept.seat, body)


def drop_if_dead(
    games: GameLog, game_id: str, holder: str, seen: Game | None, names: Sequence[str]
) -> None:
    """Forget what was kept just now if the token of its author had died before.

    The present holder did not say it. Raises DeadToken then.
    """
    try:
        refuse_dead_token(games.open(game_id), holder, seen)
    except DeadToken:
        for name in names:
            games.recorder.drop_standing_order(game_id, name)
        raise


def profiles_of(games: GameLog, game: Game) -> tuple[type[StandingOrder], ...]:
    """The profiles that a seat of a game chooses from; the first leaves everything to be asked.

    Raises UnknownRuleset.
    """
    standing = games.rules(game).standing
    return () if standing is None else standing.profiles


def tag_of(kind: type[StandingOrder]) -> str:
    """What a kind of standing order is called by programs."""
    return str(kind.__struct_config__.tag)


def kept_by(games: GameLog, game_id: str, seat: str) -> list[Kept]:
    """The standing orders that `seat` has left and that can still be used, the oldest first.

    Raises UnknownGame, UnknownRuleset.
    """
    return [it for it in _living(games, game_id) if it.seat == seat]


def withdraw(games: GameLog, game_id: str, seat: str, standing_order_id: str) -> bool:
    """Forget a standing order; returns whether there was one.

    Raises UnknownGame, UnknownRuleset.
    """
    mine = {it.id for it in kept_by(games, game_id, seat)}
    return standing_order_id in mine and games.recorder.drop_standing_order(
        game_id, standing_order_id
    )


class Followed(NamedTuple):
    """What came of following standing orders."""

    given: int
    """How many answers were given."""
    due: int | None
    """When the next one is, in microseconds since 1970 UTC; None if no standing order answers what
    is asked."""


Asked = dict[str, int]
"""When each question that stands open was asked, by its name (`napoleon.play.pace.question`)."""


def answer_in_place(games: GameLog, game_id: str, asked: Asked | None = None) -> Followed:
    """Answer all that standing orders answer by now, until a person has to be asked.

    `asked` is what is known of the game's questions, and is brought up to date; without it, the
    open ones count as being as old as the newest event.  Standing orders that have run out or can
    no longer be read are forgotten. Raises UnknownGame, UnknownRuleset.
    """
    asked = {} if asked is None else asked
    given = 0
    # No standing order may be newer than the position, or it would look as if it had run out.
    while (rows := games.recorder.standing_orders(game_id)) or (
        games.creation_event(game_id).windows == FORM
    ):
        game = games.open(game_id)
        uses = _uses(games, game, rows, asked)
        if not uses:
            break
        due, use = min(uses, key=lambda it: it[0])
        if due > games.now():
            return Followed(given, due)
        outcome: Accepted | Refusal | Stale
        if isinstance(use, window_answers.ByForm):
            outcome = window_answers.give(games, game, use)
        else:
            outcome = give_in_place(games, game, use)
        if isinstance(outcome, Refusal):
            if outcome.code in OF_THE_GAME or isinstance(use, window_answers.ByForm):
                break
            # Not to be tried again at every step; the seat is asked.
            _log.error("instruction %s of game %s: %s", use.kept.id, game_id, outcome)
            games.recorder.drop_standing_order(game_id, use.kept.id)
        given += isinstance(outcome, Accepted)
    return Followed(given, None)


def answers_soon(games: GameLog, game_id: str, holder: str) -> bool:
    """Whether something that was left answers what the seat of `holder` is asked now.

    What has stood open for longer than such an answer takes is not answered any more. Raises
    UnknownGame, UnknownRuleset.
    """
    rows = games.recorder.standing_orders(game_id)
    if not rows:
        return False
    # As above: none of them may be newer than the position.
    game = games.open(game_id)
    seat = game.speaks_for(holder)
    if games.now() > game.updated + round(SECOND * pace.MOST) + MINUTE:
        return False
    return any(_seat_of(it) == seat for _, it in _uses(games, game, rows, {}))


def give_in_place(games: GameLog, game: Game, use: Use) -> Accepted | Refusal | Stale:
    """Give the order of a standing order in position `game`, for its seat.

    Stale if others acted first, or the standing order is no longer kept. What is used up is
    forgotten in the same save.
    """
    kept = use.kept
    said = msgspec.to_builtins(kept.word)
    if operations.is_operation(kept):
        said = operations.gives(kept)
    order_id = new_order_id(games.entropy)
    # Once the share has ended, or has passed on, its standing orders are the seat's own.
    shared_at = game.shared_at.get(kept.by, game.version + 1)
    by = kept.by if shared_at <= (kept.version or game.version) else ""
    request = Request(kept.seat, (use.order,), None, order_id, instruction=said, by=by)
    outcome = execution.give(
        game, request, games.rules(game), at=games.time_in(game), chance_of=games.chance_of
    )
    if isinstance(outcome, Refusal):
        return outcome
    after, accepted = outcome
    try:
        games.append(after, accepted.events, SideRecords(used=kept.id, spent=use.spent))
    except IntegrityError:
        missed = games.history(game.id, after=game.version)
        if not missed and any(row.id == kept.id for row in games.recorder.standing_orders(game.id)):
            raise
        return Stale(game.version + len(missed), missed)
    return accepted


def _uses(
    games: GameLog, game: Game, rows: Sequence[StandingOrderRow], asked: Asked
) -> list[tuple[int, _Found]]:
    """What standing orders answer to the open questions, and when each of these answers is due.

    The seat's operation comes first. In a window a form answers whatever standing orders do not.
    An operation whose next order is for none of the questions of its seat stops.
    """
    rules = games.rules(game)
    if game.state is None:
        return []
    running = operations.running(games, game, rows)
    living = []
    for it in _kept(games, rows, rules.standing):
        assert rules.standing is not None, "or nothing is kept"
        if game.over or _has_ended(games, game, rules.standing, it):
            games.recorder.drop_standing_order(game.id, it.id)
        else:
            living.append(it)
    decisions = {pace.question(game, it.id): it for it in rules.decisions(game.state)}
    for question in asked.keys() - decisions.keys():
        del asked[question]
    uses: list[tuple[int, _Found]] = []
    unanswered: dict[str, Refusal] = {}
    for question, decision in decisions.items():
        since = asked.setdefault(question, game.updated)
        mine = [it for it in living if it.seat == decision.seat]
        ordered = operations.found_for(game, rules, decision, running.get(decision.seat, ()))
        found: _Found | None = ordered if isinstance(ordered, Use) else None
        if found is None and mine and rules.standing is not None:
            found = rules.standing.answer(game.state, decision, mine)
        if found is None:
            found = window_answers.by_form(game, rules, decision, mine)
        if found is None and isinstance(ordered, Refusal):
            unanswered.setdefault(decision.seat, ordered)
        if found is not None:
            due = pace.due(game, question, since)
            if found is ordered or window_answers.speaks_in(game, rules, decision):
                due = max(due, window_answers.held_until(game, decision.seat, games.now()))
            uses.append((due, found))
    own = (it.kept for _, it in uses if isinstance(it, Use))
    goes_on = {it.seat for it in own if operations.is_operation(it)}
    for seat in unanswered.keys() - goes_on:
        operations.stop(games, game, running[seat][0], unanswered[seat])
    return uses


_Found = Use | window_answers.ByForm


def _seat_of(found: _Found) -> str:
    return found.seat if isinstance(found, window_answers.ByForm) else found.kept.seat


def _living(games: GameLog, game_id: str) -> list[Kept]:
    """The standing orders that can still be used."""
    rows = games.recorder.standing_orders(game_id)
    game = games.open(game_id)
    standing = games.rules(game).standing
    if game.over or standing is None:
        return []
    kept = _kept(games, rows, standing)
    return [it for it in kept if not _has_ended(games, game, standing, it)]


def _has_ended(games: GameLog, game: Game, standing: StandingOrders, it: Kept) -> bool:
    """Whether a standing order has run out, or its seat was handed over to somebody else since.

    What was left before the table is laid out waits for that.
    """
    if has_passed_on(games, game, standing, it):
        return True
    return game.state is not None and standing.has_expired(game.state, it)


def _kept(
    games: GameLog, rows: Sequence[StandingOrderRow], standing: StandingOrders | None
) -> list[Kept]:
    """What `rows` say, except operations.

    One that cannot be read is forgotten: nobody could use or withdraw it.
    """
    kept = []
    for row in rows:
        if standing is None or operations.is_row(row):
            continue
        try:
            body = msgspec.json.decode(row.body, type=_Body)
            word = one_of(standing.kinds, body.word)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            _log.error("instruction %s of game %s is forgotten: %s", row.id, row.game, error)
            games.recorder.drop_standing_order(row.game, row.id)
        else:
            kept.append(
                Kept(row.id, row.seat, word, body.occasion, body.by, body.version, body.token)
            )
    return kept


def _understood(data: Mapping[str, Any], standing: StandingOrders) -> Any:
    try:
        return one_of(standing.kinds, data)
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at ")
        where = path.strip("`").removeprefix("$.") or "instruction"
        detail = f"This is no instruction of the game: {why}."
        return Refusal("BAD_PAYLOAD", "", detail, {"where": where})
