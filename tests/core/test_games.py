"""Games are set up, opened, looked at and claimed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest

from napoleon.chance import commitment
from napoleon.log.errors import UnknownGame, UnknownVersion
from napoleon.log.game import GameCreated, token_hash
from napoleon.play.games import Games
from napoleon.play.outcomes import DeadToken
from napoleon.rules.contract import UnknownRuleset
from napoleon.rules.redaction import redacted
from napoleon.rules.terms import VIEWS
from napoleon.rules.viewer import Viewer
from tests.core.play import digest, on_sqlite, play, stored
from tests.repetitions import IN_THE_HOUSE, ON_EACH
from tests.toy import Toy

pytestmark = IN_THE_HOUSE


def test_a_new_game_pins_its_rules_and_commits_to_its_seed(games: Games) -> None:
    game, _ = games.create("toy", "wide", {"turns": 2}, referee=True)
    [first] = games.history(game.id, limit=1)
    assert isinstance(first, GameCreated)
    assert (first.ruleset, first.rules_version, first.pack) == ("toy", "1", "0" * 64)
    assert (first.scenario, first.options) == ("wide", {"turns": 2})
    assert (first.seats, first.referee) == (("red", "blue"), True)
    assert first.commitment == commitment(first.seed)
    assert re.fullmatch("[0-9a-hjkmnp-tv-z]{10}", game.id)


def test_options_are_filled_in(games: Games) -> None:
    assert games.create("toy", "short", {}).game.created.options == {"turns": 3}


def test_tokens_open_seats_and_are_not_in_the_log(games: Games) -> None:
    game, tokens = games.create("toy", "short", {}, referee=True)
    assert list(tokens) == ["red", "blue", "referee"]
    for seat, token in tokens.items():
        assert token.startswith(f"{game.id}.{seat}.")
        assert game.seat_of(token) == seat
        assert not any(token.encode() in row[-1] for row in stored(games) if row[0] == "events")
    assert game.seat_of(None) == "spectator"
    assert game.seat_of(tokens["red"][:-1]) is None


def test_no_reader_is_shown_seed_or_tokens(games: Games, game_id: str) -> None:
    [first] = games.history(game_id, limit=1)
    for seat in ("red", "spectator", "referee"):
        data = redacted(first, Viewer(seat, over=True))["data"]
        assert data["seed"] is None
        assert data["tokens"] is None


def test_ids_seeds_and_tokens_differ(games: Games) -> None:
    new = [games.create("toy", "short", {}) for _ in range(20)]
    assert len({game.id for game, _ in new}) == 20
    assert len({game.created.seed for game, _ in new}) == 20
    assert len({token for _, tokens in new for token in tokens.values()}) == 40


@on_sqlite
def test_the_same_entropy_gives_the_same_game(env: Mapping[str, str], tmp_path: Any) -> None:
    logs = []
    for name in ("one", "other"):
        there = {**env, "NAPOLEON_HOME": str(tmp_path / name)}
        entropy = Random(7).randbytes
        with Games(there, rulesets={"toy": Toy()}, clock=lambda: 5, entropy=entropy) as games:
            game_id = games.create("toy", "short", {}).game.id
            play(games, game_id, 10)
            logs.append(games.history(game_id))
    assert logs[0] == logs[1]
    assert len(logs[0]) > 20


def test_an_id_that_is_taken_is_not_used_again(env: Mapping[str, str]) -> None:
    ids = []
    for _ in range(2):
        entropy = Random(7).randbytes
        with Games(env, rulesets={"toy": Toy()}, entropy=entropy) as games:
            ids.append(games.create("toy", "short", {}).game.id)
    assert ids[0] != ids[1]


def test_unknown_rulesets(games: Games, env: Mapping[str, str], game_id: str) -> None:
    with pytest.raises(UnknownRuleset):
        games.create("chess", "short", {})
    with Games(env, rulesets={}) as without, pytest.raises(UnknownRuleset, match="toy 1"):
        without.open(game_id)


@pytest.mark.parametrize("attribute", ["version", "pack_hash"])
def test_rules_are_pinned(env: Mapping[str, str], game_id: str, attribute: str) -> None:
    changed = Toy()
    setattr(changed, attribute, "2")
    with Games(env, rulesets={"toy": changed}) as later, pytest.raises(UnknownRuleset):
        later.open(game_id)


def test_unknown_games(games: Games, game_id: str) -> None:
    calls: list[Callable[[], object]] = [
        lambda: games.open("nowhere"),
        lambda: games.at("nowhere", 1),
        lambda: games.head("nowhere"),
        lambda: games.history("nowhere"),
        lambda: games.submit_orders("nowhere", "red", [{"order": "pass"}]),
        lambda: games.claim("nowhere", "red"),
        lambda: games.take_snapshots("nowhere"),
    ]
    for call in calls:
        with pytest.raises(UnknownGame):
            call()


def test_every_version_can_be_looked_at(games: Games, game_id: str) -> None:
    positions = play(games, game_id, 100)
    assert games.open(game_id).over
    for position in positions:
        assert digest(games.at(game_id, position.version)) == digest(position)
    versions = range(1, games.head(game_id) + 1)
    assert [games.at(game_id, version).version for version in versions] == list(versions)


def test_unknown_versions(games: Games, game_id: str) -> None:
    for version in (-1, 0, games.head(game_id) + 1, 2**70):
        with pytest.raises(UnknownVersion):
            games.at(game_id, version)


def test_the_first_version_has_no_table_yet(games: Games, game_id: str) -> None:
    first = games.at(game_id, 1)
    assert games.decisions(first) == []
    assert games.view(first, "red") == {name: {"version": 1} for name in VIEWS}


@ON_EACH
def test_events_in_parts(games: Games, game_id: str) -> None:
    play(games, game_id, 5)
    everything = games.history(game_id)
    assert [event.version for event in everything] == list(range(1, games.head(game_id) + 1))
    assert games.history(game_id, after=3, limit=2) == everything[3:5]
    assert games.history(game_id, after=len(everything)) == []
    assert games.history(game_id, after=2**70) == []
    assert games.history(game_id, limit=0) == []


def test_what_another_process_recorded_is_seen(
    games: Games, game_id: str, opened: Callable[[], Games]
) -> None:
    games.open(game_id)
    other = opened()
    for seed in range(5):
        [position] = play(other, game_id, 1, seed)
        assert digest(games.open(game_id)) == digest(position)


def test_views_carry_the_version(games: Games, game_id: str) -> None:
    game = games.open(game_id)
    views = games.view(game, "red")
    assert tuple(views) == VIEWS
    assert all(next(iter(view.items())) == ("version", game.version) for view in views.values())


def test_a_claim_kills_the_old_token(games: Games) -> None:
    game, tokens = games.create("toy", "short", {}, referee=True)
    fresh = games.claim(game.id, "red", nonce="ours", token=tokens["red"])
    now = games.open(game.id)
    assert now.seat_of(tokens["red"]) is None
    assert now.seat_of(fresh) == "red"
    assert now.seat_of(tokens["blue"]) == "blue"
    assert now.claimed == ["red"]
    assert now.nonces == {**game.nonces, "red": "ours"}
    event = games.history(game.id)[-1]
    assert (event.type, event.by, event.turn, event.phase) == ("seat_claimed", "red", 1, "go")
    assert event.token == token_hash(fresh)  # type: ignore[attr-defined]


def test_a_claim_keeps_the_name_of_who_claims(games: Games) -> None:
    game, tokens = games.create("toy", "short", {})
    fresh = games.claim(game.id, "red", token=tokens["red"], name="Ada")
    assert games.names(game.id) == {"red": "Ada"}
    with pytest.raises(DeadToken):
        games.claim(game.id, "red", token=tokens["red"], name="Eve")
    games.claim(game.id, "red", token=fresh)
    assert games.names(game.id) == {"red": "Ada"}, "who says no name keeps the one he has"


@ON_EACH
def test_of_two_claims_with_one_invitation_the_second_fails(games: Games) -> None:
    game, tokens = games.create("toy", "short", {})
    fresh = games.claim(game.id, "red", token=tokens["red"])
    with pytest.raises(DeadToken):
        games.claim(game.id, "red", token=tokens["red"])
    with pytest.raises(DeadToken):
        games.claim(game.id, "red", token=tokens["blue"])
    assert games.open(game.id).seat_of(fresh) == "red"
    newest = games.claim(game.id, "red", token=fresh)
    assert games.open(game.id).seat_of(newest) == "red"
    assert games.open(game.id).claimed == ["red"]
