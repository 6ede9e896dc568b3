"""The order notation of the game, as far as it is like that of no other."""

from __future__ import annotations

import pytest

from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleon_columbia import RULES, flanks, orders
from napoleon.rulesets.napoleon_columbia.notation import (
    NotationColumbia,
)
from tests.napoleon_columbia.kit import (
    ALLIED,
    ANGLO,
    FRENCH,
    PRUSSIAN,
    Played,
    marching,
    play,
    refusal,
    road,
)
from tests.napoleon_columbia.lines import LINES, in_combat, on_the_march

NOTATION = NotationColumbia(RULES)
read_anywhere = LINES.read_anywhere


def understood(line: str, played: Played, seat: str = FRENCH) -> Order | Refusal:
    """What a seat means by a line."""
    return LINES.understood(line, played.state, seat)


def refused(line: str, played: Played, seat: str = FRENCH) -> Refusal:
    """The refusal of a line."""
    return LINES.refused(line, played.state, seat)


# -- units ---------------------------------------------------------------------------------------


def test_the_units_of_a_side_go_by_their_names_and_ids_in_a_battle() -> None:
    for label in RULES.pack.blocks.values():
        seat = FRENCH if label.army == FRENCH else ALLIED
        for name in (RULES.pack.unit_names[label.id], label.id):
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
