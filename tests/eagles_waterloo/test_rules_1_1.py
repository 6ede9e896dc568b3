"""What rules 1.1 decide in another way than 1.0: musters, room, decoys, draws, specials [G-90 on].

Each test begins with the case in which 1.0 went wrong; a game that began under 1.0 goes on so.
"""

from collections.abc import Iterator

import pytest

from napoleon.chance import SeededChance
from napoleon.rules.narration import Vocabulary, worded
from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import RULES, combat, labels, places
from napoleon.rulesets.eagles_waterloo.deployment import MOST, face_down, generals_at
from napoleon.rulesets.eagles_waterloo.events.campaign import BattleClosed
from napoleon.rulesets.eagles_waterloo.events.cards import GeneralDied
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, CardShocked, GeneralHit
from napoleon.rulesets.eagles_waterloo.events.decks import DealtAnew, MusterDealt
from napoleon.rulesets.eagles_waterloo.events.ends import (
    BattleDrawn,
    BattleWon,
    GameWon,
    LossesCounted,
)
from napoleon.rulesets.eagles_waterloo.events.morale import GeneralChecked, MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.moves import CardSentBack, DecoyShown
from napoleon.rulesets.eagles_waterloo.events.specials import SpecialPlayed, SpecialsExpired
from napoleon.rulesets.eagles_waterloo.events.terrain import TerrainFallen
from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    CheckMorale,
    EndCombat,
    EndTurn,
    Fire,
    Move,
    OccupyTerrain,
    PlaceDecoy,
    PlayNothing,
    PlaySpecial,
    PlayTerrain,
    Shock,
    ShowDecoy,
    ShowGeneral,
    WithdrawDecoy,
)
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import at
from tests.eagles_waterloo.fields import (
    ALLIED,
    FRENCH,
    Played,
    campaign,
    fighting,
    legal_orders,
    play,
    refusal,
    seen,
)
from tests.eagles_waterloo.random_play import KINDS, Schooled

GAME = "0000001815"
MOST_ORDERS = 120

SOYE, BAUDUIN, HUSSON, CAMPI = (f"f_{it}_brigade" for it in ("soye", "bauduin", "husson", "campi"))
GAUTHIER, QUIOT = "f_gauthier_brigade", "f_quiot_brigade"
HORSE, GUARD_HORSE, OTHER_HORSE = "f_ii_corps_horse", "f_guard_horse_a", "f_i_corps_horse"
BYLANDT, KEMPT, PACK = "b_bylandt", "b_kempt_8th_br", "b_pack_9th_br"


# -- musters [4.1, G-90] ---------------------------------------------------------------------------


def _units(cards: tuple[str, ...]) -> int:
    return sum(labels.is_unit(RULES.pack.by_id[card]) for card in cards)


@pytest.mark.parametrize("scenario", ["quatre_bras", "ligny", "wavre", "waterloo"])
@pytest.mark.parametrize("scale", ["half", "printed"])
def test_g_90_a_random_muster_has_a_unit_for_each_position(scenario: str, scale: str) -> None:
    options = RULES.checked_options({"scale": scale})
    anew = 0
    for number in range(60):
        chance = SeededChance(f"{number:064x}", GAME, drawn=0)
        events = RULES.setup(scenario, options, chance)
        for event in events:
            if isinstance(event, MusterDealt) and event.count:
                assert _units(event.cards) >= 3, (number, event)
            if isinstance(event, DealtAnew):
                assert _units(event.cards) < 3 and event.clauses == ("4.1", "G-90")
                anew += 1
        assert [it.purpose for it in chance.calls]
    assert anew or (scenario, scale) != ("quatre_bras", "half")


# -- room [8.0, 8.3, 8.4, 7.24, 12.0, G-91, G-92] --------------------------------------------------

OTHERS = {
    "french_left": "f_jamin_b_brigade",
    "french_right": CAMPI,
    "allied_left": KEMPT,
    "allied_right": PACK,
}


def _crowd(*, acted: int) -> Played:
    """The own engaged centre: four infantry of which some have acted, three horse batteries."""
    four = [SOYE, BAUDUIN, HUSSON, GAUTHIER]
    reserve = f"{HORSE} {GUARD_HORSE} {OTHER_HORSE}"
    lines = {**OTHERS, "french_centre": f"{' '.join(four)} {BYLANDT}", "french_reserve": reserve}
    given = fighting("waterloo", lines)
    for card in four[:acted]:
        given.card(card).acted = True
    return given


