"""Each refusal outside of battles with its clause and facts: decks, layouts, campaign, ends."""

import pytest

from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.eagles_waterloo.orders import (
    AddCard,
    AgreeToEnd,
    AssignCard,
    Deploy,
    DropCard,
    EndCombat,
    EndDeployment,
    EndSending,
    EndTurn,
    FinishDeck,
    Laid,
    Move,
    OccupyTerrain,
    Place,
    PlayNothing,
    Resign,
    SendReinforcement,
    SendReinforcements,
    SubmitDeck,
    TakeUp,
    WithdrawFromBattle,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    RULES,
    campaign,
    deploying,
    fighting,
    fresh,
    legal_orders,
    play,
    refusal,
)

SIX = (
    "f_soye_brigade", "f_bauduin_brigade", "f_husson_brigade", "f_campi_brigade",
    "f_gauthier_brigade", "f_jamin_b_brigade",
)  # fmt: skip


def chosen(**options):
    """Decks of Quatre Bras are chosen."""
    return fresh("quatre_bras", decks="chosen", **options)


def full():
    """The French deck has its fourteen cards."""
    given = chosen()
    return play(given, FRENCH, *legal_orders(given, FRENCH, SubmitDeck))


def of_generals():
    """A deck of the right size, with too few units."""
    cards = [it.id for it in RULES.pack.cards_of("french") if it.kind == "general"]
    return play(chosen(), FRENCH, *map(AddCard, cards[:14]))


def custom(*cards):
    """A custom deck of Quatre Bras."""
    return play(fresh("quatre_bras", decks="custom"), FRENCH, *map(AddCard, cards))


RICH = (*SIX, "f_1st_2nd_grenadiers", "f_1st_2nd_chasseurs", "f_3rd_4th_grenadiers",
        "f_guard_light_lefebvre_desnouettes", "f_rally")  # fmt: skip


def laying(**options):
    """Both deploy at Quatre Bras."""
    french = (
        "f_soye_brigade f_bauduin_brigade f_pire_2nd_cav f_husson_brigade f_campi_brigade f_ney "
        "f_reille f_frasnes_ridge f_bossu_wood f_rally"
    )
    british = "b_bylandt b_kempt_8th_br b_pack_9th_br"
    return deploying("quatre_bras", french=french, allied=british, **options)


FOUR = ("f_soye_brigade", "f_bauduin_brigade", "f_pire_2nd_cav", "f_husson_brigade")


def four():
    """Four French cards lie in the centre, with a general and a hill."""
    orders = [Place(it, "french_centre") for it in (*FOUR, "f_ney", "f_frasnes_ridge")]
    return play(laying(), FRENCH, *orders)


def with_a_river():
    """A river lies in the centre, and another one is to come."""
    return deploying("wavre", french="f_romme_brigade", allied="p_river_dyle_c p_ligny_brook")


def soult():
    """Soult and Napoleon are in the same muster."""
    return deploying("ligny", french="f_soult f_napoleon f_romme_brigade", allied="p_24th_rgt")


def adjusting():
    """The French adjust what the Allies have seen."""
    lines = ("french_left", "french_centre", "french_right")
    french = [Place(it, at) for it, at in zip(FOUR, lines, strict=False)]
    hill = Place("f_frasnes_ridge", "french_centre")
    laid = play(laying(), FRENCH, *french, hill, EndDeployment())
    british = ("b_bylandt", "b_kempt_8th_br", "b_pack_9th_br")
    allied = zip(british, ("allied_left", "allied_centre", "allied_right"), strict=True)
    return play(laid, ALLIED, *(Place(*it) for it in allied), EndDeployment())


def turn(phase="combat", **given):
    """A French turn at Quatre Bras."""
    lines = {
        "french_left": "f_soye_brigade",
        "french_reserve": "f_rally",
        "allied_left": "b_bylandt",
        "allied_reserve": "b_kempt_8th_br",
    }
    return fighting("quatre_bras", lines, phase=phase, **given)


def over():
    """The French have won."""
    return play(turn(), FRENCH, Move("f_soye_brigade", "allied_right"))


