"""The lesson of the game: three units march on Charleroi, rout four, and night falls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

KELLERMANN, EXELMANS, BATTERY, INFANTRY = "f21", "f20", "f24", "f15"
STRONG, ON_THE_RIGHT, WEAK, GUNS = "p02", "p03", "p04", "p06"
"""The Prussians at Charleroi."""
TO_LANEFFE, TO_CHARLEROI, TO_LIGNY = "laneffe-philippeville", "charleroi-laneffe", "ligny-namur"
END_OF_MARCH = {"order": "end_march"}
END_OF_COMBAT = {"order": "end_combat"}
END_OF_DEPLOYMENT = {"order": "end_deploy"}


def _set_up(unit: str, town: str) -> Mapping[str, Any]:
    return {"order": "place_unit", "unit": unit, "town": town}


def _march(unit: str, road: str) -> Mapping[str, Any]:
    return {"order": "march", "unit": unit, "road": road}


def _terrain(terrain: str, lane: str) -> Mapping[str, Any]:
    return {"order": "place_terrain", "terrain": terrain, "lane": lane}


def _deploy(unit: str, place: str) -> Mapping[str, Any]:
    return {"order": "deploy", "unit": unit, "place": place}


def _hold(unit: str) -> Mapping[str, Any]:
    return {"order": "name_holder", "unit": unit}


def _fire(unit: str) -> Mapping[str, Any]:
    return {"order": "fire", "unit": unit}


def _retreat(unit: str, town: str) -> Mapping[str, Any]:
    return {"order": "retreat", "unit": unit, "town": town}


_OPENING = (
    _set_up("a11", "ninove"),
    _set_up("a09", "ninove"),
    _set_up("a01", "brussels"),
    _set_up("a10", "brussels"),
    _set_up("a12", "brussels"),
    _set_up("a16", "brussels"),
)
"""Where units go when their town has no room."""

_STEPS = (
    Step(
        say(
            "It is 15 June 1815. You lead the French, and the bot leads both Allied armies. You "
            "win if you destroy enough of their units, or hold two of Brussels, Ghent and Liege in "
            "the end. Four Prussian units stand at Charleroi; you see their backs only. You may "
            "march with the units of two towns in a turn. Take those at Philippeville, and begin "
            "with Kellermann: cavalry marches two towns."
        ),
        _march(KELLERMANN, TO_LANEFFE),
    ),
    Step(
        say(
            "On across the Sambre, into Charleroi. A march ends where enemies stand, and there "
            "will be a battle. As the road crosses a river, four units at most attack over it."
        ),
        _march(KELLERMANN, TO_CHARLEROI),
    ),
    Step(
        say("A battle takes three units of each side. Send Exelmans after him."),
        _march(EXELMANS, TO_LANEFFE),
    ),
    Step(say("On into Charleroi."), _march(EXELMANS, TO_CHARLEROI)),
    Step(
        say("Horse artillery is as fast as cavalry. March with yours too."),
        _march(BATTERY, TO_LANEFFE),
    ),
    Step(say("On into Charleroi: that makes three units."), _march(BATTERY, TO_CHARLEROI)),
    Step(
        say("Infantry marches one town only, and comes later. March no more in this turn."),
        END_OF_MARCH,
    ),
    Step(
        say(
            "Battles are fought on a board, which is named above the map: each side has a left, a "
            "centre, a right and a Reserve. As the attacker you drew one marker of terrain, a "
            "Hill. Artillery on it fires better. Place it in your centre."
        ),
        _terrain("hill", "b"),
        (
            _terrain("woods", "a"),
            _terrain("farm", "b"),
            _deploy(STRONG, "defender_b"),
            _deploy(ON_THE_RIGHT, "defender_a"),
            _deploy(GUNS, "defender_b"),
            _deploy(WEAK, "defender_c"),
            _hold(STRONG),
            END_OF_DEPLOYMENT,
        ),
    ),
    Step(
        say(
            "The Prussians placed Woods and a Farm, and deployed their units first. Now you: each "
            "position needs a unit. The horse artillery goes where the Hill is."
        ),
        _deploy(BATTERY, "attacker_b"),
    ),
    Step(
        say("On their left, which lies before your right, there is one unit only. Kellermann!"),
        _deploy(KELLERMANN, "attacker_c"),
    ),
    Step(say("Exelmans goes to your left."), _deploy(EXELMANS, "attacker_a")),
    Step(say("One unit holds the Hill. Name your horse artillery."), _hold(BATTERY)),
    Step(say("Everybody stands where you want them. End the deployment."), END_OF_DEPLOYMENT),
    Step(
        say(
            "Now all units are shown but those in Woods. The sides take turns, and you begin. A "
            "unit rolls as many dice as it has steps, and hits with those that are not above its "
            "firepower. On the Hill the firepower of your horse artillery is 2. Fire."
        ),
        _fire(BATTERY),
        ({"order": "allocate_hit", "unit": GUNS},),
    ),
    Step(
        say(
            "You rolled a 1 and a 2: two hits. A hit costs the strongest unit there a step, so the "
            "artillery and the infantry have lost one each. Their infantry on the left has two "
            "steps only. Engage it with Kellermann."
        ),
        {"order": "combat_move", "unit": KELLERMANN, "place": "defender_c"},
    ),
    Step(
        say(
            "A unit that moved does not fire in this turn. Leave Exelmans where he is, as cavalry "
            "fights badly in Woods. End the Combat phase."
        ),
        END_OF_COMBAT,
        (_fire(WEAK), _fire(GUNS), END_OF_COMBAT),
    ),
    Step(
        say(
            "The Prussian infantry fired at Kellermann and missed. Their artillery cost your horse "
            "artillery a step. Now Kellermann charges: the first fire after engaging gets 1 more "
            "firepower, so the two dice hit on 1 to 4. Fire."
        ),
        _fire(KELLERMANN),
        (
            _retreat(STRONG, "ligny"),
            _retreat(ON_THE_RIGHT, "ligny"),
            _retreat(GUNS, "quatre_bras"),
            _march("p07", TO_LIGNY),
            _march("p08", TO_LIGNY),
            END_OF_MARCH,
        ),
    ),
    Step(
        say(
            "You rolled a 1 and a 3: their infantry is destroyed. A side is routed as soon as it "
            "has lost one of its positions. So the other three units lost steps and retreated: two "
            "to Ligny, one to Quatre Bras. Charleroi is yours! Then the Allies marched, and two "
            "more units came to Ligny. Now it is night: units march, but nobody attacks. Bring the "
            "infantry from Philippeville up to Laneffe."
        ),
        _march(INFANTRY, TO_LANEFFE),
    ),
)
"""From the first march to the first night."""

LESSON = Lesson(
    scenario="historical",
    player="french",
    minutes=9,
    label="first-battle-1055",
    seed="eb7cb7a65652c4e4b9841f89e7a4abed2100b692a7090c36c1582b49a0fdea69",
    opening=_OPENING,
    steps=_STEPS,
    welcome=say(
        "It is 15 June 1815. You lead the French, and the bot leads both Allied armies. You win if "
        "you destroy enough of their units, or hold two of Brussels, Ghent and Liege in the end. "
        "March with three units or more to where few enemies stand, and beat one army before the "
        "other can help."
    ),
    first={
        "march": say(
            "You may march with the units of two towns. Infantry and foot artillery march one "
            "town, everybody else two; a forced march goes one town farther and may cost a step. "
            "Click a unit and where it goes, or choose from the orders. Then march no more."
        ),
        "reveal_leader": say(
            "A leader who is shown steadies the units beside them. If in doubt, keep them hidden."
        ),
        "order_skirmishes": say("There are several skirmishes. Choose which comes next."),
        "order_battles": say("There are several battles. Choose which comes next."),
        "skirmishers": say(
            "Where a side has fewer than three units there is a skirmish. Choose who fights: those "
            "with the most steps, cavalry first."
        ),
        "terrain": say(
            "You drew terrain. A Farm is for infantry, a Hill for artillery; Woods keep cavalry "
            "and artillery away, and a Stream holds everybody up. Place it where it helps you."
        ),
        "deploy": say(
            "Deploy at least one unit in each position. Units that stay in the Reserve can "
            "come later. Then end the deployment."
        ),
        "combat": say(
            "In a turn each unit moves or fires. Artillery fires across the field, all others at "
            "enemies in their own position. Engage where the enemy is weak: who loses a position "
            "is routed."
        ),
        "hit": say("Several of your units are the strongest. Choose which of them loses a step."),
        "beaten": say(
            "You have to retreat. Choose a town for each unit; a road carries few of them."
        ),
        "reinforcement": say(
            "Units in towns next to the battle may come into its Reserve. Bring those that can "
            "help, or end it."
        ),
        "regroup": say(
            "You have won. Units may come to this town from those next to it, or leave for them. "
            "If in doubt, end it."
        ),
        "supply": say("An army without its city loses a unit. Choose the weakest."),
    },
    again={
        "march": say("March on with units of these towns, or march no more."),
        "deploy": say("Deploy another unit, or end the deployment."),
        "combat": say(
            "Another unit may move or fire. When all have done what they should, end the Combat "
            "phase."
        ),
        "hit": say("Hits again. Spare the units that you need."),
        "beaten": say("Another unit has to retreat."),
        "reinforcement": say("Bring another unit, or end it."),
    },
    answers={
        "march": ("march", "halt"),
        "deploy": ("deploy", "name_holder", "take_up"),
        "combat": ("fire", "combat_move", "form_square", "end_combat"),
        "hit": ("allocate_hit",),
        "beaten": ("retreat",),
        "reinforcement": ("reinforce", "end_reinforcement"),
    },
    operation=("march", "end_march"),
    done=say(
        "Now you know how a turn goes: march, fight, and at night march only. Bring three units or "
        "more to where the enemy has fewer, and keep some in towns next to the battle to come and "
        "help. Play on as you like. Every clause that is cited leads to the rules."
    ),
    end=say(
        "Your infantry stands at Laneffe, your cavalry at Charleroi, and the Prussians have lost "
        "one unit for good. At nine they are defeated, and the Anglo-Dutch at eight. Now you know "
        "marches, the battle board, fire, charges, routs and the night. One thing more, supply: "
        "at the end of each of your turns Brussels and Ghent cost the Anglo-Dutch a unit while you "
        "hold them, and Liege costs the Prussians two. Play on as you like. Every clause that is "
        "cited leads to the rules."
    ),
)
