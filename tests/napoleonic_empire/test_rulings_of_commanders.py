"""E-33 to E-38 and E-49 to E-51: commanders [OPT1]."""

from tests.napoleonic_empire.kit import (
    FRENCH,
    fresh,
    lead,
    legal_orders,
    position,
    refusal,
)


def test_e_33_where_commanders_begin():
    placed = {name: it.country for name, it in fresh(commanders=True).state.commanders.items()}
    assert placed == {
        "napoleon": "france",
        "davout": "france",
        "lannes": "france",
        "wellington": "england",
        "charles": "austria",
        "blucher": "prussia",
        "kutuzov": "russia",
    }
    assert fresh().state.commanders == {}


def marching(**commanders):
    """Ten French armies in France and commanders, no enemy near."""
    given = {"napoleon": "france", "davout": "france", **commanders}
    return position({"france": 10}, {"england": 5, "prussia": 2}, commanders=given)


def test_e_50_the_countries_of_a_two_area_move_differ():
    refused = refusal(marching(), FRENCH, lead("napoleon", "france rhineland france", 2))
    assert refused == ("NOT_ADJACENT", "E-50")
    paths = [order.path for order in legal_orders(marching(), FRENCH) if hasattr(order, "path")]
    assert paths
    assert all(len(set(path)) == len(path) for path in paths)
