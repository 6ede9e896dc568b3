"""What each reader sees, row by row of the table of visibility [chapter d]."""

import pytest

from napoleon.play.referee.taint import is_sealed
from napoleon.rulesets.napoleon_columbia.events.blocks import TokensReplaced
from napoleon.rulesets.napoleon_columbia.orders import (
    Deploy,
    NameHolder,
    PlaceTerrain,
    RevealLeader,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    END_COMBAT,
    END_MARCH,
    FRENCH,
    PRUSSIAN,
    Board,
    blocks_in,
    drawn_up,
    everything_known,
    fighters_in,
    fighting,
    fire,
    fresh,
    hit,
    marching,
    move,
    place,
    play,
    reinforce,
    retreat,
    road,
    roads,
    seen,
    told,
    until,
)

LABEL = ("name", "type", "corps", "strength", "max_strength", "firepower")
OTHERS = (ALLIED, "spectator")


def label(block):
    """What a reader sees of a label."""
    return [block[name] for name in LABEL]


def data(played, reader, kind):
    """What a reader is told of the events of a type."""
    return [it["data"] for it in told(played, reader) if it["type"] == kind]


def in_position(given, reader, place_):
    """The blocks in a place of the battle at Ligny."""
    return fighters_in(given, reader, "ligny", place_)


@pytest.mark.parametrize("reader", OTHERS)
def test_an_upright_block_shows_its_army_and_no_more(reader):
    given = marching({"beaumont": "f09 f20:1", "ghent": "a02"})
    there = blocks_in(given, reader, "beaumont")
    assert [it["army"] for it in there] == [FRENCH, FRENCH]
    assert [label(it) for it in there] == [[None] * 6] * 2
    assert [it["id"] for it in there] == [it["token"] for it in there]


@pytest.mark.parametrize("reader", [FRENCH, "referee"])
def test_its_owner_and_the_referee_see_all_of_it(reader):
    given = marching({"beaumont": "f20:1", "ghent": "a02"})
    [there] = blocks_in(given, reader, "beaumont")
    assert there["id"] == "f20"
    assert label(there)[1:] == ["cav", "cc_2", 1, 3, 2]


def test_a_partner_sees_no_more_than_an_enemy():
    given = marching({"brussels": "a02 p02", "beaumont": "f09"}, players=3)
    by_army = {it["army"]: it["name"] for it in blocks_in(given, ANGLO, "brussels")}
    assert (by_army["anglo"] is None, by_army["prussian"] is None) == (False, True)
    by_army = {it["army"]: it["name"] for it in blocks_in(given, PRUSSIAN, "brussels")}
    assert (by_army["anglo"] is None, by_army["prussian"] is None) == (True, False)


@pytest.mark.parametrize("reader", [ALLIED, "spectator", "referee"])
def test_a_revealed_block_is_seen_by_all(reader):
    given = fighting(Board("ligny", {"attacker_a": "f09", "defender_a": "a02"}))
    [there] = in_position(given, reader, "attacker_a")
    assert (there["id"], there["strength"]) == ("f09", 4)


@pytest.mark.parametrize("where", ["attacker_reserve", "attacker_b"])
@pytest.mark.parametrize("reader", OTHERS)
def test_reserve_and_woods_show_numbers_and_colours(where, reader):
    lines = {"attacker_a": "f09", where: "f15 f17", "defender_a": "a02"}
    given = fighting(Board("ligny", lines, {"attacker_b": "woods"}))
    there = in_position(given, reader, where)
    assert [it["army"] for it in there] == [FRENCH] * 2
    assert [label(it) for it in there] == [[None] * 6] * 2
    assert {it["id"] for it in in_position(given, FRENCH, where)} == {"f15", "f17"}


def test_n_47_whoever_is_engaged_in_woods_lies_open():
    lines = {"attacker_a": "f09", "defender_a": "a02", "defender_b": "a03"}
    given = fighting(Board("ligny", lines, {"defender_a": "woods"}))
    assert label(in_position(given, FRENCH, "defender_a")[0]) == [None] * 6
    engaged = play(given, FRENCH, move("f09", "defender_a"))
    assert {it["id"] for it in in_position(engaged, ALLIED, "defender_a")} == {"f09", "a02"}
    assert {it["id"] for it in in_position(engaged, FRENCH, "defender_a")} == {"f09", "a02"}


