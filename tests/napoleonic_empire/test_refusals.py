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
    TURN_END,
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


def three_battles():
    """They stand against each other in Sweden too."""
    given = field(BATTLES)
    given.armies[FRENCH]["sweden"] = 1
    given.control["sweden"] = "contested"
    return given


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


def short():
    """The French have two armies for five that are due."""
    given = position({"france": 77, "spain": 1}, {"england": 1}, at=REINFORCEMENT)
    return skip(given, "place_reinforcements")


def given_by(name, side):
    """A card has given armies to a side."""
    given = position(
        {"france": 1, "italy": 1},
        {"austria": 1, "england": 1},
        at=REINFORCEMENT,
        active=side,
        hands={side: [name]},
    )
    return play(given, side, card(name))


def rising():
    """The Allies are asked for rebels."""
    return skip(field(REINFORCEMENT, ALLIED), "place_rebels")


def defending():
    """Kutuzov defends Spain."""
    return play(led(at=BATTLES, kutuzov="spain"), FRENCH, battle("spain"))


def withdrawing():
    """He may withdraw."""
    return play(defending(), ALLIED, ROLL, allied=[1])


def granted():
    """The French have played a card for an extra turn, and hold another."""
    given = field(TURN_END, hands={FRENCH: ["berthier", "man_of_destiny"]})
    return play(play(given, FRENCH, card("berthier")), ALLIED, PASS)


def over():
    """The French have resigned."""
    return play(field(), FRENCH, orders.Resign())


def offered():
    """The French would agree to end the game."""
    return play(field(), FRENCH, orders.AgreeToEnd())


def barred():
    """The French may not move in this turn."""
    given = field(MOVES_OPEN, hands={FRENCH: ["josephine"]})
    return skip(play(given, FRENCH, card("josephine")), BATTLES)


