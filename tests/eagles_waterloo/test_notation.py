"""The order notation of the game: every order has a line that is read back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from napoleon.play.requests import parsed
from napoleon.rules.notation import reading
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.eagles_waterloo import RULES, orders, places
from napoleon.rulesets.eagles_waterloo.notation import (
    GRAMMAR,
    PATTERNS,
    NotationEagles,
    Scope,
)
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from tests import notation_page
from tests.eagles_waterloo.fields import Played, deploying, fighting, fresh, refusal
from tests.eagles_waterloo.random_play import moments

PAGE = notation_page.chapter("EAGLES: Waterloo")
EXAMPLES = notation_page.examples(PAGE)
NOTATION = NotationEagles(RULES)
EVERYWHERE = Scope(RULES.pack)


def in_battle() -> Played:
    """The Allied player turn at Waterloo: a column has engaged in their centre."""
    return fighting(
        "waterloo",
        {
            "allied_reserve": "b_kempt_8th_br b_rifles b_papelotte b_picton b_rally p_rally",
            "allied_centre": "b_ompteda_2nd_kgl f_bauduin_brigade:column",
            "allied_left": "b_bylandt b_best_4th_han b_rha_a",
            "french_right": "f_quiot_brigade f_domon_3rd_cav",
            "french_left": "f_soye_brigade",
        },
        active=ALLIED,
        sites={"b_la_haye_sainte": "allied_centre"},
        on={"b_ompteda_2nd_kgl": "b_la_haye_sainte"},
    )


def understood(line: str, played: Played, seat: str = ALLIED) -> Order | Refusal:
    """What a seat means by a line."""
    asked = [it for it in RULES.decisions(played.state) if it.seat == seat]
    return NOTATION.read(played.state, asked[0] if asked else None, seat, line)


def refused(line: str, played: Played, seat: str = ALLIED) -> Refusal:
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
    there = in_battle()
    read = understood(typed, there)
    assert isinstance(read, Order), read
    assert NOTATION.write(read, there.state, ALLIED) == line


def test_the_refusals_of_the_page() -> None:
    bad = refused("fire Ompteda at Baudoin", in_battle())
    assert bad.code == "BAD_LINE"
    assert bad.detail.startswith(
        "That line cannot be read from column 17 on: expected an enemy card. "
        "The nearest legal orders: fire Ompteda (2nd KGL) at Bauduin brigade; "
    )
    ambiguous = refused("deck is Ney, Jamin", fresh("waterloo", decks="chosen"), FRENCH)
    assert f"AMBIGUOUS_LINE  {ambiguous.detail}\n" in PAGE


# -- round trips ---------------------------------------------------------------------------------

card = st.sampled_from(sorted(RULES.pack.by_id))
in_play = st.one_of(card, st.builds(lambda it, copy: f"{it}.{copy}", card, st.sampled_from("23")))
cards = st.lists(card, min_size=1, max_size=90).map(tuple)
place = st.sampled_from(places.PLACES)
position = st.sampled_from(places.POSITIONS)
lane = st.sampled_from(places.LANES)
formation = st.sampled_from(["", "line", "column", "square"])
token = st.builds(
    lambda nation, number: f"{nation}-{number}",
    st.sampled_from(["french", "british", "prussian"]),
    st.integers(1, 999),
)


def of_kind(kind: str) -> st.SearchStrategy[str]:
    """Cards of a kind."""
    return st.sampled_from(sorted(it.id for it in RULES.pack.cards.values() if it.kind == kind))


terrain = of_kind("terrain")
laid = st.builds(
    orders.Laid, in_play, position, formation, st.one_of(st.just(""), terrain), st.booleans()
)

ANY_ORDER = st.one_of(
    st.builds(orders.AddCard, card),
    st.builds(orders.DropCard, card),
    st.builds(orders.SubmitDeck, cards),
    st.just(orders.SubmitDeck(())),
    st.builds(orders.AssignCard, card, st.sampled_from(sorted(RULES.pack.battle_names))),
    st.builds(orders.Place, in_play, position, formation, st.booleans()),
    st.builds(orders.TakeUp, in_play),
    st.builds(orders.Deploy, st.lists(laid, max_size=30).map(tuple)),
    st.builds(orders.CheckMorale, in_play),
    st.builds(orders.Move, in_play, place, formation, st.one_of(st.just(""), terrain)),
    st.builds(orders.ChangeFormation, in_play, st.sampled_from(["line", "column", "square"])),
    st.builds(orders.Fire, in_play, st.one_of(in_play, token)),
    st.builds(orders.Shock, in_play, in_play),
    st.builds(orders.OccupyTerrain, in_play, terrain, st.one_of(st.just(""), in_play)),
    st.builds(orders.ChooseCaptors, st.lists(in_play, min_size=1, max_size=2).map(tuple), terrain),
    st.builds(orders.PlayTerrain, terrain),
    st.builds(
        orders.PlaySpecial,
        of_kind("special"),
        st.one_of(st.just(""), position, lane),
        st.one_of(st.just(""), in_play),
    ),
    st.builds(orders.ShowGeneral, of_kind("general")),
    st.builds(orders.PlaceDecoy, in_play, position),
    st.builds(orders.ShowDecoy, in_play),
    st.builds(orders.WithdrawDecoy, in_play),
    st.builds(orders.SendReinforcement, card),
    st.builds(orders.SendReinforcements, cards),
    st.just(orders.SendReinforcements(())),
    st.sampled_from([verb() for verb in RULES.verbs if not verb.__struct_fields__]),
)


@given(ANY_ORDER)
@example(orders.Fire("b_rha_a.2", "b_alten"))  # "A" may be short for "at"
def test_any_order_is_read_back_from_its_line_apart_from_a_position(order: Order) -> None:
    line = NOTATION.write(order)
    assert read_anywhere(line) == order
    assert read_anywhere(f"  {line.upper()} ") == order


@pytest.mark.soak
def test_every_order_of_some_games_is_read_back_from_its_line() -> None:
    verbs = set()
    for number in (2, 9, 16, 23, 30, 37):
        for moment in moments(number):
            state, decision, order = moment.state, moment.decision, moment.order
            if type(order) in verbs and state.draws % 3:
                continue
            verbs.add(type(order))
            line = NOTATION.write(order, state, decision.seat)
            assert NOTATION.read(state, decision, decision.seat, line) == order, line
    assert len(verbs) > 20


# -- cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("it", RULES.pack.cards.values(), ids=lambda it: it.id)
def test_every_card_goes_by_its_name_and_by_its_id(it: Any) -> None:
    for name in (RULES.pack.card_names[it.no], it.id):
        assert read_anywhere(f"deck add {name}") == orders.AddCard(it.id)


def test_a_nation_is_named_only_where_the_side_has_two_cards_of_that_name() -> None:
    there = fresh("waterloo", decks="chosen")
    assert NOTATION.write(orders.AddCard("f_rally"), there.state, FRENCH) == "deck add Rally"
    assert NOTATION.write(orders.AddCard("b_rally"), there.state, ALLIED) == (
        "deck add Rally (British)"
    )


def test_a_custom_deck_has_copies_and_others_have_none() -> None:
    custom, other = in_battle(), in_battle()
    custom.state.options["decks"] = "custom"
    second = orders.CheckMorale("b_bylandt.2")
    assert NOTATION.write(second, custom.state, ALLIED) == "check Bylandt (copy 2)"
    assert understood("check bylandt copy 2", custom) == second
    assert refused("check bylandt copy 2", other).code == "BAD_LINE"


def test_an_enemy_face_down_is_named_by_its_token_only() -> None:
    there = in_battle()
    token_ = there.token("f_quiot_brigade")
    assert understood(f"fire Royal Horse Artillery A at {token_}", there) == orders.Fire(
        "b_rha_a", token_
    )
    assert understood(f"fire rha_a at {token_.replace('-', ' ').upper()}", there) == orders.Fire(
        "b_rha_a", token_
    )
    assert refused("fire b_rha_a at Quiot brigade", there).facts["expected"] == ["an enemy card"]


def test_what_a_line_says_does_not_depend_on_what_lies_face_down() -> None:
    one, other = in_battle(), in_battle()
    cards_ = other.battle.cards
    cards_["f_brue_brigade"] = cards_.pop("f_quiot_brigade")
    for typed in ("fire b_rha_a at Quiot brigade", "fire b_rha_a at Brue brigade", "move Quiot"):
        assert refused(typed, one) == refused(typed, other)


# -- places --------------------------------------------------------------------------------------


def test_a_place_is_called_as_its_player_sees_it() -> None:
    there = in_battle()
    move = orders.Move("b_kempt_8th_br", "allied_left")
    for typed in ("move Kempt to left", "move Kempt to Allied left", "move Kempt to allied_left"):
        assert understood(typed, there) == move
    assert understood("move Bylandt to enemy right", there) == orders.Move(
        "b_bylandt", "french_right"
    )
    answer = understood("move Kempt to enemy Reserve", there)
    assert isinstance(answer, orders.Move)
    assert refusal(there, ALLIED, answer) == ("SIDEWAYS", "8.0"), "the rules refuse it"


def test_a_whole_deployment_is_typed_as_one_line() -> None:
    there = deploying(
        "quatre_bras",
        french="f_ney f_soye_brigade f_husson_brigade f_campi_brigade f_piraumont",
        allied="b_bylandt",
    )
    line = (
        "deploy ney left, Soye centre column, husson left square, campi right on piraumont, "
        "piraumont right"
    )
    order = understood(line, there, FRENCH)
    assert order == orders.Deploy(
        (
            orders.Laid("f_ney", "french_left"),
            orders.Laid("f_soye_brigade", "french_centre", "column"),
            orders.Laid("f_husson_brigade", "french_left", "square"),
            orders.Laid("f_campi_brigade", "french_right", "", "f_piraumont"),
            orders.Laid("f_piraumont", "french_right"),
        )
    )
    assert refusal(there, FRENCH, order) is None
    wrong = refused("deploy ney left, soye somewhere, husson left", there, FRENCH)
    assert wrong.facts["expected"] == ["a position, as in left"]
    assert wrong.facts["column"] == len("deploy ney left, soye ") + 1


def test_a_deck_is_typed_as_one_line() -> None:
    there = fresh("quatre_bras", decks="chosen")
    assert understood("deck is ney, reille, Soye brigade", there, FRENCH) == orders.SubmitDeck(
        ("f_ney", "f_reille", "f_soye_brigade")
    )
    wrong = refused("deck is Ney, Reillle, Soye brigade", there, FRENCH)
    assert (wrong.facts["column"], wrong.facts["expected"]) == (14, ["a card"])
    several = refused("deck is Ney, Jamin", there, FRENCH)
    assert several.code == "AMBIGUOUS_LINE"
    assert several.facts["readings"] == [
        "deck is Ney, Jamin B. brigade",
        "deck is Ney, Jamin M. brigade",
    ]
