"""1 What the cards say, a struct for each of the six kinds."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, cast, get_args

import msgspec

from napoleon.rules.kit.packs import Count, Status

Nation = Literal["french", "british", "prussian"]
Side = Literal["french", "allied"]
Kind = Literal["general", "infantry", "cavalry", "artillery", "terrain", "special"]
Morale = Literal["A", "B", "C", "D"]
Lane = Literal["left", "centre", "right"]
"""A position of a battle line, as its owner sees it [4.0, G-07]."""
TerrainKind = Literal["hill", "woods", "river", "building"]
Command = Literal["army_commander", "chief_of_staff", "second_in_command", ""]
Fought = Literal["quatre_bras", "ligny", "wavre", "waterloo", "hal"]
"""What a card may be bound to: a battle, or the detachment at Hal [G-40]."""
Window = Literal["M", "C", "E", "R", "A"]
"""When a special is played: in the own Morale, Combat or Reinforcement phase, at the start of the
enemy Combat phase (E), or in any own phase (A) [13.a, G-62]."""
Named = Literal["position", "position_and_card", "card", "routed_card", "lane", ""]
"""What is named with a special, empty for nothing [13.a]."""
EffectPhase = Literal["morale", "combat", "reinforcement", "any"]
"""The phase in which a special works [13.0]."""
Until = Literal["at_once", "phase", "turn", "own_next_turn"]
"""When the effect of a special ends: with itself, the phase or player turn, or as the owner's next
turn begins [13.a]."""
NATIONS: tuple[Nation, ...] = get_args(Nation)
SIDE_OF: dict[Nation, Side] = {"french": "french", "british": "allied", "prussian": "allied"}
NATION_NAMES: dict[Nation, str] = {
    "french": "French",
    "british": "British",
    "prussian": "Prussian",
}
"""What tells cards of the same name apart."""
KINDS: tuple[Kind, ...] = get_args(Kind)
EFFECT_KINDS = frozenset(
    {
        "add_card",
        "crossing_limit",
        "enemy_fire_long",
        "extra_combat_move",
        "extra_reinforcement",
        "fire",
        "fire_across_middle_ground",
        "fire_long",
        "fire_long_rating",
        "ignore_hits",
        "morale",
        "morale_class_up",
        "no_shock",
        "rally",
        "shock",
        "shock_after_entering",
        "shock_from_line",
        "shock_square",
    }
)
"""What specials do; there is a handler for each of these, and for no others [G-01]."""

Rating = Annotated[int, msgspec.Meta(ge=1, le=5)]
"""Firepower or shock: n hits on dice of 7 - n and more [7.2, 7.3, G-03]."""
CombatValue = Annotated[int, msgspec.Meta(ge=1, le=5)]
"""Dice of a unit card [7.1]."""
OneOrTwo = Annotated[int, msgspec.Meta(ge=0, le=2)]
"""Capacity or limit of a terrain card; 0 for none [11.0, 11.3]."""


class Card(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", forbid_unknown_fields=True):
    """What every card says."""

    no: Annotated[int, msgspec.Meta(ge=1)]
    """The number of the card, by which orders name it."""
    id: str
    nation: Nation
    name: str
    corps: str
    """The corps whose generals support it, ``A`` for any; empty for terrain and specials [12.2]."""
    organisation: str
    """Corps, division and brigade in history, which no rule asks for."""
    battles: tuple[Fought, ...]
    """The battles that it belongs to [G-40]."""
    bp: Count
    """What it costs in a custom deck [15.0]."""
    name_status: Status
    battles_status: Status
    status: Status
    source: str

    @property
    def kind(self) -> Kind:
        """Which of the six kinds of cards it is [1.0]."""
        return cast(Kind, self.__struct_config__.tag)

    @property
    def side(self) -> Side:
        """The side it fights for."""
        return SIDE_OF[self.nation]


class General(Card, frozen=True, kw_only=True, tag="general"):
    """A general, who lends morale to the cards of a corps [12.0]."""

    attack: Count
    """What is added to morale in an enemy position [12.1, G-25]."""
    defence: Count
    """What is added to morale in an own position [12.1, G-25]."""
    corps_status: Status
    command: Command = ""
    """Commander of the army, or the successor [12.3]."""


class Unit(Card, frozen=True, kw_only=True):
    """What infantry, cavalry and artillery have in common: *unit cards* [1.0]."""

    cv: CombatValue
    morale: Morale
    horse: bool
    """Whether it is horse artillery [7.24]."""
    lancer: bool
    """Whether it is cavalry with lances, which matters to texts of cards alone [G-02]."""


class Infantry(Unit, frozen=True, kw_only=True, tag="infantry"):
    """Infantry: fire in line, shock in column [9.0]."""

    fire: Rating
    shock: Rating


class Cavalry(Unit, frozen=True, kw_only=True, tag="cavalry"):
    """Cavalry, which is blown when it has shocked [7.31]."""

    fire: Rating
    """F1 on every printed card [7.22]."""
    shock: Rating


class Artillery(Unit, frozen=True, kw_only=True, tag="artillery"):
    """Artillery: long range across the Middle Ground, short range at engaged enemies [7.23]."""

    fire_long: Rating
    fire_short: Rating


class Terrain(Card, frozen=True, kw_only=True, tag="terrain"):
    """Terrain of a position, or a river on the Middle Ground before it [11.0]."""

    terrain: TerrainKind
    lane: Lane
    """The own position it goes to, as its owner sees it [4.2, G-07]."""
    capacity: OneOrTwo = 0
    """Unit cards that have its benefit, 0 for a river [11.0]."""
    crossing_limit: OneOrTwo = 0
    """Cards that cross the river in a combat turn, 0 for other terrain [11.3]."""


class Special(Card, frozen=True, kw_only=True, tag="special"):
    """A special card; its effect is a reconstruction [13.0, 13.a]."""

    effect_kind: str
    amount: int = msgspec.field(name="effect_amount")
    effect_phase: EffectPhase
    windows: tuple[Window, ...]
    """When it may be played; any one of them will do."""
    names: Named
    """What its player names with it."""
    until: Until
    target: str
    """In words, which cards or places it means; empty for none."""
    effect: str
    """What it does, as players read it."""

    @property
    def playable(self) -> bool:
        """Whether the rules know what it does; other specials are in no deck [G-01]."""
        return self.effect_kind in EFFECT_KINDS


UnitCard: TypeAlias = Infantry | Cavalry | Artillery
AnyCard: TypeAlias = General | Infantry | Cavalry | Artillery | Terrain | Special
