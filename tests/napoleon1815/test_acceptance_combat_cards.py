"""Acceptance cases of the digest: cards of combat (AC-12, 20, 51, 52, 54, 55)."""

from napoleon.rulesets.napoleon1815.events.cards import CardFlipped
from napoleon.rulesets.napoleon1815.events.casualties import (
    CorpsEliminated,
    FatigueAssigned,
    FatigueIncurred,
)
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatCardsCounted,
    CombatEffectsSet,
    CombatWon,
    PursuitSkipped,
    PursuitStarted,
    RetreatOwed,
    RetreatWaived,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import CombatAvoided
from napoleon.rulesets.napoleon1815.events.movement import RetreatMarkerRemoved
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from tests.napoleon1815.battles import BLANK, BOTH, TIRING, WEARY, boxes, field
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    FRENCH,
    GIVE_UP,
    MOVE,
    activate,
    at,
    fatigue,
    legal_orders,
    losses,
    march,
    play,
    position,
    retreat,
)
from tests.napoleon1815.playing_cards import (
    GO,
    NO_CARD,
    STAY,
    attacked,
    card,
    hands,
    no_cards,
    windows,
)
from tests.napoleon1815.scripted import ScriptedChance, box, value

# -- AC-12 to AC-16: the printed example, with its card --------------------------------------------


def skirmishing():
    """The French attack P2 and play Skirmish Line; the Allies hold a card as well."""
    given = position(
        {
            "perponcher": at("p2", 2, 1, fatigue=4),
            "picton": at("p2", 3, 0, fatigue=6, ready=False),
            "wellington": at("p2"),
            "drouot": at("p2", 3, 2),
            "hill": at("nivelles"),
            "ney": at("ligny"),
        },
        markers={"p2": (FRENCH, "p1")},
        hands=hands("skirmish_line", "red_line"),
    )
    begun = attacked(given, FRENCH, "p2", "drouot")
    assert windows(begun) == [(FRENCH, "W.COMBAT")], "the attacker is asked first"
    return play(begun, FRENCH, card("skirmish_line", FRENCH))


def test_ac_12_combat_example_event():
    played = skirmishing()
    assert played.the(EventApplied).event == "skirmish_line"
    assert played.lines(FatigueIncurred) == [(1, "CARD.skirmish_line")]
    assert played.asked == [(ALLIED, "allocate_fatigue")]
    assert legal_orders(played, ALLIED) == [
        fatigue(perponcher=1, picton=0),
        fatigue(perponcher=0, picton=1),
    ]
    tired = play(played, ALLIED, fatigue(perponcher=0, picton=1))
    assert tired.block("picton").fatigue == 7
    assert windows(tired) == [(ALLIED, "W.COMBAT")], "then the defender"


def test_ac_12_the_other_corps_would_cost_a_second_card():
    tired = play(skirmishing(), ALLIED, fatigue(perponcher=1, picton=0))
    counted = no_cards(tired, french=[BLANK] * 3, allied=[BLANK])
    assert counted.lines(CombatCardsCounted, side=ALLIED) == [
        (1, "COMBAT.1b"),
        (1, "COMBAT.1b"),
        (-1, "COMBAT.1d"),
        (-1, "COMBAT.1d"),
        (1, "COMBAT.1h"),
    ]


