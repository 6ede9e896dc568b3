"""All 28 specials are played, each with its effect and the end of it [13.a]."""

import pytest

from napoleon.rulesets.eagles_waterloo import rivers
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.specials import CardRallied, DetachmentCame
from napoleon.rulesets.eagles_waterloo.events.turn import ReinforcementsDrawn, TurnEnded
from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    CheckTheRest,
    EndCombat,
    EndTurn,
    Fire,
    Move,
    PlaySpecial,
    Shock,
)
from napoleon.rulesets.eagles_waterloo.table import at
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    fighting,
    legal_orders,
    play,
    refusal,
)

SOYE, BAUDUIN, PIRE = "f_soye_brigade", "f_bauduin_brigade", "f_pire_2nd_cav"
KEMPT, BYLANDT = "b_kempt_8th_br", "b_bylandt"


def played(given, seat, card, place="", target="", **chance):
    """The special is played, is gone, and its effect is known to be running."""
    after = play(given, seat, PlaySpecial(card, place, target), **chance)
    assert card not in after.battle.cards
    assert card in after.battle.spent
    assert after.events[1].type == "special_played"
    number = RULES.pack.by_id[card].no
    assert after.events[1].clauses == (f"13.a.{number}", "13.0")
    return after


def over(given, seat):
    """The player turn ends."""
    orders = [EndCombat(), EndTurn()] if given.battle.at(f"{seat}_reserve") else [EndCombat()]
    return play(given, seat, *orders)


# -- moves ----------------------------------------------------------------------------------------


def test_103_en_avant_gives_one_move_more():
    given = fighting(
        "quatre_bras",
        {"french_reserve": "f_en_avant", "french_centre": SOYE, "allied_centre": KEMPT,
         "allied_left": BYLANDT},
    )  # fmt: skip
    more = played(given, FRENCH, "f_en_avant", "french_centre", SOYE)
    back = play(more, FRENCH, Move(SOYE, "french_reserve"))
    again = play(back, FRENCH, Move(SOYE, "french_left"))
    assert refusal(again, FRENCH, Move(SOYE, "french_reserve")) == ("NO_MOVES", "8.0")

    there = play(more, FRENCH, Move(SOYE, "allied_centre"))
    assert refusal(there, FRENCH, Move(SOYE, "french_centre")) == ("ENGAGE_AND_DISENGAGE", "8.3")

    unused = over(more, FRENCH)
    later = over(unused, ALLIED)
    moved = play(later, FRENCH, Move(SOYE, "french_reserve"))
    assert refusal(moved, FRENCH, Move(SOYE, "french_left")) == ("NO_MOVES", "8.0")


@pytest.mark.parametrize("act", [ChangeFormation(SOYE, "square"), Fire(SOYE, KEMPT)])
def test_103_en_avant_does_nothing_for_who_has_acted(act):
    lines = {"french_reserve": "f_en_avant", "french_centre": f"{SOYE} {KEMPT}"}
    given = fighting("quatre_bras", lines)
    acted = play(given, FRENCH, act, dice=[1] * 5 if isinstance(act, Fire) else [])
    more = played(acted, FRENCH, "f_en_avant", "french_centre", SOYE)
    assert refusal(more, FRENCH, Move(SOYE, "french_reserve")) == ("ALREADY_ACTED", "7.0")


