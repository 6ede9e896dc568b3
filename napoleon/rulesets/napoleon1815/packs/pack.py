"""DATA, CARDS.2 The data pack: what is printed on map, blocks, cards and dice, and the scenarios.

A pack is a folder of CSV and JSON files, described in its README. A scenario with something
missing is reported and refused; nothing is ever filled in by default [DATA.7].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from napoleon.rules.kit.packs import Count, Problem, Status
from napoleon.rules.kit.roads import Road, RoadGraph, road_id
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815.sides import SIDES

Army = Literal["french", "anglo_dutch", "prussian"]
Side = Literal["french", "allied"]
ARMY_NAMES: dict[Army, str] = {
    "french": "French",
    "anglo_dutch": "Anglo-Dutch",
    "prussian": "Prussian",
}
MOST_STRENGTH = 8
"""Most strength points of a corps [TERM.3]."""

MOST_FATIGUE = 8
"""Most fatigue points that a corps bears [TERM.3, ELIM.2]."""


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """An area of the map [TERM.8]; `x` and `y` are its place on a drawing of 1000 by 1000."""

    id: str
    name: str
    kind: Literal["plain", "forest", "town", "citadel", "fortified_farm"]
    in_france: bool
    victory_points: Count
    x: int
    y: int
    status: Status
    source: str


class PrintedRoad(msgspec.Struct, frozen=True, kw_only=True):
    """A road of the map [TERM.7]; `river` names what its bridge crosses, empty without one."""

    a: str
    b: str
    bridge: bool
    river: str
    status: Status
    source: str

    @property
    def road(self) -> Road:
        """The road of the graph, its ends in alphabetical order."""
        a, b = sorted((self.a, self.b))
        return Road(road_id(a, b), a, b, self.bridge)


class BlockType(msgspec.Struct, frozen=True, kw_only=True):
    """A block as printed: a corps, a commander or a cavalry scout [TERM.2-4]."""

    id: str
    name: str
    army: Army
    kind: Literal["corps", "commander", "scout"]
    infantry: Count
    cavalry: Count
    march: bool
    combat_bonus: int
    combat_bonus_condition: Literal["any", "defence", "attack"]
    pursuit: bool
    enters: Literal["setup", "event", "reinforcement"]
    status: Status
    source: str

    @property
    def side(self) -> Side:
        """The side it fights for [TERM.1]."""
        return "french" if self.army == "french" else "allied"


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card of a deck [CARDS.2]."""

    number: int
    side: Side
    event: str
    name: str
    name_fr: str
    colour: Literal["red", "blue", "green"]
    windows: tuple[str, ...]
    symbol: Literal["", "m-A", "m-F", "x", "r"]
    value: Count
    recovery: Count
    losses: Count
    fatigue: Count
    status: Status
    source: str


class InvasionCard(msgspec.Struct, frozen=True, kw_only=True):
    """How many cards each side draws in a turn [DATA.5]."""

    number: int
    phase: str
    draws: dict[str, Count]
    """By side."""
    allied_operation_limit: int | None
    """Most operations of the Allies in a turn; None without a limit."""
    status: Status
    source: str


class ThreePlayerCard(msgspec.Struct, frozen=True, kw_only=True):
    """A card that replaces another with three players [THREE.1]."""

    number: int
    replaces: int
    event: str
    side: Side
    value: Count
    recovery: Count
    losses: Count
    fatigue: Count
    status: Status
    source: str


class DieFace(msgspec.Struct, frozen=True, kw_only=True):
    """One face of an army's die [DICE.2]."""

    army: Army
    face: int
    losses: Count
    fatigue: Count
    status: Status
    source: str


class Strength(msgspec.Struct, frozen=True):
    """Strength points of a corps at the start."""

    infantry: Count
    cavalry: Count


class Reinforcement(msgspec.Struct, frozen=True):
    """A block that arrives later [SEQ.2]."""

    block: str
    turn: int
    area: str
    alternatives: tuple[str, ...]


class EarlyInvasion(msgspec.Struct, frozen=True):
    """Which invasion cards follow if the French cross the border early [DATA.5]."""

    while_card: int
    at_once: int
    next_turn: int
    later: int
    from_turn_9: int


class Scouts(msgspec.Struct, frozen=True):
    """Cavalry scouts of an army [SCOUT.1]."""

    count: Count
    areas: tuple[str, ...]


class End(msgspec.Struct, frozen=True):
    """The conditions at the end of the scenario [VICTORY.8]."""

    french_win_if_track_at_most: int
    otherwise: Literal["allied"]


