"""Influence: consuls on the diplomacy track, by CP, by reinforcements, by cards [8.1, 14.33]."""

from __future__ import annotations

import pytest

from napoleon.rules.kit.running import Name
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_wars.frames.impulses import Influencing, Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.between_turns import DiscardExcess
from napoleon.rulesets.napoleonic_wars.orders.cards import PlayForEvent
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import (
    EndInfluence,
    FlipConsul,
    MoveConsul,
    Sway,
    SwayNoMore,
)
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, PACT, ForeignWar, State, pair
from tests.napoleonic_wars.closing import closing, quietly
from tests.napoleonic_wars.diplomacy import acting, allied, consul, cp_left, defeated, where
from tests.napoleonic_wars.playing import (
    amounts,
    at_play,
    going_on,
    legal_orders,
    play,
    refused,
    told,
)
from tests.napoleonic_wars.test_interphase import drawing

TO_RIGHT, TO_LEFT = "right", "left"


def test_case_53_two_boxes_and_sweden_is_in_pact_with_britain() -> None:
    state = acting("gb", 5, hands={"sw": ["spies"]})
    assert where(state, "sw") == ("gb", 2, False)
    assert not at_war(state, "sw", "fr")
    played = play(state, MoveConsul("sw", TO_RIGHT), MoveConsul("sw", TO_RIGHT))
    assert [amounts(it) for it in told(played, "command_points_spent")] == [
        {"8.1.d": 2},
        {"8.1.d": 3},
    ]
    assert where(played.state, "sw") == ("gb", PACT, False)
    assert is_allied(played.state, "sw", "ru")
    assert at_war(played.state, "sw", "fr")
    assert at_war(played.state, "sw", "sp")
    assert commander(played.state, "sw") == "coalition"
    [looked] = told(played, "hand_looked_at")
    assert (looked.player, looked.cards) == ("coalition", ("spies",))


def test_case_54_the_plus_face_makes_the_next_box_cheaper_and_the_way_back_dearer() -> None:
    state = acting("gb", 5)
    turned = play(state, FlipConsul("sw"))
    assert (where(turned.state, "sw"), cp_left(turned.state)) == (("gb", 2, True), 4)
    on = play(turned.state, MoveConsul("sw", TO_RIGHT))
    assert (where(on.state, "sw"), cp_left(on.state)) == (("gb", 3, False), 3)
    assert amounts(told(on, "command_points_spent")[0]) == {"8.1.d": 2, "8.1.e": -1}
    french = acting("fr", 5)
    consul(french, "sw", "gb", 2, plus=True)
    back = play(french, MoveConsul("sw", TO_LEFT))
    assert (where(back.state, "sw"), cp_left(back.state)) == (("gb", 1, False), 3)
    normal = play(french, FlipConsul("sw"))
    assert (where(normal.state, "sw"), cp_left(normal.state)) == (("gb", 2, False), 4)


def test_case_55_left_on_rows_of_others_alone() -> None:
    state = acting("gb", 5)
    assert where(state, "dk") == ("fr", 2, False)
    assert where(play(state, MoveConsul("dk", TO_LEFT)).state, "dk") == ("fr", 1, False)
    french = acting("fr", 5)
    assert refused(french, MoveConsul("dk", TO_LEFT)) == ("OWN_ROW", "8.12.a")
    insult = going_on(at_play({"fr": ["diplomatic_insult_1"]}, scheduled="fr")).state
    # Sweden alone is left to be insulted: two boxes to the left, and she is Unaligned.
    named = play(insult, PlayForEvent("diplomatic_insult_1"))
    assert {getattr(it, "what", "") for it in legal_orders(named.state)} <= {"sw", ""}


