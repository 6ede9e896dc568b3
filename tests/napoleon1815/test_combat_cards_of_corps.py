"""Green cards of combat: the Guard, the battery, the march to the guns [chapter 14.4]."""

import pytest

from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.events.cards import DiceRolled
from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueAssigned,
    FatigueIncurred,
    FatigueSpread,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatDrawn,
    CombatEffectsSet,
    CombatWon,
    PursuitEnded,
    RetreatWaived,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import CombatJoined, SquaresFormed
from napoleon.rulesets.napoleon1815.events.fog import BlocksRevealed
from napoleon.rulesets.napoleon1815.events.movement import RetreatDirectionPenaltyTriggered
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from napoleon.rulesets.napoleon1815.orders import AgreeEvent
from tests.napoleon1815.battles import BLANK, BOTH, LOSS, TIRING, WEARY, boxes, field
from tests.napoleon1815.kit import ALLIED, FRENCH, at, fatigue, legal_orders, losses, play, retreat
from tests.napoleon1815.playing_cards import (
    DROUOT_AND_PICTON,
    NO_CARD,
    attacked,
    barred,
    card,
    cards_of,
    combat,
    hands,
    number,
    refusal,
    windows,
)
from tests.napoleon1815.scripted import ScriptedChance, face, value

# -- the Guard, Ney, the battery -------------------------------------------------------------------


def test_card_imperial_guard_beaten_tires_every_corps_before_the_retreat():
    blocks = {**DROUOT_AND_PICTON, "reille": at("ligny", 4, 0, fatigue=3), "hill": at("ligny")}
    begun = combat("imperial_guard", blocks=blocks)
    chance = boxes(french=[BLANK] * 5, allied=[BOTH, BLANK, BLANK])
    flipped = play(begun, FRENCH, card("imperial_guard", FRENCH), chance=chance)
    assert (1, "COMBAT.1i") in cards_of(flipped, FRENCH)
    tired = play(flipped, FRENCH, fatigue(drouot=1, reille=0))
    bled = play(tired, FRENCH, losses(drouot=(1, 0), reille=(0, 0)))
    assert bled.the(CombatWon).winner == ALLIED
    assert bled.lines(FatigueIncurred) == [(2, "CARD.imperial_guard")]
    assert [(e.corps, e.now) for e in bled.events_of(FatigueAssigned)] == [
        ("drouot", 2),
        ("reille", 4),
    ]
    assert bled.asked == [(FRENCH, "retreat")]


def test_card_imperial_guard_beaten_may_end_the_stack():
    blocks = {"drouot": at("ligny", 3, 2, fatigue=8), "picton": at("ligny", 4, 0)}
    begun = combat("imperial_guard", blocks=blocks)
    chance = boxes(french=[BLANK] * 3, allied=[LOSS])
    flipped = play(begun, FRENCH, card("imperial_guard", FRENCH), chance=chance)
    played = play(flipped, FRENCH, losses(drouot=(1, 0)))
    assert played.the(CorpsEliminated).corps == "drouot"
    assert played.the(RetreatWaived).clauses == ("RULING.48",)


def test_card_imperial_guard_costs_nothing_in_a_draw():
    begun = combat("imperial_guard")
    chance = boxes(french=[BLANK] * 4, allied=[BLANK])
    played = play(begun, FRENCH, card("imperial_guard", FRENCH), chance=chance)
    assert played.the(CombatDrawn)
    assert played.block("drouot").fatigue == 0


@pytest.mark.parametrize("event", ["imperial_guard", "red_headed_ney", "grand_battery"])
def test_cards_that_ask_for_french_corps(event):
    blocks = {"reille": at("ligny"), "picton": at("ligny")}
    assert refusal(event, FRENCH, blocks=blocks) == barred(event)


def battery(rear_guard="", **shown):
    """Drouot, Ney and Reille attack Picton in Ligny with a grand battery."""
    blocks = {**DROUOT_AND_PICTON, "ney": at("ligny", 0, 3, fatigue=4), "reille": at("ligny", 4, 0)}
    begun = combat("grand_battery", rear_guard, blocks=blocks)
    return play(begun, FRENCH, card("grand_battery", FRENCH), chance=boxes(**shown))


