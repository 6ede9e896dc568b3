"""The game and a second reading of its digest agree on keys, the peace roll and points [5.8]."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from napoleon.rules.kit import verbs
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Standing
from napoleon.rulesets.napoleonic_wars.nations import is_proxy, powers_of, seats
from napoleon.rulesets.napoleonic_wars.orders.between_turns import ChangePeace, LeavePeace
from napoleon.rulesets.napoleonic_wars.pieces import put
from napoleon.rulesets.napoleonic_wars.scoring import keys_of, standings
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.spaces import present
from napoleon.rulesets.napoleonic_wars.state import TURN_END, State
from tests.napoleonic_wars.batches import in_batches, positions
from tests.napoleonic_wars.closing import closing
from tests.napoleonic_wars.diplomacy import allied, consul, defeated
from tests.napoleonic_wars.playing import copied, pack, table_of
from tests.napoleonic_wars.second_reading import peace
from tests.napoleonic_wars.test_second_reading_of_diplomacy import KEYS

batches = in_batches(2)


def position(random: Random) -> State:
    """The end of a turn: conquest is settled, keys have changed hands, consuls stand anywhere."""
    players = random.randint(2, 5)
    state = closing(random.randint(1, 5), next_up=random.choice(pack().track), players=players)
    # Who is due next was tried first.
    due = [*pack().track[state.marker :], *pack().track[: state.marker]]
    state.ending.begun, state.ending.tried = True, due
    state.squadrons = []
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        leader.standing, leader.where = "pool", ""
    for nation in pack().track:
        if is_proxy(state, nation):
            rows = [it for it in state.powers if it != nation]
            box = random.randint(0, 4)
            consul(state, nation, random.choice(rows), min(box, 3))
            if box > 3:
                allied(state, nation, random.choice(rows))
        elif random.random() < 0.15:
            defeated(state, nation, random.choice(pack().powers))
        state.nations[nation].resources = random.choice((0, 0, 1, 2))
    state.nations["fr"].plus_key = random.random() < 0.3
    state.peace = random.choice((0, 0, 1))
    for key in KEYS:
        if random.random() < 0.25:
            flag = random.choice(pack().track)
            state.spaces[key.id].flag = "" if flag == key.colour else flag
        if random.random() < 0.15:
            put(state, key.id, random.choice(pack().track), 1)
    return state


def keys_held(state: State) -> dict[str, int]:
    """The keys of each nation by the second reading."""
    return peace.controlled(
        KEYS,
        {name: it.flag for name, it in state.spaces.items() if it.flag},
        {name: frozenset(present(state, name)) for name in state.spaces},
        frozenset(frozenset(it.split("-")) for it in state.wars),
    )


def seats_of(state: State) -> dict[str, tuple[str, ...]]:
    return {seat: tuple(powers_of(state, seat)) for seat in seats(state)}


def test_the_seats_are_the_same() -> None:
    for players, own in peace.SEATS.items():
        found = seats_of(closing(players=players))
        assert {seat: {*powers} for seat, powers in own.items()} == {
            seat: {*powers} for seat, powers in found.items()
        }


# -- points ----------------------------------------------------------------------------------------


@batches
def test_everybody_has_the_same_points_line_by_line_and_the_same_one_wins(batch: int) -> None:
    seen: Counter[str] = Counter()
    for _, state in positions(batch, position):
        keys = keys_held(state)
        table = table_of(state)
        assert keys == {it: len(keys_of(table, it)) for it in pack().track}
        end = peace.Standing(
            peace.at_start(KEYS),
            keys,
            {
                name: (it.row or None, it.box)
                for name, it in state.nations.items()
                if is_proxy(state, name)
            },
            {name: it.resources for name, it in state.nations.items()},
            frozenset(name for name, it in state.nations.items() if it.plus_key),
        )
        lines, winner = peace.final(seats_of(state), end)
        own = standings(table)
        assert own[0].who == winner
        for it in own:
            expected = lines[it.who]
            assert it.points == peace.points(expected)
            assert _told(state, it) == _counted(state, it.who, expected), it
            seen.update(line.what for line in expected)
    assert {*seen} == {"keys", "status", "client", "pact", "resources"}


def _told(state: State, standing: Standing) -> Counter[tuple[str, str]]:
    """The lines of a seat by what and whom they are about."""
    found: Counter[tuple[str, str]] = Counter()
    for line in standing.breakdown:
        note: Any = line.note
        what = {"%(n": "keys", "Res": "resources", "a k": "status"}[note.text[:3]]
        what = "pact" if "in Pact" in note.text else what
        found[what, note.values.get("nation", "fr")] += line.amount
    return Counter({it: n for it, n in found.items() if n})


def _counted(state: State, seat: str, lines: tuple[peace.Line, ...]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for it in lines:
        found["keys" if it.what == "client" else it.what, it.nation] += it.points
    return found


# -- the peace roll --------------------------------------------------------------------------------


@batches
def test_the_same_seats_are_asked_and_the_game_ends_on_the_same_roll(batch: int) -> None:
    seen: Counter[bool] = Counter()
    for random, state in positions(batch, position):
        seen[_compare_peace(random, state)] += 1
    assert seen[True] and seen[False]


def _compare_peace(random: Random, state: State) -> bool:
    out = {it for it in state.powers if state.nations[it].conquered or not state.nations[it].camp}
    fallen = bool(state.nations["fr"].conquered)
    expected = peace.asked(
        pack().track[state.marker],
        seats_of(state),
        keys_held(state),
        out,
        {it for it in state.powers if state.nations[it].plus_key},
    )
    table = table_of(copied(state), random.randint(1, 99))
    with until_the_end():
        verbs.advance(BOOK, table)
    asked, changes = [], []
    while table.state.result is None and table.state.phase == TURN_END:
        [decision] = verbs.decisions(BOOK, table)
        legal = list(verbs.legal_orders(BOOK, table, decision))
        able = dict.fromkeys(it.nation for it in legal if isinstance(it, ChangePeace))
        asked.append((decision.seat, tuple(able)))
        order: Order = random.choice(legal)
        assert isinstance(order, ChangePeace | LeavePeace)
        changes += [order.by] if isinstance(order, ChangePeace) else []
        assert not isinstance(verbs.decide(BOOK, table, decision.seat, order), Refusal)
    assert tuple(asked) == (() if fallen else expected)
    rolled = [it for it in table.recorded if it.type == "peace_rolled"]
    roll: Any = rolled[0] if rolled else None
    total = peace.total(roll.die, changes, [state.peace]) if roll else None
    assert roll is None or roll.total == total
    ends = peace.ending(total, state.turn, fallen)
    assert (table.state.result is not None, bool(rolled)) == (ends.over, ends.rolls)
    if ends.over:
        ended: Any = next(it for it in table.recorded if it.type == "game_ended")
        assert ends.why in ended.clauses
    return ends.over
