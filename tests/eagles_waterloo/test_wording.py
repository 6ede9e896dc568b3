"""Orders in words: what each of them does and what follows, as far as its giver may know."""

from __future__ import annotations

from itertools import islice

import pytest

from api.languages import language_of
from api.phrases import Phrases
from napoleon.rules.orders import Order
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.wording import Words
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from tests.eagles_waterloo.fields import Played, campaign, deploying, fighting, fresh
from tests.eagles_waterloo.random_play import moments
from tests.repetitions import so_many

LINES = {
    "french_reserve": "f_quiot_brigade f_domon_3rd_cav f_en_avant f_lancers f_ney",
    "french_left": "f_i_corps_foot_a f_soye_brigade",
    "french_centre": "f_1st_2nd_grenadiers f_napoleon",
    "french_right": "f_jacquinot_1st_cav",
    "allied_left": "b_best_4th_han",
    "allied_centre": "f_bauduin_brigade:column f_i_corps_horse b_kempt_8th_br b_rha_a b_picton",
    "allied_right": "b_maitland_1st_guards b_vandeleur",
    "allied_reserve": "b_bylandt",
}
"""A battle at Waterloo: a column and a battery have engaged in the Allied centre."""


@pytest.fixture
def battle() -> Played:
    """The Combat phase of the French."""
    return fighting("waterloo", LINES, sites={"b_hougoumont": "allied_right"})


def worded(given: Played, order: Order, seat: str = FRENCH) -> Words:
    """An order in words. It has to be legal, unless any such list is."""
    wording = RULES.wording
    assert wording is not None
    [decision] = [it for it in RULES.decisions(given.state) if it.seat == seat]
    return wording.words(given.state, decision, order)


def words(given: Played, order: Order, seat: str = FRENCH, code: str = "en") -> tuple[str, str]:
    """What a button says, and what it says of what follows."""
    said = worded(given, order, seat)
    phrases = Phrases(RULES, words_of(RULES, language_of(RULES, code)))
    return phrases.does(said), phrases.follows(said)


@pytest.mark.parametrize(
    ("order", "does", "follows"),
    [
        (
            orders.Move("f_quiot_brigade", "french_right", "column"),
            "Move the Quiot brigade to your right in column",
            "it may shock; artillery hits it better",
        ),
        (
            orders.Move("f_domon_3rd_cav", "french_left"),
            "Move Domon's 3rd Cavalry to your left",
            "1 more move is left",
        ),
        (
            orders.Move("f_jacquinot_1st_cav", "allied_left"),
            "Engage with Jacquinot's 1st Cavalry on the enemy left",
            "1 enemy card stands there; all cards there are turned face up",
        ),
        (
            orders.Move("f_bauduin_brigade", "french_centre"),
            "Disengage with the Bauduin brigade to your centre",
            "",
        ),
        (
            orders.ChangeFormation("f_bauduin_brigade", "square"),
            "Form square with the Bauduin brigade",
            "+1 to morale, and nobody shocks it; artillery hits it better; "
            "it does nothing else in this turn",
        ),
        (
            orders.Shock("f_bauduin_brigade", "b_rha_a"),
            "Shock the Royal Horse Artillery A with the Bauduin brigade in the enemy centre",
            "5 dice with S4, which hit with 3 or more; at artillery +1; each 1 is a hit on Picton",
        ),
        (
            orders.Fire("f_bauduin_brigade", "b_kempt_8th_br"),
            "Fire with the Bauduin brigade at Kempt's 8th British brigade in the enemy centre",
            "5 dice with F1, which hit with a 6; in column \N{MINUS SIGN}1; "
            "each 1 is a hit on Picton",
        ),
        (
            orders.PlaySpecial("f_en_avant", "french_right", "f_jacquinot_1st_cav"),
            "Play En Avant for Jacquinot's 1st Cavalry on your right",
            "One infantry or cavalry card there has one more move this turn; "
            "it still may not engage and disengage in the same turn.",
        ),
        (orders.EndCombat(), "End your Combat phase", "no more reinforcements come"),
    ],
)
def test_an_order_of_combat(battle: Played, order: Order, does: str, follows: str) -> None:
    assert words(battle, order) == (does, follows)


def test_an_enemy_card_face_down_is_told_by_its_back_and_number(battle: Played) -> None:
    token = battle.token("b_vandeleur")
    order = orders.Fire("f_i_corps_foot_a", token)
    does, follows = words(battle, order)
    number = token.removeprefix("british-")
    assert does == (
        "Fire with the French I Corps foot battery A at the face-down British card "
        f"{number} on the enemy right"
    )
    assert follows == ("3 dice with F1, which hit with a 6; at long range; it is turned face up")
    said = worded(battle, order)
    assert said.pieces == ("f_i_corps_foot_a", token)
    assert said.target == "field_1_allied_right"
    assert "vandeleur" not in f"{said}"


