"""Standing orders about choices, and the profiles: fatigue, losses, retreats, partners."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rulesets.napoleon1815 import orders
from napoleon.rulesets.napoleon1815.preferred.kinds import (
    ActingAlly,
    Ask,
    AskEverything,
    Consent,
    EndPhases,
    Fatigue,
    Losses,
    NoRecovery,
    NoSwaps,
    OnlyWhatMatters,
    Retreats,
    Scouts,
    Stay,
    Usual,
)
from napoleon.rulesets.napoleon1815.state import Allocation, State
from tests import acting
from tests.napoleon1815.battles import BLANK, LOSS, field, fight
from tests.napoleon1815.kit import (
    ALLIED,
    END,
    FINISH,
    FRENCH,
    RULES,
    Played,
    asked,
    at,
    fatigue,
    losses,
    play,
    position,
    retreat,
)

PRUSSIAN, ANGLO_DUTCH = "prussian", "anglo_dutch"


def said(given: State | Played, *instructions: StandingOrder) -> Order | None:
    """What standing orders answer that the asked seat has just left."""
    kept = acting.leave(RULES, given, asked(given)[0][0], instructions)
    return acting.answer(RULES, given, kept)


def refused(given: State, seat: str, instruction: StandingOrder) -> tuple[str, str] | None:
    """Code and clause of the refusal of a standing order."""
    refusal = RULES.standing.refuse(given, seat, instruction)
    return None if refusal is None else (refusal.code, refusal.clause)


def allocating(kind: str, points: int, **tired: int) -> State:
    """The French have points to spread over Reille (7 in all), D'Erlon and Lobau."""
    given = position(
        {
            "reille": at("charleroi", 6, 1, fatigue=tired.get("reille", 0)),
            "derlon": at("charleroi", 3, 0, fatigue=tired.get("derlon", 0)),
            "lobau": at("charleroi", 5, 0, fatigue=tired.get("lobau", 0)),
        }
    )
    corps = ["reille", "derlon", "lobau"]
    given.allocations = [Allocation(kind, FRENCH, corps, points, "combat")]
    return given


# -- fatigue and losses ----------------------------------------------------------------------------


def test_fatigue_that_is_left_over_falls_on_the_least_tired() -> None:
    given = allocating("fatigue", 4, reille=2, derlon=1)
    assert asked(given) == [(FRENCH, "allocate_fatigue")]
    assert said(given, Fatigue()) == fatigue(reille=1, derlon=1, lobau=2)
    assert said(given, Fatigue("strongest_first")) == fatigue(reille=2, derlon=1, lobau=1)
    assert said(given, Fatigue("weakest_first")) == fatigue(reille=1, derlon=2, lobau=1)
    assert said(given, Fatigue(spare=("lobau",))) == fatigue(reille=1, derlon=2, lobau=1)
    assert said(given, Losses()) is None


def test_fatigue_wears_out_as_few_as_can_be() -> None:
    given = allocating("fatigue", 4, reille=4, derlon=3, lobau=1)
    assert said(given, Fatigue()) == fatigue(reille=1, derlon=1, lobau=2)


def test_losses_are_taken_where_most_live_and_keep_their_cards() -> None:
    given = allocating("losses", 1)
    assert asked(given) == [(FRENCH, "allocate_losses")]
    reille = losses(reille=(1, 0), derlon=(0, 0), lobau=(0, 0))
    assert said(given, Losses()) == reille
    assert said(given, Losses(first="cavalry")) == losses(
        reille=(0, 1), derlon=(0, 0), lobau=(0, 0)
    )
    derlon = losses(reille=(0, 0), derlon=(1, 0), lobau=(0, 0))
    assert said(given, Losses("weakest_first")) == derlon
    assert said(given, Losses("strongest_first")) == reille
    spared = said(given, Losses("strongest_first", spare=("reille",)))
    assert spared == losses(reille=(0, 0), derlon=(0, 0), lobau=(1, 0))


