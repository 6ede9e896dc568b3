"""Playing: what an accepted request does to a game, before anything is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from napoleon.chance import SeededChance, commitment
from napoleon.events import REFEREE, Event
from napoleon.game import Game, GameCreated, fold, token_hash
from napoleon.notation import notation_of
from napoleon.orders import Order, Refusal
from napoleon.outcomes import Accepted
from napoleon.request import Request
from napoleon.ruleset import Ruleset


def copied(game: Game, rules: Ruleset) -> Game:
    """A copy of `game` that shares nothing with it that can be changed."""
    return msgspec.structs.replace(
        game,
        tokens=dict(game.tokens),
        claimed=list(game.claimed),
        nonces=dict(game.nonces),
        state=msgspec.json.decode(msgspec.json.encode(game.state), type=rules.state_type),
    )


def folded(game: Game | None, events: Iterable[Event], rules: Ruleset) -> Game:
    """The game after `events`, moved on in place. There is at least one event, or a game."""
    for event in events:
        game = fold(game, event, rules)
    assert game is not None, "a game begins with an event"
    return game


def stamped(
    events: Iterable[Event], game_id: str, *, after: int, at: int, order_id: str = ""
) -> list[Event]:
    """The events as they are recorded: numbered from version `after` on, with time and order.

    Who acted is for the ruleset to say: a sealed answer is carried out by another seat's order.
    """
    return [
        msgspec.structs.replace(event, game=game_id, version=version, at=at, order_id=order_id)
        for version, event in enumerate(events, after + 1)
    ]


def laid_out(
    rules: Ruleset,
    scenario: str,
    options: Mapping[str, Any],
    *,
    game_id: str,
    seed: str,
    tokens: Mapping[str, str],
    at: int,
) -> list[Event]:
    """The events that begin a game at the time `at`; `tokens` opens its seats, and the referee.

    Raises SetupRefused.
    """
    chosen = rules.checked_options(options)
    created = GameCreated(
        ruleset=rules.name,
        rules_version=rules.version,
        pack=rules.pack_hash,
        scenario=scenario,
        options=chosen,
        seats=rules.seats(chosen),
        referee=REFEREE in tokens,
        commitment=commitment(seed),
        seed=seed,
        tokens={seat: token_hash(token) for seat, token in tokens.items()},
    )
    table = rules.setup(scenario, chosen, SeededChance(seed, game_id, drawn=0))
    return stamped([created, *table], game_id, after=0, at=at)


def carried_out(
    game: Game, request: Request, rules: Ruleset, *, at: int
) -> tuple[Game, Accepted] | Refusal:
    """The game after the orders of `request`, at the time `at`; `game` is left as it was.

    They are carried out until one is refused or their seat has nothing to decide. A refusal of
    the first one is the answer to all of them.
    """
    mine = [item.id for item in rules.decisions(game.state) if item.seat == request.seat]
    if request.decision is not None and request.decision not in mine:
        return Refusal("DECISION_CLOSED", "", "That decision is not open for this seat.")
    after = copied(game, rules)
    events: list[Event] = []
    done = 0
    for given in request.orders:
        if done and not _has_to_decide(request.seat, after, rules):
            break
        order = _read(given, request.seat, after, rules) if isinstance(given, str) else given
        if isinstance(order, Refusal):
            return (after, Accepted(after.version, events, order, done)) if done else order
        chance = SeededChance(game.created.seed, game.id, drawn=after.state.draws)
        outcome = rules.decide(after.state, request.seat, order, chance)
        if isinstance(outcome, Refusal):
            if not done:
                return outcome
            return after, Accepted(after.version, events, outcome, done)
        caused = stamped(outcome, game.id, after=after.version, at=at, order_id=request.order_id)
        if request.instruction is not None:
            caused[0] = msgspec.structs.replace(caused[0], instruction=request.instruction)
        after = folded(after, caused, rules)
        events += caused
        done += 1
    return after, Accepted(after.version, events, None, done)


def _read(line: str, seat: str, game: Game, rules: Ruleset) -> Order | Refusal:
    """The order that a line of the game's notation means in this position."""
    mine = (d for d in rules.decisions(game.state) if d.seat == seat)
    notation = notation_of(rules)
    assert notation is not None, "a game without a notation takes no lines"
    return notation.read(game.state, next(mine, None), seat, line)


def _has_to_decide(seat: str, game: Game, rules: Ruleset) -> bool:
    return any(decision.seat == seat for decision in rules.decisions(game.state))
