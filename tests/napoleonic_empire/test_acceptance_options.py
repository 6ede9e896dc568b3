"""Acceptance cases 7 and 32 to 34: commanders, the historical deck, a divided Russia."""

import pytest

from napoleon.rules.events import total
from napoleon.rulesets.napoleonic_empire.events.battle import (
    BattleEnded,
    BattleTotalled,
    DieRolled,
    LossesComputed,
)
from napoleon.rulesets.napoleonic_empire.events.cards import EventCardAdded
from napoleon.rulesets.napoleonic_empire.events.commanders import KutuzovRolled, KutuzovWithdrew
from napoleon.rulesets.napoleonic_empire.events.reinforcement import ReinforcementsReceived
from napoleon.rulesets.napoleonic_empire.orders import KutuzovWithdraw
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    DRAW,
    FRENCH,
    REINFORCEMENT,
    ROLL,
    TURN_END,
    battle,
    fight,
    play,
    position,
    skip,
)


def test_ac_07_historical_deck():
    given = position(
        {"france": 1},
        {"england": 1},
        active=ALLIED,
        at=TURN_END,
        round_=5,
        options={"historical_deck": "by_year"},
    )
    there = {*given.deck, *(it.card for it in given.discards), *given.hands[FRENCH]}
    assert "italian_campaign" not in there | set(given.hands[ALLIED])
    begun = skip(given, DRAW, FRENCH)
    assert begun.state.round == 6
    added = begun.the(EventCardAdded)
    assert (added.card, added.round) == ("italian_campaign", 6)
    assert "italian_campaign" in begun.state.deck
    assert "italian_campaign" not in begun.state.dated


def test_ac_32_davout():
    given = position({"austria": 10}, {"austria": 6}, at=BATTLES, commanders={"davout": "austria"})
    fought = fight(given, "austria", french=[6, 5], allied=[1, 5, 6])
    computed = fought.the(LossesComputed, side=FRENCH)
    assert (computed.raw, computed.cap, computed.losses) == (5, 12, 2)
    assert total(computed.breakdown) == 2
    assert fought.lines(LossesComputed, side=FRENCH) == [(5, "ATTACK.8"), (-3, "OPT1.davout")]
    assert fought.armies(FRENCH) == {"austria": 8}


@pytest.fixture
def attacked():
    """Kutuzov with ten armies is attacked in Russia, and the Allies are asked."""
    given = position(
        {"russia": 12, "austria": 1, "prussia": 1, "warsaw": 1},
        {"russia": 10},
        at=BATTLES,
        commanders={"kutuzov": "russia"},
    )
    begun = play(given, FRENCH, battle("russia"))
    assert begun.asked == [(ALLIED, "kutuzov")]
    return begun


def test_ac_33_kutuzov_withdraws(attacked):
    rolled = play(attacked, ALLIED, ROLL, allied=[3])
    assert rolled.the(DieRolled).purpose == "kutuzov"
    assert rolled.the(KutuzovRolled).may_withdraw
    gone = play(rolled, ALLIED, KutuzovWithdraw("sweden"))
    withdrew = gone.the(KutuzovWithdrew)
    assert (withdrew.to, withdrew.armies) == ("sweden", 10)
    assert gone.armies(ALLIED) == {"sweden": 10}
    assert gone.state.commanders["kutuzov"].country == "sweden"
    assert not gone.events_of(DieRolled)
    assert gone.the(BattleEnded).country == "russia"
    assert gone.armies(FRENCH)["russia"] == 12


def test_ac_33_kutuzov_has_to_fight(attacked):
    rolled = play(attacked, ALLIED, ROLL, allied=[4])
    assert not rolled.the(KutuzovRolled).may_withdraw
    assert rolled.asked == [(FRENCH, "window")]
    fought = skip(rolled, REINFORCEMENT, french=[3], allied=[4])
    assert fought.the(BattleTotalled).margin == 0
    assert not fought.events_of(KutuzovWithdrew)


def test_ac_34_divided_russia():
    given = position(
        {"moscow": 1, "riga": 1}, {"england": 1}, at=REINFORCEMENT, options={"divided_russia": True}
    )
    placed = skip(given, "move", ALLIED)
    received = placed.events_of(ReinforcementsReceived, side=FRENCH)
    assert [(event.country, event.armies) for event in received] == [("moscow", 3)]
    assert placed.armies(FRENCH) == {"moscow": 4, "riga": 1}