def test_card_grand_battery_tells_after_the_pursuit():
    played = battery(french=[LOSS, BLANK, BLANK, BLANK], allied=[BLANK])
    assert played.lines(FatigueIncurred) == [(3, "CARD.grand_battery")]
    assert [e.now for e in played.events_of(FatigueAssigned)] == [1, 5, 1]
    assert (-1, "COMBAT.1d") in cards_of(played, FRENCH), "Ney is tired now"
    bled = play(played, ALLIED, losses(picton=(1, 0)))
    away = play(bled, ALLIED, *retreat("ligny", "marbais"), chance=boxes(french=[BLANK]))
    assert away.the(PursuitEnded)
    assert away.asked == [(ALLIED, "allocate_losses")]
    over = play(away, ALLIED, losses(picton=(1, 0)))
    assert over.the(LossAssigned).reason == "event"
    assert over.track_moves() == [(-1, [(-1, "VICTORY.1")])]
    assert over.block("picton").strength == 2
    assert over.asked == [(ALLIED, "go")]


def test_card_grand_battery_tells_after_a_draw_and_names_no_winner():
    played = battery(french=[BLANK] * 4, allied=[BLANK])
    assert played.the(CombatDrawn)
    over = play(played, ALLIED, losses(picton=(1, 0)))
    assert over.block("picton").area == "ligny"
    assert not over.events_of(CombatWon)


def test_card_grand_battery_tells_of_nobody_who_is_no_more():
    blocks = {
        **DROUOT_AND_PICTON,
        "ney": at("ligny"),
        "reille": at("ligny"),
        "picton": at("ligny", 1, 0),
    }
    begun = combat("grand_battery", blocks=blocks)
    chance = boxes(french=[LOSS] + [BLANK] * 5, allied=[BLANK])
    played = play(begun, FRENCH, card("grand_battery", FRENCH), chance=chance)
    over = play(played, ALLIED, losses(picton=(1, 0)))
    assert over.track_moves() == [(-1, [(-1, "VICTORY.1")])]


def test_ruling_77_a_rear_guard_avoids_the_battery():
    played = play(battery("rear_guard"), ALLIED, card("rear_guard", ALLIED))
    away = play(played, ALLIED, *retreat("ligny", "marbais", "quatre_bras"))
    over = play(away, ALLIED, losses(picton=(1, 0)))
    assert over.block("picton").strength == 3
    assert over.asked == [(ALLIED, "go")]


# -- march to the guns -----------------------------------------------------------------------------


def test_card_march_to_the_guns_brings_a_corps_into_the_defence():
    blocks = {**DROUOT_AND_PICTON, "hill": at("marbais", 5, 0, ready=False)}
    begun = combat("", "march_to_the_guns", blocks=blocks)
    assert legal_orders(begun, ALLIED) == [card("march_to_the_guns", ALLIED, "hill"), NO_CARD]
    chance = boxes(french=[BLANK] * 3, allied=[BLANK] * 3)
    played = play(begun, ALLIED, card("march_to_the_guns", ALLIED, "hill"), chance=chance)
    joined = played.the(CombatJoined)
    assert (joined.side, joined.origin, joined.area) == (ALLIED, "marbais", "ligny")
    assert cards_of(played, ALLIED) == [(1, "COMBAT.1b"), (2, "COMBAT.1b")]
    assert not played.events_of(FatigueIncurred), "the move costs nothing"
    assert played.block("hill").area == "ligny"


def test_card_march_to_the_guns_of_the_attacker_makes_the_corps_spent():
    blocks = {**DROUOT_AND_PICTON, "reille": at("fleurus", 4, 0)}
    state = field(blocks, hands=hands("march_to_the_guns"), passed=[ALLIED])
    begun = attacked(state, FRENCH, "ligny", "drouot")
    chance = boxes(french=[BLANK] * 4, allied=[BLANK])
    played = play(begun, FRENCH, card("march_to_the_guns", FRENCH, "reille"), chance=chance)
    assert {e.block for e in played.events_of(BlockSpent)} == {"drouot", "picton", "reille"}


