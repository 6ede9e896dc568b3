"""Small games: what the kit makes of what one declares."""

from __future__ import annotations

from napoleon.rules import kit
from napoleon.rules.kit.applying import applied_by
from napoleon.rules.phrases import told
from napoleon.rules.speaking import PLAIN
from tests.toys.twelve import Begun


def test_the_question_of_a_turn_is_told_with_its_values() -> None:
    turns = kit.ByTurns("go", ("red", "blue"), "1", kit.say("Draw %(least)s or more", least=9))
    state = Begun().begin()
    table: kit.Table[kit.SmallState, None] = kit.Table(state, None, applied_by(Begun))
    asked = []
    for state.turn in (1, 2):
        asked += turns.step.asks(table)
    assert [(it.seat, told(it.prompt, PLAIN)) for it in asked] == [
        ("red", "Draw 9 or more"),
        ("blue", "Draw 9 or more"),
    ]