@pytest.mark.parametrize("hidden", [False, True])
def test_n_47_who_leaves_the_reserve_is_shown_but_for_the_option(hidden):
    lines = {"attacker_reserve": "f15 f17", "attacker_a": "f09", "defender_a": "a02"}
    given = fighting(Board("ligny", lines), hidden=hidden)
    moved = play(given, FRENCH, move("f15", "attacker_b"))
    [there] = in_position(moved, ALLIED, "attacker_b")
    assert (there["name"] is None) == hidden
    engaged = play(given, FRENCH, move("f09", "defender_a"))
    assert all(it["name"] for it in in_position(engaged, ALLIED, "defender_a"))


def test_n_47_under_the_option_fire_shows_who_fires_only():
    lines = {"attacker_a": "f11 f09", "attacker_b": "f15", "defender_a": "a02:4 a03"}
    given = fighting(Board("ligny", lines), hidden=True)
    assert all(it["name"] is None for it in in_position(given, ALLIED, "attacker_a"))
    fired = play(given, FRENCH, fire("f11"), dice=[6] * 3)
    assert {it["type"] for it in in_position(fired, ALLIED, "attacker_a")} == {None, "foot_art"}
    assert all(it["name"] is None for it in in_position(fired, FRENCH, "defender_a"))


def _attacked(**options):
    given = marching({"charleroi": "f09 f15 f17", "ligny": "p02 p03 p04 p07"}, **options)
    attack = (*roads("f09 f15 f17", "charleroi", "ligny"), END_MARCH)
    return play(given, FRENCH, *attack, drawn=["hill", "farm", "woods"])


def test_drawn_terrain_is_seen_by_who_drew_it_until_it_is_placed():
    drawn = _attacked()

    def cards(given, reader):
        return {it["player"]: it["cards"] for it in seen(given, reader)["hand"]["hands"]}

    assert cards(drawn, FRENCH) == {"french": ["hill"], "allied": None}
    assert cards(drawn, ALLIED) == {"french": None, "allied": ["farm", "woods"]}
    assert cards(drawn, "spectator") == {"french": None, "allied": None}
    assert cards(drawn, "referee") == {"french": ["hill"], "allied": ["farm", "woods"]}
    assert [it["terrain"] for it in data(drawn, FRENCH, "terrain_drawn")] == ["hill", None, None]
    placed = play(drawn, FRENCH, PlaceTerrain("hill", "b"))
    assert '"terrain":"hill"' in everything_known(placed, ALLIED)


def test_the_pool_is_seen_by_its_number_only():
    given = _attacked()
    for reader in (FRENCH, ALLIED, "spectator"):
        assert seen(given, reader)["map"]["terrain_left"] == 5
        assert "pool" not in seen(given, reader)["map"]


def _deploying():
    placed = play(_attacked(), FRENCH, PlaceTerrain("hill", "c"))
    return play(placed, ALLIED, PlaceTerrain("farm", "a"), PlaceTerrain("woods", "b"))


def test_n_59_and_n_68_deployment_shows_blocks_and_that_one_holds_the_farm():
    given = _deploying()
    named = play(given, ALLIED, Deploy("p02", "defender_a"), NameHolder("p02"))

    [there] = in_position(named, FRENCH, "defender_a")
    assert label(there) == [None] * 6
    [board] = seen(named, FRENCH)["map"]["battles"]
    [farm] = [it for it in board["places"] if it["terrain"] == "farm"]
    assert farm["holder"] == there["token"] != "p02"
    assert [it["unit"] for it in data(named, FRENCH, "holder_named")] == [None]
    [own] = [it for it in seen(named, ALLIED)["map"]["battles"][0]["places"] if it["holder"]]
    assert own["holder"] == "p02"


