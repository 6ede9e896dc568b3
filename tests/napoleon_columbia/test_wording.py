"""Orders in words: what each of them does and what follows, as far as its giver may know."""

from __future__ import annotations

import pytest

from api.languages import language_of
from api.phrases import Phrases
from napoleon.rules.orders import Order
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.wording import Party
from napoleon.rulesets.napoleon_columbia import RULES, orders
from tests.napoleon_columbia.kit import (
    ALLIED,
    FRENCH,
    Board,
    Played,
    changed,
    fighting,
    fire,
    marching,
    move,
    retreat,
    road,
)
from tests.napoleon_columbia.random_play import moments


def words(given: Played, order: Order, code: str = "en") -> tuple[str, str]:
    """What a button says, and what it says of what follows."""
    wording = RULES.wording
    assert wording is not None
    said = wording.words(given.state, RULES.decisions(given.state)[0], order)
    phrases = Phrases(RULES, words_of(RULES, language_of(RULES, code)))
    return phrases.does(said), phrases.follows(said)


def test_a_march_among_enemies_across_a_river() -> None:
    given = marching({"laneffe": "f09", "charleroi": "p02"})
    [order] = road("f09", "laneffe", "charleroi")
    assert words(given, order) == (
        "March the French II Corps infantry A from Laneffe to Charleroi",
        "across the Sambre; ends the march, the Prussians stand there",
    )


def test_a_march_that_may_go_on_by_force() -> None:
    given = marching({"beaumont": "f09", "ligny": "p02"})
    [order] = road("f09", "beaumont", "thuin")
    assert words(given, order)[1] == "farther only by a forced march"
    goals = {it.place: it for it in party_of(given, "f09").goals}
    farther = {name for name, it in goals.items() if it.after == "thuin"}
    assert {"binche", "charleroi"} <= farther
    assert all(goals[it].costs and goals[it].order.forced for it in farther)  # type: ignore[attr-defined]
    assert "beaumont" not in goals


def party_of(given: Played, unit: str) -> Party:
    """Those who march with a unit."""
    wording = RULES.wording
    assert wording is not None
    legal = list(RULES.legal_orders(given.state, RULES.decisions(given.state)[0]))
    [found] = [it for it in wording.parties(given.state, legal) if unit in it.pieces]
    return found


def test_there_is_no_farther_way_by_night_or_through_enemies() -> None:
    for given in (
        marching({"beaumont": "f09", "ligny": "p02"}, night=True),
        marching({"beaumont": "f09", "thuin": "p02"}),
    ):
        assert all(it.after != "thuin" for it in party_of(given, "f09").goals)


LINES = {
    "attacker_a": "f04",
    "defender_a": "p02 f22",
    "attacker_b": "f09",
    "defender_b": "p06",
    "attacker_c": "f02 f01 p03",
    "defender_c": "p04",
}


@pytest.fixture
def board() -> Played:
    """A battle at Ligny: cavalry has engaged in lane a, and Prussians in lane c."""
    return fighting(Board("ligny", LINES, came_from="charleroi"))


@pytest.mark.parametrize(
    ("order", "does", "follows"),
    [
        (
            fire("f02"),
            "Fire with the Guard infantry at the enemy on your right",
            "4 dice with F3",
        ),
        (
            orders.FormSquare("f02"),
            "Form square with the Guard infantry",
            "+1 to morale; cannot move; infantry and artillery hit it better",
        ),
        (
            move("f09", "defender_b"),
            "Engage with the French II Corps infantry A in the enemy centre",
            "",
        ),
        (
            move("f02", "attacker_reserve"),
            "Disengage with the Guard infantry to your Reserve",
            "",
        ),
        (
            retreat("f02", "charleroi"),
            "Retreat with the Guard infantry to Charleroi",
            "it is disrupted until the turn ends; it loses 1 step",
        ),
        (orders.EndCombat(), "End the Combat phase", "reinforcements come next"),
    ],
)
def test_an_order_of_combat(board: Played, order: Order, does: str, follows: str) -> None:
    assert words(board, order) == (does, follows)


def test_a_charge_tells_what_it_adds(board: Played) -> None:
    charging = changed(board, "f22", charge=True)
    assert words(charging, fire("f22")) == (
        "Fire with Milhaud's 4th Cavalry Corps at the enemy on the enemy right",
        "3 dice with F4; charge +1",
    )


def test_the_last_defender_of_a_position_is_warned(board: Played) -> None:
    alone = fighting(Board("ligny", {**LINES, "attacker_c": "f02 p03"}, came_from="charleroi"))
    _, follows = words(alone, move("f02", "attacker_reserve"))
    assert follows == "the enemy alone is left there: you are routed"


def test_words_are_told_in_french(board: Played) -> None:
    assert words(board, fire("f02"), "fr") == (
        "Tirer sur l\N{RIGHT SINGLE QUOTATION MARK}ennemi à votre droite : infanterie de la Garde",
        "4 dés à F3",
    )


def test_what_is_free_is_called_by_what_it_does(board: Played) -> None:
    wording = RULES.wording
    assert wording is not None
    phrases = Phrases(RULES, words_of(RULES, language_of(RULES, "en")))
    board.state.agreed = [ALLIED]
    offered = wording.free(board.state, FRENCH, orders.AgreeToEnd)
    assert phrases.told(offered.does) == "Agree to end the game without a winner"
    assert offered.offered is not None
    assert phrases.told(offered.offered).startswith("Allies would end the game")
    assert wording.free(board.state, ALLIED, orders.AgreeToEnd).offered is None
    assert phrases.told(wording.free(board.state, FRENCH, orders.Resign).does) == "Resign"


@pytest.mark.parametrize("number", [2, 36])
def test_every_offer_of_whole_games_has_words_in_both_languages(number: int) -> None:
    wording = RULES.wording
    assert wording is not None
    told = {
        code: Phrases(RULES, words_of(RULES, language_of(RULES, code))) for code in ("en", "fr")
    }
    met = set()
    for moment in moments(number):
        said = wording.words(moment.state, moment.decision, moment.order)
        met.add(type(moment.order))
        for phrases in told.values():
            text = f"{phrases.does(said)} {phrases.follows(said)}"
            assert "_" not in text
            assert "%" not in text
    assert len(met) > 15