def test_g_91_nobody_enters_where_nobody_can_leave() -> None:
    given = _crowd(acted=4)
    for battery in (HORSE, GUARD_HORSE, OTHER_HORSE):
        move = Move(battery, "french_centre")
        assert refusal(given, FRENCH, move) == ("STACK_FULL", "8.4")
        assert move not in legal_orders(given, FRENCH)


def test_g_91_who_comes_in_needs_somebody_who_leaves() -> None:
    given = _crowd(acted=3)
    entered = play(given, FRENCH, Move(HORSE, "french_centre"))
    assert entered.refusal is None
    for other in (
        Move(GUARD_HORSE, "french_centre"),
        Fire(GAUTHIER, BYLANDT),
        ChangeFormation(GAUTHIER, "square"),
    ):
        assert refusal(entered, FRENCH, other) == ("STACK_FULL", "8.4"), other
    assert refusal(entered, FRENCH, EndCombat()) == ("STACK_FULL", "8.4")
    fired = play(entered, FRENCH, Fire(HORSE, BYLANDT), dice=[2])
    left = play(fired, FRENCH, Move(GAUTHIER, "french_reserve"), EndCombat())
    assert left.refusal is None and not left.events_of(CardSentBack)


def test_g_91_who_enters_over_a_river_needs_a_way_back_over_it() -> None:
    four = "f_billard_brigade f_corsin_brigade f_dufour_brigade f_gengoux_brigade"
    lines = {
        "allied_centre": f"p_24th_rgt {four}",
        "french_centre": "f_le_capitaine_brigade",
        "french_left": "f_lagarde_brigade",
    }
    enter = Move("f_le_capitaine_brigade", "allied_centre")
    brook = {"p_ligny_brook": "allied_centre"}
    # The brook lets two across: one of the five goes back as the second.
    assert play(fighting("ligny", lines, sites=brook), FRENCH, enter).refusal is None
    given = fighting("ligny", lines, sites=brook)
    given.battle.crossed["middle"] = 1
    assert refusal(given, FRENCH, enter) == ("STACK_FULL", "8.4")
    assert enter not in legal_orders(given, FRENCH)


def test_g_91_nobody_engages_and_disengages_by_being_sent_back() -> None:
    four = f"{SOYE} {BAUDUIN} {HUSSON} {GAUTHIER}"
    lines = {**OTHERS, "allied_centre": f"{four} {BYLANDT}", "french_centre": QUIOT}
    given = fighting("waterloo", lines)
    for card in four.split():
        given.card(card).acted = True
    assert refusal(given, FRENCH, Move(QUIOT, "allied_centre")) == ("STACK_FULL", "8.4")


def test_g_91_a_full_position_is_passed() -> None:
    four = f"{SOYE} {BAUDUIN} {HUSSON} {GAUTHIER}"
    lines = {**OTHERS, "french_centre": four, "allied_centre": BYLANDT}
    given = fighting("waterloo", {**lines, "french_reserve": "f_pire_2nd_cav"})
    for card in four.split():
        given.card(card).acted = True
    entered = play(given, FRENCH, Move("f_pire_2nd_cav", "french_centre"))
    assert entered.refusal is None
    assert refusal(entered, FRENCH, Move(CAMPI, "allied_left")) == ("STACK_FULL", "8.4")
    assert play(entered, FRENCH, Move("f_pire_2nd_cav", "allied_centre")).refusal is None


def test_g_91_a_refusal_does_not_tell_whether_an_enemy_card_is_a_decoy() -> None:
    four = f"{SOYE} {BAUDUIN} {HUSSON} {GAUTHIER}"
    for hidden in (KEMPT, "b_picton"):
        lines = {
            "french_centre": four,
            "french_right": CAMPI,
            "french_left": QUIOT,
            "french_reserve": "f_pire_2nd_cav",
            "allied_left": f"{hidden}:down",
            "allied_centre": BYLANDT,
            "allied_right": PACK,
        }
        given = fighting("waterloo", lines, decoys=True)
        for card in four.split():
            given.card(card).acted = True
        entered = play(given, FRENCH, Move("f_pire_2nd_cav", "french_centre"))
        assert refusal(entered, FRENCH, Move(CAMPI, "allied_left")) == ("STACK_FULL", "8.4")


