"""Boards made plain position by position are what they are by themselves, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from napoleon.record.plain_boards import PlainBoards
from napoleon.record.story import Frame, frames
from napoleon.rules.events import SPECTATOR
from napoleon.rules.picture.model import Picture
from tests.record.telling import plain
from tests.rulesets.playing import Played

LOOKED_AT = 150
"""Positions of a game, from its first one on."""


def test_shared_boards_are_the_same_json_and_look_alike_only_if_they_are(played: Played) -> None:
    games = played.games
    game = games.open(played.id)
    pictures = games.rules(game).pictures

    def drawn(frame: Frame) -> Picture | None:
        if pictures is None:
            return None
        return replace(pictures.map(frame.shown, frame.trails), caption="")

    shared = 0
    for reader in (next(iter(game.created.seats)), SPECTATOR):
        boards, before, earlier = PlainBoards(), None, dict[str, Any]()
        for frame in islice(frames(games, game.id, reader), LOOKED_AT):
            views = boards.of(frame.shown)
            where = f"{played}, version {frame.version} as {reader} sees it"
            same = msgspec.json.encode(views) == msgspec.json.encode(plain(frame))
            assert same, f"{where}: not what it is by itself"
            if before is not None and before.trails == frame.trails:
                alike = all(views[it] is earlier.get(it) for it in views)
                shows = pictures and pictures.shows
                if alike or (shows and shows(before.shown) == shows(frame.shown)):
                    assert drawn(before) == drawn(frame), f"{where}: alike, and drawn otherwise"
            shared += len({*map(id, _parts(views))} & {*map(id, _parts(earlier))})
            before, earlier = frame, views
    assert shared, "something stays as it is in every game"


def _parts(plain: Any) -> Iterator[Any]:
    """Whatever has an identity of its own in boards: they, and what they list and name."""
    if isinstance(plain, dict | list):
        yield plain
        for part in plain.values() if isinstance(plain, dict) else plain:
            yield from _parts(part)