def test_n_19_and_n_59_open_positions_are_shown_after_the_attackers_deployment():
    defended = play(_deploying(), ALLIED, *drawn_up("defender", "p02", "p03", "p04"))
    for where in ("defender_a", "defender_b", "defender_c"):
        assert all(it["name"] is None for it in in_position(defended, FRENCH, where))

    begun = play(defended, FRENCH, *drawn_up("attacker", "f09", "f15", "f17"))

    names = [in_position(begun, FRENCH, f"defender_{lane}")[0]["name"] for lane in "abc"]
    assert [name is None for name in names] == [False, True, False], "lane b has Woods"
    assert in_position(begun, ALLIED, "attacker_a")[0]["id"] == "f09"


def test_n_43_a_forced_march_is_checked_as_a_block():
    given = marching({"beaumont": "f09 f15", "ghent": "a02"})
    way = ("beaumont", "philippeville", "laneffe")
    checked = play(given, FRENCH, *road("f09", *way, forced=True), END_MARCH, dice=[2])

    for reader in OTHERS:
        [told_of] = data(checked, reader, "forced_march_checked")
        assert (told_of["unit"], told_of["die"], told_of["total"]) == (None, 2, 2)
        [lost] = data(checked, reader, "step_lost")
        assert (lost["unit"], lost["steps"], lost["left"]) == (None, None, None)
    assert data(checked, FRENCH, "forced_march_checked")[0]["unit"] == "f09"


def test_n_53_a_leader_who_is_shown_is_seen_by_all():
    given = marching({"beaumont": "f01 f09", "ghent": "a02"})
    way = ("beaumont", "philippeville", "laneffe")
    asked = play(given, FRENCH, *road("f09", *way, forced=True), END_MARCH)
    shown = play(asked, FRENCH, RevealLeader("f01"), dice=[3])
    assert data(shown, ALLIED, "leader_revealed")[0]["leader"] == "f01"
    assert label(blocks_in(shown, ALLIED, "beaumont")[0]) == [None] * 6


def test_disrupted_units_lie_face_down():
    lines = {"attacker_a": "f09 f15", "defender_a": "a02"}
    given = fighting(Board("ligny", lines, {}, "charleroi"))
    left = play(given, FRENCH, retreat("f09", "charleroi"))
    for reader in OTHERS:
        [there] = blocks_in(left, reader, "charleroi")
        assert (there["disrupted"], there["army"]) == (True, FRENCH)
        assert label(there) == [None] * 6
    assert blocks_in(left, FRENCH, "charleroi")[0]["id"] == "f09"


def test_n_44_who_is_eliminated_is_known_to_all():
    lines = {"defender_a": "f09 a03:1 a04:1", "attacker_b": "f17", "defender_b": "a02"}
    given = fighting(Board("ligny", lines))
    fired = play(given, FRENCH, fire("f09"), dice=[1, 6, 6, 6])
    lost = play(fired, ALLIED, hit("a04"))
    for reader in (FRENCH, ALLIED, "spectator"):
        armies = seen(lost, reader)["order-of-battle"]["armies"]
        states = {it["id"]: it["state"] for army in armies for it in army["units"]}
        assert states["a04"] == "eliminated"
        assert data(lost, reader, "unit_eliminated")[0]["unit"] == "a04"


def test_n_44_shown_blocks_stand_up_at_the_end_of_a_battle():
    lines = {"attacker_a": "f09 f15", "defender_a": "p04"}
    given = fighting(Board("ligny", lines, {}, "charleroi"), acting_="defender")
    before = set(given.tokens("f09", "f15"))
    won = play(given, ALLIED, retreat("p04", "namur"))
    there = blocks_in(won, ALLIED, "ligny")
    assert [label(it) for it in there] == [[None] * 6] * 2
    assert not {it["token"] for it in there} & before


def test_n_57_placed_blocks_are_seen_upright():
    placed = play(fresh(), ALLIED, place("a02", "ghent"))
    [there] = blocks_in(placed, FRENCH, "ghent")
    assert label(there) == [None] * 6
    [told_of] = data(placed, FRENCH, "unit_placed")
    assert (told_of["unit"], told_of["town"]) == (None, "ghent")


def test_n_57_the_french_begin_after_the_allies():
    given = fresh()
    assert given.asked == [(ALLIED, "setup")]
    assert until(given, "setup", FRENCH).asked == [(FRENCH, "setup")]


