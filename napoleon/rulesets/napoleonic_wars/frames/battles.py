"""Battles by land, and sieges [11, 12]."""

from __future__ import annotations

from typing import Literal

import msgspec

from napoleon.rules.events import Line


class Side(msgspec.Struct):
    """A side of a battle, or the besieger: field forces of these nations in one space."""

    nations: list[str]
    commander: str = ""
    """Who commands, or did as long as there was a leader; empty without one."""
    disrupted: dict[str, int] = {}
    """Disrupted strength points by nation."""
    shaken: list[str] = []
    """Disrupted leaders."""
    excess: int = 0
    """Disruptions for which no unit was left [11.3.e]."""
    rolled: bool = False
    """Whether it has rolled its dice in this round."""
    removing: int = 0
    """Units that it has still to lose."""
    disrupting: int = 0
    """Units that it has still to see disrupted, once none is to be lost any more."""
    odd: list[str] = []
    """The nations that have been given an odd one of the hits that are shared next."""
    owed: dict[str, int] = {}
    """By nation the hits of the kind that comes first which are its share [11.3.b]."""
    taken: dict[str, int] = {}
    """By nation the hits of this round that were its share so far."""
    hits: int = 0
    """Hits of this round."""
    suffered: int = 0
    """Hits over all rounds, whether or not a unit was left to take them [R-80]."""
    lines: list[Line] = []
    """Dice of this round by cards."""
    calm: int = 0
    """How many 5s against it are not counted in this round, by cards."""
    hurt: int = 0
    """The die by which a card hits its commander: 5 disrupts, 6 removes; 0 if none does."""
    unled: bool = False
    """Whether no battle rating counts in this round, as a card has hit its commander."""
    units: int = 0
    """Strength points and leaders at the start [R-30]."""
    no_rout: bool = False
    """Whether a card saves it from a rout [11.5]."""


class Battle(msgspec.Struct, tag="battle", tag_field="frame"):
    """A battle by land [11]."""

    space: str
    came: str
    """Where the attackers entered from; empty if they appeared [R-131]."""
    attacker: Side
    defender: Side
    terrain: int = 0
    """Dice of the defender in the first round [11.22]."""
    failed_evasions: int = 0
    flat: bool = False
    """Whether a card takes the terrain bonus away."""
    round: int = 1
    more_rounds: int = 0
    """Rounds that are still to be fought by cards, even if one side has more hits [11.3.d]."""
    loser: Literal["", "attacker", "defender", "nobody"] = ""
    """Who has lost, once that is known; ``nobody`` if both sides are gone."""
    routed: bool = False
    retreated: bool = False
    """Whether the loser has left the space, or was eliminated."""
    overrun: bool = False
    """Whether the loser was lost as it had no way out, or on it [11.6]."""
    called: int = 0
    """The round for which those who may play battle cards were called last."""
    deciding: list[str] = []
    """The seats that may still play battle cards in this round, the next first [11.1]."""
    settled: bool = False
    """Whether the winner has said what they do with the flag [11.7]."""
    zones: list[str] = []
    """Of a landing, the zones that its convoy has passed: its way back [13.7.c]."""


class Siege(msgspec.Struct, tag="siege", tag_field="frame"):
    """A siege [12]."""

    space: str
    leader: str
    """Whose army besieges; it is one army [R-83]."""
    besieger: Side = msgspec.field(default_factory=lambda: Side([]))
    round: int = 1
    walls_rolled: bool = False
    """Whether the fortress has rolled its dice in this round."""
    scored: int = 0
    """The sixes of the besieger in this round."""
    sixes: int = 0
    """Their sixes in all rounds [R-32]."""
    called: int = 0
    deciding: list[str] = []
    """Whether the besieger may still play battle cards in this round [12.2.d]."""

    @property
    def stage(self) -> Literal["dice", "losses", "again"]:
        """What is done now: dice are rolled, losses taken, or another round is thought of."""
        if not self.walls_rolled:
            return "dice"
        return "losses" if self.besieger.removing + self.besieger.disrupting else "again"
