"""Errata on turn 6: old turns replay unchanged, and the game goes on by consent only.

This is the eighth of the failures of trust that play by mail has known.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest

from napoleon.audit.adjudication import decided_again
from napoleon.chance import Chance
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created
from napoleon.play.referee.migration import agree
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.play.standing_orders import kept_by, leave
from napoleon.record.leaves import closing, leaf
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset, UnknownRuleset, installed
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.redaction import redacted
from napoleon.rules.standing_orders import Kept
from napoleon.rules.viewer import Viewer
from tests.core.play import Clock, digest, play
from tests.goldens.golden import FOLDER, read
from tests.referee.law import refused
from tests.repetitions import IN_THE_HOUSE
from tests.toy import CardPlayed, State, Toy

pytestmark = IN_THE_HOUSE

MIGRATED = "rules_migrated"


class Errata(Toy):
    """The toy game of the next release, in which a played card counts double."""

    version = "2"
    replays = (("1", Toy.pack_hash),)

    def decide(
        self, state: State, seat: str, order: Order, chance: Chance
    ) -> list[Event] | Refusal:
        outcome = super().decide(state, seat, order, chance)
        if isinstance(outcome, Refusal):
            return outcome
        return [
            msgspec.structs.replace(event, points=2 * event.card, breakdown=())
            if isinstance(event, CardPlayed)
            else event
            for event in outcome
        ]


def opened(env: Mapping[str, str], rules: Ruleset) -> Games:
    return Games(env, rulesets={"toy": rules}, clock=Clock())


@pytest.fixture
def running(env: Mapping[str, str]) -> tuple[str, list[Game]]:
    """A game that was played to turn 6 under the old rules, and its positions."""
    games = opened(env, Toy())
    game_id = games.create("toy", "wide", {"turns": 50}, referee=True).game.id
    while games.open(game_id).state.turn < 6:
        play(games, game_id, 1, seed=games.head(game_id))
    positions = [games.at(game_id, version) for version in range(1, games.head(game_id) + 1)]
    games.close()
    return game_id, positions


def playing_a_card(games: Games, game_id: str) -> Accepted | Refusal:
    """The next card that somebody can play, played."""
    while True:
        game = games.open(game_id)
        [decision, *_] = games.decisions(game)
        legal_orders = [
            msgspec.to_builtins(it) for it in games.rules(game).legal_orders(game.state, decision)
        ]
        order = next((it for it in legal_orders if it["order"] == "play"), legal_orders[0])
        outcome = games.submit_orders(game_id, decision.seat, [order])
        assert not isinstance(outcome, tuple) or isinstance(outcome, Accepted)
        if isinstance(outcome, Refusal) or order["order"] == "play":
            return outcome  # type: ignore[return-value]


def test_old_turns_replay_unchanged_under_newer_rules(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    game_id, positions = running
    games = opened(env, Errata())
    for position in positions:
        again = games.at(game_id, position.version)
        assert digest(again) == digest(position)
        for seat in ("red", "blue", SPECTATOR):
            assert games.view(again, seat) == games.view(position, seat)


def test_nothing_is_decided_by_newer_rules_before_the_log_says_so(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    game_id, positions = running
    games = opened(env, Errata())
    refusal = playing_a_card(games, game_id)
    assert refused(refusal) == "RULES_CHANGED"
    assert games.head(game_id) == positions[-1].version

    assert isinstance(agree(games, game_id, "red"), Game)
    assert games.open(game_id).migrated is None, "one seat alone cannot change the rules"
    assert isinstance(agree(games, game_id, "blue"), Game)
    game = games.open(game_id)
    assert game.pinned == ("2", Toy.pack_hash)
    assert game.state == positions[-1].state, "the table is left as it is"
    accepted = playing_a_card(games, game_id)
    assert isinstance(accepted, Accepted)
    [played] = [event for event in accepted.events if isinstance(event, CardPlayed)]
    assert played.points == 2 * played.card


def test_a_referee_lets_a_game_go_on_under_newer_rules(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    game_id, _ = running
    games = opened(env, Errata())
    assert isinstance(agree(games, game_id, "referee"), Game)
    assert isinstance(playing_a_card(games, game_id), Accepted)
    again = agree(games, game_id, "referee")
    assert refused(again) == "RULES_UNCHANGED"


def test_each_turn_is_decided_again_by_its_own_rules(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    game_id, _ = running
    games = opened(env, Errata())
    agree(games, game_id, "referee")
    playing_a_card(games, game_id)
    history = games.history(game_id)
    newer = decided_again(history, Errata())
    assert newer.divergence is None
    assert newer.orders >= 1
    older = decided_again(history, Toy())
    assert older.divergence is None
    assert (older.orders, older.other_rules) == (newer.other_rules, newer.orders)


def test_a_fork_is_played_by_the_rules_of_its_game(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    game_id, positions = running
    games = opened(env, Errata())
    before = games.fork(game_id, positions[-1].version)
    assert isinstance(before, Created)
    assert before.game.pinned == ("1", Toy.pack_hash)
    refusal = playing_a_card(games, before.game.id)
    assert refused(refusal) == "RULES_CHANGED"
    agree(games, game_id, "referee")
    playing_a_card(games, game_id)
    after = games.fork(game_id, games.head(game_id))
    assert isinstance(after, Created)
    assert after.game.pinned == ("2", Toy.pack_hash)
    assert isinstance(playing_a_card(games, after.game.id), Accepted)
    for fork in (before, after):
        assert decided_again(games.history(fork.game.id), Errata()).divergence is None


def test_nobody_agrees_twice(env: Mapping[str, str], running: tuple[str, list[Game]]) -> None:
    game_id, _ = running
    games = opened(env, Errata())
    assert isinstance(agree(games, game_id, "red"), Game)
    head = games.head(game_id)
    again = agree(games, game_id, "red")
    assert refused(again) == "ALREADY_AGREED"
    assert games.head(game_id) == head


def test_standing_orders_wait_for_the_rules_to_be_agreed(env: Mapping[str, str]) -> None:
    games = opened(env, Toy())
    game_id = games.create("toy", "wide", {"turns": 50}, referee=True, instant_answers=True).game.id
    games.submit_orders(game_id, "red", [{"order": "pass"}])
    games.close()
    games = opened(env, Errata())
    left = leave(games, game_id, "blue", {"instruction": "pass_this_turn"})
    assert isinstance(left, Kept)
    assert [it.id for it in kept_by(games, game_id, "blue")] == [left.id]
    agree(games, game_id, "referee")
    games.follow_standing_orders(game_id)
    assert games.open(game_id).state.phase == "bet", "it was used then"


def test_a_ruling_decides_nothing_by_newer_rules(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    game_id, _ = running
    games = opened(env, Errata())
    right = {"correct": "set_score", "seat": "red", "score": 99, "reason": "So."}
    ruling = Judgement("correct", ("GO",), "So be it.", corrections=(right,))
    refusal = rule(games, game_id, "referee", ruling)
    assert refused(refusal) == "RULES_CHANGED"


def test_a_game_of_rules_that_nobody_replays_is_not_opened(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    class Stranger(Errata):
        replays = ()

    game_id, _ = running
    with pytest.raises(UnknownRuleset):
        opened(env, Stranger()).open(game_id)


OLDER = [
    path
    for name, rules in installed().items()
    for version, _ in rules.replays
    for path in FOLDER.glob(f"{name}-{version}/*.json")
]


def some(paths: list[Path]) -> list[Any]:
    """One golden in 24 of every older version; ``make soak`` takes one in three."""
    return [
        path if number % 8 == 0 else pytest.param(path, marks=pytest.mark.soak)
        for _, version in groupby(paths, lambda it: it.parent)
        for number, path in enumerate([*version][::3])
    ]


@pytest.mark.parametrize("path", some(sorted(OLDER)), ids=lambda path: path.stem)
def test_recorded_games_of_the_rules_that_these_replay_go_on_under_them(
    path: Path, env: Mapping[str, str]
) -> None:
    golden = read(path)
    rules = installed()[golden.ruleset]
    assert (golden.rules_version, golden.pack) in rules.replays
    games = Games(env, rulesets={rules.name: rules}, clock=Clock())
    events = list(golden.replayed())
    middle = next(it.version - 1 for it in events if it.begins and it.version > len(events) // 2)
    games.events.put(events[:middle])  # type: ignore[arg-type]
    game = games.open(golden.game)
    assert game.pinned == (golden.rules_version, golden.pack)
    for each in game.created.seats:
        assert isinstance(agree(games, golden.game, each), Game)
    bot = RandomBot(7)
    while not (game := games.open(golden.game)).over and game.version < middle + 200:
        decision = bot.choose(games.decisions(game))
        order = bot.choose(list(rules.legal_orders(game.state, decision)))
        assert isinstance(games.submit_orders(golden.game, decision.seat, [order]), Accepted)


def test_the_hash_of_the_table_is_closed_to_all_but_the_referee(
    env: Mapping[str, str], running: tuple[str, list[Game]]
) -> None:
    """Whoever guesses what is hidden on the table could try it out on an open hash."""
    game_id, positions = running
    games = opened(env, Errata())
    agree(games, game_id, "referee")
    event = next(it for it in games.backwards(game_id, games.head(game_id)) if it.type == MIGRATED)
    table = hashlib.sha256(msgspec.json.encode(positions[-1].state, order="sorted")).hexdigest()
    assert redacted(event, Viewer(REFEREE))["data"]["table"] == table
    for reader in ("red", "blue", SPECTATOR):
        assert redacted(event, Viewer(reader))["data"]["table"] is None
    [row] = games.recorder.select_events(game_id, gt=event.version - 1, lte=event.version)
    closed = leaf(row, closing(games.open(game_id).created, fades=False))
    assert closed["data"]["table"].keys() == {"sha256"}
    assert table not in str(closed)
