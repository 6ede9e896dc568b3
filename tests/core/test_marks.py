"""Marked events and games that are awake: what a worker that begins looks for, on each database."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from napoleon.log.clocks import PASS, Clock
from napoleon.log.events.seats import BotSeated
from napoleon.log.game import GameCreated
from napoleon.log.store.marks import MARKED
from napoleon.play import forks
from napoleon.play.games import Games
from napoleon.rules.orders import Refusal
from projections import clocks
from tests.core.play import play
from tests.followed import everything

TOPICS = {
    "bots": [BotSeated.topic],
    "clocks": clocks.TOPICS,
    "forms": [GameCreated.topic],
    "all": list(MARKED),
}


@pytest.fixture
def several(games: Games) -> list[str]:
    """Games with and without bots and clocks, and a fork of one of them."""
    made = [
        games.create("toy", "short", {"turns": 2}, bots=["blue"]),
        games.create("toy", "wide", {"turns": 3}, clock=Clock(60, then=PASS)),
        games.create("toy", "short", {"turns": 2}),
        games.create("toy", "wide", {"turns": 3}, bots=["blue"], clock=Clock(60, then=PASS)),
    ]
    for it in made[:3]:
        if "red" not in it.game.claimed:
            games.claim(it.game.id, "red")
        play(games, it.game.id, 1)
    forked = forks.fork(games, made[1].game.id, games.head(made[1].game.id))
    assert not isinstance(forked, Refusal)
    return [*(it.game.id for it in made), forked.game.id]


def gone_through(games: Games, topics: Collection[str], ids: Collection[str]) -> list[Any]:
    """What is found by going through all of the log."""
    every = everything(games.recorder)
    found = [it for it in every if it.topic in topics and it.originator_id in ids]
    return sorted(found, key=lambda it: ([*ids].index(str(it.originator_id)), it.id))


def execute(games: Games, *statements: str) -> None:
    """Somebody with a database shell."""
    datastore: Any = games.recorder.datastore  # type: ignore[attr-defined]
    for statement in statements:
        if hasattr(datastore, "execute"):
            datastore.execute(statement)
        else:
            with datastore.transaction(commit=True) as cursor:
                cursor.execute(statement)


def is_on_postgres(games: Games) -> bool:
    return hasattr(games.recorder.datastore, "conninfo")  # type: ignore[attr-defined]


def test_all_that_workers_look_for_is_marked() -> None:
    assert {it for topics in TOPICS.values() for it in topics} == {*MARKED}


def test_nothing_else_can_be_asked_for(games: Games) -> None:
    with pytest.raises(ValueError, match=r"card_drawn/1"):
        list(games.recorder.marked(["card_drawn/1"]))


@pytest.mark.parametrize("who", TOPICS)
def test_marks_find_what_going_through_the_log_finds(
    games: Games, several: list[str], who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder, topics = games.recorder, TOPICS[who]
    expected = gone_through(games, topics, several)
    assert expected
    assert list(recorder.marked(topics)) == expected
    assert list(recorder.marked(topics, several[1:3])) == gone_through(games, topics, several[1:3])
    assert list(recorder.marked(topics, [])) == []
    for engine in ("sqlite", "postgres"):
        monkeypatch.setattr(f"napoleon.log.store.{engine}.marks.AT_ONCE", 2)
    assert list(recorder.marked(topics)) == expected, "also game by game"


def test_who_sleeps_is_left_out_until_something_happens(games: Games, several: list[str]) -> None:
    recorder = games.recorder
    assert list(recorder.awake()) == several
    first, second, *others = several
    recorder.rest({first: games.head(first), second: games.head(second) - 1, "nowhere": 3})
    assert list(recorder.awake()) == [second, *others], "the second has gone on since"
    assert {it.originator_id for it in recorder.marked(MARKED)} == {second, *others}
    assert {it.originator_id for it in recorder.marked(MARKED, [first])} == {first}
    games.put_name(first, "red", "Ney")
    assert first not in recorder.awake(), "a name is not recorded in the log"
    play(games, first, 1)
    assert list(recorder.awake()) == several, "it wakes, and stands where it stood"


def test_the_newest_versions_of_many_games(games: Games, several: list[str]) -> None:
    expected = {it: games.head(it) for it in several}
    assert games.recorder.heads([*several, "nowhere"]) == expected
    assert games.recorder.heads([]) == {}


@pytest.mark.parametrize("log_env", ["sqlite", "postgres"], indirect=True)
def test_what_an_earlier_release_has_recorded_is_found_while_it_is_marked(
    games: Games, several: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker that is ended in between leaves what it has marked; another one goes on from there.

    What processes of that release record meanwhile is marked at once, by the triggers.
    """
    for engine in ("sqlite", "postgres"):
        monkeypatch.setattr(f"napoleon.log.store.{engine}.marks.PORTION", 5)
    recorder = games.recorder
    if is_on_postgres(games):
        execute(games, "ALTER TABLE marks DISABLE TRIGGER no_change")
    else:
        execute(games, "DROP TRIGGER no_delete_of_marks")
    execute(
        games,
        "DELETE FROM marks",
        "UPDATE marking SET done = 0, upto = (SELECT max(id) FROM events)",
    )
    assert (recorder.max_notification_id() or 0) > 3 * 5
    steps, more = 0, True
    while more:
        for topics in TOPICS.values():
            assert list(recorder.marked(topics)) == gone_through(games, topics, several)
            assert list(recorder.marked(topics, several[:2])) == gone_through(
                games, topics, several[:2]
            )
        if steps == 1:
            several.append(games.create("toy", "short", {"turns": 2}, bots=["blue"]).game.id)
        more = recorder.mark_more()
        steps += 1
    assert steps > 3
    assert not recorder.mark_more()
    execute(games, "UPDATE marking SET done = upto")
    assert list(recorder.marked(MARKED)) == gone_through(games, MARKED, several)


def test_no_mark_is_taken_back(games: Games, several: list[str]) -> None:
    assert several
    for change in ("DELETE FROM marks", "UPDATE marks SET id = 1"):
        with pytest.raises(Exception, match="append-only"):
            execute(games, change)
