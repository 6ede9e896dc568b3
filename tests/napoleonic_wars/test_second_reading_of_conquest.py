"""The game and a second reading of its digest agree on who falls, and on what follows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.cession import Surrender
from napoleon.rulesets.napoleonic_wars.conquest import conquer
from napoleon.rulesets.napoleonic_wars.events import apply
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
from tests.napoleonic_wars.batches import EACH, in_batches, numbers
from tests.napoleonic_wars.closing import quietly
from tests.napoleonic_wars.playing import Played, copied, pack, table_of, told
from tests.napoleonic_wars.positions import FIGHTING, position, world_of
from tests.napoleonic_wars.second_reading import conquering
from tests.rulesets.comparing import Answers, Dice

ANSWERS: Answers[State] = Answers(RULES)

batches = in_batches(2)


def _positions(batch: int) -> Iterator[tuple[Random, State]]:
    """Positions at the end of a turn; more capitals and keys are lost than elsewhere."""
    for number in numbers(batch):
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


def _closed(state: State) -> list[Any]:
    """What happens at the end of the turn if every die shows a 1, up to the first question."""
    return ANSWERS.gone_on(state, Dice(None, [1] * 5000))


@batches
def test_the_flags_of_the_end_of_a_turn_are_alike(batch: int) -> None:
    for _, state in _positions(batch):
        world = world_of(state)
        flagged = [it for it in _closed(state) if it.type in ACTS and "5.6.a" in it.clauses]
        own = {it.space: (ACTS[it.type], it.nation) for it in flagged}
        assert len(own) == len(flagged), "each space is flagged once"
        for space in pack().spaces:
            holder = controller(state, pack(), space)
            foes = [it for it in present(state, space) if at_war(state, it, holder)]
            camp = own_in(state, space, foes[0]) if foes else []
            there = [name for it in camp for name in leaders_in(state, space, it)]
            chief = commanding(state, pack(), there) or None
            assert conquering.end_of_turn_flag(world, space, chief) == own.get(space), space


ACTS = {"flag_placed": "place", "flag_removed": "remove"}


@batches
def test_who_falls_and_on_what_die_is_alike(batch: int) -> None:
    compared = 0
    for _, state in _positions(batch):
        events, flags = _closed(state), copied(state)
        tried = [it for it in events if it.type in ("conquest_rolled", "nation_conquered")]
        first = events.index(tried[0]) if tried else len(events)
        for event in events[:first]:
            flags = apply(flags, event)
        trials = conquering.victims(world_of(flags), pack().track[state.marker])
        compared += _compare_trials(tried, trials)
    assert compared > EACH


def _compare_trials(tried: list[Any], trials: Sequence[conquering.Trial]) -> int:
    """Up to the first that falls: from then on the others stand before another table."""
    for place, trial in enumerate(trials):
        event = tried[place]
        assert (event.nation, event.victor) == (trial.victim, trial.conqueror)
        if event.type == "nation_conquered":
            assert all(trial.conquers(die) for die in range(1, 7)), "no die was rolled"
            return place + 1
        for die in range(1, 7):
            assert (event.total - event.die + die >= 6) == trial.conquers(die), die
        if trial.conquers(event.die):
            fallen = tried[place + 1]
            assert (fallen.type, fallen.nation) == ("nation_conquered", trial.victim)
            return place + 1
    assert len(tried) == len(trials), "somebody else was tried"
    return len(trials)


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