def test_291_vorwarts_lets_columns_shock_as_they_come():
    lines = {
        "allied_reserve": "p_vorwarts",
        "allied_centre": "p_27th_rgt p_30th_rgt:column p_lottum_cavalry",
        "french_centre": "f_romme_brigade",
    }
    given = fighting("wavre", lines, active=ALLIED)
    forward = played(given, ALLIED, "p_vorwarts", "french_centre")
    there = play(forward, ALLIED, Move("p_27th_rgt", "french_centre", "column"))
    shocked = play(there, ALLIED, Shock("p_27th_rgt", "f_romme_brigade"), dice=[5, 5, 4])
    assert (shocked.the(CardShocked).rating, shocked.the(CardShocked).hits) == (2, 2)
    assert refusal(shocked, ALLIED, Shock("p_27th_rgt", "f_romme_brigade")) == (
        "ALREADY_ACTED", "7.0",
    )  # fmt: skip
    horse = play(forward, ALLIED, Move("p_lottum_cavalry", "french_centre"))
    assert refusal(horse, ALLIED, Shock("p_lottum_cavalry", "f_romme_brigade")) == (
        "MOVED_THIS_TURN", "G-12",
    )  # fmt: skip
    line = play(forward, ALLIED, Move("p_27th_rgt", "french_centre"))
    assert refusal(line, ALLIED, Shock("p_27th_rgt", "f_romme_brigade")) == (
        "MOVED_THIS_TURN", "G-12",
    )  # fmt: skip
    without = play(given, ALLIED, Move("p_27th_rgt", "french_centre", "column"))
    assert refusal(without, ALLIED, Shock("p_27th_rgt", "f_romme_brigade")) == (
        "MOVED_THIS_TURN", "G-12",
    )  # fmt: skip
    assert over(forward, ALLIED).battle.played == []


def test_297_broken_bridge_lets_one_less_across():
    lines = {
        "french_centre": "f_billard_brigade f_corsin_brigade", "allied_centre": "p_24th_rgt",
        "allied_reserve": "p_broken_bridge",
    }  # fmt: skip
    given = fighting("ligny", lines, sites={"p_ligny_brook": "allied_centre"}, asked=False)
    broken = played(given, ALLIED, "p_broken_bridge", "middle")
    assert rivers.limit(at(broken.state, RULES.pack), broken.battle, "middle") == 1
    over_it = play(broken, FRENCH, Move("f_billard_brigade", "allied_centre"))
    refused = play(over_it, FRENCH, Move("f_corsin_brigade", "allied_centre"))
    assert refused.refused == ("RIVER_LIMIT", "11.3")
    assert refused.refusal.facts == {"limit": 1}
    ended = over(over_it, FRENCH)
    assert ended.the(TurnEnded).expired == ("p_broken_bridge",)
    assert rivers.limit(at(ended.state, RULES.pack), ended.battle, "middle") == 2


def test_297_a_bridge_is_never_less_than_closed():
    lines = {"french_left": "f_romme_brigade", "allied_right": "p_27th_rgt",
             "allied_reserve": "p_broken_bridge"}  # fmt: skip
    given = fighting("wavre", lines, sites={"p_river_dyle_r": "allied_right"}, asked=False)
    broken = played(given, ALLIED, "p_broken_bridge", "east")
    refused = play(broken, FRENCH, Move("f_romme_brigade", "allied_right"))
    assert refused.refusal.facts == {"limit": 0}


# -- shock ----------------------------------------------------------------------------------------


def test_104_pas_de_charge_is_for_columns():
    line = f"{SOYE}:column {PIRE} {KEMPT} {BYLANDT}"
    lines = {"french_reserve": "f_pas_de_charge", "allied_centre": line}
    given = played(fighting("quatre_bras", lines), FRENCH, "f_pas_de_charge", "allied_centre")
    column = play(given, FRENCH, Shock(SOYE, KEMPT), dice=[3] * 5)
    assert column.lines(CardShocked) == [(3, "7.3"), (1, "13.a.104")]
    cavalry = play(given, FRENCH, Shock(PIRE, KEMPT), dice=[3] * 4)
    assert cavalry.lines(CardShocked) == [(3, "7.3")]
    assert over(column, FRENCH).battle.played == []


def test_108_lancers_break_a_square():
    line = f"{PIRE} f_guard_light_lefebvre_desnouettes {KEMPT}:square {BYLANDT}"
    lines = {"french_reserve": "f_lancers", "allied_centre": line}
    given = fighting("quatre_bras", lines)
    lancers = played(given, FRENCH, "f_lancers", "allied_centre", PIRE)
    shocked = play(lancers, FRENCH, Shock(PIRE, KEMPT), dice=[5, 4, 4, 4])
    assert (shocked.the(CardShocked).rating, shocked.the(CardShocked).hits) == (2, 1)
    assert shocked.card(PIRE).blown
    others = Shock("f_guard_light_lefebvre_desnouettes", KEMPT)
    assert refusal(lancers, FRENCH, others) == ("SQUARE", "7.33")
    at_a_line = play(lancers, FRENCH, Shock(PIRE, BYLANDT), dice=[4] * 4)
    assert at_a_line.the(CardShocked).rating == 3
    later = over(over(lancers, FRENCH), ALLIED)
    assert refusal(later, FRENCH, Shock(PIRE, KEMPT)) == ("SQUARE", "7.33")


