"""Corrections of positions, with what they read afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.corrections import corrections
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    LayCard,
    LendHomeCard,
    SetAllegiance,
    SetEntered,
    SetFled,
    SetMark,
    SetNumber,
    SetStack,
    SetTiedDown,
    SetWarLeader,
)
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.fleets import lead_of
from napoleon.rulesets.napoleonic_wars.frames.cards import Building, Demand, Persuasion, Program
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Offer
from napoleon.rulesets.napoleonic_wars.frames.impulses import (
    Impulse,
    Influencing,
    Pool,
    Reinforcement,
)
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, PeaceChange, Squadrons, State
from napoleon.rulesets.napoleonic_wars.values import MARKS, NUMBERS
from tests.napoleonic_wars.playing import copied, emptied, pack, stand

CORRECTIONS = corrections(pack())
WHY = "The table showed something else."


def impulse() -> State:
    """France acts, and two armies stand far from each other."""
    state = emptied(cp=3)
    stand(state, "munich", "fr", 5, "murat")
    stand(state, "vienna", "au", 4, "mack")
    return state


def corrected(state: State, correction: Correction) -> tuple[State, list[Event]]:
    """The position after a correction, with the events that set it right."""
    before = copied(state)
    events = CORRECTIONS.carry_out(state, correction, "why")
    assert state == before, "a correction leaves the position it is given as it was"
    assert not isinstance(events, Refusal), events
    after = copied(state)
    for event in events:
        after = apply(after, event)
    assert after.draws == state.draws, "nothing is drawn"
    return after, events


def refused(state: State, correction: Correction) -> tuple[str, str]:
    """Code and clause of the refusal of a correction."""
    before = copied(state)
    refusal = CORRECTIONS.carry_out(state, correction, "why")
    assert isinstance(refusal, Refusal), refusal
    assert state == before, "a refusal leaves no trace"
    return refusal.code, refusal.clause


# -- positions -------------------------------------------------------------------------------------


def offered() -> State:
    """Between two impulses Austria thinks of an offer; Russia is beaten as well."""
    state = emptied("ru")
    stand(state, "vienna", "fr", 5)
    stand(state, "moscow", "fr", 5)
    state.stack, state.parley, state.last = [Offer("au", "fr")], ["au"], "fr"
    return state


def at_sea() -> State:
    """Two allied fleets lie in one zone, and one that has fled in a port."""
    state = impulse()
    state.squadrons = [
        Squadrons("gb", "north_sea", 2),
        Squadrons("ru", "north_sea", 1),
        Squadrons("fr", "brittany", 1, stays=True),
    ]
    return state


def in_war() -> State:
    """Russia has a foreign war."""
    state = impulse()
    stand(state, "moscow", "ru", 2, "barclay")
    state.bag.remove("turkish_war_1")
    state.foreign_wars = [ForeignWar("turkish_war_1", "ru", "ot", 2, 0, ["bagration"])]
    state.leaders["bagration"].standing = "war"
    return state


def by_event() -> State:
    """An event of the impulse has opened a pool."""
    state = impulse()
    own: Any = state.stack[0]
    own.pools.append(Pool("the_emperor_commands", 8, "land", "fr"))
    own.played.append("the_emperor_commands")
    return state


def building() -> State:
    """France places what an event gives it."""
    state = impulse()
    spaces = ["paris", "lyon", "brittany", "toulon"]
    state.stack += [
        Program("imperial_decree", "fr", "fr", []),
        Building("fr", spaces, 4, squadrons=1, spread=True),
    ]
    return state


def demanded() -> State:
    """Russia has to put pieces on the card of a foreign war, and may choose which."""
    state = emptied("ru", players=4)
    stand(state, "moscow", "ru", 4, "barclay")
    stand(state, "kiev", "ru", 4, "bagration", "kutuzov")
    state.squadrons = [Squadrons("ru", "gulf_of_finland", 2), Squadrons("ru", "baltic_sea", 2)]
    state.bag.remove("turkish_war_1")
    state.stack = [
        Impulse("ru", scheduled=True, played=["turkish_war_1"]),
        Program("turkish_war_1", "ru", "ru", []),
        Demand("turkish_war_1", "ru", "ot", sp=4, leaders=1),
    ]
    return state


def persuading() -> State:
    """An event moves a consul."""
    state = impulse()
    state.stack += [
        Program("metternich", "fr", "fr", []),
        Persuasion("sw", "left", ["fr", "gb"], "imperial", 3),
    ]
    return state


def reinforcing() -> State:
    """Britain spends its reinforcements."""
    state = emptied("gb")
    state.phase = "interphase"
    state.stack = [Reinforcement("gb", [Pool("reinforcement", 6, "reinforcement")])]
    return state


def influencing() -> State:
    """Britain spends cards of too many."""
    state = emptied("gb")
    state.phase = "interphase"
    state.stack = [Influencing("gb", [Pool("influence", 6, "reinforcement")])]
    return state


def between_draws() -> State:
    """Others still have CP of cards of too many."""
    state = influencing()
    state.ending.influence = {"fr": 3}
    return state


def given_up() -> State:
    """A power has given up a card to change the peace roll."""
    state = impulse()
    state.peace_bids = [PeaceChange("fr", 1)]
    return state


# -- corrections -----------------------------------------------------------------------------------


class Case(NamedTuple):
    """A correction, the position it is made in, and what is read there afterwards."""

    position: Callable[[], State]
    correction: Correction
    reads: Callable[[State], Any]
    after: Any


def _number(position: Callable[[], State], what: str, of: str, number: int) -> Case:
    wanted = SetNumber(what, of, number, reason=WHY)  # type: ignore[arg-type]
    return Case(position, wanted, lambda it: NUMBERS[what].read(it, of), number)


def _mark(position: Callable[[], State], mark: str, of: str, holds: bool = True) -> Case:
    wanted = SetMark(mark, of, holds, reason=WHY)  # type: ignore[arg-type]
    return Case(position, wanted, lambda it: bool(MARKS[mark].read(it, of)), holds)


def _lots(state: State) -> Any:
    return [(it.sp, it.entered) for it in state.spaces["munich"].lots]


THE_REST: tuple[Case, ...] = (
    Case(impulse, SetEntered("fr", "munich", 2, 3, reason=WHY), _lots, [(3, 0), (2, 3)]),
    Case(
        impulse,
        SetAllegiance("bernadotte", "sw", reason=WHY),
        lambda it: it.leaders["bernadotte"].nation,
        "sw",
    ),
    Case(
        at_sea,
        SetStack("ru", "north_sea", "gb", reason=WHY),
        lambda it: [lead_of(of) for of in it.squadrons if of.at == "north_sea"],
        ["gb", "gb"],
    ),
    Case(
        at_sea,
        SetFled("fr", "brittany", False, reason=WHY),
        lambda it: [of.stays for of in it.squadrons if of.at == "brittany"],
        [False],
    ),
    Case(
        in_war,
        SetTiedDown("turkish_war_1", 3, 1, reason=WHY),
        lambda it: [(of.sp, of.squadrons) for of in it.foreign_wars],
        [(3, 1)],
    ),
    Case(
        in_war,
        SetWarLeader("turkish_war_1", "bagration", False, reason=WHY),
        lambda it: (it.foreign_wars[0].leaders, it.leaders["bagration"].standing),
        ([], "regroup"),
    ),
    Case(
        in_war,
        SetWarLeader("turkish_war_1", "barclay", True, reason=WHY),
        lambda it: (it.foreign_wars[0].leaders, it.leaders["barclay"].where),
        (["bagration", "barclay"], ""),
    ),
    Case(
        impulse,
        LayCard("continental_system", "fr", "gb", reason=WHY),
        lambda it: ([(of.hook, of.of) for of in it.rules], "continental_system" in it.bag),
        ([("draw_cut", "gb")], False),
    ),
    Case(
        impulse,
        LayCard("bad_roads_1", "gb", reason=WHY),
        lambda it: ([(of.hook, of.until) for of in it.rules], "bad_roads_1" in it.bag),
        ([("slow", "impulse")], True),
    ),
    Case(
        impulse,
        LayCard("holy_mother_russia", "ru", "ru", reason=WHY),
        lambda it: [(of.hook, of.until) for of in it.rules],
        [("winter", "turn")],
    ),
    Case(
        impulse,
        LendHomeCard("parliament", "ru", reason=WHY),
        lambda it: [(of.card, of.owner) for of in it.nations["ru"].home][-1],
        ("parliament", "gb"),
    ),
    _number(impulse, "maneuvers_left", "fr", 1),
    _number(reinforcing, "refits_left", "gb", 1),
    _number(impulse, "cards_counted", "fr", 1),
    _number(impulse, "zones_at_start", "fr", 4),
    _number(by_event, "event_cp", "the_emperor_commands", 5),
    _number(reinforcing, "reinforcement_cp", "gb", 4),
    _number(influencing, "influence_cp", "gb", 4),
    _number(between_draws, "excess_cp", "fr", 4),
    _number(impulse, "winter_cp", "ru", 2),
    _number(given_up, "peace_given", "fr", -1),
    _number(impulse, "peace_given", "gb", 1),
    _number(impulse, "spaces_entered", "murat", 3),
    _number(building, "sp_to_place", "fr", 3),
    _number(building, "squadrons_to_place", "fr", 2),
    _number(demanded, "sp_demanded", "ru", 3),
    _number(demanded, "leaders_demanded", "ru", 2),
    _number(demanded, "squadrons_demanded", "ru", 1),
    _number(demanded, "cp_for_demand", "ru", 1),
    _number(persuading, "boxes_left", "sw", 2),
    _mark(impulse, "prussia_roused", "pr"),
    _mark(impulse, "winter_rolled", "ru"),
    _mark(impulse, "latest_impulse", "sw"),
    _mark(impulse, "last_impulse", "fr"),
    _mark(offered, "may_submit", "ru"),
    _mark(impulse, "besieged_now", "mantua"),
    _mark(impulse, "failed_there", "vienna"),
    _mark(impulse, "plus_played", "fr"),
    _mark(impulse, "resource_spent", "fr"),
    _mark(impulse, "drawn_card_played", "fr"),
    _mark(impulse, "convoy_sent", "fr"),
    _mark(impulse, "camp_question", "fr"),
    _mark(reinforcing, "free_deployment", "gb"),
    _mark(reinforcing, "extra_deployment", "gb"),
)
"""The corrections of what has none of its own elsewhere, each once or more."""
