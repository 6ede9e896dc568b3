"""Green cards that answer the operation of the enemy [chapter 14.3]."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import CorpsEliminated, FatigueIncurred
from napoleon.rulesets.napoleon1815.events.fog import BlocksRevealed, ScoutEliminated
from napoleon.rulesets.napoleon1815.events.movement import (
    ControlRefused,
    ControlTaken,
    MovementEnded,
    StackMovedByEvent,
)
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent, OperationCutShort
from napoleon.rulesets.napoleon1815.orders import PlayEvent
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import (
    ALLIED,
    DECLINE,
    END,
    FIGHT,
    FRENCH,
    MOVE,
    activate,
    at,
    fatigue,
    legal_orders,
    march,
    play,
    position,
)
from tests.napoleon1815.marching import gone, set_out
from tests.napoleon1815.playing_cards import NO_CARD, card, hands, no_cards, number, windows
from tests.napoleon1815.scripted import ScriptedChance, value

FOG = {"rules": "grognard"}


# -- confusion, exhaustion -----------------------------------------------------------------------


def test_card_confusion_the_citadel_just_entered_is_taken_all_the_same():
    given = field({"derlon": at("p2")}, hands=hands(allied="confusion"))
    moving = no_cards(set_out(given, FRENCH, "p2", "derlon", points=5))
    moving = gone(moving, FRENCH, "p2", "p3", "p4", "c1")
    confused = play(moving, ALLIED, card("confusion", ALLIED))
    assert confused.the(MovementEnded).reason == "event"
    assert confused.lines(FatigueIncurred) == [(1, "MOVE.3F")]
    assert confused.the(ControlTaken).area == "c1"


def test_card_confusion_not_where_an_enemy_stands():
    given = field({"derlon": at("p1"), "hill": at("p4")}, hands=hands(allied="confusion"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=5))
    moved = gone(moving, FRENCH, "p1", "p2", "p3", "p4")
    assert windows(moved) == [(ALLIED, "W.ENTERED")], "for Insubordination"
    refused = play(moved, ALLIED, card("confusion", ALLIED))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.confusion")
    ended = play(moved, ALLIED, NO_CARD)
    assert ended.the(MovementEnded).reason == "enemy stack"
    assert windows(ended) == [(ALLIED, "W.MOVEEND")]
    refused = play(ended, ALLIED, card("confusion", ALLIED))
    assert refused.refused == ("WRONG_WINDOW", "CARDS.4")


def test_ruling_11_napoleon_reduces_exhaustion():
    given = field({"derlon": at("p1"), "napoleon": at("p1")}, hands=hands(allied="exhaustion"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", "napoleon", points=3))
    moved = play(no_cards(gone(moving, FRENCH, "p1", "p2")), FRENCH, END)
    tired = play(moved, ALLIED, card("exhaustion", ALLIED))
    assert tired.lines(FatigueIncurred) == [(-1, "MOVE.3E"), (1, "MOVE.3D")]
    assert tired.the(FatigueIncurred).total == 0


def test_card_exhaustion_does_not_touch_scouts():
    given = field({"french_scout_1": at("p1")}, hands=hands(allied="exhaustion"), options=FOG)
    moving = no_cards(set_out(given, FRENCH, "p1", "french_scout_1", points=3))
    moved = play(no_cards(gone(moving, FRENCH, "p1", "p2")), FRENCH, END)
    tired = play(moved, ALLIED, card("exhaustion", ALLIED))
    assert tired.lines(FatigueIncurred) == []
    assert legal_orders(tired, FRENCH) == [fatigue()]


# -- counter-move --------------------------------------------------------------------------------


def counter_move(blocks, *chosen, to, **given):
    """The French answer an Allied operation with a Counter-move of these blocks."""
    state = field(
        {"perponcher": at("bruxelles"), **blocks},
        hands=hands("counter_move"),
        to_go=ALLIED,
        **given,
    )
    started = play(state, ALLIED, activate("bruxelles", "perponcher"))
    assert windows(started) == [(FRENCH, "W.OPSTART")]
    return play(started, FRENCH, card("counter_move", FRENCH, *chosen, area=to))


def test_card_counter_move_costs_nothing():
    blocks = {"derlon": at("p3", ready=False), "napoleon": at("p3"), "ney": at("p3")}
    moved = counter_move(blocks, "derlon", "napoleon", to="p4", broken=[("p3", "p4")])
    arrived = moved.the(StackMovedByEvent)
    assert (arrived.blocks, arrived.road) == (("derlon", "napoleon"), "p3-p4")
    assert "RULING.44" in arrived.clauses
    assert not moved.events_of(FatigueIncurred)
    assert not moved.block("derlon").ready and moved.block("napoleon").ready
    assert moved.block("ney").area == "p3"
    assert moved.asked == [(ALLIED, "choose_action")]


def test_card_counter_move_takes_a_town_on_the_way_in():
    moved = counter_move({"derlon": at("p3")}, "derlon", to="t1")
    assert moved.the(ControlTaken).area == "t1"
    assert not moved.events_of(FatigueIncurred)


def test_ruling_44_a_citadel_costs_its_fatigue():
    moved = counter_move({"derlon": at("p4"), "reille": at("p4")}, "derlon", "reille", to="c1")
    assert moved.lines(FatigueIncurred) == [(1, "MOVE.3F")]
    assert moved.asked == [(FRENCH, "allocate_fatigue")]
    assert moved.state.control["c1"] == "anglo_dutch", "CONTROL.4: not before the fatigue"
    taken = play(moved, FRENCH, fatigue(derlon=1, reille=0))
    assert taken.the(ControlTaken).area == "c1"
    assert taken.asked == [(ALLIED, "choose_action")]


def test_control_4_the_citadel_is_not_taken_if_its_fatigue_eliminates_a_corps():
    blocks = {"derlon": at("p4", fatigue=8), "reille": at("p4", fatigue=8)}
    moved = counter_move(blocks, "derlon", "reille", to="c1")
    lost = play(moved, FRENCH, fatigue(derlon=1, reille=0))
    assert lost.the(CorpsEliminated).corps == "derlon"
    assert lost.the(ControlRefused).area == "c1"
    assert lost.state.control["c1"] == "anglo_dutch"
    assert lost.asked == [(ALLIED, "choose_action")]


@pytest.mark.parametrize(
    ("blocks", "chosen", "to"),
    [
        ({"derlon": at("p3"), "hill": at("p4")}, ["derlon"], "p4"),
        ({"derlon": at("p3"), "hill": at("p3")}, ["derlon"], "p4"),
        ({"derlon": at("p3")}, ["derlon"], "p5"),
        ({"derlon": at("p3"), "napoleon": at("p3")}, ["derlon"], "p4"),
        ({"derlon": at("p3"), "napoleon": at("p3")}, ["napoleon"], "p4"),
    ],
    ids=["held", "from a contested area", "too far", "Napoleon left alone", "Napoleon alone"],
)
def test_card_counter_move_refused(blocks, chosen, to):
    moved = counter_move(blocks, *chosen, to=to)
    assert moved.refused == ("EVENT_PRECONDITION", "CARD.counter_move")


def test_ruling_56_a_hidden_block_counts_as_a_stack():
    blocks = {"derlon": at("p3"), "anglo_dutch_scout_1": at("p4")}
    moved = counter_move(blocks, "derlon", to="p4", options=FOG)
    assert moved.refused == ("EVENT_PRECONDITION", "CARD.counter_move")


def test_three_10_a_counter_move_is_for_own_blocks():
    given = position(
        {"derlon": at("p1"), "picton": at("genappe"), "ziethen": at("genappe")},
        hands={"prussian": [number("counter_move", ALLIED)]},
        options={"players": 3},
        leader="prussian",
    )
    started = play(given, FRENCH, activate("p1", "derlon"))
    refused = play(started, "prussian", card("counter_move", ALLIED, "picton", area="nivelles"))
    assert refused.refused == ("PARTNERS_BLOCKS", "THREE.10")
    moved = play(started, "prussian", card("counter_move", ALLIED, "ziethen", area="nivelles"))
    assert moved.the(StackMovedByEvent).player == "prussian"


# -- last effort ---------------------------------------------------------------------------------


def last_effort(blocks, *chosen, to, **given):
    """The Allies answer an operation of Derlon with a Last Effort of these blocks."""
    state = field(blocks, hands=hands(allied="last_effort"), **given)
    started = play(state, FRENCH, activate(blocks["derlon"].area, "derlon"))
    return play(started, ALLIED, card("last_effort", ALLIED, *chosen, area=to))


def test_ruling_44_a_last_effort_takes_a_citadel():
    blocks = {"derlon": at("p1"), "hill": at("p4", ready=False)}
    moved = last_effort(blocks, "hill", to="c1", control={"c1": FRENCH})
    assert moved.lines(FatigueIncurred) == [(2, "CARD.last_effort"), (1, "MOVE.3F")]
    assert moved.block("hill").fatigue == 3
    assert moved.the(ControlTaken).area == "c1"


def test_retreatdir_5_a_last_effort_leaves_by_its_own_marker():
    blocks = {"derlon": at("p3"), "hill": at("p3", ready=False), "picton": at("p3", ready=False)}
    given = {"markers": {"p3": (ALLIED, "p2")}}
    barred = last_effort(blocks, "hill", to="p6", **given)
    assert barred.refused == ("EVENT_PRECONDITION", "CARD.last_effort")
    assert last_effort(blocks, "hill", to="p2", **given).block("hill").area == "p2"


def test_retreatdir_6_a_last_effort_does_not_leave_by_the_enemys_marker():
    blocks = {"derlon": at("p3"), "hill": at("p3", ready=False)}
    barred = last_effort(blocks, "hill", to="p2", markers={"p3": (FRENCH, "p2")})
    assert barred.refused == ("EVENT_PRECONDITION", "CARD.last_effort")


def test_move_3b_is_judged_when_the_stack_sets_out():
    blocks = {"derlon": at("p3"), "hill": at("p3", ready=False)}
    freed = last_effort(blocks, "hill", to="p2", markers={"p3": (FRENCH, "p4")})
    assert freed.state.contested == []
    assert FIGHT not in legal_orders(freed, FRENCH)
    moved = play(freed, FRENCH, MOVE, chance=ScriptedChance(french=[value(2)]))
    moved = play(no_cards(moved), FRENCH, *march("p3", "p6"), END)
    assert moved.lines(FatigueIncurred) == []


def test_card_last_effort_is_for_spent_stacks():
    blocks = {"derlon": at("p1"), "hill": at("p4")}
    refused = last_effort(blocks, "hill", to="p5")
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.last_effort")


# -- insubordination -----------------------------------------------------------------------------


def insubordinate(blocks, target, active="derlon", **given):
    """The Allies play Insubordination on a block as soon as a corps is activated."""
    state = field(blocks, hands=hands(allied="insubordination"), **given)
    started = play(state, FRENCH, activate(blocks[active].area, active))
    return play(started, ALLIED, card("insubordination", ALLIED, target))


def test_card_insubordination_ends_the_operation():
    cut = insubordinate({"derlon": at("p1"), "hill": at("p1")}, "derlon")
    assert cut.the(BlockSpent).clauses == ("CARD.insubordination",)
    assert cut.the(OperationCutShort).player == FRENCH
    assert cut.asked == [(ALLIED, "go")]


def test_card_insubordination_spends_another_corps():
    cut = insubordinate({"derlon": at("p1"), "ney": at("p6")}, "ney")
    assert cut.the(BlockSpent).block == "ney"
    assert cut.asked == [(FRENCH, "choose_action")]


def test_card_insubordination_after_the_movement():
    given = field({"derlon": at("p1"), "hill": at("p4")}, hands=hands(allied="insubordination"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=4))
    moved = gone(moving, FRENCH, "p1", "p2", "p3", "p4")
    moved = no_cards(moved, until="W.MOVEEND")
    cut = play(moved, ALLIED, card("insubordination", ALLIED, "derlon"))
    assert cut.lines(FatigueIncurred) == [(1, "MOVE.3C")], "MOVE.3 as usual"
    assert cut.asked == [(ALLIED, "go")], "and no attack"
    spared = no_cards(moved)
    assert spared.asked == [(FRENCH, "choose_attack")]
    assert play(spared, FRENCH, DECLINE).asked == [(ALLIED, "go")]


def test_card_insubordination_on_entering_an_area():
    given = field({"derlon": at("p1")}, hands=hands(allied="insubordination"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=5))
    moved = gone(moving, FRENCH, "p1", "p2", "p3", "p4")
    cut = play(moved, ALLIED, card("insubordination", ALLIED, "derlon"))
    assert cut.the(MovementEnded).reason == "event"
    assert cut.asked == [(ALLIED, "go")]
    on = play(cut, FRENCH, *march("p4", "p5"))
    assert on.refused == ("MUST_STOP", "CARD.insubordination")


@pytest.mark.parametrize("way", [("p1", "p2"), ("p1", "p2", "p3")], ids=len)
def test_card_insubordination_from_the_first_road_on(way):
    given = field({"derlon": at("p1")}, hands=hands(allied="insubordination confusion"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=5))
    entered = gone(moving, FRENCH, *way)
    assert windows(entered) == [(ALLIED, "W.ENTERED")]
    assert card("confusion", ALLIED) not in legal_orders(entered, ALLIED), (
        "its condition is its own"
    )
    refused = play(entered, ALLIED, card("confusion", ALLIED))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.confusion")
    cut = play(entered, ALLIED, card("insubordination", ALLIED, "derlon"))
    ended = cut.the(MovementEnded)
    assert (ended.reason, ended.roads_moved) == ("event", len(way) - 1)
    assert cut.asked == [(ALLIED, "go")]


def test_card_insubordination_where_an_enemy_stands():
    given = field({"derlon": at("p1"), "hill": at("p2")}, hands=hands(allied="insubordination"))
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", points=5))
    entered = gone(moving, FRENCH, "p1", "p2")
    assert windows(entered) == [(ALLIED, "W.ENTERED")]
    cut = play(entered, ALLIED, card("insubordination", ALLIED, "derlon"))
    assert cut.asked == [(ALLIED, "go")], "it does not attack"


def test_card_insubordination_opens_no_window_when_no_corps_stands_alone():
    """Anybody can see that; Drouot's corps never disobeys, and a spent one has nothing to do."""
    given = position(
        {
            "derlon": at("p1"),
            "reille": at("p1"),
            "drouot": at("p6"),
            "ney": at("p4", ready=False),
            "hill": at("alost"),
        },
        hands=hands(allied="insubordination"),
    )
    moving = no_cards(set_out(given, FRENCH, "p1", "derlon", "reille", points=5))
    assert play(moving, FRENCH, *march("p1", "p2")).asked == [(FRENCH, "march")]


