"""Positions in which orders are refused, and what is asked of every refusal."""

from __future__ import annotations

import msgspec

from napoleon.rules.orders import Order
from tests.napoleon1815.kit import (
    ALLIED,
    FIGHT,
    FRENCH,
    MOVE,
    PASS,
    RULES,
    Played,
    activate,
    at,
    losses,
    march,
    play,
    position,
)
from tests.napoleon1815.scripted import HARMLESS, ScriptedChance, box, event, value


def refusal(given: Played, seat: str, order: Order) -> str:
    """Code and clause with which an order is refused.

    `play` makes sure that it was not offered, and left the position as it was.
    """
    assert given.refusal is None
    refused = play(given, seat, order).refusal
    assert refused is not None, "accepted"
    assert refused.detail.endswith("."), "the detail is a sentence"
    assert msgspec.json.encode(refused.facts)
    assert RULES.clause(refused.clause), "the clause can be read"
    return f"{refused.code} {refused.clause}"


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


def contested(marker):
    """D'Erlon is about to march out of Ligny, where Hill stands too."""
    blocks = {"derlon": at("ligny"), "hill": at("ligny"), "lobau": at("p1")}
    given = position(blocks, markers={"ligny": marker})
    chance = ScriptedChance(french=[value(3)])
    return play(given, FRENCH, activate("ligny", "derlon"), MOVE, chance=chance)


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


def beaten(roads=2, *, area="p2", marker=(FRENCH, "p1"), blocks=None, **given):
    """Hill has lost to Drouot by so many losses, and has to retreat."""
    stand = {"hill": at(area, 5, 0), "drouot": at(area, 5, 0), "lobau": at("ligny")}
    stand |= {"ziethen": at("gembloux"), **(blocks or {})}
    state = position(stand, markers={area: marker}, **given)
    shown = [box(1, 0)] * roads + [box(0, 0)] * (3 - roads)
    cards = 3 if area in given.get("fortified", ()) else 2
    chance = ScriptedChance(french=shown, allied=[box(0, 0)] * cards)
    won = play(state, FRENCH, activate(area, "drouot"), FIGHT, chance=chance)
    return play(won, ALLIED, losses(hill=(roads, 0)))


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