def test_case_5_right_on_one_s_own_row_alone() -> None:
    state = acting("au", 5)
    consul(state, "ot", "gb", 1)
    assert refused(state, MoveConsul("ot", TO_RIGHT)) == ("OTHER_ROW", "8.1.c")
    # The seat of Austria commands Great Britain too, if there are two players.
    assert refused(state, MoveConsul("ot", TO_LEFT)) == ("OWN_ROW", "8.12.a")
    four = acting("au", 5, players=4)
    consul(four, "ot", "gb", 1)
    assert where(play(four, MoveConsul("ot", TO_LEFT)).state, "ot") == ("", 0, False)


def test_case_56_no_consul_moves_in_the_first_round_of_1805() -> None:
    state = acting("gb", 5, turn=1)
    assert refused(state, MoveConsul("sw", TO_RIGHT)) == ("TOO_EARLY", "8.1.a")
    assert refused(state, FlipConsul("sw")) == ("TOO_EARLY", "8.1.a")
    state.round = 2
    assert where(play(state, MoveConsul("sw", TO_RIGHT)).state, "sw") == ("gb", 3, False)
    talleyrand = going_on(at_play({"gb": ["talleyrand_1", "spies"]}, scheduled="gb", turn=1)).state
    assert refused(talleyrand, PlayForEvent("talleyrand_1")) == ("NO_EFFECT", "6.1.a")


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (MoveConsul("sp", TO_RIGHT), ("IN_PACT", "6.16.a")),
        (MoveConsul("ru", TO_RIGHT), ("NO_CONSUL", "8.1.c")),
        (MoveConsul("nobody", TO_RIGHT), ("NO_CONSUL", "8.1.c")),
        (MoveConsul("ot", TO_LEFT), ("UNALIGNED", "8.1.b")),
        (MoveConsul("ot", "up"), ("NO_SUCH_WAY", "8.1.b")),
        (MoveConsul("sw", TO_RIGHT), ("OTHER_ROW", "8.1.c")),
        (FlipConsul("sw"), ("OTHER_ROW", "8.11.a")),
    ],
)
def test_what_no_cp_of_france_can_do(order: Order, why: tuple[str, str]) -> None:
    assert refused(acting("fr", 5), order) == why


def test_a_consul_of_which_the_nation_was_conquered_stays_up_to_the_next_interphase() -> None:
    """[15.22.a, R-63]"""
    state = acting("fr", 5)
    state.nations["ot"].frozen = 2
    assert refused(state, MoveConsul("ot", TO_RIGHT)) == ("FROZEN", "15.22.a")
    reinforced = closing()
    reinforced.phase = INTERPHASE
    reinforced.stack = [Reinforcement("fr", [Pool("reinforcement", 5, "reinforcement")])]
    reinforced.nations["ot"].frozen = 2
    assert where(play(reinforced, MoveConsul("ot", TO_RIGHT)).state, "ot") == ("fr", 1, False)
    reinforced.nations["ot"].frozen = 3
    assert refused(reinforced, MoveConsul("ot", TO_RIGHT)) == ("FROZEN", "15.22.a")


def test_nobody_becomes_a_client_of_a_camp_that_is_at_war_with_it() -> None:
    """[8.4, R-100]"""
    state = acting("gb", 5)
    state.wars.append(pair("ot", "ru"))
    assert refused(state, MoveConsul("ot", TO_RIGHT)) == ("AT_WAR", "8.4.a")
    assert refused(state, FlipConsul("ot")) == ("AT_WAR", "8.4.a")
    foreign = acting("gb", 5)
    foreign.foreign_wars.append(ForeignWar("turkish_war_1", "ru", "ot", 4, 0, []))
    assert refused(foreign, MoveConsul("ot", TO_RIGHT)) == ("AT_WAR", "8.4.a")


