"""Draw phase, reinforcements and the last turn where the acceptance cases are silent."""

import pytest

from napoleon.rulesets.napoleon1815.events.cards import (
    CardDiscarded,
    CardDrawn,
    DeckShuffled,
    RecoveryBarred,
    RedCardRevealed,
)
from napoleon.rulesets.napoleon1815.events.movement import ControlTaken
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced, ReinforcementDelayed
from napoleon.rulesets.napoleon1815.events.turn import GameWon, PhaseStarted
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from napoleon.rulesets.napoleon1815.orders import ChooseDelayedCorps, ChooseInertiaArea
from napoleon.rulesets.napoleon1815.state import Due
from tests.napoleon1815.kit import (
    ALLIED,
    FRENCH,
    PASS,
    Played,
    at,
    begin_turn,
    legal_orders,
    play,
    position,
)
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, card, value

DRAWS = [HARMLESS] * 3
INERTIA, DELAY, FRENCH_INERTIA = 2, 3, 39


def last_go(blocks=None, *, due=None, **given):
    """The Allies are about to pass, the last to do so; `due` gives reinforcements and areas."""
    standing = {"ney": at("ligny"), "picton": at("nivelles"), **(blocks or {})}
    state = position(standing, passed=[FRENCH], to_go=ALLIED, **{"turn": 3, **given})
    state.reinforcements = {
        block: Due(turn, list(areas)) for block, (turn, areas) in (due or {}).items()
    }
    return state


def next_turn(given, french=DRAWS, allied=DRAWS):
    """The Allies pass; both sides draw these cards, and the French win the initiative."""
    chance = ScriptedChance([*french, value(4)], [*allied, value(3)])
    return begin_turn(given, ALLIED, PASS, chance=chance)


# -- SEQ.2: reinforcements -------------------------------------------------------------------------


def test_seq_2_a_reinforcement_arrives_ready_after_the_draw():
    began = next_turn(last_go(due={"thielmann": (4, ["jodoigne", "gembloux"])}))
    placed = began.the(BlockPlaced)
    assert (placed.block, placed.area, placed.reason) == ("thielmann", "jodoigne", "reinforcement")
    assert (placed.infantry, placed.cavalry, placed.fatigue) == (6, 1, 0)
    assert placed.clauses == ("SEQ.2", "RULING.72")
    assert began.block("thielmann").ready
    assert began.state.reinforcements == {}
    kinds = [e.name if isinstance(e, PhaseStarted) else e.type for e in began.events]
    last_draw = len(kinds) - 1 - kinds[::-1].index("card_drawn")
    assert last_draw < kinds.index("block_placed") < kinds.index("initiative")


def test_seq_2_a_barred_reinforcement_comes_to_the_alternative():
    given = last_go({"lobau": at("jodoigne")}, due={"thielmann": (4, ["jodoigne", "gembloux"])})
    assert next_turn(given).the(BlockPlaced).area == "gembloux"


def test_seq_2_a_contested_area_is_barred_as_well():
    given = last_go(
        {"lobau": at("jodoigne"), "pirch": at("jodoigne")},
        due={"thielmann": (4, ["jodoigne", "gembloux"])},
    )
    assert next_turn(given).the(BlockPlaced).area == "gembloux"


def test_ruling_71_a_commander_waits_for_his_corps():
    due = {"blucher": (4, ["jodoigne"]), "thielmann": (5, ["jodoigne"])}
    given = last_go({"ziethen": at("gembloux")}, due=due)
    began = next_turn(given)
    delayed = began.the(ReinforcementDelayed)
    assert (delayed.corps, delayed.new_turn) == ("blucher", 5)
    assert delayed.clauses == ("SEQ.2", "RULING.71")
    passed = play(began, FRENCH, PASS)
    arrived = next_turn(passed.state).events_of(BlockPlaced)
    assert {(placed.block, placed.area) for placed in arrived} == {
        ("blucher", "jodoigne"),
        ("thielmann", "jodoigne"),
    }


def test_seq_2_a_reinforcement_without_an_area_waits_a_turn():
    given = last_go(
        {"lobau": at("jodoigne"), "gerard": at("gembloux")},
        due={"thielmann": (4, ["jodoigne", "gembloux"])},
    )
    barred = next_turn(given)
    delayed = barred.the(ReinforcementDelayed)
    assert (delayed.corps, delayed.new_turn, delayed.clauses) == (
        "thielmann",
        5,
        ("SEQ.2", "RULING.72"),
    )
    assert "thielmann" not in barred.state.blocks

    barred.state.blocks["gerard"].area = "fleurus"
    passed = play(barred, FRENCH, PASS)
    assert next_turn(passed.state).the(BlockPlaced).area == "gembloux"


def test_ruling_65_a_reinforcement_takes_a_place_with_an_enemy_flag():
    given = last_go(due={"thielmann": (4, ["namur"])}, control={"namur": "french"})
    began = next_turn(given)
    taken = began.the(ControlTaken)
    assert (taken.area, taken.army, taken.points) == ("namur", "prussian", 2)
    assert taken.clauses == ("CONTROL.2", "CONTROL.1", "RULING.65")
    assert began.block("thielmann").fatigue == 0
    assert began.state.track == 12