def test_what_is_spared_is_spared_as_far_as_the_rules_let_it() -> None:
    given = allocating("losses", 4)
    word = Losses(spare=("reille", "derlon"))
    order = said(given, word)
    assert isinstance(order, orders.AllocateLosses)
    assert {corps: it.points for corps, it in order.losses.items()} == {
        "reille": 1,
        "derlon": 1,
        "lobau": 2,
    }


# -- retreats --------------------------------------------------------------------------------------


def beaten(*, fortified: tuple[str, ...] = ()) -> Played:
    """The Allies have lost at Quatre-Bras, and retreat to Genappe or Nivelles."""
    given = field(
        {
            "reille": at("quatre_bras"),
            "ney": at("quatre_bras"),
            "picton": at("quatre_bras", 4, 0),
            "perponcher": at("nivelles"),
        },
        fortified=fortified,
        markers={"quatre_bras": (FRENCH, "marbais")},
        passed=[ALLIED],
    )
    cards = [BLANK] * (1 + bool(fortified))
    fought = fight(given, FRENCH, "quatre_bras", "reille", french=[LOSS, LOSS], allied=cards)
    lost = play(fought, ALLIED, losses(picton=(2, 0)))
    assert lost.asked == [(ALLIED, "retreat")]
    return lost


def test_a_retreat_leads_towards_and_never_into() -> None:
    lost = beaten()
    [genappe], [nivelles] = (retreat("quatre_bras", it) for it in ("genappe", "nivelles"))
    assert said(lost, Retreats()) == nivelles, "to friends"
    assert said(lost, Retreats(towards=("mont_saint_guibert",))) == genappe
    assert said(lost, Retreats(never=("nivelles",))) == genappe
    assert said(lost, Retreats(never=("nivelles", "genappe"))) is None


def test_a_position_is_never_given_up_by_a_standing_order() -> None:
    lost = beaten(fortified=("quatre_bras",))
    words = (Retreats(never=("nivelles", "genappe")), OnlyWhatMatters())
    assert said(lost, *words[:1]) is None
    assert isinstance(said(lost, *words), orders.ChooseRetreat)


def test_a_retreat_is_asked_after_all() -> None:
    assert said(beaten(), Retreats(), Ask("retreat")) is None
    assert said(beaten(), Usual(), Ask("any")) is None
    assert said(beaten(), Usual(), Ask("march")) is not None


# -- partners, scouts ------------------------------------------------------------------------------


def of_three(**given: Any) -> State:
    options = {"players": 3}
    blocks = {"reille": at("charleroi"), "picton": at("bruxelles"), "steinmetz": at("wavre")}
    return position(blocks, options=options, leader=PRUSSIAN, **given)


def test_who_acts_first() -> None:
    given = of_three(to_go=ALLIED)
    assert asked(given) == [(PRUSSIAN, "name_acting_ally")]
    assert said(given, ActingAlly("me")) == orders.NameActingAlly(PRUSSIAN)
    assert said(given, ActingAlly("partner")) == orders.NameActingAlly(ANGLO_DUTCH)
    given.passed = [PRUSSIAN]
    assert said(given, ActingAlly("me")) == orders.NameActingAlly(ANGLO_DUTCH)
    assert said(given, OnlyWhatMatters()) is None, "who acts matters"


@pytest.mark.parametrize("word", [ActingAlly("me"), Consent(), NoSwaps()])
def test_who_has_no_partner_says_nothing_of_one(word: StandingOrder) -> None:
    assert refused(of_three(), ANGLO_DUTCH, word) is None
    assert refused(of_three(), FRENCH, word) == ("NOT_YOUR_DECISION", "THREE.7")
    assert refused(position({}), ALLIED, word) == ("NOT_YOUR_DECISION", "THREE.7")


