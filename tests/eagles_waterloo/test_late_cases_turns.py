"""Acceptance cases 64 to 70, 76 and 77: arrival, generals, specials, decoys, ends [chapter e]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.combat import CardFired
from napoleon.rulesets.eagles_waterloo.events.ends import BattleDrawn, GameDrawn
from napoleon.rulesets.eagles_waterloo.events.morale import MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.moves import CardMoved
from napoleon.rulesets.eagles_waterloo.events.turn import ReinforcementsDrawn
from napoleon.rulesets.eagles_waterloo.orders import (
    CheckMorale,
    CheckTheRest,
    EndCombat,
    EndTurn,
    Fire,
    Move,
    Place,
    PlaySpecial,
    Shock,
    ShowGeneral,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    deploying,
    everything_known,
    fighting,
    legal_orders,
    play,
    refusal,
)

# -- the Prussians at Waterloo --------------------------------------------------------------------

DECKS = {
    "british": "b_bylandt b_kempt_8th_br b_pack_9th_br",
    "prussian": "p_15th_rgt p_18th_rgt p_bulow",
}


def waiting(**more):
    """Prussians and their specials are in Reserve, and no general of theirs."""
    lines = {
        "allied_reserve": "p_sydow_cavalry p_steadfast p_volunteer_jager p_march_to_the_guns",
        "allied_left": "b_best_4th_han",
    }
    return fighting("waterloo", lines, active=ALLIED, decks=DECKS, **more)


def test_case_64_prussians_draw_and_wait_for_a_general():
    given = waiting()
    drawn = play(given, ALLIED, EndCombat(), any_cards=True)
    counts = {it.nation: it.count for it in drawn.events_of(ReinforcementsDrawn)}
    assert counts == {"british": 2, "prussian": 2}

    assert refusal(given, ALLIED, Move("p_sydow_cavalry", "allied_left")) == (
        "PRUSSIAN_NOT_ARRIVED", "10.0",
    )  # fmt: skip
    jager = PlaySpecial("p_volunteer_jager", "allied_left", "b_best_4th_han")
    assert refusal(given, ALLIED, jager) == ("NATION", "13.0")
    assert refusal(drawn, ALLIED, PlaySpecial("p_march_to_the_guns")) == ("NATION", "13.0")
    checking = fighting(
        "waterloo",
        {"allied_reserve": "p_steadfast", "allied_left": "b_best_4th_han:hits1"},
        active=ALLIED,
        phase="morale",
    )
    assert refusal(checking, ALLIED, PlaySpecial("p_steadfast", "allied_left")) == (
        "NATION", "13.0",
    )  # fmt: skip


def test_case_65_prussians_keep_to_one_lane():
    lines = {
        "allied_reserve": "p_bulow",
        "allied_left": "p_15th_rgt",
        "french_right": "f_soye_brigade",
    }
    given = play(fighting("waterloo", lines, active=ALLIED), ALLIED, ShowGeneral("p_bulow"))
    there = play(given, ALLIED, Move("p_15th_rgt", "french_right"))
    assert there.the(CardMoved).way == "engage"

    lines = {"allied_reserve": "p_bulow", "french_right": "p_15th_rgt f_soye_brigade"}
    later = fighting("waterloo", lines, active=ALLIED, arrived=True)
    assert {it.to for it in legal_orders(later, ALLIED, Move) if it.card == "p_15th_rgt"} == {
        "allied_left"
    }
    assert refusal(later, ALLIED, Move("p_15th_rgt", "french_centre")) == ("SIDEWAYS", "8.0")


# -- generals and specials ------------------------------------------------------------------------


def test_case_66_two_generals_and_the_emperor_alone():
    lines = {"french_centre": "f_derlon f_napoleon f_soye_brigade", "allied_centre": "b_bylandt"}
    two = play(fighting("waterloo", lines), FRENCH, EndCombat())
    assert two.refused == ("TWO_GENERALS", "12.0")
    assert two.refusal.facts == {"place": "french_centre"}

    lines = {"french_centre": "f_napoleon f_soye_brigade:hits1"}
    alone = fighting("waterloo", lines, phase="morale")
    checked = play(alone, FRENCH, CheckMorale("f_soye_brigade"), dice=[5])
    assert (checked.the(MoraleChecked).needed, checked.the(MoraleChecked).routed) == (5, False)


def test_case_67_two_specials_at_a_position_and_not_the_same():
    given = fighting(
        "waterloo",
        {
            "allied_right": "b_byng_2nd_guards:hits1",
            "allied_reserve": "b_steady b_steady.2 b_hold_at_all_costs",
        },
        active=ALLIED,
        phase="morale",
        sites={"b_hougoumont": "allied_right"},
        on={"b_byng_2nd_guards": "b_hougoumont"},
    )
    first = play(given, ALLIED, PlaySpecial("b_steady", "allied_right"))
    assert refusal(first, ALLIED, PlaySpecial("b_steady.2", "allied_right")) == (
        "SAME_CARD", "13.0",
    )  # fmt: skip
    both = play(first, ALLIED, PlaySpecial("b_hold_at_all_costs", "allied_right"))
    checked = play(both, ALLIED, CheckTheRest(), dice=[6])
    assert checked.lines(MoraleChecked) == [
        (4, "6.0"), (1, "13.a.191"), (1, "13.a.198"),
    ]  # fmt: skip


def test_case_67_the_third_special_of_a_position():
    given = fighting(
        "ligny",
        {
            "allied_left": "p_blucher p_1st_elbe_lw:hits1",
            "allied_reserve": "p_steadfast p_marschall_vorwarts p_landwehr_fervour",
        },
        active=ALLIED,
        phase="morale",
    )
    two = [PlaySpecial(it, "allied_left") for it in ("p_steadfast", "p_marschall_vorwarts")]
    third = PlaySpecial("p_landwehr_fervour", "", "p_1st_elbe_lw")
    assert refusal(given, ALLIED, *two, third) == ("LIMIT", "13.0")
    assert refusal(given, ALLIED, *two[:1], third) is None


def test_case_68_the_other_side_is_asked_once_and_night_falls():
    given = fighting(
        "ligny",
        {
            "allied_centre": "p_24th_rgt f_billard_brigade:column f_domon_3rd_cav",
            "allied_reserve": "p_night_falls p_28th_rgt",
        },
        asked=False,
    )
    assert given.asked == [(ALLIED, "window")]
    night = play(given, ALLIED, PlaySpecial("p_night_falls"))
    assert night.asked == [(FRENCH, "combat")], "one, or none [G-72]"
    assert legal_orders(night, FRENCH, Shock) == []
    for card in ("f_billard_brigade", "f_domon_3rd_cav"):
        assert refusal(night, FRENCH, Shock(card, "p_24th_rgt")) == ("NIGHT", "13.a.299")


def test_case_69_rockets_that_fall_short():
    battery = "b_rha_rockets_howitzers"
    given = fighting(
        "waterloo",
        {
            "allied_centre": battery,
            "allied_reserve": "b_congreve_rockets",
            "french_centre": "f_soye_brigade f_bauduin_brigade",
        },
        active=ALLIED,
    )
    token = given.token("f_soye_brigade")
    played = play(given, ALLIED, PlaySpecial("b_congreve_rockets", "allied_centre", battery))
    fired = play(played, ALLIED, Fire(battery, token), dice=[5, 1])
    assert (fired.the(CardFired).rating, fired.the(CardFired).hits) == (2, 1)

    french = play(fired, ALLIED, EndCombat())
    next_turn = play(french, FRENCH, CheckTheRest(), EndCombat(), dice=[1])
    assert refusal(next_turn, ALLIED, Fire(battery, "f_soye_brigade")) == ("SILENT", "13.a.199")
    over = play(play(next_turn, ALLIED, EndCombat()), FRENCH, EndCombat())
    again = play(over, ALLIED, Fire(battery, "f_soye_brigade"), dice=[5, 6])
    assert (again.the(CardFired).rating, again.the(CardFired).hits) == (1, 1)


def test_case_70_no_decoys_without_the_option():
    given = deploying("quatre_bras", french="f_ney f_soye_brigade", allied="b_bylandt")
    assert refusal(given, FRENCH, Place("f_ney", "french_left", decoy=True)) == (
        "OPTION_OFF", "14.0",
    )  # fmt: skip
    assert refusal(given, FRENCH, Place("f_ney", "french_left")) is None


# -- ends -----------------------------------------------------------------------------------------


def test_case_76_ten_quiet_turns_without_cards_to_come():
    given = fighting("quatre_bras", {"french_left": "f_soye_brigade", "allied_left": "b_bylandt"})
    for number in range(9):
        given = play(given, (FRENCH, ALLIED)[number % 2], EndCombat())
        assert given.state.result is None
    drawn = play(given, ALLIED, EndCombat())
    assert drawn.the(BattleDrawn).battle == "quatre_bras"
    assert drawn.the(GameDrawn).clause == "G-54"

    more = {"british": "b_kempt_8th_br b_pack_9th_br b_best_4th_han b_byng_2nd_guards"}
    coming = fighting(
        "quatre_bras",
        {"french_left": "f_soye_brigade", "allied_left": "b_bylandt"},
        decks={"french": "f_campi_brigade", **more},
    )
    coming.battle.quiet = 9
    assert play(coming, FRENCH, EndCombat(), any_cards=True).state.result is None
    assert play(
        coming, FRENCH, EndCombat(), EndTurn(), any_cards=True
    ).battle.quiet == 10  # fmt: skip


# -- twins ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "twin", ["f_soye_brigade:column", "f_soye_brigade:square", "f_ii_corps_foot_a", "f_ney:down"]
)
@pytest.mark.parametrize("reader", [ALLIED, "spectator"])
def test_case_77_twins_are_alike_until_they_are_turned_up(twin, reader):
    def given(card):
        return fighting(
            "quatre_bras",
            {
                "french_right": f"{card} f_husson_brigade",
                "allied_left": "b_3rd_div_foot b_ne_i_corps_foot",
            },
            active=ALLIED,
            decoys=True,
        )

    pair = [given("f_soye_brigade"), given(twin)]
    token = "french-1"
    assert pair[0].token("f_soye_brigade") == pair[1].token(twin.partition(":")[0]) == token

    def alike(one, other):
        return everything_known(one, reader) == everything_known(other, reader)

    assert alike(*pair)
    # A 1 would turn a general up [G-100].
    dice = [2, 2] if "f_ney" in twin else [1, 2]
    missed = [play(it, ALLIED, Fire("b_3rd_div_foot", token), dice=dice) for it in pair]
    assert alike(*missed)
    wrong = Fire("b_3rd_div_foot", token)
    answers = [play(it, ALLIED, wrong).refusal for it in missed]
    assert answers[0] == answers[1]
    answers = [play(it, ALLIED, Shock("b_3rd_div_foot", token)).refusal for it in missed]
    assert answers[0] == answers[1]

    hit = [play(it, ALLIED, Fire("b_ne_i_corps_foot", token), dice=[6, 2]) for it in missed]
    assert not alike(*hit)
