"""Which test holds each ruling of our own: it would fail if the ruling were turned round.

The rulings of the digest, G-01 to G-63, are held by its acceptance cases and the second reading.
"""

import re
from pathlib import Path

import pytest

from napoleon.rulesets.eagles_waterloo.clauses import CLAUSES

HERE = Path(__file__).parent
OF_ALL_GAMES = HERE.parent / "rulesets"
FOUND = {
    name
    for file in (*HERE.glob("test_*.py"), OF_ALL_GAMES / "test_standing_orders.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
}
FIRST = 64
"""The first ruling that is not the digest's."""

HELD_BY = """
G-64 test_g_64_a_card_face_down_counts_as_a_unit_without_a_hit
G-65 test_g_65_a_shot_is_refused_by_what_lies_open
G-66 test_g_66_whoever_came_last_finds_no_room_by_rules_1_0
G-67 test_case_63_hougoumont_is_occupied_by_the_enemy
     test_case_26_its_new_holder_chooses_who_goes_in
G-68 test_g_68_half_of_a_small_army_is_enough
G-69 test_g_69_armies_of_the_campaign_are_not_chosen
G-70 test_g_70_whoever_is_silent_loses
G-71 test_g_71_specials_come_before_the_generals test_g_71_generals_alone_are_checked_at_once
G-72 test_case_68_the_other_side_is_asked_once_and_night_falls
G-73 test_case_33_a_rallied_card_waits_as_well
G-74 test_g_74_the_winner_checks_no_hits
G-75 test_g_75_after_a_drawn_battle_the_french_retreat
G-76 test_g_76_a_hit_on_a_general_is_a_hit
G-77 test_g_77_terrain_that_falls_shows_who_takes_it
     test_g_77_whoever_moves_onto_it_captures_it
G-78 test_a_decoy_looks_like_any_card_that_moves_up
G-79 test_g_79_fervour_is_played_on_the_position_of_the_card
G-80 test_g_80_cavalry_takes_its_stand_by_its_second_move
G-81 test_g_81_a_chief_of_staff_is_no_decoy test_g_81_a_special_that_is_shown_goes_back
G-82 test_an_offer_to_end_the_game_is_not_turned_down_by_an_answer
G-83 test_from_field_to_field_they_ride_between_the_reserves_of_a_side test_the_other_side_captures
G-84 test_nothing_that_the_rules_would_act_on_at_once test_layouts_under_seal_are_not_touched
G-85 test_g_85_generals_of_both_sides_are_not_alone_together
G-86 test_g_86_en_avant_moves_who_has_moved_and_none_who_has_fired
G-87 test_g_87_a_chief_of_staff_on_the_field_goes_back
G-88 test_g_88_the_guard_spares_its_general
G-89 test_g_89_of_a_deck_of_two_nations_the_backs_come_first
G-90 test_g_90_a_random_muster_has_a_unit_for_each_position
G-91 test_g_91_nobody_enters_where_nobody_can_leave
     test_the_end_of_the_phase_is_reachable_from_everywhere
G-92 test_g_92_a_second_general_needs_one_who_leaves
G-93 test_g_93_prussian_decoys_keep_to_their_lane
G-94 test_g_94_a_drawn_last_battle_is_told_as_drawn
G-95 test_g_95_steadfast_does_not_count_in_the_retreat_from_combat
     test_g_95_it_counts_in_a_retreat_of_the_same_phase
G-96 test_g_96_a_withdrawn_special_is_not_played_at_once
G-97 test_g_97_ney_passes_his_die_and_does_not_die_alone
G-98 test_g_98_the_winner_is_not_asked_for_captors
G-99 test_g_99_any_unit_takes_an_empty_hill
G-100 test_g_100_a_1_finds_a_general_who_lies_face_down
 test_g_100_of_two_generals_who_were_found_one_supports
G-101 test_g_101_blown_cavalry_left_alone_stays_blown
G-102 test_g_102_losses_are_the_cards_that_have_not_come_back
G-103 test_g_103_only_a_prussian_card_could_be_played_before_a_combat
 test_g_103_a_turn_ends_by_itself_where_no_card_could_be_played
"""

TABLE = {
    ruling: tests.split()
    for ruling, tests in re.findall(r"^(G-\d+) ((?:.|\n )+)", HELD_BY, re.MULTILINE)
}


def test_every_ruling_is_held():
    rulings = [it for it in CLAUSES if it.startswith("G-") and int(it[2:]) >= FIRST]
    assert list(TABLE) == rulings


@pytest.mark.parametrize("ruling", TABLE)
def test_its_tests_are_there(ruling):
    assert TABLE[ruling]
    assert set(TABLE[ruling]) <= FOUND
