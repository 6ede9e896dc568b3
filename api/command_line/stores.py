"""The local store, as the commands open it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache

from eventsourcing.persistence import InfrastructureFactoryError, PersistenceError

from api.command_line.output import fail
from api.mail.errors import MailStoreMissing
from api.telemetry.secrecy import without_secrets
from napoleon.environment import BadSetting
from napoleon.log.errors import BrokenLog, EventsLost, StoreClosed, UnknownGame, UnknownVersion
from napoleon.log.game import Game
from napoleon.log.ids import Entropy
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.recorder import StoreMissing
from napoleon.play.games import Games
from napoleon.rules.contract import UnknownRuleset
from napoleon.rules.events import REFEREE, SPECTATOR
from projections.store import ViewsMissing, open_views
from projections.witness import Witness


@contextmanager
def opened_store() -> Iterator[None]:
    """Where the store is opened and used: if it cannot be, the command ends with status 1."""
    try:
        yield
    except (StoreMissing, ViewsMissing, MailStoreMissing, KeyUnusable, BadSetting) as error:
        fail(f"The store is not ready: {error}.", "STORE_NOT_READY")
    except EventsLost as error:
        fail(f"The store is only read: {error}.", "EVENTS_LOST")
    except StoreClosed:
        fail(
            "The store moves to another one, and nothing was recorded in it: see 'napoleon move'.",
            "STORE_UNAVAILABLE",
        )
    except (PersistenceError, InfrastructureFactoryError) as error:
        told = without_secrets(str(error), os.environ)
        fail(f"The store cannot be used: {told}.", "STORE_UNAVAILABLE")


@contextmanager
def local_games(
    entropy: Entropy = secrets.token_bytes,
    replaying: Callable[[], AbstractContextManager[object]] = nullcontext,
) -> Iterator[Games]:
    """The games of the local store. What is not there ends the command with status 1."""
    try:
        with opened_store(), Games(entropy=entropy, replaying=replaying) as games:
            games.is_whole = Witness(games, cache(open_views))
            yield games
    except UnknownGame as error:
        fail(f"There is no game {error} in the local store.", "UNKNOWN_GAME")
    except UnknownVersion as error:
        fail(f"The game has no version {error}.", "UNKNOWN_VERSION")
    except UnknownRuleset as error:
        fail(f"The ruleset {error} is not installed.", "UNKNOWN_RULESET")
    except BrokenLog as error:
        detail = f"The log has been damaged or changed: {error}. Its export tells where."
        fail(detail, "BROKEN_LOG")


def position(games: Games, game_id: str, version: int | None, viewer: str = REFEREE) -> Game:
    """The game at a version as `viewer` is shown it, or as it stands now."""
    return games.open(game_id) if version is None else games.seen_at(game_id, version, viewer)


def viewer(game: Game, seat: str) -> str:
    """A seat of the game, ``spectator`` or ``referee``; anything else ends the command."""
    known = (*game.created.seats, SPECTATOR, REFEREE)
    if seat not in known:
        detail = f"There is no seat {seat} in this game; the seats are {', '.join(known)}."
        fail(detail, "UNKNOWN_SEAT")
    return seat
