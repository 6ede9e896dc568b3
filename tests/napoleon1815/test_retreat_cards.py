"""Each green card of retreat and pursuit: what it asks for and what it does [chapter 14.5]."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import FatigueAssigned, FatigueIncurred
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatDrawn,
    PursuitSkipped,
    PursuitStarted,
    RetreatEnded,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import RetreatExtended
from napoleon.rulesets.napoleon1815.events.movement import RetreatMarkerPlaced
from tests.napoleon1815.battles import BLANK, LOSS, TIRING, boxes, field
from tests.napoleon1815.kit import ALLIED, FRENCH, at, legal_orders, losses, play, retreat
from tests.napoleon1815.playing_cards import (
    NO_CARD,
    attacked,
    barred,
    card,
    hands,
    no_cards,
    windows,
)

# -- no pursuit ------------------------------------------------------------------------------------


def french_defeat(french="", allied="", area="ligny", cavalry=1, **given):
    """Uxbridge and Hill beat Reille by one; the Allies have more cavalry than he."""
    blocks = {
        "uxbridge": at(area, 0, 4),
        "hill": at(area, 4, 0),
        "reille": at(area, 5 - cavalry, cavalry),
        **given.pop("also", {}),
    }
    state = field(blocks, hands=hands(french, allied), to_go=ALLIED, **given)
    begun = attacked(state, ALLIED, area, "hill", "uxbridge")
    flipped = no_cards(begun, french=[BLANK] * 2, allied=[LOSS, BLANK])
    return play(flipped, FRENCH, losses(reille=(1, 0)))


@pytest.mark.parametrize("event", ["cambronne", "orderly_retreat"])
def test_card_that_forbids_the_pursuit(event):
    beaten = french_defeat(event)
    assert windows(beaten) == [(FRENCH, "W.RETREAT")], "before the path is chosen"
    covered = play(beaten, FRENCH, card(event, FRENCH))
    over = play(covered, FRENCH, *retreat("ligny", "fleurus"))
    assert over.the(PursuitSkipped).clauses == (f"CARD.{event}",)
    assert not over.events_of(PursuitStarted)


def test_without_a_card_the_beaten_are_pursued():
    beaten = play(french_defeat("cambronne"), FRENCH, NO_CARD)
    chance = boxes(allied=[BLANK] * 2)
    assert play(beaten, FRENCH, *retreat("ligny", "fleurus"), chance=chance).the(PursuitStarted)


def test_card_orderly_retreat_needs_cavalry_in_the_retreating_stack():
    beaten = french_defeat("orderly_retreat", cavalry=0)
    assert legal_orders(beaten, FRENCH) == [NO_CARD]
    refused = play(beaten, FRENCH, card("orderly_retreat", FRENCH)).refused
    assert refused == barred("orderly_retreat")


def test_card_orderly_retreat_of_the_allies():
    blocks = {"drouot": at("ligny", 3, 2), "perponcher": at("ligny", 2, 1)}
    begun = attacked(
        field(blocks, hands=hands(allied="orderly_retreat")), FRENCH, "ligny", "drouot"
    )
    flipped = no_cards(begun, french=[LOSS, BLANK, BLANK], allied=[BLANK])
    beaten = play(flipped, ALLIED, losses(perponcher=(1, 0)))
    covered = play(beaten, ALLIED, card("orderly_retreat", ALLIED))
    over = play(covered, ALLIED, *retreat("ligny", "marbais"))
    assert over.the(PursuitSkipped).clauses == ("CARD.orderly_retreat",)


def test_cards_9_a_card_of_the_combat_leaves_none_for_the_retreat():
    blocks = {"reille": at("ligny"), "drouot": at("ligny"), "uxbridge": at("ligny", 0, 4)}
    state = field(blocks, hands=hands("imperial_guard cambronne"), to_go=ALLIED)
    begun = attacked(state, ALLIED, "ligny", "uxbridge")
    chance = boxes(french=[BLANK] * 4 + [TIRING] * 2, allied=[LOSS])
    flipped = play(begun, FRENCH, card("imperial_guard", FRENCH), chance=chance)
    beaten = play(flipped, FRENCH, losses(drouot=(0, 0), reille=(1, 0)))
    assert beaten.asked == [(FRENCH, "retreat")]
    refused = play(beaten, FRENCH, card("cambronne", FRENCH)).refused
    assert refused == ("GREEN_CARD_USED", "CARDS.9")


def test_windows_of_the_retreat_stay_shut_in_a_draw():
    blocks = {"reille": at("ligny", 4, 0), "uxbridge": at("ligny", 0, 4)}
    state = field(blocks, hands=hands("cambronne", "panic"), to_go=ALLIED)
    over = no_cards(attacked(state, ALLIED, "ligny", "uxbridge"), french=[BLANK], allied=[BLANK])
    assert over.the(CombatDrawn)
    assert over.asked == [(FRENCH, "go")]


def test_windows_of_the_retreat_are_for_the_side_that_may_use_them():
    given = {"french": "cambronne", "allied": "orderly_retreat panic"}
    beaten = french_defeat(**given)
    assert windows(beaten) == [(FRENCH, "W.RETREAT")]
    away = play(play(beaten, FRENCH, NO_CARD), FRENCH, *retreat("ligny", "fleurus"))
    assert windows(away) == [(ALLIED, "W.RETREATED")], "after the retreat, before the pursuit"
    refused = play(away, ALLIED, card("orderly_retreat", ALLIED)).refused
    assert refused == ("WRONG_WINDOW", "CARDS.4")


# -- panic -----------------------------------------------------------------------------------------


def panic(*path, **given):
    """Beaten Reille retreats along this path, and the Allies spread panic."""
    beaten = french_defeat(allied="panic", **given)
    away = play(beaten, FRENCH, *retreat(*path))
    assert windows(away) == [(ALLIED, "W.RETREATED")]
    return play(away, ALLIED, card("panic", ALLIED))


def test_card_panic_costs_a_road_and_2_fatigue():
    played = panic("ligny", "fleurus")
    assert played.the(RetreatExtended).roads == 1
    assert played.asked == [(FRENCH, "retreat")]
    assert set(legal_orders(played, FRENCH)) == {
        *retreat("fleurus", "beaumont"),
        *retreat("fleurus", "p1"),
    }
    chance = boxes(allied=[BLANK] * 2)
    over = play(played, FRENCH, *retreat("fleurus", "beaumont"), chance=chance)
    assert over.lines(FatigueIncurred, reason="retreat") == [(2, "CARD.panic")]
    assert over.block("reille").fatigue == 2
    assert over.the(PursuitStarted).side == ALLIED


def test_card_panic_back_to_the_battle_is_no_way():
    played = panic("ligny", "fleurus")
    refused = play(played, FRENCH, *retreat("fleurus", "ligny")).refused
    assert refused == ("ROAD_REUSED", "RETREAT.5")


def test_card_panic_is_spread_evenly_by_the_french():
    also = {"lobau": at("ligny", 3, 0)}
    blocks = {"uxbridge": at("ligny", 0, 4), "hill": at("ligny", 4, 0), "reille": at("ligny", 4, 1)}
    state = field({**blocks, **also}, hands=hands(allied="panic"), to_go=ALLIED)
    begun = attacked(state, ALLIED, "ligny", "hill", "uxbridge")
    flipped = no_cards(begun, french=[BLANK] * 3, allied=[LOSS, BLANK])
    beaten = play(flipped, FRENCH, losses(lobau=(0, 0), reille=(1, 0)))
    away = play(beaten, FRENCH, *retreat("ligny", "fleurus"))
    panicked = play(away, ALLIED, card("panic", ALLIED))
    chance = boxes(allied=[BLANK] * 2)
    over = play(panicked, FRENCH, *retreat("fleurus", "beaumont"), chance=chance)
    assert {(e.corps, e.points) for e in over.events_of(FatigueAssigned)} == {
        ("lobau", 1),
        ("reille", 1),
    }


def test_ruling_78_panic_drives_a_stack_on_that_had_to_stop():
    also = {"gerard": at("fleurus")}
    played = panic("ligny", "fleurus", also=also)
    chance = boxes(allied=[BLANK] * 2)
    over = play(played, FRENCH, *retreat("fleurus", "beaumont"), chance=chance)
    assert over.block("reille").area == "beaumont"
    assert over.block("gerard").area == "fleurus"


def test_ruling_78_panic_into_the_enemy():
    also = {"picton": at("beaumont"), "orange": at("alost")}
    played = panic("ligny", "fleurus", also=also)
    chance = boxes(allied=[BLANK] * 2)
    over = play(played, FRENCH, *retreat("fleurus", "beaumont"), chance=chance)
    assert over.lines(FatigueIncurred, reason="retreat") == [(2, "CARD.panic"), (2, "RETREAT.6")]
    assert over.the(RetreatMarkerPlaced).area == "beaumont"


def test_ruling_78_panic_carries_nobody_through_an_area_where_enemies_stand():
    also = {"picton": at("fleurus"), "gerard": at("fleurus")}
    beaten = french_defeat(allied="panic", also=also, markers={"fleurus": (ALLIED, "p1")})
    away = play(beaten, FRENCH, *retreat("ligny", "fleurus"))
    chance = boxes(allied=[BLANK] * 2)
    over = play(away, ALLIED, card("panic", ALLIED), chance=chance)
    assert not over.events_of(StackRetreated)
    assert over.block("reille").area == "fleurus"
    ended = over.the(RetreatEnded)
    assert (ended.reason, ended.clauses) == ("enemy stack", ("RETREAT.6", "RULING.78"))
    assert over.lines(FatigueIncurred, reason="retreat") == [(2, "CARD.panic")]
    refused = play(over, FRENCH, *retreat("fleurus", "beaumont")).refused
    assert refused == ("MUST_STOP", "RETREAT.6")


def test_ruling_22_panic_without_a_way_only_tires():
    played = french_defeat(allied="panic", area="p4", markers={"p4": (FRENCH, "c1")})
    assert [e.area for e in played.events_of(StackRetreated)] == ["c1"], "into a dead end"
    chance = boxes(allied=[BLANK] * 2)
    panicked = play(played, ALLIED, card("panic", ALLIED), chance=chance)
    assert panicked.the(RetreatEnded).clauses == ("RETREAT.12", "RULING.22")
    assert panicked.lines(FatigueIncurred, reason="retreat") == [(2, "CARD.panic")]


def test_card_panic_is_not_for_a_retreat_of_the_allies():
    blocks = {"drouot": at("ligny", 3, 2), "picton": at("ligny", 4, 0)}
    state = field(blocks, hands=hands(allied="panic"))
    flipped = no_cards(
        attacked(state, FRENCH, "ligny", "drouot"), french=[LOSS, BLANK, BLANK], allied=[BLANK]
    )
    beaten = no_cards(play(flipped, ALLIED, losses(picton=(1, 0))))
    chance = boxes(french=[BLANK])
    away = play(beaten, ALLIED, *retreat("ligny", "marbais"), chance=chance)
    assert away.the(PursuitStarted), "no window opens in between"
