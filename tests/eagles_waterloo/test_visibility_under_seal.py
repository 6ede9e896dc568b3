"""What others learn of decks, layouts and splits under seal [chapter d, G-37, G-39, G-43]."""

import pytest

from napoleon.rulesets.eagles_waterloo.orders import (
    AddCard,
    AssignCard,
    Deploy,
    DropCard,
    EndDeployment,
    FinishDeck,
    Laid,
    Move,
    OccupyTerrain,
    Place,
    SendReinforcements,
    SubmitDeck,
    TakeUp,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    campaign,
    deploying,
    everything_known,
    fresh,
    legal_orders,
    payloads,
    play,
    seen,
    told,
)

SOYE, BAUDUIN, PIRE = "f_soye_brigade", "f_bauduin_brigade", "f_pire_2nd_cav"
FOOT = "f_ii_corps_foot_a"
KEMPT, BYLANDT = "b_kempt_8th_br", "b_bylandt"
OTHERS = (ALLIED, "spectator")
"""Who may not see what is hidden of the French."""


# -- deck lists -----------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", OTHERS)
@pytest.mark.parametrize("decks", ["chosen", "custom"])
def test_a_deck_in_the_making_is_its_owners(reader, decks):
    given = fresh("quatre_bras", decks=decks)
    made = [play(given, FRENCH, AddCard(SOYE), AddCard(it), DropCard(SOYE)) for it in (PIRE, FOOT)]
    known = [everything_known(it, reader) for it in made]
    assert known[0] == known[1]
    assert [it["card"] for it in payloads(made[0], reader, "card_added")] == [None] * 2
    assert [it["card"] for it in payloads(made[0], reader, "card_dropped")] == [None]
    assert seen(made[0], reader)["hand"]["hands"][0]["decks"] is None
    [draft] = seen(made[0], FRENCH)["hand"]["hands"][0]["decks"]
    assert draft["cards"] == [PIRE]


@pytest.mark.parametrize("reader", OTHERS)
def test_a_submitted_list_is_told_to_nobody_else(reader):
    given = fresh("quatre_bras", decks="custom")
    deck = (SOYE, BAUDUIN, PIRE, FOOT, "f_husson_brigade", "f_campi_brigade", "f_ney", "f_rally")
    lists = [deck, (*deck[:6], "f_reille", "f_kellermann", "f_bossu_wood")]
    submitted = [play(given, FRENCH, SubmitDeck(it), FinishDeck()) for it in lists]
    known = [everything_known(it, reader) for it in submitted]
    assert known[0] == known[1]
    assert [it["decks"] for it in payloads(submitted[0], reader, "deck_submitted")] == [None]


@pytest.mark.parametrize("reader", OTHERS)
def test_its_number_and_points_are_told_when_both_are_done(reader):
    given = fresh("quatre_bras", decks="custom")
    deck = (SOYE, BAUDUIN, PIRE, FOOT, "f_husson_brigade", "f_campi_brigade", "f_ney", "f_rally")
    one = play(given, FRENCH, SubmitDeck(deck), FinishDeck())
    both = play(one, ALLIED, *legal_orders(one, ALLIED, SubmitDeck), FinishDeck(), any_cards=True)
    [french] = [it for it in payloads(both, reader, "decks_told") if it["nation"] == FRENCH]
    assert (french["count"], french["bp"], french["cards"]) == (8, 88, None)
    [french] = [it for it in payloads(both, reader, "muster_dealt") if it["nation"] == FRENCH]
    assert (french["count"], french["left"], french["cards"]) == (4, 4, None)


def test_a_deck_that_was_dealt_is_seen_by_nobody():
    given = fresh("quatre_bras")
    for reader in (FRENCH, ALLIED, "spectator"):
        assert [it["cards"] for it in payloads(given, reader, "deck_dealt")] == [None] * 2
        assert [it["cards"] for it in payloads(given, reader, "decks_told")] == [None] * 2
    assert all(it["cards"] for it in payloads(given, "referee", "deck_dealt"))
    [muster] = [it for it in payloads(given, FRENCH, "muster_dealt") if it["nation"] == FRENCH]
    assert len(muster["cards"]) == 10


# -- deployment under seal ------------------------------------------------------------------------

FRENCH_MUSTER = f"{SOYE} {BAUDUIN} {PIRE} {FOOT} f_ney f_reille f_frasnes_ridge f_piraumont"


def laying(**options):
    """Both sides deploy at Quatre Bras."""
    allied = f"{BYLANDT} {KEMPT} b_pack_9th_br b_gemioncourt"
    return deploying("quatre_bras", french=FRENCH_MUSTER, allied=allied, **options)