def test_ac_12_to_16_the_whole_example():
    tired = play(skirmishing(), ALLIED, fatigue(perponcher=0, picton=1))
    counted = no_cards(tired, french=[BOTH, BOTH, TIRING], allied=[WEARY] * 2)
    assert counted.lines(CombatCardsCounted, side=FRENCH) == [(2, "COMBAT.1b"), (1, "COMBAT.1h")]
    assert counted.the(CombatCardsCounted, side=ALLIED).total == 2
    assert counted.asked == [(ALLIED, "allocate_fatigue")]
    bled = play(
        counted, ALLIED, fatigue(perponcher=2, picton=1), losses(perponcher=(0, 1), picton=(1, 0))
    )
    assert bled.the(CombatWon).losses_inflicted == {FRENCH: 2, ALLIED: 0}
    assert bled.track_moves() == [(-2, [(-1, "VICTORY.1"), (-1, "VICTORY.1")])]
    assert bled.the(RetreatOwed).may_not_use == "p1-p2"
    assert windows(bled) == [(ALLIED, "W.RETREAT")], "the loser is asked before the path"
    away = no_cards(bled)
    over = play(away, ALLIED, *retreat("p2", "p3", "p6"), chance=boxes(french=[WEARY]))
    assert over.lines(PursuitStarted) == [(1, "PURSUIT.2")]
    assert over.the(CorpsEliminated).corps == "picton"
    assert over.the(RetreatMarkerRemoved).area == "p2"
    assert {e.block for e in over.events_of(BlockSpent)} == {"drouot", "perponcher", "wellington"}
    assert over.state.track == 6


# -- AC-20: one green card for movement and combat -------------------------------------------------


def move_attack(**cards):
    """Drouot is about to move from P1 against Hill in P2; both sides hold these cards."""
    given = field({"drouot": at("p1"), "hill": at("p2")}, hands=hands(**cards))
    activated = no_cards(play(given, FRENCH, activate("p1", "drouot")))
    chance = ScriptedChance(french=[value(3)])
    return play(activated, FRENCH, MOVE, chance=chance)


def test_ac_20_the_card_of_the_movement_leaves_none_for_the_combat():
    flipped = move_attack(french="forced_march fighting_spirit", allied="red_line")
    assert windows(flipped) == [(FRENCH, "W.FLIPPED")]
    forced = no_cards(play(flipped, FRENCH, card("forced_march", FRENCH)))
    arrived = no_cards(play(forced, FRENCH, *march("p1", "p2")))
    attacking = play(arrived, FRENCH, ATTACK)
    assert windows(attacking) == [(ALLIED, "W.COMBAT")]
    refused = play(attacking, FRENCH, card("fighting_spirit", FRENCH)).refused
    assert refused == ("GREEN_CARD_USED", "CARDS.9")


def test_ac_20_the_same_for_the_defender():
    flipped = move_attack(french="fighting_spirit", allied="roadblock red_line")
    blocked = play(flipped, FRENCH, NO_CARD)
    blocked = no_cards(play(blocked, ALLIED, card("roadblock", ALLIED)))
    arrived = no_cards(play(blocked, FRENCH, *march("p1", "p2")))
    attacking = play(arrived, FRENCH, ATTACK)
    assert windows(attacking) == [(FRENCH, "W.COMBAT")]
    refused = play(attacking, ALLIED, card("red_line", ALLIED)).refused
    assert refused == ("GREEN_CARD_USED", "CARDS.9")


# -- AC-51: hold to the last -----------------------------------------------------------------------


def beaten_by_one(allied=2, **given):
    """The Allies are hit by 1L+4F in Ligny; so many cards of theirs hit nobody."""
    blocks = {"drouot": at("ligny", 3, 2), "perponcher": at("ligny"), "picton": at("ligny")}
    begun = attacked(field(blocks, hands=hands(allied="hold"), **given), FRENCH, "ligny", "drouot")
    french = [BOTH, WEARY, TIRING]
    return no_cards(begun, until="W.RESULT", french=french, allied=[BLANK] * allied)


