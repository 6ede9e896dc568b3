"""Own rulings on the campaign: small armies, hits of the winner, drawn battles [16]."""

import pytest

from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.eagles_waterloo.events.campaign import BattleClosed, RetreatOrdered
from napoleon.rulesets.eagles_waterloo.events.ends import BattleDrawn, BattleWon
from napoleon.rulesets.eagles_waterloo.events.morale import MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.turn import BackDrawn, ReinforcementsDrawn
from napoleon.rulesets.eagles_waterloo.orders import (
    AssignCard,
    EndCombat,
    FinishDeck,
    Move,
    SendReinforcements,
)
from tests.eagles_waterloo.fields import ALLIED, FRENCH, campaign, fresh, payloads, play, refusal

SMALL = {
    "quatre_bras": [
        "f_soye_brigade",
        "f_campi_brigade",
        "f_husson_brigade",
        "f_gauthier_brigade",
        "f_pire_2nd_cav",
    ],
    "ligny": [
        "f_billard_brigade",
        "f_corsin_brigade",
        "f_dufour_brigade",
        "f_hulot_brigade",
        "f_en_avant",
    ],
}


def test_g_68_half_of_a_small_army_is_enough():
    """G-55 wants twelve cards and six units; of ten cards with nine units, five and four do."""
    given = fresh("campaign")
    for battle, cards in SMALL.items():
        given.state.drafts[battle]["french"] = list(cards)

    assert refusal(given, FRENCH, FinishDeck(), any_cards=True) is None
    uneven = play(given, FRENCH, AssignCard("f_en_avant", "quatre_bras"))
    assert refusal(uneven, FRENCH, FinishDeck()) == ("WRONG_SIZE", "G-55")


@pytest.mark.parametrize("options", [{"decks": "custom"}, {"scale": "double"}])
def test_g_69_armies_of_the_campaign_are_not_chosen(options):
    with pytest.raises(SetupRefused) as refused:
        fresh("campaign", **options)
    assert refused.value.refusal.clause == "G-69"


QUATRE_BRAS = {
    "french_left": "f_campi_brigade",
    "french_centre": "f_gauthier_brigade",
    "allied_left": "b_kempt_8th_br",
    "allied_centre": "b_pack_9th_br",
}
LIGNY = {"french_centre": "f_corsin_brigade", "allied_centre": "p_31st_rgt"}


def test_g_74_the_winner_checks_no_hits():
    line = {"allied_right": "b_bylandt f_soye_brigade:hits2"}
    given = campaign(
        {"quatre_bras": {**QUATRE_BRAS, **line}, "ligny": LIGNY}, at="quatre_bras", active=ALLIED
    )

    won = play(given, ALLIED, Move("b_bylandt", "allied_reserve"))

    assert won.the(BattleWon).side == FRENCH
    assert not won.events_of(MoraleChecked)
    sent = play(won, FRENCH, SendReinforcements(("f_soye_brigade",)))
    assert "f_soye_brigade" in sent.state.battles["ligny"].decks["french"]


def test_g_75_after_a_drawn_battle_the_french_retreat():
    line = {"allied_right": "b_bylandt f_soye_brigade"}
    given = campaign({"quatre_bras": {**QUATRE_BRAS, **line}, "ligny": LIGNY}, at="quatre_bras")
    given.battle.quiet = 9

    drawn = play(given, FRENCH, EndCombat(), dice=[1])

    assert drawn.the(BattleDrawn).battle == "quatre_bras"
    ordered = drawn.the(RetreatOrdered)
    assert (ordered.side, ordered.cards) == (FRENCH, ("f_soye_brigade",))
    assert drawn.the(MoraleChecked).purpose == "retreat"
    assert drawn.asked == [(ALLIED, "sending")]
    ended = play(drawn, ALLIED, SendReinforcements(("b_bylandt",)))
    assert ended.the(BattleClosed).winner == ""
    assert "b_bylandt" in ended.state.battles["ligny"].decks["prussian"]


def test_g_89_of_a_deck_of_two_nations_the_backs_come_first():
    """G-33, G-37: the enemy sees which nation each card is of, and not which card it is."""
    mixed = {"ligny": {"prussian": "b_bylandt b_pack_9th_br p_31st_rgt p_25th_rgt"}}
    lines = {"quatre_bras": QUATRE_BRAS, "ligny": {"french_centre": "f_corsin_brigade"}}
    given = campaign(lines, at="ligny", active=ALLIED, decks=mixed)
    backs = ["prussian", "british", "prussian"]
    cards = ["p_31st_rgt", "p_25th_rgt", "b_pack_9th_br", "b_bylandt"]

    drawn = play(given, ALLIED, EndCombat(), drawn=[*backs, *cards])

    assert [it.back for it in drawn.events_of(BackDrawn)] == backs
    came = drawn.events_of(ReinforcementsDrawn)
    assert [(it.back, it.count) for it in came] == [("prussian", 2), ("british", 2)]
    shown = payloads(drawn, FRENCH, "reinforcements_drawn")
    assert [it["cards"] for it in shown] == [None, None]
    assert {drawn.battle.cards[card].nation for card in cards[:2]} == {"prussian"}
    assert {drawn.battle.cards[card].nation for card in cards[2:]} == {"british"}
