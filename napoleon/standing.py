"""Standing answers: carrying out instructions the moment that what they answer is asked.

They are carried out after the order that brought the question up has been recorded, in a save of
their own: so a player with instructions and one who answers at once look the same to the others.
A use is for one version of the game, and what it uses up is forgotten in the same save: whoever
comes second does nothing, and who comes again after a crash does what is left to do.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Union

import msgspec

from napoleon.game import Game
from napoleon.ids import new_instruction_id
from napoleon.instructions import Kept, StandingAnswers, Use
from napoleon.orders import Refusal
from napoleon.outcomes import Accepted
from napoleon.store.recorder import InstructionRow

if TYPE_CHECKING:
    from napoleon.games import Games

MOST_KEPT = 100
"""Instructions that a seat may leave at a time."""

OF_THE_GAME = ("RULES_CHANGED", "CHANCE_EXHAUSTED", "GAME_OVER", "NOT_STARTED")
"""Codes of refusals that have nothing to do with the instruction, which is kept."""

_log = logging.getLogger(__name__)


class _Body(msgspec.Struct, frozen=True, array_like=True):
    """What is kept of an instruction. One that an earlier release has kept ends early."""

    instruction: Any
    occasion: dict[str, Any]
    by: str = ""


def leave(games: Games, game_id: str, holder: str, data: Mapping[str, Any]) -> Kept | Refusal:
    """Keep an instruction of the seat that `holder` has, or has a share of.

    It is used at once if what it answers is being asked. The same one, left again on the same
    occasion, is kept once. Refused: ``NOT_SEATED``,
    ``GAME_OVER``, ``NOT_STARTED``, ``BAD_PAYLOAD``, ``TOO_MANY_INSTRUCTIONS``, and what the
    ruleset says of one that could never apply. Raises UnknownGame, UnknownRuleset.
    """
    game = games.open(game_id)
    seat = game.speaks_for(holder)
    mine = [it for it in _living(games, game_id) if it.seat == seat]
    if seat not in game.created.seats:
        return Refusal("NOT_SEATED", "", "Only the holder of a seat leaves instructions.")
    if game.over:
        return Refusal("GAME_OVER", "", "The game is over.")
    if game.state is None:
        return Refusal("NOT_STARTED", "", "The game begins when every seat is claimed.")
    standing = games.rules(game).standing
    if standing is None:
        return Refusal("BAD_PAYLOAD", "", "The game knows no instructions.")
    instruction = _understood(data, standing)
    if isinstance(instruction, Refusal):
        return instruction
    refusal = standing.refuse(game.state, seat, instruction)
    if refusal is not None:
        return refusal
    occasion = standing.occasion(game.state)
    said = (instruction, occasion)
    kept = next((it for it in mine if (it.instruction, it.occasion) == said), None)
    if kept is None:
        if len(mine) >= MOST_KEPT:
            detail = f"A seat keeps at most {MOST_KEPT} instructions; withdraw one first."
            return Refusal("TOO_MANY_INSTRUCTIONS", "", detail, {"most": MOST_KEPT})
        by = "" if holder == seat else holder
        kept = Kept(new_instruction_id(games.entropy), seat, instruction, occasion, by)
        body = msgspec.json.encode(_Body(instruction, occasion, by))
        row = InstructionRow(game_id, kept.id, seat, body)
        games.recorder.put_instruction(row)
    answer_in_place(games, game_id)
    return kept


def kept_by(games: Games, game_id: str, seat: str) -> list[Kept]:
    """The instructions that `seat` has left and that can still be used, the oldest first.

    Raises UnknownGame, UnknownRuleset.
    """
    return [it for it in _living(games, game_id) if it.seat == seat]


def withdraw(games: Games, game_id: str, seat: str, instruction_id: str) -> bool:
    """Forget an instruction; whether there was one. Raises UnknownGame, UnknownRuleset."""
    mine = {it.id for it in kept_by(games, game_id, seat)}
    return instruction_id in mine and games.recorder.drop_instruction(game_id, instruction_id)


def answer_in_place(games: Games, game_id: str) -> int:
    """Answer all that instructions answer, until somebody has to be asked; how many answers.

    Instructions that have run out or cannot be read any more are forgotten. Raises UnknownGame,
    UnknownRuleset.
    """
    answers = 0
    # No instruction may be newer than the position, or it would look as if it had run out.
    while rows := games.recorder.instructions(game_id):
        game = games.open(game_id)
        use = _next_use(games, game, rows)
        if use is None:
            break
        outcome = games.use(game, use)
        if isinstance(outcome, Refusal):
            if outcome.code in OF_THE_GAME:
                break
            # Not to be tried again at every step; the seat is asked.
            _log.error("instruction %s of game %s: %s", use.kept.id, game_id, outcome)
            games.recorder.drop_instruction(game_id, use.kept.id)
        answers += isinstance(outcome, Accepted)
    return answers


def _next_use(games: Games, game: Game, rows: Sequence[InstructionRow]) -> Use | None:
    rules = games.rules(game)
    if rules.standing is None or game.state is None:
        return None
    living = []
    for it in _kept(games, rows, rules.standing):
        if game.over or rules.standing.has_expired(game.state, it):
            games.recorder.drop_instruction(game.id, it.id)
        else:
            living.append(it)
    for decision in rules.decisions(game.state):
        mine = [it for it in living if it.seat == decision.seat]
        if mine and (use := rules.standing.answer(game.state, decision, mine)):
            return use
    return None


def _living(games: Games, game_id: str) -> list[Kept]:
    """The instructions that can still be used."""
    rows = games.recorder.instructions(game_id)
    game = games.open(game_id)
    standing = games.rules(game).standing
    if game.over or game.state is None or standing is None:
        return []
    kept = _kept(games, rows, standing)
    return [it for it in kept if not standing.has_expired(game.state, it)]


def _kept(games: Games, rows: Sequence[InstructionRow], standing: StandingAnswers) -> list[Kept]:
    """What `rows` say. One that cannot be read is forgotten: nobody could use or withdraw it."""
    kept = []
    for row in rows:
        try:
            body = msgspec.json.decode(row.body, type=_Body)
            instruction = msgspec.convert(body.instruction, _any_of(standing))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            _log.error("instruction %s of game %s is forgotten: %s", row.id, row.game, error)
            games.recorder.drop_instruction(row.game, row.id)
        else:
            kept.append(Kept(row.id, row.seat, instruction, body.occasion, body.by))
    return kept


def _understood(data: Mapping[str, Any], standing: StandingAnswers) -> Any:
    try:
        return msgspec.convert(data, _any_of(standing))
    except msgspec.ValidationError as error:
        why, _, path = str(error).partition(" - at ")
        where = path.strip("`").removeprefix("$.") or "instruction"
        detail = f"This is no instruction of the game: {why}."
        return Refusal("BAD_PAYLOAD", "", detail, {"where": where})


def _any_of(standing: StandingAnswers) -> Any:
    return Union[standing.kinds]  # noqa: UP007 - the members are known at run time only