def test_ac_51_hold_to_the_last():
    beaten = beaten_by_one()
    assert windows(beaten) == [(ALLIED, "W.RESULT")]
    played = play(beaten, ALLIED, card("hold", ALLIED))
    effects = played.the(CombatEffectsSet)
    assert (effects.side_hit, effects.losses, effects.fatigue) == (ALLIED, 2, 1)
    assert played.lines(CombatEffectsSet) == [(4, "COMBAT.3"), (-3, "CARD.hold")]
    tired = play(played, ALLIED, fatigue(perponcher=0, picton=1))
    infantry = play(tired, ALLIED, losses(perponcher=(1, 0), picton=(1, 0)))
    assert infantry.refused == ("CAVALRY_REQUIRED", "COMBAT.4d")
    bled = play(tired, ALLIED, losses(perponcher=(0, 1), picton=(1, 0)))
    won = bled.the(CombatWon)
    assert (won.winner, won.losses_inflicted, won.distance) == (FRENCH, {FRENCH: 1, ALLIED: 0}, 1)
    assert bled.track_moves() == [(-2, [(-1, "VICTORY.1"), (-1, "VICTORY.1")])]
    assert bled.asked == [(ALLIED, "choose_stay")]

    stayed = play(bled, ALLIED, STAY)
    assert stayed.the(RetreatWaived).clauses == ("CARD.hold", "RULING.26")
    assert stayed.the(PursuitSkipped).clauses == ("CARD.hold",)
    assert stayed.block("picton").area == "ligny"

    gone = play(bled, ALLIED, GO)
    assert gone.the(RetreatOwed).roads == 1
    assert gone.asked == [(ALLIED, "retreat")], "the green card is used, so no window opens"


def test_ac_51_who_does_not_hold_must_go():
    beaten = no_cards(beaten_by_one())
    refused = play(beaten, ALLIED, STAY)
    assert refused.refused == ("DECISION_PENDING", "ALLOC.3")
    bled = play(beaten, ALLIED, losses(perponcher=(0, 0), picton=(1, 0)))
    assert play(bled, ALLIED, STAY).refused == ("RETREAT_COMPULSORY", "RETREAT.1")


def test_ac_51_who_stays_keeps_the_fortified_position():
    beaten = beaten_by_one(allied=3, fortified=["ligny"])
    played = play(beaten, ALLIED, card("hold", ALLIED))
    assert played.lines(CombatEffectsSet) == [(2, "COMBAT.3"), (-3, "CARD.hold"), (1, "RULING.26")]
    bled = play(played, ALLIED, losses(perponcher=(0, 1), picton=(1, 0)))
    assert play(bled, ALLIED, STAY).state.fortified == ["ligny"]
    gone = play(bled, ALLIED, GO, GIVE_UP)
    assert gone.the(PursuitSkipped).clauses == ("RETREAT.2",)


# -- AC-52: rear guard -----------------------------------------------------------------------------


def rear_guard(*also, **given):
    """The French attack Picton, 3/0 f0, in Ligny; the Allies hold Rear Guard."""
    blocks = {"drouot": at("ligny"), "picton": at("ligny", 3, 0), "napoleon": at("ligny")}
    blocks |= {block: at("ligny") for block in also}
    given = {"markers": {"ligny": (FRENCH, "fleurus")}, **given}
    started = field(blocks, hands=hands(allied="rear_guard"), **given)
    return attacked(started, FRENCH, "ligny", "drouot", "napoleon")


def test_ac_52_rear_guard():
    played = play(rear_guard(), ALLIED, card("rear_guard", ALLIED))
    assert played.the(CombatAvoided).roads == 2
    assert not played.events_of(CardFlipped) and not played.events_of(CombatCardsCounted)
    owed = played.the(RetreatOwed)
    assert (owed.side, owed.roads, owed.may_not_use) == (ALLIED, 2, "fleurus-ligny")
    assert played.asked == [(ALLIED, "retreat")]
    assert play(played, ALLIED, *retreat("ligny", "fleurus")).refused == (
        "ENEMY_RETREAT_ROAD",
        "RETREAT.4",
    )

    away = play(played, ALLIED, *retreat("ligny", "marbais", "quatre_bras"))
    assert [e.area for e in away.events_of(StackRetreated)] == ["marbais", "quatre_bras"]
    assert away.lines(FatigueIncurred) == [(1, "CARD.rear_guard")]
    assert away.block("picton").fatigue == 1
    assert away.asked == [(ALLIED, "allocate_losses")]

    over = play(away, ALLIED, losses(picton=(1, 0)))
    assert over.track_moves() == [(-1, [(-1, "VICTORY.1")])]
    assert over.block("picton").strength == 2
    assert over.the(PursuitSkipped).clauses == ("CARD.rear_guard",)
    assert not over.events_of(CombatWon), "nobody wins, and VICTORY.4 has no battle"
    spent = {e.block for e in over.events_of(BlockSpent)}
    assert spent == {"drouot", "napoleon", "picton"}
    assert over.state.contested == [] and not over.state.markers


