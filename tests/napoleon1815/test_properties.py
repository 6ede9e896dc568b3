"""What holds in every game under random legal play.

A hundred games are played to their end, of every kind. Then hypothesis chooses the orders.
"""

from __future__ import annotations

import pytest

from napoleon.chance import SeededChance
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.random_play import (
    KINDS,
    MAPPER,
    Play,
    digest,
    replay,
    stored,
    whole_game,
)

GAMES = 100
TRIED_POSITIONS = 6
"""Positions of each whole game at which every offer and its mutations are tried."""

EXPLAINED = {
    "movement_points_set": "total",
    "combat_cards_counted": "total",
    "victory_track_moved": "delta",
    "fatigue_incurred": "total",
    "combat_effects_set": "fatigue",
    "pursuit_started": "cards",
}
"""Which number of an event its breakdown explains."""


@pytest.fixture(scope="module", params=range(GAMES), ids=lambda n: f"{KINDS[n % len(KINDS)]}-{n}")
def game(request: pytest.FixtureRequest) -> Play:
    return whole_game(request.param)


# -- replay ----------------------------------------------------------------------------------------


def test_replay_equals_the_live_state_at_every_version(game: Play) -> None:
    events = [MAPPER.to_domain_event(row) for row in game.log]
    assert len(game.live) == len(events)
    for version, (_, state) in enumerate(replay(events), 1):  # type: ignore[arg-type]
        assert digest(state) == game.live[version - 1], f"version {version}"
        if version in game.positions:
            assert digest(state) == digest(game.positions[version])
            assert RULES.decisions(state) == game.asked[version]
        else:
            assert digest(state) not in map(digest, game.positions.values())


def test_replay_draws_nothing(game: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn(*_: object) -> None:
        raise AssertionError("a replay drew")

    monkeypatch.setattr(SeededChance, "pick", drawn)
    monkeypatch.setattr(Table, "draw", drawn)
    for _, state in replay(game.events):
        assert state.result is None or not RULES.decisions(state)
    assert digest(state) == digest(game.state)


def test_an_event_never_changes_once_it_is_recorded(game: Play) -> None:
    assert [stored(event) for event in game.events] == game.log
