"""E-39 to E-46 and E-54: the historical deck [OPT2] and a divided Russia [OPT3]."""

import pytest

from napoleon.rulesets.napoleonic_empire.events.cards import CardDrawn, EventCardAdded
from napoleon.rulesets.napoleonic_empire.events.setup import DeckShuffled
from napoleon.rulesets.napoleonic_empire.events.turn import GameWon, TurnStarted, VictoryChecked
from napoleon.rulesets.napoleonic_empire.orders import (
    MoveArmies,
    PlaceCardArmies,
    PlaceRebels,
    SetUpRussia,
)
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CONTINENT,
    DRAW,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    REINFORCEMENT,
    TURN_END,
    battle,
    card,
    fresh,
    legal_orders,
    move,
    play,
    position,
    refusal,
    skip,
)

DATED = (
    *("toulon", "italian_campaign", "louisiana_purchase", "proclamation_of_empire", "trafalgar"),
    *("jena", "continental_system", "friedland", "tilsit", "peninsular_war"),
    *("battle_of_nations", "battle_of_waterloo"),
)
"""The dated cards in the order of the proposal [OPT2]."""

BY_YEAR = dict(zip(DATED, (3, 6, 13, 14, 15, 16, 16, 17, 17, 18, 23, 25), strict=True))


def added(mode, round_):
    """The cards that join the deck as this round begins."""
    given = position(
        {"france": 1},
        {"england": 1},
        active=ALLIED,
        at=TURN_END,
        round_=round_ - 1,
        options={"historical_deck": mode},
    )
    return [event.card for event in skip(given, DRAW, FRENCH).events_of(EventCardAdded)]


@pytest.mark.parametrize("round_", range(2, 27))
def test_e_39_a_card_joins_in_the_round_of_its_year(round_):
    assert added("by_year", round_) == [name for name in DATED if BY_YEAR[name] == round_]


@pytest.mark.parametrize("round_", range(2, 14))
def test_e_40_a_card_joins_in_each_round(round_):
    assert added("each_round", round_) == list(DATED[round_ - 1 : round_])


def test_e_40_the_first_joins_in_the_first_round():
    begun = fresh(historical_deck="each_round")
    assert begun.the(EventCardAdded).card == DATED[0]
    assert not fresh(historical_deck="by_year").events_of(EventCardAdded)


def test_e_40_the_cards_of_a_round_join_once():
    given = position(
        {"france": 1},
        {"england": 1},
        at=TURN_END,
        round_=4,
        hands={FRENCH: ["berthier"]},
        options={"historical_deck": "each_round"},
    )
    extra = skip(play(given, FRENCH, card("berthier")), MOVES, FRENCH)
    assert not skip(extra, MOVES, ALLIED).events_of(EventCardAdded)
    assert not extra.events_of(EventCardAdded)


@pytest.mark.parametrize("mode", ["by_year", "each_round"])
def test_e_41_the_other_twenty_cards_are_the_starting_deck(mode):
    shuffled = fresh(historical_deck=mode).the(DeckShuffled)
    assert (shuffled.count, set(shuffled.dated)) == (20, set(DATED))
    assert {"battle_of_the_nile", "austerlitz"} <= set(shuffled.cards)
    assert not set(DATED) & set(shuffled.cards)
    assert fresh().the(DeckShuffled).count == 32


def test_e_41_a_card_joins_at_the_start_of_the_round_before_the_drawing():
    given = position(
        {"france": 1},
        {"england": 1},
        active=ALLIED,
        at=TURN_END,
        round_=5,
        deck=[],
        hands={FRENCH: []},
        options={"historical_deck": "by_year"},
    )
    begun = skip(given, MOVES_OPEN, FRENCH, french=["italian_campaign"])
    kinds = [
        type(event)
        for event in begun.events
        if isinstance(event, EventCardAdded | CardDrawn | TurnStarted)
    ]
    assert kinds.index(EventCardAdded) < kinds.index(CardDrawn)
    assert begun.state.hands[FRENCH] == ["italian_campaign"]


# -- a divided Russia ----------------------------------------------------------------------------

DIVIDED = {"divided_russia": True}
AREAS = ("riga", "minsk", "kiev", "moscow")


def test_e_45_in_the_four_areas_only():
    refused = refusal(fresh(**DIVIDED), ALLIED, SetUpRussia({"sweden": 10}))
    assert refused == ("UNKNOWN_COUNTRY", "OPT3")


def test_e_46_riga_alone_is_in_reach_of_the_sea():
    given = position({"france": 1}, {"england": 4}, active=ALLIED, options=DIVIDED)
    ways = {order.to for order in legal_orders(given, ALLIED) if isinstance(order, MoveArmies)}
    assert ways & set(AREAS) == {"riga"}
    for area in set(AREAS) - {"riga"}:
        assert refusal(given, ALLIED, move("england", area, 1)) == ("LANDLOCKED", "E-46")


@pytest.mark.parametrize("area", AREAS)
def test_e_46_cards_and_nationalists_of_russia_mean_any_area(area):
    hands = {ALLIED: ["general_winter"]}
    given = position({area: 2}, {area: 2}, at=BATTLES, hands=hands, options=DIVIDED, active=ALLIED)
    begun = play(given, ALLIED, battle(area))
    assert play(begun, ALLIED, card("general_winter")).refusal is None
    hands = {ALLIED: ["balance_of_power"]}
    given = position(
        {"spain": 1}, {"england": 1}, active=ALLIED, at=REINFORCEMENT, hands=hands, options=DIVIDED
    )
    played = play(given, ALLIED, card("balance_of_power"))
    assert PlaceCardArmies(area, 2) in legal_orders(played, ALLIED)
    assert PlaceRebels(area) in legal_orders(skip(given, "place_rebels"), ALLIED)


def test_e_46_the_french_need_all_four():
    continent = [*(it for it in CONTINENT if it != "russia"), *AREAS]
    won = skip(position(dict.fromkeys(continent, 1), {"england": 1}, options=DIVIDED), DRAW)
    assert won.the(GameWon).clause == "VIC.2"
    for area in AREAS:
        armies = {country: 1 for country in continent if country != area}
        ended = skip(position(armies, {"england": 1}, options=DIVIDED), DRAW)
        checked = ended.the(VictoryChecked)
        assert (checked.held, checked.needed, checked.result) == (17, 18, "")
