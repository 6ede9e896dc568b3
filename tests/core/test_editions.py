"""A game goes on under the rules and the pack that it began with, whatever is installed."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from napoleon.audit.adjudication import decided_again
from napoleon.log.events.rules import RulesSet
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created
from napoleon.play.referee.migration import agree, set_by_operator, stuck
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.play.standing_orders import leave
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import Kept
from tests.core.play import Clock
from tests.core.test_rules_change import Errata, playing_a_card
from tests.referee.law import refused
from tests.repetitions import IN_THE_HOUSE
from tests.toy import CardPlayed, Toy

pytestmark = IN_THE_HOUSE


class Keeping(Errata):
    """The newer rules, which keep the older ones playable."""

    def edition(self, version: str, pack: str) -> Ruleset | None:
        older = Toy()
        if (version, pack) == (older.version, older.pack_hash):
            return older
        return super().edition(version, pack)


def opened(env: Mapping[str, str], rules: Ruleset) -> Games:
    return Games(env, rulesets={"toy": rules}, clock=Clock())


@pytest.fixture(params=[True, False], ids=["referee", "no referee"])
def begun(env: Mapping[str, str], request: pytest.FixtureRequest) -> str:
    """A game that was begun under the older rules, with a referee or without."""
    with opened(env, Toy()) as games:
        return games.create("toy", "wide", {"turns": 50}, referee=request.param).game.id


def points(outcome: object) -> int:
    """What a card that was played counted, for each pip."""
    assert isinstance(outcome, Accepted), outcome
    [played] = [it for it in outcome.events if isinstance(it, CardPlayed)]
    assert played.points % played.card == 0
    return played.points // played.card


def test_a_game_goes_on_under_its_own_rules_without_being_asked(
    env: Mapping[str, str], begun: str
) -> None:
    with opened(env, Keeping()) as games:
        assert points(playing_a_card(games, begun)) == 1
        assert not list(stuck(games))
        fresh = games.create("toy", "wide", {"turns": 50}).game.id
        assert points(playing_a_card(games, fresh)) == 2


def test_its_people_may_change_that_and_each_order_keeps_its_rules(
    env: Mapping[str, str], begun: str
) -> None:
    with opened(env, Keeping()) as games:
        assert points(playing_a_card(games, begun)) == 1
        middle = games.head(begun)
        assert isinstance(agree(games, begun, "red"), Game)
        assert points(playing_a_card(games, begun)) == 1, "one seat alone changes nothing"
        assert isinstance(agree(games, begun, "blue"), Game)
        assert points(playing_a_card(games, begun)) == 2
        assert games.rules(games.open(begun)).version == "2"
        assert games.rules(games.at(begun, middle)).version == "1"
        found = decided_again(games.history(begun), Keeping())
        assert (found.divergence, found.other_rules) == (None, 0)
        assert found.rules == "toy 1 and 2"
        alone = decided_again(games.history(begun), Errata())
        assert (alone.divergence, alone.rules) == (None, "toy 2")
        assert (alone.orders + alone.other_rules, alone.other_rules > 0) == (found.orders, True)


def test_forks_standing_orders_and_rulings_go_by_its_own_rules_too(env: Mapping[str, str]) -> None:
    with opened(env, Toy()) as games:
        options = {"turns": 50}
        first = games.create("toy", "wide", options, referee=True, instant_answers=True)
        game_id = first.game.id
        games.submit_orders(game_id, "red", [{"order": "pass"}])
    with opened(env, Keeping()) as games:
        left = leave(games, game_id, "blue", {"instruction": "pass_this_turn"})
        assert isinstance(left, Kept)
        games.follow_standing_orders(game_id)
        assert games.open(game_id).state.phase == "bet", "it was used"
        right = {"correct": "set_score", "seat": "red", "score": 99, "reason": "So."}
        ruling = Judgement("correct", ("GO",), "So be it.", corrections=(right,))
        assert not isinstance(rule(games, game_id, REFEREE, ruling), Refusal)
        there = games.fork(game_id, games.head(game_id))
        assert isinstance(there, Created)
        assert there.game.pinned == ("1", Toy.pack_hash)
        assert points(playing_a_card(games, there.game.id)) == 1


def test_the_operator_sees_to_a_stuck_game_without_a_referee(
    env: Mapping[str, str], begun: str
) -> None:
    with opened(env, Errata()) as games:
        [found] = stuck(games)
        assert found.id == begun
        before = games.open(begun)
        outcome = set_by_operator(games, begun, "Blue has not been heard of since May.")
        if before.created.referee:
            assert isinstance(outcome, Refusal)
            assert (outcome.code, games.head(begun)) == ("HAS_REFEREE", before.version)
            return
        assert isinstance(outcome, Game)
        assert outcome.state == before.state, "the table is left as it is"
        assert points(playing_a_card(games, begun)) == 2
        assert not list(stuck(games))
        [event] = [it for it in games.history(begun) if isinstance(it, RulesSet)]
        assert (event.by, event.reason) == ("", "Blue has not been heard of since May.")
        assert outcome.set_by_operator is not None
        assert outcome.set_by_operator.version == event.version
        again = set_by_operator(games, begun, "Once more.")
        assert refused(again) == "RULES_UNCHANGED"
        assert decided_again(games.history(begun), Errata()).divergence is None


def test_the_operator_leaves_games_alone_that_can_be_played(
    env: Mapping[str, str], begun: str
) -> None:
    with opened(env, Keeping()) as games:
        outcome = set_by_operator(games, begun, "Newer is better.")
        assert refused(outcome) == "RULES_PLAYED"


@pytest.mark.parametrize("reason", ["", "  ", "two\nlines", "\x1b[31mred", "x" * 501])
def test_the_operator_says_why(env: Mapping[str, str], reason: str) -> None:
    with opened(env, Toy()) as games:
        game_id = games.create("toy", "wide", {"turns": 50}).game.id
    with opened(env, Errata()) as games:
        outcome = set_by_operator(games, game_id, reason)
        assert refused(outcome) == "BAD_PAYLOAD"
        assert not any(isinstance(it, RulesSet) for it in games.history(game_id))


def test_rules_that_do_not_take_a_game_over_say_so(env: Mapping[str, str], begun: str) -> None:
    class Stranger(Keeping):
        replays = ()

    with opened(env, Stranger()) as games:
        assert points(playing_a_card(games, begun)) == 1, "it goes on under its own"
        outcome = agree(games, begun, "red")
        assert refused(outcome) == "NOT_TAKEN_OVER"
