"""Every decision point of chapter (f), with the seat that is asked."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleonic_empire import RULES
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CARDS,
    DRAW,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    PASS,
    REINFORCEMENT,
    ROLL,
    SIDES,
    TURN_END,
    Played,
    asked,
    battle,
    card,
    fight,
    fresh,
    legal_orders,
    play,
    position,
    skip,
)

KINDS = {
    *("window", "discard_excess", "move", "choose_battle", "kutuzov", "retreat"),
    *("place_card_armies", "place_reinforcements", "place_rebels", "set_up_russia"),
}
"""Every kind of decision."""


def standing(at, active=FRENCH, **given):
    return position(
        {"france": 4, "spain": 4}, {"england": 4, "spain": 4}, at=at, active=active, **given
    )


def beaten(*commanders):
    given = position(
        {"austria": 20},
        {"austria": 5, "prussia": 1, "russia": 1},
        at=BATTLES,
        commanders=dict.fromkeys(commanders, "austria"),
    )
    begun = play(given, FRENCH, battle("austria"))
    return skip(begun, "retreat", french=[6, 1], allied=[1, 1, 1])


def kutuzov():
    given = position(
        {"russia": 4}, {"russia": 4, "england": 1}, at=BATTLES, commanders={"kutuzov": "russia"}
    )
    return play(given, FRENCH, battle("russia"))


def given_by(name, side):
    given = position(
        {"france": 1, "spain": 1},
        {"england": 1},
        at=REINFORCEMENT,
        active=side,
        hands={side: [name]},
    )
    return play(given, side, card(name))


POINTS = {
    "start of Draw": (lambda: standing(DRAW), FRENCH, "window"),
    "start of Draw, Allied": (lambda: standing(DRAW, ALLIED), ALLIED, "window"),
    "start of Draw, the other side": (lambda: play(standing(DRAW), FRENCH, PASS), ALLIED, "window"),
    "end of Draw": (
        lambda: skip(standing(DRAW, hands={FRENCH: CARDS[:7]}), "discard_excess"),
        FRENCH,
        "discard_excess",
    ),
    "start of Move": (lambda: standing(MOVES_OPEN, ALLIED), ALLIED, "window"),
    "start of Move, the other side": (
        lambda: play(standing(MOVES_OPEN, ALLIED), ALLIED, PASS),
        FRENCH,
        "window",
    ),
    "Move": (lambda: standing(MOVES, ALLIED), ALLIED, "move"),
    "Attack": (lambda: standing(BATTLES, ALLIED), ALLIED, "choose_battle"),
    "before Kutuzov's battle": (kutuzov, ALLIED, "kutuzov"),
    "after a good roll": (lambda: play(kutuzov(), ALLIED, ROLL, allied=[2]), ALLIED, "kutuzov"),
    "before the dice, attacker": (
        lambda: play(standing(BATTLES, ALLIED), ALLIED, battle("spain")),
        ALLIED,
        "window",
    ),
    "before the dice, defender": (
        lambda: play(standing(BATTLES, ALLIED), ALLIED, battle("spain"), PASS),
        FRENCH,
        "window",
    ),
    "retreat": (beaten, ALLIED, "retreat"),
    "retreat with commanders": (lambda: beaten("charles"), ALLIED, "retreat"),
    "start of Reinforcement": (lambda: standing(REINFORCEMENT), FRENCH, "window"),
    "start of Reinforcement, the other side": (
        lambda: play(standing(REINFORCEMENT), FRENCH, PASS),
        ALLIED,
        "window",
    ),
    "where card armies go": (lambda: given_by("conscription", FRENCH), FRENCH, "place_card_armies"),
    "where rebels by card go": (
        lambda: given_by("balance_of_power", ALLIED),
        ALLIED,
        "place_card_armies",
    ),
    "short pool": (
        lambda: skip(
            position({"france": 78, "italy": 1}, {"england": 1}, at=REINFORCEMENT),
            "place_reinforcements",
        ),
        FRENCH,
        "place_reinforcements",
    ),
    "rebels": (
        lambda: skip(standing(REINFORCEMENT, ALLIED), "place_rebels"),
        ALLIED,
        "place_rebels",
    ),
    "turn end": (lambda: standing(TURN_END, ALLIED), ALLIED, "window"),
    "turn end, the other side": (
        lambda: play(standing(TURN_END, ALLIED), ALLIED, PASS),
        FRENCH,
        "window",
    ),
    "set-up of a divided Russia": (lambda: fresh(divided_russia=True), ALLIED, "set_up_russia"),
}


@pytest.mark.parametrize("point", POINTS)
def test_who_is_asked(point):
    given, seat, kind = POINTS[point]
    there = given()
    assert asked(there) == [(seat, kind)]
    assert legal_orders(there, seat)
    other = next(side for side in SIDES if side != seat)
    assert legal_orders(there, other) == []
    state = there.state if isinstance(there, Played) else there
    (decision,) = RULES.decisions(state)
    assert decision.id.startswith(f"{seat}-")
    assert decision.id.endswith(f"-{kind}")
    assert RULES.clause(decision.clause)
    assert decision.prompt


def test_every_kind_is_met():
    assert {kind for _, _, kind in POINTS.values()} == KINDS


def test_nobody_is_asked_for_what_is_no_choice():
    """A retreat with one refuge [chapter f]."""
    given = position({"austria": 20}, {"austria": 5, "prussia": 1}, at=BATTLES)
    fought = fight(given, "austria", french=[6, 1], allied=[1, 1, 1])
    assert fought.armies(ALLIED) == {"prussia": 5}
    assert fought.asked == [(FRENCH, "window")], "and no battle is left to be chosen [E-58]"
