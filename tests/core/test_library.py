"""What users of the eventsourcing library expect of an application works, or says why not."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from eventsourcing.application import AggregateNotFoundError
from eventsourcing.persistence import IntegrityError
from eventsourcing.utils import get_topic

from napoleon.log.errors import UnknownGame, UnknownVersion
from napoleon.log.folding import folded
from napoleon.log.game import GameCreated
from napoleon.log.repository import NotSaved
from napoleon.play.games import Games
from napoleon.rules.events import Event
from tests.core.play import digest, play
from tests.repetitions import IN_THE_HOUSE, ON_EACH
from tests.toy import RULES

pytestmark = IN_THE_HOUSE

Opened = Callable[[], Games]


def forked(games: Games, game_id: str, name: str) -> list[Event]:
    """The events of a game as those of another, which is not in the log."""
    return [msgspec.structs.replace(it, game=name) for it in games.history(game_id)]


# -- repository ------------------------------------------------------------------------------------


def test_the_repository_answers_every_version_of_a_game(games: Games, game_id: str) -> None:
    play(games, game_id, 12, seed=4)
    newest = games.open(game_id)
    assert digest(games.repository.get(game_id)) == digest(newest)
    for version in range(1, newest.version + 1):
        found = games.repository.get(game_id, version=version)
        assert (found.version, digest(found)) == (version, digest(games.at(game_id, version)))


def test_what_the_repository_gives_may_be_changed(games: Games, game_id: str) -> None:
    before = digest(games.open(game_id))
    mine = games.repository.get(game_id)
    mine.state.hands["red"].clear()
    mine.tokens.clear()
    assert digest(games.open(game_id)) == before == digest(games.repository.get(game_id))


def test_the_repository_knows_what_is_there(games: Games, game_id: str) -> None:
    assert game_id in games.repository
    assert "nowhere" not in games.repository
    with pytest.raises(AggregateNotFoundError) as unknown:
        games.repository.get("nowhere")
    assert isinstance(unknown.value, UnknownGame)
    with pytest.raises(AggregateNotFoundError) as beyond:
        games.repository.get(game_id, version=10_000)
    assert isinstance(beyond.value, UnknownVersion)


def test_a_projector_of_ones_own_is_given_the_events(games: Games, game_id: str) -> None:
    play(games, game_id, 5, seed=1)

    def counted(found: Any, events: Any) -> int:
        return sum(1 for _ in events)

    assert games.repository.get(game_id, projector_func=counted) == games.head(game_id)
    assert games.repository.get(game_id, version=3, projector_func=counted) == 3


# -- save ------------------------------------------------------------------------------------------


@ON_EACH
def test_saved_events_are_the_game_that_they_tell(games: Games, game_id: str) -> None:
    play(games, game_id, 9, seed=2)
    events = forked(games, game_id, "copied-game")
    saved = games.save(*events[:5])
    saved += games.save(*events[5:])
    assert [it.domain_event for it in saved] == events
    assert digest(games.open("copied-game")) == digest(folded(None, events, RULES))
    assert games.history("copied-game") == events
    ids = [it.notification.id for it in saved]
    assert ids == sorted(ids)
    assert ids[-1] == games.recorder.places()[games.recorder.partition_of("copied-game")]


def test_saved_events_are_seen_by_those_who_follow(games: Games, game_id: str) -> None:
    events = forked(games, game_id, "copied-game")
    games.save(*events)
    partition = games.recorder.partition(games.recorder.partition_of("copied-game"))
    section = partition.select_notifications(1, 100)[-len(events) :]
    assert [it.originator_id for it in section] == ["copied-game"] * len(events)
    assert [games.mapper.to_domain_event(it) for it in section] == events


def test_a_game_is_not_saved_as_if_it_had_pending_events(games: Games, game_id: str) -> None:
    before = games.recorder.places()
    game = games.repository.get(game_id)
    game.state.hands["red"].clear()
    with pytest.raises(NotSaved, match="keeps no pending events") as failed:
        games.save(game)
    [named] = re.findall(r"Games\.(\w+)\(\)", str(failed.value))
    assert callable(getattr(games, named)), "it names what there is"
    with pytest.raises(NotSaved, match="str is no event"):
        games.save("an order")
    assert games.save() == games.save(None) == []
    assert games.recorder.places() == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda it: it[:1] + it[2:], "version 3 .* where version 2 is due"),
        (lambda it: [*it, it[-1]], "where version .* is due"),
        (lambda it: [it[0], msgspec.structs.replace(it[1], game="other")], "of one game"),
        (lambda it: it[1:], "no game copied-game"),
        (lambda it: [*it[:2], msgspec.structs.replace(it[2], at=0), *it[3:]], "earlier than it"),
        (lambda it: [it[0], msgspec.structs.replace(it[0], version=2)], "does not fit"),
    ],
)
def test_what_does_not_continue_a_game_is_refused_whole(
    games: Games, game_id: str, change: Callable[[list[Event]], list[Event]], said: str
) -> None:
    events = forked(games, game_id, "copied-game")
    before = games.recorder.places()
    with pytest.raises(NotSaved, match=said):
        games.save(*change(events))
    assert games.recorder.places() == before
    with pytest.raises(UnknownGame):
        games.open("copied-game")


@ON_EACH
def test_who_comes_second_is_told_so(opened: Opened) -> None:
    one, other = opened(), opened()
    game_id = one.create("toy", "short", {"turns": 2}).game.id
    events = forked(one, game_id, "copied-game")
    one.save(*events[:4])
    other.repository.get("copied-game")
    one.save(*events[4:6])
    with pytest.raises(IntegrityError):
        other.save(*events[4:5])
    assert digest(other.repository.get("copied-game")) == digest(one.open("copied-game"))
    assert one.head("copied-game") == 6


# -- snapshots -------------------------------------------------------------------------------------


def test_a_snapshot_is_taken_where_it_is_asked_for(opened: Opened) -> None:
    games = opened()
    game_id = games.create("toy", "short", {"turns": 2000}).game.id
    play(games, game_id, 40, seed=3)
    head = games.head(game_id)
    games.take_snapshot(game_id, version=head - 7)
    games.take_snapshot(game_id)
    rules = games.rulesets["toy"]
    with opened() as other:
        for upto, kept in ((head - 1, head - 7), (head, head)):
            found = other._snapshots.newest(game_id, rules, upto=upto)
            assert found is not None
            assert (found.version, digest(found)) == (kept, digest(games.at(game_id, kept)))
    with pytest.raises(UnknownVersion):
        games.take_snapshot(game_id, version=head + 1)
    with pytest.raises(TypeError, match="its rules"):
        games.take_snapshot(game_id, projector_func=lambda found, events: found)


def test_the_first_event_is_read_under_its_topic(games: Games, game_id: str) -> None:
    """Topics are short and explicit, where the library's are the paths of classes."""
    [row] = games.recorder.select_events(game_id, limit=1)
    assert row.topic == GameCreated.topic != get_topic(GameCreated)
