"""Battles and sieges of the game, and a second reading of their digest, on random positions.

A battle is fought to its end by random answers; then its events are gone through one by one, and
every number is compared with what the second reading says of the position before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from napoleon.rules.events import Event, total
from napoleon.rules.kit import verbs
from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March, Meeting
from napoleon.rulesets.napoleonic_wars.orders.battles import Besiege
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.spaces import (
    NEUTRAL,
    hostile_in,
    leaders_in,
    own_in,
    sp_in,
    status,
    units_in,
)
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.batches import EACH, in_batches, numbers
from tests.napoleonic_wars.playing import copied, pack, table_of
from tests.napoleonic_wars.positions import atlas, position, world_of
from tests.napoleonic_wars.second_reading import fighting
from tests.rulesets.comparing import Answers

ANSWERS: Answers[State] = Answers(RULES)

batches = in_batches(1)


def _met(random: Random, state: State) -> bool:
    """Let a force of the active nation stand among enemies in a space next to it."""
    nation = state.stack[0].nation  # type: ignore[union-attr]
    entries = [
        (link.other(space), space)
        for space in state.spaces
        if hostile_in(state, space, nation)
        for link in pack().links[space]
        if link.kind != "strait" and not own_in(state, space, nation)
        if NEUTRAL not in (status(state, pack(), it, nation) for it in (space, link.other(space)))
    ]
    if not entries:
        return False
    came, space = random.choice(entries)
    free = [
        name
        for name, it in state.leaders.items()
        if it.nation == nation and name not in ("bernadotte", "poniatowski")
    ]
    leaders = random.sample(free, min(len(free), random.randint(0, 2)))
    lots = [Lot(nation, random.randint(1, 9), 1)]
    if nation == "fr" and leaders and random.random() < 0.4:
        lots.append(Lot("sp", random.randint(1, 5), 1))
    for name in leaders:
        leader = state.leaders[name]
        leader.standing, leader.where, leader.entered, leader.fought = "map", space, 1, False
    state.spaces[space].lots += [Lot(it.nation, it.sp, it.entered) for it in lots]
    state.stack.append(March(nation, space, [*leaders], Force([*leaders], lots), came))
    failed = random.choice((0, 0, 1))
    state.stack.append(Meeting(nation, space, came, failed_evasions=failed))
    return True


def _fought(state: State, random: Random, number: int) -> list[Event]:
    """What happens until the battle is over, by random answers."""
    table = table_of(copied(state), number)
    with until_the_end():
        verbs.advance(BOOK, table)
    while inmost(table.state, Battle) or inmost(table.state, Siege):
        decision, *_ = verbs.decisions(BOOK, table)
        order = random.choice(list(verbs.legal_orders(BOOK, table, decision)))
        events = verbs.decide(BOOK, table, decision.seat, order)
        assert isinstance(events, list), (order, events)
    return table.recorded


def _read(state: State, frame: Battle | Siege, side: Any) -> fighting.Side:
    """A side of a battle as the second reading has it."""
    here = [name for nation in side.nations for name in leaders_in(state, frame.space, nation)]
    chief = side.commander if side.commander in here else None
    shaken = [name for name in side.shaken if name != chief]
    return fighting.Side(
        {it: sp_in(state, frame.space, it) for it in side.nations},
        chief,
        tuple(name for name in here if name != chief),
        sum(side.disrupted.values()) + len(shaken),
        chief is not None and chief in side.shaken,
        side.excess,
        {name: state.leaders[name].nation for name in here},
    )


def _sides(battle: Battle) -> dict[str, Any]:
    return {"attacker": battle.attacker, "defender": battle.defender}


def _other(name: str) -> str:
    return "defender" if name == "attacker" else "attacker"


def _down(side: fighting.Side) -> int:
    return side.disrupted + side.commander_disrupted


class Reader:
    """Goes through the events of a battle, and compares."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.world = world_of(state)
        self.due: dict[str, tuple[fighting.Side, fighting.Settlement]] = {}
        self.compared = 0

    def read(self, event: Any) -> None:
        """Compare an event with the position before it, and carry it out."""
        battle = inmost(self.state, Battle)
        if event.type == "battle_began":
            self._ground(event)
        elif battle is not None:
            if event.type == "battle_dice_rolled":
                self._dice(event, battle)
            if event.type in ("next_round_began", "battle_decided"):
                self._settled(battle)
            if event.type == "battle_decided":
                self._decided(event, battle)
            if event.type == "force_routed":
                inflicted, suffered = self._hits(battle, event.side)
                assert fighting.is_rout(inflicted, suffered)
            if event.type in ("force_shifted", "force_eliminated"):
                self._retreat(event, battle)
        self.state = apply(self.state, event)

    def _ground(self, event: Any) -> None:
        before = copied(self.state)
        march = inmost(before, March)
        assert march is not None
        for lot in march.force.lots:
            before.spaces[event.space].lots.remove(lot)
        for name in march.force.leaders:
            before.leaders[name].standing = "pool"
        ground = max(
            fighting.terrain(
                world_of(before), it, event.space, [event.came], event.failed_evasions > 0
            )
            for it in event.defenders
        )
        assert event.terrain == ground
        self.compared += 1

    def _dice(self, event: Any, battle: Battle) -> None:
        own = _read(self.state, battle, _sides(battle)[event.side])
        attacks = event.side == "attacker"
        lines = fighting.battle_dice(
            atlas(),
            own,
            first_round=battle.round == 1,
            ground=0 if attacks else battle.terrain,
            failed_evasions=battle.failed_evasions if attacks else 0,
        )
        assert event.number == max(0, sum(lines.values())) == total(event.breakdown)
        other = _other(event.side)
        foe = _read(self.state, battle, _sides(battle)[other])
        self.due[other] = (foe, fighting.settle(foe, event.sixes, event.fives))
        self.compared += 1

    def _settled(self, battle: Battle) -> None:
        for name, (before, due) in self.due.items():
            after = _read(self.state, battle, _sides(battle)[name])
            assert before.pieces - after.pieces == due.removed, name
            if len([it for it in before.sp.values() if it]) > 1 or before.leaders:
                continue  # Shares and leaders that stand in for others say which ones go.
            assert _down(after) == due.down, (name, before, after, due)
            assert after.excess - before.excess == due.excess
            gone = before.commander if after.commander != before.commander else None
            assert (gone is not None) == (due.commander == "removed")
        self.due = {}

    def _hits(self, battle: Battle, loser: str) -> tuple[int, int]:
        sides = _sides(battle)
        return sides[loser].suffered, sides[_other(loser)].suffered

    def _decided(self, event: Any, battle: Battle) -> None:
        left = {name: _read(self.state, battle, it).pieces for name, it in _sides(battle).items()}
        active = (battle.attacker.suffered, left["attacker"])
        passive = (battle.defender.suffered, left["defender"])
        said = fighting.winner(active, passive, final=battle.round > 1)
        loses = {"active": "defender", "passive": "attacker", "nobody": "nobody"}
        assert event.loser == loses[said]

    def _retreat(self, event: Any, battle: Battle) -> None:
        world = world_of(self.state)
        side = _sides(battle)[battle.loser]
        nation = side.nations[0]
        if battle.loser == "attacker" and battle.came:
            open_ = fighting.active_retreat(world, nation, battle.space, battle.came)
        else:
            open_ = fighting.defender_retreat(world, nation, battle.space, battle.came or None)
        if event.type == "force_eliminated":
            assert not open_
        else:
            assert event.space in open_


