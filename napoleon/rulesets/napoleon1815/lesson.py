"""The lesson of the game: Napoleon at Ligny and Quatre-Bras, from one attack to the next.

The first one teaches what not to do, and the second one wins.
"""

from __future__ import annotations

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

NO_CARD = {"order": "decline_window"}
MOVE = {"order": "choose_action", "action": "move"}
AMBUSH = 33
ATTACK = {"order": "choose_attack", "attack": True}

_STEPS = (
    Step(
        say(
            "You lead the French on 16 June 1815, and the bot leads the Allies. You win if the "
            "victory track stands at 12 or below when turn 6 is over. You drew three cards, one of "
            "them blue: it could be played for the whole turn. Keep it for now."
        ),
        {"order": "declare_blue", "card": None},
        ({"order": "declare_blue", "card": 5}, {"order": "choose_from_deck", "card": AMBUSH}),
    ),
    Step(
        say(
            "You flipped a 4 for the initiative and the Allies a 2, so you begin. A stack is corps "
            "of one area that move and fight together, each once in a turn. Grouchy and Vandamme "
            "stand at Fleurus, next to the Prussians."
        ),
        {"order": "activate_stack", "area": "fleurus", "blocks": ["grouchy", "vandamme"]},
    ),
    Step(say("The enemy is not here yet, so let the stack move: a card gives its points."), MOVE),
    Step(
        say(
            "You flipped a 3, less 1 for the second corps: 2 movement points. This is a window, a "
            "moment at which cards may be played. If in doubt, play none."
        ),
        NO_CARD,
    ),
    Step(
        say("Ligny is one point away. A stack that comes upon the enemy stops."),
        {"order": "step_move", "road": "fleurus-ligny"},
    ),
    Step(
        say("A march to where enemies stand costs one point of fatigue. Grouchy takes it."),
        {"order": "allocate_fatigue", "points": {"grouchy": 1, "vandamme": 0}},
    ),
    Step(
        say(
            "Three Prussian corps hold a fortified position, and Blücher leads them. That is too "
            "much for two corps. Attack all the same, this once, and see what happens."
        ),
        ATTACK,
    ),
    Step(
        say("Before a battle, both sides may play cards. None of yours fits."),
        NO_CARD,
        ({"order": "play_event", "card": AMBUSH},),
    ),
    Step(
        say(
            "The Allies played a card, Ambush: it costs your stack another point of fatigue at "
            "once. Let Grouchy take that as well."
        ),
        {"order": "allocate_fatigue", "points": {"grouchy": 1, "vandamme": 0}},
        (
            {
                "order": "allocate_losses",
                "losses": {
                    "ziethen": {"infantry": 0, "cavalry": 1},
                    "steinmetz": {"infantry": 1, "cavalry": 0},
                    "gneisenau": {"infantry": 0, "cavalry": 0},
                },
            },
        ),
    ),
    Step(
        say(
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
        say(
            "The side that inflicts more losses wins. The Allies did: the victory track goes from "
            "13 to 14, and your stack has to fall back to Fleurus."
        ),
        NO_CARD,
    ),
    Step(
        say("The Allies have pursued you, which costs one more point of fatigue."),
        {"order": "allocate_fatigue", "points": {"grouchy": 1, "vandamme": 0}},
    ),
    Step(
        say(
            "All who fought are spent for this turn. Attack with more than two corps next time, or "
            "where the enemy is weak."
        ),
        NO_CARD,
        ({"order": "activate_stack", "area": "enghien", "blocks": ["hill"]},),
    ),
    Step(say("Operations take turns. The bot activates Hill at Enghien."), NO_CARD, (MOVE,)),
    Step(
        say("The bot flipped a 2 for Hill: 2 movement points."),
        NO_CARD,
        ({"order": "step_move", "road": "ath-enghien"}, {"order": "end_move"}),
    ),
    Step(say("Hill has marched to Ath and goes no further."), NO_CARD),
    Step(
        say(
            "Your turn again. At Quatre-Bras Perponcher is alone with 3 strength points; Ney and "
            "Reille at Gosselies have 10 together. That is a better place to attack."
        ),
        {"order": "activate_stack", "area": "gosselies", "blocks": ["ney", "reille"]},
    ),
    Step(say("March against them."), MOVE),
    Step(say("You flipped a 4: 3 movement points for two corps, more than enough."), NO_CARD),
    Step(
        say("The crossroads is one point away."),
        {"order": "step_move", "road": "gosselies-quatre_bras"},
    ),
    Step(
        say("Again a point of fatigue. Ney is fresh, so let him take it."),
        {"order": "allocate_fatigue", "points": {"ney": 1, "reille": 0}},
    ),
    Step(say("This time you are stronger. Attack."), ATTACK),
    Step(
        say("A fortified position gives the Allies a second card. You have two as well."),
        NO_CARD,
        (
            {
                "order": "allocate_losses",
                "losses": {"perponcher": {"infantry": 1, "cavalry": 0}},
            },
            {"order": "give_up_fortified_position"},
        ),
    ),
    Step(
        say(
            "Won: 1 loss to none. The victory track goes back to 13, and the Allies have given up "
            "their fortified position in order to stay. In the journal you can open the battle."
        ),
        NO_CARD,
        ({"order": "activate_stack", "area": "braine_le_comte", "blocks": ["uxbridge"]},),
    ),
    Step(say("The bot goes on, with Uxbridge at Braine-le-Comte."), NO_CARD, (MOVE,)),
    Step(
        say("It flipped a 1 for Uxbridge: 1 movement point."),
        NO_CARD,
        ({"order": "step_move", "road": "braine_le_comte-soignies"},),
    ),
    Step(say("Uxbridge has marched to Soignies, away from the crossroads."), NO_CARD),
)
"""From the first question to the end of the second operation."""

LESSON = Lesson(
    scenario="ligny_quatre_bras",
    player="french",
    minutes=5,
    label="first-game",
    seed="21436d3e3dcec288dbcab74d9dc75ed266ab850d4f9a89aaa1ee8ba1c525bafc",
    steps=_STEPS,
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
)
