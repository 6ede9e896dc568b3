"""The state of a game: everything that may influence a ruling [chapter a].

It is rebuilt from events alone and changes only in their `apply`. What the data pack says of a
town or a block is not repeated here. What it hides is marked, and `sight` says from whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from napoleon.rules.known import HIDDEN, UNSHOWN, Piece
from napoleon.rules.structs import named_by
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon_columbia.places import POSITIONS, is_reserve, owner
from napoleon.rulesets.napoleon_columbia.sides import (
    ARMIES,
    ARMIES_OF,
    ATTACKER,
    DEFENDER,
    enemy,
    side_of,
)

Side = Annotated[str, named_by("player")]
Army = Annotated[str, named_by("player")]
Seat = Annotated[str, named_by("player")]
"""Sides, armies and seats; those that share an id share a name."""
Role = Annotated[str, named_by("role")]
Place = Annotated[str, named_by("place")]
Town = Annotated[str, named_by("town")]
Road = Annotated[str, named_by("road")]
Shown = Annotated[str, named_by("unit")]
"""A unit that lies open, has gone, or is in what no board shows."""
Unit = Annotated[Piece, named_by("unit")]
"""A unit that others know by its token while it is upright."""


class Block(msgspec.Struct):
    """A unit that has not been eliminated."""

    army: Army
    strength: Annotated[int, HIDDEN]
    """Steps that it has left [3.3]."""
    token: str
    """What others see of it while it is upright [N-44]."""
    town: Town = ""
    """Where it is; empty before it was placed."""
    revealed: bool = False
    """Whether everybody sees its label [3.2]."""
    disrupted: bool = False
    """Whether it lies face down after a retreat, until the player turn ends [7.3]."""
    start: Annotated[Town, UNSHOWN] = ""
    """Town in which it began the player turn: with the others there it is a group [N-04]."""
    path: list[Annotated[Road, UNSHOWN]] = []
    """Roads that it has marched in this player turn."""
    forced: Annotated[bool, UNSHOWN] = False
    """Whether it has marched beyond its normal allowance in this player turn [5.6]."""
    halted: Annotated[bool, UNSHOWN] = False
    """Whether its march of this player turn is over [N-56]."""
    weakened: Annotated[bool, UNSHOWN] = False
    """Whether it has lost a step to a bid [13.0]."""


class Bid(msgspec.Struct, frozen=True):
    """Who would play which side for how many steps less [13.0]."""

    seat: Seat
    side: Side
    steps: int


class Shot(msgspec.Struct):
    """Hits of one fire that are still to be taken, one by one [6.4]."""

    target: Side
    """Side that takes them."""
    hits: int
    place: Place = ""
    """Position that is fired at; empty in a skirmish."""
    group: str = "open"
    """``open`` or ``square`` [6.51]."""
    least: int = 0
    """Steps that no hit takes away: one by long-range fire [6.4]."""
    spares_farm: bool = False
    """Whether no hit may go to the holder of a Farm, as cavalry fires [6.21.farm]."""


class Skirmish(msgspec.Struct):
    """A fight with fewer than three units on a side [6.6]."""

    town: Town
    attacker: Side
    used: Annotated[dict[Side, list[Town]], UNSHOWN]
    """By side, the towns from which it came in [7.1]."""
    chosen: Annotated[dict[Side, list[Shown]], HIDDEN] = {}
    """By side, the units that fight; hidden until both have theirs [N-29]."""
    ready: Annotated[list[Side], UNSHOWN] = []
    """Sides that have chosen."""
    begun: bool = False
    """Whether they are revealed."""
    fired: Annotated[list[Shown], UNSHOWN] = []
    decided: Annotated[bool, UNSHOWN] = False
    """Whether it is known who has to go."""


class Fighter(msgspec.Struct):
    """A unit on a battle board."""

    place: Place
    moves: Annotated[int, HIDDEN] = 0
    """Combat moves made in this combat turn [6.32]."""
    way: Annotated[str, UNSHOWN] = ""
    """``engage`` or ``disengage`` once it has done so in this combat turn; then not the other."""
    fired: bool = False
    charge: bool = False
    """Whether its next fire is a charge [6.33.cav]."""
    first_fire: bool = False
    """Whether its next fire at short range is the first of this engagement [6.33.art]."""
    square: bool = False
    shelter: Unit = ""
    """Unit in square that shelters it [6.52]."""
    shaken: bool = False
    """Whether it has to withdraw after a bad morale check [6.31]."""


class Marker(msgspec.Struct):
    """Terrain in a position [6.21]."""

    kind: str
    """``woods``, ``farm``, ``stream`` or ``hill``."""
    holder: Unit = ""
    """The one unit that a Farm or a Hill serves [6.21.hold]."""


class Battle(msgspec.Struct):
    """A battle on a board of its own [6.1]."""

    town: Town
    attacker: Side
    """Side of the active player."""
    number: int
    """In the order that the attacker fixed, from 1: the number of the board [N-12, N-64]."""
    used: dict[Side, list[Town]]
    """By side, the towns from which it came in or was reinforced [7.1]."""
    deciding: dict[Side, Seat] = {}
    """By side, the seat that decides where both Allied armies fight [N-40, N-54]."""
    drawn: dict[Role, list[Annotated[str, HIDDEN]]] = {}
    """By role, terrain that was drawn and is not placed yet [6.21]."""
    terrain_drawn: Annotated[bool, UNSHOWN] = False
    terrain: dict[Place, Marker] = {}
    """By position; a stream stands in that of who placed it, and lies across the lane."""
    fighters: dict[Unit, Fighter] = {}
    deployed: Annotated[list[Seat], UNSHOWN] = []
    """Seats that have ended their deployment."""
    begun: bool = False
    """Whether the blocks in the open positions were revealed, and combat goes on [6.24]."""
    acting: Role = ""
    """Role whose combat turn it is; empty between two of them."""
    turn: int = 0
    """Combat turns begun, of both sides."""
    step: str = ""
    """``morale``, ``combat`` or ``reinforcement`` [6.3]."""
    parts: Annotated[list[Seat], UNSHOWN] = []
    """Seats that have ended their part of this step [N-54]."""
    crossed: int = 0
    """Units that crossed the stream in this combat turn [6.21.stream]."""
    retreat_use: Annotated[dict[Road, int], UNSHOWN] = {}
    """Units by road that have retreated in this combat turn [7.2]."""
    reinforce_use: Annotated[dict[Side, dict[Road, int]], UNSHOWN] = {}
    """By side, units by road that have come in since its last reinforcement step [6.34, N-51]."""
    busy: Annotated[bool, UNSHOWN] = False
    """Whether the attacker has done something that is no idling in this combat turn [N-62]."""
    idle: int = 0
    """Combat turns of the attacker in succession in which nothing happened [6.7]."""
    stalemate_counted: Annotated[bool, UNSHOWN] = False
    """Whether this combat turn was looked at for that."""

    def side(self, role: str) -> str:
        """The side that attacks or defends."""
        return self.attacker if role == ATTACKER else enemy(self.attacker)

    def role(self, side: str) -> str:
        """Whether a side attacks or defends."""
        return ATTACKER if side == self.attacker else DEFENDER

    def terrain_at(self, place: str) -> str:
        """Kind of the terrain in a position; empty for none."""
        marker = self.terrain.get(place)
        return marker.kind if marker else ""


class Beaten(msgspec.Struct):
    """A side that has to leave a fight at once [7.4, 6.6, 6.7]."""

    side: Side
    town: Town
    why: str
    """``rout``, ``skirmish`` or ``stalemate``."""
    losing: Annotated[list[Shown], UNSHOWN] = []
    """Units whose rout losses are still to be taken [7.41]."""
    use: Annotated[dict[Road, int], UNSHOWN] = {}
    """Units by road that have left a skirmish; on a battle board they count with the others."""


class Regrouping(msgspec.Struct):
    """The regrouping of the winner of a battle [7.5]."""

    side: Side
    town: Town
    use: Annotated[dict[Road, int], UNSHOWN] = {}
    """Units by road."""
    moved: Annotated[list[Shown], UNSHOWN] = []
    parts: Annotated[list[Seat], UNSHOWN] = []
    """Seats that have ended their part."""


class Tally(msgspec.Struct, frozen=True):
    """How the measures of victory stood at the end of a player turn [11.0 to 11.2]."""

    turn: int
    lost: dict[Army, int]
    """Units eliminated, by army."""
    held: int
    """Supply cities that the French held."""


class State(msgspec.Struct):
    """One position."""

    options: dict[str, Any]
    seats: list[Seat]
    scenario: str
    blocks: dict[Unit, Block]
    players: dict[Army, Seat]
    """Seat by army; empty until sides are bid for [N-63]."""
    tokens: Annotated[int, UNSHOWN]
    """Numbers of tokens that were used."""

    turn: int = 0
    """Index of the running player turn on the turn record, 0 before the first."""
    active: Side = ""
    """Side whose player turn it is."""
    night: bool = False
    phase: str = "setup_allied"
    """``bidding``, ``handicap``, ``setup_allied``, ``setup_french``, ``march``,
    ``forced_checks``, ``skirmish``, ``battle_deploy``, ``battle`` or ``supply``."""
    draws: Annotated[int, UNSHOWN] = 0
    """Draws of chance made in the game."""
    result: Result | None = None
    given: Annotated[dict[Seat, int], UNSHOWN] = {}
    """Orders that each seat has given in the game; numbers its decisions."""
    parts: Annotated[list[Seat], UNSHOWN] = []
    """Seats that have ended their part of the phase [N-54]."""

    bidder: Annotated[Seat, UNSHOWN] = ""
    """Seat whose bid it is."""
    bid: Bid | None = None
    """The highest so far."""
    handicap: Annotated[int, UNSHOWN] = 0
    """Steps that the winner of the bidding still has to remove."""
    card_laid: Annotated[list[Seat], UNSHOWN] = []
    """Seats whose units stand as the order-of-battle cards say [4.3]."""

    groups: list[tuple[Army, Town]] = []
    """Army and town of the groups that have marched in this player turn [5.1]."""
    marching: Unit = ""
    """The unit whose march goes on."""
    road_use: dict[Road, int] = {}
    """Units by road that have marched along it in this player turn [5.4]."""
    leaders_asked: Annotated[list[Seat], UNSHOWN] = []
    """Seats that have said whether they show a leader for the forced-march checks [9.1]."""
    helped: Annotated[dict[Army, Town], UNSHOWN] = {}
    """By army, the start town for which its leader was shown in this player turn [N-53]."""
    unchecked: Annotated[list[Shown], UNSHOWN] = []
    """Force-marched units whose die is still to be rolled [5.6]."""

    attacks_declared: Annotated[bool, UNSHOWN] = False
    contested: list[Town] = []
    """Towns of this player turn whose fight still needs its place in the order [6.1, N-12]."""
    contested_skirmishes: list[Town] = []
    """The same for skirmishes [6.6]."""
    skirmishes: list[Skirmish] = []
    battles: list[Battle] = []
    """Those that are not over, in the order in which they are fought."""
    at: Town = ""
    """Town of the battle whose combat turns are played."""
    last_battle: Annotated[int, UNSHOWN] = 0
    """Number of the battle whose combat turns were played last."""
    fought: Annotated[int, UNSHOWN] = 0
    """Battles of this player turn that were given a number."""
    pool: list[Annotated[str, UNSHOWN]] = []
    """Terrain that was not drawn in this player turn, in alphabetical order: a bag [6.21]."""
    shot: Annotated[Shot | None, UNSHOWN] = None
    beaten: Beaten | None = None
    regrouping: Regrouping | None = None
    unmixed: Annotated[list[Town], UNSHOWN] = []
    """Towns whose upright blocks get new tokens, as a fight or a check is over [N-58]."""

    supplied: Annotated[bool, UNSHOWN] = False
    """Whether what supply costs was counted in this player turn [10.0]."""
    supply_due: Annotated[list[tuple[Town, Army, int]], UNSHOWN] = []
    """City, army and number of the units that still have to go [10.0]."""
    eliminated: dict[Army, list[Shown]] = msgspec.field(
        default_factory=lambda: {army: [] for army in ARMIES}
    )
    """By army, in the order in which they were lost [11.0]."""
    defeated: list[Army] = []
    """Armies that have left the field [11.0]."""
    checked: Annotated[bool, UNSHOWN] = False
    """Whether defeat and victory were looked at in this player turn."""
    history: list[Tally] = []
    """What was found each time, the first turn first."""
    agreed: Annotated[list[Seat], UNSHOWN] = []
    """Seats that have agreed to end the game."""
    turned_down: Annotated[bool, UNSHOWN] = False
    """Whether somebody has just given another order instead of agreeing."""
    resigned: Annotated[list[Seat], UNSHOWN] = []
    """Seats that have given up [12.0]."""

    def standing(self, town: str, side: str) -> list[str]:
        """The units of a side in a town, on a battle board or not."""
        armies = ARMIES_OF[side]
        return [b for b, it in self.blocks.items() if it.town == town and it.army in armies]

    def count(self, town: str, side: str) -> int:
        """How many units of a side are in a town."""
        return len(self.standing(town, side))

    def sides_in(self, town: str) -> set[str]:
        """The sides whose units are in a town, on a battle board or not."""
        return {side_of(it.army) for it in self.blocks.values() if it.town == town}

    def towns_held(self) -> dict[str, set[str]]:
        """By side, the towns in which it has units, on a battle board or not."""
        placed = [it for it in self.blocks.values() if it.town]
        return {
            side: {it.town for it in placed if it.army in armies}
            for side, armies in ARMIES_OF.items()
        }

    def of_army(self, army: str) -> list[str]:
        """The units of an army on the map."""
        return [b for b, it in self.blocks.items() if it.army == army and it.town]

    def seats_of(self, side: str) -> list[str]:
        """The seats of a side whose armies are not defeated, in the order of their parts [N-54]."""
        players = {
            self.players[army]: army
            for army in ARMIES
            if side_of(army) == side and army not in self.defeated and army in self.players
        }
        return list(players)

    def armies_of_seat(self, seat: str) -> list[str]:
        """The armies that a seat commands."""
        return [army for army, player in self.players.items() if player == seat]

    def battle_in(self, town: str) -> Battle | None:
        """The battle in a town that is not over; None if there is none."""
        for it in self.battles:
            if it.town == town:
                return it
        return None

    def is_fought_over(self, town: str) -> bool:
        """Whether a town is in battle: its skirmish or battle is not over [N-50]."""
        return (
            town in self.contested
            or town in self.contested_skirmishes
            or self.battle_in(town) is not None
            or any(it.town == town for it in self.skirmishes)
        )

    def fighters_at(self, battle: Battle, place: str, side: str = "") -> list[str]:
        """The units in a place of a battle board, of one side or of both."""
        return [
            unit
            for unit, it in battle.fighters.items()
            if it.place == place and (not side or side_of(self.blocks[unit].army) == side)
        ]

    def is_engaged(self, battle: Battle, place: str) -> bool:
        """Whether a position holds units of both sides."""
        if is_reserve(place):
            return False
        sides = {side_of(self.blocks[unit].army) for unit in self.fighters_at(battle, place)}
        return len(sides) > 1

    def lost_positions(self, battle: Battle) -> Iterator[str]:
        """Positions that only enemies of their owner occupy [7.4]."""
        for place in POSITIONS:
            there = {side_of(self.blocks[u].army) for u in self.fighters_at(battle, place)}
            if there == {enemy(battle.side(owner(place)))}:
                yield place


def forget_engagements(state: State, battle: Battle) -> None:
    """A position in which nobody is engaged any more leaves its units no bonus [N-23]."""
    for fighter in battle.fighters.values():
        if (fighter.charge or fighter.first_fire) and not state.is_engaged(battle, fighter.place):
            fighter.charge = fighter.first_fire = False
