"""The doors to a game: who is let in, under which id an order goes in, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from napoleon.log.game import Game
from napoleon.log.ids import guessable_order_id, is_guessable
from napoleon.log.store.recorder import OrderRow
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, DeadToken, KeyReused
from napoleon.play.referee.disputes import open_dispute, say
from napoleon.play.referee.migration import agree
from napoleon.play.referee.rulings import Judgement, rule
from napoleon.play.referee.takebacks import ask
from napoleon.play.seats import end_share, share_out
from napoleon.play.standing_orders import answer_in_place, leave
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from napoleon.rules.standing_orders import Kept
from tests.core.play import Clock, Interrupted, stored, unfollowed
from tests.core.test_rules_change import Errata
from tests.repetitions import IN_THE_HOUSE
from tests.toy import Toy

pytestmark = IN_THE_HOUSE

PASS: Mapping[str, Any] = {"order": "pass"}
DRAW: Mapping[str, Any] = {"order": "draw"}


# -- order ids -----------------------------------------------------------------------------------


def test_an_order_id_tells_nothing_of_its_key(games: Games, game_id: str) -> None:
    keys = ["monday-1", "red-7", None]
    ids = []
    for key, seat in zip(keys, ("red", "blue", "red"), strict=True):
        order = {"order": "bet", "value": 1} if key is None else PASS
        outcome = games.submit_orders(game_id, seat, [order], key=key)
        assert isinstance(outcome, Accepted)
        ids.append(outcome.events[0].order_id)
    assert {len(it) for it in ids} == {12}, "with a key and without they look the same"
    guesses = {
        guessable_order_id(game_id, seat, key) for key in keys[:2] for seat in ("red", "blue")
    }
    assert not guesses & set(ids)
    assert not any(map(is_guessable, ids))


def test_the_same_key_comes_to_another_id_in_another_game(games: Games, game_id: str) -> None:
    other = games.create("toy", "short", {}).game.id
    assert games.order_id_of(game_id, "red", "k") != games.order_id_of(other, "red", "k")
    assert games.order_id_of(game_id, "red", "k") == games.order_id_of(game_id, "red", "k")


def test_a_request_with_a_key_is_looked_up_once(
    games: Games, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    order, has_old = games.recorder.order, games.recorder.has_guessable_orders

    def looked_up(game: str, order_id: str) -> OrderRow | None:
        asked.append("order")
        return order(game, order_id)

    def decided(game: str) -> bool:
        asked.append("old")
        return has_old(game)

    monkeypatch.setattr(games.recorder, "order", looked_up)
    monkeypatch.setattr(games.recorder, "has_guessable_orders", decided)
    first = games.submit_orders(game_id, "red", [PASS], key="monday")
    assert asked == ["order", "old"]
    assert isinstance(games.submit_orders(game_id, "blue", [PASS], key="monday"), Accepted)
    assert asked == ["order", "old", "order"], "whether it has old ones is decided once"
    assert games.submit_orders(game_id, "red", [PASS], key="monday") == first
    assert asked == ["order", "old", "order", "order"]


def test_a_referees_key_does_not_answer_for_another_seat(games: Games) -> None:
    game_id = games.create("toy", "wide", {"turns": 3}, referee=True).game.id
    while len(games.decisions(games.open(game_id))) < 2:
        seat = games.decisions(games.open(game_id))[0].seat
        assert isinstance(games.submit_orders(game_id, seat, [PASS]), Accepted)
    bet = {"order": "bet", "value": 2}
    first = games.submit_orders(game_id, "red", [bet], key="monday", by=REFEREE)
    assert isinstance(first, Accepted)
    assert games.submit_orders(game_id, "red", [bet], key="monday", by=REFEREE) == first
    head = games.head(game_id)
    other = games.submit_orders(game_id, "blue", [bet], key="monday", by=REFEREE)
    assert other == KeyReused(first.version)
    assert games.head(game_id) == head
    assert isinstance(
        games.submit_orders(game_id, "blue", [bet], key="tuesday", by=REFEREE), Accepted
    )


# -- a token that dies in between ----------------------------------------------------------------


def test_an_order_by_a_token_that_has_died_is_not_recorded(
    games: Games, env: Mapping[str, str], game_id: str
) -> None:
    rules = Interrupted()
    with Games(env, rulesets={"toy": rules}, clock=Clock()) as slow:
        seen = slow.open(game_id)
        rules.meanwhile.append(lambda: games.claim(game_id, "red"))
        with pytest.raises(DeadToken):
            slow.submit_orders(game_id, "red", [PASS], newest=seen)
        assert [event.type for event in games.history(game_id, after=seen.version)] == [
            "seat_claimed"
        ]
        rules.meanwhile.append(lambda: games.claim(game_id, "blue"))
        given = slow.submit_orders(game_id, "red", [PASS], newest=slow.open(game_id))
        assert isinstance(given, Accepted), "whoever takes another seat is in nobody's way"


Act = Callable[[Games, Game], object]

ACTS: dict[str, Act] = {
    "order": lambda games, seen: games.submit_orders(seen.id, "red", [PASS], newest=seen),
    "take-back": lambda games, seen: ask(games, seen.id, "red", None, seen=seen),
    "dispute": lambda games, seen: open_dispute(
        games, seen.id, "red", 3, clause="GO", claim="Wrong.", relief="undo", seen=seen
    ),
    "statement": lambda games, seen: say(games, seen.id, "red", 3, "Wrong.", seen=seen),
    "newer rules": lambda games, seen: agree(games, seen.id, "red", seen=seen),
    "instruction": lambda games, seen: leave(
        games, seen.id, "red", {"instruction": "pass_this_turn"}, seen=seen
    ),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=ACTS)
def test_nothing_is_done_with_a_token_that_has_died(games: Games, game_id: str, act: Act) -> None:
    seen = games.open(game_id)
    games.claim(game_id, "red")
    before = stored(games)
    with pytest.raises(DeadToken):
        act(games, seen)
    assert stored(games) == before


def test_no_ruling_is_given_by_a_referee_whose_chair_is_anothers(
    games: Games, game_id: str
) -> None:
    seen = games.open(game_id)
    games.claim(game_id, REFEREE)
    with pytest.raises(DeadToken):
        rule(games, game_id, REFEREE, Judgement("stand", ("GO",), "So be it."), seen=seen)


# -- standing orders of a share --------------------------------------------------------------------


@pytest.mark.parametrize("again", [False, True], ids=["ended", "given to another person"])
def test_a_standing_order_does_not_act_in_the_name_of_a_share_that_has_ended(
    games: Games, again: bool
) -> None:
    game, tokens = games.create("toy", "wide", {"turns": 3}, instant_answers=True)
    first = share_out(games, game.id, "blue", "britain", tokens["blue"])
    assert isinstance(first, str)
    left = leave(games, game.id, "britain", {"instruction": "pass_this_turn"})
    assert isinstance(left, Kept)
    assert end_share(games, game.id, "blue", "britain", tokens["blue"]) is None
    if again:
        assert isinstance(share_out(games, game.id, "blue", "britain", tokens["blue"]), str)
    games.submit_orders(game.id, "red", [PASS])
    used = next(
        it for it in games.backwards(game.id, games.head(game.id)) if type(it) is OrderGiven
    )
    assert used.instruction == {"instruction": "pass_this_turn"}
    assert (used.by, used.behalf) == ("blue", "")


# -- standing orders are seen to by the door -------------------------------------------------------


def test_newer_rules_let_a_standing_order_answer_without_another_word(
    env: Mapping[str, str],
) -> None:
    with Games(env, rulesets={"toy": Toy()}, clock=Clock()) as games:
        game_id = games.create(
            "toy", "wide", {"turns": 50}, referee=True, instant_answers=True
        ).game.id
        with unfollowed(games):
            games.submit_orders(game_id, "red", [PASS])
    with Games(env, rulesets={"toy": Errata()}, clock=Clock()) as games:
        assert isinstance(leave(games, game_id, "blue", {"instruction": "pass_this_turn"}), Kept)
        assert games.open(game_id).state.phase == "go", "nothing is decided before all agree"
        assert isinstance(agree(games, game_id, REFEREE), Game)
        assert games.open(game_id).state.phase == "bet"


def test_an_order_waits_for_no_standing_order(
    games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    monkeypatch.setattr(
        "napoleon.play.standing_orders.answer_in_place", lambda *of: looked.append(of)
    )
    game_id = games.create("toy", "short", {}).game.id
    games.submit_orders(game_id, "red", [PASS])
    games.claim(game_id, "red")
    assert not looked, "how long an answer takes would tell that something was left"


def test_what_was_asked_long_ago_is_answered_when_it_is_left(env: Mapping[str, str]) -> None:
    now = 1_763_700_000_000_000
    with Games(env, rulesets={"toy": Toy()}, clock=lambda: now) as games:
        game_id = games.create("toy", "short", {}).game.id
        assert isinstance(leave(games, game_id, "blue", {"instruction": "pass_this_turn"}), Kept)
        games.submit_orders(game_id, "red", [PASS])
        waiting = answer_in_place(games, game_id)
        assert waiting.given == 0
        assert waiting.due is not None
        assert 2 <= (waiting.due - now) / 1e6 <= 60
        now += 61_000_000
        assert answer_in_place(games, game_id).given == 1
