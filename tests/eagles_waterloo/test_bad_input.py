"""Orders that nobody should give: refused, nothing recorded, and nothing told by it."""

import pytest

from napoleon.rulesets.eagles_waterloo.orders import (
    AddCard,
    AssignCard,
    ChangeFormation,
    CheckMorale,
    ChooseCaptors,
    Deploy,
    DropCard,
    EndCombat,
    EndDeployment,
    EndTurn,
    Fire,
    Laid,
    Move,
    OccupyTerrain,
    Place,
    PlaceDecoy,
    PlayNothing,
    PlaySpecial,
    PlayTerrain,
    SendReinforcement,
    SendReinforcements,
    Shock,
    ShowDecoy,
    ShowGeneral,
    SubmitDeck,
    TakeUp,
    WithdrawDecoy,
)
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    READERS,
    everything_known,
    fighting,
    fresh,
    legal_orders,
    play,
)
from tests.eagles_waterloo.standoffs import bluffing, captured, checking, crowded
from tests.eagles_waterloo.test_refusals import adjusting, chosen, custom, laying, splitting, won


def refused(given, seat, order):
    """The refusal, after which everybody knows what they knew before."""
    before = [everything_known(given, reader) for reader in READERS]
    answer = play(given, seat, order)
    assert answer.refusal is not None
    assert answer.state == given.state
    given = type(given)(answer.state, given._events, None)
    assert [everything_known(given, reader) for reader in READERS] == before
    return answer.refusal


# -- the bad input of the table -------------------------------------------------------------------


def test_a_position_over_its_limit():
    assert refused(crowded(), FRENCH, EndCombat()).code == "STACK_FULL"


def test_an_order_in_the_wrong_phase():
    assert refused(laying(), FRENCH, EndCombat()).code == "WRONG_PHASE"
    assert refused(chosen(), FRENCH, Place("f_ney", "french_left")).code == "DECISION_PENDING"


def test_a_special_outside_its_window():
    lines = {"french_left": "f_soye_brigade", "french_reserve": "f_vive_l_empereur"}
    given = fighting("quatre_bras", lines)
    answer = refused(given, FRENCH, PlaySpecial("f_vive_l_empereur", "french_left"))
    assert (answer.code, answer.clause) == ("WRONG_PHASE", "13.a.106")
    assert answer.facts == {"windows": ["M"]}


def test_a_token_that_is_no_longer_valid_says_as_much_as_one_that_never_was():
    given = fighting(
        "quatre_bras",
        {"french_right": "f_soye_brigade f_campi_brigade", "allied_left": "b_3rd_div_foot"},
    )
    stale = given.token("f_soye_brigade")
    back = play(given, FRENCH, Move("f_soye_brigade", "french_reserve"), EndCombat(), EndTurn())
    allied = play(back, FRENCH, PlayNothing())
    names = (stale, "french-99", "f_soye_brigade", "f_nobody", "")
    answers = {repr(refused(allied, ALLIED, Fire("b_3rd_div_foot", name))) for name in names}
    assert len(answers) == 1
    assert refused(allied, ALLIED, Fire("b_3rd_div_foot", stale)).code == "NO_TARGET"


# -- lists ----------------------------------------------------------------------------------------


def codes(refusal):
    """Code and clause of every reason."""
    assert all(it["detail"] for it in refusal.facts["reasons"])
    return [f"{it['code']} {it['clause']}" for it in refusal.facts["reasons"]]


CARDS = ("f_soye_brigade", "f_bauduin_brigade", "f_soye_brigade", "b_bylandt", "f_fleurus_mill",
         "f_nobody")  # fmt: skip


def test_a_deck_with_everything_that_is_wrong_with_it():
    given = chosen()
    answer = refused(given, FRENCH, SubmitDeck(CARDS))
    assert (answer.code, answer.clause) == ("DUPLICATE", "2.0")
    assert codes(answer) == [
        "DUPLICATE 2.0", "WRONG_NATION 2.0", "WRONG_BATTLE G-40", "NOT_A_CARD 2.0",
        "WRONG_SIZE 2.0",
    ]  # fmt: skip
    assert play(given, FRENCH, SubmitDeck(tuple(answer.facts["suggestion"]))).refusal is None


