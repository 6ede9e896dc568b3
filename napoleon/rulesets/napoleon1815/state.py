"""TERM The state of a game: everything that may influence a ruling [chapter 16].

It is rebuilt from events alone and changes only in their `apply`. What the data pack says of an
area, a block or a card is not repeated here.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from napoleon.rules.events import Line
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon1815.sides import enemy

Reason = Literal[
    "rain",
    "movement",
    "retreat direction",
    "combat",
    "retreat",
    "pursuit",
    "exhaustion",
    "event",
]
"""Why a stack takes fatigue or losses."""


class Block(msgspec.Struct):
    """A corps, a commander or a scout [TERM.2-5]."""

    area: str | None = None
    """Where it stands; None while it is off the map."""
    ready: bool = True
    infantry: int = 0
    cavalry: int = 0
    fatigue: int = 0
    removed: bool = False
    """Eliminated, killed or captured: it never comes back [ELIM.3]."""
    token: str = ""
    """What others see of it in fog of war; empty in the Conscript game [VIS.7]."""
    revealed: bool = False
    """Whether it lies open in a combat, in fog of war [FOG.3]."""

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


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player chose with a card played as an event."""

    blocks: tuple[str, ...] = ()
    area: str = ""
    road: str = ""
    player: str = ""


class Played(msgspec.Struct):
    """A card that was played as an event, before it takes effect [chapter 14]."""

    player: str
    card: int
    event: str
    window: str
    choice: Choice = Choice()
    uncontested: list[str] = []
    """Players who let it pass in W.PLAYED."""


class Exchange(msgspec.Struct, frozen=True):
    """Cards that an Allied player has offered to the partner, for others or for none [THREE.3]."""

    player: str
    """Who has made the offer."""
    give: tuple[int, ...] = ()
    """Cards of theirs."""
    take: tuple[int, ...] = ()
    """Cards of the partner's, whether they hold them or not."""


class Allocation(msgspec.Struct):
    """Points that a player still has to spread over their corps [ALLOC]."""

    kind: str
    """``fatigue`` or ``losses``."""
    player: str
    corps: list[str]
    points: int
    reason: Reason
    cavalry_owed: bool = False
    """At least one of the losses must be cavalry [COMBAT.4d]."""
    blind: bool = False
    """Asked for even without a choice, as it would show what the stack is [VIS.8]."""