def splitting():
    """The French split their army."""
    return fresh("campaign")


def too_small():
    """Eleven French cards are left for Quatre Bras."""
    given = splitting()
    del given.state.drafts["quatre_bras"]["french"][11:]
    return given


def opening():
    """Quatre Bras and Ligny go on."""
    return campaign(
        {
            "quatre_bras": {
                "french_left": "f_soye_brigade",
                "french_reserve": "f_ney f_bossu_wood",
                "allied_left": "b_bylandt",
            },
            "ligny": {"french_left": "f_billard_brigade", "allied_left": "p_24th_rgt"},
        },
        at="quatre_bras",
    )


def won():
    """The French have won Quatre Bras, and may send to Ligny."""
    return play(opening(), FRENCH, Move("f_soye_brigade", "allied_right"))


CASES = [
    # Decks
    (chosen, FRENCH, [AddCard("f_nobody")], {}, "NOT_A_CARD 2.0"),
    (chosen, FRENCH, [AddCard("")], {}, "NOT_A_CARD 2.0"),
    (chosen, FRENCH, [AddCard("f_ney.2")], {}, "NOT_A_CARD 2.0"),
    (chosen, FRENCH, [AddCard("b_bylandt")], {}, "WRONG_NATION 2.0"),
    (chosen, ALLIED, [AddCard("p_24th_rgt")], {}, "WRONG_NATION 2.0"),
    (chosen, FRENCH, [AddCard("f_fleurus_mill")], {}, "WRONG_BATTLE G-40"),
    (lambda: chosen(historical=True), FRENCH, [AddCard("f_napoleon")], {}, "WRONG_BATTLE G-40"),
    (chosen, ALLIED, [AddCard("b_colville")], {}, "WRONG_BATTLE G-40"),
    (chosen, FRENCH, [AddCard(SIX[0]), AddCard(SIX[0])], {"most": 1}, "DUPLICATE 2.0"),
    (full, FRENCH, [AddCard("f_piraumont")], {"deck": 14}, "WRONG_SIZE 2.0"),
    (lambda: custom(*SIX[:1] * 3), FRENCH, [AddCard(SIX[0])], {"most": 3}, "DUPLICATE 15.0"),
    (lambda: custom("f_ney"), FRENCH, [AddCard("f_ney")], {"most": 1}, "DUPLICATE 15.0"),
    (lambda: custom(*RICH), FRENCH, [AddCard("f_soye_brigade")], {"bp": 143, "limit": 130},
     "OVER_BP 15.0"),
    (chosen, FRENCH, [DropCard(SIX[0])], {}, "NOT_IN_DECK G-39"),
    (chosen, FRENCH, [FinishDeck()], {"deck": 14, "cards": 0}, "WRONG_SIZE 2.0"),
    (of_generals, FRENCH, [FinishDeck()], {"units": 0, "movers": 0}, "WRONG_SIZE G-42"),
    (lambda: custom(*SIX), FRENCH, [FinishDeck()], {"least": 8, "cards": 6}, "WRONG_SIZE G-42"),
    # Layouts
    (laying, FRENCH, [Place("b_bylandt", "french_left")], {}, "NOT_YOUR_CARD 4.1"),
    (laying, FRENCH, [Place("f_ney", "french_left"), Place("f_ney", "french_right")], {},
     "ALREADY_PLACED G-43"),
    (laying, FRENCH, [Place("f_ney", "allied_left")], {}, "WRONG_LANE 4.1"),
    (laying, FRENCH, [Place("f_ney", "french_reserve")], {}, "WRONG_LANE 4.1"),
    (laying, FRENCH, [Place("f_ney", "french_moon")], {}, "WRONG_LANE 4.1"),
    (laying, FRENCH, [Place("f_pire_2nd_cav", "french_left", "column")], {}, "NOT_INFANTRY 9.0"),
    (laying, FRENCH, [Place(SIX[0], "french_left", "line")], {}, "SAME_FORMATION 9.0"),
    (laying, FRENCH, [Place("f_ney", "french_left", decoy=True)], {}, "OPTION_OFF 14.0"),
    (laying, FRENCH, [Place("f_rally", "french_left")], {}, "OPTION_OFF G-43"),
    (lambda: laying(decoys=True), FRENCH, [Place(SIX[0], "french_left", decoy=True)], {},
     "NO_DECOY 14.0"),
    (soult, FRENCH, [Place("f_soult", "french_left")], {}, "CHIEF_OF_STAFF 12.3"),
    (four, FRENCH, [Place("f_campi_brigade", "french_centre")], {}, "TOO_MANY 4.1"),
    (four, FRENCH, [Place("f_reille", "french_centre")], {}, "TWO_GENERALS 12.0"),
    (laying, FRENCH, [Place("f_bossu_wood", "french_right")], {"lane": "left"}, "WRONG_LANE 4.2"),
    (with_a_river, ALLIED, [Place("p_river_dyle_c", "allied_centre"),
                            Place("p_ligny_brook", "allied_centre")], {}, "TWO_TERRAINS G-51"),
    (laying, FRENCH, [OccupyTerrain("f_frasnes_ridge", "f_bossu_wood")], {}, "WRONG_TYPE 11.0"),
    (four, FRENCH, [OccupyTerrain("b_bylandt", "f_frasnes_ridge")], {}, "NOT_YOUR_CARD 4.1"),
    (four, FRENCH, [OccupyTerrain(FOUR[0], "f_frasnes_ridge"),
                    OccupyTerrain(FOUR[1], "f_frasnes_ridge", FOUR[0])], {}, "NOT_IN_BATTLE G-52"),
    (four, FRENCH, [*(OccupyTerrain(it, "f_frasnes_ridge") for it in FOUR[:3])], {"capacity": 2},
     "CAPACITY 11.0"),
    (laying, FRENCH, [TakeUp("b_bylandt")], {}, "NOT_YOUR_CARD 4.1"),
    (laying, FRENCH, [TakeUp("f_ney")], {}, "NOT_PLACED G-43"),
    (adjusting, FRENCH, [TakeUp("f_frasnes_ridge")], {}, "TERRAIN_FIXED 4.2"),
    (laying, FRENCH, [EndDeployment()], {"filled": 0, "battle": "quatre_bras"}, "TOO_FEW 4.1"),
    (lambda: laying(decoys=True), FRENCH,
     [*(Place(*it) for it in zip(FOUR, ("french_left", "french_left", "french_right"),
                                 strict=False)), Place("f_rally", "french_centre"),
      EndDeployment()], {"filled": 2, "battle": "quatre_bras"}, "TOO_FEW 4.1"),
    (lambda: deploying("quatre_bras", french="f_soye_brigade f_rally", allied="b_bylandt",
                       decoys=True), FRENCH,
     [Place("f_soye_brigade", "french_left"), Place("f_rally", "french_right"), EndDeployment()],
     {"place": "french_right", "battle": "quatre_bras"}, "TOO_FEW G-06"),
    (adjusting, ALLIED, [TakeUp("b_bylandt")], {}, "ALREADY_ADJUSTED 4.1"),
    (adjusting, ALLIED, [Deploy((Laid("b_bylandt", "allied_left"),))], {}, "ALREADY_ADJUSTED 4.1"),
    (turn, FRENCH, [Place("f_rally", "french_left")], {}, "ALREADY_ADJUSTED 4.1"),
    (turn, FRENCH, [EndDeployment()], {}, "ALREADY_ADJUSTED 4.1"),
    # Turns
    (lambda: turn("reinforcement"), ALLIED, [EndTurn()], {}, "NOT_YOUR_TURN 5.0"),
    (turn, FRENCH, [EndTurn()], {"phase": "combat"}, "WRONG_PHASE 5.0"),
    (turn, ALLIED, [EndCombat()], {}, "NOT_YOUR_DECISION 7.0"),
    (turn, FRENCH, [FinishDeck()], {"phase": "combat"}, "WRONG_PHASE 5.0"),
    (lambda: turn(asked=False), FRENCH, [EndCombat()],
     {"waiting_for": ["allied: window"]}, "DECISION_PENDING G-62"),
    (turn, ALLIED, [PlayNothing()], {"waiting_for": ["french: combat"]}, "DECISION_PENDING 7.0"),
    # The campaign
    (splitting, FRENCH, [AssignCard("f_soye_brigade", "ligny")], {}, "WRONG_BATTLE G-31"),
    (splitting, FRENCH, [AssignCard("f_rally", "waterloo")], {}, "WRONG_BATTLE G-31"),
    (splitting, FRENCH, [AssignCard("f_rally", "ligny")], {}, "DUPLICATE 16.a"),
    (splitting, FRENCH, [AssignCard("b_bylandt", "ligny")], {}, "NOT_YOUR_CARD 16.a"),
    (too_small, FRENCH, [FinishDeck()], {"battle": "quatre_bras", "cards": 11}, "WRONG_SIZE G-55"),
    (opening, FRENCH, [Move("f_ney", "french_left"), WithdrawFromBattle()], {},
     "ALREADY_ACTED 16.c"),
    (won, FRENCH, [SendReinforcement("f_bossu_wood")], {}, "NOT_YOUR_CARD 16.d"),
    (won, FRENCH, [SendReinforcement("b_bylandt")], {}, "NOT_YOUR_CARD 16.d"),
    (won, FRENCH, [SendReinforcement("f_ney"), SendReinforcement("f_ney")], {}, "DUPLICATE 16.d"),
    (won, ALLIED, [SendReinforcement("b_bylandt")], {}, "NOT_WINNER 16.d"),
    (won, ALLIED, [EndSending()], {}, "NOT_WINNER 16.d"),
    (turn, FRENCH, [SendReinforcements(())], {}, "NO_OTHER_BATTLE 16.d"),
    (opening, FRENCH, [EndSending()], {"phase": "combat"}, "WRONG_PHASE 5.0"),
    # Ends
    (over, ALLIED, [Resign()], {}, "GAME_OVER 4.3"),
    (over, FRENCH, [AgreeToEnd()], {}, "GAME_OVER 4.3"),
    (turn, ALLIED, [AgreeToEnd(), AgreeToEnd()], {}, "ALREADY_AGREED G-09"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "seat", "orders", "facts", "refused"), CASES)
