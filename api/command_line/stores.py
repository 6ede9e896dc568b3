"""The local store, as the commands open it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from eventsourcing.persistence import PersistenceError

from api.command_line.output import fail
from napoleon.events import REFEREE, SPECTATOR
from napoleon.game import Game
from napoleon.games import Games, UnknownGame, UnknownVersion
from napoleon.ruleset import UnknownRuleset


@contextmanager
def local_games() -> Iterator[Games]:
    """The games of the local store. Refusals and a missing store end the command with status 1."""
    try:
        games = Games()
        try:
            yield games
        finally:
            games.close()
    except UnknownGame as error:
        fail(f"There is no game {error} in the local store.")
    except UnknownVersion as error:
        fail(f"The game has no version {error}.")
    except UnknownRuleset as error:
        fail(f"The ruleset {error} is not installed.")
    except (PersistenceError, sqlite3.Error) as error:
        fail(f"The store cannot be used: {error}. Did you run `napoleon migrate`?")


def position(games: Games, game_id: str, version: int | None) -> Game:
    """The game at a version, or as it stands now."""
    return games.open(game_id) if version is None else games.at(game_id, version)


def reader(game: Game, seat: str) -> str:
    """A seat of the game, ``spectator`` or ``referee``; anything else ends the command."""
    known = (*game.created.seats, SPECTATOR, REFEREE)
    if seat not in known:
        fail(f"There is no seat {seat} in this game; the seats are {', '.join(known)}.")
    return seat
