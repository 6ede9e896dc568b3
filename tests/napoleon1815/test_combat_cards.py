"""Each green card of combat: what it asks for and what it does [chapter 14.4]."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueAssigned,
    FatigueIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatCalledOff,
    CombatEffectsSet,
    CombatWon,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from napoleon.rulesets.napoleon1815.events.windows import EventApplied, EventWithoutEffect
from tests.napoleon1815.battles import BLANK, BOTH, WEARY, boxes, field
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    FRENCH,
    MOVE,
    activate,
    at,
    fatigue,
    legal_orders,
    losses,
    march,
    play,
    retreat,
)
from tests.napoleon1815.playing_cards import (
    DROUOT_AND_PICTON,
    barred,
    card,
    cards_of,
    combat,
    hands,
    no_cards,
    refusal,
    windows,
)
from tests.napoleon1815.scripted import ScriptedChance, value

# -- fatigue at once -------------------------------------------------------------------------------


def test_card_ambush_tires_a_corps_that_the_french_choose():
    blocks = {**DROUOT_AND_PICTON, "ney": at("ligny", 0, 3, fatigue=4)}
    begun = play(combat("", "ambush", blocks=blocks), ALLIED, card("ambush", ALLIED))
    assert begun.lines(FatigueIncurred) == [(1, "CARD.ambush")]
    assert legal_orders(begun, FRENCH) == [fatigue(drouot=1, ney=0), fatigue(drouot=0, ney=1)]
    chance = boxes(french=[BLANK] * 3, allied=[BLANK])
    played = play(begun, FRENCH, fatigue(drouot=0, ney=1), chance=chance)
    assert (-1, "COMBAT.1d") in cards_of(played, FRENCH), "it counts for the check"


def test_comb_1h_a_corps_that_fell_to_an_ambush_has_no_bonus():
    blocks = {"drouot": at("ligny", 3, 2, fatigue=8), "ney": at("ligny"), "picton": at("ligny")}
    begun = play(combat("", "ambush", blocks=blocks), ALLIED, card("ambush", ALLIED))
    chance = boxes(french=[BLANK], allied=[BLANK])
    played = play(begun, FRENCH, fatigue(drouot=1, ney=0), chance=chance)
    assert played.the(CorpsEliminated).corps == "drouot"
    assert "COMBAT.1h" not in {clause for _, clause in cards_of(played, FRENCH)}


def test_ruling_76_an_ambush_that_leaves_no_attacker_calls_the_attack_off():
    blocks = {"drouot": at("ligny", fatigue=8), "picton": at("ligny")}
    begun = combat("", "ambush", blocks=blocks)
    played = play(begun, ALLIED, card("ambush", ALLIED))
    assert played.the(CorpsEliminated).corps == "drouot"
    assert played.the(CombatCalledOff).total_at_check == 0
    assert not played.events_of(BlockSpent), "the defender is unchanged"


def test_ruling_76_skirmishers_that_leave_no_defender_end_it_without_a_winner():
    blocks = {"drouot": at("f1"), "picton": at("f1", fatigue=8)}
    begun = combat("skirmish_line", "red_line", blocks=blocks)
    played = play(begun, FRENCH, card("skirmish_line", FRENCH))
    assert played.the(CorpsEliminated).corps == "picton"
    assert played.the(CombatCalledOff).clauses == ("RULING.76",)
    assert not played.flipped("combat") and not played.events_of(CombatWon)
    assert [e.block for e in played.events_of(BlockSpent)] == ["drouot"]
    assert not windows(played), "no defender is left to play a card"


# -- more cards, or fewer --------------------------------------------------------------------------


def test_card_fighting_spirit_is_worth_a_card_in_a_french_attack():
    begun = combat("fighting_spirit")
    chance = boxes(french=[BLANK] * 4, allied=[BLANK])
    played = play(begun, FRENCH, card("fighting_spirit", FRENCH), chance=chance)
    assert cards_of(played, FRENCH)[-1] == (1, "COMBAT.1i")


@pytest.mark.parametrize("event", ["fighting_spirit", "gallantry", "rapid_deployment"])
def test_cards_for_a_french_attack_are_not_for_the_defence(event):
    assert refusal(event, FRENCH, attacker=ALLIED) == barred(event)


def test_card_gallantry_takes_the_card_of_the_forest():
    blocks = {"drouot": at("f1", 3, 2), "picton": at("f1", 4, 0)}
    begun = combat("gallantry", blocks=blocks)
    chance = boxes(french=[BLANK] * 3, allied=[BLANK])
    played = play(begun, FRENCH, card("gallantry", FRENCH), chance=chance)
    assert cards_of(played, ALLIED) == [(1, "COMBAT.1b"), (1, "COMBAT.1e"), (-1, "COMBAT.1i")]


def test_card_gallantry_leaves_the_shelter_from_fatigue():
    begun = combat("gallantry", fortified=["ligny"])
    chance = boxes(french=[WEARY, BLANK, WEARY], allied=[BLANK])
    played = play(begun, FRENCH, card("gallantry", FRENCH), chance=chance)
    assert cards_of(played, ALLIED) == [(1, "COMBAT.1b"), (1, "COMBAT.1g"), (-1, "COMBAT.1i")]
    assert played.lines(CombatEffectsSet, side_hit=ALLIED) == [(4, "COMBAT.3b"), (-2, "COMBAT.3d")]


def test_card_gallantry_leaves_the_shelter_of_a_town():
    blocks = {"drouot": at("t1", 3, 2), "picton": at("t1", 4, 0)}
    begun = combat("gallantry", blocks=blocks)
    chance = boxes(french=[WEARY, BLANK, BLANK], allied=[BLANK])
    played = play(begun, FRENCH, card("gallantry", FRENCH), chance=chance)
    assert played.lines(CombatEffectsSet, side_hit=ALLIED) == [(2, "COMBAT.3b"), (-1, "COMBAT.3c")]


def test_card_gallantry_takes_the_card_of_the_citadel():
    blocks = {"drouot": at("c1", 3, 2), "picton": at("c1", 4, 0)}
    begun = combat("gallantry", blocks=blocks, control={"c1": "anglo_dutch"})
    chance = boxes(french=[BLANK] * 3, allied=[BLANK])
    played = play(begun, FRENCH, card("gallantry", FRENCH), chance=chance)
    assert cards_of(played, ALLIED) == [(1, "COMBAT.1b"), (1, "COMBAT.1f"), (-1, "COMBAT.1i")]


def move_attack(cards):
    """Ney, a card's worth, moves from P1 to P2 and attacks Picton there."""
    blocks = {"ney": at("p1", 0, 3), "picton": at("p2", 4, 0)}
    begun = no_cards(play(field(blocks, hands=hands(*cards)), FRENCH, activate("p1", "ney")))
    flipped = play(begun, FRENCH, MOVE, chance=ScriptedChance(french=[value(3)]))
    arrived = play(no_cards(flipped), FRENCH, *march("p1", "p2"))
    return play(no_cards(arrived), FRENCH, ATTACK)