def test_card_confusion_is_asked_for_in_an_allied_operation_from_the_third_road_on():
    given = field({"hill": at("p1")}, hands=hands("confusion"), to_go=ALLIED)
    moving = no_cards(set_out(given, ALLIED, "p1", "hill", points=5))
    on = play(moving, ALLIED, *march("p1", "p2", "p3"))
    assert on.asked == [(ALLIED, "march")]
    assert windows(play(on, ALLIED, *march("p3", "p4"))) == [(FRENCH, "W.ENTERED")]


def test_card_insubordination_after_the_flip():
    given = field({"derlon": at("p1")}, hands=hands(allied="insubordination"))
    moving = set_out(given, FRENCH, "p1", "derlon", points=5)
    cut = play(moving, ALLIED, card("insubordination", ALLIED, "derlon"))
    assert cut.asked == [(ALLIED, "go")]
    assert not cut.events_of(MovementEnded) and not cut.events_of(FatigueIncurred)


@pytest.mark.parametrize(
    ("blocks", "target"),
    [
        ({"derlon": at("p1"), "drouot": at("p6")}, "drouot"),
        ({"derlon": at("p1"), "napoleon": at("p1")}, "derlon"),
        ({"derlon": at("p1"), "ney": at("p1")}, "ney"),
        ({"derlon": at("p1"), "ney": at("p6", ready=False)}, "ney"),
        ({"derlon": at("p1"), "hill": at("p6")}, "hill"),
    ],
    ids=["Drouot", "with Napoleon", "not alone", "spent", "own"],
)
def test_card_insubordination_refused(blocks, target):
    refused = insubordinate(blocks, target)
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.insubordination")


