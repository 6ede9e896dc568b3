"""Bids for a camp: in secret, at once, again if they are equal, and paid in strength [4.3.d]."""

from __future__ import annotations

import pytest

from napoleon.rules.kit import verbs
from napoleon.rules.known import UNKNOWN
from napoleon.rules.orders import Refusal
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.beginning import (
    AgreeToEnd,
    BidForCamp,
    GiveUpStrength,
    Resign,
)
from napoleon.rulesets.napoleonic_wars.pieces import sp_of
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import (
    Played,
    begun,
    copied,
    decisions,
    legal_orders,
    play,
    refused,
    table_of,
    told,
)


def bidden(*bids: tuple[str, int]) -> Played:
    """The first player and the second bid, in turns."""
    orders = [BidForCamp(camp, sp) for camp, sp in bids]
    return play(begun(bid=True)[0], *orders)


def given(state: State, seat: str, order: Resign | AgreeToEnd) -> Played | Refusal:
    table = table_of(copied(state))
    found = verbs.decide(BOOK, table, seat, order)
    return found if isinstance(found, Refusal) else Played(table.state, found)


def test_both_players_are_asked_at_once_and_nobody_has_a_nation_before() -> None:
    state, events = begun(bid=True)
    assert RULES.seats(RULES.checked_options({"bid": True})) == ("first", "second")
    assert [(it.seat, it.kind) for it in decisions(state)] == [("first", "bid"), ("second", "bid")]
    assert [it.type for it in events] == ["game_set_up"]
    assert not any(commander(state, it) for it in RULES.pack.track)


def test_different_camps_cost_nothing() -> None:
    played = bidden(("coalition", 7), ("imperial", 0))
    assert {commander(played.state, it) for it in ("gb", "au", "ru")} == {"first"}
    assert {commander(played.state, it) for it in ("fr", "sp")} == {"second"}
    assert sp_of(played.state, "gb") == 9
    assert played.asked == [("first", "resource")], "the set-up goes on"


def test_equal_bids_are_made_again_and_the_higher_one_gives_up_strength() -> None:
    tied = bidden(("imperial", 2), ("imperial", 2))
    [tie] = told(tied, "bids_tied")
    assert (tie.camp, tie.sp) == ("imperial", 2)
    assert tied.asked == [("first", "bid"), ("second", "bid")]
    won = play(tied.state, BidForCamp("imperial", 1), BidForCamp("imperial", 3))
    [chosen] = told(won, "camps_chosen")
    assert (chosen.chooser, chosen.due) == ("second", 3)
    assert commander(won.state, "fr") == "second" and commander(won.state, "ru") == "first"
    assert won.asked == [("second", "give_up")]
    assert {it.nation for it in legal_orders(won.state)} == {"fr"}, "Spain is no player power"  # type: ignore[attr-defined]
    assert refused(won.state, GiveUpStrength("sp", "madrid")) == ("NOT_YOUR_POWER", "R-68")
    assert refused(won.state, GiveUpStrength("fr", "vienna")) == ("NOTHING_THERE", "R-68")
    given_up = play(won.state, *[GiveUpStrength("fr", "calais")] * 3)
    assert sp_of(given_up.state, "fr") == 31
    assert given_up.asked == [("first", "resource")], "France's Resource needs no answer"
    assert given_up.state.nations["fr"].resources == 1


def test_nobody_bids_more_than_the_camp_has() -> None:
    state, _ = begun(bid=True)
    most = {camp: max(it.sp for it in legal_orders(state) if it.camp == camp)  # type: ignore[attr-defined]
            for camp in ("imperial", "coalition")}  # fmt: skip
    assert most == {"imperial": 34, "coalition": 9 + 23 + 19}
    assert refused(state, BidForCamp("imperial", 35)) == ("WRONG_NUMBER", "R-159")
    assert refused(state, BidForCamp("imperial", -1)) == ("WRONG_NUMBER", "R-159")
    assert refused(state, BidForCamp("fr", 0)) == ("UNKNOWN_CAMP", "4.3.d")


@pytest.mark.parametrize("seat", ["first", "second", ""])
def test_a_bid_is_seen_by_nobody_but_who_has_made_it(seat: str) -> None:
    """Neither in the position, nor in a view, nor in an order of the log [18.D]."""
    state = play(begun(bid=True)[0], BidForCamp("imperial", 3)).state
    viewer = Viewer(seat)
    known = RULES.known(state, viewer)
    [answer] = known.bidding.answers
    own = seat == "first"
    assert (answer.order == UNKNOWN) is not own
    [first, second] = RULES.view(state, viewer).map.bidding.bids
    assert (first.given, first.sp, second.given) == (True, 3 if own else None, False)
    other = play(begun(bid=True)[0], BidForCamp("coalition", 0)).state
    assert (RULES.known(other, viewer) == known) is not own


def test_who_resigns_has_lost_however_the_points_stand() -> None:
    for options, loser, winner in (
        ({}, "imperial", "coalition"),
        ({"bid": True}, "second", "first"),
    ):
        state, _ = begun(**options)
        resigned = given(state, loser, Resign())
        assert isinstance(resigned, Played) and resigned.state.result is not None
        assert resigned.state.result.winner == winner
        again = given(resigned.state, winner, Resign())
        assert isinstance(again, Refusal) and again.code == "GAME_OVER"
        forfeited = RULES.forfeited(loser)
        assert forfeited is not None and forfeited.winner == winner


def test_an_offer_to_end_the_game_stands_until_somebody_plays_on() -> None:
    state, _ = begun()
    offered = given(state, "imperial", AgreeToEnd())
    assert isinstance(offered, Played)
    twice = given(offered.state, "imperial", AgreeToEnd())
    assert isinstance(twice, Refusal)
    assert (twice.code, twice.clause) == ("ALREADY_AGREED", "R-160")
    agreed = given(offered.state, "coalition", AgreeToEnd())
    assert isinstance(agreed, Played) and agreed.state.result is not None
    assert agreed.state.result.winner == ""
    played_on = play(offered.state, legal_orders(offered.state)[0])
    assert "end_offers_lapsed" in played_on.types
    assert played_on.state.agreed == []
