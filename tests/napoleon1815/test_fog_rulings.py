"""Fog of war: what the service does by itself tells nothing of hidden blocks [RULING.90]."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import notation
from napoleon.rulesets.napoleon1815.events.combat import RetreatEnded
from napoleon.rulesets.napoleon1815.events.movement import MovementEnded, StackCouldNotMove
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent, PlayerPassed
from napoleon.rulesets.napoleon1815.orders import ChooseAttack
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.foggy import attacked, go_on, in_fog, log, moved, public, unopposed
from tests.napoleon1815.kit import (
    ALLIED,
    DECLINE,
    END,
    FRENCH,
    MOVE,
    PASS,
    RULES,
    Played,
    Standing,
    activate,
    asked,
    at,
    legal_orders,
    march,
    play,
    retreat,
)
from tests.napoleon1815.marching import gone, set_out
from tests.napoleon1815.playing_cards import NO_CARD, card, hands, no_cards
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, value


def test_ruling_90_nobody_sees_that_only_a_commander_is_ready() -> None:
    def turn(ready: str) -> Played:
        blocks = {name: at("p1", ready=name == ready) for name in ("derlon", "napoleon")}
        given = in_fog({**blocks, "gerard": at("maubeuge", ready=False)}, to_go=ALLIED)
        return go_on(given, ALLIED, PASS)

    assert asked(turn("derlon")) == asked(turn("napoleon")) == [(FRENCH, "go")]
    assert legal_orders(turn("napoleon"), FRENCH) == [PASS]
    assert [event.player for event in turn("napoleon").events_of(PlayerPassed)] == [ALLIED]


def without_points(area: str) -> Played:
    """Two corps flip a card of value 1, which leaves them no movement point."""
    given = in_fog(derlon=at(area), reille=at(area), picton=at("p2"))
    begun = go_on(given, FRENCH, activate(area, "derlon", "reille"))
    return go_on(begun, FRENCH, MOVE, chance=ScriptedChance([value(1)]))


def test_ruling_90_a_stack_without_points_ends_its_movement_itself() -> None:
    stopped = without_points("p1")
    assert (asked(stopped), legal_orders(stopped, FRENCH)) == ([(FRENCH, "march")], [END])
    over = go_on(stopped, FRENCH, END)
    assert not over.events_of(StackCouldNotMove)
    assert over.the(MovementEnded).reason == "chosen"
    assert {event.block for event in over.events_of(BlockSpent)} == {"derlon", "reille"}


def test_ruling_20_and_90_a_stack_without_points_does_not_fight_instead() -> None:
    stopped = go_on(without_points("p2"), FRENCH, END)
    assert (asked(stopped), legal_orders(stopped, FRENCH)) == (
        [(FRENCH, "choose_attack")],
        [DECLINE],
    )
    refused = go_on(stopped, FRENCH, ChooseAttack(True)).refused
    assert refused == ("NOT_ENOUGH_MP", "RULING.20")


def test_ruling_90_a_stack_that_joins_friends_ends_its_movement_itself() -> None:
    def joined(friend: str, other: str) -> Played:
        blocks = {friend: at("p2"), other: at("p6")}
        return moved(in_fog(blocks, derlon=at("p1"), picton=at("alost")), FRENCH, "p1", "p2")

    corps, scout = joined("reille", "french_scout_1"), joined("french_scout_1", "reille")
    assert public(corps, ALLIED) == public(scout, ALLIED)
    assert legal_orders(corps, FRENCH) == [END]
    refused = go_on(corps, FRENCH, *march("p2", "p3")).refused
    assert refused == ("MUST_STOP", "MOVE.2F")
    assert len(legal_orders(scout, FRENCH)) > 1


def moving_in_fog(side: str, points: int, *cards: str, **blocks: Standing) -> Played:
    """A stack in P3, where a road crosses a bridge, has flipped a card of this value."""
    held = {side: hands(**{side: " ".join(cards)})[side]}
    stack = sorted(blocks)
    other = {"picton": at("alost")} if side == FRENCH else {"ney": at("maubeuge")}
    given = in_fog({**blocks, **other, "lobau": at("namur")}, hands=held, to_go=side)
    return set_out(given, side, "p3", *stack, points=points)


def test_move_2e_no_card_is_played_when_the_points_are_used_up_in_fog() -> None:
    begun = no_cards(moving_in_fog(FRENCH, 1, "forced_march", derlon=at("p3")))
    assert card("forced_march", FRENCH) in legal_orders(begun, FRENCH), "one point is left"
    arrived = gone(begun, FRENCH, "p3", "p2")
    assert (arrived.asked, legal_orders(arrived, FRENCH)) == ([(FRENCH, "march")], [END])
    refused = play(arrived, FRENCH, card("forced_march", FRENCH)).refused
    assert refused == ("WRONG_WINDOW", "RULING.90")


def test_move_1h_no_card_is_played_on_the_march_of_a_stack_without_points_in_fog() -> None:
    flipped = moving_in_fog(ALLIED, 1, "bridge_demolition", hill=at("p3"), orange=at("p3"))
    bridge = card("bridge_demolition", ALLIED, road="p3-p4")
    assert bridge in legal_orders(flipped, ALLIED), "it may be played after the flip [MOVE.1H]"
    passed = play(flipped, ALLIED, NO_CARD)
    assert (passed.asked, legal_orders(passed, ALLIED)) == ([(ALLIED, "march")], [END])
    assert play(passed, ALLIED, bridge).refused == ("WRONG_WINDOW", "RULING.90")


@pytest.mark.parametrize("event", ["forced_march", "bridge_demolition"])
def test_move_2f_no_card_is_played_after_joining_friends_in_fog(event: str) -> None:
    joining = {"hill": at("p3"), "orange": at("p4")}
    given = in_fog(joining, ney=at("maubeuge"), hands=hands(allied=event), to_go=ALLIED)
    moving = no_cards(set_out(given, ALLIED, "p3", "hill", points=4))
    road = "p3-p4" if event == "bridge_demolition" else ""
    assert card(event, ALLIED, road=road) in legal_orders(moving, ALLIED)
    joined = gone(moving, ALLIED, "p3", "p4")
    assert (joined.asked, legal_orders(joined, ALLIED)) == ([(ALLIED, "march")], [END])
    assert play(joined, ALLIED, card(event, ALLIED, road=road)).refused == (
        "WRONG_WINDOW",
        "RULING.90",
    )


def test_ruling_90_that_the_movement_is_over_is_not_told_to_the_enemy() -> None:
    def joined(friend: str, other: str) -> Played:
        blocks = {"hill": at("p3"), friend: at("p4"), other: at("p6"), "ney": at("maubeuge")}
        given = in_fog(blocks, hands=hands(allied="forced_march"), to_go=ALLIED)
        return gone(no_cards(set_out(given, ALLIED, "p3", "hill", points=4)), ALLIED, "p3", "p4")

    corps, scout = joined("orange", "anglo_dutch_scout_1"), joined("anglo_dutch_scout_1", "orange")
    assert legal_orders(corps, ALLIED) == [END] != legal_orders(scout, ALLIED)
    assert public(corps, FRENCH) == public(scout, FRENCH)


def test_ruling_90_a_retreat_that_is_over_ends_by_its_distance() -> None:
    def reason(friend: str) -> str:
        given = in_fog({friend: at("marbais")}, drouot=at("ligny"), picton=at("ligny", 4, 0))
        fought = attacked(
            given, FRENCH, "ligny", "drouot", french=[(1, 0), (0, 0), (0, 0)], allied=[(0, 0)]
        )
        return over(fought).the(RetreatEnded).reason

    assert reason("hill") == reason("anglo_dutch_scout_1") == "distance covered"


def over(fought: Played) -> Played:
    """The beaten stack retreats to Marbais."""
    bled = go_on(fought, ALLIED, legal_orders(fought, ALLIED)[0])
    chance = ScriptedChance(otherwise=HARMLESS)
    return go_on(bled, ALLIED, *retreat("ligny", "marbais"), chance=chance)


def test_vis_9_a_line_with_two_meanings_tells_nothing_of_tokens() -> None:
    def typed(one: str, other: str) -> Refusal | object:
        given = in_fog({one: at("p1"), other: at("p2")}, picton=at("alost"), to_go=ALLIED)
        return notation.Notation1815(RULES).read(given, None, ALLIED, "activate Alost: french")

    assert typed("derlon", "reille") == typed("reille", "derlon")
    assert isinstance(typed("derlon", "reille"), Refusal)


# -- a partner's tokens ----------------------------------------------------------------------------

BESIDE = ("blucher", "ziethen", "prussian_scout_1")
"""What may hide under the one Prussian token."""


def partners(blocks: dict[str, Standing], leader: str = "anglo_dutch", **given: Any) -> State:
    options = {"rules": "grognard", "players": 3}
    return in_fog(blocks, options=options, leader=leader, **given)


def leaving(token: str, *more: str) -> Played:
    """Picton is about to leave an area in which there are others, tokens to their player."""
    elsewhere = {other: at("namur") for other in BESIDE if other not in (token, *more)}
    there = {name: at("p1") for name in ("picton", token, *more)}
    given = partners({**there, "bulow": at("namur"), **elsewhere}, to_go="anglo_dutch")
    chance = ScriptedChance(allied=[value(3)])
    return go_on(given, "anglo_dutch", activate("p1", "picton"), MOVE, chance=chance)


def test_ruling_95_leaving_a_corps_or_a_scout_of_the_partner_tells_nothing_of_it() -> None:
    corps, scout = leaving("ziethen"), leaving("prussian_scout_1")
    assert legal_orders(corps, "anglo_dutch") == legal_orders(scout, "anglo_dutch") != [END]
    assert public(corps, "anglo_dutch") == public(scout, "anglo_dutch")


def test_move_2h_and_elim_5_a_partners_commander_is_not_left_alone_in_fog_either() -> None:
    moving = leaving("blucher")
    assert legal_orders(moving, "anglo_dutch") == [END]
    outcome = RULES.decide(moving.state, "anglo_dutch", march("p1", "p2")[0], ScriptedChance())
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.clause) == ("COMMANDER_ALONE", "MOVE.2H")
    assert outcome.facts == {"commanders": []}, "whose token it is, nobody else is told"
    assert "blucher" not in str(outcome).lower()
    assert public(moving, FRENCH) == public(leaving("ziethen"), FRENCH)


def test_move_2h_a_partners_commander_with_a_corps_of_his_own_may_be_left() -> None:
    with_corps = leaving("blucher", "ziethen")
    assert legal_orders(with_corps, "anglo_dutch") == legal_orders(
        leaving("ziethen"), "anglo_dutch"
    )


def test_move_2h_a_scout_is_no_company_for_a_partners_commander() -> None:
    assert legal_orders(leaving("blucher", "prussian_scout_1"), "anglo_dutch") == [END]


@pytest.mark.parametrize("token", BESIDE)
def test_ruling_95_the_own_commander_is_not_left_with_a_partners_token(token: str) -> None:
    blocks = {"picton": at("p1"), "wellington": at("p1"), token: at("p1")}
    given = partners(blocks, to_go="anglo_dutch")
    chance = ScriptedChance(allied=[value(3)])
    moving = go_on(given, "anglo_dutch", activate("p1", "picton"), MOVE, chance=chance)
    assert legal_orders(moving, "anglo_dutch") == [END]
    outcome = RULES.decide(moving.state, "anglo_dutch", march("p1", "p2")[0], ScriptedChance())
    assert isinstance(outcome, Refusal)
    assert (outcome.code, outcome.clause) == ("COMMANDER_ALONE", "MOVE.2H")
    assert outcome.facts == {"commanders": ["wellington"]}


@pytest.mark.parametrize("leader", ["anglo_dutch", "prussian"])
def test_ruling_96_the_leader_spreads_the_fatigue_of_a_stack_that_may_be_mixed(leader: str) -> None:
    def entered(token: str) -> Played:
        blocks = {"picton": at("p2"), token: at("p2"), "reille": at("p2"), "derlon": at("p1")}
        given = partners(blocks, leader, to_go=FRENCH, markers={"p2": (ALLIED, "p1")})
        chance = ScriptedChance(french=[value(3)])
        begun = unopposed(go_on(given, FRENCH, activate("p1", "derlon")))
        begun = unopposed(go_on(begun, FRENCH, MOVE, chance=chance))
        return go_on(begun, FRENCH, *march("p1", "p2"))

    with_corps, with_commander = entered("ziethen"), entered("blucher")
    assert with_corps.asked == with_commander.asked == [(leader, "allocate_fatigue")]
    assert log(with_corps, FRENCH) == log(with_commander, FRENCH)
