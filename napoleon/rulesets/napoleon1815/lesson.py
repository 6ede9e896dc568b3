"""The lesson of the game: the crossroads of Quatre-Bras, taken and held in nine orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

NO_BLUE_CARD = {"order": "declare_blue", "card": None}
NO_CARD = {"order": "decline_window"}
MOVE = {"order": "choose_action", "action": "move"}
ATTACK = {"order": "choose_attack", "attack": True}
RAPID_DEPLOYMENT = 68

WINDOWS = (
    "W.INIT", "W.OPSTART", "W.FLIPPED", "W.PLAYED", "W.ENTERED", "W.MOVEEND", "W.COMBAT",
    "W.RETREAT", "W.OPEND",
)  # fmt: skip
"""All in which the French are asked: in the first turn an instruction answers them."""


def _activate(area: str, *blocks: str) -> Mapping[str, Any]:
    return {"order": "activate_stack", "area": area, "blocks": [*blocks]}


def _march(road: str) -> Mapping[str, Any]:
    return {"order": "step_move", "road": road}


def _retreat(road: str) -> Mapping[str, Any]:
    return {"order": "choose_retreat", "road": road}


def _lose(**corps: tuple[int, int]) -> Mapping[str, Any]:
    """Losses of corps in infantry and cavalry."""
    losses = {it: {"infantry": foot, "cavalry": horse} for it, (foot, horse) in corps.items()}
    return {"order": "allocate_losses", "losses": losses}


_STEPS = (
    Step(
        say(
            "You lead the French on 16 June 1815, and the bot leads the Allies. You win if the "
            "victory track stands at 12 or below when turn 6 is over. You drew three cards; in "
            "this first turn an instruction keeps them for you."
        ),
        NO_BLUE_CARD,
        (NO_BLUE_CARD,),
    ),
    Step(
        say(
            "You flipped a 3 for the initiative and the Allies a 2, so you begin. At Quatre-Bras "
            "Perponcher is alone with 3 strength points; Ney and Reille at Gosselies have 10 "
            "together. Corps of one area that move and fight together are a stack: activate these "
            "two."
        ),
        _activate("gosselies", "ney", "reille"),
    ),
    Step(say("The enemy is not here yet, so let the stack move: a card gives its points."), MOVE),
    Step(say("You flipped a 3, less 1 for the second corps: 2 movement points."), NO_CARD),
    Step(
        say("The crossroads is one point away. A stack that comes upon the enemy stops."),
        _march("gosselies-quatre_bras"),
    ),
    Step(
        say(
            "A march to where enemies stand costs one point of fatigue. Reille is tired already, "
            "so let Ney take it."
        ),
        {"order": "allocate_fatigue", "points": {"ney": 1, "reille": 0}},
    ),
    Step(say("You are stronger here. Attack."), ATTACK),
    Step(
        say(
            "Each side flips cards by its strength. You had two, and the Allies two as well, as "
            "their position is fortified."
        ),
        NO_CARD,
        (
            _lose(perponcher=(1, 1)),
            _retreat("marbais-quatre_bras"),
            _retreat("ligny-marbais"),
        ),
    ),
    Step(
        say(
            "You won, 2 losses to none. Each is a point: the victory track goes from 13 to 11, and "
            "to 10, as Quatre-Bras is yours now. Perponcher fell back two roads, to Ligny, "
            "pursued by your horse."
        ),
        NO_CARD,
        (_activate("nivelles", "orange"),),
    ),
    Step(
        say("Operations take turns. The bot activates Orange at Nivelles."),
        NO_CARD,
        (MOVE,),
    ),
    Step(
        say("It flipped a 4 for Orange: 4 movement points."),
        NO_CARD,
        (_march("nivelles-quatre_bras"),),
    ),
    Step(say("Orange has marched upon Quatre-Bras, and attacks."), NO_CARD, (ATTACK,)),
    Step(
        say(
            "Ney and Reille are spent, so they operate no more in this turn; but they defend. You "
            "had three cards, and Orange one."
        ),
        NO_CARD,
        (_lose(orange=(2, 0)),),
    ),
    Step(
        say(
            "That is 1 loss for you, and 2 losses and 3 points of fatigue for Orange. Reille has "
            "the most infantry, so let it fall there."
        ),
        _lose(reille=(1, 0), ney=(0, 0)),
    ),
    Step(
        say(
            "You won again: Orange fell back to Nivelles, and the victory track is at 9. Corps "
            "that stay ready lose all their fatigue when the turn ends, so let the others rest: "
            "pass."
        ),
        {"order": "pass"},
    ),
    Step(
        say(
            "The Allies have passed as well, so the turn is ending. A card from your hand takes "
            "fatigue from a spent corps, whatever else it could do. Rapid deployment takes 2 "
            "points, which is all that Reille has."
        ),
        {"order": "play_recovery_card", "card": RAPID_DEPLOYMENT, "corps": "reille"},
    ),
    Step(
        say("Keep the other two cards for what they can do, and finish."),
        {"order": "finish_recovery"},
    ),
)
"""A whole turn, with a won attack and a won defence."""

LESSON = Lesson(
    scenario="ligny_quatre_bras",
    player="french",
    minutes=5,
    label="first-game",
    seed="8c68d07241e6761b5b1f272d9ede7ebec805f493fd2e2a0733e5e910edd7cc37",
    steps=_STEPS,
    beforehand=tuple(
        {"instruction": "decline_window", "window": it, "until": "turn"} for it in WINDOWS
    ),
    welcome=say(
        "You lead the French on 16 June 1815, and the bot leads the Allies. You win if the victory "
        "track stands at 12 or below when turn 6 is over. So beat the Prussians at Ligny, and take "
        "the crossroads of Quatre-Bras. If in doubt about a card, play none."
    ),
    first={
        "declare_blue": say(
            "A blue card may be played for the whole turn. If in doubt, play none."
        ),
        "window": say(
            "This is a window: a moment at which cards may be played. If none of your cards fits, "
            "play none. Most of the time that is right."
        ),
        "go": say(
            "Now activate a stack: corps of one area that move and fight together. Those at "
            "Fleurus stand next to the Prussians at Ligny. Each corps is used once in a turn."
        ),
        "choose_action": say(
            "The stack may move, fight where it stands, or do nothing. Move it, if the enemy is "
            "not there yet."
        ),
        "march": say(
            "You march along roads, and each costs movement points. Go to where enemies stand: "
            "then you may attack them. Click an area on the map, or choose from the orders."
        ),
        "choose_attack": say(
            "You have come upon the enemy. Attack if you are stronger there. What your own corps "
            "are worth is in the order of battle."
        ),
        "allocate_losses": say(
            "Battles cost strength points. Spread the losses over your corps: one without points "
            "is gone."
        ),
        "recovery": say(
            "The turn is ending, and corps recover. A card from your hand helps a spent corps to "
            "rest; if you would rather keep your cards, finish."
        ),
    },
    again={
        "window": say("A window again. Play none, unless one of your cards helps right now."),
        "go": say(
            "That was an operation; the journal tells what came of it. Activate another stack: "
            "corps that stand idle win nothing."
        ),
        "march": say("March on as far as your points carry you, or end the move here."),
        "allocate_losses": say("Losses again. Spare the corps that stand where it matters."),
    },
    answers={
        "window": ("decline_window", "play_event"),
        "go": ("activate_stack", "pass"),
        "march": ("step_move", "end_move"),
        "allocate_losses": ("allocate_losses",),
    },
    operation=("go", "activate_stack"),
    done=say(
        "Now you know windows, operations, marches, attacks and losses: that is the game. Play on "
        "as you like, or pass for the rest of the turn. Every clause that is cited leads to the "
        "rules."
    ),
    end=say(
        "That was a turn. Orange came to 5 points of fatigue, and from 5 on a corps loses a "
        "strength point when a turn ends. The Allies hold 7 places, which gives them a point: the "
        "victory track stands at 9. Turn 6 is the last one, and at 12 or below you win. From now "
        "on you are asked wherever a card of yours fits. Look at the battle, or play on."
    ),
)
