"""Which bundle is kept, under which name, and who may have it from the store.

Only that of a game that is over, as a spectator has it: there is nothing in it that anybody may not
know. Those of seats, of the referee and of running games are made each time, and never kept.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from typing import IO, TYPE_CHECKING

import msgspec
from eventsourcing.persistence import PersistenceError

from napoleon.audit.audit import what_is_read
from napoleon.log.errors import BrokenLog
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.record.reading import RELEASE
from napoleon.rules.contract import origin
from napoleon.rules.events import SPECTATOR

if TYPE_CHECKING:
    from api.bundles.store import BundleStore

_log = logging.getLogger(__name__)


def kept_or_made(
    store: BundleStore | None,
    games: Games,
    game: Game,
    viewer: str,
    code: str,
    make: Callable[[], IO[bytes]],
) -> IO[bytes]:
    """A file with the bundle of `game` for `viewer`, told in the language `code`.

    It comes from the store if there is one of this very record, or else `make` makes it, and then
    it is kept. The bytes are the same. Raises what `make` raises, and what the log does.
    """
    if store is None or not store.is_asked or not _may_be_kept(games, game, viewer):
        return make()
    before = stem(games, game.id)
    name = f"{before}-{code}.zip"
    file = store.fetched(game.id, name)
    if file is None:
        file = make()
        try:
            _keep(store, games, game.id, before, name, file)
        except (PersistenceError, BrokenLog) as error:
            # It is made, so the one who asked gets it.
            _log.warning("a bundle of game %s is not kept: %s", game.id, type(error).__name__)
            file.seek(0)
    return file


def stem(games: Games, game_id: str) -> str:
    """What the names of a game's bundles begin with, as it is now: its version, and a digest.

    The digest is of all that a bundle is made from, its texts, checkpoints and keys too, and of the
    releases of the service and of the rules that tell the story.
    """
    game = games.open(game_id)
    rules = games.rules(game)
    told_by = [RELEASE, rules.name, rules.version, *origin(rules.name)]
    read = what_is_read(games, game_id)
    digest = hashlib.sha256(msgspec.json.encode(told_by) + b"\n" + read)
    return f"{game.version}-{digest.hexdigest()}"


def _may_be_kept(games: Games, game: Game, viewer: str) -> bool:
    if viewer != SPECTATOR or not game.over or not games.is_whole():
        return False
    try:
        newest = games.open(game.id)
    except BrokenLog:
        return False
    return newest.over and newest.version == game.version


def _keep(
    store: BundleStore, games: Games, game_id: str, before: str, name: str, file: IO[bytes]
) -> None:
    """Keep a bundle that was made, if nothing that it was made from has changed meanwhile.

    Something may change while it is put there, too: a text is erased, say. Then it is gone again
    at once. A process that is killed in between leaves that to the worker; see `erasing`.
    """
    with store.writing() as may_be:
        if may_be and stem(games, game_id) == before:
            store.put(game_id, name, file)
            # Those of earlier positions and releases go with it: nobody asks for them again.
            store.clear(game_id, but=f"{stem(games, game_id)}-")