def test_g_92_who_meets_enemies_on_the_way_back_goes_no_further() -> None:
    lines = {
        **OTHERS,
        "french_reserve": "f_vandamme",
        "french_left": f"{SOYE} {PACK}",
        "allied_right": f"{HORSE} f_ney f_reille",
    }
    given = fighting("waterloo", lines)
    given.card("f_ney").acted = True
    # Reille may come back, but engages by it, and so does not disengage [8.3].
    entering = Move("f_vandamme", "french_left")
    assert refusal(given, FRENCH, entering) == ("TWO_GENERALS", "12.0")
    assert play(given, FRENCH, Move("f_reille", "french_left")).refusal is None


def test_g_92_a_second_general_needs_one_who_leaves() -> None:
    lines = {**OTHERS, "french_centre": f"{SOYE} f_ney", "french_reserve": "f_reille"}
    given = fighting("waterloo", {**lines, "allied_centre": BYLANDT})
    given.card("f_ney").acted = True
    entered = play(given, FRENCH, Move("f_reille", "french_centre"))
    other = Move(CAMPI, "french_reserve")
    assert refusal(entered, FRENCH, other) == ("TWO_GENERALS", "12.0")
    assert refusal(entered, FRENCH, EndCombat()) == ("TWO_GENERALS", "12.0")
    assert play(entered, FRENCH, Move("f_reille", "french_reserve"), EndCombat()).refusal is None


def _into_a_crowd(state: State, seat: str, order: Move) -> float:
    """The fuller a position is, the better."""
    if places.is_reserve(order.to):
        return 0.2
    return 1 + 5 * len(state.battle.at(order.to, state.battle.active))


class Crowding(Schooled):
    """Moves into positions that are full, wherever it can."""

    weights = {**Schooled.weights, Move: _into_a_crowd}


def _crowded(state: State) -> list[str]:
    table, battle = at(state, RULES.pack), state.battle
    return [
        card
        for place in places.POSITIONS
        for found, most in (
            (face_down(table, battle, place, battle.active), MOST),
            (generals_at(table, battle, place, battle.active), 1),
        )
        if len(found) > most
        for card in found
    ]


def _ways_out(state: State) -> Iterator[State]:
    """Positions after a card has left where they are too many; the one in hand comes first."""
    (decision,) = RULES.decisions(state)
    side, battle = decision.seat, state.battle
    there = dict.fromkeys([battle.current, *_crowded(state)])
    for card in there:
        if card not in battle.cards or places.is_reserve(battle.cards[card].place):
            continue
        home = [it for it in places.adjacent(battle.cards[card].place, side)
                if places.owner(it) == side]  # fmt: skip
        for order in (WithdrawDecoy(card), *(Move(card, to) for to in home)):
            chance = SeededChance("0" * 64, GAME, drawn=state.draws)
            events = RULES.decide(state, side, order, chance)
            if isinstance(events, Refusal):
                continue
            after = RULES.copied(state)
            for event in events:
                after = RULES.apply(after, event)
            yield after


def _has_end(state: State) -> bool:
    """Whether the phase can be ended, with nobody left where they are too many."""
    waiting, tried = [state], 0
    while waiting:
        now = waiting.pop()
        if now.phase != "combat" or now.result is not None or not _crowded(now):
            return True
        waiting += reversed([*_ways_out(now)])
        tried += 1
        assert tried < 400, "no end is found"
    return False


def _positions(number: int, most: int) -> Iterator[State]:
    kind = [it for it in KINDS if it.options["decks"] == "random"][number]
    player, seed = Crowding(number), f"{number:064x}"
    state: State | None = None
    for event in RULES.setup(kind.scenario, kind.options, SeededChance(seed, GAME, drawn=0)):
        state = RULES.apply(state, event)
    assert state is not None
    for _ in range(most):
        if state.result is not None:
            return
        (decision, *_) = RULES.decisions(state)
        order = player(state, decision, list(RULES.legal_orders(state, decision)))
        chance = SeededChance(seed, GAME, drawn=state.draws)
        caused = RULES.decide(state, decision.seat, order, chance)
        assert not isinstance(caused, Refusal), (order, caused)
        assert not any(isinstance(it, CardSentBack) for it in caused)
        for event in caused:
            state = RULES.apply(state, event)
        if state.phase == "combat" and state.result is None:
            yield RULES.copied(state)


GAMES = (4, 10, 16, 18)


