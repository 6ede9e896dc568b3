"""The campaign: what the invasion cards allow before and after the French cross the border.

Played on the map and with the data that ship with the game [DATA.5].
"""

import pytest

from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.cards import CardDrawn
from napoleon.rulesets.napoleon1815.events.operations import PlayerPassed
from napoleon.rulesets.napoleon1815.events.turn import InvasionCardChanged, TurnStarted
from napoleon.rulesets.napoleon1815.orders import DeclineWindow
from tests.napoleon1815 import kit
from tests.napoleon1815.kit import (
    ALLIED,
    END,
    FINISH,
    FRENCH,
    MOVE,
    NO_BLUE,
    NOTHING,
    PASS,
    activate,
    begin_turn,
    march,
    play,
)
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, value


@pytest.fixture
def campaign(monkeypatch):
    """The campaign at the first go, which is the Allies'."""
    monkeypatch.setattr(kit, "RULES", RULES)
    state = None
    for event in RULES.setup("campaign", {}, ScriptedChance([HARMLESS] * 2, [HARMLESS])):
        state = RULES.apply(state, event)
    return begin_turn(state, FRENCH, chance=ScriptedChance([value(2)], [value(4)])).state


def no_cards(given):
    """Nobody plays a card in the windows that stand open."""
    while given.asked and given.asked[0][1] == "window":
        given = play(given, given.asked[0][0], DeclineWindow())
    return given


def idle(given, seat, area, *blocks):
    """A stack is activated and does nothing."""
    return no_cards(play(no_cards(play(given, seat, activate(area, *blocks))), seat, NOTHING))


def invaded(given):
    """Vandamme crosses the border at Thuin, and has movement points left."""
    active = no_cards(play(given, FRENCH, activate("beaumont", "vandamme")))
    moving = no_cards(play(active, FRENCH, MOVE, chance=ScriptedChance([value(3)])))
    return play(moving, FRENCH, *march("beaumont", "thuin"))


def test_data_5_before_the_invasion_the_allies_have_two_operations(campaign):
    assert campaign.invasion_card == 73
    first = idle(campaign, ALLIED, "ath", "hill")
    assert first.asked == [(FRENCH, "go")]
    second = idle(idle(first, FRENCH, "maubeuge", "derlon"), ALLIED, "ninove", "uxbridge")
    third = idle(second, FRENCH, "beaumont", "vandamme")
    passed = third.the(PlayerPassed)
    assert (passed.player, passed.forced, passed.clauses) == (ALLIED, True, ("RULING.66",))
    assert third.asked == [(FRENCH, "go")]
    refused = play(third, ALLIED, activate("namur", "pirch"))
    assert refused.refused == ("ALREADY_PASSED", "OPS.2")


def test_data_5_a_pass_of_his_own_will_is_no_operation(campaign):
    passed = play(campaign, ALLIED, PASS)
    assert passed.the(PlayerPassed).clauses == ("OPS.2",)
    assert passed.state.side_operations == {}


def test_data_5_early_invasion(campaign):
    first = idle(campaign, ALLIED, "ath", "hill")
    crossed = invaded(first)
    changed = crossed.the(InvasionCardChanged)
    assert (changed.card, changed.clauses) == (74, ("DATA.5", "RULING.73"))
    assert crossed.state.invasion_card == 74
    assert not crossed.events_of(CardDrawn), "cards already drawn stay"
    crossed = no_cards(crossed)
    assert crossed.asked == [(FRENCH, "march")], "the march goes on"

    ended = no_cards(play(crossed, FRENCH, END))
    for area, corps in [("ninove", "uxbridge"), ("namur", "pirch"), ("bruxelles", "picton")]:
        assert ended.asked == [(ALLIED, "go")]
        ended = idle(ended, ALLIED, area, corps)
        if corps == "uxbridge":
            ended = play(ended, FRENCH, PASS)
    assert ended.the(PlayerPassed).player == ALLIED, "the fourth operation was the last one"
    assert ended.the(PlayerPassed).clauses == ("RULING.66",)


def next_turn(given):
    """Nobody plays a card, and both pass."""
    before = given.state.turn
    while given.state.turn == before:
        seat, kind = given.asked[0]
        order = {"declare_blue": NO_BLUE, "go": PASS, "recovery": FINISH}[kind]
        given = play(given, seat, order, chance=ScriptedChance(otherwise=HARMLESS))
    return given


def test_data_5_the_cards_after_an_early_invasion(campaign):
    crossed = no_cards(invaded(play(campaign, ALLIED, PASS)))
    given = no_cards(play(crossed, FRENCH, END))
    assert given.state.invasion_card == 74
    cards, draws = {}, {}
    for before in (1, 2, 3, 7, 8):
        given.state.turn = before
        given = next_turn(given)
        began = given.the(TurnStarted)
        cards[began.turn_number] = began.invasion_card
        drawn = [e.side for e in given.events_of(CardDrawn)]
        draws[began.turn_number] = (drawn.count(FRENCH), drawn.count(ALLIED))
    assert cards == {2: 75, 3: 76, 4: 76, 8: 76, 9: 77}
    assert draws[2] == draws[3] == draws[8] == (3, 3)
    assert draws[9] == (3, 4)
    assert given.state.invaded_on == 1


def test_data_5_without_an_early_invasion_the_schedule_stands(campaign):
    given = play(campaign, ALLIED, PASS)
    cards = []
    for _ in range(2, 6):
        given = next_turn(given)
        cards.append(given.state.invasion_card)
    assert cards == [73, 74, 75, 76]
    assert given.state.invaded_on is None