class LedgerLine(msgspec.Struct, frozen=True):
    """Why the track starts where it does."""

    amount: int
    clause: str
    note: str


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a game starts from [DATA.4]."""

    id: str
    title: str
    summary: str
    players: tuple[int, ...]
    first_turn: int
    last_turn: int
    turn_names: dict[int, str]
    invasion_cards: dict[int, int]
    early_invasion: EarlyInvasion | None
    victory_track: int
    victory_track_ledger: tuple[LedgerLine, ...]
    setup: dict[str, str]
    """Area by block."""
    strength: dict[str, Strength]
    """Where it differs from the printed strength."""
    fatigue: dict[str, Count]
    """Where it is not 0."""
    absent: tuple[str, ...]
    event_blocks: tuple[str, ...]
    control: dict[str, Army]
    fortified_positions: tuple[str, ...]
    broken_bridges: tuple[str, ...]
    scouts: dict[str, Scouts]
    """By army."""
    reinforcements: tuple[Reinforcement, ...]
    end: End
    status: Status
    provenance: dict[str, tuple[str, ...]]


class Pack:
    """The data of the game. `loader.load_pack` reads one from a folder."""

    def __init__(
        self,
        *,
        areas: list[Area],
        roads: list[PrintedRoad],
        blocks: list[BlockType],
        cards: list[Card],
        invasion_cards: list[InvasionCard],
        three_player_cards: list[ThreePlayerCard],
        dice: list[DieFace],
        scenarios: dict[str, Scenario],
        broken_scenarios: dict[str, list[Problem]],
        digest: str,
    ) -> None:
        self.areas = {area.id: area for area in areas}
        self.printed_roads = {printed.road.id: printed for printed in roads}
        self.graph = RoadGraph(self.areas, [printed.road for printed in roads])
        self.blocks = {block.id: block for block in blocks}
        self.pieces = {**self.blocks, **{it.id: it for it in _scouts(scenarios.values())}}
        """All blocks, the cavalry scouts too, of which there are as many as a scenario says."""
        # Constantly asked for, as everything that happens on the map may concern any block.
        self.sides = {block: piece.side for block, piece in self.pieces.items()}
        """The side that each of the pieces fights for [TERM.1]."""
        self.corps = frozenset(b for b, piece in self.pieces.items() if piece.kind == "corps")
        """The pieces that are corps [TERM.2]."""
        self.commanders = frozenset(b for b, it in self.pieces.items() if it.kind == "commander")
        """The pieces that are commanders [TERM.2]."""
        self.scouts = frozenset(b for b, piece in self.pieces.items() if piece.kind == "scout")
        """The pieces that are cavalry scouts [SCOUT.1]."""
        self.cards = {card.number: card for card in cards}
        self._replaced = {card.replaces: card.number for card in three_player_cards}
        for replacement in three_player_cards:
            if replaced := self.cards.get(replacement.replaces):
                self.cards[replacement.number] = _replacing(replaced, replacement)
        self.invasion_cards = {card.number: card for card in invasion_cards}
        self.three_player_cards = {card.number: card for card in three_player_cards}
        self.dice = dice
        """Every face of every army's die."""
        self.scenarios = scenarios
        """The complete ones, by id."""
        self.broken_scenarios = broken_scenarios
        """What is wrong with each of the others."""
        self.hash = digest
        """SHA-256 over names and bytes of all tables and scenarios."""

    def deck(self, side: str, players: int = 2) -> tuple[int, ...]:
        """Numbers of the cards in a side's deck; with three players some differ [SETUP.6, THREE.1].

        In ascending order.
        """
        left_out = self._replaced.keys() if players > len(SIDES) else set(self._replaced.values())
        numbers = sorted(self.cards)
        return tuple(n for n in numbers if self.cards[n].side == side and n not in left_out)

    def scenario(self, scenario_id: str) -> Scenario | Refusal:
        """A scenario, or why it cannot be played [DATA.7]."""
        if scenario_id in self.scenarios:
            return self.scenarios[scenario_id]
        if scenario_id in self.broken_scenarios:
            problems = [str(problem) for problem in self.broken_scenarios[scenario_id]]
            detail = f"The scenario {scenario_id} is incomplete: {problems[0]}."
            return Refusal("SCENARIO_INCOMPLETE", "DATA.7", detail, {"problems": problems})
        known = sorted(self.scenarios)
        detail = f"There is no scenario {scenario_id}."
        return Refusal("UNKNOWN_SCENARIO", "SETUP.1", detail, {"scenarios": known})


def _replacing(card: Card, replacement: ThreePlayerCard) -> Card:
    """The card that takes the place of `card` with three players: the same event, other figures."""
    return msgspec.structs.replace(
        card,
        number=replacement.number,
        value=replacement.value,
        recovery=replacement.recovery,
        losses=replacement.losses,
        fatigue=replacement.fatigue,
        status=replacement.status,
        source=replacement.source,
    )


def _scouts(scenarios: Iterable[Scenario]) -> Iterator[BlockType]:
    """The cavalry scouts of each army, as many as any scenario asks for [SCOUT.1]."""
    placed = [scenario.scouts for scenario in scenarios]
    for army, name in ARMY_NAMES.items():
        most = max((scouts[army].count for scouts in placed if army in scouts), default=0)
        for number in range(1, most + 1):
            yield BlockType(
                id=f"{army}_scout_{number}",
                name=f"{name} scout {number}",
                army=army,
                kind="scout",
                infantry=0,
                cavalry=0,
                march=False,
                combat_bonus=0,
                combat_bonus_condition="any",
                pursuit=False,
                enters="setup",
                status="reconstructed",
                source="the scenarios say how many scouts there are",
            )
