"""The bot: it knows what its seat may see, and goes for what wins."""

from __future__ import annotations

from random import Random

import pytest

from napoleon.rules.contract import installed
from napoleon.rules.orders import Order
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES, labels
from napoleon.rulesets.eagles_waterloo.bot import Player
from napoleon.rulesets.eagles_waterloo.orders import (
    AddCard,
    AssignCard,
    ChangeFormation,
    ChooseCaptors,
    EndCombat,
    EndDeployment,
    FinishDeck,
    Fire,
    Move,
    OccupyTerrain,
    Place,
    PlaySpecial,
    PlayTerrain,
    SendReinforcements,
    Shock,
    ShowGeneral,
    WithdrawFromBattle,
)
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from tests.eagles_waterloo.bot_games import BOTS
from tests.eagles_waterloo.fields import Played, campaign, deploying, fighting, fresh, play
from tests.rulesets.entrants import Form

LINE = {
    "french_left": "f_quiot_brigade",
    "french_centre": "f_schmitz_brigade",
    "french_right": "f_aulard_brigade",
    "allied_left": "b_bylandt",
    "allied_centre": "b_saxe_weimar",
    "allied_right": "b_detmers",
}
"""A brigade in each position."""

STRONG = {
    "allied_left": "b_saxe_weimar b_detmers b_maitland_1st_guards b_ompteda_2nd_kgl",
    "allied_centre": "b_byng_2nd_guards b_c_halkett_5th_br b_kielmansegge_1st_han b_bylandt",
    "allied_right": "b_somerset_household b_dornberg b_ponsonby_union b_rha_a",
}
"""Four strong Allied cards in each position."""


def answer(given: Played, seat: str = FRENCH) -> Order:
    """What the bot answers for a seat."""
    [decision] = [it for it in RULES.decisions(given.state) if it.seat == seat]
    legal_orders = RULES.legal_orders(given.state, decision)
    return Player(Random(0)).choose(RULES.view(given.state, Viewer(seat)), decision, legal_orders)


def answers(given: Played, seat: str = FRENCH) -> list[Order]:
    """What it answers one after the other, up to where it does no more, or the dice are asked."""
    found: list[Order] = []
    while True:
        order = answer(given, seat)
        found.append(order)
        if isinstance(order, FinishDeck | EndDeployment | EndCombat | Fire | Shock):
            return found
        given = play(given, seat, order)


def in_battle(active: str = FRENCH, site: str = "", **lines: str) -> Played:
    """Waterloo with one brigade in each position where nothing else is said.

    `site` is a terrain card, its position, and its holder if it is not its owner.
    """
    told = {place: line for place, line in {**LINE, **lines}.items() if line}
    card, _, where = site.partition(" ")
    return fighting("waterloo", told, active=active, sites={card: where} if card else None)


def test_it_is_installed() -> None:
    assert installed()["eagles_waterloo"].bot is Player


def test_it_cannot_answer_without_offers() -> None:
    given = in_battle()
    [decision] = RULES.decisions(given.state)
    with pytest.raises(ValueError, match="no offers"):
        Player(Random(0)).choose(RULES.view(given.state, Viewer(FRENCH)), decision, [])


# -- moves -----------------------------------------------------------------------------------------


def test_it_wins_where_nobody_is_left() -> None:
    given = in_battle(allied_right="")
    assert answer(given) == Move("f_quiot_brigade", "allied_right")


def test_cavalry_comes_from_the_reserve_to_win() -> None:
    given = in_battle(
        allied_right="", french_left="f_i_corps_foot_a", french_reserve="f_pire_2nd_cav"
    )
    first = answer(given)
    assert first == Move("f_pire_2nd_cav", "french_left")
    assert answer(play(given, FRENCH, first)) == Move("f_pire_2nd_cav", "allied_right")


def test_it_holds_a_position_that_is_about_to_fall() -> None:
    given = in_battle(
        french_left="f_quiot_brigade:hits2 b_detmers",
        allied_right="b_1st_div_foot",
        french_reserve="f_bourgeois_brigade",
    )
    order = answer(given)
    assert isinstance(order, Move)
    assert (order.card, order.to) == ("f_bourgeois_brigade", "french_left")


