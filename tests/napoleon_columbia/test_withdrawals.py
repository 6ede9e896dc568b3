"""Who has to withdraw, who may, and what orders cost one's own side by the rules [6.31, N-81]."""

import pytest

from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.blocks import UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import UnitDisengaged, WithdrawalOrdered
from napoleon.rulesets.napoleon_columbia.orders import CombatMove
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_REINFORCEMENT,
    FRENCH,
    Board,
    changed,
    fighting,
    fire,
    legal_orders,
    move,
    play,
    refusal,
    retreat,
)

WATERLOO = Board(
    "waterloo",
    {
        "attacker_b": "f20",
        "attacker_c": "f02",
        "attacker_a": "f09",
        "defender_a": "f06:1 a02:4 a13:1",
        "defender_b": "a03",
        "defender_c": "a14",
    },
    {},
    "nivelles",
)


def shaken_and_alone(rules=RULES):
    """The Allies of Waterloo have shot the enemies of their shaken cavalry."""
    given = fighting(WATERLOO, rules=rules)
    ended = play(given, FRENCH, END_COMBAT, dice=[2])
    if ended.asked[0][0] == FRENCH:
        ended = play(ended, FRENCH, END_REINFORCEMENT, dice=[2])
    assert ended.the(WithdrawalOrdered).unit == "a13"
    return play(ended, ALLIED, fire("a02"), dice=[1, 1, 1, 1])


def places_of(given, seat, unit):
    return {it.place for it in legal_orders(given, seat, CombatMove) if it.unit == unit}


def test_n_81_a_shaken_unit_whose_enemies_are_gone_goes_to_its_reserve():
    given = shaken_and_alone()
    assert given.the(UnitEliminated).unit == "f06"
    assert places_of(given, ALLIED, "a13") == {"defender_reserve"}
    assert refusal(given, ALLIED, move("a13", "attacker_a")) == ("SHAKEN", "N-21")
    assert refusal(given, ALLIED, END_COMBAT) == ("WITHDRAWAL_PENDING", "6.31")

    back = play(given, ALLIED, move("a13", "defender_reserve"))
    assert back.the(UnitDisengaged).to == "defender_reserve"
    assert refusal(back, ALLIED, END_COMBAT) is None
    assert "a13" in play(back, ALLIED, END_COMBAT).state.blocks


def test_n_81_who_has_withdrawn_does_not_engage():
    back = play(shaken_and_alone(), ALLIED, move("a13", "defender_reserve"))
    assert places_of(back, ALLIED, "a13") <= {"defender_a", "defender_b", "defender_c"}


def test_n_81_under_the_rules_1_0_it_is_eliminated():
    rules = RULES.edition("1.0", RULES.pack_hash)
    given = shaken_and_alone(rules)
    assert not places_of(given, ALLIED, "a13")
    assert play(given, ALLIED, END_COMBAT).the(UnitEliminated).unit == "a13"


def test_n_81_who_finds_enemies_in_the_way_stays():
    lines = {
        "attacker_a": "f09 a02",
        "defender_a": "f20 a06",
        "attacker_b": "f15",
        "defender_b": "a03",
    }
    given = changed(fighting(Board("ligny", lines)), "f20", shaken=True, strength=1)
    assert not places_of(given, FRENCH, "f20")

    ended = play(given, FRENCH, END_COMBAT)

    assert ended.place("f20") == "defender_a"
    assert not ended.state.battles[0].fighters["f20"].shaken


def test_n_81_a_shaken_unit_goes_to_its_own_side_and_does_not_rout_the_enemy():
    lines = {"attacker_a": "f20:1 f09 a02", "attacker_b": "f15", "defender_b": "a03"}
    given = changed(fighting(Board("ligny", lines)), "f20", shaken=True)
    assert places_of(given, FRENCH, "f20") == {"attacker_reserve", "attacker_b"}
    assert refusal(given, FRENCH, move("f20", "defender_a")) == ("SHAKEN", "N-81")


# -- what an order costs ---------------------------------------------------------------------------


def warned(given, seat, order):
    """The units of one's own that the game says an order costs, with the clauses."""
    decision = next(it for it in given.rules.decisions(given.state) if it.seat == seat)
    return [(it.piece, it.clause) for it in given.rules.warns(given.state, decision, order)]


def over_the_stream():
    """Three shaken units stand beyond the Stream, two of which have come back."""
    lines = {"defender_a": "f19:1 f20:1 f21:1 a02", "attacker_b": "f09", "defender_b": "a03"}
    given = fighting(Board("ligny", lines, {"defender_a": "stream"}), acting_="defender")
    shaken = play(given, ALLIED, END_COMBAT, dice=[3, 1, 2])
    return play(shaken, FRENCH, move("f19", "attacker_a"), move("f20", "attacker_a"))


def test_the_end_of_a_phase_says_whom_the_stream_eliminates():
    assert warned(over_the_stream(), FRENCH, END_COMBAT) == [("f21", "6.21.stream")]


def test_a_move_says_whom_a_rout_of_ones_own_eliminates():
    lines = {"attacker_a": "f09", "defender_a": "f15 a02 a06:1", "defender_b": "a03:1"}
    given = fighting(Board("ligny", {**lines, "attacker_b": "f20"}), acting_="defender")
    alone = fighting(
        Board("ligny", {**lines, "defender_a": "f15 a02", "attacker_b": "f20"}),
        acting_="defender",
    )
    assert not warned(given, ALLIED, move("a02", "defender_reserve"))
    lost = warned(alone, ALLIED, move("a02", "defender_reserve"))
    assert ("a03", "7.41") in lost
    assert all(unit.startswith("a") for unit, _ in lost)


@pytest.mark.parametrize(("steps", "lost"), [(1, [("f09", "7.41")]), (2, [])])
def test_a_retreat_says_that_it_kills(steps, lost):
    lines = {"attacker_a": f"f09:{steps} f15 a02", "attacker_b": "f20", "defender_b": "a03"}
    given = fighting(Board("ligny", lines, {}, "charleroi"))
    assert warned(given, FRENCH, retreat("f09", "charleroi")) == lost


def test_what_is_warned_of_comes_true_and_nothing_else():
    given = over_the_stream()
    ended = play(given, FRENCH, END_COMBAT)
    assert [it.unit for it in ended.events_of(UnitEliminated)] == [
        unit for unit, _ in warned(given, FRENCH, END_COMBAT)
    ]
