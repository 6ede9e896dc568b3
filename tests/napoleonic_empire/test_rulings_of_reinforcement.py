"""E-20 to E-22, E-25 to E-27: reinforcements, rebels, and armies that cards give."""

import pytest

from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardWithoutEffect,
    ContinentalSystemConsumed,
)
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    CardArmiesPlaced,
    PlacementCutShort,
    RebelsPlaced,
    ReinforcementsReceived,
)
from napoleon.rulesets.napoleonic_empire.orders import (
    PlaceCardArmies,
    PlaceRebels,
    PlaceReinforcements,
)
from tests.napoleonic_empire.kit import (
    ALLIED,
    FRENCH,
    MOVES,
    NO_REBELS,
    PASS,
    REINFORCEMENT,
    TURN_END,
    asked,
    card,
    legal_orders,
    play,
    position,
    refusal,
    skip,
)

NATIONALIST = {"spain", "portugal", "prussia", "russia", "austria"}
"""Where rebels may rise [NAT.1]."""


def received(played, side):
    """What each country gave to a side."""
    return {
        event.country: event.armies for event in played.events_of(ReinforcementsReceived, side=side)
    }


def test_e_20_the_phase_is_automatic_when_the_pool_reaches():
    given = position({"france": 74, "spain": 1}, {"england": 1}, at=REINFORCEMENT)
    done = play(play(given, FRENCH, PASS), ALLIED, PASS)
    assert done.state.window.kind == "turn_end", "nobody was asked"
    assert received(done, FRENCH) == {"france": 4, "spain": 1}
    assert done.state.pool(FRENCH) == 0


def test_e_20_with_a_short_pool_the_owner_chooses_but_has_to_place():
    given = position({"france": 77, "spain": 1}, {"england": 1}, at=REINFORCEMENT)
    short = skip(given, "place_reinforcements")
    assert short.the(PlacementCutShort).pool == 2
    assert all(isinstance(order, PlaceReinforcements) for order in legal_orders(short, FRENCH))
    above = PlaceReinforcements("spain", 2)
    assert refusal(short, FRENCH, above) == ("EXCEEDS_VALUE", "REINF.1")
    one = play(short, FRENCH, PlaceReinforcements("spain", 1))
    last = skip(one, TURN_END)
    assert last.armies(FRENCH) == {"france": 78, "spain": 2}, "up to the pool"


def test_e_20_an_empty_pool_asks_nobody():
    given = position({"france": 80}, {"england": 1}, at=REINFORCEMENT)
    done = play(play(given, FRENCH, PASS), ALLIED, PASS)
    assert done.state.window.kind == "turn_end"
    assert received(done, FRENCH) == {}


def rising(**armies):
    """The Allies are asked for rebels."""
    given = position(armies or {"spain": 2}, {"england": 1}, active=ALLIED, at=REINFORCEMENT)
    return skip(given, "place_rebels")


def test_e_21_rebels_rise_once_and_both_in_one_country():
    given = rising(spain=2, austria=1)
    assert given.asked == [(ALLIED, "place_rebels")]
    assert set(legal_orders(given, ALLIED)) == {*map(PlaceRebels, NATIONALIST), NO_REBELS}
    risen = play(given, ALLIED, PlaceRebels("austria"))
    assert risen.the(RebelsPlaced).armies == 2
    assert refusal(risen, ALLIED, PlaceRebels("spain")) == ("ALREADY_USED", "E-21")
    declined = play(given, ALLIED, NO_REBELS)
    assert declined.armies(ALLIED) == {"england": 4}
    assert refusal(declined, ALLIED, PlaceRebels("spain")) == ("ALREADY_USED", "E-21")


def test_e_21_rebels_rise_in_the_allied_phase_only():
    given = position({"spain": 2}, {"england": 1}, at=REINFORCEMENT)
    over = skip(given, TURN_END)
    assert not over.events_of(RebelsPlaced)
    assert refusal(given, ALLIED, PlaceRebels("spain")) == ("WRONG_PHASE", "E-21")
    assert refusal(over, ALLIED, PlaceRebels("spain")) == ("WRONG_PHASE", "SEQ.2")


def test_e_21_rebels_are_limited_by_the_pool():
    given = position({"spain": 2}, {"england": 76}, active=ALLIED, at=REINFORCEMENT)
    risen = play(skip(given, "place_rebels"), ALLIED, PlaceRebels("spain"))
    assert risen.the(RebelsPlaced).armies == 1
    assert risen.state.pool(ALLIED) == 0


def test_e_21_with_an_empty_pool_nobody_is_asked():
    given = position({"spain": 2}, {"england": 77}, active=ALLIED, at=REINFORCEMENT)
    over = play(play(given, ALLIED, PASS), FRENCH, PASS)
    assert over.state.window.kind == "turn_end"
    assert over.armies(ALLIED) == {"england": 80}