def test_card_march_to_the_guns_a_commander_may_come_and_is_not_left_alone():
    alone = {**DROUOT_AND_PICTON, "hill": at("marbais"), "wellington": at("marbais")}
    order = card("march_to_the_guns", ALLIED, "hill", "wellington")
    begun = combat("", "march_to_the_guns", blocks=alone)
    assert legal_orders(begun, ALLIED) == [order, NO_CARD]
    left = card("march_to_the_guns", ALLIED, "hill")
    assert play(begun, ALLIED, left).refused == barred("march_to_the_guns")
    chance = boxes(french=[BLANK] * 3, allied=[BLANK] * 4)
    assert (1, "COMBAT.1h") in cards_of(play(begun, ALLIED, order, chance=chance), ALLIED)
    in_company = combat("", "march_to_the_guns", blocks={**alone, "perponcher": at("marbais")})
    assert {left, order} <= set(legal_orders(in_company, ALLIED))


def test_retreatdir_3_march_to_the_guns_by_the_way_back_of_the_enemy():
    blocks = {**DROUOT_AND_PICTON, "hill": at("marbais", 5, 0)}
    markers = {"ligny": (FRENCH, "marbais")}
    begun = combat("", "march_to_the_guns", blocks=blocks, markers=markers)
    chance = boxes(french=[BLANK] * 3, allied=[BLANK] * 3)
    played = play(begun, ALLIED, card("march_to_the_guns", ALLIED, "hill"), chance=chance)
    assert played.the(RetreatDirectionPenaltyTriggered).area == "ligny"
    assert played.block("drouot").fatigue == 2


def test_card_march_to_the_guns_starts_in_a_free_area_one_road_away():
    blocks = {
        **DROUOT_AND_PICTON,
        "hill": at("marbais"),
        "reille": at("marbais"),
        "uxbridge": at("quatre_bras"),
    }
    state = field(blocks, hands=hands(allied="march_to_the_guns"))
    begun = attacked(state, FRENCH, "ligny", "drouot")
    assert legal_orders(begun, ALLIED) == [NO_CARD]


def test_ruling_47_the_other_army_may_march_to_the_guns():
    blocks = {**DROUOT_AND_PICTON, "pirch": at("marbais")}
    begun = combat("", "march_to_the_guns", blocks=blocks)
    assert card("march_to_the_guns", ALLIED, "pirch") in legal_orders(begun, ALLIED)


def test_ruling_79_nobody_marches_to_the_guns_in_a_general_advance():
    blocks = {**DROUOT_AND_PICTON, "reille": at("fleurus")}
    advance = {"lasting": {"general_advance": 48}}
    state = field(blocks, hands=hands("march_to_the_guns"), **advance)
    begun = attacked(state, FRENCH, "ligny", "drouot")
    refusal = play(begun, FRENCH, card("march_to_the_guns", FRENCH, "reille")).refused
    assert refusal == barred("march_to_the_guns")


# -- dice ------------------------------------------------------------------------------------------


def test_dice_3_ney_looks_at_a_card_where_combats_are_fought_with_dice():
    blocks = {"ney": at("ligny", 0, 3), "picton": at("ligny", 4, 0)}
    begun = combat("red_headed_ney", blocks=blocks, options={"resolver": "dice"})
    chance = ScriptedChance([value(4), face(0, 0), face(0, 0)], [face(0, 0)])
    played = play(begun, FRENCH, card("red_headed_ney", FRENCH), chance=chance)
    assert len(played.flipped("ney")) == 1
    assert len(played.the(DiceRolled, side=FRENCH).faces) == 2


# -- three players, fog of war ---------------------------------------------------------------------


