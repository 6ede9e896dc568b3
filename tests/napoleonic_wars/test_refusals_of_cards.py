"""Refusals of cards: as events, in windows and battles, and of Resources, each with its clause."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from napoleon.rules.kit.running import Enough, Name
from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_wars.cards.grammar import LANGUAGE
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.battles import PlayBattleCard, PlayNoBattleCard
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    BringUnits,
    Decline,
    GoFar,
    LeadFar,
    PlaceLeader,
    PlaceSquadron,
    PlayForEvent,
    Respond,
)
from napoleon.rulesets.napoleonic_wars.orders.impulses import DrawByResource, EndImpulse, PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Go, Stand
from napoleon.rulesets.napoleonic_wars.state import Rule, State
from tests.napoleonic_wars.playing import (
    at_play,
    decisions,
    emptied,
    going_on,
    pack,
    play,
    play_open,
    refused,
    stand,
    table_of,
)

Position = Callable[[], State]

OTHERS = {"dk": ["rally_1"], "gb": ["rally_2"]}


def holding(nation: str, *cards: str, **others: list[str]) -> State:
    """The nation is in its impulse with these cards, and others hold some as well."""
    state = at_play({**OTHERS, **others, nation: [*cards]}, scheduled=nation)
    state.asked = True
    return going_on(state).state


# -- pieces that an event places and moves ---------------------------------------------------------


def building() -> State:
    """Great Britain places 4 SP."""
    return play(holding("gb", "conscripts_1"), PlayForEvent("conscripts_1")).state


def without_counters() -> State:
    """Great Britain places 4 SP, and has no more counters: its pieces come from elsewhere."""
    state = holding("gb", "conscripts_1")
    state.nations["gb"].regroup_sp = pack().limits["gb"].max_sp - 9
    brought = BringUnits("naples", "london", 2)
    return play(state, PlayForEvent("conscripts_1"), brought).state


def reforming() -> State:
    """Austria places a leader and 2 SP."""
    state = holding("au", "reform_of_the_army_1")
    for name in ("mack", "john"):
        state.leaders[name].standing, state.leaders[name].where = "pool", ""
    return play(state, PlayForEvent("reform_of_the_army_1")).state


def moving() -> State:
    """Austria may move an army over friendly spaces."""
    return play(holding("au", "interior_lines_1"), PlayForEvent("interior_lines_1")).state


PIECES: list[tuple[Position, Order, str]] = [
    (building, PlaceSquadron("london"), "NO_SQUADRON 7.3.a"),
    (building, PlaceLeader("moore", "london"), "NOT_ON_THE_CARD 7.2.b"),
    (reforming, PlaceLeader("ferdinand", "vienna"), "NOT_ON_THE_CARD 7.2.b"),
    (without_counters, BringUnits("paris", "london", 1), "NOT_FREE_TO_GO R-97"),
    (without_counters, BringUnits("london", "london", 1), "SAME_SPACE R-97"),
    (without_counters, BringUnits("london", "york", 9), "WRONG_NUMBER R-97"),
    (moving, GoFar(1, "vienna"), "NAME_AN_ARMY 14.21.a"),
    (moving, LeadFar("napoleon"), "CANNOT_GO 14.21.a"),
    (lambda: play(moving(), LeadFar("charles")).state, LeadFar("mack"), "ARMY_NAMED 14.21.a"),
]

# -- what may be played ----------------------------------------------------------------------------


def passing() -> State:
    """Russia only spends the CP of the winter, and has a Resource."""
    state = holding("ru")
    state.nations["ru"].resources = 1
    state.stack = [Impulse("ru", True, [Pool("winter", 1, "winter")], passing=True)]
    return state


def without_cards() -> State:
    """Great Britain has a Resource, and no card is left to be drawn."""
    state = holding("gb", "conscripts_1")
    state.nations["gb"].resources = 1
    state.removed, state.bag = [*state.removed, *state.bag], []
    return state


PLAYS: list[tuple[Position, Order, str]] = [
    (lambda: holding("au", "grande_armee"), PlayForEvent("grande_armee"), "NOT_ITS_EVENT 6.1.a"),
    (lambda: holding("fr", "rally_2", gb=["spies"]), PlayForEvent("rally_2"), "NO_BATTLE 6.15.a"),
    (lambda: holding("fr", "bad_roads_1"), PlayForEvent("bad_roads_1"), "NEEDS_ITS_WINDOW R-98"),
    (passing, DrawByResource(), "PASSING R-104"),
    (without_cards, DrawByResource(), "NO_CARD R-61"),
]

# -- windows and battle cards ----------------------------------------------------------------------


def in_a_window() -> State:
    """France has played a card, and the coalition may respond: it holds two cards."""
    hands = {"fr": ["honved", "subsidies_1"], "gb": ["bad_roads_1", "militia_1"]}
    state = going_on(at_play(hands)).state
    opened = play_open(state, PlayForCP("honved"))
    return play_open(opened.state, Decline()).state if len(opened.asked) > 1 else opened.state


def in_battle(hands: Mapping[str, list[str]]) -> State:
    """Napoleon attacks Mack in Linz, and France may play battle cards."""
    state = emptied()
    for nation in state.nations.values():
        nation.hand = []
    for name, cards in hands.items():
        state.nations[name].hand = [*cards]
        state.bag = [it for it in state.bag if it not in cards]
    stand(state, "munich", "fr", 6, "napoleon")
    stand(state, "linz", "au", 5, "mack")
    return let(play_open(state, Gather("napoleon"), Go("linz"), Stand()).state)


def let(state: State) -> State:
    """Nobody plays a card in the windows that are open."""
    while decisions(state)[0].kind == "window":
        state = play_open(state, Decline()).state
    return state


def french_card() -> State:
    return in_battle({"fr": ["great_redoubt", "spies"], "au": ["rally_2"]})


WINDOWS: list[tuple[Position, Order, str]] = [
    (in_a_window, Respond("gb", "couriers_captured_1"), "CARD_NOT_IN_HAND R-73"),
    (in_a_window, Respond("fr", "subsidies_1"), "CARD_NOT_IN_HAND R-73"),
    (in_a_window, Respond("gb", "militia_1"), "DOES_NOT_FIT R-72"),
    (french_card, PlayBattleCard("fr", "old_guard"), "CARD_NOT_IN_HAND 6.15.a"),
    (french_card, PlayBattleCard("au", "rally_2"), "CARD_NOT_IN_HAND 6.15.a"),
    (french_card, PlayBattleCard("fr", "great_redoubt"), "NO_BATTLE_CARD 6.15.a"),
    (french_card, PlayBattleCard("fr", "spies"), "NO_BATTLE_CARD 6.15.a"),
]


@pytest.mark.parametrize(("position", "order", "why"), PIECES + PLAYS + WINDOWS)
def test_it_is_refused_with_its_clause(position: Position, order: Order, why: str) -> None:
    assert " ".join(refused(position(), order)) == why


def test_the_same_orders_are_legal_where_nothing_stands_against_them() -> None:
    assert play(without_counters(), BringUnits("london", "york", 2))
    assert play(reforming(), PlaceLeader("john", "vienna"))
    assert play(moving(), LeadFar("charles"), GoFar(1, "vienna"))
    assert play(passing(), EndImpulse())
    assert play_open(in_a_window(), Respond("gb", "bad_roads_1"))
    assert play_open(french_card(), PlayNoBattleCard())


# -- why an effect can change nothing --------------------------------------------------------------


def why_not(state: State, nation: str, by: str, effect: str, **given: Any) -> str:
    """Why an effect of a card can do nothing: code and clause."""
    at = Playing(table_of(state), commander(state, nation), nation, by)
    refusal = LANGUAGE.effects[effect].refuses(at, **given)
    assert refusal is not None, given
    return f"{refusal.code} {refusal.clause}"


def test_a_foreign_war_is_not_against_a_client_of_the_targets_camp() -> None:
    state = holding("fr", "turkish_war_1")
    state.nations["ot"].row, state.nations["ot"].box = "gb", 1
    war = {"target": "au", "sp": 4, "leader": 1, "foe": "ot"}
    assert why_not(state, "fr", "turkish_war_1", "tie_down", **war) == "FOE_IS_CLIENT 8.4.a"
    assert refused(state, PlayForEvent("turkish_war_1")) == ("NO_EFFECT", "6.1.a")


def test_a_status_that_is_held_is_not_gained_again() -> None:
    state = holding("fr", "the_emperor_commands")
    state.nations["fr"].plus_key = True
    gain = {"what": "plus_key", "who": "fr"}
    assert why_not(state, "fr", "the_emperor_commands", "gain", **gain) == "HELD_ALREADY 15.5.a"
    assert "pool_opened" in play(state, PlayForEvent("the_emperor_commands")).types


def test_a_standing_change_does_not_add_up() -> None:
    state = holding("ru", "holy_mother_russia")
    state.rules = [Rule("winter", "holy_mother_russia", "ru", "ru", "turn")]
    rule = {"hook": "winter", "until": "turn", "of": "ru"}
    assert why_not(state, "ru", "holy_mother_russia", "rule", **rule) == "HOLDS_ALREADY 6.14.a"
    assert play(state, PlayForEvent("holy_mother_russia")).asked == [("coalition", "build")]


def test_parliament_is_not_handed_to_its_owner() -> None:
    state = holding("gb", "parliament")
    given = {"card": "parliament", "to": "gb"}
    assert why_not(state, "gb", "parliament", "hand_over", **given) == "NO_SUCH_POWER 14.34.a"
    asked = play(state, PlayForEvent("parliament")).state
    assert refused(asked, Name("gb")) == ("NOT_ON_THE_CARD", "6.1.a")
    assert refused(asked, Enough()) == ("NAME_ONE", "6.1.a")


def test_flags_that_no_event_changes() -> None:
    state = holding("gb", "papal_bull")
    state.spaces["milan"].flag = "gb"
    flag = "papal_bull", "flag"
    for where in ("milan", "mantua", ["milan", "mantua"]):
        assert why_not(state, "gb", *flag, where=where, whose="gb") == "NOTHING_TO_CHANGE 7.4.a"
    assert why_not(state, "gb", *flag, where="rome", whose="none") == "NOTHING_TO_CHANGE 7.4.a"
    at = Playing(table_of(state), "coalition", "gb", "papal_bull")
    assert LANGUAGE.effects["flag"].refuses(at, "tuscany", "gb") is None
    state.rules = [Rule("truce", "armistice", "gb", "fr", "own_next_play")]
    assert why_not(state, "gb", *flag, where="tuscany", whose="gb") == "NOTHING_TO_CHANGE 7.4.a"
    state.rules, state.spaces["tuscany"].flag = [], "gb"
    assert LANGUAGE.effects["flag"].refuses(at, "tuscany", "none") is None
