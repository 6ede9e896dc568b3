"""Games as an operator looks through them: what they wait for, since when, and how long they are.

An operator is shown no more of a game than anybody may know who knows its address. Games that are
not listed are there, too.
"""

from __future__ import annotations

import msgspec

from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import DAY
from napoleon.log.turn_names import turn_called
from napoleon.play.games import Games
from projections.lobby import entry


class Asked(msgspec.Struct, frozen=True):
    """Which games an operator asks for. None leaves a choice open."""

    status: str | None = None
    """One of `projections.lobby.STATUSES`."""
    ruleset: str | None = None
    idle: int = 0
    """Only games in which nothing has been recorded for that many days."""


class Awaited(msgspec.Struct, frozen=True):
    """A seat that has to do something, and what its player is called."""

    seat: str
    title: str
    player: str | None


class OperatorGame(msgspec.Struct, frozen=True):
    """A game as its operator is shown it."""

    id: str
    ruleset: str
    title: str
    """What players call the ruleset."""
    status: str
    turn: int
    turn_name: str | None
    waiting_for: list[Awaited]
    events: int
    """How many events its log has."""
    created: int
    """Microseconds since 1970 UTC, as is `updated`."""
    updated: int
    idle_days: int
    """How many whole days ago the last event was recorded."""


class OperatorGames(msgspec.Struct, frozen=True):
    """The games that were asked for, those first that have been idle longest."""

    games: list[OperatorGame]
    unreadable: list[str]
    """Ids of the games that cannot be read, however they are."""


def operator_games(log: Games, asked: Asked) -> OperatorGames:
    """The games of a store that an operator asks for."""
    found: list[OperatorGame] = []
    unreadable: list[str] = []
    now = log.clock()
    for game_id in sorted(log.recorder.every_game()):
        try:
            created = log.created(game_id)
            if asked.ruleset in (None, created.ruleset):
                found.append(_shown(log, game_id, now))
        except (UnknownGame, *UNREADABLE):
            unreadable.append(game_id)
    chosen = [
        it for it in found if asked.status in (None, it.status) and it.idle_days >= asked.idle
    ]
    return OperatorGames(sorted(chosen, key=lambda it: it.updated), unreadable)


def _shown(log: Games, game_id: str, now: int) -> OperatorGame:
    game = log.open(game_id)
    rules = log.rules(game)
    known, people = entry(game, rules), log.names(game_id)
    return OperatorGame(
        id=game_id,
        ruleset=known["ruleset"],
        title=rules.title,
        status=known["status"],
        turn=known["turn"],
        turn_name=turn_called(game, rules) or None,
        waiting_for=[
            Awaited(it, rules.names.get(it, it), people.get(it))
            for it in ([] if game.over else known["waiting_for"])
        ],
        events=known["version"],
        created=known["created"],
        updated=known["updated"],
        idle_days=max(0, now - known["updated"]) // DAY,
    )
