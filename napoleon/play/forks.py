"""Forks: a new game that begins with the log of another one, up to a version.

A fork has its own seats, tokens and chance; the game it comes from is left as it is. Its events
keep their versions, so that every position up to the fork has the same number in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from napoleon.log.branches import path
from napoleon.log.events.rewinds import GameForked
from napoleon.log.folding import folded_along
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.play.creation import _first
from napoleon.play.outcomes import Created
from napoleon.record import checkpoints, tree
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Refusal


def may_fork(game: Game, tokens: Mapping[str, str], viewer: str) -> Refusal | None:
    """Why a fork is refused: a player of all its seats sees what all seats see.

    So it is allowed only to those who may see all of it anyway: the referee, the holders of all
    seats together (`tokens` by seat), or anyone with a token of the game once it is over.
    """
    if viewer == REFEREE or (game.over and viewer != SPECTATOR):
        return None
    if game.over:
        return Refusal("FORK_NEEDS_TOKEN", "", "A finished game is forked with a token of it.")
    if all(_is_spoken_for(game, seat, tokens.get(seat, "")) for seat in game.created.seats):
        return None
    detail = (
        "A running game is forked by its referee, or with the tokens of all its seats, as the "
        "fork shows what each of them holds."
    )
    return Refusal("FORK_SHOWS_ALL", "", detail)


def _is_spoken_for(game: Game, seat: str, token: str) -> bool:
    """Whether `token` is that of `seat`, or of a share of it."""
    holder = game.seat_of(token)
    return holder is not None and game.speaks_for(holder) == seat


def events_of_fork(
    first: Event, there: Game, history: list[Event], root: str, *, at: int
) -> Iterator[Event]:
    """The events of a fork from the position `there`: its own first one, and what happened.

    It is made at time `at`, in microseconds since 1970 UTC.

    The tokens of the other game open nothing here.
    """
    yield first
    for event in history[1:]:
        changed: dict[str, object] = {"game": first.game}
        if "token" in event.sealed:
            changed["token"] = ""
        yield msgspec.structs.replace(event, **changed)
    yield GameForked(
        there.id,
        there.version,
        root,
        game=first.game,
        version=there.version + 1,
        at=at,
        turn=there.state.turn,
        phase=there.state.phase,
    )


def fork(games: GameLog, game_id: str, version: int, *, referee: bool = False) -> Created | Refusal:
    """A new game from a version of another one; `may_fork` says who may do so.

    An order is one piece: forking in the middle of one takes all of it along. Refused:
    ``UNKNOWN_VERSION``, ``NOT_STARTED``, and ``GAME_OVER`` for the last position of a game.
    Raises UnknownGame, UnknownRuleset.
    """
    if not 1 <= version <= games.head(game_id):
        return Refusal("UNKNOWN_VERSION", "", "The game has no such version.")
    end = games.end_of_order(game_id, version)
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
        windows=facts.windows,
        unlisted=facts.unlisted or not games.open(game_id).over,
    )
    root = tree.root(checkpoints.hashes(games, game_id, end)).hex()
    events = list(
        events_of_fork(
            first, there, games.history(game_id, upto=end), root, at=games.time_in(there)
        )
    )
    game = folded_along(None, events, rules, path(there.rewinds, end + 1))
    games.append(game, events)
    return Created(game, tokens)