def test_194_the_guards_are_up():
    guards = "b_maitland_1st_guards"
    line = f"{guards} {KEMPT} {SOYE} {PIRE} f_husson_brigade:square"
    lines = {"allied_reserve": "b_up_guards", "allied_centre": line}
    given = fighting("quatre_bras", lines, active=ALLIED)
    assert refusal(given, ALLIED, Shock(guards, SOYE)) == ("NOT_COLUMN", "7.32")
    up = played(given, ALLIED, "b_up_guards", "allied_centre", guards)
    shocked = play(up, ALLIED, Shock(guards, SOYE), dice=[3, 2])
    assert (shocked.the(CardShocked).rating, shocked.the(CardShocked).hits) == (4, 1)
    assert refusal(shocked, ALLIED, Shock(guards, SOYE)) == ("ALREADY_ACTED", "7.0")
    assert refusal(up, ALLIED, Shock(guards, PIRE)) == ("INFANTRY_AT_CAVALRY", "7.34")
    assert refusal(up, ALLIED, Shock(guards, "f_husson_brigade")) == ("SQUARE", "7.33")
    assert refusal(up, ALLIED, Shock(KEMPT, SOYE)) == ("NOT_COLUMN", "7.32")
    square = play(up, ALLIED, ChangeFormation(guards, "square"))
    assert refusal(square, ALLIED, Shock(guards, SOYE)) == ("ALREADY_ACTED", "7.0")


def test_195_scotland_forever():
    greys = "b_ponsonby_union"
    line = f"{greys} b_somerset_household {SOYE} {BAUDUIN}"
    lines = {"allied_reserve": "b_scotland_forever", "allied_centre": line}
    given = fighting("waterloo", lines, active=ALLIED)
    forever = played(given, ALLIED, "b_scotland_forever", "allied_centre", greys)
    shocked = play(forever, ALLIED, Shock(greys, SOYE), dice=[2, 1])
    assert shocked.lines(CardShocked) == [(4, "7.3"), (1, "13.a.195")]
    assert shocked.the(CardShocked).hits == 1
    other = play(forever, ALLIED, Shock("b_somerset_household", SOYE), dice=[2, 2, 2])
    assert other.the(CardShocked).rating == 4


@pytest.mark.parametrize("window", ["E", "C"])
def test_299_night_falls_for_both_sides(window):
    line = "p_24th_rgt:column f_billard_brigade:column"
    lines = {"allied_centre": line, "allied_reserve": "p_night_falls"}
    own = window == "C"
    given = fighting("ligny", lines, active=ALLIED if own else FRENCH, asked=own)
    night = played(given, ALLIED, "p_night_falls")
    seat, card, target = (
        (ALLIED, "p_24th_rgt", "f_billard_brigade")
        if own
        else (FRENCH, "f_billard_brigade", "p_24th_rgt")
    )
    assert refusal(night, seat, Shock(card, target)) == ("NIGHT", "13.a.299")
    assert legal_orders(night, seat, Fire)
    day, other = over(night, seat), FRENCH if own else ALLIED
    assert refusal(day, other, Shock(target, card), dice=[1] * 4) is None


# -- fire -----------------------------------------------------------------------------------------


def test_105_a_grand_battery_of_foot():
    guns = "f_i_corps_foot_a f_i_corps_horse"
    lines = {"french_reserve": "f_grand_battery", "french_centre": guns, "allied_centre": BYLANDT}
    given = fighting("waterloo", lines)
    grand = played(given, FRENCH, "f_grand_battery", "french_centre")
    token = given.token(BYLANDT)
    foot = play(grand, FRENCH, Fire("f_i_corps_foot_a", token), dice=[5, 4, 1])
    assert foot.lines(CardFired) == [(1, "7.23"), (1, "13.a.105")]
    horse = play(grand, FRENCH, Fire("f_i_corps_horse", token), dice=[6])
    assert horse.lines(CardFired) == [(1, "7.23")]
    assert over(grand, FRENCH).battle.played == []


