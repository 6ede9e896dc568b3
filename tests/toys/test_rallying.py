"""A verb that is added to a game in one file has all that the other verbs have.

`test_contracts` examines the game with it as it does every other one.
"""

from __future__ import annotations

import inspect

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.kit.declaring import candidates_of
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.storybook import words_of
from tests.toys import drill
from tests.toys.drill import Rest, State
from tests.toys.rallying import RALLY, RULES, Rallied, Rally, SetSteps

CHANCE = SeededChance("18" * 32, "game", drawn=0)


@pytest.fixture
def worn() -> State:
    """Red may rally its first battalion, which has lost a step."""
    state = None
    for event in RULES.setup("only", {}, CHANCE):
        state = RULES.apply(state, event)
    assert isinstance(state, State)
    state.battalions["red_1"].steps = 1
    return state


def test_all_of_it_stands_in_one_file() -> None:
    elsewhere = inspect.getsource(drill)
    assert "rall" not in elsewhere.casefold()
    assert set(RULES.verbs) - set(drill.RULES.verbs) == {Rally}
    assert RULES.corrections is not None and drill.RULES.corrections is not None
    assert set(RULES.corrections.kinds) - set(drill.RULES.corrections.kinds) == {SetSteps}


def test_it_is_offered_refused_and_carried_out(worn: State) -> None:
    [asked] = RULES.decisions(worn)
    offered = [it for it in RULES.legal_orders(worn, asked) if isinstance(it, Rally)]
    assert offered == [Rally("red_1")]
    listed = candidates_of((RALLY,), RULES.table(worn, RULES.pack, None), asked)
    assert listed == {Rally: {"unit": ["red_1", "red_2", "red_3"]}}
    refusals = {}
    for unit in ("red_2", "blue_1"):
        answer = RULES.decide(worn, "red", Rally(unit), CHANCE)
        assert isinstance(answer, Refusal)
        refusals[unit] = f"{answer.code} {answer.clause}"
    assert refusals == {"red_2": "NOTHING_LOST 5", "blue_1": "NOT_YOURS 5"}
    worn.battalions["blue_1"].place = drill.ROAD[drill.RANGE]
    answer = RULES.decide(worn, "red", Rally("red_1"), CHANCE)
    assert isinstance(answer, Refusal) and answer.code == "UNDER_FIRE"
    worn.battalions["blue_1"].place = drill.ROAD[-1]
    caused = RULES.decide(worn, "red", Rally("red_1"), CHANCE)
    assert not isinstance(caused, Refusal)
    for event in caused:
        RULES.apply(worn, event)
    assert worn.battalions["red_1"].steps == drill.STRENGTH


def test_it_has_a_line_and_a_button(worn: State) -> None:
    [asked] = RULES.decisions(worn)
    assert RULES.notation is not None and RULES.wording is not None
    assert RULES.notation.write(Rally("red_1"), worn, "red") == "rally Red 1"
    assert RULES.notation.read(worn, asked, "red", "rally red 1") == Rally("red_1")
    words = RULES.wording.words(worn, asked, Rally("red_1"))
    assert (words.does.text, words.does.values) == ("Rally %(unit)s", {"unit": "red_1"})
    assert [it.text for it in words.follows] == ["it has both steps again"]
    assert (words.pieces, words.target) == (("red_1",), "")
    assert RULES.wording.words(worn, asked, Rest()).does.text == "Rest"


def story(*events: Event) -> list[str]:
    chapter, words = RULES.storybook.chapters["turn"], words_of(RULES, ENGLISH)
    paragraph = Paragraph(Heading("turn"), list(events))
    return [told for event in events for told in chapter[type(event)](words, paragraph, event)]


def test_it_is_told_and_corrected(worn: State) -> None:
    assert story(Rallied("red", "red_1", "ridge"), Rallied("red", "red_2", "ridge")) == [
        "Red 1 and Red 2 rallied at Ridge."
    ]
    assert RULES.corrections is not None
    wanted = SetSteps("red_1", 2, reason="The die was read wrongly.")
    caused = RULES.corrections.carry_out(worn, wanted, "the-reason")
    assert not isinstance(caused, Refusal)
    [event] = caused
    assert story(msgspec.structs.replace(event, by=REFEREE)) == [
        "The referee corrected the position: Red 1 had one step, and has both steps."
    ]
    RULES.apply(worn, event)
    assert worn.battalions["red_1"].steps == drill.STRENGTH