TABLE = {
    "PlayCard": [
        (lambda: field(DRAW), FRENCH, card("toulon"), "NOT_IN_HAND CARD.3"),
        (
            lambda: field(hands={FRENCH: ["berthier"]}),
            FRENCH,
            card("berthier"),
            "WINDOW_CLOSED CARD.2",
        ),
        (
            lambda: field(DRAW, hands={FRENCH: ["berthier"]}),
            FRENCH,
            card("berthier"),
            "WINDOW_CLOSED CARD.2",
        ),
        (
            lambda: field(DRAW, hands={ALLIED: ["grapeshot"]}),
            ALLIED,
            card("grapeshot"),
            "NOT_YOUR_WORD E-24",
        ),
        (
            lambda: fighting(hands={ALLIED: ["nelson"]}),
            ALLIED,
            card("nelson"),
            "NOT_YOUR_WORD E-13",
        ),
        (
            lambda: fighting(hands={FRENCH: ["jena"]}),
            FRENCH,
            card("jena"),
            "WRONG_COUNTRY CARD.jena",
        ),
        (granted, FRENCH, card("man_of_destiny"), "SECOND_EXTRA_TURN E-29"),
        (lambda: field(DRAW), FRENCH, card("moscow"), "UNKNOWN_CARD COMP.4"),
    ],
    "Pass": [
        (lambda: field(DRAW), ALLIED, PASS, "NOT_YOUR_WORD E-24"),
        (fighting, ALLIED, PASS, "NOT_YOUR_WORD E-13"),
        (field, FRENCH, PASS, "NOT_YOUR_WORD CARD.2"),
    ],
    "DiscardExcess": [
        (excess, FRENCH, orders.DiscardExcess((CARDS[0],)), "WRONG_NUMBER DRAW.3"),
        (excess, FRENCH, orders.DiscardExcess(CARDS[:3]), "WRONG_NUMBER DRAW.3"),
        (excess, FRENCH, orders.DiscardExcess((CARDS[0],) * 2), "WRONG_NUMBER DRAW.3"),
        (excess, FRENCH, orders.DiscardExcess((CARDS[0], CARDS[30])), "NOT_IN_HAND DRAW.3"),
        (excess, ALLIED, orders.DiscardExcess(CARDS[:2]), "NOT_YOUR_DECISION DRAW.3"),
        (field, FRENCH, orders.DiscardExcess(CARDS[:2]), "WRONG_PHASE SEQ.2"),
    ],
    "MoveArmies": [
        (lambda: field(BATTLES), FRENCH, move("france", "italy", 1), "WRONG_PHASE SEQ.2"),
        (barred, FRENCH, move("france", "italy", 1), "BARRED CARD.josephine"),
        (field, FRENCH, move("france", "italy", 5), "NOT_ENOUGH_UNMOVED MOVE.2"),
        (field, FRENCH, move("egypt", "naples", 1), "NOT_ENOUGH_UNMOVED MOVE.2"),
        (field, FRENCH, move("france", "austria", 1), "NOT_ADJACENT MOVE.1"),
        (field, FRENCH, move("england", "spain", 1), "NOT_ADJACENT MOVE.4"),
        (field, FRENCH, move("france", "england", 1), "ENGLAND_CLOSED MOVE.5"),
        (
            lambda: field(active=ALLIED),
            ALLIED,
            move("sweden", "england", 1),
            "ENGLAND_CLOSED MOVE.6",
        ),
        (lambda: field(active=ALLIED), ALLIED, move("england", "warsaw", 1), "LANDLOCKED MOVE.4"),
        (field, FRENCH, move("austria", "ottoman", 1), "OTTOMAN_CLOSED MAP.5"),
        (field, FRENCH, move("france", "elba", 1), "UNKNOWN_COUNTRY MAP.1"),
        (field, ALLIED, move("sweden", "russia", 1), "NOT_YOUR_DECISION MOVE.1"),
        (lambda: field(MOVES_OPEN), FRENCH, move("france", "italy", 1), "DECISION_PENDING E-24"),
    ],
    "MoveWithCommander": [
        (
            lambda: led(at=BATTLES, davout="france"),
            FRENCH,
            lead("davout", "france italy", 1),
            "WRONG_PHASE SEQ.2",
        ),
        (
            lambda: led(davout="italy"),
            FRENCH,
            lead("davout", "italy naples", 1),
            "COMMANDER_ALONE E-34",
        ),
        (
            lambda: led(davout="france"),
            FRENCH,
            lead("davout", "france italy", 5),
            "NOT_ENOUGH_UNMOVED MOVE.2",
        ),
        (
            lambda: led(davout="france"),
            FRENCH,
            lead("davout", "france italy naples", 1),
            "TOO_FAR E-34",
        ),
        (
            lambda: led(napoleon="france"),
            FRENCH,
            lead("napoleon", "france spain portugal", 1),
            "ENEMY_ON_THE_WAY E-34",
        ),
        (
            lambda: led(napoleon="france"),
            FRENCH,
            lead("napoleon", "france naples", 1),
            "NOT_ADJACENT MOVE.1",
        ),
        (
            lambda: led(napoleon="france"),
            FRENCH,
            lead("ney", "france italy", 1),
            "UNKNOWN_COMMANDER E-34",
        ),
    ],
    "EndMove": [
        (lambda: field(BATTLES), FRENCH, END_MOVE, "WRONG_PHASE SEQ.2"),
        (field, ALLIED, END_MOVE, "NOT_YOUR_DECISION MOVE.1"),
    ],
    "ChooseBattle": [
        (lambda: field(BATTLES), FRENCH, battle("france"), "NOT_CONTESTED ATTACK.1"),
        (
            lambda: fight(three_battles(), "austria", french=[3], allied=[2]),
            FRENCH,
            battle("austria"),
            "ALREADY_FOUGHT E-11",
        ),
        (fighting, FRENCH, battle("austria"), "BATTLE_IN_PROGRESS ATTACK.11"),
        (field, FRENCH, battle("spain"), "WRONG_PHASE SEQ.2"),
        (lambda: field(BATTLES), ALLIED, battle("spain"), "NOT_YOUR_DECISION E-11"),
    ],
    "Retreat": [
        (beaten, ALLIED, retreat("sweden", 4), "NOT_ADJACENT ATTACK.10"),
        (beaten, ALLIED, retreat("italy", 4), "NOT_CONTROLLED E-17"),
        (beaten, ALLIED, retreat("rhineland", 4), "NOT_CONTROLLED E-17"),
        (beaten, ALLIED, retreat("england", 4), "ENGLAND_CLOSED E-18"),
        (beaten, ALLIED, retreat("ottoman", 4), "OTTOMAN_CLOSED MAP.5"),
        (beaten, ALLIED, retreat("russia", 5), "MUST_RETREAT_ALL E-19"),
        (beaten, FRENCH, retreat("italy", 4), "NOT_YOUR_DECISION ATTACK.10"),
        (field, ALLIED, retreat("russia", 4), "WRONG_PHASE SEQ.2"),
    ],
    "PlaceReinforcements": [
        (short, FRENCH, orders.PlaceReinforcements("spain", 2), "EXCEEDS_VALUE REINF.1"),
        (short, FRENCH, orders.PlaceReinforcements("france", 3), "EXCEEDS_POOL E-20"),
        (short, FRENCH, orders.PlaceReinforcements("italy", 1), "WRONG_COUNTRY REINF.1"),
        (field, FRENCH, orders.PlaceReinforcements("france", 1), "WRONG_PHASE SEQ.2"),
    ],
    "PlaceRebels": [
        (rising, ALLIED, orders.PlaceRebels("italy"), "WRONG_COUNTRY NAT.1"),
        (
            lambda: play(rising(), ALLIED, NO_REBELS),
            ALLIED,
            orders.PlaceRebels("spain"),
            "ALREADY_USED E-21",
        ),
        (field, ALLIED, orders.PlaceRebels("spain"), "WRONG_PHASE SEQ.2"),
        (lambda: field(REINFORCEMENT), ALLIED, orders.PlaceRebels("spain"), "WRONG_PHASE E-21"),
    ],
    "DeclineRebels": [
        (field, ALLIED, NO_REBELS, "WRONG_PHASE SEQ.2"),
        (lambda: play(rising(), ALLIED, NO_REBELS), ALLIED, NO_REBELS, "ALREADY_USED E-21"),
    ],
    "PlaceCardArmies": [
        (
            lambda: given_by("conscription", FRENCH),
            FRENCH,
            orders.PlaceCardArmies("austria", 1),
            "WRONG_COUNTRY E-25",
        ),
        (
            lambda: given_by("balance_of_power", ALLIED),
            ALLIED,
            orders.PlaceCardArmies("sweden", 2),
            "WRONG_COUNTRY E-26",
        ),
        (
            lambda: given_by("conscription", FRENCH),
            FRENCH,
            orders.PlaceCardArmies("france", 3),
            "EXCEEDS_POOL E-25",
        ),
        (field, FRENCH, orders.PlaceCardArmies("france", 1), "WRONG_PHASE SEQ.2"),
    ],
    "Together": [
        (
            lambda: given_by("balance_of_power", ALLIED),
            ALLIED,
            orders.PlaceCardArmies("spain", 1),
            "WRONG_NUMBER E-26",
        )
    ],
    "EndAttack": [
        (lambda: field(BATTLES), FRENCH, END_ATTACK, "BATTLES_PENDING ATTACK.1"),
        (
            lambda: fight(field(BATTLES), "spain", french=[3], allied=[2]),
            FRENCH,
            END_ATTACK,
            "BATTLES_PENDING ATTACK.1",
        ),
        (fighting, FRENCH, END_ATTACK, "BATTLES_PENDING ATTACK.1"),
        (field, FRENCH, END_ATTACK, "WRONG_PHASE SEQ.2"),
    ],
    "Kutuzov": [
        (fighting, ALLIED, ROLL, "NO_KUTUZOV E-37"),
        (fighting, ALLIED, orders.KutuzovWithdraw("portugal"), "NO_KUTUZOV E-37"),
        (field, ALLIED, ROLL, "NO_KUTUZOV E-37"),
        (fighting, ALLIED, STAY, "NO_KUTUZOV E-37"),
        (withdrawing, ALLIED, ROLL, "ALREADY_ROLLED E-37"),
        (withdrawing, ALLIED, orders.KutuzovWithdraw("france"), "FRENCH_THERE E-37"),
        (withdrawing, ALLIED, orders.KutuzovWithdraw("italy"), "NOT_ADJACENT E-37"),
    ],
    "Kutuzov, not yet": [
        (defending, ALLIED, orders.KutuzovWithdraw("portugal"), "NO_KUTUZOV E-37"),
        (withdrawing, ALLIED, orders.KutuzovWithdraw("england"), "ENGLAND_CLOSED E-37"),
    ],
    "SetUpRussia": [
        (
            lambda: fresh(divided_russia=True),
            ALLIED,
            orders.SetUpRussia({"riga": 11}),
            "WRONG_TOTAL E-45",
        ),
        (
            lambda: fresh(divided_russia=True),
            FRENCH,
            orders.SetUpRussia({"riga": 10}),
            "NOT_YOUR_DECISION E-45",
        ),
        (field, ALLIED, orders.SetUpRussia({"riga": 10}), "WRONG_PHASE SEQ.2"),
    ],
    "Resign": [
        (over, ALLIED, orders.Resign(), "GAME_OVER VIC.3"),
        (over, ALLIED, orders.AgreeToEnd(), "GAME_OVER VIC.3"),
        (offered, FRENCH, orders.AgreeToEnd(), "ALREADY_AGREED E-53"),
    ],
}
"""By verb: where a seat gives an order, and code and clause of its refusal."""

