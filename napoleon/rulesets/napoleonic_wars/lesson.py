"""The lesson of the game: from Calais to Linz, and Denmark into Pact, in two impulses of France."""

from __future__ import annotations

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

NO_CARD = {"order": "decline"}
NO_BATTLE_CARD = {"order": "play_no_battle_card"}
LET_PASS = {"order": "let_pass"}
END = {"order": "end_impulse"}
TO_THE_RIGHT = {"order": "move_consul", "nation": "dk", "way": "right"}

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
    Step(say("One CP is left, and lapses. The impulse is over."), END),
    Step(
        say(
            "Next on the track is Great Britain. It plays Parliament for 4 CP, and you could "
            "respond: Bad Roads makes the marches of an enemy cost twice as much. Keep it."
        ),
        NO_CARD,
    ),
    Step(
        say(
            "The British built 2 SP in Lisbon. Austria plays Hofkriegsrat for 4 CP. Keep your card "
            "again."
        ),
        NO_CARD,
    ),
    Step(
        say("It plays Militia as well: a card marked + goes with another one in an impulse."),
        NO_CARD,
    ),
    Step(
        say(
            "Charles has come to Mantua with 6 SP, next to Massena in Milan. Massena may "
            "intercept, but he is no stronger, and Charles leads better. Let him pass."
        ),
        LET_PASS,
    ),
    Step(
        say(
            "Now Ferdinand marches to Ratisbon with 4 SP, over a pass. Napoleon in Linz is next to "
            "it, and stronger. Two dice and his battle rating of 4 should do: intercept with all."
        ),
        {"order": "intercept", "leader": "napoleon", "sp": 6},
    ),
    Step(
        say(
            "You came to 9: just enough. The pass has cost the Austrians 3 SP, as a way into enemy "
            "country over a pass is attrition."
        ),
        NO_CARD,
    ),
    Step(say("Again nobody plays a battle card."), NO_BATTLE_CARD),
    Step(
        say(
            "You removed Ferdinand with the last of his force: that is an overrun, and Napoleon is "
            "as fresh as before. John goes to Linz with 4 SP. Let him pass."
        ),
        LET_PASS,
    ),
    Step(
        say(
            "John took your flag off Linz, and went on to Mantua. Russia plays Bernadotte for 4 "
            "CP. Kutuzov is far from you, so keep Bad Roads."
        ),
        NO_CARD,
    ),
    Step(
        say(
            "Kutuzov marched to Moravia. For Prussia and the Ottoman Empire nobody plays: a card "
            "of theirs is drawn, and builds SP. Now it is the turn of Spain. Play a card for what "
            "it says this time: Treasure Fleet."
        ),
        {"order": "play_for_event", "card": "treasure_fleet"},
    ),
    Step(say("Nobody responded."), NO_CARD),
    Step(
        say(
            "A British fleet waited for the treasure. It rolled 10, 12 with what is added, and 9 "
            "were enough: the Resource goes to Great Britain. Cards may miss. End the impulse."
        ),
        END,
    ),
    Step(
        say(
            "The second round has begun, and from now on CP move consuls. Look at the board "
            "Diplomacy: Denmark is in the row of France, two boxes from Pact. They cost 2 and 3 "
            "CP. So play Imperial Decree for its 5."
        ),
        {"order": "play_for_cp", "card": "imperial_decree"},
    ),
    Step(say("Nobody responded."), NO_CARD),
    Step(say("Move the consul of Denmark into the box Partner."), TO_THE_RIGHT),
    Step(say("And into Pact, for the rest."), TO_THE_RIGHT),
)
"""From the hand to the Pact in the second round."""

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
    operation=("act", "end_impulse"),
    done=say(
        "Now you know impulses, CP, marches, battles, Resources and consuls: that is the game. A "
        "nation in Pact fights on your side, and you play its cards. Play on as you like. Every "
        "clause that is cited leads to the rules."
    ),
)
