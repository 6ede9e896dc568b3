"""Refusals on the march, in meetings, battles and sieges, each with its clause.

Those that a worked case is about are seen in its test.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from napoleon.rules.kit import verbs
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_wars.flags import place_by_event
from napoleon.rulesets.napoleonic_wars.orders.battles import Besiege, HitLeader, HitUnits, Retreat
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse, PlayForCP
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Challenge,
    Evade,
    Gather,
    GatherPiece,
    Go,
    Intercept,
    Join,
    LeaveLeader,
    LetPass,
    LoseFlag,
    LoseLeader,
    LoseUnits,
    RaiseFlag,
    Slip,
    Stand,
    Take,
    Tolerate,
)
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import Rule, State
from tests.napoleonic_wars.fighting import go_on, met
from tests.napoleonic_wars.playing import copied, decisions, emptied, play, refused, stand, table_of

Position = Callable[[], State]


def truce(state: State, nation: str) -> State:
    """An armistice holds for a nation."""
    state.rules = [Rule("truce", "armistice", "gb", nation, "own_next_play")]
    return state


# -- marches ---------------------------------------------------------------------------------------


def in_munich() -> State:
    """Murat and 6 SP stand in Munich, and Mack and 5 SP in Linz."""
    state = emptied()
    stand(state, "munich", "fr", 6, "murat")
    stand(state, "linz", "au", 5, "mack")
    return state


def marching() -> State:
    """Murat's army marches."""
    return play(in_munich(), Gather("murat")).state


def a_piece() -> State:
    """A piece of 4 SP marches, and two stay in Munich."""
    return play(in_munich(), GatherPiece("munich", 4)).state


def beside_kutuzov() -> State:
    """Mack's army marches, and Kutuzov stands beside it."""
    state = emptied("au")
    stand(state, "vienna", "au", 4, "mack")
    stand(state, "vienna", "ru", 4, "kutuzov")
    return play(state, Gather("mack")).state


MARCHES: list[tuple[Position, Order, str]] = [
    (in_munich, Gather("mack"), "NOT_YOUR_LEADER 9.1.a"),
    (in_munich, GatherPiece("linz", 1), "NOBODY_THERE 9.1.c"),
    (marching, Go("vienna"), "NOT_ADJACENT 9.3.a"),
    (marching, Join("mack"), "NOT_BESIDE 9.71.a"),
    (beside_kutuzov, Join("kutuzov"), "NOT_THEIR_COMMANDER 9.71.a"),
    (marching, LeaveLeader("ney"), "NOT_IN_THE_FORCE 9.71.a"),
    (marching, LeaveLeader("murat"), "NO_ARMY 9.1.b"),
    (marching, Take("au", 1), "NOT_LED 9.1.b"),
    (marching, Take("fr", 7), "NOT_THERE 9.1.b"),
    (marching, Take("fr", 4), "NO_CHANGE 9.71.a"),
    (a_piece, Take("fr", 5), "TOO_MANY R-25"),
    (lambda: truce(marching(), "au"), Go("linz"), "ARMISTICE R-106"),
]

# -- flags -----------------------------------------------------------------------------------------


def a_group() -> State:
    """Mack stands in Munich under Kutuzov."""
    state = emptied("au")
    stand(state, "munich", "au", 4, "mack")
    stand(state, "munich", "ru", 4, "kutuzov")
    return state


def in_amsterdam() -> State:
    """Mack and 4 SP stand in Amsterdam, which is French, and is associated with Great Britain."""
    state = emptied("au")
    stand(state, "amsterdam", "au", 4, "mack")
    return state


def contested() -> State:
    """The coalition's flag was placed in Milan by an event, and Massena stands in Mantua."""
    state = emptied("gb")
    stand(state, "mantua", "fr", 3, "massena")
    table = table_of(state)
    place_by_event(table, "milan", "gb", "7.4.a")
    return table.state


FLAGS: list[tuple[Position, Order, str]] = [
    (in_munich, RaiseFlag("magdeburg"), "NOT_AT_WAR 8.33.a"),
    (in_munich, RaiseFlag("linz"), "ENEMY_THERE 7.41.b"),
    (in_munich, RaiseFlag("budapest"), "NO_ARMY_NEAR 7.41.b"),
    (lambda: truce(in_munich(), "au"), RaiseFlag("linz"), "ARMISTICE R-106"),
    (a_group, RaiseFlag("munich"), "NOT_THE_COMMANDER 9.7.d"),
    (in_amsterdam, RaiseFlag("amsterdam"), "OF_AN_ALLY 8.22.b"),
    (contested, Challenge("davout"), "CANNOT_INTERCEPT 10.6.a"),
]

# -- meetings and losses ---------------------------------------------------------------------------


