"""Which test holds each ruling: it would fail if the ruling were turned round."""

import re
from pathlib import Path

import pytest

from napoleon.rulesets.napoleon_columbia.clauses import CLAUSES

HERE = Path(__file__).parent
FOUND = {
    name
    for file in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
}
IN_TABLES = "\n".join(file.read_text("utf-8") for file in HERE.glob("test_refusals*.py"))

HELD_BY = """
N-01 test_n_01_everything_that_is_wrong_is_told_at_once
N-02 test_case_07_eight_units_march_to_a_town_that_is_empty
N-03 test_n_03_six_units_of_brussels_wait_for_their_owner UNITS_UNPLACED
N-04 test_n_04_a_group_is_who_stood_together_at_the_start
N-05 test_n_05_and_n_64_a_fourth_battle_has_a_board_and_no_terrain
N-06 test_n_06_two_armies_of_one_town_attack_together
     test_case_67_a_joint_attack_takes_the_direct_roads
N-07 test_n_07_both_directions_fill_a_road
N-08 test_n_08_a_river_matters_on_the_last_section_only
N-09 test_n_09_who_was_forced_retreats_and_reinforces
N-10 test_case_17_a_forced_unit_dies_after_all_marches_and_before_the_fight
N-11 test_case_18_no_attack_and_no_forced_march_at_night
N-12 test_case_48_battles_go_round_in_the_order_of_the_attacker
N-13 test_n_13_the_attackers_left_faces_lane_a
N-14 test_n_14_cavalry_in_woods_fires_at_one WOODS
N-15 test_n_15_surplus_hits_of_cavalry_pass_the_farm_by
N-16 test_n_16_a_retreat_from_beyond_the_stream_does_not_cross_it
N-17 test_n_17_a_swap_costs_nothing_and_both_act test_n_17_taking_an_empty_farm_costs_a_move
N-18 test_case_43_a_second_woods_stays_vacant_for_want_of_infantry
N-19 test_n_19_and_n_59_open_positions_are_shown_after_the_attackers_deployment
N-20 test_n_20_a_leader_does_not_bring_two_armies_together
N-21 test_case_24_square_and_leader_add_up WITHDRAWAL_PENDING
N-22 test_n_22_an_engaged_unit_goes_back_only_if_the_founder_wants_it_so
     test_n_22_an_engaged_unit_goes_in_any_direction_but_diagonally_and_among_enemies
N-23 test_n_23_cavalry_that_is_engaged_does_not_charge test_n_23_a_charge_is_lost_by_going_back
N-24 test_n_24_first_fire_is_once_in_each_engagement
N-25 test_n_25_reinforcing_and_retreating_have_allowances_of_their_own
N-26 test_case_25_hits_fall_on_the_strongest_again_and_again
N-27 test_n_27_horse_artillery_at_a_square
N-28 test_n_28_shelter_costs_a_move_and_a_broken_square_frees_for_nothing
N-29 test_n_29_a_lone_minor_road_costs_a_unit test_case_30_two_defenders_against_six
N-30 test_n_30_the_road_from_quatre_bras_to_ligny_is_major
N-31 test_case_32_two_idle_combat_turns_end_the_attack
N-32 test_case_45_the_defender_goes_anywhere_else
N-33 DISRUPTED
N-34 test_case_34_the_last_defender_of_a_position_falls_and_all_are_routed
N-35 test_case_53_what_a_rout_costs
N-36 test_n_36_who_holds_a_town_after_a_defence_regroups_too NOT_FRIENDLY_TOWN
N-37 test_case_57_a_leader_alone_checks_with_their_own_bonus
N-38 test_n_38_and_n_66_an_army_loses_what_it_has_with_its_leader
N-39 test_case_60_the_defeat_of_the_french_comes_before_that_of_one_ally
N-40 test_n_40_the_anglo_dutch_decide_where_both_have_as_many
     test_a_partner_sees_no_more_than_an_enemy
N-41 test_case_73_bids_rise_and_name_either_side LAST_STEP
N-42 test_n_42_a_square_leaves_in_a_rout SQUARE_FIXED
N-43 test_n_43_a_forced_march_is_checked_as_a_block
N-44 test_n_44_who_is_eliminated_is_known_to_all
     test_n_44_shown_blocks_stand_up_at_the_end_of_a_battle
N-45 test_n_45_a_battle_ends_when_a_side_has_left
N-46 test_n_46_firepower_is_five_at_most
N-47 test_n_47_whoever_is_engaged_in_woods_lies_open
     test_n_47_who_leaves_the_reserve_is_shown_but_for_the_option
N-48 test_case_07_four_units_attack_across_a_river_and_one_defender_is_skirmished_with
N-49 test_case_47_a_battle_stays_one_when_a_defender_is_eliminated
N-50 test_case_50_nobody_retreats_to_a_town_that_is_fought_over
N-51 test_case_51_who_regroups_into_a_battle_uses_its_road
N-52 test_case_58_a_leader_fires_one_die_when_engaged
N-53 test_n_53_a_leader_stands_up_when_the_checks_are_done
N-54 test_n_54_the_anglo_dutch_march_first test_n_54_a_tie_of_two_armies_is_for_who_decides
N-55 POSITION_MUST_BE_FILLED
N-56 test_n_56_a_march_is_over_when_another_unit_moves
N-57 test_n_57_placed_blocks_are_seen_upright test_n_57_the_french_begin_after_the_allies
N-58 test_n_58_whoever_leaves_others_is_not_known
     test_case_62_a_block_alone_in_its_town_keeps_its_token
N-59 test_n_59_and_n_68_deployment_shows_blocks_and_that_one_holds_the_farm
N-60 test_case_43_a_second_woods_stays_vacant_for_want_of_infantry
N-61 test_n_61_first_all_losses_then_the_retreats
N-62 test_n_62_what_is_no_idling
N-63 test_n_63_the_bid_says_who_plays_which_side NO_BIDDING_FOR_THREE
N-64 test_n_05_and_n_64_a_fourth_battle_has_a_board_and_no_terrain
N-65 test_case_75_fire_that_can_do_nothing_is_idle
N-66 test_n_38_and_n_66_an_army_loses_what_it_has_with_its_leader
N-67 test_n_67_a_defeated_army_leaves_and_is_asked_nothing_more
N-68 test_n_59_and_n_68_deployment_shows_blocks_and_that_one_holds_the_farm
N-69 test_n_69_the_cards_place_all_or_none test_n_69_the_scenario_uses_them_for_everybody
N-70 test_n_70_a_bid_of_everything_ends_the_bidding NO_BID_YET
N-71 test_n_71_who_has_more_units_in_all_towns_orders_the_battles
N-72 test_n_72_the_allies_choose_skirmishers_in_turn
N-73 test_n_73_a_hit_among_hidden_blocks_goes_to_who_decides
N-74 test_n_74_a_side_has_lost_when_all_its_players_gave_up
N-75 test_n_75_who_is_silent_for_too_long_loses_to_the_other_side
N-76 test_n_76_a_leader_who_dies_has_helped_all_whatever_the_order
N-77 test_n_77_the_question_is_put_wherever_the_leader_is
N-78 test_n_78_who_shelters_is_lost_with_a_square_in_a_rout
N-79 test_case_64_twins_under_fire_while_all_is_hidden
N-80 test_nobody_is_routed_by_a_correction
N-81 test_n_81_a_shaken_unit_whose_enemies_are_gone_goes_to_its_reserve
     test_n_81_who_finds_enemies_in_the_way_stays
N-82 test_n_82_marches_deal_no_tokens_but_before_and_after_them
N-83 test_n_83_the_last_who_leaves_a_position_forwards_is_routed
N-84 test_n_84_a_square_is_formed_in_the_reserve_too
     test_n_84_the_referee_sets_squares_where_players_form_them
"""
"""By ruling, tests, and codes of refusals that the tables give."""

TABLE = {
    ruling: tests.split()
    for ruling, tests in re.findall(r"^(N-\d+) ((?:.|\n )+)", HELD_BY, re.MULTILINE)
}


def test_every_ruling_up_to_here_is_held():
    assert list(TABLE) == [f"N-{number:02}" for number in range(1, len(TABLE) + 1)]
    assert set(TABLE) <= set(CLAUSES)


@pytest.mark.parametrize("ruling", TABLE)
def test_its_tests_are_there(ruling):
    assert TABLE[ruling]
    for name in TABLE[ruling]:
        if name.startswith("test_"):
            assert name in FOUND
        else:
            assert f'"{name} ' in IN_TABLES or name == "NO_BIDDING_FOR_THREE"
