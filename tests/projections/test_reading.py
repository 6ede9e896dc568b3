"""Reading the read models: however far they are behind, the answer is the log's, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import Tracking

from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.terms import VIEWS
from projections import reading
from projections.lobby import Wanted
from projections.projector import edition
from projections.rows import Changes, DrawnView, LobbyRow, Step, TurnEnd
from projections.store import ViewStore
from projections.worker import catch_up, draw
from tests.core.play import play
from tests.projections.audit import agree, canonical, replayed, turns
from tests.repetitions import DRAWN_ON_SERVERS
from tests.toy import Toy

pytestmark = DRAWN_ON_SERVERS

READERS = ("red", "blue", SPECTATOR, REFEREE)


class Other(Toy):
    """The same game under another name."""

    name = "other"


def overwritten(views: ViewStore, drawn_by: str, game: str, **rows: Any) -> None:
    """Rows of a game other than those that were drawn take their place."""
    position = views.position(drawn_by)
    version = views.shown([game], edition=drawn_by)[game]
    changed = Changes(steps=[Step(game, version, version)], **rows)
    views.record(changed, after=position, tracking=Tracking(drawn_by, position))


def answers(games: Games, views: ViewStore, game_id: str) -> Iterator[object]:
    """Everything that can be asked about a game."""
    game = games.open(game_id)
    for reader, name in product(READERS, (*VIEWS, "decisions")):
        yield reading.view_bytes(games, views, game, reader, name)
    yield reading.turns(games, views, game)


def asserted_of_the_log(games: Games, views: ViewStore, game_id: str) -> None:
    """Assert that every answer about a game is what its replay says."""
    events = games.history(game_id)
    game = replayed(games, events)
    for reader in READERS:
        for name, view in games.view(game, reader).items():
            assert reading.view_bytes(games, views, game, reader, name) == canonical(view)
    index = reading.turns(games, views, game)
    assert [(phase.turn, phase.phase, phase.version) for phase in index] == turns(games, events)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("behind", [0, 1, 2, 5, 1000])
def test_what_lags_is_answered_from_the_log(games: Games, views: ViewStore, behind: int) -> None:
    """The read models are so many events behind; 1000 is never drawn."""
    game_id = games.create("toy", "short", {}, referee=True).game.id
    while not games.open(game_id).over:
        newest = games.recorder.max_notification_id() or 0
        position = views.begin(edition(games))
        batch = games.recorder.select_notifications(position + 1, max(0, newest - behind))
        draw(games, views, batch, position)
        play(games, game_id, 1)
        asserted_of_the_log(games, views, game_id)
    late = list(answers(games, views, game_id))
    catch_up(games, views)
    assert agree(games, views, game_id) == games.head(game_id)
    assert list(answers(games, views, game_id)) == late


def test_the_drawn_view_is_what_is_served(games: Games, views: ViewStore) -> None:
    game = games.create("toy", "short", {}).game
    catch_up(games, views)
    other = DrawnView(game.id, "red", "map", game.version, b"drawn")
    overwritten(views, edition(games), game.id, drawn=[other])
    assert reading.view_bytes(games, views, game, "red", "map") == b"drawn"
    play(games, game.id, 1)
    now = games.open(game.id)
    assert reading.view_bytes(games, views, now, "red", "map") == canonical(
        games.view(now, "red")["map"]
    )
    assert reading.view_bytes(games, views, game, "red", "map") == b"drawn", "as it was then"


def test_a_position_that_the_views_have_passed_is_answered_from_the_log(
    games: Games, views: ViewStore
) -> None:
    before = games.create("toy", "short", {}).game
    play(games, before.id, 4)
    catch_up(games, views)
    for name, view in games.view(before, "red").items():
        assert reading.view_bytes(games, views, before, "red", name) == canonical(view)


def test_an_unknown_view(games: Games, views: ViewStore) -> None:
    game = games.create("toy", "short", {}).game
    catch_up(games, views)
    with pytest.raises(KeyError):
        reading.view_bytes(games, views, game, "red", "weather")


def test_what_another_edition_has_drawn_is_not_served(
    opened: Callable[..., Games], games: Games, views: ViewStore
) -> None:
    game = games.create("toy", "short", {}, referee=True).game
    play(games, game.id, 3)
    catch_up(games, views)
    newest = games.head(game.id)
    overwritten(
        views,
        edition(games),
        game.id,
        drawn=[DrawnView(game.id, *it, newest, b"old") for it in product(READERS, VIEWS)],
        turns=[TurnEnd(game.id, 1, "old", newest)],
        lobby=[LobbyRow(game.id, newest, 1, "toy", "running", b'{"id": "old"}', True)],
    )
    for seat in READERS:
        assert reading.view_bytes(games, views, games.open(game.id), seat, "map") == b"old"
    other = opened(Toy(), Other())
    assert edition(other) != edition(games)
    asserted_of_the_log(other, views, game.id)
    assert listed(other, views) == (expected(other, [game.id]), None)


# -- the lobby -------------------------------------------------------------------------------------


def listed(games: Games, views: ViewStore, **wanted: Any) -> tuple[list[bytes], str | None]:
    """A page of the lobby as it is sent, and where to go on."""
    page, following = reading.lobby(games, views, Wanted(**wanted))
    return [msgspec.json.encode(entry) for entry in page], following


def expected(games: Games, ids: list[str]) -> list[bytes]:
    """The entries of games, as the log has them."""
    return [canonical(lobby_entry(games, games.open(game_id))) for game_id in ids]


def lobby_entry(games: Games, game: Game) -> dict[str, Any]:
    created, state = game.created, game.state
    deciding = {decision.seat for decision in games.decisions(game)}
    return {
        "id": game.id,
        "ruleset": created.ruleset,
        "scenario": created.scenario,
        "version": game.version,
        "status": "over" if state.result else "running",
        "turn": state.turn,
        "turn_name": None,
        "phase": state.phase,
        "waiting_for": [seat for seat in created.seats if seat in deciding],
        "all_seats": list(created.seats),
        "answer_minutes": None,
        "first_due": None,
        "bots": [],
        "open_seats": [],
        "result": state.result and msgspec.to_builtins(state.result),
        "created": created.at,
        "updated": games.history(game.id)[-1].at,
    }


@pytest.fixture
def both(opened: Callable[..., Games]) -> Games:
    """Games of two rulesets."""
    return opened(Toy(), Other())


@pytest.fixture
def ids(both: Games) -> list[str]:
    """Seven games, the newest first; the second and the fifth that were created are over."""
    made = []
    for number in range(7):
        name = "other" if number in (2, 4) else "toy"
        game_id = both.create(name, "short", {"turns": 1}).game.id
        play(both, game_id, 100 if number in (1, 4) else number % 3, seed=number)
        made.append(game_id)
    return made[::-1]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("drawn", [0, 1, 9, 20, 30, 45, 1000])
def test_the_lobby_is_the_logs_however_far_it_is_drawn(
    both: Games, views: ViewStore, ids: list[str], drawn: int
) -> None:
    position = views.begin(edition(both))
    draw(both, views, both.recorder.select_notifications(1, drawn) if drawn else [], position)
    over = [ids[5], ids[2]]
    over.sort(key=ids.index)
    running = [game_id for game_id in ids if game_id not in over]
    others = [ids[2], ids[4]]

    assert listed(both, views) == (expected(both, ids), None)
    assert listed(both, views, status="over") == (expected(both, over), None)
    assert listed(both, views, status="running") == (expected(both, running), None)
    assert listed(both, views, ruleset="other") == (expected(both, others), None)
    assert listed(both, views, ruleset="other", status="over") == (expected(both, [ids[2]]), None)
    assert listed(both, views, ruleset="chess") == ([], None)
    for game_id in ids:
        assert listed(both, views, game=game_id) == (expected(both, [game_id]), None)
    for size in range(1, 8):
        pages, after = [], None
        while True:
            page, after = listed(both, views, after=after, limit=size)
            pages += page
            assert len(page) == size or after is None
            if after is None:
                break
        assert pages == expected(both, ids)
    first, after = listed(both, views, status="running", limit=2)
    second, _ = listed(both, views, status="running", limit=3, after=after)
    assert first + second == expected(both, running)


def test_games_of_one_microsecond_are_paged_by_their_ids(
    env: dict[str, str], views: ViewStore
) -> None:
    with Games(env, rulesets={"toy": Toy()}, clock=lambda: 1) as games:
        ids = [games.create("toy", "short", {}).game.id for _ in range(5)]
        for _ in range(2):
            page, after = listed(games, views, limit=3)
            rest, end = listed(games, views, limit=3, after=after)
            assert page + rest == expected(games, sorted(ids, reverse=True))
            assert end is None
            catch_up(games, views)


def test_a_game_that_changes_its_status_is_not_listed_under_the_old_one(
    games: Games, views: ViewStore
) -> None:
    game_id = games.create("toy", "short", {"turns": 1}).game.id
    catch_up(games, views)
    play(games, game_id, 100)
    for _ in range(2):
        assert listed(games, views, status="running") == ([], None)
        assert listed(games, views, status="over") == (expected(games, [game_id]), None)
        catch_up(games, views)


def test_an_unknown_end_of_a_page(games: Games, views: ViewStore) -> None:
    with pytest.raises(UnknownGame):
        listed(games, views, after="0000000000")


def test_an_empty_lobby(games: Games, views: ViewStore) -> None:
    assert listed(games, views) == ([], None)
    catch_up(games, views)
    assert listed(games, views) == ([], None)