CASES = [(verb, *case) for verb, cases in TABLE.items() for case in cases]

CODES = """
NOT_IN_HAND WINDOW_CLOSED NOT_YOUR_WORD WRONG_COUNTRY SECOND_EXTRA_TURN WRONG_NUMBER WRONG_PHASE
BARRED NOT_ENOUGH_UNMOVED NOT_ADJACENT ENGLAND_CLOSED LANDLOCKED OTTOMAN_CLOSED COMMANDER_ALONE
TOO_FAR ENEMY_ON_THE_WAY NOT_CONTESTED ALREADY_FOUGHT BATTLE_IN_PROGRESS NOT_CONTROLLED
MUST_RETREAT_ALL EXCEEDS_VALUE EXCEEDS_POOL ALREADY_USED BATTLES_PENDING NO_KUTUZOV ALREADY_ROLLED
FRENCH_THERE WRONG_TOTAL GAME_OVER ALREADY_AGREED UNKNOWN_COUNTRY UNKNOWN_CARD UNKNOWN_COMMANDER
NOT_YOUR_DECISION DECISION_PENDING
"""
"""Every code of chapter (b), and the general ones."""


@pytest.mark.parametrize(
    ("given", "seat", "order", "refused"),
    [case[1:] for case in CASES],
    ids=[f"{verb}-{case[-1]}-{number}" for number, (verb, *case) in enumerate(CASES)],
)
def test_refused(given, seat, order, refused):
    standing = given()
    assert refusal(standing, seat, order) == tuple(refused.split())


def test_every_code_occurs():
    assert {refused.split()[0] for *_, refused in CASES} == set(CODES.split())


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