def test_e_22_rebels_of_the_phase_earn_nothing_in_it():
    risen = play(rising(spain=2), ALLIED, PlaceRebels("russia"))
    assert received(risen, ALLIED) == {}
    assert risen.armies(ALLIED) == {"england": 4, "russia": 2}


@pytest.mark.parametrize("name", ["louisiana_purchase", "conscription"])
def test_e_25_two_armies_in_french_countries_but_three(name):
    french = {"spain": 1, "italy": 1, "prussia": 1, "russia": 1, "austria": 1, "egypt": 1}
    allied = {"egypt": 1, "england": 1}
    given = position(french, allied, at=REINFORCEMENT, hands={FRENCH: [name]})
    played = play(given, FRENCH, card(name))
    assert (FRENCH, "place_card_armies") in played.asked
    assert set(legal_orders(played, FRENCH)) == {
        PlaceCardArmies(country, armies) for country in ("spain", "italy") for armies in (1, 2)
    }
    for country in ("prussia", "egypt", "france"):
        refused = refusal(played, FRENCH, PlaceCardArmies(country, 1))
        assert refused == ("WRONG_COUNTRY", "E-25")
    parted = play(played, FRENCH, PlaceCardArmies("spain", 1), PlaceCardArmies("italy", 1))
    assert {event.country for event in parted.events_of(CardArmiesPlaced, card=name)} == {
        "spain",
        "italy",
    }
    assert parted.armies(FRENCH)["spain"] == parted.armies(FRENCH)["italy"] == 2


def test_e_25_nothing_controlled_no_effect():
    hands = {FRENCH: ["conscription"]}
    given = position({"prussia": 1}, {"england": 1}, at=REINFORCEMENT, hands=hands)
    played = play(given, FRENCH, card("conscription"))
    assert played.the(CardWithoutEffect).card == "conscription"
    assert played.armies(FRENCH) == {"prussia": 1}
    assert [it.card for it in played.state.discards] == ["conscription"]


def balance():
    """The Allied player has just played Balance of Power."""
    hands = {ALLIED: ["balance_of_power"]}
    given = position({"spain": 2}, {"england": 1}, active=ALLIED, at=REINFORCEMENT, hands=hands)
    return play(given, ALLIED, card("balance_of_power"))


def test_e_26_both_in_one_country_of_the_list():
    played = balance()
    assert set(legal_orders(played, ALLIED)) == {PlaceCardArmies(it, 2) for it in NATIONALIST}
    assert refusal(played, ALLIED, PlaceCardArmies("italy", 2)) == ("WRONG_COUNTRY", "E-26")
    assert refusal(played, ALLIED, PlaceCardArmies("spain", 1)) == ("WRONG_NUMBER", "E-26")


def test_e_26_the_card_is_independent_of_nat_1_and_in_time_for_reinforcements():
    placed = play(balance(), ALLIED, PlaceCardArmies("prussia", 2))
    rebels = skip(placed, "place_rebels")
    assert received(rebels, ALLIED) == {"england": 3, "prussia": 2}
    again = play(rebels, ALLIED, PlaceRebels("prussia"))
    assert again.armies(ALLIED)["prussia"] == 6


def continental(active, french=None, allied=None):
    """Who is active has just played Continental System."""
    given = position(
        french or {"france": 1},
        allied or {"england": 1},
        active=active,
        at=REINFORCEMENT,
        hands={active: ["continental_system"]},
    )
    return play(given, active, card("continental_system"))


def test_e_27_a_phase_that_does_not_hold_the_country_uses_it_up():
    given = continental(FRENCH, french={"spain": 1}, allied={"england": 1, "france": 1, "italy": 1})
    over = skip(given, TURN_END)
    assert over.the(ContinentalSystemConsumed).country == "france"


def test_e_27_french_extra_turns_use_nothing_up():
    hands = {FRENCH: ["continental_system", "berthier"]}
    given = position({"france": 1}, {"england": 1}, at=REINFORCEMENT, hands=hands)
    ended = skip(play(given, FRENCH, card("continental_system")), TURN_END)
    extra = skip(play(ended, FRENCH, card("berthier")), MOVES)
    assert extra.state.extra
    allied = skip(extra, MOVES, ALLIED)
    assert allied.state.continental == ["england"]
    assert received(skip(allied, MOVES, FRENCH), ALLIED) == {"england": 1}


def test_e_27_who_plays_it_makes_no_difference():
    hands = {ALLIED: ["continental_system"]}
    given = position({"france": 1}, {"england": 1}, at=REINFORCEMENT, hands=hands)
    played = play(play(given, FRENCH, PASS), ALLIED, card("continental_system"))
    assert asked(played) == [(FRENCH, "window")]
    assert received(skip(played, MOVES), FRENCH) == {"france": 2}
