"""COMP The position: everything that may influence a ruling [chapter a].

It is rebuilt from events alone and changes only in their `apply`. What the data pack says of a
country or a card is not repeated here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from napoleon.rules.events import Line
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_empire.packs.pack import ARMIES_PER_SIDE
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, enemy

BY_CONTROL = "reinforcement"
"""The source of armies that controlled countries give [REINF.1]."""

CONTESTED = "contested"
"""What stands for a controlling side where both have armies [COMP.6]."""


class Window(msgspec.Struct):
    """A moment at which both sides may play cards, in turns [E-13, E-24]."""

    kind: str
    """``draw``, ``move``, ``battle``, ``reinforcement`` or ``turn_end``."""
    word: str
    """Side whose word it is."""
    passes: int = 0
    """Passes in succession; two close it."""


class Battle(msgspec.Struct):
    """The battle that is being fought [ATTACK.2 to ATTACK.11]."""

    country: str
    attacker: str
    armies: dict[str, int]
    """Armies of each side at the start [E-15]."""
    kutuzov: str = ""
    """``rolled`` or ``may_withdraw`` once the die is cast, ``settled`` when no more is to come."""
    opened: bool = False
    """Whether cards have been asked for."""
    cards: list[tuple[str, str]] = []
    """Cards played in it, each with the side that gets the bonus."""
    dice: dict[str, int] = {}
    """The battle die of each side."""
    totals: dict[str, int] = {}
    winner: str = ""
    tied: bool = False
    loss_dice: list[int] = []
    """The winner's loss die, then the two of the loser."""
    losses: dict[str, int] = {}
    withdrawn: bool = False
    """Whether Kutuzov has left, and nothing is fought [E-37]."""

    @property
    def defender(self) -> str:
        """The side that does not attack [E-12]."""
        return enemy(self.attacker)

    @property
    def loser(self) -> str:
        """The side that lost; empty before the battle is decided, and if it is tied."""
        return enemy(self.winner) if self.winner else ""


class Due(msgspec.Struct):
    """Armies that a side still has to place: in one of these countries, or spread over them."""

    side: str
    armies: int
    countries: list[str]
    source: str
    """`BY_CONTROL`, or the id of the card that gives them."""
    together: bool = False
    """Whether all of them go to one country [E-26]."""


class Commander(msgspec.Struct):
    """A commander on the map [E-34]."""

    side: str
    country: str
    moved: bool = False


class Discarded(msgspec.Struct, frozen=True):
    """A card in the discard pile: face up if it was played, else known to one side [E-47]."""

    card: str
    face_down_by: str = ""
    """Side that discarded it face down; empty if it was played."""


class State(msgspec.Struct):
    """One position."""

    options: dict[str, Any]
    seats: list[str]
    armies: dict[str, dict[str, int]]
    """By side and country; countries without armies are left out."""
    deck: list[str]
    """The cards left in it, in alphabetical order: a deck is a bag."""
    hands: dict[str, list[str]]

    turn: int = 0
    """Player turns begun, extra ones too: the number of the running one."""
    round: int = 0
    active: str = ""
    """Side whose turn it is."""
    extra: bool = False
    """Whether the running turn is an extra one [SEQ.3]."""
    phase: str = "setup"
    draws: int = 0
    """Draws of chance made in the game."""
    result: Result | None = None

    russia_to_set_up: int = 0
    """Russian armies that wait for the Allied player's split [E-45]."""
    started: bool = False
    """Whether everything is in its place."""

    moved: dict[str, int] = {}
    """Armies of the active side, by country, that have moved this turn and stand there."""
    commanders: dict[str, Commander] = {}
    discards: list[Discarded] = []
    dated: list[str] = []
    """Dated cards that have not joined the deck [OPT2]."""

    window: Window | None = None
    windows_closed: list[str] = []
    """Windows of this turn that are over, except those of battles."""
    drawn: bool = False
    """Whether the cards of this turn have been drawn [DRAW.1]."""
    excess: int = 0
    """Cards that the active side has to discard [DRAW.3]."""
    barred: str = ""
    """The card by which the active side may not move in this turn [E-28]."""
    moves_ended: bool = False
    fought: list[str] = []
    """Countries whose battle of this Attack phase is over [E-11]."""
    attack_ended: bool = False
    battle: Battle | None = None
    continental: list[str] = []
    """Countries whose next Reinforcement phase gives two armies less [E-27]."""
    due: list[Due] = []
    """Armies that wait for their owner's choice."""
    reinforced: bool = False
    """Whether the due armies of this phase were counted [REINF.1]."""
    nationalists_asked: bool = False
    """Whether the nationalist activity of this phase is settled [NAT.1]."""
    checked: bool = False
    """Whether victory was checked at the end of this turn [VIC.3]."""
    extra_granted: str = ""
    """The card that gives the active side another turn [E-29]."""

    control: dict[str, str] = {}
    """What the log says of each country: the side that controls it, or that it is contested."""
    held: list[str] = []
    """Continental countries that the French controlled at the last check [VIC.2]."""
    history: list[tuple[int, int, int, list[Line]]] = []
    """Each check of victory that found other ones: turn, from, to (in numbers), breakdown."""
    offered: str = ""
    """Side that has agreed to end the game [E-31]."""
    turned_down: bool = False
    """Whether the other side has just given another order instead of agreeing [E-53]."""
    given: dict[str, int] = {}
    """Orders that each seat has given in the game; numbers its decisions."""

    def armies_in(self, side: str, country: str) -> int:
        """Armies of a side in a country."""
        return self.armies[side].get(country, 0)

    def pool(self, side: str) -> int:
        """Armies of a side that are not on the map [COMP.2]."""
        return ARMIES_PER_SIDE - sum(self.armies[side].values()) - self.waiting(side)

    def waiting(self, side: str) -> int:
        """Armies of a side that are still to be set up [E-45]."""
        return self.russia_to_set_up if side == ALLIED else 0

    def controls(self, side: str, country: str) -> bool:
        """Whether a side has armies in a country and the enemy none [COMP.6]."""
        return country in self.armies[side] and country not in self.armies[enemy(side)]

    def standing(self, country: str) -> str:
        """The side that controls a country, `CONTESTED`, or empty if nobody is there [COMP.6]."""
        if country in self.armies[FRENCH]:
            return CONTESTED if country in self.armies[ALLIED] else FRENCH
        return ALLIED if country in self.armies[ALLIED] else ""

    def standings(self) -> dict[str, str]:
        """What `standing` says of every country in which anybody is."""
        french = self.armies[FRENCH]
        found = dict.fromkeys(french, FRENCH)
        for country in self.armies[ALLIED]:
            found[country] = CONTESTED if country in french else ALLIED
        return found

    def contested(self) -> list[str]:
        """Countries in which both sides have armies, in alphabetical order."""
        return sorted(self.armies[FRENCH].keys() & self.armies[ALLIED].keys())

    def unmoved(self, country: str) -> int:
        """Armies of the active side in a country that may still move [MOVE.2]."""
        return self.armies[self.active].get(country, 0) - self.moved.get(country, 0)

    def commanders_in(self, country: str, side: str) -> list[str]:
        """The commanders of a side in a country."""
        there = self.commanders.items()
        return [name for name, it in there if it.country == country and it.side == side]
