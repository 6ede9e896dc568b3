"""Which test holds each ruling of our own: it would fail if the ruling were turned round.

Those of the digest, R-01 to R-134, are held by its worked cases and by the second reading.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from napoleon.rulesets.napoleonic_wars.clauses import CLAUSES

HERE = Path(__file__).parent
FOUND = {
    name
    for file in HERE.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", file.read_text("utf-8"), re.MULTILINE)
}
FIRST = 135
"""The first ruling that is not the digest's."""

HELD_BY = """
R-135 test_it_sets_what_it_names_and_not_twice
     test_pieces_are_not_set_while_a_force_marches
R-136 test_an_order_in_advance_rolls_only_if_it_says_so
R-137 test_evasions_have_the_same_spaces_and_modifiers
     test_an_evasion_into_an_enemy_space_costs_once
R-138 test_case_138_evasion_out_of_an_enemy_fortress_space
R-139 test_case_142_the_first_in_order_counts_and_the_window_is_put_once_more
     test_case_34_a_card_marked_plus_is_captured_and_another_may_be_played
R-140 test_disrupted_strength_points_are_removed_first_in_a_later_round
R-141 test_an_army_that_is_gone_takes_no_fortress
R-142 test_hits_are_spread_over_nations_and_the_commander_gives_the_odd_one
R-143 test_an_overrun_in_a_fortress_space_ends_the_march_and_allows_a_siege
R-144 test_the_besieger_may_give_up_and_what_stood_beside_the_army_may_move
R-145 test_a_card_hits_a_commander
R-146 test_the_flag_is_the_commanders_nation_or_that_of_most_strength_points
R-147 test_nobody_flags_what_is_associated_with_an_ally
R-148 test_case_111_what_is_needed
R-149 test_a_proxy_in_pact_becomes_neutral_with_its_power_and_the_pact_stands
R-150 test_when_france_is_conquered_the_game_ends_without_a_peace_roll
     test_case_118_the_submission_of_france_ends_the_game_at_once
R-151 test_case_116_austria_is_asked_and_offers_terms_that_are_secret_until_sent
     test_a_flag_in_an_associated_duchy_may_be_asked_back
R-152 test_a_power_deploys_one_more_army_at_a_cp_for_each_unit
R-153 test_nobody_deploys_into_a_besieged_fortress
R-154 test_hard_winter_asks_nobody_for_a_neutral
R-155 test_hofkriegsrat_gathers_on_the_way_and_does_not_fight_then
R-156 test_forced_march_moves_one_army_alone
R-157 test_a_neutral_without_a_capital_produces_in_the_nearest_home_duchy
R-158 test_heavy_rains_call_a_battle_off_and_who_has_come_goes_back
R-159 test_nobody_bids_more_than_the_camp_has
     test_equal_bids_are_made_again_and_the_higher_one_gives_up_strength
R-160 test_who_resigns_has_lost_however_the_points_stand
     test_an_offer_to_end_the_game_stands_until_somebody_plays_on
R-161 test_case_100_each_fleet_pays_and_fights_as_the_top_squadron_where_that_is_lower
R-162 test_an_enemy_port_without_ships_and_a_neutral_one_are_not_entered
R-163 test_case_99_who_loses_a_port_is_driven_to_sea_and_sought
     test_a_fleet_driven_out_of_a_port_of_two_zones_goes_where_it_is_free
R-164 test_a_squadron_in_port_preys_on_trade_before_one_at_sea
R-165 test_dice_decide_who_plays_what_before_anything_else
R-166 test_talk_is_public_and_letters_are_an_option
R-167 test_the_others_play_on_and_nobody_commands_what_was_left
     test_who_leaves_in_the_middle_of_something_is_answered_for
     test_the_last_one_who_stays_has_won
R-168 test_who_stands_among_new_enemies_itself_is_attacked_unless_it_evades
     test_what_follows_when_a_member_changes_camp
R-169 test_a_member_may_ask_to_change_camp_and_case_63_its_player_leaves_nobody_behind
     test_a_member_does_not_change_to_a_camp_without_players
R-170 test_a_silent_seat_plays_its_cheapest_card_and_a_game_of_silent_seats_ends
R-171 test_a_fortress_that_enemies_besiege_takes_in_no_convoy
R-172 test_stacks_in_one_battle_have_each_the_dice_of_their_own_top_squadron
R-173 test_a_fleet_whose_port_is_friendly_no_more_goes_to_the_nearest_one
R-174 test_several_stacks_seek_one_after_the_other
R-175 test_squadrons_that_are_built_do_not_fight_for_their_port
R-176 test_a_convoy_goes_by_a_port_of_two_zones_past_an_enemy_strait
R-177 test_a_neutral_power_may_attack_a_neutral_minor_and_stay_out_of_both_camps
     test_talleyrand_brings_nobody_into_a_war_before_grace_is_over
R-178 test_war_on_a_neutral_player_power_is_one_of_all_its_camp
     test_an_ally_whose_seat_commands_the_victim_stands_against_it
R-179 test_a_power_changes_camp_in_its_impulse_for_seven_cp_and_asks_once
R-180 test_the_northern_league_restores_denmark_alone
     test_bread_and_gold_may_fail_and_the_window_is_put_once_more
     test_others_may_restore_it_by_an_event_alone_and_who_broke_it_is_not_asked
R-181 test_when_its_war_is_over_a_proxy_is_neutral_again_with_cards_that_nobody_has_seen
R-182 test_who_has_conquered_it_passes_a_minor_and_attacks_it_by_an_order_of_its_own
     test_a_minor_in_pact_with_a_neutral_power_is_not_invaded
R-183 test_who_stands_among_new_enemies_itself_is_attacked_unless_it_evades
     test_heavy_rains_do_not_part_new_enemies
R-184 test_of_two_zones_squadrons_take_that_without_enemies
R-185 test_nobody_but_its_caretaker_brings_a_victim_into_their_pact
     test_case_144_a_victim_becomes_a_client_of_others_than_its_enemies
R-186 test_a_convoy_invades_a_neutral_minor
     test_ships_of_a_neutral_and_of_its_protector_keep_a_landing_out
R-187 test_a_regrouped_squadron_comes_to_a_home_port
R-188 test_a_fleet_that_has_fled_into_the_port_of_a_strait_stays_there
R-189 test_a_victim_whose_caretaker_has_left_gets_another_and_new_cards
     test_nobody_who_has_left_becomes_a_caretaker_nor_gets_one_for_their_powers
R-190 test_nobody_pushes_a_consul_off_the_row_of_a_power_in_their_pact
R-191 test_resources_of_prussia_in_pact_give_no_points
R-192 test_a_consul_is_turned_back_on_a_row_of_the_players_other_power
R-193 test_of_equal_invaders_the_first_on_the_track_is_asked
R-194 test_nothing_is_ceded_that_is_associated_with_an_ally
     test_what_is_ceded_to_its_first_owner_bears_no_flag
     test_a_ceded_duchy_is_not_given_to_an_ally_of_who_is_associated_with_it
R-195 test_nobody_else_stays_in_the_country_of_a_nation_that_becomes_neutral
     test_others_leave_the_country_of_a_proxy_in_pact_and_their_flags_stay
R-196 test_what_a_proxy_in_pact_has_in_the_country_of_its_power_stays
R-197 test_without_a_conqueror_passage_and_consul_are_as_they_were
     test_france_that_cannot_meet_a_demand_ends_the_game
R-198 test_for_a_proxy_that_nobody_commands_the_conqueror_picks_alone
R-199 test_powers_are_asked_from_the_next_on_and_the_active_one_last
     test_nobody_is_asked_after_a_pass
R-200 test_passage_is_that_of_the_camp_of_the_conqueror
R-201 test_a_nation_that_can_build_nothing_submits_unasked
R-202 test_for_a_card_a_power_that_has_submitted_is_a_conquered_one
R-203 test_a_fleet_lies_by_itself_as_an_alliance_ends
R-204 test_an_ally_at_peace_with_the_interceptor_stays_out_of_the_battle
"""

RULINGS = {
    ruling: names.split() for ruling, names in re.findall(r"(R-\d+)((?:\s+test_\w+)+)", HELD_BY)
}


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_ruling_has_a_text_and_tests(ruling: str) -> None:
    assert ruling in CLAUSES
    assert {*RULINGS[ruling]} <= FOUND


def test_every_ruling_of_our_own_is_held() -> None:
    own = {it for it in CLAUSES if re.fullmatch(r"R-\d+", it) and int(it[2:]) >= FIRST}
    told = (HERE.parents[1] / "docs" / "rulings.md").read_text("utf-8")
    assert own == RULINGS.keys()
    assert all(f"| {it} |" in told for it in own)
