"""Corrections of stacks, wars, lent cards and single values: no field is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest

from napoleon.rules.corrections import Correction
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars import state as position
from napoleon.rulesets.napoleonic_wars.corrections.checks import refuse_under_way
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    LayCard,
    LendHomeCard,
    PlaceCard,
    SetAllegiance,
    SetCaretaker,
    SetEntered,
    SetFled,
    SetFought,
    SetMark,
    SetNumber,
    SetSquadrons,
    SetStack,
    SetTiedDown,
    SetWarLeader,
    TakeCardOff,
)
from napoleon.rulesets.napoleonic_wars.frames import Frame
from napoleon.rulesets.napoleonic_wars.frames.cards import Building, Demand, Persuasion
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import (
    Impulse,
    Influencing,
    Pool,
    Reinforcement,
)
from napoleon.rulesets.napoleonic_wars.orders.conquest import NoOffer
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State
from napoleon.rulesets.napoleonic_wars.values import MARKS, NUMBERS
from tests.napoleonic_wars.correcting import (
    CORRECTIONS,
    THE_REST,
    WHY,
    Case,
    at_sea,
    by_event,
    corrected,
    impulse,
    in_war,
    offered,
    refused,
)
from tests.napoleonic_wars.playing import play, table_of, told
from tests.napoleonic_wars.test_corrections import CASES

ALL = [*(Case(impulse, *it) for it in CASES), *THE_REST]


@pytest.mark.parametrize("case", ALL, ids=lambda it: str(it.correction)[:60])
def test_it_sets_what_it_names_and_not_twice(case: Case) -> None:
    state = case.position()
    assert case.reads(state) != case.after, "it is not so already"
    after, events = corrected(state, case.correction)
    assert case.reads(after) == case.after
    assert {getattr(it, "reason", "why") for it in events} == {"why"}
    assert refused(after, case.correction) == ("NOTHING_TO_CORRECT", "R-135")


def test_every_value_has_a_case_and_can_be_said() -> None:
    numbers = [it.correction for it in THE_REST if isinstance(it.correction, SetNumber)]
    marks = [it.correction for it in THE_REST if isinstance(it.correction, SetMark)]
    hints = {kind: get_type_hints(kind) for kind in (SetNumber, SetMark)}
    assert {it.what for it in numbers} == {*NUMBERS} == {*get_args(hints[SetNumber]["what"])}
    assert {it.mark for it in marks} == {*MARKS} == {*get_args(hints[SetMark]["mark"])}


def test_a_mark_is_taken_away_as_well() -> None:
    for case in THE_REST:
        if isinstance(case.correction, SetMark):
            after, _ = corrected(case.position(), case.correction)
            back, _ = corrected(after, msgspec.structs.replace(case.correction, holds=False))
            assert not case.reads(back), case.correction


def test_a_lent_card_comes_home_and_is_as_used_as_it_was() -> None:
    """[14.34]"""
    state = impulse()
    state.nations["gb"].home[0].up = True
    lent, _ = corrected(state, LendHomeCard("parliament", "ru", reason=WHY))
    assert [it.up for it in lent.nations["ru"].home if it.card == "parliament"] == [True]
    back, _ = corrected(lent, LendHomeCard("parliament", "gb", reason=WHY))
    held = [it for it in back.nations["gb"].home if it.card == "parliament"]
    assert [(it.up, it.owner) for it in held] == [(True, "")]


def test_who_has_lost_all_squadrons_leads_no_stack() -> None:
    """[13.2]"""
    stacked, _ = corrected(at_sea(), SetStack("ru", "north_sea", "gb", reason=WHY))
    alone, _ = corrected(stacked, SetSquadrons("gb", "north_sea", reason=WHY))
    there = [(it.nation, it.lead) for it in alone.squadrons if it.at == "north_sea"]
    assert there == [("ru", "")]


def test_a_leader_in_a_foreign_war_stays_of_the_nation_whose_war_it_is() -> None:
    """[6.13, R-119]"""
    state = in_war()
    state.foreign_wars[0].nation, state.foreign_wars[0].leaders = "fr", ["bernadotte"]
    state.leaders["bernadotte"].standing = "war"
    changes = SetAllegiance("bernadotte", "sw", reason=WHY)
    assert refused(state, changes) == ("IN_FOREIGN_WAR", "6.13.a")


def test_a_loan_is_about_who_has_taken_it() -> None:
    """[6.1.d]"""
    laid, _ = corrected(impulse(), LayCard("rothschild_loan", "fr", "fr", reason=WHY))
    assert [(it.hook, it.nation, it.of) for it in laid.rules] == [("draw_cut", "fr", "fr")]


def test_what_is_out_of_range_is_told_with_both_ends() -> None:
    wanted = SetNumber("peace_given", "fr", -2, reason=WHY)
    refusal = CORRECTIONS.carry_out(impulse(), wanted, "why")
    assert isinstance(refusal, Refusal)
    assert refusal.facts == {"least": -1, "most": 1}


def test_another_power_may_submit_once_a_referee_has_said_so() -> None:
    """[15.41]"""
    after, _ = corrected(offered(), SetMark("may_submit", "ru", True, reason=WHY))
    assert told(play(after, NoOffer("au")), "terms_begun")[0].nation == "ru"
    assert not told(play(offered(), NoOffer("au")), "terms_begun")


def test_who_leads_a_stack_may_lie_by_itself_again() -> None:
    """[13.2.b]"""
    stacked, _ = corrected(at_sea(), SetStack("ru", "north_sea", "gb", reason=WHY))
    apart, _ = corrected(stacked, SetStack("ru", "north_sea", reason=WHY))
    assert {it.lead for it in apart.squadrons} == {""}
    under = SetStack("gb", "north_sea", "ru", reason=WHY)
    assert refused(stacked, under) == ("NOT_ON_TOP", "13.21.a")


def test_a_card_that_is_taken_off_can_be_laid_again() -> None:
    """[6.1.d]"""
    laid, _ = corrected(impulse(), LayCard("continental_system", "fr", "gb", reason=WHY))
    off, _ = corrected(laid, TakeCardOff("continental_system", reason=WHY))
    assert off.discards[-1] == "continental_system"
    again, _ = corrected(off, LayCard("continental_system", "fr", "gb", reason=WHY))
    assert again.rules == laid.rules
    assert "continental_system" not in again.discards


def test_what_has_fought_stays_as_it_is() -> None:
    """[9.51]"""
    state = impulse()
    state.spaces["munich"].lots[0].sp = 3
    state.spaces["munich"].lots.append(Lot("fr", 2, fought=True))
    after, _ = corrected(state, SetEntered("fr", "munich", 3, 1, reason=WHY))
    lots = sorted((it.sp, it.entered, it.fought) for it in after.spaces["munich"].lots)
    assert lots == [(2, 0, True), (3, 1, False)]


@pytest.mark.parametrize(
    ("of", "correction", "refusal"),
    [
        (impulse, SetNumber("maneuvers_left", "gb", 1, reason=WHY), ("NOT_SAID_OF_THAT", "13.a")),
        (impulse, SetNumber("refits_left", "fr", 1, reason=WHY), ("NOT_SAID_OF_THAT", "13.a")),
        (impulse, SetNumber("event_cp", "honved", 1, reason=WHY), ("NOT_SAID_OF_THAT", "6.3.a")),
        (by_event, SetNumber("event_cp", "the_emperor_commands", 31, reason=WHY),
            ("OUT_OF_RANGE", "6.3.a")),
        (impulse, SetNumber("peace_given", "fr", -2, reason=WHY), ("OUT_OF_RANGE", "5.8.a")),
        (impulse, SetNumber("peace_given", "pr", 1, reason=WHY), ("NOT_SAID_OF_THAT", "5.8.a")),
        (impulse, SetMark("may_submit", "au", True, reason=WHY), ("NOT_SAID_OF_THAT", "15.41.a")),
        (impulse, SetMark("besieged_now", "munich", True, reason=WHY),
            ("NOT_SAID_OF_THAT", "12.2.c")),
        (impulse, SetEntered("fr", "munich", 6, 1, reason=WHY), ("OUT_OF_RANGE", "9.51.a")),
        (impulse, SetEntered("fr", "munich", 1, 99, reason=WHY), ("OUT_OF_RANGE", "9.1.a")),
        (impulse, SetAllegiance("murat", "sw", reason=WHY), ("NOT_THEIRS", "R-119")),
        (impulse, SetAllegiance("bernadotte", "gb", reason=WHY), ("NOT_THEIRS", "R-119")),
        (at_sea, SetStack("fr", "north_sea", "gb", reason=WHY), ("NO_FLEET", "R-161")),
        (at_sea, SetStack("fr", "brittany", "fr", reason=WHY), ("NO_FLEET", "R-161")),
        (at_sea, SetFled("gb", "brittany", True, reason=WHY), ("NO_FLEET", "13.41.a")),
        (impulse, SetTiedDown("turkish_war_1", 1, 0, reason=WHY), ("NO_SUCH_WAR", "6.13.a")),
        (in_war, SetTiedDown("turkish_war_1", 99, 0, reason=WHY), ("OUT_OF_RANGE", "7.a")),
        (impulse, SetWarLeader("turkish_war_1", "mack", True, reason=WHY),
            ("NO_SUCH_WAR", "6.13.a")),
        (in_war, SetWarLeader("turkish_war_1", "murat", True, reason=WHY),
            ("NOT_THEIRS", "6.13.a")),
        (impulse, LayCard("honved", "au", reason=WHY), ("NO_LASTING_EFFECT", "6.1.d")),
        (impulse, LayCard("rear_guard", "au", reason=WHY), ("NO_LASTING_EFFECT", "6.1.d")),
        (impulse, LayCard("continental_system", "fr", "ru", reason=WHY),
            ("NOT_ABOUT_THAT", "6.1.d")),
        (impulse, LayCard("armistice", "fr", reason=WHY), ("NOT_ABOUT_THAT", "6.1.d")),
        (impulse, LayCard("bad_roads_1", "gb", "fr", reason=WHY), ("NOT_ABOUT_THAT", "6.1.d")),
        (impulse, LayCard("continental_system", "gb", "gb", reason=WHY), ("NOT_THEIRS", "6.1.a")),
        (impulse, LayCard("holy_mother_russia", "fr", "ru", reason=WHY), ("NOT_THEIRS", "6.1.a")),
        (impulse, LayCard("rothschild_loan", "fr", "gb", reason=WHY),
            ("NOT_ABOUT_THAT", "6.1.d")),
        (impulse, LayCard("rothschild_loan", "fr", reason=WHY), ("NOT_ABOUT_THAT", "6.1.d")),
        (impulse, LayCard("blockade_runner_1", "gb", reason=WHY), ("NOTHING_SAILS", "6.1.d")),
        (impulse, LendHomeCard("admiralty", "ru", reason=WHY), ("NOT_LENT", "14.34.a")),
        (impulse, LendHomeCard("parliament", "fr", reason=WHY), ("NO_SUCH_POWER", "14.34.a")),
        (impulse, LendHomeCard("parliament", "sw", reason=WHY), ("NO_SUCH_POWER", "14.34.a")),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(
    of: Any, correction: Correction, refusal: tuple[str, str]
) -> None:
    assert refused(of(), correction) == refusal


def test_fleets_of_enemies_lie_in_no_stack() -> None:
    """[13.2.a]"""
    state = at_sea()
    state.squadrons.append(Squadrons("fr", "north_sea", 1))
    joins = SetStack("fr", "north_sea", "gb", reason=WHY)
    assert refused(state, joins) == ("NOT_ALLIED", "13.2.a")


# -- no field is forgotten -------------------------------------------------------------------------

NAMES_IT = "it says which one it is: the entry is set, put there or taken away"
HOUSE = "the house keeps it: who plays, what they have agreed to, and how often they have answered"
GOES_ON = "the rules go on by it; no correction makes them do so [R-135]"
MULLIGAN = (
    "it lasts for the question of one mulligan, about cards that nobody else sees [4.5, 14.31]"
)
IN_PLAY = "it is about hidden cards of the play that goes on, and is over with it [5.12.c]"
UNDER_WAY = "pieces are not set while a force sails or marches, meets another or fights"

NOT_SET = {
    **dict.fromkeys(
        (
            "State.options", "State.powers", "State.agreed", "State.leaving", "State.gone",
            "State.turned_down", "State.given", "State.draws",
        ),
        HOUSE,
    ),
    "State.result": "the game is over with it, and it stands",
    **dict.fromkeys(("State.turn", "State.phase", "State.asked"), GOES_ON),
    "State.bidding": "nothing is corrected before the game has begun",
    **dict.fromkeys(("Nation.unseen", "Nation.carried", "Nation.decided"), MULLIGAN),
    **dict.fromkeys(("Impulse.free", "Impulse.at_once", "Impulse.barred"), IN_PLAY),
    **dict.fromkeys(("Impulse.nation", "Impulse.scheduled", "Impulse.passing"), NAMES_IT),
    **dict.fromkeys(("Impulse.played", "Impulse.due"), GOES_ON),
    **dict.fromkeys(("Squadrons.sails",), UNDER_WAY),
    **dict.fromkeys(
        (
            "Lot.nation", "Squadrons.nation", "Squadrons.at", "ForeignWar.card",
            "ForeignWar.nation", "ForeignWar.foe", "PeaceChange.nation",
            "Pool.id", "Pool.use", "Pool.whom", "Pool.leaders", "Pool.trait",
            "Rule.hook", "Rule.card", "Rule.nation", "Rule.of", "Rule.until",
            "Reinforcement.nation", "Influencing.nation",
        ),
        NAMES_IT,
    ),
    **dict.fromkeys(
        (
            "Ending.begun", "Ending.exposed", "Ending.tried", "Ending.asked", "Ending.camps",
            "Ending.reinforced", "Ending.drawing", "Ending.drawn_lot",
        ),
        GOES_ON,
    ),
    **dict.fromkeys(("Exposed.space", "Exposed.nations"), GOES_ON),
    **dict.fromkeys(("Bidding.seats", "Bidding.answers", "Bidding.winner", "Bidding.due"),
        "nothing is corrected before the game has begun"),
    **dict.fromkeys(
        ("Building.nation", "Building.spaces", "Building.leaders", "Building.spread",
         "Demand.card", "Demand.nation", "Demand.foe", "Demand.seat",
         "Persuasion.nation", "Persuasion.way", "Persuasion.rows", "Persuasion.seat",
         "Persuasion.moved"),
        "the card that is under way says so",
    ),
}  # fmt: skip
"""What no correction sets, with the reason."""

SET_IN_PARTS = (
    Impulse, Pool, Reinforcement, Influencing, Building,
    Demand, Persuasion,
)  # fmt: skip
"""What is under way of which a correction sets something; of all else nothing: `UNDER_WAY`."""


def _attacked() -> State:
    """A proxy that nobody commands is at war."""
    state = impulse()
    state.wars.append("ot-ru")
    return state


OTHERS: tuple[tuple[Any, Correction], ...] = (
    (impulse, SetFought("fr", "munich", 5, reason=WHY)),
    (impulse, SetEntered("fr", "munich", 5, 2, reason=WHY)),
    (_attacked, SetCaretaker("ot", "imperial", reason=WHY)),
    (impulse, PlaceCard("honved", "removed", reason=WHY)),
    (at_sea, SetSquadrons("fr", "brittany", 2, 1, 1, reason=WHY)),
)
"""Corrections that set entries which lie there already."""


def _structs() -> Iterator[type[msgspec.Struct]]:
    own = [
        it
        for it in vars(position).values()
        if _is_struct(it) and it.__module__ == position.__name__
    ]
    yield from own
    yield Lot
    yield from SET_IN_PARTS


def _is_struct(it: Any) -> bool:
    return isinstance(it, type) and issubclass(it, msgspec.Struct)


def _fields(value: Any) -> Iterator[tuple[str, Any]]:
    """What each field of a position holds, by the class that has it, one entry after the other."""
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            held = getattr(value, name)
            yield f"{type(value).__name__}.{name}", held
            yield from _fields(held)
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _fields(each)


def _changed(before: State, after: State) -> set[str]:
    """The fields that a correction has set: of entries that come or go, only where they lie."""
    was: dict[str, list[Any]] = {}
    now: dict[str, list[Any]] = {}
    for found, state in ((was, before), (now, after)):
        for name, held in _fields(state):
            found.setdefault(name, []).append(msgspec.json.encode(held))
    both = was.keys() & now.keys()
    return {it for it in both if len(was[it]) == len(now[it]) and was[it] != now[it]}


def test_every_field_of_a_position_can_be_set_or_has_a_reason() -> None:
    every = {f"{it.__name__}.{field}" for it in _structs() for field in it.__struct_fields__}
    cases = [(of, it) for of, it, _, _ in ALL]
    settable = set[str]()
    for of, correction in [*cases, *OTHERS]:
        state = of()
        settable |= _changed(state, corrected(state, correction)[0])
    assert sorted(every - settable) == sorted(NOT_SET)


@pytest.mark.parametrize("kind", sorted({*get_args(Frame)} - {*SET_IN_PARTS}, key=str))
def test_all_else_that_is_under_way_forbids_to_set_pieces(kind: type[Any]) -> None:
    """So its own fields are left to it: see `UNDER_WAY`."""
    state = impulse()
    state.stack.append(kind(*[None for _ in kind.__struct_fields__]))
    refusal = refuse_under_way(table_of(state))
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("NOT_NOW", "R-135")