@pytest.mark.parametrize("number", GAMES)
def test_the_end_of_the_phase_is_reachable_from_everywhere(number: int) -> None:
    for state in _positions(number, MOST_ORDERS):
        if [it.kind for it in RULES.decisions(state)] != ["combat"]:
            continue
        assert _has_end(state), state


def test_positions_do_become_crowded_in_these_games() -> None:
    found = (bool(_crowded(state)) for number in GAMES for state in
             _positions(number, MOST_ORDERS))  # fmt: skip
    assert sum(found) > 20


def test_two_of_a_side_do_not_end_the_phase_in_a_full_position() -> None:
    given = _crowd(acted=3)
    entered = play(given, FRENCH, Move(HORSE, "french_centre"))
    (decision,) = RULES.decisions(entered.state)
    wrong = combat.refuse_end(at(entered.state, RULES.pack), decision, EndCombat())
    assert wrong is not None and wrong.code == "STACK_FULL"


# -- decoys [10.0, 14.0, G-93, G-96] ---------------------------------------------------------------


def test_g_93_prussian_decoys_keep_to_their_lane() -> None:
    lines = {
        "allied_left": f"{KEMPT}",
        "allied_centre": "b_best_4th_han",
        "allied_right": PACK,
        "allied_reserve": "p_jurgass b_picton",
    }
    given = fighting(
        "waterloo", {**lines, "french_left": SOYE}, active=ALLIED, arrived=True, decoys=True
    )
    move = refusal(given, ALLIED, Move("p_jurgass", "allied_right"))
    assert move == ("PRUSSIAN_LANE", "10.0")
    for place in ("allied_right", "allied_centre"):
        assert refusal(given, ALLIED, PlaceDecoy("p_jurgass", place)) == move
    laid = play(given, ALLIED, PlaceDecoy("p_jurgass", "allied_left"))
    assert laid.refusal is None and laid.card("p_jurgass").place == "allied_left"
    assert play(given, ALLIED, PlaceDecoy("b_picton", "allied_right")).refusal is None


def _withdrawn(card: str, battle: str = "waterloo") -> Played:
    lines = {
        "french_left": f"{SOYE} {card}:down",
        "french_centre": CAMPI,
        "french_right": HUSSON,
        "french_reserve": GAUTHIER,
        "allied_right": f"{BYLANDT}",
        "allied_left": KEMPT,
    }
    given = fighting(battle, lines, decoys=True)
    return play(given, FRENCH, WithdrawDecoy(card))


RESTING = ("ALREADY_ACTED", "G-96")


def test_g_96_a_withdrawn_special_is_not_played_at_once() -> None:
    back = _withdrawn("f_en_avant")
    order = PlaySpecial("f_en_avant", "french_centre", CAMPI)
    assert refusal(back, FRENCH, order) == RESTING
    assert order not in legal_orders(back, FRENCH)


def test_g_96_a_withdrawn_general_does_not_move_on() -> None:
    back = _withdrawn("f_ney")
    assert refusal(back, FRENCH, Move("f_ney", "french_centre")) == RESTING
    assert refusal(back, FRENCH, PlaceDecoy("f_ney", "french_centre")) == RESTING


def test_g_96_withdrawn_terrain_is_not_laid_at_once() -> None:
    back = _withdrawn("f_frasnes_ridge", "quatre_bras")
    assert refusal(back, FRENCH, PlayTerrain("f_frasnes_ridge")) == RESTING


def test_g_96_a_special_that_is_shown_rests_as_well() -> None:
    lines = {"french_left": f"{SOYE} f_en_avant:down", "french_centre": CAMPI}
    given = fighting("waterloo", {**lines, "allied_left": KEMPT}, decoys=True)
    shown = play(given, FRENCH, ShowDecoy("f_en_avant"))
    order = PlaySpecial("f_en_avant", "french_centre", CAMPI)
    assert refusal(shown, FRENCH, order) == RESTING


def test_g_96_a_withdrawn_prussian_general_announces_nobody() -> None:
    lines = {"allied_left": f"{KEMPT} p_jurgass:down", "allied_centre": PACK, "french_left": SOYE}
    given = fighting("waterloo", lines, active=ALLIED, decoys=True)
    given.battle.arrived = True
    back = play(given, ALLIED, WithdrawDecoy("p_jurgass"))
    back.battle.arrived = False
    assert refusal(back, ALLIED, ShowGeneral("p_jurgass")) == RESTING