def test_a_custom_deck_that_costs_too_much():
    given = custom()
    rich = ("f_1st_2nd_grenadiers", "f_1st_2nd_chasseurs", "f_3rd_4th_chasseurs") * 3
    answer = refused(given, FRENCH, SubmitDeck((*rich, "f_ney", "f_ney", *["f_rally"] * 4)))
    assert codes(answer) == ["DUPLICATE 15.0", "DUPLICATE 15.0", "OVER_BP 15.0"]
    assert play(given, FRENCH, SubmitDeck(tuple(answer.facts["suggestion"]))).refusal is None


BATTLES = ("quatre_bras", "ligny", "wavre", "waterloo")


@pytest.mark.parametrize("scale", ["half", "printed", "double"])
@pytest.mark.parametrize("decks", ["chosen", "custom"])
@pytest.mark.parametrize("battle", BATTLES)
def test_what_is_suggested_for_a_deck_is_legal(battle, decks, scale):
    given = fresh(battle, decks=decks, scale=scale)
    for seat in (FRENCH, ALLIED):
        answer = play(given, seat, SubmitDeck(())).refusal
        assert answer.code == "WRONG_SIZE"
        suggested = SubmitDeck(tuple(answer.facts["suggestion"]))
        assert legal_orders(given, seat, SubmitDeck) == [suggested]
        assert play(given, seat, suggested).refusal is None


def test_a_split_with_everything_that_is_wrong_with_it():
    given = splitting()
    answer = refused(given, FRENCH, SubmitDeck(("f_rally", "f_rally", "b_bylandt", "f_nobody")))
    assert codes(answer) == ["DUPLICATE 16.a", "WRONG_BATTLE G-31", "WRONG_BATTLE G-31"]
    assert play(given, FRENCH, SubmitDeck(tuple(answer.facts["suggestion"]))).refusal is None


def test_a_layout_with_everything_that_is_wrong_with_it():
    given = laying()
    five = ("f_soye_brigade", "f_bauduin_brigade", "f_pire_2nd_cav", "f_husson_brigade",
            "f_campi_brigade")  # fmt: skip
    laid = [Laid(it, "french_centre") for it in five]
    laid += [Laid("f_ney", "french_left", decoy=True), Laid("f_soye_brigade", "french_left"),
             Laid("f_bossu_wood", "french_right"), Laid("b_bylandt", "french_left"),
             Laid("f_reille", "french_left", terrain="f_frasnes_ridge")]  # fmt: skip
    answer = refused(given, FRENCH, Deploy(tuple(laid)))
    assert sorted(codes(answer)) == [
        "ALREADY_PLACED G-43", "NOT_YOUR_CARD 4.1", "OPTION_OFF 14.0", "TOO_FEW 4.1",
        "TOO_MANY 4.1", "WRONG_LANE 4.2", "WRONG_TYPE 11.0",
    ]  # fmt: skip
    suggested = Deploy(tuple(Laid(**it) for it in answer.facts["suggestion"]))
    assert play(given, FRENCH, suggested, EndDeployment()).refusal is None


def test_a_layout_that_would_move_terrain_that_the_enemy_has_seen():
    given = adjusting()
    answer = refused(given, FRENCH, Deploy((Laid("f_frasnes_ridge", "french_centre"),)))
    assert codes(answer) == ["TERRAIN_FIXED 4.2", "TOO_FEW 4.1"]
    suggested = Deploy(tuple(Laid(**it) for it in answer.facts["suggestion"]))
    begun = play(given, FRENCH, suggested, EndDeployment())
    assert begun.battle.sites_at("french_centre") == ["f_frasnes_ridge"]


