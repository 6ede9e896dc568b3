"""The lesson of the game: Quatre Bras with half of the cards, won in two turns on the right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

JAMIN, CAMPI, ROUSSEL = "f_jamin_b_brigade", "f_campi_brigade", "f_roussel_12th_cav"
REILLE, BATTERY = "f_reille", "f_ii_corps_12_pdr_foot_b"
BRUNSWICK = "b_brunswick_infantry"
END_OF_DEPLOYMENT = {"order": "end_deployment"}
END_OF_COMBAT = {"order": "end_combat"}


def _place(card: str, place: str) -> Mapping[str, Any]:
    return {"order": "place", "card": card, "place": place}


def _move(card: str, to: str, formation: str = "") -> Mapping[str, Any]:
    return {"order": "move", "card": card, "to": to, "formation": formation}


def _shock(card: str) -> Mapping[str, Any]:
    return {"order": "shock", "card": card, "target": BRUNSWICK}


_OPENING = (
    _place(BRUNSWICK, "allied_left"),
    _place("b_c_halkett_5th_br", "allied_right"),
    _place("b_5th_div_foot", "allied_centre"),
    _place("b_prince_of_orange", "allied_centre"),
    END_OF_DEPLOYMENT,
)

_STEPS = (
    Step(
        say(
            "You lead the French at Quatre Bras, and the bot leads the Allies. Each side has three "
            "positions and a Reserve. You win as soon as infantry or cavalry of yours stands alone "
            "in one of theirs. Five cards of your deck are drawn. Lay the brigade of Jamin on your "
            "right."
        ),
        _place(JAMIN, "french_right"),
    ),
    Step(
        say("Artillery fires across the field. Lay the battery in your centre."),
        _place(BATTERY, "french_centre"),
    ),
    Step(
        say("Every position needs a unit. Lay the brigade of Campi on your left."),
        _place(CAMPI, "french_left"),
    ),
    Step(
        say(
            "The cavalry of Roussel and General Reille stay in Reserve. They make two moves in a "
            "turn, and so come up in time. End your deployment."
        ),
        END_OF_DEPLOYMENT,
    ),
    Step(
        say(
            "Now you see the backs of the enemy's cards, one in each position, and one general: "
            "generals lie face up. The French may lay their cards once more. Leave them, and end "
            "it."
        ),
        END_OF_DEPLOYMENT,
    ),
    Step(
        say(
            "You begin. In a turn each card either moves or fires. The battery is worth two dice, "
            "and its fire of 2 hits on 5 and 6. Fire at the enemy's centre."
        ),
        {"order": "fire", "card": BATTERY},
    ),
    Step(
        say(
            "You rolled a 6 and a 5: two hits, on a battery. Now attack the enemy's left, which "
            "lies before your right. Infantry in column can shock, which hits more often than its "
            "fire. Engage with Jamin, in column."
        ),
        _move(JAMIN, "allied_left", "column"),
    ),
    Step(
        say(
            "Cards that have engaged are turned face up: it is the infantry of Brunswick. Bring "
            "cavalry to help. It moves twice, and Roussel first goes to your right."
        ),
        _move(ROUSSEL, "french_right"),
    ),
    Step(say("On with Roussel: engage on the enemy's left."), _move(ROUSSEL, "allied_left")),
    Step(
        say(
            "A general lends courage to the cards of the same corps. Reille and Jamin belong to "
            "the II Corps. Move Reille to your right."
        ),
        _move(REILLE, "french_right"),
    ),
    Step(
        say("On with Reille, to Jamin: there he adds 1 to morale."),
        _move(REILLE, "allied_left"),
    ),
    Step(
        say("Those who moved do not fight in this turn. End your Combat phase."),
        END_OF_COMBAT,
        (
            {"order": "check_the_rest"},
            {"order": "fire", "card": BRUNSWICK, "target": JAMIN},
            END_OF_COMBAT,
        ),
    ),
    Step(
        say(
            "You drew a reinforcement, Frasnes Ridge, for later. Then the Allies had their turn. "
            "Their battery checked its morale, a die for each hit, and routed: a 6 always routs. "
            "The infantry of Brunswick hit Jamin twice. Now you check: neither die may be higher "
            "than the morale of Jamin, 3, and 1 for Reille."
        ),
        {"order": "check_the_rest"},
    ),
    Step(
        say(
            "You rolled two 4s. Without Reille, Jamin would be gone. Now shock: three dice, which "
            "hit on 4, 5 and 6."
        ),
        _shock(JAMIN),
    ),
    Step(
        say(
            "You rolled 4, 6 and 4: three hits. Now Roussel charges: a shock of 4 hits on 3 "
            "already. Afterwards cavalry is blown, and shocks no more before it has been in the "
            "Reserve."
        ),
        _shock(ROUSSEL),
    ),
    Step(
        say(
            "You rolled 4, 3 and 6: three hits more. Now the infantry of Brunswick has to check "
            "its morale six times. End your Combat phase."
        ),
        END_OF_COMBAT,
    ),
)
"""From the first card that is laid to the battle that is won."""

LESSON = Lesson(
    scenario="quatre_bras",
    options={"historical": True, "scale": "half"},
    player="french",
    minutes=8,
    label="first-field-5132",
    seed="7f6ff9d9ff4717686bfc75456606fd8f81af57f1918c9ed458207cbecb43ad4c",
    opening=_OPENING,
    steps=_STEPS,
    welcome=say(
        "You lead the French at Quatre Bras, and the bot leads the Allies. You win as soon as "
        "infantry or cavalry of yours stands alone in one of the enemy's positions. Lay a unit in "
        "each of yours first, and keep generals and cavalry in Reserve."
    ),
    first={
        "deploy": say(
            "Lay your cards, up to four in a position and at least one unit in each. What you keep "
            "in Reserve can come later. Then end your deployment."
        ),
        "morale": say(
            "Your cards that were hit check their morale: a die for each hit, and none may be "
            "higher. Cards that fail are gone. Check them all at once."
        ),
        "combat": say(
            "Each card moves or fights once. Let artillery fire across the field, and go with "
            "infantry or cavalry to where the enemy is weak: a card that has engaged fights in "
            "your next turn. Then end your Combat phase."
        ),
        "captors": say("Terrain has fallen to you. Choose who goes onto it, or leave it empty."),
        "reinforcement": say(
            "The cards that you drew lie in your Reserve. A special may be played now, else end "
            "your turn."
        ),
        "window": say(
            "The enemy is about to fight. You may play a special before that; if in doubt, play "
            "none."
        ),
    },
    again={
        "deploy": say("Lay on, or end your deployment as soon as a unit stands in each position."),
        "morale": say("Morale again. Check all cards that were hit."),
        "combat": say(
            "Move or fight with another card, or end your Combat phase. Infantry in column and "
            "cavalry shock those that they have engaged."
        ),
        "window": say("The enemy is about to fight again. If in doubt, play no special."),
    },
    answers={
        "deploy": ("place", "deploy", "take_up", "occupy_terrain"),
        "morale": ("check_the_rest", "check_morale"),
        "combat": ("move", "fire", "shock", "change_formation", "play_special", "end_combat"),
        "window": ("play_nothing", "play_special"),
    },
    operation=("combat", "end_combat"),
    done=say(
        "Now you know how a turn goes: morale, combat, reinforcement. Bring more cards than the "
        "enemy has to one position, with a general of their corps, and shock. Play on as you like. "
        "Every clause that is cited leads to the rules."
    ),
    end=say(
        "A 6 was among the dice, and the infantry of Brunswick routed. Jamin and Roussel stand "
        "alone on the enemy's left: you have won the battle! Now you know positions, fire, shock, "
        "morale, generals and the Reserve. A whole battle has more cards, and terrain and specials "
        "among them. Your first game is over, and everything in it is open: go through it with the "
        "slider. Then set up a game against the bot, or take an open seat."
    ),
)
