"""What is drawn again after going back, and what comes out the same."""

from __future__ import annotations

import pytest

from napoleon.log.events.rewinds import ALL, NONE, TAINTED, HistoryRewound
from napoleon.play.games import Games
from napoleon.play.referee import takebacks
from napoleon.rules.orders import Refusal
from tests.referee.law import DRAW, PASS, ask, bet, calls, give, of_type, refused, rule
from tests.toy import CardDrawn


def take_back(games: Games, game_id: str, seat: str, to: int, reroll: str) -> int:
    """Go back to a version as all agree; the version after it."""
    asked = ask(games, game_id, seat, to, reroll=reroll)
    others = [it for it in games.open(game_id).created.seats if it != seat]
    for other in others:
        case = takebacks.answer(games, game_id, other, asked.takeback, "agree")
        assert not isinstance(case, Refusal)
    return games.head(game_id)


def test_with_none_every_draw_comes_again(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    first = [it.card for it in of_type(games, game_id, CardDrawn, after=start)]
    called = [it.version for it in calls(games, game_id, after=start)]
    back = take_back(games, game_id, "red", start, NONE)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    assert [it.card for it in of_type(games, game_id, CardDrawn, after=back)] == first
    again = calls(games, game_id, after=back)
    assert [it.repeats for it in again] == called
    assert [it.link for it in again] == [0, 0], "no link is used for what was drawn before"


def test_with_all_no_draw_comes_again(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    used = max(it.link for it in calls(games, game_id))
    back = take_back(games, game_id, "red", start, ALL)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    again = calls(games, game_id, after=back)
    assert [it.repeats for it in again] == [0, 0]
    assert [it.link for it in again] == [used + 1, used + 2]


def test_with_tainted_only_what_the_seat_has_learnt_is_drawn_anew(
    games: Games, game_id: str
) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    [_, blue] = of_type(games, game_id, CardDrawn, after=start)
    called = calls(games, game_id, after=start)
    back = take_back(games, game_id, "red", start, TAINTED)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    anew, again = calls(games, game_id, after=back)
    assert anew.repeats == 0, "red has seen the card that it drew"
    assert again.repeats == called[1].version, "but not the one that blue has"
    position = games.at(game_id, again.version).state.bag
    former = games.at(game_id, called[1].version).state.bag
    if position == former:
        assert of_type(games, game_id, CardDrawn, after=back)[1].card == blue.card


def test_what_was_shown_later_is_learnt_as_well(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", DRAW)
    [drawn] = of_type(games, game_id, CardDrawn, after=start)
    give(games, game_id, "red", bet(1))
    give(games, game_id, "blue", bet(1))
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", {"order": "play", "card": drawn.card})
    back = take_back(games, game_id, "red", start, TAINTED)
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", DRAW)
    [again] = calls(games, game_id, after=back)
    assert again.repeats == 0, "red has seen the card when it was played"


def test_another_question_is_not_answered_by_a_draw_of_before(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW)
    give(games, game_id, "blue", DRAW)
    back = take_back(games, game_id, "red", start, NONE)
    give(games, game_id, "red", PASS)
    give(games, game_id, "blue", DRAW)
    [call] = calls(games, game_id, after=back)
    assert (call.purposes, call.repeats) == (("card for blue",), 0)


def test_a_free_withdrawal_does_not_get_rid_of_a_draw_that_counts_again(
    games: Games, game_id: str
) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW)
    [card] = [it.card for it in of_type(games, game_id, CardDrawn, after=start)]
    take_back(games, game_id, "red", start, NONE)
    give(games, game_id, "red", PASS)
    back = ask(games, game_id, "red")
    assert back.takeback == 0
    give(games, game_id, "red", DRAW)
    assert [it.card for it in of_type(games, game_id, CardDrawn, after=back.version)] == [card]


def test_a_draw_counts_again_after_a_second_rewind(games: Games, game_id: str) -> None:
    start = games.head(game_id)
    give(games, game_id, "red", DRAW)
    [first] = calls(games, game_id, after=start)
    take_back(games, game_id, "red", start, NONE)
    give(games, game_id, "red", DRAW)
    back = take_back(games, game_id, "red", start, NONE)
    give(games, game_id, "red", DRAW)
    [again] = calls(games, game_id, after=back)
    assert again.repeats == first.version


@pytest.mark.parametrize("disputed", ["order_given", "card_drawn", "go_ended"])
def test_the_referee_draws_for_one_order_anew(games: Games, game_id: str, disputed: str) -> None:
    start = games.head(game_id)
    end = give(games, game_id, "red", DRAW)
    used = max(it.link for it in calls(games, game_id))
    events = games.history(game_id, after=start)
    version = next(it.version for it in events if it.type == disputed)
    rule(games, game_id, "reroll", version=version)
    [rewound] = of_type(games, game_id, HistoryRewound)
    assert (rewound.to, rewound.reroll, rewound.by) == (start, ALL, "referee")
    [call] = calls(games, game_id, after=end)
    assert (call.repeats, call.link) == (0, used + 1)
    again = games.history(game_id, after=rewound.version)
    theirs = [it for it in again if it.type in ("order_given", "card_drawn", "go_ended")]
    assert [it.type for it in theirs] == ["order_given", "card_drawn", "go_ended"]
    assert {(it.by, it.behalf) for it in theirs} == {("referee", "red")}


def test_what_drew_nothing_or_was_undone_is_not_drawn_for_anew(games: Games, game_id: str) -> None:
    from napoleon.play.referee import rulings

    start = games.head(game_id)

    def reroll(version: int) -> str:
        judgement = rulings.Judgement("reroll", ("GO",), "Dice off the table.", version=version)
        return refused(rulings.rule(games, game_id, "referee", judgement))

    passed = give(games, game_id, "red", PASS)
    assert reroll(passed) == "NOTHING_DRAWN"
    assert reroll(1) == "NOTHING_DRAWN"
    assert reroll(passed + 1) == "UNKNOWN_VERSION"
    drawn = give(games, game_id, "blue", DRAW)
    take_back(games, game_id, "blue", passed, ALL)
    assert reroll(drawn) == "UNDONE"
    assert games.open(game_id).version > drawn > start
