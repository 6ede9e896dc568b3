"""Chapters 4 and (a), the battlefield: what lies where, and which positions are engaged.

Places are words: `french_reserve`, `french_left`, `french_centre`, `french_right`, and the same
with `allied`. Lanes go by the column: `west` (French right, Allied left), `middle`, `east`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tests.eagles_waterloo.oracle.cards import Face

SIDES = ("french", "allied")
LANES = {
    "west": ("french_right", "allied_left"),
    "middle": ("french_centre", "allied_centre"),
    "east": ("french_left", "allied_right"),
}
PRUSSIAN_PLACES = frozenset({"allied_reserve", "allied_left", "french_right"})  # 10.0


def foe(side):
    return "allied" if side == "french" else "french"


def reserve(side):
    return f"{side}_reserve"


def is_reserve(place):
    return place.endswith("_reserve")


def owner(place):
    return place.partition("_")[0]


def own_positions(side):
    return [f"{side}_{lane}" for lane in ("left", "centre", "right")]


def positions():
    return [place for side in SIDES for place in own_positions(side)]


def lane_of(place):
    return next(lane for lane, pair in LANES.items() if place in pair)


def opposite(place):
    """The position across the Middle Ground."""
    pair = LANES[lane_of(place)]
    return pair[1] if place == pair[0] else pair[0]


@dataclass(frozen=True)
class Card:
    """A card in Reserve or in a position; terrain lying face up is a `Ground` instead.

    `hits` waits for the next Morale phase (on a general: those of 12.4). `hit_this_turn` says
    that hits were scored on it in the running player turn (G-48). `formation` is line, column
    or square. Of this combat turn speak: `moves_used`, `move_kinds` (engage, disengage),
    `fired` (fired or shocked), `acted_standing` (changed formation, occupied terrain or gave
    place on it where it stood), `extra_moves` (En Avant) and `arrived_this_turn`. `on_terrain`
    is the number of the terrain card on which it lies, `silenced` follows from Congreve Rockets.
    `withdrawn` was a decoy that has gone back, and is used from the owner's next turn on (14.0).
    """

    face: Face
    place: str
    face_up: bool = True
    hits: int = 0
    hit_this_turn: bool = False
    formation: str = "line"
    blown: bool = False
    moves_used: int = 0
    move_kinds: frozenset[str] = frozenset()
    fired: bool = False
    acted_standing: bool = False
    extra_moves: int = 0
    arrived_this_turn: bool = False
    on_terrain: int | None = None
    silenced: bool = False
    withdrawn: bool = False

    @property
    def side(self):
        return self.face.side

    @property
    def kind(self):
        return self.face.kind

    @property
    def in_reserve(self):
        return is_reserve(self.place)

    @property
    def decoy(self):
        """A general, special or terrain lying face down in a position (14.0)."""
        return not (self.face.unit or self.face_up or self.in_reserve)

    @property
    def leads(self):
        """A general who is seen, and so may support and be hit (12.0)."""
        return self.kind == "general" and self.face_up and not self.in_reserve

    @property
    def acted(self):
        return self.fired or self.acted_standing or self.moves_used > 0 or self.withdrawn


@dataclass(frozen=True)
class Ground:
    """A terrain card lying face up at `place`, the position of its lane of whoever played it;
    a river lies on the Middle Ground of that lane. `holder` is the side that has it now."""

    face: Face
    place: str
    holder: str

    @property
    def type(self):
        return self.face.terrain


@dataclass(frozen=True)
class Effect:
    """A special in force: its number, who played it, and what it names."""

    number: int
    side: str
    place: str = ""
    card: str = ""
    lane: str = ""


@dataclass(frozen=True)
class Position:
    """A moment of a battle.

    `acting` is the side whose player turn it is. `phase` is morale, combat or reinforcement, or
    `asked` at the start of the Combat phase while the other side is asked (G-62). `orders_given`
    says that the phase has had its first order (Combat) or check (Morale). `cards` goes by any
    name that tells cards apart (custom decks have copies), `ground` by the number of the card.
    `crossings` counts by lane those of the river in this turn (11.3). `in_hand` is the card whose
    action may go on (G-47). `effects` are the specials in force, `played` those that were
    played in this phase, as (side, number, place named or empty). `eliminated` holds the routed
    unit cards of this battle by name; `hal_left` counts the British Hal units that are out of
    play; `in_campaign` tells the campaign's battles.
    """

    battle: str
    acting: str
    cards: Mapping[str, Card]
    phase: str = "combat"
    ground: Mapping[int, Ground] = field(default_factory=dict)
    orders_given: bool = False
    in_hand: str = ""
    crossings: Mapping[str, int] = field(default_factory=dict)
    prussians_arrived: bool = False
    effects: tuple[Effect, ...] = ()
    played: tuple[tuple[str, int, str], ...] = ()
    eliminated: Mapping[str, Face] = field(default_factory=dict)
    hal_left: int = 0
    in_campaign: bool = False
    decoys: bool = False

    def standing(self, place, side):
        """The cards of the side in that place, face-down decoys among them."""
        return {
            name: card
            for name, card in self.cards.items()
            if card.place == place and card.side == side
        }

    def units(self, place, side):
        return {name: it for name, it in self.standing(place, side).items() if it.face.unit}

    def engaged(self, place):
        """Whether the position holds cards of both sides (1.0)."""
        return not is_reserve(place) and all(self.standing(place, side) for side in SIDES)

    def ground_of(self, name):
        """The terrain on which the card lies, or None."""
        number = self.cards[name].on_terrain
        return self.ground[number] if number is not None else None

    def lies_on(self, name, type_):
        ground = self.ground_of(name)
        return ground is not None and ground.type == type_

    def lying_on(self, number):
        """The cards on that terrain."""
        return {name: card for name, card in self.cards.items() if card.on_terrain == number}

    def river(self, lane):
        return next(
            (it for it in self.ground.values() if it.type == "river" and lane_of(it.place) == lane),
            None,
        )

    def in_force(self, *numbers, place="", card="", lane=""):
        """The effects of these specials that name this place, card or lane."""
        return [
            it
            for it in self.effects
            if it.number in numbers
            and (not place or it.place == place)
            and (not card or it.card == card)
            and (not lane or it.lane == lane)
        ]

    def with_card(self, name, **changes):
        return replace(self, cards={**self.cards, name: replace(self.cards[name], **changes)})

    def without(self, names):
        left = {it: c for it, c in self.cards.items() if it not in names}
        return replace(self, cards=left, in_hand=self.in_hand if self.in_hand in left else "")


def commander_in_play(position, nation):
    """Whether the army commander is in Reserve or in a position (G-26)."""
    return any(
        card.face.nation == nation and card.face.command == "army_commander"
        for card in position.cards.values()
    )


def acts_as_commander(position, face):
    """Whether this chief of staff or second in command is the acting army commander (12.3)."""
    return face.command in ("chief_of_staff", "second_in_command") and not commander_in_play(
        position, face.nation
    )


def corps_in_force(position, face):
    """The corps a general supports: A when acting (G-53); a chief of staff has none otherwise."""
    if acts_as_commander(position, face):
        return "A"
    return "" if face.command == "chief_of_staff" else face.corps