def before_units() -> State:
    """Murat meets Austrian strength points without a leader in Linz."""
    state = emptied()
    stand(state, "munich", "fr", 6, "murat")
    stand(state, "linz", "au", 3)
    return play(state, Gather("murat"), Go("linz")).state


def losing() -> State:
    """Kutuzov's army has three losses to name."""
    state = emptied("ru", cp=5)
    stand(state, "volhynia", "ru", 4, "kutuzov")
    for space in ("volhynia", "brest_litovsk"):
        state.spaces[space].flag = "fr"
    dice = [6] * 3 + [1] * 30
    return play(state, Gather("kutuzov"), Go("brest_litovsk"), dice=dice).state


MEETINGS: list[tuple[Position, Order, str]] = [
    (before_units, Evade("vienna"), "NO_LEADER 10.2.b"),
    (before_units, Slip("vienna", "ru", 1), "NOBODY_THERE 10.2.b"),
    (losing, LoseUnits("fr", 1), "NOT_IN_THE_FORCE 9.4.a"),
    (losing, LoseLeader("bagration"), "NOT_IN_THE_FORCE 9.4.a"),
    (losing, LoseUnits("ru", 4), "WRONG_NUMBER 9.4.a"),
    (losing, LoseFlag(), "NO_FLAG_AT_STAKE 6.17.a"),
]

# -- battles and sieges ----------------------------------------------------------------------------


def many_leaders() -> State:
    """Of the French 2 SP and three leaders under Napoleon have four hits to take."""
    state = emptied()
    stand(state, "linz", "fr", 2, "napoleon", "murat", "lannes", "soult")
    stand(state, "linz", "au", 9)
    # 6 + 4 + 2 dice of the French, 9 + 1 of the Austrians.
    return go_on(met(state, "linz", "munich"), [*[1] * 12, *[6] * 4, *[1] * 6]).state


def beaten() -> State:
    """The Austrians have lost in Linz, and a French piece stands in Tyrol."""
    state = emptied()
    stand(state, "linz", "fr", 6)
    stand(state, "linz", "au", 6)
    stand(state, "tyrol", "fr", 1)
    return go_on(met(state, "linz", "munich"), [6, *[1] * 20]).state


def before_mantua() -> State:
    """Charles stands before the French fortress of Mantua."""
    state = emptied("au")
    stand(state, "mantua", "au", 6, "charles")
    return state


FIGHTS: list[tuple[Position, Order, str]] = [
    (many_leaders, HitUnits(), "TOO_FEW_UNITS R-79"),
    (many_leaders, HitLeader("napoleon"), "NO_JUNIOR R-79"),
    (beaten, Retreat("tyrol"), "ENEMY_THERE 11.4.b"),
    (lambda: truce(before_mantua(), "fr"), Besiege("charles"), "ARMISTICE R-106"),
]


@pytest.mark.parametrize(("position", "order", "why"), MARCHES + FLAGS + MEETINGS + FIGHTS)
def test_it_is_refused_with_its_clause(position: Position, order: Order, why: str) -> None:
    assert " ".join(refused(position(), order)) == why


def test_the_same_orders_are_legal_where_nothing_stands_against_them() -> None:
    assert play(marching(), Go("linz"))
    assert play(marching(), Take("fr", 3))
    assert play(contested(), Tolerate())
    assert play(losing(), LoseUnits("ru", 3))
    assert play(beaten(), Retreat("vienna"))
    assert play(before_mantua(), Besiege("charles"), dice=[1] * 60)
    assert play(many_leaders(), HitLeader("murat"))


# -- what every game refuses -----------------------------------------------------------------------


def given(state: State, seat: str, order: Order) -> tuple[str, str]:
    """Code and clause of what is refused to a seat, asked or not."""
    before = copied(state)
    refusal = verbs.decide(BOOK, table_of(state), seat, order)
    assert isinstance(refusal, Refusal), (order, refusal)
    assert state == before, "a refusal leaves no trace"
    return refusal.code, refusal.clause


def test_nobody_acts_for_others() -> None:
    state = in_munich()
    assert [it.seat for it in decisions(state)] == ["imperial"]
    assert given(state, "coalition", Gather("mack")) == ("NOT_YOUR_DECISION", "5.11.a")
    meeting = play(in_munich(), Gather("murat"), Go("linz")).state
    assert given(meeting, "imperial", Stand()) == ("NOT_YOUR_DECISION", "10.2.a")


def test_nobody_answers_what_is_not_asked() -> None:
    assert given(marching(), "imperial", EndImpulse()) == ("DECISION_PENDING", "9.1.a")
    assert given(in_munich(), "coalition", LetPass()) == ("DECISION_PENDING", "5.11.a")
    assert given(in_munich(), "imperial", Intercept("murat", False, 1))[0] == "DECISION_PENDING"
    assert given(marching(), "imperial", PlayForCP("spies"))[0] == "DECISION_PENDING"