def test_ac_52_with_two_defending_corps():
    refused = play(rear_guard("hill"), ALLIED, card("rear_guard", ALLIED))
    assert refused.refused == ("EVENT_PRECONDITION", "CARD.rear_guard")


def test_ac_52_the_fatigue_of_the_retreat_comes_on_top():
    blocks = {
        "drouot": at("p3"),
        "picton": at("p3", 3, 0),
        "blucher": at("p3"),
        "vandamme": at("p4"),
    }
    given = field(blocks, broken=[("p3", "p4")], hands=hands(allied="rear_guard"))
    played = play(attacked(given, FRENCH, "p3", "drouot"), ALLIED, card("rear_guard", ALLIED))
    away = play(played, ALLIED, *retreat("p3", "p4"))
    assert away.lines(FatigueIncurred) == [
        (1, "CARD.rear_guard"),
        (2, "RETREAT.7"),
        (2, "RETREAT.6"),
    ]
    assert away.block("blucher").area == "p4", "a commander goes along"


# -- AC-54, AC-55 ----------------------------------------------------------------------------------


def test_ac_54_a_card_of_combat_cannot_be_cancelled():
    blocks = {"drouot": at("ligny"), "picton": at("ligny")}
    given = field(blocks, hands=hands("fighting_spirit", "counter_order"))
    begun = attacked(given, FRENCH, "ligny", "drouot")
    played = play(begun, FRENCH, card("fighting_spirit", FRENCH))
    assert windows(played) == [(ALLIED, "W.COMBAT")]
    refused = play(played, ALLIED, card("counter_order", ALLIED)).refused
    assert refused == ("CANNOT_CANCEL", "CARD.counter_order")


def look_at_ney(points, cards):
    """Ney, 0/3 f3, attacks with Drouot; the French look at a card of this value."""
    blocks = {"ney": at("ligny", 0, 3, fatigue=3), "drouot": at("ligny"), "picton": at("ligny")}
    given = field(blocks, hands=hands("red_headed_ney"))
    begun = attacked(given, FRENCH, "ligny", "drouot", "ney")
    chance = ScriptedChance([value(points), *[box(*BLANK)] * cards], [box(*BLANK)])
    return play(begun, FRENCH, card("red_headed_ney", FRENCH), chance=chance)


def test_ac_55_a_low_card_tires_ney_before_the_check():
    played = look_at_ney(3, cards=3)
    assert [it.value for it in played.flipped("ney")] == [3]
    assert played.lines(FatigueIncurred, reason="event") == [(2, "CARD.red_headed_ney")]
    assert [(e.corps, e.now) for e in played.events_of(FatigueAssigned)] == [("ney", 5)]
    assert played.lines(CombatCardsCounted, side=FRENCH) == [
        (2, "COMBAT.1b"),
        (1, "COMBAT.1b"),
        (-1, "COMBAT.1d"),
        (1, "COMBAT.1h"),
    ]


def test_ac_55_a_high_card_is_worth_a_combat_card():
    played = look_at_ney(4, cards=5)
    assert [it.value for it in played.flipped("ney")] == [4]
    assert not played.events_of(FatigueIncurred)
    assert played.lines(CombatCardsCounted, side=FRENCH) == [
        (2, "COMBAT.1b"),
        (1, "COMBAT.1b"),
        (1, "COMBAT.1h"),
        (1, "COMBAT.1i"),
    ]