def test_g_96_it_is_used_from_the_next_turn_on() -> None:
    back = _withdrawn("f_ney")
    ended = play(back, FRENCH, EndCombat(), any_cards=True)
    while ended.asked[0] != (FRENCH, "combat"):
        seat = ended.asked[0][0]
        ending = (EndTurn, EndCombat, PlayNothing)
        order = next(it for it in legal_orders(ended, seat) if isinstance(it, ending))
        ended = play(ended, seat, order, any_cards=True)
    assert play(ended, FRENCH, Move("f_ney", "french_centre")).refusal is None


# -- draws [G-54, G-94] ----------------------------------------------------------------------------


def test_g_94_a_drawn_last_battle_is_told_as_drawn() -> None:
    lines = {"french_centre": SOYE, "allied_centre": BYLANDT}
    given = campaign({"charleroi": lines}, at="charleroi", stage="charleroi",
                     results={"quatre_bras": FRENCH, "ligny": ALLIED})  # fmt: skip
    given.battle.quiet = 9
    drawn = play(given, FRENCH, EndCombat())
    assert drawn.the(BattleDrawn).clauses == ("G-54", "G-94")
    assert not drawn.events_of(BattleWon)
    won = drawn.the(GameWon)
    assert (won.winner, won.clause) == (ALLIED, "G-94")
    assert "drawn" in won.reason
    track = seen(drawn, FRENCH)["victory-track"]
    assert (track["won"], track["drawn"]) == ({FRENCH: 1, ALLIED: 1}, 1)
    assert track["results"]["charleroi"] is None


def test_a_battle_ends_with_the_losses_of_each_side() -> None:
    lines = {"french_centre": SOYE, "allied_centre": BYLANDT}
    given = campaign({"charleroi": lines}, at="charleroi", stage="charleroi",
                     results={"quatre_bras": FRENCH, "ligny": ALLIED})  # fmt: skip
    given.battle.quiet = 9
    given.battle.routed = ["f_corsin_brigade", "b_picton", "p_31st_rgt"]
    drawn = play(given, FRENCH, EndCombat())
    counted = drawn.the(LossesCounted)
    assert (counted.french, counted.allied) == (("f_corsin_brigade",), ("b_picton", "p_31st_rgt"))
    assert (counted.french_lost, counted.allied_lost) == (1, 2)
    told = worded(counted, counted.story, Vocabulary(RULES.names, {}))
    assert told == "Losses at Charleroi: 1 card of the French, 2 of the Allies."


def test_g_94_a_drawn_opening_battle_is_nobodys_victory() -> None:
    lines = {
        "quatre_bras": {"french_centre": SOYE, "allied_centre": BYLANDT},
        "ligny": {"french_centre": "f_corsin_brigade", "allied_centre": "p_31st_rgt"},
    }
    given = campaign(lines, at="quatre_bras")
    given.battle.quiet = 9
    drawn = play(given, FRENCH, EndCombat())
    assert drawn.the(BattleDrawn).battle == "quatre_bras"
    assert drawn.the(BattleDrawn).reason.startswith("For ten turns")
    assert not drawn.events_of(BattleClosed) or drawn.the(BattleClosed).winner == ""


# -- specials of the Morale phase [13.a, G-95] -----------------------------------------------------


def test_g_95_steadfast_does_not_count_in_the_retreat_from_combat() -> None:
    """Ligny: Steadfast in the Morale phase, a lost position in the Combat phase after it."""
    lines = {
        "ligny": {
            "allied_left": "f_corsin_brigade p_24th_rgt:hits1",
            "allied_centre": "p_18th_rgt f_campi_brigade",
            "allied_reserve": "p_steadfast",
            "french_left": QUIOT,
        },
        "quatre_bras": {"french_centre": SOYE, "allied_centre": BYLANDT},
    }
    given = campaign(lines, at="ligny", active=ALLIED, phase="morale")
    played = play(given, ALLIED, PlaySpecial("p_steadfast", "allied_left"))
    checked = play(played, ALLIED, CheckMorale("p_24th_rgt"), dice=[1])
    helped = [line.clause for line in checked.the(MoraleChecked).breakdown]
    assert "13.a.300" in helped
    assert checked.the(SpecialsExpired).cards == ("p_steadfast",)
    assert not checked.battle.played

    lost = play(checked, ALLIED, Move("p_18th_rgt", "allied_reserve"), dice=[3])
    assert lost.the(BattleWon).side == FRENCH
    retreat = next(it for it in lost.events_of(MoraleChecked) if it.card == "p_24th_rgt")
    assert retreat.purpose == "retreat"
    assert "13.a.300" not in [line.clause for line in retreat.breakdown]
    assert retreat.removed == 0