def test_a_plus_consul_in_unaligned_stays_on_its_row_until_it_is_turned_back() -> None:
    """[8.1.f, 3.client]"""
    state = play(acting("gb", 5), FlipConsul("ot")).state
    assert where(state, "ot") == ("gb", 0, True)
    french = acting("fr", 5)
    consul(french, "ot", "gb", 0, plus=True)
    assert refused(french, MoveConsul("ot", TO_RIGHT)) == ("OTHER_ROW", "8.1.c")
    turned = play(french, FlipConsul("ot"))
    assert where(turned.state, "ot") == ("", 0, False)
    assert where(play(turned.state, MoveConsul("ot", TO_RIGHT)).state, "ot") == ("fr", 1, False)


def test_a_box_may_cost_nothing_as_long_as_cp_are_spent_at_all() -> None:
    """[R-52]"""
    state = acting("gb", 1)
    turned = play(state, FlipConsul("ot")).state
    assert cp_left(turned) == 0
    moved = play(turned, MoveConsul("ot", TO_RIGHT))
    assert where(moved.state, "ot") == ("gb", 1, False)
    assert not told(moved, "command_points_spent")
    assert refused(turned, MoveConsul("sw", TO_RIGHT)) == ("TOO_FEW_CP", "8.1.d")
    nothing_played = going_on(at_play({"gb": ["spies"]}, scheduled="gb")).state
    consul(nothing_played, "ot", "gb", 0, plus=True)
    assert refused(nothing_played, MoveConsul("ot", TO_RIGHT)) == ("TOO_FEW_CP", "8.1.d")


def test_cards_of_proxies_in_pact_move_no_consul_unless_the_players_have_chosen_so() -> None:
    """[R-123]"""
    state = acting("sp", 5)
    assert refused(state, MoveConsul("dk", TO_RIGHT)) == ("NO_INFLUENCE", "R-123")
    state.options = {"proxy_influence": True}
    assert where(play(state, MoveConsul("dk", TO_RIGHT)).state, "dk") == ("fr", 3, False)
    assert refused(state, MoveConsul("dk", TO_LEFT)) == ("OWN_ROW", "8.12.a")


def test_case_125_the_row_of_prussia_takes_consuls_by_events() -> None:
    state = acting("fr", 5, players=4)
    consul(state, "ot", "pr", 2)
    assert where(play(state, MoveConsul("ot", TO_LEFT)).state, "ot") == ("pr", 1, False)
    assert refused(state, MoveConsul("ot", TO_RIGHT)) == ("OTHER_ROW", "8.1.c")
    bribe = going_on(at_play({"fr": ["talleyrand_1", "spies"]}, scheduled="fr", players=4)).state
    consul(bribe, "ot", "pr", 2)
    named = play(bribe, PlayForEvent("talleyrand_1"), Name("ot"))
    assert where(named.state, "ot") == ("pr", 3, False), "the first box is plain"
    assert legal_orders(named.state) == [Sway("pr"), SwayNoMore()]
    # Prussia is neutral, and nobody commands it: neither is anybody in Pact with it.
    pact = play(named.state, Sway("pr"))
    assert where(pact.state, "ot") == ("pr", PACT, False)
    assert is_allied(pact.state, "ot", "pr")
    assert commander(pact.state, "ot") == ""
    assert not told(pact, "hand_looked_at")
    assert refused(bribe, PlayForEvent("talleyrand_2"))[0] == "CARD_NOT_IN_HAND"


# -- events ----------------------------------------------------------------------------------------


def _impulse(nation: str, card: str, *, players: int = 2) -> State:
    hands = {nation: [card, "spies"], "fr": ["honved"], "au": ["typhus_1"]}
    hands[nation] = [card, "spies"]
    return going_on(at_play(hands, scheduled=nation, players=players)).state


def test_talleyrand_moves_an_unaligned_consul_onto_any_row_but_one_at_war_with_it() -> None:
    played = play(_impulse("gb", "talleyrand_1"), PlayForEvent("talleyrand_1"), Name("ot"))
    assert legal_orders(played.state) == [Sway(it) for it in ("fr", "gb", "au", "ru", "pr")]
    assert refused(played.state, SwayNoMore()) == ("MUST_MOVE", "6.1.a")
    assert refused(played.state, Sway("sp")) == ("NO_ROW", "8.11.a")
    once = play(played.state, Sway("au"))
    assert legal_orders(once.state) == [Sway("au"), SwayNoMore()]
    assert where(play(once.state, SwayNoMore()).state, "ot") == ("au", 1, False)
    assert where(play(once.state, Sway("au")).state, "ot") == ("au", 2, False)


