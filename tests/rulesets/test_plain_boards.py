"""Boards made plain position by position are what they are by themselves, in every game."""

from __future__ import annotations

from itertools import islice

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
    assert pictures is not None

    def drawn(frame: Frame) -> Picture:
        return replace(pictures.map(frame.shown, frame.trails), caption="")

    shared = 0
    for reader in (next(iter(game.created.seats)), SPECTATOR):
        boards, before, earlier = PlainBoards(), None, {}
        for frame in islice(frames(games, game.id, reader), LOOKED_AT):
            views = boards.of(frame.shown)
            assert msgspec.json.encode(views) == msgspec.json.encode(plain(frame))
            alike = all(views[it] is earlier.get(it) for it in views)
            if before is not None and alike and before.trails == frame.trails:
                assert drawn(before) == drawn(frame)
            shared += sum(views[it] is earlier.get(it) for it in views)
            before, earlier = frame, views
    assert shared, "something stays as it is in every game"
