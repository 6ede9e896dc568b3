"""The lesson of the first game: what to order, and what comes of it, step by step.

The chance of that game is prepared, so what is told here happens each time somebody follows it.
Whoever leaves it, or takes something back, is prompted by what they are asked instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from api.web.catalogue import noted
from napoleon.play.creation import Prepared
from napoleon.rules.orders import Order, to_data

CHANCE = Prepared("first-game", "21436d3e3dcec288dbcab74d9dc75ed266ab850d4f9a89aaa1ee8ba1c525bafc")
"""It was looked for so that the first attack teaches what not to do, and the second one wins."""


class Step(NamedTuple):
    """What the player is told before an order, and the order that goes on with the lesson."""

    text: str
    order: Mapping[str, Any]
    """What is in the order, as plain JSON; fields that are left out may be anything."""


NO_CARD = {"order": "decline_window"}
MOVE = {"order": "choose_action", "action": "move"}
ATTACK = {"order": "choose_attack", "attack": True}

STEPS = (
    Step(
        noted(
            "You lead the French on 16 June 1815, and the bot leads the Allies. You win if the "
            "victory track stands at 12 or below when turn 6 is over. You drew three cards, one of "
            "them blue: it could be played for the whole turn. Keep it for now."
        ),
        {"order": "declare_blue", "card": None},
    ),
    Step(
        noted(
            "You flipped a 4 for the initiative and the Allies a 2, so you begin. A stack is corps "
            "of one area that move and fight together, each once in a turn. Grouchy and Vandamme "
            "stand at Fleurus, next to the Prussians."
        ),
        {"order": "activate_stack", "area": "fleurus", "blocks": ["grouchy", "vandamme"]},
    ),
    Step(noted("The enemy is not here yet, so let the stack move: a card gives its points."), MOVE),
    Step(
        noted(
            "You flipped a 3, less 1 for the second corps: 2 movement points. This is a window, a "
            "moment at which cards may be played. If in doubt, play none."
        ),
        NO_CARD,
    ),
    Step(
        noted("Ligny is one point away. Whoever comes upon the enemy has to stop there."),
        {"order": "step_move", "road": "fleurus-ligny"},
    ),
    Step(
        noted("A march to where enemies stand costs one point of fatigue. Grouchy takes it."),
        {"order": "allocate_fatigue", "points": {"grouchy": 1, "vandamme": 0}},
    ),
    Step(
        noted(
            "Three Prussian corps hold a fortified position, and Blücher leads them. That is too "
            "much for two corps. Attack all the same, this once, and see what happens."
        ),
        ATTACK,
    ),
    Step(noted("Before a battle, both sides may play cards. None of yours fits."), NO_CARD),
    Step(
        noted(
            "The Allies played a card, Ambush: it costs your stack another point of fatigue at "
            "once. Let Grouchy take that as well."
        ),
        {"order": "allocate_fatigue", "points": {"grouchy": 1, "vandamme": 0}},
    ),
    Step(
        noted(
            "Each side flips cards by its strength: you had two, the Allies five. That is 3 losses "
            "and 2 points of fatigue for you, and 2 losses for them. Spread your losses."
        ),
        {
            "order": "allocate_losses",
            "losses": {
                "grouchy": {"infantry": 0, "cavalry": 2},
                "vandamme": {"infantry": 1, "cavalry": 0},
            },
        },
    ),
    Step(
        noted(
            "Whoever inflicts more losses wins. The Allies did: the victory track goes from 13 to "
            "14, and your stack has to fall back to Fleurus."
        ),
        NO_CARD,
    ),
    Step(
        noted("The Allies have pursued you, which costs one more point of fatigue."),
        {"order": "allocate_fatigue", "points": {"grouchy": 1, "vandamme": 0}},
    ),
    Step(
        noted(
            "All who fought are spent for this turn. Attack with more than two corps next time, or "
            "where the enemy is weak."
        ),
        NO_CARD,
    ),
    Step(noted("Operations take turns. The bot activates Hill at Enghien."), NO_CARD),
    Step(noted("The bot flipped a 2 for Hill: 2 movement points."), NO_CARD),
    Step(noted("Hill has marched to Ath and goes no further."), NO_CARD),
    Step(
        noted(
            "Your turn again. At Quatre-Bras Perponcher is alone with 3 strength points; Ney and "
            "Reille at Gosselies have 10 together. That is a better place to attack."
        ),
        {"order": "activate_stack", "area": "gosselies", "blocks": ["ney", "reille"]},
    ),
    Step(noted("March against them."), MOVE),
    Step(noted("You flipped a 4: 3 movement points for two corps, more than enough."), NO_CARD),
    Step(
        noted("The crossroads is one point away."),
        {"order": "step_move", "road": "gosselies-quatre_bras"},
    ),
    Step(
        noted("Again a point of fatigue. Ney is fresh, so let him take it."),
        {"order": "allocate_fatigue", "points": {"ney": 1, "reille": 0}},
    ),
    Step(noted("This time you are stronger. Attack."), ATTACK),
    Step(
        noted("A fortified position gives the Allies a second card. You have two as well."), NO_CARD
    ),
    Step(
        noted(
            "Won: 1 loss to none. The victory track goes back to 13, and the Allies have given up "
            "their fortified position in order to stay. In the journal you can open the battle."
        ),
        NO_CARD,
    ),
    Step(noted("The bot goes on, with Uxbridge at Braine-le-Comte."), NO_CARD),
    Step(noted("It flipped a 1 for Uxbridge: 1 movement point."), NO_CARD),
    Step(noted("Uxbridge has marched to Soignies, away from the crossroads."), NO_CARD),
)
"""From the first question to the end of the second operation."""


def reached(given: Iterable[Mapping[str, Any]]) -> Step | None:
    """The step that comes after the orders `given`; None for who left the lesson or is done."""
    done = 0
    for order in given:
        if done == len(STEPS) or not _is(order, STEPS[done].order):
            return None
        done += 1
    return STEPS[done] if done < len(STEPS) else None


def passed_over(given: Sequence[Mapping[str, Any]], by_hand: int) -> list[Step]:
    """The steps of the last orders that were given for the player, as no card fitted.

    `given` are all orders up to now, of which the first `by_hand` end with one of the player's own.
    None for who has left the lesson.
    """
    steps = STEPS[: len(given)]
    is_kept = len(steps) == len(given) and all(
        _is(order, step.order) for order, step in zip(given, steps, strict=True)
    )
    return [*steps[by_hand:]] if is_kept else []


def order_of(step: Step, offers: Iterable[Order]) -> Order | None:
    """Which of the offers goes on with the lesson; None if none does."""
    return next((it for it in offers if _is(to_data(it), step.order)), None)


def _is(order: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    plain = msgspec.json.decode(msgspec.json.encode(order))
    return all(plain.get(name) == value for name, value in wanted.items())
