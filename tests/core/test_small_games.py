"""Small games: what the kit makes of what one declares."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.rules import kit
from napoleon.rules.events import SPECTATOR, TOPICS
from napoleon.rules.kit.table import applied_by
from napoleon.rules.phrases import PLAIN, speaker, told
from napoleon.rules.viewer import Viewer
from tests.toys.twelve import Begun

SEATS = ("red", "blue")
HILLS = {"long_hill": "Long Hill", "steep_hill": "Steep Hill"}


def test_the_question_of_a_turn_is_told_with_its_values() -> None:
    turns = kit.ByTurns("go", SEATS, "1", kit.say("Draw %(least)s or more", least=9))
    state = Begun().begin()
    table: kit.Table[kit.SmallState, None] = kit.Table(state, None, applied_by(Begun))
    asked = []
    for state.turn in (1, 2):
        asked += turns.step.asks(table)
    assert [(it.seat, told(it.prompt, PLAIN)) for it in asked] == [
        ("red", "Draw 9 or more"),
        ("blue", "Draw 9 or more"),
    ]


# -- a verb with fields, things with names, and a step between turns -------------------------------


class State(kit.SmallState, kw_only=True):
    """Who has taken which hill with how many men."""

    taken: dict[str, tuple[str, int]]


class Take(kit.Order, frozen=True, tag="take"):
    """Take a hill."""

    hill: str
    men: int


Hill = kit.Scene[kit.Table[State, None]]


def refuse_hill(it: Hill, hill: str) -> kit.Refusal | None:
    if hill in HILLS and hill not in it.table.state.taken:
        return None
    return kit.refuse("NO_HILL", "1", "Name a hill that nobody has.")


def refuse_men(it: Hill, men: int) -> kit.Refusal | None:
    return None if men in (1, 2) else kit.refuse("NO_MEN", "1", "Send one man, or two.")


@pytest.fixture(scope="module")
def rules() -> Any:
    topics = {*TOPICS}

    @kit.recorded("toy_hills.begun/1", "The hills lie there.")
    class Laid(kit.Event, frozen=True):
        def begin(self) -> State:
            return State(taken={})

    @kit.recorded("toy_hills.taken/1", "{player} took {hill} with {men:man/men}.")
    class Taken(kit.Event, frozen=True):
        player: str
        hill: str
        men: int

        def apply(self, state: State) -> None:
            state.taken[self.hill] = (self.player, self.men)
            state.turn += 1

    @kit.recorded("toy_hills.over/1", "All hills are taken.")
    class Over(kit.Event, frozen=True):
        def apply(self, state: State) -> None:
            state.result = kit.Result("", "All hills are taken.", "1")

    turns = kit.ByTurns("go", SEATS, "1", kit.say("Take a hill"))
    verb: kit.DeclaredVerb[Any, Any, Take] = kit.DeclaredVerb(
        Take,
        turns.actor,
        "1",
        fields={
            "hill": kit.Domain(lambda it: HILLS, refusal=refuse_hill),
            "men": kit.Domain(lambda it: (1, 2), refusal=refuse_men),
        },
        does=lambda it, order: it.tell(Taken, "1", hill=order.hill, men=order.men),
        line="take {hill:hill} with {men:number}",
        says=kit.say("Take %(hill)s with %(men)s"),
    )
    end: kit.Step[Any] = kit.Step(
        "end",
        lambda table: len(table.state.taken) == len(HILLS),
        lambda table: table.record(Over(), "1"),
    )
    yield kit.small_game(
        "toy_hills",
        clauses={"1": "Red and blue in turn take a hill, until all are taken."},
        state=State,
        begins=Laid,
        turns=turns,
        verbs=(verb,),
        hands=lambda known: dict.fromkeys(SEATS, ()),
        steps=(end,),
        names=HILLS,
    )
    for topic in TOPICS.keys() - topics:
        del TOPICS[topic]


def given(rules: Any, state: Any, *orders: Take) -> Any:
    for order in orders:
        [asked] = rules.decisions(state)
        chance = SeededChance("18" * 32, "game", drawn=state.draws)
        events = rules.decide(state, asked.seat, order, chance)
        assert isinstance(events, list), events
        for event in events:
            state = rules.apply(state, event)
    return state


@pytest.fixture
def begun(rules: Any) -> Any:
    state = None
    for event in rules.setup("toy_hills", {}, SeededChance("18" * 32, "game", drawn=0)):
        state = rules.apply(state, event)
    return state


def test_orders_are_the_product_of_the_domains(rules: Any, begun: Any) -> None:
    [asked] = rules.decisions(begun)
    legal = [*rules.legal_orders(begun, asked)]
    assert legal == [Take(hill, men) for hill in HILLS for men in (1, 2)]
    then = given(rules, begun, Take("long_hill", 2))
    [asked] = rules.decisions(then)
    assert asked.seat == "blue"
    assert [*rules.legal_orders(then, asked)] == [Take("steep_hill", men) for men in (1, 2)]
    for order, code in ((Take("long_hill", 1), "NO_HILL"), (Take("steep_hill", 3), "NO_MEN")):
        refused = rules.decide(then, "blue", order, SeededChance("18" * 32, "game", drawn=0))
        assert isinstance(refused, kit.Refusal) and refused.code == code


def test_lines_and_buttons_call_things_by_their_names(rules: Any, begun: Any) -> None:
    [asked] = rules.decisions(begun)
    line = rules.notation.write(Take("long_hill", 2), begun, "red")
    assert line == "take Long Hill with 2"
    for typed in (line, "take long_hill with 2", "TAKE STEEP HILL WITH 1"):
        order = rules.notation.read(begun, asked, "red", typed)
        assert order in rules.legal_orders(begun, asked), typed
    says = rules.wording.words(begun, asked, Take("long_hill", 2)).does
    assert told(says, speaker(rules.names, {})) == "Take Long Hill with 2"


def test_a_step_comes_before_the_next_turn(rules: Any, begun: Any) -> None:
    over = given(rules, begun, Take("long_hill", 2), Take("steep_hill", 1))
    assert over.result is not None and rules.decisions(over) == []
    assert rules.notation.read_position(rules.notation.write_position(over)) == over
    known = rules.known(begun, Viewer(SPECTATOR))
    assert rules.notation.write_known(known).startswith("Position of Toy hills")
