"""The lesson of the game: Austria, gathered against in one turn of the French and won in the next.

Meanwhile the Allies land in Portugal, and rebels rise in Spain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

END_OF_MOVES = {"order": "end_move"}


def _move(origin: str, to: str, armies: int) -> Mapping[str, Any]:
    return {"order": "move_armies", "origin": origin, "to": to, "armies": armies}


def _play(card: str) -> Mapping[str, Any]:
    return {"order": "play_card", "card": card}


_STEPS = (
    Step(
        say(
            "You lead the French, and the bot leads the Allies. You win if you alone hold all 15 "
            "countries of the continent when a turn ends. They win if they alone hold France. You "
            "drew two cards, Conscription and Austerlitz. Now you move: each army goes to a "
            "country next to its own, once in a turn. Gather against Austria, in the Rhineland."
        ),
        _move("france", "rhineland", 8),
    ),
    Step(
        say(
            "12 armies stand in the Rhineland now. Those that may still move can stay where they "
            "are. End the movement."
        ),
        END_OF_MOVES,
    ),
    Step(
        say(
            "There is nothing to be fought, so reinforcements come next. This is a window, a "
            "moment at which some cards may be played. Conscription gives you 2 armies."
        ),
        _play("conscription"),
    ),
    Step(
        say(
            "They may go to any country that you alone hold. Italy is next to Austria: place both "
            "there."
        ),
        {"order": "place_card_armies", "country": "italy", "armies": 2},
        (
            _move("england", "portugal", 5),
            _move("prussia", "austria", 4),
            END_OF_MOVES,
            {"order": "place_rebels", "country": "spain"},
        ),
    ),
    Step(
        say(
            "Each country that you alone hold gave armies: France 4, the Rhineland 2, any other 1. "
            "Then the Allies had their turn. They sent 4 armies from Prussia to Austria, and "
            "landed 5 from England in Portugal. They beat your 3 armies there: 2 are lost, and 1 "
            "fell back to Spain, where 2 rebel armies rose. Now you have drawn two cards more. "
            "Move against Austria, and leave 1 army in the Rhineland."
        ),
        _move("rhineland", "austria", 13),
    ),
    Step(
        say("Armies from several countries fight together. Move against Austria from Italy too."),
        _move("italy", "austria", 4),
    ),
    Step(
        say(
            "Your 17 armies in Austria stand among 16 of the Allies. Wherever both sides stand "
            "there is a battle. End the movement."
        ),
        END_OF_MOVES,
    ),
    Step(
        say("There are two battles, as rebels stand in Spain. Begin with the one in Austria."),
        {"order": "choose_battle", "country": "austria"},
    ),
    Step(
        say(
            "Each side adds a die to its armies and its cards, and the defender 1 more; the higher "
            "sum wins. That is 17 to 17 before the dice. Austerlitz adds 3 in Austria: play it."
        ),
        _play("austerlitz"),
        ({"order": "retreat", "to": "prussia", "armies": 5},),
    ),
    Step(
        say(
            "You rolled a 4 and the Allies a 3: won, 24 to 20. You lost 1 army, and they lost 11. "
            "The other 5 fell back to Prussia. In Spain you beat the rebels 9 to 6, and they left "
            "for Portugal. Now your turn ends, and you hold the card for one turn more: A Man of "
            "Destiny. Play it."
        ),
        _play("man_of_destiny"),
    ),
)
"""From the first move to the turn that a card gives."""

LESSON = Lesson(
    scenario="europe",
    player="french",
    minutes=6,
    label="first-campaign-89029",
    seed="92f359dbf21ca99ce5a5cf5b0bd6c5b0a4bb15cddfd9ce2aff2e8bc5f1e788f5",
    steps=_STEPS,
    welcome=say(
        "You lead the French, and the bot leads the Allies. You win if you alone hold all 15 "
        "countries of the continent when a turn ends; they win if they alone hold France. Move "
        "armies to where you want to fight, and keep some at home."
    ),
    first={
        "move": say(
            "Each army goes to a country next to its own, once in a turn. Where both sides stand "
            "there will be a battle. Click a country on the map, then where its armies go; or "
            "choose from the orders. End the movement when all stand where you want them."
        ),
        "window": say(
            "This is a window: a moment at which a card of yours may be played. Play it if it "
            "helps you now, else play no card."
        ),
        "discard_excess": say("More than seven cards are too many. Discard those that fit least."),
        "choose_battle": say(
            "There are several battles. Choose which comes next: a country that you win first is "
            "one more to fall back to."
        ),
        "retreat": say(
            "You were beaten. The armies that are left fall back to countries that you alone hold; "
            "they may go to several."
        ),
        "place_card_armies": say(
            "The card gives you armies. Place them where the next battle will be."
        ),
        "place_reinforcements": say(
            "There are fewer armies left than your countries give. Choose where those go."
        ),
    },
    again={
        "move": say(
            "Move on, or end the movement. Attack where you are stronger, and leave an army in "
            "countries that you want to hold."
        ),
        "window": say("A window again. Play a card only if it helps right now."),
        "retreat": say("Some armies have still to fall back."),
        "place_card_armies": say("Some armies have still to be placed."),
    },
    answers={
        "move": ("move_armies",),
        "window": ("play_card", "pass"),
        "retreat": ("retreat",),
        "place_card_armies": ("place_card_armies",),
    },
    operation=("move", "end_move"),
    done=say(
        "Now you know how a turn goes: draw, move, fight, reinforce. Hold France, win one country "
        "after the other, and play a card where it decides a battle. Play on as you like. Every "
        "clause that is cited leads to the rules."
    ),
    end=say(
        "Austria is yours: 16 armies stand there, next to 13 of the Allies in Prussia. You hold 10 "
        "of 15 countries, and this is the turn that A Man of Destiny gave; it brings no "
        "reinforcements. Now you know moves, battles, cards, retreats and reinforcements. Three "
        "things more: Austria, Prussia and Russia reinforce the Allies only, armies leave England "
        "by sea and never come back, and rebels may rise in each turn of the Allies. Play on as "
        "you like. Every clause that is cited leads to the rules."
    ),
)
