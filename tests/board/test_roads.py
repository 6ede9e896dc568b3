"""The road graph that several games share."""

import doctest

import pytest

from napoleon.rules.kit import roads
from napoleon.rules.kit.roads import Road, RoadGraph, road_id

LINE = [Road(road_id(a, b), *sorted((a, b)), b == "d") for a, b in ("ab", "cb", "cd", "da")]


@pytest.fixture
def graph() -> RoadGraph:
    return RoadGraph("abcde", LINE)


def test_the_examples_of_the_module_hold():
    outcome = doctest.testmod(roads)
    assert outcome.attempted
    assert not outcome.failed


def test_a_road_has_one_id_from_either_end():
    assert road_id("marbais", "ligny") == road_id("ligny", "marbais") == "ligny-marbais"


def test_roads_of_an_area_come_in_the_order_in_which_they_were_given(graph):
    assert [road.id for road in graph.roads_of("b")] == ["a-b", "b-c"]
    assert [road.id for road in graph.roads_of("d")] == ["c-d", "a-d"]
    assert graph.roads_of("e") == ()


def test_neighbours_are_the_other_ends(graph):
    assert graph.neighbours("a") == ("b", "d")
    assert graph.neighbours("e") == ()


def test_an_unknown_area_has_no_roads(graph):
    with pytest.raises(KeyError):
        graph.roads_of("nowhere")


def test_the_road_between_two_areas(graph):
    road = graph.between("d", "c")
    assert road is graph.between("c", "d") is graph.roads["c-d"]
    assert road.bridge
    assert (road.other("c"), road.other("d")) == ("d", "c")
    assert graph.between("a", "c") is None


def test_a_road_does_not_lead_on_from_elsewhere(graph):
    with pytest.raises(ValueError, match="does not touch e"):
        graph.roads["a-b"].other("e")


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("a", "a", 0), ("a", "b", 1), ("a", "c", 2), ("c", "a", 2), ("b", "d", 2), ("a", "e", None)],
)
def test_distance_counts_roads(graph, a, b, distance):
    assert graph.distance(a, b) == distance
    assert graph.distance(a, b) == distance, "the same when it is asked again"