def test_it_engages_who_is_much_weaker() -> None:
    given = in_battle(
        french_left="f_quiot_brigade f_schmitz_brigade f_brue_brigade f_pegot_brigade",
        french_centre="f_aulard_brigade",
        french_right="f_nogues_brigade",
        allied_right="b_trip_ne_heavy",
    )
    order = answer(given)
    assert isinstance(order, Move)
    assert order.to == "allied_right"


def test_it_engages_nobody_who_is_much_stronger() -> None:
    assert answer(in_battle(**STRONG)) == EndCombat()


def test_it_dares_more_the_longer_a_battle_lasts() -> None:
    given = in_battle(**STRONG)
    assert answer(given) == EndCombat()
    late = RULES.copied(given.state)
    late.battle.turns = 61
    assert isinstance(answer(Played(late, [], None)), Move)


def test_whoever_stands_too_many_somewhere_leaves() -> None:
    given = in_battle(
        french_left="f_quiot_brigade f_bourgeois_brigade f_nogues_brigade f_pegot_brigade"
        " f_brue_brigade f_grenier_brigade",
        **STRONG,
    )
    *moves, last = answers(given)
    assert last == EndCombat()
    assert len(moves) >= 2
    assert play(given, FRENCH, *moves, last, any_cards=True).refusal is None


def test_a_general_goes_to_his_corps() -> None:
    given = in_battle(
        french_left="f_quiot_brigade f_bourgeois_brigade b_detmers b_saxe_weimar",
        french_reserve="f_derlon",
        allied_right="b_rha_a",
        allied_centre="b_bylandt b_kielmansegge_1st_han b_byng_2nd_guards",
        allied_left="b_ompteda_2nd_kgl b_maitland_1st_guards b_daubreme",
    )
    fired = given.battle.cards
    for card in ("f_quiot_brigade", "f_bourgeois_brigade"):
        fired[card].acted = True
    order = answer(given)
    assert order == Move("f_derlon", "french_left")


# -- fire and shock --------------------------------------------------------------------------------


def test_guns_fire_before_anybody_goes_forward() -> None:
    given = in_battle(
        french_left="f_i_corps_foot_a f_quiot_brigade f_schmitz_brigade",
        french_centre="f_aulard_brigade",
        french_right="f_nogues_brigade",
    )
    order = answer(given)
    assert isinstance(order, Fire) and order.card == "f_i_corps_foot_a"


def test_fire_goes_to_whom_it_is_most_likely_to_rout() -> None:
    given = in_battle(
        allied_right="f_quiot_brigade b_daubreme b_maitland_1st_guards",
        french_left="f_nogues_brigade",
    )
    assert answer(given) == Fire("f_quiot_brigade", "b_daubreme")


def test_columns_and_cavalry_shock() -> None:
    given = in_battle(allied_right="f_lheritier_11th_cav b_detmers", french_left="f_nogues_brigade")
    assert answer(given) == Shock("f_lheritier_11th_cav", "b_detmers")


def test_infantry_forms_square_against_cavalry() -> None:
    given = in_battle(
        active=ALLIED,
        allied_right="b_detmers f_lheritier_11th_cav f_pire_2nd_cav",
        french_left="f_nogues_brigade",
    )
    order = answer(given, ALLIED)
    assert order == ChangeFormation("b_detmers", "square")


# -- terrain, specials, the Prussians --------------------------------------------------------------


def test_terrain_in_reserve_is_played() -> None:
    given = in_battle(active=ALLIED, allied_reserve="b_hougoumont")
    assert answer(given, ALLIED) == PlayTerrain("b_hougoumont")


def test_infantry_takes_shelter() -> None:
    given = in_battle(
        active=ALLIED,
        site="b_hougoumont allied_right",
        french_left="f_quiot_brigade f_nogues_brigade f_brue_brigade",
        french_centre="f_schmitz_brigade f_pegot_brigade f_bourgeois_brigade",
        french_right="f_aulard_brigade f_grenier_brigade f_husson_brigade",
    )
    assert answer(given, ALLIED) == OccupyTerrain("b_detmers", "b_hougoumont")


def test_a_prussian_general_is_shown() -> None:
    given = in_battle(active=ALLIED, allied_reserve="p_bulow p_24th_rgt")
    assert answer(given, ALLIED) == ShowGeneral("p_bulow")


