"""The game and a second reading of its digest agree on random positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events.impulses import CommandPointsSpent
from napoleon.rulesets.napoleonic_wars.events.marches import ForceMoved
from napoleon.rulesets.napoleonic_wars.events.meetings import EvasionTried, InterceptionTried
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March
from napoleon.rulesets.napoleonic_wars.nations import at_war
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline
from napoleon.rulesets.napoleonic_wars.orders.marches import (
    Evade,
    Go,
    Intercept,
    LetPass,
    Slip,
    Stand,
)
from napoleon.rulesets.napoleonic_wars.spaces import NEUTRAL, hostile_in, leaders_in, status
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.batches import EACH, in_batches, positions
from tests.napoleonic_wars.playing import copied, pack
from tests.napoleonic_wars.positions import FIGHTING, position, world_of
from tests.napoleonic_wars.second_reading import marching, meeting
from tests.napoleonic_wars.second_reading.world import World, kind
from tests.rulesets.comparing import Answers, Dice

ANSWERS: Answers[State] = Answers(RULES)

batches = in_batches(1)


def _forces(state: State, nation: str) -> list[March]:
    """Armies, groups and pieces that a nation might move."""
    found = []
    for name, leader in state.leaders.items():
        if leader.standing == "map" and leader.nation == nation and not leader.fought:
            lots = _some(state, leader.where, nation, pack().leaders[name].command)
            found.append(March(nation, leader.where, [name], Force([name], lots)))
            beside = leaders_in(state, leader.where, nation)
            others = [it for it in beside if it != name and not state.leaders[it].fought]
            if others:
                group = Force([name, *others], lots)
                found.append(March(nation, leader.where, [name, *others], group))
    for space in state.spaces:
        if lots := _some(state, space, nation, 4):
            found.append(March(nation, space, [], Force([], lots)))
    return found


def _some(state: State, space: str, nation: str, most: int) -> list[Lot]:
    """Up to so many strength points of a nation that may march, the fresh ones first."""
    found = list[Lot]()
    own = [it for it in state.spaces[space].lots if it.nation == nation and not it.fought]
    for lot in sorted(own, key=lambda it: it.entered):
        if going := min(most, lot.sp):
            found.append(Lot(nation, going, lot.entered))
        most -= going
    return found


@batches
def test_what_a_space_is_to_a_nation(batch: int) -> None:
    for _, state in positions(batch, position):
        world = world_of(state)
        for nation in FIGHTING:
            for space in pack().spaces:
                own = status(state, pack(), space, nation)
                assert own == kind(world, nation, space), (nation, space)


@batches
def test_steps_cost_and_are_refused_alike(batch: int) -> None:
    for random, state in positions(batch, position):
        _compare_steps(random, state)


def _compare_steps(random: Random, state: State) -> None:
    state.stack[0].pools[0].cp = 20  # type: ignore[union-attr]
    world, nation = world_of(state), state.stack[0].nation  # type: ignore[union-attr]
    for march in _forces(state, nation):
        sp: dict[str, int] = {}
        for lot in march.force.lots:
            sp[lot.nation] = sp.get(lot.nation, 0) + lot.sp
        force = marching.force(world, march.at, sp, march.armies, [])
        begun = copied(state)
        begun.stack.append(march)
        [decision] = RULES.decisions(begun)
        near = [link.other(march.at) for link in pack().links[march.at]]
        for to in (*near, random.choice([*pack().spaces])):
            clauses = marching.refusals(world, force, to)
            refusal = ANSWERS.refused(begun, decision, Go(to))
            _agree(state, nation, march.at, to, [refusal.clause] if refusal else [], clauses)
            if refusal is None:
                _compare_step(begun, decision.seat, march, to, world, force)


def _compare_step(
    state: State, seat: str, march: March, to: str, world: World, force: marching.Force
) -> None:
    events = ANSWERS.decided(copied(state), seat, Go(to))
    [paid] = [it.cp for it in events if isinstance(it, CommandPointsSpent)]
    assert paid == marching.step_cost(force)
    [moved] = [it for it in events if isinstance(it, ForceMoved)]
    found = {it.clause: it.french + it.others for it in marching.entry_causes(world, force, to)}
    assert _dice_of(state, march.force, moved.causes) == found, (march, to)


def _dice_of(state: State, force: Force, causes: Sequence[str]) -> dict[str, int]:
    found = {}
    for clause in causes:
        if clause == "9.42.a":
            lots = sum(lot.sp for lot in force.lots if lot.entered >= 4)
            leaders = sum(state.leaders[name].entered >= 4 for name in force.leaders)
            found["9.42"] = lots + leaders
        else:
            found[clause[:4]] = force.units
    return found


def _agree(
    state: State, nation: str, start: str, to: str, own: list[str], theirs: tuple[str, ...]
) -> None:
    """Refused by both or by neither; marches over the sea and into neutrals aside."""
    link = pack().link(start, to)
    if "R-57" in own or (link and status(state, pack(), to, nation) == NEUTRAL):
        return
    assert bool(own) == bool(theirs), (nation, start, to, own, theirs)
    short = {it.removesuffix(".a") for it in own}
    # Of several reasons the game tells one: that a march has ended comes before where it may go.
    assert short <= {*theirs} or ("9.3" in theirs and short == {"9.52"}), (own, theirs)


# -- meetings, as orders show them -----------------------------------------------------------------


def _entries(random: Random, state: State, *, met: bool) -> Iterator[tuple[State, str, str]]:
    """A piece of the active nation may enter a space, where enemies stand or none; and whence."""
    mover = state.stack[0].nation  # type: ignore[union-attr]
    for space in pack().spaces:
        if bool(hostile_in(state, space, mover)) != met:
            continue
        if not met and not _is_watched(state, space, mover) and random.random() < 0.9:
            continue
        came = random.choice([link.other(space) for link in pack().links[space]] or [""])
        if not came or hostile_in(state, came, mover):
            continue
        begun = copied(state)
        begun.spaces[came].lots.append(Lot(mover, 1))
        begun.stack.append(March(mover, came, [], Force([], [Lot(mover, 1)])))
        [decision] = RULES.decisions(begun)
        if ANSWERS.refused(begun, decision, Go(space)) is None:
            yield begun, came, space


def _is_watched(state: State, space: str, mover: str) -> bool:
    """Whether a leader of the enemy stands next to a space."""
    near = {link.other(space) for link in pack().links[space]}
    return any(
        it.where in near and at_war(state, it.nation, mover) for it in state.leaders.values()
    )


def _after(state: State, seat: str, order: Order) -> State:
    for event in ANSWERS.decided(copied(state), seat, order):
        state = RULES.apply(state, event)
    return state


def _asked(state: State, space: str, kind: str) -> tuple[State, Decision] | None:
    """The question of a kind that an entry leads to, if any; what comes before it is declined."""
    [decision] = RULES.decisions(state)
    state = _after(copied(state), decision.seat, Go(space))
    while state.result is None:
        decision = RULES.decisions(state)[0]
        if decision.kind == kind:
            return state, decision
        if decision.kind not in DECLINED:
            return None
        state = _after(state, decision.seat, DECLINED[decision.kind])
    return None


DECLINED = {"window": Decline(), "intercept": LetPass()}


def _added(state: State, seat: str, orders: list[Order], kind: type[Event]) -> dict[str, int]:
    """What is added to the dice of an attempt that fails, by its leader and where they would go.

    It is rolled by the last order, or as soon as nothing else can be announced.
    """
    state = copied(state)
    for order in orders:
        for event in ANSWERS.decided(copied(state), seat, order, Dice(None, (1, 1))):
            if isinstance(event, kind):
                tried: Any = event
                return {f"{tried.leader} {tried.space}": tried.total - sum(tried.dice)}
            state = RULES.apply(state, event)
    raise AssertionError(f"nothing is rolled for {orders}")


@batches
def test_interceptions_have_the_same_modifiers(batch: int) -> None:
    compared = 0
    for random, state in positions(batch, position):
        compared += _compare_interceptions(random, state)
    assert compared > EACH


def _compare_interceptions(random: Random, state: State) -> int:
    mover, compared = state.stack[0].nation, 0  # type: ignore[union-attr]
    for begun, _, space in _entries(random, state, met=False):
        tried = meeting.interceptors(world_of(begun), mover, space)
        theirs = {f"{it.leader} {space}": it.modifier for it in tried}
        asked, own = _asked(begun, space, "intercept"), dict[str, int]()
        if asked is not None:
            met, decision = asked
            able = {it.leader for it in ANSWERS.legal(met, decision, Intercept)}
            for leader in able:
                order = Intercept(leader, group=False, sp=0)
                own |= _added(met, decision.seat, [order], InterceptionTried)
        assert own == theirs, space
        compared += len(own)
    return compared


@batches
def test_evasions_have_the_same_spaces_and_modifiers(batch: int) -> None:
    compared = 0
    for random, state in positions(batch, position):
        compared += _compare_evasions(random, state)
    assert compared > EACH


def _compare_evasions(random: Random, state: State) -> int:
    compared = 0
    for begun, came, space in _entries(random, state, met=True):
        world, asked = world_of(begun), _asked(begun, space, "evade")
        theirs, own = dict[str, int](), dict[str, int]()
        chief = max(
            leaders_in(state, space),
            key=lambda name: (pack().leaders[name].command, pack().leaders[name].battle),
            default="",
        )
        if chief:
            nation = state.leaders[chief].nation
            for it in meeting.evasions(world, nation, chief, space, came):
                theirs[f"{chief} {it.target}"] = it.modifier
        if asked is not None:
            met, decision = asked
            own = _evasions(met, decision, ANSWERS.legal(met, decision, Evade))
            pieces = [it for it in ANSWERS.legal(met, decision, Slip) if it.sp == 1]
            for nation in {it.nation for it in pieces}:
                found = _evasions(met, decision, [it for it in pieces if it.nation == nation])
                without = meeting.evasions(world, nation, None, space, came)
                assert found == {f" {it.target}": it.modifier for it in without}, (nation, space)
                compared += len(found)
        assert own == theirs, (space, came)
        compared += len(own)
    return compared


def _evasions(state: State, decision: Decision, ways: Sequence[Order]) -> dict[str, int]:
    found = dict[str, int]()
    for way in ways:
        found |= _added(state, decision.seat, [way, Stand()], EvasionTried)
    return found
