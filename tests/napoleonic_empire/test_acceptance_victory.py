"""Acceptance cases 28 to 30: victory."""

from napoleon.rulesets.napoleonic_empire.events.battle import BattleWon
from napoleon.rulesets.napoleonic_empire.events.cards import WindowOpened
from napoleon.rulesets.napoleonic_empire.events.turn import GameWon, VictoryChecked
from tests.napoleonic_empire.kit import ALLIED, BATTLES, FRENCH, MOVES, fight, position, skip

CONTINENT = (
    *("france", "russia", "austria", "prussia", "netherlands", "sweden", "denmark", "spain"),
    *("portugal", "rhineland", "italy", "naples", "switzerland", "warsaw", "egypt"),
)
"""What the French need [E-30]."""


def test_ac_28_allied_victory():
    given = position(
        {"france": 2, "spain": 5},
        {"france": 9},
        active=ALLIED,
        at=BATTLES,
        hands={ALLIED: ["frederick"]},
    )
    fought = fight(given, "france", french=[1, 6, 6], allied=[6, 1])
    assert fought.the(BattleWon).side == ALLIED
    assert not fought.state.armies_in(FRENCH, "france")
    ended = skip(fought, "move")
    won = ended.the(GameWon)
    assert (won.side, won.clause) == (ALLIED, "VIC.1")
    assert ended.state.result.winner == ALLIED
    assert ended.state.phase == "over"
    assert ended.asked == []
    assert not ended.events_of(WindowOpened, kind="turn_end")


def test_ac_29_contested_france():
    given = position({"france": 2}, {"france": 2}, active=ALLIED, at=BATTLES)
    fought = fight(given, "france", french=[3], allied=[4])
    ended = skip(fought, "move", FRENCH)
    assert ended.the(VictoryChecked).result == ""
    assert ended.state.result is None


def test_ac_30_french_victory():
    given = position(dict.fromkeys(CONTINENT, 1), {"england": 20}, at=MOVES)
    ended = skip(given, "move", ALLIED)
    won = ended.the(GameWon)
    assert (won.side, won.clause) == (FRENCH, "VIC.2")
    checked = ended.the(VictoryChecked)
    assert (checked.held, checked.needed, checked.result) == (15, 15, FRENCH)
    assert ended.state.result.winner == FRENCH