def test_a_special_is_played_where_it_helps() -> None:
    given = fighting(
        "waterloo",
        {**LINE, "french_left": "f_quiot_brigade:hits2", "french_reserve": "f_vive_l_empereur"},
        phase="morale",
    )
    assert answer(given) == PlaySpecial("f_vive_l_empereur", "french_left")


def test_the_strongest_infantry_goes_onto_what_has_fallen() -> None:
    given = in_battle(
        active=ALLIED,
        site="b_hougoumont allied_right french",
        allied_right="b_rha_a f_pegot_brigade f_brue_brigade f_quiot_brigade",
        french_left="f_nogues_brigade",
    )
    state = RULES.copied(given.state)
    state.battle.captured = "b_hougoumont"
    order = answer(Played(state, [], None))
    assert isinstance(order, ChooseCaptors)
    assert "f_pegot_brigade" in order.cards or "f_quiot_brigade" in order.cards
    assert "f_brue_brigade" not in order.cards or len(order.cards) > 1


# -- decks, deployment, the campaign ---------------------------------------------------------------


@pytest.mark.parametrize("decks", ["chosen", "custom"])
def test_it_makes_a_deck_and_ends_it(decks: str) -> None:
    given = fresh("quatre_bras", decks=decks)
    *added, last = answers(given)
    assert last == FinishDeck()
    cards = [it.card for it in added if isinstance(it, AddCard)]
    assert len(cards) == len(added) >= 8
    kinds = [RULES.pack.by_id[card].kind for card in cards]
    assert 1 <= kinds.count("general") <= 4
    assert sum(labels.is_unit(RULES.pack.by_id[card]) for card in cards) >= 6


def test_it_lays_infantry_in_every_position_and_keeps_cavalry() -> None:
    given = deploying(
        "waterloo",
        french="f_quiot_brigade f_schmitz_brigade f_aulard_brigade f_nogues_brigade"
        " f_i_corps_foot_a f_pire_2nd_cav f_lheritier_11th_cav f_derlon f_la_belle_alliance",
        allied="b_bylandt b_saxe_weimar b_detmers",
    )
    placed = {it.card: it.place for it in answers(given) if isinstance(it, Place)}
    infantry = [card for card in placed if RULES.pack.by_id[card].kind == "infantry"]
    assert {placed[card] for card in infantry} == {"french_left", "french_centre", "french_right"}
    assert "f_la_belle_alliance" in placed and "f_derlon" in placed


def test_it_splits_its_army_in_halves() -> None:
    given = fresh("campaign")
    *assigned, last = answers(given)
    assert last == FinishDeck()
    assert all(isinstance(it, AssignCard) for it in assigned)


def test_it_sends_everybody_to_the_other_battle() -> None:
    given = campaign(
        {
            "quatre_bras": {**LINE, "allied_right": ""},
            "ligny": {"french_left": "f_husson_brigade", "allied_right": "p_24th_rgt"},
        },
        at="quatre_bras",
    )
    won = play(given, FRENCH, Move("f_quiot_brigade", "allied_right"))
    order = answer(won)
    assert isinstance(order, SendReinforcements)
    assert set(order.cards) == {"f_quiot_brigade", "f_schmitz_brigade", "f_aulard_brigade"}


def test_it_withdraws_from_no_battle() -> None:
    given = campaign(
        {
            "quatre_bras": LINE,
            "ligny": {"french_left": "f_husson_brigade", "allied_right": "p_24th_rgt"},
        },
        at="quatre_bras",
    )
    assert not isinstance(answer(given), WithdrawFromBattle)


def test_it_answers_every_kind_of_question() -> None:
    every = {"split", "deck", "deploy", "morale", "window", "combat", "captors"}
    every |= {"reinforcement", "sending"}
    kinds = BOTS.asked(0, Form("ligny", {"decks": "chosen"}), every)
    kinds |= BOTS.asked(0, Form("campaign", {}), every - kinds)
    assert kinds >= every


def test_it_knows_nothing_of_face_down_cards() -> None:
    """Games that differ only in what lies face down have the same answers."""
    weak = in_battle(allied_right="b_daubreme", allied_reserve="b_trip_ne_heavy")
    strong = in_battle(allied_right="b_byng_2nd_guards", allied_reserve="b_somerset_household")
    assert answers(weak) == answers(strong)
