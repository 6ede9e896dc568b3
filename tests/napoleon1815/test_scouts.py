"""Cavalry scouts, SCOUT.1-12, and the rulings on them (32, 33, 54, 56)."""

import copy

import pytest

from napoleon.rules.events import SPECTATOR
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import combat
from napoleon.rulesets.napoleon1815.events.casualties import (
    FatigueAssigned,
    FatigueIncurred,
    FatigueSpread,
)
from napoleon.rulesets.napoleon1815.events.combat import CombatStarted, StackRetreated
from napoleon.rulesets.napoleon1815.events.fog import ScoutEliminated, ScoutReported, TokensReplaced
from napoleon.rulesets.napoleon1815.events.movement import (
    ControlTaken,
    MovementEnded,
    MovementPointsSet,
    RetreatDirectionPenaltyTriggered,
)
from napoleon.rulesets.napoleon1815.events.operations import (
    BlockSpent,
    OperationStarted,
    PlayerPassed,
)
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced, GameStarted
from napoleon.rulesets.napoleon1815.orders import PlaceScout
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.battles import BLANK, LOSS
from tests.napoleon1815.foggy import (
    FOG,
    attacked,
    blocks_seen,
    go_on,
    in_fog,
    moved,
    nobody_scored,
    public,
    unopposed,
)
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    END,
    FIGHT,
    FRENCH,
    MOVE,
    NOTHING,
    RULES,
    SIDES,
    Played,
    activate,
    asked,
    at,
    legal_orders,
    losses,
    play,
    position,
    retreat,
)
from tests.napoleon1815.marching import gone, set_out
from tests.napoleon1815.playing_cards import card, hands, no_cards
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, value

SCOUT, ENEMY = "french_scout_1", "anglo_dutch_scout_1"


# -- SCOUT.1: placing them -------------------------------------------------------------------------


def laid_out(**options):
    """A game with fog of war at its beginning, before any scout stands on the map."""
    state = None
    events = RULES.setup("fixture", {**FOG, **options}, ScriptedChance())
    for event in events:
        state = RULES.apply(state, event)
    return Played(state, events, None)


def all_placed(**options):
    """Both players have placed their scouts, the last one of the Allies at Namur."""
    begun = play(laid_out(**options), FRENCH, PlaceScout("beaumont"), PlaceScout("maubeuge"))
    begun = play(begun, ALLIED, PlaceScout("alost"), PlaceScout("alost"))
    chance = ScriptedChance(otherwise=HARMLESS)
    return play(begun, ALLIED, PlaceScout("namur"), chance=chance)


def test_scout_1_scouts_are_placed_after_the_corps():
    begun = laid_out()
    assert {it.reason for it in begun.events_of(BlockPlaced)} == {"setup"}
    assert not begun.events_of(GameStarted)
    assert begun.asked == [(FRENCH, "place_scout"), (ALLIED, "place_scout")]
    placed = [it for it in all_placed().events_of(BlockPlaced) if it.reason == "scout"]
    assert [(it.block, it.area) for it in placed] == [
        ("french_scout_1", "beaumont"),
        ("french_scout_2", "maubeuge"),
        ("anglo_dutch_scout_1", "alost"),
        ("anglo_dutch_scout_2", "alost"),
        ("prussian_scout_1", "namur"),
    ]
    assert all_placed().the(GameStarted).first_turn == 1


def test_scout_1_each_army_has_its_own_areas():
    begun = laid_out()
    assert legal_orders(begun, ALLIED) == [PlaceScout("bruxelles"), PlaceScout("alost")]
    begun = play(begun, ALLIED, PlaceScout("bruxelles"), PlaceScout("bruxelles"))
    assert legal_orders(begun, ALLIED) == [PlaceScout("jodoigne"), PlaceScout("namur")]


def test_scout_1_partners_place_their_own():
    begun = laid_out(players=3)
    assert begun.asked == [(s, "place_scout") for s in (FRENCH, "anglo_dutch", "prussian")]
    assert legal_orders(begun, "prussian") == [PlaceScout("jodoigne"), PlaceScout("namur")]


