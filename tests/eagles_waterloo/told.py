"""How events of EAGLES: Waterloo are told, and what no sentence says."""

from __future__ import annotations

from napoleon.rules.events import SPECTATOR
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.events.campaign import ReinforcementsSent
from napoleon.rulesets.eagles_waterloo.events.cards import CardRouted, CardsRevealed
from napoleon.rulesets.eagles_waterloo.events.combat import CardFired, GeneralHit, HitsRecorded
from napoleon.rulesets.eagles_waterloo.events.decks import CardAdded
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon
from napoleon.rulesets.eagles_waterloo.events.morale import MoraleChecked
from napoleon.rulesets.eagles_waterloo.events.moves import CardMoved
from napoleon.rulesets.eagles_waterloo.events.specials import CardRallied
from napoleon.rulesets.eagles_waterloo.events.terrain import CaptorsChosen, TerrainPlayed
from napoleon.rulesets.eagles_waterloo.events.turn import PhaseStarted, TurnStarted
from tests.rulesets.sentences import Sentences, Told

MOVED = CardMoved(
    "french", "ligny", "french", "f_quiot_brigade", "french-7", "french_reserve", "french_centre",
    "column", "", "", "", 0, False, False, False, fog=True,
)  # fmt: skip

ADDED = CardAdded("allied", "ligny", "prussian", "p_iv_corps_foot_a")

FIRED = CardFired(
    "allied", "ligny", "f_quiot_brigade", "prussian-12", "allied_left", (), 2, (), (1, 6), 1, 3,
    "infantry", False,
)  # fmt: skip

TOLD = [
    (TurnStarted("ligny", "allied", 2), "Ligny: turn 2 of the Allies began."),
    (PhaseStarted("ligny", "french", "combat"), "Ligny: the French went on to their Combat phase."),
    (MOVED, "Quiot brigade moved from the French Reserve to the French centre."),
    (ADDED, "The Allies added the Prussian IV Corps foot battery A to their deck."),
    (FIRED, "Quiot brigade fired at Prussian card 12 on the Allied left: 1, 6, 1 hit."),
    (
        HitsRecorded("ligny", "p_24th_rgt", 1, 2),
        "24th Regiment took 1 hit, 2 in all.",
    ),
    (GeneralHit("ligny", "p_zieten", 2, 2), "Zieten is in danger: 2 dice of 1."),
    (
        CardsRevealed("ligny", "allied_centre", {"prussian-3": "p_24th_rgt"}, {}, "engaged"),
        "Turned face up in the Allied centre: Prussian card 3 24th Regiment.",
    ),
    (
        CardRouted("ligny", "prussian", "p_24th_rgt", "allied_right", "", "morale"),
        "24th Regiment routed on the Allied right.",
    ),
    (
        MoraleChecked("ligny", "p_24th_rgt", "morale", (2, 5), 0, 3, (), 1, True, 9),
        "24th Regiment rolled 2, 5 against a morale of 3: they routed.",
    ),
    (
        CardRallied("ligny", "french", "f_quiot_brigade", 3, True, "french_reserve", 4),
        "The die for the Quiot brigade was 3: they rallied.",
    ),
    (
        TerrainPlayed("allied", "ligny", "p_brye_heights", "allied_centre", "allied"),
        "The Allies played the Brye Heights in the Allied centre.",
    ),
    (
        CaptorsChosen("french", "ligny", "p_ligny_village", ("f_quiot_brigade",)),
        "Quiot brigade went onto Ligny Village.",
    ),
    (
        ReinforcementsSent("french", "quatre_bras", "ligny", "french", ("f_ney",), 1),
        "1 card went from Quatre Bras to Ligny.",
    ),
    (
        BattleWon("ligny", "french", "allied_left", "position"),
        "Ligny was won by the French: an enemy position was held alone.",
    ),
    (
        BattleWon("ligny", "", "", "drawn"),
        "Ligny was won by nobody: the battle was drawn.",
    ),
    (MOVED, "French card 7 moved from the French Reserve to the French centre.", "allied"),
    (ADDED, "The Allies added a card to their deck.", SPECTATOR),
    (
        MOVED,
        "brigade Quiot a fait mouvement de la réserve française vers le centre français.",
        "french",
        "fr",
    ),
    (
        MOVED,
        "carte française 7 a fait mouvement de la réserve française vers le centre français.",
        "allied",
        "fr",
    ),
    (
        FIRED,
        "brigade Quiot a tiré sur carte prussienne 12 à la gauche alliée\N{NO-BREAK SPACE}: "
        "1, 6, 1 touche.",
        "allied",
        "fr",
    ),
]

SENTENCES = Sentences(
    rf"\b(?:{'|'.join(RULES.pack.by_id)}|1 (?:cards|hits|dice|turns))\b", [Told(*it) for it in TOLD]
)
