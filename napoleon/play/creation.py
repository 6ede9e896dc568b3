"""Creation: a new game with its seats, tokens and seed, and the laying out of its table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from napoleon.chance import CHAINS, SEED_BYTES, anchor, commitment
from napoleon.log.drawing import ChanceOf, chance_of
from napoleon.log.events.draws import with_calls
from napoleon.log.folding import folded
from napoleon.log.game import Game, GameCreated, token_hash
from napoleon.log.game_log import GameLog
from napoleon.log.ids import new_game_id, new_token
from napoleon.play.execution import stamped
from napoleon.play.outcomes import Created
from napoleon.rules.contract import Ruleset, UnknownRuleset
from napoleon.rules.events import REFEREE, Event

NONCE_BYTES = 8


def create(
    games: GameLog,
    ruleset: str,
    scenario: str,
    options: Mapping[str, Any],
    *,
    referee: bool = False,
    awaits_seats: bool = False,
    instant_answers: bool = False,
) -> Created:
    """Set up a game. Raises UnknownRuleset, or SetupRefused if the rules do not allow it.

    One that `awaits_seats` has no table before every seat is claimed, so that the nonces of the
    seats go into all of its draws. With `instant_answers` instructions answer at once; see
    `napoleon.play.pace`.
    """
    if ruleset not in games.rulesets:
        raise UnknownRuleset(ruleset)
    rules = games.rulesets[ruleset]
    first, tokens = _first(
        games,
        rules,
        scenario,
        options,
        referee=referee,
        awaits_seats=awaits_seats,
        instant_answers=instant_answers,
    )
    game = folded(None, [first], rules)
    events: list[Event] = [first]
    # Laid out in any case, so that what the rules do not allow is refused now.
    table = laid_out(game, rules, at=games.clock())
    if not awaits_seats:
        events += table
        game = folded(game, table, rules)
    games.append(game, events)
    return Created(game, tokens)


def _first(
    games: GameLog,
    rules: Ruleset,
    scenario: str,
    options: Mapping[str, Any],
    *,
    referee: bool,
    awaits_seats: bool = False,
    instant_answers: bool = False,
) -> tuple[GameCreated, dict[str, str]]:
    """The event that begins a game, and the tokens that open it."""
    game_id = _new_game_id(games)
    seats = rules.seats(rules.checked_options(options))
    tokens = _new_tokens(games, game_id, seats, referee=referee)
    first = created(
        rules,
        scenario,
        options,
        game_id=game_id,
        seed=games.entropy(SEED_BYTES).hex(),
        nonces={seat: games.entropy(NONCE_BYTES).hex() for seat in seats},
        tokens=tokens,
        awaits_seats=awaits_seats,
        instant_answers=instant_answers,
        at=games.now(),
    )
    return first, tokens


def _new_game_id(games: GameLog) -> str:
    while True:
        game_id = new_game_id(games.entropy)
        if games.recorder.head(game_id) is None:
            return game_id


def _new_tokens(
    games: GameLog, game_id: str, seats: Sequence[str], *, referee: bool
) -> dict[str, str]:
    holders = (*seats, *([REFEREE] if referee else []))
    return {holder: new_token(game_id, holder, games.entropy) for holder in holders}


def created(
    rules: Ruleset,
    scenario: str,
    options: Mapping[str, Any],
    *,
    game_id: str,
    seed: str,
    nonces: Mapping[str, str],
    tokens: Mapping[str, str],
    awaits_seats: bool,
    instant_answers: bool = False,
    at: int,
) -> GameCreated:
    """The event that begins a game at time `at`.

    `tokens` opens its seats, and the referee's; `nonces` count until the seats give their own.
    Raises SetupRefused.
    """
    chosen = rules.checked_options(options)
    return GameCreated(
        game=game_id,
        version=1,
        at=at,
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
        chains={chain: anchor(seed, chain) for chain in CHAINS},
        nonces=dict(nonces),
        awaits_seats=awaits_seats,
        instant_answers=instant_answers,
    )


def laid_out(
    game: Game, rules: Ruleset, *, at: int, chance_of: ChanceOf = chance_of
) -> list[Event]:
    """The events that lay out the table of `game`, which has none yet. Raises SetupRefused."""
    chance = chance_of(game)
    facts = game.created
    events = rules.setup(facts.scenario, facts.options, chance)
    told = with_calls(events, chance.calls, facts.seed)
    return stamped(told, game.id, after=game.version, at=at)