def _battles(batch: int) -> Iterator[tuple[State, list[Event]]]:
    for number in numbers(batch):
        random = Random(number)
        state = position(random)
        if _met(random, state):
            yield state, _fought(state, random, number)


@batches
def test_battles_are_fought_alike(batch: int) -> None:
    compared = 0
    for state, events in _battles(batch):
        reader = Reader(copied(state))
        for event in events:
            reader.read(event)
        compared += reader.compared
    assert compared > EACH


@batches
def test_sieges_are_fought_alike(batch: int) -> None:
    compared = 0
    for number in numbers(batch):
        random = Random(number)
        state = position(random)
        nation = state.stack[0].nation  # type: ignore[union-attr]
        world, [decision] = world_of(state), RULES.decisions(state)
        for name, leader in state.leaders.items():
            if leader.standing != "map" or leader.nation != nation:
                continue
            clauses = fighting.siege_refusals(world, name)
            refusal = ANSWERS.refused(state, decision, Besiege(name))
            assert (refusal is None) == (not clauses), (name, clauses, refusal)
            compared += 1
            if refusal is None:
                _compare_siege(state, name, random, number)
    assert compared > EACH


def _compare_siege(state: State, leader: str, random: Random, number: int) -> None:
    table = table_of(copied(state), number)
    decision, *_ = verbs.decisions(BOOK, table)
    begun = verbs.decide(BOOK, table, decision.seat, Besiege(leader))
    assert isinstance(begun, list)
    while inmost(table.state, Siege):
        decision, *_ = verbs.decisions(BOOK, table)
        order = random.choice(list(verbs.legal_orders(BOOK, table, decision)))
        assert isinstance(verbs.decide(BOOK, table, decision.seat, order), list)
    events: list[Any] = [it for it in table.recorded if it.type != "order_given"]
    strength = fighting.fortress_dice(world_of(state), state.leaders[leader].where)
    own = [it for it in events if it.type == "siege_dice_rolled"]
    theirs = [it for it in events if it.type == "fortress_dice_rolled"]
    assert all(len(it.dice) == strength for it in theirs)
    sixes = [it.sixes for it in own]
    fell = [it for it in events if it.type == "fortress_fell"]
    space, nations = state.leaders[leader].where, events[0].nations
    left = units_in(table.state, space, nations)
    assert bool(fell) == fighting.falls(strength, sum(sixes), left)
    for it in fell:
        assert it.overrun == fighting.siege_overrun(strength, sum(sixes), len(own))
    for rolled, against in list(zip(own, theirs, strict=False))[:-1]:
        hits = against.sixes + against.fives
        assert fighting.another_round(rolled.sixes, hits, 1), "another round was fought"
