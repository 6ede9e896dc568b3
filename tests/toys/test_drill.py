"""A verb that is declared in one place has offers, a line, a button, a story and a correction."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from napoleon.rules.events import REFEREE, Event
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.settings import corrected, opened
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.terms import Decision
from tests.toys.drill import (
    BATTALION,
    FORM_SQUARE,
    GO,
    RULES,
    Fire,
    FormSquare,
    Go,
    Rest,
    SetSquare,
    SquareFormed,
    State,
)


class Sixes:
    """Every die shows the last of its faces."""

    def pick(self, options: Any, purpose: str, chain: str = "") -> Any:
        return options[-1]


@pytest.fixture
def laid() -> list[Event]:
    return RULES.setup("only", {}, Sixes())


def after(events: list[Event]) -> State:
    state = None
    for event in events:
        state = RULES.apply(state, event)
    assert isinstance(state, State)
    return state


def asked(state: State) -> Decision:
    [decision] = RULES.decisions(state)
    return decision


def given(events: list[Event], order: Order) -> list[Event]:
    state = after(events)
    caused = RULES.decide(state, asked(state).seat, order, Sixes())
    assert not isinstance(caused, Refusal), caused
    return [*events, *caused]


def refused(state: State, order: Order) -> str:
    answer = RULES.decide(state, asked(state).seat, order, Sixes())
    assert isinstance(answer, Refusal)
    return f"{answer.code} {answer.clause}"


def test_it_is_offered_to_each_battalion_that_can_do_it(laid: list[Event]) -> None:
    state = after(laid)
    orders = list(RULES.legal_orders(state, asked(state)))
    assert [it for it in orders if isinstance(it, FormSquare)] == [
        FormSquare("red_1"), FormSquare("red_2"), FormSquare("red_3"),
    ]  # fmt: skip
    assert [it for it in orders if isinstance(it, Go)] == [
        Go(f"red_{n}", "slope") for n in (1, 2, 3)
    ]
    assert not [it for it in orders if isinstance(it, Fire)]
    assert orders[-1] == Rest()


def test_it_is_refused_for_who_acts_before_what_it_does(laid: list[Event]) -> None:
    formed = given(given(laid, FormSquare("red_1")), Rest())
    state = after(formed)
    assert refused(state, FormSquare("blue_1")) == "NOT_YOURS 3"
    assert refused(state, FormSquare("red_1")) == "IN_SQUARE 3"
    assert refused(state, Go("red_1", "slope")) == "IN_SQUARE 3"
    assert refused(state, Go("red_2", "wood")) == "NOT_NEXT 1"
    assert refused(state, Fire("red_2", "red_3")) == "NO_TARGET 2"


def test_it_has_a_line_that_is_read_back(laid: list[Event]) -> None:
    notation, state = RULES.notation, after(laid)
    assert notation is not None
    assert notation.write(FormSquare("red_2"), state, "red") == "square Red 2"
    assert notation.read(state, asked(state), "red", "square red 2") == FormSquare("red_2")


def test_it_has_a_button_and_what_is_pointed_at(laid: list[Event]) -> None:
    assert RULES.wording is not None
    state = after(laid)
    words = RULES.wording.words(state, asked(state), FormSquare("red_2"))
    assert (words.does.text, words.does.values) == ("Form square with %(unit)s", {"unit": "red_2"})
    assert [it.text for it in words.follows] == ["6 only hits it", "stays where it is"]
    assert (words.pieces, words.target) == (("red_2",), "")
    words = RULES.wording.words(state, asked(state), Go("red_2", "slope"))
    assert (words.pieces, words.target) == (("red_2",), "slope")


def test_it_is_final_where_something_is_drawn(laid: list[Event]) -> None:
    state = after(laid)
    assert RULES.is_irreversible(state, asked(state), Fire("red_1", "blue_1"))
    assert not RULES.is_irreversible(state, asked(state), FormSquare("red_1"))


def story(events: list[Event]) -> list[str]:
    chapter, words = RULES.storybook.chapters["turn"], words_of(RULES, ENGLISH)
    paragraph = Paragraph(Heading("turn"), events)
    return [told for event in events for told in chapter[type(event)](words, paragraph, event)]


def test_its_story_tells_a_run_together(laid: list[Event]) -> None:
    one: list[Event] = [SquareFormed("red", "red_1", "ridge")]
    assert story(one) == ["Red 1 formed square at Ridge."]
    run: list[Event] = [
        SquareFormed("red", "red_1", "ridge"),
        SquareFormed("red", "red_2", "ridge"),
        SquareFormed("red", "red_3", "slope"),
    ]
    assert story(run) == [
        "Red 1 and Red 2 formed squares at Ridge.", "Red 3 formed square at Slope.",
    ]  # fmt: skip


def test_the_referee_sets_what_it_does(laid: list[Event]) -> None:
    assert RULES.corrections is not None
    state = after(laid)
    wanted = SetSquare("red_1", True, reason="It was announced.")
    caused = RULES.corrections.carry_out(state, wanted, "the-reason")
    assert not isinstance(caused, Refusal)
    [event] = caused
    assert (event.clauses, event.type) == (("4", "3"), "square_corrected")
    assert after([*laid, event]).battalions["red_1"].square
    told = story([msgspec.structs.replace(event, by=REFEREE)])
    assert told == [
        "The referee corrected the position: Red 1 stood in line, and stands in square."
    ]
    again = RULES.corrections.carry_out(after([*laid, event]), wanted, "the-reason")
    assert isinstance(again, Refusal)
    assert (again.code, again.facts) == ("NOTHING_TO_CORRECT", {"unit": "red_1", "square": True})


def test_the_referee_chooses_from_what_is_there(laid: list[Event]) -> None:
    assert RULES.corrections is not None
    state = after(laid)
    del state.battalions["blue_3"]
    offered = RULES.corrections.choices(state)
    assert list(offered) == ["unit"]
    assert list(offered["unit"].items())[-1] == ("blue_2", "Blue 2")
    gone = RULES.corrections.carry_out(state, SetSquare("blue_3", True, reason="?"), "the-reason")
    assert isinstance(gone, Refusal)
    assert (gone.code, gone.clause, gone.facts) == ("NO_BATTALION", "4", {"unit": "blue_3"})


def test_what_is_against_a_correction_is_asked_in_turn() -> None:
    asked = []

    def refuses(name: str, answer: Refusal | None) -> Any:
        return lambda table, wanted: asked.append(name) or answer

    no = Refusal("NO", "4", "No.")
    scene = opened(refuses("scene", None), refuses("a", None), refuses("b", no), refuses("c", no))
    assert scene(None, None) is no  # type: ignore[arg-type]
    assert asked == ["a", "b"]


def test_a_declaration_that_is_not_the_order_is_refused() -> None:
    with pytest.raises(ValueError, match="FormSquare has"):
        DeclaredVerb(
            FormSquare,
            BATTALION,
            "3",
            fields={"place": Domain(lambda it: ())},
            does=lambda it, order: None,
            line="square {unit:unit}",
            says=RULES.wording.kinds["drill"],  # type: ignore[union-attr]
        )


def test_a_declaration_that_points_at_two_places_is_refused() -> None:
    with pytest.raises(ValueError, match="pointed at by its place"):
        replace(GO, target=lambda it, order: order.place)


def test_a_subject_that_no_field_names_is_refused() -> None:
    with pytest.raises(ValueError, match="no nation"):
        replace(FORM_SQUARE, actor=BATTALION._replace(subject="nation"))


def test_what_an_event_sets_goes_by_its_own_fields() -> None:
    def form(state: State, unit: str, shape: str) -> None:
        raise AssertionError("it is never declared")

    with pytest.raises(ValueError, match="no fields \\['shape'\\]"):
        corrected("toy_drill.shape_corrected/1", "Correction: {unit}.", {"unit": str}, form)
