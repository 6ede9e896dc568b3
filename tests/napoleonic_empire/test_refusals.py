"""Each refusal of chapter (b), with its clause."""

from __future__ import annotations

import pytest

from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleonic_empire import RULES, orders
from tests.napoleonic_empire.kit import (
    ALLIED,
    BATTLES,
    CARDS,
    DRAW,
    END_ATTACK,
    END_MOVE,
    FRENCH,
    MOVES,
    MOVES_OPEN,
    NO_REBELS,
    PASS,
    REINFORCEMENT,
    ROLL,
    STAY,
    battle,
    card,
    fight,
    fresh,
    lead,
    move,
    play,
    position,
    refusal,
    retreat,
    skip,
)
from tests.napoleonic_empire.scripted import ScriptedChance


def field(at=MOVES, active=FRENCH, **given):
    """Both sides stand in Spain and Austria, and each at home."""
    french = {"spain": 4, "austria": 2, "france": 4}
    allied = {"spain": 4, "austria": 2, "england": 4, "sweden": 2}
    return position(french, allied, at=at, active=active, **given)


def led(active=FRENCH, at=MOVES, **commanders):
    """The same with commanders."""
    return field(active=active, at=at, commanders=commanders)


def fighting(active=FRENCH, **given):
    """They fight in Spain, and cards are asked for."""
    return play(field(BATTLES, active, **given), active, battle("spain"))


def excess():
    """The French have to discard two cards."""
    return skip(field(DRAW, hands={FRENCH: CARDS[:7]}), "discard_excess")


def beaten():
    """Four Allied armies have to retreat from Austria, to Prussia or Russia."""
    given = position(
        {"austria": 20, "italy": 1},
        {"austria": 5, "prussia": 1, "russia": 1, "warsaw": 1, "england": 1},
        at=BATTLES,
    )
    return fight(given, "austria", french=[6, 1], allied=[1, 1, 1])


def conscription():
    """A card has given armies to the French."""
    given = position(
        {"france": 1, "italy": 1},
        {"austria": 1, "england": 1},
        at=REINFORCEMENT,
        hands={FRENCH: ["conscription"]},
    )
    return play(given, FRENCH, card("conscription"))


def rising():
    """The Allies are asked for rebels."""
    return skip(field(REINFORCEMENT, ALLIED), "place_rebels")


def defending():
    """Kutuzov defends Spain."""
    return play(led(at=BATTLES, kutuzov="spain"), FRENCH, battle("spain"))


def withdrawing():
    """He may withdraw."""
    return play(defending(), ALLIED, ROLL, allied=[1])


def offered():
    """The French would agree to end the game."""
    return play(field(), FRENCH, orders.AgreeToEnd())


