"""Games that may go on, told by the lobby: a worker that begins opens none that are over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec
from eventsourcing.persistence import PersistenceError

from napoleon.play.games import Games
from projections.lobby import OVER, Wanted
from projections.projector import edition
from projections.store.contract import ViewStore

Entry = Mapping[str, Any]
"""What the lobby says of a game; see `projections.lobby.entry`."""


def unfinished(
    games: Games, views: ViewStore, ids: Iterable[str]
) -> Iterator[tuple[str, Entry | None]]:
    """Those of the games with these `ids` that are not known to be over, in their order.

    With what the lobby says of each; None where it does not show the newest version, or where the
    read models are gone. Raises PersistenceError if the log is.
    """
    shown_by = edition(games)
    for game_id in ids:
        drawn = None
        with suppress(PersistenceError):
            drawn = views.lobby(Wanted(game=game_id), edition=shown_by, reached=0)
        entries: list[Entry] = [msgspec.json.decode(it.body) for it in drawn or ()]
        head = games.recorder.head(game_id)
        entry = next((it for it in entries if it["version"] == head), None)
        if entry is None or entry["status"] != OVER:
            yield game_id, entry