def test_card_rapid_deployment_lets_a_lone_corps_move_and_attack():
    begun = move_attack(("rapid_deployment", ""))
    chance = boxes(french=[BLANK], allied=[BLANK])
    played = play(begun, FRENCH, card("rapid_deployment", FRENCH), chance=chance)
    assert cards_of(played, FRENCH) == [(1, "COMBAT.1b")]
    assert no_cards(begun).the(CombatCalledOff), "without the card there is no attack"


def test_card_rapid_deployment_is_not_for_a_stack_that_has_not_moved():
    assert refusal("rapid_deployment", FRENCH) == barred("rapid_deployment")


def test_ruling_9_an_event_does_not_save_an_attack_from_the_check():
    begun = move_attack(("cavalry_charge", ""))
    played = play(begun, FRENCH, card("cavalry_charge", FRENCH))
    assert played.the(CombatCalledOff).total_at_check == 0
    assert played.the(EventApplied), "cards played stay played"
    assert played.block("ney").fatigue == 2, "1 of the march, 1 of the charge"


def test_card_red_line_is_worth_a_card():
    played = play(
        combat("", "red_line"),
        ALLIED,
        card("red_line", ALLIED),
        chance=boxes(french=[BLANK] * 3, allied=[BLANK] * 2),
    )
    assert cards_of(played, ALLIED) == [(1, "COMBAT.1b"), (1, "COMBAT.1i")]


def test_card_red_line_needs_a_red_coat_in_a_defence():
    assert refusal("red_line", ALLIED, attacker=ALLIED) == barred("red_line")
    others = {"drouot": at("ligny"), "perponcher": at("ligny")}
    assert refusal("red_line", ALLIED, blocks=others) == barred("red_line")


