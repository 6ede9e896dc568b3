"""How events of Napoleon, 4th edition, are told, and what no sentence says."""

from __future__ import annotations

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
from tests.rulesets.sentences import Sentences, Told

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

DRAWN = TerrainDrawn("french", "attacker", "ligny", "hill", 3)

TOLD = [
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
    (MARCHED, "French block 7 marched from Solre to Thuin.", "allied"),
    (DRAWN, "The attacker drew terrain.", "allied"),
    (DRAWN, "The attacker drew terrain: Hill.", "french"),
    (
        MARCHED,
        "infanterie A du IIe corps français\N{NO-BREAK SPACE}: marche de Solre à Thuin.",
        "french",
        "fr",
    ),
    (
        MARCHED,
        "Français, bloc 7\N{NO-BREAK SPACE}: marche de Solre à Thuin.",
        "allied",
        "fr",
    ),
]  # fmt: skip

IDS = {*RULES.pack.blocks, *(it for it in RULES.pack.towns if it.islower())}

SENTENCES = Sentences(
    rf"\b(?:{'|'.join(IDS)}|1 (?:units|steps|hits|groups|marches))\b"
    r"|\b(?:french|anglo|prussian)-\d",
    [Told(*it) for it in TOLD],
)
