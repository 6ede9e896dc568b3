"""The state of a game of Napoléon 1815: everything that may influence a ruling [chapter 16].

It is rebuilt from events alone and changes only in their `apply`. What the data pack says of an
area, a block or a card is not repeated here.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from napoleon.events import Line
from napoleon.ruleset import Result

Reason = Literal[
    "rain", "movement", "retreat direction", "combat", "retreat", "pursuit", "exhaustion"
]
"""Why a stack takes fatigue or losses."""


class Block(msgspec.Struct):
    """A corps or a commander [TERM.2-5]."""

    area: str | None = None
    """Where it stands; None while it is off the map."""
    ready: bool = True
    infantry: int = 0
    cavalry: int = 0
    fatigue: int = 0
    removed: bool = False
    """Eliminated, killed or captured: it never comes back [ELIM.3]."""

    @property
    def strength(self) -> int:
        """Strength points, infantry and cavalry together [TERM.3]."""
        return self.infantry + self.cavalry


class Marker(msgspec.Struct):
    """A retreat direction marker on a road of a contested area [RETREATDIR.1]."""

    side: str
    road: str


class Due(msgspec.Struct):
    """A reinforcement still to come [DATA.4]."""

    turn: int
    areas: list[str]
    """Where it arrives, and the alternatives in order."""


class Allocation(msgspec.Struct):
    """Points that a player still has to spread over corps of his [ALLOC]."""

    kind: str
    """``fatigue`` or ``losses``."""
    player: str
    corps: list[str]
    points: int
    reason: Reason
    cavalry_owed: bool = False
    """At least one of the losses must be cavalry [COMBAT.4d]."""


class Operation(msgspec.Struct):
    """The operation that is being carried out, or the last one [OPS.3-10]."""

    number: int
    player: str
    side: str
    blocks: list[str]
    origin: str
    from_contested: bool
    """Whether the area was contested when the stack was activated."""
    action: str = ""
    """``move``, ``fight`` or ``nothing``; empty until it is chosen."""
    movement_points: int | None = None
    spent_points: int = 0
    roads: int = 0
    """Roads entered so far."""
    stopped: str = ""
    """Why the movement is over; empty while it is not."""
    fatigue_counted: bool = False
    """Whether MOVE.3 has been worked out."""
    corps_that_moved: int = 0
    """Corps in the stack when it was."""
    citadel: str = ""
    """A citadel entered in this movement whose control is not settled yet [CONTROL.4]."""
    citadel_refused: bool = False
    attack_declined: bool = False
    finished: bool = False
    """Nothing more can be done in it: its blocks are about to be spent."""
    ended: bool = False
    """It is over, and kept only until the next one starts."""
    retreated: list[str] = []
    """Blocks that retreated in it [RULING.13]."""


class Hit(msgspec.Struct):
    """What one side suffers in a combat, after all reductions [COMBAT.3]."""

    losses: int
    fatigue: int


class Combat(msgspec.Struct):
    """The combat of the running operation, kept until the next one starts [chapter 8]."""

    area: str
    attacker: str
    """Side of the attacker."""
    kind: str
    """``in_place`` or ``move_attack``."""
    attackers: list[str]
    defenders: list[str]
    cards: dict[str, int] = {}
    """Number of combat cards by side [COMBAT.1]."""
    hits: dict[str, Hit] = {}
    """By the side that suffers them."""
    fatigued: list[str] = []
    """Sides to which the fatigue of COMBAT.4b was given out."""
    bled: list[str] = []
    """Sides to which the losses of COMBAT.4c were given out."""
    decided: bool = False
    winner: str = ""
    """Winning side; empty for a drawn combat."""
    distance: int = 0
    """Roads that the loser owes [RETREAT.1]."""
    retreat: str = ""
    """Empty before it is owed, then ``owed``, ``done`` or ``waived``."""
    path: list[str] = []
    """Roads of the retreat so far."""
    halted: str = ""
    """Why the retreat ended before its distance was covered."""
    retreat_fatigue: list[Line] = []
    pursuit: str = ""
    """Empty before it is settled, then ``skipped``, or ``running``, ``felt`` and ``done``."""
    pursuit_cards: int = 0
    over: bool = False

    @property
    def waived(self) -> bool:
        """Whether the losing stack stays where it is, or is no more."""
        return self.retreat == "waived"


class State(msgspec.Struct):
    """One position of the game."""

    scenario: str
    options: dict[str, Any]
    seats: list[str]
    last_turn: int
    track: int
    """The victory track: Allied points move it up, French ones down [chapter 10]."""
    turn: int = 0
    phase: str = "setup"
    draws: int = 0
    result: Result | None = None
    invasion_card: int = 0
    invaded_on: int | None = None
    """Turn of an early invasion, in scenarios that know one."""

    blocks: dict[str, Block] = {}
    control: dict[str, str] = {}
    """Army whose flag stands in a scoring area."""
    fortified: list[str] = []
    broken_bridges: list[str] = []
    contested: list[str] = []
    """Areas in which corps of both sides stand, in the order in which they became so."""
    markers: dict[str, Marker] = {}
    penalised: list[str] = []
    """Areas whose retreat direction penalty was caused in this turn [RETREATDIR.3]."""
    reinforcements: dict[str, Due] = {}
    awaiting_event: list[str] = []
    """Blocks that only a card event brings."""

    decks: dict[str, list[int]] = {}
    """By side, in ascending order: a deck is a bag."""
    discards: dict[str, list[int]] = {}
    hands: dict[str, list[int]] = {}
    open_cards: dict[str, list[int]] = {}
    """By side: cards lying open in the step that is being carried out [RULING.16]."""
    revealed: list[int] = []
    """Red cards drawn in this draw phase, before their fate is known."""
    red_card: tuple[int, str] | None = None
    """The one red card that stands, and the player who drew it."""
    lasting: dict[str, int] = {}
    """Events in force until the turn ends, with the card that lies on the board."""
    recovery_barred: list[str] = []
    """Sides that may play no recovery cards this turn [CARD.delay]."""

    initiative: str = ""
    to_go: str = ""
    """Player whose go it is."""
    passed: list[str] = []
    operations: int = 0
    """Operations started in the game."""
    side_operations: dict[str, int] = {}
    """Operations that each side has started in this turn."""
    operation: Operation | None = None
    combat: Combat | None = None
    allocations: list[Allocation] = []
    given: dict[str, int] = {}
    """Orders that each seat has given in the game; numbers its decisions."""
    sealed: dict[str, list[dict[str, Any]]] = {}
    """Answers that stay hidden until everybody who was asked has answered."""
    finished_recovery: list[str] = []
    worn: list[str] = []
    """Corps that have paid for their fatigue in this turn's recovery [RECOVERY.3]."""
    tally: list[Line] = []
    """Points scored that the track has not been moved for yet."""
    history: list[tuple[int, int, int, list[Line]]] = []
    """Each move of the track: turn, from, to, breakdown."""