def in_fog(*active):
    """Tokens of fog of war: D'Erlon and a scout together; Drouot, Ney and a scout alone.

    The field's reserves are tokens 1 and 2.
    """
    state = field(
        {
            "derlon": at("p1"),
            "french_scout_1": at("p1"),
            "drouot": at("p6"),
            "ney": at("p4"),
            "french_scout_2": at("p5"),
        },
        hands=hands(allied="insubordination"),
        options=FOG,
    )
    return play(state, FRENCH, activate(*active))


def test_card_insubordination_in_fog_is_played_on_a_lone_token():
    started = in_fog("p1", "derlon")
    targets = [o.blocks for o in legal_orders(started, ALLIED) if isinstance(o, PlayEvent)]
    alone = ("french-5", "french-6", "french-7", "french-1")
    assert sorted(targets) == sorted((token,) for token in alone)
    by_name = play(started, ALLIED, card("insubordination", ALLIED, "ney"))
    assert by_name.refused == ("EVENT_PRECONDITION", "CARD.insubordination")


def test_card_insubordination_in_fog_spends_a_corps():
    cut = play(in_fog("p4", "ney"), ALLIED, card("insubordination", ALLIED, "french-6"))
    assert cut.the(BlockSpent).token == "french-6"
    assert cut.asked == [(ALLIED, "go")]


def test_card_insubordination_in_fog_removes_a_scout():
    gone = play(in_fog("p5", "french_scout_2"), ALLIED, card("insubordination", ALLIED, "french-7"))
    assert gone.the(ScoutEliminated).block == "french_scout_2"
    assert gone.asked == [(ALLIED, "go")]


def test_card_insubordination_in_fog_only_shows_drouot():
    shown = play(in_fog("p6", "drouot"), ALLIED, card("insubordination", ALLIED, "french-5"))
    assert shown.the(BlocksRevealed).blocks == {"french-5": "drouot"}
    assert shown.block("drouot").ready
    assert shown.asked == [(FRENCH, "choose_action")]
