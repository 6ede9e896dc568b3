"""What the rulebook says of a position, read anew.

Written from the digest and the rulings alone, by somebody who had not seen how the rules are
programmed; nothing here calls them. The map, the blocks and the cards come from the pack, the
position from its plain fields, and what an operation has done so far from the events.

It covers what the rules 2.1 put right: where a march is over and which roads it may take, the
windows and targets of Insubordination, Confusion and Organisational Superiority, when a stack may
attack, what exhaustion costs, when the Allied players may exchange cards, and whom Squares shield.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from napoleon.rules.events import Event
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.movement import StackMoved
from napoleon.rulesets.napoleon1815.events.operations import OperationStarted
from napoleon.rulesets.napoleon1815.events.windows import EventApplied
from napoleon.rulesets.napoleon1815.state import Operation, State

PACK = RULES.pack
FRENCH, ALLIED = "french", "allied"
ARMIES = ("french", "anglo_dutch", "prussian")
BROKEN_BRIDGE = 3  # MOVE.2C
TIRED = range(5, 9)  # RECOVERY.3


def army(block: str) -> str:
    """The army of a block; those of scouts begin their names."""
    if block in PACK.blocks:
        return PACK.blocks[block].army
    return next(it for it in ARMIES if block.startswith(it))


def side(of: str) -> str:
    """The side of a player or an army."""
    return FRENCH if of == FRENCH else ALLIED


def is_corps(block: str) -> bool:
    """Whether it is a corps, neither a commander nor a scout."""
    return block in PACK.blocks and PACK.blocks[block].kind == "corps"


def is_commander(block: str) -> bool:
    """Whether it is a commander."""
    return block in PACK.blocks and PACK.blocks[block].kind == "commander"


class Board:
    """Who stands where."""

    def __init__(self, state: State) -> None:
        self._state = state
        self.fog = state.options["rules"] == "grognard"
        self.three = state.options["players"] == 3

    def blocks(self, area: str, of: str) -> set[str]:
        """All blocks of a side in an area."""
        return {
            name
            for name, block in self._state.blocks.items()
            if block.area == area and side(army(name)) == of
        }

    def corps(self, area: str, of: str) -> set[str]:
        """The corps of a side in an area."""
        return {it for it in self.blocks(area, of) if is_corps(it)}

    def where(self, block: str) -> str | None:
        """The area of a block, none if it is not on the map."""
        return self._state.blocks[block].area

    def contested(self, area: str) -> bool:
        """Whether corps of both sides stand there [TERM.10]."""
        return bool(self.corps(area, FRENCH) and self.corps(area, ALLIED))

    def player(self, block: str) -> str:
        """The seat that a block belongs to."""
        return army(block) if self.three else side(army(block))


class March:
    """The movement of the running operation, as far as it has come."""

    def __init__(self, state: State, events: Sequence[Event]) -> None:
        assert state.operation is not None
        self.operation: Operation = state.operation
        self.board = Board(state)
        self.roads: list[str] = []
        self.forced = self.lets_on = False
        self._state = state
        for event in _since_it_began(events):
            match event:
                case StackMoved():
                    self.roads.append(event.road)
                    self.lets_on = False
                case EventApplied(event="forced_march"):
                    self.forced = True
                case EventApplied(event="organisation"):
                    self.lets_on = True
        self.stack = {it for it in self.operation.blocks if self.board.where(it) is not None}
        self.corps = {it for it in self.stack if is_corps(it)}
        self.here = next((self.board.where(it) or "" for it in sorted(self.stack)), "")
        self.side = side(self.operation.player)
        self.enemy = ALLIED if self.side == FRENCH else FRENCH

    @property
    def total(self) -> int:
        """The movement points of the stack."""
        return self.operation.movement_points or 0

    @property
    def left(self) -> int:
        """Movement points that are not used."""
        return self.total - self.operation.spent_points

    # -- where it is over --

    def stopped_by_friends(self) -> bool:
        """It has entered an area with a friendly stack, and no card lets it go on [MOVE.2F]."""
        others = self.board.corps(self.here, self.side) - self.stack
        carried = self.lets_on and not self.board.corps(self.here, self.enemy)
        return bool(self.roads and self.corps and others) and not carried

    def used_up(self) -> bool:
        """Nothing is left to move with [MOVE.2E]; a Forced March grants a first road."""
        return self.left <= 0 and not (self.forced and not self.roads)

    def stopped_by_enemies(self) -> bool:
        """It has entered an area with an enemy stack [MOVE.2F]."""
        return bool(self.roads and self.board.corps(self.here, self.enemy))

    def stopped_by_citadel(self) -> bool:
        """It takes a citadel where it is, or a farm with `farm_stop` [MOVE.2G, RULING.1]."""
        kinds = {"citadel", "fortified_farm"} if self._state.options["farm_stop"] else {"citadel"}
        owner = self._state.control.get(self.here)
        return (
            bool(self.roads and self.corps)
            and PACK.areas[self.here].kind in kinds
            and (owner is not None and side(owner) != self.side)
            and not self.board.corps(self.here, self.enemy)
        )

    def over(self) -> bool:
        """Whether the movement has ended by the rules."""
        return (
            self.used_up()
            or self.stopped_by_friends()
            or self.stopped_by_enemies()
            or self.stopped_by_citadel()
        )

    # -- where it may go --

    def ways(self) -> set[str]:
        """The roads that it may take."""
        if self.over():
            return set()
        return {road for road in _roads_of(self.here) if self._may_take(road)}

    def _may_take(self, road: str) -> bool:
        there = PACK.graph.roads[road].other(self.here)
        return (
            self._payable(road, there)
            and self._by_markers(road)
            and not self._barred(there)
            and not (not self.roads and self.leaves_commander_alone())
        )

    def _payable(self, road: str, there: str) -> bool:
        if self.forced and not self.roads:
            return True
        after = self.left - (BROKEN_BRIDGE if road in self._state.broken_bridges else 1)
        if after < 0:
            return False
        if after == 0 and self._point_for_brussels():
            return _roads_to_brussels(there) < _roads_to_brussels(self.operation.origin)
        return True

    def _point_for_brussels(self) -> bool:
        return (
            self.side == ALLIED
            and "defend_brussels" in self._state.lasting
            and (
                not self.board.three
                or self._state.lasting_for["defend_brussels"] == self.operation.player
            )
        )

    def _by_markers(self, road: str) -> bool:
        marker = self._state.markers.get(self.here)
        if self.roads or marker is None or not self.corps:
            return not (marker and not self.roads and marker.side != self.side) or (
                marker.road != road
            )
        return (marker.road == road) == (marker.side == self.side)

    def _barred(self, there: str) -> bool:
        owner = self._state.control.get(there)
        of_the_enemy = owner is not None and side(owner) != self.side
        if not self.corps and PACK.areas[there].kind == "citadel" and of_the_enemy:
            return True  # SCOUT.10
        if self.side == FRENCH and "general_advance" in self._state.lasting:
            hidden = self.board.fog and self.board.blocks(there, ALLIED)  # RULING.56
            return bool(
                self.board.corps(there, ALLIED) or (hidden and not self.board.corps(there, FRENCH))
            )
        return False

    def leaves_commander_alone(self) -> bool:
        """Whether setting out would leave one without friendly corps [MOVE.2H, RULING.95]."""
        if not self.corps:
            return False
        left = self.board.blocks(self.here, self.side) - self.stack
        return any(
            not any(
                is_corps(it)
                and (
                    not (self.board.fog and self.board.three)
                    or army(commander) != self.operation.player
                    or army(it) == army(commander)
                )
                for it in left
            )
            for commander in left
            if is_commander(commander)
        )

    # -- cards on the way --

    def enters_friends(self) -> bool:
        """Another French stack is where it comes to, and no enemy: Organisational Superiority."""
        others = self.board.corps(self.here, FRENCH) - self.stack
        return bool(others) and not self.board.corps(self.here, ALLIED)

    def confusable(self) -> bool:
        """Three roads and an area that is free for the stack: Confusion [RULING.50]."""
        return len(self.roads) >= 3 and not self.board.corps(self.here, self.enemy)

    def bridges(self) -> set[str]:
        """The bridges that the stack may demolish where it is [CARD.bridge_demolition].

        The point of Defend Brussels does not pay for it [RULING.87]; a stack that has not set out
        needs none.
        """
        paid = not self.roads or self.left - self._point_for_brussels() >= 1
        among_enemies = self.board.corps(self.here, FRENCH)
        if self.side == FRENCH or not self.corps or self.over() or not paid or among_enemies:
            return set()
        return {
            road
            for road in _roads_of(self.here)
            if PACK.graph.roads[road].bridge and road not in self._state.broken_bridges
        }


def nameable(state: State) -> set[str]:
    """Whom Insubordination may name [CARD.insubordination, RULING.86, RULING.102]."""
    board = Board(state)
    french = [
        it for it, block in state.blocks.items() if block.area is not None and army(it) == FRENCH
    ]
    if board.fog:
        return {it for it in french if len(board.blocks(board.where(it) or "", FRENCH)) == 1}
    return {
        it
        for it in french
        if is_corps(it) and it != "drouot" and state.blocks[it].ready
        if board.blocks(board.where(it) or "", FRENCH) == {it}
    }


def may_play(state: State, seat: str) -> bool:
    """Whether a seat has a card, and its side has played no green one yet [OPS.8, VIS.9]."""
    return bool(state.hands[seat]) and side(seat) not in state.green


def held(state: State, seat: str, event: str) -> list[int]:
    """The cards of an event in a hand."""
    return [it for it in state.hands[seat] if it in PACK.cards and PACK.cards[it].event == event]


# -- the end of a turn --------------------------------------------------------------------------


class Exhaustion(NamedTuple):
    """What exhaustion costs at the end of a turn [RECOVERY.3]."""

    corps: frozenset[str]
    """Those that lose a strength point."""
    eliminated: frozenset[str]
    commanders: frozenset[str]
    """Those left alone."""
    moves: int
    """How far the track moves, once, by the sum of all [RULING.100]."""
    winner: str
    """Who has won by it, if anybody."""


def exhaustion(state: State, removed: Mapping[str, int]) -> Exhaustion:
    """What the recovery phase that now begins costs, if cards remove that much fatigue."""
    board = Board(state)
    tired = frozenset(
        name
        for name, block in state.blocks.items()
        if block.area is not None and is_corps(name) and not block.ready
        if block.fatigue - removed.get(name, 0) in TIRED
    )
    gone = frozenset(
        it for it in tired if state.blocks[it].infantry + state.blocks[it].cavalry == 1
    )
    alone = frozenset(
        name
        for name, block in state.blocks.items()
        if is_commander(name) and block.area is not None
        if not board.corps(block.area, side(army(name))) - gone
    )
    moves = sum(1 if army(it) == FRENCH else -1 for it in tired)
    moves -= sum(2 for it in alone if it != "napoleon")
    track = state.track + moves
    winner = ""
    if "napoleon" in alone or (track >= 20 and moves):
        winner = ALLIED
    elif track <= 0 and moves:
        winner = FRENCH
    return Exhaustion(tired, gone, alone, moves, winner)


# -- three players --------------------------------------------------------------------------------


def in_contact(state: State) -> bool:
    """Whether the Allied players may exchange cards [THREE.3, RULING.101]."""
    if not Board(state).three or state.result is not None:
        return False
    wellington, blucher = (state.blocks[it].area for it in ("wellington", "blucher"))
    near = wellington is not None and blucher is not None
    if near and (wellington == blucher or blucher in _neighbours(wellington or "")):
        return True
    return bool(state.contact)


def shielded(shares: Mapping[str, int], of: Collection[str]) -> dict[str, int]:
    """The shares of fatigue, if Squares shield these corps: the largest first [RULING.80]."""
    left = dict(shares)
    for _ in range(2):
        largest = max((it for it in of if it in left), key=lambda it: left[it], default=None)
        if largest is not None and left[largest] > 0:
            left[largest] -= 1
    return left


# -- the map --------------------------------------------------------------------------------------


def _since_it_began(events: Sequence[Event]) -> Sequence[Event]:
    for index in range(len(events) - 1, -1, -1):
        if isinstance(events[index], OperationStarted):
            return events[index:]
    raise AssertionError("no operation has begun")


def _roads_of(area: str) -> list[str]:
    return [name for name, road in PACK.graph.roads.items() if area in (road.a, road.b)]


def _neighbours(area: str) -> set[str]:
    return {PACK.graph.roads[road].other(area) for road in _roads_of(area)}


def _roads_to_brussels(area: str) -> int:
    ways, reached = 0, {area}
    while "bruxelles" not in reached:
        ways += 1
        reached |= {there for here in reached for there in _neighbours(here)}
    return ways