@pytest.mark.parametrize(
    ("battle", "seat", "special", "card", "target"),
    [
        ("quatre_bras", FRENCH, "f_skirmishers", SOYE, KEMPT),
        ("quatre_bras", ALLIED, "b_rifles", KEMPT, SOYE),
        ("ligny", ALLIED, "p_volunteer_jager", "p_24th_rgt", "f_billard_brigade"),
    ],
)
def test_107_196_293_skirmishers_fire_across_the_middle_ground(battle, seat, special, card, target):
    other = FRENCH if seat == ALLIED else ALLIED
    lines = {f"{seat}_reserve": special, f"{seat}_centre": card, f"{other}_centre": target}
    given = fighting(battle, lines, active=seat)
    token = given.token(target)
    assert refusal(given, seat, Fire(card, token)) == ("NOT_ENGAGED", "7.21")
    out = played(given, seat, special, f"{seat}_centre", card)
    dice = [5, 5, 5, 5, 5][: RULES.pack.by_id[card].cv - 1]
    fired = play(out, seat, Fire(card, token), dice=[6, *dice])
    assert (fired.the(CardFired).mode, fired.the(CardFired).rating) == ("skirmish", 1)
    assert fired.the(CardFired).hits == 1
    assert refusal(fired, seat, Move(card, f"{seat}_reserve")) == ("ALREADY_ACTED", "7.0")
    later = over(over(out, seat), other)
    assert refusal(later, seat, Fire(card, token)) == ("NOT_ENGAGED", "7.21")


def test_192_a_thin_red_line():
    line = f"{KEMPT} {BYLANDT}:square b_van_merlen_ne_light {SOYE}"
    lines = {"allied_reserve": "b_thin_red_line", "allied_centre": line}
    given = fighting("quatre_bras", lines, active=ALLIED)
    red = played(given, ALLIED, "b_thin_red_line", "allied_centre")
    kempt = play(red, ALLIED, Fire(KEMPT, SOYE), dice=[3, 2, 1])
    assert kempt.lines(CardFired) == [(3, "7.21"), (1, "13.a.192")]
    square = play(red, ALLIED, Fire(BYLANDT, SOYE), dice=[1] * 4)
    assert square.the(CardFired).rating == 1
    cavalry = play(red, ALLIED, Fire("b_van_merlen_ne_light", SOYE), dice=[1, 1])
    assert cavalry.the(CardFired).rating == 1


def test_193_a_reverse_slope_until_the_owners_next_turn():
    guards, foot = "b_byng_2nd_guards", "f_i_corps_foot_a"
    heavy = "f_i_corps_12_pdr_foot_b"
    given = fighting(
        "waterloo",
        {"allied_reserve": "b_reverse_slope", "allied_centre": guards,
         "french_centre": f"{foot} {heavy}"},
        active=ALLIED,
        sites={"b_mont_st_jean_ridge_c": "allied_centre"},
        on={guards: "b_mont_st_jean_ridge_c"},
    )  # fmt: skip
    token = given.token(guards)
    slope = over(played(given, ALLIED, "b_reverse_slope", "allied_centre"), ALLIED)
    assert refusal(slope, FRENCH, Fire(foot, token)) == ("NO_DICE", "G-61")
    fired = play(slope, FRENCH, Fire(heavy, token), dice=[5, 4])
    assert fired.lines(CardFired) == [(2, "7.23"), (-1, "13.a.193")]
    later = over(over(slope, FRENCH), ALLIED)
    assert later.battle.played == []
    assert refusal(later, FRENCH, Fire(foot, token), dice=[1] * 3) is None


