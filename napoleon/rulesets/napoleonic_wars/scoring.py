"""5.81, 8.23, 16.3 Keys and points: what everybody has, and how the game ends by it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from napoleon.rules.events import Line, total
from napoleon.rules.terms import Standing
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.turn_end import GameEnded
from napoleon.rulesets.napoleonic_wars.nations import is_client, playing_on, powers_of
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in
from napoleon.rulesets.napoleonic_wars.state import PACT
from napoleon.rulesets.napoleonic_wars.table import Wars

Keys = Mapping[str, Sequence[str]]
"""The keys that nations control, by nation."""


def keys_held(table: Wars) -> Keys:
    """The keys of all nations; one that is uncontrolled counts for nobody [R-92]."""
    state, pack = table.state, table.data
    held = defaultdict[str, list[str]](list)
    for space in pack.spaces.values():
        if space.key:
            owner = controller(state, pack, space.id)
            if space.fortress or not hostile_in(state, space.id, owner):
                held[owner].append(space.id)
    return held


def keys_of(table: Wars, nation: str) -> Sequence[str]:
    """The keys that a nation controls [R-92]."""
    return keys_held(table).get(nation, ())


def standing(table: Wars, seat: str) -> Standing:
    """The points of a seat, line by line [5.81]."""
    return _standing(table, seat, keys_held(table))


def _standing(table: Wars, seat: str, held_by: Keys) -> Standing:
    state, pack = table.state, table.data
    lines: list[Line] = []
    powers = powers_of(state, seat)
    clients = [it for it in pack.track if any(is_client(state, it, power) for power in powers)]
    for nation in (*powers, *clients):
        held, due = {*held_by.get(nation, ())}, {*pack.keys[nation]}
        lines += (Line(1, "5.81.b", say("%(nation)s gained %(key)s", nation=nation, key=it))
                  for it in pack.spaces if it in held - due)  # fmt: skip
        lines += (Line(-1, "5.81.b", say("%(nation)s lost %(key)s", nation=nation, key=it))
                  for it in pack.spaces if it in due - held)  # fmt: skip
        if state.nations[nation].plus_key:
            lines.append(Line(1, "15.5.a", say("a key more by the card")))
    minors = (it for it in clients if pack.nations[it].rank == "minor")
    allied = [it for it in minors if state.nations[it].box == PACT]
    for nation in allied:
        lines.append(Line(1, "5.81.c", say("%(nation)s is in Pact", nation=nation)))
    for nation in (*powers, *allied):
        resources = state.nations[nation].resources
        if resources:
            lines.append(Line(resources, "5.81.c", say("Resources of %(nation)s", nation=nation)))
    return Standing(seat, total(lines), tuple(lines))


def standings(table: Wars) -> tuple[Standing, ...]:
    """Everybody's, the most first; ties go to the power later on the track [5.81.d, R-15].

    A player who has left the game has no points [R-167].
    """
    order = [it for it in playing_on(table.state) if powers_of(table.state, it)]
    latest = {it: table.data.track.index(powers_of(table.state, it)[-1]) for it in order}
    held = keys_held(table)
    found: Iterable[Standing] = (_standing(table, it, held) for it in order)
    return tuple(sorted(found, key=lambda it: (it.points, latest[it.who]), reverse=True))


def end_game(table: Wars, *clauses: str) -> None:
    """The game is over: most points win."""
    final = standings(table)
    table.record(GameEnded(final[0].who, final, "5.81.d"), *clauses, "5.81.d")
