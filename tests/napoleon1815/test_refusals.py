"""Refusals of chapter 17 with their clauses, as far as no case or ruling is about them."""

from collections.abc import Callable

import msgspec
import pytest

from napoleon.rules.orders import Order
from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleon1815.orders import (
    ActivateStack,
    AllocateFatigue,
    ChooseAction,
    ChooseInertiaArea,
    ChooseRetreat,
    DeclineWindow,
    PlayRecoveryCard,
    StepMove,
)
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
    DECLINE,
    END,
    FIGHT,
    FINISH,
    FRENCH,
    GIVE_UP,
    MOVE,
    NOTHING,
    PASS,
    RULES,
    Played,
    activate,
    at,
    fatigue,
    losses,
    march,
    play,
    position,
    retreat,
)
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, box, event, value

SPENT_HILL = PlayRecoveryCard(13, "hill")

NO_STACK = [
    (activate("ligny"), "NO_CORPS OPS.3"),
    (activate("ligny", "napoleon"), "NO_CORPS OPS.3"),
    (activate("ligny", "derlon", "lamarque"), "NOT_SAME_AREA OPS.3"),
    (activate("ligny", "derlon", "reille"), "BLOCK_SPENT OPS.3"),
    (activate("ligny", "murat"), "NOT_YOUR_BLOCK OPS.3"),
    (activate("quatre_bras", "picton"), "NOT_YOUR_BLOCK OPS.3"),
    (activate("elba", "napoleon"), "BAD_PAYLOAD OPS.3"),
    (ActivateStack("ligny", ("derlon", "derlon")), "BAD_PAYLOAD OPS.3"),
    (ActivateStack("ligny", ("ney", "derlon")), "BAD_PAYLOAD OPS.3"),
]

