"""Chapter 6, the board: what stands where, and which positions are engaged."""

from collections.abc import Mapping
from dataclasses import dataclass, field

LANES = ("a", "b", "c")
SIDES = ("attacker", "defender")
RESERVE = "reserve"


def foe(side):
    return "defender" if side == "attacker" else "attacker"


@dataclass(frozen=True)
class Piece:
    """A unit on the battle board.

    `place` is a lane or "reserve", and the side whose position it is. The other fields are
    those of the digest's state; `moves_used`, `move_kind` (engage, disengage, reposition or
    empty) and `fired` speak of this combat turn, `sheltered_by` names the square unit.
    """

    side: str
    army: str
    type: str
    strength: int
    firepower: int
    place: tuple[str, str]
    revealed: bool = True
    moves_used: int = 0
    move_kind: str = ""
    fired: bool = False
    charge_ready: bool = False
    first_fire_ready: bool = False
    square: bool = False
    sheltered_by: str = ""
    must_withdraw: bool = False

    @property
    def acted(self):
        return self.fired or self.moves_used > 0


@dataclass(frozen=True)
class Marker:
    """A terrain marker in a position: woods, farm, stream or hill, and who holds it."""

    kind: str
    holder: str = ""


@dataclass(frozen=True)
class BattlePosition:
    """A moment of the Combat phase: `acting` is the side (attacker or defender) of the combat
    turn, `terrain` goes by place, `crossings` counts those of the Stream this combat turn."""

    acting: str
    pieces: Mapping[str, Piece]
    terrain: Mapping[tuple[str, str], Marker] = field(default_factory=dict)
    crossings: int = 0

    def standing(self, place, side):
        """The units of the side in that place."""
        return {
            name: piece
            for name, piece in self.pieces.items()
            if piece.place == place and piece.side == side and piece.strength > 0
        }

    def engaged(self, place):
        return all(self.standing(place, side) for side in SIDES)

    def is_woods(self, place):
        return place in self.terrain and self.terrain[place].kind == "woods"

    def has_stream(self, lane):
        return any(
            place[0] == lane and marker.kind == "stream" for place, marker in self.terrain.items()
        )

    def holds(self, name, kind):
        """Whether the unit is the holder of a marker of that kind where it stands."""
        marker = self.terrain.get(self.pieces[name].place)
        return marker is not None and marker.kind == kind and marker.holder == name


def opposite(place):
    """The other position of the lane."""
    lane, side = place
    return lane, foe(side)
