"""Acceptance cases 1, 2, 14 to 19, 24 and 25: battles, their cards, losses and retreats."""

import pytest

from napoleon.rules.events import total
from napoleon.rulesets.napoleonic_empire.events.battle import (
    ArmiesEliminated,
    ArmiesRetreated,
    BattleEnded,
    BattleTied,
    BattleTotalled,
    BattleWon,
    BonusApplied,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.state import CONTESTED, Discarded
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    END_MOVE,
    FRENCH,
    battle,
    card,
    fight,
    legal_orders,
    move,
    play,
    position,
    refusal,
    skip,
)


def losses(played, side):
    """Percentage, raw number, cap and final number; they must explain themselves."""
    computed = played.the(LossesComputed, side=side)
    assert total(computed.breakdown) == computed.losses
    return computed.percent, computed.raw, computed.cap, computed.losses


def clauses_of_losses(played, side):
    return {line.clause for line in played.the(LossesComputed, side=side).breakdown}


def test_ac_01_winners_loss():
    given = position({"austria": 10}, {"austria": 6}, at=BATTLES)
    fought = fight(given, "austria", french=[6, 4], allied=[1, 5, 6])
    assert fought.the(BattleWon).side == FRENCH
    assert losses(fought, FRENCH) == (40, 4, 12, 4)
    assert clauses_of_losses(fought, FRENCH) == {"ATTACK.8"}
    assert fought.armies(FRENCH) == {"austria": 6}


def test_ac_02_losers_loss():
    given = position({"austria": 10}, {"austria": 6, "warsaw": 1}, at=BATTLES)
    fought = fight(given, "austria", french=[6, 4], allied=[1, 5, 6])
    percent, raw, cap, final = losses(fought, ALLIED)
    assert (percent, raw, cap, final) == (110, 6, 6, 6)
    assert clauses_of_losses(fought, ALLIED) == {"ATTACK.9"}
    eliminated = fought.the(ArmiesEliminated, side=ALLIED)
    assert (eliminated.armies, eliminated.reason) == (6, "losses")
    assert not fought.events_of(ArmiesRetreated)
    assert fought.armies(ALLIED) == {"warsaw": 1}
    assert fought.state.pool(ALLIED) == 79


def test_ac_14_battle_arithmetic():
    given = position({"austria": 12}, {"austria": 10}, at=BATTLES, hands={FRENCH: ["austerlitz"]})
    fought = fight(given, "austria", (FRENCH, "austerlitz"), french=[2], allied=[6])
    totals = fought.the(BattleTotalled)
    assert (totals.attacker, totals.attacker_total) == (FRENCH, 12 + 3 + 2)
    assert (totals.defender, totals.defender_total) == (ALLIED, 10 + 1 + 6)
    assert totals.margin == 0
    assert fought.lines(BattleTotalled) == [
        (12, "ATTACK.3"),
        (3, "CARD.austerlitz"),
        (2, "ATTACK.6"),
        (-1, "ATTACK.5"),
        (-6, "ATTACK.6"),
        (-10, "ATTACK.3"),
    ]
    assert fought.the(BattleTied).country == "austria"
    assert not fought.events_of(LossesComputed)
    assert not fought.events_of(ArmiesEliminated)
    assert fought.state.standing("austria") == CONTESTED
    assert (fought.armies(FRENCH), fought.armies(ALLIED)) == ({"austria": 12}, {"austria": 10})
    assert fought.state.discards == [Discarded("austerlitz")]


def test_ac_15_cap():
    given = position({"austria": 10}, {"austria": 1}, at=BATTLES)
    fought = fight(given, "austria", french=[6, 6], allied=[1, 5, 6])
    assert losses(fought, FRENCH) == (60, 6, 2, 2)
    assert fought.lines(LossesComputed, side=FRENCH) == [(6, "ATTACK.8"), (-4, "ATTACK.8")]
    assert fought.armies(FRENCH) == {"austria": 8}


def test_ac_16_small_stack():
    given = position({"austria": 1}, {"austria": 1}, at=BATTLES)
    fought = fight(given, "austria", french=[6, 6], allied=[1, 5, 6])
    assert losses(fought, FRENCH) == (60, 0, 2, 0)
    assert fought.armies(FRENCH) == {"austria": 1}


def test_ac_17_loser_rounding():
    given = position({"austria": 12}, {"austria": 7, "prussia": 1}, at=BATTLES)
    fought = fight(given, "austria", french=[6, 1], allied=[1, 2, 3])
    assert losses(fought, ALLIED) == (50, 3, 7, 3)
    retreated = fought.the(ArmiesRetreated)
    assert (retreated.origin, retreated.to, retreated.armies) == ("austria", "prussia", 4)
    assert fought.armies(ALLIED) == {"prussia": 5}


@pytest.mark.parametrize("left", [0, 1])
def test_ac_18_no_refuge(left):
    given = position({"france": 20 + left}, {"spain": 20, "portugal": 1})
    marched = skip(play(given, FRENCH, move("france", "spain", 20), END_MOVE), BATTLES)
    fought = fight(marched, "spain", french=[1, 4, 4], allied=[6, 1])
    assert losses(fought, FRENCH) == (80, 16, 20, 16)
    if left:
        retreated = fought.the(ArmiesRetreated)
        assert (retreated.to, retreated.armies) == ("france", 4)
        assert fought.armies(FRENCH) == {"france": 5}
    else:
        eliminated = fought.the(ArmiesEliminated, reason="no_retreat")
        assert (eliminated.side, eliminated.country, eliminated.armies) == (FRENCH, "spain", 4)
        assert "E-17" in eliminated.clauses
        assert fought.armies(FRENCH) == {}


def test_ac_19_england_is_no_refuge():
    french = {"netherlands": 8, "denmark": 1, "france": 1, "rhineland": 1}
    given = position(french, {"england": 10}, active=ALLIED)
    landed = play(given, ALLIED, move("england", "netherlands", 4), END_MOVE)
    fought = fight(landed, "netherlands", french=[6, 1], allied=[1, 1, 1])
    assert losses(fought, ALLIED) == (20, 0, 4, 0)
    assert fought.the(ArmiesEliminated, reason="no_retreat").armies == 4
    assert fought.armies(ALLIED) == {"england": 6}
    assert fought.the(BattleEnded).country == "netherlands"


def test_ac_24_card_in_the_wrong_place():
    given = position(
        {"prussia": 3},
        {"prussia": 3},
        at=BATTLES,
        active=ALLIED,
        hands={ALLIED: ["general_winter"]},
    )
    begun = play(given, ALLIED, battle("prussia"))
    assert begun.asked == [(ALLIED, "window")]
    refused = refusal(begun, ALLIED, card("general_winter"))
    assert refused == ("WRONG_COUNTRY", "CARD.general_winter")
    assert card("general_winter") not in legal_orders(begun, ALLIED)


def test_ac_25_stacking_cards():
    hands = {ALLIED: ["general_winter", "scorched_earth"]}
    given = position({"russia": 10}, {"russia": 2}, at=BATTLES, hands=hands)
    fought = fight(
        given,
        "russia",
        (ALLIED, "general_winter"),
        (ALLIED, "scorched_earth"),
        french=[1],
        allied=[1],
    )
    assert sum(event.amount for event in fought.events_of(BonusApplied, side=ALLIED)) == 7
    assert fought.the(BattleTotalled).defender_total == 2 + 7 + 1 + 1
    lines = fought.lines(BattleTotalled)
    assert {(-4, "CARD.general_winter"), (-3, "CARD.scorched_earth")} <= set(lines)
