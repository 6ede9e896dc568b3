"""The bot: it knows what its seat may see, and goes for what wins."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from napoleon.play import bots
from napoleon.play.games import Games
from napoleon.rules.contract import installed
from napoleon.rules.orders import Order
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.bot import Player
from napoleon.rulesets.napoleonic_empire.orders import (
    AgreeToEnd,
    DiscardExcess,
    KutuzovWithdraw,
    MoveArmies,
    MoveWithCommander,
    PlaceCardArmies,
    PlaceRebels,
    Retreat,
)
from napoleon.rulesets.napoleonic_empire.state import State
from tests.napoleonic_empire.bot_games import BOTS
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    DRAW,
    END_MOVE,
    FRENCH,
    MOVES_OPEN,
    PASS,
    REINFORCEMENT,
    ROLL,
    STAY,
    Played,
    battle,
    card,
    fight,
    move,
    play,
    position,
    skip,
)
from tests.napoleonic_empire.random_play import KINDS as FORMS

KINDS = {
    "choose_battle",
    "discard_excess",
    "kutuzov",
    "move",
    "place_card_armies",
    "place_rebels",
    "place_reinforcements",
    "retreat",
    "set_up_russia",
    "window",
}
"""All kinds of decisions."""


def answer(given: State | Played, seat: str = FRENCH) -> Order:
    """What the bot answers for a seat."""
    state = given.state if isinstance(given, Played) else given
    [decision] = RULES.decisions(state)
    assert decision.seat == seat
    legal_orders = RULES.legal_orders(state, decision)
    return Player(Random(0)).choose(RULES.view(state, Viewer(seat)), decision, legal_orders)


def test_it_is_installed() -> None:
    assert installed()["napoleonic_empire"].bot is Player


def test_it_answers_every_kind_of_question() -> None:
    kinds: set[str] = set()
    for number, form in enumerate(FORMS):
        kinds |= BOTS.asked(number, form, KINDS - kinds)
    assert kinds == KINDS


def test_it_cannot_answer_without_offers() -> None:
    for given in (position({"france": 2}, {}), position({"france": 2}, {}, at=DRAW)):
        [decision] = RULES.decisions(given)
        with pytest.raises(ValueError, match="no offers"):
            Player(Random(0)).choose(RULES.view(given, Viewer(FRENCH)), decision, [])


# -- where it goes ---------------------------------------------------------------------------------


def test_the_allies_go_for_france_with_all_they_have() -> None:
    given = position({"france": 5}, {"england": 6, "rhineland": 4}, active=ALLIED)
    marched = play(given, ALLIED, move("england", "france", 6))
    assert answer(given, ALLIED) == move("england", "france", 6)
    assert answer(marched, ALLIED) == move("rhineland", "france", 4)


def test_the_allies_wait_until_they_may_win_there() -> None:
    given = position({"france": 15}, {"england": 6, "rhineland": 4}, active=ALLIED)
    order = answer(given, ALLIED)
    assert isinstance(order, MoveArmies)
    assert order.to != "france"


def test_it_ends_the_move_when_there_is_nothing_to_gain() -> None:
    assert answer(position({"portugal": 1}, {"spain": 9})) == END_MOVE


def test_the_french_leave_nothing_undefended_that_is_to_be_had() -> None:
    given = position({"rhineland": 3, "france": 1}, {"austria": 20, "russia": 5})
    assert answer(given) == move("rhineland", "prussia", 1)


def test_the_french_guard_france_against_what_can_come() -> None:
    def leaving(british: int) -> int:
        given = position({"france": 16}, {"england": british, "rhineland": 2})
        order = answer(given)
        return order.armies if isinstance(order, MoveArmies) else 0

    assert leaving(3) == 8, "enough not to lose, and no more"
    assert 0 < leaving(9) < 8
    assert leaving(13) == 0


def test_an_enemy_who_is_about_to_be_beaten_threatens_nobody() -> None:
    small = dict.fromkeys(
        ("portugal", "spain", "switzerland", "netherlands", "denmark", "sweden"), 1
    )
    given = position({"france": 45, **small}, {"italy": 15, "rhineland": 14, "russia": 20})
    first = move("france", "rhineland", 20)
    assert answer(given) == first
    assert answer(play(given, FRENCH, first)) == move("france", "italy", 21)


def test_it_sends_commanders_along() -> None:
    given = position({"france": 20}, {"italy": 3}, commanders={"davout": "france"})
    assert answer(given) == MoveWithCommander(("davout",), ("france", "italy"), 9)


def test_it_fights_the_surest_battle_first() -> None:
    given = position({"spain": 5, "italy": 8}, {"spain": 4, "italy": 2}, at=BATTLES)
    assert answer(given) == battle("italy")


def test_it_retreats_to_the_strongest_of_its_own() -> None:
    given = position({"italy": 10}, {"italy": 9, "austria": 1, "switzerland": 4}, at=BATTLES)
    beaten = fight(given, "italy", french=[6, 1], allied=[1, 2, 3])
    assert answer(beaten, ALLIED) == Retreat("switzerland", 5)


@pytest.mark.parametrize(("russians", "order"), [(4, ROLL), (10, STAY)])
def test_kutuzov_withdraws_from_a_battle_that_looks_lost(russians: int, order: Order) -> None:
    given = position(
        {"russia": 10},
        {"russia": russians, "sweden": 3},
        at=BATTLES,
        commanders={"kutuzov": "russia"},
    )
    asked = play(given, FRENCH, battle("russia"))
    assert answer(asked, ALLIED) == order
    if order == ROLL:
        rolled = play(asked, ALLIED, ROLL, allied=[2])
        assert answer(rolled, ALLIED) == KutuzovWithdraw("sweden")


def test_rebels_rise_where_few_french_stand() -> None:
    given = position(
        {"spain": 6, "portugal": 1}, {"england": 1, "austria": 1}, at=REINFORCEMENT, active=ALLIED
    )
    asked = skip(given, "place_rebels")
    assert answer(asked, ALLIED) == PlaceRebels("portugal")


# -- its cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("french", "order"), [(10, card("austerlitz")), (30, PASS), (2, PASS)])
def test_a_battle_card_is_played_where_it_turns_the_scale(french: int, order: Order) -> None:
    given = position(
        {"austria": french}, {"austria": 10}, at=BATTLES, hands={FRENCH: ["austerlitz"]}
    )
    assert answer(play(given, FRENCH, battle("austria"))) == order


def test_it_plays_no_card_that_helps_the_enemy() -> None:
    given = position({"france": 9}, {"austria": 9}, at=MOVES_OPEN, hands={FRENCH: ["josephine"]})
    assert answer(given) == PASS
    held = position({"france": 9}, {"austria": 9}, at=MOVES_OPEN, hands={ALLIED: ["josephine"]})
    assert answer(play(held, FRENCH, PASS), ALLIED) == card("josephine")


def test_it_discards_what_is_of_least_use_to_it() -> None:
    dear = ["berthier", "josephine", "jena", "toulon", "austerlitz", "friedland", "conscription"]
    given = position({"france": 9}, {}, at=DRAW, hands={FRENCH: dear}, deck=["nelson", "tilsit"])
    asked = skip(given, "discard_excess")
    assert answer(asked) == DiscardExcess(("josephine", "nelson"))


def test_armies_of_a_card_go_where_they_are_needed() -> None:
    given = position(
        {"france": 3, "spain": 3, "denmark": 3},
        {"england": 8},
        at=REINFORCEMENT,
        hands={FRENCH: ["conscription"]},
    )
    assert answer(play(given, FRENCH, card("conscription"))) == PlaceCardArmies("france", 2)


# -- what it knows ---------------------------------------------------------------------------------


def test_it_knows_nothing_of_the_other_hand() -> None:
    """Other cards in the other hand and in the deck; he who holds them answers otherwise."""
    armies = {"austria": 10}, {"austria": 10}
    one, other = (
        play(
            position(*armies, at=BATTLES, hands={FRENCH: ["jena"], ALLIED: [held]}),
            FRENCH,
            battle("austria"),
        )
        for held in ("nelson", "general_winter")
    )
    assert answer(one) == answer(other)
    asked = [play(it, FRENCH, PASS) for it in (one, other)]
    assert answer(asked[0], ALLIED) != answer(asked[1], ALLIED)


@pytest.mark.parametrize(("french", "agrees"), [(3, False), (2, True), (1, True)])
def test_an_end_is_agreed_to_by_who_is_not_ahead(french: int, agrees: bool) -> None:
    state = position({"france": french}, {"russia": 2}, active=ALLIED)
    bot = Player(Random(0))

    def said(now: State) -> Order | None:
        return bot.unasked(RULES.view(now, Viewer(FRENCH)))

    assert said(state) is None, "nobody has offered it"
    assert said(play(state, FRENCH, AgreeToEnd()).state) is None, "it is the bot's own offer"
    offered = play(state, ALLIED, AgreeToEnd()).state
    assert said(offered) == (AgreeToEnd() if agrees else None)


def test_a_game_against_the_bot_is_ended_by_agreement(tmp_path: Path) -> None:
    env = {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}
    with Games(env, rulesets={RULES.name: RULES}) as games:
        game = games.create(RULES.name, "europe", {}, bots=["french"]).game
        games.submit_orders(game.id, ALLIED, [AgreeToEnd()])
        assert bots.answer_once(games, game.id)
        assert games.open(game.id).over, "both sides begin with as many armies"
