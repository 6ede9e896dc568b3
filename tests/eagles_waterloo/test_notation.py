"""The order notation of the game, as far as it is like that of no other."""

from __future__ import annotations

from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.eagles_waterloo import RULES, orders
from napoleon.rulesets.eagles_waterloo.notation import (
    NotationEagles,
)
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, FRENCH
from tests.eagles_waterloo.fields import Played, deploying, fresh, refusal
from tests.eagles_waterloo.lines import LINES, in_battle

NOTATION = NotationEagles(RULES)
read_anywhere = LINES.read_anywhere


def understood(line: str, played: Played, seat: str = ALLIED) -> Order | Refusal:
    """What a seat means by a line."""
    return LINES.understood(line, played.state, seat)


def refused(line: str, played: Played, seat: str = ALLIED) -> Refusal:
    """The refusal of a line."""
    return LINES.refused(line, played.state, seat)


# -- cards ---------------------------------------------------------------------------------------


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
