"""What happened last: read once, as far back as somebody asks, whatever they look for."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from napoleon.log import game_log as module
from napoleon.play.games import Games
from napoleon.rules.events import Event
from tests.core.play import noted_reads, play


@pytest.fixture
def played(games: Games) -> str:
    game_id = games.create("toy", "wide", {"turns": 50}).game.id
    play(games, game_id, 45)
    return game_id


@pytest.fixture
def read(games: Games, played: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many events are read from the store, each time."""
    monkeypatch.setattr(module, "_CHUNK", 8)
    return noted_reads(games, monkeypatch)


def versions(events: list[Event]) -> list[int]:
    return [event.version for event in events]


def test_they_are_those_of_the_log_newest_first(games: Games, played: str) -> None:
    for game in (games.open(played), games.at(played, 30), games.at(played, 1)):
        expected = games.history(played, upto=game.version)[::-1]
        assert list(games.recent(game)) == expected
        assert list(games.backwards(played, game.version)) == expected


def test_each_is_read_once_and_only_when_it_is_asked_for(
    games: Games, played: str, read: list[int]
) -> None:
    game = games.open(played)
    recent = games.recent(game)
    assert not read
    first = list(islice(recent, 3))
    again = list(islice(recent, 8))
    assert again[:3] == first
    assert all(one is other for one, other in zip(first, again, strict=False)), "decoded once"
    assert read == [8]
    # Two who look at the same time, each at a pace of their own.
    slow, fast = iter(recent), iter(recent)
    assert next(slow) == next(fast)
    assert [next(fast).version for _ in range(10)] == [next(slow).version for _ in range(10)]
    assert read == [8, 8]
    assert versions(list(recent)) == list(range(game.version, 0, -1))
    assert sum(read) == game.version


def test_of_some_topics_no_other_is_decoded(
    games: Games, played: str, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.open(played)
    events = games.history(played)
    [(topic, _)] = Counter(event.topic for event in events[20:]).most_common(1)
    expected = [event for event in events[20:] if event.topic == topic][::-1]
    assert 1 < len(expected) < len(events) - 20
    read.clear()
    decoded: list[int] = []
    decode = games.mapper.to_domain_event

    def noted(row: object) -> object:
        event = decode(row)  # type: ignore[arg-type]
        decoded.append(event.originator_version)
        return event

    monkeypatch.setattr(games.mapper, "to_domain_event", noted)
    recent = games.recent(game)
    assert list(recent.of({topic}, after=20)) == expected
    assert decoded == versions(expected)
    assert sum(read) < game.version - 20 + 8, "nothing is read beyond"
    assert list(recent.of({topic}, after=20)) == expected
    assert decoded == versions(expected)