def test_g_95_it_counts_in_a_retreat_of_the_same_phase() -> None:
    lines = {
        "ligny": {
            "allied_left": "f_corsin_brigade p_24th_rgt:hits1",
            "allied_centre": "p_18th_rgt:hits1 f_campi_brigade p_31st_rgt",
            "allied_reserve": "p_steadfast",
        },
        "quatre_bras": {"french_centre": SOYE, "allied_centre": BYLANDT},
    }
    given = campaign(lines, at="ligny", active=ALLIED, phase="morale")
    played = play(given, ALLIED, PlaySpecial("p_steadfast", "allied_centre"))
    lost = play(played, ALLIED, CheckMorale("p_24th_rgt"), dice=[6, 1, 1, 1])
    checks = {it.card: it for it in lost.events_of(MoraleChecked) if it.purpose == "retreat"}
    assert "13.a.300" in [line.clause for line in checks["p_31st_rgt"].breakdown]


def test_a_check_of_a_retreat_without_hits_removes_none() -> None:
    line = {"allied_right": f"{BYLANDT} {SOYE}"}
    lines = {"french_left": CAMPI, "french_centre": GAUTHIER, "allied_left": KEMPT}
    other = {"ligny": {"french_centre": "f_corsin_brigade", "allied_centre": "p_31st_rgt"}}
    given = campaign({"quatre_bras": {**lines, **line}, **other}, at="quatre_bras")
    given.battle.quiet = 9
    drawn = play(given, FRENCH, EndCombat(), dice=[1])
    checked = drawn.the(MoraleChecked)
    assert (checked.purpose, checked.removed, checked.routed) == ("retreat", 0, False)


# -- number 7 [G-97 to G-101] ----------------------------------------------------------------------


def test_g_97_ney_passes_his_die_and_does_not_die_alone() -> None:
    line = {"allied_right": f"{BYLANDT} {SOYE} f_ney"}
    lines = {"french_left": CAMPI, "french_centre": GAUTHIER, "allied_left": KEMPT}
    other = {"ligny": {"french_centre": "f_corsin_brigade", "allied_centre": "p_31st_rgt"}}
    given = campaign({"quatre_bras": {**lines, **line}, **other}, at="quatre_bras")
    given.battle.quiet = 9
    drawn = play(given, FRENCH, EndCombat(), dice=[6, 3])
    assert [it.died for it in drawn.events_of(GeneralChecked)] == [False]
    assert not drawn.events_of(GeneralDied)


def test_g_98_the_winner_is_not_asked_for_captors() -> None:
    given = fighting(
        "waterloo",
        {
            "allied_right": f"{SOYE} {BAUDUIN} b_byng_2nd_guards:hits1",
            "allied_left": KEMPT,
            "french_left": CAMPI,
        },
        active=ALLIED,
        phase="morale",
        sites={"b_hougoumont": "allied_right"},
        on={"b_byng_2nd_guards": "b_hougoumont"},
    )
    won = play(given, ALLIED, CheckMorale("b_byng_2nd_guards"), dice=[6])
    assert won.the(GameWon).winner == FRENCH
    assert not won.events_of(TerrainFallen)


def _hill(card: str) -> Played:
    lines = {"allied_right": f"{KEMPT} {card}", "french_left": CAMPI}
    return fighting("waterloo", lines, sites={"b_mont_st_jean_ridge_r": "allied_right"})


@pytest.mark.parametrize("card", ["f_pire_2nd_cav", HORSE])
def test_g_99_any_unit_takes_an_empty_hill(card: str) -> None:
    given = _hill(card)
    order = OccupyTerrain(card, "b_mont_st_jean_ridge_r")
    assert order in legal_orders(given, FRENCH)
    taken = play(given, FRENCH, order)
    assert taken.the(TerrainFallen).to == card
    assert taken.battle.sites["b_mont_st_jean_ridge_r"].side == FRENCH


