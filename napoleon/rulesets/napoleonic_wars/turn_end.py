"""The end of a turn: docks, the peace roll, the count, the next turn [5.6, 5.8, 14.3]."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.terms import Standing
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.cards import lasting
from napoleon.rulesets.napoleonic_wars.events.setup import DeckShuffled
from napoleon.rulesets.napoleonic_wars.events.turn_end import (
    DocksOpened,
    GameEnded,
    PeaceRolled,
    TurnBegan,
)
from napoleon.rulesets.napoleonic_wars.nations import is_client, powers_of, seats
from napoleon.rulesets.napoleonic_wars.setting_up import draw_card
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in
from napoleon.rulesets.napoleonic_wars.state import PACT, TURN_END
from napoleon.rulesets.napoleonic_wars.table import Wars

PEACE = 6
TURNS = 5


def keys_of(table: Wars, nation: str) -> list[str]:
    """The keys that a nation controls; one that is uncontrolled counts for nobody [R-92]."""
    state, pack = table.state, table.data
    return [
        space.id
        for space in pack.spaces.values()
        if space.key
        and controller(state, pack, space.id) == nation
        and (space.fortress or not hostile_in(state, space.id, nation))
    ]


def standing(table: Wars, seat: str) -> Standing:
    """The points of a seat, line by line [5.81]."""
    state, pack = table.state, table.data
    lines: list[Line] = []
    powers = powers_of(state, seat)
    clients = [it for it in pack.track if any(is_client(state, it, power) for power in powers)]
    for nation in (*powers, *clients):
        held, due = {*keys_of(table, nation)}, {*pack.keys[nation]}
        lines += (Line(1, "5.81.b", say("%(nation)s gained %(key)s", nation=nation, key=it))
                  for it in pack.spaces if it in held - due)  # fmt: skip
        lines += (Line(-1, "5.81.b", say("%(nation)s lost %(key)s", nation=nation, key=it))
                  for it in pack.spaces if it in due - held)  # fmt: skip
    for nation in (it for it in clients if state.nations[it].box == PACT):
        lines.append(Line(1, "5.81.c", say("%(nation)s is in Pact", nation=nation)))
    allied = [*powers, *(it for it in clients if state.nations[it].box == PACT)]
    for nation in allied:
        resources = state.nations[nation].resources
        if state.nations[nation].plus_key:
            lines.append(Line(1, "15.5.a", say("%(nation)s counts a key more", nation=nation)))
        if resources:
            lines.append(Line(resources, "5.81.c", say("Resources of %(nation)s", nation=nation)))
    return Standing(seat, total(lines), tuple(lines))


def standings(table: Wars) -> tuple[Standing, ...]:
    """Everybody's, the most first; ties go to who is later on the track [5.81.d, R-15]."""
    order = seats(table.state)
    latest = {it: table.data.track.index(powers_of(table.state, it)[-1]) for it in order}
    found: Iterable[Standing] = (standing(table, it) for it in order)
    return tuple(sorted(found, key=lambda it: (it.points, latest[it.who]), reverse=True))


def _open_docks(table: Wars) -> None:
    table.record(DocksOpened(), "5.6.b")


def _roll_peace(table: Wars) -> None:
    die, draw = table.draw(range(1, 7), "peace", PUBLIC)
    lines = [Line(die, "5.8.c", say("die"))]
    if table.state.peace:
        lines.append(Line(table.state.peace, "6.b", say("events of this turn")))
    table.record(PeaceRolled(die, draw, total(lines), tuple(lines)), "5.8.c")
    if total(lines) >= PEACE or table.state.turn >= TURNS:
        final = standings(table)
        table.record(GameEnded(final[0].who, final, "5.81.d"), "5.8.c", "5.81.d")
    _next_turn(table)


def _next_turn(table: Wars) -> None:
    turn = table.state.turn + 1
    if table.state.discards:
        table.record(DeckShuffled(len(table.state.discards)), "14.31.a")
    table.record(TurnBegan(turn, table.data.year(turn)), "14.34.a")
    for nation in table.data.track:
        keys = len(keys_of(table, nation)) + table.state.nations[nation].plus_key
        due = keys // 2 - lasting.cards_fewer(table, nation)
        held = [*table.state.nations[nation].hand]
        for number in range(max(table.data.nations[nation].hand_min, due)):
            draw_card(table, nation, f"card {number + 1} of turn {turn} for {nation}", "14.31.a")
        lasting.take_back(table, nation, held)


STEPS = Part[Wars](
    "end of the turn",
    lambda table: table.state.phase == TURN_END,
    (
        Step("docks", lambda it: any(fleet.building for fleet in it.state.squadrons), _open_docks),
        Step("peace", lambda it: True, _roll_peace),
    ),
)
