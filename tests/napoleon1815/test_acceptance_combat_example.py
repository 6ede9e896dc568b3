"""Acceptance cases of the digest: the printed combat example (AC-13 to AC-17)."""

from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueAssigned,
    FatigueIncurred,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatCardsCounted,
    CombatEffectsSet,
    CombatStarted,
    CombatWon,
    PursuitStarted,
    RetreatOwed,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.movement import AreaCeasedContested, RetreatMarkerRemoved
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    FIGHT,
    FRENCH,
    MOVE,
    activate,
    asked,
    at,
    fatigue,
    legal_orders,
    losses,
    march,
    play,
    position,
    retreat,
)
from tests.napoleon1815.scripted import ScriptedChance, box, value

DEFENDERS = {
    "perponcher": at("p2", 2, 1, fatigue=4),
    "picton": at("p2", 3, 0, fatigue=7, ready=False),
    "wellington": at("p2"),
}
"""After AC-12: the Skirmish Line has cost Picton a point."""

REST = {"hill": at("nivelles"), "ney": at("ligny")}


def before_the_fight():
    """Drouot stands in the area of the defenders; the French marker points to P1."""
    blocks = {**DEFENDERS, **REST, "drouot": at("p2", 3, 2)}
    return position(blocks, markers={"p2": (FRENCH, "p1")})


def fought():
    """The cards are flipped: 2L+3F by the French, 0L+4F by the Allies."""
    chance = ScriptedChance(french=[box(1, 1), box(1, 1), box(0, 1)], allied=[box(0, 2), box(0, 2)])
    return play(before_the_fight(), FRENCH, activate("p2", "drouot"), FIGHT, chance=chance)


def beaten():
    """Fatigue and losses are given out as in the example."""
    tired = play(fought(), ALLIED, fatigue(perponcher=2, picton=1))
    return play(tired, ALLIED, losses(perponcher=(0, 1), picton=(1, 0)))


def test_ac_13_combat_example_cards():
    played = fought()
    started = played.the(CombatStarted)
    assert (started.kind, started.attackers) == ("in_place", ("drouot",))
    assert set(started.defenders) == set(DEFENDERS)
    assert played.lines(CombatCardsCounted, side=FRENCH) == [(2, "COMBAT.1b"), (1, "COMBAT.1h")]
    assert played.lines(CombatCardsCounted, side=ALLIED) == [
        (1, "COMBAT.1b"),
        (1, "COMBAT.1b"),
        (-1, "COMBAT.1d"),
        (1, "COMBAT.1h"),
    ]
    assert played.the(CombatCardsCounted, side=FRENCH).total == 3
    assert played.the(CombatCardsCounted, side=ALLIED).total == 2
    flips = [(card.side, card.losses, card.fatigue) for card in played.flipped("combat")]
    assert flips == [(FRENCH, 1, 1), (FRENCH, 1, 1), (FRENCH, 0, 1), (ALLIED, 0, 2), (ALLIED, 0, 2)]


def test_ac_14_combat_example_results():
    played = fought()
    on_allies = played.the(CombatEffectsSet, side_hit=ALLIED)
    assert (on_allies.losses, on_allies.fatigue) == (2, 3)
    on_french = played.the(CombatEffectsSet, side_hit=FRENCH)
    assert (on_french.losses, on_french.fatigue) == (0, 4)
    assert played.asked == [(ALLIED, "allocate_fatigue")], "first fatigue, then losses"
    assert legal_orders(played, ALLIED) == [
        fatigue(perponcher=2, picton=1),
        fatigue(perponcher=1, picton=2),
    ]

    tired = play(played, ALLIED, fatigue(perponcher=2, picton=1))
    taken = [(e.corps, e.points, e.now) for e in tired.events_of(FatigueAssigned)]
    assert taken == [("drouot", 4, 4), ("perponcher", 2, 6), ("picton", 1, 8)]
    assert tired.asked == [(ALLIED, "allocate_losses")]
    two_infantry = play(tired, ALLIED, losses(perponcher=(1, 0), picton=(1, 0)))
    assert two_infantry.refused == ("CAVALRY_REQUIRED", "COMBAT.4d")

    bled = play(tired, ALLIED, losses(perponcher=(0, 1), picton=(1, 0)))
    lost = [(e.corps, e.kind, e.points, e.now) for e in bled.events_of(LossAssigned)]
    assert lost == [("perponcher", "cavalry", 1, 0), ("picton", "infantry", 1, 2)]
    assert bled.track_moves() == [(-2, [(-1, "VICTORY.1"), (-1, "VICTORY.1")])]
    assert bled.block("drouot").fatigue == 4 and bled.block("drouot").strength == 5


