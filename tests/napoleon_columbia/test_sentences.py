"""Sentences of events: names and never ids, articles and plurals, and no booleans."""

from __future__ import annotations

import re

import pytest

from api.languages import language_of
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.narration import describe, narrated
from napoleon.rules.orders import OrderGiven
from napoleon.rules.prose.storybook import vocabulary, words_of
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.events.combat import (
    CombatStepStarted,
    UnitEngaged,
    UnitFired,
    UnitSheltered,
)
from napoleon.rulesets.napoleon_columbia.events.deployment import TerrainDrawn
from napoleon.rulesets.napoleon_columbia.events.fights import SkirmisherChosen, SkirmishStarted
from napoleon.rulesets.napoleon_columbia.events.march import GroupActivated, UnitMarched
from napoleon.rulesets.napoleon_columbia.events.retreat import BattleEnded
from napoleon.rulesets.napoleon_columbia.events.turn import (
    GameWon,
    SupplyLossDue,
    TurnStarted,
    UnitRemovedForSupply,
)
from tests.napoleon_columbia.random_play import whole_game

MARCHED = UnitMarched(
    "french",
    "f09",
    "french-7",
    "french",
    "solre",
    "thuin",
    "solre-thuin",
    False,
    1,
    8,
    "",
    fog=True,
)

ENGAGED = UnitEngaged(
    "allied", "p05", "prussian-4", "ligny", "attacker_a", "defender_a", 1, True, (), fog=True
)

TOLD: list[tuple[Event, str]] = [
    (
        TurnStarted(1, "1815-06-15", "french", False, ()),
        "15 June 1815: turn 1, of the French, began.",
    ),
    (
        GroupActivated("french", "french", "beaumont", 1),
        "The French in Beaumont marched; 1 group more may march.",
    ),
    (MARCHED, "French II Corps infantry A marched from Solre to Thuin."),
    (
        ENGAGED,
        "Prussian I Corps cavalry moved from the attacker's left to the defender's right, and "
        "engaged the enemy.",
    ),
    (
        StepLost("french", "f09", "french-7", 1, 3, "forced", fog=True),
        "French II Corps infantry A lost 1 step by a forced march, and has 3.",
    ),
    (
        UnitEliminated("p02", "prussian", "no_retreat", 3, 9, "ligny", "prussian-4"),
        "Prussian I Corps infantry A was eliminated by want of a road to retreat by: the Prussians "
        "have lost 3, limit 9.",
    ),
    (
        UnitFired("f02", "french", "ligny", "engaged", "defender_a", "open", 4, (), (1, 5), 1,
                  "allied", 0, False, True, 3),
        "Guard infantry fired with firepower 4 and rolled 1, 5: 1 hit.",
    ),
    (
        UnitSheltered("french", "f01", "french-1", "f02", "french-2", "ligny", fog=True),
        "Napoleon sheltered in the square of the Guard infantry.",
    ),
    (
        CombatStepStarted("ligny", "allied", "end"),
        "Ligny: the Allies came to the end of the combat turn.",
    ),
    (
        SkirmishStarted("ligny", "french", 1, 2),
        "Skirmish in Ligny: 1 attacker against 2 defenders.",
    ),
    (
        SkirmisherChosen("allied", "p02", "allied", "ligny"),
        "The Allies chose the Prussian I Corps infantry A to fight in Ligny.",
    ),
    (
        BattleEnded("ligny", 1, "french", "rout", True),
        "The battle in Ligny was over, and the town held by the French.",
    ),
    (
        SupplyLossDue("ghent", "anglo", 1, ()),
        "The French hold Ghent: that costs the Anglo-Dutch 1 unit.",
    ),
    (
        UnitRemovedForSupply("a13", "anglo", "ghent", 4, 8, "hal", "anglo-2"),
        "The Anglo-Dutch lost the British heavy cavalry for want of supply from Ghent: 4 are "
        "lost, limit 8.",
    ),
    (
        GameWon("allied", "The French army was defeated.", "11.2"),
        "The French army was defeated. The Allies won the game.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[it.type for it, _ in TOLD])
def test_a_sentence(event: Event, sentence: str) -> None:
    assert describe(event, Viewer(REFEREE), RULES.names) == sentence


def test_who_may_not_know_the_unit_is_told_of_a_block() -> None:
    assert describe(MARCHED, Viewer("allied"), RULES.names) == (
        "French block 7 marched from Solre to Thuin."
    )
    drawn = TerrainDrawn("french", "attacker", "ligny", "hill", 3)
    assert describe(drawn, Viewer("allied"), RULES.names) == "The attacker drew terrain."
    assert describe(drawn, Viewer("french"), RULES.names) == "The attacker drew terrain: Hill."


def test_sentences_are_told_in_french() -> None:
    words = vocabulary(RULES, words_of(RULES, language_of(RULES, "fr")))
    assert narrated(MARCHED, Viewer("french"), words) == (
        "infanterie A du IIe corps français\N{NO-BREAK SPACE}: marche de Solre à Thuin."
    )
    assert "IIe" not in narrated(MARCHED, Viewer("allied"), words)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [2, 36, 51])
def test_no_sentence_of_whole_games_has_an_id_a_boolean_or_a_wrong_plural(number: int) -> None:
    ids = {*RULES.pack.blocks, *(it for it in RULES.pack.towns if it.islower())}
    pattern = "|".join([*ids, "True", "False", "None", r"1 (units|steps|hits|groups|marches)"])
    strange = re.compile(rf"\b(?:{pattern})\b|_|\b(?:french|anglo|prussian)-\d")
    for event in whole_game(number).events:
        if event.topic.startswith(f"{RULES.name}.") and not isinstance(event, OrderGiven):
            for reader in (REFEREE, SPECTATOR):
                sentence = describe(event, Viewer(reader), RULES.names)
                assert not strange.search(sentence), sentence
