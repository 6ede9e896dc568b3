"""The working table: a position that rules read, and record events on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from napoleon.chance import Chance
from napoleon.events import Event
from napoleon.orders import Refusal
from napoleon.ruleset import Decision
from napoleon.rulesets.napoleon1815.events import apply
from napoleon.rulesets.napoleon1815.pack import Area, BlockType, Pack, Scenario
from napoleon.rulesets.napoleon1815.sides import SIDES, enemy, side_of_army
from napoleon.rulesets.napoleon1815.state import Block, Combat, Operation, State

T = TypeVar("T")


class GameEnded(Exception):
    """Unwinds the rules when the game is won: nothing happens after that."""


class Table:
    """A position, the data pack and chance, as the rules of every chapter see them.

    Whoever makes one hands over `state`: `record` applies each event to it at once, so that the
    next line of a rule reads the new position.
    """

    def __init__(self, state: State, pack: Pack, chance: Chance | None = None) -> None:
        self.state = state
        self.pack = pack
        self._chance = chance
        self.recorded: list[Event] = []
        self.acting = ""
        """Seat whose order is being carried out; events are stamped with it."""

    # -- recording ---------------------------------------------------------------------------

    def record(self, event: Event, *clauses: str, by: str | None = None) -> None:
        """Record `event` because of `clauses`, and apply it.

        `by` names the seat whose sealed answer is carried out; otherwise the acting one did it.
        """
        stamp = msgspec.structs.force_setattr
        stamp(event, "clauses", clauses)
        stamp(event, "by", self.acting if by is None else by)
        apply(self.state, event)
        stamp(event, "turn", self.state.turn)
        stamp(event, "phase", self.state.phase)
        self.recorded.append(event)
        if self.state.result is not None:
            raise GameEnded

    def draw(self, options: Sequence[T], purpose: str) -> tuple[T, int]:
        """One of `options` by chance, and the number of the draw, which its event must carry."""
        assert self._chance is not None, "this table only reads"
        number = self.state.draws
        return self._chance.pick(options, purpose), number

    def question(self, seat: str, kind: str, clause: str, text: str) -> Decision:
        """A decision of `seat`, under an id that other seats' answers leave alone."""
        number = self.state.given.get(seat, 0) + 1
        return Decision(f"{seat}-{number}-{kind}", seat, kind, clause, text)

    # -- blocks ------------------------------------------------------------------------------

    def block(self, block: str) -> Block:
        """Where and how a block stands."""
        return self.state.blocks[block]

    def type_of(self, block: str) -> BlockType:
        """What is printed on a block."""
        return self.pack.blocks[block]

    def side_of(self, block: str) -> str:
        """The side a block fights for [TERM.1]."""
        return self.pack.blocks[block].side

    def is_corps(self, block: str) -> bool:
        """Whether a block is a corps, not a commander [TERM.2]."""
        return self.pack.blocks[block].kind == "corps"

    def on_map(self, side: str) -> Iterator[str]:
        """The blocks of a side that stand on the map."""
        for block, it in self.state.blocks.items():
            if it.area is not None and self.side_of(block) == side:
                yield block

    def corps_on_map(self, side: str) -> list[str]:
        """The corps of a side that stand on the map."""
        return [block for block in self.on_map(side) if self.is_corps(block)]

    def blocks_in(self, area: str, side: str) -> list[str]:
        """The blocks of a side in an area, commanders too."""
        return [block for block in self.on_map(side) if self.block(block).area == area]

    def corps_in(self, area: str, side: str) -> list[str]:
        """The corps of a side in an area."""
        return [block for block in self.blocks_in(area, side) if self.is_corps(block)]

    def commanders_in(self, area: str, side: str) -> list[str]:
        """The commanders of a side in an area."""
        return [block for block in self.blocks_in(area, side) if not self.is_corps(block)]

    def corps_of(self, blocks: Sequence[str]) -> list[str]:
        """The corps among `blocks` that are still on the map."""
        return [b for b in blocks if self.is_corps(b) and self.block(b).area is not None]

    # -- areas -------------------------------------------------------------------------------

    def area(self, area: str) -> Area:
        """What the map says of an area."""
        return self.pack.areas[area]

    def is_free(self, area: str, side: str) -> bool:
        """Whether no enemy corps stands in an area [TERM.9]."""
        return not self.corps_in(area, enemy(side))

    def controller(self, area: str) -> str | None:
        """The side whose flag stands in an area [TERM.13]."""
        army = self.state.control.get(area)
        return None if army is None else side_of_army(army)

    @property
    def scenario(self) -> Scenario:
        """The scenario that is played."""
        scenario = self.pack.scenario(self.state.scenario)
        assert isinstance(scenario, Scenario), "an incomplete scenario is never laid out"
        return scenario

    # -- players -----------------------------------------------------------------------------

    def player_of(self, side: str) -> str:
        """The seat that decides for a side."""
        return side

    def side_of_player(self, seat: str) -> str:
        """The side a seat plays."""
        return side_of_army(seat)

    # -- what is going on --------------------------------------------------------------------

    @property
    def operation(self) -> Operation | None:
        """The operation that is running."""
        operation = self.state.operation
        return None if operation is None or operation.ended else operation

    @property
    def combat(self) -> Combat | None:
        """The combat that is being fought."""
        combat = self.state.combat
        return None if combat is None or combat.over else combat

    @property
    def netting(self) -> bool:
        """Whether a combat's effects are being carried out.

        Their points move the track only once [RULING.35].
        """
        combat = self.combat
        return combat is not None and len(combat.hits) == len(SIDES) and not combat.decided

    def in_force(self, event: str) -> bool:
        """Whether a lasting event is in force [CARDS.10]."""
        return event in self.state.lasting


def refuse(code: str, clause: str, detail: str, **facts: Any) -> Refusal:
    """A refusal; every fact in it is one that the caller may know."""
    return Refusal(code, clause, detail, facts)
