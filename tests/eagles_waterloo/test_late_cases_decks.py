"""Acceptance cases 40 to 48: pools, scales, custom decks, musters, deployment [chapter e]."""

import pytest

from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.eagles_waterloo.chart import pool
from napoleon.rulesets.eagles_waterloo.events.decks import DecksTold, MusterDealt
from napoleon.rulesets.eagles_waterloo.events.deployment import LayoutShown
from napoleon.rulesets.eagles_waterloo.labels import Special, Terrain
from napoleon.rulesets.eagles_waterloo.orders import (
    AddCard,
    EndDeployment,
    FinishDeck,
    Place,
    SubmitDeck,
    TakeUp,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    deploying,
    fresh,
    legal_orders,
    place_seen,
    play,
    refusal,
    seen,
    told,
)

PACK = RULES.pack


def test_case_40_the_french_pool_of_quatre_bras():
    cards = pool(PACK, "quatre_bras", "french", {"historical": False})
    bound = [it for it in cards if isinstance(it, Terrain | Special)]
    others = [it for it in cards if it not in bound]
    assert all("quatre_bras" in it.battles for it in bound)
    assert {it.name for it in bound if isinstance(it, Terrain)} == {
        "Bossu Wood", "Frasnes Ridge", "Piraumont",
    }  # fmt: skip
    assert others == [
        it for it in PACK.cards_of("french") if not isinstance(it, Terrain | Special)
    ]  # fmt: skip
    assert len(pool(PACK, "quatre_bras", "french", {"historical": True})) == 26


def test_case_41_double_decks_of_historical_cards():
    wavre = fresh("wavre", scale="double", historical=True)
    told_of = wavre.events_of(DecksTold)
    assert {it.nation: it.count for it in told_of} == {"french": 32, "prussian": 24}
    assert {nation: len(cards) for nation, cards in wavre.state.pools.items()} == {
        "french": 37, "prussian": 29,
    }  # fmt: skip
    with pytest.raises(SetupRefused) as caught:
        fresh("quatre_bras", scale="double", historical=True)
    assert (caught.value.refusal.code, caught.value.refusal.clause) == ("BAD_SCALE", "G-41")
    assert caught.value.refusal.facts == {"nation": "french", "deck": 28, "cards": 26}


BRIGADES = tuple(
    f"f_{name}_brigade"
    for name in (
        "corsin", "gengoux", "dufour", "lagarde", "quiot", "aulard", "nogues", "pegot", "husson",
        "gauthier",
    )
)  # fmt: skip
"""Ten brigades of 10 battle points."""


def test_case_42_a_custom_deck_of_ligny():
    making = fresh("ligny", decks="custom")
    three = play(making, FRENCH, *[AddCard("f_corsin_brigade")] * 3)
    assert refusal(three, FRENCH, AddCard("f_corsin_brigade")) == ("DUPLICATE", "15.0")
    napoleon = play(three, FRENCH, AddCard("f_napoleon"))
    assert refusal(napoleon, FRENCH, AddCard("f_napoleon")) == ("DUPLICATE", "15.0")

    rich = [*BRIGADES * 3, "f_1st_2nd_grenadiers", "f_fleurus_mill"]
    at_321 = play(making, FRENCH, SubmitDeck(tuple(rich)))
    over = play(at_321, FRENCH, AddCard("f_nogues_brigade"))
    assert over.refused == ("DUPLICATE", "15.0"), "three are there"
    over = play(at_321, FRENCH, AddCard("f_jamin_b_brigade"))
    assert over.refused == ("OVER_BP", "15.0")
    assert over.refusal.facts == {"bp": 331, "limit": 330}
    assert refusal(at_321, FRENCH, AddCard("f_romme_brigade")) is None, "330 are allowed"

    few = (*BRIGADES[:5], "f_napoleon", "f_gerard", "f_fleurus_mill", "f_rally")
    five = play(making, FRENCH, *map(AddCard, few))
    assert refusal(five, FRENCH, FinishDeck()) == ("WRONG_SIZE", "G-42")
    assert refusal(five, FRENCH, AddCard(BRIGADES[5]), FinishDeck()) is None


def test_case_43_half_of_a_custom_deck_is_the_muster():
    making = fresh("waterloo", decks="custom")
    deck = (*BRIGADES * 3, "f_rally")
    assert len(deck) == 31
    made = play(making, FRENCH, SubmitDeck(deck), FinishDeck())
    allied = play(
        made, ALLIED, *legal_orders(made, ALLIED, SubmitDeck), FinishDeck(), any_cards=True
    )
    dealt = {it.nation: it for it in allied.events_of(MusterDealt)}
    assert (dealt["french"].count, dealt["french"].left) == (15, 16)
    assert dealt["prussian"].count == 0
    assert dealt["prussian"].left == allied.the(DecksTold, nation="prussian").count > 0


# -- deployment -----------------------------------------------------------------------------------

MUSTER = (
    "f_soye_brigade f_bauduin_brigade f_pire_2nd_cav f_ney f_reille f_kellermann f_bossu_wood "
    "f_frasnes_ridge f_piraumont f_rally"
)
BRITISH = "b_bylandt b_kempt_8th_br b_pack_9th_br b_best_4th_han b_namur_road_bank"


def muster(french=MUSTER, allied=BRITISH, **options):
    """Both sides deploy at Quatre Bras."""
    return deploying("quatre_bras", french=french, allied=allied, **options)


