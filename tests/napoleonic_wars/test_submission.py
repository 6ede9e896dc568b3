"""Offers of submission at the end of an impulse [15.4, R-87]."""

from __future__ import annotations

from napoleon.rules.orders import Order
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Offer
from napoleon.rulesets.napoleonic_wars.frames.impulses import CARDS, Impulse, Pool
from napoleon.rulesets.napoleonic_wars.nations import is_neutral
from napoleon.rulesets.napoleonic_wars.orders.cards import PlayForEvent
from napoleon.rulesets.napoleonic_wars.orders.conquest import (
    AcceptOffer,
    AddTerm,
    DropTerm,
    GiveCeded,
    NoOffer,
    RejectOffer,
    SendOffer,
    StayThere,
    TakeGift,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse
from napoleon.rulesets.napoleonic_wars.sight import known
from napoleon.rulesets.napoleonic_wars.state import IMPULSES, State, pair
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.playing import Played, decisions, play, refused, stand


def beaten(austrians: int = 5, french: int = 9, players: int = 2) -> State:
    """France is in its impulse; Austria has that many units besides Charles, France those there."""
    state = closing(players=players)
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        leader.standing, leader.where = "pool", ""
    for nation in ("gb", "fr", "ru"):
        state.nations[nation].hand = [state.bag.pop()]
    state.phase = IMPULSES
    pools = [Pool(CARDS, 3)]
    state.stack = [Impulse("fr", scheduled=True, pools=pools, played=["militia_1"], counted=1)]
    stand(state, "budapest", "au", austrians, "charles")
    stand(state, "linz", "fr", french)
    state.nations["au"].resources = 1
    return state


def asked(state: State) -> list[tuple[str, str, str]]:
    return [(it.seat, it.kind, it.subject) for it in decisions(state)]


def ended(state: State, *orders: Order) -> Played:
    return play(state, EndImpulse(), *orders)


def test_case_116_austria_is_asked_and_offers_terms_that_are_secret_until_sent() -> None:
    state = ended(beaten()).state
    assert asked(state) == [("coalition", "offer", "au")]
    state = play(state, AddTerm("au", "tyrol", "cede"), AddTerm("au", "trieste", "cede")).state
    frame = known(state, Viewer("imperial")).stack[-1]
    assert "tyrol" not in repr(frame)
    assert "tyrol" in repr(known(state, Viewer("coalition")).stack[-1])
    assert refused(state, AddTerm("au", "vienna", "cede")) == ("NOT_FOR_TERMS", "15.41.a")
    assert refused(state, AddTerm("au", "tyrol", "cede")) == ("NOT_FOR_TERMS", "15.41.a")
    assert refused(state, AddTerm("au", "graz", "unflag")) == ("NOT_FOR_TERMS", "15.41.a")
    assert refused(state, DropTerm("au", "graz")) == ("NOT_IN_THE_TERMS", "R-87")
    dropped = play(state, DropTerm("au", "trieste")).state
    assert [it.duchy for it in dropped.stack[-1].terms] == ["tyrol"]  # type: ignore[union-attr]
    sent = play(state, SendOffer("au")).state
    assert asked(sent) == [("imperial", "answer_offer", "")]
    assert "tyrol" in repr(known(sent, Viewer("imperial")).stack[-1])


def test_with_five_players_nobody_but_the_two_of_them_decides_on_a_submission() -> None:
    """Allies neither see the terms before they are sent, nor are they asked [15.4.a, R-87]."""
    state = ended(beaten(players=5)).state
    assert asked(state) == [("au", "offer", "au")]
    state = play(state, AddTerm("au", "tyrol", "cede")).state
    for seat in ("fr", "gb", "ru", "pr", ""):
        assert "tyrol" not in repr(known(state, Viewer(seat)).stack[-1]), seat
    sent = play(state, SendOffer("au")).state
    assert asked(sent) == [("fr", "answer_offer", "")]
    for seat in ("gb", "ru", "pr", ""):
        assert "tyrol" in repr(known(sent, Viewer(seat)).stack[-1]), seat
    after = play(sent, AcceptOffer()).state
    assert after.spaces["tyrol"].flag == "fr"
    assert after.nations["au"].conquered == "fr"
    assert after.nations["fr"].resources == 1 and after.nations["au"].resources == 0


def offered() -> State:
    terms = [AddTerm("au", it, "cede") for it in ("tyrol", "trieste")]
    return ended(beaten(), *terms, SendOffer("au")).state


def test_case_116_after_a_refusal_it_may_offer_again_after_the_next_impulse() -> None:
    refusal = play(offered(), RejectOffer()).state
    assert not [it for it in refusal.stack if isinstance(it, Offer)]
    assert asked(refusal)[0][1] in ("act", "preempt"), "nobody haggles"
    pools = [Pool(CARDS, 3)]
    refusal.stack = [Impulse("gb", scheduled=True, pools=pools, played=["militia_1"], counted=1)]
    again = ended(refusal).state
    assert asked(again) == [("coalition", "offer", "au")]
    assert asked(play(again, NoOffer("au")).state)[0][1] != "offer"


def test_case_116_accepted_terms_happen_at_once() -> None:
    state = offered()
    state.spaces["linz"].flag = state.spaces["lemberg"].flag = "fr"
    after = quietly(play(state, AcceptOffer()).state).state
    assert after.nations["au"].conquered == "fr"
    assert is_neutral(after, "au")
    assert (after.nations["fr"].resources, after.nations["au"].resources) == (1, 0)
    assert (after.spaces["tyrol"].flag, after.spaces["trieste"].flag) == ("fr", "fr")
    assert (after.spaces["linz"].flag, after.spaces["lemberg"].flag) == ("", "fr")
    assert after.grace[pair("au", "fr")] == 2, "the interphase of this turn"
    assert "cession_rolled" not in play(state, AcceptOffer(), StayThere("fr")).types


def test_a_flag_in_an_associated_duchy_may_be_asked_back() -> None:
    state = beaten()
    state.spaces["lemberg"].flag = "fr"
    state = ended(state, AddTerm("au", "lemberg", "unflag"), SendOffer("au"), AcceptOffer()).state
    assert state.spaces["lemberg"].flag == ""


def test_case_117_with_as_many_units_it_is_not_asked_nor_is_a_proxy() -> None:
    state = ended(beaten(8, 9)).state
    assert asked(state)[0][1] != "offer"
    minor = beaten(20, 9)
    minor.wars += [pair("sw", "fr")]
    minor.nations["sw"].caretaker = "coalition"
    stand(minor, "gothenburg", "fr", 3)
    assert asked(ended(minor).state)[0][1] != "offer"


def test_case_118_the_submission_of_france_ends_the_game_at_once() -> None:
    state = beaten(20, 2)
    stand(state, "champagne", "au", 6)
    state = ended(state).state
    assert asked(state) == [("imperial", "offer", "fr")]
    over = play(state, AddTerm("fr", "champagne", "cede"), SendOffer("fr"), AcceptOffer())
    assert over.types[-1] == "game_ended"
    assert over.state.spaces["champagne"].flag == "au"


def test_of_equal_invaders_the_first_on_the_track_is_asked() -> None:
    """[R-193]"""
    state = beaten(0, 0)
    for space in ("tyrol", "venice", "graz"):
        stand(state, space, "sp", 1)
    stand(state, "linz", "fr", 3)
    offer = ended(state).state.stack[-1]
    assert isinstance(offer, Offer)
    assert (offer.nation, offer.to) == ("au", "fr")
    state.spaces["trieste"].flag = "sp"
    more = ended(state).state.stack[-1]
    assert isinstance(more, Offer)
    assert more.to == "sp", "a flag more"


def prussian(*, camp: str, by: str, friend: str = "") -> State:
    """A nation is in its impulse; Prussia of one camp is beaten by it, and its friend is beside."""
    state = beaten(20, 0, players=5)
    others = [it for it in ("fr", "sp", "gb", "au", "ru") if it not in (by, friend)]
    state.wars = [pair("pr", it) for it in (by, friend) if it]
    for nation in (by, friend):
        if nation:
            state.nations[nation].camp = "imperial" if camp == "coalition" else "coalition"
    for nation in others:
        state.nations[nation].camp = ""
    state.nations["pr"].camp = camp
    impulse = state.stack[0]
    assert isinstance(impulse, Impulse)
    impulse.nation = by
    stand(state, "konigsberg", by, 4)
    return state


def test_nothing_is_ceded_that_is_associated_with_an_ally() -> None:
    """[8.22.b, R-194]"""
    offered = ended(prussian(camp="imperial", by="ru", friend="gb")).state
    assert asked(offered) == [("pr", "offer", "pr")]
    assert refused(offered, AddTerm("pr", "hanover", "cede")) == ("NOT_FOR_TERMS", "15.41.a")
    play(offered, AddTerm("pr", "warsaw", "cede"))
    alone = ended(prussian(camp="imperial", by="ru")).state
    play(alone, AddTerm("pr", "hanover", "cede"))


def test_what_is_ceded_to_its_first_owner_bears_no_flag() -> None:
    """[7.4.b, R-194]"""
    state = beaten(20, 0, players=5)
    state.nations["pr"].camp = "coalition"
    state.wars.append(pair("fr", "pr"))
    state.spaces["warsaw"].flag = "fr"
    stand(state, "lyon", "pr", 4)
    state = ended(state).state
    assert asked(state) == [("fr", "offer", "fr")]
    over = play(state, AddTerm("fr", "warsaw", "cede"), SendOffer("fr"), AcceptOffer()).state
    assert over.spaces["warsaw"].flag == ""


def test_a_ceded_duchy_is_not_given_to_an_ally_of_who_is_associated_with_it() -> None:
    """[8.22.b, R-194]"""
    state = ended(prussian(camp="coalition", by="fr", friend="au")).state
    terms = [AddTerm("pr", it, "cede") for it in ("warsaw", "magdeburg")]
    state = play(state, *terms, SendOffer("pr"), AcceptOffer()).state
    assert asked(state) == [("fr", "gift", "")]
    assert refused(state, GiveCeded("warsaw", "au")) == ("OF_AN_ALLY", "8.22.b")
    state = play(state, GiveCeded("magdeburg", "au"), TakeGift()).state
    assert (state.spaces["magdeburg"].flag, state.spaces["warsaw"].flag) == ("au", "fr")
    assert asked(state)[0][1] != "gift", "nothing is left that Austria may have"


def test_powers_are_asked_from_the_next_on_and_the_active_one_last() -> None:
    """[R-199]"""
    state = beaten(players=5)
    stand(state, "york", "fr", 3)
    first = ended(state).state
    assert asked(first) == [("gb", "offer", "gb")]
    assert asked(play(first, NoOffer("gb")).state) == [("au", "offer", "au")]
    impulse = state.stack[0]
    assert isinstance(impulse, Impulse)
    impulse.nation = "gb"
    second = ended(state).state
    assert asked(second) == [("au", "offer", "au")]
    assert asked(play(second, NoOffer("au")).state) == [("gb", "offer", "gb")]


def test_nobody_is_asked_after_a_pass() -> None:
    """Russia has spent CP of the winter: that is a pass, and no impulse [R-104, R-133, R-199]."""
    state = beaten()
    state.stack = [Impulse("ru", scheduled=True, pools=[Pool(CARDS, 3)], passing=True)]
    assert asked(ended(state).state)[0][1] != "offer"


def test_for_a_card_a_power_that_has_submitted_is_a_conquered_one() -> None:
    """[R-202]"""
    state = play(offered(), AcceptOffer(), StayThere("fr")).state
    state.nations["au"].hand, state.spaces["tyrol"].flag = ["tyrolean_revolt"], ""
    state.phase, state.stack = IMPULSES, [Impulse("au", scheduled=True)]
    assert refused(state, PlayForEvent("tyrolean_revolt")) == ("NO_EFFECT", "6.1.a")
    state.nations["au"].conquered = ""
    play(state, PlayForEvent("tyrolean_revolt"))


def test_flags_are_forces_like_units() -> None:
    """[3.force, 15.4.a] Who has most of both together is compared, and asked."""
    state = beaten(0, 0)
    stand(state, "linz", "fr", 3)
    stand(state, "tyrol", "sp", 2)
    state.spaces["trieste"].flag = state.spaces["graz"].flag = "sp"
    offer = ended(state).state.stack[-1]
    assert isinstance(offer, Offer)
    assert offer.to == "sp"
    stand(state, "budapest", "au", 1)
    assert asked(ended(state).state)[0][1] != "offer", "Spain has no more units than Austria"
