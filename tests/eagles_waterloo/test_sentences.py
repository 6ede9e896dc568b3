"""Names of cards in sentences: their articles, and no two alike, in both languages."""

from __future__ import annotations

import re

import pytest

from napoleon.rules.events import TOPICS
from napoleon.rules.narration import describe
from napoleon.rules.orders import OrderGiven
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES
from napoleon.rulesets.eagles_waterloo.labels import in_a_sentence
from napoleon.rulesets.eagles_waterloo.packs.cards import Special
from napoleon.rulesets.eagles_waterloo.story.in_french import in_french, names_in_french


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
