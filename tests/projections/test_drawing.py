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
from tests.repetitions import DRAWN_ON_SERVERS, so_many, some_of
from tests.toy import Toy

pytestmark = DRAWN_ON_SERVERS


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
    assert content(views, edition(games)) == steps
    all_is_drawn(games, views)


def test_claims_are_drawn_too(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {}).game.id
    catch_up(games, views)
    games.claim(game_id, "red")
    catch_up(games, views)
    all_is_drawn(games, views)


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
