"""Acceptance cases 71 to 75: splits, withdrawal, what is sent on, the later stages [chapter e]."""

import pytest

from napoleon.rulesets.eagles_waterloo.events.campaign import (
    BattleClosed,
    ReinforcementsSent,
    RetreatOrdered,
    StageStarted,
)
from napoleon.rulesets.eagles_waterloo.events.decks import MusterDealt
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon, GameWon
from napoleon.rulesets.eagles_waterloo.events.morale import MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.turn import ReinforcementsDrawn
from napoleon.rulesets.eagles_waterloo.labels import Terrain
from napoleon.rulesets.eagles_waterloo.orders import (
    AssignCard,
    EndCombat,
    EndSending,
    FinishDeck,
    Move,
    SendReinforcements,
    WithdrawFromBattle,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    campaign,
    everything_known,
    fresh,
    legal_orders,
    play,
    refusal,
    seen,
)

BY_ID = RULES.pack.by_id


@pytest.mark.parametrize("reader", [ALLIED, "spectator"])
def test_case_71_the_split_is_secret(reader):
    given = fresh("campaign")
    assert given.asked == [(FRENCH, "split")]
    both = {it.card for it in legal_orders(given, FRENCH, AssignCard)}
    assert all({"quatre_bras", "ligny"} <= set(BY_ID[it].battles) for it in both)

    twins = [
        play(given, FRENCH, AssignCard(card, "quatre_bras")) for card in ("f_rally", "f_en_avant")
    ]
    known = [everything_known(it, reader) for it in twins]
    assert known[0] == known[1]
    assert "f_rally" not in known[0]
    assert everything_known(twins[0], FRENCH) != everything_known(twins[1], FRENCH)


def test_case_71_a_deck_of_eleven_is_too_small():
    given = fresh("campaign")
    deck = given.state.drafts["quatre_bras"]["french"]
    del deck[11:]
    refused = play(given, FRENCH, FinishDeck())
    assert refused.refused == ("WRONG_SIZE", "G-55")
    assert refused.refusal.facts == {"battle": "quatre_bras", "cards": 11}
    twelve = play(given, FRENCH, AssignCard("f_rally", "quatre_bras"), FinishDeck(), any_cards=True)
    assert twelve.the(MusterDealt, battle="quatre_bras", nation="french").count == 6


