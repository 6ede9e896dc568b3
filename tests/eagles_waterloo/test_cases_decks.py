"""The acceptance cases on decks, musters and reinforcements [2.0, 3.0, 10.0, 15.0]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.decks import DeckDealt, MusterDealt
from napoleon.rulesets.eagles_waterloo.events.turn import ReinforcementsDrawn
from napoleon.rulesets.eagles_waterloo.orders import (
    AddCard,
    EndCombat,
    EndTurn,
    FinishDeck,
    Move,
    PlayNothing,
    PlaySpecial,
    SubmitDeck,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    fighting,
    fresh,
    legal_orders,
    play,
    refusal,
)


def first(battle, nation, number):
    """So many units of a nation that were at a battle."""
    units = ("infantry", "cavalry", "artillery")
    cards = [it for it in RULES.pack.cards_of(nation) if it.kind in units]
    return tuple(it.id for it in cards if battle in it.battles)[:number]


def rates(given, battle):
    return given.state.battles[battle].rates


def test_case_01_decks_at_quatre_bras():
    """2.0: the French have 14 cards, the British 18; there are no Prussians."""
    dealt = fresh("quatre_bras").events_of(DeckDealt)
    assert {it.nation: it.count for it in dealt} == {"french": 14, "british": 18}

    making = fresh("quatre_bras", decks="chosen")
    assert refusal(making, ALLIED, AddCard("p_pirch_i")) == ("WRONG_NATION", "2.0")
    prussians = SubmitDeck(first("waterloo", "prussian", 18))
    assert refusal(making, ALLIED, prussians) == ("WRONG_NATION", "2.0")


def test_case_02_armies_keep_their_proportions():
    """2.0: Waterloo by half is 18, 18 and 12; 18 Prussians are too many."""
    given = fresh("waterloo", decks="chosen", scale="half")
    french = SubmitDeck(first("waterloo", "french", 18))
    british, prussian = (first("waterloo", it, 18) for it in ("british", "prussian"))

    allies = play(given, ALLIED, SubmitDeck((*british, *prussian[:12])), FinishDeck())
    done = play(allies, FRENCH, french, FinishDeck(), any_cards=True)

    assert done.asked == [(FRENCH, "deploy"), (ALLIED, "deploy")]
    sizes = {it.nation: it.count + it.left for it in done.events_of(MusterDealt)}
    assert sizes == {"french": 18, "british": 18, "prussian": 12}
    refused = refusal(given, ALLIED, SubmitDeck((*british, *prussian)))
    assert refused == ("WRONG_SIZE", "2.0")


def test_case_03_doubled_decks_have_doubled_musters():
    """3.0: M18 becomes M36, and R1 becomes R2."""
    printed, double = fresh("waterloo"), fresh("waterloo", scale="double")
    musters = [it.the(MusterDealt, nation="french").count for it in (printed, double)]
    assert musters == [18, 36]
    assert double.the(MusterDealt, nation="prussian").count == 0

    small = [fresh("quatre_bras", scale=scale) for scale in ("printed", "double")]
    assert [rates(it, "quatre_bras")["french"] for it in small] == [1, 2]
    assert [rates(it, "waterloo")["prussian"] for it in (printed, double)] == [2, 4]


SPECIALS = ["b_steady", "b_thin_red_line", "b_up_guards", "b_rifles", "b_rally"]
TWENTY_FIVE = (
    *(3 * SPECIALS),
    *(3 * ["b_brunswick_foot"]),
    *(3 * ["b_ne_i_corps_foot"]),
    "b_ne_cavalry_horse",
    *(3 * ["b_ghigny_ne_light"]),
)
FRENCH_130 = (
    "f_ney",
    "f_reille",
    *(3 * ["f_bauduin_brigade"]),
    *(3 * ["f_soye_brigade"]),
    "f_husson_brigade",
    "f_gauthier_brigade",
)


def test_case_36_custom_decks():
    """15.0: half of 25 cards are the muster; four of a card, two of a general, 131 BP are not."""
    given = fresh("quatre_bras", decks="custom")
    assert len(TWENTY_FIVE) == 25

    allies = play(given, ALLIED, SubmitDeck(TWENTY_FIVE), FinishDeck())
    done = play(allies, FRENCH, SubmitDeck(FRENCH_130), FinishDeck(), any_cards=True)
    muster = done.the(MusterDealt, nation="british")
    assert (muster.count, muster.left) == (12, 13)

    four = SubmitDeck((*FRENCH_130[:-2], "f_soye_brigade"))
    assert refusal(given, FRENCH, four) == ("DUPLICATE", "15.0")
    assert refusal(given, FRENCH, SubmitDeck((*FRENCH_130[:-2], "f_reille"))) == (
        "DUPLICATE",
        "15.0",
    )
    dear = (*FRENCH_130[:-2], "f_lheritier_11th_cav", "f_campi_brigade")
    costs = [sum(RULES.pack.by_id[it].bp for it in deck) for deck in (FRENCH_130, dear)]
    assert costs == [130, 131]
    assert refusal(given, FRENCH, SubmitDeck(dear)) == ("OVER_BP", "15.0")


LINES = {
    "french_left": "f_billard_brigade",
    "french_centre": "f_corsin_brigade",
    "french_right": "f_dufour_brigade",
    "allied_left": "p_30th_rgt",
    "allied_centre": "p_31st_rgt",
    "allied_right": "p_27th_rgt",
}


def test_case_33_a_drawn_card_moves_from_the_next_own_turn():
    """10.0: it cannot move in the turn in which it comes, and can in the next."""
    given = fighting("wavre", LINES, decks={"french": "f_piat_brigade"})

    drawn = play(given, FRENCH, EndCombat(), drawn=["f_piat_brigade"])
    assert drawn.the(ReinforcementsDrawn).cards == ("f_piat_brigade",)
    assert not legal_orders(drawn, FRENCH, Move)

    window = play(drawn, FRENCH, EndTurn())
    theirs = play(window, FRENCH, PlayNothing())
    ours = play(theirs, ALLIED, EndCombat())
    assert ours.asked == [(FRENCH, "combat")]
    assert refusal(ours, FRENCH, Move("f_piat_brigade", "french_left")) is None


def test_case_33_a_rallied_card_waits_as_well():
    """10.0, G-73: whoever came into the Reserve in this turn acts from the next one."""
    lines = {**LINES, "french_reserve": "f_rally"}
    given = fighting("wavre", lines, lost="f_piat_brigade")

    rallied = play(given, FRENCH, PlaySpecial("f_rally", "", "f_piat_brigade"), dice=[3])

    assert rallied.card("f_piat_brigade").place == "french_reserve"
    refused = refusal(rallied, FRENCH, Move("f_piat_brigade", "french_left"))
    assert refused == ("ARRIVED_THIS_TURN", "10.0")


def test_case_33_a_drawn_special_is_played_in_the_enemy_turn():
    """10.0: specials are usable in the enemy turn already, but not in the turn of being drawn."""
    decks = {"prussian": "p_night_falls"}
    given = fighting("wavre", LINES, active=ALLIED, decks=decks)

    drawn = play(given, ALLIED, EndCombat(), drawn=["p_night_falls"])
    window = play(drawn, ALLIED, EndTurn())

    assert window.asked == [(ALLIED, "window")]
    assert refusal(window, ALLIED, PlaySpecial("p_night_falls")) is None
    assert refusal(window, ALLIED, PlayNothing()) is None


@pytest.mark.parametrize("waiting", ["", "p_reserve_brigade"])
def test_case_33_a_drawn_special_waits_for_the_end_of_its_turn(waiting):
    """10.0: the one that was there before is played in this phase, the one just drawn is not."""
    lines = {**LINES, "allied_reserve": waiting}
    decks = {"prussian": "p_21st_rgt" if waiting else "p_21st_rgt p_reserve_brigade"}
    given = fighting("wavre", lines, active=ALLIED, decks=decks)

    drawn = play(
        given, ALLIED, EndCombat(), drawn=["p_21st_rgt" if waiting else "p_reserve_brigade"]
    )

    refused = refusal(drawn, ALLIED, PlaySpecial("p_reserve_brigade"), any_cards=True)
    assert refused == (None if waiting else ("ARRIVED_THIS_TURN", "10.0"))