def test_refused(given, seat, orders, facts, refused):
    """`acting.give` sees to it that nothing is changed, and that it was not offered."""
    answer = play(given(), seat, *orders)
    assert answer.refused == tuple(refused.split())
    assert answer.refusal.facts == facts
    assert answer.refusal.detail


UNPLAYABLE = "MISSING_DATA G-01"


def test_a_special_whose_effect_is_unknown_is_in_no_deck(monkeypatch):
    given = fresh("quatre_bras", decks="custom")
    rally = type(RULES.pack.by_id["f_rally"])
    monkeypatch.setattr(rally, "playable", property(lambda it: it.id != "f_rally"))
    assert refusal(given, FRENCH, AddCard("f_rally")) == tuple(UNPLAYABLE.split())
    assert AddCard("f_rally") not in legal_orders(given, FRENCH)
    assert refusal(given, FRENCH, AddCard("f_en_avant")) is None


SETUPS = [
    ("fleurus", {}, "UNKNOWN_SCENARIO 2.0"),
    ("quatre_bras", {"scale": "double", "historical": True}, "BAD_SCALE G-41"),
    ("wavre", {"scale": "half", "decks": "custom", "historical": True}, "BAD_SCALE G-42"),
    ("campaign", {"scale": "half"}, "BAD_SCALE G-69"),
    ("campaign", {"decks": "chosen"}, "BAD_SCALE G-69"),
    ("ligny", {"decks": "by_hand"}, "BAD_OPTION 2.0"),
    ("ligny", {"scale": "huge"}, "BAD_OPTION 2.0"),
    ("ligny", {"weather": True}, "BAD_OPTION 2.0"),
]


@pytest.mark.parametrize(("scenario", "options", "refused"), SETUPS)
def test_a_game_that_cannot_be_set_up(scenario, options, refused):
    with pytest.raises(SetupRefused) as caught:
        fresh(scenario, **options)
    assert (caught.value.refusal.code, caught.value.refusal.clause) == tuple(refused.split())
