"""The data of the game: cards, battle chart, campaign, and the places of a battlefield."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Literal, get_args

import msgspec

from napoleon.rules.kit.packs import Count, Status
from napoleon.rulesets.eagles_waterloo.packs.campaign import BattleId, Campaign
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    EFFECT_KINDS,
    KINDS,
    NATION_NAMES,
    NATIONS,
    SIDE_OF,
    AnyCard,
    Artillery,
    Card,
    Cavalry,
    EffectPhase,
    Fought,
    General,
    Infantry,
    Kind,
    Lane,
    Morale,
    Named,
    Nation,
    Side,
    Special,
    Terrain,
    TerrainKind,
    Unit,
    UnitCard,
    Until,
    Window,
)

__all__ = [
    "BATTLES",
    "EFFECT_KINDS",
    "KINDS",
    "NATIONS",
    "NATION_NAMES",
    "SIDE_OF",
    "AnyCard",
    "Army",
    "Artillery",
    "BattleId",
    "Campaign",
    "Card",
    "Cavalry",
    "ChartBattle",
    "Column",
    "EffectPhase",
    "Fought",
    "General",
    "Infantry",
    "Kind",
    "Lane",
    "Morale",
    "Named",
    "Nation",
    "Pack",
    "Place",
    "Side",
    "Special",
    "Terrain",
    "TerrainKind",
    "Unit",
    "UnitCard",
    "Until",
    "Way",
    "Window",
]

ChartBattle = Literal["quatre_bras", "ligny", "wavre", "waterloo"]
"""A battle of the chart; Charleroi is fought in the campaign alone."""
Column = Literal["west", "middle", "east"]

BATTLES: tuple[ChartBattle, ...] = get_args(ChartBattle)


class Army(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the battle chart: the army of a nation in a battle [2.0, 3.0, 15.0]."""

    battle: ChartBattle
    name: str
    """What the battle is called."""
    side: Side
    nation: Nation
    deck: Count
    """Cards of the deck."""
    muster: Count
    """Cards dealt before the battle; 0 if all are reinforcements [3.0]."""
    reinforcements: Count
    """Cards drawn per turn."""
    bp: Count
    """Battle points of a custom deck [15.0]."""
    separate_deck: bool
    """Whether the whole deck is a reinforcement deck of its own [3.0, 10.0]."""
    status: Status
    source: str


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A position, Reserve or piece of Middle Ground [4.0], as it is drawn on 1400 by 860."""

    id: str
    field: Annotated[int, msgspec.Meta(ge=1)]
    """Which battlefield it is of; the second is for the campaign [16.b]."""
    side: Literal[Side, ""]
    """Whose battle line or Reserve it is, empty for the Middle Ground."""
    role: Literal["position", "reserve", "middle_ground"]
    lane: Literal[Lane, ""]
    """Which position it is to its side; empty if it is none."""
    column: Literal[Column, ""]
    """Where it is drawn; empty for a Reserve. A left faces a right [4.0]."""
    x: int
    y: int
    label: str
    opposite: str
    """The enemy position of the same column, empty for other places."""
    own_reserve: str
    """The Reserve behind a position, empty for other places."""
    status: Status
    source: str


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """Two places between which cards move, in both directions [8.0]."""

    a: str
    b: str
    crosses: str
    """The piece of Middle Ground between them, in which a river may lie; empty for none [11.3]."""
    status: Status
    source: str


class Pack:
    """The data of the game. `loader.load_pack` reads one from a folder."""

    def __init__(
        self,
        *,
        cards: Iterable[AnyCard],
        armies: Iterable[Army],
        campaign: Campaign,
        places: Iterable[Place],
        lanes: Iterable[Way],
        digest: str,
    ) -> None:
        self.cards: Mapping[int, AnyCard] = {card.no: card for card in cards}
        """By number."""
        self.armies = {(army.battle, army.nation): army for army in armies}
        """The battle chart, by battle and nation."""
        self.campaign = campaign
        self.places: Mapping[str, Place] = {place.id: place for place in places}
        self.lanes = tuple(lanes)
        """The moves that there are on the battlefields."""
        self.hash = digest
        """SHA-256 over names and bytes of all tables."""

    def army(self, battle: BattleId, nation: Nation) -> Army:
        """The army of a nation in a battle of the chart. Raises KeyError if it is not there."""
        if battle == "charleroi":
            raise KeyError((battle, nation))
        return self.armies[battle, nation]

    def nations(self, battle: BattleId) -> tuple[Nation, ...]:
        """Who fights in a battle: French, British, Prussians, in this order."""
        return tuple(n for n in NATIONS if n in self.campaign.battles.of(battle).nations)

    @cached_property
    def by_id(self) -> Mapping[str, AnyCard]:
        """The cards by their ids."""
        return {card.id: card for card in self.cards.values()}

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of the cards by their ids."""
        return {card.id: card.kind for card in self.cards.values()}

    @cached_property
    def battle_names(self) -> Mapping[BattleId, str]:
        """What each battle is called."""
        names: dict[BattleId, str] = {army.battle: army.name for army in self.armies.values()}
        return {**names, "charleroi": "Charleroi"}

    @cached_property
    def specials(self) -> tuple[Special, ...]:
        """The specials that the rules know how to play [G-01]."""
        found = (it for it in self.cards.values() if isinstance(it, Special))
        return tuple(it for it in found if it.playable)

    def cards_of(self, nation: Nation) -> tuple[AnyCard, ...]:
        """The cards with the back of a nation, by number."""
        return self._cards_of[nation]

    @cached_property
    def card_names(self) -> Mapping[int, str]:
        """What is printed on each card, no two alike: by nation where nations share a name.

        All three nations have a Rally. If one nation has two of a name, their numbers tell them
        apart.
        """
        return self.told_apart({no: card.name for no, card in self.cards.items()})

    def told_apart(self, names: Mapping[int, str]) -> dict[int, str]:
        """Names of all cards, each with as much beside it as tells it from others that share it."""
        shared = Counter(names.values())
        own = Counter((card.nation, names[no]) for no, card in self.cards.items())
        return {
            no: _beside(names[no], card, shared[names[no]], own[card.nation, names[no]])
            for no, card in self.cards.items()
        }

    @cached_property
    def unit_names(self) -> Mapping[int, str]:
        """What is printed on each unit card, as in `card_names`."""
        return {
            no: self.card_names[no] for no, card in self.cards.items() if isinstance(card, Unit)
        }

    @cached_property
    def _cards_of(self) -> dict[Nation, tuple[AnyCard, ...]]:
        cards = sorted(self.cards.values(), key=lambda card: card.no)
        return {nation: tuple(it for it in cards if it.nation == nation) for nation in NATIONS}


def _beside(name: str, card: AnyCard, shared: int, own: int) -> str:
    """A name, and beside it the nation where others share it, the number where its own do."""
    beside = []
    if shared > own:
        beside.append(NATION_NAMES[card.nation])
    if own > 1:
        beside.append(f"No. {card.no}")
    return f"{name} ({', '.join(beside)})" if beside else name
