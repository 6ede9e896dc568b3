"""Sentences of events: names and never ids, articles and plurals, and the names of cards."""

from __future__ import annotations

import re

import pytest

from api.languages import language_of
from napoleon.rules.events import REFEREE, SPECTATOR, TOPICS, Event
from napoleon.rules.narration import describe, narrated
from napoleon.rules.orders import OrderGiven
from napoleon.rules.prose.storybook import vocabulary, words_of
from napoleon.rules.viewer import Viewer
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
from napoleon.rulesets.eagles_waterloo.labels import in_a_sentence
from napoleon.rulesets.eagles_waterloo.packs.cards import Special
from napoleon.rulesets.eagles_waterloo.story.in_french import in_french, names_in_french

MOVED = CardMoved(
    "french", "ligny", "french", "f_quiot_brigade", "french-7", "french_reserve", "french_centre",
    "column", "", "", "", 0, False, False, False, fog=True,
)  # fmt: skip

ADDED = CardAdded("allied", "ligny", "prussian", "p_iv_corps_foot_a")

FIRED = CardFired(
    "allied", "ligny", "f_quiot_brigade", "prussian-12", "allied_left", (), 2, (), (1, 6), 1, 3,
    "infantry", False,
)  # fmt: skip

TOLD: list[tuple[Event, str]] = [
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
]


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[it.type for it, _ in TOLD])
def test_a_sentence(event: Event, sentence: str) -> None:
    assert describe(event, Viewer(REFEREE), RULES.names) == sentence


def test_who_may_not_know_the_card_is_told_of_its_back() -> None:
    moved = "French card 7 moved from the French Reserve to the French centre."
    assert describe(MOVED, Viewer("allied"), RULES.names) == moved
    assert (
        describe(ADDED, Viewer(SPECTATOR), RULES.names) == "The Allies added a card to their deck."
    )


def test_sentences_are_told_in_french() -> None:
    words = vocabulary(RULES, words_of(RULES, language_of(RULES, "fr")))
    assert narrated(MOVED, Viewer("french"), words) == (
        "brigade Quiot a fait mouvement de la réserve française vers le centre français."
    )
    assert narrated(MOVED, Viewer("allied"), words).startswith("carte française 7 a fait mouvement")
    assert narrated(FIRED, Viewer("allied"), words) == (
        "brigade Quiot a tiré sur carte prussienne 12 à la gauche alliée\N{NO-BREAK SPACE}: "
        "1, 6, 1 touche."
    )


def test_orders_with_lists_of_cards_are_told() -> None:
    laid = {"card": "f_ney", "place": "french_left", "formation": "", "decoy": False}
    order = OrderGiven("french", {"order": "deploy", "cards": [laid]})
    text = describe(order, Viewer("french"), RULES.names)
    assert "Ney" in text and "French left" in text and "f_ney" not in text


ARTICLES = {
    "f_quiot_brigade": "the Quiot brigade",
    "f_young_guard_guye": "Guye's Young Guard",
    "f_soult_p_4th_cav": "P. Soult's 4th Cavalry",
    "f_i_corps_foot_a": "the French I Corps foot battery A",
    "p_i_corps_foot_a": "the Prussian I Corps foot battery A",
    "b_bylandt": "Bylandt's brigade",
    "b_brunswick_infantry": "the Brunswick infantry",
    "b_prince_of_orange": "the Prince of Orange",
    "b_picton": "Picton",
    "p_24th_rgt": "the 24th Regiment",
    "p_brye_heights": "the Brye Heights",
    "b_hougoumont": "Hougoumont",
}


@pytest.mark.parametrize(("card", "name"), ARTICLES.items(), ids=ARTICLES)
def test_cards_have_their_articles(card: str, name: str) -> None:
    assert RULES.names[f"the {card}"] == name


def test_no_two_cards_have_the_same_name_in_a_sentence() -> None:
    """But for specials: each nation has its Rally."""
    cards = [it for it in RULES.pack.cards.values() if not isinstance(it, Special)]
    assert len({in_a_sentence(it) for it in cards}) == len(cards)
    assert len({in_french(it) for it in cards}) == len(cards)


def test_cards_are_said_in_french_without_english_words() -> None:
    english = re.compile(r"\b(brigade of|the|Corps|Cavalry|Regiment|Wood|Heights|foot|horse)\b")
    told_in_french = names_in_french(RULES.pack)
    for card, name in told_in_french.items():
        if "royal" not in name.lower() and "régiment du Corps" not in name:
            assert english.search(name) is None, (card, name)


def test_a_copy_of_a_card_is_told_from_the_first() -> None:
    assert RULES.names["the f_quiot_brigade.2"] == "the Quiot brigade (copy 2)"
    assert names_in_french(RULES.pack)["the f_quiot_brigade.2"] == ("la brigade Quiot exemplaire 2")


def test_no_sentence_says_a_nation_where_an_adjective_is_needed() -> None:
    """The deck of the Prussians is no Prussians deck."""
    for topic, kind in TOPICS.items():
        if topic.startswith(f"{RULES.name}."):
            for sentence in (kind.story, kind.veiled, kind.fogged_story):
                assert not re.search(r"\{(nation|side|player)\} (deck|card|muster)", sentence)
