"""Every code of the table of commands is seen, and every verb is refused somewhere [chapter b].

That every refusal is seen with its clause is held for all games, in `tests/rulesets`.
"""

from napoleon.rulesets.eagles_waterloo import verbs
from tests.eagles_waterloo import test_refusals as outside
from tests.eagles_waterloo import test_refusals_in_battle as in_battle
from tests.eagles_waterloo import test_specials_refused as specials
from tests.rulesets.refusals import seen_by_tests

TABLE = """
bad_scale wrong_size duplicate over_bp wrong_nation wrong_battle missing_data too_few too_many
wrong_lane terrain_fixed already_adjusted two_generals generals_first no_hits already_acted sideways
no_moves foot_artillery_engage engage_and_disengage through_enemy disengage_blocked river_limit
arrived_this_turn prussian_lane prussian_not_arrived chief_of_staff not_infantry not_engaged
position_engaged target_already_hit woods in_reserve general_target no_dice not_column blown square
building infantry_at_cavalry cavalry_not_blown inside_building moved_this_turn held wrong_type
capacity not_in_position enemy_present two_terrains wrong_phase limit same_card nation
not_prussian_general option_off stack_full not_your_turn not_campaign not_winner no_other_battle
"""
"""The codes of the table, but for ``unknown_battle``: all games say UNKNOWN_SCENARIO instead."""


def test_every_code_of_the_table_is_seen():
    codes = {it.code for it in seen_by_tests("eagles_waterloo").refusals}
    assert {it.upper() for it in TABLE.split()} - codes == set()
    assert "UNKNOWN_SCENARIO" in codes


def test_every_verb_is_refused_somewhere():
    rows = [*outside.CASES, *in_battle.CASES, *specials.CASES]
    refused = {type(order).__name__ for _, _, orders, *_ in rows for order in orders[-1:]}
    names = {verb.order.__name__ for verb in (*verbs.VERBS, *verbs.FREE)}
    assert names - refused == {"SubmitDeck"}, "lists of decks are refused in another file"