def test_scout_1_nobody_sees_scouts_before_all_are_placed():
    begun = play(laid_out(), FRENCH, PlaceScout("beaumont"), PlaceScout("maubeuge"))
    assert not begun.events_of(BlockPlaced)
    for reader in (ALLIED, SPECTATOR):
        assert [redacted(it, Viewer(reader))["data"]["order"] for it in begun.events] == [
            None,
            None,
        ]


def test_scout_1_a_scout_cannot_be_told_from_the_corps_it_stands_with():
    begun = all_placed()
    replaced = begun.the(TokensReplaced, area="beaumont")
    assert len(replaced.old) == 6, "five blocks and the scout"
    assert all(not token.endswith("scout") for token in blocks_seen(begun, ALLIED, "beaumont"))


@pytest.mark.parametrize("area", ["ligny", "bruxelles"])
def test_scout_1_areas_that_the_scenario_does_not_name(area):
    assert play(laid_out(), FRENCH, PlaceScout(area)).refused == ("ILLEGAL_AREA", "SCOUT.1")


def test_scout_1_no_more_scouts_than_there_are():
    begun = play(laid_out(), FRENCH, PlaceScout("beaumont"), PlaceScout("maubeuge"))
    after = play(begun, FRENCH, PlaceScout("beaumont"))
    assert after.refused == ("WRONG_SCOUT_COUNT", "SCOUT.1")


def test_scout_1_no_scouts_in_the_conscript_game():
    after = play(position({"derlon": at("p1")}), FRENCH, PlaceScout("beaumont"))
    assert after.refused == ("NOT_GROGNARD", "SCOUT.1")


# -- SCOUT.2-4: they move by themselves ------------------------------------------------------------


def test_scout_2_scouts_of_one_area_operate_together():
    given = in_fog(french_scout_1=at("p1"), french_scout_2=at("p1"), picton=at("p6"))
    after = moved(given, FRENCH, "p1", "p2", stack=["french_scout_1", "french_scout_2"])
    assert [after.block(f"french_scout_{n}").area for n in (1, 2)] == ["p2", "p2"]


def test_scout_2_scouts_of_two_areas_do_not():
    given = in_fog(french_scout_1=at("p1"), french_scout_2=at("p2"), picton=at("p6"))
    after = play(given, FRENCH, activate("p1", "french_scout_1", "french_scout_2"))
    assert after.refused == ("NOT_SAME_AREA", "OPS.3")


def test_scout_2_nobody_is_offered_a_stack_of_corps_and_scouts():
    given = in_fog(derlon=at("p1"), napoleon=at("p1"), french_scout_1=at("p1"), picton=at("p6"))
    stacks = [order.blocks for order in legal_orders(given, FRENCH) if hasattr(order, "blocks")]
    assert (SCOUT,) in stacks
    assert not [blocks for blocks in stacks if SCOUT in blocks and len(blocks) > 1]


@pytest.mark.parametrize(
    ("lasting", "flip", "lines"),
    [
        ({}, 2, [(2, "MOVE.1"), (1, "MOVE.1G")]),
        ({"rain": 37}, 2, [(2, "MOVE.1"), (1, "MOVE.1G"), (-1, "MOVE.1E")]),
        ({"general_advance": 44}, None, [(3, "MOVE.1F"), (1, "MOVE.1G")]),
    ],
    ids=["a card", "rain", "general advance"],
)
def test_scout_3_ruling_32_movement_points(lasting, flip, lines):
    blocks = {"french_scout_1": at("p1"), "french_scout_2": at("p1"), "picton": at("p6")}
    given = in_fog(blocks, lasting=lasting)
    begun = unopposed(go_on(given, FRENCH, activate("p1", "french_scout_1", "french_scout_2")))
    chance = ScriptedChance(french=[value(flip)] if flip else [])
    assert go_on(begun, FRENCH, MOVE, chance=chance).lines(MovementPointsSet) == lines


