"""What questions are about: two occasions of one differ in what stands beside them."""

from __future__ import annotations

from napoleon.rules.phrases import Phrase, speaker
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    Elude,
    LetSail,
    Patrol,
    SailTo,
    Sally,
    SetSail,
)
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import MoveConsul, PullOut
from napoleon.rulesets.napoleonic_wars.orders.marches import Evade, Gather, Go, Slip
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.diplomacy import acting, consul, defeated
from tests.napoleonic_wars.playing import decisions, emptied, play, stand
from tests.napoleonic_wars.test_sea import gibraltar, ships

WORDS = words_of(RULES, ENGLISH)
SPEAK = speaker(WORDS.names, WORDS.cards, ENGLISH)


def asked(state: State) -> list[str]:
    """The only question that is open, and what is told beside it."""
    [decision] = decisions(state)
    assert RULES.wording is not None
    put = RULES.wording.asks(state, decision)
    if put is None:
        assert isinstance(decision.prompt, Phrase)
        return [SPEAK(decision.prompt)]
    return [SPEAK(it) for it in (put.asks, *put.left)]


def test_who_evades_is_told_from_whom_and_what_has_gone() -> None:
    state = emptied()
    stand(state, "munich", "fr", 8, "napoleon")
    stand(state, "linz", "au", 7, "mack")
    entered = play(state, Gather("napoleon"), Go("linz")).state
    first = asked(entered)
    assert first[:2] == [
        "Who evades from Linz?",
        "The enemy comes from Munich: Napoleon and 8 SP of France.",
    ]
    led = play(entered, Evade("vienna")).state
    assert asked(led)[0] == "Who else evades from Linz?"
    assert asked(led)[2] == "There: 3 SP of Austria."
    slipped = play(led, Slip("tyrol", "au", 2)).state
    assert asked(slipped)[2:] == [
        "There: 1 SP of Austria.",
        "On the way to Vienna: Mack and 4 SP of Austria.",
        "On the way to Tyrol: 2 SP of Austria.",
    ]


def test_a_fleet_that_is_found_again_reads_how_far_the_enemy_may_still_go() -> None:
    state = emptied("fr", cp=4)
    ships(state, "english_channel", "fr", 3)
    ships(state, "english_channel", "gb", 1)
    sailing = play(state, SetSail("english_channel", 3)).state
    assert asked(sailing) == [
        "Where does the fleet in English Channel sail?",
        "In it: 3 squadrons of France.",
        "8 maneuvers are left.",
    ]
    found = play(sailing, Patrol(), dice=[6, 6]).state
    assert asked(found) == [
        "Does the fleet of Great Britain try to evade that of France in English Channel?",
        "The enemy: 3 squadrons of France.",
        "The enemy has 7 maneuvers left.",
    ]
    missed = play(found, Elude(), dice=[6, 6]).state
    again = play(missed, Patrol(), dice=[6, 6]).state
    assert asked(again)[2] == "The enemy has 6 maneuvers left."


def test_a_fleet_that_is_sought_twice_is_told_by_its_step() -> None:
    state = emptied("fr", cp=4)
    ships(state, "bay_of_biscay", "fr", 1)
    ships(state, "english_channel", "gb", 1)
    sought = play(state, SetSail("bay_of_biscay", 1), SailTo("english_channel")).state
    assert asked(sought)[1] == "It comes from Bay of Biscay."
    before_port = play(sought, LetSail(), SailTo("brittany")).state
    assert asked(before_port)[1] == "It is about to enter Brittany."


def test_who_is_met_at_a_strait_reads_what_has_come_out() -> None:
    """Ready squadrons of all nations of the seat, at sea and no longer in their port."""
    state = gibraltar()
    ships(state, "gibraltar", "gb", 1, refit=2)
    ships(state, "gibraltar", "ru", 1)
    passing = play(state, SailTo("western_mediterranean"), dice=[1] * 4)
    [question, enemy] = asked(play(passing.state, Sally()).state)
    assert question.endswith("try to evade that of Great Britain in Gulf of Cadiz?")
    assert enemy == "The enemy: 1 squadron of Great Britain and 1 squadron of Russia."


def test_who_has_new_enemies_where_they_stand_reads_what_these_have() -> None:
    state = acting("gb", 8)
    defeated(state, "dk", "fr")
    consul(state, "dk", "gb", 3)
    state.nations["dk"].conquered = "fr"
    stand(state, "jutland", "fr", 2)
    stand(state, "holstein", "fr", 4, "ney")
    pact = play(state, MoveConsul("dk", "right"), dice=[1] * 20)
    clash = play(pact.state, PullOut("fr", "jutland"), dice=[1] * 40).state
    assert asked(clash)[:2] == [
        "Who evades from Holstein?",
        f"The enemy there: Ney and {sp_in(clash, 'holstein', 'fr')} SP of France.",
    ]