LINES = ("french_left", "french_centre", "french_right")
THREE = [Place(card, place) for card, place in zip((SOYE, BAUDUIN, PIRE), LINES, strict=True)]
BRITISH = [
    Place(BYLANDT, "allied_left"),
    Place(KEMPT, "allied_centre"),
    Place("b_pack_9th_br", "allied_right"),
]


@pytest.mark.parametrize("reader", OTHERS)
def test_layouts_of_as_many_orders_look_alike_under_seal(reader):
    given = laying()
    other = [
        Place(SOYE, "french_right", "column"),
        Place("f_piraumont", "french_right"),
        Place("f_reille", "french_right"),
        TakeUp("f_reille"),
    ]
    laid = [play(given, FRENCH, *it) for it in (THREE, other)]
    assert seen(laid[0], reader) == seen(laid[1], reader) == seen(given, reader)
    kinds = {it["type"] for it in told(laid[1], reader)}
    assert kinds == {"order_given", "card_placed", "card_taken_up"}
    assert not any(card in everything_known(laid[1], reader) for card in FRENCH_MUSTER.split())


@pytest.mark.parametrize("reader", OTHERS)
def test_a_whole_layout_is_told_as_one_order(reader):
    given = laying()
    plain = Deploy(tuple(Laid(it.card, it.place) for it in THREE))
    more = (Laid("f_ney", LINES[0]), Laid("f_piraumont", LINES[2]), Laid(FOOT, LINES[2]))
    rich = Deploy((*plain.cards, *more))
    known = [everything_known(play(given, FRENCH, it), reader) for it in (plain, rich)]
    assert known[0] == known[1]


@pytest.mark.parametrize("reader", OTHERS)
def test_when_it_is_adjusted_it_is_under_seal_again(reader):
    laid = play(
        laying(), FRENCH, *THREE, Place("f_frasnes_ridge", "french_centre"),
        OccupyTerrain(BAUDUIN, "f_frasnes_ridge"), EndDeployment(),
    )  # fmt: skip
    open_ = play(laid, ALLIED, *BRITISH, Place("b_gemioncourt", "allied_left"), EndDeployment())
    shown = payloads(open_, reader, "layout_shown")
    [french] = [it for it in shown if it["side"] == FRENCH]
    assert french["face_up"]["french_centre"] == ["f_frasnes_ridge"]
    assert [len(it) for it in french["face_down"].values()] == [1, 1, 1]
    assert french["pairing"] is None
    assert len(french["on_terrain"]["f_frasnes_ridge"]) == 1

    changes = [
        [
            TakeUp(BAUDUIN),
            Place(BAUDUIN, "french_centre", "square"),
            Place("f_ney", "french_centre"),
        ],
        [TakeUp(SOYE), Place(SOYE, "french_left"), Place("f_piraumont", "french_right")],
    ]
    adjusted = [play(open_, FRENCH, *it) for it in changes]
    known = [everything_known(it, reader) for it in adjusted]
    assert known[0] == known[1]
    assert seen(adjusted[0], reader) == seen(open_, reader)

    begun = play(adjusted[0], FRENCH, EndDeployment())
    [again] = [it for it in payloads(begun, reader, "layout_shown") if it["side"] == FRENCH]
    tokens = {token for it in again["face_down"].values() for token in it}
    assert not tokens & {token for it in french["face_down"].values() for token in it}


# -- the campaign ---------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", OTHERS)
def test_the_split_and_what_is_sent_are_counted(reader):
    given = fresh("campaign")
    both = ("f_rally", "f_en_avant")
    split = [play(given, FRENCH, AssignCard(it, "quatre_bras")) for it in both]
    assert everything_known(split[0], reader) == everything_known(split[1], reader)
    [told_of] = payloads(split[0], reader, "card_assigned")
    assert (told_of["card"], told_of["battle"]) == (None, None)

    won = play(
        campaign(
            {
                "quatre_bras": {"french_left": SOYE, "french_reserve": f"{BAUDUIN} {PIRE}",
                                "allied_left": KEMPT},
                "ligny": {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt"},
            },
            at="quatre_bras",
        ),
        FRENCH,
        Move(SOYE, "allied_right"),
    )  # fmt: skip
    sent = [play(won, FRENCH, SendReinforcements((it,))) for it in (BAUDUIN, PIRE)]
    assert everything_known(sent[0], reader) == everything_known(sent[1], reader)
    [told_of] = payloads(sent[0], reader, "reinforcements_sent")
    assert (told_of["cards"], told_of["count"]) == (None, 1)
    [closed] = payloads(sent[0], reader, "battle_closed")
    assert (closed["kept"], closed["counts"]["french"]) == (None, 2)
    army = next(
        it for it in seen(sent[0], reader)["order-of-battle"]["armies"] if it["army"] == FRENCH
    )
    assert (army["waiting"], army["to_come"]) == (2, 1)
    assert not any(it["state"] == "waiting" for it in army["cards"])
