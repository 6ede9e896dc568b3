"""The acceptance cases on morale and combat moves, across streams too [6.21, 6.31, 6.32]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import (
    MoraleChecked,
    StreamCrossed,
    UnitRepositioned,
    WithdrawalOrdered,
)
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted
from napoleon.rulesets.napoleon_columbia.orders import RevealLeader
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    FRENCH,
    KEEP_HIDDEN,
    Board,
    changed,
    fighting,
    move,
    play,
    refusal,
    until,
    with_state,
)

STREAM = {"defender_a": "stream"}


def test_case_12_nobody_moves_sideways_but_through_the_reserve():
    lines = {"attacker_a": "f09", "attacker_b": "f20", "defender_c": "a02"}
    given = fighting(Board("ligny", lines))

    assert refusal(given, FRENCH, move("f09", "attacker_b")) == ("SIDEWAYS", "6.32")
    played = play(given, FRENCH, move("f20", "attacker_reserve"), move("f20", "attacker_c"))
    assert len(played.events_of(UnitRepositioned, unit="f20")) == 2
    assert refusal(played, FRENCH, move("f20", "attacker_reserve")) == ("NO_MOVES_LEFT", "6.32")


def test_case_21_horse_artillery_crosses_a_stream_where_nobody_is():
    lines = {"attacker_a": "f23 f11", "attacker_b": "f09", "defender_b": "a02"}
    given = fighting(Board("ligny", lines, STREAM))

    crossed = play(given, FRENCH, move("f23", "defender_a"))

    assert crossed.the(StreamCrossed).used == 1
    assert crossed.the(SideRouted).side == ALLIED
    assert refusal(given, FRENCH, move("f11", "defender_a")) == ("STREAM_ARTILLERY", "FAQ.5")


def test_case_21_horse_artillery_does_not_cross_a_stream_among_enemies():
    lines = {"attacker_a": "f23", "attacker_b": "f09", "defender_a": "a02"}
    given = fighting(Board("ligny", lines, STREAM))
    assert refusal(given, FRENCH, move("f23", "defender_a")) == ("STREAM_ARTILLERY", "FAQ.5")


def test_case_22_two_come_back_across_the_stream_and_the_third_is_eliminated():
    lines = {"defender_a": "f19:1 f20:1 f21:1 a02", "attacker_b": "f09", "defender_b": "a03"}
    given = fighting(Board("ligny", lines, STREAM), acting_="defender")

    shaken = play(given, ALLIED, END_COMBAT, dice=[3, 1, 2])
    assert len(shaken.events_of(WithdrawalOrdered)) == 3
    assert refusal(shaken, FRENCH, END_COMBAT) == ("WITHDRAWAL_PENDING", "6.31")
    two = play(shaken, FRENCH, move("f19", "attacker_a"), move("f20", "attacker_a"))
    assert refusal(two, FRENCH, move("f21", "attacker_a")) == ("STREAM_LIMIT", "6.21.stream")
    ended = play(two, FRENCH, END_COMBAT)

    lost = ended.the(UnitEliminated)
    assert (lost.unit, lost.cause, lost.clauses) == ("f21", "stream", ("6.21.stream",))


def _checked(lines, *dice, **changes):
    """The morale of the French at the beginning of their combat turn."""
    given = fighting(Board("ligny", {**lines, "attacker_c": "f17"}), acting_="defender")
    for unit, values in changes.items():
        given = changed(given, unit, **values)
    return play(given, ALLIED, END_COMBAT, dice=dice)


def test_case_23_foot_artillery_of_bad_morale_is_eliminated():
    lines = {"attacker_a": "f11:1 f09 a02", "defender_b": "a09"}

    lost = _checked(lines, 3).the(UnitEliminated)

    assert (lost.unit, lost.cause) == ("f11", "morale")


def test_case_23_the_leader_steadies_it():
    lines = {"attacker_a": "f11:1 f01 a02", "defender_b": "a09"}

    steadied = _checked(lines, 3)

    assert steadied.lines(MoraleChecked) == [(3, "6.31"), (1, "9.2")]
    assert steadied.the(MoraleChecked).good


def test_case_24_square_and_leader_add_up():
    lines = {"attacker_a": "f09:1 f01 a02", "defender_b": "a09"}

    checked = _checked(lines, 2, f09={"square": True})

    assert checked.lines(MoraleChecked) == [(2, "6.31"), (1, "9.2"), (1, "6.5")]
    assert (checked.the(MoraleChecked).total, checked.the(MoraleChecked).good) == (4, True)


def _wellington_in_woods():
    """Wellington stands hidden in Woods, beside infantry that is engaged there.

    No play leads here, as whoever is engaged in Woods lies open [N-47]; so this board was not
    begun, and nobody is shown on it by themselves.
    """
    lines = {"attacker_b": "f15", "defender_a": "a04:1 a01 f09", "defender_b": "a09"}
    given = fighting(Board("ligny", lines, {"defender_a": "woods"}))
    hidden = changed(given, "a01", revealed=False)
    return play(with_state(hidden, begun=False), FRENCH, END_COMBAT)


def test_case_56_a_leader_who_is_not_shown_steadies_nobody():
    given = _wellington_in_woods()
    assert given.asked == [(ALLIED, "reveal_leader")]

    bad = play(given, ALLIED, KEEP_HIDDEN, dice=[3]).the(MoraleChecked)
    good = play(given, ALLIED, RevealLeader("a01"), dice=[3]).the(MoraleChecked)

    assert (bad.unit, bad.total, bad.good) == ("a04", 3, False)
    assert (good.unit, good.total, good.good) == ("a04", 4, True)


@pytest.mark.parametrize(("die", "total", "good"), [(2, 3, False), (3, 4, True)])
def test_case_57_a_leader_alone_checks_with_their_own_bonus(die, total, good):
    lines = {"attacker_b": "p02", "defender_a": "p01 f09", "defender_b": "f15"}
    given = fighting(Board("ligny", lines), attacker=ALLIED, acting_="defender")

    played = play(given, FRENCH, END_COMBAT, dice=[die])

    checked = played.the(MoraleChecked)
    assert (checked.unit, checked.total, checked.good) == ("p01", total, good)
    assert bool(played.events_of(WithdrawalOrdered)) == (not good)
    pending = None if good else ("WITHDRAWAL_PENDING", "6.31")
    assert refusal(played, ALLIED, END_COMBAT) == pending


def test_case_68_a_third_unit_does_not_cross_the_stream():
    lines = {"attacker_a": "f09 f15 f17", "defender_a": "a02", "defender_b": "a09"}
    given = fighting(Board("ligny", lines, {"attacker_a": "stream"}))

    two = play(given, FRENCH, move("f09", "defender_a"), move("f15", "defender_a"))

    assert refusal(two, FRENCH, move("f17", "defender_a")) == ("STREAM_LIMIT", "6.21.stream")
    later = until(until(two, "combat", ALLIED), "combat", FRENCH)
    assert play(later, FRENCH, move("f17", "defender_a")).the(StreamCrossed).used == 1
