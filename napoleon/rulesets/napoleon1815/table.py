"""The working table of the game: what the rules of every chapter ask of a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from functools import lru_cache
from operator import attrgetter

from napoleon.chance import Chance
from napoleon.rules.kit import table as board
from napoleon.rules.kit.declaring import Actor
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.phrases import Card
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815.events import apply
from napoleon.rulesets.napoleon1815.packs.pack import Area, BlockType, Pack, Scenario
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES, enemy, side_of_army
from napoleon.rulesets.napoleon1815.state import Block, Combat, Operation, State

_area: Callable[[Block], str | None] = attrgetter("area")


class Table(board.Table[State, Pack]):
    """A position, the data pack and chance, as the rules of every chapter see them.

    Who stands where is looked up once after each event, so nobody else may move blocks while there
    is a table.
    """

    def __init__(self, state: State, pack: Pack, chance: Chance | None = None) -> None:
        # Blocks are hidden from the enemy in the Grognard game only [chapter 11].
        fog = state.options.get("rules") == "grognard"
        super().__init__(state, pack, apply, chance, fog=fog)
        self.pack = pack
        """`data`, by the name that it has in this game."""
        self._standing: _Standing | None = None

    # -- blocks ------------------------------------------------------------------------------

    def block(self, block: str) -> Block:
        """Where and how a block stands."""
        return self.state.blocks[block]

    def type_of(self, block: str) -> BlockType:
        """What is printed on a block."""
        return self.pack.pieces[block]

    def called(self, blocks: Sequence[str]) -> tuple[str, ...]:
        """Blocks by their names; in fog those of the enemy by their tokens."""
        pieces = self.pack.pieces
        return tuple(pieces[it].name if it in pieces else it for it in blocks)

    def side_of(self, block: str) -> str:
        """The side a block fights for [TERM.1]."""
        return self.pack.sides[block]

    def is_corps(self, block: str) -> bool:
        """Whether a block is a corps, not a commander or a scout [TERM.2]."""
        return block in self.pack.corps

    def on_map(self, side: str) -> Sequence[str]:
        """The blocks of a side that stand on the map."""
        return self._who_stands_where().on_map[side]

    def corps_on_map(self, side: str) -> Sequence[str]:
        """The corps of a side that stand on the map."""
        return self._who_stands_where().corps[side]

    def scouts_on_map(self, side: str) -> list[str]:
        """The cavalry scouts of a side that stand on the map."""
        scouts = self.pack.scouts
        return [block for block in self._who_stands_where().on_map[side] if block in scouts]

    def blocks_in(self, area: str, side: str) -> Sequence[str]:
        """The blocks of a side in an area, commanders too."""
        return self._who_stands_where().in_area.get((area, side), ())

    def corps_in(self, area: str, side: str) -> Sequence[str]:
        """The corps of a side in an area."""
        return self._who_stands_where().corps_in.get((area, side), ())

    def shared_areas(self) -> Set[str]:
        """The areas in which blocks of both sides stand."""
        return self._who_stands_where().shared

    def contested_areas(self) -> Set[str]:
        """The areas in which corps of both sides stand [TERM.10]."""
        return self._who_stands_where().contested

    def held_alone(self, side: str) -> Set[str]:
        """The areas in which corps of a side stand, and none of the enemy's."""
        return self._who_stands_where().held_alone[side]

    def areas_of(self, side: str) -> Sequence[str]:
        """The areas in which blocks of a side stand, in the order of the map."""
        return self._who_stands_where().areas_of[side]

    def commanders_in(self, area: str, side: str) -> list[str]:
        """The commanders of a side in an area."""
        commanders = self.pack.commanders
        standing = self._who_stands_where().in_area.get((area, side), ())
        return [block for block in standing if block in commanders]

    def commanders_alone(self) -> Sequence[str]:
        """Commanders in areas without a corps of their side, French ones first [ELIM.4]."""
        return self._who_stands_where().alone

    def scouts_in(self, area: str, side: str) -> list[str]:
        """The cavalry scouts of a side in an area."""
        scouts = self.pack.scouts
        standing = self._who_stands_where().in_area.get((area, side), ())
        return [block for block in standing if block in scouts]

    def is_scout(self, block: str) -> bool:
        """Whether a block is a cavalry scout [SCOUT.1]."""
        return block in self.pack.scouts

    def standing(self, blocks: Sequence[str]) -> list[str]:
        """Those of `blocks` that carry an operation on: its corps, or its scouts [TERM.6]."""
        return [
            block
            for block in blocks
            if self.type_of(block).kind != "commander" and self.block(block).area is not None
        ]

    def corps_of(self, blocks: Sequence[str]) -> list[str]:
        """The corps among `blocks` that are still on the map."""
        return [b for b in blocks if self.is_corps(b) and self.block(b).area is not None]

    def _who_stands_where(self) -> _Standing:
        # Every step of the sequence asks for it, and few events move a block.
        standing: _Standing | None = self.scenes.get(_Standing)
        if standing is None:
            standing, areas = self._standing, tuple(map(_area, self.state.blocks.values()))
            if standing is None or standing.areas != areas:
                self._standing = standing = _standing(tuple(self.state.blocks), areas, self.pack)
            self.scenes[_Standing] = standing
        return standing

    # -- areas -------------------------------------------------------------------------------

    def area(self, area: str) -> Area:
        """What the map says of an area."""
        return self.pack.areas[area]

    def is_free(self, area: str, side: str) -> bool:
        """Whether no enemy corps stands in an area [TERM.9]."""
        return (area, enemy(side)) not in self._who_stands_where().corps_in

    def seems_held(self, area: str, side: str) -> bool:
        """Whether a side's stack stands in an area, as far as the enemy can tell [RULING.56]."""
        return bool(self.blocks_in(area, side) if self.fog else self.corps_in(area, side))

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

    def side_of_player(self, seat: str) -> str:
        """The side a seat plays."""
        return side_of_army(seat)

    def players_of(self, side: str) -> list[str]:
        """The seats of a side; of two Allied players the leader first [THREE.6]."""
        seats = [seat for seat in self.state.seats if side_of_army(seat) == side]
        if len(seats) > 1:
            seats.sort(key=lambda seat: seat != self.state.leader)
        return seats

    def player_of(self, side: str) -> str:
        """The seat that acts for a side as a whole: the active player, or the leader.

        [THREE.7, THREE.12]
        """
        operation = self.operation
        if operation is not None and operation.side == side:
            return operation.player
        return self.players_of(side)[0]

    def owner_of(self, block: str) -> str:
        """The seat whose block it is; with three players each Allied army has its own [THREE.2]."""
        army = self.type_of(block).army
        return army if army in self.state.seats else self.side_of(block)

    def decider(self, blocks: Sequence[str]) -> str:
        """The seat that decides for blocks of one side together: their owner, or the leader.

        [ALLOC.4, THREE.12]
        """
        owners = {self.owner_of(block) for block in blocks}
        return owners.pop() if len(owners) == 1 else self.players_of(self.side_of(blocks[0]))[0]

    def own_corps(self, seat: str) -> list[str]:
        """The corps on the map that `seat` commands."""
        return [c for c in self.corps_on_map(self.side_of_player(seat)) if self.is_own(seat, c)]

    def own_blocks(self, seat: str, area: str | None = None) -> list[str]:
        """The blocks on the map, or in an area, that `seat` commands [THREE.7]."""
        side = self.side_of_player(seat)
        standing = self.on_map(side) if area is None else self.blocks_in(area, side)
        return [block for block in standing if self.is_own(seat, block)]

    def known_to(self, seat: str) -> set[str]:
        """Blocks of its side on the map that `seat` knows; not a hidden partner's [VIS.6]."""
        hides = self.fog and self.three_players
        return set(self.own_blocks(seat) if hides else self.on_map(self.side_of_player(seat)))

    def is_own(self, seat: str, block: str) -> bool:
        """Whether a block is one that `seat` commands [THREE.2, THREE.10]."""
        return self.owner_of(block) == seat

    @property
    def three_players(self) -> bool:
        """Whether the Allied side has two players [chapter 12]."""
        return len(self.state.seats) > len(SIDES)

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


