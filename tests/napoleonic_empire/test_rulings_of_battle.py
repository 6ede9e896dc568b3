"""E-11 to E-19 and E-48: battles, losses and retreats, each as ruled and not the other way."""

import pytest

from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.events.battle import (
    ArmiesEliminated,
    ArmiesRetreated,
    AttackEnded,
    BattleStarted,
    BattleTotalled,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.events.cards import CardPlayed
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    END_ATTACK,
    END_MOVE,
    FRENCH,
    MOVES,
    PASS,
    REINFORCEMENT,
    battle,
    card,
    fight,
    legal_orders,
    move,
    play,
    position,
    refusal,
    retreat,
    skip,
)

TIE = {"french": [3], "allied": [2]}
"""Battle dice with which equal numbers tie when the Allies defend."""


def three_battles():
    there = dict.fromkeys(("austria", "spain", "sweden"), 2)
    return position(there, there, at=BATTLES)


@pytest.mark.parametrize("first", ["austria", "spain"])
def test_e_11_the_active_side_chooses_and_a_country_is_fought_once(first):
    given = three_battles()
    assert legal_orders(given, FRENCH) == [battle("austria"), battle("spain"), battle("sweden")]
    fought = fight(given, first, **TIE)
    assert fought.asked == [(FRENCH, "choose_battle")]
    assert refusal(fought, FRENCH, battle(first)) == ("ALREADY_FOUGHT", "E-11")
    assert refusal(fought, FRENCH, END_ATTACK) == ("BATTLES_PENDING", "ATTACK.1")
    other = ({"austria", "spain"} - {first}).pop()
    assert legal_orders(fought, FRENCH) == [battle(other), battle("sweden")]
    last = fight(fought, other, **TIE)
    assert last.the(BattleStarted, country="sweden"), "the last one begins by itself"


def test_e_12_the_active_side_attacks_where_it_was_first():
    given = position({"austria": 2}, {"austria": 2}, at=REINFORCEMENT)
    attacked = skip(given, BATTLES, ALLIED)
    started = attacked.the(BattleStarted)
    assert (started.attacker, started.defender) == (ALLIED, FRENCH)


def test_e_13_any_number_of_cards_one_at_a_time():
    hands = {
        FRENCH: ["little_corporal", "artillery_tactics", "toulon"],
        ALLIED: ["nelson", "wellington", "general_winter"],
    }
    begun = play(
        position({"spain": 5}, {"spain": 5}, at=BATTLES, hands=hands), FRENCH, battle("spain")
    )
    assert begun.asked == [(FRENCH, "window")]
    assert refusal(begun, ALLIED, PASS) == ("NOT_YOUR_WORD", "E-13")
    assert refusal(begun, ALLIED, card("nelson")) == ("NOT_YOUR_WORD", "E-13")
    passed = play(begun, FRENCH, PASS)
    answered = play(passed, ALLIED, card("nelson"))
    assert answered.asked == [(FRENCH, "window")]
    late = play(answered, FRENCH, card("little_corporal"))
    assert late.the(CardPlayed).side == FRENCH, "a pass bars nothing"
    passed = play(play(late, ALLIED, PASS), FRENCH, card("artillery_tactics"))
    passed = play(play(passed, ALLIED, card("wellington")), FRENCH, PASS)
    fought = play(passed, ALLIED, PASS, french=[4], allied=[1])
    totals = fought.the(BattleTotalled)
    assert (totals.attacker_total, totals.defender_total) == (5 + 1 + 1 + 4, 5 + 2 + 2 + 1 + 1)


def test_e_14_a_tie_is_fought_again_in_the_next_attack_phase():
    given = position({"spain": 2, "france": 1}, {"spain": 2}, at=BATTLES)
    fought = fight(given, "spain", **TIE)
    assert not fought.events_of(LossesComputed)
    assert not fought.events_of(ArmiesRetreated)
    again = skip(fought, BATTLES, ALLIED).the(BattleStarted)
    assert (again.country, again.attacker) == ("spain", ALLIED)


def test_e_15_losses_go_by_the_numbers_at_the_start():
    given = position({"spain": 20}, {"spain": 3}, at=BATTLES)
    fought = fight(given, "spain", french=[6, 5], allied=[1, 6, 6])
    winner, loser = fought.events_of(LossesComputed)
    assert (winner.side, winner.armies, winner.raw, winner.cap) == (FRENCH, 20, 10, 6)
    assert (loser.side, loser.armies, loser.losses) == (ALLIED, 3, 3)


@pytest.mark.parametrize("armies", [1, 2, 3, 5, 10])
def test_e_15_the_winner_keeps_at_least_one_army(armies):
    given = position({"spain": armies}, {"spain": armies}, at=BATTLES)
    fought = fight(given, "spain", french=[6, 6], allied=[1, 6, 6])
    assert fought.armies(FRENCH)["spain"] == armies - armies * 6 // 10 >= 1


