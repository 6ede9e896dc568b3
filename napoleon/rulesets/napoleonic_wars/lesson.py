"""The lesson of the game: from Calais to Linz, in an impulse of France."""

from __future__ import annotations

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

NO_CARD = {"order": "decline"}
NO_BATTLE_CARD = {"order": "play_no_battle_card"}

_STEPS = (
    Step(
        say(
            "It is 1805. You lead France and Spain, and the bot leads Great Britain, Austria and "
            "Russia. Capitals, fortresses and towns with a star are keys: who gains the most of "
            "them wins. Below is the hand of France. A hand that is thrown in comes back a card "
            "smaller, so keep it."
        ),
        {"order": "keep_hand", "nation": "fr"},
    ),
    Step(
        say(
            "Each nation has a hand of its own. Spain is in Pact with France, so its cards are "
            "yours to play. Keep them too."
        ),
        {"order": "keep_hand", "nation": "sp"},
    ),
    Step(
        say(
            "This is an impulse of France: it plays a card, either for what the card says or for "
            "command points, CP. Home cards lie ready beside the hand. Play The Emperor Commands "
            "for its 6 CP."
        ),
        {"order": "play_for_cp", "card": "the_emperor_commands"},
    ),
    Step(
        say("A card opens a window, in which others may respond with cards of theirs. Nobody did."),
        NO_CARD,
    ),
    Step(
        say(
            "Napoleon is in Calais with 8 strength points, SP. As many as that he can lead. Gather "
            "this army to march."
        ),
        {"order": "gather", "leader": "napoleon"},
    ),
    Step(
        say(
            "Each space costs 1 CP. Ferdinand and Mack stand in Linz with 7 SP, five spaces to the "
            "east. Go there step by step."
        ),
        {"order": "go", "to": "champagne"},
    ),
    Step(say("5 CP are left. Go on."), {"order": "go", "to": "strasbourg"}),
    Step(
        say(
            "Murat is here with 4 SP, but Napoleon leads as many as he can. Leave Murat, and go on."
        ),
        {"order": "go", "to": "wurtemberg"},
    ),
    Step(
        say("Munich is friendly: a good place to fall back to, if the battle goes wrong."),
        {"order": "go", "to": "munich"},
    ),
    Step(
        say(
            "The fifth space of an impulse is a forced march: each SP and leader rolls a die, and "
            "a 6 costs one of them. Go to Linz all the same. Where enemies stand there is a "
            "battle."
        ),
        {"order": "go", "to": "linz"},
    ),
    Step(
        say(
            "John has come from Tyrol with 3 SP: that is an interception, two dice that have to "
            "come to 9 with what is added. On the forced march you rolled no 6."
        ),
        NO_CARD,
    ),
    Step(say("Before the dice both sides may play battle cards. Nobody did."), NO_BATTLE_CARD),
    Step(
        say(
            "You rolled 14 dice, the Austrians 15. Each 6 removes a unit, and each 5 disrupts one. "
            "You hit 6 times, and they 5 times: so they lose Mack, 2 SP and the battle, and fall "
            "back to Prague. You lost 2 SP. One CP is left: raise your flag in Linz, and you "
            "control it."
        ),
        {"order": "raise_flag", "space": "linz"},
    ),
    Step(
        say(
            "A Resource is what a nation has saved. It draws a card that may be played at once, on "
            "top of the first one. Spend the one of France."
        ),
        {"order": "draw_by_resource"},
    ),
    Step(
        say("You drew Bread and Gold. Play it for its 3 CP."),
        {"order": "play_for_cp", "card": "bread_and_gold_2"},
    ),
    Step(
        say("CP build as well, 2 for each SP. Build 1 SP in Munich."),
        {"order": "build", "space": "munich", "sp": 1},
    ),
)
"""From the hand to what is built with the last CP."""

LESSON = Lesson(
    scenario="1805",
    player="imperial",
    minutes=10,
    label="first-impulse",
    seed="65691c1a440a1b71e9594388e7f60bb6a3d97b7813c12431503bf94a4fc53c6d",
    steps=_STEPS,
    welcome=say(
        "You lead France and Spain in 1805, and the bot leads Great Britain, Austria and Russia. "
        "Gain keys: capitals, fortresses and towns with a star. If in doubt about a card, play "
        "none."
    ),
    first={
        "mulligan": say("A hand that is thrown in comes back a card smaller. Keep it."),
        "act": say(
            "Play a card for its CP. Then gather an army and march, build, or end the impulse; "
            "from the second round on CP move consuls as well."
        ),
        "march": say(
            "Each space costs 1 CP, and where enemies stand there is a battle. Click a space on "
            "the map, or choose from the orders. Halt where you want to stay."
        ),
        "window": say(
            "This is a window: a moment at which cards may be played. Most of the time it is right "
            "to play none."
        ),
        "battle_cards": say("Battle cards add dice. Play one if the battle matters."),
        "intercept": say(
            "An enemy comes next to an army of yours. Two dice and the battle rating of its leader "
            "have to come to 9. Intercept if you are stronger."
        ),
        "evade": say("An enemy comes upon your army. Stand and fight, unless it is much weaker."),
        "losses": say("Give up strength points rather than leaders."),
        "hits": say("Each hit takes a strength point or a leader. Leaders are dearer."),
        "preempt": say(
            "You have the most cards, so you may act before your place on the track. If in doubt, "
            "wait."
        ),
    },
    again={
        "act": say("Another impulse: play a card, and march, build or move a consul with its CP."),
        "march": say("March on as far as your CP carry you, or halt."),
        "window": say("A window again. Play none, unless one of your cards helps right now."),
    },
    answers={
        "act": ("play_for_cp", "play_for_event"),
        "march": ("go", "halt"),
        "window": ("decline", "respond"),
    },
    operation=("act", "go"),
    done=say(
        "Now you know impulses, CP, marches, battles and Resources. From the second round on CP "
        "move consuls as well: look at the board Diplomacy, where Denmark is two boxes from Pact "
        "with France. A nation in Pact fights on your side, and you play its cards. Play on as you "
        "like. Every clause that is cited leads to the rules."
    ),
)
