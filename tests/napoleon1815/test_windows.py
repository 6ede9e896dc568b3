"""The windows are laid out: every card names windows that stand in the sequence of play."""

from napoleon.rules.kit.sequence import steps
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.cards.windows import WINDOWS, playable
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE


def test_every_window_of_a_card_is_known_and_stands_at_a_step():
    names = {step.name for step in steps(SEQUENCE)}
    used = {window for card in RULES.pack.cards.values() for window in card.windows}
    assert used == set(WINDOWS)
    assert {window.step for window in WINDOWS.values()} <= names


def test_cards_4_the_symbol_tells_whose_operation_it_must_be():
    roadblock = next(c for c in RULES.pack.cards.values() if c.number == 18)
    assert playable(roadblock) == ["when the movement card has been flipped (French operations)"]
    rain = next(c for c in RULES.pack.cards.values() if c.event == "rain")
    assert playable(rain) == ["when everybody has drawn"]