def test_by_pointing_a_card_goes_as_it_is(battle: Played) -> None:
    plain = worded(battle, orders.Move("f_quiot_brigade", "french_right"))
    assert (plain.pieces, plain.target) == (("f_quiot_brigade",), "field_1_french_right")
    formed = worded(battle, orders.Move("f_quiot_brigade", "french_right", "square"))
    assert (formed.pieces, formed.target) == (("f_quiot_brigade",), "")
    assert plain.heading == formed.heading


def test_who_leaves_a_position_to_the_enemy_is_warned() -> None:
    alone = fighting(
        "waterloo",
        {"french_left": "f_soye_brigade f_ney b_vandeleur", "french_centre": "f_quiot_brigade"},
    )
    _, follows = words(alone, orders.Move("f_soye_brigade", "french_reserve"))
    assert follows == (
        "the general who stays there alone dies; "
        "the enemy alone is left there: you have lost the battle; "
        "it is turned face down, and fresh again"
    )


def test_an_empty_enemy_position_wins_the_battle() -> None:
    given = fighting(
        "waterloo", {"french_left": "f_soye_brigade", "allied_centre": "b_kempt_8th_br"}
    )
    _, follows = words(given, orders.Move("f_soye_brigade", "allied_right"))
    assert follows == "no enemy is left there: you have won the battle"


def test_a_river_and_a_full_position_are_told() -> None:
    four = "f_soye_brigade f_quiot_brigade f_brue_brigade f_pegot_brigade"
    given = fighting(
        "ligny",
        {"french_centre": "f_ney f_campi_brigade", "allied_centre": f"{four} p_24th_rgt"},
        sites={"p_ligny_brook": "allied_centre"},
    )
    does, follows = words(given, orders.Move("f_campi_brigade", "allied_centre"))
    assert does == "Engage with the Campi brigade in the enemy centre"
    assert follows == (
        "across the Ligny Brook, 1 of 2 in this turn; 1 enemy card stands there; "
        "all cards there are turned face up; "
        "more than 4 cards stand there then: one has to leave"
    )


def test_a_check_tells_its_dice_and_what_helps() -> None:
    given = fighting(
        "waterloo",
        {
            "french_left": "f_soye_brigade:square:hits2 f_reille b_vandeleur",
            "french_right": "f_quiot_brigade:hits1 b_best_4th_han",
        },
        phase="morale",
    )
    assert words(given, orders.CheckMorale("f_soye_brigade")) == (
        "Check the morale of the Soye brigade on your left",
        "2 dice, which pass with 5 or less; Reille +1; in square +1",
    )
    assert words(given, orders.CheckMorale("f_quiot_brigade"))[1] == (
        "1 die, which passes with 3 or less"
    )


def test_terrain_in_words(battle: Played) -> None:
    given = fighting(
        "waterloo",
        {"allied_right": "b_bylandt:up b_maitland_1st_guards", "french_left": "f_soye_brigade"},
        active=ALLIED,
        sites={"b_hougoumont": "allied_right"},
    )
    assert words(given, orders.OccupyTerrain("b_bylandt", "b_hougoumont"), ALLIED) == (
        "Occupy Hougoumont with Bylandt's brigade",
        "those in it are not shocked, and only fire; room for 2 cards; that is its move",
    )
    with_reserve = fighting(
        "waterloo",
        {"allied_reserve": "b_papelotte", "allied_left": "b_bylandt", "french_left": "f_ney"},
        active=ALLIED,
    )
    assert words(with_reserve, orders.PlayTerrain("b_papelotte"), ALLIED)[0] == (
        "Play Papelotte on your left"
    )


def test_a_deployment_in_words() -> None:
    given = deploying(
        "quatre_bras",
        french="f_soye_brigade f_ney f_bossu_wood f_en_avant",
        allied="b_bylandt",
        decoys=True,
    )
    assert words(given, orders.Place("f_soye_brigade", "french_left", "square")) == (
        "Lay the Soye brigade on your left in square",
        "1 of 4 face down there",
    )
    assert words(given, orders.Place("f_ney", "french_left", decoy=True)) == (
        "Lay Ney face down on your left",
        "1 of 4 face down there",
    )
    assert words(given, orders.Place("f_bossu_wood", "french_left"))[1] == (
        "only infantry attacks those in it, and with a die less; room for 2 cards"
    )
    layout = orders.Deploy((orders.Laid("f_soye_brigade", "french_left"),))
    assert words(given, layout) == (
        "Lay this 1 card at once",
        "on your left Soye brigade; it may still be changed",
    )