class Operation(msgspec.Struct):
    """The operation that is being carried out, or the last one [OPS.3-10]."""

    number: int
    player: str
    side: str
    blocks: list[str]
    origin: str
    from_contested: bool
    """Whether the area was contested when the stack was activated, or set out from it."""
    action: str = ""
    """``move``, ``fight`` or ``nothing``; empty until it is chosen."""
    flipped: int | None = None
    """Value of the card flipped for movement points; None if none was [MOVE.1F]."""
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
    events: dict[str, int] = {}
    """Card events that took effect in it, each with the roads entered at that time."""
    answered: list[str] = []
    """Windows that players have answered: ``window/roads entered/player``."""
    moved_by_event: list[str] = []
    """Blocks that a card event has moved in it [RULING.44]."""
    citadel_by_event: str = ""
    """A citadel that they entered, and whose control is not settled yet [RULING.44]."""
    green: list[str] = []
    """Sides that used their green card in it, noted when it ended."""

    def answer(self, window: str, player: str) -> str:
        """The note that a player has answered a window at this point of it."""
        return f"{window}/{self.roads}/{player}"

    @property
    def without_points(self) -> bool:
        """Whether it had no movement points and has entered no road [RULING.20, RULING.58]."""
        return (self.movement_points or 0) <= 0 and not self.roads

    @property
    def cannot_move(self) -> bool:
        """Whether it has neither movement points nor a card that moves it anyway [MOVE.1H]."""
        return self.without_points and "forced_march" not in self.events


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
    events: dict[str, str] = {}
    """The card event that took effect in it, by the side that played it [OPS.8]."""
    settled: list[str] = []
    """Card events whose later part has been carried out."""
    ney: int = 0
    """Value of the card flipped for Red-headed Ney; 0 if none was."""
    added: dict[str, int] = {}
    """Losses that a card added, by the side that suffers them: not for the winner [RULING.26]."""
    squares: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Corps that have formed squares [CARD.squares]. It is left out of positions where nobody has,
    so that those of rules 2.0 are written as they were."""
    on_table: list[tuple[str, int]] | msgspec.UnsetType = msgspec.UNSET
    """Cards that were played in it, by their players, and lie there until it is over [CARDS.5]. It
    is left out of positions without such cards, as before rules 2.3."""
    withdrawing: str = ""
    """Side that goes before the combat is fought [CARD.rear_guard]."""
    over: bool = False

    @property
    def leaving(self) -> str:
        """The side that has to leave the area: a rear guard, or the loser; empty if none."""
        return self.withdrawing or (enemy(self.winner) if self.winner else "")

    def has_event(self, event: str) -> bool:
        """Whether a card event has taken effect in it, played by either side."""
        return event in self.events.values()

    @property
    def waived(self) -> bool:
        """Whether the losing stack stays where it is, or no longer exists."""
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
    """Red cards that were drawn and cards that were played, until they are discarded or lie on the
    board."""
    red_card: tuple[int, str] | None = None
    """The one red card that stands, and the player who drew it."""
    lasting: dict[str, int] = {}
    """Events in force until the turn ends, with the card that lies on the board."""
    lasting_for: dict[str, str] = {}
    """The player whose blocks alone such an event concerns [THREE.10]."""
    recovery_barred: list[str] = []
    """Sides that may play no recovery cards this turn [CARD.delay]."""
    declared: list[Played] = []
    """Blue cards declared in this initiative phase that have not taken effect [INIT.1]."""
    has_declared: list[str] = []
    """Players who have said whether they play a blue card [INIT.1]."""
    green: list[str] = []
    """Sides that have used their green card of the running operation [OPS.8]."""
    played: Played | None = None
    """A green card on its way, before it takes effect or is cancelled."""
    proposed: Played | None = None
    """A card that waits for the leader's consent [THREE.9]."""
    foresight: str = ""
    """Player who looks through their deck, to take a card from it [CARD.foresight]."""
    leader: str = ""
    """The Allied leader of the turn, with three players [THREE.6]."""
    contact: str = ""
    """Why the Allied players are in contact and may swap cards; empty else [THREE.3]."""
    contact_closed: list[str] = []
    """Allied players who have nothing more to swap."""
    contact_turn: int = 0
    """Last turn in which their commanders met, which opened a contact under rules 2.0."""
    swap: tuple[str, int] | Exchange | None = None
    """What waits for the partner's answer: in a swap who offers a card, and which; or an offer."""
    started: bool = False
    """Whether everything is in its place, in fog of war; kept for no other game [SETUP.3]."""
    tokens: int = 0
    """Tokens made so far in the game [VIS.7]."""

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
    agreed: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Seats that have agreed to end the game without a winner [RULING.103]. This and the next two
    are left out of positions where nobody has, as before rules 2.3."""
    turned_down: bool | msgspec.UnsetType = msgspec.UNSET
    """Whether somebody has just given another order instead of agreeing."""
    resigned: list[str] | msgspec.UnsetType = msgspec.UNSET
    """Seats that have given the game up."""

    @property
    def would_end(self) -> list[str]:
        """The seats that have agreed to end the game without a winner."""
        return self.agreed or []

    @property
    def gave_up(self) -> list[str]:
        """The seats that have given the game up."""
        return self.resigned or []

    @property
    def exchange(self) -> Exchange | None:
        """An offer of cards that waits for the partner's answer [THREE.3]."""
        return self.swap if isinstance(self.swap, Exchange) else None