def test_bread_and_gold_rolls_for_a_second_box_but_not_in_pact() -> None:
    state = _impulse("fr", "bread_and_gold_1")
    high = play(state, PlayForEvent("bread_and_gold_1"), Name("dk"), dice=[5])
    assert where(high.state, "dk") == ("fr", PACT, False)
    low = play(state, PlayForEvent("bread_and_gold_1"), Name("dk"), dice=[4])
    assert where(low.state, "dk") == ("fr", 3, False)
    consul(state, "dk", "fr", 3)
    pact = play(state, PlayForEvent("bread_and_gold_1"), Name("dk"), dice=[6])
    assert where(pact.state, "dk") == ("fr", PACT, False)
    assert not told(pact, "card_rolled")


def test_royal_marriage_and_metternich_move_consuls_on_one_s_own_row() -> None:
    married = play(_impulse("fr", "royal_marriage"), PlayForEvent("royal_marriage"))
    assert [it.what for it in legal_orders(married.state)] == ["ot", "dk"]
    state = play(married.state, Name("dk")).state
    assert where(state, "dk") == ("fr", 3, False)
    metternich = play(_impulse("au", "metternich"), PlayForEvent("metternich"))
    assert [it.what for it in legal_orders(metternich.state)] == ["pr", "ot"]
    assert where(play(metternich.state, Name("pr")).state, "pr") == ("au", 1, False)


def test_queen_louise_moves_prussia_to_the_coalition_or_away_from_others() -> None:
    state = _impulse("gb", "queen_louise")
    chosen = play(state, PlayForEvent("queen_louise"))
    assert legal_orders(chosen.state) == [Sway(it) for it in ("gb", "au", "ru")]
    assert where(play(chosen.state, Sway("ru"), Sway("ru")).state, "pr") == ("ru", 2, False)
    consul(state, "pr", "fr", 2)
    away = play(state, PlayForEvent("queen_louise"))
    assert where(away.state, "pr") == ("fr", 1, False)
    assert where(play(away.state, Sway("fr")).state, "pr") == ("", 0, False)
    french = _impulse("fr", "queen_louise")
    consul(french, "pr", "fr", 2)
    assert refused(french, PlayForEvent("queen_louise")) == ("NO_EFFECT", "6.1.a")


def test_the_league_moves_both_northern_consuls_on_one_row() -> None:
    state = _impulse("fr", "league_of_armed_neutrality")
    named = play(state, PlayForEvent("league_of_armed_neutrality"), Name("fr"))
    assert where(named.state, "dk") == ("fr", 3, False)
    assert where(named.state, "sw") == ("gb", 2, False)
    consul(state, "sw", "", 0)
    both = play(state, PlayForEvent("league_of_armed_neutrality"), Name("fr"))
    assert where(both.state, "sw") == ("fr", 1, False)


# -- between two turns -----------------------------------------------------------------------------


def test_case_105_reinforcements_serve_for_influence_up_to_partner() -> None:
    state = closing()
    state.phase = INTERPHASE
    state.stack = [Reinforcement("gb", [Pool("reinforcement", 6, "reinforcement")])]
    partner = play(state, MoveConsul("sw", TO_RIGHT))
    assert where(partner.state, "sw") == ("gb", 3, False)
    assert refused(partner.state, MoveConsul("sw", TO_RIGHT)) == ("NO_PACT_NOW", "14.2.c")
    assert where(play(partner.state, FlipConsul("sw")).state, "sw") == ("gb", 3, True)