def against_two(*held, **also):
    """Drouot attacks Picton in Ligny; of three players the Prussian holds these cards."""
    blocks = {**DROUOT_AND_PICTON, "pirch": at("jodoigne"), **also}
    prussian = [number(event, ALLIED) for event in held]
    state = field(
        blocks, hands={"prussian": prussian}, options={"players": 3}, leader="anglo_dutch"
    )
    return attacked(state, FRENCH, "ligny", "drouot")


def test_ac_19_the_prussian_does_not_bring_an_anglo_dutch_corps():
    begun = against_two("march_to_the_guns", hill=at("marbais"), ziethen=at("gembloux"))
    assert windows(begun) == [("prussian", "W.COMBAT")]
    refused = play(begun, "prussian", card("march_to_the_guns", ALLIED, "hill")).refused
    assert refused == ("PARTNERS_BLOCKS", "THREE.10")
    own = card("march_to_the_guns", ALLIED, "ziethen")
    assert legal_orders(begun, "prussian") == [own, NO_CARD]
    proposed = play(begun, "prussian", own)
    assert proposed.asked == [("anglo_dutch", "agree_event")]
    chance = boxes(french=[BLANK] * 3, allied=[BLANK] * 3)
    agreed = play(proposed, "anglo_dutch", AgreeEvent(True), chance=chance)
    assert agreed.the(CombatJoined).blocks == ("ziethen",)


@pytest.mark.parametrize("event", ["squares", "red_line", "rear_guard", "cavalry_charge"])
def test_ruling_80_a_card_for_the_stack_needs_a_corps_of_its_player(event):
    refused = play(against_two(event), "prussian", card(event, ALLIED)).refused
    assert refused == barred(event)


def in_squares(french, **corps):
    """The Prussian forms squares in a stack of both armies, which the French hit with these."""
    begun = against_two("squares", **corps)
    played = play(begun, "prussian", card("squares", ALLIED))
    chance = boxes(french=french, allied=[BLANK] * 2)
    return play(played, "anglo_dutch", AgreeEvent(True), chance=chance)


def test_ruling_80_squares_shield_the_corps_of_who_played_them():
    agreed = in_squares([WEARY, WEARY, BLANK], steinmetz=at("ligny"))
    assert agreed.the(SquaresFormed).corps == ("steinmetz",)
    assert agreed.the(CombatEffectsSet, side_hit=ALLIED).fatigue == 4, "on the whole stack"
    spread = agreed.the(FatigueSpread)
    assert "RULING.80" in spread.clauses
    assert [agreed.block(it).fatigue for it in ("picton", "steinmetz")] == [2, 0]


def test_ruling_80_squares_spare_no_more_than_falls_on_their_corps():
    agreed = in_squares([TIRING, BLANK, BLANK], steinmetz=at("ligny"))
    assert agreed.asked == [("anglo_dutch", "allocate_fatigue")], "the leader spreads it all"
    over = play(agreed, "anglo_dutch", fatigue(picton=0, steinmetz=1))
    assert over.block("steinmetz").fatigue == over.block("picton").fatigue == 0
    over = play(agreed, "anglo_dutch", fatigue(picton=1, steinmetz=0))
    assert over.block("picton").fatigue == 1


def test_ruling_80_either_partner_may_play_against_the_french():
    assert card("ambush", ALLIED) in legal_orders(against_two("ambush"), "prussian")


def test_fog_3_who_marches_to_the_guns_is_revealed():
    blocks = {**DROUOT_AND_PICTON, "hill": at("marbais"), "perponcher": at("marbais")}
    begun = combat(allied="march_to_the_guns", blocks=blocks, options={"rules": "grognard"})
    token = begun.block("hill").token
    chance = boxes(french=[BLANK] * 3, allied=[BLANK] * 3)
    played = play(begun, ALLIED, card("march_to_the_guns", ALLIED, "hill"), chance=chance)
    joined = played.the(CombatJoined)
    assert redacted(joined, Viewer(FRENCH))["data"]["blocks"] is None
    assert joined.tokens and token not in joined.tokens, "it has left another block behind"
    assert played.the(BlocksRevealed).blocks == {joined.tokens[0]: "hill"}
