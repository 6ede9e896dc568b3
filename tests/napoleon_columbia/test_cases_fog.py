"""The acceptance cases on hidden blocks: tokens, and what an opponent cannot tell [3.2, N-58]."""

import pytest

from napoleon.rulesets.napoleon_columbia.events.blocks import TokensReplaced, UnitsConcealed
from napoleon.rulesets.napoleon_columbia.orders import March, StandUp
from tests.napoleon_columbia.kit import (
    ALLIED,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    Board,
    blocks_in,
    everything_known,
    fighters_in,
    fighting,
    fire,
    hit,
    marching,
    move,
    play,
    road,
    roads,
    told,
    until,
)


def test_case_62_whoever_leaves_others_behind_is_not_known():
    given = marching({"beaumont": "f01 f09 f20", "ghent": "a02"})
    before = {it["token"] for it in blocks_in(given, ALLIED, "beaumont")}

    marched = play(given, FRENCH, *road("f20", "beaumont", "thuin"))
    played = play(marched, FRENCH, END_MARCH)

    left = blocks_in(played, ALLIED, "beaumont")
    gone = blocks_in(played, ALLIED, "thuin")
    after = {it["token"] for it in (*left, *gone)}
    assert (len(left), len(gone)) == (2, 1)
    assert not after & before
    assert all(it["id"] == it["token"] and it["name"] is None for it in (*left, *gone))
    assert {it["id"] for it in blocks_in(played, FRENCH, "beaumont")} == {"f01", "f09"}
    replaced = [it for it in told(played, ALLIED) if it["type"] == "tokens_replaced"]
    assert [it["data"]["pairing"] for it in replaced] == [None, None]


def test_case_62_a_block_alone_in_its_town_keeps_its_token():
    given = marching({"beaumont": "f20", "ghent": "a02"})

    played = play(given, FRENCH, *road("f20", "beaumont", "thuin"))

    assert played.tokens("f20") == given.tokens("f20")
    assert not played.events_of(TokensReplaced)


def _cavalry_gone_back(dealt, **options):
    """Revealed cavalry goes back to two others in Reserve, and stands up."""
    lines = {
        "attacker_a": "f09",
        "attacker_b": "f20",
        "attacker_reserve": "f15 f17",
        "defender_a": "a02",
    }
    given = fighting(Board("ligny", lines), **options)
    given.state.blocks["f20"].revealed = True
    orders = (move("f20", "attacker_reserve"), StandUp("f20"))
    return play(given, FRENCH, *orders, dealt=dealt)


@pytest.mark.parametrize("hidden", [False, True])
def test_case_63_nobody_knows_which_of_three_stood_up(hidden):
    one, other = (_cavalry_gone_back(dealt, hidden=hidden) for dealt in (0, -1))

    assert one.tokens("f20") != other.tokens("f20")
    assert everything_known(one, ALLIED) == everything_known(other, ALLIED)
    reserve = fighters_in(one, ALLIED, "ligny", "attacker_reserve")
    assert len(reserve) == 3
    assert {it["name"] for it in reserve} == {None}
    assert one.the(UnitsConcealed).units == ("f20",)


TWINS = (1, 2, 4)
"""Steps of a block of which nobody but its owner may know them."""


def test_case_64_twins_on_the_march():
    def known(steps):
        given = marching({"beaumont": f"f09:{steps} f20 f15", "ghent": "a02 a03"})
        marched = play(given, FRENCH, *road("f09", "beaumont", "thuin"))
        refused = [
            play(given, ALLIED, March(unit, "beaumont-thuin")).refusal
            for unit in ("f09", given.tokens("f09")[0], "f99")
        ]
        return everything_known(marched, ALLIED), repr(refused)

    assert len({known(steps) for steps in TWINS}) == 1


def test_case_64_twins_in_reserve():
    def known(steps):
        lines = {"attacker_a": "f15", "attacker_reserve": f"f09:{steps} f20", "defender_a": "a02"}
        given = fighting(Board("ligny", lines))
        ended = play(given, FRENCH, END_COMBAT)
        return everything_known(given, ALLIED), everything_known(ended, ALLIED)

    assert len({known(steps) for steps in TWINS}) == 1


def test_case_64_twins_under_fire_while_all_is_hidden():
    """A battery at long range, whose hits and misses tell the steps of nobody."""

    def known(steps, dice):
        lines = {"attacker_a": "f11", "attacker_b": "f15", "defender_a": f"a02:{steps} a03:1"}
        given = fighting(Board("ligny", lines), hidden=True)
        fired = play(given, FRENCH, fire("f11"), dice=dice)
        if 1 in dice:
            fired = play(fired, ALLIED, hit("a02"))
        ended = play(fired, FRENCH, END_COMBAT)
        return [everything_known(it, FRENCH) for it in (fired, ended)]

    assert known(1, [6, 6, 6]) == known(2, [6, 6, 6]) == known(4, [6, 6, 6])
    assert known(2, [1, 6, 6]) == known(4, [1, 6, 6])


def test_case_64_twins_differ_once_they_lie_open():
    def known(steps):
        lines = {"attacker_a": "f15", "attacker_reserve": f"f09:{steps} f20", "defender_a": "a02"}
        given = fighting(Board("ligny", lines))
        return everything_known(play(given, FRENCH, move("f09", "attacker_b")), ALLIED)

    assert len({known(steps) for steps in TWINS}) == len(TWINS)


def test_case_64_a_skirmish_shows_who_fights():
    """Two have to leave, and their seat is asked while those who fought lie open."""
    given = marching({"charleroi": "f09 f15", "ligny": "p02 p03"})
    fought = play(given, FRENCH, *roads("f09 f15", "charleroi", "ligny"))
    ended = until(fought, "beaten", dice=[6] * 15)
    shown = {it["id"] for it in blocks_in(ended, ALLIED, "ligny")}
    assert shown == {"p02", "p03", "f09", "f15"}