@pytest.mark.parametrize("decoys", [False, True])
@pytest.mark.parametrize("battle", BATTLES)
def test_what_is_suggested_for_a_layout_is_legal(battle, decoys):
    given = fresh(battle, decoys=decoys)
    for seat in (FRENCH, ALLIED):
        answer = play(given, seat, Deploy(())).refusal
        suggested = Deploy(tuple(Laid(**it) for it in answer.facts["suggestion"]))
        assert legal_orders(given, seat, Deploy) == [suggested]
        assert play(given, seat, suggested, EndDeployment()).refusal is None


def test_a_list_of_reinforcements_with_everything_that_is_wrong_with_it():
    given = won()
    answer = refused(given, FRENCH, SendReinforcements(("f_ney", "f_ney", "b_bylandt", "x")))
    assert codes(answer) == ["DUPLICATE 16.d", "NOT_YOUR_CARD 16.d", "NOT_YOUR_CARD 16.d"]
    assert answer.facts["suggestion"] == ["f_ney", "f_soye_brigade"]
    assert (
        play(given, FRENCH, SendReinforcements(tuple(answer.facts["suggestion"]))).refusal is None
    )


# -- strangers ------------------------------------------------------------------------------------

STRANGERS = (
    "f_nobody",
    "",
    "french_left",
    "f_ney.9",
    "b_bylandt.2",
    "british-99",
    "british-0",
    "-",
)
"""Cards that nobody has, a place, copies that there are not, and tokens without a card."""


ASKED = [
    (chosen, AddCard),
    (chosen, DropCard),
    (splitting, lambda card: AssignCard(card, "ligny")),
    (laying, lambda card: Place(card, "french_left")),
    (laying, TakeUp),
    (laying, lambda card: OccupyTerrain(card, "f_bossu_wood")),
    (checking, CheckMorale),
    (bluffing, lambda card: Move(card, "french_left")),
    (bluffing, lambda card: ChangeFormation(card, "square")),
    (bluffing, lambda card: Fire(card, "b_kempt_8th_br")),
    (bluffing, lambda card: Fire("f_bauduin_brigade", card)),
    (bluffing, lambda card: Shock(card, "b_kempt_8th_br")),
    (bluffing, lambda card: OccupyTerrain(card, "f_frasnes_ridge")),
    (bluffing, lambda card: OccupyTerrain("f_soye_brigade", card)),
    (bluffing, PlayTerrain),
    (bluffing, PlaySpecial),
    (bluffing, lambda card: PlaySpecial("f_rally", "", card)),
    (bluffing, lambda card: PlaySpecial("f_rally", card, "")),
    (bluffing, lambda card: PlaceDecoy(card, "french_left")),
    (bluffing, ShowDecoy),
    (bluffing, WithdrawDecoy),
    (bluffing, ShowGeneral),
    (captured, lambda card: ChooseCaptors((card,), "b_hougoumont")),
    (won, SendReinforcement),
]


@pytest.mark.parametrize(("given", "ordering"), ASKED)
def test_strangers_are_refused_alike(given, ordering):
    standing = given()
    assert FRENCH in {seat for seat, _ in standing.asked}
    answers = {repr(play(standing, FRENCH, ordering(name)).refusal) for name in STRANGERS}
    assert len(answers) == 1
    assert "None" not in answers


@pytest.mark.parametrize("enemy", ["b_bylandt", "b_pack_9th_br", "b_nobody", "british-1"])
def test_an_enemy_in_reserve_is_refused_as_somebody_who_is_nowhere(enemy):
    given = fighting(
        "quatre_bras",
        {"french_right": "f_soye_brigade f_ii_corps_foot_a", "allied_reserve": "b_bylandt"},
    )
    for order in (Fire("f_ii_corps_foot_a", enemy), Shock("f_soye_brigade", enemy)):
        expected = play(given, FRENCH, type(order)(order.card, "x")).refusal
        assert refused(given, FRENCH, order) == expected
