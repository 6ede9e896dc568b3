"""Cards that the Allied players exchange while they are in contact [THREE.3, RULING.101]."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.narration import describe
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.storybook import PLAINLY
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import position_notation
from napoleon.rulesets.napoleon1815.boards import boards
from napoleon.rulesets.napoleon1815.events.partners import ExchangeAnswered, ExchangeOffered
from napoleon.rulesets.napoleon1815.notation import Notation1815
from napoleon.rulesets.napoleon1815.orders import (
    AgreeEvent,
    AnswerOffer,
    AnswerSwap,
    DeclareBlue,
    OfferCards,
    PlayRecoveryCard,
    SendMessage,
    SwapCard,
)
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.kit import (
    END,
    FRENCH,
    MOVE,
    PACK,
    RULES,
    Played,
    activate,
    asked,
    at,
    legal_orders,
    march,
    play,
    position,
)
from tests.napoleon1815.playing_cards import NO_CARD, card, no_cards, number
from tests.napoleon1815.scripted import ScriptedChance, value

ANGLO_DUTCH, PRUSSIAN = "anglo_dutch", "prussian"
ALLIES = (ANGLO_DUTCH, PRUSSIAN)
OTHERS = (FRENCH, SPECTATOR)
ACCEPT, TURN_DOWN = AnswerOffer(True), AnswerOffer(False)

HELD = {ANGLO_DUTCH: [11, 13, 22], PRUSSIAN: [12, 18]}


def near(blucher: str = "genappe", **more: Any) -> State:
    """Wellington is in Bruxelles, and Blücher a road away, with a corps each."""
    blocks = {
        "ney": at("fleurus"),
        "picton": at("bruxelles"),
        "wellington": at("bruxelles"),
        "ziethen": at(blucher),
        "blucher": at(blucher),
    }
    options = {"players": 3, **more.pop("options", {})}
    return position(blocks, **{"options": options, "leader": ANGLO_DUTCH, "hands": HELD, **more})


def offered(given: State | Played, seat: str, *give: int, take: tuple[int, ...] = ()) -> Played:
    return play(given, seat, OfferCards(give, take))


def hands(played: Played) -> tuple[list[int], list[int]]:
    held = played.state.hands
    return sorted(held[ANGLO_DUTCH]), sorted(held[PRUSSIAN])


# -- when and what ---------------------------------------------------------------------------------


@pytest.mark.parametrize("blucher", ["bruxelles", "genappe"])
def test_three_3_cards_are_exchanged_together_and_one_road_apart(blucher: str) -> None:
    waiting = offered(near(blucher), ANGLO_DUTCH, 11, take=(12,))
    assert waiting.asked == [(PRUSSIAN, "answer_offer")]
    assert legal_orders(waiting, PRUSSIAN) == [ACCEPT, TURN_DOWN]
    assert hands(waiting) == ([11, 13, 22], [12, 18]), "nothing has changed hands yet"
    accepted = play(waiting, PRUSSIAN, ACCEPT)
    assert hands(accepted) == ([12, 13, 22], [11, 18])
    assert accepted.asked == [(FRENCH, "go")], "where they were before"


@pytest.mark.parametrize(
    ("give", "take", "left"),
    [
        ((11, 13), (18,), ([18, 22], [11, 12, 13])),
        ((11, 13, 22), (), ([], [11, 12, 13, 18, 22])),
        ((), (12, 18), ([11, 12, 13, 18, 22], [])),
        ((22,), (12, 18), ([11, 12, 13, 18], [22])),
    ],
    ids=["two for one", "a gift of all", "a request", "one for two"],
)
def test_three_3_in_any_number_and_one_way(
    give: tuple[int, ...], take: tuple[int, ...], left: tuple[list[int], list[int]]
) -> None:
    waiting = offered(near(), ANGLO_DUTCH, *give, take=take)
    assert hands(play(waiting, PRUSSIAN, ACCEPT)) == left
    refused = play(waiting, PRUSSIAN, TURN_DOWN)
    assert hands(refused) == ([11, 13, 22], [12, 18])
    assert refused.state.exchange is None


def test_three_3_as_often_as_they_like() -> None:
    first = play(offered(near(), PRUSSIAN, 12), ANGLO_DUTCH, ACCEPT)
    again = play(offered(first, ANGLO_DUTCH, 12), PRUSSIAN, ACCEPT)
    assert hands(again) == ([11, 13, 22], [12, 18])
    assert again.state.given == {ANGLO_DUTCH: 1, PRUSSIAN: 1}, "an offer answers no decision"


def test_three_3_in_the_middle_of_an_operation_of_the_enemy() -> None:
    begun = no_cards(play(near(), FRENCH, activate("fleurus", "ney")))
    flipped = play(begun, FRENCH, MOVE, chance=ScriptedChance([value(3)]))
    before = asked(flipped)
    waiting = offered(flipped, PRUSSIAN, 12)
    assert waiting.asked == [(ANGLO_DUTCH, "answer_offer")]
    after = play(waiting, ANGLO_DUTCH, ACCEPT)
    assert after.asked == before
    assert RULES.decisions(after.state)[0].kind == RULES.decisions(flipped.state)[0].kind


@pytest.mark.parametrize(
    ("given", "seat"),
    [
        (near("ath"), ANGLO_DUTCH),
        (near(), FRENCH),
        (position({"ney": at("ligny"), "picton": at("ath")}, hands={"allied": [11]}), "allied"),
    ],
    ids=["far apart", "the enemy", "two players"],
)
def test_three_3_no_contact(given: State, seat: str) -> None:
    refusal = play(given, seat, OfferCards((11,)))
    assert refusal.refused == ("NO_CONTACT", "THREE.3")


def test_three_3_aides_de_camp_bring_them_into_contact_too() -> None:
    given = near("ath", phase="initiative", to_go="", leader="", hands={**HELD, ANGLO_DUTCH: [78]})
    declared = play(given, FRENCH, DeclareBlue()) if asked(given)[0][0] == FRENCH else given
    declared = play(play(declared, PRUSSIAN, DeclareBlue()), ANGLO_DUTCH, DeclareBlue(78))
    assert declared.asked == [(ANGLO_DUTCH, "swap_card")]
    waiting = offered(declared, PRUSSIAN, 12, 18)
    assert waiting.asked == [(ANGLO_DUTCH, "answer_offer")]
    accepted = play(waiting, ANGLO_DUTCH, ACCEPT)
    assert hands(accepted) == ([12, 18], [])
    assert accepted.asked == [(ANGLO_DUTCH, "swap_card")], "the contact goes on"


def test_a_contact_that_rules_2_0_have_opened_is_closed_as_it_was() -> None:
    met = near()
    met.contact, met.contact_turn = "commanders", met.turn
    swapped = play(play(met, ANGLO_DUTCH, SwapCard(11)), PRUSSIAN, AnswerSwap(12))
    closed = play(play(swapped, ANGLO_DUTCH, SwapCard()), PRUSSIAN, SwapCard())
    assert (closed.asked, closed.state.contact) == ([(FRENCH, "go")], "")


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "refusal"),
    [
        (OfferCards(), ("BAD_PAYLOAD", "THREE.3")),
        (OfferCards((12,)), ("CARD_NOT_IN_HAND", "THREE.3")),
        (OfferCards((13, 11)), ("BAD_PAYLOAD", "THREE.3")),
        (OfferCards((11, 11)), ("BAD_PAYLOAD", "THREE.3")),
        (OfferCards((11,), (13,)), ("BAD_PAYLOAD", "THREE.3")),
        (OfferCards((11,), (47,)), ("BAD_PAYLOAD", "THREE.3")),
        (OfferCards((11,), (999,)), ("BAD_PAYLOAD", "THREE.3")),
    ],
)
def test_an_offer_that_nobody_could_accept(order: OfferCards, refusal: tuple[str, str]) -> None:
    assert play(near(), ANGLO_DUTCH, order).refused == refusal


def test_what_the_partner_holds_is_not_told_by_asking_for_it() -> None:
    held, other = (offered(near(), ANGLO_DUTCH, 11, take=(it,)) for it in (12, 14))
    assert held.refusal is other.refusal is None
    assert [e.type for e in held.events] == [e.type for e in other.events]
    assert legal_orders(other, PRUSSIAN) == [TURN_DOWN]
    assert play(other, PRUSSIAN, ACCEPT).refused == ("CARD_NOT_IN_HAND", "THREE.3")
    views = [RULES.view(it.state, Viewer(ANGLO_DUTCH)).map for it in (held, other)]
    assert views[0] == views[1]


def test_one_offer_waits_at_a_time() -> None:
    waiting = offered(near(), ANGLO_DUTCH, 11)
    for seat in ALLIES:
        [mine, *_] = HELD[seat]
        assert play(waiting, seat, OfferCards((mine,))).refused == ("OFFER_PENDING", "RULING.101")
    assert play(waiting, FRENCH, OfferCards((47,))).refused == ("NO_CONTACT", "THREE.3")
    assert play(waiting, ANGLO_DUTCH, ACCEPT).refused == ("NOT_YOUR_DECISION", "THREE.3")
    said = play(waiting, PRUSSIAN, SendMessage("What for?"))
    assert said.asked == [(PRUSSIAN, "answer_offer")], "they may talk about it"
    answered = play(said, PRUSSIAN, TURN_DOWN)
    assert play(answered, PRUSSIAN, ACCEPT).refused == ("NO_OFFER", "THREE.3")


def test_a_card_that_waits_for_the_leader_is_not_given_away() -> None:
    exhaustion = number("exhaustion", "allied")
    given = near(hands={PRUSSIAN: [exhaustion, 12], ANGLO_DUTCH: [11]})
    begun = no_cards(play(given, FRENCH, activate("fleurus", "ney")))
    flipped = no_cards(play(begun, FRENCH, MOVE, chance=ScriptedChance([value(1)])))
    entered = no_cards(play(flipped, FRENCH, *march("fleurus", "ligny")), until="W.MOVEEND")
    moved = no_cards(play(entered, FRENCH, END), until="W.MOVEEND")
    moved = play(moved, ANGLO_DUTCH, NO_CARD)
    proposed = play(moved, PRUSSIAN, card("exhaustion", "allied"))
    assert proposed.asked == [(ANGLO_DUTCH, "agree_event")]
    barred = play(proposed, PRUSSIAN, OfferCards((exhaustion,)))
    assert barred.refused == ("CARD_IN_PLAY", "RULING.101")
    wanted = offered(proposed, ANGLO_DUTCH, take=(exhaustion,))
    assert legal_orders(wanted, PRUSSIAN) == [TURN_DOWN]
    assert play(wanted, PRUSSIAN, ACCEPT).refused == ("CARD_IN_PLAY", "RULING.101")
    allowed = play(play(wanted, PRUSSIAN, TURN_DOWN), ANGLO_DUTCH, AgreeEvent(True))
    assert exhaustion not in allowed.state.hands[PRUSSIAN]


def test_a_sealed_recovery_card_is_not_given_away() -> None:
    given = near(phase="recovery", hands={**HELD, FRENCH: [47]})
    for block in ("ziethen", "picton", "ney"):
        given.blocks[block].ready, given.blocks[block].fatigue = False, 4
    sealed = play(given, PRUSSIAN, PlayRecoveryCard(12, "ziethen"))
    assert play(sealed, PRUSSIAN, OfferCards((12,))).refused == ("CARD_IN_PLAY", "RULING.101")
    given_away = play(offered(sealed, PRUSSIAN, 18), ANGLO_DUTCH, ACCEPT)
    assert hands(given_away) == ([11, 13, 18, 22], [12])
    assert (FRENCH, "recovery") in given_away.asked


# -- who is told -----------------------------------------------------------------------------------


def test_only_the_two_partners_read_which_cards() -> None:
    waiting = offered(near(), ANGLO_DUTCH, 11, take=(12,))
    answers = [play(waiting, PRUSSIAN, it) for it in (ACCEPT, TURN_DOWN)]
    proposal = waiting.the(ExchangeOffered)
    replies = [it.the(ExchangeAnswered) for it in answers]
    for reader in OTHERS:
        for event in (proposal, *replies):
            said = redacted(event, Viewer(reader))["data"]
            assert said["give"] is said["take"] is None
        told = {describe(it, Viewer(reader), RULES.names) for it in replies}
        assert told == {"Prussians answered the offer of Anglo-Dutch."}
        one, other = (RULES.view(it.state, Viewer(reader)) for it in answers)
        assert one == other, "card for card changes nothing that they see"
    for reader in (*ALLIES, REFEREE):
        text = describe(proposal, Viewer(reader), RULES.names, RULES.cards)
        assert "to give 11 Supply, and to take 12 Supply" in text
        told = {describe(it, Viewer(reader), RULES.names, RULES.cards) for it in replies}
        assert len(told) == 2 and not any("True" in it for it in told)


@pytest.mark.parametrize("rules", ["conscript", "grognard"])
def test_the_boards_show_the_offer_to_the_partners_only(rules: str) -> None:
    waiting = offered(near(options={"rules": rules}), ANGLO_DUTCH, 11, 13)
    for reader in (*ALLIES, REFEREE):
        views = RULES.view(waiting.state, Viewer(reader))
        assert views.hand.offer is not None
        assert [it.number for it in views.hand.offer.give] == [11, 13]
        assert (
            "The Anglo-Dutch offer 11 Supply, 13 Forced march for nothing."
            in boards(views, PLAINLY)[3].note
        )
    for reader in OTHERS:
        assert RULES.view(waiting.state, Viewer(reader)).hand.offer is None


def test_vis_6_that_the_commanders_are_near_is_not_shown_to_others_in_fog() -> None:
    for rules, seen in (("conscript", "commanders"), ("grognard", None)):
        state = near(options={"rules": rules})
        assert {RULES.view(state, Viewer(it)).map.contact for it in OTHERS} == {seen}
        assert {RULES.view(state, Viewer(it)).map.contact for it in ALLIES} == {"commanders"}


# -- notation --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (OfferCards((11,), (12, 18)), "offer 11 Supply for 12 Supply, 18 Blocked road"),
        (OfferCards((11, 13)), "offer 11 Supply, 13 Forced march"),
        (OfferCards((), (12,)), "ask for 12 Supply"),
        (ACCEPT, "accept"),
        (TURN_DOWN, "turn down"),
    ],
)
def test_an_offer_and_its_answer_are_written_and_read(
    order: OfferCards | AnswerOffer, line: str
) -> None:
    notation = Notation1815(RULES)
    waiting = offered(near(), PRUSSIAN, 12).state
    seat = ANGLO_DUTCH
    state = near() if isinstance(order, OfferCards) else waiting
    assert notation.write(order, state, seat) == line
    decisions = [it for it in RULES.decisions(state) if it.seat == seat]
    read = notation.read(state, decisions[0] if decisions else None, seat, line)
    assert read == order and not isinstance(read, Refusal)


@pytest.mark.parametrize("take", [(), (12,)])
@pytest.mark.parametrize("give", [(), (11, 13)])
def test_an_offer_stands_in_the_text_of_a_position(
    give: tuple[int, ...], take: tuple[int, ...]
) -> None:
    if give or take:
        state = offered(near(), ANGLO_DUTCH, *give, take=take).state
        text = position_notation.write(PACK, state)
        assert "Swap offered: Anglo-Dutch: " in text
        assert position_notation.read(PACK, text) == position_notation.settled(state)
