"""Random battles and sieges: they end, keep every piece, and replay to the same position."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from napoleon.rules.events import Event, total
from napoleon.rules.kit import verbs
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege
from napoleon.rulesets.napoleonic_wars.orders.battles import Besiege
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.sieges import possible
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in, leaders_in, present
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State
from tests.napoleonic_wars.batches import in_batches, numbers
from tests.napoleonic_wars.fighting import appeared, met
from tests.napoleonic_wars.playing import copied, decisions, emptied, legal_orders, pack, table_of
from tests.napoleonic_wars.positions import CAMPS, FIGHTING

batches = in_batches(2)


def _forces(random: Random, state: State, space: str, camp: str, first: str = "") -> None:
    """Forces of a camp in a space; some are of a nation that is named."""
    nations = [it for it in CAMPS[camp] if it == first or random.random() < 0.4]
    for nation in nations or [random.choice(CAMPS[camp])]:
        leaders = [
            name
            for name, it in state.leaders.items()
            if it.nation == nation and it.standing == "pool" and random.random() < 0.25
        ]
        for name in leaders[:3]:
            state.leaders[name].standing, state.leaders[name].where = "map", space
        sp = random.choice((0, 1, 1, 2, 3, 4, 6, 9)) if leaders else random.randint(1, 8)
        if sp:
            put(state, space, nation, sp)


def _around(random: Random, state: State, space: str) -> None:
    """Flags and forces next to a space, and a fleet in a sea near it."""
    for link in pack().links[space]:
        there = link.other(space)
        if random.random() < 0.4:
            state.spaces[there].flag = random.choice(FIGHTING)
        if random.random() < 0.3:
            put(state, there, random.choice(FIGHTING), random.randint(1, 3))
        if link.zone and random.random() < 0.3:
            state.squadrons.append(Squadrons(random.choice(FIGHTING), link.zone, ready=1))


def battle_of(number: int) -> State:
    """A battle that is about to begin: multinational forces, any way, failed evasions."""
    random = Random(number)
    nation = random.choice(FIGHTING)
    state = emptied(nation, cp=4)
    space = random.choice([it for it in pack().spaces if pack().links[it]])
    if random.random() < 0.4:
        state.spaces[space].flag = random.choice(FIGHTING)
    own, other = ("imperial", "coalition") if nation in CAMPS["imperial"] else (
        "coalition", "imperial",
    )  # fmt: skip
    _forces(random, state, space, own, nation)
    _forces(random, state, space, other)
    came = random.choice(pack().links[space]).other(space)
    _around(random, state, space)
    foes = hostile_in(state, came, nation)
    state.spaces[came].lots = [it for it in state.spaces[came].lots if it.nation not in foes]
    if random.random() < 0.1:
        return appeared(state, space)
    return met(state, space, came, failed=random.choice((0, 0, 0, 1, 2)))


def siege_of(number: int) -> State:
    """An army of several nations before an enemy fortress."""
    random = Random(number)
    nation = random.choice(FIGHTING)
    state = emptied(nation, cp=4)
    camp = next(it for it, members in CAMPS.items() if nation in members)
    foes = [it for it in FIGHTING if it not in CAMPS[camp]]
    space = random.choice([it for it in pack().spaces if pack().spaces[it].fortress])
    state.spaces[space].flag = random.choice(foes)
    if pack().spaces[space].colour in foes and random.random() < 0.5:
        state.spaces[space].flag = ""
    if pack().spaces[space].home not in (*FIGHTING,):
        state.spaces[space].flag = random.choice(foes)
    leader = random.choice([it for it, row in state.leaders.items() if row.nation == nation])
    state.leaders[leader].standing, state.leaders[leader].where = "map", space
    _forces(random, state, space, camp, nation)
    for lot in state.spaces[space].lots:
        lot.entered = random.choice((0, 1, 2))
        lot.fought = random.random() < 0.1
    return state


def played(random: Random, state: State, number: int) -> Iterator[tuple[State, list[Event]]]:
    """A fight with any answers, up to the end of all that lies on the impulse and its march."""
    table = table_of(copied(state), number)
    with until_the_end():
        verbs.advance(BOOK, table)
    yield table.state, table.recorded
    state = table.state
    for _ in range(60):
        if not any(isinstance(it, Battle | Siege) for it in state.stack):
            return
        order = random.choice(legal_orders(state))
        table = table_of(copied(state), number)
        events = verbs.decide(BOOK, table, decisions(state)[0].seat, order)
        assert not isinstance(events, Refusal), (order, events)
        state = table.state
        yield state, events
    raise AssertionError("it never ends")


def pieces_of(state: State) -> dict[str, int]:
    """Strength points of each nation, and the leaders on the map."""
    found: dict[str, int] = {}
    for space in state.spaces.values():
        for lot in space.lots:
            found[lot.nation] = found.get(lot.nation, 0) + lot.sp
    for name, leader in state.leaders.items():
        found[name] = int(leader.standing == "map")
    return found


def lost_by(events: list[Event]) -> dict[str, int]:
    """What events say that is lost."""
    found: dict[str, int] = {}
    for it in events:
        event: Any = it
        if it.type in ("units_removed", "units_lost"):
            found[event.nation] = found.get(event.nation, 0) + event.sp
        elif it.type in ("force_routed", "force_eliminated"):
            for nation, sp in event.sp.items():
                found[nation] = found.get(nation, 0) + sp
            found |= dict.fromkeys(event.leaders, 1)
        elif it.type == "leader_lost" or (it.type == "leader_hit" and event.removed):
            found[event.leader] = 1
    return found


def check_numbers(event: Any) -> None:
    """The lines of an event sum to its numbers."""
    if event.type.endswith("dice_rolled"):
        assert total(event.breakdown) == event.number == len(event.dice)
    if event.type in ("battle_dice_rolled", "fortress_dice_rolled"):
        assert total(event.counted) == event.hits == event.sixes + event.fives
    if event.type == "force_routed":
        assert total(event.breakdown) == event.margin >= 3
    if event.type == "battle_began":
        assert total(event.breakdown) == event.terrain


def checked(state: State, number: int) -> list[Event]:
    """A fight is played to its end, and what has happened in it."""
    random = Random(number)
    before, again, every = pieces_of(state), copied(state), list[Event]()
    for now, events in played(random, state, number):
        for event in events:
            again = apply(again, event)
        every += events
        assert again == now, "a replay leads to the same position"
        assert all(lot.sp > 0 for space in now.spaces.values() for lot in space.lots)
        state = now
    lost = lost_by(every)
    after = pieces_of(state)
    for it in {*before, *after}:
        assert after.get(it, 0) == before.get(it, 0) - lost.get(it, 0), it
    for event in every:
        check_numbers(event)
    return every


@batches
def test_battles_end_and_keep_their_pieces(batch: int) -> None:
    for number in numbers(batch):
        state = battle_of(number)
        space = state.stack[-1].space  # type: ignore[union-attr]
        every = checked(state, number)
        [ended] = [it for it in every if it.type == "battle_ended"]
        after = copied(state)
        for event in every:
            after = apply(after, event)
        # A march that can lead nowhere is over at once.
        halted = any(it.type == "march_ended" for it in every)
        goes_on = ended.goes_on and not halted  # type: ignore[attr-defined]
        kinds = [type(it).__name__ for it in after.stack]
        assert kinds == (["Impulse", "March"] if goes_on else ["Impulse"]), number
        # Enemies never rest in one space.
        nations = present(after, space)
        assert not any(hostile_in(after, space, it) for it in nations)
        march = after.stack[-1]
        if goes_on:
            assert march.force.units > 0  # type: ignore[union-attr]
            own = sum(lot.sp for lot in after.spaces[space].lots) + len(leaders_in(after, space))
            assert march.force.units == own  # type: ignore[union-attr]


@batches
def test_sieges_end_and_keep_their_pieces(batch: int) -> None:
    seen = set[str]()
    for number in numbers(batch):
        state = siege_of(number)
        nation = state.stack[0].nation  # type: ignore[union-attr]
        leaders = possible(table_of(state), nation)
        assert leaders
        order = Besiege(Random(number).choice(leaders))
        table = table_of(copied(state), number)
        events = verbs.decide(BOOK, table, decisions(state)[0].seat, order)
        assert not isinstance(events, Refusal)
        before = pieces_of(state)
        every = [*events, *checked(table.state, number)]
        for it, lost in lost_by(every).items():
            assert 0 < lost <= before[it]
        [end] = [it for it in every if it.type in ("fortress_fell", "siege_ended")]
        seen.add(end.type)
        after = copied(state)
        for event in every:
            after = apply(after, event)
        assert [type(it).__name__ for it in after.stack] == ["Impulse"]
        assert isinstance(events[0], OrderGiven)
    assert seen == {"fortress_fell", "siege_ended"}
