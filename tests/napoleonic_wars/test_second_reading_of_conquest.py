"""The game and a second reading of its digest agree on who falls, and on what follows."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from napoleon.rulesets.napoleonic_wars.cession import Surrender
from napoleon.rulesets.napoleonic_wars.conquest import conquer, conqueror, lines_of, lost_keys
from napoleon.rulesets.napoleonic_wars.nations import at_war, is_allied
from napoleon.rulesets.napoleonic_wars.pieces import rest
from napoleon.rulesets.napoleonic_wars.spaces import (
    commanding,
    controller,
    leaders_in,
    own_in,
    present,
)
from napoleon.rulesets.napoleonic_wars.state import TURN_END, State
from napoleon.rulesets.napoleonic_wars.turn_end import _is_of_an_ally, flag_due
from tests.napoleonic_wars.closing import quietly
from tests.napoleonic_wars.playing import Played, pack, table_of, told
from tests.napoleonic_wars.positions import FIGHTING, position, world_of
from tests.napoleonic_wars.second_reading import conquering
from tests.repetitions import repetitions

EACH = 50
"""Positions of a batch."""

batches = pytest.mark.parametrize("batch", repetitions(2, 40))


def _positions(batch: int) -> Iterator[tuple[Random, State]]:
    """Positions at the end of a turn; more capitals and keys are lost than elsewhere."""
    for number in range(batch * EACH, (batch + 1) * EACH):
        random = Random(number)
        state = position(random)
        rest(state)
        state.stack, state.phase = [], TURN_END
        state.marker = random.randrange(len(pack().track))
        for nation in FIGHTING:
            for space in (*pack().capitals[nation], *pack().keys[nation]):
                if random.random() < 0.3:
                    flag = random.choice(
                        [it for it in FIGHTING if not is_allied(state, it, nation)]
                    )
                    state.spaces[space].flag = "" if flag == pack().spaces[space].colour else flag
        yield random, state


@batches
def test_the_flags_of_the_end_of_a_turn_are_alike(batch: int) -> None:
    for _, state in _positions(batch):
        world = world_of(state)
        for space in pack().spaces:
            nation = flag_due(state, pack(), space)
            act = "remove" if nation and _is_of_an_ally(state, pack(), space, nation) else "place"
            holder = controller(state, pack(), space)
            foes = [it for it in present(state, space) if at_war(state, it, holder)]
            own = own_in(state, space, foes[0]) if foes else []
            there = [name for it in own for name in leaders_in(state, space, it)]
            chief = commanding(state, pack(), there) or None
            theirs = conquering.end_of_turn_flag(world, space, chief)
            assert theirs == ((act, nation) if nation else None), space


@batches
def test_who_falls_and_on_what_die_is_alike(batch: int) -> None:
    for _, state in _positions(batch):
        world, due = world_of(state), pack().track[state.marker]
        for nation in FIGHTING:
            table = table_of(state)
            by, trial = conqueror(table, nation), conquering.trial(world, nation, due)
            assert (by or None) == (trial and trial.conqueror), nation
            if trial is None:
                continue
            assert len(lost_keys(table, nation)) == trial.lines["keys"]
            certain = len(lost_keys(table, nation)) == len(pack().keys[nation])
            for die in range(1, 7):
                falls = certain or sum(it.amount for it in lines_of(table, nation, die)) >= 6
                assert falls == trial.conquers(die), (nation, die)


@batches
def test_what_follows_is_alike(batch: int) -> None:
    for random, state in _positions(batch):
        world, due = world_of(state), pack().track[state.marker]
        trials = [it for it in conquering.victims(world, due) if it.victim != "fr"]
        if trials:
            _compare(random, state, random.choice(trials))


def _compare(random: Random, state: State, trial: conquering.Trial) -> None:
    world, victim, by = world_of(state), trial.victim, trial.conqueror
    table = table_of(state)
    before = {name: it.flag for name, it in state.spaces.items()}
    expected = conquering.evacuation(world, victim, by)
    conquer(table, victim, by, "conquest")
    lifted = {it for it, flag in before.items() if flag and not state.spaces[it].flag}
    assert lifted == conquering.flags_lifted(world, victim, by)
    it = Surrender(table)
    assert {*it.cedable()} == {*conquering.cedable(world.atlas, victim)}
    left = {
        (nation, capital)
        for nation in it.camp
        for capital in pack().capitals[victim]
        if capital in it.remaining(nation)
    }
    assert left == expected.leave
    if left:
        nation, capital = it.leaving()
        # The second reading looks at the position after the cession, as the game does.
        world.flags = {name: there.flag for name, there in state.spaces.items() if there.flag}
        assert {*it.refuges()} == {*conquering.capital_exits(world, nation, capital)}
    stays = {(nation, space) for nation in it.camp for space in it.remaining(nation)} - left
    assert stays == expected.choose
    associated = {
        (victim, space)
        for space in pack().associated[victim]
        if controller(state, pack(), space) != victim
    }
    die = random.randint(1, 6)
    played = quietly(state, dice=[die], until=["act", "peace", "reinforce"])
    settled = played.types.index("conquest_settled")
    played = Played(played.state, played.events[:settled])
    picked = [event for event in told(played, "duchy_ceded") if event.nation == victim]
    assert len(picked) == len(conquering.picks(world.atlas, victim, by, die))
    regrouped = {
        (event.nation, event.space)
        for event in told(played, "forces_regrouped")
        if event.clauses[0] == "15.21.b"
    }
    assert regrouped - associated == expected.regrouped - associated
    gone = {event.space for event in told(played, "flag_removed") if event.clauses[0] == "15.21.b"}
    assert gone == conquering.own_flags_lifted(world_of(state), victim)
