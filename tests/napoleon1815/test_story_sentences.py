"""Sentences that were too long, or told too often: what they are now, word for word."""

from __future__ import annotations

from napoleon.rules.events import REFEREE
from napoleon.rulesets.napoleon1815.events.casualties import FatigueRemoved
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
from tests.napoleon1815.scripted import value
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
