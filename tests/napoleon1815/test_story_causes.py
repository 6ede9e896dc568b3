"""In the story an effect stands with its cause: a card that interrupts an operation, and the march.

The games of `napoleon play napoleon1815 --seed 1815` told otherwise once.
"""

from __future__ import annotations

from napoleon.rules.events import REFEREE
from napoleon.rulesets.napoleon1815.orders import ActivateStack, PlayEvent
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
from tests.napoleon1815.stories import happened
from tests.story.telling import lines_of


def told(state: State, *script: tuple[str, object]) -> list[str]:
    """What the referee is told of these orders."""
    return lines_of(RULES, happened(state, *script), REFEREE)  # type: ignore[arg-type]


def in_order(text: str, *parts: str) -> bool:
    """Whether these parts follow one another in a text."""
    places = [text.find(part) for part in parts]
    return -1 not in places and places == sorted(places)


def test_who_is_spent_by_a_card_is_not_told_with_those_whom_the_combat_spent() -> None:
    card = number("insubordination", ALLIED)
    blocks = {"ney": at("p2"), "derlon": at("p2"), "hill": at("p2"), "reille": at("p6")}
    given = field(blocks, hands={ALLIED: [card]})
    script = (
        (FRENCH, activate("p2", "ney", "derlon")),
        (ALLIED, PlayEvent(card, ("reille",))),
        (FRENCH, FIGHT),
        (ALLIED, PASS),
    )
    text = " ".join(told(given, *script))
    assert in_order(text, "Insubordination", "Reille is spent because of", "attacked")
    assert "Reille, " not in text and "Reille and " not in text


def test_a_stack_that_a_card_moves_first_is_told_before_the_march_of_the_other() -> None:
    card = number("last_effort", ALLIED)
    blocks = {"ney": at("p2"), "hill": at("p5", ready=False)}
    given = field(blocks, hands={ALLIED: [card]})
    area = RULES.pack.graph.roads_of("p5")[0].other("p5")
    script = (
        (FRENCH, activate("p2", "ney")),
        (ALLIED, PlayEvent(card, ("hill",), area)),
        (FRENCH, MOVE),
        (FRENCH, march("p2", "p3")[0]),
        (FRENCH, END),
    )
    text = " ".join(told(given, *script))
    assert in_order(text, "Last effort", "Hill marched", "The card cost", "French: Ney")


def test_a_card_that_is_played_with_the_next_activation_is_told_with_it() -> None:
    card = number("allied_coordination", ALLIED)
    blocks = {"ney": at("p2"), "picton": at("p5"), "ziethen": at("p5")}
    given = field(blocks, hands={ALLIED: [card]})
    script = (
        (FRENCH, activate("p2", "ney")),
        (FRENCH, NOTHING),
        (ALLIED, ActivateStack("p5", ("picton", "ziethen"), card)),
        (ALLIED, NOTHING),
    )
    first, second = told(given, *script)
    assert "Ney" in first and "Allied coordination" not in first
    assert in_order(second, "Allied coordination", "Picton", "stayed")