ONE_EACH = (
    Place("f_soye_brigade", "french_left"),
    Place("f_bauduin_brigade", "french_centre", "column"),
    Place("f_pire_2nd_cav", "french_right"),
)


def test_case_44_a_unit_in_each_position_as_far_as_there_are():
    given = muster()
    assert len(given.battle.at("french_reserve")) == 10
    assert refusal(given, FRENCH, *ONE_EACH[:2], EndDeployment()) == ("TOO_FEW", "4.1")
    assert refusal(given, FRENCH, *ONE_EACH, EndDeployment()) is None

    two = muster(MUSTER.replace("f_pire_2nd_cav ", ""))
    assert refusal(two, FRENCH, *ONE_EACH[:1], EndDeployment()) == ("TOO_FEW", "4.1")
    assert refusal(two, FRENCH, *ONE_EACH[:2], EndDeployment()) is None


def test_case_45_four_cards_face_down_and_what_lies_face_up():
    five = "f_soye_brigade f_bauduin_brigade f_pire_2nd_cav f_husson_brigade f_gauthier_brigade"
    given = muster(f"{five} f_reille f_frasnes_ridge")
    four = play(given, FRENCH, *(Place(it, "french_centre") for it in five.split()[:4]))
    assert refusal(four, FRENCH, Place("f_gauthier_brigade", "french_centre")) == (
        "TOO_MANY", "4.1",
    )  # fmt: skip
    up = (Place("f_reille", "french_centre"), Place("f_frasnes_ridge", "french_centre"))
    full = play(four, FRENCH, *up)
    assert len(full.battle.at("french_centre")) == 5
    assert full.battle.sites_at("french_centre") == ["f_frasnes_ridge"]


def test_case_46_hougoumont_belongs_to_the_right():
    given = deploying("waterloo", french="f_soye_brigade", allied="b_hougoumont b_bylandt")
    order = Place("b_hougoumont", "allied_left")
    refused = play(given, ALLIED, order)
    assert refused.refused == ("WRONG_LANE", "4.2")
    assert refused.refusal.facts == {"lane": "right"}
    assert refusal(given, ALLIED, Place("b_hougoumont", "allied_right")) is None


def deployed():
    """Both have ended; the Allies have a hill."""
    laid = play(
        muster(), FRENCH, *ONE_EACH, Place("f_ney", "french_centre"),
        Place("f_frasnes_ridge", "french_centre"), EndDeployment(),
    )  # fmt: skip
    lines = zip(BRITISH.split(), ("allied_left", "allied_centre", "allied_right"), strict=False)
    british = [Place(card, place) for card, place in lines]
    return play(
        laid, ALLIED, *british, Place("b_best_4th_han", "allied_left"),
        Place("b_namur_road_bank", "allied_right"), EndDeployment(),
    )  # fmt: skip


def test_case_47_the_french_adjust_everything_once_but_terrain():
    given = deployed()
    assert given.asked == [(FRENCH, "deploy")]
    assert refusal(given, ALLIED, TakeUp("b_bylandt")) is not None

    left = place_seen(given, FRENCH, "allied_left")
    assert [it["nation"] for it in left["cards"]] == ["british"] * 2
    assert [it["face"] for it in left["cards"]] == [None] * 2
    assert [it["formation"] for it in left["cards"]] == [None] * 2
    assert [it["id"] for it in place_seen(given, FRENCH, "allied_right")["terrain"]] == [
        "b_namur_road_bank"
    ]
    shown = given.the(LayoutShown, side=ALLIED)
    assert shown.face_up["allied_right"] == ("b_namur_road_bank",)

    up = {it.card for it in legal_orders(given, FRENCH, TakeUp)}
    assert up == {"f_soye_brigade", "f_bauduin_brigade", "f_pire_2nd_cav", "f_ney"}
    assert refusal(given, FRENCH, TakeUp("f_frasnes_ridge")) == ("TERRAIN_FIXED", "4.2")
    again = play(
        given, FRENCH, TakeUp("f_bauduin_brigade"), TakeUp("f_soye_brigade"),
        Place("f_bauduin_brigade", "french_left", "square"),
        Place("f_soye_brigade", "french_centre"),
    )  # fmt: skip
    assert again.card("f_bauduin_brigade").formation == "square"
    begun = play(again, FRENCH, EndDeployment())
    assert begun.state.phase == "combat"
    assert begun.state.battle.active == FRENCH


@pytest.mark.parametrize("reader", [ALLIED, "spectator"])
def test_case_48_nothing_is_seen_of_a_layout_under_seal(reader):
    given = muster(decoys=True)
    orders = (
        *ONE_EACH, Place("f_ney", "french_left"), Place("f_frasnes_ridge", "french_centre"),
        Place("f_reille", "french_right", decoy=True),
    )  # fmt: skip
    laid = play(given, FRENCH, *orders)

    assert seen(laid, reader) == seen(given, reader)
    for place in ("french_left", "french_centre", "french_right"):
        area = place_seen(laid, reader, place)
        assert (area["cards"], area["terrain"], area["waiting"]) == ([], [], {})
    placed = [it["data"] for it in told(laid, reader) if it["type"] == "card_placed"]
    assert len(placed) == len(orders)
    assert placed == [
        {
            "player": FRENCH, "card": None, "place": None, "formation": None, "face_up": None,
            "site": None,
        }
    ] * len(orders)  # fmt: skip
    assert seen(laid, FRENCH) != seen(given, FRENCH)
