"""Sentences that were too long, or told too often: what they are now, word for word."""

from __future__ import annotations

import pytest

from napoleon.rules.events import REFEREE
from napoleon.rulesets.napoleon1815.events.cards import RedCardRevealed
from napoleon.rulesets.napoleon1815.events.casualties import CorpsEliminated, FatigueRemoved
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatDrawn,
    CombatEffectsSet,
    CombatStarted,
    RetreatWaived,
)
from napoleon.rulesets.napoleon1815.events.fog import ScoutEliminated, TokensReplaced
from napoleon.rulesets.napoleon1815.events.operations import PlayerPassed
from napoleon.rulesets.napoleon1815.events.windows import EventApplied, EventPlayed
from napoleon.rulesets.napoleon1815.orders import PlayEvent
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import (
    ALLIED,
    END,
    FIGHT,
    FRENCH,
    MOVE,
    NOTHING,
    PASS,
    RULES,
    activate,
    at,
    march,
)
from tests.napoleon1815.playing_cards import number
from tests.napoleon1815.scripted import box, value
from tests.napoleon1815.stories import happened
from tests.story.telling import lines_of


def told(
    state: State, *script: tuple[str, object], code: str = "en", **wishes: object
) -> list[str]:
    """What the referee is told of these orders."""
    events = happened(state, *script, **wishes)  # type: ignore[arg-type]
    return lines_of(RULES, events, REFEREE, code)


STANDING = field(
    {"gerard": at("p1"), "lobau": at("p2"), "ney": at("p6"), "hill": at("ath")}, passed=[ALLIED]
)


def test_stacks_that_stand_still_one_after_the_other_are_told_together() -> None:
    stacks = (("p1", "gerard"), ("p2", "lobau"), ("p6", "ney"))
    script = [(FRENCH, it) for stack in stacks for it in (activate(*stack), NOTHING)]
    assert told(STANDING, *script)[0] == "French: Gérard, Lobau and Ney stood still."
    assert told(STANDING, *script[:2]) == ["French: Gérard stayed at P1, and is spent."]


def test_they_are_told_apart_where_the_enemy_acts_in_between() -> None:
    blocks = {"gerard": at("p1"), "lobau": at("p2"), "hill": at("p4")}
    script = (
        (FRENCH, activate("p1", "gerard")),
        (FRENCH, NOTHING),
        (ALLIED, activate("p4", "hill")),
        (ALLIED, NOTHING),
        (FRENCH, activate("p2", "lobau")),
        (FRENCH, NOTHING),
    )
    assert told(field(blocks), *script)[:3] == [
        "French: Gérard stayed at P1, and is spent.",
        "Allies: Hill stayed at P4, and is spent.",
        "French: Lobau stayed at P2, and is spent.",
    ]


FORCED = number("forced_march", FRENCH)


def test_a_forced_march_is_told_in_the_sentence_of_the_march() -> None:
    given = field({"ney": at("p2"), "hill": at("ath")}, hands={FRENCH: [FORCED]})
    script = (
        (FRENCH, activate("p2", "ney")),
        (FRENCH, MOVE),
        (FRENCH, PlayEvent(FORCED)),
        (FRENCH, march("p2", "p3")[0]),
        (FRENCH, END),
    )
    line = told(given, *script, french=[value(1)])[0]
    assert line.startswith("French: Ney went by a forced march from P2 to P3, spending 1 ")
    assert "has 1 more movement point" not in line and "played" not in line
    line = told(given, *script, code="fr", french=[value(1)])[0]
    assert line.startswith("Français\N{NO-BREAK SPACE}: Ney est allé à marche forcée de P2 à P3, ")


def test_a_combat_says_what_cards_inflict_and_not_how_they_do() -> None:
    given = field({"ney": at("p2"), "hill": at("p2")})
    script = ((FRENCH, activate("p2", "ney")), (FRENCH, FIGHT), (ALLIED, PASS))
    text = " ".join(told(given, *script))
    assert "on the enemy." in text
    assert "can give several" not in text


def test_points_that_a_card_takes_from_a_corps_one_by_one_are_told_at_once() -> None:
    relief = [FatigueRemoved(ALLIED, "hill", 1, left, "event") for left in (1, 0)]
    assert lines_of(RULES, relief, REFEREE) == ["Hill lost 2 points of fatigue and keeps none."]
    two = [FatigueRemoved(ALLIED, corps, 1, 1, "event") for corps in ("hill", "orange")]
    assert lines_of(RULES, two, REFEREE) == [
        "Hill lost 1 point of fatigue and keeps 1. Orange lost 1 point of fatigue and keeps 1."
    ]


NOTHING_LOST = [CombatEffectsSet(ALLIED, 0, 0, ()), CombatEffectsSet(FRENCH, 2, 0, ())]