def test_scouts_are_placed_where_they_are_wanted_and_then_in_turn() -> None:
    options = {"rules": "grognard"}
    given = position({"reille": at("charleroi")}, options=options, phase="setup")
    given.started = False
    seat = asked(given)[0][0]
    legal = [it.area for it in acting.legal_orders(RULES, given, seat)]  # type: ignore[attr-defined]
    assert said(given, Scouts()) == orders.PlaceScout(legal[0])
    assert said(given, Scouts(places=(legal[1],))) == orders.PlaceScout(legal[1])
    one = play(given, seat, orders.PlaceScout(legal[0]))
    kept = acting.leave(RULES, one, seat, [Usual()])
    decision = next(it for it in RULES.decisions(one.state) if it.seat == seat)
    use = RULES.standing.answer(one.state, decision, kept)
    assert use is not None and use.order == orders.PlaceScout(legal[1])


# -- the end of what nothing is left of ------------------------------------------------------------


def test_recovery_ends_when_no_card_helps() -> None:
    hands = {FRENCH: [40]}
    tired = {"reille": at("charleroi", fatigue=2, ready=False), "picton": at("bruxelles")}
    fresh = {**tired, "reille": at("charleroi", ready=False)}
    some, nothing = (
        position(it, phase="recovery", hands=hands, passed=[FRENCH, ALLIED])
        for it in (tired, fresh)
    )
    assert asked(some) == asked(nothing) == [(FRENCH, "recovery")]
    assert said(nothing, EndPhases()) == FINISH
    assert said(some, EndPhases()) is None
    assert said(some, NoRecovery()) == FINISH
    assert said(some, OnlyWhatMatters()) is None


def test_a_march_is_never_made_by_a_profile() -> None:
    given = field({"reille": at("charleroi"), "picton": at("bruxelles")})
    activated = play(given, FRENCH, orders.ActivateStack("charleroi", ("reille",)))
    for seat, _ in asked(activated):
        kept = acting.leave(RULES, activated, seat, [OnlyWhatMatters()])
        assert acting.answer(RULES, activated, kept) not in (END, orders.Pass())


# -- profiles, refusals ----------------------------------------------------------------------------


def test_the_usual_does_not_speak_of_losses_and_what_matters_does() -> None:
    given = allocating("losses", 1)
    assert said(given, Usual()) is None
    assert said(given, OnlyWhatMatters()) == said(given, Losses())
    assert said(given, AskEverything()) is None
    tiring = allocating("fatigue", 4)
    assert said(tiring, Usual()) == said(tiring, Fatigue())


def test_what_is_left_by_itself_comes_before_a_profile() -> None:
    given = allocating("losses", 1)
    word = Losses("weakest_first")
    assert said(given, OnlyWhatMatters(), word) == said(given, word)


def test_profiles_do_not_speak_of_windows() -> None:
    given = of_three(phase="initiative", to_go="", hands={FRENCH: [40]})
    kinds = {kind for _, kind in asked(given)}
    assert kinds <= {"declare_blue", "window"}
    assert said(given, OnlyWhatMatters()) is None


@pytest.mark.parametrize(
    ("word", "why"),
    [
        (Fatigue(spare=("picton",)), ("NOT_YOUR_BLOCK", "ALLOC.1")),
        (Losses(spare=("nobody",)), ("NOT_YOUR_BLOCK", "ALLOC.1")),
        (Retreats(towards=("paris",)), ("BAD_PAYLOAD", "")),
        (Retreats(never=("paris",)), ("BAD_PAYLOAD", "")),
        (Scouts(places=("paris",)), ("BAD_PAYLOAD", "")),
    ],
)
def test_names_of_nothing_are_refused(word: StandingOrder, why: tuple[str, str]) -> None:
    assert refused(position({"reille": at("charleroi")}), FRENCH, word)[:2] == why  # type: ignore[index]


def test_a_last_stand_is_said_in_so_many_words() -> None:
    big = next(it for it in RULES.standing.big if it.verb is orders.ChooseStay)
    assert big.said_by == (Stay,)