def test_199_congreve_rockets_reach_further():
    battery = "b_rha_rockets_howitzers"
    lines = {"allied_reserve": "b_congreve_rockets", "allied_centre": battery}
    given = fighting("waterloo", {**lines, "french_centre": SOYE}, active=ALLIED)
    rockets = played(given, ALLIED, "b_congreve_rockets", "allied_centre", battery)
    fired = play(rockets, ALLIED, Fire(battery, given.token(SOYE)), dice=[5, 4])
    assert fired.lines(CardFired) == [(1, "7.23"), (1, "13.a.199")]
    assert not fired.the(CardFired).silenced
    later = over(play(over(fired, ALLIED), FRENCH, CheckTheRest(), dice=[1]), FRENCH)
    again = play(later, ALLIED, Fire(battery, SOYE), dice=[5, 1])
    assert (again.the(CardFired).rating, again.the(CardFired).silenced) == (1, False)


# -- morale ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("battle", "seat", "special", "card", "other"),
    [
        ("quatre_bras", FRENCH, "f_vive_l_empereur", SOYE, BAUDUIN),
        ("quatre_bras", ALLIED, "b_steady", KEMPT, BYLANDT),
        ("ligny", ALLIED, "p_steadfast", "p_24th_rgt", "p_28th_rgt"),
    ],
)
def test_106_191_300_everybody_in_a_position_stands_firmer(battle, seat, special, card, other):
    lines = {
        f"{seat}_reserve": special, f"{seat}_centre": f"{card}:hits1",
        f"{seat}_left": f"{other}:hits1",
    }  # fmt: skip
    given = fighting(battle, lines, active=seat, phase="morale")
    firm = played(given, seat, special, f"{seat}_centre")
    checked = play(firm, seat, CheckTheRest(), dice=[1, 1])
    number = RULES.pack.by_id[special].no
    assert checked.lines(MoraleChecked, card=card)[1:] == [(1, f"13.a.{number}")]
    assert checked.lines(MoraleChecked, card=other)[1:] == []


def test_110_the_guard_under_fire():
    guard, line = "f_1st_2nd_grenadiers", "f_quiot_brigade"
    given = fighting(
        "waterloo",
        {"french_reserve": "f_la_garde_au_feu",
         "french_centre": f"f_drouot:hits1 {guard}:hits2 {line}:hits1"},
        phase="morale",
    )  # fmt: skip
    au_feu = played(given, FRENCH, "f_la_garde_au_feu", "french_centre")
    checked = play(au_feu, FRENCH, CheckTheRest(), dice=[4, 3])
    assert (checked.the(GeneralChecked).dice, checked.the(GeneralChecked).ignored) == ((), 1)
    grenadiers = checked.the(MoraleChecked, card=guard)
    assert (grenadiers.dice, grenadiers.ignored, grenadiers.removed) == ((4,), 1, 2)
    assert (checked.the(MoraleChecked, card=line).dice) == (3,)


def test_198_whoever_is_in_a_building_holds_at_all_costs():
    given = fighting(
        "quatre_bras",
        {
            "allied_reserve": "b_hold_at_all_costs",
            "allied_centre": f"{KEMPT}:hits1 {BYLANDT}:hits1",
        },
        active=ALLIED,
        phase="morale",
        sites={"b_quatre_bras": "allied_centre"},
        on={KEMPT: "b_quatre_bras"},
    )  # fmt: skip
    hold = played(given, ALLIED, "b_hold_at_all_costs", "allied_centre")
    checked = play(hold, ALLIED, CheckTheRest(), dice=[4, 2])
    assert checked.lines(MoraleChecked, card=KEMPT) == [(3, "6.0"), (1, "13.a.198")]
    assert checked.lines(MoraleChecked, card=BYLANDT) == [(2, "6.0")]


def test_292_marschall_vorwarts_is_for_prussians():
    """The two share a line at Charleroi only; here they do for the figures alone."""
    given = fighting(
        "ligny",
        {"allied_reserve": "p_marschall_vorwarts",
         "allied_left": f"p_blucher p_24th_rgt:hits1 {BYLANDT}:hits1"},
        active=ALLIED,
        phase="morale",
    )  # fmt: skip
    forward = played(given, ALLIED, "p_marschall_vorwarts", "allied_left")
    checked = play(forward, ALLIED, CheckTheRest(), dice=[1, 1])
    assert checked.lines(MoraleChecked, card="p_24th_rgt") == [
        (2, "6.0"), (1, "12.1"), (1, "13.a.292"),
    ]  # fmt: skip
    assert checked.lines(MoraleChecked, card=BYLANDT) == [(2, "6.0")]


