"""Bots that hold seats: they answer by themselves, once, from what their seat may see."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from napoleon.log.errors import UnknownGame
from napoleon.play import bots, seats
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Created
from napoleon.play.referee import takebacks
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.terms import SetupRefused
from tests.core.play import Interrupted
from tests.repetitions import IN_THE_HOUSE
from tests.toy import Toy

pytestmark = IN_THE_HOUSE

PASS = {"order": "pass"}


@pytest.fixture
def created(games: Games) -> Created:
    """A game of three turns in which a bot plays blue; red is to go."""
    return games.create("toy", "wide", {"turns": 3}, referee=True, bots=["blue"])


def orders_of(games: Games, game_id: str, seat: str) -> list[int]:
    """The versions of the orders of a seat."""
    told = games.history(game_id)
    return [it.version for it in told if isinstance(it, OrderGiven) and it.player == seat]


def played_on(games: Games, game_id: str) -> int:
    """How many things bots do until people are asked."""
    done = 0
    while bots.answer_once(games, game_id):
        done += 1
    return done


def play_out(games: Games, game_id: str, seat: str = "red") -> None:
    """Play to the end: `seat` takes any offer, and bots answer."""
    chosen = Random(1815)
    while not (game := games.open(game_id)).over:
        played_on(games, game_id)
        game = games.open(game_id)
        for decision in games.decisions(game):
            if decision.seat == seat:
                legal_orders = list(games.rules(game).legal_orders(game.state, decision))
                assert isinstance(
                    games.submit_orders(game_id, seat, [chosen.choice(legal_orders)]), Accepted
                )
                break


def test_the_log_says_that_a_bot_has_the_seat_and_nobody_is_told_its_token(
    games: Games, created: Created
) -> None:
    assert created.tokens.keys() == {"red", "referee"}
    [seated] = [it for it in games.history(created.game.id) if it.type == "bot_seated"]
    assert (seated.version, seated.seat) == (2, "blue")  # type: ignore[attr-defined]
    assert created.game.played_by_bots == ("blue",)
    assert created.game.claimed == ["blue"]
    assert games.names(created.game.id) == {"blue": "Bot"}


def test_a_bot_answers_what_it_is_asked_and_no_more(games: Games, created: Created) -> None:
    game_id = created.game.id
    assert not bots.answer_once(games, game_id), "red is to go"
    games.submit_orders(game_id, "red", [PASS])
    assert bots.answer_once(games, game_id)
    assert orders_of(games, game_id, "blue")
    played_on(games, game_id)
    assert "blue" not in [it.seat for it in games.decisions(games.open(game_id))]


def test_a_game_against_a_bot_comes_to_its_end(games: Games, created: Created) -> None:
    play_out(games, created.game.id)
    assert not bots.answer_once(games, created.game.id)


def test_two_processes_answer_once(opened: Callable[[], Games]) -> None:
    first, second = opened(), opened()
    rules = Interrupted()
    first.rulesets = {"toy": rules}
    game_id = first.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    first.submit_orders(game_id, "red", [PASS])
    rules.meanwhile.append(lambda: bots.answer_once(second, game_id))
    assert bots.answer_once(first, game_id)
    assert len(orders_of(second, game_id, "blue")) == 1


def test_another_process_would_choose_the_same(opened: Callable[[], Games]) -> None:
    first, second = opened(), opened()
    game_id = first.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    first.submit_orders(game_id, "red", [PASS])
    choices = []
    for games in (first, second, first):
        game = games.open(game_id)
        choices.append(bots.chosen(games, game, games.decisions(game)[0]))
    assert choices[0] == choices[1] == choices[2]


def test_a_bot_is_told_what_its_seat_may_see(games: Games, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []

    class Watched:
        def choose(self, known: Any, decision: Any, legal_orders: Any) -> Any:
            shown.append(known)
            return next(iter(legal_orders))

    monkeypatch.setattr(Toy, "bot", lambda self, randomness: Watched())
    game_id = games.create("toy", "wide", {"turns": 3}, bots=["blue"]).game.id
    games.submit_orders(game_id, "red", [PASS])
    before = games.known(games.open(game_id), "blue")
    bots.answer_once(games, game_id)
    assert shown == [before]


def test_a_bot_lets_people_take_back_what_they_like(games: Games, created: Created) -> None:
    game_id = created.game.id
    games.submit_orders(game_id, "red", [{"order": "draw"}])
    asked = takebacks.ask(games, game_id, "red", None)
    assert not isinstance(asked, Refusal)
    assert asked.takeback, "a draw is not withdrawn without asking"
    bots.answer_once(games, game_id)
    game = games.open(game_id)
    assert game.takebacks[asked.takeback].status == "agreed"
    assert [it.seat for it in games.decisions(game)] == ["red"]


def test_a_referee_gives_the_seat_of_a_bot_to_a_person(games: Games, created: Created) -> None:
    game_id = created.game.id
    token = seats.hand_over(games, game_id, "blue", created.tokens["referee"])
    assert isinstance(token, str)
    games.submit_orders(game_id, "red", [PASS])
    assert games.open(game_id).played_by_bots == ()
    assert not bots.answer_once(games, game_id)
    assert games.names(game_id) == {}
    games.claim(game_id, "blue", token=token, name="Ney")
    assert not bots.answer_once(games, game_id)


def test_in_a_fork_seats_of_bots_are_taken_anew(games: Games, created: Created) -> None:
    games.submit_orders(created.game.id, "red", [PASS])
    fork = games.fork(created.game.id, games.head(created.game.id))
    assert isinstance(fork, Created)
    assert fork.tokens.keys() == {"red", "blue"}
    assert fork.game.played_by_bots == ()


def test_a_game_that_awaits_its_seats_does_not_await_the_bot(games: Games) -> None:
    created = games.create("toy", "wide", {"turns": 3}, awaits_seats=True, bots=["blue"])
    assert created.game.state is None
    assert not bots.answer_once(games, created.game.id)
    games.claim(created.game.id, "red", token=created.tokens["red"])
    assert games.open(created.game.id).state is not None


@pytest.mark.parametrize(
    ("chosen", "code"),
    [
        ({"bots": ["green"]}, "UNKNOWN_SEAT"),
        ({"open_seats": ["green"]}, "UNKNOWN_SEAT"),
        ({"bots": ["red", "blue"]}, "NOBODY_TO_PLAY"),
        ({"bots": ["red"], "open_seats": ["red"]}, "SEAT_GIVEN_TWICE"),
    ],
)
def test_seats_that_cannot_be_given_are_refused(
    games: Games, chosen: dict[str, list[str]], code: str
) -> None:
    with pytest.raises(SetupRefused) as failed:
        games.create("toy", "short", {}, **chosen)
    assert failed.value.refusal.code == code
    assert games.recorder.max_notification_id() in (None, 0)


def test_an_order_that_is_refused_is_told(
    games: Games, created: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    games.submit_orders(created.game.id, "red", [PASS])
    monkeypatch.setattr(Toy, "decide", lambda *_: Refusal("NO", "GO", "No."))
    with pytest.raises(bots.BotRefused):
        bots.answer_once(games, created.game.id)


def test_an_unknown_game_is_told(games: Games) -> None:
    with pytest.raises(UnknownGame):
        bots.answer_once(games, "0000000000")


# -- open seats ------------------------------------------------------------------------------------


def test_an_open_seat_is_taken_once(games: Games) -> None:
    game = games.create("toy", "short", {}, open_seats=["blue"]).game
    assert game.open_seats == ("blue",)
    token = seats.take(games, game.id, "blue", name="Ney", nonce="mine")
    assert isinstance(token, str)
    after = games.open(game.id)
    assert after.seat_of(token) == "blue"
    assert (after.open_seats, after.nonces["blue"]) == ((), "mine")
    assert games.names(game.id) == {"blue": "Ney"}
    refused = seats.take(games, game.id, "blue", name="Grouchy")
    assert isinstance(refused, Refusal)
    assert refused.code == "SEAT_NOT_OPEN"
    assert games.names(game.id) == {"blue": "Ney"}


def test_nobody_takes_a_seat_to_which_somebody_was_invited(games: Games) -> None:
    created = games.create("toy", "short", {}, referee=True, open_seats=["blue"])
    game_id = created.game.id
    for seat in ("red", "blue"):
        if seat == "blue":
            # Once somebody is invited personally, the seat is theirs.
            seats.renew_invitation(games, game_id, "blue", created.tokens["referee"])
        refused = seats.take(games, game_id, seat, name="Ney")
        assert isinstance(refused, Refusal)
        assert refused.code == "SEAT_NOT_OPEN"


def test_of_two_who_take_a_seat_at_once_the_first_has_it(opened: Callable[[], Games]) -> None:
    first, second = opened(), opened()
    game_id = first.create("toy", "short", {}, open_seats=["blue"]).game.id
    taken: list[str | Refusal] = []
    append = first.append

    def late(*arguments: Any) -> None:
        first.append = append  # type: ignore[method-assign]
        taken.append(seats.take(second, game_id, "blue", name="Ney"))
        append(*arguments)

    first.append = late  # type: ignore[method-assign]
    other = seats.take(first, game_id, "blue", name="Grouchy")
    assert isinstance(other, Refusal)
    assert isinstance(taken[0], str)
    assert first.names(game_id) == {"blue": "Ney"}


def test_the_founder_may_take_an_open_seat_by_its_link(games: Games) -> None:
    created = games.create("toy", "short", {}, open_seats=["blue"])
    games.claim(created.game.id, "blue", token=created.tokens["blue"])
    assert games.open(created.game.id).open_seats == ()