def test_g_100_a_1_finds_a_general_who_lies_face_down() -> None:
    lines = {
        "french_left": "f_ii_corps_foot_a",
        "allied_right": f"{BYLANDT} b_picton:down",
        "allied_left": KEMPT,
        "french_right": CAMPI,
    }
    given = fighting("waterloo", lines, decoys=True)
    dice = [1] * RULES.pack.by_id["f_ii_corps_foot_a"].cv  # type: ignore[union-attr]
    fired = play(given, FRENCH, Fire("f_ii_corps_foot_a", given.token(BYLANDT)), dice=dice)
    assert fired.the(DecoyShown).card == "b_picton"
    assert fired.the(DecoyShown).clauses == ("12.4", "G-100")
    assert fired.the(GeneralHit).hits == len(dice)


def test_g_100_of_two_generals_who_were_found_one_supports() -> None:
    lines = {
        "french_left": "f_ii_corps_foot_a",
        "allied_right": f"{BYLANDT} b_prince_of_orange:down b_wellington:down",
        "allied_left": KEMPT,
        "french_right": CAMPI,
    }
    given = fighting("waterloo", lines, decoys=True)
    dice = [6, *[1] * (RULES.pack.by_id["f_ii_corps_foot_a"].cv - 1)]  # type: ignore[union-attr]
    fired = play(given, FRENCH, Fire("f_ii_corps_foot_a", given.token(BYLANDT)), dice=dice)
    assert len(fired.events_of(DecoyShown)) == 2
    over = play(fired, FRENCH, EndCombat())
    many = [2] * (2 * (len(dice) - 1) + 1)
    checked = play(over, ALLIED, CheckMorale(BYLANDT), dice=many)
    led = [it for it in checked.the(MoraleChecked).breakdown if it.clause == "12.1"]
    assert [it.note for it in led] == ["Wellington"]
    assert checked.the(MoraleChecked).needed == sum(
        it.amount for it in checked.the(MoraleChecked).breakdown
    )


def test_g_102_losses_are_the_cards_that_have_not_come_back() -> None:
    given = fighting("waterloo", {"french_left": "f_pire_2nd_cav:up"}, lost=f"{KEMPT} {CAMPI}")
    won = play(given, FRENCH, Move("f_pire_2nd_cav", "allied_right"))
    counted = won.the(LossesCounted)
    assert (counted.french, counted.allied) == ((CAMPI,), (KEMPT,))
    assert counted.clauses == ("4.3", "G-102")


def test_g_101_blown_cavalry_left_alone_stays_blown() -> None:
    lines = {"french_left": f"{SOYE} f_pire_2nd_cav:blown:up", "allied_left": KEMPT}
    given = fighting("waterloo", {**lines, "french_centre": CAMPI})
    assert given.card("f_pire_2nd_cav").blown
    back = play(given, FRENCH, Move("f_pire_2nd_cav", "french_reserve"))
    assert not back.card("f_pire_2nd_cav").blown


# -- clauses [7.31, 7.32, 13.a] --------------------------------------------------------------------


def test_a_shock_cites_the_clause_of_who_shocks() -> None:
    lines = {"allied_right": f"{SOYE}:column f_pire_2nd_cav {BYLANDT} {KEMPT}"}
    given = fighting("waterloo", {**lines, "french_left": CAMPI})
    cv = {card: RULES.pack.by_id[card].cv for card in (SOYE, "f_pire_2nd_cav")}  # type: ignore[union-attr]
    shocked = play(given, FRENCH, Shock("f_pire_2nd_cav", BYLANDT), dice=[2] * cv["f_pire_2nd_cav"])
    assert shocked.the(CardShocked).clauses == ("7.3", "7.31")
    shocked = play(given, FRENCH, Shock(SOYE, BYLANDT), dice=[2] * cv[SOYE])
    assert shocked.the(CardShocked).clauses == ("7.3", "7.32")


def test_a_special_is_cited_by_its_number() -> None:
    lines = {"allied_right": f"{BYLANDT} {SOYE}", "french_left": CAMPI}
    given = fighting("waterloo", {**lines, "allied_reserve": "b_thin_red_line"}, active=ALLIED)
    played = play(given, ALLIED, PlaySpecial("b_thin_red_line", "allied_right"))
    assert played.the(SpecialPlayed).clauses[0] == "13.a.192"
    cv = RULES.pack.by_id[BYLANDT].cv  # type: ignore[union-attr]
    fired = play(played, ALLIED, Fire(BYLANDT, SOYE), dice=[2] * cv)
    assert "13.a.192" in fired.the(CardFired).clauses