def test_294_landwehr_fervour_lifts_one_class():
    cards = "p_1st_elbe_lw:hits1 p_2nd_elbe_lw:hits1"
    lines = {"allied_reserve": "p_landwehr_fervour", "allied_left": cards}
    given = fighting("ligny", lines, active=ALLIED, phase="morale")
    fervour = played(given, ALLIED, "p_landwehr_fervour", "", "p_1st_elbe_lw")
    checked = play(fervour, ALLIED, CheckTheRest(), dice=[2, 2])
    first = checked.the(MoraleChecked, card="p_1st_elbe_lw")
    second = checked.the(MoraleChecked, card="p_2nd_elbe_lw")
    assert (first.needed, first.routed, second.needed, second.routed) == (2, False, 1, True)


# -- cards that come ------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "rallied"), [(3, True), (4, False)])
@pytest.mark.parametrize("phase", ["morale", "combat", "reinforcement"])
@pytest.mark.parametrize(
    ("battle", "seat", "special", "lost", "there"),
    [
        ("quatre_bras", FRENCH, "f_rally", BAUDUIN, SOYE),
        ("quatre_bras", ALLIED, "b_rally", BYLANDT, KEMPT),
        ("ligny", ALLIED, "p_rally", "p_1st_elbe_lw", "p_24th_rgt"),
    ],
)
def test_109_197_295_a_routed_card_is_rallied(
    battle, seat, special, lost, there, phase, die, rallied
):
    lines = {f"{seat}_reserve": special, f"{seat}_centre": f"{there}:hits1"}
    given = fighting(battle, lines, active=seat, phase=phase, lost=lost)
    after = played(given, seat, special, "", lost, dice=[die])
    assert after.the(CardRallied).rallied is rallied
    assert (lost in after.battle.routed) is not rallied
    if rallied:
        assert after.card(lost).place == f"{seat}_reserve"
        assert after.card(lost).late
        if phase == "combat":
            assert refusal(after, seat, Move(lost, f"{seat}_left")) == (
                "ARRIVED_THIS_TURN", "10.0",
            )  # fmt: skip


def test_200_a_detachment_from_hal():
    lines = {"allied_reserve": "b_hal_detachment", "allied_left": KEMPT}
    given = fighting("waterloo", lines, active=ALLIED, phase="reinforcement")
    came = played(given, ALLIED, "b_hal_detachment", drawn=["b_lyon_6th_han"])
    assert came.the(DetachmentCame).card == "b_lyon_6th_han"
    assert came.card("b_lyon_6th_han").late


@pytest.mark.parametrize(
    ("battle", "special", "count"),
    [("ligny", "p_reserve_brigade", 1), ("waterloo", "p_march_to_the_guns", 2)],
)
def test_296_298_more_prussians_come(battle, special, count):
    given = fighting(
        battle,
        {"allied_reserve": special, "allied_left": "p_24th_rgt"},
        active=ALLIED,
        phase="reinforcement",
        arrived=True,
        decks={"prussian": "p_25th_rgt p_26th_rgt p_27th_rgt", "british": KEMPT},
    )
    cards = ["p_27th_rgt", "p_25th_rgt"][:count]
    drawn = played(given, ALLIED, special, drawn=cards).the(ReinforcementsDrawn)
    assert (drawn.nation, drawn.cards, drawn.special) == ("prussian", tuple(cards), special)


def test_all_of_them_are_played_here():
    numbers = [it.no for it in RULES.pack.cards.values() if it.kind == "special"]
    names = [name for name in globals() if name.startswith("test_")]
    tested = {int(part) for name in names for part in name.split("_") if part.isdigit()}
    assert len(numbers) == 28
    assert set(numbers) <= tested