# -- CARD.delay ------------------------------------------------------------------------------------


def test_card_delay_with_several_prussians_to_come():
    given = last_go(due={"bulow": (6, ["jodoigne"]), "thielmann": (4, ["jodoigne"])})
    chance = ScriptedChance(DRAWS, [card(DELAY), *DRAWS[1:]])
    drawn = play(given, ALLIED, PASS, chance=chance)
    assert drawn.the(RedCardRevealed).card == DELAY
    assert drawn.asked == [(ALLIED, "choose_delayed_corps")]
    assert legal_orders(drawn, ALLIED) == [
        ChooseDelayedCorps("bulow"),
        ChooseDelayedCorps("thielmann"),
    ]
    refused = play(drawn, ALLIED, ChooseDelayedCorps("pirch"))
    assert refused.refused == ("NOT_A_REINFORCEMENT", "CARD.delay")

    chance = ScriptedChance([value(4)], [value(3)])
    chosen = begin_turn(drawn, ALLIED, ChooseDelayedCorps("thielmann"), chance=chance)
    delayed = chosen.the(ReinforcementDelayed)
    assert (delayed.corps, delayed.new_turn, delayed.clauses) == ("thielmann", 5, ("CARD.delay",))
    assert not chosen.events_of(BlockPlaced), "it was due in this turn"
    assert not chosen.events_of(RecoveryBarred)
    assert chosen.the(CardDiscarded).clauses == ("CARDS.5", "CARD.delay")
    assert chosen.state.discards[ALLIED].count(DELAY) == 1


def test_card_delay_with_one_prussian_to_come_asks_nobody():
    given = last_go(due={"bulow": (7, ["jodoigne"]), "lobau": (6, ["maubeuge"])})
    drawn = next_turn(given, allied=[card(DELAY), *DRAWS[1:]])
    assert (drawn.the(ReinforcementDelayed).corps, drawn.the(ReinforcementDelayed).new_turn) == (
        "bulow",
        8,
    )
    assert drawn.asked == [(FRENCH, "go")]


# -- CARD.inertia ----------------------------------------------------------------------------------


def test_card_inertia_with_several_areas():
    given = last_go(
        {
            "wellington": at("nivelles"),
            "hill": at("nivelles"),
            "pirch": at("namur"),
            "reille": at("nivelles"),
        }
    )
    chance = ScriptedChance(DRAWS, [card(INERTIA), *DRAWS[1:]])
    drawn = play(given, ALLIED, PASS, chance=chance)
    assert legal_orders(drawn, ALLIED) == [
        ChooseInertiaArea("nivelles"),
        ChooseInertiaArea("namur"),
    ]
    refused = play(drawn, ALLIED, ChooseInertiaArea("ligny"))
    assert refused.refused == ("NO_OWN_CORPS", "CARD.inertia")

    chance = ScriptedChance([value(4)], [value(3)])
    named = begin_turn(drawn, ALLIED, ChooseInertiaArea("nivelles"), chance=chance)
    assert named.the(EventApplied).clauses == ("CARD.inertia",)
    assert {e.block for e in named.events_of(BlockSpent)} == {"picton", "hill"}
    assert named.events_of(BlockSpent)[0].clauses == ("CARD.inertia", "RULING.55")
    assert named.block("wellington").ready, "commanders are not named"
    assert named.block("reille").ready, "RULING.55"
    assert named.block("pirch").ready


def test_ac_70_inertia_in_a_contested_area():
    here = {"picton": at("nivelles"), "ney": at("nivelles"), "reille": at("nivelles")}
    chance = ScriptedChance(DRAWS, [card(INERTIA), *DRAWS[1:]])
    drawn = play(last_go({**here, "pirch": at("namur")}), ALLIED, PASS, chance=chance)
    chance = ScriptedChance([value(4)], [value(3)])
    named = begin_turn(drawn, ALLIED, ChooseInertiaArea("nivelles"), chance=chance)
    assert not named.block("picton").ready
    assert named.block("ney").ready


def test_card_inertia_with_one_area_asks_nobody():
    given = last_go({"reille": at("ligny")})
    drawn = next_turn(given, french=[card(FRENCH_INERTIA), *DRAWS[1:]])
    assert {e.block for e in drawn.events_of(BlockSpent)} == {"ney", "reille"}
    assert drawn.asked == [(ALLIED, "go")], "the French have no ready corps left"


# -- CARDS.8, RULING.16: the deck runs out in the draw phase ---------------------------------------


