"""Rulings on what an Allied seat may do without being told what its partner's blocks are."""

import pytest

from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.march import ForcedMarchChecked
from napoleon.rulesets.napoleon_columbia.orders import (
    CombatMove,
    Deploy,
    KeepHidden,
    PlaceTerrain,
    RevealLeader,
    Shelter,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    END_DEPLOY,
    END_MARCH,
    FRENCH,
    PRUSSIAN,
    Board,
    changed,
    deploy,
    fighting,
    legal_orders,
    marching,
    play,
    refusal,
    road,
    roads,
    until,
)

EARLIER = RULES.edition("1.1", RULES.replays[0][1])


def _in_squares(**options):
    """A battery with a square of its own and one of its partner in the Reserve."""
    lines = {"attacker_a": "f09", "defender_a": "a02", "defender_reserve": "a05 a03 p02"}
    board = Board("ligny", lines, {}, "charleroi")
    given = fighting(board, acting_="defender", players=3, **options)
    return changed(changed(given, "a03", square=True), "p02", square=True)


def test_n_85_a_unit_shelters_in_a_square_of_its_seat_or_in_one_that_lies_open():
    given = _in_squares()
    assert legal_orders(given, ANGLO, Shelter) == [Shelter("a05", "a03")]
    assert refusal(given, ANGLO, Shelter("a05", "p02")) == ("NO_SQUARE", "6.52")
    shown = changed(given, "p02", revealed=True)
    assert set(legal_orders(shown, ANGLO, Shelter)) == {
        Shelter("a05", "a03"),
        Shelter("a05", "p02"),
    }


def test_n_85_an_upright_square_of_the_partner_was_named_before():
    given = _in_squares(rules=EARLIER)
    assert Shelter("a05", "p02") in legal_orders(given, ANGLO, Shelter)


def _two_woods(partner, **options):
    """The Anglo-Dutch deploy first, with Woods at two positions, beside one Prussian block."""
    towns = {"charleroi": "f09 f15 f17", "ligny": f"a02 a03 a05 {partner}"}
    attack = (*roads("f09 f15 f17", "charleroi", "ligny"), END_MARCH)
    given = marching(towns, players=3, **options)
    attacked = play(given, FRENCH, *attack, drawn=["hill", "woods", "woods"])
    placed = until(attacked, "terrain", ANGLO)
    return play(placed, ANGLO, PlaceTerrain("woods", "a"), PlaceTerrain("woods", "b"))


@pytest.mark.parametrize("partner", ["p01", "p02", "p06"])
def test_n_86_a_partners_upright_block_counts_as_able_to_fill_any_position(partner):
    given = _two_woods(partner)
    assert len(legal_orders(given, ANGLO, Deploy)) == 7
    two = (*deploy("a02", "defender_a"), *deploy("a05", "defender_c"))
    left = play(given, ANGLO, *two, END_DEPLOY)
    assert left.asked == [(PRUSSIAN, "deploy")]
    expected = None if partner == "p06" else ("POSITION_EMPTY", "6.22")
    assert refusal(left, PRUSSIAN, END_DEPLOY) == expected


def test_n_86_what_the_partner_has_was_told_before():
    before = [_two_woods(it, rules=EARLIER) for it in ("p02", "p06")]
    assert len({len(legal_orders(it, ANGLO, Deploy)) for it in before}) == 2


def _deployed(line, **options):
    """The Anglo-Dutch have these units in a position, and the Prussians deploy after them."""
    towns = {"charleroi": "f09 f15 f17", "ligny": "a01 a02 a03 a06 p01 p02"}
    attack = (*roads("f09 f15 f17", "charleroi", "ligny"), END_MARCH)
    given = marching(towns, players=3, **options)
    attacked = play(given, FRENCH, *attack, drawn=["hill", "hill", "farm"])
    left = [unit for unit in ("a02", "a03", "a06") if unit not in line.split()]
    others = zip(left, ("defender_b", "defender_c"), strict=False)
    drawn_up = (*deploy(line, "defender_a"), *(Deploy(*it) for it in others), END_DEPLOY)
    return play(until(attacked, "deploy", ANGLO), ANGLO, *drawn_up)


@pytest.mark.parametrize("line", ["a01", "a02", "a02 a01", "a02 a01 a06"])
def test_n_87_upright_blocks_of_a_partner_count_for_one_corps_whatever_they_are(line):
    given = _deployed(line)
    assert refusal(given, PRUSSIAN, Deploy("p02", "defender_a")) == ("CORPS_LIMIT", "6.23")
    ended = play(given, PRUSSIAN, Deploy("p01", "defender_a"), Deploy("p02", "defender_c"))
    assert refusal(ended, PRUSSIAN, END_DEPLOY) is None


def test_n_87_a_leader_was_told_from_a_corps_before():
    before = [_deployed(line, rules=EARLIER) for line in ("a01", "a02")]
    answers = [refusal(it, PRUSSIAN, Deploy("p02", "defender_a")) for it in before]
    assert answers == [None, ("CORPS_LIMIT", "6.23")]


def _about_to_be_routed(steps):
    """A battery that is the last of its position, a block of its partner, and one minor road."""
    lines = {
        "attacker_a": "f09 p06",
        "attacker_b": "p02",
        "attacker_reserve": f"a02:{steps}",
        "defender_c": "f15",
    }
    return fighting(Board("ligny", lines, {}, "gembloux"), attacker=ALLIED, players=3)


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_n_88_a_warning_takes_no_upright_block_of_a_partner_for_lost(steps):
    """One step is lost in the rout, so that with one alone the road is left to the Prussians."""
    given = _about_to_be_routed(steps)
    [asked] = given.rules.decisions(given.state)
    leaving = CombatMove("p06", "attacker_reserve")
    assert leaving in legal_orders(given, PRUSSIAN)
    warned = given.rules.warns(given.state, asked, leaving)
    assert {(it.piece, it.clause) for it in warned} == {("p02", "7.4"), ("p06", "7.4")}
    routed = play(given, PRUSSIAN, leaving)
    assert ("p02" in routed.state.blocks) == (steps == 1)


def _both_forced(**options):
    """Each Allied army has a unit on a forced march, out of the town of its leader."""
    towns = {"ghent": "a01 a02", "liege": "p01 p02", "beaumont": "f09"}
    given = marching(towns, active=ALLIED, players=3, **options)
    west = road("a02", "ghent", "alost", "brussels", forced=True)
    east = road("p02", "liege", "hannut", "tirlemont", forced=True)
    return play(play(given, ANGLO, *west, END_MARCH), PRUSSIAN, *east, END_MARCH)


def test_n_90_both_allied_players_are_asked_about_their_leaders_at_once():
    asked = _both_forced()
    assert asked.asked == [(ANGLO, "reveal_leader"), (PRUSSIAN, "reveal_leader")]
    one = play(asked, PRUSSIAN, RevealLeader("p01"))
    assert one.asked == [(ANGLO, "reveal_leader")]
    assert not one.events_of(ForcedMarchChecked)
    both = play(one, ANGLO, KeepHidden(), dice=[4, 4])
    assert len(both.events_of(ForcedMarchChecked)) == 2
    assert _both_forced(rules=EARLIER).asked == [(ANGLO, "reveal_leader")]
