"""10.1.d, 10.3 Who may meet a force on its way, and with what modifiers: alike for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.events import Line, total
from napoleon.rules.kit.frames import top
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.attrition import AMBUSH, DIFFICULT
from napoleon.rulesets.napoleonic_wars.events.meetings import ForceAppeared
from napoleon.rulesets.napoleonic_wars.frames.forces import Meeting
from napoleon.rulesets.napoleonic_wars.nations import (
    PRUSSIA,
    at_war,
    commander,
    in_track_order,
    is_first_round,
    may_fight,
    seats_after,
)
from napoleon.rulesets.napoleonic_wars.pack import Connection, Pack
from napoleon.rulesets.napoleonic_wars.scene import Seated
from napoleon.rulesets.napoleonic_wars.spaces import (
    ENEMY,
    NEUTRAL,
    UNCONTROLLED,
    controller,
    is_open,
    is_shut,
    may_leave,
    present,
    status,
    was_friendly,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, rolled

NEEDED = 9
"""What the modified sum of two dice has to reach [10.11.a, 10.2.d]."""

INTO_FRIENDLY, FROM_UNCONTROLLED, OVER_HARD = 1, -1, -1
"""What is added into a friendly space, from an uncontrolled one, and over a marsh, pass or strait
[10.1.d]."""

EVASION = "10.2.c"
"""The cause of attrition after evading into an enemy space, or across a strait."""


def stays_home(state: State, pack: Pack, nation: str, space: str) -> bool:
    """Whether a space is none that Prussia may enter in the first round of 1805 [8.5.a].

    It may not leave Prussia before a Prussian duchy is invaded.
    """
    if nation != PRUSSIA or state.roused or not is_first_round(state):
        return False
    where = pack.spaces[space]
    own = where.home == nation or nation in where.associated
    return not own or controller(state, pack, space) != nation


# -- who may, and with what modifiers --------------------------------------------------------------


def may_meet(state: State, pack: Pack, leader: str, space: str, mover: str) -> bool:
    """Whether a leader may try to intercept what a nation brings into a space [10.1, 10.3].

    So may they at the moment before it enters: no enemy of theirs stands there then.
    """
    it = state.leaders[leader]
    if it.standing != "map" or it.failed or it.fought or it.where in state.failed_from:
        return False
    link = pack.link(it.where, space) if it.where != space else None
    return (
        link is not None
        and may_fight(state, it.nation, mover)
        and is_open(state, pack, link, it.nation)
        and may_leave(state, pack, it.where, space, it.nation)
        and status(state, pack, space, it.nation) != NEUTRAL
        and not is_shut(state, pack, space, it.nation)
        and not stays_home(state, pack, it.nation, space)
    )


def interceptors(table: Wars, mover: str, space: str) -> list[str]:
    """The seats that may intercept what a nation is about to bring into a space, in their order."""
    state, pack = table.state, table.data
    able = {
        commander(state, it.nation)
        for name, it in state.leaders.items()
        if may_meet(state, pack, name, space, mover)
        and not any(at_war(state, it.nation, other) for other in present(state, space))
    }
    return [seat for seat in seats_after(state, pack, mover) if seat in able]


def seats_standing(table: Wars, mover: str, hostile: Sequence[str]) -> list[str]:
    """The seats of nations whose forces are met, in track order from the active one on."""
    state, pack = table.state, table.data
    order = in_track_order(pack, hostile, mover)
    return [it for it in dict.fromkeys(commander(state, nation) for nation in order) if it]


def lines_of(
    state: State, pack: Pack, leader: str, link: Connection, start: str, nation: str
) -> Iterator[Line]:
    """What is added to the dice of an interception or evasion [10.1.d, 10.2.d]."""
    if leader:
        yield Line(pack.leaders[leader].battle, "10.1.d", say("battle rating"))
    if was_friendly(state, pack, link.other(start), nation):
        yield Line(INTO_FRIENDLY, "10.1.d", say("into a friendly space"))
    if at_war(state, controller(state, pack, start), nation):
        yield Line(FROM_UNCONTROLLED, "10.1.d", say("from an uncontrolled space"))
    if link.kind in ("marsh", "pass", "strait"):
        yield Line(OVER_HARD, "10.1.d", say("over a marsh, pass or strait"))


def causes_of_advance(state: State, pack: Pack, start: str, to: str, nation: str) -> list[str]:
    """Why a force that enters takes attrition, however far it has come [9.41, 9.43, 10.12.a]."""
    if status(state, pack, to, nation) != ENEMY:
        return []
    link, found = pack.link(start, to), list[str]()
    assert link is not None, "it leads there"
    if link.kind in ("pass", "marsh"):
        found.append(DIFFICULT)
    if status(state, pack, start, nation) == UNCONTROLLED:
        found.append(AMBUSH)
    return found


# -- scenes ----------------------------------------------------------------------------------------


class Meet(Seated):
    """A meeting as a seat sees it that may intercept or evade."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.meeting = top(table.state, Meeting)
        self.space = self.meeting.space

    def is_own(self, nation: str) -> bool:
        """Whether the seat commands a nation that is at war with the active one."""
        at_odds = at_war(self.state, nation, self.meeting.nation)
        return at_odds and commander(self.state, nation) == self.player

    def roll(self, lines: list[Line], purpose: str) -> tuple[tuple[int, ...], int, list[Line], int]:
        """Two dice with their modifiers: the dice, the draw, all lines, and the sum."""
        dice, draw = rolled(self.table, purpose, 2)
        every = [Line(sum(dice), "10.11.a", say("two dice")), *lines]
        return dice, draw, every, total(every)


def appear(table: Wars, nation: str, space: str, waiting: Sequence[str]) -> None:
    """Pieces of a nation have been built in a space, where they may be met [10.1.a, R-122].

    `waiting` are the seats that might intercept, as it was before: see `interceptors`.
    """
    if waiting:
        table.record(ForceAppeared(nation, space, tuple(waiting)), "10.1.a", "R-122")