def test_scout_4_a_far_march_does_not_tire_scouts():
    given = in_fog(french_scout_1=at("p1"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", "p3", "p4", "p5", "p6", stack=[SCOUT])
    after = unopposed(go_on(after, FRENCH, END))
    assert (after.the(FatigueIncurred).total, after.the(FatigueSpread).points) == (0, {})
    assert after.block(SCOUT).fatigue == 0


def test_scout_4_ruling_32_rain_does_not_tire_scouts():
    given = in_fog(french_scout_1=at("p1"), picton=at("alost"), lasting={"rain": 37})
    after = go_on(given, FRENCH, activate("p1", SCOUT))
    assert (after.the(FatigueIncurred).total, asked(after)) == (0, [(FRENCH, "allocate_fatigue")])


def test_scout_4_rain_on_scouts_looks_like_rain_on_corps():
    def seen(block, other):
        blocks = {block: at("p1"), other: at("beaumont")}
        given = in_fog(blocks, picton=at("alost"), lasting={"rain": 37})
        after = unopposed(go_on(given, FRENCH, activate("p1", block)))
        return public(unopposed(go_on(after, FRENCH, NOTHING)), ALLIED)

    assert seen("derlon", SCOUT) == seen(SCOUT, "derlon")


# -- SCOUT.5-8: they meet others -------------------------------------------------------------------


def test_scout_5_a_scout_in_a_contested_area_is_eliminated():
    given = in_fog(derlon=at("p2"), picton=at("p2"), french_scout_1=at("p1"))
    after = moved(given, FRENCH, "p1", "p2", stack=[SCOUT])
    assert after.the(ScoutEliminated).area == "p2"
    assert after.state.contested == ["p2"]
    assert nobody_scored(after)


def test_scout_5_a_scout_beside_corps_is_eliminated_when_the_enemy_comes():
    given = in_fog(derlon=at("p1"), picton=at("p2"), anglo_dutch_scout_1=at("p2"))
    after = moved(given, FRENCH, "p1", "p2")
    assert after.the(ScoutEliminated).block == ENEMY
    assert after.block("picton").area == "p2"


def test_scout_5_the_operation_of_eliminated_scouts_is_over():
    given = in_fog(derlon=at("p2"), anglo_dutch_scout_1=at("p1"), to_go=ALLIED)
    after = moved(given, ALLIED, "p1", "p2", stack=[ENEMY])
    assert (after.state.operation.ended, asked(after)) == (True, [(FRENCH, "go")])


def test_scout_6_a_scout_learns_of_scouts_only():
    given = in_fog(anglo_dutch_scout_1=at("p2"), french_scout_1=at("p1"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", stack=[SCOUT])
    report = after.the(ScoutReported)
    assert (report.finding, report.clauses) == ("scouts only", ("SCOUT.6", "RULING.33"))


def test_scout_6_there_is_no_report_of_an_area_without_enemies():
    given = in_fog(french_scout_1=at("p1"), derlon=at("p2"), picton=at("alost"))
    assert not moved(given, FRENCH, "p1", "p2", stack=[SCOUT]).events_of(ScoutReported)


def test_scout_7_a_retreating_stack_goes_on_through_scouts():
    given = in_fog(derlon=at("ligny", 5, 0), picton=at("ligny", 5, 0), french_scout_1=at("marbais"))
    after = attacked(given, FRENCH, "ligny", "derlon", french=[LOSS] * 2, allied=[BLANK] * 2)
    after = go_on(after, ALLIED, losses(picton=(2, 0)))
    after = go_on(after, ALLIED, *retreat("ligny", "marbais"))
    assert after.the(ScoutEliminated).area == "marbais"
    assert after.state.combat.halted == ""
    after = go_on(after, ALLIED, *retreat("marbais", "quatre_bras"))
    assert after.events_of(StackRetreated)[-1].area == "quatre_bras"


def test_scout_8_own_scouts_stop_no_stack():
    given = in_fog(derlon=at("p1"), french_scout_1=at("p2"), picton=at("alost"))
    assert asked(moved(given, FRENCH, "p1", "p2")) == [(FRENCH, "march")]


def test_scout_8_own_corps_stop_no_scouts():
    given = in_fog(french_scout_1=at("p1"), derlon=at("p2"), picton=at("alost"))
    assert asked(moved(given, FRENCH, "p1", "p2", stack=[SCOUT])) == [(FRENCH, "march")]


def test_scout_8b_ruling_33_scouts_may_go_on_past_scouts():
    given = in_fog(french_scout_1=at("p1"), anglo_dutch_scout_1=at("p2"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", "p3", stack=[SCOUT])
    assert not after.events_of(ScoutEliminated)
    after = unopposed(go_on(after, FRENCH, END))
    assert (after.block(SCOUT).area, after.block(ENEMY).area) == ("p3", "p2")


def test_ruling_33_scouts_without_points_left_stay_and_all_are_removed():
    given = in_fog(french_scout_1=at("p1"), anglo_dutch_scout_1=at("p3"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", "p3", stack=[SCOUT], points=1)
    assert legal_orders(after, FRENCH) == [END]
    gone = go_on(after, FRENCH, END).events_of(ScoutEliminated)
    assert {it.clauses for it in gone} == {("SCOUT.8b",)}
    assert len(gone) == 2


# -- SCOUT.9-12: places, and what scouts are no good for -------------------------------------------


@pytest.mark.parametrize(("start", "place"), [("p3", "t1"), ("p5", "r1")])
def test_scout_9_scouts_take_towns_and_farms(start, place):
    given = in_fog(french_scout_1=at(start), picton=at("alost"))
    after = moved(given, FRENCH, start, place, stack=[SCOUT])
    assert after.the(ControlTaken).area == place
    assert asked(after) == [(FRENCH, "march")], "they do not stop for it"


def test_scout_9_scouts_take_nothing_from_corps():
    given = in_fog(french_scout_1=at("p3"), picton=at("t1"))
    after = moved(given, FRENCH, "p3", "t1", stack=[SCOUT])
    assert after.the(ScoutEliminated)
    assert not after.events_of(ControlTaken)


def test_scout_10_an_own_citadel_is_open():
    given = in_fog(french_scout_1=at("p4"), picton=at("alost"), control={"c1": "french"})
    after = moved(given, FRENCH, "p4", "c1", stack=[SCOUT])
    assert after.block(SCOUT).area == "c1"


def test_scout_11_a_scout_does_not_cut_a_retreat_off():
    given = in_fog(
        derlon=at("p2"), picton=at("p2"), french_scout_1=at("p1"), markers={"p2": (ALLIED, "p1")}
    )
    after = moved(given, FRENCH, "p1", "p2", stack=[SCOUT])
    assert not after.events_of(RetreatDirectionPenaltyTriggered)
    assert after.the(ScoutEliminated).clauses == ("SCOUT.5",)


def test_scout_12_scouts_cannot_fight():
    given = in_fog(french_scout_1=at("p2"), picton=at("alost"))
    begun = no_cards(play(given, FRENCH, activate("p2", SCOUT)))
    assert play(begun, FRENCH, FIGHT).refused == ("SCOUTS_CANNOT_FIGHT", "SCOUT.12")


def test_scout_12_a_scout_is_none_of_the_defenders():
    given = in_fog(derlon=at("p1"), picton=at("p2"), anglo_dutch_scout_1=at("p2"))
    begun = moved(given, FRENCH, "p1", "p2")
    assert begun.asked == [(FRENCH, "choose_attack")]
    fought = go_on(begun, FRENCH, ATTACK, chance=ScriptedChance(otherwise=HARMLESS))
    assert fought.the(CombatStarted).defenders == ("picton",)
    # A scout that had not been eliminated before [SCOUT.5] would be none either.
    begun.state.blocks[ENEMY] = copy.deepcopy(given.blocks[ENEMY])
    table = Table(begun.state, RULES.pack)
    combat.start(table)
    assert table.state.combat.defenders == ["picton"]


def test_scout_12_scouts_make_no_area_contested():
    given = in_fog(french_scout_1=at("p1"), anglo_dutch_scout_1=at("p2"), picton=at("alost"))
    after = moved(given, FRENCH, "p1", "p2", stack=[SCOUT])
    assert (after.state.contested, after.state.markers) == ([], {})


# -- rulings ---------------------------------------------------------------------------------------


def test_ruling_32_with_ready_scouts_nobody_is_forced_to_pass():
    given = in_fog(
        picton=at("alost"),
        derlon=at("p1", ready=False),
        gerard=at("maubeuge", ready=False),
        french_scout_1=at("p1"),
        to_go=ALLIED,
    )
    begun = no_cards(play(given, ALLIED, activate("alost", "picton")))
    after = go_on(begun, ALLIED, NOTHING)
    assert not after.events_of(PlayerPassed)
    assert asked(after) == [(FRENCH, "go")]
    assert len(legal_orders(after, FRENCH)) == 2, "pass, or the scout"


def test_ruling_32_a_forced_march_works_on_scouts():
    given = in_fog(french_scout_1=at("p1"), picton=at("alost"), hands=hands("forced_march"))
    moving = set_out(given, FRENCH, "p1", SCOUT, points=1)
    after = go_on(moving, FRENCH, card("forced_march", FRENCH))
    assert after.lines(MovementPointsSet, total=3) == [
        (1, "MOVE.1"),
        (1, "MOVE.1G"),
        (1, "MOVE.1B"),
    ]


def test_ruling_32_confusion_works_on_scouts():
    given = in_fog(french_scout_1=at("p1"), picton=at("alost"), hands=hands(allied="confusion"))
    begun = no_cards(set_out(given, FRENCH, "p1", SCOUT, points=3))
    begun = gone(begun, FRENCH, "p1", "p2", "p3", "p4")
    after = go_on(begun, ALLIED, card("confusion", ALLIED))
    after = unopposed(after)
    assert after.the(MovementEnded).reason == "event"
    assert not after.block(SCOUT).ready


def test_ruling_54_a_stack_that_loses_its_last_corps_is_done():
    given = in_fog(derlon=at("p1", 2, 0, fatigue=8), picton=at("alost"), lasting={"rain": 37})
    after = unopposed(go_on(given, FRENCH, activate("p1", "derlon")))
    assert after.block("derlon").removed
    assert after.state.operation.ended
    assert not after.events_of(FatigueAssigned), "in fog of war it is spread unseen"


def test_ruling_56_a_counter_move_treats_hidden_scouts_as_a_stack():
    def answers(block):
        given = in_fog(
            {block: at("p2")}, picton=at("p3"), reille=at("p6"), hands=hands(allied="counter_move")
        )
        begun = play(given, FRENCH, activate("maubeuge", "gerard"))
        refused = play(begun, ALLIED, card("counter_move", ALLIED, "picton", area="p2"))
        return refused.refused

    assert answers("derlon") == answers(SCOUT) == ("EVENT_PRECONDITION", "CARD.counter_move")


def test_the_spent_scout_is_a_token_as_well():
    given = in_fog(french_scout_1=at("p1"), picton=at("alost"))
    after = unopposed(moved(given, FRENCH, "p1", "p2", stack=[SCOUT]))
    after = unopposed(go_on(after, FRENCH, END))
    spent = after.the(BlockSpent)
    assert (redacted(spent, Viewer(ALLIED))["data"]["block"], spent.token) == (None, "french-1")
    assert redacted(after.the(OperationStarted), Viewer(ALLIED))["data"]["tokens"] == ("french-1",)


@pytest.mark.parametrize("side", SIDES)
def test_an_eliminated_scout_is_one_like_any_other(side):
    """Which of several it was would tell of the ways that tokens have gone."""
    given = in_fog(derlon=at("p2"), french_scout_1=at("p6"), anglo_dutch_scout_2=at("p1"))
    given.to_go = ALLIED
    after = moved(given, ALLIED, "p1", "p2", stack=["anglo_dutch_scout_2"])
    seen = redacted(after.the(ScoutEliminated), Viewer(side))["data"]["block"]
    assert seen == ("anglo_dutch_scout_2" if side == ALLIED else None)
