"""Lines of orders and texts of positions: what is written is read back."""

from __future__ import annotations

import json
import re
from itertools import product

import msgspec
import pytest

from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.notation.grammar import Pattern
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Pool
from napoleon.rulesets.napoleonic_wars.notation import PATTERNS, SLOTS
from napoleon.rulesets.napoleonic_wars.notation_names import cards, leaders, nations, spaces
from napoleon.rulesets.napoleonic_wars.orders.beginning import KeepHand
from napoleon.rulesets.napoleonic_wars.orders.impulses import Build, PlayForCP, Preempt
from napoleon.rulesets.napoleonic_wars.sequence import DECLARED
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, HomeCard, State
from tests import notation_page
from tests.napoleonic_wars.playing import at_play, begun, going_on, pack

NOTATION = RULES.notation
assert NOTATION is not None


def read(line: str, state: State | None = None) -> Order | Refusal:
    assert NOTATION is not None
    if state is None:
        return NOTATION.read(None, None, "", line)
    decision = RULES.decisions(state)[0]
    return NOTATION.read(state, decision, decision.seat, line)


def text(state: State) -> str:
    assert NOTATION is not None
    return NOTATION.write_position(state)


# -- orders ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("build 2 in Paris", Build("paris", 2)),
        ("bui 2 in par", Build("paris", 2)),
        ("keep the hand of the Ottoman Empire", KeepHand("ot")),
        ("keep the hand of OT", KeepHand("ot")),
        ("play The Emperor Commands for CP", PlayForCP("the_emperor_commands")),
        ("play Militia 2 for cp", PlayForCP("militia_2")),
        ("preempt", Preempt()),
    ],
)
def test_lines_are_read_as_people_type_them(line: str, order: Order) -> None:
    assert read(line) == order


def test_the_copy_that_is_held_is_meant() -> None:
    state = at_play({"fr": ["militia_2"]})
    state = going_on(state).state
    assert read("play Militia for CP", state) == PlayForCP("militia_2")
    found = read("play Militia for CP")
    assert isinstance(found, Refusal) and found.code == "AMBIGUOUS_LINE"


def test_a_line_that_is_none_says_what_was_expected() -> None:
    found = read("build two in Paris")
    assert isinstance(found, Refusal)
    assert (found.code, found.facts["expected"]) == ("BAD_LINE", ["a leader", "a number"])


def test_names_are_told_apart() -> None:
    for names, ids in (
        (cards(pack()), pack().cards),
        (leaders(pack()), pack().leaders),
        (nations(pack()), pack().nations),
        (spaces(pack()), pack().spaces),
    ):
        written = [names.write(it) for it in ids]
        assert len(set(written)) == len(written)
        assert not [it for it in written if "_" in it]


# -- positions -------------------------------------------------------------------------------------


def test_everything_that_a_position_may_hold_is_read_back() -> None:
    assert NOTATION is not None
    state = at_play({"fr": ["militia_2"]})
    state.nations["sp"].caretaker, state.nations["ot"].frozen = "imperial", 3
    state.nations["au"].conquered, state.nations["fr"].plus_key = "fr", True
    state.nations["ru"].regroup_sp, state.nations["dk"].plus_face = 2, True
    state.spaces["linz"].flag = "fr"
    state.spaces["linz"].lots = [Lot("au", 2), Lot("fr", 3, 2, True)]
    state.leaders["napoleon"].entered, state.leaders["davout"].failed = 2, True
    bernadotte = state.leaders["bernadotte"]
    bernadotte.nation, bernadotte.standing, bernadotte.where = "sw", "map", "stockholm"
    state.leaders["ney"].standing = "regroup"
    state.foreign_wars = [
        ForeignWar("turkish_war_1", "ru", "ot", 2, 1, ["barclay"]),
        ForeignWar("haitian_revolt", "fr", "", 3, 0, []),
    ]
    state.nations["au"].home.append(HomeCard("parliament", up=False, owner="gb"))
    state.besieged, state.failed_from, state.over = ["prague"], ["paris"], True
    state.stack = [
        Impulse("fr", True, [Pool("cards", 4)], ["militia_1"]),
        March("fr", "linz", ["murat"], Force(["murat"], [Lot("fr", 3)]), "munich"),
        Battle("linz", "munich", Side(["fr"]), Side(["au"]), 1, 0),
    ]
    told = text(state)
    assert NOTATION.read_position(told) == state
    assert "  Linz: flag France; Austria 2; France 3 (entered 2, fought); " in told
    assert "Bernadotte of Sweden" in told


