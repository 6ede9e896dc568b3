"""The acceptance cases on the campaign: its rates, victories sent on, its stages [16]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.campaign import (
    BattleClosed,
    ReinforcementsSent,
    StageStarted,
)
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon
from napoleon.rulesets.eagles_waterloo.events.turn import ReinforcementsDrawn
from napoleon.rulesets.eagles_waterloo.orders import (
    EndCombat,
    Move,
    SendReinforcement,
    SendReinforcements,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    campaign,
    fresh,
    legal_orders,
    play,
    refusal,
)

QUATRE_BRAS = {
    "french_left": "f_soye_brigade",
    "french_centre": "f_gauthier_brigade",
    "french_right": "f_campi_brigade",
    "allied_left": "b_kempt_8th_br",
    "allied_centre": "b_pack_9th_br",
    "allied_right": "b_bylandt",
}
LIGNY = {
    "french_left": "f_billard_brigade",
    "french_centre": "f_corsin_brigade",
    "french_right": "f_dufour_brigade",
    "allied_left": "p_30th_rgt",
    "allied_centre": "p_31st_rgt",
    "allied_right": "p_27th_rgt",
}
DECKS = {
    "quatre_bras": {"french": "f_husson_brigade f_pire_2nd_cav", "british": "b_byng_2nd_guards"},
    "ligny": {
        "french": "f_hulot_brigade f_gengoux_brigade f_romme_brigade f_desprez_brigade",
        "prussian": "p_24th_rgt p_28th_rgt p_19th_rgt p_25th_rgt p_26th_rgt",
    },
}


def test_case_37_twice_as_many_reinforcements():
    """16.b: four a turn at Ligny, two at Quatre Bras."""
    battles = fresh("campaign").state.battles
    assert {name: it.rates for name, it in battles.items()} == {
        "quatre_bras": {"french": 2, "british": 2},
        "ligny": {"french": 4, "prussian": 4},
    }


@pytest.mark.parametrize(
    ("battle", "seat", "nation", "count"),
    [
        ("ligny", FRENCH, "french", 4),
        ("ligny", ALLIED, "prussian", 4),
        ("quatre_bras", FRENCH, "french", 2),
        ("quatre_bras", ALLIED, "british", 1),
    ],
)
def test_case_37_they_are_drawn(battle, seat, nation, count):
    """16.b: as many come, as long as the deck has them."""
    lines = {"quatre_bras": QUATRE_BRAS, "ligny": LIGNY}
    given = campaign(lines, at=battle, active=seat, decks=DECKS)
    drawn = play(given, seat, EndCombat(), any_cards=True).the(ReinforcementsDrawn)
    assert (drawn.nation, drawn.count) == (nation, count)


def quatre_bras_won():
    """French infantry enters the Allied right, which nobody holds."""
    lines = {**QUATRE_BRAS, "allied_right": "", "allied_reserve": "b_bylandt"}
    given = campaign({"quatre_bras": lines, "ligny": LIGNY}, at="quatre_bras", decks=DECKS)
    return play(given, FRENCH, Move("f_soye_brigade", "allied_right"))


SURVIVORS = (
    "f_campi_brigade",
    "f_gauthier_brigade",
    "f_husson_brigade",
    "f_pire_2nd_cav",
    "f_soye_brigade",
)


def test_case_38_survivors_join_the_other_battle():
    """16.d: the French win Quatre Bras, and shuffle survivors into their deck for Ligny."""
    won = quatre_bras_won()
    assert (won.the(BattleWon).battle, won.the(BattleWon).side) == ("quatre_bras", FRENCH)
    assert won.asked == [(FRENCH, "sending")]
    assert {it.card for it in legal_orders(won, FRENCH, SendReinforcement)} == set(SURVIVORS)

    told = play(won, FRENCH, SendReinforcements(SURVIVORS))

    sent = told.the(ReinforcementsSent)
    assert (sent.to, sent.nation, sent.count) == ("ligny", "french", len(SURVIVORS))
    ligny = told.state.battles["ligny"]
    assert sorted(ligny.decks["french"]) == sorted([*DECKS["ligny"]["french"].split(), *SURVIVORS])
    assert told.the(BattleClosed).winner == FRENCH
    assert list(told.state.battles) == ["ligny"]
    assert told.asked == [(FRENCH, "combat")]


def test_case_38_the_losers_wait():
    """16.d: who was beaten sends nobody; their cards are in the pool."""
    won = quatre_bras_won()
    refused = refusal(won, FRENCH, SendReinforcements((*SURVIVORS, "b_bylandt")))
    assert refused == ("NOT_YOUR_CARD", "16.d")
    told = play(won, FRENCH, SendReinforcements(()))
    waiting = ["b_bylandt", "b_byng_2nd_guards", "b_kempt_8th_br", "b_pack_9th_br"]
    assert told.state.pools["british"] == waiting
    assert told.state.pools["french"] == sorted(SURVIVORS)


def ligny_won_by_the_prussians(quatre_bras):
    """Prussian infantry enters the French left at Ligny, which nobody holds."""
    lines = {**LIGNY, "french_left": "", "french_reserve": "f_billard_brigade"}
    given = campaign(
        {"ligny": lines},
        at="ligny",
        active=ALLIED,
        decks=DECKS,
        results={"quatre_bras": quatre_bras},
    )
    return play(given, ALLIED, Move("p_27th_rgt", "french_left"), any_cards=True)


def test_case_39_one_win_each_leads_to_charleroi():
    """16.f: the British and the Prussians draw 2 a turn there, the French 3."""
    told = ligny_won_by_the_prussians(FRENCH)

    assert told.the(StageStarted).stage == "charleroi"
    charleroi = told.state.battles["charleroi"]
    assert charleroi.rates == {"french": 3, "british": 2, "prussian": 2}
    assert told.state.result is None
    assert told.asked == [(FRENCH, "deploy"), (ALLIED, "deploy")]


def test_case_39_the_french_lose_both():
    """16.e: then the campaign is lost."""
    told = ligny_won_by_the_prussians(ALLIED)
    assert not told.events_of(StageStarted)
    assert (told.state.result.winner, told.state.result.clause) == (ALLIED, "16.e")


def test_case_39_the_french_win_both():
    """16.e: then Wavre and Waterloo are fought together."""
    lines = {**LIGNY, "allied_right": "", "allied_reserve": "p_27th_rgt"}
    given = campaign({"ligny": lines}, at="ligny", decks=DECKS, results={"quatre_bras": FRENCH})
    told = play(given, FRENCH, Move("f_billard_brigade", "allied_right"), any_cards=True)
    assert told.the(StageStarted).stage == "wavre_waterloo"
    assert list(told.state.battles) == ["wavre", "waterloo"]
