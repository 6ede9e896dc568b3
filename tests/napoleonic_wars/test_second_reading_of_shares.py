"""Forces of several nations with leaders in battles and sieges, and a second reading of the digest.

Shares of hits, dice of mixed forces, and all ways out are compared at random positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from napoleon.rules.kit import verbs
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.events.battles import side_of
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Siege
from napoleon.rulesets.napoleonic_wars.frames.battles import Side as OwnSide
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.battles import Besiege, Retreat
from napoleon.rulesets.napoleonic_wars.ranks import Ranks, chief_nation, ranks_of
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.spaces import units_in
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.batches import numbers
from tests.napoleonic_wars.playing import copied, decisions, pack, table_of
from tests.napoleonic_wars.positions import atlas, world_of
from tests.napoleonic_wars.second_reading import fighting
from tests.napoleonic_wars.second_reading.fighting import Side
from tests.napoleonic_wars.test_random_battles import batches, battle_of, played, siege_of
from tests.rulesets.comparing import Answers

ANSWERS: Answers[State] = Answers(RULES)

Told = tuple[State, Any, State]
"""An event, with the position before and after it."""


def _told(state: State, number: int) -> Iterator[Told]:
    """All that happens in a fight, event by event."""
    now = copied(state)
    for _, events in played(Random(number), state, number):
        for event in events:
            before = copied(now)
            now = apply(now, event)
            yield before, event, now


def _second(state: State, ranks: Ranks, side: OwnSide) -> Side:
    """A side as the second reading has it."""
    nations = {*ranks.sp, *ranks.disrupted}
    leaders = (*ranks.leaders, *ranks.shaken)
    return Side(
        {it: ranks.strength(it, removed=True) for it in nations},
        ranks.commander or None,
        leaders,
        sum(ranks.disrupted.values()) + len(ranks.shaken),
        bool(ranks.commander) and not ranks.leads,
        side.excess,
        {it: state.leaders[it].nation for it in leaders},
    )


def _side(state: State, name: str) -> Side:
    frame = state.stack[-1]
    assert isinstance(frame, Battle | Siege)
    return _second(state, ranks_of(table_of(state), name), side_of(frame, name))


def _check_dice(state: State, event: Any) -> None:
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    lines = fighting.battle_dice(
        atlas(),
        _side(state, event.side),
        first_round=battle.round == 1,
        ground=battle.terrain if event.side == "defender" else 0,
        failed_evasions=battle.failed_evasions if event.side == "attacker" else 0,
    )
    assert sum(lines.values()) == event.number
    assert sorted(lines.values()) == sorted(it.amount for it in event.breakdown)


@batches
def test_dice_hits_and_their_shares(batch: int) -> None:
    for number in numbers(batch):
        starts: dict[str, tuple[Side, int, int]] = {}
        for before, event, _ in _told(battle_of(number), number):
            if event.type == "battle_dice_rolled":
                other = "defender" if event.side == "attacker" else "attacker"
                starts[other] = (_side(before, other), event.sixes, event.fives)
                _check_dice(before, event)
            elif event.type == "hits_shared":
                _check_shares(before, event)
            elif event.type in ("battle_decided", "next_round_began"):
                for name, (side, sixes, fives) in starts.items():
                    _check_settled(before, name, side, fighting.settle(side, sixes, fives))


def _check_shares(state: State, event: Any) -> None:
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    side = side_of(battle, event.side)
    if side.taken:
        # Disruptions go first to those who have lost less in this round.
        return
    ranks = ranks_of(table_of(state), event.side)
    sp = {it: ranks.strength(it, removed=event.removed) for it in side.nations}
    juniors: dict[str, int] = {}
    for leader in ranks.juniors(removed=event.removed):
        nation = state.leaders[leader].nation
        juniors[nation] = juniors.get(nation, 0) + 1
    ways = fighting.splits(sp, juniors, sum(event.shares.values()))
    every = {tuple(sorted((it, n) for it, n in way if n)) for way in ways}
    assert tuple(sorted(event.shares.items())) in every


def _check_settled(state: State, name: str, side: Side, found: Any) -> None:
    battle = state.stack[-1]
    assert isinstance(battle, Battle)
    own, now = side_of(battle, name), _side(state, name)
    assert side.pieces - now.pieces == found.removed
    if side.disrupted or side.commander_disrupted:
        # Owners give those that are disrupted already for a six.
        return
    assert now.disrupted + now.commander_disrupted == found.down
    assert own.excess - side.excess == (found.excess if now.pieces else own.excess - side.excess)
    assert now.commander_disrupted == (found.commander == "disrupted")
    assert (side.commander is not None and now.commander is None) == (found.commander == "removed")


@batches
def test_all_ways_out(batch: int) -> None:
    compared = 0
    for number in numbers(batch):
        for _, event, after in _told(battle_of(number), number):
            if event.type not in ("battle_decided", "force_routed"):
                continue
            battle = after.stack[-1]
            assert isinstance(battle, Battle)
            if battle.loser not in ("attacker", "defender"):
                continue
            side = side_of(battle, battle.loser)
            if not units_in(after, battle.space, side.nations):
                continue
            nation = chief_nation(after, pack(), battle.space, side)
            world = world_of(after)
            if battle.loser == "attacker" and battle.came:
                ways = fighting.active_retreat(world, nation, battle.space, battle.came)
            else:
                came = battle.came or None
                ways = fighting.defender_retreat(world, nation, battle.space, came)
            compared += _compare_ways_out(after, ways)
    assert compared


def _compare_ways_out(state: State, ways: Sequence[str]) -> int:
    """What the loser is asked, or does by itself; of a rout, which comes first, only that."""
    after = copied(state)
    for event in ANSWERS.gone_on(state):
        happened: Any = event
        if event.type == "force_routed":
            return 0
        if event.type == "force_eliminated":
            assert not ways
            return 1
        if event.type == "force_shifted":
            assert happened.space in ways
            assert len(ways) == 1 or not commander(state, happened.nation)
            return 1
        after = apply(after, event)
    [decision] = decisions(after)
    assert sorted(it.to for it in ANSWERS.legal(after, decision, Retreat)) == sorted(ways)
    return 1


@batches
def test_armies_of_several_nations_besiege_alike(batch: int) -> None:
    for number in numbers(batch):
        state = siege_of(number)
        nation = state.stack[0].nation  # type: ignore[union-attr]
        able = ANSWERS.legal(state, decisions(state)[0], Besiege)
        assert {state.leaders[it.leader].nation for it in able} == {nation}
        order = Random(number).choice(able)
        table = table_of(copied(state), number)
        events = verbs.decide(BOOK, table, decisions(state)[0].seat, order)
        assert not isinstance(events, Refusal)
        for before, event, _ in [*_apart(state, events), *_told(table.state, number)]:
            siege = before.stack[-1]
            if not isinstance(siege, Siege):
                continue
            strength = fighting.fortress_dice(world_of(before), siege.space)
            if event.type == "siege_dice_rolled":
                lines = fighting.siege_dice(atlas(), _army(before))
                assert sum(lines.values()) == event.number
            elif event.type == "fortress_dice_rolled":
                assert event.number == strength
            elif event.type == "siege_went_on":
                army = _army(before)
                up = army.pieces - army.disrupted - army.commander_disrupted
                assert fighting.another_round(siege.scored, siege.besieger.hits, up)
            elif event.type == "fortress_fell":
                assert fighting.falls(strength, event.sixes)
                overrun = fighting.siege_overrun(strength, event.sixes, event.rounds)
                assert event.overrun == overrun
            elif event.type == "siege_ended" and _army(before).pieces:
                assert not fighting.falls(strength, siege.sixes)


def _apart(state: State, events: list[Any]) -> Iterator[Told]:
    now = copied(state)
    for event in events:
        before = copied(now)
        now = apply(now, event)
        yield before, event, now


def _army(state: State) -> Side:
    """The army of a siege: the disrupted that have been replaced fight no more."""
    return _side(state, "besieger")