def test_a_reader_finds_a_question_mark_for_what_they_may_not_know() -> None:
    assert NOTATION is not None
    state, _ = begun()
    state.nations["fr"].hand, state.nations["gb"].hand = state.bag[:1], state.bag[1:3]
    del state.bag[:3]
    state.nations["fr"].unseen = state.nations["gb"].unseen = False
    known = NOTATION.write_known(RULES.known(state, Viewer("imperial")))
    [france] = [line for line in known.splitlines() if line.startswith("France: ")]
    [britain] = [line for line in known.splitlines() if line.startswith("Great Britain: ")]
    assert france.endswith("hand Europe Exhausted")
    assert britain.endswith("hand ?2")
    assert "\nDeck: ?96\n" in known
    with pytest.raises(UnreadablePosition):
        NOTATION.read_position(known)
    assert NOTATION.write_known(RULES.known(state, Viewer("referee"))) == text(state)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  Calais: France 8; Napoleon", "  Calais: France 8; Nobody", "Nobody"),
        ("  Calais: France 8", "  Atlantis: France 8", "Atlantis"),
        ("France 8; Napoleon", "France 8 (asleep); Napoleon", "asleep"),
        ("At war: Austria and France", "At war: Austria", "at war as in"),
        ("France in Brittany: 2 ready", "France in Brittany: two ready", "squadrons are as in"),
        ("Players: ", "Player: ", "no label"),
    ],
)
def test_what_cannot_be_read_is_told(old: str, new: str, said: str) -> None:
    assert NOTATION is not None
    told = text(begun()[0])
    assert old in told
    with pytest.raises(UnreadablePosition, match=said):
        NOTATION.read_position(told.replace(old, new, 1))


def test_a_text_is_no_longer_than_needed() -> None:
    state, _ = begun()
    assert len(text(state)) < len(msgspec.json.encode(state)) / 2


# -- every line ------------------------------------------------------------------------------------

SAMPLES = {
    "nation": ("ot", "fr"),
    "space": ("linz", "st_petersburg"),
    "leader": ("ali_pasha", "murat"),
    "card": ("spies", "militia_2", "the_emperor_commands"),
    "number": (2, 40),
    "place": ("baltic_sea", "linz"),
    "thing": ("au@linz", "gb@baltic_sea", "fr", "linz", "bernadotte"),
    "camp": ("imperial", "coalition"),
    "branch": ("a", "b"),
    "way": ("cede", "unflag"),
    "direction": ("right", "left"),
}
"""Some things of each kind that lines name."""


def says_all(pattern: Pattern) -> bool:
    """Whether it says every field: one that leaves out some stands behind others that say them."""
    slots = {name for name, _ in re.findall(r"\{(\w+):(\w+)\}", pattern.template)}
    return {*slots, *pattern.means} == {*pattern.order.__struct_fields__}


@pytest.mark.parametrize("pattern", filter(says_all, PATTERNS), ids=lambda it: it.template)
def test_every_line_is_read_back_and_means_nothing_else(pattern: Pattern) -> None:
    assert NOTATION is not None
    slots = re.findall(r"\{(\w+):(\w+)\}", pattern.template)
    assert {slot for _, slot in slots} <= SLOTS.keys() == SAMPLES.keys()
    for values in product(*(SAMPLES[slot] for _, slot in slots)):
        said = dict(zip((name for name, _ in slots), values, strict=True))
        order = pattern.order(**pattern.means, **said)
        line = NOTATION.write(order)
        assert read(line) == order, line


# -- the page --------------------------------------------------------------------------------------

PAGE = notation_page.chapter("The Napoleonic Wars")


def test_the_page_has_every_line() -> None:
    shown = [json.loads(order)["order"] for _, order in notation_page.examples(PAGE)]
    assert {it.order.__struct_config__.tag for it in DECLARED} == set(shown)


@pytest.mark.parametrize(("line", "order"), notation_page.examples(PAGE))
def test_lines_of_the_page_are_read_and_written(line: str, order: str) -> None:
    assert NOTATION is not None
    found = read(line)
    assert isinstance(found, Order), found
    assert to_data(found) == json.loads(order)
    assert NOTATION.write(found) == line


@pytest.mark.parametrize(("typed", "line"), notation_page.abbreviations(PAGE))
def test_what_the_page_types_is_read(typed: str, line: str) -> None:
    assert read(typed) == read(line)


def test_the_position_of_the_page_is_read_and_written() -> None:
    assert NOTATION is not None
    told = notation_page.position(PAGE)
    assert text(NOTATION.read_position(told)) == told