def test_who_loses_or_takes_nothing_is_told_in_whole_sentences() -> None:
    assert lines_of(RULES, NOTHING_LOST, REFEREE) == [
        "The Allies lost no strength and took no fatigue. "
        "The French lost 2 strength points and took no fatigue."
    ]
    assert lines_of(RULES, NOTHING_LOST, REFEREE, "fr") == [
        "Les Alliés n’ont perdu aucune force et n’ont pris aucune fatigue. "  # noqa: RUF001
        "Les Français ont perdu 2 points de force et n’ont pris aucune fatigue."  # noqa: RUF001
    ]


@pytest.mark.parametrize(
    ("shown", "english", "french"),
    [
        ((0, 0), "inflicted no losses and no fatigue on the enemy", "ni perte ni fatigue"),
        ((1, 0), "inflicted 1 loss and no fatigue on the enemy", "ennemi 1 perte, sans fatigue"),
        ((0, 2), "no losses and 2 points of fatigue", "2 points de fatigue, sans perte"),
        ((1, 1), "inflicted 1 loss and 1 point of fatigue", "1 perte et 1 point de fatigue"),
    ],
)
def test_what_a_side_inflicts_is_told_in_whole_sentences(
    shown: tuple[int, int], english: str, french: str
) -> None:
    given = field({"ney": at("p2"), "hill": at("p2")})
    script = ((FRENCH, activate("p2", "ney")), (FRENCH, FIGHT), (ALLIED, PASS))
    assert english in " ".join(told(given, *script, french=[box(*shown)]))
    text = " ".join(told(given, *script, code="fr", french=[box(*shown)]))
    assert french in text
    assert "et infligé à l’ennemi aucun" not in text and "et pris aucun" not in text  # noqa: RUF001


def test_a_draw_without_losses_is_told_as_one() -> None:
    fight = [CombatStarted("p1", FRENCH, "in place", ("ney",), ("hill",)), CombatDrawn(0)]
    assert lines_of(RULES, fight, REFEREE)[0].endswith("was drawn: neither side inflicted a loss.")


def test_corps_that_a_combat_eliminates_are_told_together() -> None:
    gone = [CorpsEliminated(it, FRENCH, "p1", 0, "no strength") for it in ("grouchy", "gerard")]
    assert lines_of(RULES, gone, REFEREE) == [
        "Grouchy and Gérard were eliminated at P1, with no strength left."
    ]


@pytest.mark.parametrize(
    ("event", "summary", "english"),
    [
        (
            "squares",
            "corps of its player take 2 fatigue less if the French have cavalry",
            "their corps take 2 fatigue less",
        ),
        ("rapid_deployment", "the move-attack costs no combat card", "the attack after a march"),
        ("light_cavalry", "a card of the enemy is discarded by chance", "discarded at random"),
    ],
)
def test_what_cards_do_is_told_in_the_words_of_the_story(
    event: str, summary: str, english: str
) -> None:
    side = ALLIED if event == "squares" else FRENCH
    card = number(event, side)
    played = [EventPlayed(side, card, event, "W.COMBAT"), EventApplied(card, event, side, summary)]
    assert english in lines_of(RULES, played, REFEREE)[0]


def test_a_scout_is_told_to_be_gone_by_whom() -> None:
    gone = ScoutEliminated(ALLIED, "prussian_scout_1", "prussian-3", "p1", "enemy corps")
    assert lines_of(RULES, [gone], REFEREE)[0].endswith("at P1: enemy corps were there.")


def test_red_cards_of_a_player_are_told_together() -> None:
    both = [number(it, ALLIED) for it in ("rain", "inertia")]
    told_of = lines_of(RULES, [RedCardRevealed(ALLIED, it, "") for it in both], REFEREE)[0]
    assert told_of.startswith("Among the cards of the Allies were the red cards “Rain”")
    assert told_of.count("Among") == 1


def test_in_french_a_sentence_goes_on_after_the_name_of_a_side() -> None:
    events = [
        PlayerPassed(ALLIED, False, FRENCH),
        TokensReplaced(FRENCH, "p1", ("french-1",), ("french-2",), None, 1),  # type: ignore[arg-type]
    ]
    last = lines_of(RULES, events, ALLIED, "fr")[-1].replace("\N{NO-BREAK SPACE}", " ")
    assert last == "Français : à P1, le bloc inconnu 1 porte un nouveau numéro : 2."


@pytest.mark.parametrize(
    ("reason", "english"),
    [
        ("hold to the last", "the losing stack held to the last"),
        ("fortified position given up", "the fortified position was given up instead"),
    ],
)
def test_why_nobody_retreated_is_a_sentence(reason: str, english: str) -> None:
    stayed = RetreatWaived(reason)
    assert lines_of(RULES, [stayed], REFEREE) == [f"Nobody retreated: {english}."]
