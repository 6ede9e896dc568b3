"""How games come to be: set up from a scenario, or forked from a position of another game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from napoleon.chance import SEED_BYTES
from napoleon.events import REFEREE, Event
from napoleon.forks import events_of_fork
from napoleon.game import GameCreated
from napoleon.ids import new_game_id, new_token
from napoleon.orders import Refusal
from napoleon.outcomes import Created
from napoleon.playing import created, folded, folded_along, laid_out
from napoleon.record import checkpoints, tree
from napoleon.rewinding import path
from napoleon.ruleset import Ruleset, UnknownRuleset

if TYPE_CHECKING:
    from napoleon.games import Games

NONCE_BYTES = 8


def create(
    games: Games,
    ruleset: str,
    scenario: str,
    options: Mapping[str, Any],
    *,
    referee: bool = False,
    awaits_seats: bool = False,
    instant_answers: bool = False,
) -> Created:
    """Set up a game. Raises UnknownRuleset, or SetupRefused if the rules will not have it.

    One that `awaits_seats` has no table before every seat is claimed, so that the nonces of the
    seats go into all of its draws. With `instant_answers` instructions answer at once; see
    `napoleon.pace`.
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
    # Laid out in any case, so that what the rules will not have is refused now.
    table = laid_out(game, rules, at=games.clock())
    if not awaits_seats:
        events += table
        game = folded(game, table, rules)
    games.keep(game, events)
    return Created(game, tokens)


def fork(games: Games, game_id: str, version: int, *, referee: bool = False) -> Created | Refusal:
    """A new game from a version of another one; who may do so is for `may_fork` to say.

    An order is one piece: a version in the midst of one takes the whole of it along. Refused:
    ``UNKNOWN_VERSION``, ``NOT_STARTED``, and ``GAME_OVER`` for the last position of a game.
    Raises UnknownGame, UnknownRuleset.
    """
    if not 1 <= version <= games.head(game_id):
        return Refusal("UNKNOWN_VERSION", "", "The game has no such version.")
    end = games.at_rest(game_id, version)
    there = games.at(game_id, end)
    if there.state is None:
        return Refusal("NOT_STARTED", "", "The game had no table yet.")
    if there.over:
        return Refusal("GAME_OVER", "", "There is nothing to play on from: the game was over.")
    rules = games.rules(there)
    facts = there.created
    first, tokens = _first(games, rules, facts.scenario, facts.options, referee=referee)
    # It is played by the same rules; a change of them in the other game's log comes along.
    first = msgspec.structs.replace(
        first,
        rules_version=facts.rules_version,
        pack=facts.pack,
        instant_answers=facts.instant_answers,
        unlisted=facts.unlisted or not games.open(game_id).over,
    )
    root = tree.root(checkpoints.hashes(games, game_id, end)).hex()
    events = list(
        events_of_fork(first, there, games.history(game_id, upto=end), root, at=games.clock())
    )
    game = folded_along(None, events, rules, path(there.rewinds, end + 1))
    games.keep(game, events)
    return Created(game, tokens)


def _first(
    games: Games,
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


def _new_game_id(games: Games) -> str:
    while True:
        game_id = new_game_id(games.entropy)
        if games.recorder.head(game_id) is None:
            return game_id


def _new_tokens(
    games: Games, game_id: str, seats: Sequence[str], *, referee: bool
) -> dict[str, str]:
    holders = (*seats, *([REFEREE] if referee else []))
    return {holder: new_token(game_id, holder, games.entropy) for holder in holders}