WHO = {
    "reinforce": (("f06", -1), ("f10", 0)),
    "retreat": (("f15", -1), ("f17", 0)),
}
"""By what is done, two units that may have done it, who happen to get the same token."""


def _gone(deed, unit, dealt, hidden):
    """A unit leaves others behind; the position before, and after it."""
    lines = {"attacker_a": "f09", "attacker_reserve": "f15 f17", "defender_a": "a02"}
    around = {"charleroi": "f06 f07 f10"}
    given = fighting(Board("ligny", lines, {}, "charleroi"), around=around, hidden=hidden)
    if deed == "retreat":
        return given, play(given, FRENCH, retreat(unit, "charleroi"), dealt=dealt)
    given = play(given, FRENCH, END_COMBAT)
    return given, play(given, FRENCH, reinforce(unit), dealt=dealt)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("deed", WHO)
def test_n_58_whoever_leaves_others_is_not_known(deed, hidden):
    """The opponent sees the same whichever of them it was; their owner's ids stay."""
    given, one = _gone(deed, *WHO[deed][0], hidden)
    _, other = _gone(deed, *WHO[deed][1], hidden)

    assert everything_known(one, ALLIED) == everything_known(other, ALLIED)
    assert everything_known(one, FRENCH) != everything_known(other, FRENCH)
    mixed = {unit for it in one.events_of(TokensReplaced) for unit in it.pairing}
    assert mixed >= {WHO[deed][0][0], WHO[deed][1][0]}
    assert not set(given.tokens(*mixed)) & set(one.tokens(*mixed))


def _marched(unit, dealt, hidden):
    """The French turn begins, one of three units marches, and the French march no more."""
    towns = {"beaumont": "f06 f15 f17", "ghent": "a02"}
    before = marching(towns, active=ALLIED, hidden=hidden)
    begun = play(before, ALLIED, END_MARCH, dealt=dealt)
    assert begun.asked == [(FRENCH, "march")]
    marched = play(begun, FRENCH, *road(unit, "beaumont", "solre"))
    return before, begun, marched, play(marched, FRENCH, END_MARCH)


@pytest.mark.parametrize("hidden", [False, True])
def test_n_82_marches_deal_no_tokens_but_before_and_after_them(hidden):
    """The opponent sees the same whichever marches; its owner can take the march back."""
    one, other = _marched("f06", -1, hidden), _marched("f17", 0, hidden)
    units = ("f06", "f15", "f17")

    for mine, yours in zip(one, other, strict=True):
        assert everything_known(mine, ALLIED) == everything_known(yours, ALLIED)
    before, begun, marched, ended = one
    assert everything_known(marched, FRENCH) != everything_known(other[2], FRENCH)
    assert marched.tokens(*units) == begun.tokens(*units)
    assert not is_sealed(marched.events, FRENCH)
    assert not set(begun.tokens(*units)) & {*before.tokens(*units), *ended.tokens(*units)}


@pytest.mark.parametrize("hidden", [False, True])
def test_n_89_tokens_of_a_group_are_dealt_town_by_town(hidden):
    """Two of four march: which number stands where does not hang on what is drawn."""
    towns = {"beaumont": "f06 f15 f17 f07", "ghent": "a02"}
    begun = play(marching(towns, active=ALLIED, hidden=hidden), ALLIED, END_MARCH)
    roads = [order for unit in ("f06", "f15") for order in road(unit, "beaumont", "solre")]
    marched = play(begun, FRENCH, *roads)
    one, other = (play(marched, FRENCH, END_MARCH, dealt=dealt) for dealt in (0, -1))
    assert one.tokens("f06") != other.tokens("f06")
    for reader in (ALLIED, "spectator"):
        assert everything_known(one, reader) == everything_known(other, reader)


def test_n_58_who_comes_into_the_reserve_is_mixed_with_all_there():
    given, came = _gone("reinforce", "f06", -1, hidden=False)
    before = set(given.tokens("f15", "f17"))
    assert not before & set(came.tokens("f15", "f17", "f06"))