def test_a_deck_in_words() -> None:
    chosen = fresh("quatre_bras", decks="chosen")
    assert words(chosen, orders.AddCard("f_ney")) == ("Add Ney", "1 of 14 cards then")
    custom = fresh("quatre_bras", decks="custom")
    cost = RULES.pack.by_id["f_ney"].bp
    assert words(custom, orders.AddCard("f_ney")) == ("Add Ney", f"{cost} of 130 spent then")
    price = worded(custom, orders.AddCard("f_ney")).price
    assert price is not None and price.many % price.values == f"{cost} battle points"
    deck = orders.SubmitDeck(("f_ney", "f_soye_brigade", "f_soye_brigade", "f_en_avant"))
    assert words(custom, deck) == (
        "Make a deck of 4 cards",
        "1 general; 2 infantry cards; 1 special; it may still be changed",
    )


def test_a_battle_of_the_campaign_is_given_up() -> None:
    given = campaign(
        {
            "quatre_bras": {"french_left": "f_soye_brigade b_bylandt"},
            "ligny": {"french_left": "f_piat_brigade", "allied_left": "p_24th_rgt"},
        },
        at="quatre_bras",
    )
    assert words(given, orders.WithdrawFromBattle()) == (
        "Withdraw from Quatre Bras",
        "the enemy wins it; your cards wait for a later battle; "
        "1 card among enemies is checked once more",
    )


def test_what_is_free_is_called_by_what_it_does(battle: Played) -> None:
    wording = RULES.wording
    assert wording is not None
    phrases = Phrases(RULES, words_of(RULES, language_of(RULES, "en")))
    battle.state.agreed = [ALLIED]
    offered = wording.free(battle.state, FRENCH, orders.AgreeToEnd)
    assert phrases.told(offered.does) == "Agree to end the game without a winner"
    assert offered.offered is not None
    assert phrases.told(offered.offered).startswith("Allies would end the game")
    assert wording.free(battle.state, ALLIED, orders.AgreeToEnd).offered is None
    assert phrases.told(wording.free(battle.state, FRENCH, orders.Resign).does) == "Resign"


@pytest.mark.parametrize("most", so_many(250, 5_000))
def test_every_order_of_games_has_words_in_both_languages(most: int) -> None:
    """Up to so many orders of each game; the last one is a whole campaign."""
    wording = RULES.wording
    assert wording is not None
    told = {
        code: Phrases(RULES, words_of(RULES, language_of(RULES, code))) for code in ("en", "fr")
    }
    met = set()
    for number in (2, 9, 16, 23, 30, 37):
        for moment in islice(moments(number), most):
            said = wording.words(moment.state, moment.decision, moment.order)
            met.add(type(moment.order))
            for phrases in told.values():
                heading = phrases.told(said.heading) if said.heading else ""
                text = f"{phrases.does(said)} {phrases.follows(said)} {heading}"
                assert "_" not in text
                assert "%" not in text
    assert len(met) > 20


def _idle() -> list[tuple[Played, orders.PlaySpecial, str]]:
    """Reserve Brigade on an empty deck, En Avant on engaged cavalry, Rifles on who has moved."""
    prussians = {"allied_left": "p_31st_rgt", "allied_reserve": "p_reserve_brigade"}
    empty = fighting(
        "ligny",
        {**prussians, "french_left": "f_soye_brigade"},
        active=ALLIED,
        phase="reinforcement",
    )
    lines = {"allied_right": "b_bylandt f_pire_2nd_cav", "french_reserve": "f_en_avant"}
    engaged = fighting("waterloo", {**lines, "french_left": "f_soye_brigade"})
    engaged.card("f_pire_2nd_cav").moves, engaged.card("f_pire_2nd_cav").way = 2, "engage"
    lines = {"allied_right": "b_bylandt b_kempt_8th_br", "allied_reserve": "b_rifles"}
    moved = fighting("waterloo", {**lines, "french_left": "f_soye_brigade"}, active=ALLIED)
    moved.card("b_bylandt").moves = 1
    return [
        (empty, orders.PlaySpecial("p_reserve_brigade"), ALLIED),
        (engaged, orders.PlaySpecial("f_en_avant", "allied_right", "f_pire_2nd_cav"), FRENCH),
        (moved, orders.PlaySpecial("b_rifles", "allied_right", "b_bylandt"), ALLIED),
    ]


@pytest.mark.parametrize("number", range(3))
def test_a_special_without_effect_is_offered_last_and_says_so(number: int) -> None:
    given, order, seat = _idle()[number]
    [decision] = [it for it in RULES.decisions(given.state) if it.seat == seat]
    found = [
        it for it in RULES.legal_orders(given.state, decision) if isinstance(it, orders.PlaySpecial)
    ]
    assert found[-1] == order
    assert words(given, order, seat)[1].startswith("no effect now")
    assert words(given, order, seat, "fr")[1].startswith("sans effet maintenant")
    others = [it for it in found if it != order]
    assert not any("no effect now" in words(given, it, seat)[1] for it in others)