REFUSED: list[tuple[Callable[[], Played], str, list[tuple[Order, str]]]] = [
    (lambda: drawn("inertia"), FRENCH, [
        (ChooseInertiaArea("ligny"), "NOT_YOUR_DECISION CARD.inertia"),
    ]),
    (lambda: field(), FRENCH, [
        *NO_STACK,
        (DeclineWindow(), "NO_WINDOW OPS.8"),
        (SPENT_HILL, "WRONG_PHASE SEQ.1"),
        (MOVE, "DECISION_PENDING OPS.1"),
        (fatigue(derlon=1), "DECISION_PENDING OPS.1"),
        (ChooseRetreat("fleurus-ligny"), "DECISION_PENDING OPS.1"),
    ]),
    (lambda: field(), ALLIED, [
        (PASS, "NOT_YOUR_GO OPS.1"),
        (activate("nivelles", "hill"), "NOT_YOUR_GO OPS.1"),
    ]),
    (lambda: active(), ALLIED, [
        (PASS, "NOT_YOUR_GO OPS.1"),
        (activate("nivelles", "hill"), "NOT_YOUR_GO OPS.1"),
        (NOTHING, "NOT_YOUR_DECISION OPS.10"),
    ]),
    (lambda: active(), FRENCH, [
        (PASS, "OPERATION_RUNNING OPS.1"),
        (activate("nivelles", "hill"), "OPERATION_RUNNING OPS.1"),
        (FIGHT, "NOT_CONTESTED COMBAT.0a"),
        (ChooseAction("dance"), "BAD_PAYLOAD OPS.6"),
        (DECLINE, "DECISION_PENDING OPS.10"),
        (END, "NO_MOVEMENT MOVE.2D"),
    ]),
    (lambda: marching("ligny", stack=("derlon", "ney"), points=1), FRENCH, [
        (FIGHT, "DECISION_PENDING MOVE.1H"),
    ]),
    (lambda: marching("fleurus"), FRENCH, [(StepMove("fleurus-paris"), "NOT_ADJACENT MOVE.2A")]),
    (lambda: marching("fleurus"), ALLIED, [
        (*march("fleurus", "p1"), "NOT_YOUR_DECISION MOVE.2"),
        (END, "NO_MOVEMENT MOVE.2D"),
    ]),
    (lambda: marching("fleurus", "p1", points=1), FRENCH, [
        (*march("p1", "p2"), "MUST_STOP MOVE.2E"),
    ]),
    (lambda: marching("fleurus", "ligny"), FRENCH, [
        (*march("ligny", "marbais"), "MUST_STOP MOVE.2F"),
    ]),
    (lambda: marching("fleurus", "p1", blocks={"hill": at("p1")}), FRENCH, [
        (*march("p1", "p2"), "MUST_STOP MOVE.2F"),
    ]),
    (lambda: play(marching("fleurus", "p1"), FRENCH, END), FRENCH, [
        (*march("p1", "p2"), "MUST_STOP MOVE.2D"),
        (ATTACK, "NOT_CONTESTED COMBAT.0a"),
    ]),
    (lambda: marching_out_of_ligny(), FRENCH, [
        (*march("ligny", "fleurus"), "OWN_RETREAT_ROAD_ONLY RETREATDIR.5"),
    ]),
    (lambda: tired_by_the_march(), FRENCH, [(ATTACK, "DECISION_PENDING ALLOC.1")]),
    (lambda: hit(box(0, 2), box(0, 0), box(0, 0)), FRENCH, [
        (fatigue(drouot=2), "NOT_YOUR_DECISION ALLOC.1"),
    ]),
    (lambda: hit(box(0, 2), box(0, 0), box(0, 0)), ALLIED, [
        (fatigue(picton=1, orange=1, perponcher=1), "WRONG_TOTAL ALLOC.1"),
        (fatigue(picton=1, orange=1), "NOT_IN_STACK ALLOC.1"),
        (fatigue(picton=1, orange=1, perponcher=0, hill=0), "NOT_IN_STACK ALLOC.1"),
        (AllocateFatigue({"picton": -1, "orange": 2, "perponcher": 1}), "NOT_IN_STACK ALLOC.1"),
    ]),
    (lambda: hit(*[box(1, 0)] * 3), ALLIED, [
        (losses(picton=(1, 0), orange=(0, 0), perponcher=(0, 1)), "WRONG_TOTAL ALLOC.3"),
        (losses(picton=(1, 0), orange=(1, 0)), "NOT_IN_STACK ALLOC.3"),
        (losses(picton=(1, 0), orange=(1, 0), hill=(1, 0)), "NOT_IN_STACK ALLOC.3"),
    ]),
    (lambda: retreating(blocks={"orange": at("p3")}), ALLIED, [
        (*retreat("p3", "p6"), "MUST_STOP RETREAT.6"),
    ]),
    (lambda: retreating(fortified=["p2"]), ALLIED, [(GIVE_UP, "NO_FORTIFIED_POSITION RETREAT.2")]),
    (lambda: recovering(), ALLIED, [(PASS, "WRONG_PHASE SEQ.1")]),
    (lambda: play(recovering(), ALLIED, FINISH), ALLIED, [
        (SPENT_HILL, "ALREADY_FINISHED RECOVERY.2"),
        (FINISH, "ALREADY_FINISHED RECOVERY.2"),
    ]),
]  # fmt: skip
"""Where a seat gives which orders, with code and clause of the refusal of each."""


@pytest.mark.parametrize(("given", "seat", "cases"), REFUSED)
def test_refused(given: Callable[[], Played], seat: str, cases: list[tuple[Order, str]]) -> None:
    """`play` makes sure that it was not offered, and left the position as it was."""
    there = given()
    for order, expected in cases:
        refused = play(there, seat, order).refusal
        assert refused is not None, f"accepted: {order}"
        assert f"{refused.code} {refused.clause}" == expected, order
        assert refused.detail.endswith("."), "the detail is a sentence"
        assert msgspec.json.encode(refused.facts)
        assert RULES.clause(refused.clause), "the clause can be read"


def field(**given):
    """A few stacks of both sides, Reille spent; the French are to go."""
    blocks = {
        "derlon": at("ligny"),
        "ney": at("ligny"),
        "napoleon": at("ligny"),
        "reille": at("ligny", ready=False),
        "lobau": at("fleurus"),
        "picton": at("quatre_bras"),
        "ziethen": at("quatre_bras"),
        "hill": at("nivelles"),
    }
    return Played(position({**blocks, **given.pop("blocks", {})}, **given), [], None)


def active(*stack, area="ligny", **given):
    """The French have activated a stack."""
    return play(field(**given), FRENCH, activate(area, *(stack or ["derlon"])))


