"""In the story an effect stands with its cause: a card that interrupts an operation, and the march.

The games of `napoleon play napoleon1815 --seed 1815` told otherwise once.
"""

from __future__ import annotations

from napoleon.rules.events import REFEREE
from napoleon.rulesets.napoleon1815.events.combat import (
    CombatStarted,
    RetreatEnded,
    RetreatOwed,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.combat_cards import RetreatExtended
from napoleon.rulesets.napoleon1815.orders import ActivateStack, PlayEvent
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import (
    ALLIED,
    ATTACK,
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
    assert "French: D'Erlon and Ney attacked Hill" in text
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


FORCED, COUNTER = number("forced_march", FRENCH), number("counter_order", ALLIED)


def test_a_forced_march_that_was_cancelled_is_told_so_before_the_march_and_is_none() -> None:
    given = field({"ney": at("p2"), "hill": at("ath")}, hands={FRENCH: [FORCED], ALLIED: [COUNTER]})
    script = (
        (FRENCH, activate("p2", "ney")),
        (FRENCH, MOVE),
        (FRENCH, PlayEvent(FORCED)),
        (ALLIED, PlayEvent(COUNTER)),
        (FRENCH, march("p2", "p3")[0]),
        (FRENCH, END),
    )
    events = happened(given, *script, french=[value(3)])
    text = " ".join(lines_of(RULES, events, REFEREE))
    assert in_order(text, "played “Forced march”", "played “Counter-order”", "was cancelled", "Ney")
    assert "French: Ney marched from P2 to P3" in text
    assert "by a forced march" not in text
    assert text.count("was cancelled") == text.count("Counter-order") == 1


def test_a_stack_that_attacks_where_it_was_to_march_from_is_told_to_have_stayed() -> None:
    given = field({"ney": at("p2"), "drouot": at("p2"), "hill": at("p2")})
    script = (
        (FRENCH, activate("p2", "ney", "drouot")),
        (FRENCH, MOVE),
        (FRENCH, END),
        (FRENCH, ATTACK),
        (ALLIED, PASS),
    )
    events = happened(given, *script, french=[value(3)])
    text = " ".join(lines_of(RULES, events, REFEREE))
    assert in_order(
        text,
        "French: ",
        "chose to march, but did not leave P2 (card turned up +3, 2 corps",
        "attacked Hill",
        "attack after a march",
    )


def test_a_retreat_is_told_as_far_as_it_went_before_a_card_made_it_longer() -> None:
    events = [
        CombatStarted("p1", FRENCH, "in place", ("reille",), ("hill",)),
        RetreatOwed(FRENCH, 1, None, None),
        StackRetreated(FRENCH, ("reille",), "p1", "p2", "p1-p2", ()),
        RetreatEnded(FRENCH, "p2", "distance covered"),
        RetreatExtended(FRENCH, 1, ()),
        StackRetreated(FRENCH, ("reille",), "p2", "p3", "p2-p3", ()),
        RetreatEnded(FRENCH, "p3", "friendly stack"),
    ]
    text = " ".join(lines_of(RULES, events, REFEREE))
    assert text.endswith(
        "Reille retreated from P1 to P2. The French had to retreat by 1 road more, to P3."
    )
