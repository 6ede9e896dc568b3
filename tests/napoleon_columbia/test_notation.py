"""The order notation of the game: every order has a line that is read back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.play.requests import parsed
from napoleon.rules.notation import reading
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleon_columbia import RULES, flanks, orders
from napoleon.rulesets.napoleon_columbia.notation import (
    GRAMMAR,
    PATTERNS,
    NotationColumbia,
    Scope,
)
from napoleon.rulesets.napoleon_columbia.places import PLACES
from tests import notation_page
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    FRENCH,
    PRUSSIAN,
    Board,
    Played,
    fighting,
    marching,
    play,
    refusal,
    road,
)
from tests.napoleon_columbia.random_play import moments

PAGE = notation_page.chapter("Napoleon, 4th edition")
EXAMPLES = notation_page.examples(PAGE)
NOTATION = NotationColumbia(RULES)
EVERYWHERE = Scope(RULES.pack)


def on_the_march() -> Played:
    """The French march by day; Allies stand in Ligny and Brussels."""
    return marching(
        {"beaumont": "f02 f09 f10", "solre": "f21", "ligny": "p02 p03", "brussels": "a02"}
    )


def in_combat(acting: str = "attacker", **options: Any) -> Played:
    """The Combat phase of one side at Ligny, where the French attack."""
    return fighting(
        Board(
            "ligny",
            {
                "attacker_a": "f02 f04",
                "attacker_b": "f09",
                "attacker_c": "f15",
                "attacker_reserve": "f21",
                "defender_a": "p02",
                "defender_b": "p07",
                "defender_c": "p09",
                "defender_reserve": "p06",
            },
            came_from="charleroi",
        ),
        acting_=acting,
        around={"gembloux": "p15"},
        **options,
    )


def understood(line: str, played: Played, seat: str = FRENCH) -> Order | Refusal:
    """What a seat means by a line."""
    asked = [it for it in RULES.decisions(played.state) if it.seat == seat]
    return NOTATION.read(played.state, asked[0] if asked else None, seat, line)


def refused(line: str, played: Played, seat: str = FRENCH) -> Refusal:
    """The refusal of a line."""
    answer = understood(line, played, seat)
    assert isinstance(answer, Refusal), answer
    return answer


def read_anywhere(line: str) -> Order | Refusal:
    """What a line means apart from any position."""
    return reading.read(GRAMMAR, line, EVERYWHERE, list)


# -- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "data"), EXAMPLES)
def test_an_example_of_the_page_is_read_and_written(line: str, data: str) -> None:
    order = parsed([json.loads(data)], RULES)
    assert not isinstance(order, Refusal), order
    assert read_anywhere(line) == order[0]
    assert NOTATION.write(order[0]) == line


def test_the_page_shows_every_order_in_every_way() -> None:
    shown = {json.loads(data)["order"] for _, data in EXAMPLES}
    assert shown == {str(verb.__struct_config__.tag) for verb in RULES.verbs}
    openings = {fold(pattern.template.split("{")[0]) for pattern in PATTERNS}
    assert all(any(line.startswith(words) for line, _ in EXAMPLES) for words in openings)


@pytest.mark.parametrize(("typed", "line"), notation_page.abbreviations(PAGE))
def test_an_abbreviation_of_the_page_is_understood(typed: str, line: str) -> None:
    there = on_the_march() if line.startswith("march") else in_combat()
    read = understood(typed, there)
    assert isinstance(read, Order), read
    assert NOTATION.write(read, there.state, FRENCH) == line


def test_the_refusals_of_the_page() -> None:
    bad = refused("march Guard infantry to Thuim", on_the_march())
    assert bad.code == "BAD_LINE"
    assert bad.detail.startswith(
        "That line cannot be read from column 25 on: expected a town. The nearest legal orders: "
        "march Guard infantry to Thuin; "
    )
    ambiguous = refused("march II Corps to Thuin", on_the_march())
    assert f"AMBIGUOUS_LINE  {ambiguous.detail}\n" in PAGE


# -- round trips ---------------------------------------------------------------------------------

unit = st.sampled_from(sorted(RULES.pack.blocks))
town = st.sampled_from(sorted(RULES.pack.towns))
place = st.sampled_from(PLACES)

ANY_ORDER = st.one_of(
    st.builds(orders.MakeBid, st.sampled_from([FRENCH, ALLIED]), st.integers(0, 99)),
    st.builds(orders.RemoveStep, unit),
    st.builds(orders.PlaceUnit, unit, town),
    st.builds(orders.TakeUp, unit),
    st.builds(orders.March, unit, st.sampled_from(sorted(RULES.pack.roads)), st.booleans()),
    st.builds(orders.Halt, unit),
    st.builds(orders.RevealLeader, unit),
    st.builds(orders.OrderSkirmish, town),
    st.builds(orders.OrderBattle, town),
    st.builds(orders.ChooseSkirmisher, unit),
    st.builds(
        orders.PlaceTerrain,
        st.sampled_from(["woods", "farm", "stream", "hill"]),
        st.sampled_from(["a", "b", "c"]),
    ),
    st.builds(orders.Deploy, unit, place),
    st.builds(orders.NameHolder, unit),
    st.builds(orders.CombatMove, unit, place),
    st.builds(orders.FormSquare, unit),
    st.builds(orders.BreakSquare, unit),
    st.builds(orders.Shelter, unit, unit),
    st.builds(orders.LeaveShelter, unit),
    st.builds(orders.StandUp, unit),
    st.builds(orders.TakeTerrain, unit),
    st.builds(orders.SwapHolder, unit),
    st.builds(orders.Fire, unit, st.sampled_from(["open", "square"])),
    st.builds(orders.AllocateHit, unit),
    st.builds(orders.Retreat, unit, town),
    st.builds(orders.Reinforce, unit),
    st.builds(orders.Regroup, unit, town),
    st.builds(orders.RemoveForSupply, unit),
    st.sampled_from([verb() for verb in RULES.verbs if not verb.__struct_fields__]),
)


@given(ANY_ORDER)
def test_any_order_is_read_back_from_its_line_apart_from_a_position(order: Order) -> None:
    line = NOTATION.write(order)
    assert read_anywhere(line) == order
    assert read_anywhere(f"  {line.upper()} ") == order


def test_every_order_of_some_games_is_read_back_from_its_line() -> None:
    verbs = set()
    for number in (40, 45, 49, 50):
        for moment in moments(number):
            state, decision, order = moment.state, moment.decision, moment.order
            if type(order) in verbs and state.draws % 5:
                continue
            verbs.add(type(order))
            line = NOTATION.write(order, state, decision.seat)
            assert NOTATION.read(state, decision, decision.seat, line) == order, line
    assert len(verbs) > 30


# -- units ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("it", RULES.pack.blocks.values(), ids=lambda it: it.id)
def test_every_unit_goes_by_its_name_and_by_its_id(it: Any) -> None:
    label = RULES.pack.blocks[it.id]
    seat = FRENCH if label.army == FRENCH else ALLIED
    for name in (RULES.pack.unit_names[label.id], label.id):
        assert read_anywhere(f"fire {name}") == orders.Fire(label.id)
        assert understood(f"fire {name}", in_combat(), seat) == orders.Fire(label.id)


def test_a_unit_is_written_by_its_one_name_and_read_by_its_label_too() -> None:
    there = in_combat()
    assert (
        NOTATION.write(orders.Fire("f09"), there.state, FRENCH) == "fire French II Corps infantry A"
    )
    assert (
        NOTATION.write(orders.Fire("p07"), there.state, ALLIED)
        == "fire Prussian II Corps infantry A"
    )
    assert understood("fire II Corps infantry A", there) == orders.Fire("f09")
    assert understood("fire II Corps infantry A", there, ALLIED) == orders.Fire("p07")
    assert (
        NOTATION.write(orders.Fire("p06"), there.state, ALLIED) == "fire Prussian I Corps artillery"
    )
    assert NOTATION.write(orders.Fire("f21"), there.state, FRENCH) == "fire Kellermann"


def test_who_decides_for_both_armies_may_name_the_partners_units() -> None:
    there = in_combat(players=3)
    line = NOTATION.write(orders.AllocateHit("p02"), there.state, ANGLO)
    assert line == "hit Prussian I Corps infantry A"
    assert understood(line, there, ANGLO) == orders.AllocateHit("p02")


def test_the_units_of_the_enemy_have_no_names_to_a_player() -> None:
    assert refused("fire Blücher", in_combat()).facts["expected"] == ["a unit"]


# -- marches -------------------------------------------------------------------------------------


def test_a_unit_marches_to_where_its_road_leads() -> None:
    there = on_the_march()
    assert understood("march Guard infantry to Thuin", there) == orders.March(
        "f02", "beaumont-thuin"
    )
    order = understood("march Guard infantry to Wavre", there)
    assert isinstance(order, orders.March)
    assert refusal(there, FRENCH, order) == ("NO_ROAD", "5.0"), "the rules refuse what is no road"


def test_where_another_players_unit_stands_is_in_no_line() -> None:
    three = marching({"brussels": "a02", "ligny": "p02"}, active=ALLIED, players=3)
    assert NOTATION.write(orders.March("p02", "ligny-namur"), three.state, ANGLO).endswith(
        " along Ligny-Namur"
    )
    assert refused("march p02 to Namur", three, ANGLO).facts["expected"] == ["along"]
    assert understood("march p02 to Namur", three, PRUSSIAN) == orders.March("p02", "ligny-namur")


def test_a_forced_march_is_said_to_be_one() -> None:
    there = play(on_the_march(), FRENCH, *road("f09", "beaumont", "thuin"))
    line = "march French II Corps infantry A to Binche forced"
    order = orders.March("f09", "binche-thuin", forced=True)
    assert understood(line, there) == order
    assert NOTATION.write(order, there.state, FRENCH) == line
    assert understood("march II inf A to Binche f", there) == order
    unforced = understood("march II Corps infantry A to Binche", there)
    assert isinstance(unforced, Order)
    assert refusal(there, FRENCH, unforced) == ("TOO_FAR", "5.3")


def test_whoever_is_marching_halts_without_a_name() -> None:
    there = play(on_the_march(), FRENCH, *road("f21", "solre", "mons"))
    assert understood("halt", there) == orders.Halt("f21")
    assert understood("halt Kellermann", there) == orders.Halt("f21")
    assert NOTATION.write(orders.Halt("f21"), there.state, FRENCH) == "halt"
    assert (
        NOTATION.write(orders.Halt("f09"), there.state, FRENCH) == "halt French II Corps infantry A"
    )
    assert refused("halt", on_the_march()).facts["expected"] == ["a unit"]


def test_who_is_marching_is_told_to_nobody_else() -> None:
    there = play(on_the_march(), FRENCH, *road("f21", "solre", "mons"))
    assert refused("halt", there, ALLIED).code == "BAD_LINE"


# -- places of a battle board --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "line", "where"),
    [
        (FRENCH, "move Kellermann to left", "attacker_a"),
        (FRENCH, "move Kellermann to centre", "attacker_b"),
        (FRENCH, "move Kellermann to right", "attacker_c"),
        (FRENCH, "move Kellermann to Reserve", "attacker_reserve"),
        (FRENCH, "move Kellermann to enemy right", "defender_a"),
        (FRENCH, "move Kellermann to enemy centre", "defender_b"),
        (FRENCH, "move Kellermann to enemy left", "defender_c"),
        (ALLIED, "move Prussian II Corps cavalry to left", "defender_c"),
        (ALLIED, "move Prussian II Corps cavalry to right", "defender_a"),
        (ALLIED, "move Prussian II Corps cavalry to Reserve", "defender_reserve"),
        (ALLIED, "move Prussian II Corps cavalry to enemy right", "attacker_c"),
        (ALLIED, "move Prussian II Corps cavalry to enemy left", "attacker_a"),
    ],
)
def test_left_and_right_are_those_of_who_speaks(seat: str, line: str, where: str) -> None:
    there = in_combat("attacker" if seat == FRENCH else "defender")
    order = understood(line, there, seat)
    assert isinstance(order, orders.CombatMove)
    assert order.place == where
    assert NOTATION.write(order, there.state, seat) == line


def test_my_left_faces_your_right() -> None:
    for lane in ("a", "b", "c"):
        own = flanks.OF_LANE["attacker"][lane], flanks.OF_LANE["defender"][lane]
        assert own in (("left", "right"), ("centre", "centre"), ("right", "left"))


def test_terrain_is_placed_as_its_owner_stands() -> None:
    there = in_combat()
    for seat, left in ((FRENCH, "a"), (ALLIED, "c")):
        order = orders.PlaceTerrain("woods", left)  # type: ignore[arg-type]
        assert understood("place Woods left", there, seat) == order
        assert understood("place woods on the left", there, seat) != order
        assert NOTATION.write(order, there.state, seat) == "place Woods left"


# -- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("end march now", 11, ["the end of the line"]),
        ("end", 4, ["combat", "deployment", "march", "regrouping", "reinforcement", "setup", "to"]),
        ("march Guard infantry", 21, ["along", "to"]),
        ("march Soult to Thuin", 7, ["a unit"]),
        ("march Guard infantry to Thuin slowly", 31, ["forced", "the end of the line"]),
        ("place Guard infantry", 21, ["in"]),
        ("fire Guard infantry at", 23, ["squares"]),
        ("retreat Guard infantry Wavre", 24, ["to"]),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_why(
    line: str, column: int, expected: list[str]
) -> None:
    answer = refused(line, on_the_march())
    assert (answer.code, answer.clause) == ("BAD_LINE", "")
    assert answer.facts["column"] == column
    assert set(answer.facts["expected"]) <= set(expected) and answer.facts["expected"]


def test_no_line_is_too_long_or_too_strange_to_answer() -> None:
    for line in (
        "\x00",
        "x" * 30_000,
        "march " + "i " * 9_000,
        ":" * 9_000,
        "move i to " + "l" * 999,
    ):
        assert refused(line, on_the_march()).code == "BAD_LINE", line[:20]


def test_what_ends_the_game_is_said_in_full() -> None:
    for line in ("resig", "agree", "agree to e"):
        assert not isinstance(understood(line, on_the_march()), orders.Resign | orders.AgreeToEnd)
    assert understood("RESIGN", on_the_march()) == orders.Resign()
    assert understood("ag to end", on_the_march()) == orders.AgreeToEnd()


def test_lines_are_the_same_whatever_is_hidden() -> None:
    """Two positions that differ only in what the French may not know answer them alike."""
    one = marching({"beaumont": "f02 f09", "thuin": "p02 p03 p04", "brussels": "a02"})
    other = marching({"beaumont": "f02 f09", "thuin": "p07 p08 p09:1", "brussels": "a05"})
    for line in ("march g to t", "fire I Corps", "m", "halt", "hit p02", "march p02 to Ligny", "x"):
        for seat in (FRENCH, "spectator"):
            assert understood(line, one, seat) == understood(line, other, seat), line