REFUSED = [
    (lambda: field(DRAW), FRENCH, [
        (card("toulon"), "NOT_IN_HAND CARD.3"),
        (card("moscow"), "UNKNOWN_CARD COMP.4"),
    ]),
    (lambda: field(DRAW, hands={FRENCH: ["berthier"]}), FRENCH, [
        (card("berthier"), "WINDOW_CLOSED CARD.2"),
    ]),
    (lambda: field(DRAW, hands={ALLIED: ["grapeshot"]}), ALLIED, [
        (card("grapeshot"), "NOT_YOUR_WORD E-24"),
    ]),
    (excess, FRENCH, [
        (orders.DiscardExcess((CARDS[0],)), "WRONG_NUMBER DRAW.3"),
        (orders.DiscardExcess(CARDS[:3]), "WRONG_NUMBER DRAW.3"),
        (orders.DiscardExcess((CARDS[0],) * 2), "WRONG_NUMBER DRAW.3"),
        (orders.DiscardExcess((CARDS[0], CARDS[30])), "NOT_IN_HAND DRAW.3"),
    ]),
    (excess, ALLIED, [(orders.DiscardExcess(CARDS[:2]), "NOT_YOUR_DECISION DRAW.3")]),
    (lambda: field(MOVES_OPEN), FRENCH, [(move("france", "italy", 1), "DECISION_PENDING E-24")]),
    (field, FRENCH, [
        (PASS, "NOT_YOUR_WORD CARD.2"),
        (move("egypt", "naples", 1), "NOT_ENOUGH_UNMOVED MOVE.2"),
        (move("england", "spain", 1), "NOT_ADJACENT MOVE.4"),
        (move("france", "england", 1), "ENGLAND_CLOSED MOVE.5"),
        (move("france", "elba", 1), "UNKNOWN_COUNTRY MAP.1"),
        (orders.DiscardExcess(CARDS[:2]), "WRONG_PHASE SEQ.2"),
        (battle("spain"), "WRONG_PHASE SEQ.2"),
        (orders.PlaceReinforcements("france", 1), "WRONG_PHASE SEQ.2"),
        (orders.PlaceCardArmies("france", 1), "WRONG_PHASE SEQ.2"),
        (END_ATTACK, "WRONG_PHASE SEQ.2"),
    ]),
    (field, ALLIED, [
        (move("sweden", "russia", 1), "NOT_YOUR_DECISION MOVE.1"),
        (END_MOVE, "NOT_YOUR_DECISION MOVE.1"),
        (retreat("russia", 4), "WRONG_PHASE SEQ.2"),
        (orders.PlaceRebels("spain"), "WRONG_PHASE SEQ.2"),
        (NO_REBELS, "WRONG_PHASE SEQ.2"),
        (ROLL, "NO_KUTUZOV E-37"),
        (orders.SetUpRussia({"riga": 10}), "WRONG_PHASE SEQ.2"),
    ]),
    (lambda: led(davout="italy"), FRENCH, [
        (lead("davout", "italy naples", 1), "COMMANDER_ALONE E-34"),
        (lead("ney", "france italy", 1), "UNKNOWN_COMMANDER E-34"),
    ]),
    (lambda: led(davout="france"), FRENCH, [
        (lead("davout", "france italy", 5), "NOT_ENOUGH_UNMOVED MOVE.2"),
    ]),
    (lambda: led(at=BATTLES, davout="france"), FRENCH, [
        (lead("davout", "france italy", 1), "WRONG_PHASE SEQ.2"),
    ]),
    (lambda: field(BATTLES), FRENCH, [
        (move("france", "italy", 1), "WRONG_PHASE SEQ.2"),
        (END_MOVE, "WRONG_PHASE SEQ.2"),
        (battle("france"), "NOT_CONTESTED ATTACK.1"),
        (END_ATTACK, "BATTLES_PENDING ATTACK.1"),
    ]),
    (lambda: field(BATTLES), ALLIED, [(battle("spain"), "NOT_YOUR_DECISION E-11")]),
    (fighting, FRENCH, [
        (battle("austria"), "BATTLE_IN_PROGRESS ATTACK.11"),
        (END_ATTACK, "BATTLES_PENDING ATTACK.1"),
    ]),
    (fighting, ALLIED, [
        (orders.KutuzovWithdraw("portugal"), "NO_KUTUZOV E-37"),
        (STAY, "NO_KUTUZOV E-37"),
    ]),
    (defending, ALLIED, [(orders.KutuzovWithdraw("portugal"), "NO_KUTUZOV E-37")]),
    (withdrawing, ALLIED, [(orders.KutuzovWithdraw("italy"), "NOT_ADJACENT E-37")]),
    (beaten, ALLIED, [
        (retreat("sweden", 4), "NOT_ADJACENT ATTACK.10"),
        (retreat("italy", 4), "NOT_CONTROLLED E-17"),
        (retreat("rhineland", 4), "NOT_CONTROLLED E-17"),
    ]),
    (beaten, FRENCH, [(retreat("italy", 4), "NOT_YOUR_DECISION ATTACK.10")]),
    (rising, ALLIED, [(orders.PlaceRebels("italy"), "WRONG_COUNTRY NAT.1")]),
    (lambda: play(rising(), ALLIED, NO_REBELS), ALLIED, [(NO_REBELS, "ALREADY_USED E-21")]),
    (conscription, FRENCH, [(orders.PlaceCardArmies("france", 3), "EXCEEDS_POOL E-25")]),
    (lambda: fresh(divided_russia=True), FRENCH, [
        (orders.SetUpRussia({"riga": 10}), "NOT_YOUR_DECISION E-45"),
    ]),
    (offered, FRENCH, [(orders.AgreeToEnd(), "ALREADY_AGREED E-53")]),
]  # fmt: skip
"""Where a seat gives which orders, with code and clause of the refusal of each.

Refusals that a ruling or an acceptance case is about stand in its test.
"""


@pytest.mark.parametrize(("given", "seat", "cases"), REFUSED)
def test_refused(given, seat, cases):
    standing = given()
    assert [(it, " ".join(refusal(standing, seat, it) or ())) for it, _ in cases] == cases


@pytest.mark.parametrize(
    ("scenario", "options", "refused"),
    [
        ("asia", {}, ("UNKNOWN_SCENARIO", "SETUP.1")),
        ("europe", {"historical_deck": "by_month"}, ("BAD_OPTION", "TN.4")),
        ("europe", {"commanders": 1}, ("BAD_OPTION", "TN.4")),
        ("europe", {"balloons": True}, ("BAD_OPTION", "TN.4")),
    ],
)
def test_a_game_that_cannot_be_set_up(scenario, options, refused):
    with pytest.raises(SetupRefused) as caught:
        RULES.setup(scenario, options, ScriptedChance())
    assert (caught.value.refusal.code, caught.value.refusal.clause) == refused