@pytest.mark.parametrize(
    ("armies", "dice", "lost"), [(7, (2, 3), 3), (9, (1, 1), 1), (7, (5, 5), 7), (7, (6, 6), 7)]
)
def test_e_16_the_losers_losses_are_rounded_down_and_at_most_all(armies, dice, lost):
    given = position({"spain": 15}, {"spain": armies, "portugal": 1}, at=BATTLES)
    fought = fight(given, "spain", french=[6, 1], allied=[1, *dice])
    computed = fought.the(LossesComputed, side=ALLIED)
    assert computed.losses == sum(line.amount for line in computed.breakdown) == lost
    assert fought.state.armies_in(ALLIED, "portugal") == 1 + armies - lost


BEATEN = {"french": [6, 1], "allied": [1, 1, 1]}
"""The French win; the Allies lose a fifth."""


@pytest.mark.parametrize("there", [{}, {"russia": (1, 0)}, {"russia": (1, 1)}])
def test_e_17_only_a_controlled_country_is_a_refuge(there):
    french = {"austria": 20} | {c: n for c, (n, _) in there.items()}
    allied = {"austria": 5, "england": 1} | {c: n for c, (_, n) in there.items() if n}
    fought = fight(position(french, allied, at=BATTLES), "austria", **BEATEN)
    assert fought.the(ArmiesEliminated, reason="no_retreat").armies == 4
    assert not fought.events_of(ArmiesRetreated)


def test_e_17_what_the_attacker_left_empty_is_no_refuge():
    given = position({"france": 5, "rhineland": 1}, {"netherlands": 9, "england": 1})
    marched = play(given, FRENCH, move("france", "netherlands", 5), END_MOVE)
    beaten = fight(marched, "netherlands", french=[1, 1, 1], allied=[6, 1])
    assert beaten.armies(FRENCH) == {"rhineland": 5}, "not to France"


def split():
    """Four Allied survivors may go to Prussia and to Russia."""
    given = position(
        {"austria": 20}, {"austria": 5, "russia": 1, "prussia": 1, "england": 1}, at=BATTLES
    )
    return fight(given, "austria", **BEATEN)


def test_e_18_the_loser_chooses_and_may_split():
    beaten = split()
    assert beaten.asked == [(ALLIED, "retreat")]
    assert set(legal_orders(beaten, ALLIED)) == {
        retreat(to, armies) for to in ("prussia", "russia") for armies in (1, 2, 3, 4)
    }
    parted = play(beaten, ALLIED, retreat("russia", 1))
    assert parted.asked == [(ALLIED, "retreat")]
    [asked] = RULES.decisions(parted.state)
    assert asked.prompt == "Retreat from Austria with 3 armies, all at once or in parts."
    done = play(parted, ALLIED, retreat("prussia", 3))
    assert done.armies(ALLIED) == {"russia": 2, "prussia": 4, "england": 1}


def test_e_18_a_retreat_is_no_move():
    given = position({"austria": 20}, {"austria": 5, "russia": 1, "england": 1}, at=BATTLES)
    beaten = fight(given, "austria", **BEATEN)
    assert beaten.armies(ALLIED) == {"russia": 5, "england": 1}
    assert beaten.state.moved == {}
    later = skip(beaten, MOVES, ALLIED)
    assert play(later, ALLIED, move("russia", "sweden", 5)).armies(ALLIED)["sweden"] == 5


@pytest.mark.parametrize(("closed", "clause"), [("england", "E-18"), ("ottoman", "MAP.5")])
def test_e_18_nobody_retreats_to_england_or_the_ottoman_empire(closed, clause):
    refused = refusal(split(), ALLIED, retreat(closed, 4))
    assert refused == (f"{closed.upper()}_CLOSED", clause)


def test_e_19_who_can_retreat_has_to():
    beaten = split()
    assert refusal(beaten, ALLIED, retreat("russia", 5)) == ("MUST_RETREAT_ALL", "E-19")
    kept = play(beaten, ALLIED, retreat("russia", 3))
    assert kept.asked == [(ALLIED, "retreat")], "the last one goes too"
    assert all(order.armies == 1 for order in legal_orders(kept, ALLIED))
    one_way = position({"austria": 20}, {"austria": 5, "russia": 1}, at=BATTLES)
    retreated = fight(one_way, "austria", **BEATEN).the(ArmiesRetreated)
    assert (retreated.to, retreated.armies) == ("russia", 4)


def test_e_48_the_attack_phase_ends_by_itself_without_battles():
    given = position({"france": 1}, {"england": 1})
    ended = play(given, FRENCH, END_MOVE)
    assert ended.state.phase == "reinforcement"


def test_e_48_after_battles_its_player_ended_it_under_the_rules_1_0():
    """A game that went over from them while this was asked is asked it still."""
    fought = position({"spain": 2}, {"spain": 2}, at=BATTLES)
    fought.fought = ["spain"]
    assert legal_orders(fought, FRENCH) == [END_ATTACK]
    ended = play(fought, FRENCH, END_ATTACK)
    assert ended.the(AttackEnded).side == FRENCH
    assert ended.state.phase == "reinforcement"
