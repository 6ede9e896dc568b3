"""The lesson of the game: to Tyrol, to Denmark and into an early winter, in a turn of France."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.lessons import Lesson, Step
from napoleon.rules.wording import say

NO_CARD = {"order": "decline"}
NO_BATTLE_CARD = {"order": "play_no_battle_card"}
END = {"order": "end_impulse"}
PERSUADE = {"order": "move_consul", "nation": "dk", "way": "right"}


def _play(card: str) -> Mapping[str, Any]:
    return {"order": "play_for_cp", "card": card}


def _build(space: str) -> Mapping[str, Any]:
    return {"order": "build", "space": space, "sp": 2}


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
        _play("the_emperor_commands"),
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
            "Each space costs 1 CP. Tyrol is an Austrian key, five spaces away, and John holds it "
            "with 3 SP only. Go there step by step."
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
            "The way to Tyrol is a pass, and the fifth space of an impulse is a forced march. For "
            "each of these every SP and leader rolls a die, and a 6 costs one of them: attrition. "
            "Go all the same. Where enemies stand there is a battle."
        ),
        {"order": "go", "to": "tyrol"},
        ({"order": "intercept", "leader": "mack", "group": False, "sp": 4},),
    ),
    Step(
        say(
            "Mack has come from Linz with 4 SP to help John: that is an interception, two dice "
            "that have to come to 9 with what is added. You rolled 18 dice for attrition, with one "
            "6 among them. Lose 1 SP."
        ),
        {"order": "lose_units", "nation": "fr", "sp": 1},
    ),
    Step(say("Before a battle there is a window as well. Nobody used it."), NO_CARD),
    Step(
        say(
            "Before the dice both sides may play battle cards. You hold one: Cavalry Charge adds 2 "
            "dice. Play it."
        ),
        {"order": "play_battle_card", "nation": "fr", "card": "cavalry_charge_2"},
    ),
    Step(say("The Austrians played no battle card."), NO_BATTLE_CARD),
    Step(
        say(
            "You rolled 15 dice, the Austrians 12. Each 6 removes a unit, and each 5 disrupts one. "
            "You hit 6 times, and they 3 times, so they lose the battle. Your dice cost them 4 SP. "
            "A lead of 3 hits is a rout, which costs them the 2 disrupted SP as well. Mack and "
            "John fall back to Linz with 1 SP. You lost 2 SP. One CP is left: raise your flag in "
            "Tyrol, and the key is yours."
        ),
        {"order": "raise_flag", "space": "tyrol"},
    ),
    Step(
        say(
            "That is a key more for you, and one less for Austria: each counts a point. See the "
            "victory track. Your CP are spent, so end the impulse."
        ),
        END,
        (_play("militia_1"),),
    ),
    Step(
        say(
            "Now Great Britain has its impulse, and it played Militia for 2 CP. Cards that are "
            "marked + may be played beside another, but they can be caught. This is a window, and "
            "you hold the response to it. Play Couriers Captured."
        ),
        {"order": "respond", "nation": "fr", "card": "couriers_captured_2"},
        (_play("admiralty"),),
    ),
    Step(
        say(
            "Militia was played for nothing. Great Britain then played Admiralty, a home card, and "
            "built 2 SP in London."
        ),
        NO_CARD,
        (_build("london"), END, _play("hofkriegsrat")),
    ),
    Step(
        say("Austria played Hofkriegsrat and built 2 SP in Vienna."),
        NO_CARD,
        (_build("vienna"), END, _play("holy_mother_russia")),
    ),
    Step(
        say("Russia played Holy Mother Russia and built 2 SP in St Petersburg."),
        NO_CARD,
        (_build("st_petersburg"), END),
    ),
    Step(
        say(
            "Prussia and the Ottoman Empire are neutral, and nobody leads them. Each drew a card "
            "of its hand by chance and built in its capital with the CP. Now Spain has its "
            "impulse. Its CP are for Spain alone. Play Conscripts for its 4 CP."
        ),
        _play("conscripts_3"),
    ),
    Step(say("Nobody responded."), NO_CARD),
    Step(say("2 CP build 1 SP. Build 2 SP in Madrid."), _build("madrid")),
    Step(say("End the impulse of Spain."), END),
    Step(
        say(
            "Sweden and Denmark are neutral too, and built in their capitals. The first round is "
            "over. From the second round on CP buy friends as well: look at the board Diplomacy. "
            "The consul of Denmark stands at Aide in the row of France. Play Imperial Decree for "
            "its 5 CP."
        ),
        _play("imperial_decree"),
    ),
    Step(say("Nobody responded."), NO_CARD),
    Step(say("The box Partner costs 2 CP. Move the consul of Denmark to the right."), PERSUADE),
    Step(say("The box Pact costs 3 CP. Move the consul once more."), PERSUADE),
    Step(
        say(
            "Denmark is in Pact with France: it fights on your side, you play its cards, and its "
            "fleet at Copenhagen is yours to sail. That counts a point. A turn ends when only one "
            "nation has cards left. You are ahead, so try to end it now. A Resource is what a "
            "nation has saved. Spend the one of France on an early winter: a die has to be higher "
            "than the number of powers that still hold cards, and all five do."
        ),
        {"order": "try_early_winter"},
    ),
    Step(
        say(
            "You rolled a 6: winter has come, and cards that were not played are kept. Now a die "
            "decides about peace: a 6 ends the game. Each player may give up a card of the next "
            "hand to change it by one. The bot did not. You are ahead, but keep your cards."
        ),
        {"order": "leave_peace"},
    ),
)
"""From the hand to the end of the turn."""

LESSON = Lesson(
    scenario="1805",
    player="imperial",
    minutes=10,
    label="first-turn-26075",
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
        "Now you know how an impulse goes: a card gives CP, and CP pay for marches, building, "
        "flags and consuls. Play on as you like. Every clause that is cited leads to the rules."
    ),
    end=say(
        "You rolled a 2, so there is no peace, and the game goes on in 1807. You have 3 points, "
        "for Tyrol, Spain and Denmark. The bot has none: it lost Tyrol, and Great Britain holds a "
        "Resource. Now you know impulses, CP, marches, battles, windows and Pacts, and how a turn "
        "ends. Between two turns powers may change camp or declare war, but France need not. Then "
        "come reinforcements and new cards. Play on as you like. Every clause that is cited leads "
        "to the rules."
    ),
)