def opening(active=FRENCH, phase="combat", **more):
    """Quatre Bras and Ligny go on; at Quatre Bras a position of either side is fought over."""
    return campaign(
        {
            "quatre_bras": {
                "allied_centre": "b_bylandt b_kempt_8th_br f_soye_brigade",
                "allied_left": "b_saxe_weimar",
                "allied_reserve": "b_steady b_pack_9th_br",
                "french_left": "f_pire_2nd_cav",
            },
            "ligny": {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt"},
        },
        at="quatre_bras",
        active=active,
        phase=phase,
        **more,
    )


def test_case_72_a_withdrawal():
    given = opening(ALLIED)
    gone = play(given, ALLIED, WithdrawFromBattle(), dice=[6, 1])
    won = gone.the(BattleWon)
    assert (won.side, won.reason) == (FRENCH, "withdrawn")
    assert gone.the(RetreatOrdered).cards == ("b_bylandt", "b_kempt_8th_br")
    checks = gone.events_of(MoraleChecked)
    assert [(it.card, it.purpose, it.dice, it.routed) for it in checks] == [
        ("b_bylandt", "retreat", (6,), True),
        ("b_kempt_8th_br", "retreat", (1,), False),
    ]
    assert gone.asked == [(FRENCH, "sending")]
    closed = play(gone, FRENCH, EndSending())
    assert closed.the(BattleClosed).lost["british"] == ("b_bylandt",)
    assert closed.state.pools["british"] == [
        "b_kempt_8th_br", "b_pack_9th_br", "b_saxe_weimar", "b_steady",
    ]  # fmt: skip

    moved = play(given, ALLIED, Move("b_pack_9th_br", "allied_left"))
    assert refusal(moved, ALLIED, WithdrawFromBattle()) == ("ALREADY_ACTED", "16.c")


def test_case_72_first_the_hits_that_nobody_has_checked():
    given = opening(ALLIED)
    given.card("b_kempt_8th_br").hits = 2
    gone = play(given, ALLIED, WithdrawFromBattle(), dice=[1, 2, 1, 3])
    checks = [(it.card, it.purpose, it.dice) for it in gone.events_of(MoraleChecked)]
    assert checks == [
        ("b_kempt_8th_br", "morale", (1, 2)),
        ("b_bylandt", "retreat", (1,)),
        ("b_kempt_8th_br", "retreat", (3,)),
    ]


NINE = (
    "f_soye_brigade f_bauduin_brigade f_husson_brigade f_campi_brigade f_gauthier_brigade f_ney "
    "f_reille f_ii_corps_horse f_pire_2nd_cav"
)
UNDRAWN = "f_jamin_b_brigade f_ii_corps_foot_a f_kellermann f_lheritier_11th_cav f_roussel_12th_cav"


def test_case_73_twelve_are_sent_to_ligny():
    given = campaign(
        {
            "quatre_bras": {"french_left": NINE.replace(" f_pire_2nd_cav", ""),
                            "french_centre": "f_pire_2nd_cav", "allied_left": "b_bylandt"},
            "ligny": {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt"},
        },
        at="quatre_bras",
        decks={
            "quatre_bras": {"french": UNDRAWN},
            "ligny": {"french": "f_corsin_brigade", "prussian": "p_28th_rgt p_29th_rgt"},
        },
    )  # fmt: skip
    won = play(given, FRENCH, Move("f_pire_2nd_cav", "allied_centre"))
    [everybody] = legal_orders(won, FRENCH, SendReinforcements)
    assert set(everybody.cards) == {*NINE.split(), *UNDRAWN.split()}

    twelve = everybody.cards[:12]
    sent = play(won, FRENCH, SendReinforcements(twelve))
    assert sent.the(ReinforcementsSent).count == 12
    ligny = sent.state.battles["ligny"]
    assert ligny.decks["french"] == sorted(["f_corsin_brigade", *twelve])
    assert ligny.rates == {"french": 4, "prussian": 4}
    assert sent.state.pools["french"] == sorted(everybody.cards[12:])
    for reader in (ALLIED, "spectator"):
        known = everything_known(sent, reader)
        assert not any(card in known for card in UNDRAWN.split())
        [field] = seen(sent, reader)["map"]["battles"]
        assert field["decks"]["french"] == 13

    assert sent.asked == [(FRENCH, "combat")], "at Ligny, the only battle left"
    four = (twelve[3], twelve[0], twelve[7], twelve[1])
    drawn = play(sent, FRENCH, EndCombat(), drawn=four)
    assert drawn.the(ReinforcementsDrawn).cards == four


def test_case_74_the_french_have_won_both():
    given = campaign(
        {"ligny": {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt"}},
        at="ligny",
        results={"quatre_bras": FRENCH},
    )
    later = play(given, FRENCH, Move("f_billard_brigade", "allied_right"))
    started = later.the(StageStarted)
    assert (started.stage, list(started.battles)) == ("wavre_waterloo", ["wavre", "waterloo"])
    assert later.asked == [(FRENCH, "split"), (ALLIED, "split")]
    decks = later.state.drafts
    everywhere = [it for battle in decks.values() for deck in battle.values() for it in deck]
    assert {"f_billard_brigade", "p_24th_rgt", "f_lobau", "b_hill", "p_bulow"} <= set(everywhere)
    assert "b_colville" not in everywhere, "Hal is for Charleroi"
    assert "british" not in decks["wavre"]


def test_case_74_wavre_sends_to_waterloo_which_decides():
    given = campaign(
        {
            "wavre": {
                "french_centre": "f_corsin_brigade",
                "allied_left": "p_27th_rgt",
                "allied_reserve": "p_thielmann",
            },
            "waterloo": {"french_left": "f_soye_brigade", "allied_left": "b_bylandt"},
        },
        at="wavre",
        active=ALLIED,
        stage="wavre_waterloo",
    )
    won = play(given, ALLIED, Move("p_27th_rgt", "french_right"))
    assert won.asked == [(ALLIED, "sending")]
    sent = play(won, ALLIED, SendReinforcements(("p_27th_rgt", "p_thielmann")))
    assert sent.the(ReinforcementsSent).nation == "prussian"
    waterloo = sent.state.battles["waterloo"]
    assert waterloo.decks["prussian"] == ["p_27th_rgt", "p_thielmann"]
    assert sent.state.result is None

    decided = play(sent, FRENCH, Move("f_soye_brigade", "allied_right"))
    assert (decided.the(GameWon).winner, decided.the(GameWon).clause) == (FRENCH, "16.e")


def test_case_75_one_each_leads_to_charleroi():
    given = campaign(
        {"ligny": {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt",
                   "allied_centre": "p_blucher p_28th_rgt"}},
        at="ligny",
        active=ALLIED,
        results={"quatre_bras": FRENCH},
    )  # fmt: skip
    later = play(given, ALLIED, Move("p_28th_rgt", "french_centre"), any_cards=True)
    started = later.the(StageStarted)
    assert started.stage == "charleroi"
    assert started.battles == {"charleroi": {"french": 3, "british": 2, "prussian": 2}}
    dealt = {it.nation: it for it in later.events_of(MusterDealt)}
    assert set(dealt) == {"french", "british", "prussian"}
    field = later.state.battles["charleroi"]
    cards = [*field.cards, *(card for deck in field.decks.values() for card in deck)]
    assert {"b_colville", "f_lobau", "p_bulow", "f_billard_brigade", "p_blucher"} <= set(cards)
    assert not any(isinstance(BY_ID[it], Terrain) for it in cards)

    fight = campaign(
        {"charleroi": {"allied_reserve": "p_24th_rgt", "french_left": "f_billard_brigade"}},
        at="charleroi",
        active=ALLIED,
        stage="charleroi",
    )
    for place in ("allied_left", "allied_centre", "allied_right"):
        assert refusal(fight, ALLIED, Move("p_24th_rgt", place)) is None
    won = play(
        play(fight, ALLIED, Move("p_24th_rgt", "allied_centre"), EndCombat()), FRENCH,
        Move("f_billard_brigade", "allied_right"),
    )  # fmt: skip
    assert (won.the(GameWon).winner, won.the(GameWon).clause) == (FRENCH, "16.f")