def test_ruling_16_the_deck_runs_out_in_the_draw_phase():
    given = last_go(decks={FRENCH: [40, 41]}, discards={FRENCH: [50, 51, 52, 53]})
    chance = ScriptedChance([card(41), card(40), card(52), card(50)], [*DRAWS, value(3)])
    drawn = begin_turn(given, ALLIED, PASS, chance=chance)
    french = [e for e in drawn.events if getattr(e, "side", "") == FRENCH][:4]
    assert [type(e) for e in french] == [CardDrawn, CardDrawn, DeckShuffled, CardDrawn]
    assert drawn.the(DeckShuffled).size == 4
    assert [e.deck_left for e in drawn.events_of(CardDrawn) if e.side == FRENCH] == [1, 0, 3]
    assert drawn.state.hands[FRENCH] == [41, 40, 52]


def test_ruling_16_a_deck_drawn_to_its_last_card_is_made_anew_when_all_have_drawn():
    given = last_go(decks={FRENCH: [40, 41, 42]}, discards={FRENCH: [50, 51]})
    chance = ScriptedChance([card(40), card(41), card(42), card(50)], [*DRAWS, value(3)])
    drawn = begin_turn(given, ALLIED, PASS, chance=chance)
    types = [e.type for e in drawn.events]
    assert types.index("deck_shuffled") > len(types) - 1 - types[::-1].index("card_drawn")
    assert drawn.the(DeckShuffled).size == 2


def test_cards_8_without_any_card_nothing_is_drawn():
    given = last_go(decks={FRENCH: [40]})
    chance = ScriptedChance([card(40)], [*DRAWS, value(3)])
    drawn = begin_turn(given, ALLIED, PASS, chance=chance)
    assert drawn.state.hands[FRENCH] == [40]
    flip = drawn.flipped("initiative")[0]
    assert (flip.card, flip.value) == (None, 0)
    assert drawn.asked == [(ALLIED, "go")]


# -- VICTORY.8: the end of the scenario ------------------------------------------------------------


@pytest.mark.parametrize(
    ("track", "winner", "reason"),
    [
        (9, FRENCH, "the track stands at 9, not above 9, at the end of the scenario"),
        (10, ALLIED, "the track stands at 10, above 9, at the end of the scenario"),
    ],
)
def test_victory_8(track, winner, reason):
    over = play(last_go(turn=10, track=track), ALLIED, PASS)
    won = over.the(GameWon)
    assert (won.side, won.reason, won.clauses) == (winner, reason, ("VICTORY.8",))
    assert over.state.result.winner == winner
    assert over.asked == []


def test_victory_8_not_before_the_flags_of_the_last_turn_have_scored():
    seven = {"ath": "anglo_dutch"}
    over = play(last_go(turn=10, track=9, control=seven), ALLIED, PASS)
    assert over.track_moves() == [(1, [(1, "VICTORY.3")])]
    assert over.the(GameWon).side == ALLIED


# -- RECOVERY.3, VICTORY.6: exhaustion -------------------------------------------------------------


def exhausted(track, **blocks):
    """Both have passed, these corps are worn out, and everybody loses infantry."""
    worn = {name: at(area, 3, 0, fatigue=5, ready=False) for name, area in blocks.items()}
    given = play(last_go(worn, track=track), ALLIED, PASS)
    chance = ScriptedChance(otherwise=HARMLESS)
    happened = list(given.events)
    while given.state.result is None and given.asked[0][1] == "allocate_losses":
        [*others, last] = given.asked
        for seat, _ in (*others, last):
            given = play(given, seat, legal_orders(given, seat)[0], chance=chance)
            happened += given.events
    return Played(given.state, happened, given.refusal)


def test_ruling_100_exhaustion_of_both_sides_moves_the_track_once():
    played = exhausted(19, reille="p1", hill="p6")
    assert played.track_moves() == [(0, [(1, "VICTORY.1"), (-1, "VICTORY.1")])]
    assert played.state.track == 19
    assert played.state.result is None, "the French lost first, and only the sum counts"
    assert played.state.phase != "recovery"


def test_ruling_100_at_the_other_end_as_well():
    played = exhausted(1, reille="p1", hill="p6", orange="alost", lobau="namur")
    assert [moved for moved, _ in played.track_moves()] == [0]
    assert played.state.result is None


def test_ruling_100_the_sum_ends_the_game():
    played = exhausted(18, reille="p1", lobau="namur")
    assert played.track_moves() == [(2, [(1, "VICTORY.1"), (1, "VICTORY.1")])]
    assert played.the(GameWon).side == ALLIED
    assert played.state.track == 20


def test_ruling_100_and_63_napoleon_falls_before_the_track_is_looked_at():
    worn = {
        "reille": at("p1", 1, 0, fatigue=5, ready=False),
        "napoleon": at("p1", ready=False),
        "hill": at("p6", 1, 0, fatigue=5, ready=False),
    }
    given = play(last_go(worn, track=1), ALLIED, PASS)
    for seat, _ in given.asked:
        given = play(given, seat, legal_orders(given, seat)[0])
    assert given.the(GameWon).clauses == ("VICTORY.7",)
    assert given.track_moves() == [(0, [(1, "VICTORY.1"), (-1, "VICTORY.1")])]