class _Standing:
    """Who stands where on the map, in the order of the blocks."""

    def __init__(self, blocks: tuple[str, ...], areas: tuple[str | None, ...], pack: Pack) -> None:
        sides, corps = pack.sides, pack.corps
        self.areas = areas
        """Where each of the blocks stands; None off the map."""
        self.on_map: dict[str, list[str]] = {side: [] for side in SIDES}
        self.corps: dict[str, list[str]] = {side: [] for side in SIDES}
        self.in_area: dict[tuple[str, str], list[str]] = {}
        self.corps_in: dict[tuple[str, str], list[str]] = {}
        held: dict[str, set[str]] = {side: set() for side in SIDES}
        by_corps: dict[str, set[str]] = {side: set() for side in SIDES}
        for block, area in zip(blocks, areas, strict=True):
            if area is not None:
                side = sides[block]
                self.on_map[side].append(block)
                self.in_area.setdefault((area, side), []).append(block)
                held[side].add(area)
                if block in corps:
                    self.corps[side].append(block)
                    self.corps_in.setdefault((area, side), []).append(block)
                    by_corps[side].add(area)
        self.areas_of = {side: [it for it in pack.areas if it in held[side]] for side in SIDES}
        self.shared = held[FRENCH] & held[ALLIED]
        self.contested = by_corps[FRENCH] & by_corps[ALLIED]
        self.held_alone = {side: by_corps[side] - by_corps[enemy(side)] for side in SIDES}
        where = dict(zip(blocks, areas, strict=True))
        self.alone = [
            block
            for side in SIDES
            for block in self.on_map[side]
            if block in pack.commanders and (where[block], side) not in self.corps_in
        ]
        """Commanders in areas without a corps of their side, French ones first."""


@lru_cache(maxsize=256)
def _standing(blocks: tuple[str, ...], areas: tuple[str | None, ...], pack: Pack) -> _Standing:
    """The same for all tables of a position: one is made for every question about it."""
    return _Standing(blocks, areas, pack)


class Player(Scene[Table]):
    """A player who answers a question."""

    def __init__(self, table: Table, decision: Decision, _: str = "") -> None:
        self.table, self.player = table, decision.seat

    @property
    def side(self) -> str:
        """The side that they play."""
        return self.table.side_of_player(self.player)

    @property
    def hand(self) -> list[int]:
        """Their cards."""
        return self.table.state.hands[self.player]

    def area(self, area: str) -> str:
        """What an area is called."""
        return self.table.area(area).name

    def block(self, block: str) -> tuple[str, ...]:
        """What a block is called."""
        return self.table.called((block,))

    def card(self, card: int) -> Card:
        """What a card is called."""
        return Card(card)


def the_player(phase: str, *kinds: str) -> Actor[Table, Player]:
    """The player who is asked a question of these kinds acts, in a phase or in any of them."""
    return Actor(kinds, phase, Player)