def test_ac_15_combat_example_winner():
    played = beaten()
    won = played.the(CombatWon)
    assert (won.winner, won.losses_inflicted, won.distance) == (FRENCH, {FRENCH: 2, ALLIED: 0}, 2)
    owed = played.the(RetreatOwed)
    assert (owed.side, owed.roads, owed.must_use, owed.may_not_use) == (ALLIED, 2, None, "p1-p2")
    assert "RETREAT.4" in owed.clauses
    assert played.asked == [(ALLIED, "retreat")]
    ways = [*retreat("p2", "p3"), *retreat("p2", "f1"), *retreat("p2", "p5")]
    assert set(legal_orders(played, ALLIED)) == set(ways)
    barred = play(played, ALLIED, *retreat("p2", "p1"))
    assert barred.refused == ("ENEMY_RETREAT_ROAD", "RETREAT.4")


def retreated(pursuit):
    """The stack goes to P3 and on to P6; the pursuit shows this combat box."""
    chance = ScriptedChance(french=[pursuit])
    return play(beaten(), ALLIED, *retreat("p2", "p3", "p6"), chance=chance)


def test_ac_16_combat_example_pursuit():
    played = retreated(box(0, 2))
    assert [(e.origin, e.area) for e in played.events_of(StackRetreated)] == [
        ("p2", "p3"),
        ("p3", "p6"),
    ]
    assert all(set(e.blocks) == set(DEFENDERS) for e in played.events_of(StackRetreated))
    assert played.the(AreaCeasedContested).area == "p2"
    removed = played.the(RetreatMarkerRemoved)
    assert (removed.area, removed.clauses) == ("p2", ("RETREATDIR.4",))
    assert played.state.contested == [] and played.state.markers == {}

    assert played.lines(PursuitStarted) == [(1, "PURSUIT.2")]
    assert played.lines(FatigueIncurred) == [(2, "PURSUIT.3")]
    taken = [(e.corps, e.points, e.now) for e in played.events_of(FatigueAssigned)]
    assert taken == [("perponcher", 1, 7), ("picton", 1, 9)]
    gone = played.the(CorpsEliminated)
    assert (gone.corps, gone.area, gone.strength_lost, gone.clauses) == (
        "picton",
        "p6",
        2,
        ("ELIM.2",),
    )
    assert played.track_moves() == [(-2, [(-2, "VICTORY.1")])]
    assert played.state.track == 6
    spent = {e.block for e in played.events_of(BlockSpent)}
    assert spent == {"drouot", "perponcher", "wellington"}
    assert played.asked == [(ALLIED, "go")]


def test_ac_16_losses_on_the_pursuit_cards_are_ignored():
    played = retreated(box(1, 1))
    assert played.lines(FatigueIncurred) == [(1, "PURSUIT.3")]
    assert not played.events_of(LossAssigned)
    assert played.asked == [(ALLIED, "allocate_fatigue")]
    spread = play(played, ALLIED, fatigue(perponcher=1, picton=0))
    assert not spread.events_of(LossAssigned) and not spread.events_of(CorpsEliminated)
    assert spread.block("picton").strength == 2
    assert spread.state.track == 8


def test_ac_17_combat_example_note():
    given = position({**DEFENDERS, **REST, "drouot": at("p1", 3, 2)})
    moved = play(
        given,
        FRENCH,
        activate("p1", "drouot"),
        MOVE,
        *march("p1", "p2"),
        chance=ScriptedChance(french=[value(3)]),
    )
    assert asked(moved) == [(FRENCH, "choose_attack")]
    chance = ScriptedChance(french=[box(0, 0)] * 2, allied=[box(0, 0)] * 2)
    played = play(moved, FRENCH, ATTACK, chance=chance)
    assert played.the(CombatStarted).kind == "move_attack"
    assert played.lines(CombatCardsCounted, side=FRENCH) == [
        (2, "COMBAT.1b"),
        (-1, "COMBAT.1c"),
        (1, "COMBAT.1h"),
    ]
    assert played.the(CombatCardsCounted, side=FRENCH).total == 2
    assert played.the(CombatCardsCounted, side=ALLIED).total == 2
