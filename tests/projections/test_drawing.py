"""What the worker draws is what a replay of the log gives, whatever comes in a batch."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import cycle

import pytest

from napoleon.log.snapshots import INTERVAL
from napoleon.play.games import Games
from napoleon.rules.bots import RandomBot
from napoleon.rulesets.napoleon1815 import RULES
from projections import reading
from projections.projector import edition
from projections.rows import Sentence
from projections.store import ViewStore
from projections.turns import phases
from projections.worker import catch_up, draw
from tests.core.play import play
from tests.projections.audit import (
    agree,
    agree_in_all,
    all_is_drawn,
    canonical,
    content,
    replayed,
    turns,
)
from tests.repetitions import so_many, some_of
from tests.toy import Toy


def journal(
    games: Games, views: ViewStore, game_id: str, reader: str, after: int = 0, limit: int = 1000
) -> list[Sentence]:
    """What is drawn of the journal of a game."""
    return views.journal(game_id, reader, after, limit, edition=edition(games))[1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", some_of([1, 7, 500], [1, 2, 3, 7, 40, 500]))
@pytest.mark.parametrize("times", so_many(15, 30))
def test_the_views_equal_the_replay_after_every_batch(
    games: Games, views: ViewStore, size: int, times: int
) -> None:
    """Batches end anywhere: within an order, and behind what was recorded meanwhile."""
    options = {"turns": times // 15 + 1}
    ids = [games.create("toy", "short", options, referee=n == 1).game.id for n in range(3)]
    position = views.begin(edition(games))
    for number, game_id in zip(range(times), cycle(ids), strict=False):
        play(games, game_id, 1, seed=number)
        batch = games.recorder.select_notifications(position + 1, size)
        position = draw(games, views, batch, position)
        assert views.max_tracking_id(edition(games)) == position
        agree_in_all(games, views)
    for game_id in ids:
        play(games, game_id, 100)
        assert games.open(game_id).over
    while batch := games.recorder.select_notifications(position + 1, size):
        position = draw(games, views, batch, position)
        agree_in_all(games, views)
    all_is_drawn(games, views)


@pytest.mark.parametrize(
    "scenario", some_of(["ligny_quatre_bras"], ["ligny_quatre_bras", "historical_invasion"])
)
def test_napoleon1815_is_drawn_as_it_replays(
    opened: Callable[..., Games], views: ViewStore, scenario: str
) -> None:
    games = opened(RULES)
    game = games.create("napoleon1815", scenario, {}, referee=True).game
    bot = RandomBot(1815)
    halts = [60, 61, 150, 400, 10_000]
    while not game.over:
        decision = bot.choose(games.decisions(game))
        order = bot.choose(list(RULES.legal_orders(game.state, decision)))
        games.submit_orders(game.id, decision.seat, [order])
        game = games.open(game.id)
        if game.version >= halts[0]:
            halts.pop(0)
            catch_up(games, views)
            assert agree(games, views, game.id) == game.version
    catch_up(games, views)
    all_is_drawn(games, views)
    events = games.history(game.id)
    assert len(halts) < 3
    whole = [(1, game.version)]
    assert [(p.turn, p.phase, p.version) for p in phases(events, whole)] == turns(games, events)


def test_drawing_again_changes_nothing(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {}).game.id
    play(games, game_id, 12)
    catch_up(games, views)
    before = content(views, edition(games))
    assert catch_up(games, views) == games.head(game_id)
    assert content(views, edition(games)) == before
    batch = games.recorder.select_notifications(1, 500)
    assert draw(games, views, batch, batch[-1].id) == batch[-1].id
    assert content(views, edition(games)) == before


def test_a_game_drawn_step_by_step_looks_like_one_drawn_at_once(
    opened: Callable[..., Games], games: Games, views: ViewStore, env: dict[str, str]
) -> None:
    game_id = games.create("toy", "short", {}, referee=True).game.id
    while not games.open(game_id).over:
        play(games, game_id, 1)
        catch_up(games, views)
    steps = content(views, edition(games))
    with views.rebuilding(edition(games)) as anew:
        catch_up(opened(), anew)
    for reader in ("red", "blue", "spectator", "referee"):
        assert journal(games, views, game_id, reader)
    assert [row for row in content(views, edition(games)) if row[0] != "journal"] == [
        row for row in steps if row[0] != "journal"
    ]
    all_is_drawn(games, views)


def test_when_the_game_is_over_the_journal_is_open(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {"turns": 2}, referee=True).game.id
    play(games, game_id, 3)
    catch_up(games, views)

    def told(reader: str) -> list[str]:
        return [sentence.sentence for sentence in journal(games, views, game_id, reader)]

    assert "Blue draws a card." in told("red")
    assert "Blue draws a card." not in told("blue")
    assert told("red") != told("blue") != told("spectator") != told("referee")
    veiled = told("spectator")
    play(games, game_id, 100)
    catch_up(games, views)
    assert told("red") == told("blue") == told("spectator") == told("referee")
    assert told("spectator")[: len(veiled)] != veiled
    assert not any("draws a card." in sentence for sentence in told("spectator"))


def test_the_journal_is_read_in_pages(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {}).game.id
    play(games, game_id, 10)
    catch_up(games, views)
    whole = journal(games, views, game_id, "red")
    pages = [journal(games, views, game_id, "red", after, 4) for after in range(0, len(whole), 4)]
    assert [sentence for page in pages for sentence in page] == whole
    assert journal(games, views, game_id, "red", len(whole), 4) == []


def test_claims_are_drawn_too(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {}).game.id
    catch_up(games, views)
    games.claim(game_id, "red")
    catch_up(games, views)
    all_is_drawn(games, views)
    assert journal(games, views, game_id, "blue")[-1].sentence == "The seat Red was claimed."


class Missing(Toy):
    """Rules that were installed when a game was begun, and are not any more."""

    name = "missing"


def test_a_game_without_its_rules_does_not_stop_the_others(
    opened: Callable[..., Games], views: ViewStore, caplog: pytest.LogCaptureFixture
) -> None:
    games = opened(Toy(), Missing())
    lost = games.create("missing", "short", {}).game.id
    found = games.create("toy", "short", {}).game.id
    play(games, lost, 3)
    play(games, found, 3)
    without = opened()
    with caplog.at_level(logging.WARNING):
        assert catch_up(without, views) == games.recorder.max_notification_id()
    assert lost in caplog.text
    assert content(views, edition(without), lost) == []
    assert agree(without, views, found) == without.head(found)
    assert [e["id"] for e in reading.lobby(without, views, reading.lobbies.Wanted())[0]] == [found]
    catch_up(games, views)
    all_is_drawn(games, views)


def test_an_event_that_nobody_can_read_does_not_stop_the_worker(
    opened: Callable[..., Games], views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = opened(Toy(), Missing())
    lost = games.create("missing", "short", {}).game.id
    play(games, lost, 3)
    without = opened()
    known = {topic: cls for topic, cls in without.mapper._topics.items() if "toy." not in topic}  # type: ignore[attr-defined]
    monkeypatch.setattr(without.mapper, "_topics", known)
    assert catch_up(without, views) == games.recorder.max_notification_id()


def test_snapshots_are_taken_of_what_was_drawn(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {"turns": 2000}).game.id
    while games.head(game_id) < 2 * INTERVAL + 10:
        play(games, game_id, 20, seed=games.head(game_id))
    catch_up(games, views)
    assert games.take_snapshots(game_id) == 0, "none is due any more"
    kept = games._snapshots.newest(game_id, games.rulesets["toy"])
    assert kept is not None
    assert kept.version == 2 * INTERVAL
    assert canonical(games.view(kept, "red")["hand"]) == canonical(
        games.view(replayed(games, games.history(game_id, upto=kept.version)), "red")["hand"]
    )