# -- cavalry charge --------------------------------------------------------------------------------


def test_card_cavalry_charge_at_4_fatigue_costs_a_card_as_well():
    blocks = {"ney": at("ligny", 0, 3, fatigue=4), "drouot": at("ligny"), "picton": at("ligny")}
    begun = combat("cavalry_charge", blocks=blocks)
    chance = boxes(french=[BLANK] * 4, allied=[BLANK])
    played = play(begun, FRENCH, card("cavalry_charge", FRENCH), chance=chance)
    assert [(e.corps, e.now) for e in played.events_of(FatigueAssigned)] == [("ney", 5)]
    assert cards_of(played, FRENCH) == [
        (2, "COMBAT.1b"),
        (1, "COMBAT.1b"),
        (-1, "COMBAT.1d"),
        (1, "COMBAT.1h"),
        (1, "COMBAT.1i"),
    ]


def test_card_cavalry_charge_tires_the_corps_that_its_owner_chooses():
    blocks = {**DROUOT_AND_PICTON, "ney": at("ligny"), "grouchy": at("ligny")}
    begun = combat("cavalry_charge", blocks=blocks)
    charging = play(begun, FRENCH, card("cavalry_charge", FRENCH))
    assert legal_orders(charging, FRENCH) == [fatigue(grouchy=1, ney=0), fatigue(grouchy=0, ney=1)]


def test_card_cavalry_charge_of_both_sides():
    blocks = {"ney": at("ligny", 0, 3), "uxbridge": at("ligny", 0, 4)}
    begun = combat("cavalry_charge", "cavalry_charge", blocks=blocks)
    answered = play(begun, FRENCH, card("cavalry_charge", FRENCH))
    chance = boxes(french=[BLANK] * 2, allied=[BLANK] * 2)
    played = play(answered, ALLIED, card("cavalry_charge", ALLIED), chance=chance)
    for side in (FRENCH, ALLIED):
        assert cards_of(played, side) == [(1, "COMBAT.1b"), (1, "COMBAT.1i")]


@pytest.mark.parametrize("seat", [FRENCH, ALLIED])
def test_card_cavalry_charge_needs_a_leader_of_cavalry(seat):
    assert refusal("cavalry_charge", seat, attacker=seat) == barred("cavalry_charge")


# -- squares ---------------------------------------------------------------------------------------


def squares(drouot, french=(BOTH, WEARY, BLANK), **given):
    """Picton forms squares against Drouot and is hit by these cards."""
    blocks = {"drouot": drouot, "picton": at("ligny", 4, 0)}
    begun = combat("", "squares", blocks=blocks, **given)
    order = card("squares", ALLIED)
    return play(begun, ALLIED, order, chance=boxes(french=french, allied=[BLANK]))


def test_card_squares_spare_fatigue_in_the_combat_but_not_in_the_pursuit():
    played = squares(at("ligny", 3, 2))
    assert played.lines(CombatEffectsSet, side_hit=ALLIED) == [(3, "COMBAT.3b"), (-2, "COMBAT.3e")]
    bled = play(played, ALLIED, losses(picton=(1, 0)))
    away = play(bled, ALLIED, *retreat("ligny", "marbais"), chance=boxes(french=[WEARY]))
    assert away.lines(FatigueIncurred) == [(2, "PURSUIT.3")]
    assert away.block("picton").fatigue == 3


def test_card_squares_not_below_nothing():
    played = squares(at("ligny", 3, 2), french=[BLANK] * 3)
    assert played.the(CombatEffectsSet, side_hit=ALLIED).fatigue == 0


def test_ruling_75_squares_against_a_stack_without_cavalry_are_spent():
    played = squares(at("ligny", 5, 0))
    assert played.the(EventWithoutEffect).event == "squares"
    assert played.lines(CombatEffectsSet, side_hit=ALLIED) == [(3, "COMBAT.3b")]
    assert not played.state.hands[ALLIED]


def test_ruling_75_the_offers_do_not_tell_of_enemy_cavalry():
    begun = [
        combat("", "squares", blocks={"drouot": drouot, "picton": at("ligny")})
        for drouot in (at("ligny", 3, 2), at("ligny", 5, 0))
    ]
    assert legal_orders(begun[0], ALLIED) == legal_orders(begun[1], ALLIED)
    assert card("squares", ALLIED) in legal_orders(begun[0], ALLIED)
