"""E-11 to E-19 and E-48: battles, losses and retreats, each as ruled and not the other way."""

import pytest

from napoleon.rulesets.napoleonic_empire.events.battle import (
    AttackEnded,
    LossesComputed,
)
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    END_ATTACK,
    END_MOVE,
    FRENCH,
    fight,
    legal_orders,
    play,
    position,
)


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
