"""The order notation of the game: every order has a line that is read back."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.play.requests import parsed
from napoleon.rules.notation import reading
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_empire import RULES, orders
from napoleon.rulesets.napoleonic_empire.notation import GRAMMAR, PATTERNS, NotationEmpire, scope
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleonic_empire.state import State
from tests import notation_page
from tests.napoleonic_empire import kit
from tests.napoleonic_empire.walking import FORMS, walk

PAGE = notation_page.chapter("Napoleonic Empire")
EXAMPLES = notation_page.examples(PAGE)
NOTATION = NotationEmpire(RULES)
EVERYWHERE = scope(RULES.pack)
"""The names apart from a position: those of both maps."""


def moving(**hands: list[str]) -> State:
    """The French Move phase; Napoleon and Davout stand in France."""
    return kit.position(
        {"france": 20, "rhineland": 4, "spain": 2},
        {"england": 10, "prussia": 10, "austria": 8},
        hands=hands,
        commanders={"napoleon": "france", "davout": "france", "blucher": "prussia"},
    )


def window(**hands: list[str]) -> State:
    """The window of the French Draw phase."""
    armies = {"france": 20}, {"england": 10}
    return kit.position(*armies, at=kit.DRAW, hands=hands)


def understood(line: str, state: State, seat: str = FRENCH) -> Order | Refusal:
    """What a seat means by a line."""
    asked = [d for d in RULES.decisions(state) if d.seat == seat]
    return NOTATION.read(state, asked[0] if asked else None, seat, line)


def refused(line: str, state: State, seat: str = FRENCH) -> Refusal:
    """The refusal of a line."""
    answer = understood(line, state, seat)
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
    read = understood(typed, moving())
    assert isinstance(read, Order)
    assert NOTATION.write(read, moving(), FRENCH) == line


def test_the_refusals_of_the_page() -> None:
    bad = refused("move 3 France-Spein", moving())
    assert bad.code == "BAD_LINE"
    assert bad.detail.startswith(
        "That line cannot be read from column 8 on: expected a way, as in France-Spain. "
        "The nearest legal orders: move 3 France-Spain;"
    )
    ambiguous = refused("play battle", moving())
    assert ambiguous.code == "AMBIGUOUS_LINE"
    assert f"AMBIGUOUS_LINE  {ambiguous.detail}\n" in PAGE


# -- round trips ---------------------------------------------------------------------------------

COUNTRIES = [
    *RULES.pack.board(False).countries.values(),
    *(it for it in RULES.pack.board(True).countries.values() if it.id in ("riga", "moscow")),
]
country = st.sampled_from([it.id for it in COUNTRIES])
cards = st.sets(st.sampled_from(sorted(RULES.pack.cards)), min_size=1, max_size=4).map(tuple)
leaders = st.sampled_from(sorted(RULES.pack.commanders))
led = st.sets(leaders, max_size=3).map(tuple)
armies = st.integers(1, 80)

ANY_ORDER = st.one_of(
    st.builds(
        orders.SetUpRussia,
        st.dictionaries(
            st.sampled_from(RULES.pack.board(True).russian_areas), st.integers(1, 10), min_size=1
        ),
    ),
    st.builds(orders.PlayCard, cards.map(lambda some: some[0])),
    st.builds(orders.DiscardExcess, cards),
    st.builds(orders.MoveArmies, country, country, armies),
    st.builds(
        orders.MoveWithCommander,
        st.sets(leaders, min_size=1, max_size=3).map(tuple),
        st.lists(country, min_size=2, max_size=3).map(tuple),
        armies,
    ),
    st.builds(orders.ChooseBattle, country),
    st.builds(orders.KutuzovWithdraw, country),
    st.builds(orders.Retreat, country, armies, led),
    st.builds(orders.PlaceCardArmies, country, armies),
    st.builds(orders.PlaceReinforcements, country, armies),
    st.builds(orders.PlaceRebels, country),
    st.sampled_from(
        [verb() for verb in RULES.verbs if not verb.__struct_fields__],
    ),
)


@given(ANY_ORDER)
def test_any_order_is_read_back_from_its_line_apart_from_a_position(order: Order) -> None:
    line = NOTATION.write(order)
    assert read_anywhere(line) == order
    assert read_anywhere(f"  {line.upper()} ") == order


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_every_offer_is_read_back_from_its_line(form: dict[str, Any]) -> None:
    random = Random(1815)
    for state, decision, legal_orders in walk(form, 40):
        for order in random.sample(legal_orders, min(len(legal_orders), 6)):
            line = NOTATION.write(order, state, decision.seat)
            assert NOTATION.read(state, decision, decision.seat, line) == order


def test_no_line_of_one_order_is_a_line_of_another() -> None:
    written = [line for line, _ in EXAMPLES]
    assert len(set(written)) == len(written)
    assert read_anywhere("place 2 in Moscow") == orders.PlaceCardArmies("moscow", 2)
    assert read_anywhere("reinforce Moscow with 2") == orders.PlaceReinforcements("moscow", 2)


# -- names ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("it", COUNTRIES, ids=lambda it: it.id)
def test_a_country_goes_by_its_short_name_its_long_one_and_its_id(it: Any) -> None:
    for name in (it.name, it.short_name, it.id):
        assert read_anywhere(f"battle {name}") == orders.ChooseBattle(it.id)
    assert NOTATION.write(orders.ChooseBattle(it.id)) == f"battle {it.short_name}"


@pytest.mark.parametrize("it", RULES.pack.cards.values(), ids=lambda it: it.id)
def test_every_card_goes_by_its_name_and_by_its_id(it: Any) -> None:
    assert NOTATION.write(orders.PlayCard(it.id)) == f"play {it.name}"
    for name in (it.name, it.name.replace('"', ""), it.id, it.id.replace("_", " ")):
        assert read_anywhere(f"play {name}") == orders.PlayCard(it.id)


def test_a_divided_russia_has_four_areas_and_is_no_country() -> None:
    whole, divided = (
        moving(),
        kit.position({"france": 20}, {"riga": 10}, options={"divided_russia": True}),
    )
    assert understood("battle Riga", divided) == orders.ChooseBattle("riga")
    assert refused("battle Russia", divided).facts["expected"] == ["a country"]
    assert understood("battle Russia", whole) == orders.ChooseBattle("russia")
    assert refused("battle Riga", whole).facts["expected"] == ["a country"]


@pytest.mark.parametrize(
    "way",
    [
        *("France-Spain", "france - spain", "France\u2013Spain", "FRANCE>SPAIN", "france -> spain"),
        *("from France to Spain", "France to Spain"),
    ],
)
def test_a_way_is_written_as_people_write_ways(way: str) -> None:
    assert read_anywhere(f"move 3 {way}") == orders.MoveArmies("france", "spain", 3)
    led_by = orders.MoveWithCommander(("lannes",), ("france", "spain"), 3)
    assert read_anywhere(f"move 3 {way} with Lannes") == led_by


def test_a_way_that_is_not_there_is_for_the_rules_to_refuse() -> None:
    order = understood("move 3 France-Egypt", moving())
    assert isinstance(order, orders.MoveArmies)
    assert kit.refusal(moving(), FRENCH, order) == ("NOT_ADJACENT", "MOVE.1")


def test_an_abbreviation_means_what_is_legal() -> None:
    state = window(french=["grapeshot", "jena"], allied=["shopkeepers"])
    assert understood("play g", state) == orders.PlayCard("grapeshot")
    assert refused("play g", window(french=["jena"])).code == "AMBIGUOUS_LINE"
    assert understood("play jena", state) == orders.PlayCard("jena"), "the rules say it is too late"


def test_what_ends_the_game_is_said_in_full() -> None:
    state = window()
    for line in ("r", "re", "resig", "agree", "agree to e", "a t e"):
        assert not isinstance(understood(line, state), orders.Resign | orders.AgreeToEnd)
    assert understood("RESIGN", state) == orders.Resign()
    assert understood("ag to end", state) == orders.AgreeToEnd()


# -- what is wrong -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("", 1, ["end", "move"]),
        ("storm the gates", 1, ["end", "move"]),
        ("end move now", 10, ["the end of the line"]),
        ("end", 4, ["attack", "move"]),
        ("move France-Spain", 6, ["a number of armies"]),
        ("move 3 France-Atlantis", 8, ["a way, as in France-Spain"]),
        ("move 3 France-Spain with Soult", 26, ["a commander"]),
        ("move 3 France-Spain with Davout,", 33, ["a commander"]),
        ("move 3 France-Rhineland-Austria-Russia", 8, ["a way, as in France-Spain"]),
        ("retreat 3 France", 11, ["to"]),
        ("set up Riga 4", 8, ["an area with a number"]),
        ("discard Jena Tilsit", 14, [",", "the end of the line"]),
        ("place two in Italy", 7, ["a number of armies"]),
        ("reinforce Italy", 16, ["with"]),
    ],
)
def test_a_line_that_cannot_be_read_says_where_and_why(
    line: str, column: int, expected: list[str]
) -> None:
    answer = refused(line, moving())
    assert (answer.code, answer.clause) == ("BAD_LINE", "")
    assert answer.facts["column"] == column
    assert answer.facts["expected"] == expected


def test_no_line_is_too_long_or_too_strange_to_answer() -> None:
    state = moving()
    strange = ["\x00", "x" * 30_000, "play " + "o " * 9_000, ":" * 9_000, "move " + "9" * 9_000]
    strange += [
        "move 3 " + "-".join("o" * 5_000),
        "move 3 o-o-o with " + "o, " * 40,
        "move \u0661 f-s",
    ]
    strange += ["discard " + "o, " * 50, 'play "', 'play ""', "set up " + "m 1, " * 60]
    for line in strange:
        assert refused(line, state).code == "BAD_LINE", line[:20]


def test_of_very_many_meanings_a_few_are_told() -> None:
    answer = refused("discard b, b, b", moving())
    assert answer.code == "AMBIGUOUS_LINE"
    assert len(answer.facts["readings"]) == 12
    assert answer.detail.endswith("; and more.")


# -- what is hidden ------------------------------------------------------------------------------


def test_nearest_choices_are_the_callers_own() -> None:
    state = window(french=["grapeshot"], allied=["shopkeepers"])
    assert refused("pley wif of grapshot", state).facts["nearest"][0] == 'play "Wiff" of Grapeshot'
    assert refused("pley nation of shopkepers", state, ALLIED).facts["nearest"] == []


def test_lines_are_the_same_whatever_is_hidden() -> None:
    """Two positions that differ only in what a seat may not know answer it alike."""
    one = window(french=["grapeshot", "jena"], allied=["nelson", "shopkeepers"])
    other = window(french=["grapeshot", "jena"], allied=["toulon", "trafalgar"])
    lines = ["play n", "play nelson", "play toulon", "play t", "play", "p", "discard nel", "x"]
    for line in lines:
        for seat in (FRENCH, "spectator"):
            assert understood(line, one, seat) == understood(line, other, seat), line


@pytest.mark.parametrize("seat", SIDES)
def test_a_line_is_the_same_for_every_seat(seat: str) -> None:
    order = orders.DiscardExcess(("jena", "nelson"))
    assert NOTATION.write(order, moving(), seat) == "discard Jena, Admiral Horatio Nelson"