def test_case_150_what_a_card_of_too_many_gives_for_influence() -> None:
    state = quietly(drawing({"gb": ["spies", "europe_exhausted"]}), until=["excess"]).state
    hand = state.nations["gb"].hand
    hand[:2] = ["europe_exhausted", "conscripts_1"]
    nothing = play(state, DiscardExcess("gb", "europe_exhausted"))
    assert told(nothing, "excess_discarded")[0].cp == 0
    assert not told(nothing, "influence_began")
    used = play(state, DiscardExcess("gb", "conscripts_1"))
    [began] = told(used, "influence_began")
    assert (began.nation, began.cp) == ("gb", 4)
    frame = used.state.stack[-1]
    assert isinstance(frame, Influencing)
    assert used.asked == [("coalition", "influence")]
    moved = play(used.state, MoveConsul("sw", TO_RIGHT), FlipConsul("sw"))
    assert where(moved.state, "sw") == ("gb", 3, True)
    assert refused(moved.state, MoveConsul("sw", TO_RIGHT)) == ("NO_PACT_NOW", "14.2.c")
    over = play(moved.state, EndInfluence())
    assert told(over, "influence_ended")[0].lapsed == 1
    assert not any(isinstance(it, Influencing) for it in over.state.stack)


def test_a_proxy_s_cards_of_too_many_give_no_influence() -> None:
    """[R-123]"""
    state = drawing({"sp": ["spies", "conscripts_1", "typhus_1"]})
    excess = quietly(state, until=["excess"]).state
    hand = excess.nations["sp"].hand
    gone = play(excess, DiscardExcess("sp", hand[0]))
    assert told(gone, "excess_discarded")[0].cp == 0
    excess.options = {"proxy_influence": True}
    used = play(excess, DiscardExcess("sp", hand[0]))
    assert told(used, "excess_discarded")[0].cp > 0


def test_a_power_that_is_neutral_makes_neutral_pacts() -> None:
    """[R-66, 8.35]"""
    state = acting("au", 5, players=4)
    defeated(state, "au", "fr")
    consul(state, "ot", "au", 3)
    pact = play(state, MoveConsul("ot", TO_RIGHT)).state
    assert is_allied(pact, "ot", "au")
    assert pact.nations["ot"].camp == ""
    assert not any("ot" in war.split("-") for war in pact.wars)
    allied(pact, "ot", "au")
    assert commander(pact, "ot") == "au"


# -- whose row it is -------------------------------------------------------------------------------


def test_nobody_pushes_a_consul_off_the_row_of_a_power_in_their_pact() -> None:
    """[8.12, R-190]"""
    state = acting("gb", 5, players=4)
    consul(state, "ot", "pr", 2)
    assert MoveConsul("ot", TO_LEFT) in legal_orders(state)
    allied(state, "pr", "gb")
    assert refused(state, MoveConsul("ot", TO_LEFT)) == ("OWN_ROW", "8.12.a")


def test_a_consul_is_turned_back_on_a_row_of_the_players_other_power() -> None:
    """But not to the +1 face, nor moved [8.1.e, 8.11, R-192]."""
    state = acting("au", 5)
    consul(state, "ot", "ru", 1, plus=True)
    turned = play(state, FlipConsul("ot"))
    assert where(turned.state, "ot") == ("ru", 1, False)
    assert refused(turned.state, FlipConsul("ot")) == ("OTHER_ROW", "8.11.a")
    assert refused(turned.state, MoveConsul("ot", TO_LEFT)) == ("OWN_ROW", "8.12.a")


def test_a_foreign_war_keeps_a_consul_off_its_plus_face() -> None:
    """[8.4.a, R-100]"""
    state = acting("gb", 5)
    state.foreign_wars = [ForeignWar("turkish_war_1", "au", "ot", 2, 0, [])]
    assert refused(state, FlipConsul("ot")) == ("AT_WAR", "8.4.a")