def marching(*areas, stack=("lobau",), points=3, **given):
    """A French stack has flipped this value, and marched from the first area to the last."""
    chance = ScriptedChance(french=[value(points)])
    begun = play(active(*stack, area=areas[0], **given), FRENCH, MOVE, chance=chance)
    return play(begun, FRENCH, *march(*areas))


def marching_out_of_ligny():
    """D'Erlon is about to march out of Ligny, where Hill stands too."""
    blocks = {"derlon": at("ligny"), "hill": at("ligny"), "lobau": at("p1")}
    given = position(blocks, markers={"ligny": (FRENCH, "marbais")})
    chance = ScriptedChance(french=[value(3)])
    return play(given, FRENCH, activate("ligny", "derlon"), MOVE, chance=chance)


def tired_by_the_march():
    """Lobau and Ney have marched to where Hill stands, and their fatigue is not spread yet."""
    blocks = {"ney": at("fleurus"), "hill": at("p1")}
    return marching("fleurus", "p1", stack=("lobau", "ney"), blocks=blocks)


def hit(*shown):
    """Picton 2/0, Orange 3/0 and Perponcher 2/1 suffer these three flips of Drouot's at P2."""
    blocks = {
        "picton": at("p2", 2, 0),
        "orange": at("p2", 3, 0),
        "perponcher": at("p2", 2, 1),
        "drouot": at("p2", 5, 0),
        "lobau": at("ligny"),
        "hill": at("nivelles"),
    }
    chance = ScriptedChance(french=shown, allied=[box(0, 0)] * 3)
    return play(position(blocks), FRENCH, activate("p2", "drouot"), FIGHT, chance=chance)


def retreating(*, blocks=None, **given):
    """Hill has lost to Drouot by two losses at P2, and has come to P3 on his retreat."""
    stand = {"hill": at("p2", 5, 0), "drouot": at("p2", 5, 0), "lobau": at("ligny")}
    stand |= {"ziethen": at("gembloux"), **(blocks or {})}
    state = position(stand, markers={"p2": (FRENCH, "p1")}, **given)
    cards = 3 if "p2" in given.get("fortified", ()) else 2
    chance = ScriptedChance(french=[box(1, 0), box(1, 0), box(0, 0)], allied=[box(0, 0)] * cards)
    won = play(state, FRENCH, activate("p2", "drouot"), FIGHT, chance=chance)
    return play(play(won, ALLIED, losses(hill=(2, 0))), ALLIED, *retreat("p2", "p3"))


def recovering(**given):
    """Both may play recovery cards; Hill and Picton are spent, Orange was ready."""
    blocks = {
        "hill": at("nivelles", fatigue=2, ready=False),
        "picton": at("nivelles", ready=False),
        "orange": at("alost"),
        "derlon": at("ligny", ready=False, fatigue=1),
    }
    hands = {ALLIED: [13, 14], FRENCH: [47]}
    state = position(blocks, phase="recovery", hands=hands, passed=[FRENCH, ALLIED], **given)
    return Played(state, [], None)


def drawn(red):
    """A turn has begun, and the Allies have drawn one red card."""
    state = position(
        {"derlon": at("ligny"), "hill": at("nivelles"), "picton": at("alost")},
        turn=1,
        to_go=ALLIED,
        passed=[FRENCH],
        reinforcements={"thielmann": (4, "jodoigne"), "bulow": (6, "jodoigne")},
    )
    chance = ScriptedChance([HARMLESS] * 3, [event(red), HARMLESS, HARMLESS])
    return play(state, ALLIED, PASS, chance=chance)


@pytest.mark.parametrize(
    ("name", "options", "refused"),
    [
        ("fixture", {"players": 4}, "BAD_OPTION SETUP.1"),
        ("fixture", {"fog": True}, "BAD_OPTION SETUP.1"),
        ("fixture", {"resolver": 1}, "BAD_OPTION SETUP.1"),
        ("austerlitz", {}, "UNKNOWN_SCENARIO SETUP.1"),
    ],
)
def test_a_game_that_cannot_be_set_up(name, options, refused):
    with pytest.raises(SetupRefused) as caught:
        RULES.setup(name, options, ScriptedChance())
    assert f"{caught.value.refusal.code} {caught.value.refusal.clause}" == refused
